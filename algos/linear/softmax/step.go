package softmax

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// A view is a run after one of its doings.
type view struct {
	*task
	logit.Snapshot
}

// metricNames are public.
var metricNames = []string{"loss", "gradient_norm", "decrement", "errors", "norm"}

func (v view) metrics() []float64 {
	square := 0.0
	for _, w := range v.vectors(v.Place) {
		square = math.Hypot(square, math.Hypot(w[0], w[1]))
	}
	return []float64{v.Loss, v.Norm, v.Decrement, float64(v.Errors), square}
}

// vectors are (w_k, b_k) of all classes, in the order of the data set.
func (v view) vectors(at *logit.Place) [][3]float64 { return v.vectorsOf(at.B) }

func (t *task) vectorsOf(b []float64) [][3]float64 {
	w, b0 := t.problem.Vectors(b)
	out := make([][3]float64, t.k)
	for c := range w {
		out[t.outside(c)] = [3]float64{w[c][0], w[c][1], b0[c]}
	}
	return out
}

func (v view) step() algos.Step {
	told, status := v.story(), v.status()
	step := algos.Step{
		Phase: say.Phrase(told.Phase(name, "Newton's direction")), Size: told.StepSize(), Metrics: v.metrics(),
		Status: status, Events: told.Events("every point is in its region"), View: v,
	}
	if !status.Final() {
		step.Next = told.Next()
	}
	return step
}

// story is the snapshot in the words of package logit.
func (v view) story() logit.Story {
	return logit.Story{Snapshot: v.Snapshot, Options: v.opt.Options, Points: len(v.class), Curvature: v.curvature, Who: "the vectors", Symbol: "w", TeX: "w"}
}

func (v view) status() algos.Status { return v.story().Status(v.endless) }

// endless says why there is no minimum.
func (v view) endless() string {
	remedy := "a penalty λ > 0 would give one"
	if v.opt.Lambda > 0 || v.oneLabel() {
		remedy = "a penalty does not help, as it leaves the offsets free"
	}
	return fmt.Sprintf("There is no minimum: %s. Stopped after %s with the loss %s; %s.", v.reason(), say.Count(v.Updates, "update"), say.Num(v.Loss), remedy)
}

// oneLabel reports whether some class has no points, or all of them.
func (t *task) oneLabel() bool {
	seen := make([]bool, t.k)
	for _, c := range t.class {
		seen[c] = true
	}
	for _, s := range seen {
		if !s {
			return true
		}
	}
	return false
}

// reason says why there is no minimum, where it turned out during the run.
func (v view) reason() string {
	switch {
	case v.why != "":
		return v.why
	case v.Margin > 0:
		return "every point has the highest score for its own class, so multiplying all vectors by a larger and larger number lowers the loss for ever"
	}
	return "scores still change by more than ½ with every Newton step while hardly any loss is left to gain, as happens where classes can be told apart in part"
}

// Model returns the classifier so far.
func (v view) Model() algos.Model {
	w := v.vectors(v.Place)
	weights, bias := make([][]float64, v.k), make([]float64, v.k)
	for k, u := range w {
		weights[k], bias[k] = []float64{u[0], u[1]}, u[2]
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "weights", Value: weights},
			{Name: "bias", Value: bias},
			{Name: "loss", Value: v.Loss},
			{Name: "gradient_norm", Value: v.Norm},
			{Name: "decrement", Value: v.Decrement},
			{Name: "updates", Value: v.Updates},
			{Name: "errors", Value: v.Errors},
		},
		Predict: func(x [2]float64) []algos.Value {
			p := v.probabilities(x)
			return []algos.Value{{Name: "label", Value: v.Label(logit.Label(p))}, {Name: "p", Value: p}}
		},
	}
}

// probabilities returns p_k(x) in the order of the data set.
func (v view) probabilities(x [2]float64) []float64 {
	return v.shares(v.problem.To(x))
}

// shares are the same of a place in the problem's frame.
func (v view) shares(u [3]float64) []float64 {
	f := make([]float64, v.k)
	v.problem.Scores(f, v.B, u)
	logit.Softmax(f)
	p := make([]float64, v.k)
	for c, s := range f {
		p[v.outside(c)] = s
	}
	return p
}

// residual is 1 − p_y of row i.
func (v view) residual(i int) float64 {
	e := make([]float64, v.k)
	v.problem.Errors(e, v.B, i)
	return e[v.problem.Class[i]]
}
