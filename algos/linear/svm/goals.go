package svm

import (
	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "three",
		Text:  "With the RBF kernel, place at least eight points, some of both classes, of which exactly 3 are support vectors when the run has converged.",
		Hint:  "A wide kernel is nearly flat, and a large $C$ lets go of all points behind the margin.",
		Start: "preset=moons", Asks: 3, Fewer: true, OwnPoints: true,
		Example: "gamma=0.01&C=10000&data=" + eight.String(),
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
		Text:  "Move one point, or add one, so that at least 5 other points are classified otherwise than in the run before.",
		Hint:  "Points behind the margin have no say. Where does one point get as much of it as $C$ allows?",
		Start: "preset=robust", Asks: 5, OwnPoints: true, Compares: true,
		Example: "preset=robust&data=" + turning().String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			n := a.Turned()
			if n < 0 {
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n point> turned"), true
		},
	},
}

// eight are two groups with a wide road between them.
var eight = dataset.Labelled(
	[3]float64{1, 0, 1}, [3]float64{2, 1, 1}, [3]float64{2, -1, 1}, [3]float64{3, 0, 1},
	[3]float64{-1, 0.5, -1}, [3]float64{-1, -0.5, -1}, [3]float64{-2, 1, -1}, [3]float64{-3, 0, -1})

// turning are the points of the preset with a bystander, the first of them moved to where it turns others.
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
