package gpregression

import (
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "by-hand",
		Text: "Find a kernel and a noise for the 24 observations of the noisy sine with which their log evidence is at least $-5$, without letting " +
			"the demo climb.",
		Hint:  "The fit and the complexity pull at it from two sides. Turn one number at a time: the length, the noise, the factor in front.",
		Start: "preset=long", Asks: -5,
		Example: "preset=long&kernel=0.8*rbf(0.9)&noise_var=0.026",
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			evidence := a.Last.Metric("log_evidence")
			if a.Params["optimise"] != "false" || !a.Complete || math.IsNaN(evidence) || !slices.Equal(a.Problem.Points, sine()) {
				return algos.Score{}, false
			}
			return algos.Score{Number: evidence, Words: say.Vars{"evidence": evidence}.Text("log evidence <evidence>")}, true
		},
	},
	{
		ID: "surprises",
		Text: "With the kernel and the noise as they come, place at most ten observations between $-1$ and $1$ of which at least 5 lie more than " +
			"three standard deviations from their forecast.",
		Hint:  "The prior believes that what is near is alike, whatever it has seen so far: it learns a curve and never doubts its own smoothness.",
		Start: "preset=sine", Asks: 5, OwnPoints: true,
		Example: "data=" + dataset.Pairs(0, 1, 0.1, -1, 0.2, 1, 0.3, -1, 0.4, 1, 0.5, -1, 0.6, 1, 0.7, -1).String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			asItComes := a.Params["kernel"] == "1*rbf(1)" && a.Params["noise_var"] == "0.05"
			high := slices.ContainsFunc(a.Problem.Points, func(p dataset.Point) bool { return math.Abs(p.Y) > 1 })
			if !asItComes || !a.Complete || len(a.Problem.Points) > 10 || high {
				return algos.Score{}, false
			}
			return algos.Counted(a.Events["surprise"], "<n surprise>"), true
		},
	},
}

// sine are the observations of the preset that the page opens with.
var sine = sync.OnceValue(func() []dataset.Point {
	set, err := examples[0].Data.Load()
	if err != nil {
		panic(err) // the generator is our own
	}
	return set.Points
})
