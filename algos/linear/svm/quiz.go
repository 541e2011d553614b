package svm

import (
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/linear/internal/pairs"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-pair", algos.PickPoint, askPair, nil, answerPair),
	algos.Ask("support-vectors", algos.SayNumber, askSupport, algos.AtEnd, answerSupport),
	algos.Ask("boundary", algos.DrawLine, askBoundary, algos.AtEnd, answerBoundary),
}

// between returns the view of a step at which no pair is at work.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.phase != pairs.Choosing && v.Next.J >= 0
}

// converging is between where the run can converge: a hard margin needs classes that a line separates.
func converging(s algos.At[view]) (view, bool) {
	v, ok := between(s)
	return v, ok && v.possible()
}

func askPair(now algos.At[view]) (algos.Asked, bool) {
	_, ok := between(now)
	return algos.Asked{Text: "Which pair is optimised next? Click one of its two points: they have a large KKT violation."}, ok
}

func answerPair(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Done == nil {
		return algos.Answer{}, false
	}
	rows := []int{v.Done.I, v.Done.J}
	slices.Sort(rows)
	s := say.Vars{"rows": say.Rows(rows), "gap": v.Done.Pair.Violation}
	return algos.Answer{Points: rows, Why: s.Text("The pair <rows> violated the KKT conditions by <gap>.")}, true
}

func askSupport(now algos.At[view]) (algos.Asked, bool) {
	v, ok := converging(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.y)
	s := say.Vars{"n": n}
	return algos.Asked{
		Text: s.Text("How many of the <n point> will be support vectors at convergence?"), Most: float64(n), Whole: true, Unit: "support vectors",
	}, true
}

// answerSupport lets a guess be off by a twentieth of the points: who has the right
// picture of the margin cannot count better by eye.
func answerSupport(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	s := say.Vars{"free": v.Free, "bound": v.Bound}
	why := s.Text("<free> are on the margin boundary, and <bound> at the bound α = C.")
	if v.Hard {
		why = s.Text("All <free> are on the margin boundary.")
	}
	return algos.Answer{Number: float64(v.Support()), Tolerance: float64(len(v.y) / 20), Why: why}, true
}

func askBoundary(now algos.At[view]) (algos.Asked, bool) {
	v, ok := converging(now)
	return algos.Asked{Text: "Where will the decision boundary be at convergence? Draw it."}, ok && v.Linear
}

func answerBoundary(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	f := v.expansion()
	w := f.Weights()
	return algos.Answer{Line: geometry.Line{A: w[0], B: w[1], C: f.Offset()}}, w[0] != 0 || w[1] != 0
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "three",
		Text:  "With the RBF kernel, place at least eight points of both classes so that exactly 3 are support vectors at convergence.",
		Hint:  "A wide kernel is nearly linear, and with a large $C$ all points beyond the margin have α = 0.",
		Start: "preset=moons", Asks: 3, Fewer: true, OwnPoints: true,
		CounterExample: "data=p2s~1_0_1~2_1_1~2_-1_1~3_0_1~-1_0.5_-1~-1_-0.5_-1~-2_1_-1~-3_0_-1&gamma=0.01",
		Example:        "gamma=0.01&C=10000&data=" + eight.String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			n := int(a.Last.Metric("sv"))
			if a.Params["kernel"] != "rbf" || !settled(a) || n < 3 { // two are too few
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n support vector>"), true
		},
	},
	{
		ID:    "turn",
		Text:  "Move one point, or add one, so that the predicted class of at least 5 other points changes.",
		Hint:  `Points beyond the margin have no influence. Where does one point have the maximum influence, $\alpha_i = C$?`,
		Start: "preset=robust", Asks: 5, OwnPoints: true, Compares: true,
		CounterExample: "preset=robust",
		Example:        "preset=robust&data=" + turning().String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			n := a.Turned()
			if n < 0 {
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n point> changed class"), true
		},
	},
}

// eight are two groups with a wide margin between them.
var eight = dataset.Labelled(
	[3]float64{1, 0, 1}, [3]float64{2, 1, 1}, [3]float64{2, -1, 1}, [3]float64{3, 0, 1},
	[3]float64{-1, 0.5, -1}, [3]float64{-1, -0.5, -1}, [3]float64{-2, 1, -1}, [3]float64{-3, 0, -1})

// turning are the points of the preset, the first of them moved to where it changes the class of others.
func turning() dataset.Source {
	set, err := dataset.Generate("blobs", 24, 0.5, 11).Load()
	if err != nil {
		panic(err) // the generator is our own
	}
	set.Points[0].X = [2]float64{20, 5}
	return dataset.Explicit(set)
}

// settled reports whether a run has converged on eight points or more of both classes.
func settled(a algos.Attempt) bool {
	counts := dataset.Counts(a.Problem.Points)
	return a.Last.Status.State == algos.Converged && len(a.Problem.Points) >= 8 && len(counts) == 2 && counts[0] > 0
}
