package kernel_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/param"
)

var all = map[string]kernel.Kernel{
	"linear":    kernel.Linear{},
	"poly2":     kernel.Poly{Gamma: 1, Coef0: 1, Degree: 2},
	"poly3":     kernel.Poly{Gamma: 0.5, Coef0: 1, Degree: 3},
	"poly7":     kernel.Poly{Gamma: 0.3, Coef0: -0.5, Degree: 7},
	"rbf":       kernel.RBF{Gamma: 1.2},
	"rbf sharp": kernel.RBF{Gamma: 400},
	"laplacian": kernel.Laplacian{Gamma: 0.7},
	"sigmoid":   kernel.Sigmoid{Gamma: 0.25, Coef0: -0.5},
}

// The notes' worked values: x = (1, 2), z = (3, −1), and the sigmoid Gram matrix
// of the numbers 0.5 and 1.5.
func TestValues(t *testing.T) {
	x, z := [2]float64{1, 2}, [2]float64{3, -1}
	for _, c := range []struct {
		k    kernel.Kernel
		want float64
		tol  float64
	}{
		{kernel.Linear{}, 1, 0},
		{kernel.Poly{Gamma: 1, Coef0: 1, Degree: 2}, 4, 0},
		{kernel.RBF{Gamma: 0.5}, 0.0015034392, 5e-11}, // printed to 8 digits; σ = 1
		{kernel.Laplacian{Gamma: 2}, math.Exp(-2 * math.Sqrt(13)), 1e-18},
		{kernel.Sigmoid{Gamma: 1, Coef0: -1}, 0, 0},
	} {
		if got := c.k.At(x, z); math.Abs(got-c.want) > c.tol {
			t.Errorf("%T: %v, want %v", c.k, got, c.want)
		}
	}
	g := kernel.Gram(kernel.Sigmoid{Gamma: 1, Coef0: -1}, [][2]float64{{0.5, 0}, {1.5, 0}})
	for i, want := range []float64{-0.635149, -0.244919, -0.244919, 0.848284} {
		if math.Abs(g[i]-want) > 5e-7 {
			t.Errorf("sigmoid Gram entry %d is %v, want %v", i, g[i], want)
		}
	}
}

func randomPoints(rng *rand.Rand, n int, centre, scale float64) ([][2]float64, []float64) {
	x, c := make([][2]float64, n), make([]float64, n)
	for i := range x {
		x[i] = [2]float64{centre + scale*rng.NormFloat64(), centre + scale*rng.NormFloat64()}
		c[i] = rng.NormFloat64()
	}
	return x, c
}

func TestRowAndSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	x, _ := randomPoints(rng, 40, 0, 1)
	for name, k := range all {
		row := make([]float64, len(x))
		for i := range x {
			k.Row(row, x, i)
			for j := range x {
				if row[j] != k.At(x[i], x[j]) || row[j] != k.At(x[j], x[i]) {
					t.Fatalf("%s: entry %d, %d: row %v, at %v and %v", name, i, j, row[j], k.At(x[i], x[j]), k.At(x[j], x[i]))
				}
			}
		}
	}
}

// The fast field agrees with the plain double sum to 10⁻¹² of Σ|c·k|, the size
// that rounding of the plain sum has too.
func TestFieldIsThePlainSum(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, size := range []struct{ nx, ny, centres int }{{17, 23, 0}, {2, 2, 1}, {40, 30, 60}} {
		for _, where := range []struct{ centre, scale float64 }{{0, 1}, {5, 0.5}} {
			g := grid.Grid{Window: grid.Window{X0: where.centre - 3, X1: where.centre + 2, Y0: where.centre - 2, Y1: where.centre + 3}, NX: size.nx, NY: size.ny}
			centres, coef := randomPoints(rng, size.centres, where.centre, where.scale)
			for name, k := range all {
				got := make([]float64, g.Len())
				k.Field(got, g, centres, coef, 0.25)
				for j := range g.NY {
					for i := range g.NX {
						x := [2]float64{g.X(i), g.Y(j)}
						want, sum := 0.25, 0.25
						for s, a := range centres {
							term := coef[s] * k.At(a, x)
							want += term
							sum += math.Abs(term)
						}
						if d := math.Abs(got[j*g.NX+i] - want); d > 1e-12*sum {
							t.Fatalf("%s at %v: %v, want %v (off by %.2g of %.2g)", name, x, got[j*g.NX+i], want, d, sum)
						}
					}
				}
			}
		}
	}
}

// A field does not depend on how many processors there are, nor on what the
// buffers held before.
func TestFieldIsDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	centres, coef := randomPoints(rng, 40, 0, 1)
	g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 48, NY: 48}
	for name, k := range all {
		once, twice := make([]float64, g.Len()), make([]float64, g.Len())
		before := runtime.GOMAXPROCS(1)
		k.Field(once, g, centres, coef, 0)
		runtime.GOMAXPROCS(4)
		k.Field(twice, g, centres, coef, 0)
		runtime.GOMAXPROCS(before)
		if !slices.Equal(once, twice) {
			t.Errorf("%s: another number of processors, another field", name)
		}
	}
}

