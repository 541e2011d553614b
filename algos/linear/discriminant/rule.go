package discriminant

import (
	"math"
	"slices"
)

// A rule compares δₖ(x) = −½(x − μₖ)ᵀAₖ(x − μₖ) − ½ log|Σₖ| + log πₖ with Aₖ = Σₖ⁻¹.
// Fisher's nearest projected mean is the case of one Σ, the pooled S_w, and equal
// priors.
type rule struct {
	terms []term

	// For two classes log p₁/p₀ = zᵀQz + wᵀz + w0; Q = 0 where they share Σ.
	q  sym
	w  vec
	w0 float64
}

type term struct {
	mean     vec
	inverse  sym
	logdet   float64
	logprior float64
}

// A verdict is what the rule says about a row.
type verdict struct {
	k     int // the most probable group, the first of equals
	wrong bool
	so    int // mistakes up to and including this row
}

// decide makes the rule of the method.
func (t *task) decide() rule {
	r := rule{terms: make([]term, len(t.groups))}
	shared, logdet := sym{}, 0.0
	if t.Method != qda {
		shared, logdet = t.invert(t.pooled)
	}
	for k, g := range t.groups {
		r.terms[k] = term{mean: g.mean, inverse: shared, logdet: logdet, logprior: math.Log(g.prior)}
		if t.Method == fisher {
			r.terms[k].logprior = -math.Log(float64(len(t.groups)))
		}
		if t.Method == qda {
			r.terms[k].inverse, r.terms[k].logdet = t.invert(g.cov.ridge(t.reg))
		}
	}
	if t.two() {
		a, b := r.terms[0], r.terms[1]
		r.q = b.inverse.plus(a.inverse.times(-1)).times(-0.5)
		r.w = minus(b.inverse.of(b.mean), a.inverse.of(a.mean))
		r.w0 = -(b.inverse.quad(b.mean)-a.inverse.quad(a.mean))/2 - (b.logdet-a.logdet)/2 + b.logprior - a.logprior
	}
	return r
}

// score is δₖ(z).
func (r rule) score(k int, z vec) float64 {
	t := r.terms[k]
	return -t.inverse.quad(minus(z, t.mean))/2 - t.logdet/2 + t.logprior
}

// largest is the largest term of the scores at z: what log-odds are differences of.
func (r rule) largest(z vec) float64 {
	most := 0.0
	for _, t := range r.terms {
		most = max(most, t.inverse.quad(minus(z, t.mean))/2, math.Abs(t.logdet)/2, math.Abs(t.logprior))
	}
	return most
}

// logOdds is log p₁(z)/p₀(z) of two classes, from the densities.
func (r rule) logOdds(z vec) float64 { return r.score(1, z) - r.score(0, z) }

// posterior is the probability of every group at z.
func (r rule) posterior(z vec) []float64 {
	p := make([]float64, len(r.terms))
	for k := range p {
		p[k] = r.score(k, z)
	}
	top, sum := slices.Max(p), 0.0
	for k := range p {
		p[k] = math.Exp(p[k] - top)
		sum += p[k]
	}
	for k := range p {
		p[k] /= sum
	}
	return p
}

// label is the group that the rule chooses, the first of equals.
func (r rule) label(z vec) int {
	best := 0
	for k := range r.terms {
		if r.score(k, z) > r.score(best, z) {
			best = k
		}
	}
	return best
}

// judge applies the rule to all rows.
func (t *task) judge() {
	t.rows = make([]verdict, len(t.z))
	so := 0
	for i, z := range t.z {
		k := t.rule.label(z)
		if k != t.of[i] {
			so++
		}
		t.rows[i] = verdict{k: k, wrong: k != t.of[i], so: so}
	}
}

// likelihood is Σ log πₖN(x | μₖ, Σₖ) over the points with their own classes, where
// all covariances are multiplied by s.
func (t *task) likelihood(s float64) float64 { return t.likelihoodOf(t.rule.terms, s) }

func (t *task) likelihoodOf(terms []term, s float64) float64 {
	sum := 0.0
	for i, z := range t.z {
		own := terms[t.of[i]]
		sum += own.logprior - own.inverse.quad(minus(z, own.mean))/(2*s) - own.logdet/2 - t.dim()*(math.Log(2*math.Pi*s)/2+math.Log(t.scale))
	}
	return sum
}

// dim is that of the space in which the points differ.
func (t *task) dim() float64 {
	if t.line {
		return 1
	}
	return 2
}

// linear translates the two-class rule into the coordinates of the data.
func (t *task) linear() (q sym, w vec, w0 float64) {
	q = t.inverseArea(t.rule.q)
	w = minus(times(1/t.scale, t.rule.w), times(2, q.of(t.centre)))
	w0 = t.rule.w0 - dot(t.rule.w, t.centre)/t.scale + q.quad(t.centre)
	return q, w, w0
}

// linearScore is δₖ(x) = wᵀx + b of a shared covariance, without xᵀΣ⁻¹x.
func (t *task) linearScore(k int) (w vec, b float64) {
	own := t.rule.terms[k]
	inverse, mu := t.inverseArea(own.inverse), t.place(own.mean)
	return inverse.of(mu), own.logprior - inverse.quad(mu)/2
}
