package lasso

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/mark"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	Options
	data    penalised.Data
	centred penalised.Centred
	origin  *lsq.Origin // where columns that are far from 0 are measured from; nil: none is
	*objective
	least     []float64 // least squares, by QR
	leastJ    float64   // its Σr²/(2n)
	best      []float64 // the solution, by another route than the run's
	bestJ     float64
	solved    bool
	maximum   float64 // λ_max
	bounded   bool    // there is one
	curvature float64 // L: the largest eigenvalue of XᵀX/n
	zero      float64 // J(0)
	path      penalised.Path
	first     int // the columns of the plane; second is −1 where there is one column alone
	second    int
	length    []float64 // of the columns
	entries   func() []penalised.Entry
	errors    func() *penalised.Validation
}

// How much of the path is shown.
const (
	stations  = 80
	depth     = 1e-4 // the least λ, as a share of the largest
	above     = 1.25 // the largest λ, as a multiple of λ_max
	ridgeMost = 100  // the largest λ where there is no λ_max, as a multiple of the largest diagonal entry of XᵀX/n
)

func newTask(ctx context.Context, p algos.Problem, o Options) (*task, error) {
	data, err := penalised.Read(p)
	if err != nil {
		return nil, err
	}
	t := &task{Problem: p, Options: o, data: data, centred: data.Centre(o.Intercept)}
	if o.Intercept {
		t.origin = lsq.Far(append([][]float64{slices.Repeat([]float64{1}, len(data.Y))}, data.Columns...), data.Y)
	}
	plain := newObjective(t.centred)
	t.objective = plain.at(o.Lambda, o.Ratio)
	t.least = lsq.Solve(t.x, t.y)
	t.leastJ, _ = plain.value(t.least)
	t.zero = t.yy / 2
	t.best = make([]float64, len(t.x))
	t.solved = t.solve(t.best)
	if o.Lambda == 0 {
		t.best, t.solved = t.least, true
	}
	t.bestJ, _ = t.value(t.best)
	t.maximum, t.bounded = t.lambdaMax(o.Ratio)
	spectrum, _ := lsq.Spectrum(t.x)
	t.curvature = spectrum[0] / float64(len(t.y))
	for _, column := range t.x {
		t.length = append(t.length, lsq.Norm(column))
	}
	t.follow(plain)
	t.choose()
	t.entries = algos.Slow(ctx, func(ctx context.Context) []penalised.Entry { return t.enter(ctx, plain) })
	t.errors = algos.Slow(ctx, func(ctx context.Context) *penalised.Validation {
		const stream = 1
		return penalised.Validate(ctx, data, o.Intercept, penalised.Folds(len(data.Y), p.Stream(stream)), t.path.Lambda, func(c penalised.Centred) [][]float64 {
			return newObjective(c).path(t.path.Lambda, o.Ratio)
		})
	})
	return t, nil
}

// follow works out the path.
func (t *task) follow(plain *objective) {
	top := above * t.maximum
	if !t.bounded {
		top = 0
		for j := range t.gram {
			top = max(top, ridgeMost*t.gram[j][j])
		}
	}
	if !(top > 0) {
		top = 1
	}
	t.path = penalised.Path{Data: t.data, Lambda: penalised.Grid(depth*top, top, stations), Scaled: t.data.Table}
	t.path.Theta = plain.path(t.path.Lambda, t.Ratio)
	for i, theta := range t.path.Theta {
		t.path.Freedom = append(t.path.Freedom, plain.at(t.path.Lambda[i], t.Ratio).freedom(theta))
	}
}

// freedom are the degrees of freedom without the intercept: the trace of the matrix that makes the fit of y with the
// active columns. For the lasso that is how many they are, or their rank.
func (o *objective) freedom(theta []float64) float64 {
	var active [][]float64
	for j, v := range theta {
		if v != 0 {
			active = append(active, o.x[j])
		}
	}
	if len(active) == 0 {
		return 0
	}
	f := lsq.Factor(active, o.y)
	if o.b == 0 {
		return float64(f.Rank())
	}
	values, _ := lsq.Spectrum(active)
	total := 0.0
	for _, v := range values[:f.Rank()] {
		total += v / (v + float64(len(o.y))*o.b)
	}
	return total
}

// choose picks the columns of the plane: those that were asked for, or that enter first.
func (t *task) choose() {
	t.second = -1
	p := len(t.x)
	if p < 2 {
		return
	}
	order := t.order()
	t.first, t.second = order[0], order[1]
	if t.First > 0 {
		t.first = min(t.First, p) - 1
	}
	if t.Second > 0 {
		t.second = min(t.Second, p) - 1
	}
	if t.first == t.second { // the other one of the two
		for _, j := range order {
			if j != t.first {
				t.second = j
				break
			}
		}
	}
	if t.First == 0 && t.Second == 0 && t.first > t.second && p == 2 {
		t.first, t.second = t.second, t.first
	}
}

