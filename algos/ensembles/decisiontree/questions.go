package decisiontree

import (
	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-column", algos.PickOption, askColumn, split, answerColumn),
	algos.Ask("next-gain", algos.SayNumber, askGain, split, answerGain),
	algos.Ask("leaves", algos.SayNumber, askLeaves, algos.AtEnd, answerLeaves),
}

// split says that a later step has asked a question.
func split(_, later algos.Step) bool { return later.Size >= algos.Normal }

func before(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.phase != looking && v.splits < len(v.task.splits)
}

func askColumn(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || len(v.x) < 2 || len(v.x) > 6 {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: say.Vars{"node": nodeName(v.task.splits[v.splits])}.Text("Which column will node <node> ask about?")}
	for _, name := range v.names {
		a.Options = append(a.Options, say.Given(name).Phrase())
	}
	return a, true
}

func answerColumn(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != splitting {
		return algos.Answer{}, false
	}
	q := v.current().ask
	return algos.Answer{Option: q.feature, Why: say.Vars{"question": v.asked1(*q), "gain": q.gain}.Text("“<question>” gains <gain>.")}, true
}

// gainTolerance is by how much a gain may be off that somebody reckons from what the board shows: a few rows on the wrong side.
const gainTolerance = 0.05

func askGain(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := v.nodes[v.task.splits[v.splits]]
	w := say.Vars{"node": nodeName(n.id), "phi": n.impurity, "name": v.criterion()}
	return algos.Asked{Text: w.Text("The <name> of node <node> is <phi>. By how much will its question let it fall?"), Most: 3}, true
}

func answerGain(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != splitting {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.current().ask.gain, Tolerance: gainTolerance}, true
}

func askLeaves(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || v.splits > 1 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "How many leaves will the tree have at the end?", Least: 1, Most: 2000, Whole: true}, true
}

func answerLeaves(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	_, _, n := v.sums()
	return algos.Answer{Number: float64(n), Tolerance: max(1, float64(n)/5)}, true
}
