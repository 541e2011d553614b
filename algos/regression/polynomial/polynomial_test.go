package polynomial

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/param"
)

func last(t testing.TB, s dataset.Source, v param.Values) view {
	t.Helper()
	return algotest.Last(t, Demo, s, v).View.(view)
}

// changed is a view whose last fit was changed.
func changed(v view, change func(f *fit)) view {
	v.fits = slices.Clone(v.fits)
	change(&v.fits[len(v.fits)-1])
	return v
}

// moved is a copy of a vector with one number changed.
func moved(a []float64, i int, by float64) []float64 {
	a = slices.Clone(a)
	a[i] += by
	return a
}

// A state that is not what the run made of it breaks the guarantees.
func TestSpoiltStatesAreCaught(t *testing.T) {
	cubic := last(t, line(noisyRows()...), param.Pairs("degree", "3"))
	all := last(t, line(noisyRows()...), param.Pairs("degree", "9"))
	residual := func(f *fit) { f.r = moved(f.r, 2, 0.1) }
	algotest.Spoilt(t, []algotest.Spoiling{
		{Check: "falls", Good: cubic, Spoilt: changed(cubic, func(f *fit) { f.c *= 1.01 })},
		{Check: "never-rises", Good: cubic, Spoilt: changed(cubic, func(f *fit) { f.r = moved(f.r, 2, 9) })},
		{Check: "orthogonal", Good: cubic, Spoilt: changed(cubic, residual)},
		{Check: "orthonormal", Good: cubic, Spoilt: changed(cubic, func(f *fit) { f.at = moved(f.at, 0, 0.01) })},
		{Check: "means", Good: all, Spoilt: changed(all, residual)},
		{Check: "leverage", Good: cubic, Spoilt: changed(cubic, func(f *fit) { f.leverage = moved(f.leverage, 0, 0.5) })},
		{Check: "loo", Good: cubic, Spoilt: changed(cubic, func(f *fit) { f.leverage = moved(f.leverage, 0, 0.05) })},
		{Check: "vandermonde", Good: all, Spoilt: changed(all, func(f *fit) { f.inX = moved(f.inX, 9, f.inX[9]/100) })},
		{Check: "kernel", Good: cubic, Spoilt: changed(cubic, func(f *fit) { f.features = []float64{1, 1, 1, 1} })},
	})
}

// The fits are those of a QR of the powers, of inputs near 0, where that is exact enough.
func TestFitsAreThoseOfQR(t *testing.T) {
	for _, intercept := range []string{"true", "false"} {
		v := last(t, dataset.Generate("sine", 40, 0.3, 2), param.Pairs("degree", "6", "fit_intercept", intercept))
		for k := range v.fits {
			f := v.fits[k]
			x := mat.NewDense(len(v.y), k+1, nil)
			for i, p := range v.Points {
				for j := range k + 1 {
					x.Set(i, j, math.Pow(p.X[0], float64(v.first+j)))
				}
			}
			var qr mat.QR
			qr.Factorize(x)
			var want mat.VecDense
			if err := qr.SolveVecTo(&want, false, mat.NewVecDense(len(v.y), v.y)); err != nil {
				t.Fatal(err)
			}
			for j := range k + 1 {
				algotest.Near(t, "θ", f.theta[v.first+j], want.AtVec(j), 1e-10)
			}
			var svd mat.SVD
			svd.Factorize(x, mat.SVDNone)
			sum, inverse := 0.0, 0.0
			for _, s := range svd.Values(nil) {
				sum, inverse = sum+s*s, inverse+1/(s*s)
			}
			algotest.Near(t, "log₁₀ κ", f.condition, math.Log10(sum*inverse)/2, 1e-8)
		}
	}
}

// The error of points held out is that of so many other fits.
func TestLeaveOneOut(t *testing.T) {
	rows := noisyRows()
	v := last(t, line(rows...), param.Pairs("degree", "5"))
	for k, f := range v.fits {
		sum := 0.0
		for i, p := range rows {
			others := last(t, line(slices.Delete(slices.Clone(rows), i, i+1)...), param.Pairs("degree", "5"))
			others.fits = others.fits[:k+1]
			off := p[1] - others.at(p[0])
			sum += off * off
		}
		algotest.Near(t, "leave one out", f.loo, sum/float64(len(rows)), 1e-9*sum)
	}
}

