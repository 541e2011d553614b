package gradientdescent

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/panel"
	"playground/algos/say"
)

// A task is what stays the same during a run. All steps share it.
type task struct {
	problem algos.Problem
	options
	f      *function
	window grid.Window
	start  state
	race   func() [][]state // of racers, up to the last iteration; computed when first asked for
	rates  func() []trialRate
}

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	f, err := newFunction(o)
	if err != nil {
		return nil, err
	}
	t := &task{problem: p, options: o, f: f}
	t.start.x = o.Start
	t.start.f, t.start.g, t.start.h = f.jet(o.Start)
	t.window = t.view()
	t.race = algos.Slow(ctx, t.raced)
	t.rates = algos.Slow(ctx, t.sweep)
	return t, nil
}

// view is the part of the plane on the board: the function's own, or one that holds the start.
func (t *task) view() grid.Window {
	w := t.f.window
	x := t.Start
	if w.X1 > w.X0 && x[0] >= w.X0 && x[0] <= w.X1 && x[1] >= w.Y0 && x[1] <= w.Y1 {
		return w
	}
	far := max(math.Abs(x[0]), math.Abs(x[1]), w.X1, w.Y1)
	for _, m := range t.f.minima {
		if size := max(math.Abs(m[0]), math.Abs(m[1])); size <= 10*reach {
			far = max(far, size)
		}
	}
	if far == 0 {
		far = 1
	}
	r := panel.RoundUp(1.1 * far)
	return grid.Window{X0: -r, X1: r, Y0: -r, Y1: r}
}

// A view is the run after some iterations. It is a value: the next step is another one.
type view struct {
	*task
	trail  []state // to this iteration
	status algos.Status
	ahead  state // the next iterate, where there is one
	stuck  bool  // the optimiser has no step here
}

// far is the distance from the origin from which a run diverges.
const far = 1e6

// begin is the view before any iteration.
func (t *task) begin() view {
	v := view{task: t, trail: []state{t.start}}
	if !t.start.finite() {
		w := say.Vars{"x": t.Start}
		v.status = algos.Status{State: algos.Refused, Reason: w.Text("f or its derivatives are not finite at the initial point <x>: drag it to where " +
			"they are, or change f.")}
		return v
	}
	return v.judged()
}

// advance takes the step to the next iterate, which is known already.
func (v view) advance() view {
	v.trail = append(v.trail, v.ahead)
	return v.judged()
}

// judged decides whether the run ends here, and else computes the next iterate.
func (v view) judged() view {
	v.status = algos.Status{State: algos.Running}
	s := v.now()
	w := say.Vars{"x": s.x, "norm": norm(s.g), "eps": v.Tol, "n": v.k(), "f": s.f}
	switch {
	case norm(s.g) < v.Tol || s.g == vec{}:
		v.status = algos.Status{State: algos.Converged, Reason: v.arrived(w)}
		return v
	case !(norm(s.x) <= far):
		v.status = algos.Status{State: algos.Diverged, Reason: w.Text("The iterates diverge: after <n iteration> the norm of x is above 10⁶.")}
		switch {
		case v.f.unbounded():
			v.status.Reason = w.Text("The iterates diverge: after <n iteration> the norm of x is above 10⁶. f has no lower bound.")
		case v.usesEta():
			v.status.Reason = w.Text("The iterates diverge: after <n iteration> the norm of x is above 10⁶. A smaller learning rate may help.")
		}
		return v
	case v.k() == v.Iterations:
		v.status = algos.Status{State: algos.Exhausted, Reason: w.Text("Stopped at the maximum of <n iteration>: gradient norm <norm>, f = <f>.")}
		return v
	}
	next, why := v.next(v.Optimiser, s, v.k()+1)
	switch why {
	case noSolution:
		v.stuck = true
		v.status = algos.Status{State: algos.Exhausted, Reason: w.Text("The Hessian is singular at <x>: Newton's method has no step there.")}
	case noDescent:
		v.stuck = true
		v.status = algos.Status{State: algos.Exhausted, Reason: w.Text("No step against the gradient lowers f in floating point: its norm is <norm>.")}
	case nowhere:
		v.status = algos.Status{State: algos.Diverged, Reason: w.Text("At the next iterate f or its derivatives are not finite, or above 10¹⁰⁰. " +
			"A smaller learning rate may help.")}
	default:
		v.ahead = next
	}
	return v
}

// arrived says what the run has converged to.
func (v view) arrived(w say.Vars) say.Phrase {
	switch v.now().h.nature() {
	case convexThere:
		return w.Text("Converged at x = <x>: the gradient norm is <norm>, and H is positive definite, as at a local minimum.")
	case indefinite:
		return w.Text("Converged at x = <x>: the gradient norm is <norm>, but H is indefinite, as at a saddle point.")
	case concaveThere:
		return w.Text("Converged at x = <x>: the gradient norm is <norm>, but H is negative definite, as at a local maximum.")
	}
	return w.Text("Converged at x = <x>: the gradient norm is <norm>, and H is singular, which decides nothing.")
}

func (v view) k() int        { return len(v.trail) - 1 }
func (v view) now() state    { return v.trail[v.k()] }
func (v view) before() state { return v.trail[max(0, v.k()-1)] }

