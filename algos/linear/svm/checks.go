package svm

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

// Checks states what theory promises about this state.
func (v view) Checks() []algos.Check {
	s := v.state
	if why := s.notAKernel(); why != "" {
		return []algos.Check{
			algos.Inapplicable("weak-duality", claimDuality, say.Phrase(why)),
			algos.Inapplicable("gap", claimGap, say.Phrase(why)),
			s.checkKKT(), s.checkBalance(), s.checkBox(), v.checkAscent(), s.checkSlackness(), s.checkOffset(),
			algos.Inapplicable("loocv", claimLOOCV, say.Phrase(why)),
		}
	}
	checks := []algos.Check{s.checkDuality(), s.checkGap(), s.checkKKT()}
	if s.Hard {
		checks = append(checks, s.checkHulls())
	}
	checks = append(checks, s.checkLOOCV(), s.checkBalance(), s.checkBox(), v.checkAscent(), s.checkSlackness(), s.checkOffset())
	if s.Hard && s.linear() {
		checks = append(checks, s.checkDistance())
	}
	return checks
}

// checkBox: every αᵢ stays in [0, C], exactly, because a move that meets the box
// is set to it.
func (s *state) checkBox() algos.Check {
	least, top := slices.Min(s.alpha), slices.Max(s.alpha)
	if s.Hard {
		c := algos.AtLeast("box", `$\alpha_i \ge 0$`, least, 0, 0)
		c.LeftLabel = "the least α"
		return c
	}
	c := algos.AtMost("box", `$0 \le \alpha_i \le C$`, top, s.c, 0)
	c.LeftLabel, c.RightLabel = "the largest α", "C"
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Phrase("the least α is "+say.Num(least))
	}
	return c
}

// checkBalance: Σαᵢyᵢ = 0. Each pair rounds two α's once.
func (s *state) checkBalance() algos.Check {
	sum, top := 0.0, 0.0
	for i, a := range s.alpha {
		sum += a * s.y[i]
		top = max(top, a)
	}
	return algos.Equal("balance", `$\sum_i \alpha_i y_i = 0$`, sum, 0, float64(2*s.pairs+len(s.alpha))*ulp*top)
}

// checkAscent: a pair is optimised exactly, so the dual never falls.
func (v view) checkAscent() algos.Check {
	const claim = "the dual never falls"
	w := v.work
	if w == nil {
		return algos.Inapplicable("ascent", claim, "no pair has moved yet")
	}
	c := algos.AtLeast("ascent", claim, v.dual, w.dual, v.rounding())
	c.LeftLabel, c.RightLabel = "dual now", "before the pair"
	if !math.IsInf(w.Gain, 0) {
		c.Why = say.Phrase(fmt.Sprintf("%s gained %s", pairName(w.I, w.J), say.Num(v.dual-w.dual)))
	}
	return c
}

// rounding bounds the rounding error of the dual: a sum of terms αᵢ(1 + |Fᵢ|) in
// which every F is off by the drift of the errors.
func (s *state) rounding() float64 {
	size := 0.0
	for k, a := range s.alpha {
		size += a * (1 + math.Abs(s.e[k]+s.y[k]))
	}
	return s.sum*s.drift + ulp*size*float64(len(s.alpha))
}

// primalRounding is the same for the primal, in which every slack counts C.
func (s *state) primalRounding() float64 {
	n := float64(len(s.alpha))
	if s.Hard { // ½‖w‖²/μ²: relative
		return s.rounding() + (n*ulp+4*s.drift)*s.primal
	}
	return s.rounding() + n*s.c*s.drift + n*ulp*s.primal
}

const claimDuality = `weak duality: $\text{dual} \le \text{primal}$`

func (s *state) checkDuality() algos.Check {
	if math.IsNaN(s.primal) {
		return algos.Inapplicable("weak-duality", claimDuality, "the hard margin's primal has no value yet: w does not separate the classes")
	}
	c := algos.AtMost("weak-duality", claimDuality, s.dual, s.primal, s.primalRounding())
	c.LeftLabel, c.RightLabel, c.Meter = "dual", "primal", true
	return c
}

const claimGap = `strong duality: $\text{primal} - \text{dual} \to 0$`

// checkGap: the gap is Σ αᵢ(yᵢf−1)⁺ + (C−αᵢ)(1−yᵢf)⁺, in which no bracket
// exceeds the largest KKT violation; so where that is at most tol the gap is at
// most tol·Σ max(αᵢ, C−αᵢ).
func (s *state) checkGap() algos.Check {
	if math.IsNaN(s.primal) {
		return algos.Inapplicable("gap", claimGap, "the hard margin's primal has no value yet: w does not separate the classes")
	}
	allowed := 0.0
	if s.Hard {
		// primal = ½‖w‖²/μ² with μ ≥ 1 − tol, and |‖w‖² − Σα| ≤ tol·Σα.
		mu := max(0, 1-s.Tol)
		allowed = s.norm2/2*(1/(mu*mu)-1) + s.Tol*s.sum
	} else {
		for _, a := range s.alpha {
			allowed += s.Tol * max(a, s.c-a)
		}
	}
	c := algos.Tends("gap", claimGap, s.primal-s.dual, 0, allowed+s.primalRounding(), s.status)
	c.LeftLabel = "gap"
	return c
}

