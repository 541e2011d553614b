package covariance

import "math"

// A pair is what the leaves need to know of two inputs.
type pair struct {
	d   [2]float64 // x − z
	r2  float64    // ‖x−z‖²
	r   float64    // ‖x−z‖
	dot float64    // x·z
}

func between(x, z [2]float64) pair {
	p := pair{d: [2]float64{x[0] - z[0], x[1] - z[1]}, dot: x[0]*z[0] + x[1]*z[1]}
	p.r2 = p.d[0]*p.d[0] + p.d[1]*p.d[1]
	p.r = math.Sqrt(p.r2)
	return p
}

// An argument is a number that a leaf takes.
type argument struct {
	name   string // "length scale"
	symbol string // "ℓ"
	tex    string // `\ell`
	zero   bool   // zero is allowed
}

// A family is a kind of leaf.
type family struct {
	name  string
	args  []argument
	value func(p pair, a []float64) float64
	// gradient sets dst to the derivatives by the logarithms of a and returns the
	// value.
	gradient func(p pair, a, dst []float64) float64
	tex      func(a []string) string // the formula with the numbers as TeX
	// along is the factor of one coordinate's difference where the kernel is a
	// product over the coordinates, or nil.
	along func(d float64, a []float64) float64
	// bend is the distance within which the leaf turns: a curve drawn at much
	// smaller steps looks smooth. It is nil for one that does not turn.
	bend func(a []float64) float64
}

// byLength is the bend of a leaf that its length scale gives alone.
func byLength(a []float64) float64 { return a[0] }

var length = argument{name: "length scale", symbol: "ℓ", tex: `\ell`}

// distance reports whether the length scale is a distance between inputs: that of the periodic
// kernel is one on a circle of radius 1, whatever the period.
func (f *family) distance() bool { return f.name != "periodic" }

