package kernelridge

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/say"
)

// A task is what stays the same during a run.
type task struct {
	Options
	algos.Problem
	kernel kernel.Kernel
	x      [][2]float64
	y      []float64
	gram   []float64 // K, row major
	chol   []float64 // the lower factor of K + λI
	best   []float64 // α of all rows, by the factor
	least  float64   // J there
	trace  float64   // of K + λI: bounds rounding
	spread float64   // from the lowest to the highest target
	modes  func() *spectrum
	losses func() [3]lossFit
	ctx    context.Context // of the run, for what its views work out
}

func newTask(ctx context.Context, p algos.Problem, o Options) (*task, error) {
	n := len(p.Points)
	t := &task{ctx: ctx, Options: o, Problem: p, kernel: o.New(), x: make([][2]float64, n), y: make([]float64, n)}
	lo, hi := math.Inf(1), math.Inf(-1)
	for i, q := range p.Points {
		t.x[i], t.y[i] = q.X, q.Y
		lo, hi = min(lo, q.Y), max(hi, q.Y)
	}
	t.spread = hi - lo
	t.gram = kernel.Gram(t.kernel, t.x)
	a := make([]float64, n*n)
	copy(a, t.gram)
	for i := range n {
		a[i*n+i] += o.Lambda
		t.trace += math.Abs(a[i*n+i])
	}
	l, row, pivot := factor(a, n)
	if row >= 0 {
		return nil, t.refused(row, pivot)
	}
	t.chol = l
	t.best = backward(l, n, n, forward(l, n, n, t.y))
	t.least = t.look(t.best, n).objective
	t.modes = algos.Slow(ctx, func(ctx context.Context) *spectrum {
		if ctx.Err() != nil {
			return &spectrum{}
		}
		return newSpectrum(t.gram, t.y)
	})
	t.losses = algos.Slow(ctx, t.fitLosses)
	return t, nil
}

// A state is the run after a step. It never changes.
type state struct {
	*task
	seen  int       // points in the expansion
	steps int       // rows added, or iterations
	alpha []float64 // 0 beyond the rows seen
	f     []float64 // f(xᵢ) of all rows
	left  []float64 // y − (K + λI)α of the rows seen
	was   []float64 // α before the step; nil at the start
	mean  []float64 // of the Gaussian process given the rows seen, by conditioning; nil where it is not kept

	norm2     float64 // ‖f‖² = αᵀKα
	sse       float64 // Σ (y − f)² over the rows seen
	objective float64 // J = sse + λ‖f‖²
	bound     float64 // λ(2yᵀα − αᵀ(K + λI)α): J is nowhere less
	gap       float64 // ‖left‖² = J − bound

	row                 int     // that the step is about; −1: none
	miss, pivot2        float64 // of a row that comes: y − f before it, and the square of the factor's pivot
	before              float64 // the bound before an iteration
	slope, bend, length float64 // of a conjugate direction

	status algos.Status
}

// look measures coefficients.
func (t *task) look(alpha []float64, seen int) *state {
	n := len(t.y)
	s := &state{
		task: t, seen: seen, alpha: alpha, f: make([]float64, n), left: make([]float64, seen), row: -1,
		status: algos.Status{State: algos.Running},
	}
	inner := 0.0
	for i := range n {
		s.f[i] = dot(t.gram[i*n:i*n+seen], alpha[:seen])
		if i >= seen {
			continue
		}
		r := t.y[i] - s.f[i]
		s.left[i] = r - t.Lambda*alpha[i]
		s.sse += r * r
		s.norm2 += alpha[i] * s.f[i]
		inner += alpha[i] * (2*t.y[i] - s.f[i] - t.Lambda*alpha[i])
	}
	s.objective, s.bound = s.sse+t.Lambda*s.norm2, t.Lambda*inner
	s.gap = dot(s.left, s.left)
	return s
}

// residual is y − f(x) of a row.
func (s *state) residual(i int) float64 { return s.y[i] - s.f[i] }

// rmse is the root mean square of the residuals of the rows seen.
func (s *state) rmse() float64 {
	if s.seen == 0 {
		return 0
	}
	return math.Sqrt(s.sse / float64(s.seen))
}

// An expansion is Σ coef·k(centre, ·).
type expansion struct {
	kernel  kernel.Kernel
	centres [][2]float64
	coef    []float64
}

func (e expansion) value(x [2]float64) float64 {
	sum := 0.0
	for i, c := range e.coef {
		sum += c * e.kernel.At(e.centres[i], x)
	}
	return sum
}

func (e expansion) field(dst []float64, g grid.Grid) { e.kernel.Field(dst, g, e.centres, e.coef, 0) }

// curve is f, of the rows seen.
func (s *state) curve() expansion { return expansion{s.kernel, s.x[:s.seen], s.alpha[:s.seen]} }

// view is a step's way to look at its state.
type view struct {
	*state
	phase phase
}

// A phase is what a step does.
type phase int

const (
	starting phase = iota
	factoring
	adding
	improving
)

func phaseOf(s *state) phase {
	if s.steps == 0 {
		return starting
	}
	return improving
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"objective", "sse", "norm2", "bound", "gap", "rmse"}

func (v view) step() algos.Step {
	return algos.Step{
		Phase: v.told(), Next: v.next(), Size: v.size(), Status: v.status,
		Metrics: []float64{v.objective, v.sse, v.norm2, v.bound, v.gap, v.rmse()}, View: v,
	}
}

// size: a row of the factor is looked at before it is used; as many iterations as there
// are rows are a pass.
func (v view) size() algos.Size {
	switch {
	case v.phase == factoring:
		return algos.Micro
	case v.phase == starting, v.status.Final(), v.phase == improving && v.steps%len(v.y) == 0:
		return algos.Pass
	}
	return algos.Normal
}

// Model returns the function so far.
func (v view) Model() algos.Model {
	f := v.curve()
	return algos.Model{
		Values: []algos.Value{
			{Name: "alpha", Value: v.alpha},
			{Name: "norm2", Value: v.norm2},
			{Name: "sse", Value: v.sse},
			{Name: "objective", Value: v.objective},
			{Name: "effective", Value: v.modes().effective(v.Lambda)},
		},
		Predict: func(x [2]float64) []algos.Value { return []algos.Value{{Name: "y", Value: f.value(x)}} },
		Mean:    f.value,
	}
}

// few are the most rows with which everything is drawn under a dragging hand.
const few = 80

// counts are what captions name.
func (v view) counts() say.Vars {
	return say.Vars{"n": len(v.y), "seen": v.seen, "norm": v.norm2, "sse": v.sse, "rmse": v.rmse(), "lambda": v.Lambda}
}
