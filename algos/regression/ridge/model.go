package ridge

import (
	"context"
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

// What a step did.
type deed int

const (
	started deed = iota
	reflected
	updated
	taken
)

// A state is the run after some steps: everything that a step shows is computed from
// it. It never changes.
type state struct {
	*task
	did       deed
	count     int
	theta     []float64 // θ₀ first
	from      []float64 // θ before the step
	gradient  []float64 // that moved it
	seen      int       // samples that the fit knows of
	rss       float64   // over them
	objective float64   // the same with the penalty
	before    float64   // J before the step
	trail     []mark.XY
	part      *lsq.QR // the columns so far
	column    int     // the one that was reflected
	running   *running
	move      move
	newest    int // the sample that was taken
	status    algos.Status
}

// look measures a state at θ, over the first samples.
func (t *task) look(theta []float64, seen int) *state {
	s := &state{task: t, theta: theta, seen: seen, status: algos.Status{State: algos.Running}}
	norm := lsq.Norm(s.residuals()[:seen])
	s.rss = norm * norm
	s.objective = s.rss + s.penalty()
	s.trail = []mark.XY{s.onPlane(theta)}
	return s
}

// after measures the state at θ that followed another.
func (t *task) after(before *state, did deed, theta []float64, seen int) *state {
	s := t.look(theta, seen)
	s.did, s.count, s.from, s.before = did, before.count+1, before.theta, before.objective
	s.trail = append(before.trail, s.trail...)
	return s
}

func (s *state) residuals() []float64 { return lsq.Residuals(s.x, s.y, s.theta) }

// norm is ‖θ‖ of what is penalised, and penalty its share of J.
func (s *state) norm() float64 { return lsq.Norm(s.theta[s.first():]) }

func (s *state) penalty() float64 {
	norm := math.Sqrt(s.Lambda) * s.norm()
	return norm * norm
}

// terms is the length of what is added up for the stacked residuals: with it rounding is
// bounded.
func (s *state) terms() float64 {
	size := s.target
	for j, l := range s.length {
		size += l * math.Abs(s.theta[j])
	}
	return size
}

// near is the same for what rounding of the stacked residuals is relative to: columns that are far
// from 0 are measured from their means, and the residuals added up in twice the precision.
func (s *state) near() float64 {
	if s.origin == nil {
		return s.terms()
	}
	return s.origin.Terms(s.theta)
}

// excess is J above its least value: the square of the way to the solution, in the metric
// of the stacked rows.
func (s *state) excess() float64 {
	off := make([]float64, len(s.theta))
	for j, v := range s.theta {
		off[j] = s.best[j] - v
	}
	norm := lsq.Norm(lsq.Residuals(s.stacked, make([]float64, len(s.wanted)), off))
	return norm * norm
}

// onPlane is where the plane of two parameters shows θ.
func (t *task) onPlane(theta []float64) mark.XY {
	a, b := t.axes()
	if b < 0 {
		return mark.XY{}
	}
	return mark.XY{X: theta[a], Y: theta[b]}
}

// reflect is the exact solver: after every column of the stacked matrix the fit is the
// best of those so far.
func (t *task) reflect() iter.Seq[*state] {
	return func(yield func(*state) bool) {
		part := lsq.Start(t.stacked, t.wanted)
		now := t.look(make([]float64, len(t.x)), len(t.y))
		now.part = part
		if !yield(now) {
			return
		}
		for k := range t.x {
			part = part.Clone()
			part.Next()
			next := t.after(now, reflected, part.Theta(), len(t.y))
			next.part, next.column = part, k
			next.status = t.solved(next)
			now = next
			if !yield(now) {
				return
			}
		}
	}
}

// done reports whether θ is the solution for all samples.
func (s *state) done() bool {
	switch s.Solver {
	case exact:
		return s.part.Done() == len(s.x)
	case online:
		return s.seen == len(s.y)
	}
	return s.status.State == algos.Converged
}

// view is a step's way to look at its state.
type view struct{ *state }

// Model returns what has been learnt so far.
func (v view) Model() algos.Model {
	values := []algos.Value{
		{Name: "theta", Value: v.theta[1:]},
		{Name: "theta0", Value: v.theta[0]},
		{Name: "rss", Value: v.rss},
		{Name: "dof", Value: v.modes.dof(v.Lambda)},
		{Name: "objective", Value: v.objective},
		{Name: "norm", Value: v.norm()},
	}
	if e := v.leaving(v.Lambda); !math.IsNaN(e) {
		values = append(values, algos.Value{Name: "left_out", Value: e})
	}
	if v.Lambda > 0 {
		values = append(values, algos.Value{Name: "prior_var", Value: v.NoiseVar / v.Lambda})
	}
	if v.Targets == drawn {
		r := v.riskAt(v.Lambda)
		values = append(values, algos.Value{Name: "bias2", Value: r.bias2}, algos.Value{Name: "variance", Value: r.variance},
			algos.Value{Name: "mse", Value: r.total()})
		if best := v.optimal(); best.ok {
			values = append(values, algos.Value{Name: "best_lambda", Value: best.lambda}, algos.Value{Name: "best_mse", Value: best.least})
		}
	}
	predict := func(inputs []float64) float64 { return v.predict(v.theta, inputs) }
	if v.origin != nil && v.Penalise == slopes && v.part != nil && v.done() {
		predict = v.origin.Predict(v.theta[1:])
	}
	at := func(inputs []float64) []algos.Value { return []algos.Value{{Name: "y", Value: predict(inputs)}} }
	m := algos.Model{Values: values}
	if !v.Table.Empty() {
		m.PredictRow = func(row []float64) []algos.Value { return at(v.data.Inputs(row)) }
		return m
	}
	m.Predict = func(x [2]float64) []algos.Value { return at(x[:v.Dim]) }
	return m
}

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	Options
	data  penalised.Data
	x     [][]float64  // the columns of X, that of ones first
	y     []float64    // the targets
	names []say.Phrase // of the columns of X

	// Ridge regression is least squares on more rows: below those of the data is one
	// for each penalised coefficient, √λ in its column, with the target 0.
	stacked [][]float64
	wanted  []float64

	best     []float64 // the solution
	bestJ    float64
	rank     int         // of the stacked columns
	origin   *lsq.Origin // where columns that are far from 0 are measured from; nil: none is
	curves   []float64   // the eigenvalues of XᵀX with the penalty, the largest first
	bends    []float64   // those by which rounding is judged
	steepest []float64   // the eigenvector of the largest
	length   []float64   // of the stacked columns
	target   float64     // ‖y‖

	shrunk  penalised.Data    // what is penalised: the columns, and that of ones where θ₀ is, too
	centred penalised.Centred // the same without their means where θ₀ is free
	modes   *spectrum         // of that

	path    func() penalised.Path
	errors  func() *penalised.Validation
	leftOut func() leftOut
	dual    func() []float64
	optimal func() optimum
}

