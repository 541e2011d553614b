package trial_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/trial"
)

func near(t testing.TB, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s = %v, want %v: off by %.2g", what, got, want, got-want)
	}
}

func summary(x []float64, levels ...float64) trial.Summary {
	t := trial.NewTally(levels...)
	for _, v := range x {
		t.Add(v)
	}
	return t.Summary()
}

// The numbers 1, …, n have mean (n+1)/2 and variance n(n+1)/12.
func TestSummaryOfAnArithmeticSequence(t *testing.T) {
	for _, n := range []int{2, 3, 10, 999, 1000, 1001, 5000} {
		x := make([]float64, n)
		for i, k := range rand.New(rand.NewPCG(1, 2)).Perm(n) {
			x[i] = float64(k + 1)
		}
		s := summary(x, 0.25, 0.5)
		f := float64(n)
		near(t, "mean", s.Mean, (f+1)/2, 1e-9*f)
		near(t, "variance", s.Variance, f*(f+1)/12, 1e-9*f*f)
		near(t, "standard error", s.SE, math.Sqrt((f+1)/12), 1e-9*f)
		if s.N != n || s.Min != 1 || s.Max != f {
			t.Errorf("n = %d: %+v", n, s)
		}
		tol := 0.0
		if n >= trial.Exact {
			tol = f / 100
		}
		near(t, "median", s.Quantile(0.5), (f+1)/2, tol)
		near(t, "lower quartile", s.Quantile(0.25), 1+(f-1)/4, tol)
	}
}

func TestSummaryOfFew(t *testing.T) {
	none := summary(nil, 0.5)
	for name, x := range map[string]float64{
		"mean": none.Mean, "variance": none.Variance, "SE": none.SE, "min": none.Min, "max": none.Max, "median": none.Quantile(0.5),
		"what is not followed": summary([]float64{1}, 0.5).Quantile(0.4),
	} {
		if !math.IsNaN(x) {
			t.Errorf("%s of nothing is %v", name, x)
		}
	}
	one := summary([]float64{3}, 0.1, 0.9)
	if one.Mean != 3 || one.Quantile(0.1) != 3 || one.Quantile(0.9) != 3 || !math.IsNaN(one.Variance) || !math.IsNaN(one.SE) {
		t.Errorf("of one number: %+v", one)
	}
	odd := summary([]float64{math.NaN(), 1, math.Inf(1), 3, math.Inf(-1)})
	if odd.N != 2 || odd.Undefined != 3 || odd.Mean != 2 || odd.Variance != 2 {
		t.Errorf("with numbers that are not finite: %+v", odd)
	}
}

func TestLevelsAreChecked(t *testing.T) {
	for _, levels := range [][]float64{{0}, {1}, {math.NaN()}, {.1, .2, .3, .4, .5, .6, .7, .8, .9}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("levels %v are taken", levels)
				}
			}()
			trial.NewTally(levels...)
		}()
	}
	s := summary([]float64{1, 2, 3}, 0.5, 0.25, 0.5)
	if len(s.Quantiles) != 2 || s.Quantiles[0].Level != 0.25 {
		t.Errorf("levels are neither sorted nor unique: %v", s.Quantiles)
	}
}

// A summary is not changed by what comes after it.
func TestASummaryStays(t *testing.T) {
	tally := trial.NewTally(0.5)
	for i := range 3 * trial.Exact {
		before := tally.Summary()
		kept := slices.Clone(before.Quantiles)
		tally.Add(float64(i % 17))
		if !equal(before.Quantiles, kept) {
			t.Fatal("adding a number changed a summary")
		}
	}
}

// equal takes NaN for equal to NaN.
func equal(a, b []trial.Quantile) bool {
	return slices.EqualFunc(a, b, func(x, y trial.Quantile) bool {
		return x == y || x.Level == y.Level && math.IsNaN(x.Value) && math.IsNaN(y.Value)
	})
}

