package gp

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
)

// L-BFGS finds the maximum of a concave quadratic, and of the box if that cuts it
// off.
func TestAscentOnAQuadratic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		centre, scale, lo, hi, start := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
		for i := range n {
			centre[i] = rapid.Float64Range(-4, 4).Draw(t, "centre")
			scale[i] = math.Pow(10, rapid.Float64Range(-1.5, 1.5).Draw(t, "scale"))
			lo[i], hi[i] = -2, 2
			start[i] = rapid.Float64Range(-2, 2).Draw(t, "start")
		}
		a, ok := NewAscent(func(x []float64) (float64, []float64, bool) {
			f, g := 0.0, make([]float64, n)
			for i := range x {
				f -= scale[i] * (x[i] - centre[i]) * (x[i] - centre[i]) / 2
				g[i] = -scale[i] * (x[i] - centre[i])
			}
			return f, g, true
		}, start, lo, hi)
		if !ok {
			t.Fatal("no value at the start")
		}
		before := a.Value
		for range 300 {
			if a.Slope() < 1e-8 || !a.Step() {
				break
			}
			if !(a.Value > before) {
				t.Fatalf("the value falls from %v to %v", before, a.Value)
			}
			before = a.Value
		}
		for i, c := range centre {
			if want := min(max(c, -2), 2); math.Abs(a.Theta[i]-want) > 1e-6 {
				t.Fatalf("coordinate %d is %v, want %v (slope %v)", i, a.Theta[i], want, a.Slope())
			}
		}
	})
}

// A curved valley: Rosenbrock's function, upside down.
func TestAscentOnRosenbrock(t *testing.T) {
	a, _ := NewAscent(func(x []float64) (float64, []float64, bool) {
		u, v := x[1]-x[0]*x[0], 1-x[0]
		return -100*u*u - v*v, []float64{400*x[0]*u + 2*v, -200 * u}, true
	}, []float64{-1.2, 1}, []float64{-5, -5}, []float64{5, 5})
	n := 0
	for ; n < 200 && a.Slope() > 1e-7 && a.Step(); n++ {
	}
	if math.Hypot(a.Theta[0]-1, a.Theta[1]-1) > 1e-6 {
		t.Errorf("after %d steps at %v", n, a.Theta)
	}
}
