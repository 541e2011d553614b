package svm

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/margin"
	"playground/algos/say"
)

// A task is what stays the same during a run: the points, the kernel, the box.
type task struct {
	ctx context.Context // of the run, for what its views work out late
	Options
	algos.Problem
	*pairs.Inputs
	y      []float64 // −1 or +1
	c      float64   // the box, +Inf for the hard margin
	gram   *smo.Gram // the run's own: views must not touch it
	radius float64   // of the points in feature space, within a factor of two
	// hullsAt is the number of pairs after which a hard margin is next asked
	// whether the classes can be separated at all.
	hullsAt int
	sweep   func() *sweep    // the optimum at many C
	series  func() *expanded // of the kernel, at all pairs of rows
	// possible is false where no line separates the classes, as a hard margin with the linear kernel needs.
	possible func() bool
}

func newTask(ctx context.Context, p algos.Problem, o Options) *task {
	n := len(p.Points)
	t := &task{ctx: ctx, Options: o, Problem: p, Inputs: pairs.NewInputs(o.New(), p.Points, pairs.Mean(p.Points)), c: o.C, y: make([]float64, n), hullsAt: 4 * n}
	if o.Hard {
		t.c = math.Inf(1)
	}
	for i, q := range p.Points {
		t.y[i] = q.Sign()
	}
	t.sweep = algos.Slow(ctx, t.sweepC)
	t.possible = sync.OnceValue(func() bool { return !t.Hard || !t.Linear || t.separable() })
	t.gram = smo.NewGram(t.Kernel, t.X)
	t.series = algos.Slow(ctx, func(context.Context) *expanded { return t.expand() })
	first, diag := t.gram.Row(0), t.gram.Diagonal()
	for i := range t.X {
		t.radius = max(t.radius, math.Sqrt(max(0, diag[i]+diag[0]-2*first[i])))
	}
	return t
}

// separable decides exactly whether some line separates the classes.
func (t *task) separable() bool {
	z := make([]margin.Vector, len(t.y))
	for i, q := range t.Points {
		z[i] = margin.Vector{t.y[i] * q.X[0], t.y[i] * q.X[1], t.y[i]}
	}
	return margin.Largest(z).Separable
}

// problem is the dual problem for package smo.
func (t *task) problem(gram *smo.Gram) smo.Problem {
	return smo.Problem{Y: t.y, C: slices.Repeat([]float64{t.c}, len(t.y)), K: gram}
}

// solver returns a solver at α = 0.
func (t *task) solver() *smo.Solver {
	s, err := smo.New(t.problem(t.gram))
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	return s
}

// alpha is what people read for the dual variable of a row.
func alpha(i int) string { return "α" + say.Sub(i+1) }

// A state is the run after some number of pairs: everything that a step shows
// is worked out from it. It never changes.
type state struct {
	*task
	pairs.State
	alpha []float64
	e     []float64 // Eₖ = Fₖ − yₖ, without the offset

	errors  int     // points with y·f ≤ 0
	sum     float64 // Σα
	norm2   float64 // ‖w‖² = Σαᵢyᵢ Fᵢ
	least   float64 // the smallest η of the pairs so far
	hulls   *hulls  // where a hard margin was found to be impossible
	leftOut func() refits
}

// look measures the solver's state.
func (t *task) look(at pairs.Moment) *state {
	s := &state{
		task: t, State: pairs.Measure(at, len(t.y), alpha),
		alpha: slices.Clone(at.Alpha()), e: slices.Clone(at.Errors()), least: math.Inf(1),
	}
	s.leftOut = s.refits()
	s.Scale = 1 // the score of a margin boundary
	s.measure()
	s.Status = s.Ended(at.End, s.optimal, imprecise)
	return s
}

