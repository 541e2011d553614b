package linearregression

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID:    "few-updates",
		Text:  "Let plain gradient descent on at least ten points on a line come to the minimum within 24 updates.",
		Hint:  "Two directions have to shrink at once. Where is the lowest place of the curve of factors?",
		Start: "preset=descent", Asks: 24, Fewer: true,
		Example: "preset=line&solver=gd&eta=0.22",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if v.Solver != gd || a.Last.Status.State != algos.Converged || len(v.y) < 10 || len(v.x) < 2 || v.rank < 2 {
				return algos.Score{}, false
			}
			return algos.Counted(v.updates, "<n update>"), true
		}),
	},
	{
		ID:    "lost-digits",
		Text:  "Put at least five points where the normal equations lose 4 digits against QR.",
		Hint:  "They square the condition number. When do the columns 1 and $x$ look alike?",
		Start: "preset=three", Asks: 4, OwnPoints: true,
		Example: "data=" + dataset.Line(
			[2]float64{1e6 + 0.3, 1}, [2]float64{1e6 + 1.1, 3}, [2]float64{1e6 + 2.2, 2}, [2]float64{1e6 + 3.7, 4}, [2]float64{1e6 + 4.9, 1},
		).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest = 5
			if v.Solver != exact || !a.Complete || len(v.y) < fewest || !v.Table.Empty() {
				return algos.Score{}, false
			}
			n := v.numerics()
			if !n.known {
				return algos.Score{}, false
			}
			lost := math.Round(10*max(0, n.lost())) / 10
			return algos.Score{Number: lost, Words: say.Vars{"lost": lost}.Text("<lost> digits lost")}, true
		}),
	},
}