// usesEta reports whether the learning rate is the reader's.
func (o options) usesEta() bool { return o.Optimiser != newton && o.Optimiser != lineSearch }

// gap is f(x) − f*, of a quadratic as ½(x−x*)ᵀA(x−x*); NaN where the minimum is not known.
func (t *task) gap(s state) float64 {
	if len(t.f.minima) == 0 {
		return math.NaN()
	}
	if t.f.quadratic {
		d := add(s.x, -1, t.f.minima[0])
		return dot(d, t.f.s.times(d)) / 2
	}
	return s.f // the named functions have the minimum 0
}

// factor is by what this iteration has multiplied f − f*; NaN where that is not known.
func (v view) factor() float64 {
	if v.k() == 0 {
		return math.NaN()
	}
	if was := v.gap(v.before()); was > 0 {
		return v.gap(v.now()) / was
	}
	return math.NaN()
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"f", "gradient_norm", "x1", "x2", "tol"}

func (v view) metrics() []float64 {
	s, tol := v.now(), v.Tol
	if tol == 0 {
		tol = math.NaN() // there is no line to draw
	}
	if v.status.State == algos.Refused {
		nan := math.NaN()
		return []float64{nan, nan, s.x[0], s.x[1], tol}
	}
	return []float64{s.f, norm(s.g), s.x[0], s.x[1], tol}
}

// Model names the results so far.
func (v view) Model() algos.Model {
	if v.status.State == algos.Refused {
		return algos.Model{}
	}
	s := v.now()
	lo, hi, _ := s.h.eigen()
	m := algos.Model{Values: []algos.Value{
		{Name: "x", Value: []float64{s.x[0], s.x[1]}},
		{Name: "f", Value: s.f},
		{Name: "gradient", Value: []float64{s.g[0], s.g[1]}},
		{Name: "iterations", Value: v.k()},
		{Name: "eigenvalues", Value: []float64{lo, hi}},
		{Name: "optimal_eta", Value: s.optimal()},
		{Name: "factor", Value: v.factor()},
	}}
	return m
}

// racers are the optimisers of the race, in their order, with what legends call them.
var racers = []struct {
	optimiser string
	name      say.Phrase
}{{descent, "GD"}, {momentum, "momentum"}, {nesterov, "Nesterov"}, {rmsprop, "RMSProp"}, {adam, "Adam"}}

// racedIterations bounds the race, which is run again whenever the start is dragged.
const racedIterations = 1000

// raced are the iterates of all racers from the same start, with the same η and β.
func (t *task) raced(ctx context.Context) [][]state {
	all := make([][]state, len(racers))
	for i, r := range racers {
		all[i] = t.follow(ctx, r.optimiser, min(t.Iterations, racedIterations))
	}
	return all
}

// follow is the iterates of an optimiser, as far as they are finite and not farther than a run goes.
func (t *task) follow(ctx context.Context, optimiser string, iterations int) []state {
	trail := []state{t.start}
	for k := range iterations {
		s := trail[k]
		if k%256 == 255 && ctx.Err() != nil || norm(s.g) < t.Tol || s.g == (vec{}) || norm(s.x) > far {
			break
		}
		next, why := t.next(optimiser, s, k+1)
		if why != moves {
			break
		}
		trail = append(trail, next)
	}
	return trail
}

// A trialRate is where a run with another learning rate ends.
type trialRate struct {
	eta, norm float64 // NaN where it diverges
}

// The learning rates that are tried, and for how many iterations at most.
const (
	leastRate, mostRate = 1e-4, 10.0
	triedRates          = 76
	triedIterations     = 100
)

// sweep runs the optimiser with other learning rates.
func (t *task) sweep(ctx context.Context) []trialRate {
	all := make([]trialRate, 0, triedRates)
	for i := range triedRates {
		other := *t
		other.Eta = leastRate * math.Pow(mostRate/leastRate, float64(i)/(triedRates-1))
		trail := other.follow(ctx, t.Optimiser, min(t.Iterations, triedIterations))
		end := trail[len(trail)-1]
		r := trialRate{other.Eta, norm(end.g)}
		if !finite(r.norm) || norm(end.x) > far || len(trail) <= min(t.Iterations, triedIterations) && r.norm >= t.Tol && r.norm > 0 {
			r.norm = math.NaN()
		}
		all = append(all, r)
		if ctx.Err() != nil {
			break
		}
	}
	return all
}

// noted are the learning rates of the table, and notedSteps its iterations.
var noted = []float64{0.1, 0.5, 0.9, 1, 1.1}

const notedSteps = 5

// table is x₁ after each of the first iterations, for each of the rates in the table; NaN where the run has ended.
func (t *task) table() [][]float64 {
	all := make([][]float64, len(noted))
	for i, eta := range noted {
		other := *t
		other.Eta, other.Tol = eta, 0
		trail := other.follow(context.Background(), t.Optimiser, notedSteps)
		for k := 1; k <= notedSteps; k++ {
			x := trail[min(k, len(trail)-1)].x[0]
			all[i] = append(all[i], x)
		}
	}
	return all
}
