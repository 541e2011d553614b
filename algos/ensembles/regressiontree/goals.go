package regressiontree

import (
	"playground/algos"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "blind",
		Text:  "Make a later split take at least 20 times as much from the SSE as the first one, which takes something too.",
		Hint:  "Begin with the four corners, where no first split helps, and disturb them a little.",
		Start: "preset=xor", Asks: 20,
		Example: "preset=xor&data=" + disturbed.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.order) < 2 || v.fall(0) <= 1e-9*v.squares(0) {
				return algos.Score{}, false
			}
			most := 0.0
			for _, i := range v.order[1:] {
				most = max(most, v.fall(i))
			}
			times := most / v.fall(0)
			return algos.Score{Number: times, Words: say.Vars{"times": times}.Text("<times> times the first fall")}, true
		}),
	},
	{
		ID:    "few",
		Text:  "Explain at least 80% of the squared error of 40 points or more with a tree of at most 5 leaves.",
		Hint:  "The price α takes the weakest splits back. Which depth, and which price?",
		Start: "preset=sine", Asks: 5, Fewer: true,
		Example: "preset=sine&max_depth=0&alpha=0.04",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.y) < 40 || !(v.sse() <= 0.2*v.squares(0)) {
				return algos.Score{}, false
			}
			return algos.Counted(len(v.leaves()), "<n leaf>"), true
		}),
	},
}
