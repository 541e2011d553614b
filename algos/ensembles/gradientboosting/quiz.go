package gradientboosting

import (
	"math"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-fall", algos.SayNumber, askFall, nil, answerFall),
	algos.Ask("next-cut", algos.SayNumber, askCut, nil, answerCut),
	algos.Ask("next-axis", algos.PickOption, askAxis, nil, answerAxis),
	algos.Ask("next-largest", algos.PickPoint, askLargest, nil, answerLargest),
}

// before returns the view of a step before a stage.
func before(s algos.At[view]) (view, bool) {
	v := s.View
	return v, (v.phase == starting || v.phase == summing) && !s.Status.Final()
}

func after(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.next != nil
}

// fallTolerance is the tolerance in percentage points: knowing that
// a full step removes what the tree fits, and η a part of it, gives an estimate as close as that.
const fallTolerance = 10

func askFall(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || v.Fit == printed || v.Eta > 1 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "By what percentage will the next tree lower the mean training loss?", Unit: "%", Most: 100}, true
}

func answerFall(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := after(then)
	if !ok {
		return algos.Answer{}, false
	}
	s := say.Vars{"lost": v.loss(), "loss": v.next.loss()}
	return algos.Answer{Number: 100 * (1 - v.next.loss()/v.loss()), Tolerance: fallTolerance, Why: s.Text("The mean loss goes from <lost> to <loss>.")}, true
}

func askCut(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || v.Dim != 1 || !v.Table.Empty() {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "At which x will the first split of the next tree be?", Least: v.Window.X0, Most: v.Window.X1}, true
}

// cutTolerance is the fraction of the board by which a threshold may deviate: a twentieth, which
// is between two points or three.
const cutTolerance = 0.05

func answerCut(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := after(then)
	if !ok {
		return algos.Answer{}, false
	}
	root := v.stage.tree.Nodes[0]
	s := say.Vars{"theta": root.Threshold, "left": v.stage.tree.Nodes[root.Left].Value, "right": v.stage.tree.Nodes[root.Right].Value}
	return algos.Answer{
		Number: root.Threshold, Tolerance: cutTolerance * (v.Window.X1 - v.Window.X0),
		Why: s.Text("Left of <theta> the mean residual is <left>, right of it <right>: no other threshold lowers the squared error more."),
	}, true
}

func askAxis(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || v.Dim != 2 || !v.Table.Empty() {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "Which feature will the next tree be split on first?",
		Options: []say.Phrase{"x₁ (vertical split)", "x₂ (horizontal split)"},
	}, true
}

func answerAxis(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := after(then)
	if !ok || v.stage.tree.Nodes[0].Feature == cart.Leaf {
		return algos.Answer{}, false
	}
	root := v.stage.tree.Nodes[0]
	return algos.Answer{Option: root.Feature, Why: say.Vars{"theta": root.Threshold}.Text("The threshold is <theta>.")}, true
}

func askLargest(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	return algos.Asked{Text: "Click the point that will have the largest residual after the next tree."}, ok && len(v.y) > 2 && v.Table.Empty()
}

// answerLargest accepts all whose residual is as large within a twentieth, which the eye does not see.
func answerLargest(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := after(then)
	if !ok {
		return algos.Answer{}, false
	}
	const alike = 0.95
	row, top := v.next.largest()
	a := algos.Answer{}
	for i, f := range v.next.f {
		if math.Abs(v.residual(v.y[i], f)) >= alike*top {
			a.Points = append(a.Points, i)
		}
	}
	a.Why = say.Vars{"x": say.Row(row), "r": v.residual(v.y[row], v.next.f[row])}.Text("<x> has the residual <r>.")
	return a, top > 0
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "few-stages",
		Text:  "With η at most one half, reduce the mean loss of 12 or more points with different inputs to a hundredth of its start, in at most 4 stages.",
		Hint:  "What a tree fits exactly shrinks to a quarter per stage. Choose targets that a tree can fit.",
		Start: "preset=sine&learning_rate=0.5", Asks: 4, Fewer: true, OwnPoints: true,
		CounterExample: "learning_rate=0.5&preset=sine&seed=7",
		Example:        "learning_rate=0.5&max_depth=1&n_estimators=4&data=" + twoLevels().String(),
		Reached:        algos.Reach(reachedFew),
	},
	{
		ID:    "too-many",
		Text:  "Make the cross-validation loss at the end at least 5 times as large as after its best number of stages, with 20 points or more.",
		Hint:  "Noise, deep trees and a large learning rate overfit quickly.",
		Start: "preset=overlap&n_estimators=3", Asks: 5,
		CounterExample: "max_depth=5&preset=overlap",
		Example:        "preset=overlap&learning_rate=1&max_depth=5",
		Reached:        algos.Reach(reachedMany),
	},
}

func reachedFew(_ algos.Attempt, v view) (algos.Score, bool) {
	if v.Eta > 0.5 || v.Loss != squared || len(v.y) < 12 {
		return algos.Score{}, false
	}
	inputs := map[[2]float64]bool{}
	for _, x := range v.Points {
		inputs[x.X] = true
	}
	s := v.now()
	for m, loss := range s.losses {
		if m > 0 && len(inputs) >= 12 && loss <= s.losses[0]/100 {
			return algos.Counted(m, "<n stage>"), true
		}
	}
	return algos.Score{}, false
}

func reachedMany(_ algos.Attempt, v view) (algos.Score, bool) {
	if len(v.y) < 20 {
		return algos.Score{}, false
	}
	h := v.held()
	if h == nil || h.best == 0 {
		return algos.Score{}, false
	}
	times := h.out[v.added()] / h.out[h.best]
	if math.IsNaN(times) || math.IsInf(times, 0) {
		return algos.Score{}, false
	}
	return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the minimum cross-validation loss")}, true
}

// twoLevels are twelve points on two levels.
func twoLevels() dataset.Source {
	var rows [][2]float64
	for i := range 12 {
		y := 1.0
		if i < 6 {
			y = -1
		}
		rows = append(rows, [2]float64{float64(i), y})
	}
	return dataset.Line(rows...)
}
