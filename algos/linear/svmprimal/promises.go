package svmprimal

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

var (
	claimRate     = algos.Guarantee{Name: "rate", Claim: "best iterate: $O(1/t)$ convergence"}
	claimPegasos  = algos.Guarantee{Name: "rate", Claim: `best iterate: $O((1 + \ln t)/t)$ convergence`}
	claimConstant = algos.Guarantee{Name: "rate", Claim: `with a constant step size the error floor is at most about $\frac{\eta}{2}$ times the mean ` +
		`$\lVert g\rVert^2$`}
	claimDuality = algos.Guarantee{Name: "weak-duality", Claim: `weak duality: $J(\theta) \ge$ the dual optimum`}
	claimOwn     = algos.Guarantee{Name: "own-bound", Claim: "lower bound from the iterates: " +
		`$\sum_t \bar\alpha_t - \frac{1}{2}\lVert\theta\rVert^2 \le$ the dual optimum`}
	claimConvex = algos.Guarantee{Name: "bowl", Claim: "J is strongly convex in θ: " +
		`$\frac{1}{2}\lVert\theta - \theta^*\rVert^2 \le J(\theta) - \text{dual}$`}
	claimUnique  = algos.Guarantee{Name: "unique", Claim: `the minimiser $\theta^*$ is unique: distance of the two runs`}
	claimAverage = algos.Guarantee{Name: "average", Claim: `the weighted average of the iterates satisfies the same bound`}
	claimOffset  = algos.Guarantee{Name: "offset", Claim: `$\theta_0$ is not regularised: it may be any value of an interval`}
	claimForms   = algos.Guarantee{Name: "forms", Claim: `bias $\le$ augmented input $\le$ no bias`}
	claimGap     = algos.Guarantee{Name: "gap", Claim: `best objective $-$ dual optimum $\to 0$`}
	claimBand    = algos.Guarantee{Name: "feasible", Claim: `no point violates the margin: $y_t f(x_t) \ge 1$`}
	claimGrows   = algos.Guarantee{Name: "grows", Claim: "a rotation never reduces the margin"}
	claimLocked  = algos.Guarantee{Name: "locked", Claim: `optimality: $\theta^* = \sum_t \alpha_t y_t x_t$ with $\alpha \ge 0$ over the support vectors`}
	claimFactor  = algos.Guarantee{Name: "factor", Claim: "two forms of the objective: " +
		`$C\bigl(\sum_t \xi_t + \frac{\lambda}{2}\lVert\theta\rVert^2\bigr) = J$ with $\lambda = \frac{1}{C}$`}
	claimHand = algos.Guarantee{Name: "hand", Claim: `no line has a larger geometric margin $\min_t y_t f(x_t)/\lVert\theta\rVert$ than the ` +
		"maximum-margin line"}
	claimEnvelope = algos.Guarantee{Name: "envelope", Claim: "no candidate solution has a lower cost than the optimum, for any $C$"}
	claimPenalty  = algos.Guarantee{Name: "penalty", Claim: `the optimum of $\frac{1}{q}\lVert\theta\rVert_q^q + C\sum_t \xi_t$: it meets its dual`}
	claimTouch    = algos.Guarantee{Name: "touch", Claim: `the norm ball is tangent to a loss contour: no point of its boundary has a smaller loss`}
)

// Checks states the theoretical guarantees of this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkDuality(), v.checkUnique()}
	if v.band != nil {
		checks = append(checks, v.checkConvex(), v.checkBand(), v.checkGrows(), v.checkLocked(), v.checkForms())
		return v.withCompared(checks)
	}
	checks = append(checks, v.checkOffset(), v.checkRate(), v.checkConvex(), v.checkAverage(), v.checkOwn(), v.checkGap(), v.checkForms(), v.checkFactor())
	return v.withCompared(checks)
}

// withCompared puts what is compared with the run first, since somebody has asked for it.
func (v view) withCompared(checks []algos.Check) []algos.Check {
	var first []algos.Check
	if v.hand != nil {
		first = append(first, v.checkHand())
	}
	if len(v.kept) > 0 {
		first = append(first, claimEnvelope.Slow(v.checkEnvelope))
	}
	if _, ok := v.chosen(); ok {
		first = append(first,
			claimPenalty.Slow(v.checkBall), claimTouch.Slow(v.checkTouch))
	}
	return append(first, checks...)
}

// checkFactor adds up the objective with λ again, in the coordinates of the data.
func (v view) checkFactor() algos.Check {
	theta, slack, largest := v.now.theta, 0.0, 0.0
	theta0 := v.theta0(theta)
	for t, p := range v.Points {
		x := vector{p.X[0], p.X[1], 1}
		slack += max(0, 1-v.y[t]*dot(vector{theta[0], theta[1], theta0}, x))
		largest = max(largest, 1+size(vector{theta[0], theta[1], theta0}, x))
	}
	lambda := 1 / v.C
	other := slack + lambda/2*v.norm2(theta)
	w := say.Vars{"lambda": lambda, "other": other, "least": v.best.dual / v.C}
	rounding := v.C*ulp*float64(len(v.x))*(8*largest+slack) + 16*ulp*v.now.objective
	if v.phase == locking {
		rounding += v.C * float64(len(v.x)) * 32 * ulp * largest // a slack that is rounding counts as none there
	}
	return claimFactor.Equal(v.C*other, v.now.objective, rounding).Of(v.C*float64(len(v.x))*largest).
		Between("C times the "+
			"objective with λ", "J").Because(w.Text("with λ = <lambda> this objective is <other>, with the minimum <least>: both have the same minimiser θ"))
}

