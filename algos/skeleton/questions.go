package skeleton

import (
	"math"

	"playground/algos"
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
	moved := math.Hypot(w.mean[0]-v.mean[0], w.mean[1]-v.mean[1]) / v.distance(w.row())
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
