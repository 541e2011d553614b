package bayesianregression

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("variance", algos.SayNumber, askVariance, nil, answerVariance),
	algos.Ask("degree", algos.PickOption, askDegree, algos.AtEnd, answerDegree),
}

// between returns the view of a step after which an observation comes, about that one.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	if v.phase != starting && v.phase != conditioning || v.next() < 0 {
		return view{}, false
	}
	return v.about(v.next(), foreseeing), true
}

// askVariance asks where there is something to lose.
func askVariance(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || !(v.forecast().variance > v.opt.NoiseVar) {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("At the input of <x> the epistemic variance is <s2>, and the noise variance is <noise>. What will the epistemic " +
			"variance be there after the update with <x>?"),
		Most: v.forecast().variance,
	}, true
}

// answerVariance takes a quarter of the noise for near enough, or what can be seen of the
// variance before.
func answerVariance(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	before, _ := between(now)
	if v.phase != conditioning || v.row != before.row {
		return algos.Answer{}, false
	}
	w := v.vars()
	return algos.Answer{
		Number: w["left"].(float64), Tolerance: max(v.opt.NoiseVar, v.forecast().variance/10) / 4,
		Why: w.Text("It is s²σ²/(s² + σ²), less than either of the two; it does not depend on the value of <x>."),
	}, true
}

// asked is the most degrees that are offered one by one.
const asked = algos.MaxOptions - 1

func askDegree(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok || v.opt.Basis == origin || len(v.y) < 3 {
		return algos.Asked{}, false
	}
	a := algos.Asked{Text: "Which degree will have the highest evidence after all observations?"}
	for degree := range asked {
		a.Options = append(a.Options, say.Vars{"d": degree}.Text("degree <d>"))
	}
	a.Options = append(a.Options, say.Vars{"d": asked}.Text("degree <d> or more"))
	return a, true
}

func answerDegree(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.post.n < len(v.y) {
		return algos.Answer{}, false
	}
	best := favourite(v.scores())
	w := say.Vars{"best": best.degree, "top": best.evidence}
	return algos.Answer{Option: min(best.degree, asked), Why: w.Text("Degree <best> has the log evidence <top>, the highest of all.")}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "design",
		Text: "With the default model, place at most four observations at inputs between $-1$ and $1$, so that the posterior standard deviation of " +
			"the slope is at most 0.16.",
		Hint: "Only the inputs matter, not the values. Far apart they determine the slope; symmetric inputs make it uncorrelated with the " +
			"intercept.",
		Start: "preset=line", Asks: 0.16, Fewer: true, OwnPoints: true,
		CounterExample: "preset=line",
		Example:        "data=" + dataset.Pairs(-1, 0, 1, 0, -1, 0, 1, 0).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || !v.asItComes() || v.post.n == 0 || v.post.n > 4 || !within(v.Points, 1) {
				return algos.Score{}, false
			}
			sd := math.Sqrt(v.post.covariance()[3])
			return algos.Score{Number: sd, Words: say.Vars{"sd": sd}.Text("standard deviation <sd>")}, true
		}),
	},
	{
		ID:    "bend",
		Text:  "With the default model, place at most six observations with a log Bayes factor of at least $20$ nats for degree 2 over degree 1.",
		Hint:  "A prior of variance 1 makes large coefficients improbable. Which points does a flat parabola explain, but no line?",
		Start: "preset=line", Asks: 20, OwnPoints: true,
		CounterExample: "preset=line",
		Example:        "data=" + dataset.Pairs(-2, 4, -1, 1, 0, 0, 1, 1, 2, 4).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || !v.asItComes() || v.post.n == 0 || v.post.n > 6 {
				return algos.Score{}, false
			}
			all := v.scores()
			ahead := all[2].evidence - all[1].evidence
			return algos.Score{Number: ahead, Words: say.Vars{"ahead": ahead}.Text("<ahead> nats")}, true
		}),
	},
}

// asItComes reports whether the model has its defaults.
func (v view) asItComes() bool {
	return v.opt.PriorVar == 1 && v.opt.NoiseVar == 0.1 && v.opt.Degree == 1 && v.opt.Basis == powers
}

func within(points []dataset.Point, limit float64) bool {
	for _, p := range points {
		if math.Abs(p.X[0]) > limit {
			return false
		}
	}
	return true
}
