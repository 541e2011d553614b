package algos

import (
	"math"

	"playground/algos/say"
)

// Verdict says whether a promise of theory holds.
type Verdict string

// The verdicts.
const (
	Holds         Verdict = "holds"
	Broken        Verdict = "broken"
	Open          Verdict = "open"           // promised for the end of the run, not reached
	Undecided     Verdict = "undecided"      // what rounding alone may do is more than a reader overlooks
	NotApplicable Verdict = "not-applicable" // a premise fails; Why says which
	Waiting       Verdict = "waiting"        // not looked at while a hand drags something
)

// numbered reports whether a verdict is one about two numbers.
func (v Verdict) numbered() bool { return v != NotApplicable && v != Waiting }

// A Check is one promise of theory with this step's numbers: Left Rel Right.
//
// It holds only where the two numbers look so to who reads them: they are in that
// order, or apart by no more than [Negligible] of them, or as near as the promise
// itself says (Within), or both are nothing but rounding (see [Check.UpToRounding]).
// Where they are farther apart, and rounding may be why, nothing is decided; nor where
// the tolerance is so large beside what is compared that the check could not fail.
type Check struct {
	Name       string     // permanent: "novikoff"
	Claim      say.Phrase // the statement; $…$ encloses TeX
	Left       float64
	Rel        string // "<=", ">=", "=", "->"
	Right      float64
	Verdict    Verdict
	Why        say.Phrase // why it does not apply, or what the numbers mean
	LeftLabel  say.Phrase // optional: how the left number is called
	RightLabel say.Phrase // optional
	Meter      bool       // the ratio Left/Right means something: draw a meter
	Rounding   float64    // how far rounding may have moved Left from Right
	Within     float64    // how near Left comes to Right at the end, as the promise says
	Size       float64    // of what is compared, where it is more than both sides: the largest term of a sum that is 0
	Ended      bool       // the run has come to what it looks for
	// Slow judges a guarantee that takes long, of which only name and claim are set here;
	// see [Guarantee.Slow]. nil: the check is judged.
	Slow func() Check
}

// Negligible is the share of what is compared by which two numbers differ that are
// equal to a reader.
const Negligible = 1e-6

// The shares of what is compared from which a check could hardly fail: rounding of this size
// decides nothing, and a limit that allows more than this says nothing.
const blunt, loose = 0.1, 0.2

// blunted is why a check is undecided that could not fail, where nothing else is said.
const blunted say.Phrase = "the tolerance is not small beside what is compared"

// AtMost checks left ≤ right; rounding bounds what it may have done to their
// difference.
func AtMost(name string, claim say.Phrase, left, right, rounding float64) Check {
	return Check{Name: name, Claim: claim, Left: left, Rel: "<=", Right: right, Rounding: rounding}.judged()
}

// AtLeast checks left ≥ right; rounding bounds what it may have done to their
// difference.
func AtLeast(name string, claim say.Phrase, left, right, rounding float64) Check {
	return Check{Name: name, Claim: claim, Left: left, Rel: ">=", Right: right, Rounding: rounding}.judged()
}

// Equal checks left = right; rounding bounds what it may have done to their
// difference. What is compared with 0 says by [Check.Of] what it is a sum of.
func Equal(name string, claim say.Phrase, left, right, rounding float64) Check {
	return Check{Name: name, Claim: claim, Left: left, Rel: "=", Right: right, Rounding: rounding}.judged()
}

// Tends checks a promise about the end of a run: left comes within this distance of
// right, which a reader sees beside the numbers. Until it does, the verdict is
// [Open] while the run goes on, and [Broken] once it has converged.
func Tends(name string, claim say.Phrase, left, right, within float64, s Status) Check {
	return Check{Name: name, Claim: claim, Left: left, Rel: "->", Right: right, Within: within, Ended: s.State == Converged}.judged()
}

// Inapplicable states a promise whose premise fails, and which one.
func Inapplicable(name string, claim, why say.Phrase) Check {
	return Check{Name: name, Claim: claim, Left: math.NaN(), Right: math.NaN(), Rel: "<=", Verdict: NotApplicable, Why: why}
}

// Of says what size the things have of which both sides are made, where the sides
// do not show it: the largest term of a sum that is promised to be 0. Rounding is
// judged relative to it.
func (c Check) Of(size float64) Check {
	c.Size = size
	return c.judged()
}

// Rounded says how far rounding may have moved left from right.
func (c Check) Rounded(rounding float64) Check {
	c.Rounding = rounding
	return c.judged()
}

// OpenIf leaves a promise open that the run has not come to although it has ended;
// the reason says why, and what would close it. "" is no reason.
func (c Check) OpenIf(reason say.Phrase) Check {
	if reason != "" && (c.Verdict == Broken || c.Verdict == Open) {
		c.Verdict, c.Why = Open, reason
	}
	return c
}

// Between calls both sides of a promise by their names.
func (c Check) Between(left, right say.Phrase) Check {
	c.LeftLabel, c.RightLabel = left, right
	return c
}

