package svd

import (
	"slices"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-error", algos.SayNumber, askError, nil, answerError),
	algos.Ask("best-k", algos.SayNumber, askBest, algos.AtEnd, answerBest),
	algos.Ask("hole", algos.SayNumber, askHole, algos.AtEnd, answerHole),
	algos.Ask("solutions", algos.PickOption, askSolutions, algos.AtEnd, answerSolutions),
}

// askError asks before the first layer, with the total given.
func askError(now algos.At[layersView]) (algos.Asked, bool) {
	v := now.View
	if v.k != 0 || v.last == 0 || v.rank < 2 {
		return algos.Asked{}, false
	}
	text := v.vars().Text("The squares of all cells add up to <total>. How much is left after one layer, whose singular value stands in the picture?")
	return algos.Asked{Text: text, Most: v.total}, true
}

// answerError lets a guess be off by a twentieth of all, about what an eye reads off a bar.
func answerError(_, then algos.At[layersView]) (algos.Answer, bool) {
	v := then.View
	if v.k != 1 {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: v.f.tail(1), Tolerance: v.total / 20,
		Why: v.vars().Text("The layer takes the square of its singular value, <s>, from <total>."),
	}, true
}

func askBest(now algos.At[chooseView]) (algos.Asked, bool) {
	v := now.View
	if v.k() > v.last/2 || v.last < 3 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("Cells are hidden. With how many layers will they be filled best?"), Most: float64(v.last), Whole: true}, true
}

func answerBest(_, then algos.At[chooseView]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.best()), Why: v.vars().Text("With <best layer> the hidden cells are off by <least>.")}, true
}

func askHole(now algos.At[completionView]) (algos.Asked, bool) {
	v := now.View
	if v.t > 1 || len(v.gaps) == 0 || len(v.gaps) > 3 || v.size == 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("What will stand in row <i>, column <j> at the end?")}, true
}

// answerHole lets a guess be off by a tenth of the largest cell.
func answerHole(_, then algos.At[completionView]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: v.fill[0], Tolerance: v.size / 10,
		Why: v.vars().Text("With <k layer> it comes to rest at <first>, where fitting changes nothing any more."),
	}, true
}

func askSolutions(now algos.At[inverseView]) (algos.Asked, bool) {
	v := now.View
	if v.stage >= solved {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "How many x come as near to b as any can?", Options: []say.Phrase{"none", "exactly one", "all of a line", "all of the plane"}}, true
}

func answerSolutions(_, then algos.At[inverseView]) (algos.Answer, bool) {
	v := then.View
	return algos.Answer{
		Option: 3 - v.rank, Why: v.vars().Text("The rank of A is <rank>: every direction of x whose singular value is 0 is free."),
	}, true
}

// goals are challenges to a reader.
var goals = []algos.Goal{
	{
		ID:    "rank-two",
		Text:  "Type a table of rank 2 with at least 16 different numbers in it.",
		Hint:  "A table is of rank 2 if every row is a mixture of the same two rows. What of rows that count on?",
		Start: "picture=typed&rows=1+2%3B3+4", Asks: 16,
		CounterExample: "picture=typed&rows=1+2%3B3+4",
		Example:        "picture=typed&rows=1+2+3+4%3B5+6+7+8%3B9+10+11+12%3B13+14+15+16",
		Reached: algos.Reach(func(a algos.Attempt, v layersView) (algos.Score, bool) {
			if !a.Complete || v.Picture != typed || v.rank != 2 {
				return algos.Score{}, false
			}
			cells := slices.Clone(v.cells)
			slices.Sort(cells)
			n := len(slices.Compact(cells))
			return algos.Counted(n, "<n different number>"), n >= 16
		}),
	},
	{
		ID:    "holes",
		Text:  "Hide at least 30 % of the ratings, without noise, and complete them so well that the hidden cells are off by at most 0.01.",
		Hint:  "The ratings are made of three tastes. And where does the run end before holes stand still?",
		Start: "task=completion&picture=ratings&hidden=0.3&rank=2", Asks: 0.01, Fewer: true,
		CounterExample: "hidden=0.3&picture=ratings&rank=2&task=completion",
		Example:        "task=completion&picture=ratings&hidden=0.3&rank=3",
		Reached: algos.Reach(func(a algos.Attempt, v completionView) (algos.Score, bool) {
			if !a.Complete || v.Picture != ratings || v.Noise != 0 || v.Hidden < 0.3 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.hidden, Words: say.Vars{"off": v.hidden}.Text("hidden cells off by <off>")}, v.hidden <= 0.01
		}),
	},
	{
		ID:    "far",
		Text:  "Choose A with numbers of at most 2 in size, and b no longer than 3, so that $x^+$ is at least 50 long with the default cut-off.",
		Hint:  "A short axis of the ellipse, and b along it. But not an axis of length 0.",
		Start: "task=inverse&matrix=1+1%3B1+1.5&b=1,2", Asks: 50,
		CounterExample: "b=2%2C-2&matrix=1+1%3B1+1.5&task=inverse",
		Example:        "task=inverse&matrix=1+1%3B1+1.01&b=2,-2",
		Reached: algos.Reach(func(a algos.Attempt, v inverseView) (algos.Score, bool) {
			if !a.Complete || v.Cutoff != defaultCutoff || v.size() > 2 || norm(v.b) > 3 {
				return algos.Score{}, false
			}
			return algos.Score{Number: norm(v.x), Words: say.Vars{"length": norm(v.x)}.Text("a length of <length>")}, norm(v.x) >= 50
		}),
	},
}
