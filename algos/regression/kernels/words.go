package kernels

import (
	"fmt"
	"math"
	"strings"

	"playground/algos/num"
)

// An arg is one number of a name: what it is called, and its limits.
type arg struct {
	name  string
	least float64
	whole bool
}

func (a arg) limits() string {
	switch {
	case a.whole:
		return fmt.Sprintf("a whole number from %g to %d", a.least, maxPower)
	case a.least == 0:
		return "not negative"
	}
	return fmt.Sprintf("at least %g", a.least)
}

const (
	anyNumber = -maxNumber
	positive  = 1 / maxNumber
)

// A value is a number that was reckoned, and a bound of what rounding did to it.
type value struct{ v, off float64 }

// A family is a leaf of expressions: a function of two points with its numbers.
type family struct {
	name string
	args []arg
	// at is k(x, z) for the numbers a.
	at func(x, z [2]float64, a []float64) value
	// kernel reports whether it is known to be one for these numbers on these points,
	// which have so many dimensions.
	kernel func(x [][2]float64, dim int, a []float64) bool
	// sign is +1 where k is conditionally positive semi-definite, −1 where −k is: for
	// weights that sum to 0; 0 where neither is known.
	sign int
	tex  string // of k(x, z), with the places <a> and <b>
	// calc is the same with the numbers of two points: their inner product <ip>, their distance
	// <d> and its square <d2>, and the constant <c> with its sign; "" where that is too long.
	calc string
}

// A function is a factor f(x).
type function struct {
	name string
	args []arg
	at   func(x [2]float64, a []float64) value
	tex  string
}

// A mapping takes a point to another, of so many dimensions.
type mapping struct {
	name string
	args []arg
	dim  func(dim int) int
	at   func(x [2]float64, a []float64) [2]float64
	tex  string
}

// The names of all that may stand in an expression.
var (
	familyNames   = names(len(families), func(i int) string { return families[i].name })
	functionNames = names(len(functions), func(i int) string { return functions[i].name })
	mappingNames  = names(len(mappings), func(i int) string { return mappings[i].name })
)

func names(n int, at func(i int) string) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = at(i)
	}
	return all
}

func list(all []string) string { return strings.Join(all, ", ") }

func vocabulary() string { return list(familyNames) + "; and exp, norm, marginal, times, map" }

func always([][2]float64, int, []float64) bool { return true }
func never([][2]float64, int, []float64) bool  { return false }

// inner is x·z, squared is ‖x − z‖².
func inner(x, z [2]float64) value {
	a, b := x[0]*z[0], x[1]*z[1]
	return value{a + b, 2 * num.Ulp * (math.Abs(a) + math.Abs(b))}
}

func squared(x, z [2]float64) value {
	a, b := x[0]-z[0], x[1]-z[1]
	d := a*a + b*b
	return value{d, 4 * num.Ulp * d}
}

func raised(a value, m float64) value {
	v := math.Pow(a.v, m)
	return value{v, m*math.Pow(math.Abs(a.v)+a.off, m-1)*a.off + 4*num.Ulp*math.Abs(v)}
}

// exped is eᵃ.
func exped(a value) value {
	v := math.Exp(a.v)
	return value{v, v*math.Expm1(min(a.off, 1)) + 4*num.Ulp*v}
}

func (a value) times(b value) value {
	v := a.v * b.v
	return value{v, math.Abs(a.v)*b.off + math.Abs(b.v)*a.off + a.off*b.off + num.Ulp*math.Abs(v)}
}

func (a value) plus(b value) value {
	v := a.v + b.v
	return value{v, a.off + b.off + num.Ulp*math.Abs(v)}
}

func (a value) scaled(c float64) value { return a.times(value{v: c}) }

// wave is sin²(πd/p).
func wave(d, p float64) value {
	t := math.Pi * d / p
	s := math.Sin(t)
	return value{s * s, 4*num.Ulp*min(math.Abs(t), 1/num.Ulp) + 4*num.Ulp}
}

