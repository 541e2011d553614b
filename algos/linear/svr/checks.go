package svr

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// Checks states what theory promises about this state: duality first, and then
// the KKT conditions of 001, (4.29), line by line.
func (v view) Checks() []algos.Check {
	s := v.state
	checks := []algos.Check{s.checkDuality(), s.checkGap()}
	if why := s.notAKernel(); why != "" {
		checks = []algos.Check{algos.Inapplicable("weak-duality", claimDuality, say.Phrase(why)), algos.Inapplicable("gap", claimGap, say.Phrase(why))}
	}
	return append(checks,
		s.checkKKT(), s.checkExpansion(), s.checkBalance(), s.checkBox(), s.checkEither(),
		s.checkPrice(), s.checkAbove(), s.checkBelow(), v.checkAscent(), s.checkOffset())
}

// rounding bounds the rounding error of the dual: a sum of terms |α|(|y| + ε + |F|)
// in which every F is off by the drift.
func (s *state) rounding() float64 {
	size := 0.0
	for i := range s.y {
		size += (s.alpha[i] + s.alpha[len(s.y)+i]) * (math.Abs(s.f[i]) + math.Abs(s.y[i]) + s.Epsilon)
	}
	return s.sum*s.drift + ulp*size*float64(len(s.y))
}

// primalRounding is the same for the primal, in which every slack counts C.
func (s *state) primalRounding() float64 {
	n := float64(len(s.y))
	return s.rounding() + n*s.C*s.drift + n*ulp*math.Abs(s.primal)
}

const claimDuality = `weak duality: $\text{dual} \le \text{primal}$`

func (s *state) checkDuality() algos.Check {
	c := algos.AtMost("weak-duality", claimDuality, s.dual, s.primal, s.primalRounding())
	c.LeftLabel, c.RightLabel, c.Meter = "dual", "primal", true
	return c
}

const claimGap = `strong duality: $\text{primal} - \text{dual} \to 0$`

// checkGap: the gap is Σ α(ε − r)⁺ + (C − α)(r − ε)⁺ with the residual r, and the
// same below, in which no bracket exceeds the largest KKT violation; so where
// that is at most tol the gap is at most 2nC·tol.
func (s *state) checkGap() algos.Check {
	allowed := 2 * float64(len(s.y)) * s.C * s.Tol
	c := algos.Tends("gap", claimGap, s.primal-s.dual, 0, allowed+s.primalRounding(), s.status)
	c.LeftLabel = "gap"
	return c
}

func (s *state) checkKKT() algos.Check {
	c := algos.Tends("kkt", `the largest KKT violation of a pair $\to 0$`, s.kkt, 0, s.Tol, s.status)
	c.LeftLabel = "violation"
	c.Why = say.Phrase("the run ends at " + say.Num(s.Tol))
	return c
}

// checkExpansion: w = Σβφ(x), so F computed afresh from β must be the F that the
// pairs have kept up to date.
func (s *state) checkExpansion() algos.Check {
	worst := 0.0
	c := s.curve()
	for i, x := range s.x {
		f := 0.0
		for t, a := range c.centres {
			f += c.coef[t] * s.k.At(a, x)
		}
		worst = max(worst, math.Abs(f-s.f[i]))
	}
	allowed := 2*s.drift + ulp*s.sum*s.top*float64(len(s.y))
	claim := `$w = \sum_i (\alpha_i - \alpha_i^*)\,\varphi(x_i)$`
	if s.notAKernel() != "" { // there is no w
		claim = `$f(x) = \sum_i (\alpha_i - \alpha_i^*)\,k(x_i, x) + b$`
	}
	check := algos.Equal("expansion", say.Phrase(claim), worst, 0, allowed)
	check.LeftLabel = "farthest off"
	return check
}

// checkBalance: Σβ = 0. Each pair rounds two variables once.
func (s *state) checkBalance() algos.Check {
	sum, top := 0.0, 0.0
	for i := range s.y {
		sum += s.beta(i)
		top = max(top, math.Abs(s.beta(i)))
	}
	return algos.Equal("balance", `$\sum_i (\alpha_i - \alpha_i^*) = 0$`, sum, 0, float64(2*s.pairs+len(s.alpha))*ulp*max(top, s.C*ulp))
}

// checkBox: every variable stays in [0, C], exactly, because a move that meets
// the box is set to it. This is α, α*, C − α − α* ≥ 0 of the notes.
func (s *state) checkBox() algos.Check {
	least, top := slices.Min(s.alpha), slices.Max(s.alpha)
	c := algos.AtMost("box", `$0 \le \alpha_i, \alpha_i^* \le C$`, top, s.C, 0)
	c.LeftLabel, c.RightLabel = "the largest", "C"
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Phrase("the least is "+say.Num(least))
	}
	return c
}

