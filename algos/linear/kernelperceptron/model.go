package kernelperceptron

import (
	"context"
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// A task is what stays the same during a run; all its steps share it.
type task struct {
	algos.Problem
	options
	k      kernel.Kernel
	x      [][2]float64
	y      []float64                    // −1 or +1
	gram   *smo.Gram                    // the run's own: views must not touch it
	diag   []float64                    // k(x, x)
	r2     float64                      // R² = max k(x, x)
	phi    featureMap                   // empty where the kernel has no finite one
	best   separation                   // of kernels that are inner products
	limit  float64                      // (R/γ)², NaN where there is none
	eigen  func() (least, most float64) // of the kernel matrix
	dots   func() mark.Points
	matrix func() []float64
}

// refuse says why a problem cannot be worked on, or nil.
func refuse(p algos.Problem, o options) error {
	k := o.New()
	if o.Kernel == "poly" { // its size on opposite points, too
		k = kernel.Poly{Gamma: o.Gamma, Coef0: math.Abs(o.Coef0), Degree: o.Degree}
	}
	return kernel.TooLarge(k, p.Points)
}

func newTask(ctx context.Context, p algos.Problem, o options) *task {
	n := len(p.Points)
	t := &task{Problem: p, options: o, k: o.New(), x: make([][2]float64, n), y: make([]float64, n), limit: math.NaN()}
	for i, q := range p.Points {
		t.x[i], t.y[i] = q.X, q.Sign()
	}
	t.gram = smo.NewGram(t.k, t.x)
	t.diag = t.gram.Diagonal()
	for _, k := range t.diag {
		t.r2 = max(t.r2, math.Abs(k))
	}
	t.phi = featuresOf(t.k)
	t.eigen = sync.OnceValues(func() (float64, float64) { return kernel.Spectrum(t.k, t.x) })
	t.dots = sync.OnceValue(func() mark.Points { return panel.Data(p, t.tip) })
	t.matrix = sync.OnceValue(func() []float64 { return kernel.Gram(t.k, t.x) })
	switch {
	case !t.k.PSD():
	case t.r2 == 0:
		t.best = separation{inseparable: true, lambda: make([]float64, n), toward: make([]float64, n)}
	case t.r2 < lost: // products of such values are lost
		t.best.hi = math.Sqrt(t.r2)
	default:
		t.best = separate(ctx, t.gram, t.y, t.r2)
	}
	if t.best.separable {
		ratio := math.Sqrt(t.r2) / t.best.lo
		t.limit = min(ratio*ratio, math.MaxFloat64)
	}
	return t
}

// lost is the root of what no float64 holds.
const lost = 1e-154

// tip is what a tooltip says about a row.
func (t *task) tip(i int) say.Phrase {
	return say.Vars{"row": say.Row(i).Name(), "at": t.x[i], "label": t.Label(t.Points[i].Class())}.Text("<row> = <at>, label <label>")
}

// scoreAt returns f at a place, summed over the rows in their order.
func (t *task) scoreAt(alpha []int32, x [2]float64) float64 {
	f := 0.0
	for i, a := range alpha {
		if a > 0 {
			f += float64(a) * t.y[i] * t.k.At(t.x[i], x)
		}
	}
	return f
}

// theta returns Σ αyφ(x), without the factors of the features.
func (t *task) theta(alpha []int32) []float64 {
	theta, phi := make([]float64, len(t.phi)), make([]float64, 0, len(t.phi))
	for i, a := range alpha {
		if a == 0 {
			continue
		}
		phi = t.phi.at(phi, t.x[i])
		for m, v := range phi {
			theta[m] += float64(a) * t.y[i] * v
		}
	}
	return theta
}

// rounding is how far a sum of k kernel values may be off at a place whose own
// kernel value is diag: each value is known to a few d·ε of R√diag, and their
// partial sums are rounded, too. Where diag is lost below the smallest numbers, its
// root is at most 10⁻¹⁵⁴.
func (t *task) rounding(k int, diag float64) float64 {
	return num.Ulp * (float64(k) + 8*float64(t.degree()) + 32) * float64(k) * max(math.Sqrt(t.r2), lost) * max(math.Sqrt(math.Abs(diag)), lost)
}

// degree is that of the polynomial; a kernel that is none is computed in one step.
func (t *task) degree() int {
	if t.Kernel == "poly" {
		return t.Degree
	}
	return 1
}

// A parting is the first row on which the kernel and the features disagreed.
type parting struct {
	row            int
	kernel, direct float64 // the two scores
	rounding       float64 // how far either may be off
}

// A progress is how far a run has come.
type progress struct {
	novikoff.Visit
	score  float64 // f of the current sample, before the step
	direct float64 // the same by the features
	alpha  counts
	twin   counts // mistakes of the run with features
	parted *parting
	norm2  float64 // ‖w‖²
	along  float64 // ⟨w, θ*⟩
	wrong  int     // rows with y·f ≤ 0
	stored int     // rows with α > 0
	trail  []waypoint
}

// A learner is the mutable state of a run.
type learner struct {
	*task
	progress
	f     []float64 // f(xᵢ) of every row
	held  []bool    // which rows have α > 0
	theta []float64 // of the run with features, without their factors, as in featureMap.at
	here  []float64 // φ(x) of the current sample
	errs  bool      // the score of the current sample by the features is a mistake
}

func newLearner(t *task) *learner {
	n := len(t.y)
	return &learner{
		task: t, f: make([]float64, n), held: make([]bool, n), theta: make([]float64, len(t.phi)),
		progress: progress{alpha: newCounts(n), twin: newCounts(n), wrong: n, trail: []waypoint{{}}},
	}
}

// visit looks at the current sample and reports whether it is a mistake.
func (l *learner) visit() bool {
	y := l.y[l.Row]
	l.score = l.f[l.Row]
	wrong := y*l.score <= 0
	if len(l.phi) == 0 {
		return wrong
	}
	l.here = l.phi.at(l.here, l.x[l.Row])
	l.direct = l.phi.inner(l.theta, l.here)
	l.errs = y*l.direct <= 0
	if wrong != l.errs && l.parted == nil {
		l.parted = &parting{row: l.Row, kernel: l.score, direct: l.direct, rounding: l.rounding(l.alpha.total, l.diag[l.Row])}
	}
	if l.errs && !wrong {
		l.storeDirect()
	}
	return wrong
}

// store counts the mistake on the current sample.
func (l *learner) store() {
	y := l.y[l.Row]
	for i, k := range l.gram.Row(l.Row) {
		l.f[i] += y * k
	}
	l.alpha = l.alpha.add(l.Row)
	l.norm2 += 2*y*l.score + l.diag[l.Row]
	if l.best.separable {
		l.along += l.best.toward[l.Row]
	}
	if !l.held[l.Row] {
		l.held[l.Row] = true
		l.stored++
	}
	l.wrong = 0
	for i, f := range l.f {
		if l.y[i]*f <= 0 {
			l.wrong++
		}
	}
	l.trail = extend(l.trail, l.now())
	if l.errs {
		l.storeDirect()
	}
}

// storeDirect adds y·φ(x) of the current sample to θ.
func (l *learner) storeDirect() {
	for m, v := range l.here {
		l.theta[m] += l.y[l.Row] * v
	}
	l.twin = l.twin.add(l.Row)
}

// step captures the state.
func (l *learner) step(did novikoff.Kind) algos.Step {
	v := &view{task: l.task, progress: l.progress}
	v.Kind, v.alpha, v.twin, v.trail = did, l.alpha.shared(), l.twin.shared(), slices.Clip(l.trail)
	v.Ends = l.Pass > 0 && l.Row == len(l.y)-1 && did != novikoff.Mistake
	l.Ahead = v.LookAhead(len(l.y), func(row int) bool { return l.y[row]*l.f[row] <= 0 })
	v.Ahead = l.Ahead
	v.status = v.end()
	return algos.Step{
		Phase: v.phase(), Next: v.next(), Size: v.Size(), Events: v.events(), Metrics: v.metrics(), Status: v.status, EndTold: true, View: v,
	}
}

// A view is the state after one step. It is never changed; all it shares with
// other steps is never changed either.
type view struct {
	*task
	progress
	status algos.Status
}

func (v *view) k() float64 { return float64(v.alpha.total) }

// metricNames are public.
var metricNames = []string{"mistakes", "mistakes_in_pass", "stored", "norm2", "bound", "projection", "k_gamma", "k_r2", "train_errors", "feature_mistakes"}

func (v *view) metrics() []float64 {
	projection, kGamma, direct := math.NaN(), math.NaN(), math.NaN()
	if v.best.separable {
		projection, kGamma = v.along, v.k()*v.best.lo
	}
	if len(v.phi) > 0 {
		direct = float64(v.twin.total)
	}
	return []float64{v.k(), float64(v.Mistakes), float64(v.stored), v.norm2, v.limit, projection, kGamma, v.k() * v.r2, float64(v.wrong), direct}
}

// Model returns the classifier so far.
func (v *view) Model() algos.Model {
	alpha := v.alpha.list()
	counts := make([]int, len(alpha))
	for i, a := range alpha {
		counts[i] = int(a)
	}
	passes := v.Pass
	if !v.Ends && v.Pass > 0 {
		passes--
	}
	values := []algos.Value{
		{Name: "alpha", Value: counts},
		{Name: "bias", Value: 0.0},
		{Name: "mistakes", Value: v.alpha.total},
		{Name: "passes", Value: passes},
		{Name: "stored", Value: v.stored},
		{Name: "converged", Value: v.status.State == algos.Converged},
		{Name: "separable", Value: v.best.separable},
	}
	if len(v.phi) > 0 {
		values = append(values, algos.Value{Name: "weights", Value: v.phi.coordinates(v.theta(alpha))}, algos.Value{Name: "feature_mistakes", Value: v.twin.total})
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		score, class := v.scoreAt(alpha, x), 0
		if score > 0 {
			class = 1
		}
		return []algos.Value{{Name: "label", Value: v.Label(class)}, {Name: "score", Value: score}}
	}}
}
