package discriminant

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The claims.
const (
	claimTotal     = `total scatter = within + between: $S_T = S_W + S_B$`
	claimBound     = `no direction is better: $J(w) \le J(w^*)$`
	claimEigen     = `$J(w^*)$ is the largest eigenvalue of $S_b w = \lambda S_w w$`
	claimSlope     = `$S_b w^* = J(w^*)\, S_w w^*$: the slope of $J$ is 0 there`
	claimPosterior = `$\sum_k p(k \mid x) = 1$ at every point`
	claimLinear    = `the log-odds are linear: no curvature along any line`
	claimQuadratic = `the log-odds of the densities are $x^\top W x + w^\top x + w_0$`
	claimParallel  = `LDA's $w$ has Fisher's direction`
	claimLikely    = `no other scale of the covariances makes the points likelier`
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkTotal(), v.checkBound()}
	if v.Method != qda {
		checks = append(checks, v.checkEigen(), v.checkSlope())
	}
	if v.ruled() {
		return append(checks, v.proofs()...)
	}
	why := v.unless("the rule is not complete yet")
	checks = append(checks, algos.Inapplicable("posterior", claimPosterior, why))
	switch v.Method {
	case lda:
		checks = append(checks, algos.Inapplicable("log-odds", claimLinear, why))
	case qda:
		checks = append(checks, algos.Inapplicable("log-odds", claimQuadratic, why))
	}
	return checks
}

// unless replaces a reason where the run has failed.
func (v view) unless(why say.Phrase) say.Phrase {
	if v.fail != nil {
		return "a matrix has no inverse, or there is no direction to find"
	}
	return why
}

func (v view) checkTotal() algos.Check {
	if v.at < v.when(scattering, len(v.groups)-1) {
		return algos.Inapplicable("total", claimTotal, v.unless("not every class is measured yet"))
	}
	sum := v.within.plus(v.between)
	off, size := 0.0, v.total.trace()
	for i := range sum {
		off = max(off, math.Abs(sum[i]-v.total[i])/size)
	}
	w := say.Vars{"total": v.area(v.total).trace(), "within": v.area(v.within).trace(), "between": v.area(v.between).trace()}
	return algos.Equal("total", claimTotal, off, 0, 8*float64(len(v.z))*num.Ulp).Between("largest difference, relative", "").
		Because(w.Text("traces: <total> = <within> + <between>"))
}

// rounding of J: the relative error of a quadratic form is that of the matrix
// times its condition.
func (t *task) rounding() float64 {
	condition := 1.0
	if !t.line {
		values, _ := t.sw.eigen()
		condition = values[0] / max(t.sw.det()/values[0], math.SmallestNonzeroFloat64)
	}
	return 16 * float64(len(t.z)+16) * num.Ulp * condition
}

func (v view) checkBound() algos.Check {
	switch {
	case !v.fisher.ok:
		return algos.Inapplicable("bound", claimBound, v.whyNoDirection())
	case v.at < v.pooledAt:
		return algos.Inapplicable("bound", claimBound, "S_w and S_b are not known yet")
	}
	w, best, label := v.current(), v.criterion(v.fisher.w), say.Phrase("J(w)")
	if v.at >= v.directAt { // the rest of the run compares with w by hand
		w, label = direction(v.Angle), "J of your w"
	}
	j := v.criterion(w)
	if math.IsNaN(j) {
		return algos.Inapplicable("bound", claimBound, "along this w all points cast one and the same shadow: J is 0/0")
	}
	c := algos.AtMost("bound", claimBound, j, best, v.rounding()*best).Between(label, "J(w*)").Metered().
		Because(say.Vars{"hand": degrees(w), "best": degrees(v.fisher.w)}.Text("at <hand>° and <best>°"))
	// Of 180 directions none may be better either.
	for a := range 180 {
		if other := v.criterion(direction(float64(a))); other > best*(1+v.rounding()) {
			c.Verdict, c.Why = algos.Broken, say.Vars{"angle": a, "j": other}.Text("at <angle>° J is <j>")
		}
	}
	return c
}

func (t *task) whyNoDirection() say.Phrase {
	if t.fisher.coincidence {
		return "the means of the classes coincide: J = 0 for every w"
	}
	return "the pooled scatter has no inverse: J is infinite somewhere"
}

// unfound says why nothing is promised about w*, or "".
func (v view) unfound() say.Phrase {
	switch {
	case !v.fisher.ok:
		return v.whyNoDirection()
	case v.at < v.directAt:
		return "w* is not found yet"
	}
	return ""
}

func (v view) checkEigen() algos.Check {
	return algos.Equal("eigenvalue", claimEigen, v.measured(v.fisher.w), v.fisher.best, v.rounding()*v.fisher.best).Between("measured", "eigenvalue").
		Because("J is measured on the projected points, without a matrix").Unless(v.unfound())
}

