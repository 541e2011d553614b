package svm

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states what theory promises about this state.
func (v view) Checks() []algos.Check {
	s := v.state
	if why := s.notAKernel(); why != "" {
		return []algos.Check{
			s.Duality(0).Unless(why), s.Gap(0, 0).Unless(why), s.Left(0, 0).Unless(why),
			s.checkKKT(), s.checkExpansion(), s.checkBalance(), s.checkBox(), s.checkLagrangian().Unless(why), s.checkAscent(),
			s.checkSlackness(), s.checkHinge(), s.checkOffset(), v.checkGram().Unless(why), claimLOOCV.Not(why),
			s.checkHingeForm().Unless(why), claimGrows.Not(why), claimLimit.Not(why),
		}
	}
	checks := []algos.Check{s.Duality(s.primalRounding()).Unless(s.unparted()), s.checkGap(), s.checkKKT()}
	if s.Hard {
		checks = append(checks, s.checkHulls())
	} else {
		checks = append(checks, s.Left(s.weight(), s.primalRounding()))
	}
	checks = append(checks, s.checkLOOCV(),
		s.checkExpansion(), s.checkBalance(), s.checkLagrangian(), s.checkBox(), s.checkSlackness(), s.checkHinge(), // the KKT conditions
		s.checkAscent(), s.checkOffset(), s.checkHingeForm())
	if s.Hard && s.Linear {
		checks = append(checks, s.checkDistance())
	}
	checks = append(append(checks, v.sweepChecks()...), v.checkGram())
	if s.lifts() {
		checks = append(checks, s.checkLift())
	}
	if s.expands() {
		checks = append(checks, v.checkSeries())
	}
	return checks
}

// notAKernel says why duality promises nothing, with the curvature that the pairs
// have met, or "".
func (s *state) notAKernel() say.Phrase {
	why := s.NotAKernel()
	if why != "" && s.least < 0 {
		why += say.Vars{"eta": s.least}.Text("; the pairs have met a curvature of η = <eta>")
	}
	return why
}

// unparted says why the hard margin's primal has no value, or "".
func (s *state) unparted() say.Phrase {
	if math.IsNaN(s.Primal) {
		return "the hard margin's primal has no value yet: w does not separate the classes"
	}
	return ""
}

func (s *state) checkKKT() algos.Check { return s.Violation(`the largest KKT violation $\to 0$`) }

var (
	claimBox  = algos.Guarantee{Name: "box", Claim: `$\alpha_i \ge 0$`}
	claimBox2 = algos.Guarantee{Name: "box", Claim: `$0 \le \alpha_i \le C$`}
)

// checkBox: every αᵢ stays in [0, C], exactly, because a move that meets the box
// is set to it.
func (s *state) checkBox() algos.Check {
	least, top := slices.Min(s.alpha), slices.Max(s.alpha)
	if s.Hard {
		return claimBox.AtLeast(least, 0, 0).Between("the least α", "")
	}
	if least < 0 {
		return claimBox2.AtLeast(least, 0, 0).Between("the least α", "")
	}
	return claimBox2.AtMost(top, s.c, 0).Between("the largest α", "C")
}

func (s *state) checkBalance() algos.Check {
	sum := 0.0
	for i, a := range s.alpha {
		sum += a * s.y[i]
	}
	return s.Balance(`$\sum_i \alpha_i y_i = 0$`, sum, s.Peak, len(s.alpha))
}

func (s *state) checkAscent() algos.Check {
	c := s.Ascent(s.rounding())
	if s.Done == nil || math.IsInf(s.Done.Gain, 0) || c.Verdict == algos.Undecided {
		return c
	}
	return c.Because(s.Gained())
}

// rounding bounds the rounding error of the dual: a sum of terms αᵢ(1 + |Fᵢ|) in
// which every F is off by the drift of the errors.
func (s *state) rounding() float64 {
	size := 0.0
	for k, a := range s.alpha {
		size += a * (1 + math.Abs(s.e[k]+s.y[k]))
	}
	return s.sum*s.Drift + num.Ulp*size*float64(len(s.alpha))
}

// primalRounding is the same for the primal, in which every slack counts C.
func (s *state) primalRounding() float64 {
	n := float64(len(s.alpha))
	if s.Hard { // ½‖w‖²/μ²: relative
		return s.rounding() + (n*num.Ulp+4*s.Drift)*s.Primal
	}
	return s.rounding() + n*s.c*s.Drift + n*num.Ulp*s.Primal
}

// weight is Σ max(αᵢ, C − αᵢ), by which the gap is more than the violation.
func (s *state) weight() float64 {
	sum := 0.0
	for _, a := range s.alpha {
		sum += max(a, s.c-a)
	}
	return sum
}

// checkGap: what the tolerance may leave of the gap is tol·Σ max(αᵢ, C − αᵢ), or
// with the hard margin, where primal = ½‖w‖²/μ², what follows from μ ≥ 1 − ½tol and
// |‖w‖² − Σα| ≤ ½tol·Σα.
func (s *state) checkGap() algos.Check {
	var left float64
	switch mu := 1 - s.Tol/2; {
	case s.Hard:
		left = s.norm2/2*(1/(mu*mu)-1) + s.Tol/2*s.sum
	default:
		left = s.Tol * s.weight()
	}
	return s.Gap(left, s.primalRounding()).Unless(s.unparted())
}

