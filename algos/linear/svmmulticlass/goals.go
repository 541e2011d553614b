package svmmulticlass

import (
	"slices"

	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges to the two ways to put machines for two classes together.
var goals = []algos.Goal{
	{
		ID: "unclaimed",
		Text: "With one-vs-rest, the linear kernel and $C$ at least 1, place at least four points of each class so that the machines of at least 2 " +
			"classes claim none of their own points.",
		Hint:  "The class in the middle is lost already. How must classes lie so that several of them have others on both sides?",
		Start: "preset=middle", Asks: 2, OwnPoints: true,
		Example: "method=one-vs-rest&data=" + inRow.String(),
		Reached: algos.Reach(func(a algos.Attempt, e *ensemble) (algos.Score, bool) {
			if !assembled(a, e, oneVsRest) || e.C < 1 || slices.ContainsFunc(dataset.Counts(a.Problem.Points), func(n int) bool { return 0 < n && n < 4 }) {
				return algos.Score{}, false
			}
			return algos.Counted(e.unclaimed(), "<n class> unclaimed"), true
		}),
	},
	{
		ID:   "ties",
		Text: "With one-vs-one and the linear kernel, place points for at least 3 of which the vote is a tie.",
		Hint: "Three lines enclose a triangle in which each class beats one and loses to one. Turn the classes like the wings of a windmill, and put " +
			"points in its middle.",
		Start: "preset=one-vs-one", Asks: 3, OwnPoints: true,
		Example: "method=one-vs-one&data=" + windmill.String(),
		Reached: algos.Reach(func(a algos.Attempt, e *ensemble) (algos.Score, bool) {
			if !assembled(a, e, oneVsOne) {
				return algos.Score{}, false
			}
			return algos.Counted(e.ties(), "<n tied point>"), true
		}),
	},
}

// assembled returns the end of a run of a method whose machines are linear and trained.
func assembled(_ algos.Attempt, e *ensemble, method string) bool {
	return e.Method == method && e.Options.Kernel == "linear" && e.status.State == algos.Converged
}

// unclaimed counts the classes none of whose points their machine claims.
func (e *ensemble) unclaimed() int {
	claimed := make([]bool, e.count())
	for i, y := range e.Y {
		for _, member := range e.members {
			if member.first == y && member.score[i] > 0 {
				claimed[y] = true
			}
		}
	}
	n := 0
	for _, yes := range claimed {
		if !yes {
			n++
		}
	}
	return n
}

// inRow are four classes in a row.
var inRow = discs(6, 0.5, [2]float64{-3, 0}, [2]float64{-1, 0}, [2]float64{1, 0}, [2]float64{3, 0})

// windmill are three classes like the wings of a windmill, and points in its middle.
var windmill = dataset.Classed(
	[3]float64{1.92, 0, 0}, [3]float64{2.42, 0.35, 0}, [3]float64{1.92, 0.71, 0}, [3]float64{2.42, 1.06, 0},
	[3]float64{-0.96, 1.67, 1}, [3]float64{-1.52, 1.92, 1}, [3]float64{-1.57, 1.31, 1}, [3]float64{-2.13, 1.57, 1},
	[3]float64{-0.96, -1.67, 2}, [3]float64{-0.91, -2.27, 2}, [3]float64{-0.35, -2.02, 2}, [3]float64{-0.29, -2.63, 2},
	[3]float64{0.01, -0.07, 0}, [3]float64{0.3, -0.11, 1}, [3]float64{0.32, -0.16, 2}, [3]float64{0.47, -0.22, 0}, [3]float64{0.1, 0.43, 1},
	[3]float64{-0.34, 0.23, 2})
