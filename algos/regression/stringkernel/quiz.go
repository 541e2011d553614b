package stringkernel

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("row", algos.SayNumber, askRow, nil, answerRow),
	algos.Ask("longer", algos.PickOption, askLonger, untilLength, answerLonger),
	algos.Ask("last-length", algos.SayNumber, askLast, algos.AtEnd, answerLast),
}

// askRow asks between two rows, where the next one is not begun.
func askRow(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.p != 0 && v.q != len(v.t) || len(v.t) > 40 {
		return algos.Asked{}, false
	}
	length, p := v.after()
	s := say.Vars{"p": p, "i": length, "x": say.Given(visible(v.letters[0][p-1]))}
	return algos.Asked{
		Text: s.Text("Next is row <p>, the letter <x>. In how many of its cells do common subsequences of length <i> end?"),
		Most: float64(len(v.t)), Whole: true,
	}, true
}

func answerRow(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.q != len(v.t) {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: float64(v.hits), Why: say.Vars{"i": v.length - 1}.Text("Cells with matching letters whose prefixes have a common subsequence of length <i>."),
	}, true
}

func untilLength(_, later algos.Step) bool { return later.Size == algos.Pass }

// What K̂ may do from one length to the next.
const (
	smaller = iota
	equal
	larger
)

func askLonger(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !v.finished() || v.scale(min(v.length+1, v.Length)) == 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"k": v.normalised(), "i": v.length, "next": v.length + 1}
	return algos.Asked{
		Text:    s.Text("For length <i> the similarity is K̂ = <k>. What is it for length <next>?"),
		Options: []say.Phrase{smaller: "less", equal: "the same", larger: "more"},
	}, true
}

func answerLonger(now, then algos.At[view]) (algos.Answer, bool) {
	v := now.View
	w := then.View
	if !w.finished() || w.length != v.length+1 {
		return algos.Answer{}, false
	}
	a, b := v.normalised(), w.normalised()
	answer := algos.Answer{Option: smaller, Why: say.Vars{"k": b}.Text("The similarity is K̂ = <k>.")}
	switch {
	case math.Abs(a-b) <= algos.Negligible:
		answer.Option = equal
	case b > a:
		answer.Option = larger
	}
	return answer, true
}

func askLast(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.p != 0 || v.Length < min(len(v.s), len(v.t)) {
		return algos.Asked{}, false // the run may end before it is known
	}
	return algos.Asked{
		Text: "What is the length of the longest common subsequence?", Most: float64(min(len(v.s), len(v.t))), Whole: true, Unit: "letters",
	}, true
}

func answerLast(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.over {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.longest()), Why: "For longer subsequences the kernel is 0."}, true
}

// goals are what strings of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "no-letter-in-place",
		Text: "Write two strings of at least six letters with no matching letter at any position, but with K̂ of at least 0.8. Use n = 2 or more and " +
			"λ at most 0.5.",
		Hint:  "The kernel is position-independent: shift everything by one position.",
		Start: "preset=banana&length=2&s=abcdef&t=uvwxyz", Asks: 0.8,
		CounterExample: "length=2&s=abcdef&t=zabcdefghijkl&strings=",
		Example:        "length=2&s=abcdefghijkl&t=zabcdefghijkl&strings=",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Length < 2 || v.Decay > 0.5 || min(len(v.s), len(v.t)) < 6 || v.scale(v.Length) == 0 {
				return algos.Score{}, false
			}
			for i := range min(len(v.s), len(v.t)) {
				if v.s[i] == v.t[i] {
					return algos.Score{}, false
				}
			}
			hat := v.sum / v.scale(v.Length)
			return algos.Score{Number: hat, Words: say.Vars{"k": hat}.Text("K̂ = <k>")}, true
		}),
	},
	{
		ID:    "many-pairs",
		Text:  "With λ = 1 the kernel counts pairs of occurrences. Write two different strings of at most eight letters with at least 1000 pairs for n = 3.",
		Hint:  "There are 56 ways to choose three of eight letters. How many of these can give the same subsequence?",
		Start: "preset=banana&decay=1&t=bananas", Asks: 1000,
		CounterExample: "decay=1&length=3&t=aaaaaaab&strings=",
		Example:        "length=3&decay=1&s=aaaaaaaa&t=aaaaaaab&strings=",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Length != 3 || v.Decay != 1 || max(len(v.s), len(v.t)) > 8 || v.words[0] == v.words[1] {
				return algos.Score{}, false
			}
			return algos.Counted(int(v.sum), "<n pair>"), true
		}),
	},
}

// ended returns the end of a whole run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.over
}