// hazy is how far rounding may have moved J at θ from the dual value. The θ of a
// band has yf ≥ 1 except for rounding, and the largest margin is known to nine digits.
func (v view) hazy(theta vector) float64 {
	if v.band == nil {
		return v.slack(theta)
	}
	return v.slack(theta) + v.best.unsure() + 1e-9*v.best.dual
}

// unsolved says why nothing is known of the optimum, or "".
func (v view) unsolved() say.Phrase {
	if v.best.reached() {
		return ""
	}
	w := say.Vars{}
	w["dual"], w["primal"] = v.between()
	return w.Text("the reference solver has not converged: the optimum is between <dual> and <primal>")
}

func (v view) checkDuality() algos.Check {
	why := say.Phrase("the dual is solved by SMO, here without the constraint Σαy = 0")
	switch {
	case v.band != nil:
		why = "J = ½‖θ‖² with yf ≥ 1; the dual is that of the hard margin"
	case v.Form == "intercept":
		why = "the dual is solved by SMO over all points"
	}
	return claimDuality.AtLeast(v.now.objective, v.best.dual, v.hazy(v.now.theta)).Between("current J", "dual").Because(why)
}

// checkConvex: for any feasible α, optimal or not, and θ* = Σαyx the difference
// J(θ) − dual is ½‖θ − θ*‖² and a sum of terms that are not negative.
func (v view) checkConvex() algos.Check {
	d := v.distance(v.now.theta, v.goal)
	blur := v.best.blur + 4*ulp*(v.length(v.now.theta)+v.length(v.goal))
	// Once for J − dual itself, and once for what is shown of it as 0.
	rounding, size := 2*v.hazy(v.now.theta)+(d+blur)*blur, max(v.now.objective, v.best.dual)
	left, right := d*d/2, v.over(v.now.objective, v.now.theta)
	if max(left, math.Abs(right)) <= min(rounding, algos.Negligible*size) { // it is not worth a digit
		left, right = 0, 0
	}
	c := claimConvex.AtMost(left, right, rounding).Of(size).Between("½‖θ − θ*‖²", "J − dual")
	c.Meter = right > 0
	return c
}

// checkUnique: both lie in a ball around θ*, by strong convexity.
func (v view) checkUnique() algos.Check {
	allowed, hidden := 0.0, 0.0
	for _, w := range []walker{v.now, v.twin} {
		allowed += math.Sqrt(2 * max(0, v.over(w.objective, w.theta)))
		hidden += math.Sqrt(2*v.hazy(w.theta)) + v.best.blur + 4*ulp*v.length(w.theta)
	}
	size := max(v.length(v.now.theta), v.length(v.twin.theta), v.length(v.goal))
	apart := v.distance(v.now.theta, v.twin.theta)
	if apart <= min(hidden, algos.Negligible*size) { // it is not worth a digit
		apart = 0
	}
	return claimUnique.AtMost(apart, allowed, hidden).Of(size).
		Between("distance", "bound").Because("by strong convexity the distance of each to θ* is at most √(2(J − dual))").Metered()
}

func (v view) checkRate() algos.Check {
	if why := v.noBound(); why != "" {
		return claimRate.Not(why)
	}
	rate, why := claimConstant, "bound (η/2t) Σ ‖gₛ‖² + (1/2η − 1/2)‖θ₁ − θ*‖²/t at t = <t>"
	switch v.Rate {
	case "strong":
		rate, why = claimRate, "bound 2/(t(t+1)) Σ s‖gₛ‖²/(s+1) at t = <t>"
	case "pegasos":
		rate, why = claimPegasos, "bound (1/t) Σ ‖gₛ‖²/2s at t = <t>"
	}
	return rate.AtMost(v.over(v.least, v.leastAt), v.bound(), v.slack(v.leastAt)+v.best.unsure()).Of(v.least).
		Between("best J − dual", "bound").Because(say.Vars{"t": v.t}.Text(why)).Metered().Unless(v.unsolved())
}

// checkAverage: by convexity J of the average is at most the average of J.
func (v view) checkAverage() algos.Check {
	mean := v.look(v.average)
	return claimAverage.AtMost(v.over(mean.objective, mean.theta), v.bound(), v.slack(mean.theta)+v.best.unsure()).Of(mean.objective).
		Between("J(θ̄) − dual", "bound").Unless(v.unsolved()).Unless(v.noBound())
}

