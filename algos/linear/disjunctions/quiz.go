package disjunctions

import (
	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("literals-left", algos.SayNumber, askLeft, untilLabel, answerLeft),
	algos.Ask("mistakes", algos.SayNumber, askMistakes, algos.AtEnd, answerMistakes),
	algos.Ask("end", algos.PickOption, askEnd, algos.AtEnd, answerEnd),
}

// The label comes with the very next step.
func untilLabel(_, _ algos.Step) bool { return true }

// askLeft asks where the learner says +: what it says − of strikes nothing out.
func askLeft(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.did != predict || !v.now().said {
		return algos.Asked{}, false
	}
	s := v.vars()
	s["target"] = writer{v.N}.alternatives(v.target)
	asked := algos.Asked{Most: float64(v.h.count()), Whole: true, Unit: "literals in h"}
	if v.LabelNoise > 0 {
		asked.Text = s.Text("The prediction for <x> is +. The target is <target>, but labels may be noisy. How many of the <left literal> in h remain " +
			"after the label is revealed?")
	} else {
		asked.Text = s.Text("The prediction for <x> is +. The target is <target>. How many of the <left literal> in h remain after the label is revealed?")
	}
	return asked, true
}

func answerLeft(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.did != learn {
		return algos.Answer{}, false
	}
	s := v.vars()
	s["struck"] = v.removed.count()
	a := algos.Answer{Number: float64(v.h.count()), Why: s.Text("The label is +, so the prediction is correct and no literal is removed.")}
	if v.wrong() {
		a.Why = s.Text("The label is −, so all literals of h that are true in <x> are removed: <struck literal>.")
	}
	return a, true
}

// between returns the view of a step after which an example comes.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.did != predict && !v.over
}

func askMistakes(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"k": v.mistakes()}
	return algos.Asked{
		Text:  s.Text("The learner has made <k mistake> so far. How many in total at the end?"),
		Least: float64(v.mistakes()), Most: maxExamples, Whole: true, Unit: "mistakes in total",
	}, true
}

// answerMistakes lets a guess be off by one where examples are drawn: nobody knows which.
func answerMistakes(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	s := say.Vars{"n": v.N, "bound": v.bound(), "class": v.class()}
	a := algos.Answer{Number: float64(v.mistakes()), Why: s.Text("The bound is <bound>, with <n variable>.")}
	if v.clash > 0 {
		a.Why = s.Text("No <class> is consistent with all labels, so the bound does not apply.")
	}
	if v.Order == drawn {
		a.Tolerance = 1
	}
	return a, true
}

// What h may be at the end.
const (
	equal = iota
	larger
	lacking
)

func askEnd(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.clash > 0 {
		return algos.Asked{}, false
	}
	s := say.Vars{"target": writer{v.N}.alternatives(v.target)}
	return algos.Asked{
		Text: s.Text("The target is <target>. What will h be at the end of the run?"),
		Options: []say.Phrase{
			equal:   "exactly the target",
			larger:  "the target and irrelevant literals",
			lacking: "h will lack a literal of the target",
		},
	}, true
}

func answerEnd(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if !then.Status.Final() {
		return algos.Answer{}, false
	}
	s := say.Vars{"h": writer{v.N}.alternatives(v.h)}
	a := algos.Answer{Option: equal, Why: s.Text("At the end h is: <h>.")}
	switch {
	case v.target&^v.h != 0:
		a.Option = lacking
	case v.h != v.target:
		a.Option = larger
	}
	return a, true
}

// goals are challenges to a teacher who types the examples, and does not lie.
var goals = []algos.Goal{
	{
		ID:    "hard-teacher",
		Text:  "Be the adversary: with five variables, type examples on which the general learner makes at least 6 mistakes, without label noise.",
		Hint:  "Six is n + 1, the maximum. Every later mistake must remove only one literal: the first one removes five in any case.",
		Start: "preset=worked&learner=general", Asks: 6,
		CounterExample: "learner=general&order=typed&target=none",
		Example:        "learner=general&order=typed&target=none&bit_strings=00000, 10000, 01000, 00100, 00010, 00001",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !honest(a, v) || v.Learner != general || v.N != 5 {
				return algos.Score{}, false
			}
			return algos.Counted(v.mistakes(), "<n mistake>"), true
		}),
	},
	{
		ID: "kind-teacher",
		Text: "Be a teacher: with at least six variables and a target of at most two, type examples after which h is the target, with no more than 1 " +
			"mistake.",
		Hint:  "A mistake removes every literal that is true in its example. Which single example rules out all irrelevant variables?",
		Start: "preset=worked&n=6&bit_strings=010000, 100000, 000100, 001000, 000010, 000001", Asks: 1, Fewer: true,
		CounterExample: "n=6&order=typed&bit_strings=010000%2C+100000%2C+000100%2C+001000%2C+000010%2C+000001&target=x1+or+x3",
		Example:        "order=typed&n=6&target=x1 or x3&bit_strings=010111",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !honest(a, v) || v.N < 6 || v.target.count() > 2 || v.h != v.target {
				return algos.Score{}, false
			}
			return algos.Counted(v.mistakes(), "<n mistake>"), true
		}),
	},
}

// honest returns the end of a run on typed rows whose labels are all the target's.
func honest(a algos.Attempt, v view) bool {
	return a.Complete && v.Order == typed && v.lies == 0
}
