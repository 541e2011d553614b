package emelbo

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
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

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "gap",
		Text: "With two components and hard shares, on at most twenty points, let the run converge " +
			"with a divergence of at least 3 nats between the bound and the log-likelihood.",
		Hint:  "A point on the border between two components costs most, $\\log 2$ nats. Let the components lie over each other.",
		Start: "preset=hard", Asks: 3,
		CounterExample: "data=p1n~-3.1~-2.4~-2.1~-1.7~-1.2~-0.4~0.6~1.1~1.5~1.9~2.3~3.2&k=2&sigma=5&variant=hard",
		Example:        "k=2&variant=hard&fit=means&sigma=5&data=" + twelve.String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || v.Variant != hard || v.K != 2 || len(v.x) > 20 || v.Own {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.kl, Words: say.Vars{"kl": v.kl}.Text("a divergence of <kl>")}, v.kl >= 3
		}),
	},
	{
		ID:    "slow",
		Text:  "With soft shares, at most twenty points and the tolerance as it is, make EM take at least 100 iterations before it converges.",
		Hint:  "Where the components overlap the bound is much more curved than the likelihood, and its top is near.",
		Start: "preset=twelve", Asks: 100,
		CounterExample: "mean1=-1&mean2=1&preset=twelve",
		Example:        "mean1=-1&mean2=1&data=" + dataset.NumberLine(-2.5, -1.5, -1, -0.7, -0.4, -0.1, 0.1, 0.4, 0.7, 1, 1.5, 2.5).String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || !v.free() || len(v.x) > 20 || v.Tol != 1e-6 {
				return algos.Score{}, false
			}
			return algos.Counted(v.iter, "<n iteration>"), v.iter >= 100
		}),
	},
}
