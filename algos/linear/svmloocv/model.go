package svmloocv

import (
	"context"
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/margin"
)

// A task is what stays the same during a run: the points, the kernel, the box, and
// the classifier of all points. Measured from their mean the points have the same
// dual problem with the linear kernel, with or without one of them.
type task struct {
	Options
	algos.Problem
	*pairs.Inputs
	y    []float64 // −1 or +1
	c    float64   // the box, +Inf for the hard margin
	gram *smo.Gram // the run's own: views must not touch it
	norm float64   // the largest length of a point in feature space
	full *fit
	only *fit // of the support vectors alone; nil where there are none
	// possible says whether the problem has a solution, where that is known
	// beforehand: a hard margin needs a line.
	possible func() bool
}

func newTask(p algos.Problem, o Options) *task {
	t := &task{Options: o, Problem: p, c: o.C, y: make([]float64, len(p.Points))}
	if o.Hard {
		t.c = math.Inf(1)
	}
	var mean [2]float64
	for i, q := range p.Points {
		t.y[i] = q.Sign()
		mean[0] += q.X[0] / float64(len(p.Points))
		mean[1] += q.X[1] / float64(len(p.Points))
	}
	t.Inputs = pairs.NewInputs(o.New(), p.Points, mean)
	t.gram = smo.NewGram(t.Kernel, t.X)
	for _, kii := range t.gram.Diagonal() {
		t.norm = max(t.norm, math.Sqrt(max(0, kii)))
	}
	t.possible = sync.OnceValue(func() bool { return !t.Hard || !t.Linear || t.separable() })
	return t
}

// separable decides exactly whether some line separates the points.
func (t *task) separable() bool {
	z := make([]margin.Vector, len(t.y))
	for i, q := range t.Points {
		z[i] = margin.Vector{t.y[i] * q.X[0], t.y[i] * q.X[1], t.y[i]}
	}
	return margin.Largest(z).Separable
}

// nothing is the classifier before any fit: f = 0.
func (t *task) nothing() *fit {
	n := len(t.y)
	return &fit{alpha: make([]float64, n), f: make([]float64, n)}
}

// A fit is the optimum of the dual problem over all points but those held out.
type fit struct {
	alpha []float64
	f     []float64 // scores of all rows, also of those held out
	bias  float64
	smo.Solution
	out    []int // the rows left out
	sv     int   // support vectors
	primal float64
	dual   float64
}

// maxPairs is the most pairs that one fit optimises.
const maxPairs = 50_000

// fit solves the dual problem from α = 0. A row that is left out keeps α = 0 and
// has no say; its score is that of a point not seen. It fails where the context
// ends before.
func (t *task) fit(ctx context.Context, leaveOut ...int) (*fit, error) {
	c := slices.Repeat([]float64{t.c}, len(t.y))
	s, err := smo.Solve(ctx, smo.Problem{Y: t.y, C: c, K: t.gram, Held: leaveOut}, t.Tol, maxPairs)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		panic(err) // the labels and the box are of our own making
	}
	f := &fit{Solution: s, alpha: s.Alpha, f: s.Errors, bias: s.Offset, out: leaveOut}
	for k, y := range t.y {
		f.f[k] += y + f.bias // Eₖ = Fₖ − yₖ
		if f.alpha[k] > 0 {
			f.sv++
		}
	}
	f.primal, f.dual = t.duality(f)
	return f, nil
}

// duality returns the primal and the dual value of a fit. The hard margin's
// primal is that of w at its best scale, NaN where w does not separate.
func (t *task) duality(f *fit) (primal, dual float64) {
	sum, norm2, hinge, least := 0.0, 0.0, 0.0, math.Inf(1)
	for k, a := range f.alpha {
		sum += a
		norm2 += a * t.y[k] * (f.f[k] - f.bias)
		if !slices.Contains(f.out, k) {
			z := t.y[k] * f.f[k]
			hinge += max(0, 1-z)
			least = min(least, z)
		}
	}
	dual = sum - norm2/2
	switch {
	case !t.Hard:
		return norm2/2 + t.c*hinge, dual
	case least > 0:
		return norm2 / 2 / min(1, least*least), dual
	}
	return math.NaN(), dual
}

// slack returns ξₖ = max(0, 1 − yₖf(xₖ)).
func (t *task) slack(f *fit, k int) float64 { return max(0, 1-t.y[k]*f.f[k]) }

