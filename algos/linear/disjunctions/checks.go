package disjunctions

import (
	"fmt"

	"playground/algos/say"

	"playground/algos"
)

const (
	claimMonotone = `at most $n$ mistakes: each one strikes out a variable of $n$`
	claimGeneral  = `at most $n+1$ mistakes: the first strikes out $n$ of the $2n$ literals`
	claimNote     = `at most $2n$ mistakes, as the notes say: each strikes out a literal of $2n$`
	claimSharp    = `at most $n-r$ mistakes, as the $r$ variables of the target stay`
	claimSharpAll = `at most $n+1-r$ mistakes, as the $r$ literals of the target stay`
	claimProgress = `every false positive strikes out a variable`
	claimHalf     = `the first false positive strikes out $n$ literals, every other at least one`
	claimKept     = `no literal of the target is ever struck out`
	claimRight    = `$h$ is right on every example seen so far`
	claimClash    = `every literal that is true in one positive example is true in a negative one, so no disjunction gives these labels`
	claimForced   = `the adversary forces as many mistakes as the bound allows`
)

// Checks implements [algos.View].
func (s snapshot) Checks() []algos.Check {
	checks := []algos.Check{s.checkBound()}
	if s.Learner == general {
		checks = append(checks, s.checkNote())
	}
	checks = append(checks, s.checkSharp(), s.checkProgress(), s.checkRight(), s.checkKept())
	if s.clash > 0 {
		checks = append(checks, s.checkClash())
	}
	if s.Order == adversarial {
		checks = append(checks, s.checkForced())
	}
	return checks
}

// inconsistent says why the bounds do not apply.
func (s snapshot) inconsistent() string {
	return fmt.Sprintf("the labels contradict each other: no %s gives those of the first %d examples", s.class(), s.clashed)
}

func (s snapshot) checkBound() algos.Check {
	claim, label := claimMonotone, "n"
	if s.Learner == general {
		claim, label = claimGeneral, "n + 1"
	}
	if s.clash > 0 {
		return algos.Inapplicable("mistakes", say.Phrase(claim), say.Phrase(s.inconsistent()))
	}
	return s.most("mistakes", claim, label, s.bound())
}

// most checks the number of mistakes against a bound; both are whole numbers.
func (s snapshot) most(name, claim, label string, bound int) algos.Check {
	c := algos.AtMost(name, say.Phrase(claim), float64(s.mistakes()), float64(bound), 0)
	c.LeftLabel, c.RightLabel, c.Meter = "mistakes", say.Phrase(label), bound > 0
	return c
}

func (s snapshot) checkNote() algos.Check {
	if s.clash > 0 {
		return algos.Inapplicable("note", claimNote, say.Phrase(s.inconsistent()))
	}
	return s.most("note", claimNote, "2n", 2*s.N)
}

// faithful says why what is promised about the target does not hold here; empty
// where the labels are those of a target that the learner can learn.
func (s snapshot) faithful() string {
	switch {
	case !s.contains:
		return "the target is no disjunction of variables"
	case s.lies == 1:
		return "one label so far is not the target's"
	case s.lies > 1:
		return fmt.Sprintf("%d labels so far are not the target's", s.lies)
	}
	return ""
}

func (s snapshot) checkSharp() algos.Check {
	claim, label := claimSharp, "n − r"
	if s.Learner == general {
		claim, label = claimSharpAll, "n + 1 − r"
	}
	if why := s.faithful(); why != "" {
		return algos.Inapplicable("sharp", say.Phrase(claim), say.Phrase(why))
	}
	c := s.most("sharp", claim, label, s.sharp())
	c.Why = say.Phrase(fmt.Sprintf("r = %d", s.target.count()))
	return c
}

func (s snapshot) checkProgress() algos.Check {
	full := all(s.N, s.Learner == general)
	claim, least := claimProgress, s.falsePos
	if s.Learner == general {
		claim = claimHalf
		if s.falsePos > 0 {
			least += s.N - 1
		}
	}
	c := algos.AtLeast("progress", say.Phrase(claim), float64(full.count()-s.h.count()), float64(least), 0)
	c.LeftLabel, c.RightLabel = "struck out", "at least"
	return c
}

func (s snapshot) checkKept() algos.Check {
	if why := s.faithful(); why != "" {
		return algos.Inapplicable("kept", claimKept, say.Phrase(why))
	}
	c := algos.Equal("kept", claimKept, float64((s.target & s.h).count()), float64(s.target.count()), 0)
	c.LeftLabel, c.RightLabel = "of the target in h", "r"
	return c
}

func (s snapshot) checkRight() algos.Check {
	if s.clash > 0 {
		return algos.Inapplicable("right", claimRight, say.Phrase(s.inconsistent()))
	}
	judged := s.past
	if s.kind == predict {
		judged = judged[:len(judged)-1] // its label is not known yet
	}
	wrong := 0
	for _, e := range judged {
		if (s.h&truths(e.x, s.N) != 0) != e.label {
			wrong++
		}
	}
	c := algos.Equal("right", claimRight, float64(wrong), 0, 0)
	c.LeftLabel = "wrong under h"
	return c
}

// checkClash proves the contradiction anew, from the examples alone.
func (s snapshot) checkClash() algos.Check {
	var negative literals // true in some negative example
	for _, e := range s.past[:s.clashed] {
		if !e.label {
			negative |= truths(e.x, s.N)
		}
	}
	positive := s.past[s.clash-1]
	free := truths(positive.x, s.N) & all(s.N, s.Learner == general) &^ negative
	c := algos.Equal("clash", claimClash, float64(free.count()), 0, 0)
	if !positive.label {
		c.Verdict = algos.Broken
	}
	c.LeftLabel = "literals without a negative example"
	c.Why = say.Phrase(fmt.Sprintf("the positive example is number %d, %s", s.clash, positive.x.bits(s.N)))
	if w := s.witnesses(); w != "" {
		c.Why += say.Phrase(": " + w)
	}
	return c
}

func (s snapshot) checkForced() algos.Check {
	if s.target.always(s.N) {
		return algos.Inapplicable("forced", claimForced, "the target is always true: no example is negative")
	}
	c := algos.Tends("forced", claimForced, float64(s.mistakes()), float64(s.sharp()), 0, s.status)
	c.LeftLabel = "mistakes"
	return c
}

// always reports whether the disjunction is true of every input: it holds a
// variable and its negation.
func (l literals) always(n int) bool { return l&(l>>n)&all(n, false) != 0 }
