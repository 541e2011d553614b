package bayesianoptimisation

import (
	"math"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("improve", algos.PickOption, askImprove, nil, answerImprove),
	algos.Ask("value", algos.SayNumber, askValue, nil, answerValue),
}

// asks returns the view of a step after which the acquisition's point is asked.
func asks(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.phase == examining && !v.Reveal
}

// The answers to whether a value is a new best.
const (
	yes = iota
	no
)

func askImprove(now algos.At[view]) (algos.Asked, bool) {
	v, ok := asks(now)
	if !ok || v.count() == 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    v.vars().Text("The incumbent is <b>. The next query is <at>, with predictive mean <m> and standard deviation <s>. Will it be a new incumbent?"),
		Options: []say.Phrase{yes: "yes", no: "no"},
	}, true
}

// after returns the step that evaluates.
func after(then algos.At[view]) (view, bool) {
	v := then.View
	return v, v.phase == evaluating
}

func answerImprove(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := after(then)
	if !ok {
		return algos.Answer{}, false
	}
	a := algos.Answer{Option: no, Why: v.vars().Text("The value is <y>, and the incumbent stays <best>.")}
	if v.improved() {
		a.Option, a.Why = yes, v.vars().Text("It is <now>; the incumbent was <before>.")
	}
	return a, true
}

func askValue(now algos.At[view]) (algos.Asked, bool) {
	v, ok := asks(now)
	if !ok || v.pick.sd < 0.05 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("The next query is <at>, with predictive mean <m> and standard deviation <s>. Which value will be observed?")}, true
}

// answerValue takes half a standard deviation of the prediction for near enough: more than
// that is not known.
func answerValue(now, then algos.At[view]) (algos.Answer, bool) {
	v, ok := after(then)
	if !ok {
		return algos.Answer{}, false
	}
	before := now.View
	return algos.Answer{
		Number: v.y[v.count()-1], Tolerance: math.Sqrt(before.pick.sd*before.pick.sd+v.NoiseVar) / 2,
		Why: v.vars().Text("It is <off> standard deviations from the predictive mean."),
	}, true
}

var goals = []algos.Goal{
	{
		ID: "few",
		Text: "Find the global minimum of the Gramacy–Lee function to within 0.01, with noise-free values, in at most 17 evaluations. The initial points " +
			"must not hit it by chance.",
		Hint: "With too long a length scale the model is overconfident about valleys. Choose a kernel as rough as the function, and leave the rest to " +
			"the acquisition function.",
		Start: "preset=too-smooth", Asks: 17, Fewer: true,
		CounterExample: "acquisition=ei&kernel=1%2Arbf%280.25%29&preset=too-smooth&seed=4",
		Example:        "preset=too-smooth&kernel=1*rbf(0.25)&acquisition=ei&budget=17&seed=4",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Function != "gramacy-lee" || v.NoiseVar > 0 || v.regret() > 0.01 || v.chosen() > 0 || v.lucky() {
				return algos.Score{}, false
			}
			return algos.Counted(v.count(), "<n evaluation>"), v.count() <= 17
		}),
	},
	{
		ID:             "misled",
		Text:           "Draw a function on which the lower confidence bound ends with a simple regret of at least 0.7: κ at least 1, default kernel, budget 15.",
		Hint:           "The prior assumes that f is smooth: a valley much narrower than the length scale of 0.8 fits between two queries.",
		Start:          "preset=own-curve&budget=15",
		Asks:           0.7,
		CounterExample: "budget=15&h1=-2.7%2C0&h2=-2.0%2C-0.2&h3=-0.9%2C0.8&h4=0.65%2C0.1&h6=0.85%2C0.1&h7=1.8%2C-0.6&h8=2.7%2C0.6&knots=8&preset=own-curve",
		Example: "preset=own-curve&budget=15&knots=8" +
			"&h1=-2.7,0&h2=-2.0,-0.2&h3=-0.9,0.8&h4=0.65,0.1&h5=0.75,-2.9&h6=0.85,0.1&h7=1.8,-0.6&h8=2.7,0.6",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Function != drawn || v.NoiseVar > 0 || v.Acquisition != lcb || v.Kappa < 1 || v.Budget != 15 || v.Refit || v.typed || v.Manual > 0 ||
				a.Params["kernel"] != "1*rbf(0.8)" || a.Params["n_initial_points"] != strconv.Itoa(3) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.regret(), Words: say.Vars{"regret": v.regret()}.Text("simple regret <regret>")}, v.regret() >= 0.7
		}),
	},
}

// ended returns the end of a run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.count() > 0
}

// chosen counts the evaluations that the reader has chosen.
func (v view) chosen() int {
	n := 0
	if v.typed {
		n = len(v.first)
	}
	if v.Manual > 0 && v.Manual <= v.count() {
		n++
	}
	return n
}

// lucky reports whether one of the first points is as near as the goal asks for.
func (v view) lucky() bool {
	for _, x := range v.first {
		if v.f.value(x)-v.f.minimum() <= 0.01 {
			return true
		}
	}
	return false
}
