package gpclassification

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("objective", algos.SayNumber, askObjective, nil, answerObjective),
	algos.Ask("least-sure", algos.PickPoint, askLeastSure, algos.AtEnd, answerLeastSure),
	algos.Ask("steps", algos.SayNumber, askSteps, algos.AtEnd, answerSteps),
}

// between returns the view of a step between two of Newton's.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, (v.phase == starting || v.phase == moving)
}

// tolerance is by how much the objective may be off, as a share of what it is now.
const tolerance = 0.05

// askObjective asks while the quadratic promises a rise of more than twice what a guess may be off.
func askObjective(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || !(v.state.Delta*v.state.Delta/2 > -2*tolerance*v.state.Psi()) {
		return algos.Asked{}, false
	}
	s := say.Vars{"psi": v.state.Psi()}
	return algos.Asked{Text: s.Text(`$\psi$ is <psi> now. What is its value after the next Newton step?`)}, true
}

func answerObjective(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != moving {
		return algos.Answer{}, false
	}
	before := now.View.state
	s := say.Vars{"delta": before.Delta, "rise": v.state.Psi() - before.Psi()}
	return algos.Answer{
		Number: v.state.Psi(), Tolerance: -tolerance * before.Psi(),
		Why: s.Text(`The Newton decrement was <delta>. A quadratic function would have increased by half its square; $\psi$ rose by <rise>.`),
	}, true
}

func askLeastSure(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.state.Delta < 0.1 || len(v.y) < 3 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which point will have the lowest predicted probability of its own label at the mode? Point at it."}, true
}

// tied is by how much two latent values differ, as a share of the least, that eyes cannot tell apart.
const tied = 0.05

func answerLeastSure(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.status.State != algos.Converged {
		return algos.Answer{}, false
	}
	least, at := math.Inf(1), 0
	for i, y := range v.y {
		if z := y * v.state.F[i]; z < least {
			least, at = z, i
		}
	}
	var a algos.Answer
	for i, y := range v.y {
		if y*v.state.F[i] <= least+tied*math.Abs(least) {
			a.Points = append(a.Points, i)
		}
	}
	s := say.Vars{"x": say.Row(at), "pull": math.Abs(v.state.Grad[at])}
	a.Why = s.Text("<x> has the largest log-likelihood gradient, <pull>: one minus the probability of its label.")
	return a, len(a.Points) < len(v.y)
}

// mostGuessed bounds the number of steps that may be guessed.
const mostGuessed = 60

func askSteps(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.phase != starting || len(v.y) < 2 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "After how many Newton steps is the mode reached to nine " +
		"digits?", Least: 1, Most: mostGuessed, Whole: true, Unit: "Newton steps"}, true
}

// answerSteps takes one step more or less for right: it is the size that counts.
func answerSteps(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.status.State != algos.Converged {
		return algos.Answer{}, false
	}
	s := say.Vars{"steps": v.steps}
	return algos.Answer{Number: float64(v.steps), Tolerance: 1, Why: s.Text("It takes <steps Newton step>: near the mode each one doubles the number " +
		"of correct digits (quadratic convergence).")}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "over-confident",
		Text: "Make the plug-in overconfident: at $q$ it should be at least 30 hundredths farther from one half than the averaged probability, " +
			"with at most 20 points.",
		Hint:  "Both the mean and the variance of f at q have to be large: a large prior variance, and points that constrain f(q) only weakly.",
		Start: "preset=one", Asks: 30,
		CounterExample: "preset=high&q=0.9%2C1.9",
		Example:        "preset=high&kernel=1e4*rbf(1)&q=0.9,1.9",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || len(v.y) > 20 {
				return algos.Score{}, false
			}
			f := v.forecast(v.query())
			return algos.Counted(int(math.Floor(100*(math.Abs(f.plugin-0.5)-math.Abs(f.p-0.5)))), "plug-in farther by <n hundredth>"), true
		}),
	},
	{
		ID:    "wrong-side",
		Text:  "With the default kernel, place at most 20 points of both classes such that at least 5 are misclassified at the mode.",
		Hint:  "A smooth prior overrules a single point surrounded by the other class.",
		Start: "preset=single", Asks: 5, OwnPoints: true,
		CounterExample: "preset=single",
		Example: "data=" + dataset.Labelled(
			[3]float64{0, 0, 1}, [3]float64{0.1, 0, 1}, [3]float64{0, 0.1, 1}, [3]float64{0.1, 0.1, 1}, [3]float64{-0.1, 0, 1}, [3]float64{0, -0.1, 1}, [3]float64{-0.1, -0.1, 1},
			[3]float64{0.05, 0, -1}, [3]float64{0.05, 0.05, -1}, [3]float64{0, 0.05, -1}, [3]float64{-0.05, 0, -1}, [3]float64{0, -0.05, -1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || len(v.y) > 20 || v.opt.Kernel != usualKernel || v.opt.Factor != 1 {
				return algos.Score{}, false
			}
			return algos.Counted(v.errors(), "<n point> misclassified"), true
		}),
	},
}
