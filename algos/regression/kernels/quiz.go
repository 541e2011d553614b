package kernels

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/say"
)

var questions = []algos.Question{
	algos.Ask("sign", algos.PickOption, askSign, nil, answerSign),
	algos.Ask("rank", algos.SayNumber, askRank, nil, answerRank),
	algos.Ask("count", algos.SayNumber, askCount, algos.AtEnd, answerCount),
	algos.Ask("terms", algos.SayNumber, askTerms, algos.AtEnd, answerTerms),
}

// askSign asks before a part that is made of others.
func askSign(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Mode != algebra || v.taken >= len(v.parts) || v.parts[v.taken].op == constant {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text:    v.vars().Text("Next: <coming>. What will its smallest eigenvalue be on these points?"),
		Options: []say.Phrase{above: "above 0", zero: "0 up to rounding", below: "below 0"},
	}, true
}

func answerSign(now, then algos.At[view]) (algos.Answer, bool) {
	v := now.View
	w := then.View
	if w.taken != v.taken+1 || w.now.finding() == absent {
		return algos.Answer{}, false
	}
	f := w.now.finding()
	a := algos.Answer{Option: int(f)}
	switch s := w.vars(); f {
	case above:
		a.Why = s.Text("λ min = <least>.")
	case zero:
		a.Why = s.Text("The Gram matrix of <n point> has rank <rank>.")
	default:
		a.Why = s.Text("λ min = <least>: the rings show the certificate.")
	}
	return a, true
}

// askRank asks where a number of features is all that bounds the rank.
func askRank(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Mode != algebra || v.taken >= len(v.parts) || v.parts[v.taken].op != leaf {
		return algos.Asked{}, false
	}
	switch v.parts[v.taken].family.name {
	case "linear", "poly", "rbf":
		return algos.Asked{
			Text: v.vars().Text("Next: <coming>. How many non-zero eigenvalues will its Gram matrix have?"), Most: float64(len(v.x)), Whole: true,
		}, true
	}
	return algos.Asked{}, false
}

func answerRank(now, then algos.At[view]) (algos.Answer, bool) {
	v := now.View
	w := then.View
	if w.taken != v.taken+1 || w.now.finding() == absent {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(w.now.rank()), Why: "The rank is the number of features, or of distinct points if that is smaller."}, true
}

func askCount(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Mode != features || v.taken != 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("How many non-zero eigenvalues will the Gram matrix of these <n point> have?"), Most: float64(len(v.x)), Whole: true,
	}, true
}

func answerCount(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Mode != features || v.now.finding() == absent || v.taken < len(v.terms.features) {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.now.rank()), Why: v.vars().Text("With <count feature> and <n point> the rank is at most the smaller " +
		"number.")}, true
}

func askTerms(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Mode != series || v.over(maxTerms) {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: "How many terms are needed until the remainder is below 10⁻⁹ at every pair of points?", Least: 1, Most: maxTerms, Whole: true,
	}, true
}

// answerTerms lets a guess be off by a fifth: the order of size is what can be known.
func answerTerms(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Mode != series || v.bound > enough {
		return algos.Answer{}, false
	}
	return algos.Answer{
		Number: float64(v.taken), Tolerance: float64(v.taken) / 5,
		Why: "The factorial dominates when m is well above the largest |u| = 2γ|⟨x, z⟩|.",
	}, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "catch",
		Text: "The function periodicnorm is not a kernel in the plane. Place at most six points for which the smallest eigenvalue of periodicnorm " +
			"alone is at most -0.5.",
		Hint:  "The preset has −0.41 with three corners: two points are one period from the first, but not from each other. Add more such points.",
		Start: "preset=periodic", Asks: -0.5, Fewer: true, OwnPoints: true,
		CounterExample: "expression=periodicnorm%280.5%2C1%29&preset=periodic",
		Example: "expression=periodicnorm(0.5,1)&data=" +
			dataset.Plane([2]float64{}, [2]float64{1, 0}, [2]float64{0, 1}, [2]float64{-1, 0}, [2]float64{0, -1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || len(v.parts) != 1 || v.parts[0].op != leaf || v.parts[0].family.name != "periodicnorm" || len(v.x) > 6 || v.dim != 2 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.now.least(), Words: v.vars().Text("λ min = <least>")}, true
		}),
	},
	{
		ID:    "minus",
		Text:  "Write a difference of two rbf kernels that looks PSD on six or more points: a smallest eigenvalue of at least 0.1.",
		Hint:  "Weyl: λ min falls by at most the largest eigenvalue of the subtracted matrix.",
		Start: "preset=difference", Asks: 0.1,
		CounterExample: "preset=difference",
		Example:        "preset=difference&expression=3*rbf(3)-0.1*rbf(0.5)",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || len(v.x) < 6 || v.part().op != difference || !gaussian(v.part().args[0]) || !gaussian(v.part().args[1]) {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.now.least(), Words: v.vars().Text("λ min = <least>")}, true
		}),
	},
	{
		ID:    "slow",
		Text:  "Make the Taylor series of the Gaussian kernel converge slowly: at least 50 terms.",
		Hint:  "Convergence is slow where |u| = 2γ|⟨x, z⟩| is large.",
		Start: "preset=series", Asks: 50,
		CounterExample: "preset=series",
		Example:        "preset=series&gamma=3",
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !a.Complete || v.Mode != series || v.bound > enough {
				return algos.Score{}, false
			}
			return algos.Counted(v.taken, "<n term>"), true
		}),
	},
}

// ended returns the end of a whole expression.
func ended(a algos.Attempt, v view) bool {
	return a.Complete && v.Mode == algebra && v.taken == len(v.parts) && v.now.eigen != nil
}

// gaussian reports whether a part is an rbf kernel, perhaps with a factor above 0.
func gaussian(n *node) bool {
	if n.op == scaled && n.value > 0 {
		n = n.args[0]
	}
	return n.op == leaf && n.family.name == "rbf"
}
