package perceptron

import (
	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges. Their runs start at θ = 0 with the standard rule, since a far
// start takes as many updates as one likes.
var goals = []algos.Goal{
	{
		ID:    "updates",
		Text:  "Place points that a line separates, on which the standard rule updates at least 100 times from $\\theta=0$.",
		Hint:  "The bound $(R/\\gamma)^2$ says what to look for: points far away, and a narrow margin.",
		Start: "preset=trace", Asks: 100, OwnPoints: true,
		Example: "preset=trace&data=" + dataset.Labelled([3]float64{2, -1, 1}, [3]float64{-1, 1, -1}, [3]float64{-2, 0.5, -1}, [3]float64{1, 0.1, 1}, [3]float64{1, 0.17, -1}).String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if !plainly(a) {
				return algos.Score{}, false
			}
			return counted(a), true
		},
	},
	{
		ID:    "one-update",
		Text:  "Place at least ten points, some of both classes, on which no more than 1 update is needed from $\\theta=0$.",
		Hint:  "The first point decides alone: where must the others lie?",
		Start: "preset=trace", Asks: 1, Fewer: true, OwnPoints: true,
		Example: "preset=trace&data=" + dataset.Labelled(
			[3]float64{2, 0, 1}, [3]float64{1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{2, 2, 1}, [3]float64{3, -1, 1},
			[3]float64{-1, 0, -1}, [3]float64{-1, 1, -1}, [3]float64{-2, -1, -1}, [3]float64{-2, 2, -1}, [3]float64{-3, 0, -1}).String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			if !plainly(a) || len(a.Problem.Points) < 10 || len(dataset.Counts(a.Problem.Points)) < 2 || dataset.Counts(a.Problem.Points)[0] == 0 {
				return algos.Score{}, false
			}
			return counted(a), true
		},
	},
}

// plainly reports whether a run is that of the standard rule from θ = 0, with the points
// as they are in the order of the file, and has come to a line that separates.
func plainly(a algos.Attempt) bool {
	return a.Params["variant"] == standard && a.Params["order"] == inFile && a.Params["unit"] == "false" &&
		a.Params["theta"] == "0,0" && a.Last.Status.State == algos.Converged
}

func counted(a algos.Attempt) algos.Score {
	return algos.Counted(int(a.Last.Metric("updates")), "<n update>")
}
