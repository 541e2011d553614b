package svr

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/pairs"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states the theoretical guarantees of this state: duality first, and then
// the KKT conditions of 001, (4.29), line by line.
func (v view) Checks() []algos.Check {
	s, why := v.state, v.NotAKernel()
	return []algos.Check{
		s.Duality(s.primalRounding()).Unless(why), s.checkGap().Unless(why), s.Violation(`the largest KKT violation of a pair $\to 0$`),
		s.Left(s.weight(), s.primalRounding()).Unless(why),
		s.checkExpansion(), s.checkBalance(), s.checkBox(), s.checkEither(),
		s.checkPrice(), s.checkAbove(), s.checkBelow(), v.checkAscent(), s.checkOffset(),
	}
}

// rounding bounds the rounding error of the dual: a sum of terms |α|(|y| + ε + |F|)
// in which every F is off by the drift.
func (s *state) rounding() float64 {
	size := 0.0
	for i := range s.y {
		size += (s.alpha[i] + s.alpha[len(s.y)+i]) * (math.Abs(s.f[i]) + math.Abs(s.y[i]) + s.Epsilon)
	}
	return s.sum*s.Drift + num.Ulp*size*float64(len(s.y))
}

// primalRounding is the same for the primal, in which every slack counts C.
func (s *state) primalRounding() float64 {
	n := float64(len(s.y))
	return s.rounding() + n*s.C*s.Drift + n*num.Ulp*math.Abs(s.Primal)
}

// weight is Σ max(α, C − α) over all variables, by which the gap is more than the
// violation: it is Σ α(ε − r)⁺ + (C − α)(r − ε)⁺ with the residual r, and the same
// below.
func (s *state) weight() float64 {
	sum := 0.0
	for _, a := range s.alpha {
		sum += max(a, s.C-a)
	}
	return sum
}

func (s *state) checkGap() algos.Check { return s.Gap(s.Tol*s.weight(), s.primalRounding()) }

// checkExpansion: w = Σβφ(x), so F computed afresh from β must be the F that the
// pairs have kept up to date.
func (s *state) checkExpansion() algos.Check {
	worst, size := 0.0, s.size // F is kept as an error, F − y ± ε
	c := s.curve()
	for i, x := range s.X {
		f := 0.0
		for t, a := range c.Centres {
			f += c.Coef[t] * s.Kernel.At(a, x)
		}
		worst, size = max(worst, math.Abs(f-s.f[i])), max(size, math.Abs(f))
	}
	claim := say.Phrase(`$w = \sum_i (\alpha_i - \alpha_i^*)\,\varphi(x_i)$`)
	if s.NotAKernel() != "" { // there is no w
		claim = `$f(x) = \sum_i (\alpha_i - \alpha_i^*)\,k(x_i, x) + b$`
	}
	return s.Doubted(algos.Equal("expansion", claim, worst, 0, 2*s.Drift+num.Ulp*s.sum*s.top*float64(len(s.y))).Of(size).Between("largest error", ""))
}

func (s *state) checkBalance() algos.Check {
	sum := 0.0
	for i := range s.y {
		sum += s.beta(i)
	}
	return s.Balance(`$\sum_i (\alpha_i - \alpha_i^*) = 0$`, sum, s.Peak, len(s.alpha))
}

var claimBox = algos.Guarantee{Name: "box", Claim: `$0 \le \alpha_i, \alpha_i^* \le C$`}

// checkBox: every variable stays in [0, C], exactly, because a move that meets
// the box is set to it. This is α, α*, C − α − α* ≥ 0 of the notes.
func (s *state) checkBox() algos.Check {
	least, top := slices.Min(s.alpha), slices.Max(s.alpha)
	if least < 0 {
		return claimBox.AtLeast(least, 0, 0).Between("the least", "")
	}
	return claimBox.AtMost(top, s.C, 0).Between("maximum", "C")
}

// checkEither: a point is above the curve or below it. The choice of the pairs
// keeps this at every step, for of the two variables of a point it always prefers
// to shrink the one that is not zero; with ε = 0 the two are equally good.
func (s *state) checkEither() algos.Check {
	claim := algos.Guarantee{Name: "either", Claim: `at most one of the two is positive: $\alpha_i\alpha_i^* = 0$`}
	if s.Epsilon == 0 {
		return claim.Not("at ε = 0 the tube has no width, and only the difference β = α − α* matters")
	}
	if 4*s.coarse >= s.Epsilon { // rounding may have confused the two borders of the tube
		return claim.Not(say.Vars{"off": s.coarse}.Text("f is only accurate to about ±<off>, which is as large as the width of the tube"))
	}
	worst := 0.0
	for i := range s.y {
		worst = max(worst, s.alpha[i]*s.alpha[len(s.y)+i])
	}
	return claim.Equal(worst, 0, 0)
}

