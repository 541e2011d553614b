package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// Checks implements [algos.View].
//
// The theorems are about exact arithmetic. Here every update rounds θ, by at most
// ½ε‖θ‖ with ε = 2⁻⁵², and every score is off by at most 2εR‖θ‖, so that one just
// above 0 may count as a mistake. As ‖θ‖ ≤ √k·R, k updates move ⟨θ, θ*⟩ by no more
// than εk√k·R and ‖θ‖² by no more than ε(4k√k + k²)R², to which comes the rounding
// of the numbers shown. These are the tolerances.
func (s snapshot) Checks() []algos.Check {
	if len(s.rows) == 0 {
		return nil
	}
	if !s.plain() {
		return s.variantChecks()
	}
	if s.tiny {
		const why = "some point is nearer to 0 than 10⁻¹⁴⁴: products of such numbers lose their digits"
		return []algos.Check{
			algos.Inapplicable("novikoff", claimNovikoff, why),
			algos.Inapplicable("projection", claimProjection, why),
			algos.Inapplicable("norm", claimNorm, why),
		}
	}
	if !s.best.Separable {
		return []algos.Check{
			algos.Inapplicable("novikoff", claimNovikoff, "not separable: no bound"),
			algos.Inapplicable("projection", claimProjection, "not separable: no θ* has a margin γ > 0"),
			s.checkNorm(),
			s.checkHull(),
		}
	}
	checks := []algos.Check{s.checkNovikoff(), s.checkProjection(), s.checkNorm(), s.checkEnd(), s.checkSandwich(), s.checkAngle(), s.checkDistance()}
	if len(s.rows) == 1 {
		checks = append(checks, s.checkCount())
	}
	return checks
}

const (
	claimNovikoff   = `$k\le(R/\gamma)^2$: there are never more updates than that`
	claimProjection = `$\langle\theta,\theta^*\rangle\ge k\,\gamma$: every update adds $\gamma$ or more along $\theta^*$`
	claimNorm       = `$\lVert\theta\rVert^2\le k\,R^2$: a mistake lengthens $\theta$ by little, as its score is not above 0`
	claimSandwich   = `$k\,\gamma\le\langle\theta,\theta^*\rangle\le\lVert\theta\rVert\le\sqrt{k}\,R$: the proof in one line`
	claimAngle      = `$\cos\angle(\theta,\theta^*)\ge\sqrt{k}\,\gamma/R$: $\theta$ must turn towards $\theta^*$`
	claimDistance   = `the point nearest to the plane $\langle\theta^*,x\rangle=0$ has the distance $\gamma$`
	claimEnd        = `at the end no point is on the wrong side`
	claimHull       = `$\sum_t\lambda_t\,y_t\,x_t=0$ with $\lambda\ge 0$, $\sum_t\lambda_t=1$: so no $\theta$ has all $y_t\langle\theta,x_t\rangle>0$`
)

const epsilon = 0x1p-52

func (s snapshot) k() float64 { return float64(s.updates) }

// slackAlong and slackSquare are what rounding may do to ⟨θ, θ*⟩ and ‖θ‖².
func (s snapshot) slackAlong() float64 {
	root := math.Sqrt(s.k())
	return epsilon * (s.k()*root + 4*root) * s.best.R
}

func (s snapshot) slackSquare() float64 {
	k := s.k()
	return epsilon * (4*k*math.Sqrt(k) + k*k + 4*k) * s.best.R2
}

func (s snapshot) checkNovikoff() algos.Check {
	// kγ − a ≤ √(kR² + b) with these two gives, to first order in ε,
	// k ≤ q·(1 + b/(kR²) + 2a/(√k·R)) with q = (R/γ)².
	k, q := s.k(), s.best.Ratio
	slack := epsilon * q * (4*math.Sqrt(k) + 3*k + 12)
	c := algos.AtMost("novikoff", claimNovikoff, k, q, slack)
	c.LeftLabel, c.RightLabel, c.Meter = "k", "(R/γ)²", true
	c.Why = say.Phrase(fmt.Sprintf("R = %s, γ = %s", say.Num(s.best.R), say.Num(s.best.Gamma)))
	if s.Bias {
		c.Why += ", both of the points with their constant coordinate"
	}
	return c
}

