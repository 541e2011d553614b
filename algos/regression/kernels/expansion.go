package kernels

import (
	"context"
	"iter"
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

const (
	maxTerms  = 60
	maxDegree = 6
	// enough is how near the sum of the series is to the kernel at its end.
	enough = 1e-9
)

// An expansion is a kernel as a sum of kernels, term by term.
type expansion struct {
	features []feature                          // nil for the series
	at       func(m int, x, z [2]float64) value // term m, from 0
	exact    func(x, z [2]float64) value
}

// partial is the sum of the first terms.
func (t *task) partial(x, z [2]float64, terms int) float64 {
	s := 0.0
	for m := range terms {
		s += t.terms.at(m, x, z).v
	}
	return s
}

// taylor is number m of the sum e^(−γ‖x‖² − γ‖z‖²) Σ uᵐ/m! with u = 2γ⟨x, z⟩. Every
// term is at most 1 in size, because |u| ≤ γ‖x‖² + γ‖z‖².
func (o options) taylor(m int, x, z [2]float64) value {
	u := inner(x, z).scaled(2 * o.Gamma)
	damp := o.Gamma * (squared(x, [2]float64{}).v + squared(z, [2]float64{}).v)
	if u.v == 0 && m > 0 {
		return value{}
	}
	factorial, _ := math.Lgamma(float64(m + 1))
	log := 0.0
	if m > 0 {
		log = float64(m) * math.Log(math.Abs(u.v))
	}
	v := math.Exp(log - factorial - damp)
	// The exponents are known to their last digits, and u to those of its terms.
	off := v * (8*num.Ulp*(math.Abs(log)+factorial+damp+1) + min(1, float64(m)*u.off/math.Max(math.Abs(u.v), math.SmallestNonzeroFloat64)))
	if u.v < 0 && m%2 == 1 {
		v = -v
	}
	return value{v, off}
}

// remainder is Lagrange's bound of what the terms from m on add up to.
func (o options) remainder(m int, x, z [2]float64) float64 {
	u := inner(x, z).scaled(2 * o.Gamma).v
	damp := o.Gamma * (squared(x, [2]float64{}).v + squared(z, [2]float64{}).v)
	if u == 0 && m > 0 {
		return 0
	}
	factorial, _ := math.Lgamma(float64(m + 1))
	log := 0.0
	if m > 0 {
		log = float64(m) * math.Log(math.Abs(u))
	}
	return math.Exp(log - factorial - damp + max(0, u))
}

// A feature is one coordinate of the map behind a polynomial kernel.
type feature struct {
	name  say.Phrase // as TeX
	at    func(x [2]float64) value
	plain func(x [2]float64) float64 // without its root
	mixed bool                       // has both coordinates
	count float64                    // how often it comes up when the power is multiplied out
}

// monomials are the features of (⟨x, z⟩ + c)ᵈ, those of low degree first: for the exponents
// a and b the root of d!/(a! b! (d−a−b)!)·c^(d−a−b), times x₁ᵃx₂ᵇ.
func (t *task) monomials() []feature {
	var out []feature
	d := t.Degree
	for all := range d + 1 {
		for b := range all + 1 {
			a := all - b
			if t.dim == 1 && b > 0 {
				continue
			}
			count := math.Round(fact(d) / (fact(a) * fact(b) * fact(d-all)))
			root := math.Sqrt(count * math.Pow(t.Coef0, float64(d-all)))
			f := feature{name: monomial(count, d-all, t.Coef0, a, b, t.dim), mixed: a > 0 && b > 0, count: count}
			f.plain = func(x [2]float64) float64 { return math.Pow(x[0], float64(a)) * math.Pow(x[1], float64(b)) }
			f.at = func(x [2]float64) value {
				v := root * f.plain(x)
				return value{v, 16 * num.Ulp * math.Abs(v)}
			}
			out = append(out, f)
		}
	}
	return out
}

// monomial writes a feature as TeX.
func monomial(count float64, powerOfC int, c float64, a, b, dim int) say.Phrase {
	text := ""
	inside := ""
	if count != 1 {
		inside = say.TeX(count)
	}
	if powerOfC > 0 && c != 1 {
		if inside != "" {
			inside += `\cdot `
		}
		inside += say.TeXFactor(c)
		if powerOfC > 1 {
			inside += "^{" + strconv.Itoa(powerOfC) + "}"
		}
	}
	if inside != "" {
		text = `\sqrt{` + inside + `}\,`
	}
	raise := func(x string, m int) string {
		switch m {
		case 0:
			return ""
		case 1:
			return x
		}
		return x + "^{" + strconv.Itoa(m) + "}"
	}
	first := "x_1"
	if dim == 1 {
		first = "x"
	}
	rest := raise(first, a) + raise("x_2", b)
	if rest == "" && text == "" {
		rest = "1"
	}
	return say.Phrase(text + rest)
}

func fact(n int) float64 {
	f := 1.0
	for i := 2; i <= n; i++ {
		f *= float64(i)
	}
	return f
}

// printed is the inner product of features that lack their roots, as two of the notes
// print the map: 004 (handout E, (38)) has those of x₁x₂ alone, 002 none.
func (t *task) printed(x, z [2]float64, mixed bool) float64 {
	s := 0.0
	for _, f := range t.monomials() {
		w := f.plain(x) * f.plain(z)
		if f.mixed && mixed {
			w *= f.count
		}
		s += w
	}
	return s
}

// build adds up a kernel, a term a step.
func (t *task) build(ctx context.Context) (iter.Seq[algos.Step], error) {
	t.terms = expansion{at: t.taylor, exact: func(x, z [2]float64) value { return exped(squared(x, z).scaled(-t.Gamma)) }}
	most := maxTerms
	if t.Mode == features {
		all := t.monomials()
		most = len(all)
		t.terms = expansion{
			features: all,
			at:       func(m int, x, z [2]float64) value { return all[m].at(x).times(all[m].at(z)) },
			exact:    func(x, z [2]float64) value { return raised(inner(x, z).plus(value{v: t.Coef0}), float64(t.Degree)) },
		}
	}
	n := len(t.x)
	t.whole = newSheet(n, func(i, j int) value { return t.terms.exact(t.x[j], t.x[i]) })
	if !(largest(t.whole.values) <= tooLarge) {
		return nil, algos.Refuse("The kernel overflows on these points: use a lower degree, or points closer to the origin.")
	}
	return func(yield func(algos.Step) bool) {
		v := view{task: t, now: newSheet(n, func(_, _ int) value { return value{} }), rest: t.whole}
		v.bound = t.furthest(0)
		v.missing, v.allowed = []float64{largest(t.whole.values)}, []float64{v.bound}
		for yield(v.step()) && !v.over(most) && ctx.Err() == nil {
			v = v.add()
		}
	}, nil
}

// furthest is the largest bound over all pairs, for so many terms.
func (t *task) furthest(terms int) float64 {
	top := 0.0
	if t.Mode == series {
		for i := range t.x {
			for j := range i + 1 {
				top = max(top, t.remainder(terms, t.x[i], t.x[j]))
			}
		}
	}
	return top
}

func (v view) over(most int) bool {
	return v.taken == most || v.Mode == series && v.taken > 0 && v.bound <= enough
}

// add adds one term.
func (v view) add() view {
	n, m, before := v.now.n, v.taken, v.now
	v.term = newSheet(n, func(i, j int) value { return v.terms.at(m, v.x[j], v.x[i]) })
	term := v.term
	v.now = newSheet(n, func(i, j int) value {
		return value{before.at(i, j), before.each[i*n+j]}.plus(value{term.at(i, j), term.each[i*n+j]})
	})
	now := v.now
	v.rest = newSheet(n, func(i, j int) value {
		return value{v.whole.at(i, j), v.whole.each[i*n+j]}.plus(value{-now.at(i, j), now.each[i*n+j]})
	})
	v.taken++
	v.bound = v.furthest(v.taken)
	v.missing = append(v.missing[:v.taken:v.taken], largest(v.rest.values))
	v.allowed = append(v.allowed[:v.taken:v.taken], v.bound)
	return v
}

// hidden are the centres of the two states of the marginalised kernel.
type hidden [2][2]float64

// shares are p(h|x) for both states: with equal weights and variance 1, as for a
// mixture of two Gaussians.
func (h hidden) shares(x [2]float64) [2]value {
	d := squared(x, h[1]).v - squared(x, h[0]).v // 2·log of the odds
	size := squared(x, h[1]).v + squared(x, h[0]).v
	p := 1 / (1 + math.Exp(-d/2))
	q := 1 / (1 + math.Exp(d/2))
	off := func(p float64) float64 { return p * (4*num.Ulp*size + 4*num.Ulp) }
	return [2]value{{p, off(p)}, {q, off(q)}}
}

// at is the part's value at two points.
func (n *node) at(x, z [2]float64, h hidden) value {
	switch n.op {
	case constant:
		return value{v: n.value}
	case leaf:
		return n.family.at(x, z, n.numbers)
	case mapped:
		return n.args[0].at(n.mapping.at(x, n.numbers), n.mapping.at(z, n.numbers), h)
	}
	a := n.args[0].at(x, z, h)
	switch n.op {
	case sum:
		return a.plus(n.args[1].at(x, z, h))
	case difference:
		return a.plus(n.args[1].at(x, z, h).scaled(-1))
	case product:
		return a.times(n.args[1].at(x, z, h))
	case scaled:
		return a.scaled(n.value)
	case power:
		return raised(a, n.value)
	case exponential:
		return exped(a)
	case weighted:
		return a.times(n.fun.at(x, n.numbers).times(n.fun.at(z, n.numbers)))
	case marginal:
		p, q := h.shares(x), h.shares(z)
		return a.times(p[0].times(q[0]).plus(p[1].times(q[1])))
	}
	return a.over(n.args[0].at(x, x, h), n.args[0].at(z, z, h))
}

// over is a/√(bc), NaN where that is not defined.
func (a value) over(b, c value) value {
	if !(b.v > 0 && c.v > 0) {
		return value{v: math.NaN()}
	}
	v := a.v / (math.Sqrt(b.v) * math.Sqrt(c.v))
	return value{v, a.off/(math.Sqrt(b.v)*math.Sqrt(c.v)) + math.Abs(v)*(b.off/b.v+c.off/c.v+4*num.Ulp)}
}

// A domain is the points on which a part is looked at, mapped where it stands within
// a map.
type domain struct {
	x   [][2]float64
	dim int
}

// through is the domain behind a map.
func (d domain) through(n *node) domain {
	out := domain{make([][2]float64, len(d.x)), n.mapping.dim(d.dim)}
	for i, x := range d.x {
		out.x[i] = n.mapping.at(x, n.numbers)
	}
	return out
}

// kernel reports whether a rule says that the part is one.
func (n *node) kernel(d domain) bool {
	switch n.op {
	case constant:
		return n.value >= 0
	case leaf:
		return n.family.kernel(d.x, d.dim, n.numbers)
	case sum, product:
		return n.args[0].kernel(d) && n.args[1].kernel(d)
	case difference:
		return false
	case scaled:
		return n.value == 0 || n.value > 0 && n.args[0].kernel(d)
	case exponential:
		return n.args[0].conditional(d)
	case mapped:
		return n.args[0].kernel(d.through(n))
	}
	return n.args[0].kernel(d)
}

// conditional reports whether cᵀKc ≥ 0 is known at least for weights that sum to 0. All
// kernels are such, and all constants; e to such a function is a kernel (Schoenberg).
func (n *node) conditional(d domain) bool {
	if n.op == constant || n.kernel(d) {
		return true
	}
	switch n.op {
	case leaf:
		return n.family.sign > 0
	case sum:
		return n.args[0].conditional(d) && n.args[1].conditional(d)
	case difference:
		return n.args[0].conditional(d) && n.args[1].opposite(d)
	case scaled:
		return n.value > 0 && n.args[0].conditional(d) || n.value < 0 && n.args[0].opposite(d)
	case mapped:
		return n.args[0].conditional(d.through(n))
	}
	return false
}

// opposite reports whether −k is known to be conditional.
func (n *node) opposite(d domain) bool {
	switch n.op {
	case constant:
		return true
	case leaf:
		return n.family.sign < 0
	case sum:
		return n.args[0].opposite(d) && n.args[1].opposite(d)
	case difference:
		return n.args[0].opposite(d) && n.args[1].conditional(d)
	case scaled:
		return n.value > 0 && n.args[0].opposite(d) || n.value < 0 && n.args[0].conditional(d)
	case mapped:
		return n.args[0].opposite(d.through(n))
	}
	return false
}

// The Gaussian kernel is also an integral of features (004, handout F): the feature z of
// x is a bump φ_z(x) = (2π/β)^¼ N(z; x, 1/2β) with β = 2γ, for one dimension. Across the
// line through both points the integral is 1, so one dimension shows it for two.

// bump is the feature at a distance from its centre.
func (o options) bump(d float64) float64 {
	variance := 1 / (4 * o.Gamma)
	return math.Pow(math.Pi/o.Gamma, 0.25) * math.Exp(-d*d/(2*variance)) / math.Sqrt(2*math.Pi*variance)
}

// apart is how far the points are from one another of which pictures and words speak.
func (v view) apart() float64 {
	i, j := v.pair()
	return distance(v.x[i], v.x[j]).v
}

// reach is how many standard deviations to both sides a bump is more than rounding.
const reach = 9

// overlap is ∫ φ_z(x) φ_z(x') dz by the trapezium rule, for the first two points. The
// product of both bumps is one around their middle.
func (v view) overlap() float64 {
	const nodes = 200
	r, far := v.apart(), reach/(2*math.Sqrt(v.Gamma))
	step, sum := 2*far/nodes, 0.0
	for m := range nodes + 1 {
		z := r/2 - far + float64(m)*step
		sum += v.bump(z) * v.bump(z-r)
	}
	return sum * step
}

// overlapping draws both bumps and their product.
func (v view) overlapping() mark.Panel {
	i, j := v.pair()
	r, far := v.apart(), 4/(2*math.Sqrt(v.Gamma))
	r = min(r, 6*far) // beyond nothing is shared
	w := say.Vars{"i": say.Row(i).Name(), "j": say.Row(j).Name(), "k": v.whole.at(i, j)}
	curve := func(f func(z float64) float64) []mark.XY { return panel.Curve(-far, r+far, 120, 2*v.bump(0), f) }
	other := func(z float64) float64 { return v.bump(z - r) }
	area := append([]mark.XY{{X: -far}}, curve(func(z float64) float64 { return v.bump(z) * other(z) })...)
	return panel.Curves{
		ID: "overlap", Title: "Kernel as an integral of features", Note: w.Text("area <k>"),
		Alt: w.Text("Gaussian basis functions at <i> and <j>, and the area under their product, <k>"),
		X:   mark.Axis{Name: "z", Min: -far, Max: r + far}, Y: mark.Axis{Name: "φ"},
		Under: []mark.Mark{mark.PolyLine{
			At: append(area, mark.XY{X: r + far}), Closed: true, Fill: true, Style: mark.RoleAccent.Wide(1.5).Faded(0.3), Legend: "their product: its area is k",
		}},
		Of: []panel.Quantity{
			{At: curve(v.bump), Style: mark.RoleClass0.Wide(1.6), Legend: w.Text("Gaussian basis function at <i>")},
			{At: curve(other), Style: mark.RoleClass1.Wide(1.6).Dashed(), Legend: w.Text("Gaussian basis function at <j>")},
		},
	}.Panel()
}
