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
	return algos.Asked{
		Text: s.Text("The next constraint is by <x>, whose label is <label>. Which percentage of the version space will it keep?"),
		Most: 100, Unit: "%",
	}, true
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
		a.Number, a.Why = 0, "The version space is too small to draw, or empty."
		return a, true
	}
	s := say.Vars{"x": say.Row(v.row), "plus": percent(v.plus), "minus": percent(v.minus)}
	a.Why = s.Text("Of the version space, <plus> predicted + for <x>, and <minus> predicted −.")
	return a, true
}

// askCut asks where the order can be foreseen.
func askCut(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.ahead < 0 || v.Order == random {
		return algos.Asked{}, false
	}
	if v.Order == active {
		return algos.Asked{Text: "Which point is queried next? It is the one that splits the version space most evenly."}, true
	}
	s := say.Vars{"first": say.Row(v.order[len(v.seen)])}
	return algos.Asked{Text: s.Text("Which point is the next non-redundant constraint? The examples come in file order, starting at <first>.")}, true
}

func answerCut(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.did != cut || v.row != now.View.ahead {
		return algos.Answer{}, false
	}
	s := say.Vars{"x": say.Row(v.row), "plus": percent(v.plus), "minus": percent(v.minus)}
	return algos.Answer{Points: []int{v.row}, Why: s.Text("Of the version space, <plus> predicted + for <x>, and <minus> predicted −.")}, true
}

func askMistakes(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.ahead < 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": len(v.z) - len(v.seen)}
	return algos.Asked{
		Text: s.Text("The majority vote of the version space predicts each of the next <n example>, before the label is revealed. How many mistakes " +
			"will it make?"),
		Most: float64(len(v.z) - len(v.seen)), Whole: true, Unit: "mistakes",
	}, true
}

// answerMistakes lets a guess be off by one: each cut depends on those before it.
func answerMistakes(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	wrong := v.majority - now.View.majority
	if then.Status.State != algos.Converged {
		return algos.Answer{Number: float64(wrong), Tolerance: 1, Why: "The version space is empty at the end, and no further example is predicted."}, true
	}
	s := say.Vars{"area": percent(v.area()), "bound": max(0, v.bits())}
	why := s.Text("Each mistake at least halves the version space. As <area> of the box is left at the end, there are no more than <bound> mistakes in " +
		"the whole run.")
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
		Text: "Will the version space be empty when all labels are known?",
		Options: []say.Phrase{
			someLeft: "not empty: its classifiers separate the classes",
			noLine:   "empty: the data are not linearly separable",
			notHere:  "empty in this box, though a line separates the classes",
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
		return algos.Answer{Option: noLine, Why: s.Text("The inconsistent points are <rows>.")}, true
	case open:
		s := say.Vars{"area": percent(v.area())}
		return algos.Answer{Option: someLeft, Why: s.Text("The version space is <area> of the box.")}, true
	}
	return algos.Answer{Option: notHere}, true
}

// goals are challenges. Their runs end with a polygon: without one the majority may err
// for ever.
var goals = []algos.Goal{
	{
		ID:    "halving",
		Text:  "Place at most ten linearly separable points on which the majority vote makes at least 5 mistakes.",
		Hint:  "Each mistake at least halves the version space. Place a point that splits it, and give it the label of the smaller part.",
		Start: "preset=origin", Asks: 5, OwnPoints: true,
		CounterExample: "preset=origin",
		Example:        "data=" + contrary.String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if a.Last.Status.State != algos.Converged || len(a.Problem.Points) > 10 {
				return algos.Score{}, false
			}
			return algos.Counted(int(a.Last.Metric("majority_mistakes")), "<n mistake> of the majority vote"), true
		},
	},
	{
		ID:    "few-cuts",
		Text:  "Place at least twelve points of both classes so that no more than 3 constraints are not redundant.",
		Hint:  "Points behind the others add no constraint. Which points must come first?",
		Start: "preset=blobs", Asks: 3, Fewer: true, OwnPoints: true,
		CounterExample: "preset=blobs",
		Example:        "data=" + behind.String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			counts := dataset.Counts(a.Problem.Points)
			if a.Last.Status.State != algos.Converged || len(a.Problem.Points) < 12 || len(counts) < 2 || counts[0] == 0 {
				return algos.Score{}, false
			}
			return algos.Counted(a.Events["cut"], "<n constraint>"), true
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
