package svmprimal

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimDuality = `weak duality: $J(\theta) \ge$ the dual optimum`
	claimOwn     = `the run's own bound: $\sum_t \bar\alpha_t - \frac{1}{2}\lVert\theta\rVert^2 \le$ the dual optimum`
	claimConvex  = `J is a bowl: $\frac{1}{2}\lVert\theta - \theta^*\rVert^2 \le J(\theta) - \text{dual}$`
	claimUnique  = `all starts lead to one $\theta$: how far the two runs are apart`
	claimRate    = `the best iterate comes closer like $1/t$`
	claimAverage = `so does the weighted average of the iterates`
	claimOffset  = `$\theta_0$ is not penalised: any value of an interval is as good`
	claimForms   = `offset $\le$ constant coordinate $\le$ through the origin`
	claimGap     = `best objective $-$ dual $\to 0$`
	claimBand    = `no point lies inside the band: $y_t f(x_t) \ge 1$`
	claimGrows   = `a turn never narrows the band`
	claimLocked  = `locked: $\theta^* = \sum_t \alpha_t y_t x_t$ with $\alpha \ge 0$ over the points that touch`
)

// Checks implements [algos.View].
func (s state) Checks() []algos.Check {
	checks := []algos.Check{s.checkDuality(), s.checkUnique()}
	if s.band != nil {
		return append(checks, s.checkConvex(), s.checkBand(), s.checkGrows(), s.checkLocked(), s.checkForms())
	}
	return append(checks, s.checkOffset(), s.checkRate(), s.checkConvex(), s.checkAverage(), s.checkOwn(), s.checkGap(), s.checkForms())
}

// excess is J − dual with what rounding may hide.
func (s state) excess(w walker) float64 {
	return max(0, w.objective-s.best.dual) + s.slack(w.theta)
}

// slack is the rounding of J at θ and of the dual value.
func (s state) slack(theta vector) float64 {
	return s.rounding(theta) + s.rounding(s.here(s.best.theta)) + 64*ulp*math.Abs(s.best.dual)
}

// solver is how far the dual's solution is from its own optimum.
func (s state) solver() float64 { return math.Abs(s.best.primal-s.best.dual) + 64*ulp*s.best.dual }

func (s state) checkDuality() algos.Check {
	c := algos.AtLeast("weak-duality", claimDuality, s.now.objective, s.best.dual, s.slack(s.now.theta))
	c.LeftLabel, c.RightLabel = "J now", "dual"
	c.Why = "the dual is solved by SMO; this form has no Σαy = 0"
	if s.Form == "offset" {
		c.Why = "the dual is solved by SMO over all points"
	}
	if s.band != nil {
		c.Why = "J = ½‖θ‖² with yf ≥ 1; the dual is that of the hard margin"
	}
	return c
}

func (s state) checkConvex() algos.Check {
	d := s.distance(s.now.theta, s.here(s.best.theta))
	// Once for J − dual itself, and once for what is shown of it as 0.
	tol := 2 * (s.slack(s.now.theta) + s.hardSlack())
	left := d * d / 2
	if left <= tol { // rounding is not worth a digit
		left = 0
	}
	c := algos.AtMost("bowl", claimConvex, left, s.over(s.now.objective, s.now.theta), tol)
	c.LeftLabel, c.RightLabel, c.Meter = "½‖θ − θ*‖²", "J − dual", s.now.objective > s.best.dual
	return c
}

// hardSlack is what the solver's accuracy leaves open where θ* has to have
// yf ≥ 1: the band's θ is rounded, and the hard margin known to some digits.
func (s state) hardSlack() float64 {
	if s.band == nil {
		return s.solver()
	}
	return s.solver() + 1e-9*s.best.dual
}

// checkUnique: both lie in a ball around θ*, by strong convexity.
func (s state) checkUnique() algos.Check {
	allowed := math.Sqrt(2*(s.excess(s.now)+s.hardSlack())) + math.Sqrt(2*(s.excess(s.twin)+s.hardSlack()))
	c := algos.AtMost("unique", claimUnique, s.distance(s.now.theta, s.twin.theta), allowed, 0)
	c.LeftLabel, c.RightLabel, c.Meter = "apart", "allowed", true
	c.Why = "by strong convexity each is within √(2(J − dual)) of θ*"
	return c
}

func (s state) checkRate() algos.Check {
	if why := s.noBound(); why != "" {
		return algos.Inapplicable("rate", claimRate, say.Phrase(why))
	}
	c := algos.AtMost("rate", claimRate, s.over(s.least, s.now.theta), s.bound(), s.slack(s.now.theta)+s.solver())
	c.LeftLabel, c.RightLabel, c.Meter = "best − dual", "bound", true
	switch s.Rate {
	case "strong":
		c.Why = say.Phrase(fmt.Sprintf("bound 2/(t(t+1)) Σ s‖gₛ‖²/(s+1) at t = %d", s.t))
	case "pegasos":
		c.Claim = `the best iterate comes closer like $(1 + \ln t)/t$`
		c.Why = say.Phrase(fmt.Sprintf("bound (1/t) Σ ‖gₛ‖²/2s at t = %d", s.t))
	default:
		c.Claim = `a constant step comes only about as near as $\frac{\eta}{2}$ times the mean $\lVert g\rVert^2$`
		c.Why = say.Phrase(fmt.Sprintf("bound (η/2t) Σ ‖gₛ‖² + (1/2η − 1/2)‖θ₁ − θ*‖²/t at t = %d", s.t))
	}
	return c
}

