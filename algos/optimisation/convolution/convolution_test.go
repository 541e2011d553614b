package convolution

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

// last is the view at the end of a run on these cells.
func last(t *testing.T, data dataset.Source, v param.Values) view {
	t.Helper()
	steps := ran(t, data, v)
	out, ok := steps[len(steps)-1].View.(view)
	if !ok {
		t.Fatalf("the run is %+v", steps[len(steps)-1].Status)
	}
	return out
}

func ran(t *testing.T, data dataset.Source, v param.Values) []algos.Step {
	t.Helper()
	r, err := Demo.Recipe("")
	if err != nil {
		t.Fatal(err)
	}
	r.Data, r.Params = data, v
	run, err := r.Run(t.Context(), Demo)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(run)
}

// chance is an image and a kernel of these sizes with random numbers.
func chance(r *rand.Rand, rows, cols, high, wide int) dataset.Source {
	grid := func(m, n, low, most int) [][]float64 {
		all := make([][]float64, m)
		for i := range all {
			for range n {
				all[i] = append(all[i], float64(low+r.IntN(most-low+1)))
			}
		}
		return all
	}
	return with(dataset.Grid(grid(rows, cols, 0, 9)...), grid(high, wide, -9, 9))
}

// By brute force: the image is padded and the kernel dilated as grids, then all windows are cut out.
func TestOutputByBruteForce(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		data := chance(r, 1+r.IntN(9), 1+r.IntN(9), 1+r.IntN(4), 1+r.IntN(4))
		s, p, d, flip := 1+r.IntN(3), r.IntN(4), 1+r.IntN(3), r.IntN(2) == 1
		kernel := data.Layers[0].Cells
		wide := dataset.NewCells(d*(kernel.Rows-1)+1, d*(kernel.Cols-1)+1, 0)
		for a := range kernel.Rows {
			for b := range kernel.Cols {
				w := kernel.At(a, b)
				if flip {
					w = kernel.At(kernel.Rows-1-a, kernel.Cols-1-b)
				}
				wide.Values[d*a*wide.Cols+d*b] = w
			}
		}
		padded := dataset.NewCells(data.Cells.Rows+2*p, data.Cells.Cols+2*p, 0)
		for i := range data.Cells.Rows {
			copy(padded.Values[(i+p)*padded.Cols+p:], data.Cells.Row(i))
		}
		var want []float64
		for i := 0; i+wide.Rows <= padded.Rows; i += s {
			for j := 0; j+wide.Cols <= padded.Cols; j += s {
				sum := 0.0
				for a := range wide.Rows {
					for b := range wide.Cols {
						sum += wide.At(a, b) * padded.At(i+a, j+b)
					}
				}
				want = append(want, sum)
			}
		}
		v := param.Values{"stride": param.Format(float64(s)), "padding": param.Format(float64(p)), "dilation": param.Format(float64(d))}
		if flip {
			v["flip"] = "true"
		}
		steps := ran(t, data, v)
		end := steps[len(steps)-1]
		if len(want) == 0 {
			if end.Status.State != algos.Refused {
				t.Fatalf("a kernel of %d × %d on %d × %d is %s", wide.Rows, wide.Cols, padded.Rows, padded.Cols, end.Status.State)
			}
			continue
		}
		got := end.View.(view)
		if !slices.Equal(got.z, want) {
			t.Fatalf("stride %d, padding %d, dilation %d, flip %v: the output is %v, want %v", s, p, d, flip, got.z, want)
		}
		for _, step := range steps {
			for _, c := range step.Checks() {
				if c.Verdict == algos.Broken {
					t.Fatalf("%s is broken: %+v", c.Name, c)
				}
			}
		}
	}
}

// The relations of Dumoulin and Visin between the sizes of input and output.
func TestOutputSizes(t *testing.T) {
	for _, c := range []struct{ n, k, s, p, d, want int }{
		{4, 3, 1, 0, 1, 2},
		{5, 4, 1, 2, 1, 6},
		{5, 3, 1, 1, 1, 5},
		{5, 3, 1, 2, 1, 7},
		{5, 3, 2, 0, 1, 2},
		{5, 3, 2, 1, 1, 3},
		{6, 3, 2, 1, 1, 3},
		{7, 3, 1, 0, 2, 3},
		{2, 3, 1, 0, 1, 0},
	} {
		k := &task{options: options{Stride: c.s, Padding: c.p, Dilation: c.d}}
		if got := k.outputSize(c.n, c.k); got != c.want {
			t.Errorf("n = %d, k = %d, s = %d, p = %d, d = %d: size %d, want %d", c.n, c.k, c.s, c.p, c.d, got, c.want)
		}
	}
}

// Convolution commutes: image and kernel may change places where the padding is full.
func TestFullConvolutionCommutes(t *testing.T) {
	v := param.Values{"flip": "true", "padding": "2"}
	guideOn := last(t, with(picture("123 450 067"), guide), v)
	onGuide := last(t, with(dataset.Grid(guide...), lines(picture("123 450 067").Cells.Values, 3)), v)
	if !slices.Equal(guideOn.z, onGuide.z) {
		t.Errorf("x * w = %v and w * x = %v", guideOn.z, onGuide.z)
	}
}

