package topics

import (
	"playground/algos"
	"playground/algos/say"
)

// goals are challenges to a reader who sets the priors, or writes documents.
var goals = []algos.Goal{
	{
		ID:    "sparing",
		Text:  "Find the ten bars with few words: at most 600 in all documents, and on average an overlap of at least 0.75 with the true topics.",
		Hint:  "Documents of one or two topics tell bars apart best: how should the mixtures be made? And the sampler may know it.",
		Start: "documents=20&length=30&mix=3&alpha=3", Asks: 0.75,
		Example: "documents=60&length=10&mix=0.03&alpha=0.03&beta=0.02&sweeps=300",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Source != bars || v.Side != 5 || v.N > 600 || v.Start == truth {
				return algos.Score{}, false
			}
			x := a.Last.Metric("overlap")
			return algos.Score{Number: x, Words: say.Vars{"x": x}.Text("an overlap of <x>")}, x >= 0.75
		}),
	},
}
