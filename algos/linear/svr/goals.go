package svr

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "sparse",
		Text:  "Fit at least 30 points with a root mean square error of less than a tenth of their range, from no more than 6 support vectors.",
		Hint:  "Only points on the border of the tube or outside count. Width, bend and price have to suit each other: ε, γ and C.",
		Start: "preset=no-tube", Asks: 6, Fewer: true,
		Example: "preset=wide-tube&epsilon=0.25&C=10&gamma=0.3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !converged(a.Last) || len(v.y) < 30 || !(v.rmse < rangeOf(v.y)/10) {
				return algos.Score{}, false
			}
			return algos.Counted(v.Support(), "<n support vector>"), true
		}),
	},
	{
		ID:    "far-outlier",
		Text:  "With $\\varepsilon$ of at most 0.5, let one point lie at least 50 away from the curve, while ten others or more are all inside the tube.",
		Hint:  "However far out it lies, a point pulls with $|\\beta|\\le C$ and no more. How cheap must that be?",
		Start: "preset=outliers", Asks: 50, OwnPoints: true,
		Example: "kernel=linear&C=0.01&epsilon=0.5&data=" + dataset.Line(
			[2]float64{0, 0}, [2]float64{1, 0.1}, [2]float64{2, 0.3}, [2]float64{3, 0.2}, [2]float64{4, 0.4}, [2]float64{5, 60},
			[2]float64{6, 0.4}, [2]float64{7, 0.3}, [2]float64{8, 0.2}, [2]float64{9, 0.1}, [2]float64{10, 0}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const others, widest = 10, 0.5
			if !converged(a.Last) || v.Epsilon > widest || len(v.y) <= others || v.outside != 1 {
				return algos.Score{}, false
			}
			far := 0.0
			for i := range v.y {
				far = max(far, math.Abs(v.residual(i)))
			}
			return algos.Score{Number: far, Words: say.Vars{"far": far}.Text("one point is <far> away")}, true
		}),
	},
}

// rangeOf is from the lowest target to the highest.
func rangeOf(y []float64) float64 { return slices.Max(y) - slices.Min(y) }
