package emgmm

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states what theory promises about this state.
func (v view) Checks() []algos.Check {
	s := v.state
	if v.phase == asking {
		return []algos.Check{s.checkMonotone(), s.checkShares(), s.checkCovariance()}
	}
	return []algos.Check{s.checkMonotone(), v.checkBound(), s.checkShares(), s.checkMoments(), s.checkCovariance(), s.checkStationary()}
}

// rounding bounds the error of the log-likelihood of a mixture: every term is a
// sum of numbers of its own size.
func (s *state) rounding(m mixture) float64 {
	f, size := m.factors(s.Dim), 0.0
	for _, x := range s.x {
		size += 8 + math.Abs(density(f, x))
	}
	return num.Ulp * size * math.Sqrt(float64(len(s.x)))
}

// shortfall bounds how much of the expected log-likelihood the M-step loses
// because its sums are rounded: near its maximum this is of second order in the
// errors of means and covariances, measured in the component's own units.
func (s *state) shortfall(m mixture) float64 {
	lost, n := 0.0, float64(len(s.x))
	for j, c := range m.cov {
		if !(m.weight[j] > 0) {
			continue
		}
		_, small := eigenvalues(c, s.Dim)
		angle := 1.0
		if s.Dim == 2 {
			angle = det(c) / (c[0] * c[2])
		}
		far := max(math.Abs(m.mean[j][0]), math.Abs(m.mean[j][1])) // the latter is 0 in one dimension
		shape, place := 16*num.Ulp*math.Sqrt(n)/angle, 16*num.Ulp*math.Sqrt(n)*far/math.Sqrt(small)
		lost += m.weight[j] * n * (shape*shape + place*place)
	}
	return lost
}

// checkMonotone: EM never lowers the log-likelihood. With reg ε the M-step
// maximises Q − ½ε Σ Nₖ tr Σₖ⁻¹ instead of Q, so that the rise is at least
// ½ε Σ Nₖ(tr Σₖ⁻¹ new − old), which may be negative.
func (s *state) checkMonotone() algos.Check {
	const claim = "the log-likelihood never falls"
	switch {
	case s.iter == 0:
		return algos.Inapplicable("monotone", claim, "no iteration is complete yet")
	case math.IsNaN(s.loglik):
		return algos.Inapplicable("monotone", claim, "a collapsed component makes it infinite")
	}
	floor, rise := s.oldLoglik+s.priceOfReg(), s.loglik-s.oldLoglik
	c := algos.AtLeast("monotone", claim, s.loglik, floor, s.rounding(s.theta)+s.rounding(s.before)+s.shortfall(s.theta)).Between("now", "one iteration ago")
	v := say.Vars{"rise": rise, "reg": s.Reg, "price": s.oldLoglik - floor}
	switch {
	case s.Reg > 0 && floor < s.oldLoglik && rise < 0:
		return c.Because(v.Text("reg = <reg> bends the M-step: it may cost up to <price>"))
	case rise > c.Tolerance:
		return c.Because(v.Text("it rose by <rise>"))
	}
	return c
}

// priceOfReg is ½ε Σₖ Nₖ(tr Σₖ⁻¹ new − tr Σₖ⁻¹ old).
func (s *state) priceOfReg() float64 {
	if s.Reg == 0 {
		return 0
	}
	sum := 0.0
	for j, c := range s.theta.cov {
		if w := s.theta.weight[j]; w > 0 {
			sum += w * float64(len(s.x)) * (traceInverse(c, s.Dim) - traceInverse(s.before.cov[j], s.Dim))
		}
	}
	return s.Reg / 2 * sum
}

// checkBound: ELBO = log-likelihood − Σ KL(rᵢ ‖ p(k | xᵢ)), so it is a lower
// bound, and exact right after an E-step.
func (v view) checkBound() algos.Check {
	const claim = `$\text{ELBO}(r, \theta) \le \ell(\theta)$, equal after an E-step`
	switch {
	case v.r == nil:
		return algos.Inapplicable("bound", claim, "no point has been shared out yet")
	case math.IsNaN(v.elbo):
		return algos.Inapplicable("bound", claim, "a collapsed component makes the likelihood infinite")
	}
	compare := algos.Equal
	if v.phase == raising {
		compare = algos.AtMost
	}
	return compare("bound", claim, v.elbo, v.loglik, 4*v.rounding(v.theta)).Between("ELBO", "log-likelihood")
}

// checkShares: the responsibilities of a point, and the weights, are
// probabilities.
func (s *state) checkShares() algos.Check {
	worst := 1.0
	look := func(p []float64) {
		sum := 0.0
		for _, v := range p {
			sum += math.Abs(v) // a negative share is none
		}
		if math.Abs(sum-1) > math.Abs(worst-1) {
			worst = sum
		}
	}
	look(s.theta.weight)
	for p := range slices.Chunk(s.r, s.K) {
		look(p)
	}
	return algos.Equal("shares", `$\sum_k r_{ik} = 1$ for every point, and $\sum_k \pi_k = 1$`, worst, 1, num.Ulp*float64(len(s.x)+s.K)).
		Between("farthest off", "")
}

