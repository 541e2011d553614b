package pca

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID:    "hand",
		Text:  "Turn the axis by hand on the tilted cloud until it captures at least 99.99 % of what the first component does.",
		Hint:  "Watch the curve, not the cloud: near its top it is flat, so be patient with the last degrees.",
		Start: "preset=hand", Asks: 99.99,
		Example: "preset=hand&angle=0.52",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.data.table || v.n < 20 || v.Route == power || v.ratio() > 0.5 {
				return algos.Score{}, false
			}
			share := math.Floor(1e4*v.quadratic(v.hand)/v.lambda(0)) / 100
			return algos.Score{Number: share, Words: say.Vars{"share": say.Digits{X: share, N: 4}}.Text("<share> % of it")}, share >= 99.99
		}),
	},
	{
		ID:    "slow",
		Text:  "Put at least six points on the board for which power iteration needs at least 300 iterations for its first component.",
		Hint:  "Every iteration leaves λ₂/λ₁ of the angle. A round cloud has a ratio near 1; a perfectly round one has no first direction at all.",
		Start: "preset=power", Asks: 300, OwnPoints: true,
		Example: "route=power&iterations=2000&angle=-0.6&data=" + nearlyRing().String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.Route != power || v.n < 6 || v.data.table || v.Tol < 1e-9 || v.tied(0) {
				return algos.Score{}, false
			}
			n := v.iter // of a run that ended on the way
			if len(v.took) > 0 {
				n = v.took[0]
			}
			return algos.Counted(n, "<n iteration>"), n >= 300
		}),
	},
}
