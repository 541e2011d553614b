package decisiontree

import (
	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	{ID: "next-column", Kind: algos.PickOption, Ask: askColumn, Until: split, Answer: answerColumn},
	{ID: "next-gain", Kind: algos.SayNumber, Ask: askGain, Until: split, Answer: answerGain},
	{ID: "leaves", Kind: algos.SayNumber, Ask: askLeaves, Until: algos.AtEnd, Answer: answerLeaves},
}

// split says that a later step has asked a question.
func split(_, later algos.Step) bool { return later.Size >= algos.Normal }

func before(s algos.Step) (view, bool) {
	v, ok := s.View.(view)
	return v, ok && v.phase != looking && v.splits < len(v.task.splits)
}

func askColumn(now algos.Step) (algos.Asked, bool) {
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

func answerColumn(_, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || v.phase != splitting {
		return algos.Answer{}, false
	}
	q := v.current().ask
	return algos.Answer{Option: q.feature, Why: say.Vars{"question": v.asked1(*q), "gain": q.gain}.Text("“<question>” gains <gain>.")}, true
}

// gainTolerance is by how much a gain may be off that somebody reckons from what the board shows: a few rows on the wrong side.
const gainTolerance = 0.05

func askGain(now algos.Step) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := v.nodes[v.task.splits[v.splits]]
	w := say.Vars{"node": nodeName(n.id), "phi": n.impurity, "name": v.criterion()}
	return algos.Asked{Text: w.Text("The <name> of node <node> is <phi>. By how much will its question let it fall?"), Most: 3}, true
}

func answerGain(_, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || v.phase != splitting {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.current().ask.gain, Tolerance: gainTolerance}, true
}

func askLeaves(now algos.Step) (algos.Asked, bool) {
	v, ok := before(now)
	if !ok || v.splits > 1 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "How many leaves will the tree have at the end?", Least: 1, Most: 2000, Whole: true}, true
}

func answerLeaves(_, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok {
		return algos.Answer{}, false
	}
	_, _, n := v.sums()
	return algos.Answer{Number: float64(n), Tolerance: max(1, float64(n)/5)}, true
}
