package svmprimal

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

const (
	claimDuality  = `weak duality: $J(\theta) \ge$ the dual optimum`
	claimOwn      = `the run's own bound: $\sum_t \bar\alpha_t - \frac{1}{2}\lVert\theta\rVert^2 \le$ the dual optimum`
	claimConvex   = `J is a bowl: $\frac{1}{2}\lVert\theta - \theta^*\rVert^2 \le J(\theta) - \text{dual}$`
	claimUnique   = `all starts lead to one $\theta$: how far the two runs are apart`
	claimRate     = `the best iterate comes closer like $1/t$`
	claimPegasos  = `the best iterate comes closer like $(1 + \ln t)/t$`
	claimConstant = `a constant step comes only about as near as $\frac{\eta}{2}$ times the mean $\lVert g\rVert^2$`
	claimAverage  = `so does the weighted average of the iterates`
	claimOffset   = `$\theta_0$ is not penalised: any value of an interval is as good`
	claimForms    = `offset $\le$ constant coordinate $\le$ through the origin`
	claimGap      = `best objective $-$ dual $\to 0$`
	claimBand     = `no point lies inside the band: $y_t f(x_t) \ge 1$`
	claimGrows    = `a turn never narrows the band`
	claimLocked   = `locked: $\theta^* = \sum_t \alpha_t y_t x_t$ with $\alpha \ge 0$ over the points that touch`
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkDuality(), v.checkUnique()}
	if v.band != nil {
		return append(checks, v.checkConvex(), v.checkBand(), v.checkGrows(), v.checkLocked(), v.checkForms())
	}
	return append(checks, v.checkOffset(), v.checkRate(), v.checkConvex(), v.checkAverage(), v.checkOwn(), v.checkGap(), v.checkForms())
}

// excess is J − dual with what rounding may hide.
func (k *task) excess(w walker) float64 { return max(0, w.objective-k.best.dual) + k.slack(w.theta) }

// slack is the rounding of J at θ and of the dual value.
func (k *task) slack(theta vector) float64 {
	return k.rounding(theta) + k.rounding(k.here(k.best.theta)) + 64*ulp*math.Abs(k.best.dual)
}

// solver is how far the dual's solution is from its own optimum.
func (k *task) solver() float64 { return math.Abs(k.best.primal-k.best.dual) + 64*ulp*k.best.dual }

// hardSlack is what the solver's accuracy leaves open where θ* has to have yf ≥ 1:
// the band's θ is rounded, and the hard margin known to some digits.
func (v view) hardSlack() float64 {
	if v.band == nil {
		return v.solver()
	}
	return v.solver() + 1e-9*v.best.dual
}

func (v view) checkDuality() algos.Check {
	why := say.Phrase("the dual is solved by SMO; this form has no Σαy = 0")
	switch {
	case v.band != nil:
		why = "J = ½‖θ‖² with yf ≥ 1; the dual is that of the hard margin"
	case v.Form == "offset":
		why = "the dual is solved by SMO over all points"
	}
	return algos.AtLeast("weak-duality", claimDuality, v.now.objective, v.best.dual, v.slack(v.now.theta)).Between("J now", "dual").Because(why)
}

func (v view) checkConvex() algos.Check {
	d := v.distance(v.now.theta, v.here(v.best.theta))
	// Once for J − dual itself, and once for what is shown of it as 0.
	tol := 2 * (v.slack(v.now.theta) + v.hardSlack())
	left := d * d / 2
	if left <= tol { // rounding is not worth a digit
		left = 0
	}
	c := algos.AtMost("bowl", claimConvex, left, v.over(v.now.objective, v.now.theta), tol).Between("½‖θ − θ*‖²", "J − dual")
	c.Meter = v.now.objective > v.best.dual
	return c
}

// checkUnique: both lie in a ball around θ*, by strong convexity.
func (v view) checkUnique() algos.Check {
	allowed := math.Sqrt(2*(v.excess(v.now)+v.hardSlack())) + math.Sqrt(2*(v.excess(v.twin)+v.hardSlack()))
	return algos.AtMost("unique", claimUnique, v.distance(v.now.theta, v.twin.theta), allowed, 0).
		Between("apart", "allowed").Because("by strong convexity each is within √(2(J − dual)) of θ*").Metered()
}

func (v view) checkRate() algos.Check {
	if why := v.noBound(); why != "" {
		return algos.Inapplicable("rate", claimRate, why)
	}
	claim, why := say.Phrase(claimConstant), "bound (η/2t) Σ ‖gₛ‖² + (1/2η − 1/2)‖θ₁ − θ*‖²/t at t = <t>"
	switch v.Rate {
	case "strong":
		claim, why = claimRate, "bound 2/(t(t+1)) Σ s‖gₛ‖²/(s+1) at t = <t>"
	case "pegasos":
		claim, why = claimPegasos, "bound (1/t) Σ ‖gₛ‖²/2s at t = <t>"
	}
	return algos.AtMost("rate", claim, v.over(v.least, v.now.theta), v.bound(), v.slack(v.now.theta)+v.solver()).
		Between("best − dual", "bound").Because(say.Vars{"t": v.t}.Text(why)).Metered()
}

