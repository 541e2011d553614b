package kernels

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
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

// sayRule tells how the part is made, and what that means.
func (v view) sayRule(s *algos.Story) {
	n, w := v.part(), s.Vars
	i, j := v.pair()
	if n.op != constant && n.op != leaf {
		w["a"], w["ka"] = v.operand(0).at(i, j), v.number(n.args[0])
	}
	if len(n.args) > 1 {
		w["b"], w["kb"] = v.operand(1).at(i, j), v.number(n.args[1])
	}
	w["value"] = n.value
	yes := v.proven()
	switch n.op {
	case constant:
		if s.Text("$k_{<number>}$ is the constant <value>."); yes {
			s.More("It is a kernel with a single feature, $\\sqrt c$.")
		}
	case leaf:
		w["formula"] = say.Math(n.family.formula(n.numbers))
		s.Text("Term <number>: $k_{<number>}(x,z)=<formula>$.")
		v.sayLeaf(s, n)
		v.sayValue(s, n)
	case sum:
		v.sayEither(s,
			"$k_{<number>}=k_{<ka>}+k_{<kb>}$: a sum of kernels is a kernel; its features are the concatenated ones.",
			"$k_{<number>}=k_{<ka>}+k_{<kb>}$, but not both are known to be kernels: the sum rule does not apply.",
		)
		w["b"] = say.Term(v.operand(1).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<a> <b>=\hl{<v>}`)
	case difference:
		s.Text("$k_{<number>}=k_{<ka>}-k_{<kb>}$. Kernels are not closed under differences: the eigenvalues decide.")
		w["b"] = say.Term(-v.operand(1).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<a> <b>=\hl{<v>}`)
	case product:
		v.sayEither(s,
			"$k_{<number>}=k_{<ka>}\\cdot k_{<kb>}$, elementwise: a product of kernels is a kernel (Schur); its features are all pairwise products.",
			"$k_{<number>}=k_{<ka>}\\cdot k_{<kb>}$, but not both are known to be kernels: the product rule does not apply.",
		)
		w["b"] = say.Factor(v.operand(1).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<a>\cdot <b>=\hl{<v>}`)
	case scaled:
		if n.value < 0 {
			s.Text("$k_{<number>}$ is <value> times $k_{<ka>}$: a negative factor flips the sign of all eigenvalues.")
		} else {
			v.sayEither(s,
				"$k_{<number>}$ is <value> times $k_{<ka>}$: scaling by a non-negative constant preserves PSD.",
				"$k_{<number>}$ is <value> times $k_{<ka>}$, which is not known to be a kernel.",
			)
		}
		w["a"] = say.Factor(v.operand(0).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<value>\cdot <a>=\hl{<v>}`)
	case power:
		v.sayEither(s,
			"$k_{<number>}$ is $k_{<ka>}$ to the power <value>: a product of kernels.",
			"$k_{<number>}$ is $k_{<ka>}$ to the power <value>, and $k_{<ka>}$ is not known to be a kernel.",
		)
		w["a"] = say.Factor(v.operand(0).at(i, j))
		if n.args[0].op == constant || v.operand(0).at(i, j) == 0 {
			s.TeX(`k_{<number>}(<i>,<j>)=\hl{<v>}`)
			return
		}
		s.TeX(`k_{<number>}(<i>,<j>)=<a>^{<value>}=\hl{<v>}`)
	default:
		v.sayWrapped(s, n)
	}
}

func (v view) sayEither(s *algos.Story, proven, open string) {
	if v.proven() {
		s.Text(proven)
		return
	}
	s.Text(open)
}

// sayValue reckons a family for the two points of which a step speaks.
func (v view) sayValue(s *algos.Story, n *node) {
	i, j := v.pair()
	x, z, w, calc := v.x[i], v.x[j], s.Vars, n.family.calc
	w["x1"], w["z1"], w["x2"], w["z2"] = x[0], say.Factor(z[0]), say.Factor(x[1]), say.Factor(z[1])
	w["ip"], w["d2"], w["d"] = say.Factor(inner(x, z).v), squared(x, z).v, distance(x, z).v
	w["d1"], w["d0"] = say.Factor(x[0]-z[0]), say.Factor(x[1]-z[1])
	if len(n.numbers) > 0 {
		w["a"] = n.numbers[0]
	}
	if len(n.numbers) > 1 {
		w["c"] = say.Term(n.numbers[1])
	}
	switch {
	case v.dim == 1 && n.family.name == "linear":
		calc = `<x1>\cdot <z1>`
	case v.dim == 1 && n.family.name == "dist2":
		calc = `<d1>^2`
	case n.family.name == "poly" && inner(x, z).v+n.numbers[1] == 0:
		calc = ""
	}
	if calc == "" {
		s.TeX(`k_{<number>}(<i>,<j>)=\hl{<v>}`)
		return
	}
	s.TeX(`k_{<number>}(<i>,<j>)=` + calc + `=\hl{<v>}`)
}

