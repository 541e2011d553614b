package dpmixture

import (
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// goals are challenges to a reader who places points or sets the prior.
var goals = []algos.Goal{
	{
		ID:    "torn",
		Text:  "Leave the number of clusters as open as you can: with three to seven points, no number has an exact posterior probability above 0.35.",
		Hint:  "Points that tell nothing leave the prior, and that is narrow where α is small. Points that nearly touch may be one cluster or two.",
		Start: "preset=seven&alpha=0.1", Asks: 0.35, Fewer: true,
		Example: "preset=seven&alpha=2&sigma=2&tau=0.5",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.exact == nil || v.n < 3 {
				return algos.Score{}, false
			}
			most := slices.Max(v.exact.post)
			k := slices.Index(v.exact.post, most)
			return algos.Score{Number: most, Words: say.Vars{"k": k, "p": most}.Text("<k cluster> with <p>")}, most <= 0.35
		}),
	},
}
