package kernels

import (
	"context"
	"iter"
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/num"
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
			root := math.Sqrt(count * math.Pow(t.Constant, float64(d-all)))
			f := feature{name: monomial(count, d-all, t.Constant, a, b, t.dim), mixed: a > 0 && b > 0, count: count}
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
			exact:    func(x, z [2]float64) value { return raised(inner(x, z).plus(value{v: t.Constant}), float64(t.Degree)) },
		}
	}
	n := len(t.x)
	t.whole = newSheet(n, func(i, j int) value { return t.terms.exact(t.x[j], t.x[i]) })
	if !(largest(t.whole.values) <= tooLarge) {
		return nil, algos.Refuse("The kernel is too large on these points to be computed with: take a lower degree, or points that are nearer.")
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