// sayLeaf says what is known of a family.
func (v view) sayLeaf(s *algos.Story, n *node) {
	switch {
	case v.proven():
		s.More("It is a known kernel.")
	case n.family.name == "periodicnorm":
		s.More("It is a kernel on a line, but not for distances of vectors.")
	case n.family.name == "min":
		s.More("It is a kernel on non-negative coordinates only, and here one is negative.")
	case n.family.name == "poly":
		s.More("With a negative constant the expansion has negative coefficients.")
	case n.family.name == "near":
		s.More("It is a similarity, 1 for neighbours and 0 for others, but no closure rule makes it a kernel.")
	case n.family.sign > 0:
		s.More("Not PSD, but conditionally positive definite: $c^\\top Kc\\ge 0$ for all $c$ that sum to 0. So $e^{k}$ is a kernel (Schoenberg).")
	case n.family.sign < 0:
		s.More("A distance is not a similarity. Its negative is conditionally positive definite: $c^\\top Kc\\ge 0$ for all $c$ that sum to 0.")
	default:
		s.More("It is commonly used as a kernel, but is not PSD in general.")
	}
}

// sayWrapped tells the rules that are written as a function of a kernel.
func (v view) sayWrapped(s *algos.Story, n *node) {
	w := s.Vars
	i, j := v.pair()
	x, z := v.x[i], v.x[j]
	switch n.op {
	case exponential:
		if !n.args[0].kernel(v.domain) && v.proven() {
			s.Text("$k_{<number>}=e^{k_{<ka>}}$. $k_{<ka>}$ is conditionally positive definite, which is sufficient (Schoenberg).")
		} else {
			v.sayEither(s,
				"$k_{<number>}=e^{k_{<ka>}}=1+k_{<ka>}+\\frac{1}{2}k_{<ka>}^2+\\ldots$ is a sum of products of kernels.",
				"$k_{<number>}=e^{k_{<ka>}}$, and $k_{<ka>}$ is not known to be a kernel.",
			)
		}
		s.TeX(`k_{<number>}(<i>,<j>)=e^{<a>}=\hl{<v>}`)
	case weighted:
		w["formula"] = say.Math(fill(n.fun.tex, n.numbers))
		v.sayEither(s,
			"$k_{<number>}=f(x)\\,k_{<ka>}(x,z)\\,f(z)$ with $f(x)=<formula>$: every feature is multiplied by $f$.",
			"$k_{<number>}=f(x)\\,k_{<ka>}(x,z)\\,f(z)$ with $f(x)=<formula>$, and $k_{<ka>}$ is not known to be a kernel.",
		)
		w["f"], w["a"], w["g"] = n.fun.at(x, n.numbers).v, say.Factor(v.operand(0).at(i, j)), say.Factor(n.fun.at(z, n.numbers).v)
		s.TeX(`k_{<number>}(<i>,<j>)=<f>\cdot <a>\cdot <g>=\hl{<v>}`)
	case mapped:
		w["formula"] = say.Math(fill(n.mapping.tex, n.numbers))
		v.sayEither(s,
			"$k_{<number>}=k_{<ka>}(\\varphi(x),\\varphi(z))$ with $\\varphi(x)=<formula>$: composition with any map preserves PSD.",
			"$k_{<number>}=k_{<ka>}(\\varphi(x),\\varphi(z))$ with $\\varphi(x)=<formula>$, and there $k_{<ka>}$ is not known to be a kernel.",
		)
		s.TeX(`k_{<number>}(<i>,<j>)=k_{<ka>}(\varphi(<i>),\varphi(<j>))=\hl{<v>}`)
	case normalised:
		v.sayEither(s,
			"$k_{<number>}$ is $k_{<ka>}$, normalised to $k(x,x)=1$: the cosine similarity of the features, $f\\,k\\,f$ with $f(x)=k(x,x)^{-1/2}$.",
			"$k_{<number>}$ is $k_{<ka>}$, normalised to $k(x,x)=1$, and $k_{<ka>}$ is not known to be a kernel.",
		)
		w["p"], w["q"] = v.operand(0).at(i, i), say.Factor(v.operand(0).at(j, j))
		s.TeX(`k_{<number>}(<i>,<j>)=\frac{<a>}{\sqrt{<p>\cdot <q>}}=\hl{<v>}`)
	case marginal:
		v.sayEither(s,
			"$k_{<number>}$ is a marginalised kernel: $k_{<ka>}$ counts if both points have the same latent state $h$, averaged over $p(h\\mid x)$.",
			"$k_{<number>}$ marginalises $k_{<ka>}$ over latent states, and $k_{<ka>}$ is not known to be a kernel.",
		)
		p, q := v.States.shares(x), v.States.shares(z)
		w["p"], w["q"], w["r"], w["t"], w["a"] = p[0].v, q[0].v, p[1].v, q[1].v, say.Factor(v.operand(0).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=(<p>\cdot <q>+<r>\cdot <t>)\cdot <a>=\hl{<v>}`)
	}
}
