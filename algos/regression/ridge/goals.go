package ridge

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID:    "left-out",
		Text:  "Find a λ with which the 32 cars, in their own units, miss rows that are left out by at most 2.88 miles (root mean square).",
		Hint:  "Least squares misses them by 3.49. Where is the green curve lowest?",
		Start: "preset=raw-cars", Asks: 2.88, Fewer: true,
		Example: "preset=raw-cars&lambda=5",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || !v.data.Table || len(v.y) < 20 || len(v.data.Columns) < 10 || !v.ownUnits() {
				return algos.Score{}, false
			}
			e := v.leaving(v.Lambda)
			if math.IsNaN(e) {
				return algos.Score{}, false
			}
			e = math.Ceil(100*math.Sqrt(e)) / 100
			return algos.Score{Number: e, Words: say.Vars{"e": e}.Text("missed by <e>")}, e <= 2.88
		}),
	},
	{
		ID:    "bias-pays",
		Text:  "Put at least five points where ridge regression expects at most 0.02 of the error of least squares.",
		Hint:  "Where is the variance large? The rows have to say little about some direction, and θ* little along it.",
		Start: "preset=pair", Asks: 0.02, Fewer: true, OwnPoints: true,
		Example: "preset=u-shape&lambda=3&data=" + twins(0.02).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest = 5
			if !a.Complete || v.Labels != drawn || len(v.y) < fewest || len(v.modes.d) < len(v.price.Columns) {
				return algos.Score{}, false
			}
			free := v.riskAt(0).total()
			if !(free > 0) {
				return algos.Score{}, false
			}
			share := v.riskAt(v.Lambda).total() / free
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> of the error of least squares")}, share <= 0.02
		}),
	},
}

// ownUnits reports whether the columns are spread as they came: in standard deviations no
// column is spread over ten.
func (v view) ownUnits() bool {
	const wide = 10
	for j := range v.data.Columns {
		if v.data.Spread(j) > wide {
			return true
		}
	}
	return false
}
