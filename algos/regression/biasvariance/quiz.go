package biasvariance

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("larger", algos.PickOption, askLarger, algos.AtEnd, answerLarger),
	algos.Ask("average", algos.SayNumber, askAverage, algos.AtEnd, answerAverage),
	algos.Ask("factor", algos.SayNumber, askFactor, algos.AtEnd, answerFactor),
	algos.Ask("divisor", algos.PickOption, askDivisor, algos.AtEnd, answerDivisor),
}

// before returns the view of a run about a topic before the first data set: later ones
// show the answers.
func before(s algos.At[view], topics ...string) (view, bool) {
	v := s.View
	if v.k > 0 {
		return v, false
	}
	for _, t := range topics {
		if v.Topic == t {
			return v, true
		}
	}
	return v, false
}

func askLarger(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, learner, ridge)
	if !ok || v.Sigma == 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "At the end, which will be larger: bias² or the variance?", Options: []say.Phrase{"bias²", "the variance"}}, true
}

func answerLarger(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.k == 0 {
		return algos.Answer{}, false
	}
	m := v.now()
	a := algos.Answer{Why: v.vars().Text("Bias² is <bias2>, the variance <var>.")}
	if m.variance > m.bias2 {
		a.Option = 1
	}
	return a, true
}

func askAverage(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, averaging)
	if !ok || v.Sigma == 0 || v.Members == 1 {
		return algos.Asked{}, false
	}
	w := v.vars()
	w["s2"] = v.Sigma * v.Sigma
	return algos.Asked{
		Text: w.Text("Each of <B> estimators has the variance <s2>, and any two have the correlation <rho>. What is the variance of their average?"),
		Most: v.Sigma * v.Sigma,
	}, true
}

// answerAverage takes a tenth of the variance of one member for near enough: it tells σ²/B
// from what correlation leaves.
func answerAverage(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Topic != averaging {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: v.exact[v.chosen].variance, Tolerance: v.Sigma * v.Sigma / 10,
		Why: "Averaging does not reduce the common part ρσ². The rest of the variance is divided by B.",
	}, true
}

func askFactor(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, shrinkage, maximum)
	if !ok || !(v.best > 0 && v.best <= 3) || v.exact[v.chosen].variance == 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "At which factor c is the MSE minimal?", Most: 3}, true
}

// answerFactor takes 0.04 for near enough, less than lies between the best factor of the
// presets and the unbiased one.
func answerFactor(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if math.IsNaN(v.best) {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: v.best, Tolerance: 0.04, Why: "It is $\\theta\\,E[T]/E[T^2]$ for the unscaled estimator $T$: always below the " +
		"unbiased factor."}, true
}

func askDivisor(now algos.At[view]) (algos.Asked, bool) {
	v, ok := before(now, spread)
	if !ok || math.IsNaN(v.best) {
		return algos.Asked{}, false
	}
	return algos.Asked{Text: "Which divisor has the minimum mean squared error?", Options: []say.Phrase{"n − 1", "n", "n + 1"}}, true
}

func answerDivisor(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Topic != spread {
		return algos.Answer{}, false
	}
	return algos.Answer{Option: 2, Why: "n − 1 is unbiased, but has the largest variance of the three; n + 1 has the minimum MSE."}, true
}

var goals = []algos.Goal{
	{
		ID:             "beat-least-squares",
		Text:           "Choose θ*, σ and λ so that the error of ridge regression is at most 20 percent of that of OLS, for both coefficients.",
		Hint:           "OLS does not use the size of θ*. When does shrinkage towards 0 lower the error?",
		Start:          "preset=example-1",
		Asks:           20,
		Fewer:          true,
		CounterExample: "sigma=1.5&target=0.3%2C-0.2&estimator=ridge",
		Example:        "estimator=ridge&target=0.3,-0.2&lambda=20&sigma=1.5",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Topic != ridge || v.Measure != coefficients || v.Sigma == 0 || v.singular() {
				return algos.Score{}, false
			}
			share := 100 * v.exact[v.chosen].error() / (v.Sigma * v.Sigma * v.gram(0).inverse().trace())
			return algos.Score{Number: share, Words: say.Vars{"share": share}.Text("<share> percent of the OLS error")}, share <= 20
		}),
	},
	{
		ID:             "beat-the-cubic",
		Text:           "Fit the sine from at most 20 fixed inputs with σ ≥ 0.5 so that bias² + variance is at most 0.05.",
		Hint:           "The cubic has 0.0508, nearly all of it variance. Which method trades a little bias for less variance?",
		Start:          "preset=cubic-fit",
		Asks:           0.05,
		Fewer:          true,
		CounterExample: "degree=3&penalty=0.3",
		Example:        "method=ridge&degree=3&penalty=0.3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || v.Topic != learner || v.Truth != sine || v.exact == nil || v.N > 20 || v.Sigma < 0.5 {
				return algos.Score{}, false
			}
			e := v.exact[v.chosen].error()
			return algos.Score{Number: e, Words: say.Vars{"error": e}.Text("bias² + variance <error>")}, e <= 0.05
		}),
	},
}

// ended returns the end of a run.
func ended(a algos.Attempt, v view) bool {
	return a.Complete
}