// checkPrice, checkAbove and checkBelow are the complementary slackness of the
// notes: (C − α − α*)ξ = 0, α(y − f − ξ − ε) = 0 and α*(f − y − ξ − ε) = 0. Where
// no pair violates the conditions by more than tol no bracket is farther off.
func (s *state) checkPrice() algos.Check {
	return s.slackness("price", `only points at the bound $C$ have a slack: $(C - \alpha_i - \alpha_i^*)\,\xi_i = 0$`, func(i int) float64 {
		return (s.C - math.Abs(s.beta(i))) * s.slack(i)
	})
}

func (s *state) checkAbove() algos.Check {
	const claim = `$\alpha_i > 0$ only for points on or above the upper tube boundary: $\alpha_i\,(y_i - f(x_i) - \varepsilon - \xi_i) = 0$`
	return s.slackness("above", claim, func(i int) float64 {
		return max(0, s.beta(i)) * (s.residual(i) - s.Epsilon - s.slack(i))
	})
}

func (s *state) checkBelow() algos.Check {
	const claim = `$\alpha_i^* > 0$ only for points on or below the lower tube boundary: $\alpha_i^*\,(f(x_i) - y_i - \varepsilon - \xi_i) = 0$`
	return s.slackness("below", claim, func(i int) float64 {
		return max(0, -s.beta(i)) * (-s.residual(i) - s.Epsilon - s.slack(i))
	})
}

func (s *state) slackness(id string, claim say.Phrase, product func(i int) float64) algos.Check {
	worst, at := 0.0, 0
	for i := range s.y {
		if p := math.Abs(product(i)); p > worst {
			worst, at = p, i
		}
	}
	times := s.C
	if 2*s.Epsilon < s.Tol { // a point may be off beyond the other border of so thin a tube
		times *= 2
	}
	c := s.Settles(id, claim, worst, 0, times, 4*s.C*s.Drift).Between("largest violation", "")
	if c.Verdict == algos.Open && c.Why == "" {
		c.Why = say.Vars{"row": say.Row(at).Name()}.Text("largest violation at <row>")
	}
	return c
}

// checkAscent allows for the rounding of the dual before and after the pair.
func (v view) checkAscent() algos.Check {
	c := v.Ascent(2 * v.rounding())
	if v.phase != pairs.Optimising || c.Verdict == algos.Undecided {
		return c
	}
	return c.Because(v.Gained())
}

// checkOffset: a free support vector determines b; without one it may be anywhere
// in an interval, of which we take the middle. The notes average b over all support
// vectors, but those at the bound have an unknown slack.
func (s *state) checkOffset() algos.Check {
	v := say.Vars{"free": s.Free, "b": s.offset()}
	if s.Free > 0 {
		worst := 0.0
		for i := range s.y {
			if s.kind(i) == onTube {
				worst = max(worst, math.Abs(math.Abs(s.residual(i))-s.Epsilon))
			}
		}
		const claim = `every unbounded support vector is on the boundary of the tube: $|f(x_i) - y_i| = \varepsilon$`
		c := s.Settles("offset", claim, worst, 0, 1, 2*s.Drift).Between("largest violation", "")
		if c.Why != "" {
			return c
		}
		return c.Because(v.Text("<free unbounded support vector>, b = <b>"))
	}
	const claim = "no support vector is unbounded: $b$ is in the interval of optimal biases"
	if why := s.Blurred(); why != "" {
		return algos.Inapplicable("offset", claim, why)
	}
	if s.Lo > s.Hi+s.Tol {
		return algos.Inapplicable("offset", claim, "no bias is optimal yet")
	}
	at := s.offset() - s.Bias // the interval is kept in the coordinates of the kernel
	v["lo"], v["hi"] = s.Lo+at, s.Hi+at
	c := s.Within(claim)
	if s.Hi-s.Lo <= s.Tol {
		return c.Because(v.Text("no support vector is unbounded, and the interval is one point: b = <b>"))
	}
	return c.Because(v.Text("every b from <lo> to <hi> is optimal; the middle is taken, <b>"))
}
