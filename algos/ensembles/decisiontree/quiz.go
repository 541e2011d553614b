package decisiontree

import (
	"playground/algos"
	"playground/algos/dataset"
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
	a := algos.Asked{Text: say.Vars{"node": nodeName(v.task.splits[v.splits])}.Text("Which feature will node <node> be split on?")}
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
	return algos.Answer{Option: q.feature, Why: say.Vars{"question": v.asked1(*q), "gain": q.gain}.Text("<question> has gain <gain>.")}, true
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
	return algos.Asked{Text: w.Text("The <name> of node <node> is <phi>. By how much will its split lower it?"), Most: 3}, true
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

var goals = []algos.Goal{
	{
		ID:    "greedy",
		Text:  "Place 8 to 12 points on which the greedy tree of depth two makes at least 3 more errors than the optimal tree of depth two.",
		Hint:  "Greedy search takes the best immediate split. Make the two needed splits look worthless individually.",
		Start: "preset=corners&max_depth=2", Asks: 3, OwnPoints: true,
		CounterExample: "max_depth=2&preset=corners",
		Example:        "max_depth=2&data=" + tempting.String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			best, ok := v.best2()
			if !ok || !a.Complete || len(a.Problem.Points) < 8 || len(a.Problem.Points) > 12 {
				return algos.Score{}, false
			}
			_, wrong, _ := v.sums()
			return algos.Counted(wrong-best, "<n error> more"), wrong-best >= 3
		}),
	},
	{
		ID:    "fame",
		Text:  "Trees are unstable: move, add or relabel one point so that at least 8 other predictions change.",
		Hint:  "Two splits have almost equal gain: tip the balance with a label inside the other class.",
		Start: "preset=fame", Asks: 8, Compares: true, OwnPoints: true,
		CounterExample: "preset=fame",
		Example:        "preset=fame&data=" + flipped().String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			n := a.Turned()
			if !a.Complete || n < 0 {
				return algos.Score{}, false
			}
			return algos.Counted(n, "<n prediction> changed"), n >= 8
		},
	},
}

// tempting is XOR on few points.
var tempting = dataset.Generate("xor", 12, 0.4, 3)

// flipped are the points of the preset, one of them with the other label.
func flipped() dataset.Source {
	set, err := unstable.Load()
	if err != nil {
		panic(err) // the generator is our own
	}
	set.Points[28].Y = 1 - set.Points[28].Y
	return dataset.Explicit(set)
}
