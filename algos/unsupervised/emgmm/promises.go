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
	checks := []algos.Check{s.checkMonotone(), v.checkBound(), s.checkGap(), s.checkShares(), s.checkMoments(), s.checkCovariance(), s.checkStationary()}
	if v.fresh() {
		checks = append(checks, s.checkMultiplier(), s.checkGradient())
	}
	if s.shape() == fixed {
		checks = slices.Insert(checks, 1, s.checkKMeans())
	}
	return checks
}

// fresh reports whether the parameters are those that an M-step has just made of the
// shares.
func (v view) fresh() bool {
	return v.r != nil && (v.phase == raising || v.phase == starting) && v.sound(v.theta)
}

// made reports whether an M-step has made the parameters.
func (s *state) made() bool { return s.iter > 0 || s.Init == byResponsibilities }

// A logSum is the log-likelihood of a mixture as a sum over the points: the size of
// its terms, and a bound on its rounding, for every term is a sum of numbers of its
// own size.
type logSum struct{ size, rounding float64 }

func (s *state) sum(m mixture) (l logSum) {
	f := m.factors(s.Dim)
	for _, x := range s.x {
		l.size += math.Abs(density(f, x))
	}
	n := float64(len(s.x))
	l.rounding = num.Ulp * (8*n + l.size) * math.Sqrt(n)
	return l
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

// noise bounds what rounding may have done to the change of the log-likelihood in the
// last M-step.
func (s *state) noise() float64 {
	return s.sum(s.theta).rounding + s.sum(s.before).rounding + s.shortfall(s.theta)
}

// checkMonotone: EM never lowers the log-likelihood. With reg ε > 0 that is not so:
// the M-step sets Σₖ = Sₖ + εI, which maximises
//
//	Q(θ | r) − ½ε Σₖ Nₖ tr Σₖ⁻¹,   Nₖ = Σᵢ rᵢₖ,
//
// for every shape of covariance, so this bound with its penalty rises in every
// M-step. The E-step is that of the likelihood without a penalty; Nₖ changes with it,
// and nothing is promised of whole iterations.
func (s *state) checkMonotone() algos.Check {
	claim := say.Phrase("the log-likelihood never decreases")
	if s.Reg > 0 {
		claim = `no M-step decreases the penalised ELBO, $\text{ELBO}(r, \theta) - \frac{\epsilon}{2}\sum_k N_k \operatorname{tr}\Sigma_k^{-1}$`
	}
	switch {
	case s.iter == 0:
		return algos.Inapplicable("monotone", claim, "no iteration is complete yet")
	case math.IsNaN(s.loglik):
		return algos.Inapplicable("monotone", claim, "a collapsed component makes it infinite")
	}
	size := max(s.sum(s.theta).size, s.sum(s.before).size)
	rounding, rise := s.noise(), s.loglik-s.oldLoglik
	v := say.Vars{"rise": rise, "fall": -rise}
	if s.Reg == 0 {
		c := algos.AtLeast("monotone", claim, s.loglik, s.oldLoglik, rounding).Of(size).Between("now", "before this iteration")
		if rise > rounding {
			c = c.Because(v.Text("it rose by <rise>"))
		}
		return c
	}
	penalty, was := s.penalty(s.theta), s.penalty(s.before)
	rounding += 8 * num.Ulp * float64(s.K) * (penalty + was)
	c := algos.AtLeast("monotone", claim, s.raised-penalty, s.oldLoglik-was, rounding).Of(max(size, penalty, was)).
		Between("penalised ELBO after the M-step", "penalised ELBO before the M-step")
	switch {
	case rise > rounding:
		return c.Because(v.Text("the log-likelihood itself rose by <rise>"))
	case rise < -rounding:
		return c.Because(v.Text("the log-likelihood itself fell by <fall> because the M-step is regularised"))
	}
	return c
}

// penalty is ½ε Σₖ Nₖ tr Σₖ⁻¹ with the Nₖ of the last M-step: what reg takes off the
// bound that the M-step maximises.
func (s *state) penalty(m mixture) float64 {
	sum := 0.0
	for j, c := range m.cov {
		if w := s.theta.weight[j]; w > 0 {
			sum += w * float64(len(s.x)) * traceInverse(c, s.Dim)
		}
	}
	return s.Reg / 2 * sum
}

// checkBound: ELBO = log-likelihood − Σ KL(rᵢ ‖ p(k | xᵢ)), so it is a lower
// bound, and exact right after an E-step.
func (v view) checkBound() algos.Check {
	const claim = `$\text{ELBO}(r, \theta) \le \ell(\theta)$, with equality after the E-step`
	switch {
	case v.r == nil:
		return algos.Inapplicable("bound", claim, "no responsibilities are computed yet")
	case math.IsNaN(v.elbo):
		return algos.Inapplicable("bound", claim, "a collapsed component makes the likelihood infinite")
	}
	compare := algos.Equal
	if v.phase == raising || v.phase == starting {
		compare = algos.AtMost
	}
	sum := v.sum(v.theta)
	return compare("bound", claim, v.elbo, v.loglik, 4*sum.rounding).Of(sum.size).Between("ELBO", "log-likelihood")
}

// checkGap: what the bound misses is the Kullback–Leibler divergence of the shares
// from the posteriors, summed point by point.
func (s *state) checkGap() algos.Check {
	claim := algos.Guarantee{Name: "gap", Claim: `$\ell(\theta) = \text{ELBO}(r, \theta) + \text{KL}(r \,\Vert\, \text{posterior})$`}
	switch {
	case s.r == nil:
		return claim.Not("no responsibilities are computed yet")
	case math.IsNaN(s.elbo):
		return claim.Not("a collapsed component makes the likelihood infinite")
	}
	sum := s.sum(s.theta)
	v := say.Vars{"elbo": precise(s.elbo), "kl": s.kl}
	return claim.Equal(s.loglik, s.elbo+s.kl, 8*sum.rounding).Of(sum.size).Between("log-likelihood", "ELBO + KL").
		Because(v.Text("ELBO <elbo>, KL <kl>"))
}

// checkMultiplier: the M-step maximises Q + λ(1 − Σₖ πₖ). Its derivative by πₖ is
// Nₖ/πₖ − λ, and the sum of πₖλ = Nₖ over k makes λ = n.
func (s *state) checkMultiplier() algos.Check {
	claim := algos.Guarantee{Name: "multiplier", Claim: `after the M-step $\partial Q/\partial \pi_k = \sum_i r_{ik}/\pi_k = \lambda = n$ for ` +
		`every component`}
	n := float64(len(s.x))
	worst, at := n, -1
	for j, w := range s.theta.weight {
		count := 0.0
		for i := range s.x {
			count += s.shares(i)[j]
		}
		if !alive(w*n) || at >= 0 && !(math.Abs(count/w-n) > math.Abs(worst-n)) {
			continue
		}
		worst, at = count/w, j
	}
	v := say.Vars{"k": at + 1}
	return claim.Equal(worst, n, 4*num.Ulp*n*n).Between(v.Text("largest deviation, component <k>"), "n")
}

// checkGradient: after the M-step Q, less the penalty of reg, has no slope in any mean
// or covariance. With Σₖ = LLᵀ and z = L⁻¹(x − μₖ) its derivatives along the
// component's own axes are Σᵢ rᵢₖ z and ½(Σᵢ rᵢₖ zzᵀ − Nₖ I + εNₖ L⁻¹L⁻ᵀ).
func (s *state) checkGradient() algos.Check {
	claim := say.Phrase(`after the M-step the gradient of $Q$ by every $\mu_k$ and $\Sigma_k$ is 0`)
	switch {
	case s.shape() == fixed:
		claim = `after the M-step the gradient of $Q$ by every $\mu_k$ is 0`
	case s.Reg > 0:
		claim = `after the M-step the gradient of $Q - \frac{\epsilon}{2}\sum_k N_k \operatorname{tr}\Sigma_k^{-1}$ by every $\mu_k$ and $\Sigma_k$ is 0`
	}
	steepest, size, rounding, pooled := 0.0, 0.0, 0.0, sym{}
	f := s.theta.factors(s.Dim)
	for j := range f {
		if !alive(s.theta.weight[j] * float64(len(s.x))) {
			continue
		}
		g := s.slopes(&f[j], j)
		size, rounding = max(size, g.count), max(rounding, g.rounding)
		steepest = max(steepest, math.Abs(g.mean[0]), math.Abs(g.mean[1]))
		for d := range pooled {
			pooled[d] += g.cov[d]
		}
		if s.shape() != tied {
			steepest = max(steepest, s.steepest(g.cov))
		}
	}
	if s.shape() == tied {
		steepest, size, rounding = max(steepest, s.steepest(pooled)), float64(len(s.x)), rounding*float64(s.K)
	}
	return algos.Equal("gradient", claim, steepest, 0, rounding).Of(size).Between("largest component", "")
}

// A slope is the derivative of Q by a component's mean and covariance, along its own
// axes; count is of what size its terms are.
type slope struct {
	mean            vec
	cov             sym
	count, rounding float64
}

func (s *state) slopes(f *factor, j int) (g slope) {
	far := 0.0
	for i, x := range s.x {
		r := s.shares(i)[j]
		z1 := (x[0] - f.mean[0]) * f.i11
		z2 := (x[1] - f.mean[1] - f.l21*z1) * f.i22
		g.mean[0] += r * z1
		g.mean[1] += r * z2
		g.cov[0] += r * z1 * z1 / 2
		g.cov[1] += r * z1 * z2 / 2
		g.cov[2] += r * z2 * z2 / 2
		g.count += r
		far = max(far, math.Abs(x[0]), math.Abs(x[1]))
	}
	// L⁻¹ has the rows (a, 0) and (b, c).
	a, b, c := f.i11, -f.l21*f.i11*f.i22, f.i22
	pull := s.Reg * g.count / 2
	g.cov[0] += pull*a*a - g.count/2
	g.cov[1] += pull * a * b
	g.cov[2] += pull*(b*b+c*c) - g.count/2
	// A place is rounded to ulp of itself, and seen in the component's smallest axis; the
	// sums of the M-step are rounded as those of [state.shortfall].
	_, small := eigenvalues(s.theta.cov[j], s.Dim)
	angle := 1.0
	if s.Dim == 2 {
		angle = det(s.theta.cov[j]) / (s.theta.cov[j][0] * s.theta.cov[j][2])
	}
	g.rounding = 16 * num.Ulp * math.Sqrt(float64(len(s.x))) * g.count * (1/angle + far/math.Sqrt(small))
	return g
}

// steepest is the largest derivative by a covariance that its shape leaves free.
func (s *state) steepest(g sym) float64 {
	switch {
	case s.shape() == fixed:
		return 0
	case s.Dim == 1:
		return math.Abs(g[0])
	case s.shape() == spherical:
		return math.Abs(g[0] + g[2])
	case s.shape() == diagonal:
		return max(math.Abs(g[0]), math.Abs(g[2]))
	}
	return max(math.Abs(g[0]), math.Abs(g[1]), math.Abs(g[2]))
}

var claimShares = algos.Guarantee{Name: "shares", Claim: `$\sum_k r_{ik} = 1$ for every point, and $\sum_k \pi_k = 1$`}

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
	return claimShares.Equal(worst, 1, num.Ulp*float64(len(s.x)+s.K)).
		Between("largest deviation", "")
}

