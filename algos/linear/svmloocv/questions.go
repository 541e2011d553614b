package svmloocv

import (
	"slices"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	{ID: "left-out", Kind: algos.PickOption, Ask: askLeftOut, Until: untilRefit, Answer: answerLeftOut},
	{ID: "next-error", Kind: algos.PickPoint, Ask: askError, Until: untilError, Answer: answerError},
	{ID: "errors", Kind: algos.SayNumber, Ask: askErrors, Until: algos.AtEnd, Answer: answerErrors},
}

func untilRefit(now, later algos.Step) bool { return later.Metric("left_out") > now.Metric("left_out") }

func untilError(_, later algos.Step) bool {
	return slices.ContainsFunc(later.Events, func(e algos.Event) bool { return e.Kind == "error" })
}

// between returns the view of a step after which a point is taken away, and the row.
func between(s algos.Step) (v view, next int, ok bool) {
	v, ok = s.View.(view)
	return v, v.row + 1, ok && v.phase != leaving && v.row+1 < len(v.y)
}

// The verdicts on a point that was left out.
const (
	asBefore = iota
	stillRight
	nowWrong
)

func askLeftOut(now algos.Step) (algos.Asked, bool) {
	v, ok := now.View.(view)
	if !ok || v.phase != leaving {
		return algos.Asked{}, false
	}
	s := say.Vars{"x": say.Row(v.row)}
	return algos.Asked{
		Text: s.Text("<x> is taken away. What will the classifier of the others say of it?"),
		Options: []say.Phrase{
			asBefore:   "the right label, with the same scores as before",
			stillRight: "the right label, with other scores",
			nowWrong:   "the wrong label",
		},
	}, true
}

// seenChange is the change of the score that can be seen: less is the tolerance of two
// fits, and nothing has happened.
const seenChange = 1e-3

func answerLeftOut(_, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || v.less == nil {
		return algos.Answer{}, false
	}
	s := say.Vars{"alpha": v.full.alpha[v.row], "x": say.Row(v.row), "in": v.y[v.row] * v.full.f[v.row], "out": v.scores[v.row], "change": v.change()}
	a := algos.Answer{Why: s.Text("yₜ times the score was <in> with <x>, which had α = <alpha>, and is <out> without it.")}
	switch {
	case v.wrong():
		a.Option = nowWrong
	case v.change() > seenChange:
		a.Option = stillRight
	}
	return a, true
}

// askError asks while there is a support vector to come.
func askError(now algos.Step) (algos.Asked, bool) {
	v, next, ok := between(now)
	if !ok || !slices.ContainsFunc(v.full.alpha[next:], func(a float64) bool { return a > 0 }) {
		return algos.Asked{}, false
	}
	s := say.Vars{"first": say.Row(next)}
	return algos.Asked{
		Text: s.Text("Which point is the next to get the wrong label from the others? The rows are left out in file order, from <first> on."),
	}, true
}

func answerError(_, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || v.less == nil || !v.wrong() {
		return algos.Answer{}, false
	}
	s := say.Vars{"x": say.Row(v.row), "in": v.y[v.row] * v.full.f[v.row], "out": v.scores[v.row]}
	return algos.Answer{Points: []int{v.row}, Why: s.Text("yₜ times the score of <x> is <in> with it, and <out> without it.")}, true
}

func askErrors(now algos.Step) (algos.Asked, bool) {
	v, _, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := say.Vars{"n": len(v.y), "sv": v.full.sv}
	return algos.Asked{
		Text: s.Text("Of the <n point> <sv> are support vectors. How many points will the others get wrong, when each has been left out once?"),
		Most: float64(len(v.y)), Whole: true, Unit: "errors",
	}, true
}

// answerErrors lets a guess be off by a twentieth of the points: who sees which points
// stand alone cannot count better by eye.
func answerErrors(_, then algos.Step) (algos.Answer, bool) {
	v, ok := then.View.(view)
	if !ok || then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	s := say.Vars{"wrong": v.trainErrors(), "errors": len(v.errors)}
	why := s.Text("Wrong with all points in: <wrong>. Wrong when left out: <errors>.")
	return algos.Answer{Number: float64(len(v.errors)), Tolerance: float64(len(v.y) / 20), Why: why}, true
}
