package gpclassification

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "over-confident",
		Text: "Make the plug-in overconfident: at $q$ it should be at least 30 hundredths farther from one half than the averaged probability, " +
			"with at most 20 points.",
		Hint:  "The mean has to be large and its spread larger: a high kernel, and a q that the points hold only loosely.",
		Start: "preset=one", Asks: 30,
		Example: "preset=high&kernel=1e4*rbf(1)&q=0.9,1.9",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || len(v.y) > 20 {
				return algos.Score{}, false
			}
			f := v.forecast(v.query())
			return algos.Counted(int(math.Floor(100*(math.Abs(f.plugin-0.5)-math.Abs(f.p-0.5)))), "<n hundredth> farther"), true
		}),
	},
	{
		ID:    "wrong-side",
		Text:  "With the kernel as it comes, place at most 20 points, of both classes, of which at least 5 end on the wrong side.",
		Hint:  "A smooth prior does not believe in a single point among many others of the other class nearby.",
		Start: "preset=single", Asks: 5, OwnPoints: true,
		Example: "data=" + dataset.Labelled(
			[3]float64{0, 0, 1}, [3]float64{0.1, 0, 1}, [3]float64{0, 0.1, 1}, [3]float64{0.1, 0.1, 1}, [3]float64{-0.1, 0, 1}, [3]float64{0, -0.1, 1}, [3]float64{-0.1, -0.1, 1},
			[3]float64{0.05, 0, -1}, [3]float64{0.05, 0.05, -1}, [3]float64{0, 0.05, -1}, [3]float64{-0.05, 0, -1}, [3]float64{0, -0.05, -1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || len(v.y) > 20 || v.opt.Kernel != usualKernel || v.opt.Stretch != 1 {
				return algos.Score{}, false
			}
			return algos.Counted(v.errors(), "<n point> on the wrong side"), true
		}),
	},
}