func (s *state) checkKKT() algos.Check {
	c := algos.Tends("kkt", `the largest KKT violation $\to 0$`, s.kkt, 0, s.Tol, s.status)
	c.LeftLabel = "violation"
	c.Why = say.Phrase("the run ends at " + say.Num(s.Tol))
	return c
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
	c := algos.Tends("slackness", `$\alpha = 0 \to yf \ge 1$, $\;0 < \alpha < C \to yf = 1$, $\;\alpha = C \to yf \le 1$`, worst, 0, s.Tol+2*s.drift, s.status)
	c.LeftLabel = "farthest off"
	return c
}

// checkOffset: a free support vector determines θ₀; without one it may be
// anywhere in an interval, of which we take the middle.
func (s *state) checkOffset() algos.Check {
	if s.free == 0 {
		return s.checkInterval()
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for k, a := range s.alpha {
		if a > 0 && a < s.c {
			lo, hi = min(lo, -s.e[k]), max(hi, -s.e[k])
		}
	}
	c := algos.Tends("offset", `every free support vector gives the same $\theta_0 = y_i - F_i$`, hi-lo, 0, s.Tol+2*s.drift, s.status)
	c.LeftLabel = "they differ by"
	c.Why = say.Phrase(fmt.Sprintf("%s with 0 < α < C", say.Count(s.free, "support vector")))
	return c
}

func (s *state) checkInterval() algos.Check {
	const claim = `without a free support vector $\theta_0$ is only known up to an interval`
	if s.status.State != algos.Converged {
		return algos.Inapplicable("offset", claim, "the interval is empty until the KKT conditions hold")
	}
	at := s.theta0() - s.bias // the interval is kept in the coordinates of the kernel
	lo, hi := s.lo+at, s.hi+at
	outside := max(0, s.lo-s.bias, s.bias-s.hi)
	c := algos.AtMost("offset", claim, outside, 0, s.Tol)
	c.LeftLabel = "outside by"
	switch {
	case math.IsInf(hi, 1):
		c.Why = say.Phrase(fmt.Sprintf("every θ₀ ≥ %s is optimal", say.Num(lo)))
	case math.IsInf(lo, -1):
		c.Why = say.Phrase(fmt.Sprintf("every θ₀ ≤ %s is optimal", say.Num(hi)))
	case hi-lo <= s.Tol:
		c.Why = say.Phrase("every support vector is at its bound, yet the interval is a point: θ₀ = " + say.Num(lo))
	default:
		c.Why = say.Phrase(fmt.Sprintf("every θ₀ from %s to %s is optimal; we take the middle, %s", say.Num(lo), say.Num(hi), say.Num(s.theta0())))
	}
	return c
}

// checkDistance: the closest points lie 1/‖w‖ from the line (hard margin,
// linear kernel). It measures distances on the board, not scores.
func (s *state) checkDistance() algos.Check {
	const claim = `the closest point is $1/\|w\|$ from the line`
	w := s.weights()
	length := math.Hypot(w[0], w[1])
	if length == 0 {
		return algos.Inapplicable("distance", claim, "w = 0: there is no line")
	}
	closest := math.Inf(1)
	for k, x := range s.x {
		closest = min(closest, s.y[k]*((w[0]*x[0]+w[1]*x[1]+s.bias)/length))
	}
	c := algos.Tends("distance", claim, closest, 1/length, (s.Tol+1e-12)/length, s.status)
	c.LeftLabel, c.RightLabel = "closest point", "1/‖w‖"
	return c
}

// checkHulls: any α bounds the margin from above, so at the end 1/‖w‖ ≤ ‖w‖/Σα
// must be an equality.
func (s *state) checkHulls() algos.Check {
	const claim = `no margin exceeds $\|w\| / \sum_i \alpha_i$`
	if h := s.hulls; h != nil {
		c := algos.AtMost("hulls", "the convex hulls of the classes meet", 2*h.bound, 2*meet*s.radius, 0)
		c.LeftLabel, c.RightLabel = "their distance", "resolution"
		return c
	}
	best := s.bestMargin()
	if s.sum == 0 || math.IsNaN(best) {
		return algos.Inapplicable("hulls", claim, "w does not separate the classes yet")
	}
	bound := math.Sqrt(max(0, s.norm2)) / s.sum
	c := algos.AtMost("hulls", claim, best, bound, 1e-12*bound+s.rounding()/s.sum)
	c.LeftLabel, c.RightLabel, c.Meter = "margin of this w", "bound", true
	return c
}

// bestMargin is the margin of the separator in the direction of w, with the
// offset midway; NaN where w does not separate.
func (s *state) bestMargin() float64 {
	if !(s.primal > 0) {
		return math.NaN()
	}
	return 1 / math.Sqrt(2*s.primal)
}
