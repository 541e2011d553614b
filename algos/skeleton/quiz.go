package skeleton

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on. Each looks at the step
// that is shown, and is answered by the later one.
var questions = []algos.Question{
	algos.Ask("move", algos.SayNumber, askMove, nil, answerMove),
	algos.Ask("farthest", algos.PickPoint, askFarthest, algos.AtEnd, answerFarthest),
}

func askMove(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.seen < 1 || v.distance(v.order[v.seen]) == 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": say.Row(v.order[v.seen]), "d": v.distance(v.order[v.seen])}
	return algos.Asked{Text: s.Text("The distance of <x> to the mean is <d>. How far will the mean move?")}, true
}

// answerMove lets a guess differ by a twentieth of the distance: a reader who knows the rule is nearer,
// and half of the distance is farther off from the second sample on.
func answerMove(now, then algos.At[view]) (algos.Answer, bool) {
	v, w := now.View, then.View
	if w.seen != v.seen+1 {
		return algos.Answer{}, false
	}
	s := say.Vars{"t": w.seen}
	return algos.Answer{Number: w.moved(), Tolerance: v.distance(w.current()) / 20, Why: s.Text("It moves by 1/<t> of the distance.")}, true
}

func askFarthest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.order) < 2 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which point will be farthest from the mean at the end?"}, true
}

// answerFarthest takes any of those that differ by rounding alone.
func answerFarthest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.seen < len(v.order) {
		return algos.Answer{}, false
	}
	most := 0.0
	for _, i := range v.order {
		most = max(most, v.distance(i))
	}
	var a algos.Answer
	for i := range v.order {
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
		Text:  "Place at least ten points so that the last one moves the mean by at least 3.",
		Hint:  "The tenth point moves the mean by a tenth of the distance. How far away must it be?",
		Start: "preset=blobs", Asks: 3, OwnPoints: true,
		CounterExample: "preset=blobs&order=shuffled",
		Example:        "data=" + dataset.Labelled([][3]float64{{}, {}, {}, {}, {}, {}, {}, {}, {}, {40, 0, 1}}...).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.seen < 10 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.moved(), Words: say.Vars{"moved": v.moved()}.Text("moved by <moved>")}, true
		}),
	},
}
