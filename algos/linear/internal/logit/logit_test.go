package logit

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
)

func TestWords(t *testing.T) { algotest.Words(t, os.DirFS(".")) }

// problem draws points of k classes, and parameters.
func problem(t *rapid.T) (*Problem, []float64) {
	k := rapid.IntRange(2, 5).Draw(t, "k")
	free := rapid.IntRange(0, 1).Draw(t, "free")
	n := rapid.IntRange(1, 12).Draw(t, "n")
	x, class := make([][2]float64, n), make([]int, n)
	coordinate := rapid.Float64Range(-2, 2)
	for i := range x {
		x[i] = [2]float64{coordinate.Draw(t, "x1"), coordinate.Draw(t, "x2")}
		class[i] = rapid.IntRange(0, k-1).Draw(t, "class")
	}
	p := New(x, class, k, free, rapid.SampledFrom([]float64{0, 0.1, 3}).Draw(t, "lambda"), rapid.Bool().Draw(t, "fitted"))
	b := make([]float64, p.Len())
	for i := range b {
		b[i] = coordinate.Draw(t, "b")
	}
	return p, b
}

// The gradient and the Hessian are the differences of the loss and of the
// gradient.
func TestDerivativesAreFiniteDifferences(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, b := problem(t)
		v := p.At(b)
		if math.Abs(v.Loss-p.Loss(b)) > 1e-12*(1+v.Loss) {
			t.Fatalf("losses %v and %v", v.Loss, p.Loss(b))
		}
		const h = 1e-5
		n := len(b)
		size := 1.0
		for _, x := range v.Hess {
			size = max(size, math.Abs(x))
		}
		for i := range b {
			e := make([]float64, n)
			e[i] = 1
			up, down := p.At(Moved(b, h, e)), p.At(Moved(b, -h, e))
			if g := (up.Loss - down.Loss) / (2 * h); math.Abs(g-v.Grad[i]) > 1e-7*size {
				t.Fatalf("∂%d is %v, the difference quotient %v", i, v.Grad[i], g)
			}
			for j := range b {
				if g := (up.Grad[j] - down.Grad[j]) / (2 * h); math.Abs(g-v.Hess[i*n+j]) > 1e-7*size {
					t.Fatalf("∂%d∂%d is %v, the difference quotient %v", i, j, v.Hess[i*n+j], g)
				}
			}
		}
	})
}

// The gradient with respect to (w, b) in the coordinates of the points.
func TestGradientInTheCoordinatesOfThePoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		fitted, b := problem(t)
		plain := New(fitted.X, fitted.Class, fitted.K, fitted.Free, fitted.Lambda, false)
		w, b0 := fitted.Vectors(b)
		same := make([]float64, plain.Len())
		for k := plain.Free; k < plain.K; k++ {
			c := 3 * (k - plain.Free)
			same[c], same[c+1], same[c+2] = w[k][0], w[k][1], b0[k]
		}
		one, two := fitted.At(b), plain.At(same)
		if fitted.flat() { // on a line the frame leaves out what lies across
			return
		}
		if math.Abs(one.Loss-two.Loss) > 1e-9*(1+one.Loss) {
			t.Fatalf("the loss is %v in one frame and %v in the other", one.Loss, two.Loss)
		}
		g, want := fitted.Gradient(one.Grad), plain.Gradient(two.Grad)
		for c := range g {
			for j := range 3 {
				if math.Abs(g[c][j]-want[c][j]) > 1e-8*(1+math.Abs(want[c][j])) {
					t.Fatalf("gradients %v and %v", g, want)
				}
			}
		}
	})
}

// flat reports whether the frame leaves a direction out.
func (p *Problem) flat() bool {
	for _, u := range p.U {
		if u[1] != 0 {
			return false
		}
	}
	return true
}

// The Newton step solves Hd = −g, and no eigenvalue of the Hessian exceeds the
// bound: gᵀHg ≤ L‖g‖².
func TestNewtonStepAndCurvature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, b := problem(t)
		if p.Free == 0 { // the gradient must have no part along common shifts
			centre(b)
		}
		v := p.At(b)
		d := p.Step(v)
		n := len(b)
		for i := range n {
			sum, size := v.Grad[i], math.Abs(v.Grad[i])
			for j := range n {
				sum += v.Hess[i*n+j] * d.D[j]
				size += math.Abs(v.Hess[i*n+j] * d.D[j])
			}
			if math.Abs(sum) > 1e-6*(1+d.Decrement)+1e-12*size {
				t.Fatalf("row %d: H·d + g = %v", i, sum)
			}
		}
		plain := New(p.X, p.Class, p.K, p.Free, p.Lambda, false)
		v = plain.At(b)
		quadratic, square := 0.0, 0.0
		for i, g := range v.Grad {
			square += g * g
			for j, h := range v.Grad {
				quadratic += g * v.Hess[i*n+j] * h
			}
		}
		if l := plain.Curvature(); quadratic > l*square*(1+1e-12) {
			t.Fatalf("curvature %v along the gradient, beyond %v", quadratic/square, l)
		}
	})
}

// centre subtracts the mean vector, so that a penalty's gradient has no common
// part.
func centre(b []float64) {
	k := len(b) / 3
	for j := range 3 {
		sum := 0.0
		for c := range k {
			sum += b[3*c+j]
		}
		for c := range k {
			b[3*c+j] -= sum / float64(k)
		}
	}
}

// Single rows, each with its share of the penalty, add up to the gradient.
func TestSampleGradientsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, b := problem(t)
		sum := make([]float64, len(b))
		for i := range p.U {
			for j, g := range p.SampleGradient(b, []int{i}) {
				sum[j] += g
			}
		}
		for j, g := range p.At(b).Grad {
			if math.Abs(g-sum[j]) > 1e-11*(1+math.Abs(g)) {
				t.Fatalf("component %d: %v and %v", j, g, sum[j])
			}
		}
	})
}

