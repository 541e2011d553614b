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

// asks returns the view of a step after which the acquisition's place is asked.
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
		Text:    v.vars().Text("The best so far is <b>. f is asked at <at> next, where <m> is expected, with the standard deviation <s>. Will it be a new best?"),
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
	a := algos.Answer{Option: no, Why: v.vars().Text("The value is <y>, and the best stays <best>.")}
	if v.improved() {
		a.Option, a.Why = yes, v.vars().Text("It is <now>; the best was <before>.")
	}
	return a, true
}

func askValue(now algos.At[view]) (algos.Asked, bool) {
	v, ok := asks(now)
	if !ok || v.pick.sd < 0.05 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("f is asked at <at> next. The model expects <m>, with the standard deviation <s>. Which value will come?")}, true
}

// answerValue takes half a standard deviation of the forecast for near enough: more than
// that is not known.
func answerValue(now, then algos.At[view]) (algos.Answer, bool) {
	v, ok := after(then)
	if !ok {
		return algos.Answer{}, false
	}
	before := now.View
	return algos.Answer{
		Number: v.y[v.count()-1], Tolerance: math.Sqrt(before.pick.sd*before.pick.sd+v.NoiseVar) / 2,
		Why: v.vars().Text("It lies <off> standard deviations from what was expected."),
	}, true
}

var goals = []algos.Goal{
	{
		ID: "few",
		Text: "Find the lowest dip of Gramacy and Lee's function to within 0.01, with values that have no noise, in at most 17 evaluations. " +
			"The first places must not have hit it by chance.",
		Hint:  "Too long a length takes valleys for known. Choose a kernel that is as rough as the function, and leave the rest to the acquisition.",
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
		ID: "misled",
		Text: "Draw a function on which the lower confidence bound, with κ at least 1, the kernel as it comes " +
			"and 15 evaluations in all, ends at least 0.7 above the minimum.",
		Hint:           "The model believes that f is smooth: what is much narrower than its length of 0.8 can lie between two places.",
		Start:          "preset=own-curve&budget=15",
		Asks:           0.7,
		CounterExample: "budget=15&h1=-2.7%2C0&h2=-2.0%2C-0.2&h3=-0.9%2C0.8&h4=0.65%2C0.1&h6=0.85%2C0.1&h7=1.8%2C-0.6&h8=2.7%2C0.6&knots=8&preset=own-curve",
		Example: "preset=own-curve&budget=15&knots=8" +
			"&h1=-2.7,0&h2=-2.0,-0.2&h3=-0.9,0.8&h4=0.65,0.1&h5=0.75,-2.9&h6=0.85,0.1&h7=1.8,-0.6&h8=2.7,0.6",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Function != drawn || v.NoiseVar > 0 || v.Acquisition != lcb || v.Kappa < 1 || v.Budget != 15 || v.Refit || v.typed || v.Turn > 0 ||
				a.Params["kernel"] != "1*rbf(0.8)" || a.Params["initial"] != strconv.Itoa(3) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.regret(), Words: say.Vars{"regret": v.regret()}.Text("<regret> above the minimum")}, v.regret() >= 0.7
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
	if v.Turn > 0 && v.Turn <= v.count() {
		n++
	}
	return n
}

// lucky reports whether one of the first places is as near as the goal asks for.
func (v view) lucky() bool {
	for _, x := range v.first {
		if v.f.value(x)-v.f.minimum() <= 0.01 {
			return true
		}
	}
	return false
}
