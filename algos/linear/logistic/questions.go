package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/geometry"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("next-loss", algos.SayNumber, askLoss, nil, answerLoss),
	algos.Ask("final-line", algos.DrawLine, askLine, algos.AtEnd, answerLine),
	algos.Ask("least-sure", algos.PickPoint, askLeastSure, algos.AtEnd, answerLeastSure),
}

// between returns the view of a step between two updates.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	return v, (v.Did == logit.Start || v.Did == logit.Update)
}

// lossTolerance is by how much the loss may be off, as a share of what it is now.
const lossTolerance = 0.05

// askLoss asks of updates by all rows, while the quadratic that Newton's method fits, whose bottom is δ²/2
// below, promises more than twice what a guess may be off.
func askLoss(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.opt.Stochastic() || !(v.Decrement*v.Decrement/2 > 2*lossTolerance*v.Loss) {
		return algos.Asked{}, false
	}
	s := say.Vars{"loss": v.Loss}
	return algos.Asked{Text: s.Text("The loss is <loss> now. What will it be after the next update?")}, true
}

func answerLoss(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Did != logit.Update || math.IsInf(v.Loss, 0) || math.IsNaN(v.Loss) {
		return algos.Answer{}, false
	}
	before := now.View.Loss
	s := say.Vars{"before": before, "loss": v.Loss, "slope": v.From.Norm}
	a := algos.Answer{Number: v.Loss, Tolerance: lossTolerance * before}
	if a.Why = s.Text("The gradient was <slope> long, and the update made the loss smaller."); v.Loss >= before {
		a.Why = s.Text("The gradient was <slope> long, but the update went too far: the loss did not become smaller.")
	}
	return a, true
}

// unsettled is the Newton decrement from which on the end is visibly elsewhere.
const unsettled = 0.1

func askLine(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || !v.twoClasses() || v.Decrement <= unsettled {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Where will the line p = ½ be at the end? Draw it."}, true
}

func answerLine(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	th := v.theta()
	a := algos.Answer{Line: geometry.Line{A: th[0], B: th[1], C: th[2]}}
	if v.exists == logit.Infinite {
		a.Why = "There is no minimum: θ would grow on, but its line hardly moves any more."
	}
	return a, length(th) > 1e-6 && !math.IsInf(length(th), 0)
}

// ended returns the view of a last step that came somewhere.
func ended(s algos.At[view]) (view, bool) {
	v := s.View
	return v, s.Status.Final() && v.End != logit.Open && v.End != logit.Blown
}

func askLeastSure(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || !v.twoClasses() || v.Decrement <= unsettled {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which point will have the least probability of its own label at the end? Point at it."}, true
}

// tied is by how much two scores differ, as a share of the least, that eyes cannot tell
// apart.
const tied = 0.05

func answerLeastSure(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	least, at := math.Inf(1), 0
	for i, y := range v.y {
		if z := y * v.scoreOf(i); z < least {
			least, at = z, i
		}
	}
	var a algos.Answer
	for i, y := range v.y {
		if y*v.scoreOf(i) <= least+tied*math.Abs(least) {
			a.Points = append(a.Points, i)
		}
	}
	s := say.Vars{"x": say.Row(at), "p": probability(least)}
	a.Why = s.Text("<x> has its own label with the probability $<p>$, the least of all.")
	return a, len(a.Points) < len(v.y)
}
