package logistic

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/linear/internal/logit"
	"playground/algos/linear/internal/margin"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "fast-descent",
		Text: "Bring gradient descent to the minimum in no more than 50 updates, without a penalty, " +
			"on at least 20 points that no line separates.",
		Hint:  "Up to $2/M$, which the checks name, descent is promised. Near the minimum the loss is less curved than $M$ says.",
		Start: "preset=gradient", Asks: 50, Fewer: true,
		Example: "preset=gradient&eta=0.15",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.opt.Solver != logit.GD || v.opt.Lambda != 0 || v.End != logit.Minimum || len(v.y) < 20 {
				return algos.Score{}, false
			}
			return algos.Counted(v.Updates, "<n update>"), true
		}),
	},
	{
		ID: "one-outlier",
		Text: "Place at most 30 points, of which a line could get all but one right, " +
			"and of which logistic regression without a penalty gets at least 3 wrong at its minimum.",
		Hint:  "Far on the wrong side the loss of a point grows with its distance: one point can be worth many.",
		Start: "preset=separable", Asks: 3, OwnPoints: true,
		Example: "data=" + dataset.Labelled(
			[3]float64{0.3, 0, 1}, [3]float64{0.4, 2, 1}, [3]float64{0.4, -2, 1}, [3]float64{0.5, 1, 1}, [3]float64{0.5, -1, 1},
			[3]float64{-0.3, 0, -1}, [3]float64{-0.4, 2, -1}, [3]float64{-0.4, -2, -1}, [3]float64{-0.5, 1, -1}, [3]float64{-0.5, -1, -1},
			[3]float64{-30, 4, 1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.opt.Lambda != 0 || v.End != logit.Minimum || len(v.y) > 30 || !v.separableButOne() {
				return algos.Score{}, false
			}
			return algos.Counted(v.Errors, "<n point> on the wrong side"), true
		}),
	},
}

// separableButOne reports whether a line has every point but one on its side.
func (t *task) separableButOne() bool {
	for out := range t.y {
		var z []margin.Vector
		for i, p := range t.Points {
			if i != out {
				z = append(z, margin.Vector{t.y[i] * p.X[0], t.y[i] * p.X[1], t.y[i]})
			}
		}
		if len(z) > 0 && margin.Largest(z).Separable {
			return true
		}
	}
	return false
}
