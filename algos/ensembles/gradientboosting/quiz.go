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

// fallTolerance is by how many points of a percentage a guess may be off: whoever knows that
// a full step takes what the tree explains, and η how much of it, comes as near as that.
const fallTolerance = 10

func askFall(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || v.Fit == printed || v.Eta > 1 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "By how much will the next tree lower the mean training loss, in percent of what it is now?", Unit: "%", Most: 100}, true
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
	return algos.Asked{Text: "At which x does the next tree ask first?", Least: v.Window.X0, Most: v.Window.X1}, true
}

// cutTolerance is the share of the board by which a threshold may be off: a twentieth, which
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
		Why: s.Text("Left of <theta> the mean residual is <left>, right of it <right>: no other threshold takes them farther apart."),
	}, true
}

func askAxis(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || v.Dim != 2 || !v.Table.Empty() {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "Along which axis does the next tree ask first?",
		Options: []say.Phrase{"x₁: it tells left from right", "x₂: it tells low from high"},
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
	return algos.Asked{Text: "Point at the point with the largest residual after the next tree."}, ok && len(v.y) > 2 && v.Table.Empty()
}

// answerLargest takes all as right whose residual is as large but for a twentieth: nobody sees that.
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
		Text:  "With η of one half at most, bring the mean loss of at least 12 points with different inputs to a hundredth of the constant's, in 4 stages or fewer.",
		Hint:  "What a tree explains in full shrinks to a quarter with every stage. Give it values that a tree can explain.",
		Start: "preset=sine&eta=0.5", Asks: 4, Fewer: true, OwnPoints: true,
		CounterExample: "eta=0.5&preset=sine&seed=7",
		Example:        "eta=0.5&depth=1&rounds=4&data=" + twoLevels().String(),
		Reached:        algos.Reach(reachedFew),
	},
	{
		ID:    "too-many",
		Text:  "Make the loss of rows that are left out at least 5 times as large at the end as after its best number of stages, with 20 points or more.",
		Hint:  "Noise, deep trees and large steps are soon learnt by heart.",
		Start: "preset=overlap&rounds=3", Asks: 5,
		CounterExample: "depth=5&preset=overlap",
		Example:        "preset=overlap&eta=1&depth=5",
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
	return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the least loss of rows left out")}, true
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
