package gp

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// The inverse in blocks is the library's, for sizes on both sides of the borders of
// panels, and the same at every call.
func TestInverse(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, panelSize - 1, panelSize, panelSize + 1, 2*panelSize + 5, 4 * panelSize} {
		a := mat.NewSymDense(n, nil)
		for i := range n {
			for j := i; j < n; j++ {
				a.SetSym(i, j, math.Exp(-0.02*math.Abs(float64(i-j)))+1e-3*rng.NormFloat64())
			}
			a.SetSym(i, i, a.At(i, i)+2)
		}
		var library mat.Cholesky
		if !library.Factorize(a) {
			t.Fatalf("n = %d: no factor", n)
		}
		var want mat.SymDense
		if err := library.InverseTo(&want); err != nil {
			t.Fatal(err)
		}
		invert := func() []float64 {
			l := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
			for i := range n {
				for j := range i + 1 {
					l.Data[i*n+j] = a.At(i, j)
				}
			}
			if !cholesky(l) {
				t.Fatalf("n = %d: no factor of ours", n)
			}
			inverse(l)
			return l.Data
		}
		got, again := invert(), invert()
		for i := range n {
			for j := range i + 1 {
				x := got[i*n+j]
				if d := math.Abs(x - want.At(i, j)); !(d <= 1e-12) {
					t.Fatalf("n = %d: entry %d, %d is off by %g", n, i, j, d)
				}
				if x != again[i*n+j] {
					t.Fatalf("n = %d: entry %d, %d is another number the second time", n, i, j)
				}
			}
		}
	}
}
