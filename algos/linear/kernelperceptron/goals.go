package kernelperceptron

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/internal/margin"
)

// leastPoints are as many points as a goal asks for.
const leastPoints = 12

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "few-stored",
		Text:  "Place at least twelve points that no line separates, of which the run stores no more than 3 before it makes a pass without a mistake.",
		Hint:  "The first rows decide. With $(\\langle x,z\\rangle+c_0)^2$ a point in the middle and one or two outside can stand for a ring.",
		Start: "preset=circles", Asks: 3, Fewer: true, OwnPoints: true,
		Example: "coef0=0&data=" + quadrants.String(),
		Reached: algos.Reach(func(a algos.Attempt, v *view) (algos.Score, bool) {
			if a.Last.Status.State != algos.Converged || len(v.y) < leastPoints || v.apart() {
				return algos.Score{}, false
			}
			return algos.Counted(v.stored, "<n row> stored"), true
		}),
	},
	{
		ID: "by-heart",
		Text: "With the Gaussian kernel, place at least twelve points in different places so that 100 % of them are stored " +
			"before a pass makes no mistake.",
		Hint:  "Narrow bumps call a new row as the nearest of the rows before it. In which order must the labels come?",
		Start: "preset=moons-rbf", Asks: 100, OwnPoints: true,
		Example: "kernel=rbf&gamma=4&data=" + alternating.String(),
		Reached: algos.Reach(func(a algos.Attempt, v *view) (algos.Score, bool) {
			if v.Kernel != "rbf" || a.Last.Status.State != algos.Converged || v.places() < leastPoints {
				return algos.Score{}, false
			}
			return algos.Counted(100*v.stored/len(v.y), "<n> % of the rows are stored"), true
		}),
	},
}

// quadrants has a class in two opposite quadrants and the other one in the others.
var quadrants = dataset.Labelled(
	[3]float64{1, 1, 1}, [3]float64{1, -1, -1}, [3]float64{2, 1, 1}, [3]float64{1, 2, 1}, [3]float64{-1, -1, 1}, [3]float64{-2, -1, 1}, [3]float64{-1, -2, 1},
	[3]float64{2, -1, -1}, [3]float64{1, -2, -1}, [3]float64{-1, 1, -1}, [3]float64{-2, 1, -1}, [3]float64{-1, 2, -1},
)

// alternating has the classes in turn along a line.
var alternating = dataset.Labelled(
	[3]float64{0, 0, 1}, [3]float64{1, 0, -1}, [3]float64{2, 0, 1}, [3]float64{3, 0, -1}, [3]float64{4, 0, 1}, [3]float64{5, 0, -1},
	[3]float64{6, 0, 1}, [3]float64{7, 0, -1}, [3]float64{8, 0, 1}, [3]float64{9, 0, -1}, [3]float64{10, 0, 1}, [3]float64{11, 0, -1},
)

// apart reports whether a line separates the points.
func (t *task) apart() bool {
	z := make([]margin.Vector, len(t.x))
	for i, x := range t.x {
		z[i] = margin.Vector{t.y[i] * x[0], t.y[i] * x[1], t.y[i]}
	}
	return margin.Largest(z).Separable
}

// places is how many different places the points have.
func (t *task) places() int {
	seen := map[[2]float64]bool{}
	for _, x := range t.x {
		seen[x] = true
	}
	return len(seen)
}
