package discriminant

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/geometry"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("direction", algos.PickOption, askDirection, untilDirection, answerDirection),
	algos.Ask("boundary", algos.DrawLine, askBoundary, untilRule, answerBoundary),
	algos.Ask("final-errors", algos.SayNumber, askErrors, algos.AtEnd, answerErrors),
}

func untilDirection(_, later algos.Step) bool { return happens(later, "direction") }
func untilRule(_, later algos.Step) bool      { return happens(later, "rule") }

func happens(s algos.Step, kind string) bool {
	return slices.ContainsFunc(s.Events, func(e algos.Event) bool { return e.Kind == kind })
}

// before returns the view of a step at which a part of the plan is still to come.
func before(s algos.At[view], kinds ...kind) (view, bool) {
	v := s.View
	return v, slices.Contains(kinds, v.item().kind)
}

// awayUpTo are the largest angles in degrees of each option but the last.
var awayUpTo = []float64{15, 45}

// askDirection asks before w has been turned once around.
func askDirection(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, starting, averaging, scattering, separating, pooling)
	if !ok || !v.two() || v.Method == qda {
		return algos.Asked{}, false
	}
	s := say.Vars{"little": awayUpTo[0], "much": awayUpTo[1]}
	return algos.Asked{
		Text: "By how much will the best direction w* be turned away from the line through the two means?",
		Options: []say.Phrase{
			s.Text("less than <little>°: the means decide"), s.Text("<little>° to <much>°"), s.Text("more than <much>°: the spread decides"),
		},
	}, true
}

func answerDirection(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.item().kind != directing || !v.fisher.ok {
		return algos.Answer{}, false
	}
	away := v.turnedAway()
	s := say.Vars{"away": away, "J": v.fisher.best}
	a := algos.Answer{Option: len(awayUpTo), Why: s.Text("It is turned by <away>°, and J is <J> there.")}
	for i, most := range slices.Backward(awayUpTo) {
		if away < most {
			a.Option = i
		}
	}
	return a, true
}

// ruleless are the kinds of steps before the rule that a question may be asked at.
var ruleless = []kind{starting, averaging, scattering, separating, pooling, turning}

func askBoundary(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, ruleless...)
	if !ok || !v.two() || v.Method == qda {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Where will the boundary between the classes be? Draw it."}, true
}

func answerBoundary(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.item().kind != cutting {
		return algos.Answer{}, false
	}
	_, w, w0 := v.linear()
	a := algos.Answer{Line: geometry.Line{A: w[0], B: w[1], C: w0}}
	if a.Why = "It is as far from one mean as from the other, measured by the scatter."; v.Method == lda {
		a.Why = "Along it both classes are equally probable; the rarer class is left less room."
	}
	return a, !v.fisher.coincidence && math.Hypot(w[0], w[1]) > 0
}

func askErrors(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, ruleless...)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.z)
	s := say.Vars{"n": n}
	return algos.Asked{Text: s.Text("How many of the <n point> will the rule get wrong?"), Most: float64(n), Whole: true, Unit: "points"}, true
}

// answerErrors lets a guess be off by a twentieth of the points.
func answerErrors(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.item().kind != evaluating {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.wrong()), Tolerance: float64(len(v.z) / 20)}, true
}
