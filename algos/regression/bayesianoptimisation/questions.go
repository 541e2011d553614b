package bayesianoptimisation

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("improve", algos.PickOption, askImprove, nil, answerImprove),
	algos.Ask("value", algos.SayNumber, askValue, nil, answerValue),
	algos.Ask("winner", algos.PickOption, askWinner, algos.AtEnd, answerWinner),
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

// The ways to search that are compared, in the order of the options.
const (
	thisRun = iota
	byGrid
	byChance
)

func askWinner(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != beginning {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "At the end of the run: who has found the lowest place, with as many evaluations?",
		Options: []say.Phrase{thisRun: "this run", byGrid: "a grid of as many places", byChance: "random search, on average"},
	}, true
}

func answerWinner(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.count() == 0 {
		return algos.Answer{}, false
	}
	w := v.vars()
	a := algos.Answer{Option: thisRun, Why: w.Text("After <n evaluation> " +
		"the run is <regret> above the minimum, the grid <grid>, random search <random> on average.")}
	own, grid, random := v.regret(), w["grid"].(float64), w["random"].(float64)
	switch {
	case grid < own && grid <= random:
		a.Option = byGrid
	case random < own:
		a.Option = byChance
	}
	return a, true
}
