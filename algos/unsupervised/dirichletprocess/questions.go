package dirichletprocess

import (
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
	return algos.Asked{Text: s.Text("<n customer> are there, and α = <alpha>. With which probability will the next one open a table?"), Most: 1}, true
}

// answerNew lets a guess be off by what nobody reckons in the head.
func answerNew(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.n < 2 {
		return algos.Answer{}, false
	}
	p := v.Alpha / (v.Alpha + float64(v.n-1))
	s := say.Vars{"p": p, "alpha": v.Alpha, "before": v.n - 1}
	return algos.Answer{Number: p, Tolerance: 0.02, Why: s.Text("α/(α + n) = <alpha>/(<alpha> + <before>) = <p>, wherever the others sit.")}, true
}

func askTables(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.n > 20 || len(v.customers) < 40 || v.By == typed {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": len(v.customers), "tables": len(v.counts())}
	return algos.Asked{
		Text: s.Text("<tables table> so far. How many will there be once <n customer> have come?"), Most: float64(len(v.customers)), Whole: true,
	}, true
}

// answerTables lets a guess be off by the standard deviation, which nobody can foresee.
func answerTables(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	sd := v.spread(v.n)
	s := say.Vars{"tables": len(v.counts()), "expected": v.expected(v.n).Value, "sd": sd}
	return algos.Answer{
		Number: float64(len(v.counts())), Tolerance: max(1, sd),
		Why: s.Text("There are <tables table>. Expected are <expected>, with a standard deviation of <sd>."),
	}, true
}
