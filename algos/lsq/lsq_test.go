package lsq_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"playground/algos/lsq"
)

// longley is NIST's reference problem of that name: GNP deflator, GNP, unemployed, armed
// forces, population, year, and total employment.
var longley = [][7]float64{
	{83.0, 234289, 2356, 1590, 107608, 1947, 60323},
	{88.5, 259426, 2325, 1456, 108632, 1948, 61122},
	{88.2, 258054, 3682, 1616, 109773, 1949, 60171},
	{89.5, 284599, 3351, 1650, 110929, 1950, 61187},
	{96.2, 328975, 2099, 3099, 112075, 1951, 63221},
	{98.1, 346999, 1932, 3594, 113270, 1952, 63639},
	{99.0, 365385, 1870, 3547, 115094, 1953, 64989},
	{100.0, 363112, 3578, 3350, 116219, 1954, 63761},
	{101.2, 397469, 2904, 3048, 117388, 1955, 66019},
	{104.6, 419180, 2822, 2857, 118734, 1956, 67857},
	{108.4, 442769, 2936, 2798, 120445, 1957, 68169},
	{110.8, 444546, 4681, 2637, 121950, 1958, 66513},
	{112.6, 482704, 3813, 2552, 123366, 1959, 68655},
	{114.2, 502601, 3931, 2514, 125368, 1960, 69564},
	{115.7, 518173, 4806, 2572, 127852, 1961, 69331},
	{116.9, 554894, 4007, 2827, 130081, 1962, 70551},
}

// certified are its coefficients, intercept first, as NIST certifies them.
var certified = []float64{
	-3482258.63459582, 15.0618722713733, -0.358191792925910e-01, -2.02022980381683, -1.03322686717359, -0.511041056535807e-01, 1829.15146461355,
}

func columns(rows [][7]float64) (x [][]float64, y []float64) {
	x = make([][]float64, 7)
	for _, r := range rows {
		x[0] = append(x[0], 1)
		for j, v := range r[:6] {
			x[j+1] = append(x[j+1], v)
		}
		y = append(y, r[6])
	}
	return x, y
}

// powers are 1, x, …, xᵈ, and y = Σ cᵏxᵏ: Wampler's problems of NIST, whose answers are
// known without reckoning.
func powers(xs []float64, degree int, c float64) (x [][]float64, y, want []float64) {
	x, y = make([][]float64, degree+1), make([]float64, len(xs))
	for k := range x {
		want = append(want, math.Pow(c, float64(k)))
		for i, v := range xs {
			x[k] = append(x[k], math.Pow(v, float64(k)))
			y[i] += want[k] * x[k][i]
		}
	}
	return x, y, want
}

func least(d []float64) float64 { return slices.Min(d) }

func TestNISTLongley(t *testing.T) {
	x, y := columns(longley)
	f := lsq.Factor(x, y)
	qr := least(lsq.Digits(f.Theta(), certified))
	normal, ok := lsq.Normal(x, y)
	if !ok {
		t.Fatal("the normal equations have no solution")
	}
	other := least(lsq.Digits(normal, certified))
	reference, ok := lsq.Reference(x, y)
	if !ok || least(lsq.Digits(reference, certified)) < 14 {
		t.Errorf("reference %v, certified %v", reference, certified)
	}
	if qr < 11 || other > qr-3 {
		t.Errorf("QR has %.1f digits, the normal equations %.1f", qr, other)
	}
	if rss := f.RSS(); math.Abs(rss/836424.055505915-1) > 1e-10 {
		t.Errorf("RSS %v", rss)
	}
	if c := lsq.Condition(x); math.Abs(c/43275-1) > 1e-4 {
		t.Errorf("condition %v", c)
	}
	t.Logf("QR %.1f digits, normal equations %.1f", qr, other)
}

func TestNISTWampler(t *testing.T) {
	var xs []float64
	for i := range 21 {
		xs = append(xs, float64(i))
	}
	for _, c := range []float64{1, 0.1} { // Wampler 1 and 2
		x, y, want := powers(xs, 5, c)
		qr, normal := lsq.Solve(x, y), []float64(nil)
		normal, _ = lsq.Normal(x, y)
		if d := least(lsq.Digits(qr, want)); d < 8 || d <= least(lsq.Digits(normal, want)) {
			t.Errorf("c = %v: %.1f digits by QR, %.1f by the normal equations", c, d, least(lsq.Digits(normal, want)))
		}
	}
}

// A polynomial of degree 10 over a range that is far from 0, as in NIST's Filip: the
// normal equations have nothing right or no answer at all, QR keeps some digits.
func TestLikeFilip(t *testing.T) {
	var xs []float64
	for i := range 82 {
		xs = append(xs, -8.75+float64(i)/14)
	}
	x, y, _ := powers(xs, 10, -1)
	want, ok := lsq.Reference(x, y)
	if !ok {
		t.Fatal("no reference")
	}
	f := lsq.Factor(x, y)
	if d := least(lsq.Digits(f.Theta(), want)); f.Rank() != 11 || d < 2 {
		t.Errorf("rank %d, %.1f digits", f.Rank(), d)
	}
	if normal, ok := lsq.Normal(x, y); ok && least(lsq.Digits(normal, want)) > 2 {
		t.Errorf("the normal equations have %.1f digits", least(lsq.Digits(normal, want)))
	}
}

