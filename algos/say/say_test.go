package say_test

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/algos/say"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct {
		x        float64
		num, tex string
	}{
		{0, "0", "0"},
		{math.Copysign(0, -1), "0", "0"},
		{-0.30249, "−0.302", "-0.302"},
		{0.3, "0.3", "0.3"},
		{0.1 + 0.2, "0.3", "0.3"},
		{0.30004, "0.300", "0.300"},
		{2.0004e7 + 0.5, "2.00 × 10⁷", `2.00\cdot 10^{7}`},
		{-1.2, "−1.2", "-1.2"},
		{2, "2", "2"},
		{9.996, "10.0", "10.0"},
		{99.96, "100.0", "100.0"},
		{133.25, "133.2", "133.2"},
		{1234.56, "1234.6", "1234.6"},
		{1 << 20, "1048576", "1048576"},
		{-1e9, "−1000000000", "-1000000000"},
		{123456.7, "1.23 × 10⁵", `1.23\cdot 10^{5}`},
		{4e12, "4 × 10¹²", `4\cdot 10^{12}`},
		{0.001, "0.001", "0.001"},
		{0.00099, "9.9 × 10⁻⁴", `9.9\cdot 10^{-4}`},
		{0x1p-52, "2.22 × 10⁻¹⁶", `2.22\cdot 10^{-16}`},
		{-2.2e-16, "−2.2 × 10⁻¹⁶", `-2.2\cdot 10^{-16}`},
		{math.Inf(1), "∞", `\infty`},
		{math.Inf(-1), "−∞", `-\infty`},
		{math.NaN(), "undefined", `\text{undefined}`},
	} {
		if got := say.Num(c.x); got != c.num {
			t.Errorf("Num(%v) = %q, want %q", c.x, got, c.num)
		}
		if got := say.TeX(c.x); got != c.tex {
			t.Errorf("TeX(%v) = %q, want %q", c.x, got, c.tex)
		}
	}
}

func TestForms(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{say.Sci(1500), "1.5 × 10³"},
		{say.Sci(0), "0"},
		{say.Sci(-1), "−1 × 10⁰"},
		{say.Sig(2/math.Sqrt(41), 6), "0.312348"},
		{say.TeXSig(math.Pi, 5), "3.1416"},
		{say.TeXFactor(-1), "(-1)"},
		{say.TeXFactor(1), "1"},
		{say.TeXFactor(1e-9), `(1\cdot 10^{-9})`},
		{say.Vec(0.3, -1.2), "(0.3, −1.2)"},
		{say.Vec(), "()"},
		{say.TeXVec(0.3, -1.2, 1), `(0.3,\,-1.2,\,1)`},
		{"x" + say.Sub(1907), "x₁₉₀₇"},
		{"e" + say.Sub(-1), "e₋₁"},
		{"10" + say.Sup(-23), "10⁻²³"},
		{say.Count(0, "point"), "0 points"},
		{say.Count(1, "pass"), "1 pass"},
		{say.Count(2, "pass"), "2 passes"},
		{say.Count(2, "class"), "2 classes"},
		{say.Count(3, "query"), "3 queries"},
		{say.Count(3, "leaf"), "3 leaves"},
		{say.Count(3, "epoch"), "3 epochs"},
		{say.Count(3, "day"), "3 days"},
		{say.Count(2, "vertex"), "2 vertexes"},
		{say.Count(2, "y"), "2 ys"},
		{say.Are(1, "pass"), "1 pass is"},
		{say.Are(0, "point"), "0 points are"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}

// What is written reads back within half a unit of the third digit.
func TestNumIsRounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mantissa := rapid.Float64Range(-10, 10).Draw(t, "mantissa")
		x := mantissa * math.Pow(10, float64(rapid.IntRange(-300, 300).Draw(t, "power")))
		text := say.TeX(x)
		back, err := strconv.ParseFloat(strings.TrimSuffix(strings.Replace(text, `\cdot 10^{`, "e", 1), "}"), 64)
		if err != nil {
			t.Fatalf("%v is written %q: %v", x, text, err)
		}
		// 0.5 in the third digit is at most 0.005 of the number; a denormal has fewer digits.
		if math.Abs(back-x) > 0.00500001*math.Abs(x)+5e-324 {
			t.Fatalf("%v is written %q", x, text)
		}
	})
}