func newTask(ctx context.Context, p algos.Problem, o Options) (*task, error) {
	data, err := penalised.Read(p)
	if err != nil {
		return nil, err
	}
	if o.Solver == online && o.Lambda == 0 {
		return nil, algos.Refuse("The online solver starts from the inverse of λI, which does not exist for λ = 0: choose λ > 0, or another solver.")
	}
	ones := slices.Repeat([]float64{1}, len(data.Y))
	t := &task{Problem: p, Options: o, data: data, y: data.Y, x: append([][]float64{ones}, data.Columns...), names: append([]say.Phrase{"1"}, data.Names...)}
	if o.Targets == drawn {
		t.drawLabels()
	}
	t.shrunk = t.data
	if o.Penalise == all {
		t.shrunk = t.data.WithOnes()
	}
	t.centred = t.shrunk.Centre(o.Penalise == slopes)
	t.modes = newSpectrum(t.centred.X, t.centred.Y)
	t.stack()
	f := lsq.Factor(t.stacked, t.wanted)
	t.best, t.rank = f.Theta(), f.Rank()
	t.bestJ = t.objective(t.best)
	t.curves, t.steepest = lsq.Spectrum(t.stacked)
	t.origin = lsq.Far(t.stacked, t.wanted)
	t.bends = t.curves
	if t.apart() {
		t.bends = t.modes.curves(t.Lambda, len(t.shrunk.Columns))
	}
	t.target = lsq.Norm(t.y)
	for _, column := range t.stacked {
		t.length = append(t.length, lsq.Norm(column))
	}
	t.path = algos.Slow(ctx, t.followPath)
	t.errors = algos.Slow(ctx, t.leaveOut)
	t.leftOut = algos.Slow(ctx, t.refit)
	t.dual = algos.Slow(ctx, t.solveDual)
	t.optimal = algos.Slow(ctx, t.searchLambda)
	return t, nil
}