// checkEither: a point is above the curve or below it. The choice of the pairs
// keeps this at every step, for of the two variables of a point it always prefers
// to shrink the one that is not zero; with ε = 0 the two are equally good.
func (s *state) checkEither() algos.Check {
	const claim = `no point pulls both ways: $\alpha_i\alpha_i^* = 0$`
	if s.Epsilon == 0 {
		return algos.Inapplicable("either", claim, "at ε = 0 the tube has no width, and only the difference β = α − α* counts")
	}
	if 4*s.coarse >= s.Epsilon { // rounding may have confused the two borders of the tube
		return algos.Inapplicable("either", claim, say.Phrase("f is only known to about ±"+say.Num(s.coarse)+", which is as much as the tube is wide"))
	}
	worst := 0.0
	for i := range s.y {
		worst = max(worst, s.alpha[i]*s.alpha[len(s.y)+i])
	}
	return algos.Equal("either", claim, worst, 0, 0)
}

// checkPrice, checkAbove and checkBelow are the complementary slackness of the
// notes: (C − α − α*)ξ = 0, α(y − f − ξ − ε) = 0 and α*(f − y − ξ − ε) = 0. Where
// no pair violates the conditions by more than tol no bracket is farther off.
func (s *state) checkPrice() algos.Check {
	return s.slackness("price", `only who pays the full price has a slack: $(C - \alpha_i - \alpha_i^*)\,\xi_i = 0$`, func(i int) float64 {
		return (s.C - math.Abs(s.beta(i))) * s.slack(i)
	})
}

func (s *state) checkAbove() algos.Check {
	return s.slackness("above", `pulling up is for points on the tube's upper border or above: $\alpha_i\,(y_i - f(x_i) - \varepsilon - \xi_i) = 0$`, func(i int) float64 {
		return max(0, s.beta(i)) * (s.residual(i) - s.Epsilon - s.slack(i))
	})
}

func (s *state) checkBelow() algos.Check {
	return s.slackness("below", `pulling down is for points on the lower border or below: $\alpha_i^*\,(f(x_i) - y_i - \varepsilon - \xi_i) = 0$`, func(i int) float64 {
		return max(0, -s.beta(i)) * (-s.residual(i) - s.Epsilon - s.slack(i))
	})
}

func (s *state) slackness(id, claim string, product func(i int) float64) algos.Check {
	worst, at := 0.0, 0
	for i := range s.y {
		if p := math.Abs(product(i)); p > worst {
			worst, at = p, i
		}
	}
	allowed := s.Tol
	if 2*s.Epsilon < s.Tol { // a point may be off beyond the other border of so thin a tube
		allowed = 2 * s.Tol
	}
	c := algos.Tends(id, say.Phrase(claim), worst, 0, s.C*(allowed+4*s.drift), s.status)
	c.LeftLabel = "farthest off"
	if c.Verdict != algos.Holds {
		c.Why = say.Phrase("farthest off at " + name(at))
	}
	return c
}

// checkAscent: a pair is optimised exactly, so the dual never falls.
func (v view) checkAscent() algos.Check {
	const claim = "the dual never falls"
	w := v.work
	if w == nil {
		return algos.Inapplicable("ascent", claim, "no pair has moved yet")
	}
	c := algos.AtLeast("ascent", claim, v.dual, w.dual, 2*v.rounding())
	c.LeftLabel, c.RightLabel = "dual now", "before the pair"
	if v.phase == optimising {
		c.Why = say.Phrase(fmt.Sprintf("%s gained %s", v.pairName(w.I, w.J), say.Num(v.dual-w.dual)))
	}
	return c
}

// checkOffset: a free support vector determines b; without one it may be anywhere
// in an interval, of which we take the middle. The notes average b over all support
// vectors, but those at the bound have an unknown slack.
func (s *state) checkOffset() algos.Check {
	if s.free > 0 {
		worst := 0.0
		for i := range s.y {
			if s.kind(i) == onTube {
				worst = max(worst, math.Abs(math.Abs(s.residual(i))-s.Epsilon))
			}
		}
		c := algos.Tends("offset", `every free support vector is on the border of the tube: $|f(x_i) - y_i| = \varepsilon$`, worst, 0, s.Tol+2*s.drift, s.status)
		c.LeftLabel = "farthest off"
		c.Why = say.Phrase(fmt.Sprintf("%s, b = %s", say.Count(s.free, "free support vector"), say.Num(s.offset())))
		return c
	}
	const claim = "no support vector is free: $b$ lies in the interval of optimal offsets"
	if s.lo > s.hi+s.Tol {
		return algos.Inapplicable("offset", claim, "no offset is optimal yet")
	}
	at := s.offset() - s.bias // the interval is kept in the coordinates of the kernel
	c := algos.AtMost("offset", claim, max(0, s.lo-s.bias, s.bias-s.hi), 0, s.Tol)
	c.LeftLabel = "outside by"
	c.Why = say.Phrase(fmt.Sprintf("every b from %s to %s is optimal; we take the middle, %s", say.Num(s.lo+at), say.Num(s.hi+at), say.Num(s.offset())))
	if s.hi-s.lo <= s.Tol {
		c.Why = say.Phrase("no support vector is free, yet the interval is a point: b = " + say.Num(s.offset()))
	}
	return c
}
