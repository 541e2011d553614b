package mcmc

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// questions are what a reader may guess before the run goes on.
var questions = []algos.Question{
	algos.Ask("probability", algos.SayNumber, askProbability, nil, answerProbability),
	algos.Ask("share", algos.SayNumber, askShare, algos.AtEnd, answerShare),
	algos.Ask("agree", algos.PickOption, askAgree, algos.AtEnd, answerAgree),
}

func askProbability(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.stage != proposing || v.draw.nowhere() || v.draw.ratio < -20 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("A state is proposed. What is its acceptance probability?"), Least: 0, Most: 1}, true
}

// answerProbability takes a tenth for near enough: that is what an estimate of e to a power in the
// head comes to.
func answerProbability(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.draw == nil {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.draw.accept, Tolerance: 0.1}, true
}

func askShare(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.stage != beginning || v.Method == gibbs {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "What will the acceptance rate be at the end?", Least: 0, Most: 1}, true
}

// answerShare takes a tenth for near enough: it is twice what the share of one chain may differ by from another's.
func answerShare(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.t == 0 {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.rate(), Tolerance: 0.1}, true
}

// The answers to whether chains agree.
const (
	yes = iota
	no
)

func askAgree(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.stage != beginning || v.Chains < 2 || v.Draws-v.Warmup < fewest {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("<chains chain starts> at different states. Will they have converged at the end, with R-hat below 1.1 for both " +
			"coordinates?"),
		Options: []say.Phrase{yes: "yes", no: "no"},
	}, true
}

func answerAgree(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if math.IsNaN(v.rhat[0] + v.rhat[1]) {
		return algos.Answer{}, false
	}
	w := say.Vars{"a": v.rhat[0], "b": v.rhat[1]}
	a := algos.Answer{Option: yes, Why: w.Text("R-hat is <a> for x₁ and <b> for x₂.")}
	if max(v.rhat[0], v.rhat[1]) > alarm {
		a.Option = no
	}
	return a, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "worth",
		Text: "Sample the banana with b = 0.25 by Metropolis, 400 iterations of 4 chains, so that the effective sample size is at least 100 for " +
			"both coordinates.",
		Hint:  "Tune the proposal scale: in two dimensions an acceptance rate near one third is good. Initial states and burn-in matter, too.",
		Start: "preset=too-small", Asks: 100,
		CounterExample: "preset=too-small",
		Example:        "preset=too-small&step_size=2.2",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Target != onBanana || v.Bend != 0.25 || v.Method != metropolis || v.Draws != 400 || v.Chains != 4 {
				return algos.Score{}, false
			}
			least := min(v.estimate(0).ess, v.estimate(1).ess)
			if math.IsNaN(least) {
				return algos.Score{}, false
			}
			return algos.Score{Number: least, Words: say.Vars{"ess": least}.Text("effective sample size <ess>")}, least >= 100
		}),
	},
	{
		ID: "fooled",
		Text: "Fool R-hat: at least two chains, with at least 200 iterations after burn-in. R-hat of x₁ must be below 1.05, and the error of the " +
			"mean of x₁ at least 1.5.",
		Hint:  "The chains must agree on a wrong mean. You choose the initial states: the points on the board.",
		Start: "preset=two-modes", Asks: 1.5, OwnPoints: true,
		CounterExample: "preset=two-modes",
		Example:        "preset=two-modes&data=" + loose([2]float64{4, 2}, [2]float64{5, 3}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Chains < 2 || v.Draws-v.Warmup < 200 || !v.Correct {
				return algos.Score{}, false
			}
			e := v.estimate(0)
			if !(e.rhat < 1.05) {
				return algos.Score{}, false
			}
			off := math.Abs(e.mean - v.exact().mean[0])
			return algos.Score{Number: off, Words: say.Vars{"off": off}.Text("error <off>")}, off >= 1.5
		}),
	},
}

// ended returns the end of a run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.t > 0
}
