package dirichletprocess

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// goals are challenges to a reader who sets α, or seats the customers.
var goals = []algos.Goal{
	{
		ID:    "ten-tables",
		Text:  "Choose α so that 100 customers are expected to sit at 10 tables, to within 0.05.",
		Hint:  "α ln(1 + 100/α) is near the expected number: try α = 2 and α = 4 first.",
		Start: "customers=100&alpha=1", Asks: 10,
		Example: "customers=100&alpha=2.58",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.n != 100 {
				return algos.Score{}, false
			}
			x := v.expected(v.n).Value
			return algos.Score{Number: x, Words: say.Vars{"x": x}.Text("<x> tables expected")}, math.Abs(x-10) <= 0.05
		}),
	},
	{
		ID:    "likeliest",
		Text:  "Seat eight customers by hand, at more than one table, with α = 1: the probability of who sits with whom has to be at least 0.017.",
		Hint:  "The sizes of the tables count alone. Which tables make (|τ| − 1)! large?",
		Start: "by=typed&alpha=1&seats=a a b b c c d d", Asks: 0.017,
		Example: "by=typed&alpha=1&seats=a a a b a a a a",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.By != typed || v.n != 8 || v.Alpha != 1 || len(v.counts()) < 2 {
				return algos.Score{}, false
			}
			l, _ := v.partition()
			p := math.Exp(l)
			return algos.Score{Number: p, Words: say.Vars{"p": p}.Text("a probability of <p>")}, p >= 0.017
		}),
	},
}