// The loss keeps its digits at both ends.
func TestRowLoss(t *testing.T) {
	for _, c := range []struct {
		f    []float64
		y    int
		want float64
	}{
		{[]float64{0, 0}, 0, math.Ln2},
		{[]float64{0, 50}, 1, math.Exp(-50)},
		{[]float64{0, 800}, 1, 0},
		{[]float64{0, 800}, 0, 800},
		{[]float64{1e300, 0}, 0, 0},
		{[]float64{0, 0, 0}, 2, math.Log(3)},
		{[]float64{5, 5, -700}, 0, math.Ln2},
	} {
		if got := RowLoss(c.f, c.y); math.Abs(got-c.want) > 1e-15*c.want {
			t.Errorf("RowLoss(%v, %d) = %v, want %v", c.f, c.y, got, c.want)
		}
	}
}

// W10 of 004: the logistic loss at z = −1, 0, 1, 2.
func TestLogisticLossOfTheNotes(t *testing.T) {
	for z, want := range map[float64]float64{-1: 1.313262, 0: 0.693147, 1: 0.313262, 2: 0.126928} {
		if got := RowLoss([]float64{0, z}, 1); math.Abs(got-want) > 5e-7 {
			t.Errorf("z = %v: %v, want %v", z, got, want)
		}
	}
}

// Newton's minimum does not depend on where the points lie or how they are
// scaled, and is the same as that of very many gradient steps.
func TestMinimumIsThatOfGradientDescent(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var x [][2]float64
	var class []int
	for i := range 40 {
		x = append(x, [2]float64{r.NormFloat64() + float64(i%3)/2, r.NormFloat64()})
		class = append(class, i%3)
	}
	for _, free := range []int{0, 1} {
		p := New(x, class, 3, free, 0.5, true)
		b, v, ok := p.Minimum(1e-12, 50)
		if !ok {
			t.Fatal("no minimum found")
		}
		plain := New(x, class, 3, free, 0.5, false)
		eta := 1 / plain.Curvature()
		at := make([]float64, plain.Len())
		for range 20_000 {
			at = Moved(at, -eta, plain.At(at).Grad)
		}
		if got := plain.Loss(at); math.Abs(got-v.Loss) > 1e-11*v.Loss {
			t.Errorf("Newton ends at %v, gradient descent at %v", v.Loss, got)
		}
		w, b0 := p.Vectors(b)
		w2, b02 := plain.Vectors(at)
		for k := range w {
			if math.Abs(w[k][0]-w2[k][0])+math.Abs(w[k][1]-w2[k][1])+math.Abs(b0[k]-b02[k]) > 1e-7 {
				t.Errorf("class %d: %v %v by Newton, %v %v by gradient descent", k, w[k], b0[k], w2[k], b02[k])
			}
		}
	}
}

// What is tidied away is small as a term of the score, not as a number.
func TestTidy(t *testing.T) {
	near := New([][2]float64{{1, 2}, {-3, 1}}, []int{0, 1}, 2, 1, 0, true)
	if got := near.Tidy([3]float64{20, -1e-15, 3e-16}); got != [3]float64{20, 0, 0} {
		t.Errorf("%v", got)
	}
	far := New([][2]float64{{1e150, 2}, {-3e150, 1}}, []int{0, 1}, 2, 1, 0, true)
	if got := far.Tidy([3]float64{1e-150, -1e-16, 1}); got != [3]float64{1e-150, 0, 1} {
		t.Errorf("%v", got)
	}
}

// Newton's steps keep the sum of K vectors at 0, to the last digits.
func TestStepsAreCentred(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, b := problem(t)
		if p.Free == 1 {
			return
		}
		centre(b) // as those of a run are
		d := p.Step(p.At(b)).D
		size := 0.0
		for _, x := range d {
			size = max(size, math.Abs(x))
		}
		for j := range 3 {
			sum := 0.0
			for c := j; c < len(d); c += 3 {
				sum += d[c]
			}
			if math.Abs(sum) > 8*ulp*float64(p.K)*size {
				t.Fatalf("component %d sums to %v, of %v", j, sum, size)
			}
		}
	})
}

// Rounding moves scores of 10¹⁷ by tens, and leaves their probabilities at 0 and 1;
// where such terms cancel, it leaves nothing of the probability.
func TestBlur(t *testing.T) {
	p := New([][2]float64{{1e8, 0}, {1e8, 1e8}, {0, 0}}, []int{0, 1, 0}, 2, 1, 0, false)
	blur := p.Blur([]float64{1e9, -1e9, 0})
	for i, want := range []float64{0, 0.5, 0} {
		if off := blur(i)[1]; math.Abs(off-want) > 1e-15 {
			t.Errorf("row %d: the probability may be off by %v, want %v", i, off, want)
		}
	}
	// What a probability is off by is the slope times what the score is off by.
	one := New([][2]float64{{3, 0}}, []int{1}, 2, 1, 0, false)
	off, w := one.Blur([]float64{1, 0, 0})(0)[1], sigmoid(3)*sigmoid(-3)
	if off < w*scores*ulp*3 || off > 2*w*scores*ulp*3+8*ulp*sigmoid(-3) {
		t.Errorf("off by %v, the slope is %v", off, w)
	}
	if f := []float64{0, 40}; RowRounding(f, 1, 1e-14) > 1e-30 || RowRounding(f, 0, 1e-14) < 0.9e-14 {
		t.Errorf("a loss of 0 moves by %v, one of 40 by %v", RowRounding(f, 1, 1e-14), RowRounding(f, 0, 1e-14))
	}
}
