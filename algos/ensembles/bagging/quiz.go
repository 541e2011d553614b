package bagging

import (
	"playground/algos"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "no-neighbours",
		Text: "Place at least twelve points that a committee of at least 25 trees gets right, every one of them, " +
			"while out of the bag at least 0.8 of them are wrong.",
		Hint:  "A tree that has not seen a point believes its neighbours. So who should they be?",
		Start: "preset=moons", Asks: 0.8, OwnPoints: true,
		CounterExample: "members=40&preset=moons",
		Example:        "members=40&data=" + turns(14).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.Y) < 12 || len(v.Committee) < 25 || v.Wrong > 0 || v.BagRows == 0 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.BagError(), Words: say.Vars{"oob": v.BagError()}.Text("<oob> wrong out of the bag")}, v.BagError() >= 0.8
		}),
	},
}
