package mcmc

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
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

// seldom is after how many iterations R̂ is computed again.
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

// A task is what stays the same during a run, and what all chains have drawn so far: a view
// looks at no more than was drawn before it.
type task struct {
	sampler
	ctx      context.Context
	problem  algos.Problem
	top      float64 // the highest log p̃ on the board
	sources  []*rand.Rand
	x        [][]place // of every chain, from its start on
	proposed []place   // of the first chain; its start stands first
	exact    func() exact
	field    *panel.Cache // the density, the same at every step
}

// others is the stream from which the starts of the other chains are drawn.
const others = 1000

// tries is how often a start is drawn again where the density is below e to the minus
// negligible of its top: a chain would spend its run on the way from there.
const (
	tries      = 200
	negligible = 12
)

// farthest is the largest coordinate of a centre.
const farthest = 1e6

// chosen is the density that the options name.
func chosen(p algos.Problem, o options) (density, error) {
	switch o.Target {
	case onBanana:
		return banana(o.Bend), nil
	case onModes:
		a := o.Gap / 2
		return mixture([]place{{-a, -a / 2}, {a, a / 2}}, 1, square(max(4, a+3.5))), nil
	case onRing:
		return ring(o.Radius), nil
	case onFunnel:
		return funnel(), nil
	case onPoints:
		return about(p, o.Width)
	case onFormula:
		e, err := read(o.Formula)
		if err != nil {
			panic(err) // bind lets no other formula through
		}
		d := written(e)
		if err := d.refuse(); err != nil {
			return density{}, err
		}
		var ok bool
		if d.window, ok = d.holding(); !ok {
			return density{}, algos.Refuse(missed)
		}
		return d, nil
	}
	return correlated(o.Rho), nil
}

// about is a normal about every point of the board.
func about(p algos.Problem, h float64) (density, error) {
	w := grid.Window{X0: math.Inf(1), X1: math.Inf(-1), Y0: math.Inf(1), Y1: math.Inf(-1)}
	centres := make([]place, 0, len(p.Points))
	for _, q := range p.Points {
		centres = append(centres, q.X)
		w = grid.Window{X0: min(w.X0, q.X[0]-4*h), X1: max(w.X1, q.X[0]+4*h), Y0: min(w.Y0, q.X[1]-4*h), Y1: max(w.Y1, q.X[1]+4*h)}
	}
	return mixture(centres, h, w), nil
}

// lattice is the side of the grids on which a density is added up.
const lattice = 241

const missed say.Phrase = "This density is too narrow, too rough or too far from the origin to be integrated on a grid. Shift or scale x and y, so " +
	"that it is smooth and a few units wide around the origin."

// holding is the smallest of some boards about the origin that holds nearly all of a density.
func (d density) holding() (w grid.Window, ok bool) {
	for r := 2.0; r < 1e6; r *= 1.5 {
		inner, outer := d.mass(r, 0), d.mass(1.5*r, r)
		if inner > 0 && outer < 0.002*inner {
			return square(r), true
		}
	}
	return grid.Window{}, false
}

