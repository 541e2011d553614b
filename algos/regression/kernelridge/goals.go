package kernelridge

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "few-parameters",
		Text:  "Fit at least 12 points with residuals below a tenth of the range of the targets, in the root mean square, and at most 4.5 effective parameters.",
		Hint:  "Both λ and γ take parameters away. Wide bumps need fewer of them than many narrow ones.",
		Start: "preset=sine", Asks: 4.5, Fewer: true,
		Example: "preset=sine&gamma=0.2&lambda=0.1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !converged(a.Last) || len(v.y) < 12 || !(v.rmse() < v.spread/10) {
				return algos.Score{}, false
			}
			dof := v.modes().effective(v.Lambda)
			return algos.Score{Number: dof, Words: say.Vars{"dof": dof}.Text("<dof> effective parameters")}, true
		}),
	},
	{
		ID:    "left-out",
		Text:  "Make the error at points left out, one at a time, at least 100000 times the training error, with 6 points or more.",
		Hint:  "Let the curve know every point by heart and nothing between them.",
		Start: "preset=sine", Asks: 100000,
		Example: "preset=sine&gamma=30&lambda=0.0000001",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			ok := converged(a.Last)
			m := (*spectrum)(nil)
			if ok {
				m = v.modes()
			}
			if m == nil || m.u == nil || len(v.y) < 6 || v.Lambda == 0 {
				return algos.Score{}, false
			}
			r := m.at(v.Lambda)
			times := r.out / r.train
			if math.IsNaN(times) || math.IsInf(times, 0) {
				return algos.Score{}, false
			}
			return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the training error")}, true
		}),
	},
}
