package gaussianconditioning

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("conditional-mean", algos.SayNumber, askMean, algos.AtEnd, answerMean),
	algos.Ask("width", algos.PickOption, askWidth, algos.AtEnd, answerWidth),
	algos.Ask("product-mean", algos.PickOption, askProduct, algos.AtEnd, answerProduct),
	algos.Ask("variance", algos.SayNumber, askVariance, nil, answerVariance),
}

// of returns the view of a step that is about this topic.
func of(s algos.At[view], topic string) (view, bool) {
	v := s.View
	return v, v.Topic == topic && v.bad == ""
}

// askMean asks before the cut is in the picture.
func askMean(now algos.At[view]) (algos.Asked, bool) {
	v, ok := of(now, conditioning)
	if !ok || v.stage >= cut {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("The covariance is <cov>, and x₂ will be <v>. What is the mean of x₁ then?")}, true
}

// answerMean takes a fifth of a standard deviation of x₁ for near enough: what an eye
// sees in the ellipses.
func answerMean(now, then algos.At[view]) (algos.Answer, bool) {
	v, ok := of(then, conditioning)
	if !ok {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: v.answer.mean, Tolerance: v.marginal(0).sd() / 5,
		Why: v.vars().Text("The slice lies <off> standard deviations from μ₂; in standard deviations x₁ moves by ρ = <rho> times as many."),
	}, true
}

// The ways that a width may go, in the order of the options.
const (
	wider = iota
	narrower
	unchanged
)

// widths are said of a variance beside another one.
var widths = []say.Phrase{wider: "it grows", narrower: "it shrinks", unchanged: "it stays as it is"}

func askWidth(now algos.At[view]) (algos.Asked, bool) {
	v, ok := of(now, conditioning)
	if !ok || v.stage >= read {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Once x₂ is known, is the variance of x₁ another one?", Options: widths}, true
}

func answerWidth(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := of(then, conditioning)
	if !ok {
		return algos.Answer{}, false
	}
	a := algos.Answer{Option: narrower, Why: v.vars().Text("Of the variance <share> % is left, wherever the slice lies.")}
	if v.Cov == 0 {
		a.Option, a.Why = unchanged, "The covariance is 0: x₂ says nothing about x₁."
	}
	return a, true
}

func askProduct(now algos.At[view]) (algos.Asked, bool) {
	v, ok := of(now, product)
	if !ok || v.stage != bells || v.Mean1 == v.Mean2 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "Where will the middle of the product lie?",
		Options: []say.Phrase{"nearer to μ₁", "nearer to μ₂", "halfway"},
	}, true
}

func answerProduct(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := of(then, product)
	if !ok {
		return algos.Answer{}, false
	}
	a := algos.Answer{Option: 2, Why: v.vars().Text("Each mean counts by its precision, 1/<v1> and 1/<v2>.")}
	switch {
	case v.Var1 < v.Var2:
		a.Option = 0
	case v.Var1 > v.Var2:
		a.Option = 1
	}
	return a, true
}

func askVariance(now algos.At[view]) (algos.Asked, bool) {
	v, ok := of(now, update)
	if !ok || v.done() {
		return algos.Asked{}, false
	}
	w := v.vars()
	return algos.Asked{
		Text: w.Text("The variance of θ is <s2>, that of the noise <v2>. What will that of θ be after one observation more?"), Most: v.now.variance,
	}, true
}

// answerVariance takes an eighth of what there was for near enough.
func answerVariance(now, then algos.At[view]) (algos.Answer, bool) {
	v, ok := of(then, update)
	if !ok || v.stage == 0 {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: v.now.variance, Tolerance: v.before.variance / 8,
		Why: v.vars().Text("1/<s0> + 1/<v2> is the new precision, whatever y is."),
	}, true
}

var goals = []algos.Goal{
	{
		ID:      "know-it",
		Text:    "Choose the numbers so that knowing x₂ leaves at most 1 percent of the variance of x₁.",
		Hint:    "The share that is left is 1 − ρ². What must ρ be?",
		Start:   "preset=slice",
		Asks:    1,
		Fewer:   true,
		Example: "cov=0.996", CounterExample: "cov=0.9",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !sliceOf(a, v) {
				return algos.Score{}, false
			}
			share := 100 * v.left()
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> percent left")}, share <= 1
		}),
	},
	{
		ID:    "far-mean",
		Text:  "Make the conditional mean at least 3, with μ₁ = 0 and a slice no more than one standard deviation from μ₂.",
		Hint:  "In standard deviations the mean of x₁ moves by ρ times as many. So which standard deviation must be large?",
		Start: "preset=slice", Asks: 3,
		CounterExample: "given=1&var1=16",
		Example:        "var1=16&cov=3.8&given=1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !sliceOf(a, v) || v.Mean1 != 0 || math.Abs(v.Given-v.Mean2) > math.Sqrt(v.Var2) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.answer.mean, Words: say.Vars{"mean": v.answer.mean}.Text("a mean of <mean>")}, v.answer.mean >= 3
		}),
	},
}

// sliceOf returns the end of a run that slices a joint density.
func sliceOf(a algos.Attempt, v view) bool {
	return a.Complete && v.Topic == conditioning && v.bad == ""
}