// after measures the state that a move led to.
func (t *task) after(before *state, at pairs.Moment) *state {
	s := t.look(at)
	w := before.workOf(at.Move)
	w.Compare(at, len(t.y), func(i int) bool { return before.alpha[i] > 0 }, func(i int) bool { return s.alpha[i] > 0 })
	s.Follow(&before.State, at, w)
	s.least = min(before.least, at.Move.Eta)
	if t.Hard {
		if h := t.hullsMeet(s, at.Move); h != nil {
			s.hulls = h
			s.Status = algos.Status{State: algos.Diverged, Reason: h.reason(s)}
		}
	}
	return s
}

// measure computes the sums over the points.
func (s *state) measure() {
	hinge := 0.0
	for k, a := range s.alpha {
		y := s.y[k]
		f := s.e[k] + y // Fₖ
		s.sum += a
		s.norm2 += a * y * f
		z := y * (f + s.Bias)
		if z < 1 {
			hinge += 1 - z
		}
		if z <= 0 {
			s.errors++
		}
		if a >= s.c {
			s.Bound++
		}
	}
	if s.Linear { // the same, without the rounding of large coordinates
		w := s.expansion().Weights()
		s.norm2 = w[0]*w[0] + w[1]*w[1]
	}
	s.Dual = s.sum - s.norm2/2
	if !s.Hard {
		s.Primal = s.norm2/2 + s.c*hinge
		return
	}
	slowest := math.Inf(1) // the smallest y·F over each class decides the best offset
	highest := math.Inf(-1)
	for k, y := range s.y {
		f := s.e[k] + y
		if y > 0 {
			slowest = min(slowest, f)
		} else {
			highest = max(highest, f)
		}
	}
	s.Primal = hardPrimal(s.norm2, slowest, highest)
}

// hardPrimal is the value ½‖w‖² of the hard margin's primal at the best feasible
// point in the direction of w: with the offset midway between the classes every
// y·f ≥ μ, and w/μ has functional margin one. It is NaN where w does not separate
// the classes, and 0 where there is only one class.
func hardPrimal(norm2, lowestPlus, highestMinus float64) float64 {
	mu := (lowestPlus - highestMinus) / 2
	switch {
	case math.IsInf(mu, 1):
		return 0
	case mu > 0:
		return norm2 / (2 * mu * mu)
	}
	return math.NaN()
}

// workOf is a move from this state.
func (s *state) workOf(move smo.Move) *pairs.Work {
	return &pairs.Work{Move: move, E: [2]float64{s.e[move.I] + s.Bias, s.e[move.J] + s.Bias}, Bias: s.Bias, Dual: s.Dual}
}

// plan returns the work that comes next, without doing it; nil where none does.
func (s *state) plan() *pairs.Work {
	if s.Next.J < 0 || s.Status.Final() {
		return nil
	}
	i, j := s.Next.I, s.Next.J
	return s.workOf(smo.PlanMove(s.Next, [2]float64{s.alpha[i], s.alpha[j]}, [2]float64{s.y[i], s.y[j]}, [2]float64{s.c, s.c}))
}

// f returns the score of row k.
func (s *state) f(k int) float64 { return s.e[k] + s.y[k] + s.Bias }

// slack returns ξₖ = max(0, 1 − yₖf(xₖ)).
func (s *state) slack(k int) float64 { return max(0, 1-s.y[k]*s.f(k)) }

// support returns the rows with α > 0.
func (s *state) support() []int { return supportOf(s.alpha) }

// expansion returns f as a kernel expansion over the support vectors.
func (s *state) expansion() *pairs.Expansion {
	return s.Expand(s.Bias, func(k int) float64 { return s.alpha[k] * s.y[k] })
}

// theta0 is the offset in the coordinates of the data.
func (s *state) theta0() float64 { return s.expansion().Offset() }

// view is a step's way to look at its state.
type view struct {
	*state
	phase pairs.Phase
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"dual", "primal", "gap", "kkt", "sv", "bounded", "margin", "errors"}

func (v view) step() algos.Step {
	s := v.state
	margin := math.NaN() // while w = 0, or has no length under a kernel that is not positive semi-definite
	if s.norm2 > 0 {
		margin = 1 / math.Sqrt(s.norm2)
	}
	return s.Step(v.phase, []float64{s.Dual, s.Primal, s.Primal - s.Dual, s.KKT, float64(s.Support()), float64(s.Bound), margin, float64(s.errors)}, v)
}