// order are the columns as they enter the path, those that never do last.
func (t *task) order() []int {
	var order []int
	in := make([]bool, len(t.x))
	for i := len(t.path.Theta) - 1; i >= 0; i-- {
		var fresh []int
		for j, v := range t.path.Theta[i] {
			if v != 0 && !in[j] {
				in[j], fresh = true, append(fresh, j)
			}
		}
		slices.SortStableFunc(fresh, func(a, b int) int {
			one, other := math.Abs(t.path.Theta[i][a])*t.length[a], math.Abs(t.path.Theta[i][b])*t.length[b]
			switch {
			case one > other:
				return -1
			case one < other:
				return 1
			}
			return 0
		})
		order = append(order, fresh...)
	}
	for j := range in {
		if !in[j] {
			order = append(order, j)
		}
	}
	return order
}

// enter finds where coefficients stop being 0 as λ falls, or are 0 again. It looks between the stations of the path,
// at a distance of some 1.5 %: what comes and goes within less is not told apart.
func (t *task) enter(ctx context.Context, plain *objective) []penalised.Entry {
	if !t.bounded {
		return nil
	}
	const between = 8
	var out []penalised.Entry
	grid := penalised.Grid(t.path.Lambda[0], t.path.Lambda[stations-1], between*(stations-1)+1)
	was := slices.Clone(t.path.Theta[stations-1])
	for i := len(grid) - 2; i >= 0 && ctx.Err() == nil; i-- {
		is := slices.Clone(was)
		plain.at(grid[i], t.Ratio).solve(is)
		for j := range is {
			if (was[j] != 0) != (is[j] != 0) {
				out = append(out, t.entry(plain, j, grid[i], grid[i+1], was))
			}
		}
		was = is
	}
	slices.SortStableFunc(out, func(a, b penalised.Entry) int { return cmp.Compare(b.Lambda, a.Lambda) })
	return out
}

// entry halves the way between two λ on which a coefficient enters or leaves; was is the solution at the larger one.
func (t *task) entry(plain *objective, j int, lo, hi float64, was []float64) penalised.Entry {
	const halvings = 24
	theta, in := slices.Clone(was), was[j] != 0
	for range halvings {
		middle := math.Sqrt(hi * lo)
		plain.at(middle, t.Ratio).solve(theta)
		if (theta[j] != 0) == in {
			hi = middle
		} else {
			lo = middle
		}
	}
	return penalised.Entry{Column: j, Lambda: math.Sqrt(hi * lo), Leaves: in}
}

// What a step did.
type deed int

const (
	started deed = iota
	updated      // one coefficient
	shrunk       // all of them
)

// A state is the run after some steps. It never changes.
type state struct {
	*task
	did     deed
	updates int
	sweeps  int // whole ones
	column  int
	theta   []float64
	from    []float64 // before the step
	slopes  []float64 // Xᵀr/n
	were    []float64 // before the step
	value   float64
	before  float64
	rss     float64
	dualJ   float64
	ends    bool // the step ends a sweep
	swept   bool // something has moved in this sweep
	trail   []mark.XY
	status  algos.Status
}

func (t *task) look(theta []float64) *state {
	s := &state{task: t, theta: theta, slopes: t.slope(theta), status: algos.Status{State: algos.Running}}
	s.value, s.rss = t.value(theta)
	s.dualJ = t.dual(theta, s.slopes, s.rss, t.leastJ)
	if t.second >= 0 {
		s.trail = []mark.XY{{X: theta[t.first], Y: theta[t.second]}}
	}
	return s
}

func (t *task) after(before *state, did deed, theta []float64) *state {
	s := t.look(theta)
	s.did, s.updates, s.sweeps, s.from, s.were, s.before = did, before.updates+1, before.sweeps, before.theta, before.slopes, before.value
	s.trail = append(before.trail, s.trail...)
	return s
}

// gap is how far the objective may be above the least at most.
func (s *state) gap() float64 { return max(0, s.value-s.dualJ) }

// violation is by how much the gradient of a coefficient is off what optimality asks for, and worst the largest of
// all, in units of the target.
func (s *state) violation(j int) float64 {
	if s.theta[j] == 0 {
		return max(0, math.Abs(s.slopes[j])-s.a)
	}
	return math.Abs(s.slopes[j] - s.b*s.theta[j] - math.Copysign(s.a, s.theta[j]))
}

func (s *state) worst() (share float64, column int) {
	for j, l := range s.length {
		if l == 0 {
			continue
		}
		if v := s.violation(j) * math.Sqrt(float64(len(s.y))) / l; v > share {
			share, column = v, j
		}
	}
	return share, column
}

// near says how near a gradient comes to its threshold at the end.
func (t *task) near() float64 { return math.Sqrt(t.Tol*t.yy) * slack }

// slack is how far beyond the root of the tolerance a gradient may be off: the gap is of second order in it.
const slack = 0.1

