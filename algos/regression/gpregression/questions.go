package gpregression

import (
	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	{ID: "variance", Kind: algos.SayNumber, Ask: askVariance, Answer: answerVariance},
	{ID: "evidence", Kind: algos.PickOption, Ask: askEvidence, Answer: answerEvidence},
	{ID: "optima", Kind: algos.SayNumber, Ask: askOptima, Until: algos.AtEnd, Answer: answerOptima},
}

// between returns the view of a step after which an observation comes, about that one:
// what has just been seen is no more spoken of.
func between(s algos.Step) (view, bool) {
	v, ok := s.View.(view)
	v.row = -1
	return v, ok && (v.phase == starting || v.phase == conditioning) && v.next() >= 0
}

// askVariance asks where there is something to lose.
func askVariance(now algos.Step) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := v.vars()
	before := v.post.At(v.x[v.next()]).Var
	s["s2"], s["noise"] = before, v.post.Noise
	if !(before > v.post.Noise) {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: s.Text("At the input of <x> the variance of f is <s2>, and the noise has the variance <noise>. What will that of f be there, once <x> " +
			"has been seen?"),
		Most: before,
	}, true
}

// answerVariance takes a quarter of the noise for near enough, or what can be seen of the
// variance before.
func answerVariance(now, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || v.phase != conditioning || v.row != now.View.(view).next() {
		return algos.Answer{}, false
	}
	s := v.vars()
	return algos.Answer{
		Number: s["left"].(float64), Tolerance: max(now.View.(view).post.Noise, v.forecast.Var/10) / 4,
		Why: s.Text("It is s²σ²/(s² + σ²), no more than either of the two; the value of <x> has no part in it."),
	}, true
}

// fallen is the first of the limits between what one observation may do to the log evidence.
const fallen = 2

// The ways that the log evidence may go.
const (
	rises = iota
	falls
	plunges
)

func askEvidence(now algos.Step) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := v.vars()
	s["limit"] = fallen
	return algos.Asked{
		Text: s.Text("The log evidence is <evidence>. What will the observation <x> do to it?"),
		Options: []say.Phrase{
			rises:   "it rises: the forecast is narrow and right",
			falls:   s.Text("it falls by no more than <limit>"),
			plunges: s.Text("it falls by more than <limit>: the forecast is far off"),
		},
	}, true
}

func answerEvidence(now, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || v.phase != conditioning {
		return algos.Answer{}, false
	}
	s := v.vars()
	change := v.post.LogEvidence() - now.View.(view).post.LogEvidence()
	s["change"] = change
	a := algos.Answer{Option: falls, Why: s.Text("It changes by <change>, the logarithm of the forecast's density at <value>, which lies <off> " +
		"standard deviations from the mean.")}
	switch {
	case change > 0:
		a.Option = rises
	case change < -fallen:
		a.Option = plunges
	}
	return a, true
}

// askOptima asks until the first ascent begins.
func askOptima(now algos.Step) (algos.Asked, bool) {
	v, ok := now.View.(view)
	if !ok || !v.climbs() || len(v.starts) < 2 || v.phase != starting && v.phase != conditioning {
		return algos.Asked{}, false
	}
	s := v.vars()
	return algos.Asked{
		Text:  s.Text("After the last observation the evidence is climbed from <starts start>. At how many different heights will these ascents end?"),
		Least: 1, Most: float64(len(v.starts)), Whole: true, Unit: "different ends",
	}, true
}

func answerOptima(_, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || v.ascent == nil || v.phase != choosing {
		return algos.Answer{}, false
	}
	n := len(v.ascent.optima)
	s := say.Vars{"n": n, "top": v.ascent.value}
	return algos.Answer{Number: float64(n), Why: s.Text("The best of <n end> has the log evidence <top>.")}, true
}
