package svd

import (
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// goals are challenges to a reader.
var goals = []algos.Goal{
	{
		ID:    "rank-two",
		Text:  "Type a table of rank 2 with at least 16 different numbers in it.",
		Hint:  "A table is of rank 2 if every row is a mixture of the same two rows. What of rows that count on?",
		Start: "picture=typed&rows=1+2%3B3+4", Asks: 16,
		Example: "picture=typed&rows=1+2+3+4%3B5+6+7+8%3B9+10+11+12%3B13+14+15+16",
		Reached: algos.Reach(func(a algos.Attempt, v layersView) (algos.Score, bool) {
			if !a.Complete || v.Picture != typed || v.rank != 2 {
				return algos.Score{}, false
			}
			cells := slices.Clone(v.cells)
			slices.Sort(cells)
			n := len(slices.Compact(cells))
			return algos.Counted(n, "<n different number>"), n >= 16
		}),
	},
	{
		ID:    "holes",
		Text:  "Hide at least 30 % of the ratings, without noise, and complete them so well that the hidden cells are off by at most 0.01.",
		Hint:  "The ratings are made of three tastes. And where does the run end before holes stand still?",
		Start: "task=completion&picture=ratings&hidden=0.3&rank=2", Asks: 0.01, Fewer: true,
		Example: "task=completion&picture=ratings&hidden=0.3&rank=3",
		Reached: algos.Reach(func(a algos.Attempt, v completionView) (algos.Score, bool) {
			if !a.Complete || v.Picture != ratings || v.Noise != 0 || v.Hidden < 0.3 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.hidden, Words: say.Vars{"off": v.hidden}.Text("hidden cells off by <off>")}, v.hidden <= 0.01
		}),
	},
	{
		ID:    "far",
		Text:  "Choose A with numbers of at most 2 in size, and b no longer than 3, so that $x^+$ is at least 50 long with the default cut-off.",
		Hint:  "A short axis of the ellipse, and b along it. But not an axis of length 0.",
		Start: "task=inverse&matrix=1+1%3B1+1.5&b=1,2", Asks: 50,
		Example: "task=inverse&matrix=1+1%3B1+1.01&b=2,-2",
		Reached: algos.Reach(func(a algos.Attempt, v inverseView) (algos.Score, bool) {
			if !a.Complete || v.Cutoff != defaultCutoff || v.size() > 2 || norm(v.b) > 3 {
				return algos.Score{}, false
			}
			return algos.Score{Number: norm(v.x), Words: say.Vars{"length": norm(v.x)}.Text("a length of <length>")}, norm(v.x) >= 50
		}),
	},
}
