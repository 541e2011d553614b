// Package say writes numbers the way the sentences and formulas of a step show
// them: few digits, a real minus sign, powers of ten spelt out.
//
// Every number has two forms: Unicode for sentences, labels and tips ("−0.302",
// "2.2 × 10⁻¹⁶"), and TeX for formulas ("-0.302", `2.2\cdot 10^{-16}`).
// Formatting rounds; it is for people only. Files and URLs use param.Format.
package say

import (
	"math"
	"strconv"
	"strings"
)

// digits is how many significant digits people are shown.
const digits = 3

// Num writes a number with three significant digits: "−0.302". What has fewer is
// exact, up to 10⁻¹² of it: "0.3", but "0.300" for 0.30004. Whole numbers below 10⁹
// are exact, other numbers from 100 to 10⁵ keep one digit behind the point, and what
// is below 10⁻³ or beyond is written as a power of ten. NaN is "undefined", an
// infinity "∞" or "−∞".
func Num(x float64) string { return Sig(x, digits) }

// Sig is [Num] with n significant digits, n ≥ 1.
func Sig(x float64, n int) string { return split(x, n).unicode() }

// Sci writes a number as a power of ten with three significant digits:
// "2.22 × 10⁻¹⁶". Zero is "0".
func Sci(x float64) string { return scientific(x, digits).unicode() }

// TeX is [Num] for a formula: "-0.302" or `2.2\cdot 10^{-16}`.
func TeX(x float64) string { return TeXSig(x, digits) }

// TeXSig is [TeX] with n significant digits, n ≥ 1.
func TeXSig(x float64, n int) string { return split(x, n).tex() }

// TeXFactor is [TeX] in brackets where the number is negative or a power of ten,
// so that it can stand behind an operator: "(-1)".
func TeXFactor(x float64) string { return split(x, digits).factor() }

// factor is tex in brackets where it needs them behind an operator.
func (d decimal) factor() string {
	if d.exponent != "" || strings.HasPrefix(d.mantissa, "-") {
		return "(" + d.tex() + ")"
	}
	return d.tex()
}

// Vec writes a row vector: "(0.3, −1.2)".
func Vec(x ...float64) string { return list(x, Num, ", ") }

// TeXVec is [Vec] for a formula: `(0.3,\,-1.2)`.
func TeXVec(x ...float64) string { return list(x, TeX, `,\,`) }

// Sub writes a whole number as a subscript: "x" + Sub(17) is "x₁₇".
func Sub(n int) string {
	if 0 <= n && n < len(subscripts) {
		return subscripts[n]
	}
	return subscript(n)
}

func subscript(n int) string {
	return translate(strconv.Itoa(n), "₋", "₀₁₂₃₄₅₆₇₈₉")
}

// subscripts are those of the rows that most boards have: a run says them at every
// step.
var subscripts = func() (all [512]string) {
	for n := range all {
		all[n] = subscript(n)
	}
	return all
}()

// Sup writes a whole number as a superscript: "10" + Sup(−3) is "10⁻³".
func Sup(n int) string { return translate(strconv.Itoa(n), "⁻", "⁰¹²³⁴⁵⁶⁷⁸⁹") }

// Count writes a number of things, with the noun in the plural unless n is 1:
// "1 point", "3 passes", "0 queries".
func Count(n int, noun string) string {
	return minus(strconv.Itoa(n)) + " " + plural(n, noun)
}

// Are writes a number of things as the subject of a sentence: "1 point is", "3
// passes are".
func Are(n int, noun string) string {
	if n == 1 {
		return Count(n, noun) + " is"
	}
	return Count(n, noun) + " are"
}

func plural(n int, noun string) string {
	if head, of, ok := strings.Cut(noun, " of "); ok { // columns of numbers
		return plural(n, head) + " of " + of
	}
	stem, isY := strings.CutSuffix(noun, "y")
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "optimum"):
		return strings.TrimSuffix(noun, "um") + "a"
	case strings.HasSuffix(noun, "leaf"):
		return strings.TrimSuffix(noun, "f") + "ves"
	case isY && stem != "" && !strings.ContainsAny(stem[len(stem)-1:], "aeiou"):
		return stem + "ies"
	case strings.HasSuffix(noun, "epoch"): // its ch is a k
		return noun + "s"
	}
	for _, hiss := range []string{"s", "x", "z", "ch", "sh"} {
		if strings.HasSuffix(noun, hiss) {
			return noun + "es"
		}
	}
	return noun + "s"
}

