package polynomial

import (
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
	return algos.Asked{Text: s.Text("RSS is <rss>, and the inner product of the new direction with the residual is c = <c>. What will RSS be after the fit?"), Most: rss}, true
}

// answerSquares lets a guess be off by a twentieth of the fall: it is to be known how it
// is reckoned, and not to be reckoned well.
func answerSquares(now, then algos.At[view]) (algos.Answer, bool) {
	v := now.View
	w := then.View
	if w.phase != fitting || len(w.fits) != len(v.fits)+1 {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: w.rss(), Tolerance: (v.rss() - w.rss()) / 20, Why: "It falls by the square of c: the direction has length 1 and is orthogonal to all before."}, true
}

func askBest(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase == directing || v.power() > 1 || v.Degree < 4 || v.distinct < 6 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: "Each point is left out in turn and predicted by the fit to the others. Which degree will do this best?", Least: float64(v.first), Most: float64(v.Degree), Whole: true,
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
	return algos.Answer{Number: float64(best), Tolerance: 1, Why: s.Text("With degree <best> the mean squared error is <loo> at points left out, and <train> at the points of the fit.")}, true
}

func askLeverage(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if len(v.y) < 5 || v.power() > 0 || v.Degree < 2 || v.Degree+2 > v.distinct {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which point will have the most say in the fit at its own input at the end?"}, true
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
	a := algos.Answer{Why: say.Vars{"h": top}.Text("Its leverage is <h>. At the ends no neighbour on the other side holds the curve.")}
	for i, h := range v.last().leverage {
		if h >= top*(1-algos.Negligible) {
			a.Points = append(a.Points, i)
		}
	}
	return a, true
}
