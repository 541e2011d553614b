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
	return algos.Asked{Text: "The responsibilities are known. Where will the M-step move $\\mu_1$?"}, v.phase == sharing && alive(v.count(v.q, 0))
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
		Number: v.theta[0].mean, Tolerance: v.scale / 4, Why: s.Text("It moves from <was> to <mean>, the responsibility-weighted mean of the points."),
	}, true
}

// asksGap reports whether an ordinary E-step is next whose divergences are worth a look.
func asksGap(v view) bool {
	return (v.phase == raising || v.phase == starting) && v.together() && v.kl > 1e-3
}

func askGap(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	return algos.Asked{Text: "Which point will have the largest KL divergence after the next E-step? Select it."}, v.EStep == hard && asksGap(v)
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
	return algos.Answer{Points: rows, Why: s.Text("<x> is the most ambiguous point: its hard assignment has the KL divergence <kl>.")}, true
}

// askLikelihood asks what an M-step does to log p beside the bound.
func askLikelihood(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.phase != sharing {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "The M-step increases the ELBO. What happens to the log-likelihood?",
		Options: []say.Phrase{"it increases by at least as much", "it increases by less", "it decreases", "neither changes"},
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
	a := algos.Answer{Why: s.Text("The ELBO rises by <bound>, the log-likelihood by <loglik>.")}
	noise := 4 * v.rounding()
	switch {
	case math.Abs(bound) <= noise && math.Abs(loglik) <= noise:
		a.Option, a.Why = 3, "The run is at a maximum of both."
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
		ID:    "gap",
		Text:  "With two components, the hard E-step and at most 20 points, make the run converge with a KL divergence of at least 3 nats.",
		Hint:  "A point on the decision boundary has the largest divergence, $\\log 2$ nats. Let the components overlap.",
		Start: "preset=hard", Asks: 3,
		CounterExample: "data=p1n~-3.1~-2.4~-2.1~-1.7~-1.2~-0.4~0.6~1.1~1.5~1.9~2.3~3.2&k=2&sigma=5&e_step=hard",
		Example:        "k=2&e_step=hard&m_step=means&sigma=5&data=" + twelve.String(),
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.status.State != algos.Converged || v.EStep != hard || v.K != 2 || len(v.x) > 20 || v.Own {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.kl, Words: say.Vars{"kl": v.kl}.Text("a KL divergence of <kl>")}, v.kl >= 3
		}),
	},
	{
		ID:    "slow",
		Text:  "With the soft E-step, at most 20 points and the default tolerance, make EM take at least 100 iterations to converge.",
		Hint:  "Where the components overlap, the ELBO has a much larger curvature than the likelihood, and EM converges slowly.",
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