var families = []family{
	{
		name: "linear", kernel: always, tex: `\langle x,z\rangle`, calc: `<x1>\cdot <z1>+<x2>\cdot <z2>`,
		at: func(x, z [2]float64, _ []float64) value { return inner(x, z) },
	},
	{
		name: "poly", args: []arg{{"the degree", 1, true}, {"the constant", anyNumber, false}}, tex: `(\langle x,z\rangle<b>)^{<a>}`, calc: `(<ip> <c>)^{<a>}`,
		kernel: func(_ [][2]float64, _ int, a []float64) bool { return a[1] >= 0 },
		at:     func(x, z [2]float64, a []float64) value { return raised(inner(x, z).plus(value{v: a[1]}), a[0]) },
	},
	{
		name: "rbf", args: []arg{{"γ", positive, false}}, kernel: always, tex: `e^{-<a>\|x-z\|^2}`, calc: `e^{-<a>\cdot <d2>}`,
		at: func(x, z [2]float64, a []float64) value { return exped(squared(x, z).scaled(-a[0])) },
	},
	{
		name: "laplacian", args: []arg{{"γ", positive, false}}, kernel: always, tex: `e^{-<a>\|x-z\|}`, calc: `e^{-<a>\cdot <d>}`,
		at: func(x, z [2]float64, a []float64) value { return exped(distance(x, z).scaled(-a[0])) },
	},
	{
		name: "periodic", args: []arg{{"h", positive, false}, {"the period", positive, false}}, kernel: always,
		tex: `e^{-2\sum_j\sin^2(\pi(x_j-z_j)/<b>)/<a>^2}`,
		at: func(x, z [2]float64, a []float64) value {
			return exped(wave(x[0]-z[0], a[1]).plus(wave(x[1]-z[1], a[1])).scaled(-2 / (a[0] * a[0])))
		},
	},
	{
		name: "periodicnorm", args: []arg{{"h", positive, false}, {"the period", positive, false}}, tex: `e^{-2\sin^2(\pi\|x-z\|/<b>)/<a>^2}`,
		kernel: func(_ [][2]float64, dim int, _ []float64) bool { return dim == 1 },
		at: func(x, z [2]float64, a []float64) value {
			return exped(wave(distance(x, z).v, a[1]).scaled(-2 / (a[0] * a[0])))
		},
	},
	{
		name: "sigmoid", args: []arg{{"γ", anyNumber, false}, {"the constant", anyNumber, false}}, kernel: never,
		tex: `\tanh(<a>\langle x,z\rangle<b>)`, calc: `\tanh(<a>\cdot <ip> <c>)`,
		at: func(x, z [2]float64, a []float64) value {
			t := inner(x, z).scaled(a[0]).plus(value{v: a[1]})
			return value{math.Tanh(t.v), t.off + 2*num.Ulp}
		},
	},
	{
		name: "dist2", kernel: never, sign: -1, tex: `\|x-z\|^2`, calc: `<d1>^2+<d0>^2`,
		at: func(x, z [2]float64, _ []float64) value { return squared(x, z) },
	},
	{name: "dist", kernel: never, sign: -1, tex: `\|x-z\|`, at: func(x, z [2]float64, _ []float64) value { return distance(x, z) }},
	{
		name: "logdist", kernel: never, sign: 1, tex: `-\ln(1+\|x-z\|^2)`, calc: `-\ln(1+<d2>)`,
		at: func(x, z [2]float64, _ []float64) value {
			v := -math.Log1p(squared(x, z).v)
			return value{v, 4 * num.Ulp * (1 + math.Abs(v))}
		},
	},
	{
		name: "near", args: []arg{{"the radius", 0, false}}, kernel: never, tex: `[\,\|x-z\|\le <a>\,]`, calc: `[\,<d>\le <a>\,]`,
		at: func(x, z [2]float64, a []float64) value {
			return value{v: indicator(math.Hypot(x[0]-z[0], x[1]-z[1]) <= a[0])}
		},
	},
	{name: "same", kernel: always, tex: `[\,x=z\,]`, at: func(x, z [2]float64, _ []float64) value { return value{v: indicator(x == z)} }},
	{
		name: "min", tex: `\min(x_1,z_1)`, calc: `\min(<x1>,<z1>)`,
		kernel: func(x [][2]float64, _ int, _ []float64) bool {
			for _, p := range x {
				if p[0] < 0 {
					return false
				}
			}
			return true
		},
		at: func(x, z [2]float64, _ []float64) value { return value{v: min(x[0], z[0])} },
	},
}

func distance(x, z [2]float64) value {
	d := math.Sqrt(squared(x, z).v)
	return value{d, 4 * num.Ulp * d}
}

func indicator(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

var functions = []function{
	{name: "x1", tex: `x_1`, at: func(x [2]float64, _ []float64) value { return value{v: x[0]} }},
	{name: "x2", tex: `x_2`, at: func(x [2]float64, _ []float64) value { return value{v: x[1]} }},
	{name: "length", tex: `\|x\|`, at: func(x [2]float64, _ []float64) value { return distance(x, [2]float64{}) }},
	{
		name: "gauss", args: []arg{{"γ", positive, false}}, tex: `e^{-<a>\|x\|^2}`,
		at: func(x [2]float64, a []float64) value { return exped(squared(x, [2]float64{}).scaled(-a[0])) },
	},
	{name: "sign", tex: `\operatorname{sign}(x_1)`, at: func(x [2]float64, _ []float64) value { return value{v: 2*indicator(x[0] >= 0) - 1} }},
}

func unchanged(dim int) int { return dim }

var mappings = []mapping{
	{
		name: "square", dim: unchanged, tex: `(x_1^2,x_2^2)`,
		at: func(x [2]float64, _ []float64) [2]float64 { return [2]float64{x[0] * x[0], x[1] * x[1]} },
	},
	{
		name: "abs", dim: unchanged, tex: `(|x_1|,|x_2|)`,
		at: func(x [2]float64, _ []float64) [2]float64 { return [2]float64{math.Abs(x[0]), math.Abs(x[1])} },
	},
	{
		name: "circle", args: []arg{{"the period", positive, false}}, tex: `(\cos 2\pi x_1/<a>,\sin 2\pi x_1/<a>)`,
		dim: func(int) int { return 2 },
		at: func(x [2]float64, a []float64) [2]float64 {
			s, c := math.Sincos(2 * math.Pi * x[0] / a[0])
			return [2]float64{c, s}
		},
	},
	{
		name: "radius", tex: `\|x\|`, dim: func(int) int { return 1 },
		at: func(x [2]float64, _ []float64) [2]float64 { return [2]float64{math.Hypot(x[0], x[1])} },
	},
	{
		name: "zoom", args: []arg{{"the factor", anyNumber, false}}, tex: `<a>\,x`, dim: unchanged,
		at: func(x [2]float64, a []float64) [2]float64 { return [2]float64{a[0] * x[0], a[0] * x[1]} },
	},
}
