package emgmm

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"playground/algos/kernel"
	"playground/algos/unsupervised/internal/lloyd"
)

// A shape restricts the covariances of a mixture.
type shape string

// The shapes.
const (
	full      shape = "full"      // any Σₖ
	diagonal  shape = "diag"      // axis-parallel ellipses
	spherical shape = "spherical" // circles, Σₖ = σₖ²I
	tied      shape = "tied"      // one Σ for all
	fixed     shape = "fixed"     // Σₖ = σ²I with a σ that is given
)

// An em is the two steps of the algorithm on given points. Its buffers are
// reused: an iteration allocates nothing.
type em struct {
	x     []vec
	dim   int
	shape shape
	reg   float64 // added to every variance in the M-step

	factors []factor
	counts  []float64 // Nₖ
	raw     []sym     // the covariances of the last M-step before reg was added
	parts   [][]sums  // for every chunk of the points, the sums of each component
}

func newEM(x []vec, dim, k int, s shape, reg float64) *em {
	e := &em{x: x, dim: dim, shape: s, reg: reg, factors: make([]factor, k), counts: make([]float64, k), raw: make([]sym, k)}
	for range chunks(len(x)) {
		e.parts = append(e.parts, make([]sums, k))
	}
	return e
}

// expect is the E-step: it fills r, a row of K for each point, with the
// responsibilities rᵢₖ = πₖN(xᵢ | k) / Σⱼ πⱼN(xᵢ | j), and returns the
// log-likelihood Σᵢ log Σₖ πₖN(xᵢ | k).
func (e *em) expect(r []float64, m mixture) float64 {
	factorise(e.factors, m, e.dim)
	if len(e.x) <= chunk {
		return e.expectPart(r, 0, len(e.x))
	}
	parts := make([]float64, chunks(len(e.x)))
	each(len(e.x), func(c, from, to int) { parts[c] = e.expectPart(r, from, to) })
	loglik := 0.0
	for _, l := range parts {
		loglik += l
	}
	return loglik
}

// together is how many points' exponentials are computed at once.
const together = 32

// expectPart is the E-step of some of the points.
func (e *em) expectPart(r []float64, from, to int) float64 {
	k := len(e.factors)
	loglik := 0.0
	for ; from < to; from += together {
		some := e.x[from:min(from+together, to)]
		rows := r[from*k : (from+len(some))*k]
		for i, x := range some {
			row := rows[i*k : (i+1)*k]
			for j := range row {
				row[j] = e.factors[j].log(x)
			}
			loglik += below(row)
		}
		kernel.Exp(rows)
		// Every sum is from 1 to K, so the product is far from overflow.
		product := 1.0
		for i := range some {
			product *= normalise(rows[i*k : (i+1)*k])
		}
		loglik += math.Log(product)
	}
	return loglik
}

// maximise is the M-step: it fills to with the parameters that maximise the
// expected complete log-likelihood under r. A component that has lost all its
// points keeps the mean and covariance that it had in from.
func (e *em) maximise(to mixture, r []float64, from mixture) {
	n := float64(len(e.x))
	clear(e.counts)
	clear(to.mean)
	for _, part := range e.gather(r, nil) {
		for j, s := range part {
			e.counts[j] += s.count
			to.mean[j][0] += s.first[0]
			to.mean[j][1] += s.first[1]
		}
	}
	for j, c := range e.counts {
		if to.weight[j] = c / n; alive(c) {
			to.mean[j] = vec{to.mean[j][0] / c, to.mean[j][1] / c}
		} else {
			to.mean[j] = from.mean[j]
		}
	}
	clear(to.cov)
	for _, part := range e.gather(r, to.mean) {
		for j, s := range part {
			for d, v := range s.second {
				to.cov[j][d] += v
			}
		}
	}
	e.restrict(to, from)
}

// alive reports whether a component with that Nₖ still has points: below this
// the quotients of its sums have no digits left.
func alive(count float64) bool { return count > 1e-200 }

