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
		Text: s.Text("Next comes row <p>, the letter <x>. In how many of its entries do common subsequences of length <i> end?"),
		Most: float64(len(v.t)), Whole: true,
	}, true
}

func answerRow(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.q != len(v.t) {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: float64(v.hits), Why: say.Vars{"i": v.length - 1}.Text("Where the letters are the same, and <i> common letters stand before both."),
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
	if !v.finished() || v.scale(min(v.length+1, v.N)) == 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"k": v.normalised(), "i": v.length, "next": v.length + 1}
	return algos.Asked{
		Text:    s.Text("For length <i> the strings are alike by K̂ = <k>. And for length <next>?"),
		Options: []say.Phrase{smaller: "less", equal: "just as much", larger: "more"},
	}, true
}

func answerLonger(now, then algos.At[view]) (algos.Answer, bool) {
	v := now.View
	w := then.View
	if !w.finished() || w.length != v.length+1 {
		return algos.Answer{}, false
	}
	a, b := v.normalised(), w.normalised()
	answer := algos.Answer{Option: smaller, Why: say.Vars{"k": b}.Text("It is K̂ = <k>.")}
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
	if v.p != 0 || v.N < min(len(v.s), len(v.t)) {
		return algos.Asked{}, false // the run may end before it is known
	}
	return algos.Asked{
		Text: "How many letters has the longest subsequence that both strings have in common?", Most: float64(min(len(v.s), len(v.t))), Whole: true, Unit: "letters",
	}, true
}

func answerLast(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !v.over {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.longest()), Why: "For all longer ones the kernel is 0."}, true
}

// goals are what strings of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "no-letter-in-place",
		Text: "Write two strings of at least six letters that have no letter in common at the same place, and that are alike all the same: " +
			"with n = 2 or more and λ at most 0.5, make K̂ at least 0.8.",
		Hint:  "The kernel does not care where a subsequence stands. Move everything by one place.",
		Start: "preset=banana&n=2&s=abcdef&t=uvwxyz", Asks: 0.8,
		CounterExample: "n=2&s=abcdef&t=zabcdefghijkl&words=",
		Example:        "n=2&s=abcdefghijkl&t=zabcdefghijkl&words=",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.N < 2 || v.Lambda > 0.5 || min(len(v.s), len(v.t)) < 6 || v.scale(v.N) == 0 {
				return algos.Score{}, false
			}
			for i := range min(len(v.s), len(v.t)) {
				if v.s[i] == v.t[i] {
					return algos.Score{}, false
				}
			}
			hat := v.sum / v.scale(v.N)
			return algos.Score{Number: hat, Words: say.Vars{"k": hat}.Text("K̂ = <k>")}, true
		}),
	},
	{
		ID:    "many-pairs",
		Text:  "With λ = 1 the kernel counts. Write two different strings of at most eight letters that have at least 1000 pairs of places in common, for n = 3.",
		Hint:  "Eight letters have 56 ways to choose three of them. How many of these can spell the same word?",
		Start: "preset=banana&lambda=1&t=bananas", Asks: 1000,
		CounterExample: "lambda=1&n=3&t=aaaaaaab&words=",
		Example:        "n=3&lambda=1&s=aaaaaaaa&t=aaaaaaab&words=",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.N != 3 || v.Lambda != 1 || max(len(v.s), len(v.t)) > 8 || v.words[0] == v.words[1] {
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