func (s snapshot) checkProjection() algos.Check {
	c := algos.AtLeast("projection", claimProjection, dot(s.theta, s.best.Theta), s.k()*s.best.Gamma, s.slackAlong())
	c.LeftLabel, c.RightLabel = "⟨θ, θ*⟩", "kγ"
	return c
}

func (s snapshot) checkNorm() algos.Check {
	c := algos.AtMost("norm", claimNorm, dot(s.theta, s.theta), s.k()*s.best.R2, s.slackSquare())
	c.LeftLabel, c.RightLabel, c.Meter = "‖θ‖²", "kR²", s.updates > 0
	return c
}

func (s snapshot) checkSandwich() algos.Check {
	chain := []float64{s.k() * s.best.Gamma, dot(s.theta, s.best.Theta), norm(s.theta), math.Sqrt(s.k()) * s.best.R}
	// The middle link only rounds; √(kR² + b) exceeds √k·R by b/(2√k·R) at most.
	slack := []float64{s.slackAlong(), 4 * epsilon * chain[2], 0}
	if s.updates > 0 {
		slack[2] = s.slackSquare() / (2 * chain[3])
	}
	c := algos.AtMost("sandwich", claimSandwich, chain[0], chain[3], slack[0]+slack[1]+slack[2])
	for i, tol := range slack {
		if !(chain[i] <= chain[i+1]+tol) {
			c.Verdict = algos.Broken
		}
	}
	c.LeftLabel, c.RightLabel, c.Meter = "kγ", "√k R", s.updates > 0
	c.Why = say.Phrase(fmt.Sprintf("%s ≤ %s ≤ %s ≤ %s", say.Num(chain[0]), say.Num(chain[1]), say.Num(chain[2]), say.Num(chain[3])))
	return c
}

func (s snapshot) checkAngle() algos.Check {
	length := norm(s.theta)
	if length == 0 {
		return algos.Inapplicable("angle", claimAngle, "θ = 0 has no direction")
	}
	promise := math.Sqrt(s.k()) * s.best.Gamma / s.best.R
	// From kγ − a ≤ ⟨θ, θ*⟩ and ‖θ‖ ≤ √k·R + b/(2√k·R), divided.
	slack := s.slackAlong()/length + promise*s.slackSquare()/(2*s.k()*s.best.R2) + 4*epsilon
	c := algos.AtLeast("angle", claimAngle, dot(s.theta, s.best.Theta)/length, promise, slack)
	c.LeftLabel, c.RightLabel = "cos ∠(θ, θ*)", "√k γ/R"
	return c
}

func (s snapshot) checkDistance() algos.Check {
	nearest := math.Inf(1)
	for _, r := range s.rows {
		nearest = min(nearest, math.Abs(r.score(s.best.Theta)))
	}
	// Three rounded products of numbers up to R, with a rounded θ*.
	c := algos.Equal("distance", claimDistance, nearest, s.best.Gamma, 8*epsilon*s.best.R)
	c.LeftLabel, c.RightLabel = "nearest point", "γ"
	switch {
	case s.Variant == marginal:
		c.Why = "measured between samples of length 1"
	case s.Bias:
		c.Why = "measured in the space of (x₁, x₂, 1), where the perceptron works; on the board it is longer"
	}
	return c
}

func (s snapshot) checkEnd() algos.Check {
	c := algos.Tends("separates", claimEnd, float64(s.errors(s.theta)), 0, 0, s.status)
	c.LeftLabel = "rows on the wrong side"
	return c
}

// checkHull proves that the points are not separable.
func (s snapshot) checkHull() algos.Check {
	var sum vector
	for i, t := range s.best.Rows {
		sum = addScaled(sum, s.best.Weights[i], s.rows[t].correction())
	}
	// At most four rounded weights times numbers up to R, and their sum.
	c := algos.Equal("hull", claimHull, norm(sum), 0, 16*epsilon*s.best.R)
	c.LeftLabel = "‖Σλyx‖"
	c.Why = "λ > 0 on "
	for i, t := range s.best.Rows {
		if i > 0 {
			c.Why += ", "
		}
		c.Why += say.Phrase(fmt.Sprintf("%s (%s)", name(t), say.Num(s.best.Weights[i])))
	}
	return c
}
