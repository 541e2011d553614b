package skeleton

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID:    "late-move",
		Text:  "Place at least ten points, of which the last one still moves the mean by 3.",
		Hint:  "It moves the mean by a tenth of its way. So how far away must it be?",
		Start: "preset=blobs", Asks: 3, OwnPoints: true,
		Example: "data=" + dataset.Labelled([][3]float64{{}, {}, {}, {}, {}, {}, {}, {}, {}, {40, 0, 1}}...).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.seen < 10 {
				return algos.Score{}, false
			}
			moved := math.Hypot(v.mean[0]-v.before[0], v.mean[1]-v.before[1])
			return algos.Score{Number: moved, Words: say.Vars{"moved": moved}.Text("moved by <moved>")}, true
		}),
	},
}