// checkAverage: by convexity J of the average is at most the average of J.
func (s state) checkAverage() algos.Check {
	if why := s.noBound(); why != "" {
		return algos.Inapplicable("average", claimAverage, say.Phrase(why))
	}
	l := s.look(s.average)
	c := algos.AtMost("average", claimAverage, max(0, l.objective-s.best.dual), s.bound(), s.slack(s.average)+s.solver())
	c.LeftLabel, c.RightLabel = "J(θ̄) − dual", "bound"
	return c
}

func (s state) checkOwn() algos.Check {
	if math.IsNaN(s.lower) {
		why := "θ is no Σᾱyx with ᾱ in the box: the start is not 0"
		if s.Method == "sgd" {
			why = "a drawn point counts n-fold, so ᾱ leaves the box"
		}
		return algos.Inapplicable("own-bound", claimOwn, say.Phrase(why))
	}
	c := algos.AtMost("own-bound", claimOwn, s.lower, s.best.dual, s.solver()+s.slack(s.now.theta)+1e-12*math.Abs(s.lower))
	c.LeftLabel, c.RightLabel = "best bound", "dual"
	c.Why = "every step (1 − η)θ + ηC Σayx mixes feasible α: the descent builds a dual point on its way"
	return c
}

func (s state) checkGap() algos.Check {
	tol := max(s.Tol*s.least, s.slack(s.now.theta)) + s.solver()
	c := algos.Tends("gap", claimGap, s.over(s.least, s.now.theta), 0, tol, s.status)
	c.LeftLabel = "best − dual"
	return c
}

// checkOffset finds the interval again for the θ shown.
func (s state) checkOffset() algos.Check {
	if s.Form != "offset" {
		why := "the line goes through the origin: θ₀ = 0"
		if s.Form == "constant" {
			why = "here θ₀ is penalised, and unique like θ"
		}
		return algos.Inapplicable("offset", claimOffset, say.Phrase(why))
	}
	if !s.exact {
		return algos.Inapplicable("offset", claimOffset, "the stochastic method steps in θ₀ like in θ")
	}
	_, lo, hi, _ := s.offset(s.now.theta)
	outside := max(0, lo-s.now.theta[2], s.now.theta[2]-hi)
	tol := 8 * ulp * (1 + math.Abs(s.now.theta[2]) + s.big*math.Sqrt(s.norm2(s.now.theta)))
	if s.phase == locking {
		tol += 1e-7 * (1 + math.Abs(s.now.theta[2])) // the solver's θ is not rounded to a breakpoint
	}
	c := algos.AtMost("offset", claimOffset, outside, 0, tol)
	c.LeftLabel = "outside by"
	at := s.theta0(s.now.theta) - s.now.theta[2]
	if s.phase == locking {
		lo, hi, at = s.best.lo, s.best.hi, 0
	}
	c.Why = say.Phrase(interval(lo+at, hi+at, s.theta0(s.now.theta)))
	return c
}

// interval says where θ₀ may lie.
func interval(lo, hi, at float64) string {
	switch {
	case math.IsInf(hi, 1):
		return "every θ₀ ≥ " + say.Num(lo) + " is as good"
	case math.IsInf(lo, -1):
		return "every θ₀ ≤ " + say.Num(hi) + " is as good"
	case hi-lo <= 1e-9*(1+math.Abs(at)):
		return "the interval is a point: θ₀ = " + say.Num(at)
	}
	return fmt.Sprintf("every θ₀ from %s to %s is as good; we take %s", say.Num(lo), say.Num(hi), say.Num(at))
}

// checkForms: θ₀ = 0 is one choice of θ₀, and a penalty on it costs something.
func (s state) checkForms() algos.Check {
	origin, offset, constant := s.forms[0], s.forms[1], s.forms[2]
	if s.band != nil && origin.why != "" {
		return algos.Inapplicable("forms", claimForms, "no line through the origin separates these points")
	}
	tol := 64 * ulp * origin.dual
	for _, o := range s.forms {
		if o.why != "" && s.band != nil {
			return algos.Inapplicable("forms", claimForms, "not all three forms have a band")
		}
		tol += math.Abs(o.primal - o.dual)
	}
	c := algos.AtMost("forms", claimForms, offset.dual, origin.dual, tol)
	if constant.dual < offset.dual-tol || constant.dual > origin.dual+tol {
		c.Verdict = algos.Broken
	}
	c.LeftLabel, c.RightLabel = "with an offset", "through the origin"
	c.Why = say.Phrase(fmt.Sprintf("the least J: %s ≤ %s ≤ %s", say.Num(offset.dual), say.Num(constant.dual), say.Num(origin.dual)))
	return c
}

func (s state) checkBand() algos.Check {
	least := math.Inf(1)
	for t, x := range s.x {
		least = min(least, s.y[t]*dot(s.band.theta, x))
	}
	c := algos.AtLeast("feasible", claimBand, least, 1, 1e-9+16*ulp*s.big*math.Sqrt(dot(s.band.theta, s.band.theta)))
	c.LeftLabel = "the least yf"
	return c
}

func (s state) checkGrows() algos.Check {
	if s.eta == 0 {
		return algos.Inapplicable("grows", claimGrows, "the band has not turned yet")
	}
	c := algos.AtLeast("grows", claimGrows, s.band.gamma, s.eta, 1e-12*s.big)
	c.LeftLabel, c.RightLabel = "half-width now", "before"
	return c
}

// checkLocked: u points to the place of the touching points' hull nearest to 0.
func (s state) checkLocked() algos.Check {
	far := math.Sqrt(max(0, 2-2*dot(s.band.u, s.band.toward)))
	c := algos.Tends("locked", claimLocked, far, 0, 1e-6, s.status)
	c.LeftLabel = "away from its direction by"
	return c
}
