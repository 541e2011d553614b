package gpregression

import (
	"math"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("variance", algos.SayNumber, askVariance, nil, answerVariance),
	algos.Ask("evidence", algos.PickOption, askEvidence, nil, answerEvidence),
	algos.Ask("optima", algos.SayNumber, askOptima, algos.AtEnd, answerOptima),
}

// between returns the view of a step after which an observation comes, about that one:
// what has just been seen is no more spoken of.
func between(s algos.At[view]) (view, bool) {
	v := s.View
	v.row = -1
	return v, (v.phase == starting || v.phase == conditioning) && v.next() >= 0
}

// askVariance asks where there is something to lose.
func askVariance(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := v.vars()
	before := v.post.At(v.x[v.next()]).Var
	s["s2"], s["noise"] = before, v.post.Noise
	if !(before > v.post.Noise) {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: s.Text("At the input of <x> the variance of f is <s2>; the noise variance is <noise>. What will the variance of f be there after conditioning on <x>?"),
		Most: before,
	}, true
}

// answerVariance takes a quarter of the noise for near enough, or what can be seen of the
// variance before.
func answerVariance(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != conditioning || v.row != now.View.next() {
		return algos.Answer{}, false
	}
	s := v.vars()
	return algos.Answer{
		Number: s["left"].(float64), Tolerance: max(now.View.post.Noise, v.forecast.Var/10) / 4,
		Why: s.Text("It is s²σ²/(s² + σ²), at most the smaller of the two; it does not depend on the value of <x>."),
	}, true
}

// fallen is the first of the limits between what one observation may do to the log evidence.
const fallen = 2

// The ways that the log evidence may go.
const (
	rises = iota
	falls
	plunges
)

func askEvidence(now algos.At[view]) (algos.Asked, bool) {
	v, ok := between(now)
	if !ok {
		return algos.Asked{}, false
	}
	s := v.vars()
	s["limit"] = fallen
	return algos.Asked{
		Text: s.Text("The log marginal likelihood is <evidence>. How does the observation <x> change it?"),
		Options: []say.Phrase{
			rises:   "it rises: the predictive distribution is narrow and correct",
			falls:   s.Text("it falls by no more than <limit>"),
			plunges: s.Text("it falls by more than <limit>: the residual is large"),
		},
	}, true
}

func answerEvidence(now, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.phase != conditioning {
		return algos.Answer{}, false
	}
	s := v.vars()
	change := v.post.LogEvidence() - now.View.post.LogEvidence()
	s["change"] = change
	a := algos.Answer{Option: falls, Why: s.Text("It changes by <change>, the log predictive density at <value>, which is <off> standard deviations " +
		"from the mean.")}
	switch {
	case change > 0:
		a.Option = rises
	case change < -fallen:
		a.Option = plunges
	}
	return a, true
}

// askOptima asks until the first ascent begins.
func askOptima(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if !v.optimises() || len(v.starts) < 2 || v.phase != starting && v.phase != conditioning {
		return algos.Asked{}, false
	}
	s := v.vars()
	return algos.Asked{
		Text:  s.Text("After the last observation the log marginal likelihood is maximised from <starts start>. How many distinct local optima will be found?"),
		Least: 1, Most: float64(len(v.starts)), Whole: true, Unit: "local optima",
	}, true
}

func answerOptima(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.ascent == nil || v.phase != choosing {
		return algos.Answer{}, false
	}
	n := len(v.ascent.optima)
	s := say.Vars{"n": n, "top": v.ascent.value}
	return algos.Answer{Number: float64(n), Why: s.Text("The best of <n local optimum> has the log marginal likelihood <top>.")}, true
}

// goals are challenges.
var goals = []algos.Goal{
	{
		ID: "by-hand",
		Text: "Find a kernel and a noise variance for the 24 observations of the noisy sine with a log marginal likelihood of at least $-5$, without " +
			"using the optimiser.",
		Hint:  "Data fit and complexity penalty pull in opposite directions. Change one hyperparameter at a time: length scale, noise variance, signal variance.",
		Start: "preset=long", Asks: -5,
		CounterExample: "noise_var=0.026&preset=long",
		Example:        "preset=long&kernel=0.8*rbf(0.9)&noise_var=0.026",
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			evidence := a.Last.Metric("log_evidence")
			if a.Params["optimize"] != "false" || !a.Complete || math.IsNaN(evidence) || !slices.Equal(a.Problem.Points, sine()) {
				return algos.Score{}, false
			}
			return algos.Score{Number: evidence, Words: say.Vars{"evidence": evidence}.Text("log marginal likelihood <evidence>")}, true
		},
	},
	{
		ID: "surprises",
		Text: "With the default kernel and noise variance, place at most ten observations between $-1$ and $1$ such that at least 5 are more than three " +
			"standard deviations from their predictive mean.",
		Hint:  "The prior assumes that nearby inputs have similar values, whatever has been observed: the smoothness is never learned from the data.",
		Start: "preset=sine", Asks: 5, OwnPoints: true,
		CounterExample: "preset=sine",
		Example:        "data=" + dataset.Pairs(0, 1, 0.1, -1, 0.2, 1, 0.3, -1, 0.4, 1, 0.5, -1, 0.6, 1, 0.7, -1).String(),
		Reached: func(a algos.Attempt) (algos.Score, bool) {
			asItComes := a.Params["kernel"] == "1*rbf(1)" && a.Params["noise_var"] == "0.05"
			high := slices.ContainsFunc(a.Problem.Points, func(p dataset.Point) bool { return math.Abs(p.Y) > 1 })
			if !asItComes || !a.Complete || len(a.Problem.Points) > 10 || high {
				return algos.Score{}, false
			}
			return algos.Counted(a.Events["surprise"], "<n surprising observation>"), true
		},
	},
}

// sine are the observations of the preset that the page opens with.
var sine = sync.OnceValue(func() []dataset.Point {
	set, err := examples[0].Data.Load()
	if err != nil {
		panic(err) // the generator is our own
	}
	return set.Points
})
