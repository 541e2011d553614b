package versionspace

import (
	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges. Their runs end with a polygon: without one the majority may err
// for ever.
var goals = []algos.Goal{
	{
		ID:    "halving",
		Text:  "Place at most ten points that a line separates, and whose labels the majority of the lines that are left guesses wrong at least 5 times.",
		Hint:  "Each mistake halves the polygon at least. Put a point where its cut divides the polygon, and give it the label of the smaller part.",
		Start: "preset=origin", Asks: 5, OwnPoints: true,
		Example: "data=" + contrary.String(),
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
		Example: "data=" + behind.String(),
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
