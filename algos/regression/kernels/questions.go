package kernels

import (
	"playground/algos"
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