// checkMoments: after an M-step the mixture has the mean of the data, and of
// their covariance what its shape can hold (all of it, the variances, or their
// sum), plus reg.
func (s *state) checkMoments() algos.Check {
	claim := say.Phrase("the mixture has the mean and covariance of the data")
	bent := say.Phrase("the mixture has the mean of the data, and their covariance with reg_covar added to its diagonal")
	switch s.shape() {
	case diagonal:
		claim = "the mixture has the mean and variances of the data"
		bent = "the mixture has the mean of the data, and their variances with reg_covar added to each"
	case spherical:
		claim = "the mixture has the mean and total variance of the data"
		bent = "the mixture has the mean of the data, and their total variance with reg_covar added for each coordinate"
	case fixed:
		claim = "the mixture has the mean of the data"
	}
	if s.Reg > 0 {
		claim = bent
	}
	if !s.made() {
		return algos.Inapplicable("moments", claim, "it holds after every M-step, and there was none yet")
	}
	return algos.Equal("moments", claim, s.momentError(), 0, 64*float64(s.K)*s.least).Of(unit).
		Between("largest error, in standard deviations", "")
}

// unit is the size of parameters that are measured in standard deviations of the
// data, as those of the data are 1.
const unit = 1

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
	case s.shape() == fixed:
		return worst
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
	claim := say.Phrase(`the smallest eigenvalue of every $\Sigma_k$ is at least reg_covar`)
	if s.Reg == 0 || s.iter == 0 { // the start is as wide as the data
		claim = `every $\Sigma_k$ is positive definite`
	}
	switch {
	case s.shape() == fixed:
		return algos.Inapplicable("covariance", claim, `$\sigma^2$ is fixed, not fitted`)
	case s.status.State == algos.Diverged:
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
	if s.Reg == 0 || s.iter == 0 {
		floor, tol = 0, 0
	}
	c := algos.AtLeast("covariance", claim, least, floor, tol).Between("smallest eigenvalue", "")
	if !(least > 0) {
		c.Verdict = algos.Broken
	}
	if j := slices.Index(s.down, true); j >= 0 {
		return c.Because(say.Vars{"k": j + 1}.Text("regularisation alone prevents the collapse of component <k>"))
	}
	if j := s.empty(); j >= 0 {
		return c.Because(say.Vars{"k": j + 1}.Text(withoutPoints))
	}
	return c
}

