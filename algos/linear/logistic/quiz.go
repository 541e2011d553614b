package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/geometry"
	"playground/algos/linear/internal/logit"
	"playground/algos/margin"
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
// below, guarantees more than twice what a guess may be off.
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
	s := say.Vars{"before": before, "loss": v.Loss, "norm": v.From.Norm}
	a := algos.Answer{Number: v.Loss, Tolerance: lossTolerance * before}
	if a.Why = s.Text("The gradient norm was <norm>, and the update decreased the loss."); v.Loss >= before {
		a.Why = s.Text("The gradient norm was <norm>, but the step overshot: the loss did not decrease.")
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
	return algos.Asked{Text: "Where will the decision boundary p = ½ be at the end? Draw it."}, true
}

func answerLine(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := ended(then)
	if !ok {
		return algos.Answer{}, false
	}
	th := v.theta()
	a := algos.Answer{Line: geometry.Line{A: th[0], B: th[1], C: th[2]}}
	if v.exists == logit.Infinite {
		a.Why = "There is no finite minimiser: θ would keep growing, but the boundary hardly moves any more."
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
	return algos.Asked{Text: "For which point will its own label have the smallest probability at the end? Point at it."}, true
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
	a.Why = s.Text("The label of <x> has the probability $<p>$, the smallest of all.")
	return a, len(a.Points) < len(v.y)
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "fast-descent",
		Text:  "Make unregularised gradient descent converge in at most 50 updates, on at least 20 points that are not linearly separable.",
		Hint:  "Below $2/M$, which the descent lemma states, descent is guaranteed. Near the minimum the curvature is smaller than $M$.",
		Start: "preset=gradient", Asks: 50, Fewer: true,
		CounterExample: "preset=gradient",
		Example:        "preset=gradient&eta=0.15",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.opt.Solver != logit.GD || v.opt.Lambda != 0 || v.End != logit.Minimum || len(v.y) < 20 {
				return algos.Score{}, false
			}
			return algos.Counted(v.Updates, "<n update>"), true
		}),
	},
	{
		ID: "one-outlier",
		Text: "Place at most 30 points that a line separates, except for one outlier. Unregularised logistic regression must misclassify at least " +
			"3 of them at its minimum.",
		Hint:  "Far on the wrong side the loss of a point grows with its distance: one outlier can outweigh many points.",
		Start: "preset=separable", Asks: 3, OwnPoints: true,
		CounterExample: "preset=separable",
		Example: "data=" + dataset.Labelled(
			[3]float64{0.3, 0, 1}, [3]float64{0.4, 2, 1}, [3]float64{0.4, -2, 1}, [3]float64{0.5, 1, 1}, [3]float64{0.5, -1, 1},
			[3]float64{-0.3, 0, -1}, [3]float64{-0.4, 2, -1}, [3]float64{-0.4, -2, -1}, [3]float64{-0.5, 1, -1}, [3]float64{-0.5, -1, -1},
			[3]float64{-30, 4, 1}).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.opt.Lambda != 0 || v.End != logit.Minimum || len(v.y) > 30 || !v.separableButOne() {
				return algos.Score{}, false
			}
			return algos.Counted(v.Errors, "<n point> misclassified"), true
		}),
	},
}

// separableButOne reports whether a line has every point but one on its side.
func (t *task) separableButOne() bool {
	for out := range t.y {
		var z []margin.Vector
		for i, p := range t.Points {
			if i != out {
				z = append(z, margin.Vector{t.y[i] * p.X[0], t.y[i] * p.X[1], t.y[i]})
			}
		}
		if len(z) > 0 && margin.Largest(z).Separable {
			return true
		}
	}
	return false
}