// Mean and variance are those of exact arithmetic, also far from zero.
func TestMeanAndVarianceAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		shift := rapid.SampledFrom([]float64{0, 1, 1e6, -1e9}).Draw(t, "shift")
		x := rapid.SliceOfN(rapid.Float64Range(-100, 100), 2, 200).Draw(t, "numbers")
		sum, squares := new(big.Float).SetPrec(400), new(big.Float).SetPrec(400)
		for i := range x {
			x[i] += shift
			v := new(big.Float).SetPrec(400).SetFloat64(x[i])
			sum.Add(sum, v)
			squares.Add(squares, v.Mul(v, v))
		}
		n := big.NewFloat(float64(len(x))).SetPrec(400)
		mean := new(big.Float).SetPrec(400).Quo(sum, n)
		squares.Sub(squares, new(big.Float).SetPrec(400).Mul(mean, sum))
		wantMean, _ := mean.Float64()
		wantVar, _ := squares.Quo(squares, new(big.Float).Sub(n, big.NewFloat(1))).Float64()
		s := summary(x)
		size := math.Abs(shift) + 100
		if math.Abs(s.Mean-wantMean) > 1e-13*size {
			t.Errorf("mean %v, want %v", s.Mean, wantMean)
		}
		if math.Abs(s.Variance-wantVar) > 1e-12*wantVar+1e-13*size*100 {
			t.Errorf("variance %v, want %v", s.Variance, wantVar)
		}
	})
}

// Quantiles are in order, within the numbers, and exact while there are few.
func TestQuantilesAreInOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		levels := rapid.SliceOfNDistinct(rapid.Float64Range(0.001, 0.999), 1, 8, rapid.ID[float64]).Draw(t, "levels")
		n := rapid.IntRange(1, 3*trial.Exact).Draw(t, "n")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		few := rapid.IntRange(1, 50).Draw(t, "different numbers")
		x := make([]float64, n)
		for i := range x {
			x[i] = math.Trunc(float64(few)*r.NormFloat64()) / 3
		}
		if rapid.Bool().Draw(t, "sorted") {
			slices.Sort(x)
		}
		s := summary(x, levels...)
		slices.Sort(x)
		last := s.Min
		for _, q := range s.Quantiles {
			if q.Value < last || q.Value > s.Max {
				t.Fatalf("the quantile at %v is %v, the one before %v, the largest number %v", q.Level, q.Value, last, s.Max)
			}
			last = q.Value
			if n >= trial.Exact {
				continue
			}
			at := q.Level * float64(n-1)
			lo, hi := x[int(math.Floor(at))], x[int(math.Ceil(at))]
			if q.Value < lo || q.Value > hi {
				t.Fatalf("the quantile at %v is %v, not between %v and %v", q.Level, q.Value, lo, hi)
			}
		}
	})
}

// Of many numbers, the quantiles are close to those of their distribution: within four
// standard deviations of the sample's quantile, √(p(1−p)/n)/f.
func TestQuantilesOfManyNumbers(t *testing.T) {
	const n = 200_000
	levels := []float64{0.025, 0.25, 0.5, 0.9, 0.975}
	for _, d := range []struct {
		name          string
		draw          func(*rand.Rand) float64
		quantile, pdf func(float64) float64
	}{
		{"uniform", (*rand.Rand).Float64, func(p float64) float64 { return p }, func(float64) float64 { return 1 }},
		{
			"exponential", (*rand.Rand).ExpFloat64,
			func(p float64) float64 { return -math.Log1p(-p) },
			func(x float64) float64 { return math.Exp(-x) },
		},
		{
			"normal", (*rand.Rand).NormFloat64,
			func(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) },
			func(x float64) float64 { return math.Exp(-x*x/2) / math.Sqrt(2*math.Pi) },
		},
	} {
		r := rand.New(rand.NewPCG(11, 0))
		x := make([]float64, n)
		for i := range x {
			x[i] = d.draw(r)
		}
		s := summary(x, levels...)
		for _, p := range levels {
			want := d.quantile(p)
			sd := math.Sqrt(p*(1-p)/n) / d.pdf(want)
			if z := (s.Quantile(p) - want) / sd; math.Abs(z) > 4 {
				t.Errorf("%s: the quantile at %v is %v, want %v: %.1f standard deviations off", d.name, p, s.Quantile(p), want, z)
			}
		}
	}
}
