package logistic

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
	th := v.theta()
	return []float64{v.Loss, v.Norm, v.Decrement, float64(v.Errors), math.Hypot(th[0], th[1])}
}

// theta is (θ₁, θ₂, θ₀) at this step.
func (v view) theta() [3]float64 { return theta(v.problem, v.B) }

// thetaAt is the same at another place of the run.
func (v view) thetaAt(at *logit.Place) [3]float64 { return theta(v.problem, at.B) }

func (v view) step() algos.Step {
	told, status := v.story(), v.status()
	step := algos.Step{
		Phase: say.Phrase(told.Phase(name, "weights and Newton's direction")), Size: told.StepSize(), Metrics: v.metrics(),
		Status: status, Events: told.Events("every point is on its side"), View: v,
	}
	if !status.Final() {
		step.Next = told.Next()
	}
	return step
}

// story is the snapshot in the words of package logit.
func (v view) story() logit.Story {
	return logit.Story{Snapshot: v.Snapshot, Options: v.opt.Options, Points: len(v.y), Curvature: v.curvature, Who: "θ", Symbol: "θ", TeX: `\theta`}
}

func (v view) status() algos.Status { return v.story().Status(v.endless) }

// endless says why there is no minimum.
func (v view) endless() string {
	at := "‖θ‖ = " + say.Num(length(v.theta()))
	if !v.twoClasses() {
		at = "θ₀ = " + say.Num(v.theta()[2])
	}
	return fmt.Sprintf("There is no minimum: %s. Stopped after %s at %s with the loss %s; a penalty λ > 0 %s.",
		v.why, say.Count(v.Updates, "update"), at, say.Num(v.Loss), v.remedy())
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