// restrict turns the scatter matrices Σᵢ rᵢₖ(xᵢ−μₖ)(xᵢ−μₖ)ᵀ in to.cov into
// covariances of the shape, and adds reg to their diagonals.
func (e *em) restrict(to, from mixture) {
	if e.shape == tied {
		var pooled sym
		total := 0.0
		for j, s := range to.cov {
			if alive(e.counts[j]) {
				total += e.counts[j]
				for d := range pooled {
					pooled[d] += s[d]
				}
			}
		}
		for d := range pooled {
			pooled[d] /= total
		}
		pooled = restrict(pooled, full, e.dim)
		for j := range to.cov {
			e.raw[j], to.cov[j] = pooled, e.lift(pooled)
		}
		return
	}
	for j := range to.cov {
		if e.shape == fixed || !alive(e.counts[j]) {
			e.raw[j], to.cov[j] = from.cov[j], from.cov[j]
			continue
		}
		s := to.cov[j]
		for d := range s {
			s[d] /= e.counts[j]
		}
		e.raw[j] = restrict(s, e.shape, e.dim)
		to.cov[j] = e.lift(e.raw[j])
	}
}

// restrict returns the covariance of that shape with the largest likelihood
// where s has the largest of all.
func restrict(s sym, sh shape, dim int) sym {
	switch {
	case dim == 1:
		return sym{s[0]}
	case sh == diagonal:
		return sym{s[0], 0, s[2]}
	case sh == spherical:
		v := (s[0] + s[2]) / 2
		return sym{v, 0, v}
	}
	return s
}

// lift adds reg to the diagonal.
func (e *em) lift(s sym) sym {
	for d := range e.dim {
		s[2*d] += e.reg
	}
	return s
}

// expected returns Q(θ | r) = Σᵢ Σₖ rᵢₖ log πₖN(xᵢ | k), the expected complete
// log-likelihood.
func (e *em) expected(r []float64, m mixture) float64 {
	factorise(e.factors, m, e.dim)
	k := len(e.factors)
	q := 0.0
	for i, x := range e.x {
		for j, p := range r[i*k : (i+1)*k] {
			if p > 0 {
				q += p * e.factors[j].log(x)
			}
		}
	}
	return q
}

// entropy returns −Σᵢ Σₖ rᵢₖ log rᵢₖ.
func entropy(r []float64) float64 {
	h := 0.0
	for _, p := range r {
		if p > 0 && p < 1 {
			h -= p * math.Log(p)
		}
	}
	return h
}

// elbo returns the lower bound Q(θ | r) + H(r) of the log-likelihood.
func (e *em) elbo(r []float64, m mixture) float64 { return e.expected(r, m) + entropy(r) }

// divergence returns Σᵢ KL(rᵢ ‖ p(k | xᵢ)), by how much the responsibilities r are not the
// posteriors that the last E-step has found: what the bound misses of the
// log-likelihood. Where a posterior is too small to be a number, its logarithm is not.
func (e *em) divergence(r, posterior []float64) float64 {
	k := len(e.factors)
	sum := 0.0
	for i, p := range r {
		switch {
		case !(p > 0):
		case posterior[i] > leastNumber:
			sum += p * math.Log(p/posterior[i])
		default:
			x := e.x[i/k]
			sum += p * (math.Log(p) - (e.factors[i%k].log(x) - density(e.factors, x)))
		}
	}
	return sum
}

// freeParameters counts the numbers that may be chosen in a mixture of k
// components.
func freeParameters(k, dim int, s shape) int {
	cov := k * dim
	switch s {
	case full:
		cov = k * dim * (dim + 1) / 2
	case spherical:
		cov = k
	case tied:
		cov = dim * (dim + 1) / 2
	case fixed:
		cov = 0
	}
	return cov + k*dim + k - 1
}

// chunk is how many points are summed one after the other. More points are summed
// in chunks, on all processors; the chunks' sums are then added in order, so that
// the result does not depend on which was ready first.
const chunk = 2048

// chunks is how many chunks n points make.
func chunks(n int) int { return max(1, (n+chunk-1)/chunk) }

// each does the work of every chunk, of the points from … to−1.
func each(n int, do func(c, from, to int)) {
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), chunks(n)) {
		wait.Go(func() {
			for c := int(next.Add(1)) - 1; c < chunks(n); c = int(next.Add(1)) - 1 {
				do(c, c*chunk, min((c+1)*chunk, n))
			}
		})
	}
	wait.Wait()
}

// The sums of a component over a chunk: Σrᵢ, Σrᵢxᵢ and Σrᵢ(xᵢ−μ)(xᵢ−μ)ᵀ.
type sums struct {
	count  float64
	first  vec
	second sym
}

