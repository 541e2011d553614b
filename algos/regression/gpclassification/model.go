package gpclassification

import (
	"context"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/kernel/covariance"
	"playground/algos/regression/internal/laplace"
)

// A task is what stays the same during a run; all its steps share it.
type task struct {
	algos.Problem
	opt     options
	k       covariance.Kernel // stretched
	problem *laplace.Problem
	y       []float64
	average func(mean, variance float64) float64 // the averaged sigmoid, of which promises tell
	lengths func() []height                      // the log marginal likelihood over the factor
	ctx     context.Context
}

func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	k, err := covariance.Parse(o.Kernel)
	if err != nil {
		panic(err) // bind lets no other expression through
	}
	t := &task{ctx: ctx, Problem: p, opt: o, k: stretched(k, o.Factor), average: laplace.Average}
	if err := refuse(p, t.k); err != nil {
		return nil, err
	}
	x := make([][2]float64, len(p.Points))
	t.y = make([]float64, len(p.Points))
	for i, q := range p.Points {
		x[i], t.y[i] = q.X, q.Sign()
	}
	t.problem = laplace.New(t.k, x, t.y)
	t.lengths = algos.Slow(ctx, func(ctx context.Context) []height { return heights(ctx, k, x, t.y) })
	return t, nil
}

// isLength says which of a kernel's numbers are length scales.
func isLength(n covariance.Number) bool { return strings.HasPrefix(n.Name, "length scale") }

// stretched is a kernel with all length scales multiplied.
func stretched(k covariance.Kernel, by float64) covariance.Kernel {
	if by == 1 {
		return k
	}
	values := k.Values()
	for i, n := range k.Numbers() {
		if isLength(n) {
			values[i] *= by
		}
	}
	return k.With(values)
}

// A height is the log marginal likelihood at some factor.
type height struct{ factor, evidence float64 }

// stops is the number of factors at which the marginal likelihood is computed, and mostCurve the most points
// for which it is: each stop is a run of its own.
const (
	stops     = 25
	mostCurve = 160
)

// heights are the log marginal likelihood over the factor; none where the kernel has no length scale, and few points left
// out where the mode cannot be told.
func heights(ctx context.Context, k covariance.Kernel, x [][2]float64, y []float64) []height {
	var found []height
	for i := range stops {
		by := minFactor * math.Pow(maxFactor/minFactor, float64(i)/(stops-1))
		if s, ok := laplace.New(stretched(k, by), x, y).Mode(ctx); ok {
			found = append(found, height{factor: by, evidence: s.Evidence()})
		}
	}
	return found
}

// hasLength reports whether the kernel has a length scale.
func (t *task) hasLength() bool {
	for _, n := range t.k.Numbers() {
		if isLength(n) {
			return true
		}
	}
	return false
}

// phase is what a step did.
type phase int

const (
	starting phase = iota
	weighing       // gradient and curvature of every log likelihood at f
	moving         // Newton's step
)

// A view is the run after some step. It never changes.
type view struct {
	*task
	state *laplace.State
	from  *laplace.State // the iterate before a step
	share float64        // of the full step, that was gone
	steps int
	phase phase

	status algos.Status
}

// line reports whether inputs are numbers, not points of the plane.
func (t *task) line() bool { return t.Dim == 1 }

// query is where f is looked at.
func (t *task) query() [2]float64 {
	q := t.opt.Q
	if t.line() {
		q[1] = 0
	}
	return q
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"psi", "log_evidence", "log_likelihood", "penalty", "occam", "decrement", "errors"}

func (v view) metrics() []float64 {
	s := v.state
	return []float64{s.Psi(), s.Evidence(), s.Log, s.Quad, -s.Det / 2, s.Delta, float64(v.errors())}
}

// errors counts the points whose latent value has the wrong sign, or none.
func (v view) errors() (n int) {
	for i, y := range v.y {
		if !(y*v.state.F[i] > 0) {
			n++
		}
	}
	return n
}

// A forecast is the prediction at an input.
type forecast struct {
	mean, variance float64
	p, plugin      float64 // the averaged probability of the second class, and the sigmoid of the mean
}

func (v view) forecast(x [2]float64) forecast {
	m, s2 := v.state.Latent(x)
	return forecast{mean: m, variance: s2, p: v.average(m, s2), plugin: laplace.Sigmoid(m)}
}

// Model returns the classifier so far.
func (v view) Model() algos.Model {
	s := v.state
	return algos.Model{
		Values: []algos.Value{
			{Name: "mode", Value: s.F},
			{Name: "log_evidence", Value: s.Evidence()},
			{Name: "psi", Value: s.Psi()},
			{Name: "log_likelihood", Value: s.Log},
			{Name: "log_det", Value: s.Det},
			{Name: "kernel", Value: v.k.String()},
			{Name: "pull", Value: s.A},
			{Name: "newton_steps", Value: v.steps},
			{Name: "errors", Value: v.errors()},
		},
		Predict: func(x [2]float64) []algos.Value {
			if v.line() {
				x[1] = 0
			}
			f, label := v.forecast(x), v.Label(0)
			if f.mean > 0 {
				label = v.Label(1)
			}
			return []algos.Value{
				{Name: "label", Value: label},
				{Name: "mean", Value: f.mean},
				{Name: "variance", Value: f.variance},
				{Name: "p", Value: f.p},
				{Name: "plug_in", Value: f.plugin},
			}
		},
	}
}
