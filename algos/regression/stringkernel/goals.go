package stringkernel

import (
	"playground/algos"
	"playground/algos/say"
)

// goals are what strings of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "no-letter-in-place",
		Text: "Write two strings of at least six letters that have no letter in common at the same place, and that are alike all the same: " +
			"with n = 2 or more and λ at most 0.5, make K̂ at least 0.8.",
		Hint:  "The kernel does not care where a subsequence stands. Move everything by one place.",
		Start: "preset=banana&n=2&s=abcdef&t=uvwxyz", Asks: 0.8,
		Example: "n=2&s=abcdefghijkl&t=zabcdefghijkl&words=",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.N < 2 || v.Lambda > 0.5 || min(len(v.s), len(v.t)) < 6 || v.scale(v.N) == 0 {
				return algos.Score{}, false
			}
			for i := range min(len(v.s), len(v.t)) {
				if v.s[i] == v.t[i] {
					return algos.Score{}, false
				}
			}
			hat := v.sum / v.scale(v.N)
			return algos.Score{Number: hat, Words: say.Vars{"k": hat}.Text("K̂ = <k>")}, true
		}),
	},
	{
		ID:    "many-pairs",
		Text:  "With λ = 1 the kernel counts. Write two different strings of at most eight letters that have at least 1000 pairs of places in common, for n = 3.",
		Hint:  "Eight letters have 56 ways to choose three of them. How many of these can spell the same word?",
		Start: "preset=banana&lambda=1&t=bananas", Asks: 1000,
		Example: "n=3&lambda=1&s=aaaaaaaa&t=aaaaaaab&words=",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.N != 3 || v.Lambda != 1 || max(len(v.s), len(v.t)) > 8 || v.words[0] == v.words[1] {
				return algos.Score{}, false
			}
			return algos.Counted(int(v.sum), "<n pair>"), true
		}),
	},
}

// ended returns the end of a whole run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.over
}
