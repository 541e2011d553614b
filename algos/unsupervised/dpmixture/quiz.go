package dpmixture

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("new", algos.SayNumber, askNew, anyStep, answerNew),
	algos.Ask("mean", algos.SayNumber, askMean, algos.AtEnd, answerMean),
	algos.Ask("moved", algos.SayNumber, askMoved, nextSweep, answerMoved),
}

func anyStep(_, _ algos.Step) bool { return true }

func nextSweep(_, later algos.Step) bool { return later.Size == algos.Pass }

// askNew asks within a sweep that is walked point by point.
func askNew(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.size == algos.Pass || len(v.drawn)+1 >= v.n {
		return algos.Asked{}, false
	}
	s := say.Vars{"row": say.Row(len(v.drawn)).Name(), "alpha": v.Alpha}
	return algos.Asked{
		Text: s.Text("<row> is next, and α is <alpha>. What is the probability, in per cent, that it starts a new cluster?"), Unit: "%", Most: 100,
	}, true
}

// answerNew lets a guess be off by what no eye tells apart in the picture of the board.
func answerNew(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.at() < 0 {
		return algos.Answer{}, false
	}
	x := v.last()
	o := x.options[len(x.options)-1]
	s := say.Vars{"row": say.Row(x.i).Name(), "d": math.Sqrt(o.far), "s": math.Sqrt(o.s2)}
	why := s.Text("A new cluster has the weight α times a broad prior predictive density, and m₀ is <d> away from <row>. Existing clusters " +
		"have larger counts and narrower densities.")
	return algos.Answer{Number: 100 * o.p, Tolerance: 10, Why: why}, true
}

func askMean(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.at() >= 0 || v.Sweeps-v.BurnIn < 20 || v.n < 3 {
		return algos.Asked{}, false
	}
	s := say.Vars{"expected": v.expected().Value}
	return algos.Asked{Text: s.Text("The prior mean is <expected> clusters. What will the mean over the run be?"), Least: 1, Most: float64(v.n)}, true
}

// answerMean lets a guess be off by a quarter: the picture of the points says no more.
func answerMean(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.used() == 0 || !then.Status.Final() {
		return algos.Answer{}, false
	}
	mean := float64(v.total) / float64(v.used())
	s := say.Vars{"mean": mean, "used": v.used()}
	return algos.Answer{Number: mean, Tolerance: mean / 4, Why: s.Text("Over <used sweep> the mean is <mean>: some clusters exist for a few " +
		"sweeps only.")}, true
}

// askMoved asks at the end of a sweep about the next one.
func askMoved(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.size != algos.Pass || v.sweep == 0 || v.n < 20 || v.over() {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "What percentage of the points will change cluster in the next sweep?", Unit: "%", Most: 100}, true
}

// answerMoved lets a guess be off by what one sweep differs from the next, and a little more.
func answerMoved(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.size != algos.Pass || v.at() < 0 {
		return algos.Answer{}, false
	}
	s := say.Vars{"moved": v.moved(), "n": v.n}
	return algos.Answer{
		Number: 100 * float64(v.moved()) / float64(v.n), Tolerance: 10,
		Why: s.Text("<moved> of <n point> changed cluster. An MCMC sampler does not converge to one partition; it keeps sampling."),
	}, true
}

// goals are challenges to a reader who places points or sets the prior.
var goals = []algos.Goal{
	{
		ID: "torn",
		Text: "Make the posterior of the number of clusters as flat as possible: with three to seven points, no number has an exact posterior " +
			"probability above 0.35.",
		Hint: "If the points carry no information, the posterior is the prior, which is narrow for small α. Points that almost coincide may be " +
			"one cluster or two.",
		Start: "preset=seven&alpha=0.1", Asks: 0.35, Fewer: true,
		CounterExample: "alpha=0.1&preset=seven&sigma=2&tau=0.5",
		Example:        "preset=seven&alpha=2&sigma=2&tau=0.5",
		Reached: algos.Reach(func(_ algos.Attempt, v view) (algos.Score, bool) {
			if v.exact == nil || v.n < 3 {
				return algos.Score{}, false
			}
			most := slices.Max(v.exact.post)
			k := slices.Index(v.exact.post, most)
			return algos.Score{Number: most, Words: say.Vars{"k": k, "p": most}.Text("<k cluster> with <p>")}, most <= 0.35
		}),
	},
}
