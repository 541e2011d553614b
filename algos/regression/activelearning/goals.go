package activelearning

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "together",
		Text:  "Choose all queries yourself, three or more, so that Tr A ends at least 8 percent below what as many A-optimal queries come to, one by one.",
		Hint:  "The best first query need not be one of the best three: try both ends early, even where the first of them is worth little alone.",
		Start: "preset=greedy", Asks: 8,
		Example: "preset=greedy&own=-6, 10, -3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const least = 3
			if !a.Complete || !v.final() || v.made() < least || len(v.own) < v.made() || !v.design.regular() {
				return algos.Score{}, false
			}
			optimal := v.race.optimal[v.made()]
			below := 100 * (1 - v.trace()/optimal)
			if math.IsNaN(below) {
				return algos.Score{}, false
			}
			return algos.Score{Number: below, Words: say.Vars{"below": below}.Text("<below> percent below")}, below >= 8
		}),
	},
	{
		ID:    "middle",
		Text:  "Keep the interval from −1 to 1, and place measured points so that the A-optimal query after them is at least 0.9 away from both ends.",
		Hint:  "An end is asked for because the slope is in doubt. When is the constant in more doubt than the slope?",
		Start: "preset=note", Asks: 0.9, OwnPoints: true,
		Example: "queries=1&data=" + dataset.Pairs(-3, -1.5, 3, 2).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Low != -1 || v.High != 1 || len(v.Points) < 2 {
				return algos.Score{}, false
			}
			var xs []float64
			for _, p := range v.Points {
				xs = append(xs, p.X[0])
			}
			d := designOf(xs)
			if !d.regular() {
				return algos.Score{}, false
			}
			off := 1 - math.Abs(d.best(v.Low, v.High))
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("<off> away from the nearer end")}, off >= 0.9
		}),
	},
}