// A decimal is a number in ASCII, split at the power of ten; exponent is empty
// where there is none.
type decimal struct{ mantissa, exponent string }

func (d decimal) unicode() string {
	switch d.mantissa {
	case "NaN":
		return "undefined"
	case "+Inf":
		return "∞"
	case "-Inf":
		return "−∞"
	}
	if d.exponent == "" {
		return minus(d.mantissa)
	}
	return minus(d.mantissa) + " × 10" + translate(d.exponent, "⁻", "⁰¹²³⁴⁵⁶⁷⁸⁹")
}

func (d decimal) tex() string {
	switch d.mantissa {
	case "NaN":
		return `\text{undefined}`
	case "+Inf":
		return `\infty`
	case "-Inf":
		return `-\infty`
	}
	if d.exponent == "" {
		return d.mantissa
	}
	return d.mantissa + `\cdot 10^{` + d.exponent + "}"
}

// split rounds x to n significant digits and chooses its form.
func split(x float64, n int) decimal {
	size := math.Abs(x)
	switch {
	case x == 0:
		return decimal{mantissa: "0"} // also −0
	case x == math.Trunc(x) && size <= 1e9:
		return decimal{mantissa: strconv.FormatFloat(x, 'f', -1, 64)}
	case size < 1e-3 || size >= 1e5 || math.IsNaN(x) || math.IsInf(x, 0):
		return scientific(x, n)
	}
	rounded := round(x, n)
	// The exponent after rounding: 9.996 has four digits before it is 10.0.
	decimals := max(1, n-1-int(math.Floor(math.Log10(math.Abs(rounded)))))
	text := strconv.FormatFloat(x, 'f', decimals, 64)
	if exact(x, rounded) {
		text = trim(text)
	}
	return decimal{mantissa: text}
}

func round(x float64, n int) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'e', n-1, 64), 64)
	return rounded
}

// exact reports whether rounding has changed nothing that a reader could miss.
func exact(x, rounded float64) bool { return math.Abs(x-rounded) <= 1e-12*math.Abs(x) }

func scientific(x float64, n int) decimal {
	if x == 0 {
		return decimal{mantissa: "0"}
	}
	mantissa, exponent, ok := strings.Cut(strconv.FormatFloat(x, 'e', n-1, 64), "e")
	if !ok {
		return decimal{mantissa: mantissa} // NaN, +Inf, -Inf
	}
	if exact(x, round(x, n)) {
		mantissa = trim(mantissa)
	}
	power, _ := strconv.Atoi(exponent) // drops the sign + and leading zeros
	return decimal{mantissa: mantissa, exponent: strconv.Itoa(power)}
}

// trim drops zeros, and then the point, from the end of a decimal fraction.
func trim(s string) string {
	if !strings.Contains(s, ".") {
		return s
	}
	return strings.TrimRight(strings.TrimRight(s, "0"), ".")
}

func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

func translate(ascii, minus, digits string) string {
	glyphs := []rune(digits)
	var b strings.Builder
	for _, c := range ascii {
		if c == '-' {
			b.WriteString(minus)
			continue
		}
		b.WriteRune(glyphs[c-'0'])
	}
	return b.String()
}

func list(x []float64, write func(float64) string, separator string) string {
	parts := make([]string, len(x))
	for i, v := range x {
		parts[i] = write(v)
	}
	return "(" + strings.Join(parts, separator) + ")"
}

// Rounded is the number that [Sig] writes.
func Rounded(x float64, n int) float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	text := split(x, n)
	out, _ := strconv.ParseFloat(text.mantissa+"e"+either(text.exponent == "", "0", text.exponent), 64)
	return out
}
