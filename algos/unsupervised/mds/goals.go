package mds

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID:    "procrustes",
		Text:  "Turn the map of ten points, and turn it over if need be, until it misses the true places by at most 0.05.",
		Hint:  "One of the two curves comes down to 0. If yours does not, turn the map over.",
		Start: "preset=letter", Asks: 0.05, Fewer: true,
		Example: "preset=letter&step=end&turn=-2.1&flip=true",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.table || v.m < 10 || v.found < 2 || v.values[1] < 0.1*v.values[0] {
				return algos.Score{}, false
			}
			off := math.Ceil(1000*v.misfit(v.Turn, v.Flip)) / 1000
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("off by <off>")}, off <= 0.05
		}),
	},
	{
		ID:    "nowhere",
		Text:  "Put at most five points on the board whose distances along streets have an eigenvalue below 0 of at least 15 % of the largest.",
		Hint:  "Where is a way along streets much longer than the straight one, from one point to several others at once?",
		Start: "preset=streets", Asks: 15, OwnPoints: true,
		Example: "step=end&metric=manhattan&data=" + goalData().String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.table || v.Metric != manhattan || v.m > 5 {
				return algos.Score{}, false
			}
			share := math.Floor(1000*-v.values[v.m-1]/v.values[0]) / 10
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> % of the largest")}, share >= 15
		}),
	},
}
