package svm

import (
	"math"
	"math/rand/v2"
	"testing"

	"playground/algos/algotest"
	"playground/algos/dataset"
	"playground/algos/kernel"
	"playground/algos/linear/internal/pairs"
	"playground/algos/mark"
	"playground/algos/panel"
)

// The map is that of the kernel, at any γ and c₀; without the roots of two it is not.
func TestLiftIsTheKernel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		o := Options{Options: kernel.Options{Kernel: "poly", Degree: 2, Gamma: math.Exp(r.NormFloat64()), Coef0: 3 * r.Float64()}}
		x, z := [2]float64{r.NormFloat64(), r.NormFloat64()}, [2]float64{r.NormFloat64(), r.NormFloat64()}
		want := o.New().At(x, z)
		if got := inner(o.lift(x), o.lift(z)); math.Abs(got-want) > 1e-12*(1+want) {
			t.Errorf("%+v: ⟨φ(%v), φ(%v)⟩ = %v, k = %v", o.Options, x, z, got, want)
		}
	}
	one := Options{Options: kernel.Options{Kernel: "poly", Degree: 2, Gamma: 1, Coef0: 1}}
	// 004, (29): φ(x₂) and φ(x₃), as corrected.
	if got := one.lift([2]float64{-1, 1}); got != [6]float64{1, 1, -math.Sqrt2, 1, -math.Sqrt2, math.Sqrt2} {
		t.Errorf("φ(−1, 1) = %v", got)
	}
	// 002, l. 376: (1, x₁, x₂, x₁², x₂², x₁x₂) gives 9 where the kernel is 4.
	if got := inner(one.mapped([2]float64{1, 2}, 1), one.mapped([2]float64{3, -1}, 1)); got != 9 {
		t.Errorf("without √2: %v", got)
	}
}

// The planes of the picture are the classifier: on every point w·φ(x) + θ₀ is f(x).
func TestLiftedPlane(t *testing.T) {
	s := algotest.Last(t, Demo, dataset.Generate("circles", 60, 0.15, 2), vals("kernel", "poly", "gamma", "1", "degree", "2", "coef0", "0")).View.(view)
	sheets := s.sheets()
	if len(sheets) != 3 {
		t.Fatalf("%d planes", len(sheets))
	}
	plane := sheets[0].(panel.Sheet)
	for k, x := range s.X {
		p := s.liftedAt(x)
		if got := plane.Normal.Dot(p) + plane.Offset; math.Abs(got-s.f(k)) > 1e-9 {
			t.Errorf("row %d: the plane says %v, f is %v", k, got, s.f(k))
		}
		// The cone: y² = 2xz, and x + z = ‖x‖².
		if math.Abs(p.Y*p.Y-2*p.X*p.Z) > 1e-12 || math.Abs(p.X+p.Z-x[0]*x[0]-x[1]*x[1]) > 1e-12 {
			t.Errorf("row %d at %v is not on the cone", k, p)
		}
	}
	// With c₀ = 1 the circles lean on x₁ and x₂ as well, so there is no plane of three; on
	// XOR they do not, and the plane is √2x₁x₂ = 0.
	leaning := algotest.Last(t, Demo, dataset.Generate("circles", 60, 0.15, 2), vals("kernel", "poly", "gamma", "1", "degree", "2")).View.(view)
	if n := len(leaning.sheets()); n != 0 {
		t.Errorf("%d planes where three features do not decide", n)
	}
	xor := algotest.Last(t, Demo, corners, vals("kernel", "poly", "gamma", "1", "degree", "2", "hard_margin", "true", "tol", "1e-12")).View.(view)
	sheets = xor.sheets()
	if len(sheets) != 3 {
		t.Fatalf("XOR has %d planes", len(sheets))
	}
	plane = sheets[0].(panel.Sheet)
	if d := plane.Normal; math.Abs(d.X) > 1e-12 || math.Abs(d.Y+math.Sqrt(0.5)) > 1e-12 || math.Abs(d.Z) > 1e-12 || math.Abs(plane.Offset) > 1e-12 {
		t.Errorf("XOR's plane is %+v", plane)
	}
}