// gather computes every chunk's sums: without means the first two, with means the
// last.
func (e *em) gather(r []float64, means []vec) [][]sums {
	if len(e.parts) == 1 {
		e.gatherPart(e.parts[0], r, means, 0, len(e.x))
	} else {
		each(len(e.x), func(c, from, to int) { e.gatherPart(e.parts[c], r, means, from, to) })
	}
	return e.parts
}

func (e *em) gatherPart(part []sums, r []float64, means []vec, from, to int) {
	clear(part)
	k := len(part)
	if means == nil {
		for i, x := range e.x[from:to] {
			for j, p := range r[(from+i)*k : (from+i+1)*k] {
				s := &part[j]
				s.count += p
				s.first[0] += p * x[0]
				s.first[1] += p * x[1]
			}
		}
		return
	}
	for i, x := range e.x[from:to] {
		for j, p := range r[(from+i)*k : (from+i+1)*k] {
			dx, dy := x[0]-means[j][0], x[1]-means[j][1]
			s := &part[j]
			s.second[0] += p * dx * dx
			s.second[1] += p * dx * dy
			s.second[2] += p * dy * dy
		}
	}
}

// spread is a summary of the data: mean and covariance with the divisor n.
type spread struct {
	mean vec
	cov  sym
}

// spreadOf measures points; there must be one at least.
func spreadOf(x []vec) spread {
	var s spread
	n := float64(len(x))
	for _, p := range x {
		s.mean[0] += p[0] / n
		s.mean[1] += p[1] / n
	}
	for _, p := range x {
		dx, dy := p[0]-s.mean[0], p[1]-s.mean[1]
		s.cov[0] += dx * dx / n
		s.cov[1] += dx * dy / n
		s.cov[2] += dy * dy / n
	}
	for d := range 2 { // rounding of the mean must not look like a variance
		same := true
		for _, p := range x {
			same = same && p[d] == x[0][d]
		}
		if same {
			s.mean[d], s.cov[1], s.cov[2*d] = x[0][d], 0, 0
		}
	}
	return s
}

// startCovariance is where every component starts: the data's own variances (or a
// share of them), without their covariance, restricted to the shape. A coordinate
// in which all points agree starts at reg.
func (t *task) startCovariance() sym {
	if t.shape() == fixed {
		return restrict(sym{t.Sigma * t.Sigma, 0, t.Sigma * t.Sigma}, spherical, t.Dim)
	}
	s := restrict(sym{t.InitVariance * t.data.cov[0], 0, t.InitVariance * t.data.cov[2]}, t.shape(), t.Dim)
	for d := range t.Dim {
		if s[2*d] == 0 {
			s[2*d] = t.Reg
		}
	}
	return s
}

// begin returns the mixture that a run starts from: means by the chosen method,
// equal weights, the same broad covariance for all; or what an M-step makes of responsibilities
// drawn at random, and the responsibilities.
func (t *task) begin() (m mixture, shares []float64) {
	m, cov := newMixture(t.K), t.startCovariance()
	var rows []int
	switch t.Init {
	case byHand:
		for j := range m.mean {
			m.mean[j] = t.near(t.Means[j])
		}
	case atPoints:
		rows = t.rows
	case plusPlus:
		rows = lloyd.PlusPlus(t.x, t.K, t.Rand)
	case atRandom:
		rows = t.Rand.Perm(len(t.x))[:t.K]
	}
	for j, row := range rows {
		m.mean[j] = t.x[row]
	}
	for j := range m.mean {
		m.weight[j], m.cov[j] = 1/float64(t.K), cov
		if t.Dim == 1 {
			m.mean[j][1] = 0
		}
	}
	if t.Init == byResponsibilities {
		shares = randomResponsibilities(len(t.x), t.K, t.Uniformity, t.Rand)
		made := newMixture(t.K)
		t.em.maximise(made, shares, m)
		return made, shares
	}
	return m, nil
}

// randomResponsibilities draws a row of k responsibilities for each of n points, all ways of sharing it
// out being equally likely, and takes them by the evenness towards 1/k.
func randomResponsibilities(n, k int, evenness float64, r *rand.Rand) []float64 {
	shares := make([]float64, n*k)
	for row := range slices.Chunk(shares, k) {
		sum := 0.0
		for j := range row { // exponential numbers over their sum are uniform on the simplex
			row[j] = r.ExpFloat64()
			sum += row[j]
		}
		for j := range row {
			row[j] = evenness/float64(k) + (1-evenness)*row[j]/sum
		}
	}
	return shares
}
