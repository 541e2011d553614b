package svmloocv

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "tight",
		Text: "With the linear kernel and the hard margin, place at least eight points so that every support vector is missed when it is left out, " +
			"and there are at least 3 of them.",
		Hint:  "The four points of the notes do it, but they are four. Where can a point stand that no line of the five fits minds?",
		Start: "preset=four-points", Asks: 3, OwnPoints: true,
		Example: "kernel=linear&hard=true&data=" + tight.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if a.Params["kernel"] != "linear" || a.Params["hard"] != "true" || len(v.y) < 8 || a.Last.Status.State != algos.Converged {
				return algos.Score{}, false
			}
			return algos.Counted(len(v.errors), "<n error>"), len(v.errors) == v.full.sv
		}),
	},
	{
		ID:    "by-heart",
		Text:  "Place at least twelve points that the machine learns without a mistake, and of which at least 90 % are called wrong when they are left out.",
		Hint:  "What does a point learn from neighbours that are all of the other class?",
		Start: "preset=islands", Asks: 90, OwnPoints: true,
		Example: "kernel=rbf&gamma=2&C=1000&data=" + chessboard(4).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if len(v.y) < 12 || a.Last.Status.State != algos.Converged || v.trainErrors() > 0 {
				return algos.Score{}, false
			}
			return algos.Counted(int(math.Floor(100*v.loocv())), "<n> % called wrong"), true
		}),
	},
}

// tight are the four points of the notes, and others behind them of whom no fit takes
// notice.
var tight = dataset.Labelled(
	[3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, 0, -1},
	[3]float64{0, 2, 1}, [3]float64{-1, 1, 1}, [3]float64{-1, 2, 1}, [3]float64{-2, 1.5, 1})

// chessboard are the fields of a board of n × n, black and white.
func chessboard(n int) dataset.Source {
	var rows [][3]float64
	for i := range n {
		for j := range n {
			rows = append(rows, [3]float64{float64(i), float64(j), float64(2*((i+j)%2) - 1)})
		}
	}
	return dataset.Labelled(rows...)
}