// mass adds a density up on a coarse grid of the board with the half-width r, but not within
// the half-width but.
func (d density) mass(r, but float64) float64 {
	const n = 80
	sum := 0.0
	for i := range n {
		for j := range n {
			x := place{r * (2*(float64(i)+0.5)/n - 1), r * (2*(float64(j)+0.5)/n - 1)}
			if max(math.Abs(x[0]), math.Abs(x[1])) >= but {
				sum += math.Exp(min(d.log(x), 600))
			}
		}
	}
	return sum * r * r
}

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	for _, q := range p.Points {
		if !(math.Abs(q.X[0]) <= farthest && math.Abs(q.X[1]) <= farthest) {
			return nil, algos.Refuse("A point is farther than a million from the origin, which no chain reaches: move the points closer.")
		}
	}
	d, err := chosen(p, o)
	if err != nil {
		return nil, err
	}
	if o.Target != onPoints {
		o.Chains = min(len(p.Points), maxChains)
		d.window = around(d.window, p)
	}
	t := &task{sampler: sampler{options: o, density: d}, ctx: ctx, problem: p, top: math.Inf(-1), field: new(panel.Cache)}
	if o.Method == gibbs && d.line == nil {
		return nil, algos.Refuse("Gibbs sampling draws from full conditionals, and this target has none in closed form. Choose the correlated " +
			"Gaussian, two modes or your points, or another method.")
	}
	if o.Warmup >= o.Draws {
		return nil, algos.Refuse("Burn-in leaves no draws: reduce it, or increase the iterations.")
	}
	for i, q := range p.Points[:min(len(p.Points), o.Chains)] {
		if math.IsInf(d.log(q.X), 0) {
			return nil, algos.Refuse(say.Vars{"x": say.Row(i).Name()}.Text("The density is 0 or infinite at <x>, where a chain starts: move that point."))
		}
	}
	g := grid.Grid{Window: d.window, NX: 61, NY: 61}
	for i := range g.Len() {
		if l := d.log(place{g.X(i % g.NX), g.Y(i / g.NX)}); !math.IsInf(l, 0) {
			t.top = max(t.top, l)
		}
	}
	if err := t.affordable(); err != nil {
		return nil, err
	}
	if o.Target == onFormula && !t.even(ctx) && ctx.Err() == nil {
		return nil, algos.Refuse(missed)
	}
	t.starts()
	t.exact = algos.Slow(ctx, t.integrate)
	return t, nil
}

// mostSlopes is how many slopes a run of Hamiltonian trajectories may compute, of a density
// that is one term: a few seconds of work.
const mostSlopes = 10_000_000

// affordable refuses trajectories that would take minutes.
func (t *task) affordable() error {
	if t.Method != hmc || t.Draws*t.Chains*t.Leaps*max(1, t.cost) <= mostSlopes {
		return nil
	}
	w := say.Vars{"draws": t.Draws, "chains": t.Chains, "leaps": t.Leaps, "most": mostSlopes / max(1, t.cost) / t.Chains / t.Leaps}
	return algos.Refuse(w.Text("<draws iteration> of <leaps leapfrog step> in <chains chain> take minutes with this density: choose at most <most> " +
		"iterations, or fewer leapfrog steps."))
}

// wide is how many times as wide as it would be a board may get, so that it shows the starts.
const wide = 2

// around is a board that shows the starts, too, those that are not too far away.
func around(w grid.Window, p algos.Problem) grid.Window {
	mx, my := (wide-1)*(w.X1-w.X0), (wide-1)*(w.Y1-w.Y0)
	all := w
	for _, q := range p.Points[:min(len(p.Points), maxChains)] {
		if x := q.X; x[0] > w.X0-mx && x[0] < w.X1+mx && x[1] > w.Y0-my && x[1] < w.Y1+my {
			all.X0, all.X1 = min(all.X0, x[0]-0.5), max(all.X1, x[0]+0.5)
			all.Y0, all.Y1 = min(all.Y0, x[1]-0.5), max(all.Y1, x[1]+0.5)
		}
	}
	return all
}

// starts places the chains: at the points of the board. Where these are the density, the
// first chain starts at the first of them and the others anywhere, so that they can disagree.
func (t *task) starts() {
	r := t.problem.Stream(others)
	for c := range t.Chains {
		t.sources = append(t.sources, t.problem.Stream(uint64(c)))
		x := t.problem.Points[0].X
		switch {
		case t.Target != onPoints:
			x = t.problem.Points[c].X
		case c > 0:
			x = t.anywhere(r)
		}
		t.x = append(t.x, make([]place, t.Draws+1))
		t.x[c][0] = x
	}
	t.proposed = make([]place, t.Draws+1)
	t.proposed[0] = t.x[0][0]
}

// anywhere is a place of the board where the density is not negligible.
func (t *task) anywhere(r *rand.Rand) place {
	for range tries {
		x := place{t.window.X0 + r.Float64()*(t.window.X1-t.window.X0), t.window.Y0 + r.Float64()*(t.window.Y1-t.window.Y0)}
		if t.log(x) > t.top-negligible {
			return x
		}
	}
	return t.problem.Points[0].X
}