// flaw names what is wrong with the covariances of a run that has diverged.
func (s *state) flaw() say.Phrase {
	if len(s.collapses) > 0 {
		return s.tell(s.collapses[0], false)
	}
	return "reg_covar is lost in rounding"
}

// checkStationary: the gradient of the log-likelihood is, for the means,
// NₖΣₖ⁻¹(weighted mean − μₖ), and alike for the weights; for the covariances it is
// −½NₖΣₖ⁻¹(Σₖ − Sₖ)Σₖ⁻¹. Where another iteration moves nothing, Σₖ = Sₖ + εI, and
// this is −½εNₖΣₖ⁻²: the gradient of the penalty ½ε Σₖ Nₖ tr Σₖ⁻¹ whose Nₖ stay.
func (s *state) checkStationary() algos.Check {
	claim := say.Phrase("a converged run is at a fixed point: the gradient of the log-likelihood is 0")
	if s.Reg > 0 {
		claim = `a converged run is at a fixed point: the gradient of the penalised log-likelihood $\ell(\theta) - \frac{\epsilon}{2}\sum_k N_k ` +
			`\operatorname{tr}\Sigma_k^{-1}$ with fixed $N_k$ is 0`
	}
	if s.status.State == algos.Diverged {
		return algos.Inapplicable("stationary", claim, say.Vars{"why": s.flaw()}.Text("there is no maximum: <why>"))
	}
	const coarse = 0.01 // of a standard deviation: what moves by more does not stand still
	v := say.Vars{"tol": s.Tol, "least": s.least, "k": s.empty() + 1}
	c := algos.Tends("stationary", claim, s.another(), 0, min(4*s.Tol, coarse), s.status).Of(unit).Rounded(4*s.least).
		Between("largest change, in standard deviations", "")
	switch {
	case c.Verdict == algos.Undecided:
		return c.Because(v.Text("the data are so far from the origin that rounding alone changes a parameter by <least>"))
	case 4*s.Tol > coarse:
		c = c.OpenIf(v.Text("with the tolerance <tol> the run stops while parameters still change: use a smaller one to decide"))
	case s.empty() >= 0 && s.status.Final():
		c = c.Because(v.Text(withoutPoints))
	}
	return c
}

const withoutPoints = "except component <k>, which has weight 0 and does not change"

// empty is a component that has lost all its points, −1 if none has.
func (s *state) empty() int {
	return slices.IndexFunc(s.theta.weight, func(w float64) bool { return !alive(w * float64(len(s.x))) })
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
