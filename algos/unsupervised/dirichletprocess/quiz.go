package dirichletprocess

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("new", algos.SayNumber, askNew, nextCustomer, answerNew),
	algos.Ask("tables", algos.SayNumber, askTables, algos.AtEnd, answerTables),
}

func nextCustomer(_, later algos.Step) bool { return later.Size != algos.Micro }

// askNew asks between two customers.
func askNew(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.breaking() || v.n == 0 || v.n == len(v.customers) {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": v.n, "alpha": v.Alpha}
	return algos.Asked{Text: s.Text("<n customer is> at tables, and α = <alpha>. What is the probability that the next customer opens a new " +
		"table?"), Most: 1}, true
}

// answerNew lets a guess be off by what mental arithmetic leaves.
func answerNew(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.n < 2 {
		return algos.Answer{}, false
	}
	p := v.Alpha / (v.Alpha + float64(v.n-1))
	s := say.Vars{"p": p, "alpha": v.Alpha, "before": v.n - 1}
	return algos.Answer{Number: p, Tolerance: 0.02, Why: s.Text("α/(α + n) = <alpha>/(<alpha> + <before>) = <p>, for any partition of the others.")}, true
}

func askTables(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.n > 20 || len(v.customers) < 40 || v.Representation == given {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": len(v.customers), "tables": len(v.counts())}
	return algos.Asked{
		Text: s.Text("<tables table> so far. How many tables will <n customer> occupy?"), Most: float64(len(v.customers)), Whole: true,
	}, true
}

// answerTables lets a guess be off by the standard deviation, which cannot be predicted.
func answerTables(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	sd := v.spread(v.n)
	s := say.Vars{"tables": len(v.counts()), "expected": v.expected(v.n).Value, "sd": sd}
	return algos.Answer{
		Number: float64(len(v.counts())), Tolerance: max(1, sd),
		Why: s.Text("<tables table is> occupied. The expected number is <expected>, with standard deviation <sd>."),
	}, true
}

// goals are challenges to a reader who sets α, or seats the customers.
var goals = []algos.Goal{
	{
		ID:    "ten-tables",
		Text:  "Choose α so that the expected number of tables of 100 customers is 10, to within 0.05.",
		Hint:  "α ln(1 + 100/α) is near the expected number: try α = 2 and α = 4 first.",
		Start: "customers=100&alpha=1", Asks: 10,
		CounterExample: "alpha=1&customers=100",
		Example:        "customers=100&alpha=2.58",
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
		Text:  "Assign eight customers to more than one table, with α = 1: the probability of the partition must be at least 0.017.",
		Hint:  "Only the table sizes matter. Which sizes make (|τ| − 1)! large?",
		Start: "representation=given&alpha=1&assignments=a a b b c c d d", Asks: 0.017,
		CounterExample: "alpha=1&representation=given&assignments=a+a+b+b+c+c+d+d",
		Example:        "representation=given&alpha=1&assignments=a a a b a a a a",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Representation != given || v.n != 8 || v.Alpha != 1 || len(v.counts()) < 2 {
				return algos.Score{}, false
			}
			l, _ := v.partition()
			p := math.Exp(l)
			return algos.Score{Number: p, Words: say.Vars{"p": p}.Text("a probability of <p>")}, p >= 0.017
		}),
	},
}