func (v view) checkOwn() algos.Check {
	objection := v.unsolved()
	switch {
	case math.IsNaN(v.lower) && v.Method == "sgd":
		objection = "a sampled point is scaled by n, so ᾱ violates the box constraint"
	case math.IsNaN(v.lower):
		objection = "θ is not a Σᾱyx with ᾱ in the box: the initial θ is not 0"
	}
	return claimOwn.AtMost(v.lower, v.best.dual, v.best.unsure()+v.lowerOff).
		Between("best bound", "dual").Because("every step (1 − η)θ + ηC Σayx is a convex combination of feasible α, so the iterates give a dual " +
		"feasible point").Unless(objection)
}

// checkGap: the run ends when its own lower bound is within its tolerance of the best
// J, as a share of that, or with the exact solution.
func (v view) checkGap() algos.Check {
	return claimGap.Tends(v.over(v.least, v.leastAt), 0, v.Tol*v.least, v.status).Of(v.least).
		Rounded(v.slack(v.leastAt)+v.best.unsure()).Between("best J − dual", "").Unless(v.unsolved())
}

// checkOffset finds the interval again for the θ shown, and adds up the slacks at its
// ends.
func (v view) checkOffset() algos.Check {
	objection := say.Phrase("")
	switch {
	case v.Form == "no-intercept":
		objection = "the line goes through the origin: θ₀ = 0"
	case v.Form == "augmented":
		objection = "here θ₀ is regularised, and unique like θ"
	case !v.exact:
		objection = "SGD updates θ₀ like θ"
	}
	theta := v.now.theta
	hinges := func(theta0 float64) (sum float64) {
		for t, x := range v.x {
			sum += max(0, 1-v.y[t]*dot(vector{theta[0], theta[1], theta0}, x))
		}
		return sum
	}
	best, lo, hi, _ := v.offset(theta)
	if v.phase == locking {
		lo, hi = v.best.lo, v.best.hi
	}
	most, rounding := 0.0, 0.0
	for _, theta0 := range []float64{lo, theta[2], hi} {
		if !math.IsInf(theta0, 0) {
			most = max(most, hinges(theta0))
			rounding = max(rounding, 2*hingeRounding(vector{theta[0], theta[1], theta0}, v.x, v.y))
		}
	}
	if v.phase == locking {
		rounding += float64(len(v.x)) * v.best.kkt // it is the solver's interval
	}
	at := v.theta0(theta) - theta[2]
	return claimOffset.Equal(most, hinges(best), rounding).Of(v.extent(theta)).
		Between("max Σξ in the interval", "min Σξ").Because(interval(lo+at, hi+at, v.theta0(theta))).Unless(objection)
}

// checkForms: θ₀ = 0 is one choice of θ₀, and a penalty on it costs something.
func (v view) checkForms() algos.Check {
	origin, offset, constant := v.forms[0], v.forms[1], v.forms[2]
	objection := say.Phrase("")
	switch {
	case v.band == nil && !(origin.reached() && offset.reached() && constant.reached()):
		objection = "the solver has not converged for all three bias treatments"
	case v.band == nil:
	case origin.why != "":
		objection = "no line through the origin separates these points"
	case offset.why != "" || constant.why != "":
		objection = "not all three are separable"
	}
	w := say.Vars{"offset": offset.dual, "constant": constant.dual, "origin": origin.dual}
	first := v.inOrder(offset, constant).Between("with bias", "augmented input")
	second := v.inOrder(constant, origin).Between("augmented input", "no bias")
	c := v.inOrder(offset, origin).Between("with bias", "no bias").Because(w.Text("minimum J: <offset> ≤ <constant> ≤ <origin>"))
	for _, half := range []algos.Check{first, second} {
		if half.Verdict != algos.Holds {
			c = half
		}
	}
	return c.Unless(objection)
}

// inOrder checks that the least J of one form is at most that of another one.
func (v view) inOrder(a, b optimum) algos.Check {
	rounding := a.unsure() + b.unsure()
	if v.band != nil {
		rounding += 1e-9 * (a.dual + b.dual)
	}
	return claimForms.AtMost(a.dual, b.dual, rounding)
}

func (v view) checkBand() algos.Check {
	least := math.Inf(1)
	for t, x := range v.x {
		least = min(least, v.y[t]*dot(v.band.theta, x))
	}
	return claimBand.AtLeast(least, 1, 16*ulp*v.extent(v.band.theta)).Between("min yf", "")
}

func (v view) checkGrows() algos.Check {
	if v.eta == 0 {
		return claimGrows.Not("no rotation so far")
	}
	return claimGrows.AtLeast(v.band.gamma, v.eta, touching*v.big).Between("margin now", "before")
}

// checkLocked: u points to the place of the touching points' hull nearest to 0.
func (v view) checkLocked() algos.Check {
	far := norm(add(v.band.u, -1, v.band.toward))
	return claimLocked.Tends(far, 0, 1e-6, v.status).Of(1).Between("angle to its direction", "")
}
