package polynomial

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on.
var questions = []algos.Question{
	algos.Ask("squares", algos.SayNumber, askSquares, nil, answerSquares),
	algos.Ask("best", algos.SayNumber, askBest, algos.AtEnd, answerBest),
	algos.Ask("leverage", algos.PickPoint, askLeverage, algos.AtEnd, answerLeverage),
}

// askSquares asks where the direction and its inner product are shown, and the fall is
// neither nothing nor everything.
func askSquares(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != directing {
		return algos.Asked{}, false
	}
	c, rss := dot(v.next.at, v.residual()), v.rss()
	if c*c < 0.05*rss || c*c > 0.95*rss {
		return algos.Asked{}, false
	}
	s := say.Vars{"rss": rss, "c": c}
	return algos.Asked{Text: s.Text("RSS is <rss>, and the inner product of the new basis function with the residual is c = <c>. What will RSS be " +
		"after the fit?"), Most: rss}, true
}

// answerSquares lets a guess be off by a twentieth of the fall: it is to be known how it
// is reckoned, and not to be reckoned well.
func answerSquares(now, then algos.At[view]) (algos.Answer, bool) {
	v := now.View
	w := then.View
	if w.phase != fitting || len(w.fits) != len(v.fits)+1 {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: w.rss(), Tolerance: (v.rss() - w.rss()) / 20, Why: "It falls by c²: the basis function has norm 1 and is orthogonal " +
		"to all previous ones."}, true
}

func askBest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase == directing || v.power() > 1 || v.Degree < 4 || v.distinct < 6 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: "Which degree will have the lowest leave-one-out error?", Least: float64(v.first), Most: float64(v.Degree), Whole: true,
	}, true
}

// answerBest lets a guess be off by one: which of two neighbours is better is a matter
// of the noise.
func answerBest(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if then.Status.State != algos.Converged {
		return algos.Answer{}, false
	}
	best, ok := v.best(looOf)
	if !ok {
		return algos.Answer{}, false
	}
	f := v.fits[best-v.first]
	s := say.Vars{"loo": f.loo, "train": f.rss / float64(len(v.y)), "best": best}
	return algos.Answer{Number: float64(best), Tolerance: 1, Why: s.Text("With degree <best> the leave-one-out mean squared error is <loo>, and the " +
		"training error <train>.")}, true
}

func askLeverage(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.y) < 5 || v.power() > 0 || v.Degree < 2 || v.Degree+2 > v.distinct {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which point will have the highest leverage at the end?"}, true
}

// answerLeverage takes any of those that rounding cannot tell apart.
func answerLeverage(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if len(v.fits) == 0 {
		return algos.Answer{}, false
	}
	top := 0.0
	for _, h := range v.last().leverage {
		top = max(top, h)
	}
	a := algos.Answer{Why: say.Vars{"h": top}.Text("Its leverage is <h>. Points at the ends have neighbours on one side only.")}
	for i, h := range v.last().leverage {
		if h >= top*(1-algos.Negligible) {
			a.Points = append(a.Points, i)
		}
	}
	return a, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID:    "swing",
		Text:  "Place at most 12 points with values from 0 to 1 so that the polynomial through all of them reaches 1000 between the first and the last.",
		Hint:  "The interpolant oscillates where the inputs are too sparse for the degree: leave gaps near the ends, and cluster the points in the middle.",
		Start: "preset=runge", Asks: 1000, OwnPoints: true,
		CounterExample: "degree=11&preset=runge",
		Example: "degree=11&data=" + sampled([]float64{-1, -0.3, -0.24, -0.18, -0.12, -0.06, 0, 0.06, 0.12, 0.18, 0.24, 1}, func(x float64) float64 {
			return math.Round(0.5 + 0.5*math.Cos(x*52))
		}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			const most = 12
			if !a.Complete || len(v.y) > most || len(v.fits) < 3 || len(v.fits) != len(v.y) || slices.Min(v.y) < 0 || slices.Max(v.y) > 1 {
				return algos.Score{}, false
			}
			top := v.highest()
			return algos.Score{Number: top, Words: say.Vars{"top": top}.Text("maximum <top>")}, top >= 1000
		}),
	},
	{
		ID:    "lever",
		Text:  "Fit at least 10 points by degree 2 or more so that a single point has leverage 0.999 or more, and no other above 0.5.",
		Hint:  "A point has high leverage where there are no neighbours.",
		Start: "preset=outlier", Asks: 0.999, OwnPoints: true,
		CounterExample: "degree=2&preset=outlier",
		Example:        "degree=2&data=" + sampled([]float64{-1, -0.9, -0.8, -0.4, -0.2, 0, 0.2, 0.4, 0.8, 0.9, 1, 90}, func(x float64) float64 { return math.Round(10*x*x) / 10 }).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || len(v.y) < 10 || v.power() < 2 {
				return algos.Score{}, false
			}
			h := slices.Sorted(slices.Values(v.last().leverage))
			top, second := h[len(h)-1], h[len(h)-2]
			if second > 0.5 {
				return algos.Score{}, false
			}
			return algos.Score{Number: top, Words: say.Vars{"h": top}.Text("a leverage of <h>")}, top >= 0.999
		}),
	},
}

// highest is how far the fit goes from 0 between the first and the last input, at places
// close together.
func (v view) highest() float64 {
	const places = 1000
	top := 0.0
	for i := range places + 1 {
		top = max(top, math.Abs(v.at(v.c+v.s*(2*float64(i)/places-1))))
	}
	return top
}