// checkMoments: after an M-step the mixture has the mean of the data, and of
// their covariance what its shape can hold (all of it, the variances, or their
// sum), plus reg.
func (s *state) checkMoments() algos.Check {
	claim := say.Phrase("the mixture has the mean and covariance of the data")
	switch s.shape() {
	case diagonal:
		claim = "the mixture has the mean and variances of the data"
	case spherical:
		claim = "the mixture has the mean and total variance of the data"
	}
	if s.iter == 0 {
		return algos.Inapplicable("moments", claim, "true after every M-step; none was done yet")
	}
	return algos.Equal("moments", claim, s.momentError(), 0, 64*float64(s.K)*s.least).Between("off by, in standard deviations", "")
}

func (s *state) momentError() float64 {
	var got spread
	for j, w := range s.theta.weight {
		c, dx, dy := s.theta.cov[j], s.theta.mean[j][0]-s.data.mean[0], s.theta.mean[j][1]-s.data.mean[1]
		got.mean[0] += w * dx
		got.mean[1] += w * dy
		got.cov[0] += w * (c[0] + dx*dx)
		got.cov[1] += w * (c[1] + dx*dy)
		got.cov[2] += w * (c[2] + dy*dy)
	}
	want, worst := s.em.lift(s.data.cov), 0.0
	for d := range s.Dim {
		worst = max(worst, math.Abs(got.mean[d])/s.scale[d])
	}
	// reg may exceed the data's variances: then errors are measured beside it.
	variance := func(d int) float64 { return max(s.scale[d]*s.scale[d], want[2*d]) }
	switch {
	case s.Dim == 1:
		return max(worst, math.Abs(got.cov[0]-want[0])/variance(0))
	case s.shape() == spherical:
		return max(worst, math.Abs(got.cov[0]+got.cov[2]-want[0]-want[2])/max(variance(0), variance(1)))
	}
	for d := range 2 {
		worst = max(worst, math.Abs(got.cov[2*d]-want[2*d])/variance(d))
	}
	if s.shape() != diagonal {
		worst = max(worst, math.Abs(got.cov[1]-want[1])/math.Sqrt(variance(0)*variance(1)))
	}
	return worst
}

// checkCovariance: every covariance is positive definite, with eigenvalues of at
// least reg.
func (s *state) checkCovariance() algos.Check {
	claim := say.Phrase(`the smallest eigenvalue of every $\Sigma_k$ is at least reg`)
	if s.Reg == 0 {
		claim = `every $\Sigma_k$ is positive definite`
	}
	if s.status.State == algos.Diverged {
		return algos.Inapplicable("covariance", claim, s.flaw())
	}
	least, size := math.Inf(1), 0.0
	for j, c := range s.theta.cov {
		if alive(s.theta.weight[j] * float64(len(s.x))) { // others keep what they had
			large, small := eigenvalues(c, s.Dim)
			least, size = min(least, small), max(size, large)
		}
	}
	floor, tol := s.Reg, 16*num.Ulp*math.Sqrt(float64(len(s.x)))*size
	switch {
	case s.Reg == 0:
		tol = 0
	case s.iter == 0:
		floor = 0 // the start is as wide as the data
	}
	c := algos.AtLeast("covariance", claim, least, floor, tol).Between("smallest", "")
	if s.Reg == 0 && !(least > 0) {
		c.Verdict = algos.Broken
	}
	if j := slices.Index(s.down, true); j >= 0 {
		return c.Because(say.Vars{"k": j + 1}.Text("only reg keeps component <k> from collapsing"))
	}
	return c
}

// flaw names what is wrong with the covariances of a run that has diverged.
func (s *state) flaw() say.Phrase {
	if len(s.collapses) > 0 {
		return s.tell(s.collapses[0], false)
	}
	return "reg is lost in rounding"
}

// checkStationary: the gradient of the log-likelihood is, for the means,
// NₖΣₖ⁻¹(weighted mean − μₖ), and alike for the rest: it vanishes where another
// iteration moves nothing.
func (s *state) checkStationary() algos.Check {
	const claim = "at the end the gradient is 0: another iteration moves nothing"
	if s.status.State == algos.Diverged {
		return algos.Inapplicable("stationary", claim, say.Vars{"why": s.flaw()}.Text("there is no maximum: <why>"))
	}
	return algos.Tends("stationary", claim, s.another(), 0, s.rest(), s.status).Between("it would move by", "")
}

// rest is how far another iteration may move a parameter at the end. That the
// last one moved little is not enough: beside a saddle, or where a component is
// so narrow that shares hang on the last digits, the next may move more.
func (s *state) rest() float64 { return 4 * max(s.tolerance(), s.least) }

// another is how far one more iteration would move a parameter.
func (s *state) another() float64 {
	e := s.engine()
	r, next := make([]float64, len(s.x)*s.K), newMixture(s.K)
	e.expect(r, s.theta)
	e.maximise(next, r, s.theta)
	return s.moved(s.theta, next)
}
