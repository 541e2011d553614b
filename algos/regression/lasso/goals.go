package lasso

import (
	"math"

	"playground/algos"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

var goals = []algos.Goal{
	{
		ID:    "few-columns",
		Text:  "Explain 94 percent of the variance of the targets with the lasso and at most 3 columns, on a table of at least 8.",
		Hint:  "Where the path of the columns that count is flat, and the others have not entered yet.",
		Start: "preset=sparse", Asks: 94,
		Example: "preset=sparse&lambda=0.2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest, most = 8, 3
			if a.Last.Status.State != algos.Converged || len(v.x) < fewest || penalised.Nonzero(v.theta) > most || v.Ratio < 1 || v.yy == 0 {
				return algos.Score{}, false
			}
			share := math.Floor(1000*(1-v.rss/(v.yy*float64(len(v.y))))) / 10
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> percent explained")}, true
		}),
	},
	{
		ID:    "slow-walk",
		Text:  "Put at least five points with two inputs for which coordinate descent takes 300 sweeps or more to come to the end.",
		Hint:  "It walks along the axes. Which ellipses make such a walk long?",
		Start: "preset=diamond", Asks: 300, OwnPoints: true,
		Example: "lambda=0.001&iterations=5000&data=" + cloud(12, 0.9, 0.6, 0.5, 0.4).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const fewest = 5
			if v.Solver != cd || a.Last.Status.State != algos.Converged || v.data.Table || v.Dim != 2 || len(v.y) < fewest {
				return algos.Score{}, false
			}
			return algos.Counted(v.sweeps, "<n sweep>"), true
		}),
	},
}
