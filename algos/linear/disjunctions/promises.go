package disjunctions

import (
	"playground/algos"
	"playground/algos/say"
)

const (
	claimMonotone = `mistake bound: at most $n$, as each mistake removes one of $n$ variables`
	claimGeneral  = `mistake bound: at most $n+1$, as the first mistake removes $n$ of the $2n$ literals`
	claimNote     = `mistake bound in the notes: at most $2n$, as each mistake removes one of $2n$ literals`
	claimSharp    = `mistake bound: at most $n-r$, as the $r$ variables of the target are kept`
	claimSharpAll = `mistake bound: at most $n+1-r$, as the $r$ literals of the target are kept`
	claimProgress = `every false positive removes a variable`
	claimHalf     = `the first false positive removes $n$ literals, every other at least one`
)

var (
	claimKept  = algos.Guarantee{Name: "kept", Claim: `no literal of the target is ever removed`}
	claimRight = algos.Guarantee{Name: "right", Claim: `consistency: $h$ classifies every example so far correctly`}
	claimClash = algos.Guarantee{Name: "clash", Claim: `every literal that is true in one positive example is true in a negative one, so no ` +
		`disjunction is consistent`}
	claimForced = algos.Guarantee{Name: "forced", Claim: `the adversary attains the mistake bound`}
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	var checks []algos.Check
	if v.Learner == general {
		checks = append(checks,
			v.most("mistakes", claimGeneral, "n + 1", v.bound()).Unless(v.inconsistent()),
			v.most("note", claimNote, "2n", 2*v.N).Unless(v.inconsistent()),
			v.checkSharp(claimSharpAll, "n + 1 − r"))
	} else {
		checks = append(checks, v.most("mistakes", claimMonotone, "n", v.bound()).Unless(v.inconsistent()), v.checkSharp(claimSharp, "n − r"))
	}
	checks = append(checks, v.checkProgress(), v.checkRight(), v.checkKept())
	if v.clash > 0 {
		checks = append(checks, v.checkClash())
	}
	if v.Order == adversarial {
		checks = append(checks, v.checkForced())
	}
	return checks
}

// inconsistent says why the bounds do not apply, or "".
func (v view) inconsistent() say.Phrase {
	if v.clash == 0 {
		return ""
	}
	s := say.Vars{"class": v.class(), "i": v.clashed}
	if v.clashed == 1 {
		return s.Text("no <class> is consistent with the first example")
	}
	return s.Text("no <class> is consistent with the first <i> examples")
}

// faithful says why what is promised about the target does not hold here; ""
// where the labels are those of a target that the learner can learn.
func (v view) faithful() say.Phrase {
	switch {
	case !v.contains:
		return "the target is not a disjunction of variables"
	case v.lies == 1:
		return "one noisy label so far"
	case v.lies > 1:
		return say.Vars{"lies": v.lies}.Text("<lies> noisy labels so far")
	}
	return ""
}

// most checks the number of mistakes against a bound; both are whole numbers.
func (v view) most(name string, claim, label say.Phrase, bound int) algos.Check {
	c := algos.AtMost(name, claim, float64(v.mistakes()), float64(bound), 0).Between("mistakes", label)
	c.Meter = bound > 0
	return c
}

func (v view) checkSharp(claim, label say.Phrase) algos.Check {
	return v.most("sharp", claim, label, v.sharp()).
		Because(say.Vars{"r": v.target.count()}.Text("r = <r>")).Unless(v.faithful())
}

func (v view) checkProgress() algos.Check {
	claim, least := say.Phrase(claimProgress), v.falsePos
	if v.Learner == general {
		claim = claimHalf
		if v.falsePos > 0 {
			least += v.N - 1
		}
	}
	return algos.AtLeast("progress", claim, float64(v.literals().count()-v.h.count()), float64(least), 0).Between("removed", "lower bound")
}

func (v view) checkKept() algos.Check {
	return claimKept.Equal(float64((v.target&v.h).count()), float64(v.target.count()), 0).
		Between("of the target in h", "r").Unless(v.faithful())
}

func (v view) checkRight() algos.Check {
	judged := v.past
	if v.did == predict {
		judged = judged[:len(judged)-1] // its label is not known yet
	}
	wrong := 0
	for _, e := range judged {
		if v.h.holds(e.x, v.N) != e.label {
			wrong++
		}
	}
	return claimRight.Equal(float64(wrong), 0, 0).Between("misclassified by h", "").Unless(v.inconsistent())
}

// checkClash proves the contradiction anew, from the examples alone.
func (v view) checkClash() algos.Check {
	var negative literals // true in some negative example
	for _, e := range v.past[:v.clashed] {
		if !e.label {
			negative |= truths(e.x, v.N)
		}
	}
	positive := v.past[v.clash-1]
	free := truths(positive.x, v.N) & v.literals() &^ negative
	w := say.Vars{"i": v.clash, "x": positive.x.bits(v.N), "found": v.witnesses()}
	why := w.Text("the positive example is number <i>, <x>")
	if w["found"] != say.Phrase("") {
		why = w.Text("the positive example is number <i>, <x>: <found>")
	}
	c := claimClash.Equal(float64(free.count()), 0, 0).Between("literals without a negative example", "").Because(why)
	if !positive.label {
		c.Verdict = algos.Broken
	}
	return c
}

func (v view) checkForced() algos.Check {
	if v.target.always(v.N) {
		return claimForced.Not("the target is always true: no example is negative")
	}
	return claimForced.Tends(float64(v.mistakes()), float64(v.sharp()), 0, v.status).Between("mistakes", "")
}
