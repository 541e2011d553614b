package discriminant

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The claims.
var (
	claimTotal     = algos.Guarantee{Name: "total", Claim: `total scatter = within + between: $S_T = S_W + S_B$`}
	claimBound     = algos.Guarantee{Name: "bound", Claim: `no direction is better: $J(w) \le J(w^*)$`}
	claimEigen     = algos.Guarantee{Name: "eigenvalue", Claim: `$J(w^*)$ is the largest eigenvalue of $S_b w = \lambda S_w w$`}
	claimSlope     = algos.Guarantee{Name: "slope", Claim: `$S_b w^* = J(w^*)\, S_w w^*$: the slope of $J$ is 0 there`}
	claimPosterior = algos.Guarantee{Name: "posterior", Claim: `$\sum_k p(k \mid x) = 1$ at every point`}
	claimLinear    = algos.Guarantee{Name: "log-odds", Claim: `the log-odds are linear: no curvature along any line`}
	claimQuadratic = algos.Guarantee{Name: "log-odds", Claim: `the log-odds of the densities are $x^\top W x + w^\top x + w_0$`}
	claimParallel  = algos.Guarantee{Name: "parallel", Claim: `LDA's $w$ has Fisher's direction`}
	claimLikely    = algos.Guarantee{Name: "likelihood", Claim: `no other scale of the covariances makes the points likelier`}
)

// Checks states what theory guarantees about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkTotal(), v.checkBound()}
	if v.Method != qda {
		checks = append(checks, v.checkEigen(), v.checkSlope(), v.checkLength())
	}
	if v.ruled() {
		return append(checks, v.proofs()...)
	}
	why := v.unless("the rule is not complete yet")
	checks = append(checks, claimPosterior.Not(why))
	switch v.Method {
	case lda:
		checks = append(checks, claimLinear.Not(why))
	case qda:
		checks = append(checks, claimQuadratic.Not(why))
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
		return claimTotal.Not(v.unless("not every class is measured yet"))
	}
	sum := v.within.plus(v.between)
	off, size := 0.0, v.total.trace()
	for i := range sum {
		off = max(off, math.Abs(sum[i]-v.total[i])/size)
	}
	w := say.Vars{"total": v.area(v.total).trace(), "within": v.area(v.within).trace(), "between": v.area(v.between).trace()}
	return claimTotal.Equal(off, 0, 8*float64(len(v.z))*num.Ulp).Of(1).Between("largest difference, relative", "").
		Because(w.Text("traces: <total> = <within> + <between>"))
}

// width is the smallest eigenvalue of S_w, and condition by how much the largest one
// exceeds it. Across a line both are what they are along it.
func (t *task) width() (width, condition float64) {
	if t.line {
		return t.sw.quad(t.along), 1
	}
	values, _ := t.sw.eigen()
	width = max(t.sw.det()/values[0], math.SmallestNonzeroFloat64)
	return width, values[0] / width
}

// rounding bounds the relative error of J. That of a quadratic form is that of the
// matrix times its condition. And the means, of places up to 1 from the centre, are
// off by a few ulp, which counts where classes are narrow or their means close.
func (t *task) rounding() float64 {
	width, condition := t.width()
	n := float64(len(t.z))
	e := 8 * num.Ulp * math.Sqrt(n/width)
	return 16*(n+16)*num.Ulp*condition + e*e + 2*e/math.Sqrt(t.fisher.best)
}

// excused says of a guarantee that is not decided that S_w is the reason.
func (t *task) excused(c algos.Check) algos.Check {
	if c.Verdict != algos.Undecided {
		return c
	}
	_, condition := t.width()
	w := say.Vars{"condition": condition, "rounding": t.rounding()}
	return c.Because(w.Text("rounding may change J by a share of <rounding> (the condition number of $S_w$ is <condition>)"))
}

func (v view) checkBound() algos.Check {
	switch {
	case !v.fisher.ok:
		return claimBound.Not(v.whyNoDirection())
	case v.at < v.pooledAt:
		return claimBound.Not("$S_w$ and $S_b$ are not known yet")
	}
	w, best, label := v.current(), v.criterion(v.fisher.w), say.Phrase("J(w)")
	if v.at >= v.directAt { // the rest of the run compares with w by hand
		w, label = direction(v.Angle), "J of your w"
	}
	j := v.criterion(w)
	if math.IsNaN(j) {
		return claimBound.Not("along this w all points cast one and the same shadow: J is 0/0")
	}
	c := claimBound.AtMost(j, best, v.rounding()*best).Between(label, "J(w*)").Metered().
		Because(say.Vars{"hand": degrees(w), "best": degrees(v.fisher.w)}.Text("at <hand>° and <best>°"))
	// Of 180 directions none may be better either.
	for a := range 180 {
		if other := v.criterion(direction(float64(a))); other > max(best, c.Left) {
			c = claimBound.AtMost(other, best, v.rounding()*best).Between(say.Vars{"angle": a}.Text("J at <angle>°"), "J(w*)").Metered()
		}
	}
	return v.excused(c)
}

func (t *task) whyNoDirection() say.Phrase {
	if t.fisher.coincidence {
		return "the means of the classes coincide: J = 0 for every w"
	}
	return "the pooled scatter has no inverse: J is infinite somewhere"
}

