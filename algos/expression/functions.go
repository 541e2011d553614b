package expression

import (
	"math"
	"math/cmplx"
)

// A function can be called in a formula.
type function struct {
	name string
	tex  string // TeX of its name; some are written otherwise, see tex.go
	// value is the value at x.
	value func(x float64) float64
	// slopes are the first and the second derivative at x, given the value.
	slopes func(x, value float64) (first, second float64)
	// complex is the value at z and the derivative; nil where there is no derivative.
	complex func(z complex128) (value, slope complex128)
	// two replaces them where there are two arguments: it reports whether the value is the first one.
	two func(a, b float64) bool
}

// functions are in the order in which messages list them.
var functions = []function{
	{
		name: "sin", tex: `\sin`, value: math.Sin,
		slopes:  func(x, v float64) (float64, float64) { return math.Cos(x), -v },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Sin(z), cmplx.Cos(z) },
	},
	{
		name: "cos", tex: `\cos`, value: math.Cos,
		slopes:  func(x, v float64) (float64, float64) { return -math.Sin(x), -v },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Cos(z), -cmplx.Sin(z) },
	},
	{
		name: "tan", tex: `\tan`, value: math.Tan,
		slopes:  func(_, v float64) (float64, float64) { return 1 + v*v, 2 * v * (1 + v*v) },
		complex: func(z complex128) (complex128, complex128) { t := cmplx.Tan(z); return t, 1 + t*t },
	},
	{
		name: "asin", tex: `\arcsin`, value: math.Asin,
		slopes: func(x, _ float64) (float64, float64) {
			r := (1 - x) * (1 + x)
			return 1 / math.Sqrt(r), x / (r * math.Sqrt(r))
		},
		complex: func(z complex128) (complex128, complex128) { return cmplx.Asin(z), 1 / cmplx.Sqrt(1-z*z) },
	},
	{
		name: "acos", tex: `\arccos`, value: math.Acos,
		slopes: func(x, _ float64) (float64, float64) {
			r := (1 - x) * (1 + x)
			return -1 / math.Sqrt(r), -x / (r * math.Sqrt(r))
		},
		complex: func(z complex128) (complex128, complex128) { return cmplx.Acos(z), -1 / cmplx.Sqrt(1-z*z) },
	},
	{
		name: "atan", tex: `\arctan`, value: math.Atan,
		slopes:  func(x, _ float64) (float64, float64) { d := 1 / (1 + x*x); return d, -2 * x * d * d },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Atan(z), 1 / (1 + z*z) },
	},
	{
		name: "sinh", tex: `\sinh`, value: math.Sinh,
		slopes:  func(x, v float64) (float64, float64) { return math.Cosh(x), v },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Sinh(z), cmplx.Cosh(z) },
	},
	{
		name: "cosh", tex: `\cosh`, value: math.Cosh,
		slopes:  func(x, v float64) (float64, float64) { return math.Sinh(x), v },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Cosh(z), cmplx.Sinh(z) },
	},
	{
		name: "tanh", tex: `\tanh`, value: math.Tanh,
		slopes:  func(_, v float64) (float64, float64) { return 1 - v*v, -2 * v * (1 - v*v) },
		complex: func(z complex128) (complex128, complex128) { t := cmplx.Tanh(z); return t, 1 - t*t },
	},
	{
		name: "exp", tex: `\exp`, value: math.Exp,
		slopes:  func(_, v float64) (float64, float64) { return v, v },
		complex: func(z complex128) (complex128, complex128) { e := cmplx.Exp(z); return e, e },
	},
	{
		name: "log", tex: `\ln`, value: math.Log,
		slopes:  func(x, _ float64) (float64, float64) { return 1 / x, -1 / (x * x) },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Log(z), 1 / z },
	},
	{
		name: "log2", tex: `\log_{2}`, value: math.Log2,
		slopes:  func(x, _ float64) (float64, float64) { return 1 / (x * math.Ln2), -1 / (x * x * math.Ln2) },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Log(z) / math.Ln2, 1 / (z * math.Ln2) },
	},
	{
		name: "log10", tex: `\log_{10}`, value: math.Log10,
		slopes:  func(x, _ float64) (float64, float64) { return 1 / (x * math.Ln10), -1 / (x * x * math.Ln10) },
		complex: func(z complex128) (complex128, complex128) { return cmplx.Log(z) / math.Ln10, 1 / (z * math.Ln10) },
	},
	{
		name: "sqrt", value: math.Sqrt,
		slopes:  func(x, v float64) (float64, float64) { return 1 / (2 * v), -1 / (4 * v * x) },
		complex: func(z complex128) (complex128, complex128) { s := cmplx.Sqrt(z); return s, 1 / (2 * s) },
	},
	{
		// The real root of real numbers; of complex ones the principal root, which differs from it below 0.
		name: "cbrt", value: math.Cbrt,
		slopes: func(x, v float64) (float64, float64) { return 1 / (3 * v * v), -2 / (9 * x * v * v) },
		complex: func(z complex128) (complex128, complex128) {
			c := cmplx.Pow(z, 1.0/3)
			return c, 1 / (3 * c * c)
		},
	},
	{
		name: "abs", value: math.Abs,
		slopes: func(x, _ float64) (float64, float64) { return math.Copysign(1, x), 0 },
	},
	{
		name: "sign", tex: `\operatorname{sign}`,
		value: func(x float64) float64 {
			if x == 0 || math.IsNaN(x) {
				return x
			}
			return math.Copysign(1, x)
		},
		slopes: flat,
	},
	{name: "floor", value: math.Floor, slopes: flat},
	{
		name: "sigmoid", tex: `\sigma`, value: func(x float64) float64 { return 1 / (1 + math.Exp(-x)) },
		slopes:  func(_, v float64) (float64, float64) { d := v * (1 - v); return d, d * (1 - 2*v) },
		complex: func(z complex128) (complex128, complex128) { s := 1 / (1 + cmplx.Exp(-z)); return s, s * (1 - s) },
	},
	{name: "min", tex: `\min`, two: func(a, b float64) bool { return a <= b || math.IsNaN(a) }},
	{name: "max", tex: `\max`, two: func(a, b float64) bool { return a >= b || math.IsNaN(a) }},
}

func flat(_, _ float64) (float64, float64) { return 0, 0 }

// byName finds functions, also by the other names that they have.
var byName = func() map[string]int {
	m := map[string]int{}
	for i, f := range functions {
		m[f.name] = i
	}
	for other, name := range map[string]string{"ln": "log", "lg": "log10", "arcsin": "asin", "arccos": "acos", "arctan": "atan", "sgn": "sign"} {
		m[other] = m[name]
	}
	return m
}()
