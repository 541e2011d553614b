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

// askMean asks before the slice is in the picture.
func askMean(now algos.At[view]) (algos.Asked, bool) {
	v, ok := of(now, conditioning)
	if !ok || v.stage >= slice {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: v.vars().Text("The covariance is <cov>, and x₂ = <v> is observed. What is the conditional mean of x₁?")}, true
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
		Why: v.vars().Text("x₂ is <off> standard deviations from μ₂; the mean of x₁ moves by ρ = <rho> times as many standard deviations."),
	}, true
}

// The ways that a width may go, in the order of the options.
const (
	wider = iota
	narrower
	unchanged
)

// widths are said of a variance beside another one.
var widths = []say.Phrase{wider: "it increases", narrower: "it decreases", unchanged: "it stays the same"}

func askWidth(now algos.At[view]) (algos.Asked, bool) {
	v, ok := of(now, conditioning)
	if !ok || v.stage >= read {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Does conditioning on x₂ change the variance of x₁?", Options: widths}, true
}

func answerWidth(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := of(then, conditioning)
	if !ok {
		return algos.Answer{}, false
	}
	a := algos.Answer{Option: narrower, Why: v.vars().Text("Conditioning leaves <share> % of the variance, for every value of x₂.")}
	if v.Cov == 0 {
		a.Option, a.Why = unchanged, "The covariance is 0: x₁ and x₂ are independent."
	}
	return a, true
}

func askProduct(now algos.At[view]) (algos.Asked, bool) {
	v, ok := of(now, product)
	if !ok || v.stage != densities || v.Mean1 == v.Mean2 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    "Where will the mean of the product be?",
		Options: []say.Phrase{"closer to μ₁", "closer to μ₂", "halfway"},
	}, true
}

func answerProduct(_, then algos.At[view]) (algos.Answer, bool) {
	v, ok := of(then, product)
	if !ok {
		return algos.Answer{}, false
	}
	a := algos.Answer{Option: 2, Why: v.vars().Text("Each mean is weighted by its precision, 1/<v1> and 1/<v2>.")}
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
		Text: w.Text("The posterior variance of θ is <s2>, the noise variance <v2>. " +
			"What will the posterior variance be after one more observation?"), Most: v.now.variance,
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
		Text:    "Choose parameters such that conditioning on x₂ leaves at most 1 % of the variance of x₁.",
		Hint:    "The fraction of the variance that remains is 1 − ρ². What must ρ be?",
		Start:   "preset=slice",
		Asks:    1,
		Fewer:   true,
		Example: "cov=0.996", CounterExample: "cov=0.9",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !sliceOf(a, v) {
				return algos.Score{}, false
			}
			share := 100 * v.left()
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> percent of the variance")}, share <= 1
		}),
	},
	{
		ID:    "far-mean",
		Text:  "Make the conditional mean at least 3, with μ₁ = 0 and x₂ at most one standard deviation from μ₂.",
		Hint:  "The mean of x₁ moves by ρ times as many standard deviations as x₂. Which standard deviation must be large?",
		Start: "preset=slice", Asks: 3,
		CounterExample: "given=1&var1=16",
		Example:        "var1=16&cov=3.8&given=1",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !sliceOf(a, v) || v.Mean1 != 0 || math.Abs(v.Given-v.Mean2) > math.Sqrt(v.Var2) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.answer.mean, Words: say.Vars{"mean": v.answer.mean}.Text("a conditional mean of <mean>")}, v.answer.mean >= 3
		}),
	},
}

// sliceOf returns the end of a run that slices a joint density.
func sliceOf(a algos.Attempt, v view) bool {
	return a.Complete && v.Topic == conditioning && v.bad == ""
}
