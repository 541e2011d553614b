package kernel

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
)

// exp stays within two units in the last place of math.Exp, which itself is
// within one.
func TestExp(t *testing.T) {
	worst := 0.0
	check := func(x float64) {
		got, want := exp(x), math.Exp(x)
		if d := math.Abs(got-want) / (want * 0x1p-52); !(d <= 2) {
			t.Errorf("exp(%v) = %v, want %v: off by %.1f units", x, got, want, d)
		} else {
			worst = max(worst, d)
		}
	}
	for i := -699_000; i <= 699_000; i += 7 {
		check(float64(i) / 1000)
	}
	// Around every multiple of ln 2/1024, where the table's entries meet.
	for i := -20_000; i <= 1000; i++ {
		x := float64(i) * math.Ln2 / 1024
		check(x)
		check(math.Nextafter(x, math.Inf(1)))
		check(math.Nextafter(x, math.Inf(-1)))
	}
	t.Logf("the worst is %.2f units in the last place from math.Exp", worst)
}

func TestExpAtTheEnds(t *testing.T) {
	for _, x := range []float64{0, 1e-300, -1e-20, 700, -700, 709.7, 710, -745, -746, 1e300, -1e300, math.Inf(1), math.Inf(-1)} {
		got, want := exp(x), math.Exp(x)
		if got != want && !(math.Abs(got-want) <= 2*0x1p-52*want) {
			t.Errorf("exp(%v) = %v, want %v", x, got, want)
		}
	}
	if !math.IsNaN(exp(math.NaN())) {
		t.Error("exp(NaN) is a number")
	}
	if exp(0) != 1 {
		t.Errorf("exp(0) = %v: a point is not like itself", exp(0))
	}
}

// Against the series with 200 bits.
func TestExpExactly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-30, 0).Draw(t, "x")
		want := bigExp(x)
		got := new(big.Float).SetPrec(200).SetFloat64(exp(x))
		d, _ := new(big.Float).Quo(got.Sub(got, want), want).Float64()
		if math.Abs(d) > 2*0x1p-53*2 {
			t.Fatalf("exp(%v) is off by %.2g", x, d)
		}
	})
}

// bigExp sums the series of e^(x/1024) and squares ten times.
func bigExp(x float64) *big.Float {
	f := func(v float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(v) }
	r := f(x / 1024)
	sum, term := f(1), f(1)
	for n := 1; n < 60; n++ {
		term.Mul(term, r)
		term.Quo(term, f(float64(n)))
		sum.Add(sum, term)
	}
	for range 10 {
		sum.Mul(sum, sum)
	}
	return sum
}

func BenchmarkRow(b *testing.B) {
	x := make([][2]float64, 1000)
	for i := range x {
		x[i] = [2]float64{math.Sin(float64(i)), math.Cos(7 * float64(i))}
	}
	dst := make([]float64, len(x))
	for b.Loop() {
		RBF{Gamma: 1}.Row(dst, x, 3)
	}
}
