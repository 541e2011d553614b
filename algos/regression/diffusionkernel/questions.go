package diffusionkernel

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("rises", algos.PickOption, askRises, nil, answerRises),
	algos.Ask("warmest", algos.PickPoint, askWarmest, algos.AtEnd, answerWarmest),
	algos.Ask("keeps", algos.SayNumber, askKeeps, algos.AtEnd, answerKeeps),
}

// What the next power may do to the source.
const (
	less = iota
	same
	more
)

func askRises(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Method != series || v.k > 12 || v.rough {
		return algos.Asked{}, false
	}
	w := say.Vars{"k": v.k + 1, "s": v.s + 1}
	return algos.Asked{
		Text:    w.Text("Power <k> comes next. What does it do to the source's own entry, K(<s>, <s>)?"),
		Options: []say.Phrase{less: "it falls", same: "it stays", more: "it rises"},
	}, true
}

func answerRises(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.k == 0 {
		return algos.Answer{}, false
	}
	gain := v.term.at(v.s, v.s)
	a := algos.Answer{Option: same, Why: say.Vars{"gain": gain}.Text("The term's entry is <gain>.")}
	switch {
	case math.Abs(gain) <= v.lost:
		a.Why = "No walk of this length leads back to the source."
	case gain > 0:
		a.Option = more
	default:
		a.Option = less
	}
	return a, true
}

func askWarmest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.k > 2 || v.size(v.part[v.s]) < 3 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "In the end, which node besides the source has most of the heat?"}, true
}

func answerWarmest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.state != algos.Converged {
		return algos.Answer{}, false
	}
	top := math.Inf(-1)
	for i, x := range v.sum.row(v.s) {
		if i != v.s {
			top = math.Max(top, x)
		}
	}
	a := algos.Answer{Why: say.Vars{"x": top}.Text("It has <x>.")}
	for i, x := range v.sum.row(v.s) {
		if i != v.s && x >= top*(1-1e-9) {
			a.Points = append(a.Points, i)
		}
	}
	return a, true
}

func askKeeps(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.k > 1 || v.Matrix != heat || v.norm == 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "All heat is 1. How much of it has the source in the end?", Most: 1}, true
}

// A tenth of all heat is as near as anybody can guess who sees the graph alone.
func answerKeeps(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.state != algos.Converged {
		return algos.Answer{}, false
	}
	w := say.Vars{"even": 1 / float64(v.size(v.part[v.s]))}
	return algos.Answer{Number: v.sum.at(v.s, v.s), Tolerance: 0.1, Why: w.Text("Spread evenly in its part it would have <even>.")}, true
}