// drawLabels replaces the targets by θ₀* + ⟨θ*, x⟩ + ε, on a copy of the data.
func (t *task) drawLabels() {
	truth, noise := t.truth(), t.Stream(1)
	t.y = make([]float64, len(t.y))
	for i := range t.y {
		for j, column := range t.x {
			t.y[i] += truth[j] * column[i]
		}
		t.y[i] += math.Sqrt(t.NoiseVar) * noise.NormFloat64()
	}
	t.Points = slices.Clone(t.Points)
	for i := range t.Points {
		t.Points[i].Y = t.y[i]
		if room := (t.Window.Y1 - t.Window.Y0) / 20; t.Dim == 1 { // the board was fitted to others
			t.Window.Y0, t.Window.Y1 = min(t.Window.Y0, t.y[i]-room), max(t.Window.Y1, t.y[i]+room)
		}
	}
	t.data.Y = t.y
}

// truth is θ*: of a line both numbers, of more inputs the first two slopes.
func (t *task) truth() []float64 {
	truth := make([]float64, len(t.x))
	a, b := t.axes()
	truth[a], truth[b] = t.Truth[0], t.Truth[1]
	return truth
}

// axes are the two parameters of the plane: θ₀ and θ₁ of a line, else the first two of
// the inputs.
func (t *task) axes() (a, b int) {
	if len(t.x) == 2 {
		return 0, 1
	}
	return 1, 2
}

// first is the first penalised coefficient.
func (t *task) first() int {
	if t.Penalise == all {
		return 0
	}
	return 1
}

// stack writes the rows of the penalty below those of the data.
func (t *task) stack() {
	first := t.first()
	t.wanted = append(slices.Clone(t.y), make([]float64, len(t.x)-first)...)
	for j, column := range t.x {
		below := make([]float64, len(t.x)-first)
		if j >= first {
			below[j-first] = math.Sqrt(t.Lambda)
		}
		t.stacked = append(t.stacked, append(slices.Clone(column), below...))
	}
}

// objective is J(θ) = ‖y − Xθ‖² + λ‖θ‖², as the squares of the stacked rows.
func (t *task) objective(theta []float64) float64 {
	norm := lsq.Norm(lsq.Residuals(t.stacked, t.wanted, theta))
	return norm * norm
}

// singular reports whether more than one θ has the least J.
func (t *task) singular() bool { return t.rank < len(t.x) }

// apart reports whether rounding is judged by the slopes alone, as the column of ones hides them: where
// others are far from 0, or tiny beside it. θ₀ is free then, and the slopes are those of the columns
// without their means.
func (t *task) apart() bool {
	last := t.curves[len(t.curves)-1]
	return t.Penalise == slopes && (t.origin != nil || !(last > num.Ulp*t.curves[0]))
}

// sizes are the lengths of what is penalised of θ, and of the targets: what rounding is judged by.
func (t *task) sizes(theta []float64) (coefficients, targets float64) {
	if t.apart() {
		return lsq.Norm(theta[t.first():]), lsq.Norm(t.centred.Y)
	}
	return lsq.Norm(theta), t.target
}

// limit is 2/L, above which the descent diverges.
func (t *task) limit() float64 {
	if len(t.curves) == 0 || t.curves[0] == 0 {
		return math.Inf(1)
	}
	return 1 / t.curves[0]
}

// predict is θ₀ + ⟨θ, x⟩ for inputs without the one.
func (t *task) predict(theta, inputs []float64) float64 {
	f := theta[0]
	for j, x := range inputs[:min(len(inputs), len(theta)-1)] {
		f += theta[j+1] * x
	}
	return f
}

// whole is θ with the θ₀ that belongs to it, from penalised coefficients.
func (t *task) whole(theta []float64) []float64 {
	if t.Penalise == all {
		return theta
	}
	return append([]float64{t.centred.Theta0(theta)}, theta...)
}

// at is the solution at another λ.
func (t *task) at(lambda float64) []float64 {
	return t.whole(t.modes.theta(lambda, len(t.shrunk.Columns)))
}

// row is what people call a sample: its name, or x₄.
func (t *task) row(i int) say.Phrase { return t.data.Row(i) }

// symbol is what people read for a coefficient.
func (t *task) symbol(j int) say.Phrase { return say.Phrase("θ" + say.Sub(j)) }
