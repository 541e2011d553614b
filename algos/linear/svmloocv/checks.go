package svmloocv

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

const (
	claimBound     = `leave-one-out error $\le N/n$ with $N$ support vectors`
	claimOnly      = `only support vectors are misclassified when they are left out`
	claimBystander = `leaving out a point with $\alpha_t = 0$ changes nothing`
	claimSlack     = `a point's own slack never shrinks when it is left out: $\xi_t \le (1 - y_t f^{-t}(x_t))^+$`
	claimGap       = `the fit of all points is optimal: primal $-$ dual $\to 0$`
)

// Checks implements [algos.View].
//
// The premise of the proposition is that the classifier without a point is the
// old one wherever the old one is still optimal. w is unique if the kernel is
// positive semi-definite; the offset is if some support vector has 0 < α < C.
func (s state) Checks() []algos.Check {
	if why := s.notAKernel(); why != "" {
		return all(why)
	}
	if s.lost() {
		return all("the classifier of all points is not there")
	}
	checks := []algos.Check{s.checkBound(), s.checkOnly()}
	if s.phase == refitting {
		checks = append(checks, s.checkBystander(), s.checkSlack())
	}
	return append(checks, s.checkGap())
}

// all says of every promise why it is not made.
func all(why string) []algos.Check {
	return []algos.Check{
		algos.Inapplicable("loocv", claimBound, say.Phrase(why)), algos.Inapplicable("only", claimOnly, say.Phrase(why)),
		algos.Inapplicable("bystander", claimBystander, say.Phrase(why)),
	}
}

// premise says which premise of the proposition fails, or "".
func (s state) premise() string {
	switch {
	case s.full.Free == 0 && s.full.sv == 0:
		return "all points have one label: there are no support vectors"
	case s.full.Free == 0:
		return fmt.Sprintf("no support vector has 0 < α < C: θ₀ is a matter of choice in [%s, %s]", say.Num(s.full.Lo+s.theta0(s.full)-s.full.bias), say.Num(s.full.Hi+s.theta0(s.full)-s.full.bias))
	case s.rough > 0:
		return fmt.Sprintf("%s stopped before the tolerance was met", say.Count(s.rough, "refit"))
	}
	return ""
}

func (s state) checkBound() algos.Check {
	if why := s.premise(); why != "" {
		return algos.Inapplicable("loocv", claimBound, say.Phrase(why))
	}
	c := algos.AtMost("loocv", claimBound, s.loocv(), s.bound(), 0)
	c.LeftLabel, c.RightLabel, c.Meter = "errors so far / n", "N/n", s.full.sv > 0
	c.Why = say.Phrase(fmt.Sprintf("%d of %d left-out points are misclassified so far, with %s", len(s.errors), len(s.scores), say.Count(s.full.sv, "support vector")))
	return c
}

// checkOnly is the step of the proof: a point with α = 0 has yf ≥ 1, and keeps
// it.
func (s state) checkOnly() algos.Check {
	if why := s.premise(); why != "" {
		return algos.Inapplicable("only", claimOnly, say.Phrase(why))
	}
	others := 0
	for _, t := range s.errors {
		if !s.supports(t) {
			others++
		}
	}
	c := algos.Equal("only", claimOnly, float64(others), 0, 0)
	c.LeftLabel = "errors at other points"
	return c
}

// rounding is how far off a score of a fit may be: a sum of n terms αk.
func (s state) rounding(f *fit) float64 {
	return 4 * ulp * float64(len(s.y)) * (1 + sum(f.alpha)*s.norm*s.norm)
}

// gap is the duality gap of a fit with what rounding may hide: in the primal
// every score counts C, in the dual α.
func (s state) gap(f *fit) float64 {
	price := sum(f.alpha)
	if !s.Hard {
		price += s.c * float64(len(s.y))
	}
	return max(0, f.primal-f.dual) + s.rounding(f)*price + 64*ulp*(math.Abs(f.primal)+math.Abs(f.dual))
}

