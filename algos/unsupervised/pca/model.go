package pca

import (
	"iter"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/say"
)

// What a step did.
type deed int

const (
	started   deed = iota // the samples as they are
	centring              // the means were subtracted
	scaling               // the features were divided by their deviations
	forming               // Σ was formed
	turning               // power iteration turned u
	finding               // a component was found
	deflating             // it was taken out of Σ
)

// A component is a direction with its variance.
type component struct {
	u      []float64
	lambda float64
}

// A state is the run after some steps. It never changes.
type state struct {
	*task
	did    deed
	found  []component
	sigma  []float64 // Σ, without what was taken out of it
	u      []float64 // of power iteration; nil while there is none
	from   []float64 // u before the step
	iter   int       // iterations of this component
	took   []int     // iterations of each that was found
	first  float64   // tan of the angle between the start and the first direction
	trail  []mark.XY
	status algos.Status
}

func (t *task) start() state {
	return state{task: t, sigma: t.sigma, status: algos.Status{State: algos.Running}}
}

// prepared yields the steps up to Σ: false where nobody listens any more.
func (t *task) prepared(s *state, yield func(*state) bool) bool {
	deeds := []deed{started}
	if t.Centre {
		deeds = append(deeds, centring)
	}
	if t.Standardize {
		deeds = append(deeds, scaling)
	}
	if t.Solver != svd {
		deeds = append(deeds, forming)
	}
	for _, s.did = range deeds {
		now := *s
		if !yield(&now) {
			return false
		}
	}
	return true
}

// decompose is the solver by eigenvectors or by singular vectors: one component per step.
func (t *task) decompose() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		s := t.start()
		if !t.prepared(&s, yield) {
			return
		}
		for j := range t.count() {
			c := component{t.axes[j], t.lambda(j)}
			if t.Solver == covariance {
				c = component{t.byAxes[j], t.byCov[j]}
			}
			s.did, s.found = finding, append(s.found[:j:j], c)
			if j == t.count()-1 {
				s.status = s.ended()
			}
			now := s
			if !yield(&now) {
				return
			}
		}
	}
}

// iterate is power iteration with deflation.
func (t *task) iterate() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		s := t.start()
		if !t.prepared(&s, yield) {
			return
		}
		wanted := min(max(2, t.NComponents), t.rank)
		for j := range wanted {
			if !t.powerIteration(&s, j, yield) {
				return
			}
			s.did, s.found = finding, append(s.found[:j:j], component{oriented(s.u), max(0, dot(s.u, times(s.sigma, s.u)))})
			s.took = append(s.took[:j:j], s.iter)
			if j == wanted-1 {
				s.status = s.ended()
			}
			now := s
			if !yield(&now) {
				return
			}
			if j == wanted-1 {
				return
			}
			s.deflate()
			if largest(s.sigma) <= 64*num.Ulp*float64(t.p)*largest(t.sigma) {
				s.status = algos.Status{State: algos.Converged, Reason: s.drowned()}
			}
			rest := s
			if !yield(&rest) || rest.status.Final() {
				return
			}
		}
	}
}

// powerIteration multiplies u by Σ until it converges; false where the run is over.
func (t *task) powerIteration(s *state, j int, yield func(*state) bool) bool {
	s.u, s.iter, s.trail = s.beginning(), 0, nil
	s.trail = append(s.trail, t.tip(s.u))
	if j == 0 {
		s.first = t.tan(s.u)
	}
	for s.iter < t.MaxIter {
		next := times(s.sigma, s.u)
		length := norm(next)
		for k := range next {
			next[k] /= length
		}
		moved := make([]float64, t.p)
		for k := range next {
			moved[k] = next[k] - s.u[k]
		}
		s.did, s.from, s.u, s.iter = turning, s.u, next, s.iter+1
		s.trail = append(s.trail, t.tip(next))
		if norm(moved) <= t.Tol {
			return true // the step that finds it tells of this one
		}
		if s.iter == t.MaxIter {
			s.status = algos.Status{State: algos.Exhausted, Reason: s.tired(norm(moved))}
		}
		now := *s
		if !yield(&now) {
			return false
		}
	}
	return false
}

// beginning is where power iteration starts: the axis by hand, or where Σ takes that to
// 0, the column of Σ with the largest variance.
func (s *state) beginning() []float64 {
	const nothing = 1e-12
	if norm(times(s.sigma, s.hand)) > nothing*largest(s.sigma) {
		return s.hand
	}
	best := 0
	for k := range s.p {
		if s.sigma[k*s.p+k] > s.sigma[best*s.p+best] {
			best = k
		}
	}
	u := make([]float64, s.p)
	u[best] = 1
	return u
}

// deflate takes the last component out of Σ: Σ − λuuᵀ.
func (s *state) deflate() {
	c := s.found[len(s.found)-1]
	next := make([]float64, len(s.sigma))
	for j := range s.p {
		for k := range s.p {
			next[j*s.p+k] = s.sigma[j*s.p+k] - c.lambda*c.u[j]*c.u[k]
		}
	}
	s.did, s.sigma, s.u, s.from, s.trail = deflating, next, nil, nil, nil
}