// A dependent column has the coefficient 0, and the fit is that without it.
func TestDependentColumns(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const n = 20
	x, y := make([][]float64, 4), make([]float64, n)
	for i := range n {
		a, b := r.NormFloat64(), 100*r.NormFloat64()
		for j, v := range []float64{1, a, 3*a - 7, b} {
			x[j] = append(x[j], v)
		}
		y[i] = a - b + r.NormFloat64()
	}
	f := lsq.Factor(x, y)
	if f.Rank() != 3 || !f.Dependent(2) || f.Theta()[2] != 0 {
		t.Fatalf("rank %d, θ = %v", f.Rank(), f.Theta())
	}
	g := lsq.Factor([][]float64{x[0], x[1], x[3]}, y)
	if math.Abs(f.RSS()/g.RSS()-1) > 1e-12 {
		t.Errorf("RSS %v, %v without the column", f.RSS(), g.RSS())
	}
	if c := lsq.Condition(x); !math.IsInf(c, 1) {
		t.Errorf("condition %v", c)
	}
	if _, ok := lsq.Reference([][]float64{x[0], x[1], x[1]}, y); ok {
		t.Error("a reference for columns that are the same")
	}
}

// More columns than rows: the first ones fit all rows.
func TestFewerRowsThanColumns(t *testing.T) {
	x, y := [][]float64{{1, 1}, {0, 1}, {5, 3}}, []float64{2, 7}
	f := lsq.Factor(x, y)
	if f.Rank() != 2 || f.RSS() > 1e-28 {
		t.Errorf("rank %d, RSS %v", f.Rank(), f.RSS())
	}
	for i, e := range lsq.Residuals(x, y, f.Theta()) {
		if math.Abs(e) > 1e-14 {
			t.Errorf("row %d is off by %v", i, e)
		}
	}
	if g := lsq.Factor(nil, y); g.Rank() != 0 || g.RSS() != 4+49 {
		t.Errorf("without columns RSS is %v", g.RSS())
	}
}

// After every column the fit is that of the columns so far alone; a factorisation that
// was cloned goes its own way.
func TestColumnByColumn(t *testing.T) {
	x, y := columns(longley)
	f := lsq.Start(x, y)
	for k := range x {
		before := f.Clone()
		f.Next()
		if before.Done() != k || f.Done() != k+1 {
			t.Fatalf("done %d, %d", before.Done(), f.Done())
		}
		part := lsq.Factor(x[:k+1], y)
		for j, want := range part.Theta() {
			if got := f.Theta()[j]; got != want {
				t.Errorf("%d columns: θ[%d] = %v, want %v", k+1, j, got, want)
			}
		}
		rss := 0.0
		for _, e := range lsq.Residuals(x, y, f.Theta()) {
			rss += e * e
		}
		if math.Abs(rss-f.RSS()) > 1e-8*rss+1e-6 {
			t.Errorf("%d columns: RSS %v, by the residuals %v", k+1, f.RSS(), rss)
		}
	}
	if f.Next() {
		t.Error("a column after the last")
	}
}

// Leverages sum to the rank, and are the change of a prediction with its own target.
func TestLeverages(t *testing.T) {
	x, y := columns(longley)
	f := lsq.Factor(x, y)
	sum := 0.0
	for i, h := range f.Leverages(x) {
		sum += h
		moved := slices.Clone(y)
		moved[i] += 1000
		was, is := lsq.Residuals(x, y, f.Theta())[i], lsq.Residuals(x, moved, lsq.Solve(x, moved))[i]
		if got := 1 - (is-was)/1000; math.Abs(got-h) > 1e-8 {
			t.Errorf("row %d: leverage %v, by moving the target %v", i, h, got)
		}
	}
	if math.Abs(sum-7) > 1e-8 {
		t.Errorf("they sum to %v", sum)
	}
}

// Whole weights are rows that stand there several times.
func TestWeighted(t *testing.T) {
	x, y, w := [][]float64{{1, 1, 1, 1}, {0, 1, 2, 5}}, []float64{1, 0, 4, 2}, []float64{1, 3, 0, 2}
	many, targets := make([][]float64, 2), []float64(nil)
	for i, times := range w {
		for range int(times) {
			many[0], many[1], targets = append(many[0], x[0][i]), append(many[1], x[1][i]), append(targets, y[i])
		}
	}
	got, want := lsq.Weighted(x, y, w), lsq.Solve(many, targets)
	for j := range want {
		if math.Abs(got[j]-want[j]) > 1e-14 {
			t.Errorf("%v, want %v", got, want)
		}
	}
}

func TestSpectrum(t *testing.T) {
	values, v := lsq.Spectrum([][]float64{{3, 0, 0}, {0, 4, 0}})
	if math.Abs(values[0]-16) > 1e-13 || math.Abs(values[1]-9) > 1e-13 || math.Abs(math.Abs(v[1])-1) > 1e-14 {
		t.Errorf("%v, %v", values, v)
	}
}

// Nothing overflows, underflows or divides by 0.
func TestExtremes(t *testing.T) {
	for _, scale := range []float64{0, 1e-320, 1e-310, 1e-200, 1e150} {
		x, y := [][]float64{{1, 1, 1}, {0, scale, 3 * scale}}, []float64{scale, scale, 2 * scale}
		for _, v := range append(lsq.Solve(x, y), lsq.Factor(x, y).RSS()) {
			if math.IsNaN(v) {
				t.Errorf("scale %v: NaN", scale)
			}
		}
	}
}

func BenchmarkSolve(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	const n, p = 10_000, 11
	x, y := make([][]float64, p), make([]float64, n)
	for j := range x {
		for range n {
			x[j] = append(x[j], r.NormFloat64())
		}
	}
	for i := range y {
		y[i] = r.NormFloat64()
	}
	for b.Loop() {
		lsq.Solve(x, y)
	}
}
