package universalapproximation

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("coefficient", algos.SayNumber, askCoefficient, nil, answerCoefficient),
	algos.Ask("more-units", algos.PickOption, askMore, nil, answerMore),
	algos.Ask("steeper", algos.PickOption, askSteeper, nil, answerSteeper),
	algos.Ask("nearer", algos.PickOption, askNearer, algos.AtEnd, answerNearer),
}

func askCoefficient(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !v.squashing() || !v.covered() || v.k < 1 || v.k >= v.n {
		return algos.Asked{}, false
	}
	s := say.Vars{"k": v.k + 1, "c": v.c[v.k-1], "next": v.c[v.k], "t": v.t[v.k]}
	return algos.Asked{Text: s.Text("Here G = <c> on the right. The middle of the next cell has f = <next>. What is the coefficient of unit <k>?")}, true
}

// answerCoefficient lets a guess differ by a twentieth of the jump: both numbers are on the screen, so only rounding is to be
// forgiven.
func answerCoefficient(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.k != v.k+1 {
		return algos.Answer{}, false
	}
	a := w.alpha[v.k]
	return algos.Answer{Number: a, Tolerance: math.Abs(a)/20 + 0.006, Why: "It is the difference between the two values of f."}, true
}

func askMore(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !v.polynomial() || v.k < 1 || v.k >= v.n {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "What does the next unit do to the sup-error?", Options: []say.Phrase{"it falls", "it stays"}}, true
}

func answerMore(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.k != v.k+1 {
		return algos.Answer{}, false
	}
	if w.sup < v.sup*(1-algos.Negligible) {
		return algos.Answer{Option: 0, Why: "The new unit is not a combination of the units before, and f needs it."}, true
	}
	return algos.Answer{Option: 1, Why: "The best approximation does not use the new unit."}, true
}

func askSteeper(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.sharper < 1 || v.sharper >= len(v.lambdas) {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "The steepness λ doubles. What does the sup-error do?", Options: []say.Phrase{"it falls", "it rises", "it hardly changes"}}, true
}

// hardly is the relative change that the sentences call one.
const hardly = seen

func answerSteeper(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.sharper != v.sharper+1 {
		return algos.Answer{}, false
	}
	s := say.Vars{"was": v.sup, "sup": w.sup}
	switch {
	case w.sup < v.sup*(1-hardly):
		return algos.Answer{Option: 0, Why: s.Text("It falls from <was> to <sup>.")}, true
	case w.sup > v.sup*(1+hardly):
		return algos.Answer{Option: 1, Why: s.Text("It rises from <was> to <sup>: a smooth sum of flat units may be nearer to f than a step.")}, true
	}
	return algos.Answer{Option: 2, Why: "The units are steps already: only the number of units lowers the error now."}, true
}

func askNearer(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.epochs == 0 || !v.final() || v.fit != nil {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": v.n, "e": v.epochs}
	return algos.Asked{
		Text:    s.Text("A second network with <n unit> is trained for <e epoch>. Which network will have the smaller sup-error?"),
		Options: []say.Phrase{"the constructed one", "the trained one"},
	}, true
}

func answerNearer(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.fit == nil || v.fit.epoch < v.epochs {
		return algos.Answer{}, false
	}
	s := say.Vars{"sup": v.sup, "fitted": v.fit.sup}
	if v.fit.sup < v.sup {
		return algos.Answer{Option: 1, Why: s.Text("Constructed: <sup>, trained: <fitted>.")}, true
	}
	return algos.Answer{Option: 0, Why: s.Text("Constructed: <sup>, trained: <fitted>.")}, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "own-thresholds", Text: "Approximate the square root with at most 6 squashing units and a sup-error of at most 0.1.",
		Hint:  "The first cell [0, b] has the error √(b/2), because its step has the value of f in the middle. Begin with b = 0.018.",
		Start: "preset=root", Asks: 0.1, Fewer: true,
		CounterExample: "preset=own-thresholds&thresholds=0.1 0.2 0.3 0.5 0.7",
		Example:        "preset=own-thresholds&thresholds=0.018 0.087 0.217 0.412 0.674&activation=step",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Function != root || !v.squashing() || v.n > 6 {
				return algos.Score{}, false
			}
			return score(v.sup, 0.1)
		}),
	},
	{
		ID: "few-units", Text: "Construct a network for the sine with at most 20 units and a sup-error of at most 0.05.",
		Hint:  "A staircase needs 63 units for that. Which activation bends instead of jumping?",
		Start: "preset=twenty", Asks: 0.05, Fewer: true,
		CounterExample: "preset=relu", Example: "preset=relu&units=20",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Function != sine || v.n > 20 {
				return algos.Score{}, false
			}
			return score(v.sup, 0.05)
		}),
	},
}

// score counts a sup-error.
func score(sup, most float64) (algos.Score, bool) {
	return algos.Score{Number: sup, Words: say.Vars{"sup": sup}.Text("sup-error <sup>")}, sup <= most
}
