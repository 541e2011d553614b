package svm

import (
	"slices"

	"playground/algos"
	"playground/algos/geometry"
	"playground/algos/linear/internal/pairs"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-pair", algos.PickPoint, askPair, nil, answerPair),
	algos.Ask("support-vectors", algos.SayNumber, askSupport, algos.AtEnd, answerSupport),
	algos.Ask("boundary", algos.DrawLine, askBoundary, algos.AtEnd, answerBoundary),
}

// between returns the view of a step at which no pair is at work.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, v.phase != pairs.Choosing && v.Next.J >= 0
}

func askPair(now algos.At[view]) (algos.Asked, bool) {
	_, ok := between(now)
	return algos.Asked{Text: "Two points change their weights next: those that violate the conditions most. Point at one of them."}, ok
}

func answerPair(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Done == nil {
		return algos.Answer{}, false
	}
	rows := []int{v.Done.I, v.Done.J}
	slices.Sort(rows)
	s := say.Vars{"rows": say.Rows(rows), "gap": v.Done.Pair.Violation}
	return algos.Answer{Points: rows, Why: s.Text("The pair <rows> violated the conditions by <gap>.")}, true
}

func askSupport(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	n := len(v.y)
	s := say.Vars{"n": n}
	return algos.Asked{Text: s.Text("How many of the <n point> will be support vectors at the end?"), Most: float64(n), Whole: true, Unit: "support vectors"}, true
}

// answerSupport lets a guess be off by a twentieth of the points: who has the right
// picture of the margin cannot count better by eye.
func answerSupport(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	s := say.Vars{"free": v.Free, "bound": v.Bound}
	why := s.Text("<free> lie on the margin, and <bound> at the bound α = C.")
	if v.Hard {
		why = s.Text("All <free> lie on the margin.")
	}
	return algos.Answer{Number: float64(v.Support()), Tolerance: float64(len(v.y) / 20), Why: why}, true
}

func askBoundary(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	return algos.Asked{Text: "Where will the boundary be at the end? Draw it."}, ok && v.Linear
}

func answerBoundary(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	f := v.expansion()
	w := f.Weights()
	return algos.Answer{Line: geometry.Line{A: w[0], B: w[1], C: f.Offset()}}, w[0] != 0 || w[1] != 0
}