// 004, handout D, example 2: what the note draws for one sample, ours have about the same.
func TestExample2(t *testing.T) {
	for degree, want := range map[string]float64{"1": 6.2069090909, "9": 22.960787702} {
		algotest.Near(t, "f(1.8)", last(t, line(noisyRows()...), param.Pairs("degree", degree)).at(1.8), want, 1e-8)
	}
	v := last(t, line(noisyRows()...), nil)
	// The curve in the middle of the board is the sum of powers, too.
	f := v.last()
	for _, x := range []float64{-1.9, -0.3, 0.7, 1.8} {
		sum := 0.0
		for k := len(f.theta) - 1; k >= 0; k-- {
			sum = sum*x + f.theta[k]
		}
		algotest.Near(t, "f", sum, v.at(x), 1e-9)
	}
}

// How many digits the powers of years cost, and that none are lost: shifting the inputs
// changes nothing but the coefficients.
func TestYearsLoseNothing(t *testing.T) {
	far := last(t, years(), param.Pairs("degree", "8"))
	rows := algotest.Load(t, years()).Points
	var near [][2]float64
	for _, p := range rows {
		near = append(near, [2]float64{p.X[0] - 2010, p.Y})
	}
	v := last(t, line(near...), param.Pairs("degree", "8"))
	algotest.Near(t, "RSS", far.rss(), v.rss(), 1e-12)
	algotest.Near(t, "f", far.at(2003.5), v.at(-6.5), 1e-12)
	if far.fits[3].condition < 16 || v.last().condition > 16 {
		t.Errorf("log₁₀ κ is %v of the years, and %v of those from 2010", far.fits[3].condition, v.last().condition)
	}
}

// 004, handout E: the features (33) to (35), their numbers, and the identity; and (38),
// whose linear terms need a √2.
func TestFeatures(t *testing.T) {
	for p, want := range map[int][]float64{2: {1, 2, 1}, 3: {1, 3, 3, 1}, 4: {1, 4, 6, 4, 1}} {
		for j, w := range features(p) {
			algotest.Near(t, "√C(p, j)", w*w, want[j], 1e-14)
		}
	}
	// All exponents of d inputs whose sum is at most p, one by one.
	var count func(d, p int) int
	count = func(d, p int) int {
		if d == 0 {
			return 1
		}
		sum := 0
		for e := range p + 1 {
			sum += count(d-1, p-e)
		}
		return sum
	}
	for d, row := range map[int][]int{2: {6, 10, 15, 21}, 3: {10, 20, 35, 56}} {
		for i, want := range row {
			if p := i + 2; count(d, p) != want || binomial(d+p, p) != want {
				t.Errorf("d = %d, p = %d: %d counted, %d by the formula, %d in the note", d, p, count(d, p), binomial(d+p, p), want)
			}
		}
	}
	quadratic := func(x [2]float64, linear float64) []float64 {
		return []float64{1, linear * x[0], linear * x[1], math.Sqrt2 * x[0] * x[1], x[0] * x[0], x[1] * x[1]}
	}
	x, z := [2]float64{1.5, -2}, [2]float64{0.3, 0.7}
	algotest.Near(t, "(1 + ⟨x, z⟩)²", math.Pow(1+x[0]*z[0]+x[1]*z[1], 2), 0.0025, 1e-15)
	algotest.Near(t, "with √2", dot(quadratic(x, math.Sqrt2), quadratic(z, math.Sqrt2)), 0.0025, 1e-14)
	algotest.Near(t, "as printed", dot(quadratic(x, 1), quadratic(z, 1)), 0.9525, 1e-14)
}

