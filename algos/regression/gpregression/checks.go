package gpregression

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"playground/algos"
	"playground/algos/say"
)

// Checks states what theory promises about this state. The numbers that come from
// a process grown row by row are held against a library's factorisation of the
// whole matrix.
func (s *state) Checks() []algos.Check {
	if s.seen() == 0 {
		return []algos.Check{algos.Inapplicable("variance", claimVariance, noObservation), algos.Inapplicable("evidence", claimEvidence, noObservation)}
	}
	whole := s.refits.of(s.ctx, s.post)
	checks := []algos.Check{s.checkEvidence(whole), s.checkRefit(whole), s.checkRidge(whole), s.checkPivot()}
	switch {
	case s.hill == nil:
		return append([]algos.Check{s.checkVariance()}, checks...)
	case s.phase == climbing:
		return append([]algos.Check{s.checkAscent(), s.checkSlope()}, checks...)
	}
	return append([]algos.Check{s.checkSlope()}, checks...)
}

const (
	noObservation = "there are no observations yet"
	singularWhy   = "the covariance matrix is singular to working precision"
)

const claimVariance = "an observation never raises the variance of f"

// checkVariance compares the variance before and after the observation at inputs
// spread over the board, each by its own solve.
func (s *state) checkVariance() algos.Check {
	if s.before == nil {
		return algos.Inapplicable("variance", claimVariance, "this step adds no observation")
	}
	part, whole := s.refits.of(s.ctx, s.before), s.refits.of(s.ctx, s.post)
	if part == nil || whole == nil {
		return algos.Inapplicable("variance", claimVariance, singularWhy)
	}
	const looks = 16
	inputs := make([][2]float64, looks)
	for i := range inputs {
		inputs[i] = s.probes[i*(s.nodes-1)/(looks-1)]
	}
	before, slack := part.variances(inputs)
	after, more := whole.variances(inputs)
	rise, tol, least := math.Inf(-1), 0.0, math.Inf(1)
	for i := range inputs {
		if d, t := after[i]-before[i], slack[i]+more[i]; d-t > rise-tol {
			rise, tol = d, t
		}
		least = min(least, after[i])
	}
	c := algos.AtMost("variance", claimVariance, rise, 0, tol)
	c.LeftLabel = "largest change"
	if least < 0 {
		c.Why = say.Phrase(fmt.Sprintf("rounding leaves a variance of %s: it is shown as 0", say.Num(least)))
	}
	return c
}

const claimEvidence = "the log densities of the forecasts add up to fit − complexity − constant"

// checkEvidence: the log densities of the forecasts, one after the other, add up to
// the log evidence of all observations at once.
func (s *state) checkEvidence(whole *fit) algos.Check {
	if whole == nil {
		return algos.Inapplicable("evidence", claimEvidence, singularWhy)
	}
	c := algos.Equal("evidence", claimEvidence, s.post.logp, whole.logEvidence(), s.evidenceSlack(whole))
	c.LeftLabel, c.RightLabel = "sum over the forecasts", "all at once"
	c.Why = say.Phrase(fmt.Sprintf("fit %s, complexity %s, constant %s", say.Num(whole.fit), say.Num(whole.complex), say.Num(s.post.constant())))
	return c
}

// evidenceSlack bounds the rounding of the log evidence: of the fit as in
// [fit.spread]; of the complexity, a change E of the matrix moves it by half the
// trace of (K+σ²I)⁻¹E, where E of a factorisation may be (n+1)·ulp of the matrix;
// its entries partly cancel, and there are two factorisations.
func (s *state) evidenceSlack(whole *fit) float64 {
	n := float64(s.seen())
	size := math.Abs(whole.fit) + n*(1+math.Abs(math.Log(whole.top))+math.Abs(math.Log(s.post.leastPiv)))
	return whole.spread(whole.alpha, whole.alpha) + 4*n*ulp*whole.chol.Cond() + 8*ulp*n*size
}

const claimRefit = "the factor grown row by row is that of a refit"

// checkRefit compares the factor grown row by row with the one of the whole matrix.
func (s *state) checkRefit(whole *fit) algos.Check {
	n := s.seen()
	if whole == nil {
		return algos.Inapplicable("refit", claimRefit, singularWhy)
	}
	u := whole.chol.RawU()
	worst := 0.0
	for i := range n {
		for j, l := range s.post.row(i) {
			worst = max(worst, math.Abs(l-u.At(j, i)))
		}
	}
	// The factor moves by about the condition number times what the matrix moves by.
	tol := 4 * float64(n) * ulp * whole.chol.Cond() * math.Sqrt(whole.top)
	c := algos.Equal("refit", claimRefit, worst, 0, tol)
	c.LeftLabel = "largest difference"
	c.Why = say.Phrase(fmt.Sprintf("the condition number is %s", say.Num(whole.chol.Cond())))
	return c
}

// checkPivot: a pivot is the variance of an observation given the earlier ones,
// so none is below σ². A kernel that is none would break this.
func (s *state) checkPivot() algos.Check {
	const claim = `no forecast beats the noise: $L_{ii}^2 = s_i^2 + \sigma^2 \ge \sigma^2$`
	top := 0.0
	for _, x := range s.post.x {
		top = max(top, s.kernel().At(x, x)+s.post.noise)
	}
	c := algos.AtLeast("pivot", claim, s.post.leastPiv, s.post.noise, 8*float64(s.seen()+1)*ulp*top)
	c.LeftLabel, c.RightLabel = "smallest pivot", "σ²"
	if s.jitter > 0 {
		c.RightLabel = "σ² with the jitter"
	}
	return c
}

// checkRidge: the mean is the minimiser of Σ(yᵢ − m(xᵢ))² + σ²‖m‖²; its residuals
// are σ² times its coefficients.
func (s *state) checkRidge(whole *fit) algos.Check {
	const claim = `kernel ridge regression: $y_i - m(x_i) = \sigma^2 \alpha_i$`
	n := s.seen()
	if whole == nil {
		return algos.Inapplicable("ridge", claim, singularWhy)
	}
	alpha := s.post.weights()
	var fitted mat.VecDense // m(x) + σ²α at the observations
	fitted.MulVec(whole.a, mat.NewVecDense(n, alpha))
	worst := 0.0
	for i, y := range s.post.y {
		worst = max(worst, math.Abs(y-fitted.AtVec(i)))
	}
	c := algos.Equal("ridge", claim, worst, 0, 8*ulp*float64(n+1)*(s.size+whole.top*sumAbs(alpha)))
	c.LeftLabel = "largest difference"
	return c
}

// checkAscent: a step is only taken where the evidence rises.
func (s *state) checkAscent() algos.Check {
	const claim = "the evidence never falls during an ascent"
	c := algos.AtLeast("ascent", claim, s.hill.value, s.hill.last, 0)
	c.LeftLabel, c.RightLabel = "log evidence now", "at the iterate before"
	return c
}

// checkSlope: the ascent ends where the gradient is zero, apart from numbers that
// are at a bound.
func (s *state) checkSlope() algos.Check {
	c := algos.Tends("slope", `the slope $\partial \log p / \partial \log \theta \to 0$`, s.hill.slope, 0, slopeTol*(1+math.Abs(s.hill.value)), s.status)
	c.LeftLabel = "steepest"
	if n := len(s.hill.bounded); n > 0 {
		c.Why = say.Phrase(say.Count(n, "number") + " at a bound not counted")
	}
	return c
}
