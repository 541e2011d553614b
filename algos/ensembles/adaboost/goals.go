package adaboost

import (
	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges. They ask for points that no stump separates: the first member
// would be the whole committee.
var goals = []algos.Goal{
	{
		ID:    "three-stumps",
		Text:  "Place at least twelve points that no stump separates, on which a committee of no more than 3 stumps makes no mistake.",
		Hint:  "Stripes: each stump must be wrong somewhere else. Set the rounds $T$ to three.",
		Start: "preset=ten-points&rounds=3", Asks: 3, Fewer: true, OwnPoints: true,
		Example: "rounds=3&data=" + stripes("111000111100").String(),
		Reached: faultless(stump, 12, "<n stump>"),
	},
	{
		ID:    "one-tree",
		Text:  "Place at least sixteen points that no stump separates, on which 1 tree of depth two makes no mistake.",
		Hint:  "A tree asks about one coordinate, and then on each side about the other one.",
		Start: "preset=xor-trees", Asks: 1, Fewer: true, OwnPoints: true,
		Example: "weak=tree2&data=" + quarters().String(),
		Reached: faultless(tree2, 16, "<n tree>"),
	},
}

// faultless counts the members of a committee that makes no mistake on so many points.
func faultless(weak string, points int, template string) func(algos.Attempt) (algos.Score, bool) {
	return func(a algos.Attempt) (algos.Score, bool) {
		n, ok := a.Last.Model().Value("rounds").(int)
		if !ok || a.Params["weak"] != weak || len(a.Problem.Points) < points || a.Last.Metric("train_error") != 0 || !entangled(a.Problem.Points) {
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
