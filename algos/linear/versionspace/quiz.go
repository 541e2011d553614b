package versionspace

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("left-by-cut", algos.SayNumber, askKept, nil, answerKept),
	algos.Ask("next-cut", algos.PickPoint, askCut, nil, answerCut),
	algos.Ask("mistakes", algos.SayNumber, askMistakes, algos.AtEnd, answerMistakes),
	algos.Ask("end", algos.PickOption, askEnd, algos.AtEnd, answerEnd),
}

// between returns the view of a step after which an example comes, whose shares are not
// known yet.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.did != ask && v.polygon != nil
}

func askKept(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.ahead < 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": say.Row(v.ahead), "label": sign(v.Points[v.ahead].Sign() > 0)}
	return algos.Asked{Text: s.Text("The next cut is by <x>, whose label is <label>. How much of the polygon will it leave?"), Most: 100, Unit: "%"}, true
}

// keptTolerance is by how many hundredths of the polygon a guess may be off: eyes
// compare areas no better.
const keptTolerance = 10

func answerKept(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.did != cut || v.row != now.View.ahead {
		return algos.Answer{}, false
	}
	a := algos.Answer{Number: 100 * v.kept, Tolerance: keptTolerance}
	if v.polygon == nil {
		a.Number, a.Why = 0, "Nothing is left that could be drawn."
		return a, true
	}
	s := say.Vars{"x": say.Row(v.row), "plus": percent(v.plus), "minus": percent(v.minus)}
	a.Why = s.Text("Of the lines that were left, <plus> called <x> + and <minus> called it −.")
	return a, true
}

// askCut asks where the order can be foreseen.
func askCut(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.ahead < 0 || v.Order == random {
		return algos.Asked{}, false
	}
	if v.Order == active {
		return algos.Asked{Text: "Which point is asked for its label next? It is the one whose cut divides the polygon most evenly."}, true
	}
	s := say.Vars{"first": say.Row(v.order[len(v.seen)])}
	return algos.Asked{Text: s.Text("Which point's label is the next to cut something away? The examples come in file order, from <first> on.")}, true
}

func answerCut(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.did != cut || v.row != now.View.ahead {
		return algos.Answer{}, false
	}
	s := say.Vars{"x": say.Row(v.row), "plus": percent(v.plus), "minus": percent(v.minus)}
	return algos.Answer{Points: []int{v.row}, Why: s.Text("Of the lines that were left, <plus> called <x> + and <minus> called it −.")}, true
}

func askMistakes(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.ahead < 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": len(v.z) - len(v.seen)}
	return algos.Asked{
		Text: s.Text("The majority of the lines that are left guesses each of the <n example> to come, before its label is told. How often will it be wrong?"),
		Most: float64(len(v.z) - len(v.seen)), Whole: true, Unit: "mistakes to come",
	}, true
}

// answerMistakes lets a guess be off by one: each cut depends on those before it.
func answerMistakes(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	wrong := v.majority - now.View.majority
	s := say.Vars{"area": percent(v.area()), "bound": max(0, v.bits())}
	why := s.Text("Each mistake takes half of the polygon at least. As <area> of the box is left, there are no more than <bound> in the whole run.")
	return algos.Answer{Number: float64(wrong), Tolerance: 1, Why: why}, true
}

// How the run ends, as options.
const (
	someLeft = iota
	noLine
	notHere
)

func askEnd(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	return algos.Asked{
		Text: "What will be left of the polygon when all labels are known?",
		Options: []say.Phrase{
			someLeft: "some of it: these lines separate all the points",
			noLine:   "nothing: no line separates the points",
			notHere:  "nothing, though a line separates them: this picture cannot show it",
		},
	}, ok && v.ahead >= 0
}

func answerEnd(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	switch v.ending {
	case infeasible:
		s := say.Vars{"rows": say.Rows(v.guilty())}
		return algos.Answer{Option: noLine, Why: s.Text("The points that prove it are <rows>.")}, true
	case open:
		s := say.Vars{"area": percent(v.area())}
		return algos.Answer{Option: someLeft, Why: s.Text("<area> of the box is left.")}, true
	}
	return algos.Answer{Option: notHere}, true
}

// goals are challenges. Their runs end with a polygon: without one the majority may err
// for ever.
var goals = []algos.Goal{
	{
		ID:    "halving",
		Text:  "Place at most ten points that a line separates, and whose labels the majority of the lines that are left guesses wrong at least 5 times.",
		Hint:  "Each mistake halves the polygon at least. Put a point where its cut divides the polygon, and give it the label of the smaller part.",
		Start: "preset=origin", Asks: 5, OwnPoints: true,
		CounterExample: "preset=origin",
		Example:        "data=" + contrary.String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if a.Last.Status.State != algos.Converged || len(a.Problem.Points) > 10 {
				return algos.Score{}, false
			}
			return algos.Counted(int(a.Last.Metric("majority_mistakes")), "<n mistake> of the majority"), true
		},
	},
	{
		ID: "few-cuts",
		Text: "Place at least twelve points, some of both classes, of which no more than 3 cut something away: the other labels are known before " +
			"they are told.",
		Hint:  "Who stands behind the others teaches nothing new. Which points have to come first?",
		Start: "preset=blobs", Asks: 3, Fewer: true, OwnPoints: true,
		CounterExample: "preset=blobs",
		Example:        "data=" + behind.String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			counts := dataset.Counts(a.Problem.Points)
			if a.Last.Status.State != algos.Converged || len(a.Problem.Points) < 12 || len(counts) < 2 || counts[0] == 0 {
				return algos.Score{}, false
			}
			return algos.Counted(a.Events["cut"], "<n cut>"), true
		},
	},
}

// contrary are points each of which has the label that fewer lines gave it.
var contrary = dataset.Labelled(
	[3]float64{0.4, 0, -1}, [3]float64{1, -1.5, 1}, [3]float64{0.7, -0.9, -1}, [3]float64{-1.5, -1, 1}, [3]float64{-1.5, 0.9, 1},
	[3]float64{-1, 0.5, -1}, [3]float64{0.6, -1, 1}, [3]float64{0, -0.4, 1}, [3]float64{1.9, -1.9, 1})

// behind are two points that face each other, and others in line behind them.
var behind = dataset.Labelled(
	[3]float64{1, 0, 1}, [3]float64{-1, 0, -1}, [3]float64{2, 0, 1}, [3]float64{-2, 0, -1}, [3]float64{3, 0, 1}, [3]float64{-3, 0, -1},
	[3]float64{4, 0, 1}, [3]float64{-4, 0, -1}, [3]float64{5, 0, 1}, [3]float64{-5, 0, -1}, [3]float64{6, 0, 1}, [3]float64{-6, 0, -1})