// tip is where the plane of the board sees a direction.
func (t *task) tip(u []float64) mark.XY { return mark.XY{X: u[t.a], Y: u[t.b]} }

// tan is the tangent of the angle between a direction and the first one.
func (t *task) tan(u []float64) float64 {
	along, beside := dot(u, t.axes[0]), make([]float64, t.p)
	for k := range u {
		beside[k] = u[k] - along*t.axes[0][k]
	}
	return norm(beside) / math.Abs(along)
}

// axis is the direction that the step is about: that of power iteration, or the one by
// hand.
func (s *state) axis() []float64 {
	if s.did == turning {
		return s.u
	}
	return s.hand
}

// shown is the direction whose variance the step records.
func (s *state) shown() []float64 {
	if s.did == finding {
		return s.found[len(s.found)-1].u
	}
	return s.axis()
}

// done reports whether all components are found that the run looks for.
func (s *state) done() bool { return s.status.State == algos.Converged }

// kept are the components that samples are rebuilt from.
func (s *state) kept() [][]float64 {
	var axes [][]float64
	for _, c := range s.found[:min(s.NComponents, len(s.found))] {
		axes = append(axes, c.u)
	}
	return axes
}

// deviation is by what whitened scores on component j are divided.
func (s *state) deviation(j int) float64 {
	if !s.Whiten {
		return 1
	}
	return math.Sqrt(s.found[j].lambda)
}

// flat reports whether a component has no variance but rounding.
func (s *state) flat(j int) bool {
	return s.found[j].lambda <= 16*num.Ulp*float64(s.p)*s.lambda(0)+s.floor()
}

// floor is the variance that the rounding of the data may have.
func (t *task) floor() float64 {
	noise := 8 * num.Ulp * t.size
	return noise * noise / t.divisor
}

// project are the scores of a sample of inputs on the components found.
func (s *state) project(inputs []float64) []float64 {
	z := make([]float64, len(s.found))
	for j, c := range s.found {
		for k, at := range s.data.where {
			z[j] += c.u[k] * (inputs[at] - s.mean[k]) / s.scale[k]
		}
		if s.Whiten {
			if s.flat(j) {
				z[j] = 0
				continue
			}
			z[j] /= s.deviation(j)
		}
	}
	return z
}

type view struct{ *state }

// Model returns what has been found so far.
func (v view) Model() algos.Model {
	components, variances, singulars := [][]float64{}, []float64{}, []float64{}
	shares, lost := []float64{}, []float64{v.total}
	for j, c := range v.found {
		s := math.Sqrt(c.lambda * v.divisor)
		if v.Solver == svd {
			s = v.values[j]
		}
		components, variances, singulars = append(components, c.u), append(variances, c.lambda), append(singulars, s)
		shares = append(shares, c.lambda/v.trace())
	}
	left := v.total
	for j := range v.found {
		left = max(0, left-variances[j]*v.divisor)
		if v.Solver == svd {
			left = v.tail(j + 1)
		}
		lost = append(lost, left)
	}
	m := algos.Model{Values: []algos.Value{
		{Name: "mean", Value: v.mean},
		{Name: "scale", Value: v.scale},
		{Name: "components", Value: components},
		{Name: "variances", Value: variances},
		{Name: "singular_values", Value: singulars},
		{Name: "shares", Value: shares},
		{Name: "lost", Value: lost},
		{Name: "captured", Value: v.quadratic(v.hand)},
	}}
	if v.Solver == power {
		m.Values = append(m.Values, algos.Value{Name: "iterations", Value: append([]int{}, v.took...)})
	}
	if len(v.found) == 0 {
		return m
	}
	scores := func(inputs []float64) []algos.Value { return []algos.Value{{Name: "scores", Value: v.project(inputs)}} }
	if v.data.table {
		m.PredictRow = scores
		return m
	}
	m.Predict = func(x [2]float64) []algos.Value { return scores(x[:]) }
	return m
}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	captured := v.quadratic(v.shown())
	off, rate := math.NaN(), math.NaN()
	if v.did == turning && len(v.found) == 0 {
		off = v.tan(v.u)
		rate = v.first * math.Pow(v.ratio(), float64(v.iter))
		if math.IsInf(off, 1) {
			off = math.NaN() // a right angle
		}
		if math.IsInf(rate, 1) {
			rate = math.NaN()
		}
	}
	out := algos.Step{
		Phase: v.phase(), Size: v.sized(), Status: v.status, View: v,
		Metrics: []float64{captured, max(0, v.trace()-captured), v.lambda(0), off, rate},
	}
	if !v.status.Final() {
		out.Next = v.next()
	}
	if v.did == finding {
		out.Events = append(out.Events, algos.Event{Kind: "direction", Text: say.Vars{"j": len(v.found)}.Text("component <j> is found")})
	}
	return out
}

func (v view) sized() algos.Size {
	switch v.did {
	case started, finding:
		return algos.Pass
	}
	if v.status.Final() {
		return algos.Pass
	}
	return algos.Normal
}
