package gpregression

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

const (
	noObservation = "there are no observations yet"
	singular      = "the covariance matrix is singular to working precision"
)

var (
	claimVariance = algos.Guarantee{Name: "variance", Claim: "conditioning never increases the posterior variance"}
	claimEvidence = algos.Guarantee{Name: "evidence", Claim: "the sequential log predictive densities sum to the log marginal likelihood"}
	claimRefit    = algos.Guarantee{Name: "refit", Claim: "the Cholesky factor grown row by row equals that of a refit"}
	claimRidge    = algos.Guarantee{Name: "ridge", Claim: `kernel ridge regression: $y_i - m(x_i) = \sigma^2 \alpha_i$`}
	claimPivot    = algos.Guarantee{Name: "pivot", Claim: `the predictive variance is at least the noise variance: $L_{ii}^2 = s_i^2 + \sigma^2 \ge \sigma^2$`}
	claimAscent   = algos.Guarantee{Name: "ascent", Claim: "the log marginal likelihood never decreases during the optimisation"}
	claimSlope    = algos.Guarantee{Name: "slope", Claim: `the gradient $\partial \log p / \partial \log \theta \to 0$`}
)

// Checks states what theory promises about this step. The numbers that come from a
// process grown row by row are held against a library's factorisation of the whole
// matrix.
func (v view) Checks() []algos.Check {
	if v.seen() == 0 {
		checks := []algos.Check{claimVariance.Not(noObservation), claimEvidence.Not(noObservation)}
		return append(append(checks, v.checkSlice(new(gp.Fit))...), v.checkCycle()...)
	}
	var checks []algos.Check
	whole := v.fits.Of(v.ctx, v.post)
	switch {
	case v.ascent == nil:
		checks = append(checks, v.checkVariance(whole))
	case v.phase == climbing:
		checks = append(checks, v.checkAscent(), v.checkSlope())
	default:
		checks = append(checks, v.checkSlope())
	}
	if whole == nil {
		checks = append(checks, claimEvidence.Not(singular), claimRefit.Not(singular),
			claimRidge.Not(singular))
	} else {
		checks = append(checks, v.checkEvidence(whole), v.checkRefit(whole), v.checkRidge(whole))
	}
	checks = append(checks, v.checkPivot(), v.checkEigenvalues())
	return append(append(checks, v.checkSlice(whole)...), v.checkCycle()...)
}

// looks is at how many inputs the variance is compared.
const looks = 16

// checkVariance compares the variance before and after the observation at inputs
// spread over the board, each by its own solve.
func (v view) checkVariance(whole *gp.Fit) algos.Check {
	if v.before == nil {
		return claimVariance.Not("no observation is added in this step")
	}
	part := v.fits.Of(v.ctx, v.before)
	if part == nil || whole == nil {
		return claimVariance.Not(singular)
	}
	inputs := make([][2]float64, looks)
	for i := range inputs {
		inputs[i] = v.probes[i*(v.nodes-1)/(looks-1)]
	}
	before, slack := part.Variances(inputs)
	after, more := whole.Variances(inputs)
	rise, tol, least, widest := math.Inf(-1), 0.0, math.Inf(1), 0.0
	for i := range inputs {
		if d, t := after[i]-before[i], slack[i]+more[i]; d-t > rise-tol {
			rise, tol = d, t
		}
		least, widest = min(least, after[i]), max(widest, before[i])
	}
	c := claimVariance.AtMost(rise, 0, tol).Of(widest).Between("largest change", "")
	switch {
	case c.Verdict == algos.Undecided:
		c.Why = say.Vars{"largest": widest, "rounding": tol}.Text("rounding may move a variance by <rounding>, and the largest one is <largest>")
	case least < 0:
		c.Why = say.Vars{"least": least}.Text("rounding leaves a variance of <least>: it is shown as 0")
	}
	return c
}

// excused says of a promise that is not decided that the matrix is the reason.
func excused(c algos.Check, whole *gp.Fit) algos.Check {
	if c.Verdict != algos.Undecided {
		return c
	}
	w := say.Vars{"condition": whole.Cond(), "rounding": c.Rounding}
	return c.Because(w.Text("the covariance matrix is almost singular to working precision (condition number <condition>): rounding may move the two " +
		"sides apart by <rounding>"))
}