// expansion returns f as a kernel expansion over the support vectors.
func (t *task) expansion(f *fit) *pairs.Expansion {
	return t.Expand(f.bias, func(k int) float64 { return f.alpha[k] * t.y[k] })
}

// theta0 is the offset of a fit in the coordinates of the data.
func (t *task) theta0(f *fit) float64 { return t.expansion(f).Offset() }

// A phase is what a step was about.
type phase int

const (
	starting  phase = iota // all points are fitted
	leaving                // the next point is taken away, nothing is refitted yet
	refitting              // the classifier without it is there
)

// A view is the run after one step; it never changes.
type view struct {
	*task
	phase  phase
	row    int       // left out, −1 at the start
	less   *fit      // the classifier without it; nil before it is refitted
	scores []float64 // yₜf⁻ᵗ(xₜ) of the rows left out so far; shared, only appended to
	errors []int     // rows whose label was wrong; shared, only appended to
	rough  int       // refits that stopped short of the tolerance
	status algos.Status
}

// leave takes row t away.
func (v view) leave(t int) view {
	v.phase, v.row, v.less = leaving, t, nil
	return v
}

// refit adds the verdict on the row that was left out.
func (v view) refit(less *fit) view {
	v.phase, v.less = refitting, less
	z := v.y[v.row] * less.f[v.row]
	v.scores = append(v.scores, z)
	// A score of zero decides nothing, and counts as an error.
	if z <= 0 {
		v.errors = append(v.errors, v.row)
	}
	if less.End != smo.Optimal {
		v.rough++
	}
	if v.row == len(v.y)-1 {
		v.status = algos.Status{State: algos.Converged, Reason: v.verdict()}
	}
	return v
}

// lost reports whether there is no classifier of all points.
func (v view) lost() bool {
	return v.status.State == algos.Exhausted || v.status.State == algos.Diverged
}

// wrong reports whether the row left out last is misclassified.
func (v view) wrong() bool { return len(v.errors) > 0 && v.errors[len(v.errors)-1] == v.row }

func (v view) loocv() float64 { return float64(len(v.errors)) / float64(len(v.y)) }
func (v view) bound() float64 { return float64(v.full.sv) / float64(len(v.y)) }

// supports reports whether the row is a support vector of the classifier of all
// points.
func (v view) supports(k int) bool { return v.full.alpha[k] > 0 }

// change is the largest |f⁻ᵗ − f| over all points, NaN before a refit.
func (v view) change() float64 {
	if v.less == nil {
		return math.NaN()
	}
	largest := 0.0
	for k, f := range v.less.f {
		largest = max(largest, math.Abs(f-v.full.f[k]))
	}
	return largest
}

// trainErrors counts the points that the classifier of all points gets wrong.
func (v view) trainErrors() int {
	wrong := 0
	for k, y := range v.y {
		if y*v.full.f[k] <= 0 {
			wrong++
		}
	}
	return wrong
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"loocv", "bound", "errors", "left_out", "change", "score_out", "score_in", "train", "support"}

func (v view) metrics() []float64 {
	out, in := math.NaN(), math.NaN()
	if v.row >= 0 {
		in = v.y[v.row] * v.full.f[v.row]
	}
	if v.less != nil {
		out = v.scores[v.row]
	}
	return []float64{
		v.loocv(), v.bound(), float64(len(v.errors)), float64(len(v.scores)), v.change(), out, in,
		float64(v.trainErrors()) / float64(len(v.y)), float64(v.full.sv),
	}
}

// Model implements [algos.View]: the classifier of all points, and the scores
// f⁻ᵗ(xₜ) of the rows left out so far.
func (v view) Model() algos.Model {
	support, scores, f := []int{}, make([]float64, len(v.scores)), v.expansion(v.full)
	for k := range v.y {
		if v.supports(k) {
			support = append(support, k)
		}
	}
	for t, z := range v.scores {
		scores[t] = v.y[t] * z
	}
	alone := math.NaN()
	if v.only != nil {
		alone = v.only.dual
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "loocv", Value: v.loocv()},
			{Name: "errors", Value: append([]int{}, v.errors...)},
			{Name: "support", Value: support},
			{Name: "bound", Value: v.bound()},
			{Name: "scores", Value: scores},
			{Name: "alpha", Value: slices.Clone(v.full.alpha)},
			{Name: "bias", Value: f.Offset()},
			{Name: "dual", Value: v.full.dual},
			{Name: "dual_alone", Value: alone},
		},
		Predict: f.Classifier(v.Set),
	}
}
