package adaboost

import (
	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-error", algos.SayNumber, askError, nil, answerError),
	algos.Ask("next-cut", algos.PickOption, askCut, nil, answerCut),
	algos.Ask("next-wrong", algos.PickPoint, askWrong, nil, answerWrong),
}

// before returns the view of a step before a round, and what a question about the
// round names.
func before(s algos.At[view]) (view, say.Vars, bool) {
	v := s.View
	if v.phase != starting && v.phase != reweighed {
		return v, nil, false
	}
	return v, say.Vars{"noun": v.noun()}, true
}

// errorTolerance is by how much the weighted error may be off that somebody reads off
// the sizes of points: 0.03, of a half that a coin has.
const errorTolerance = 0.03

func askError(now algos.At[view]) (algos.Asked, bool) {
	_, s, ok := before(now)
	if !ok {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: s.Text("What weighted error ε will the next <noun> have, the best there is under these weights?"), Most: 0.5}, true
}

func answerError(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.r == nil {
		return algos.Answer{}, false
	}
	s := say.Vars{"n": len(v.y), "wrong": v.r.wrong, "noun": v.noun()}
	return algos.Answer{Number: v.r.err, Tolerance: errorTolerance, Why: s.Text("The best <noun> gets <wrong> of <n point> wrong.")}, true
}

// askCut asks for the feature where there is a choice.
func askCut(now algos.At[view]) (algos.Asked, bool) {
	v, s, ok := before(now)
	if !ok || len(v.search.values[0]) < 2 || len(v.search.values[1]) < 2 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    s.Text("Along which axis does the next <noun> look for its first threshold?"),
		Options: []say.Phrase{"x₁: it tells left from right", "x₂: it tells low from high"},
	}, true
}

func answerCut(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.r == nil || v.r.h.feature == leaf {
		return algos.Answer{}, false
	}
	s := say.Vars{"theta": v.r.h.threshold}
	return algos.Answer{Option: v.r.h.feature, Why: s.Text("The threshold is <theta>.")}, true
}

func askWrong(now algos.At[view]) (algos.Asked, bool) {
	_, s, ok := before(now)
	if !ok {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: s.Text("Point at a point that the next <noun> will get wrong.")}, true
}

func answerWrong(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.r == nil || v.r.wrong == 0 {
		return algos.Answer{}, false
	}
	return algos.Answer{Points: v.mistakes(v.r.h)}, true
}
