package mcmc

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "worth",
		Text: "Sample the banana with b = 0.25 by Metropolis without a drift, 400 iterations of 4 chains, " +
			"so that for both coordinates the draws are worth at least 100 independent ones.",
		Hint: "Neither nearly all proposals accepted nor nearly none: with two coordinates a share near one third is good. " +
			"Where the chains start and how long they warm up counts, too.",
		Start: "preset=too-small", Asks: 100,
		Example: "preset=too-small&step_size=2.2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Target != onBanana || v.Bend != 0.25 || v.Method != metropolis || v.Draws != 400 || v.Chains != 4 {
				return algos.Score{}, false
			}
			least := min(v.estimate(0).ess, v.estimate(1).ess)
			if math.IsNaN(least) {
				return algos.Score{}, false
			}
			return algos.Score{Number: least, Words: say.Vars{"ess": least}.Text("worth <ess> independent draws")}, least >= 100
		}),
	},
	{
		ID: "fooled",
		Text: "Be fooled: by at least two chains, of which at least 200 iterations are counted. " +
			"R-hat of x₁ is below 1.05, and yet the mean of x₁ is off by at least 1.5.",
		Hint:  "The chains have to agree on something wrong. Where they start is yours to choose: the points on the board.",
		Start: "preset=two-modes", Asks: 1.5, OwnPoints: true,
		Example: "preset=two-modes&data=" + loose([2]float64{4, 2}, [2]float64{5, 3}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Chains < 2 || v.Draws-v.Warmup < 200 || !v.Correct {
				return algos.Score{}, false
			}
			e := v.estimate(0)
			if !(e.rhat < 1.05) {
				return algos.Score{}, false
			}
			off := math.Abs(e.mean - v.exact().mean[0])
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("off by <off>")}, off >= 1.5
		}),
	},
}

// ended returns the end of a run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.t > 0
}
