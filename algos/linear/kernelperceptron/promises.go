package kernelperceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimBound      = `$k\le(R/\gamma)^2$ in feature space: there are never more mistakes than that`
	claimProjection = `$\langle w,\theta^*\rangle\ge k\,\gamma$: every mistake adds $\gamma$ or more along $\theta^*$`
	claimNorm       = `$\lVert w\rVert^2\le k\,R^2$ with $R^2=\max_i k(x_i,x_i)$`
	claimSame       = `by kernel and by explicit features: the same mistakes`
	claimIdentity   = `$\langle\theta,\phi(x_i)\rangle=f(x_i)$ at every point`
	claimMargin     = `$\gamma$ is certified: some $w$ attains it, and none exceeds it`
	claimHull       = `no margin exceeds $\lVert\sum_i\lambda_i\,y_i\,\phi(x_i)\rVert$, which is nothing`
	claimEnd        = `at the end no point is on the wrong side`
)

// Checks implements [algos.View].
//
// A score is a sum of k kernel values up to R², with partial sums up to √k·R², so
// that rounding moves it by at most (k√k + (8d + 32)k)εR² (see task.rounding), ‖w‖² by
// twice that in every mistake, and ⟨w, θ*⟩ by (k√k + nk)εR.
func (s *snapshot) Checks() []algos.Check {
	var checks []algos.Check
	if len(s.phi) > 0 {
		checks = append(checks, s.checkSame())
	}
	switch why := s.noPromise(); {
	case !s.task.k.PSD():
		checks = append(checks, algos.Inapplicable("bound", claimBound, say.Phrase(why)), algos.Inapplicable("norm", claimNorm, say.Phrase(why)))
	case !s.best.separable:
		checks = append(checks, algos.Inapplicable("bound", claimBound, say.Phrase(why)), algos.Inapplicable("projection", claimProjection, say.Phrase(why)), s.checkNorm())
		if s.best.inseparable {
			checks = append(checks, s.checkHull())
		}
	default:
		checks = append(checks, s.checkBound(), s.checkProjection(), s.checkNorm(), s.checkEnd(), s.checkMargin())
	}
	if len(s.phi) > 0 {
		checks = append(checks, s.checkIdentity())
	}
	return checks
}

// noPromise says why the mistakes have no bound, or "".
func (s *snapshot) noPromise() string {
	switch {
	case !s.task.k.PSD():
		return s.notAKernel()
	case s.best.separable:
		return ""
	case s.best.inseparable:
		return "not separable in feature space: no bound"
	}
	return fmt.Sprintf("not settled whether feature space separates the classes: a margin would be below %s", say.Num(s.best.hi))
}

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix are
// computed.
const maxSpectrum = 200

// notAKernel says why nothing is promised for a kernel that is no inner product.
func (s *snapshot) notAKernel() string {
	n := len(s.x)
	if n > maxSpectrum {
		return "this kernel is not positive semi-definite in general: no feature space need stand behind it"
	}
	least, most := s.eigen()
	// The eigenvalues of a symmetric matrix are computed to about n·ε·‖K‖.
	if least < -4*float64(n)*ulp*most {
		return fmt.Sprintf("the kernel matrix of these points has the eigenvalue %s: no feature space stands behind it", say.Num(least))
	}
	return "this kernel is positive semi-definite on these points, but not in general: no margin is computed for it"
}

func (s *snapshot) checkBound() algos.Check {
	c := algos.AtMost("bound", claimBound, s.k(), s.limit, ulp*s.limit*(16*s.k()+64))
	c.LeftLabel, c.RightLabel, c.Meter = "k", "(R/γ)²", true
	c.Why = say.Phrase(fmt.Sprintf("R = %s, γ = %s, both in feature space", say.Num(math.Sqrt(s.r2)), say.Num(s.best.lo)))
	return c
}

func (s *snapshot) checkProjection() algos.Check {
	slack := ulp * s.k() * (4*math.Sqrt(s.k()) + 8*float64(len(s.y)) + 64) * math.Sqrt(s.r2)
	c := algos.AtLeast("projection", claimProjection, s.along, s.k()*s.best.lo, slack)
	c.LeftLabel, c.RightLabel = "⟨w, θ*⟩", "kγ"
	return c
}

func (s *snapshot) checkNorm() algos.Check {
	k := s.k()
	slack := 2 * k * s.rounding(s.alpha.total, s.r2)
	c := algos.AtMost("norm", claimNorm, s.norm2, k*s.r2, slack)
	c.LeftLabel, c.RightLabel, c.Meter = "‖w‖²", "kR²", s.norm2 > 0
	return c
}

func (s *snapshot) checkEnd() algos.Check {
	c := algos.Tends("separates", claimEnd, float64(s.wrong), 0, 0, s.status)
	c.LeftLabel = "rows on the wrong side"
	return c
}

// checkMargin shows both bounds of the margin; their tolerance is the precision
// with which the nearest point was looked for.
func (s *snapshot) checkMargin() algos.Check {
	c := algos.AtMost("margin", claimMargin, s.best.lo, s.best.hi, 0)
	c.LeftLabel, c.RightLabel, c.Meter = "attained", "at most", true
	c.Why = "no margin exceeds ‖Σλyφ‖ with λ ≥ 0, Σλ = 1"
	if attained := s.attained(); attained < s.best.lo {
		c.Verdict, c.Why = algos.Broken, say.Phrase(fmt.Sprintf("the margin attained is %s", say.Num(attained)))
	}
	return c
}

// attained is the smallest margin that the certificate has at any row.
func (s *snapshot) attained() float64 {
	least := math.Inf(1)
	for _, v := range s.best.toward {
		least = min(least, v)
	}
	return least
}

func (s *snapshot) checkHull() algos.Check {
	c := algos.AtMost("hull", claimHull, s.best.hi, resolution*math.Sqrt(s.r2), 0)
	c.LeftLabel, c.RightLabel = "‖Σλyφ‖", "resolution"
	c.Why = "with λ ≥ 0 and Σλ = 1; smaller numbers are rounding"
	return c
}

// checkSame compares the two runs, which decide for themselves.
func (s *snapshot) checkSame() algos.Check {
	if p := s.parted; p != nil && max(math.Abs(p.kernel), math.Abs(p.direct)) <= 2*p.rounding {
		return algos.Inapplicable("same", claimSame, say.Phrase(fmt.Sprintf("the score of %s was 0 up to rounding, %s by the kernel and %s by the features: the two parted there", name(p.row), say.Num(p.kernel), say.Num(p.direct))))
	}
	c := algos.Equal("same", claimSame, float64(s.twin.total), s.k(), 0)
	c.LeftLabel, c.RightLabel = "by features", "by kernel"
	if p := s.parted; p != nil {
		c.Verdict, c.Why = algos.Broken, say.Phrase(fmt.Sprintf("they disagreed on %s", name(p.row)))
	}
	return c
}

// compared is how many rows the identity is checked at.
const compared = 100

// checkIdentity compares the two ways to compute f.
func (s *snapshot) checkIdentity() algos.Check {
	alpha := s.alpha.list()
	theta := s.theta(alpha)
	var phi []float64
	worst, slack := 0.0, 0.0
	for i := range min(len(s.x), compared) {
		phi = s.phi.at(phi, s.x[i])
		worst = max(worst, math.Abs(s.phi.inner(theta, phi)-s.task.score(alpha, s.x[i])))
		slack = max(slack, 2*s.rounding(s.alpha.total, s.diag[i]))
	}
	c := algos.Equal("identity", claimIdentity, worst, 0, slack)
	c.LeftLabel = "largest difference"
	return c
}
