package discriminant

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

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
	if !v.rule.ok || v.at < v.ruleAt {
		const why = "the rule is not complete yet"
		checks = append(checks, algos.Inapplicable("posterior", claimPosterior, say.Phrase(v.unless(why))))
		if v.Method != fisher {
			checks = append(checks, algos.Inapplicable("log-odds", say.Phrase(v.claimOdds()), say.Phrase(v.unless(why))))
		}
		return checks
	}
	return append(checks, v.proofs()...)
}

// unless replaces a reason where the run has failed.
func (v view) unless(why string) string {
	if v.fail != nil {
		return "a matrix has no inverse, or there is no direction to find"
	}
	return why
}

func (v view) checkTotal() algos.Check {
	if last := v.scatterAt[len(v.groups)-1]; v.at < last {
		return algos.Inapplicable("total", claimTotal, say.Phrase(v.unless("not every class is measured yet")))
	}
	sum := v.within.plus(v.between)
	off, size := 0.0, v.total.trace()
	for i := range sum {
		off = max(off, math.Abs(sum[i]-v.total[i])/size)
	}
	c := algos.Equal("total", claimTotal, off, 0, 8*float64(len(v.z))*ulp)
	c.LeftLabel = "largest difference, relative"
	c.Why = say.Phrase(fmt.Sprintf("traces: %s = %s + %s", say.Num(v.area(v.total).trace()), say.Num(v.area(v.within).trace()), say.Num(v.area(v.between).trace())))
	return c
}

// rounding of J: the relative error of a quadratic form is that of the matrix
// times its condition.
func (m *machine) rounding() float64 {
	condition := 1.0
	if !m.line {
		values, _ := m.sw.eigen()
		condition = values[0] / max(m.sw.det()/values[0], math.SmallestNonzeroFloat64)
	}
	return 16 * float64(len(m.z)+16) * ulp * condition
}

func (v view) checkBound() algos.Check {
	switch {
	case !v.fisher.ok:
		return algos.Inapplicable("bound", claimBound, say.Phrase(v.whyNoDirection()))
	case v.at < v.pooledAt:
		return algos.Inapplicable("bound", claimBound, "S_w and S_b are not known yet")
	}
	w, best := v.current(), v.criterion(v.fisher.w)
	label := "J(w)"
	if v.at >= v.directAt { // the rest of the run compares with w by hand
		w, label = direction(v.Angle), "J of your w"
	}
	j := v.criterion(w)
	if math.IsNaN(j) {
		return algos.Inapplicable("bound", claimBound, "along this w all points cast one and the same shadow: J is 0/0")
	}
	c := algos.AtMost("bound", claimBound, j, best, v.rounding()*best)
	c.LeftLabel, c.RightLabel, c.Meter = say.Phrase(label), "J(w*)", true
	c.Why = say.Phrase(fmt.Sprintf("at %s° and %s°", say.Num(degrees(w)), say.Num(degrees(v.fisher.w))))
	// Of 180 directions none may be better either.
	for a := range 180 {
		if other := v.criterion(direction(float64(a))); other > best*(1+v.rounding()) {
			c.Verdict, c.Why = algos.Broken, say.Phrase(fmt.Sprintf("at %d° J is %s", a, say.Num(other)))
		}
	}
	return c
}

func (m *machine) whyNoDirection() string {
	if m.fisher.coincidence {
		return "the means of the classes coincide: J = 0 for every w"
	}
	return "the pooled scatter has no inverse: J is infinite somewhere"
}

func (v view) checkEigen() algos.Check {
	if !v.fisher.ok || v.at < v.directAt {
		return algos.Inapplicable("eigenvalue", claimEigen, say.Phrase(v.notYet()))
	}
	c := algos.Equal("eigenvalue", claimEigen, v.measured(v.fisher.w), v.fisher.best, v.rounding()*v.fisher.best)
	c.LeftLabel, c.RightLabel, c.Why = "measured", "eigenvalue", "J is measured on the projected points, without a matrix"
	return c
}

func (v view) notYet() string {
	if !v.fisher.ok {
		return v.whyNoDirection()
	}
	return "w* is not found yet"
}

// measured is J(w) from the shadows of the points alone: no matrix is involved.
func (m *machine) measured(w vec) float64 {
	n := make([]float64, len(m.groups))
	mean := make([]float64, len(m.groups))
	scatter := make([]float64, len(m.groups))
	grand := 0.0
	for i, z := range m.z {
		n[m.of[i]]++
		mean[m.of[i]] += dot(w, z)
		grand += dot(w, z) / float64(len(m.z))
	}
	for k := range mean {
		mean[k] /= n[k]
	}
	for i, z := range m.z {
		d := dot(w, z) - mean[m.of[i]]
		scatter[m.of[i]] += d * d
	}
	within, apart := 0.0, 0.0
	for k := range mean {
		if m.covariances() {
			scatter[k] /= m.divisor(int(n[k]), 1)
		}
		within += scatter[k]
		switch {
		case m.two() || m.covariances():
			for l := range k {
				apart += (mean[k] - mean[l]) * (mean[k] - mean[l])
			}
		default:
			apart += n[k] * (mean[k] - grand) * (mean[k] - grand)
		}
	}
	ridge := m.reg * dot(w, w)
	if m.Method == lda {
		ridge *= m.divisor(len(m.z), len(m.groups))
	}
	return apart / (within + ridge)
}

func (v view) checkSlope() algos.Check {
	if !v.fisher.ok || v.at < v.directAt {
		return algos.Inapplicable("slope", claimSlope, say.Phrase(v.notYet()))
	}
	w := v.fisher.w
	left, right := v.sb.of(w), times(v.fisher.best, v.sw.of(w))
	if v.line { // across the line both sides are rounding
		left, right = times(dot(v.along, left), v.along), times(dot(v.along, right), v.along)
	}
	size := math.Hypot(right[0], right[1])
	off := minus(left, right)
	c := algos.Equal("slope", claimSlope, math.Hypot(off[0], off[1])/size, 0, v.rounding())
	c.LeftLabel = "relative difference"
	return c
}
