package svd

import (
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
