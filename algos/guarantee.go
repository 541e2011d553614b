package algos

import "playground/algos/say"

// A Guarantee is what theory guarantees about a step, under a permanent name. Its methods
// judge it with a step's numbers, so that name and claim are said once.
type Guarantee struct {
	Name  string     // permanent: "novikoff"
	Claim say.Phrase // the statement; $…$ encloses TeX
}

// AtMost checks left ≤ right (see [AtMost]).
func (g Guarantee) AtMost(left, right, rounding float64) Check {
	return AtMost(g.Name, g.Claim, left, right, rounding)
}

// AtLeast checks left ≥ right (see [AtLeast]).
func (g Guarantee) AtLeast(left, right, rounding float64) Check {
	return AtLeast(g.Name, g.Claim, left, right, rounding)
}

// Equal checks left = right (see [Equal]).
func (g Guarantee) Equal(left, right, rounding float64) Check {
	return Equal(g.Name, g.Claim, left, right, rounding)
}

// Tends checks that left comes within a distance of right at the end of a run (see [Tends]).
func (g Guarantee) Tends(left, right, within float64, s Status) Check {
	return Tends(g.Name, g.Claim, left, right, within, s)
}

// Not says why the guarantee does not apply.
func (g Guarantee) Not(why say.Phrase) Check { return Inapplicable(g.Name, g.Claim, why) }

// Slow is a check that takes long. While a hand drags something it waits until it rests.
func (g Guarantee) Slow(judge func() Check) Check {
	c := g.Waits()
	c.Slow = judge
	return c
}

// Waits is the check before it is judged, or where the end of a run interrupted that.
func (g Guarantee) Waits() Check {
	c := g.Not("")
	c.Verdict = Waiting
	return c
}

// Done returns the check itself where it is slow.
func (c Check) Done() Check {
	if c.Slow != nil {
		return c.Slow()
	}
	return c
}