// Because says what the numbers mean.
func (c Check) Because(why say.Phrase) Check {
	c.Why = why
	return c
}

// Unless makes a promise inapplicable where a premise fails; "" is no objection.
func (c Check) Unless(objection say.Phrase) Check {
	if objection == "" {
		return c
	}
	return Inapplicable(c.Name, c.Claim, objection)
}

// Metered draws the share of the right side that the left one has reached.
func (c Check) Metered() Check {
	c.Meter = true
	return c
}

// Off is by how much the sides are not as the promise says: 0 or less where they
// are.
func (c Check) Off() float64 {
	switch c.Rel {
	case "<=":
		return c.Left - c.Right
	case ">=":
		return c.Right - c.Left
	}
	return math.Abs(c.Left - c.Right)
}

// judged returns the check with its verdict.
func (c Check) judged() Check {
	if !c.Verdict.numbered() {
		return c
	}
	if c.Why == blunted { // of what was known before
		c.Why = ""
	}
	off, far := c.Off(), c.Within+c.Rounding
	switch {
	case (off <= c.Within || off <= far && c.overlooked()) && !c.coarse():
		c.Verdict = Holds
	case off <= far:
		c.Verdict = Undecided
		if c.Why == "" && c.coarse() {
			c.Why = blunted
		}
	case c.Rel == "->" && !c.Ended && !math.IsNaN(off):
		c.Verdict = Open
	default:
		c.Verdict = Broken
	}
	if c.Verdict == Holds && !c.UpToRounding() && c.Digits() == most { // two whole numbers, which are shown as they are
		c.Verdict = Undecided
	}
	return c
}

// overlooked reports whether a reader overlooks by how much the sides are off: by
// [Negligible] of them, or of what they are made of where the usual digits do not show
// it or there is nothing but rounding.
func (c Check) overlooked() bool {
	off := c.Off() - c.Within
	return off <= Negligible*c.larger() || off <= Negligible*c.Size && c.agree(usual) || c.zero()
}

// coarse reports whether the tolerance is so large beside what is compared that the check
// could not fail: then it proves nothing, however equal the sides look. A theorem may be
// decided all the same, where they are in order by more than rounding.
func (c Check) coarse() bool {
	off, size := c.Off(), c.larger()
	ordered := c.Rel == "<=" || c.Rel == ">="
	switch {
	case ordered && off <= -c.Rounding:
		return false
	case size == 0:
		return c.Size > 0 && c.Rounding >= blunt*c.Size
	case size <= Negligible*c.Size: // nothing but rounding of what they are made of, or two numbers beside it
		numbers := c.Left != 0 && c.Right != 0 && size > c.Rounding
		return c.Rounding > Negligible*c.Size || numbers && c.Rounding >= blunt*size || c.Within > loose*c.Size
	}
	return c.Rounding >= blunt*size || off > Negligible*size && c.Within > loose*c.compared()
}

// Allowed is the tolerance of a check: what rounding may do, or how far from its limit it may
// end.
func (c Check) Allowed() float64 { return max(c.Rounding, c.Within) }

// compared is the size of what a limit is compared with: what it is made of where that is 0, and
// else the larger side.
func (c Check) compared() float64 {
	if c.Left == 0 || c.Right == 0 {
		return max(c.larger(), c.Size)
	}
	return c.larger()
}

// larger is the size of the larger side.
func (c Check) larger() float64 { return max(math.Abs(c.Left), math.Abs(c.Right)) }

// zero reports whether both sides are nothing but the rounding of what they are
// made of.
func (c Check) zero() bool {
	return c.larger() <= min(c.Rounding, Negligible*c.Size)
}

// UpToRounding reports whether a promise holds because both sides are 0 but for
// rounding: the numbers that were reckoned mean nothing.
func (c Check) UpToRounding() bool {
	off := c.Off() - c.Within
	return c.Verdict == Holds && off > 0 && off > Negligible*c.larger() && c.zero()
}

// Digits is how many digits both numbers need to look as the verdict says: three,
// or more where two numbers that are equal, or in order, fall on both sides of a
// step of rounding; and as many as tell two numbers apart that are not.
func (c Check) Digits() int {
	if c.Verdict == Open && c.Off() <= c.Within || c.Verdict == Undecided && c.coarse() { // the numbers are not what is in doubt
		return usual
	}
	for n := usual; n < most; n++ {
		if c.Verdict == Holds == c.agree(n) || !c.Verdict.numbered() {
			return n
		}
	}
	return most
}

// How many digits people are shown, and how many tell any two numbers apart.
const usual, most = 3, 17

// agree reports whether the sides are as the promise says once they are rounded to n
// digits.
func (c Check) agree(n int) bool {
	c.Left, c.Right = say.Rounded(c.Left, n), say.Rounded(c.Right, n)
	return c.Off() <= c.Within*(1+1e-12)
}