func TestReLUAndPooling(t *testing.T) {
	v := last(t, with(square, sobelX), param.Values{"activation": "relu", "pooling": "max"})
	if want := []float64{18, 0, 0, 24, 0, 0, 18, 0, 0}; !slices.Equal(v.pooled, want) {
		t.Errorf("pooled %v, want %v", v.pooled, want)
	}
	v = last(t, with(picture("12345 67890 24681 13579 99999"), identity), param.Values{"padding": "1", "pooling": "average"})
	if want := []float64{4, 6, 2.5, 6.5}; !slices.Equal(v.pooled, want) {
		t.Errorf("the last line does not fill a block: pooled %v, want %v", v.pooled, want)
	}
}

// A shift by a multiple of the stride moves the output; by another one it does not.
func TestShift(t *testing.T) {
	for _, c := range []struct{ stride, shift, by, differ int }{{1, 2, 2, 0}, {2, 2, 1, 0}, {2, 4, 2, 0}, {2, 1, 0, 9}} {
		v := last(t, with(bars, sobelX), param.Values{
			"padding": "1", "stride": param.Format(float64(c.stride)), "shift": param.Format(float64(c.shift)),
		})
		if got := v.compare(); got.differ != c.differ || got.compared == 0 || c.differ == 0 && got.by != c.by {
			t.Errorf("stride %d, shift %d: moved by %d, %d of %d differ; want %d, %d", c.stride, c.shift, got.by, got.differ, got.compared, c.by, c.differ)
		}
	}
}

func TestFactors(t *testing.T) {
	for _, c := range []struct {
		kernel weights
		want   bool
	}{{sobelX, true}, {binomial, true}, {sharper, false}, {guide, false}, {weights{{0, 0}}, false}, {weights{{0, 3}}, true}} {
		if _, _, ok := factors(painted(c.kernel)); ok != c.want {
			t.Errorf("%v is separable: %v, want %v", c.kernel, ok, c.want)
		}
	}
}

func TestWhatDoesNotFitIsRefused(t *testing.T) {
	for _, c := range []struct {
		data  dataset.Source
		v     param.Values
		words []string
	}{
		{with(small, counting), param.Values{"dilation": "2"}, []string{"5 × 5", "4 × 4", "padding", "dilation"}},
		{with(small, counting), param.Values{"pooling": "max", "pool_size": "3"}, []string{"2 × 2", "lower the pool size to 2"}},
	} {
		steps := ran(t, c.data, c.v)
		status := steps[len(steps)-1].Status
		for _, word := range c.words {
			if status.State != algos.Refused || !strings.Contains(status.Reason.String(), word) {
				t.Errorf("%v: %s, %q lacks %q", c.v, status.State, status.Reason, word)
			}
		}
	}
	for _, v := range []param.Values{{"stride": "0"}, {"dilation": "0"}, {"padding": "-1"}, {"pool_size": "9"}} {
		if _, err := Demo.Schema().Canonical(v); err == nil {
			t.Errorf("%v is taken", v)
		}
	}
}

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	v := last(t, with(square, binomial), param.Values{"padding": "2", "shift": "1", "activation": "relu", "pooling": "max"})
	first, end, pooled, size := v, v, v, v
	first.z = slices.Clone(v.z)
	first.z[0]++
	end.z = slices.Clone(v.z)
	end.z[len(end.z)-1]++
	pooled.pooled = slices.Clone(v.pooled)
	pooled.pooled[len(v.pooled)-1]++
	larger := *v.task
	larger.rows++
	size.task = &larger
	bright := v
	bright.z = slices.Clone(v.z)
	bright.z[0] = 1e3
	mean := last(t, with(square, binomial), param.Values{"pooling": "average"})
	other := mean
	other.pooled = slices.Clone(mean.pooled)
	other.pooled[0]++
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "size", Good: v, Spoilt: size},
		{Check: "matrix", Good: v, Spoilt: first},
		{Check: "equivariance", Good: v, Spoilt: first},
		{Check: "sum", Good: v, Spoilt: first},
		{Check: "bound", Good: v, Spoilt: bright},
		{Check: "polynomial", Good: v, Spoilt: end},
		{Check: "linearity", Good: v, Spoilt: end},
		{Check: "separable", Good: v, Spoilt: end},
		{Check: "max-pooling", Good: v, Spoilt: pooled},
		{Check: "average-pooling", Good: mean, Spoilt: other},
	})
}

// The numbers that the lesson names.
func TestLessonNumbers(t *testing.T) {
	v := last(t, with(large, sobelX), nil)
	if v.parameters() != 10 || v.denseParameters() != 50372 {
		t.Errorf("%d and %d parameters", v.parameters(), v.denseParameters())
	}
	v = last(t, with(impulse, counting), param.Values{"flip": "true"})
	if !slices.Equal(v.z, painted(counting).Values) {
		t.Errorf("the impulse response is %v", v.z)
	}
	v = last(t, with(seven, stroke), param.Values{"activation": "relu", "pooling": "max", "bias": "-18"})
	if want := []float64{0, 0, 0, 0, 0, 0, 18, 0, 0, 18, 18, 0, 0, 0, 0, 0}; !slices.Equal(v.pooled, want) {
		t.Errorf("the strokes of the digit are %v", v.pooled)
	}
}

// No sum of products is larger than the bound says, and an image that agrees with the signs of the weights reaches it.
func TestBoundIsReached(t *testing.T) {
	v := last(t, with(picture("909 909 909"), weights{{1, 0, 1}, {2, 0, 2}, {1, 0, 1}}), nil)
	c := algotest.Check(t, v, "bound")
	if c.Left != c.Right || math.IsNaN(c.Left) {
		t.Errorf("%v of %v is reached", c.Left, c.Right)
	}
}
