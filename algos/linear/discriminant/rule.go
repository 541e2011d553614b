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

// A vec is a place or a direction of the plane.
type vec = [2]float64

func plus(a, b vec) vec             { return vec{a[0] + b[0], a[1] + b[1]} }
func minus(a, b vec) vec            { return vec{a[0] - b[0], a[1] - b[1]} }
func times(s float64, a vec) vec    { return vec{s * a[0], s * a[1]} }
func dot(a, b vec) float64          { return a[0]*b[0] + a[1]*b[1] }
func unit(a vec) vec                { return times(1/math.Hypot(a[0], a[1]), a) }
func direction(degrees float64) vec { s, c := math.Sincos(degrees * math.Pi / 180); return vec{c, s} }

func degrees(w vec) float64          { return math.Mod(math.Atan2(w[1], w[0])*180/math.Pi+360, 180) }
func finite(x float64) bool          { return !math.IsNaN(x) && !math.IsInf(x, 0) }
func between(lo, x, hi float64) bool { return lo <= x && x <= hi }

// A sym is a symmetric matrix: S₁₁, S₁₂, S₂₂.
type sym [3]float64

func outer(v vec) sym { return sym{v[0] * v[0], v[0] * v[1], v[1] * v[1]} }

func (a sym) plus(b sym) sym      { return sym{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }
func (a sym) times(s float64) sym { return sym{s * a[0], s * a[1], s * a[2]} }
func (a sym) ridge(r float64) sym { return sym{a[0] + r, a[1], a[2] + r} }
func (a sym) of(v vec) vec        { return vec{a[0]*v[0] + a[1]*v[1], a[1]*v[0] + a[2]*v[1]} }
func (a sym) quad(v vec) float64  { return dot(v, a.of(v)) }
func (a sym) det() float64        { return a[0]*a[2] - a[1]*a[1] }
func (a sym) trace() float64      { return a[0] + a[2] }
func (a sym) table() [][]float64  { return [][]float64{{a[0], a[1]}, {a[1], a[2]}} }
func (a sym) size() float64       { return max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])) }

// inverse of a matrix of full rank.
func (a sym) inverse() sym {
	d := a.det()
	return sym{a[2] / d, -a[1] / d, a[0] / d}
}

// A matrix is flat where a scatter has no width in some direction. Both tests
// are free of the units of the axes: a spread below spreadless of what all points
// have along an axis is rounding, and so is 1 − r² below uncorrelated.
const (
	spreadless   = 1e-28
	uncorrelated = 1e-12
)

func (a sym) flat(total sym) bool {
	return !(a[0] > spreadless*total[0]) || !(a[2] > spreadless*total[2]) || a.det() <= uncorrelated*a[0]*a[2]
}

// eigen returns the eigenvalues, the larger one first, and a unit vector of each.
func (a sym) eigen() (values [2]float64, vectors [2]vec) {
	half, mean := (a[0]-a[2])/2, (a[0]+a[2])/2
	r := math.Hypot(half, a[1])
	s, c := math.Sincos(math.Atan2(a[1], half) / 2)
	return [2]float64{mean + r, mean - r}, [2]vec{{c, s}, {-s, c}}
}

// generalised solves b v = λ a v for an a of full rank: the eigenvalues, the larger
// one first, and unit vectors. With a = LLᵀ it is the symmetric problem of
// L⁻¹bL⁻ᵀ.
func generalised(b, a sym) (values [2]float64, vectors [2]vec) {
	l11 := math.Sqrt(a[0])
	l21 := a[1] / l11
	l22 := math.Sqrt(a[2] - l21*l21)
	c11 := b[0] / (l11 * l11)
	c12 := (b[1]/l11 - l21*c11) / l22
	c22 := (b[2] - 2*l21*b[1]/l11 + l21*l21*c11) / (l22 * l22)
	values, vectors = sym{c11, c12, c22}.eigen()
	for i, v := range vectors {
		y := v[1] / l22
		vectors[i] = unit(vec{(v[0] - l21*y) / l11, y})
	}
	return values, vectors
}
