package mcmc

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on.
var questions = []algos.Question{
	algos.Ask("probability", algos.SayNumber, askProbability, nil, answerProbability),
	algos.Ask("share", algos.SayNumber, askShare, algos.AtEnd, answerShare),
	algos.Ask("agree", algos.PickOption, askAgree, algos.AtEnd, answerAgree),
}

func askProbability(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.stage != proposing || v.draw.nowhere() || v.draw.ratio < -20 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("A place is proposed. With which probability will it be accepted?"), Least: 0, Most: 1}, true
}

// answerProbability takes a tenth for near enough: that is what an estimate of e to a power in the
// head comes to.
func answerProbability(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.draw == nil {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.draw.accept, Tolerance: 0.1}, true
}

func askShare(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.stage != beginning || v.Method == gibbs {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which share of all proposals will be accepted?", Least: 0, Most: 1}, true
}

// answerShare takes a tenth for near enough: it is twice what the share of one chain may differ by from another's.
func answerShare(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.t == 0 {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.rate(), Tolerance: 0.1}, true
}

// The answers to whether chains agree.
const (
	yes = iota
	no
)

func askAgree(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.stage != beginning || v.Chains < 2 || v.Draws-v.Warmup < fewest {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    v.vars().Text("<chains chain> start at different places. Will they agree at the end, with R-hat below 1.1 for both coordinates?"),
		Options: []say.Phrase{yes: "yes", no: "no"},
	}, true
}

func answerAgree(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if math.IsNaN(v.rhat[0] + v.rhat[1]) {
		return algos.Answer{}, false
	}
	w := say.Vars{"a": v.rhat[0], "b": v.rhat[1]}
	a := algos.Answer{Option: yes, Why: w.Text("R-hat is <a> for x₁ and <b> for x₂.")}
	if max(v.rhat[0], v.rhat[1]) > alarm {
		a.Option = no
	}
	return a, true
}