// Model returns the classifier so far.
func (v view) Model() algos.Model {
	s, f := v.state, v.expansion()
	values := []algos.Value{
		{Name: "alpha", Value: slices.Clone(s.alpha)},
		{Name: "bias", Value: f.Offset()},
		{Name: "dual", Value: s.Dual},
		{Name: "primal", Value: s.Primal},
		{Name: "support", Value: s.support()},
	}
	if s.Linear {
		w := f.Weights()
		values = append(append(values, algos.Value{Name: "w", Value: w[:]}), s.notedValue()...)
	}
	values = slices.Concat(values, s.liftValues(), s.seriesValues())
	return algos.Model{Values: values, Predict: f.Classifier(s.Set)}
}

// timed is what the benchmarks time: the solver alone, and the field that a frame
// shades.
var timed = []algos.Bench{
	{Task: "svc rbf fit", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 5000}, Setup: fitting(1)},
	{Task: "svc rbf fit C=1000", Data: dataset.BenchMoons, Sizes: []int{200, 1000}, Setup: fitting(1000)},
	{Task: "svc decision 100x100", Data: dataset.BenchMoons, Sizes: []int{200, 1000, 5000}, Setup: deciding},
}

// benchBytes is the memory for the kernel matrix of the benchmarks.
const benchBytes = 32 << 20

// benchKernel and benchGrid are those of the benchmarks.
var (
	benchKernel = kernel.RBF{Gamma: 1}
	benchGrid   = grid.Grid{Window: grid.Window{X0: -1.5, X1: 2.5, Y0: -1.25, Y1: 1.5}, NX: 100, NY: 100}
)

// fitting solves the dual at that penalty of slack, to LIBSVM's tolerance.
func fitting(c float64) func(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	return func(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
		s, err := solve(x, y, c)
		if err != nil {
			return nil, nil, err
		}
		do = func() {
			if s, err = solve(x, y, c); err != nil {
				panic(err) // the same problem was solved a moment ago
			}
		}
		answers = func() []algos.Value {
			return []algos.Value{
				{Name: "dual_objective", Value: -s.Objective},
				{Name: "bias", Value: s.Offset},
				{Name: "n_sv", Value: len(supportOf(s.Alpha))},
				{Name: "n_iter", Value: s.Iterations},
			}
		}
		return do, answers, nil
	}
}

// deciding evaluates f on a grid of 100×100.
func deciding(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	s, err := solve(x, y, 1)
	if err != nil {
		return nil, nil, err
	}
	support := supportOf(s.Alpha)
	centres, coef := make([][2]float64, len(support)), make([]float64, len(support))
	for k, i := range support {
		centres[k], coef[k] = x[i], s.Alpha[i]*y[i]
	}
	field := make([]float64, benchGrid.Len())
	do = func() { benchKernel.Field(field, benchGrid, centres, coef, s.Offset) }
	answers = func() []algos.Value {
		return []algos.Value{{Name: "n_sv", Value: len(support)}, {Name: "first", Value: field[0]}, {Name: "last", Value: field[len(field)-1]}}
	}
	return do, answers, nil
}

func solve(x [][2]float64, y []float64, c float64) (smo.Solution, error) {
	const tol, most = 1e-3, 10_000_000
	bounds := make([]float64, len(y))
	for i := range bounds {
		bounds[i] = c
	}
	s, err := smo.Solve(context.Background(), smo.Problem{Y: y, C: bounds, K: smo.NewGramWithin(benchBytes, benchKernel, x)}, tol, most)
	if err != nil {
		return s, fmt.Errorf("svm on %d points: %w", len(y), err)
	}
	return s, nil
}

// supportOf are the rows with α > 0.
func supportOf(alpha []float64) []int {
	var rows []int
	for i, a := range alpha {
		if a > 0 {
			rows = append(rows, i)
		}
	}
	return rows
}