// unfound says why nothing is guaranteed about w*, or "".
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
	c := claimEigen.Equal(v.measured(v.fisher.w), v.fisher.best, v.rounding()*v.fisher.best).Between("measured", "eigenvalue").
		Because("J is measured on the projected points, without a matrix").Unless(v.unfound())
	return v.excused(c)
}

func (v view) checkSlope() algos.Check {
	w := v.fisher.w
	left, right := v.sb.of(w), times(v.fisher.best, v.sw.of(w))
	if v.line { // across the line both sides are rounding
		left, right = times(dot(v.along, left), v.along), times(dot(v.along, right), v.along)
	}
	off := minus(left, right)
	c := claimSlope.Equal(math.Hypot(off[0], off[1])/math.Hypot(right[0], right[1]), 0, v.rounding()).Of(1).
		Between("relative difference", "").Unless(v.unfound())
	return v.excused(c)
}

// prove states what theory guarantees about the rule. It looks at every point, and
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
	return append(checks, t.checkLikely(), t.checkOwn())
}

// checkPosterior shows the sum that is farthest from 1.
func (t *task) checkPosterior() algos.Check {
	worst, at := 1.0, 0
	for i, z := range t.z {
		sum := 0.0
		for _, p := range t.rule.posterior(z) {
			if !between(0, p, 1) {
				p = 2 // not a probability
			}
			sum += p
		}
		if math.Abs(sum-1) > math.Abs(worst-1) {
			worst, at = sum, i
		}
	}
	c := claimPosterior.Equal(worst, 1, 8*num.Ulp).Between("sum that is farthest off", "")
	if worst != 1 {
		c.Why = say.Vars{"x": say.Row(at).Name()}.Text("at <x>")
	}
	return c
}

// checkQuadratic compares the log-odds of the densities with their closed form.
func (t *task) checkQuadratic() algos.Check {
	if !t.two() {
		return claimQuadratic.Not("with more than two classes there is one such form for every pair")
	}
	worst, size, bulk := 0.0, 0.0, 0.0
	for _, z := range t.z {
		form := t.rule.q.quad(z) + dot(t.rule.w, z) + t.rule.w0
		worst, size, bulk = max(worst, math.Abs(t.rule.logOdds(z)-form)), max(size, t.rule.largest(z)), max(bulk, t.bulk(z))
	}
	q := t.inverseArea(t.rule.q)
	c := claimQuadratic.Equal(worst, 0, 64*num.Ulp*bulk).Of(size).Between("farthest off", "").
		Because(say.Vars{"a": q[0], "b": q[1], "c": q[2]}.Text("W = (<a>, <b>; <b>, <c>)"))
	return cancelled(c)
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

// cancelled says of log-odds that are not decided why.
func cancelled(c algos.Check) algos.Check {
	if c.Verdict != algos.Undecided {
		return c
	}
	w := say.Vars{"size": c.Size, "rounding": c.Rounding}
	return c.Because(w.Text("a covariance is all but singular: in scores of <size> rounding may reach <rounding>"))
}

// checkLinear looks at the second difference of the log-odds along lines through
// pairs of rows.
func (t *task) checkLinear() algos.Check {
	worst, size, bulk := 0.0, 0.0, 0.0
	for i, z := range t.z {
		step := minus(t.z[(i+1)%len(t.z)], z)
		for k := 1; k < len(t.groups); k++ {
			odds := func(at vec) float64 { return t.rule.score(k, at) - t.rule.score(0, at) }
			worst = max(worst, math.Abs(odds(plus(z, step))+odds(minus(z, step))-2*odds(z)))
		}
		for _, at := range [...]vec{plus(z, step), minus(z, step)} {
			size, bulk = max(size, t.rule.largest(at)), max(bulk, t.bulk(at))
		}
	}
	return cancelled(claimLinear.Equal(worst, 0, 64*num.Ulp*bulk).Of(size).Between("largest second difference", ""))
}

// checkParallel takes Fisher's direction from the eigenvalue problem, and not as
// S_w⁻¹(μ₁ − μ₀).
func (t *task) checkParallel() algos.Check {
	if !t.fisher.ok {
		return claimParallel.Not(t.whyNoDirection())
	}
	best, w := t.along, unit(t.rule.w)
	if !t.line {
		_, vectors := generalised(t.sb, t.sw)
		best = vectors[0]
	}
	c := claimParallel.Equal(math.Abs(w[0]*best[1]-w[1]*best[0]), 0, t.rounding()).Of(1).Between("sine of the angle between", "")
	return t.excused(c)
}

// checkLikely: at the maximum-likelihood estimate no common factor of the
// covariances raises the likelihood; unbiased estimates guarantee something else.
func (t *task) checkLikely() algos.Check {
	switch {
	case t.Estimate == unbiased:
		return claimLikely.Not("the unbiased covariances are not the likeliest: those divide by n")
	case t.Reg > 0:
		return claimLikely.Not("reg makes the covariances wider than the likeliest ones")
	}
	other := math.Inf(-1)
	for _, s := range [...]float64{0.9, 0.99, 1.01, 1.1} {
		other = max(other, t.likelihood(s))
	}
	n := float64(len(t.z))
	return claimLikely.AtLeast(t.fitted, other, 64*n*num.Ulp*(n+math.Abs(t.fitted))).
		Between("log-likelihood", "scaled by 0.9 to 1.1, at best")
}
