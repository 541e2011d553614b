package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// success says why the run has converged.
func (l *learner) success() string {
	k := say.Count(l.updates, "update")
	switch l.Variant {
	case marginal:
		return fmt.Sprintf("pass %d met no margin below γ/2 = %s: after %s the %s separates the points with the margin %s", l.pass, say.Num(l.half), k, l.line(), say.Num(l.margin))
	case increment:
		return fmt.Sprintf("pass %d found every y⟨θ, x⟩ above γ/2 = %s: after %s the %s separates the points", l.pass, say.Num(l.half), k, l.line())
	case batch:
		return fmt.Sprintf("after %s no row is wrong: the %s separates the points", k, l.line())
	}
	return fmt.Sprintf("pass %d made no mistake: after %s the %s separates the points", l.pass, k, l.line())
}

// hope says what theory promises where points are separable and the passes were
// too few.
func (t *task) hope() string {
	if why := t.tooMuch(); why != "" {
		return why
	}
	most := say.Num(math.Floor(t.limit))
	switch {
	case !math.IsNaN(t.limit) && t.Variant == marginal:
		return fmt.Sprintf("at most %s updates reach the margin γ/2 = %s", most, say.Num(t.half))
	case !math.IsNaN(t.limit):
		return fmt.Sprintf("a %s separates the points, and at most %s updates find one", t.line(), most)
	case t.rate.endless():
		return fmt.Sprintf("a %s separates the points, and the conditions on η promise that one is found, but not when", t.line())
	}
	return fmt.Sprintf("the sum of all η(k) is finite, below %s, and then nothing is promised", say.Num(t.rate.c*t.rate.p/(t.rate.p-1)))
}

// tooMuch says why a margin of γ/2 cannot be reached, or "".
func (t *task) tooMuch() string {
	switch {
	case t.Variant != marginal || !t.best.Separable || t.half < t.best.Gamma:
		return ""
	case t.half == t.best.Gamma:
		return fmt.Sprintf("only θ* itself has the margin γ/2 = %s", say.Num(t.half))
	}
	return fmt.Sprintf("no θ has a margin of γ/2 = %s: the largest is γ* = %s", say.Num(t.half), say.Num(t.best.Gamma))
}

// close reports whether the row at work is on its right side, but nearer than the
// rule allows.
func (s snapshot) close() bool {
	r := s.rows[s.row]
	return s.Variant != batch && r.y*r.score(s.before) > 0
}

func (s snapshot) complaint() string {
	if s.close() {
		return "margin mistake"
	}
	return "mistake"
}

func (s snapshot) kindOfMistake() string {
	if s.close() {
		return "margin-mistake"
	}
	return "mistake"
}

// atWork are the rows that the step is about.
func (s snapshot) atWork() []int {
	switch {
	case s.kind == start:
		return nil
	case s.Variant == batch:
		return s.demanding(s.before)
	}
	return []int{s.row}
}

// subject names the rows that the step is about.
func (s snapshot) subject() string {
	switch {
	case s.Variant != batch:
		return name(s.row)
	case s.kind == check:
		return "all rows"
	}
	return say.Count(s.mistakes, "row")
}

// nextBatch is what follows in the batch rule.
func (s snapshot) nextBatch() algos.Next {
	step := "find the mistakes"
	if s.kind == mistake {
		step = fmt.Sprintf("add %sΣyx over %s", s.factor(), say.Count(s.mistakes, "row"))
	}
	return algos.Next{Small: say.Phrase(step), Step: say.Phrase(step), Pass: "the next update"}
}

// eta is the factor of this update, or of the next one.
func (s snapshot) eta() float64 {
	if s.kind == update {
		return s.rate.at(s.updates)
	}
	return s.rate.at(s.updates + 1)
}

// factor is η(k) in front of a product, as text.
func (s snapshot) factor() string {
	eta := s.eta()
	if !s.varies() || eta == 1 {
		return ""
	}
	return say.Num(eta) + "·"
}

// correction is what is added to θ in this update, or would be in the next.
func (s snapshot) correction() vector {
	if s.Variant == batch {
		return addScaled(vector{}, s.eta(), s.sum(s.demanding(s.before)))
	}
	return addScaled(vector{}, s.eta(), s.rows[s.row].correction())
}