// allowed is how far the scores of two solutions of one problem may lie apart.
// By strong convexity each is within √(2·gap) of the optimal w, so any score
// without offset differs by the sum of the two times ‖φ(x)‖; the offsets, pinned
// to a score of ±1 at a free support vector, differ by as much again and by the
// two KKT violations.
func (s state) allowed() float64 {
	if s.less == nil {
		return 0
	}
	w := math.Sqrt(2*s.gap(s.full)) + math.Sqrt(2*s.gap(s.less))
	return 2*w*s.norm + s.full.Violation + s.less.Violation + s.rounding(s.full) + s.rounding(s.less)
}

func (s state) checkBystander() algos.Check {
	switch {
	case s.supports(s.row):
		return algos.Inapplicable("bystander", claimBystander, say.Phrase(name(s.row)+" is a support vector"))
	case s.premise() != "":
		return algos.Inapplicable("bystander", claimBystander, say.Phrase(s.premise()))
	case !s.pinned():
		return algos.Inapplicable("bystander", claimBystander, "no support vector is strictly inside the box in both fits, so the offsets cannot be compared")
	case math.IsNaN(s.allowed()):
		return algos.Inapplicable("bystander", claimBystander, "the duality gap of a fit is not known")
	}
	c := algos.Equal("bystander", claimBystander, s.change(), 0, s.allowed())
	c.LeftLabel = "largest change of a score"
	c.Why = say.Phrase(fmt.Sprintf("a refit from scratch, in %s; two solutions with these duality gaps may differ by %s", say.Count(s.less.Iterations, "pair"), say.Num(s.allowed())))
	return c
}

// pinned reports whether one support vector has 0 < α < C with and without the
// point.
func (s state) pinned() bool {
	free := func(a float64) bool { return a > 0 && a < s.c }
	for k, a := range s.full.alpha {
		if free(a) && free(s.less.alpha[k]) {
			return true
		}
	}
	return false
}

// checkSlack: f is best with the point's own hinge, f⁻ᵗ is best without it, so
// adding the two inequalities leaves ξₜ(f) ≤ ξₜ(f⁻ᵗ). It holds for any choice of
// the offset.
func (s state) checkSlack() algos.Check {
	if s.Hard {
		return algos.Inapplicable("slack", claimSlack, "under the hard margin ξ = 0 for every point that is in")
	}
	if s.less.End == smo.NoBound {
		return algos.Inapplicable("slack", claimSlack, "the refit has no optimum")
	}
	// Each fit may be above its optimum by its gap, at the price C for a slack.
	tol := (s.gap(s.full)+s.gap(s.less))/s.c + s.rounding(s.full) + s.rounding(s.less)
	with := s.slack(s.full, s.row)
	if with <= tol { // rounding is not worth a digit
		with = 0
	}
	c := algos.AtMost("slack", claimSlack, with, s.slack(s.less, s.row), tol)
	c.LeftLabel, c.RightLabel = "slack with it", "without it"
	return c
}

func (s state) checkGap() algos.Check {
	gap := s.full.primal - s.full.dual
	if math.IsNaN(gap) {
		return algos.Inapplicable("gap", claimGap, "w does not separate the classes")
	}
	// The gap is Σ α(yf−1)⁺ + (C−α)(1−yf)⁺, and no bracket exceeds the violation.
	allowed := 0.0
	for _, a := range s.full.alpha {
		share := max(a, s.c-a)
		if s.Hard {
			share = 4 * a // ½‖w‖²/μ² with μ ≥ 1 − violation
		}
		allowed += max(s.Tol, s.full.Violation) * share
	}
	// What rounding alone makes of a gap of zero.
	hidden := s.gap(s.full) - max(0, gap)
	if math.Abs(gap) <= hidden {
		gap = 0
	}
	c := algos.Equal("gap", claimGap, gap, 0, allowed+hidden)
	c.LeftLabel = "gap"
	return c
}

func sum(v []float64) float64 {
	total := 0.0
	for _, x := range v {
		total += x
	}
	return total
}
