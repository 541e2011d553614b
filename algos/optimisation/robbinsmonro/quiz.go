package robbinsmonro

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("move", algos.SayNumber, askMove, nil, answerMove),
	algos.Ask("closer", algos.PickOption, askCloser, algos.AtEnd, answerCloser),
}

func askMove(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.k == 0 || v.done() || v.Function == own {
		return algos.Asked{}, false
	}
	z, eta := v.drawn[v.k], v.rate(v.k+1)
	if math.Abs(eta*v.f.at(z, v.theta())) < 1e-6*max(math.Abs(v.theta()), 1e-6) {
		return algos.Asked{}, false
	}
	s := say.Vars{"z": z, "eta": eta, "theta": v.theta()}
	return algos.Asked{Text: s.Text("The next sample is z = <z>, the learning rate <eta>. θ is <theta>. What is the next θ?")}, true
}

// answerMove lets a guess differ by a fifth of the move.
func answerMove(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.k != v.k+1 {
		return algos.Answer{}, false
	}
	s := say.Vars{"f": w.slopes[v.k], "eta": w.eta()}
	return algos.Answer{
		Number: w.theta(), Tolerance: math.Abs(w.theta()-v.theta()) / 5, Why: s.Text("f is <f>, and θ moves by −η f with η = <eta>."),
	}, true
}

// The answers to which is closer to the root.
const (
	last = iota
	averaged
)

func askCloser(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if c := v.conditions(); v.k != 0 || v.Iterations < 20 || math.IsNaN(v.best) || c[2] != holds || c[3] == fails && v.Function == own {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "Which is closer to the root at the end: the last iterate or the Polyak average of all iterates?",
		Options: []say.Phrase{last: "the last iterate", averaged: "the Polyak average"},
	}, true
}

func answerCloser(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.done() || v.diverged() {
		return algos.Answer{}, false
	}
	a, b := v.off(v.theta()), v.off(v.average())
	w := algos.Answer{Option: last, Why: say.Vars{"a": a, "b": b}.Text("The distances to the root are <a> and <b>.")}
	if b < a {
		w.Option = averaged
	}
	return w, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "stuck",
		Text:  "Stop θ at least 7 from the root: the mean of a normal distribution from θ₀ = 20, with c = 1/2 and 500 iterations or more.",
		Hint:  "The sum of the learning rates must be finite. How fast does η have to decay?",
		Start: "preset=too-fast", Asks: 7,
		CounterExample: "preset=too-fast&start=20&iterations=500",
		Example:        "preset=too-fast&start=20&iterations=500&power=4",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Function != mean || v.Distribution != normal || v.Start != 20 || v.Eta != 0.5 || v.k < 500 {
				return algos.Score{}, false
			}
			off := v.off(v.theta())
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("distance <off>")}, off >= 7
		}),
	},
	{
		ID:             "forget",
		Text:           "Find the median of the Cauchy distribution to within 0.5, from θ₀ = 100 and with at most 400 iterations.",
		Hint:           "Each move is at most η/2. How large must the sum of the learning rates be?",
		Start:          "preset=cauchy-median",
		CounterExample: "preset=cauchy-median&start=100&iterations=400",
		Example:        "preset=cauchy-median&start=100&iterations=400&eta=12&power=0.6",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Function != quantile || v.Q != 0.5 || v.Distribution != cauchy || v.Start != 100 || v.k > 400 {
				return algos.Score{}, false
			}
			off := min(v.off(v.theta()), v.off(v.average()))
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("distance <off>")}, off <= 0.5
		}),
	},
}