func TestPSDKernelsHaveNoNegativeEigenvalue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 15).Draw(t, "n")
		x := make([][2]float64, n)
		for i := range x {
			x[i] = [2]float64{rapid.Float64Range(-2, 2).Draw(t, "x1"), rapid.Float64Range(-2, 2).Draw(t, "x2")}
		}
		o := kernel.Options{
			Kernel: rapid.SampledFrom([]string{"linear", "poly", "rbf", "laplacian", "sigmoid"}).Draw(t, "kernel"),
			Gamma:  rapid.Float64Range(0.01, 4).Draw(t, "gamma"), Degree: rapid.IntRange(1, 4).Draw(t, "degree"),
			Coef0: rapid.Float64Range(-1, 1).Draw(t, "coef0"),
		}
		k := o.New()
		if !k.PSD() {
			return
		}
		var eigen mat.EigenSym
		if !eigen.Factorize(mat.NewSymDense(n, kernel.Gram(k, x)), false) {
			t.Fatal("no eigenvalues")
		}
		v := eigen.Values(nil)
		if v[0] < -1e-13*float64(n)*max(1, v[n-1]) {
			t.Fatalf("%+v has the eigenvalue %v", o, v[0])
		}
	})
}

// What is not PSD really is not: points that prove it.
func TestNotPSD(t *testing.T) {
	for _, k := range []kernel.Kernel{kernel.Sigmoid{Gamma: 1, Coef0: -1}, kernel.Poly{Gamma: 1, Coef0: -1, Degree: 3}} {
		if k.PSD() || k.At([2]float64{0.5, 0}, [2]float64{0.5, 0}) >= 0 {
			t.Errorf("%T: PSD %v, k(x,x) = %v", k, k.PSD(), k.At([2]float64{0.5, 0}, [2]float64{0.5, 0}))
		}
	}
}

func TestOptions(t *testing.T) {
	var o kernel.Options
	var s param.Set
	def := kernel.Options{Kernel: "rbf", Gamma: 1.2, Degree: 3, Coef0: 1}
	o.Bind(&s, def)
	if o != def {
		t.Errorf("defaults %+v, want %+v", o, def)
	}
	if got, want := s.Schema().Names(), []string{"kernel", "gamma", "degree", "coef0"}; !slices.Equal(got, want) {
		t.Errorf("names %v, want %v", got, want)
	}
	for _, c := range kernel.Choices() {
		if err := s.Apply(param.Values{"kernel": c.Value}); err != nil {
			t.Fatal(err)
		}
		if k := o.New(); c.TeX != k.TeX() {
			t.Errorf("%s: the menu shows %s, the kernel is %s", c.Value, c.TeX, k.TeX())
		}
	}
	err := s.Apply(param.Values{"gamma": "-1"})
	if err == nil || err.Error() != "gamma: -1 is out of range: it must be from 1 × 10⁻¹² to 1 × 10¹²" {
		t.Errorf("γ = −1: %v", err)
	}
	active := func(kernel, name string) bool { return s.Schema().Active(name, param.Values{"kernel": kernel}) }
	if active("linear", "gamma") || !active("poly", "degree") || active("rbf", "coef0") || !active("sigmoid", "coef0") {
		t.Error("the form shows parameters of other kernels")
	}
}

func BenchmarkField(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	centres, coef := randomPoints(rng, 60, 0, 1)
	for _, name := range []string{"linear", "poly3", "rbf", "laplacian", "sigmoid"} {
		for _, n := range []int{64, 100} {
			g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: n, NY: n}
			dst := make([]float64, g.Len())
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					all[name].Field(dst, g, centres, coef, 0)
				}
			})
		}
	}
}

// The same field as a plain sum, to compare with.
func BenchmarkFieldPlain(b *testing.B) {
	rng := rand.New(rand.NewPCG(4, 4))
	centres, coef := randomPoints(rng, 60, 0, 1)
	g := grid.Grid{Window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}, NX: 100, NY: 100}
	dst := make([]float64, g.Len())
	k := all["rbf"]
	for b.Loop() {
		grid.Fill(dst, g, func(x, y float64) float64 {
			f := 0.0
			for s, a := range centres {
				f += coef[s] * k.At(a, [2]float64{x, y})
			}
			return f
		})
	}
}

// The eigenvalues of a matrix of tiny numbers, which defeats the plain
// factorisation, of an ordinary one and of nothing but zeros.
func TestSpectrum(t *testing.T) {
	for _, scale := range []float64{1e-100, 1e-61, 1, 1e30} {
		// x·z over (s, 0), (0, 2s) has the eigenvalues s² and 4s².
		least, most := kernel.Spectrum(kernel.Linear{}, [][2]float64{{scale, 0}, {0, 2 * scale}})
		if s2 := scale * scale; math.Abs(least/s2-1) > 1e-14 || math.Abs(most/s2-4) > 1e-14 {
			t.Errorf("scale %v: %v and %v", scale, least, most)
		}
	}
	if least, most := kernel.Spectrum(kernel.Linear{}, make([][2]float64, 3)); least != 0 || most != 0 {
		t.Errorf("zeros: %v and %v", least, most)
	}
	// The sigmoid of the notes (001, fixture 5).
	least, most := kernel.Spectrum(kernel.Sigmoid{Gamma: 1, Coef0: -1}, [][2]float64{{0.5}, {1.5}})
	if math.Abs(least+0.674540) > 1e-6 || math.Abs(most-0.887674) > 1e-6 {
		t.Errorf("sigmoid: %v and %v", least, most)
	}
}