// An exact is what is known of the target without samples.
type exact struct {
	mean, variance place
	curves         [2][]mark.XY // the marginal densities
}

// curveNodes is at how many places a marginal is drawn.
const curveNodes = 120

// integrate computes the moments and marginals, in closed form where there is one.
func (t *task) integrate(ctx context.Context) exact {
	e := exact{mean: t.mean, variance: t.variance}
	if t.closed {
		for k := range 2 {
			lo, hi := t.side(k)
			for i := range curveNodes + 1 {
				if ctx.Err() != nil {
					return e
				}
				at := lo + (hi-lo)*float64(i)/curveNodes
				e.curves[k] = append(e.curves[k], mark.XY{X: at, Y: t.margin(k, at)})
			}
		}
		return e
	}
	sums, g := t.addedUp(ctx, lattice)
	if ctx.Err() != nil {
		return e
	}
	for k, sum := range sums {
		at := nodes(g, k)
		var whole float64
		e.mean[k], e.variance[k], whole = weighed(sum, at)
		step := at(1) - at(0)
		for i, p := range sum {
			if lo, hi := t.side(k); at(i) >= lo && at(i) <= hi {
				e.curves[k] = append(e.curves[k], mark.XY{X: at(i), Y: p / (whole * step)})
			}
		}
		if math.Abs(e.mean[k]) < 1e-12*math.Sqrt(e.variance[k]) {
			e.mean[k] = 0 // by symmetry, but for rounding
		}
	}
	return e
}

// addedUp is p̃ on a grid of n × n nodes around the board, added up by columns and by rows.
func (t *task) addedUp(ctx context.Context, n int) (sums [2][]float64, g grid.Grid) {
	w := t.window
	mx, my := (w.X1-w.X0)/4, (w.Y1-w.Y0)/4
	g = grid.Grid{Window: grid.Window{X0: w.X0 - mx, X1: w.X1 + mx, Y0: w.Y0 - my, Y1: w.Y1 + my}, NX: n, NY: n}
	sums[0], sums[1] = make([]float64, n), make([]float64, n)
	for i := range g.Len() {
		if i%n == 0 && ctx.Err() != nil {
			break
		}
		p := math.Exp(min(t.log(place{g.X(i % n), g.Y(i / n)})-t.top, 600))
		sums[0][i%n] += p
		sums[1][i/n] += p
	}
	return sums, g
}

// nodes are the places of a grid along a coordinate.
func nodes(g grid.Grid, k int) func(i int) float64 {
	if k == 0 {
		return g.X
	}
	return g.Y
}

// weighed are the moments of places with weights.
func weighed(weights []float64, at func(i int) float64) (mean, variance, whole float64) {
	for i, p := range weights {
		whole += p
		mean += p * at(i)
	}
	mean /= whole
	for i, p := range weights {
		variance += p * (at(i) - mean) * (at(i) - mean) / whole
	}
	return mean, variance, whole
}

// even is how far the sums over two grids may be apart, in standard deviations. Of a smooth
// density they agree to many digits, with a kink to a thousandth; of one that is narrow, jumps
// or has a pole they are farther apart.
const even = 0.02

// even reports whether a coarser grid, whose nodes are elsewhere, finds the same moments.
func (t *task) even(ctx context.Context) bool {
	fine, g := t.addedUp(ctx, lattice)
	coarse, h := t.addedUp(ctx, 3*lattice/4)
	for k := range 2 {
		mean, variance, _ := weighed(fine[k], nodes(g, k))
		other, spread, _ := weighed(coarse[k], nodes(h, k))
		if !(math.Abs(mean-other) <= even*math.Sqrt(variance) && math.Abs(variance-spread) <= 2*even*variance) {
			return false
		}
	}
	return true
}

// side is the part of an axis that the board shows.
func (t *task) side(k int) (lo, hi float64) {
	if k == 0 {
		return t.window.X0, t.window.X1
	}
	return t.window.Y0, t.window.Y1
}

// named is a coordinate as sentences call it.
func named(k int) say.Phrase { return [2]say.Phrase{"x₁", "x₂"}[k] }
