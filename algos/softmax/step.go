package softmax

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/logit"
	"playground/algos/say"
)

// A view is a run after one of its doings.
type view struct {
	*task
	logit.Snapshot
}

// metricNames are public.
var metricNames = []string{"loss", "gradient_norm", "decrement", "errors", "norm"}

func (v view) metrics() []algos.Metric {
	square := 0.0
	for _, w := range v.vectors(v.Place) {
		square = math.Hypot(square, math.Hypot(w[0], w[1]))
	}
	values := [...]float64{v.Loss, v.Norm, v.Decrement, float64(v.Errors), square}
	metrics := make([]algos.Metric, len(metricNames))
	for i, name := range metricNames {
		metrics[i] = algos.Metric{Name: name, Value: values[i]}
	}
	return metrics
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
	step := algos.Step{Phase: v.phase(), Size: v.size(), Metrics: v.metrics(), Status: v.status(), Events: v.events(), View: v}
	if !step.Status.Final() {
		step.Next = v.next()
	}
	return step
}

func (v view) phase() string {
	switch v.Did {
	case logit.Look:
		switch v.opt.Solver {
		case logit.SGD:
			return "draw " + name(v.Rows[0])
		case logit.MiniBatch:
			return "draw " + say.Count(len(v.Rows), "row")
		case logit.Newton:
			return "Newton's direction"
		}
		return "gradient"
	case logit.Halve:
		return fmt.Sprintf("length %s rejected", say.Num(v.Eta))
	case logit.Update:
		return "update " + fmt.Sprint(v.Updates)
	}
	return "start at w = 0"
}

func (v view) size() algos.Size {
	switch {
	case v.Did == logit.Start || v.Did == logit.Update && v.PassEnds:
		return algos.Pass
	case v.Did == logit.Update:
		return algos.Normal
	}
	return algos.Micro
}

func (v view) next() algos.Next {
	update := fmt.Sprintf("update %d", v.Updates+1)
	n := algos.Next{Small: update, Step: update, Pass: update}
	if v.opt.Stochastic() {
		n.Pass = "finish the pass"
	}
	if v.Did == logit.Start || v.Did == logit.Update {
		switch v.opt.Solver {
		case logit.SGD:
			n.Small = "draw a row"
		case logit.MiniBatch:
			n.Small = "draw a batch"
		case logit.Newton:
			n.Small = "Newton's direction"
		default:
			n.Small = "gradient"
		}
	}
	return n
}

func (v view) events() []algos.Event {
	var events []algos.Event
	if v.Did == logit.Halve && len(v.Tries) == 1 {
		events = append(events, algos.Event{Kind: "halving", Text: "the full Newton step is too long"})
	}
	if v.Did == logit.Update && v.PassEnds && v.opt.Stochastic() {
		events = append(events, algos.Event{Kind: "pass", Text: fmt.Sprintf("a pass ends: the loss is %s", say.Num(v.Loss))})
	}
	if v.Did == logit.Update && v.From.Errors > 0 && v.Errors == 0 {
		events = append(events, algos.Event{Kind: "separated", Text: "every point is in its region"})
	}
	if s := v.status(); s.Final() {
		events = append(events, algos.Event{Kind: string(s.State), Text: s.Reason})
	}
	return events
}

// resolved is the decrement below which a run that rounding stopped still counts
// as converged: the loss is then within 10⁻¹⁴ of its minimum.
const resolved = 1e-7

func (v view) status() algos.Status {
	updates := say.Count(v.Updates, "update")
	switch v.End {
	case logit.Minimum:
		return algos.Status{State: algos.Converged, Reason: fmt.Sprintf("The Newton decrement is %s, within the tolerance: after %s the loss is at its minimum, %s.", say.Num(v.Decrement), updates, say.Num(v.Loss))}
	case logit.Precision:
		if v.Decrement <= resolved {
			return algos.Status{State: algos.Converged, Reason: fmt.Sprintf("After %s the loss is at its minimum, %s, as far as double precision goes.", updates, say.Num(v.Loss))}
		}
		return algos.Status{State: algos.Exhausted, Reason: fmt.Sprintf("Rounding hides any further descent after %s: bring the coordinates to a common scale near 1.", updates)}
	case logit.NoMinimum:
		remedy := "a penalty λ > 0 would give one"
		if v.opt.Lambda > 0 || v.oneLabel() {
			remedy = "a penalty does not help, as it leaves the offsets free"
		}
		return algos.Status{State: algos.Diverged, Reason: fmt.Sprintf("There is no minimum: %s. Stopped after %s with the loss %s; %s.", v.reason(), updates, say.Num(v.Loss), remedy)}
	case logit.Blown:
		return algos.Status{State: algos.Diverged, Reason: fmt.Sprintf("The parameters overflow after %s: η is far above 2/M = %s.", updates, say.Num(2/v.curvature))}
	case logit.Cap:
		return algos.Status{State: algos.Exhausted, Reason: v.capReason()}
	}
	return algos.Status{State: algos.Running}
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

func (v view) capReason() string {
	left := fmt.Sprintf("Stopped after %s; the gradient still has the length %s", say.Count(v.Updates, "update"), say.Num(v.Norm))
	switch {
	case v.opt.Solver == logit.GD && v.eta() >= 2/v.curvature:
		return left + fmt.Sprintf(", and a step of %s is above 2/M = %s, so the steps may overshoot for ever.", say.Num(v.eta()), say.Num(2/v.curvature))
	case v.opt.Stochastic() && !v.opt.Decay:
		return left + ": with a constant η single rows keep the vectors trembling around the minimum."
	}
	return left + ": allow more updates."
}

// eta is the step on the summed loss that the options ask for, before it falls.
func (v view) eta() float64 {
	if v.opt.Mean {
		return v.opt.Eta / float64(len(v.class))
	}
	return v.opt.Eta
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

// Bytes estimates what keeping the step costs: a test measures it.
func (v view) Bytes() int { return 1100 + 110*v.k + 8*len(v.Rows) }
