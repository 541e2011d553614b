package gaussianconditioning

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID:      "know-it",
		Text:    "Choose the numbers so that knowing x₂ leaves at most 1 percent of the variance of x₁.",
		Hint:    "The share that is left is 1 − ρ². What must ρ be?",
		Start:   "preset=slice",
		Asks:    1,
		Fewer:   true,
		Example: "cov=0.996",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !sliceOf(a, v) {
				return algos.Score{}, false
			}
			share := 100 * v.left()
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> percent left")}, share <= 1
		}),
	},
	{
		ID:    "far-mean",
		Text:  "Make the conditional mean at least 3, with μ₁ = 0 and a slice no more than one standard deviation from μ₂.",
		Hint:  "In standard deviations the mean of x₁ moves by ρ times as many. So which standard deviation must be large?",
		Start: "preset=slice", Asks: 3,
		Example: "var1=16&cov=3.8&given=1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !sliceOf(a, v) || v.Mean1 != 0 || math.Abs(v.Given-v.Mean2) > math.Sqrt(v.Var2) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.answer.mean, Words: say.Vars{"mean": v.answer.mean}.Text("a mean of <mean>")}, v.answer.mean >= 3
		}),
	},
}

// sliceOf returns the end of a run that slices a joint density.
func sliceOf(a algos.Attempt, v view) bool {
	return a.Complete && v.Topic == conditioning && v.bad == ""
}
