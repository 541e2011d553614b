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
		Text:    w.Text("Term <k> comes next. How does the diagonal entry K(<s>, <s>) change?"),
		Options: []say.Phrase{less: "it falls", same: "it stays", more: "it rises"},
	}, true
}

func answerRises(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.k == 0 {
		return algos.Answer{}, false
	}
	gain := v.term.at(v.s, v.s)
	a := algos.Answer{Option: same, Why: say.Vars{"gain": gain}.Text("The entry of the term is <gain>.")}
	switch {
	case math.Abs(gain) <= v.lost:
		a.Why = "There is no closed walk of this length from the source."
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
	return algos.Asked{Text: "In the end, which node other than the source has the most heat?"}, true
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
	a := algos.Answer{Why: say.Vars{"x": top}.Text("Its heat is <x>.")}
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
	return algos.Asked{Text: "The total heat is 1. How much of it is at the source in the end?", Most: 1}, true
}

// A tenth of all heat is as near as anybody can guess who sees the graph alone.
func answerKeeps(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.state != algos.Converged {
		return algos.Answer{}, false
	}
	w := say.Vars{"even": 1 / float64(v.size(v.part[v.s]))}
	return algos.Answer{Number: v.sum.at(v.s, v.s), Tolerance: 0.1, Why: w.Text("The uniform distribution on its component would be <even>.")}, true
}

// goals are what graphs of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "even",
		Text: "Spread the heat quickly: draw at least 8 nodes and at most 20 edges, with no edge weight above 1. After λ = 1 the source may have at " +
			"most 1.2 times as much heat as the coldest node.",
		Hint:  "Distant nodes stay cold. Which graphs have a small diameter and similar degrees?",
		Start: "preset=ring", Asks: 1.2, Fewer: true, OwnPoints: true,
		CounterExample: "time=1&preset=ring",
		Example: "data=p2g~0_0~1_0~2_0~3_0~0_2~1_2~2_2~3_2" +
			"~e0_4~e0_5~e0_6~e0_7~e1_4~e1_5~e1_6~e1_7~e2_4~e2_5~e2_6~e2_7~e3_4~e3_5~e3_6~e3_7&time=1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.n < 8 || len(v.Edges) > 20 || v.heaviest() > 1 || v.Time != 1 {
				return algos.Score{}, false
			}
			coldest := math.Inf(1)
			for _, x := range v.sum.row(v.s) {
				coldest = math.Min(coldest, x)
			}
			if !(coldest > 1e-9) {
				return algos.Score{}, false
			}
			ratio := v.sum.at(v.s, v.s) / coldest
			return algos.Score{Number: ratio, Words: say.Vars{"x": ratio}.Text("<x> times as much")}, true
		}),
	},
	{
		ID: "keep",
		Text: "Keep the heat: draw a connected graph of at least 6 nodes, with edge weights of at least 0.5. After λ = 2 the source must still have " +
			"at least 0.5 of the heat.",
		Hint:  "Heat that leaves may return. Which node has the smallest degree?",
		Start: "preset=grid&time=2", Asks: 0.5, OwnPoints: true,
		CounterExample: "time=2&preset=grid",
		Example:        "data=p2g~0_0~1_0~2_0~3_0~4_0~5_0~e0_1_0.5~e1_2_0.5~e2_3_0.5~e3_4_0.5~e4_5_0.5&time=2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.n < 6 || v.parts > 1 || v.lightest() < 0.5 || v.Time != 2 {
				return algos.Score{}, false
			}
			left := v.sum.at(v.s, v.s)
			return algos.Score{Number: left, Words: say.Vars{"x": left}.Text("<x> of the heat")}, true
		}),
	},
}

// ended returns the end of a whole run on heat that has come to the kernel.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.Matrix == heat && v.Method != walk && v.state == algos.Converged
}

func (t *task) heaviest() float64 {
	most := 0.0
	for _, e := range t.Edges {
		most = math.Max(most, e.Weight)
	}
	return most
}

func (t *task) lightest() float64 {
	least := math.Inf(1)
	for _, e := range t.Edges {
		least = math.Min(least, e.Weight)
	}
	return least
}
