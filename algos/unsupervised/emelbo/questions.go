package emelbo

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("top", algos.SayNumber, askTop, nil, answerTop),
	algos.Ask("largest-gap", algos.PickPoint, askGap, nil, answerGap),
	algos.Ask("likelihood", algos.PickOption, askLikelihood, nil, answerLikelihood),
}

// askTop asks where μ₁ goes, once the shares are known.
func askTop(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	return algos.Asked{Text: "The shares are known. Where will the M-step put $\\mu_1$?"}, v.phase == sharing && alive(v.count(v.q, 0))
}

// answerTop takes a quarter of a standard deviation of the data for near enough: the picture
// of the bound shows the place, but no number.
func answerTop(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != raising {
		return algos.Answer{}, false
	}
	was := now.View.theta[0].mean
	s := say.Vars{"was": was, "mean": v.theta[0].mean}
	return algos.Answer{
		Number: v.theta[0].mean, Tolerance: v.scale / 4, Why: s.Text("It goes from <was> to <mean>, the mean of the points, each counted with its share."),
	}, true
}

// asksGap reports whether an ordinary E-step is next whose divergences are worth a look.
func asksGap(v view) bool {
	return (v.phase == raising || v.phase == starting) && v.together() && v.kl > 1e-3
}

func askGap(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	return algos.Asked{Text: "Which point keeps the largest divergence after the next E-step? Point at it."}, v.Variant == hard && asksGap(v)
}

// answerGap takes points within a tenth of the largest for it: bars that look alike count as one.
func answerGap(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != sharing {
		return algos.Answer{}, false
	}
	var room [2 * maxK]float64
	a, r := room[:v.K], room[maxK:maxK+v.K]
	d, most, row := make([]float64, len(v.x)), 0.0, 0
	for i := range v.x {
		v.look(a, r, i)
		if d[i] = divergence(v.q.row(i), r, a); d[i] > most {
			most, row = d[i], i
		}
	}
	if !(most > 1e-6) {
		return algos.Answer{}, false
	}
	var rows []int
	for i := range d {
		if d[i] >= 0.9*most {
			rows = append(rows, i)
		}
	}
	s := say.Vars{"x": say.Row(row), "kl": most}
	return algos.Answer{Points: rows, Why: s.Text("<x> is nearest to being shared: giving it to one component alone costs <kl>.")}, true
}

// askLikelihood asks what an M-step does to log p beside the bound.
func askLikelihood(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != sharing {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "The M-step raises the bound. What does the log-likelihood do meanwhile?",
		Options: []say.Phrase{"it rises by at least as much", "it rises by less", "it falls", "neither moves"},
	}, true
}

func answerLikelihood(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != raising {
		return algos.Answer{}, false
	}
	from := now.View
	bound, loglik := v.elbo-from.elbo, v.loglik-from.loglik
	s := say.Vars{"bound": bound, "loglik": loglik}
	a := algos.Answer{Why: s.Text("The bound rises by <bound>, the log-likelihood by <loglik>.")}
	noise := 4 * v.rounding()
	switch {
	case math.Abs(bound) <= noise && math.Abs(loglik) <= noise:
		a.Option, a.Why = 3, "The run stands at a top of both."
	case loglik >= bound-noise:
	case loglik >= 0:
		a.Option = 1
	default:
		a.Option = 2
	}
	return a, true
}
