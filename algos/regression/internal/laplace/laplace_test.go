package laplace

import (
	"context"
	"math"
	"slices"
	"testing"

	"playground/algos/kernel/covariance"
)

func TestQuadratureByTwoRoutes(t *testing.T) {
	for _, s := range []float64{1e-6, 0.01, 0.3, 1, 2.4, 2.6, 5, 20, 100} {
		for _, m := range []float64{-60, -9, -1.3, 0, 0.2, 3, 35, 41} {
			a, b := Trapezoid(m, s), Pieces(m, s)
			if math.Abs(a-b) > 1e-13+1e-15*(1+math.Abs(m))/s { // nodes beside m are rounded
				t.Errorf("N(%g, %g²): %.16g and %.16g", m, s, a, b)
			}
			if sum := Average(m, s*s) + Average(-m, s*s); math.Abs(sum-1) > 1e-13 {
				t.Errorf("p(%g) + p(−%g) = %.16g with s = %g", m, m, sum, s)
			}
		}
	}
	// A wide Gaussian sees a step, whose mean is Φ(m/s), but for π²/(6s²) of the slope there.
	if got, want := Average(3e4, 1e10), math.Erfc(-0.3/math.Sqrt2)/2; math.Abs(got-want) > 1e-9 {
		t.Errorf("a step: %v, not %v", got, want)
	}
}

// The gradient of ψ by differences is ∇log p − a.
func TestGradientOfTheObjective(t *testing.T) {
	k, err := covariance.Parse("1.3*rbf(0.8)+0.2")
	if err != nil {
		t.Fatal(err)
	}
	p := New(k, [][2]float64{{0, 0}, {0.7, 0.1}, {-0.3, 1}, {2, 2}}, []float64{1, -1, 1, 1})
	a := []float64{0.2, -0.4, 0.1, 0.3}
	s := p.at(p.times(a), a, make([]float64, 16))
	for i := range a {
		at := func(h float64) float64 {
			moved := append([]float64(nil), a...)
			moved[i] += h
			return p.at(p.times(moved), moved, make([]float64, 16)).Psi()
		}
		d := (at(1e-5) - at(-1e-5)) / 2e-5
		want := 0.0 // by a: K(∇ − a)
		for j := range a {
			want += p.Gram.Data[i*4+j] * (s.Grad[j] - s.A[j])
		}
		if math.Abs(d-want) > 1e-8 {
			t.Errorf("derivative %d: %v by differences, %v", i, d, want)
		}
	}
	if d := s.LogDet() - s.Det; math.Abs(d) > 1e-13 {
		t.Errorf("log|B| and log|I+KW| differ by %v", d)
	}
}

// The mode works in the room of the factor before; step by step, each has its own. Both come to
// the same bits, and the last factor is whole.
func TestModeIsTheLastStep(t *testing.T) {
	k, err := covariance.Parse(benchKernel)
	if err != nil {
		t.Fatal(err)
	}
	x, y := moons(150)
	p := New(k, x, y)
	mode, ok := p.Mode(context.Background())
	if !ok {
		t.Fatal("no mode")
	}
	s := p.Start()
	for {
		next, share := s.Step()
		if share == 0 {
			t.Fatal("a step that goes nowhere")
		}
		ends := next.Ends(s)
		if s = next; ends {
			break
		}
	}
	if !slices.Equal(s.F, mode.F) || !slices.Equal(s.A, mode.A) || s.Evidence() != mode.Evidence() {
		t.Error("the mode is not where the steps lead")
	}
	for _, at := range [][2]float64{{0.3, 0.2}, {5, -7}, x[3]} {
		m, v := s.Latent(at)
		if m2, v2 := mode.Latent(at); m != m2 || v != v2 {
			t.Errorf("at %v: %v ± %v step by step, %v ± %v at once", at, m, v, m2, v2)
		}
	}
}
