package skeleton

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("share", algos.PickOption, askShare, nil, answerShare),
	algos.Ask("farthest", algos.PickPoint, askFarthest, algos.AtEnd, answerFarthest),
}

// shares are the parts of the way to the next row that can be chosen, in their order.
func (v view) shares() [3]float64 { return [3]float64{1, 1 / 2., 1 / float64(v.seen+1)} }

func askShare(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.seen < 2 || v.distance(v.rows[v.seen]) == 0 {
		return algos.Asked{}, false // a half and one part in two are the same
	}
	s := say.Vars{"x": say.Row(v.rows[v.seen]), "t": v.seen + 1}
	return algos.Asked{
		Text:    s.Text("How much of its way to <x> will the mean go?"),
		Options: []say.Phrase{"all of it", "half of it", s.Text("one part in <t>")},
	}, true
}

func answerShare(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.seen != v.seen+1 {
		return algos.Answer{}, false
	}
	moved := w.moved() / v.distance(w.row())
	best := 0
	for i, share := range v.shares() {
		if math.Abs(share-moved) < math.Abs(v.shares()[best]-moved) {
			best = i
		}
	}
	return algos.Answer{Option: best}, true
}

func askFarthest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.rows) < 2 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which point will be farthest from the mean at the end?"}, true
}

// answerFarthest takes any of those that rounding cannot tell apart.
func answerFarthest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.seen < len(v.rows) {
		return algos.Answer{}, false
	}
	most := 0.0
	for _, i := range v.rows {
		most = max(most, v.distance(i))
	}
	var a algos.Answer
	for i := range v.rows {
		if v.distance(i) >= most*(1-algos.Negligible) {
			a.Points = append(a.Points, i)
		}
	}
	return a, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "late-move",
		Text:  "Place at least ten points, of which the last one still moves the mean by 3.",
		Hint:  "It moves the mean by a tenth of its way. So how far away must it be?",
		Start: "preset=blobs", Asks: 3, OwnPoints: true,
		Example: "data=" + dataset.Labelled([][3]float64{{}, {}, {}, {}, {}, {}, {}, {}, {}, {40, 0, 1}}...).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.seen < 10 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.moved(), Words: say.Vars{"moved": v.moved()}.Text("moved by <moved>")}, true
		}),
	},
}
