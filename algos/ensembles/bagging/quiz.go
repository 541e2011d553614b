package bagging

import (
	"playground/algos"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "no-neighbours",
		Text:  "Place at least twelve points on which an ensemble of at least 25 trees has training error 0 and an OOB error of at least 0.8.",
		Hint:  "A tree that did not train on a point predicts its neighbours' class. So what should that be?",
		Start: "preset=moons", Asks: 0.8, OwnPoints: true,
		CounterExample: "n_estimators=40&preset=moons",
		Example:        "n_estimators=40&data=" + turns(14).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Z != nil || len(v.Y) < 12 || len(v.Committee) < 25 || v.Wrong > 0 || v.BagRows == 0 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.BagError(), Words: say.Vars{"oob": v.BagError()}.Text("OOB error <oob>")}, v.BagError() >= 0.8
		}),
	},
}
