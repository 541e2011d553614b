package gp

import (
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"playground/algos/kernel/covariance"
)

// The evidence in blocks and its gradient are those of the library's factorisation, for
// sizes on both sides of the borders of panels, and the same bits at every call, on one
// processor and on several.
func TestEvidenceInBlocks(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, expression := range []string{"1*rbf(0.7)", "0.5*matern32(0.8) + linear(0.3) + 0.2*rq(1, 2)"} {
		k, err := covariance.Parse(expression)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{1, columnSize, panelSize - 1, panelSize + 1, 2*panelSize + 5, 4*panelSize + columnSize} {
			x, y := make([][2]float64, n), make([]float64, n)
			for i := range x {
				x[i] = [2]float64{6*rng.Float64() - 3, 6*rng.Float64() - 3}
				y[i] = math.Sin(x[i][0]) + 0.1*rng.NormFloat64()
			}
			f, ok := NewFit(t.Context(), k, 0.01, x, y)
			if !ok {
				t.Fatalf("n = %d: no fit", n)
			}
			value, got, ok := inBlocks(t.Context(), k, 0.01, x, y)
			if want := f.LogEvidence(); !ok || !(math.Abs(value-want) <= 1e-10*(1+math.Abs(want))) {
				t.Errorf("%s, n = %d: the evidence is %v, want %v", expression, n, value, want)
			}
			want, size := f.Gradient(t.Context()), 1.0
			for _, g := range want {
				size = max(size, math.Abs(g))
			}
			for i, g := range got {
				if d := math.Abs(g - want[i]); !(d <= 1e-9*size) {
					t.Errorf("%s, n = %d: derivative %d is %v, want %v", expression, n, i, g, want[i])
				}
			}
			before := runtime.GOMAXPROCS(1)
			again, slopes, _ := inBlocks(t.Context(), k, 0.01, x, y)
			runtime.GOMAXPROCS(before)
			if again != value {
				t.Errorf("n = %d: %v became %v", n, value, again)
			}
			for i, g := range slopes {
				if g != got[i] {
					t.Errorf("n = %d: derivative %d became another number", n, i)
				}
			}
		}
	}
}

// What cannot be factorised has no evidence.
func TestNoEvidence(t *testing.T) {
	k, err := covariance.Parse("1*rbf(1)")
	if err != nil {
		t.Fatal(err)
	}
	x, y := make([][2]float64, few+1), make([]float64, few+1) // one place, no noise
	for _, noise := range []float64{0, math.Inf(1)} {
		if _, _, ok := Evidence(t.Context(), k, noise, x, y); ok {
			t.Errorf("σ² = %v: a singular matrix was factorised", noise)
		}
	}
}
