package newton

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("next", algos.SayNumber, askNext, nil, answerNext),
	algos.Ask("digits", algos.SayNumber, askDigits, nil, answerDigits),
	algos.Ask("outcome", algos.PickOption, askOutcome, algos.AtEnd, answerOutcome),
}

func askNext(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Method != tangents || v.Multiplicity != 1 || now.Status.Final() || !(math.Abs(v.now.g/v.now.d) > 1e-3*scale(v.now.x)) {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("x = <x>, f(x) = <g> and f′(x) = <d>. Where does the tangent meet the x-axis?")}, true
}

// answerNext lets a guess differ by a fiftieth of the step, or by what three digits of the numbers leave open.
func answerNext(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.n != v.n+1 {
		return algos.Answer{}, false
	}
	step := math.Abs(w.now.x - v.now.x)
	return algos.Answer{Number: w.now.x, Tolerance: step / 50, Why: w.vars().Text("x − f(x)/f′(x) = <x>.")}, true
}

func askDigits(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Method != tangents || !v.ref.known || v.ref.law != quadratic || now.Status.Final() {
		return algos.Asked{}, false
	}
	k := v.digits(v.now.x)
	if k < 1 || k > 6.5 {
		return algos.Asked{}, false
	}
	s := say.Vars{"k": say.Digits{X: k, N: 2}}
	return algos.Asked{Text: s.Text("x has <k> correct digits. How many will the next iterate have?"), Most: 16}, true
}

// answerDigits lets a guess differ by a fifth: they double up to log₁₀ of the factor |f″/2f′|.
func answerDigits(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.n != v.n+1 {
		return algos.Answer{}, false
	}
	k := w.digits(w.now.x)
	s := say.Vars{"k": say.Digits{X: k, N: 2}}
	return algos.Answer{Number: k, Tolerance: k / 5, Why: s.Text("At a simple root the digits double, up to a constant: <k>.")}, true
}

// The ways in which a run may end, in the order of the options.
const (
	toRoot = iota
	away
	around
	broken
	longer
)

func askOutcome(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Method != tangents && v.Method != minimise || now.Status.Final() || v.n > 1 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "How does the run end?",
		Options: []say.Phrase{"it converges", "it diverges", "it cycles", "there is no next iterate", "it reaches the iteration limit"},
	}, true
}

func answerOutcome(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	switch then.Status.State {
	case algos.Converged:
		return algos.Answer{Option: toRoot}, true
	case algos.Diverged:
		return algos.Answer{Option: away}, true
	case algos.Cycling:
		return algos.Answer{Option: around}, true
	case algos.Refused:
		return algos.Answer{Option: broken}, true
	case algos.Exhausted:
		return algos.Answer{Option: longer}, v.n == v.Iterations
	}
	return algos.Answer{}, false
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "edge",
		Text:  "Newton's method for atan(x) diverges from 1.5. Find a start of at least 1.39 from which it converges.",
		Hint:  "Where the next iterate is −x₀ the run would cycle: a little below this start it converges.",
		Start: "preset=arctan", Asks: 1.39,
		CounterExample: "preset=arctan&start=1.38",
		Example:        "preset=arctan&start=1.391",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Method != tangents || v.Multiplicity != 1 || v.Expression != "atan(x)" || a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.Start, Words: say.Vars{"x": say.Digits{X: v.Start, N: 5}}.Text("converged from <x>")}, v.Start >= 1.39
		}),
	},
	{
		ID:    "slow",
		Text:  "Find a start from which Newton's method for x³ − 2x + 2 converges, but needs at least 20 iterations.",
		Hint:  "Where the tangent is nearly horizontal the next iterate is far away, and comes back by a third per iteration.",
		Start: "preset=cycle", Asks: 20,
		CounterExample: "preset=cycle&start=2",
		Example:        "preset=cycle&start=-0.817",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Method != tangents || v.Multiplicity != 1 || v.Expression != cubic || a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			return algos.Counted(v.n, "<n iteration>"), v.n >= 20
		}),
	},
	{
		ID:    "period",
		Text:  "Find a cubic and a start such that Newton's method cycles with a period of at least 3.",
		Hint:  "Try x³ + cx + 1 from 0, where f″ = 0: vary c between −0.8 and −0.7.",
		Start: "preset=cycle", Asks: 3,
		CounterExample: "expression=x^3 - 1.26x %2B 1&start=0",
		Example:        "expression=x^3 - 0.766x %2B 1&start=0",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Method != tangents || v.Multiplicity != 1 || v.ended() != cycling {
				return algos.Score{}, false
			}
			return algos.Score{Number: float64(v.own.period), Words: say.Vars{"p": v.own.period}.Text("period <p>")}, v.own.period >= 3
		}),
	},
}

// cubic is the expression of the preset with a cycle.
const cubic = "x^3 - 2x + 2"