// checkEvidence: the log densities of the forecasts, one after the other, add up to
// the log evidence of all observations at once.
//
// The rounding of the fit is bounded by [gp.Fit.Spread]. A change E of the matrix
// moves the complexity by half the trace of (K+σ²I)⁻¹E, where E of a factorisation
// may be (n+1)·ulp of the matrix; its entries partly cancel, and there are two
// factorisations.
func (v view) checkEvidence(whole *gp.Fit) algos.Check {
	n := float64(v.seen())
	size := math.Abs(whole.DataFit) + n*(1+math.Abs(math.Log(whole.Top))+math.Abs(math.Log(v.post.LeastPivot)))
	tol := whole.Spread(whole.Alpha, whole.Alpha) + 4*n*num.Ulp*whole.Cond() + 8*num.Ulp*n*size
	parts := say.Vars{"fit": whole.DataFit, "complexity": whole.Complexity, "constant": v.post.Constant()}
	return excused(claimEvidence.Equal(v.post.LogP, whole.LogEvidence(), tol).
		Of(max(math.Abs(whole.DataFit), math.Abs(whole.Complexity), v.post.Constant())).Between("sum of log predictive densities", "all at once").
		Because(parts.Text("data fit <fit>, complexity penalty <complexity>, constant <constant>")), whole)
}

// checkRefit compares the factor grown row by row with the one of the whole matrix,
// whose largest entries are as the standard deviations. It moves by about the
// condition number times what the matrix moves by.
func (v view) checkRefit(whole *gp.Fit) algos.Check {
	worst, size := 0.0, 0.0
	for i := range v.seen() {
		for j, l := range v.post.Row(i) {
			worst, size = max(worst, math.Abs(l-whole.L(i, j))), max(size, math.Abs(whole.L(i, j)))
		}
	}
	tol := 4 * float64(v.seen()) * num.Ulp * whole.Cond() * math.Sqrt(whole.Top)
	return excused(claimRefit.Equal(worst, 0, tol).Of(size).Between("largest difference", "").
		Because(say.Vars{"condition": whole.Cond(), "size": size}.Text("in entries up to <size>; the condition number is <condition>")), whole)
}

// checkRidge: the mean is the minimiser of Σ(yᵢ − m(xᵢ))² + σ²‖m‖²; its residuals
// are σ² times its coefficients.
func (v view) checkRidge(whole *gp.Fit) algos.Check {
	alpha := v.post.Weights()
	worst, size := 0.0, 0.0
	for i, y := range whole.Mean(alpha) {
		worst, size = max(worst, math.Abs(v.post.Y[i]-y)), max(size, math.Abs(v.post.Y[i]))
	}
	tol := 8 * num.Ulp * float64(v.seen()+1) * (size + whole.Top*gp.SumAbs(alpha))
	return excused(claimRidge.Equal(worst, 0, tol).Of(size).Between("largest difference", "").
		Because(say.Vars{"size": size}.Text("in observations up to <size>")), whole)
}

// checkPivot: a pivot is the variance of an observation given the earlier ones,
// so none is below σ². A kernel that is none would break this.
func (v view) checkPivot() algos.Check {
	top := 0.0
	for _, x := range v.post.X {
		top = max(top, v.kernel().At(x, x)+v.post.Noise)
	}
	c := claimPivot.AtLeast(v.post.LeastPivot, v.post.Noise, 8*float64(v.seen()+1)*num.Ulp*top).Between("smallest pivot", "σ²")
	if v.jitter > 0 {
		c = c.Between("smallest pivot", "σ² with the jitter")
	}
	if c.Verdict == algos.Undecided {
		c.Why = say.Vars{"top": top, "rounding": c.Rounding}.Text("it is the rest of a variance of <top>, and rounding may move it by <rounding>")
	}
	return c
}

// checkAscent: a step is only taken where the evidence rises.
func (v view) checkAscent() algos.Check {
	return claimAscent.AtLeast(v.ascent.value, v.ascent.last, 0).Between("log marginal likelihood now", "at the previous iteration")
}

// checkSlope: the ascent ends where the gradient is zero, apart from numbers that
// are at a bound. The slope is a difference as large as the fit and n/2: where
// kernel and noise are multiplied by one number they are what it consists of.
func (v view) checkSlope() algos.Check {
	a := v.ascent
	c := claimSlope.Tends(a.slope, 0, slopeTol*(1+math.Abs(a.value)), v.status).
		Of(max(math.Abs(v.post.DataFit), float64(v.seen())/2)).Between("largest component", "")
	if n := len(a.bounded); n > 0 {
		c.Why = say.Vars{"n": n}.Text("<n hyperparameter> at a bound (not counted)")
	}
	switch a.end {
	case stuck:
		return c.OpenIf("rounding hides any further increase; a larger noise variance makes the marginal likelihood smoother")
	case capped:
		return c.OpenIf(say.Vars{"cap": maxIterates}.Text("the limit of <cap> iterations was reached; a run that starts where this one ended continues"))
	}
	return c
}
