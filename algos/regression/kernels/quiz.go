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
		Text:    v.vars().Text("Next comes <coming>. What will its least eigenvalue be on these points?"),
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
		a.Why = s.Text("The matrix has rank <rank>, and there are <n point>.")
	default:
		a.Why = s.Text("λ min = <least>: the rings are the witness.")
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
			Text: v.vars().Text("Next comes <coming>. How many eigenvalues of its matrix are not 0?"), Most: float64(len(v.x)), Whole: true,
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
	return algos.Answer{Number: float64(w.now.rank()), Why: "As many as there are features, or different points if those are fewer."}, true
}

func askCount(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Mode != features || v.taken != 0 {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: v.vars().Text("How many eigenvalues of the kernel's matrix will not be 0, on these <n point>?"), Most: float64(len(v.x)), Whole: true,
	}, true
}

func answerCount(_, then algos.At[view]) (algos.Answer, bool) {
	v := then.View
	if v.Mode != features || v.now.finding() == absent || v.taken < len(v.terms.features) {
		return algos.Answer{}, false
	}
	return algos.Answer{Number: float64(v.now.rank()), Why: v.vars().Text("There are <count feature> and <n point>, and the rank is at most either.")}, true
}

func askTerms(now algos.At[view]) (algos.Asked, bool) {
	v := now.View
	if v.Mode != series || v.over(maxTerms) {
		return algos.Asked{}, false
	}
	return algos.Asked{
		Text: "How many terms will it take until nothing above 10⁻⁹ can be missing at any pair of points?", Least: 1, Most: maxTerms, Whole: true,
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
		Why: "The factorial wins when m is well above the largest |u| = 2γ|⟨x, z⟩|.",
	}, true
}

// goals are what a run of the reader's own may come to.
var goals = []algos.Goal{
	{
		ID: "catch",
		Text: "The sine of a distance, periodicnorm, is no kernel in the plane. Place at most six points for which the least eigenvalue " +
			"of one such kernel by itself " +
			"is at most -0.5.",
		Hint:  "The preset has −0.41 with three corners: two points are a period from the first, and not from one another. Take more such points.",
		Start: "preset=periodic", Asks: -0.5, Fewer: true, OwnPoints: true,
		CounterExample: "expression=periodicnorm%280.5%2C1%29&preset=periodic",
		Example:        "expression=periodicnorm(0.5,1)&data=" + dataset.Plane([2]float64{}, [2]float64{1, 0}, [2]float64{0, 1}, [2]float64{-1, 0}, [2]float64{0, -1}).String(),
		Reached: algos.Reach(func(a algos.Attempt, v view) (algos.Score, bool) {
			if !ended(a, v) || len(v.parts) != 1 || v.parts[0].op != leaf || v.parts[0].family.name != "periodicnorm" || len(v.x) > 6 || v.dim != 2 {
				return algos.Score{}, false
			}
			return algos.Score{Number: v.now.least(), Words: v.vars().Text("λ min = <least>")}, true
		}),
	},
	{
		ID: "minus",
		Text: "Write an expression that ends in a minus between two rbf kernels, and that six or more points cannot tell from a " +
			"kernel: a least eigenvalue of at least 0.1.",
		Hint:  "Weyl: λ min falls by the largest eigenvalue of what is subtracted, at most.",
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
		Text:  "Make the series of the Gaussian kernel slow: it shall come to its end, and take at least 50 terms.",
		Hint:  "The factorial has to win against the power of u = 2γ⟨x, z⟩.",
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