// families are the leaves in the order of the manual.
var families = []*family{
	{
		name: "rbf", args: []argument{length}, bend: byLength,
		value: func(p pair, a []float64) float64 { return math.Exp(-p.r2 / (2 * a[0] * a[0])) },
		gradient: func(p pair, a, dst []float64) float64 {
			u := p.r2 / (a[0] * a[0])
			k := math.Exp(-u / 2)
			dst[0] = k * u
			return k
		},
		tex:   func(a []string) string { return `\exp\left(-\frac{r^2}{2\cdot ` + a[0] + `^2}\right)` },
		along: func(d float64, a []float64) float64 { return math.Exp(-d * d / (2 * a[0] * a[0])) },
	},
	{
		name: "matern12", args: []argument{length}, bend: byLength,
		value: func(p pair, a []float64) float64 { return math.Exp(-p.r / a[0]) },
		gradient: func(p pair, a, dst []float64) float64 {
			s := p.r / a[0]
			k := math.Exp(-s)
			dst[0] = k * s
			return k
		},
		tex: func(a []string) string { return `e^{-r/` + a[0] + `}` },
	},
	{
		name: "matern32", args: []argument{length}, bend: byLength,
		value: func(p pair, a []float64) float64 {
			s := math.Sqrt(3) * p.r / a[0]
			return (1 + s) * math.Exp(-s)
		},
		gradient: func(p pair, a, dst []float64) float64 {
			s := math.Sqrt(3) * p.r / a[0]
			e := math.Exp(-s)
			dst[0] = s * s * e
			return (1 + s) * e
		},
		tex: func(a []string) string {
			return `\left(1 + \frac{\sqrt{3}\,r}{` + a[0] + `}\right) e^{-\sqrt{3}\,r/` + a[0] + `}`
		},
	},
	{
		name: "matern52", args: []argument{length}, bend: byLength,
		value: func(p pair, a []float64) float64 {
			s := math.Sqrt(5) * p.r / a[0]
			return (1 + s + s*s/3) * math.Exp(-s)
		},
		gradient: func(p pair, a, dst []float64) float64 {
			s := math.Sqrt(5) * p.r / a[0]
			e := math.Exp(-s)
			dst[0] = s * s * (1 + s) / 3 * e
			return (1 + s + s*s/3) * e
		},
		tex: func(a []string) string {
			return `\left(1 + \frac{\sqrt{5}\,r}{` + a[0] + `} + \frac{5 r^2}{3\cdot ` + a[0] + `^2}\right) e^{-\sqrt{5}\,r/` + a[0] + `}`
		},
	},
	{
		name: "rq", args: []argument{length, {name: "alpha", symbol: "α", tex: `\alpha`}}, bend: byLength,
		value: func(p pair, a []float64) float64 {
			return math.Exp(-a[1] * math.Log1p(p.r2/(2*a[1]*a[0]*a[0])))
		},
		gradient: func(p pair, a, dst []float64) float64 {
			u := p.r2 / (2 * a[1] * a[0] * a[0])
			k := math.Exp(-a[1] * math.Log1p(u))
			dst[0] = k * 2 * a[1] * u / (1 + u)
			dst[1] = k * a[1] * (u/(1+u) - math.Log1p(u))
			return k
		},
		tex: func(a []string) string {
			return `\left(1 + \frac{r^2}{2\cdot ` + a[1] + `\cdot ` + a[0] + `^2}\right)^{-` + a[1] + `}`
		},
	},
	{
		name: "periodic", args: []argument{length, {name: "period", symbol: "p", tex: "p"}},
		// Near zero it is a Gaussian of this length; a long one is a cosine.
		bend: func(a []float64) float64 { return min(a[0], 1) * a[1] / (2 * math.Pi) },
		value: func(p pair, a []float64) float64 {
			s, t := math.Sin(math.Pi*p.d[0]/a[1]), math.Sin(math.Pi*p.d[1]/a[1])
			return math.Exp(-2 * (s*s + t*t) / (a[0] * a[0]))
		},
		gradient: func(p pair, a, dst []float64) float64 {
			e, by := 0.0, 0.0 // the exponent, and its derivative by log p
			for _, d := range p.d {
				t := math.Pi * d / a[1]
				s, c := math.Sincos(t)
				e += 2 * s * s / (a[0] * a[0])
				by += 4 * t * s * c / (a[0] * a[0])
			}
			k := math.Exp(-e)
			dst[0], dst[1] = 2*k*e, k*by
			return k
		},
		tex: func(a []string) string {
			return `\exp\left(-\frac{2\,\operatorname{sin}^2(\pi r/` + a[1] + `)}{` + a[0] + `^2}\right)`
		},
		along: func(d float64, a []float64) float64 {
			s := math.Sin(math.Pi * d / a[1])
			return math.Exp(-2 * s * s / (a[0] * a[0]))
		},
	},
	{
		name: "linear", args: []argument{{name: "sigma0", symbol: "σ₀", tex: `\sigma_0`, zero: true}},
		value: func(p pair, a []float64) float64 { return a[0]*a[0] + p.dot },
		gradient: func(p pair, a, dst []float64) float64 {
			dst[0] = 2 * a[0] * a[0]
			return a[0]*a[0] + p.dot
		},
		tex: func(a []string) string { return `(` + a[0] + `^2 + x\cdot z)` },
	},
}

func familyOf(name string) *family {
	for _, f := range families {
		if f.name == name {
			return f
		}
	}
	return nil
}

// A Leaf names a kernel of one piece and the numbers it takes.
type Leaf struct {
	Name string
	Args []string // "length scale", "alpha", …
	TeX  string   // its formula, of r = ‖x−z‖ and x·z
	Fits string   // the one of Args that is a distance between inputs; empty: none is, or only by a period
}

// Leaves lists the kernels that an expression may be built from.
func Leaves() []Leaf {
	all := make([]Leaf, len(families))
	for i, f := range families {
		all[i].Name = f.name
		var symbols []string
		for _, a := range f.args {
			all[i].Args = append(all[i].Args, a.name)
			symbols = append(symbols, a.tex)
			if a == length && f.distance() {
				all[i].Fits = a.name
			}
		}
		all[i].TeX = f.tex(symbols)
	}
	return all
}