// checkAverage: by convexity J of the average is at most the average of J.
func (v view) checkAverage() algos.Check {
	excess := max(0, v.look(v.average).objective-v.best.dual)
	return algos.AtMost("average", claimAverage, excess, v.bound(), v.slack(v.average)+v.solver()).Between("J(θ̄) − dual", "bound").Unless(v.noBound())
}

func (v view) checkOwn() algos.Check {
	var objection say.Phrase
	switch {
	case math.IsNaN(v.lower) && v.Method == "sgd":
		objection = "a drawn point counts n-fold, so ᾱ leaves the box"
	case math.IsNaN(v.lower):
		objection = "θ is no Σᾱyx with ᾱ in the box: the start is not 0"
	}
	return algos.AtMost("own-bound", claimOwn, v.lower, v.best.dual, v.solver()+v.slack(v.now.theta)+1e-12*math.Abs(v.lower)).
		Between("best bound", "dual").Because("every step (1 − η)θ + ηC Σayx mixes feasible α: the descent builds a dual point on its way").Unless(objection)
}

func (v view) checkGap() algos.Check {
	tol := max(v.Tol*v.least, v.slack(v.now.theta)) + v.solver()
	return algos.Tends("gap", claimGap, v.over(v.least, v.now.theta), 0, tol, v.status).Between("best − dual", "")
}

// checkOffset finds the interval again for the θ shown.
func (v view) checkOffset() algos.Check {
	objection := say.Phrase("")
	switch {
	case v.Form == "origin":
		objection = "the line goes through the origin: θ₀ = 0"
	case v.Form == "constant":
		objection = "here θ₀ is penalised, and unique like θ"
	case !v.exact:
		objection = "the stochastic method steps in θ₀ like in θ"
	}
	_, lo, hi, _ := v.offset(v.now.theta)
	here, theta0 := v.now.theta[2], v.theta0(v.now.theta)
	outside, at := max(0, lo-here, here-hi), theta0-here
	tol := 8 * ulp * (1 + math.Abs(here) + v.big*math.Sqrt(v.norm2(v.now.theta)))
	if v.phase == locking {
		tol += 1e-7 * (1 + math.Abs(here)) // the solver's θ is not rounded to a breakpoint
		lo, hi, at = v.best.lo, v.best.hi, 0
	}
	return algos.AtMost("offset", claimOffset, outside, 0, tol).Between("outside by", "").Because(interval(lo+at, hi+at, theta0)).Unless(objection)
}

// checkForms: θ₀ = 0 is one choice of θ₀, and a penalty on it costs something.
func (v view) checkForms() algos.Check {
	origin, offset, constant := v.forms[0], v.forms[1], v.forms[2]
	objection := say.Phrase("")
	switch {
	case v.band == nil:
	case origin.why != "":
		objection = "no line through the origin separates these points"
	case offset.why != "" || constant.why != "":
		objection = "not all three forms have a band"
	}
	tol := 64 * ulp * origin.dual
	for _, o := range v.forms {
		tol += math.Abs(o.primal - o.dual)
	}
	w := say.Vars{"offset": offset.dual, "constant": constant.dual, "origin": origin.dual}
	c := algos.AtMost("forms", claimForms, offset.dual, origin.dual, tol).
		Between("with an offset", "through the origin").Because(w.Text("the least J: <offset> ≤ <constant> ≤ <origin>"))
	if constant.dual < offset.dual-tol || constant.dual > origin.dual+tol {
		c.Verdict = algos.Broken
	}
	return c.Unless(objection)
}

func (v view) checkBand() algos.Check {
	least := math.Inf(1)
	for t, x := range v.x {
		least = min(least, v.y[t]*dot(v.band.theta, x))
	}
	return algos.AtLeast("feasible", claimBand, least, 1, 1e-9+16*ulp*v.big*norm(v.band.theta)).Between("the least yf", "")
}

func (v view) checkGrows() algos.Check {
	if v.eta == 0 {
		return algos.Inapplicable("grows", claimGrows, "the band has not turned yet")
	}
	return algos.AtLeast("grows", claimGrows, v.band.gamma, v.eta, 1e-12*v.big).Between("half-width now", "before")
}

// checkLocked: u points to the place of the touching points' hull nearest to 0.
func (v view) checkLocked() algos.Check {
	far := math.Sqrt(max(0, 2-2*dot(v.band.u, v.band.toward)))
	return algos.Tends("locked", claimLocked, far, 0, 1e-6, v.status).Between("away from its direction by", "")
}
