package mcmc

import (
	"math"
	"sync"

	"playground/algos"
)

// stage is what a step was about.
type stage int

const (
	beginning stage = iota
	proposing       // the proposal, before the decision
	leaping         // a step of the leapfrog
	half            // the first coordinate of a sweep
	deciding        // the end of an iteration
)

// A view is the run after some step. It never changes.
type view struct {
	*task
	t        int // iterations so far
	stage    stage
	leap     int // of the trajectory, while it goes on
	draw     *draw
	accepted int // proposals of all chains so far
	wrecks   int // divergent trajectories of all chains
	rhat     place
	status   algos.Status
	known    *estimates
}

// estimates are those of both coordinates, computed when one is first asked for.
type estimates struct {
	mu   sync.Mutex
	done [2]bool
	of   [2]estimate
}

// begin is the view before any iteration.
func (t *task) begin() view {
	return view{task: t, rhat: place{math.NaN(), math.NaN()}, status: algos.Status{State: algos.Running}, known: new(estimates)}
}

// smallSteps are the views within an iteration.
func (v view) smallSteps(d *draw) []view {
	v.draw = d
	switch v.Method {
	case gibbs:
		v.stage = half
		return []view{v}
	case hmc:
		v.stage = leaping
		all := make([]view, 0, len(d.path))
		for n := range d.path {
			v.leap = n
			all = append(all, v)
		}
		return all
	}
	v.stage = proposing
	return []view{v}
}

// seldom is after how many iterations R̂ is computed anew.
const seldom = 10

// decide ends an iteration of the first chain, and makes one of every other.
func (v view) decide(d *draw) view {
	v.stage, v.draw, v.leap, v.t, v.known = deciding, d, 0, v.t+1, new(estimates)
	v.x[0][v.t], v.proposed[v.t] = d.now, d.to
	v.count(*d)
	for c := 1; c < v.Chains; c++ {
		other := v.move(v.x[c][v.t-1], v.sources[c])
		v.x[c][v.t] = other.now
		v.count(other)
	}
	if v.t == v.Draws {
		v.status = algos.Status{State: algos.Converged}
	}
	if v.t%seldom == 0 || v.status.Final() {
		for k := range 2 {
			v.rhat[k] = splitRHatOf(v.kept(k))
		}
	}
	if v.status.Final() {
		v.status.Reason = v.reason()
	}
	return v
}

func (v *view) count(d draw) {
	if d.accepted {
		v.accepted++
	}
	if d.diverged() {
		v.wrecks++
	}
}

// splitRHatOf is R̂ where there is anything to compare.
func splitRHatOf(chains []series) float64 {
	if len(chains) == 0 {
		return math.NaN()
	}
	return splitRHat(chains)
}

// kept is what all chains have drawn of a coordinate behind the warm-up; nil where nothing.
func (v view) kept(k int) []series {
	if v.t <= v.Warmup {
		return nil
	}
	all := make([]series, v.Chains)
	for c := range all {
		all[c] = v.of(c, k)
	}
	return all
}

// of is what one chain has drawn of a coordinate behind the warm-up.
func (v view) of(c, k int) series {
	s := make(series, 0, v.t-v.Warmup)
	for _, x := range v.x[c][v.Warmup+1 : v.t+1] {
		s = append(s, x[k])
	}
	return s
}

// An estimate is what the chains say of a coordinate.
type estimate struct {
	mean, variance float64
	ess            float64 // NaN where it is not known
	rhat           float64
	lag            float64 // autocorrelation of the first chain at lag 1
}

// estimate is what all chains say together.
func (v view) estimate(k int) estimate {
	v.known.mu.Lock()
	defer v.known.mu.Unlock()
	if !v.known.done[k] {
		v.known.of[k], v.known.done[k] = v.together(k), true
	}
	return v.known.of[k]
}

func (v view) together(k int) estimate {
	nan := math.NaN()
	e := estimate{nan, nan, nan, nan, nan}
	chains := v.kept(k)
	if len(chains) == 0 {
		return e
	}
	all := make(series, 0, len(chains)*len(chains[0]))
	for _, c := range chains {
		all = append(all, c...)
	}
	e.mean, e.variance = all.moments()
	e.ess, e.rhat = effective(chains), splitRHat(chains)
	if r := chains[0].correlations(1); len(r) > 1 {
		e.lag = r[1]
	}
	return e
}

// off is how far the mean is from the exact one, in its standard errors √(variance/ESS).
func (e estimate) off(mean float64) float64 {
	return math.Abs(e.mean-mean) / e.error()
}

func (e estimate) error() float64 { return math.Sqrt(e.variance / e.ess) }

// rate is the share of accepted proposals of all chains.
func (v view) rate() float64 {
	if v.t == 0 {
		return math.NaN()
	}
	return float64(v.accepted) / float64(v.t*v.Chains)
}

// now is where the first chain is.
func (v view) now() place {
	if v.stage == half || v.stage == leaping || v.stage == proposing {
		return v.draw.from
	}
	return v.x[0][v.t]
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"acceptance", "x1", "x2", "rhat_1", "rhat_2", "divergences"}

func (v view) metrics() []float64 {
	x := v.now()
	return []float64{v.rate(), x[0], x[1], v.rhat[0], v.rhat[1], float64(v.wrecks)}
}

// Model returns the run so far.
func (v view) Model() algos.Model {
	e := v.exact()
	x := v.now()
	values := []algos.Value{
		{Name: "iterations", Value: v.t},
		{Name: "place", Value: x[:]},
		{Name: "exact_mean", Value: e.mean[:]},
		{Name: "exact_variance", Value: e.variance[:]},
	}
	if v.t > v.Warmup {
		a, b := v.estimate(0), v.estimate(1)
		values = append(values,
			algos.Value{Name: "mean", Value: []float64{a.mean, b.mean}},
			algos.Value{Name: "variance", Value: []float64{a.variance, b.variance}},
			algos.Value{Name: "ess", Value: []float64{a.ess, b.ess}},
			algos.Value{Name: "rhat", Value: []float64{a.rhat, b.rhat}},
			algos.Value{Name: "lag1", Value: []float64{a.lag, b.lag}})
	}
	if v.draw != nil {
		to := v.draw.to
		values = append(values, algos.Value{Name: "proposal", Value: to[:]}, algos.Value{Name: "probability", Value: v.draw.accept})
		if n := len(v.draw.path); n > 0 {
			values = append(values, algos.Value{Name: "energy_error", Value: v.draw.path[n-1].energy - v.draw.path[0].energy})
		}
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		g := v.slope(x)
		return []algos.Value{{Name: "log_density", Value: v.log(x)}, {Name: "slope", Value: g[:]}}
	}}
}
