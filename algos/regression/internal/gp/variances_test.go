package gp

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos/grid"
	"playground/algos/kernel/covariance"
)

// parse reads an expression that is known to be good.
func parse(t testing.TB, text string) covariance.Kernel {
	t.Helper()
	k, err := covariance.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// strewn are n inputs strewn over a square.
func strewn(n int, seed uint64) [][2]float64 {
	r := rand.New(rand.NewPCG(seed, 1))
	x := make([][2]float64, n)
	for i := range x {
		x[i] = [2]float64{6*r.Float64() - 3, 6*r.Float64() - 3}
	}
	return x
}

// matrix is K + σ²I in full.
func matrix(k covariance.Kernel, noise float64, x [][2]float64) blas64.General {
	n := len(x)
	a := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	for i := range n {
		for j := range n {
			a.Data[i*n+j] = k.At(x[i], x[j])
		}
		a.Data[i*n+i] += noise
	}
	return a
}

// The factor in blocks is the factor of the textbook.
func TestCholesky(t *testing.T) {
	for _, n := range []int{1, 2, 95, 96, 97, 250} {
		a := matrix(parse(t, "1.3*rbf(0.8)"), 0.01, strewn(n, 3))
		l := blas64.General{Rows: n, Cols: n, Stride: n, Data: append([]float64{}, a.Data...)}
		if !cholesky(l) {
			t.Fatalf("n = %d: not positive definite", n)
		}
		for i := range n {
			for j := range i + 1 {
				sum := 0.0
				for p := range j + 1 {
					sum += l.Data[i*n+p] * l.Data[j*n+p]
				}
				if d := math.Abs(sum - a.Data[i*n+j]); d > 1e-14*float64(n) {
					t.Fatalf("n = %d: LLᵀ is off by %.2g at (%d, %d)", n, d, i, j)
				}
			}
		}
	}
	if cholesky(blas64.General{Rows: 2, Cols: 2, Stride: 2, Data: []float64{1, 2, 2, 1}}) {
		t.Error("an indefinite matrix has a factor")
	}
}

// The variances on a grid are those of one solve for every node, by series and
// without.
func TestVariancesOnAGrid(t *testing.T) {
	for _, c := range []struct {
		kernel string
		g      grid.Grid
		series bool
	}{
		{"1*rbf(0.7)", grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 50, NY: 50}, true},
		{"2*rbf(1.5)*rbf(4)", grid.Grid{Window: grid.Window{X0: -4, X1: 3, Y0: -1, Y1: 2}, NX: 64, NY: 31}, true},
		{"1*rbf(0.05)", grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 33, NY: 20}, false},
		{"0.5*rbf(1)+0.5*matern32(1)", grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 17, NY: 9}, false},
		{"linear(1)", grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 7, NY: 9}, false},
	} {
		k := parse(t, c.kernel)
		for _, n := range []int{0, 1, 3, 120} {
			x := strewn(n, 5)
			const noise = 0.01
			a := matrix(k, noise, x)
			if n > 0 && !cholesky(a) {
				t.Fatal("not positive definite")
			}
			got := make([]float64, c.g.Len())
			Variances(got, k, lower(a), x, c.g)

			post := New(k, noise, nil, n)
			for _, p := range x {
				post = post.Add(p, 0, post.At(p))
			}
			worst := 0.0
			for j := range c.g.NY {
				for i := range c.g.NX {
					worst = max(worst, math.Abs(got[j*c.g.NX+i]-post.At([2]float64{c.g.X(i), c.g.Y(j)}).Var))
				}
			}
			// k(x, x) is about one; the rest is rounding, grown by the condition number.
			if worst > 1e-10 {
				t.Errorf("%s, n = %d: off by %.2g", c.kernel, n, worst)
			}
		}
		if scale, gamma, ok := k.Gaussian(); ok {
			if v := k.At([2]float64{1, 2}, [2]float64{0.5, 1}); math.Abs(v-scale*math.Exp(-gamma*1.25)) > 1e-15 {
				t.Errorf("%s is not %v e^(−%v r²)", c.kernel, scale, gamma)
			}
		}
		if got := Short(k, c.g); got != c.series {
			t.Errorf("%s has a short series: %v", c.kernel, got)
		}
	}
}

func BenchmarkVariances(b *testing.B) {
	g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 50, NY: 50}
	dst := make([]float64, g.Len())
	k := parse(b, "1*rbf(0.7)")
	x := strewn(1000, 5)
	a := matrix(k, 0.01, x)
	b.Run("factor", func(b *testing.B) {
		for b.Loop() {
			l := blas64.General{Rows: 1000, Cols: 1000, Stride: 1000, Data: append([]float64{}, a.Data...)}
			cholesky(l)
		}
	})
	cholesky(a)
	b.Run("series", func(b *testing.B) {
		for b.Loop() {
			Variances(dst, k, lower(a), x, g)
		}
	})
	b.Run("nodes", func(b *testing.B) {
		for b.Loop() {
			lessNodes(dst, k, lower(a), x, g)
		}
	})
}