// What the lesson says of Runge's curve.
func TestRunge(t *testing.T) {
	off := func(x []float64) float64 {
		v := last(t, sampled(x, runge), param.Pairs("degree", "10"))
		worst := 0.0
		for i := range 2001 {
			x := float64(i)/1000 - 1
			worst = max(worst, math.Abs(v.at(x)-runge(x)))
		}
		return worst
	}
	algotest.Near(t, "equal distances", off(equispaced(11, -1, 1)), 1.9156, 1e-3)
	algotest.Near(t, "Chebyshev", off(chebyshev(11)), 0.1092, 1e-3)
}

// Points that a program may choke on: an answer, or a sentence why there is none.
func TestDegenerate(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	cloud := func(centre, width, height float64) dataset.Source {
		var rows [][2]float64
		for range 14 {
			rows = append(rows, [2]float64{centre + width*r.NormFloat64(), height * r.NormFloat64()})
		}
		return line(rows...)
	}
	one := []string{"fit_intercept", "false"}
	for _, c := range []struct {
		name   string
		data   dataset.Source
		params []string
		degree int
		words  string
	}{
		{"one point", line([2]float64{3, 2}), nil, 0, "any higher power is linearly dependent"},
		{"one point, through the origin", line([2]float64{3, 2}), one, 1, "any higher power"},
		{"one point at 0", line([2]float64{0, 2}), one, 0, "there is nothing to fit"},
		{"no column", line([2]float64{1, 2}), []string{"fit_intercept", "false", "degree", "0"}, 0, "degree 0 has no column"},
		{"one place", line([2]float64{1, 2}, [2]float64{1, 7}, [2]float64{1, 3}), nil, 0, "the mean of the targets at each of the 1 distinct input"},
		{"repeated", repeated, []string{"degree", "30"}, 3, "degree 30 fits no better"},
		{"all 0", line([2]float64{0, 0}, [2]float64{1, 0}, [2]float64{2, 0}), nil, 2, ""},
		{"huge", cloud(0, 1e8, 1e8), nil, 9, ""},
		{"far", cloud(1e9-100, 10, 1), nil, 9, ""},
		{"far, through the origin", cloud(1e8, 1, 1), one, 9, ""},
		{"tiny", cloud(0, 1e-150, 1), nil, -1, "overflows"},
		{"two very close", line([2]float64{0, 0}, [2]float64{1, 1}, [2]float64{2, 1}, [2]float64{2 + 1e-13, 5}), nil, 2, "rounding error hides"},
		{"degree 30", dataset.Generate("sine", 200, 0.2, 1), []string{"degree", "30"}, 30, "Degree 30 is the last"},
		{"degree 30 through 31", sampled(equispaced(31, -1, 1), math.Sin), []string{"degree", "30"}, 30, "interpolates the 31 points"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, s := range algotest.Steps(t, Demo, c.data, param.Pairs(c.params...)) {
				algotest.Promises(t, s)
				if faults := algotest.Faults(Demo, s); len(faults) > 0 {
					t.Errorf("%s: %v", s.Phase, faults)
				}
				if y := s.Model().Mean([2]float64{1e9}); !finite(y) {
					t.Errorf("%s: far away it predicts %v", s.Phase, y)
				}
			}
			s := algotest.Last(t, Demo, c.data, param.Pairs(c.params...))
			if s.Status.State != algos.Converged || !strings.Contains(s.Status.Reason.String(), c.words) {
				t.Errorf("%+v", s.Status)
			}
			if v := s.View.(view); c.degree >= 0 && max(0, v.power()) != c.degree {
				t.Errorf("degree %d, want %d", v.power(), c.degree)
			}
		})
	}
}

func BenchmarkDegree15(b *testing.B) {
	s := dataset.Generate("sine", 2000, 0.2, 1)
	for b.Loop() {
		last(b, s, param.Pairs("degree", "15"))
	}
}

// Terms that are rounding at every point are not written: of an even function at symmetric nodes the
// odd coefficients are some 10⁻¹⁷.
func TestRoundingIsNoTerm(t *testing.T) {
	for _, s := range algotest.Steps(t, Demo, sampled(equispaced(11, -1, 1), runge), algotest.Values("degree", "6")) {
		for _, line := range s.Say() {
			if strings.Contains(string(line.TeX), "10^{-") {
				t.Errorf("%s: %s", s.Phase, line.TeX)
			}
		}
	}
}
