package logistic

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
	th := v.theta()
	values := [...]float64{v.Loss, v.Norm, v.Decrement, float64(v.Errors), math.Hypot(th[0], th[1])}
	metrics := make([]algos.Metric, len(metricNames))
	for i, name := range metricNames {
		metrics[i] = algos.Metric{Name: name, Value: values[i]}
	}
	return metrics
}

// theta is (θ₁, θ₂, θ₀) at this step.
func (v view) theta() [3]float64 { return theta(v.problem, v.B) }

// thetaAt is the same at another place of the run.
func (v view) thetaAt(at *logit.Place) [3]float64 { return theta(v.problem, at.B) }

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
			return "weights and Newton's direction"
		}
		return "gradient"
	case logit.Halve:
		return fmt.Sprintf("length %s rejected", say.Num(v.Eta))
	case logit.Update:
		return "update " + fmt.Sprint(v.Updates)
	}
	return "start at θ = 0"
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
		events = append(events, algos.Event{Kind: "separated", Text: "every point is on its side"})
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
		at := "‖θ‖ = " + say.Num(length(v.theta()))
		if !v.twoClasses() {
			at = "θ₀ = " + say.Num(v.theta()[2])
		}
		return algos.Status{State: algos.Diverged, Reason: fmt.Sprintf("There is no minimum: %s. Stopped after %s at %s with the loss %s; a penalty λ > 0 %s.",
			v.why, updates, at, say.Num(v.Loss), v.remedy())}
	case logit.Blown:
		return algos.Status{State: algos.Diverged, Reason: fmt.Sprintf("The parameters overflow after %s: η is far above 2/M = %s.", updates, say.Num(2/v.curvature))}
	case logit.Cap:
		return algos.Status{State: algos.Exhausted, Reason: v.capReason()}
	}
	return algos.Status{State: algos.Running}
}

func (v view) remedy() string {
	if !v.twoClasses() {
		return "does not help, as it leaves θ₀ free"
	}
	return "would give one"
}

func (t *task) twoClasses() bool {
	for _, y := range t.y {
		if y != t.y[0] {
			return true
		}
	}
	return false
}

func (v view) capReason() string {
	left := fmt.Sprintf("Stopped after %s; the gradient still has the length %s", say.Count(v.Updates, "update"), say.Num(v.Norm))
	switch {
	case v.opt.Solver == logit.GD && v.eta() >= 2/v.curvature:
		return left + fmt.Sprintf(", and a step of %s is above 2/M = %s, so the steps may overshoot for ever.", say.Num(v.eta()), say.Num(2/v.curvature))
	case v.opt.Stochastic() && !v.opt.Decay:
		return left + ": with a constant η single rows keep θ trembling around the minimum."
	}
	return left + ": allow more updates."
}

// eta is the step on the summed loss that the options ask for, before it falls.
func (v view) eta() float64 {
	if v.opt.Mean {
		return v.opt.Eta / float64(len(v.y))
	}
	return v.opt.Eta
}

func length(theta [3]float64) float64 { return math.Hypot(theta[0], theta[1]) }

// Model returns the classifier so far.
func (v view) Model() algos.Model {
	th := v.theta()
	return algos.Model{
		Values: []algos.Value{
			{Name: "theta", Value: []float64{th[0], th[1]}},
			{Name: "theta0", Value: th[2]},
			{Name: "loss", Value: v.Loss},
			{Name: "gradient_norm", Value: v.Norm},
			{Name: "decrement", Value: v.Decrement},
			{Name: "updates", Value: v.Updates},
			{Name: "errors", Value: v.Errors},
			{Name: "minimum", Value: v.exists == logit.Attained},
		},
		Predict: func(x [2]float64) []algos.Value {
			f, label := v.score(x), v.Label(0)
			if f > 0 {
				label = v.Label(1)
			}
			return []algos.Value{{Name: "label", Value: label}, {Name: "p", Value: sigmoid(f)}, {Name: "score", Value: f}}
		},
	}
}

// score returns f(x).
func (v view) score(x [2]float64) float64 {
	u := v.problem.To(x)
	return v.B[0]*u[0] + v.B[1]*u[1] + v.B[2]
}

// scoreOf returns f of row i.
func (v view) scoreOf(i int) float64 { return scoreAt(v.B, v.problem.U[i]) }

func scoreAt(b []float64, u [3]float64) float64 { return b[0]*u[0] + b[1]*u[1] + b[2] }

// sigmoid is 1/(1+e^{−z}); it keeps its digits where it is tiny.
func sigmoid(z float64) float64 {
	if z < 0 {
		e := math.Exp(z)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-z))
}

// residual is e = ỹ − p of row i, which is y(1 − P(y|x)).
func (v view) residual(i int) float64 { return v.y[i] * sigmoid(-v.y[i]*v.scoreOf(i)) }

// weight is p(1 − p) of row i.
func (v view) weight(i int) float64 {
	f := v.scoreOf(i)
	return sigmoid(f) * sigmoid(-f)
}

// Bytes estimates what keeping the step costs: a test measures it.
func (v view) Bytes() int { return 1100 + 8*len(v.Rows) }