// descend is coordinate descent from 0, sweep after sweep.
func (t *task) descend() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		now := t.look(make([]float64, len(t.x)))
		for yield(now) && !now.status.Final() {
			j := 0
			if now.did != started {
				j = (now.column + 1) % len(t.x)
			}
			theta := slices.Clone(now.theta)
			_, theta[j] = t.objective.best(j, now.slopes[j], now.theta[j])
			next := t.after(now, updated, theta)
			next.column = j
			next.swept = theta[j] != now.theta[j] || j > 0 && now.swept
			if j == len(t.x)-1 {
				next.sweeps++
				next.ends = true
				next.status = next.finished(!next.swept)
			}
			now = next
		}
	}
}

// shrink is ISTA from 0: a step down the gradient, then the threshold.
func (t *task) shrink() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		now := t.look(make([]float64, len(t.x)))
		if t.curvature == 0 {
			now.status = algos.Status{State: algos.Converged, Reason: "Every feature is constant: there is nothing to fit, and all coefficients stay 0."}
		}
		for yield(now) && !now.status.Final() {
			theta := make([]float64, len(t.x))
			for j := range theta {
				theta[j] = t.prox(now.target(j))
			}
			next := t.after(now, shrunk, theta)
			next.sweeps, next.ends = next.updates, true
			next.status = next.finished(slices.Equal(theta, now.theta))
			if now.from != nil && slices.Equal(theta, now.from) && next.status.State == algos.Running {
				next.status = algos.Status{State: algos.Cycling, Reason: "The iterates are cycling with period 2."}
			}
			now = next
		}
	}
}

// eta is the learning rate of ISTA.
func (t *task) eta() float64 { return t.Eta / t.curvature }

// target is where the step down the gradient of the loss leads.
func (s *state) target(j int) float64 { return s.theta[j] + s.eta()*s.slopes[j] }

// prox is what the penalty makes of it.
func (t *task) prox(z float64) float64 { return soft(z, t.eta()*t.a) / (1 + t.eta()*t.b) }

// runaway is how far above J(0) the objective of a run is that will not come back.
const runaway = 1e9

// finished says whether the run has come to its end; still: nothing has moved.
func (s *state) finished(still bool) algos.Status {
	worst, _ := s.worst()
	v := say.Vars{"J": s.value, "gap": s.gap(), "sweeps": s.sweeps, "in": penalised.Nonzero(s.theta), "p": len(s.x), "eta": s.Eta}
	switch {
	case s.gap() <= s.Tol*s.zero && worst <= s.near() && s.Solver == cd:
		return algos.Status{State: algos.Converged, Reason: v.Text(
			"After <sweeps sweep> the duality gap is <gap=model.gap>: the objective <J=metric.objective> is optimal up to this gap. Non-zero at the " +
				"end: <in=metric.nonzero> of <p coefficient>.")}
	case s.gap() <= s.Tol*s.zero && worst <= s.near():
		return algos.Status{State: algos.Converged, Reason: v.Text(
			"After <sweeps update> the duality gap is <gap>: the objective <J> is optimal up to this gap. Non-zero at the end: <in> of <p coefficient>.")}
	case s.value > runaway*s.zero && s.Solver == ista && s.Eta > 2:
		return algos.Status{State: algos.Diverged, Reason: v.Text("The objective grows without bound: the step size is <eta> times $1/L$, and the " +
			"limit is twice $1/L$.")}
	case still:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("No coefficient changes any more: the remaining duality gap, <gap>, is rounding error.")}
	case s.sweeps >= s.MaxIter && s.Solver == ista:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("Max iterations reached, after <sweeps update>: the duality gap is <gap>.")}
	case s.sweeps >= s.MaxIter:
		return algos.Status{State: algos.Exhausted, Reason: v.Text("Max iterations reached, after <sweeps sweep>: the duality gap is <gap>.")}
	}
	return algos.Status{State: algos.Running}
}

// predict is f(x).
func (t *task) predict(theta, inputs []float64) float64 {
	f := t.centred.Theta0(theta)
	for j, x := range inputs {
		f += theta[j] * x
	}
	return f
}

// view is a step's way to look at its state.
type view struct{ *state }

// Model returns what has been learnt so far.
func (v view) Model() algos.Model {
	values := []algos.Value{
		{Name: "theta", Value: v.theta},
		{Name: "theta0", Value: v.centred.Theta0(v.theta)},
		{Name: "objective", Value: v.value},
		{Name: "gap", Value: v.gap()},
		{Name: "nonzero", Value: penalised.Nonzero(v.theta)},
		{Name: "dof", Value: v.freedom(v.theta)},
	}
	if v.bounded {
		values = append(values, algos.Value{Name: "lambda_max", Value: v.maximum})
	}
	predict := func(inputs []float64) float64 { return v.predict(v.theta, inputs) }
	if v.origin != nil {
		predict = v.origin.Predict(v.theta)
	}
	at := func(inputs []float64) []algos.Value { return []algos.Value{{Name: "y", Value: predict(inputs)}} }
	m := algos.Model{Values: values}
	if v.data.Table {
		m.PredictRow = func(row []float64) []algos.Value { return at(v.data.Inputs(row)) }
		return m
	}
	m.Predict = func(x [2]float64) []algos.Value { return at(x[:v.Dim]) }
	return m
}