func (v view) checkSlope() algos.Check {
	w := v.fisher.w
	left, right := v.sb.of(w), times(v.fisher.best, v.sw.of(w))
	if v.line { // across the line both sides are rounding
		left, right = times(dot(v.along, left), v.along), times(dot(v.along, right), v.along)
	}
	off := minus(left, right)
	return algos.Equal("slope", claimSlope, math.Hypot(off[0], off[1])/math.Hypot(right[0], right[1]), 0, v.rounding()).
		Between("relative difference", "").Unless(v.unfound())
}

// prove states what theory promises about the rule. It looks at every point, and
// no step changes it.
func (t *task) prove() []algos.Check {
	checks := []algos.Check{t.checkPosterior()}
	switch {
	case t.Method == fisher:
		return checks
	case t.Method == lda:
		checks = append(checks, t.checkLinear())
	default:
		checks = append(checks, t.checkQuadratic())
	}
	if t.Method == lda && t.two() {
		checks = append(checks, t.checkParallel())
	}
	return append(checks, t.checkLikely())
}

func (t *task) checkPosterior() algos.Check {
	worst, at := 0.0, 0
	for i, z := range t.z {
		sum := 0.0
		for _, p := range t.rule.posterior(z) {
			if !between(0, p, 1) {
				p = 2 // not a probability
			}
			sum += p
		}
		if off := math.Abs(sum - 1); off > worst {
			worst, at = off, i
		}
	}
	c := algos.Equal("posterior", claimPosterior, worst, 0, 8*num.Ulp).Between("farthest off", "")
	if worst > 0 {
		c.Why = say.Vars{"x": say.Row(at).Name()}.Text("at <x>")
	}
	return c
}

// checkQuadratic compares the log-odds of the densities with their closed form.
func (t *task) checkQuadratic() algos.Check {
	if !t.two() {
		return algos.Inapplicable("log-odds", claimQuadratic, "with more than two classes there is one such form for every pair")
	}
	worst, size := 0.0, 1.0
	for _, z := range t.z {
		form := t.rule.q.quad(z) + dot(t.rule.w, z) + t.rule.w0
		worst, size = max(worst, math.Abs(t.rule.logOdds(z)-form)), max(size, t.bulk(z))
	}
	q := t.inverseArea(t.rule.q)
	return algos.Equal("log-odds", claimQuadratic, worst, 0, 64*num.Ulp*size).Between("farthest off", "").
		Because(say.Vars{"a": q[0], "b": q[1], "c": q[2]}.Text("W = (<a>, <b>; <b>, <c>)"))
}

// bulk bounds the terms of the log-odds at z, whose rounding they share.
func (t *task) bulk(z vec) float64 {
	size := 0.0
	for _, own := range t.rule.terms {
		reach := math.Hypot(z[0], z[1]) + math.Hypot(own.mean[0], own.mean[1])
		size += own.inverse.size()*reach*reach + math.Abs(own.logdet) + math.Abs(own.logprior)
	}
	return size
}

// checkLinear looks at the second difference of the log-odds along lines through
// pairs of rows.
func (t *task) checkLinear() algos.Check {
	worst, size := 0.0, 1.0
	for i, z := range t.z {
		step := minus(t.z[(i+1)%len(t.z)], z)
		for k := 1; k < len(t.groups); k++ {
			odds := func(at vec) float64 { return t.rule.score(k, at) - t.rule.score(0, at) }
			worst = max(worst, math.Abs(odds(plus(z, step))+odds(minus(z, step))-2*odds(z)))
		}
		size = max(size, t.bulk(plus(z, step)), t.bulk(minus(z, step)))
	}
	return algos.Equal("log-odds", claimLinear, worst, 0, 64*num.Ulp*size).Between("largest second difference", "")
}

// checkParallel takes Fisher's direction from the eigenvalue problem, and not as
// S_w⁻¹(μ₁ − μ₀).
func (t *task) checkParallel() algos.Check {
	if !t.fisher.ok {
		return algos.Inapplicable("parallel", claimParallel, t.whyNoDirection())
	}
	best, w := t.along, unit(t.rule.w)
	if !t.line {
		_, vectors := generalised(t.sb, t.sw)
		best = vectors[0]
	}
	return algos.Equal("parallel", claimParallel, math.Abs(w[0]*best[1]-w[1]*best[0]), 0, t.rounding()).Between("sine of the angle between", "")
}

// checkLikely: at the maximum-likelihood estimate no common factor of the
// covariances raises the likelihood; unbiased estimates promise something else.
func (t *task) checkLikely() algos.Check {
	switch {
	case t.Estimate == unbiased:
		return algos.Inapplicable("likelihood", claimLikely, "the unbiased covariances are not the likeliest: those divide by n")
	case t.Reg > 0:
		return algos.Inapplicable("likelihood", claimLikely, "reg makes the covariances wider than the likeliest ones")
	}
	other := math.Inf(-1)
	for _, s := range [...]float64{0.9, 0.99, 1.01, 1.1} {
		other = max(other, t.likelihood(s))
	}
	n := float64(len(t.z))
	return algos.AtLeast("likelihood", claimLikely, t.fitted, other, 64*n*num.Ulp*(n+math.Abs(t.fitted))).
		Between("log-likelihood", "scaled by 0.9 to 1.1, at best")
}