// The series comes to the kernel, the terms are those of the textbook, and Lagrange's
// remainder bounds the error after each of them.
func TestSeries(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		o := Options{Options: kernel.Options{Kernel: "rbf", Gamma: math.Exp(r.NormFloat64() - 1)}}
		x, z := [2]float64{r.NormFloat64(), r.NormFloat64()}, [2]float64{r.NormFloat64(), r.NormFloat64()}
		s, want := o.taylor(x, z), o.New().At(x, z)
		naive, term := 0.0, math.Exp(-s.damp)
		for n, sum := range s.sums(mostTerms) {
			naive += term
			term *= s.u / float64(n+1)
			if math.Abs(sum-naive) > 1e-12 {
				t.Fatalf("%d terms: %v, one by one %v", n+1, sum, naive)
			}
			if off := math.Abs(want - sum); off > s.bound(n+1)+s.rounding(n+1) {
				t.Errorf("γ = %g, %v, %v: %d terms are off by %g, the bound is %g", o.Gamma, x, z, n+1, off, s.bound(n+1))
			}
		}
	}
	half := Options{Options: kernel.Options{Kernel: "rbf", Gamma: 0.5}}
	pair := half.taylor([2]float64{1, 2}, [2]float64{3, -1})
	if pair.u != 1 || pair.damp != 7.5 {
		t.Errorf("%+v", pair)
	}
	// 002, l. 392 has the factor with the other sign: 0.0002034684 instead of 0.0015034392.
	if wrong := math.Exp(-pair.damp - pair.u); math.Abs(wrong-0.0002034684) > 5e-11 {
		t.Errorf("with the note's sign the kernel is %v", wrong)
	}
	// 000, 2B-10: nine terms.
	near := Options{Options: kernel.Options{Kernel: "rbf", Gamma: 1}}.taylor([2]float64{0.5, 0}, [2]float64{1, 0})
	if sum := near.sums(9)[8]; math.Abs(sum-0.7787999) > 5e-8 {
		t.Errorf("nine terms are %v", sum)
	}
	if far := (taylor{0, 3}).sums(3); far[0] != far[2] || far[0] != math.Exp(-3) {
		t.Errorf("at right angles: %v", far)
	}
}

// The matrix of the sums is the kernel's where the terms are many.
func TestPartialMatrix(t *testing.T) {
	v := algotest.Last(t, Demo, dataset.Generate("moons", 16, 0.2, 7), vals("gamma", "0.5", "taylor", "true", "taylor_terms", "60")).View.(view)
	sums, all := v.partial().Marks[0].(mark.Matrix).Values, kernel.Gram(v.Kernel, v.X)
	for k, want := range all {
		if math.Abs(sums[k]-want) > 1e-13 {
			t.Errorf("entry %d is %v, the kernel %v", k, sums[k], want)
		}
	}
}

// The guarantees about feature spaces notice what breaks them.
func TestSpoiltFeaturesAreCaught(t *testing.T) {
	good := func(v ...string) *state {
		return algotest.Last(t, Demo, dataset.Generate("moons", 16, 0.2, 7), vals(v...)).View.(view).state
	}
	var cases []algotest.Spoiling
	for _, c := range []struct {
		check string
		state *state
		spoil func(*task)
	}{
		{"lift", good("kernel", "poly", "degree", "2", "gamma", "0.7"), func(t *task) { t.Coef0 *= 1.001 }},
		{"lift", good("kernel", "poly", "degree", "2", "gamma", "0.7", "coef0", "0"), func(t *task) { t.Gamma *= 1.001 }},
		{"series", good("taylor", "true", "taylor_terms", "30", "gamma", "0.5"), func(t *task) { t.Gamma *= 1.1 }},
	} {
		spoilt, task := *c.state, *c.state.task
		spoilt.task = &task
		task.series = task.expand
		c.spoil(&task)
		cases = append(cases, algotest.Spoiling{
			Check: c.check, Good: view{state: c.state, phase: pairs.Optimising}, Spoilt: view{state: &spoilt, phase: pairs.Optimising},
		})
	}
	algotest.Spoilt(t, cases)
}
