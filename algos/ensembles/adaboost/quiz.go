package adaboost

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-error", algos.SayNumber, askError, nil, answerError),
	algos.Ask("next-cut", algos.PickOption, askCut, nil, answerCut),
	algos.Ask("next-wrong", algos.PickPoint, askWrong, nil, answerWrong),
}

// before returns the view of a step before a round, and what a question about the
// round names.
func before(s algos.At[view]) (view, say.Vars, bool) {
	v := s.View
	if v.phase != starting && v.phase != reweighed {
		return v, nil, false
	}
	return v, say.Vars{"noun": v.noun()}, true
}

// errorTolerance is by how much the weighted error may be off that somebody reads off
// the sizes of points: 0.03, of a half that chance level has.
const errorTolerance = 0.03

func askError(now algos.At[view]) (algos.Asked, bool) {
	_, s, ok := before(now)
	if !ok {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: s.Text("What weighted error ε will the best <noun> of the next round have?"), Most: 0.5}, true
}

func answerError(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.r == nil {
		return algos.Answer{}, false
	}
	s := say.Vars{"n": len(v.y), "wrong": v.r.wrong, "noun": v.noun()}
	return algos.Answer{Number: v.r.err, Tolerance: errorTolerance, Why: s.Text("The best <noun> misclassifies <wrong> of <n point>.")}, true
}

// askCut asks for the feature where there is a choice.
func askCut(now algos.At[view]) (algos.Asked, bool) {
	v, s, ok := before(now)
	if !ok || len(v.search.values[0]) < 2 || len(v.search.values[1]) < 2 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    s.Text("Which feature will the next <noun> be split on first?"),
		Options: []say.Phrase{"x₁ (vertical split)", "x₂ (horizontal split)"},
	}, true
}

func answerCut(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.r == nil || v.r.h.feature == leaf {
		return algos.Answer{}, false
	}
	s := say.Vars{"theta": v.r.h.threshold}
	return algos.Answer{Option: v.r.h.feature, Why: s.Text("The threshold is <theta>.")}, true
}

func askWrong(now algos.At[view]) (algos.Asked, bool) {
	v, s, ok := before(now)
	if !ok || v.separated {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: s.Text("Click a point that the next <noun> will misclassify.")}, true
}

func answerWrong(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.r == nil || v.r.wrong == 0 {
		return algos.Answer{}, false
	}
	return algos.Answer{Points: v.mistakes(v.r.h)}, true
}

// goals are challenges. They ask for points that no stump separates: the first member
// would be the whole ensemble.
var goals = []algos.Goal{
	{
		ID:    "three-stumps",
		Text:  "Place at least twelve points that no stump separates, on which an ensemble of no more than 3 stumps makes no training error.",
		Hint:  "Stripes: each stump must err in a different region. Set $T$ to three.",
		Start: "preset=ten-points&n_estimators=3", Asks: 3, Fewer: true, OwnPoints: true,
		CounterExample: "preset=ten-points&n_estimators=3",
		Example:        "n_estimators=3&data=" + stripes("111000111100").String(),
		Reached:        faultless(stump, 12, "<n=model.rounds stump>"),
	},
	{
		ID:    "one-tree",
		Text:  "Place at least sixteen points that no stump separates, on which 1 tree of depth two makes no training error.",
		Hint:  "A tree splits on one feature, and then on each side on the other one.",
		Start: "preset=xor-trees", Asks: 1, Fewer: true, OwnPoints: true,
		CounterExample: "preset=xor-trees&base_learner=depth2",
		Example:        "base_learner=depth2&data=" + quarters().String(),
		Reached:        faultless(depth2, 16, "<n=model.rounds tree>"),
	},
}

// faultless counts the members of an ensemble that makes no mistake on so many points.
func faultless(weak string, points int, template string) func(algos.Attempt) (algos.Score, bool) {
	return func(a algos.Attempt) (algos.Score, bool) {
		n, ok := a.Last.Model().Value("rounds").(int)
		if !ok || a.Params["base_learner"] != weak || len(a.Problem.Points) < points || a.Last.Metric("train_error") != 0 || !entangled(a.Problem.Points) {
			return algos.Score{}, false
		}
		return algos.Counted(n, template), true
	}
}

// entangled reports whether there are points of both classes, and no threshold of one
// coordinate has each class on a side of its own.
func entangled(points []dataset.Point) bool {
	for axis := range 2 {
		var low, high [2]float64
		var seen [2]bool
		for _, p := range points {
			k, x := min(p.Class(), 1), p.X[axis]
			if !seen[k] {
				low[k], high[k], seen[k] = x, x, true
			}
			low[k], high[k] = min(low[k], x), max(high[k], x)
		}
		if !seen[0] || !seen[1] || high[0] < low[1] || high[1] < low[0] {
			return false
		}
	}
	return true
}

// stripes are points whose class depends on the first coordinate: 0 or 1 at 0, 1, 2, …
func stripes(classes string) dataset.Source {
	var rows [][3]float64
	for i, c := range classes {
		rows = append(rows, [3]float64{float64(i), float64(7 * i % 5), float64(2*(c-'0') - 1)})
	}
	return dataset.Labelled(rows...)
}

// quarters are four points in each corner, with opposite corners of one class.
func quarters() dataset.Source {
	var rows [][3]float64
	for _, corner := range [][2]float64{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}} {
		for _, far := range [][2]float64{{1, 1}, {2, 1.2}, {1.4, 2}, {2.5, 2.4}} {
			rows = append(rows, [3]float64{corner[0] * far[0], corner[1] * far[1], corner[0] * corner[1]})
		}
	}
	return dataset.Labelled(rows...)
}