// checkSlackness states the three kinds of points with the offset in use.
func (s *state) checkSlackness() algos.Check {
	worst := 0.0
	for k, a := range s.alpha {
		z := s.y[k] * s.f(k)
		if a < s.c {
			worst = max(worst, 1-z) // α < C ⇒ yf ≥ 1
		}
		if a > 0 {
			worst = max(worst, z-1) // α > 0 ⇒ yf ≤ 1
		}
	}
	const claim = `$\alpha = 0 \to yf \ge 1$, $\;0 < \alpha < C \to yf = 1$, $\;\alpha = C \to yf \le 1$`
	return s.Settles("slackness", claim, worst, 0, 1, 2*s.Drift).Between("farthest off", "")
}

// checkOffset: a free support vector determines θ₀; without one it may be
// anywhere in an interval, of which we take the middle.
func (s *state) checkOffset() algos.Check {
	if s.Free == 0 {
		return s.checkInterval()
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, a := range s.alpha {
		if a > 0 && a < s.c {
			lo, hi = min(lo, -s.e[k]), max(hi, -s.e[k])
		}
	}
	c := s.Settles("offset", `every free support vector gives the same $\theta_0 = y_i - F_i$`, hi-lo, 0, 1, 2*s.Drift).Between("they differ by", "")
	if c.Why != "" {
		return c
	}
	return c.Because(say.Vars{"free": s.Free}.Text("<free support vector> with 0 < α < C"))
}

func (s *state) checkInterval() algos.Check {
	const claim = `without a free support vector $\theta_0$ is only known up to an interval`
	if s.Status.State != algos.Converged {
		return algos.Inapplicable("offset", claim, "the interval is empty until the KKT conditions hold")
	}
	if why := s.Blurred(); why != "" {
		return algos.Inapplicable("offset", claim, why)
	}
	at := s.theta0() - s.Bias // the interval is kept in the coordinates of the kernel
	lo, hi := s.Lo+at, s.Hi+at
	v := say.Vars{"lo": lo, "hi": hi, "theta0": s.theta0()}
	c := s.Within(claim)
	switch {
	case math.IsInf(hi, 1):
		return c.Because(v.Text("every θ₀ ≥ <lo> is optimal"))
	case math.IsInf(lo, -1):
		return c.Because(v.Text("every θ₀ ≤ <hi> is optimal"))
	case hi-lo <= s.Tol:
		return c.Because(v.Text("every support vector is at its bound, yet the interval is a point: θ₀ = <lo>"))
	}
	return c.Because(v.Text("every θ₀ from <lo> to <hi> is optimal; we take the middle, <theta0>"))
}

// checkDistance: the closest points lie 1/‖w‖ from the line (hard margin,
// linear kernel). It measures distances on the board, not scores.
func (s *state) checkDistance() algos.Check {
	const claim = `the closest point is $1/\|w\|$ from the line`
	f := s.expansion()
	w, off := f.Weights(), f.Rounding()
	length := math.Hypot(w[0], w[1])
	if length == 0 {
		return algos.Inapplicable("distance", claim, "w = 0: there is no line")
	}
	closest, rounding := math.Inf(1), 0.0
	for k, x := range s.X {
		closest = min(closest, s.y[k]*((w[0]*x[0]+w[1]*x[1]+s.Bias)/length))
		far := math.Hypot(x[0], x[1])
		rounding = max(rounding, (far*off+4*num.Ulp*(far*length+math.Abs(s.Bias)))/length)
	}
	return s.Settles("distance", claim, closest, 1/length, 1/length, rounding+(2*s.Drift+off/length)/length).Between("closest point", "1/‖w‖")
}

var claimHulls = algos.Guarantee{Name: "hulls", Claim: "the convex hulls of the classes meet"}

// checkHulls: any α bounds the margin from above, so at the end 1/‖w‖ ≤ ‖w‖/Σα
// must be an equality.
func (s *state) checkHulls() algos.Check {
	claim := algos.Guarantee{Name: "hulls", Claim: `no margin exceeds $\|w\| / \sum_i \alpha_i$`}
	if h := s.hulls; h != nil {
		return claimHulls.AtMost(2*h.bound, 2*meet*s.radius, 0).Between("their distance", "resolution")
	}
	if s.sum == 0 || !(s.Primal > 0) {
		return claim.Not("w does not separate the classes yet")
	}
	best := 1 / math.Sqrt(2*s.Primal) // the margin of the separator in the direction of w, with the offset midway
	length := math.Sqrt(max(0, s.norm2))
	bound := length / s.sum
	return s.Doubted(claim.AtMost(best, bound, 8*num.Ulp*bound+s.rounding()/s.sum+s.Drift/length).Between("margin of this w", "bound").Metered())
}
