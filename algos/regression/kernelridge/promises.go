package kernelridge

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states what theory guarantees about this step.
func (v view) Checks() []algos.Check {
	s := v.state
	checks := []algos.Check{s.checkResidual()}
	if s.Solver == exact {
		checks = append(checks, s.checkValue())
	} else {
		checks = append(checks, s.checkGap(), s.checkRise())
	}
	checks = append(checks, s.checkNorm(), s.checkLoss())
	if s.Side == threeLosses {
		checks = append(checks, unifiedClaim.Slow(s.checkUnified))
	}
	if phi := s.features(); phi != nil {
		checks = append(checks, s.checkPrimal(phi))
	}
	checks = append(checks, s.checkProcess())
	if len(v.y) <= few {
		return append(checks, s.checkEffective(), s.checkLeftOut())
	}
	checks = append(checks, effectiveClaim.Slow(s.checkEffective))
	if s.seen < len(s.y) || s.Solver != exact {
		return append(checks, s.checkLeftOut())
	}
	return append(checks, leftOutClaim.Slow(s.checkLeftOut))
}

// blurred says of a promise on which rounding has the last word why it is open.
func blurred(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided && c.Why == "" {
		c.Why = "rounding may move these numbers by as much as they differ: the kernel matrix is nearly singular, or λ is tiny beside it"
	}
	return c
}

// hidden is an objection where the rounding is as large as what is compared.
func hidden(rounding, size float64) say.Phrase {
	if rounding > algos.Negligible*size && size > 0 {
		return "rounding may be as large as these numbers: the kernel matrix is nearly singular, or λ is tiny beside it"
	}
	return ""
}

// weight is Σ √Kⱼⱼ|αⱼ|, which bounds |f| and all that is added up for it as soon as it is
// multiplied by √k(x, x).
func (s *state) weight(alpha []float64) float64 {
	sum := 0.0
	for j, a := range alpha {
		sum += math.Sqrt(s.diagonal(j)) * math.Abs(a)
	}
	return sum
}

// tiny is what the squares of residuals lose: those of smaller ones underflow.
const tiny = 1e-150

// rounding bounds what a backward stable factor leaves of row i: |L||Lᵀ| has entries of
// at most √(aᵢᵢaⱼⱼ), and each is off by some 3n ulps (Higham, theorem 10.4).
func (s *state) rounding(i int) float64 {
	return tiny + float64(3*s.seen+8)*num.Ulp*(math.Sqrt(s.diagonal(i))*s.weight(s.alpha[:s.seen])+math.Abs(s.y[i]))
}

func (s *state) largest() float64 {
	most := 0.0
	for _, y := range s.y {
		most = max(most, math.Abs(y))
	}
	return most
}

// none are the words where no row is in yet.
const none = "no point is added yet"

// checkResidual: at the optimum every coefficient is the residual over λ. The two
// numbers are those of the row that differs most.
func (s *state) checkResidual() algos.Check {
	claim := algos.Guarantee{Name: "residual", Claim: `the representer theorem: every coefficient is a residual over λ, $\lambda\alpha_i = y_i - f(x_i)$`}
	if s.seen == 0 {
		return claim.Not(none)
	}
	worst := 0
	for i, r := range s.left {
		if math.Abs(r) > math.Abs(s.left[worst]) {
			worst = i
		}
	}
	v := say.Vars{"row": say.Row(worst).Name()}
	left, right := s.Lambda*s.alpha[worst], s.residual(worst)
	if s.Solver != exact {
		within := s.Tol * math.Sqrt(dot(s.y, s.y))
		return blurred(claim.Tends(left, right, within, s.status).Rounded(s.rounding(worst)).Of(math.Sqrt(dot(s.y, s.y))).
			Between(v.Text("λα of <row>"), v.Text("y − f of <row>")))
	}
	return blurred(claim.Equal(left, right, s.rounding(worst)).Of(max(math.Abs(s.y[worst]), math.Abs(s.f[worst]))).
		Between(v.Text("λα of <row>"), v.Text("y − f of <row>")))
}

// total bounds the rounding of sums over the rows of α·f and of squares.
func (s *state) total() float64 {
	sum := 1e-300 // squares of what is smaller underflow
	for i := range s.seen {
		e := s.rounding(i)
		sum += 2 * e * (math.Abs(s.residual(i)) + s.Lambda*math.Abs(s.alpha[i]) + e)
		sum += float64(s.seen+4) * num.Ulp * s.Lambda * math.Abs(s.alpha[i]) * (math.Abs(s.y[i]) + math.Abs(s.f[i]))
	}
	return sum
}

// checkValue: at the optimum J has a short form.
func (s *state) checkValue() algos.Check {
	claim := algos.Guarantee{Name: "value", Claim: `the minimum: $\sum_i (y_i - f(x_i))^2 + \lambda\|f\|^2 = \lambda\, y^\top\alpha$`}
	if s.seen == 0 {
		return claim.Not(none)
	}
	return blurred(claim.Equal(s.objective, s.Lambda*dot(s.y[:s.seen], s.alpha), s.total()).Of(dot(s.y[:s.seen], s.y)).
		Between("J", "λ yᵀα")).Unless(s.notKernel())
}

// checkGap: the dual bounds J from below, and by how much it does is the square of what
// the system is left off by. So the suboptimality of an iteration is bounded.
func (s *state) checkGap() algos.Check {
	claim := algos.Guarantee{Name: "gap", Claim: `suboptimality bound: $J(\alpha) - \min J \le \|y - (K + \lambda I)\alpha\|^2$`}
	return blurred(claim.AtMost(max(0, s.objective-s.least), s.gap, 2*s.total()+2*float64(len(s.y))*num.Ulp*s.objective).Of(dot(s.y, s.y)).
		Between("J − min J", "residual of the system")).Unless(s.notKernel())
}

// checkRise: a step along a coefficient or a conjugate direction never lowers the dual.
func (s *state) checkRise() algos.Check {
	claim := algos.Guarantee{Name: "rise", Claim: `each step increases the dual lower bound of $J$`}
	if s.was == nil {
		return claim.Not("no step has been taken yet")
	}
	return blurred(claim.AtLeast(s.bound, s.before, 2*s.total()).Between("now", "before"))
}

var unifiedClaim = algos.Guarantee{Name: "unified", Claim: `for each loss $2\lambda\alpha_i = -\ell'(y_i f(x_i))\,y_i$: all three minimisers are kernel expansions`}

// checkUnified compares the coefficients of the three fits, of squared loss those that are shown, with
// the derivatives of their losses.
func (s *state) checkUnified() algos.Check {
	const within = 1e-7 // where coordinate ascent and Newton's method stop, of derivatives of the size of 1
	fits := s.losses()
	switch why := s.notSigned(); {
	case why != "":
		return unifiedClaim.Not(why)
	case s.Solver != exact || s.seen < len(s.y):
		return unifiedClaim.Not("not all points are added by the exact solver")
	}
	if s.ctx.Err() != nil {
		return unifiedClaim.Waits()
	}
	worst, size := 0.0, 1.0
	for kind, fit := range fits {
		alpha, f := fit.alpha, fit.f
		if kind == squaredLoss {
			alpha, f = s.alpha, s.f
		}
		for i, y := range s.y {
			left, margin := 2*s.Lambda*alpha[i]*y, y*f[i]
			off := math.Abs(left - pull(kind, margin))
			if kind == hingeLoss { // by how far the multiplier is off its interval
				switch {
				case margin < 1-within:
					off = math.Abs(left - 1)
				case margin > 1+within:
					off = math.Abs(left)
				default:
					off = max(0, left-1, -left)
				}
			}
			worst, size = max(worst, off), max(size, math.Abs(left))
		}
	}
	return blurred(unifiedClaim.Equal(worst, 0, within*size).Of(size).Between("largest difference", ""))
}

// notSigned says why there are no three fits.
func (s *state) notSigned() say.Phrase {
	switch {
	case !s.signed():
		return "the logistic and the hinge loss need targets −1 and 1"
	case s.Lambda == 0 || !s.kernel.PSD():
		return "the three fits need λ > 0 and a positive semi-definite kernel"
	}
	return ""
}

// notKernel says why there is no norm.
func (s *state) notKernel() say.Phrase {
	if s.kernel.PSD() {
		return ""
	}
	if m := s.modes(); m.least() < -m.rounding() {
		return say.Vars{"value": m.least()}.Text("the kernel matrix has the eigenvalue <value>: it is not positive semi-definite, and αᵀKα is not a norm")
	}
	return ""
}

// nowhere are the words where f⊥ is 0.
const nowhere = "at this input the kernel functions can take any value: numerically, whatever vanishes at the data vanishes here, too"

// off bounds by how much rounding keeps t·g from being 0 at row i: what it is there, and
// what that is known to.
func (s *state) off(a aside, i int) float64 {
	m := len(a.coef)
	size := math.Sqrt(math.Abs(s.kernel.At(a.centres[m-1], a.centres[m-1])))
	for j, c := range a.coef[:m-1] {
		size += math.Abs(c) * math.Sqrt(s.diagonal(j))
	}
	return math.Abs(a.t) * (math.Abs(a.value(s.x[i])) + float64(3*m+8)*num.Ulp*math.Sqrt(s.diagonal(i))*size)
}

// checkNorm is Pythagoras: f and f⊥ are orthogonal.
func (s *state) checkNorm() algos.Check {
	claim := algos.Guarantee{Name: "norm", Claim: `$g = f_\perp$ only increases the norm: $\|f + g\|^2 = \|f\|^2 + \|g\|^2$`}
	if why := s.notKernel(); why != "" {
		return claim.Not(why)
	}
	a, ok := s.perpendicular()
	if !ok {
		return claim.Not(nowhere)
	}
	e := s.sum(a)
	norm2, size := 0.0, 0.0
	for i, c := range e.coef {
		norm2 += c * e.value(e.centres[i])
		size += math.Abs(c) * math.Sqrt(math.Abs(s.kernel.At(e.centres[i], e.centres[i])))
	}
	rounding := float64(3*len(e.coef)+8) * num.Ulp * size * size
	for i := range s.seen {
		rounding += 2 * math.Abs(s.alpha[i]) * s.off(a, i)
	}
	right := s.norm2 + a.t*a.t*a.at
	return claim.Equal(norm2, right, rounding).Between("of the sum", "both parts").Unless(hidden(rounding, right))
}

// checkLoss: f⊥ is 0 at all data, so no residual changes.
func (s *state) checkLoss() algos.Check {
	claim := algos.Guarantee{Name: "loss", Claim: `$g = f_\perp$ vanishes at all data points: $\sum_i (y_i - f(x_i) - g(x_i))^2 = \sum_i (y_i - f(x_i))^2$`}
	if s.seen == 0 {
		return claim.Not(none)
	}
	if why := s.notKernel(); why != "" {
		return claim.Not(why)
	}
	a, ok := s.perpendicular()
	if !ok {
		return claim.Not(nowhere)
	}
	e := s.sum(a)
	sse, rounding := 0.0, 0.0
	for i := range s.seen {
		r, d := s.y[i]-e.value(s.x[i]), s.off(a, i)+s.rounding(i)
		sse += r * r
		rounding += 2*math.Abs(r)*d + d*d
	}
	return claim.Equal(sse, s.sse, rounding).Of(dot(s.y[:s.seen], s.y)).Between("with g", "without").
		Unless(hidden(rounding, dot(s.y[:s.seen], s.y)))
}

// checkPrimal is the exercise of the notes: ridge regression in feature space gives the
// same values. The two numbers are those of the row that differs most.
func (s *state) checkPrimal(phi func([2]float64) []float64) algos.Check {
	claim := algos.Guarantee{Name: "primal", Claim: `primal = dual: $\varphi(x)^\top(\Phi^\top\Phi + \lambda I)^{-1}\Phi^\top y = k(x)^\top(K + \lambda I)^{-1}y$`}
	switch {
	case s.seen == 0:
		return claim.Not(none)
	case s.Lambda == 0:
		return claim.Not("λ = 0: no penalty")
	}
	f, rounding, ok := s.primal(phi)
	if !ok {
		return claim.Not("the weights cannot be computed")
	}
	worst, size := 0, 0.0
	for i := range f {
		size = max(size, math.Abs(s.y[i]), math.Abs(f[i]))
		if math.Abs(f[i]-s.f[i]) > math.Abs(f[worst]-s.f[worst]) {
			worst = i
		}
	}
	// (K + λI)⁻¹K shrinks, so an error E of the matrix moves values by ‖E‖‖α‖ at most;
	// the kernel itself is off by some d ulps.
	alpha := math.Sqrt(dot(s.alpha, s.alpha))
	rounding += tiny + float64(3*s.seen+3*s.Degree+8)*num.Ulp*(s.trace*alpha+size)
	v := say.Vars{"row": say.Row(worst).Name()}
	left, right := v.Text("with weights, at <row>"), v.Text("with α, at <row>")
	if s.Solver != exact {
		// K(K + λI)⁻¹ times what the system is left off by is at most as long as that.
		within := s.Tol * math.Sqrt(dot(s.y, s.y))
		return blurred(claim.Tends(s.f[worst], f[worst], within, s.status).Rounded(rounding).Of(math.Sqrt(dot(s.y, s.y))).Between(right, left))
	}
	return blurred(claim.Equal(f[worst], s.f[worst], rounding).Of(size).Between(left, right))
}

// checkProcess: f is the mean of a Gaussian process with noise of variance λ. The process
// is conditioned on one observation after the other, by its covariance.
func (s *state) checkProcess() algos.Check {
	claim := algos.Guarantee{Name: "process", Claim: `$f$ is the posterior mean of a Gaussian process with covariance $k$ and noise variance $\lambda$`}
	switch {
	case s.mean == nil:
		return claim.Not("only the exact solver is compared with it")
	case s.seen == 0:
		return claim.Not(none)
	}
	if why := s.notKernel(); why != "" {
		return claim.Not(why)
	}
	worst := 0
	size := s.largest()
	for i, m := range s.mean {
		size = max(size, math.Abs(m))
		if math.Abs(m-s.f[i]) > math.Abs(s.mean[worst]-s.f[worst]) {
			worst = i
		}
	}
	// Each conditioning rounds the covariance by some ulps of the prior's, and divides by
	// no less than λ, or the factor's pivots where λ = 0.
	floor := math.Inf(1)
	for i := range s.seen {
		floor = min(floor, s.chol[i*len(s.y)+i]*s.chol[i*len(s.y)+i])
	}
	n := float64(s.seen)
	rounding := num.Ulp * (8*n + n*s.trace/floor) * size
	for i := range s.seen {
		rounding += s.rounding(i)
	}
	v := say.Vars{"row": say.Row(worst).Name()}
	return claim.Equal(s.f[worst], s.mean[worst], rounding).Of(size).
		Between(v.Text("f at <row>"), v.Text("its posterior mean at <row>")).Unless(hidden(rounding, size))
}

var (
	effectiveClaim = algos.Guarantee{Name: "effective", Claim: `the effective degrees of freedom: $\sum_k \frac{\mu_k}{\mu_k + \lambda} = n - ` +
		`\lambda\operatorname{tr}(K + \lambda I)^{-1}$`}
	leftOutClaim = algos.Guarantee{Name: "left-out", Claim: `closed-form leave-one-out residual: $y_i - f_{-i}(x_i) = \alpha_i / [(K + \lambda I)^{-1}]_{ii}$`}
)

// checkEffective compares eigenvalues with the inverse of the factor.
func (s *state) checkEffective() algos.Check {
	m, n := s.modes(), len(s.y)
	switch {
	case s.Lambda == 0:
		return effectiveClaim.Not("λ = 0: all n degrees of freedom")
	case m.u == nil:
		return effectiveClaim.Not("the eigenvalues were not found")
	}
	trace := 0.0 // of the inverse, ‖L⁻¹‖²
	for j := range n {
		col := make([]float64, n)
		for i := j; i < n; i++ {
			unit := 0.0
			if i == j {
				unit = 1
			}
			col[i] = (unit - dot(s.chol[i*n+j:i*n+i], col[j:i])) / s.chol[i*n+i]
			trace += col[i] * col[i]
		}
	}
	// Eigenvalues are known to m.rounding, and μ/(μ + λ) has a derivative of 1/λ at most.
	rounding := float64(n)*m.rounding()/s.Lambda + 8*float64(n*(n+1))*num.Ulp
	return effectiveClaim.Equal(m.effective(s.Lambda), float64(n)-s.Lambda*trace, rounding).
		Between("from eigenvalues", "from the factor").Unless(s.notKernel()).Unless(hidden(rounding, m.effective(s.Lambda)))
}

// checkLeftOut looks at the point with the largest leave-one-out residual.
func (s *state) checkLeftOut() algos.Check {
	n := len(s.y)
	switch {
	case n < 2:
		return leftOutClaim.Not("there is only one point")
	case s.seen < n || s.Solver != exact:
		return leftOutClaim.Not("compared when the exact solver has added all points")
	}
	row := 0
	for i := range n {
		if math.Abs(s.alpha[i]) > math.Abs(s.alpha[row]) {
			row = i
		}
	}
	if s.ctx.Err() != nil {
		return leftOutClaim.Waits()
	}
	formula, refit, ok := s.leftOut(row)
	if s.ctx.Err() != nil {
		return leftOutClaim.Waits()
	}
	if !ok {
		return leftOutClaim.Not("without this point the matrix is numerically singular")
	}
	floor := math.Inf(1)
	for i := range n {
		floor = min(floor, s.chol[i*n+i]*s.chol[i*n+i])
	}
	// Both solve systems with the condition tr/λ or so.
	size := max(s.largest(), math.Abs(refit))
	rounding := float64(3*n+8) * num.Ulp * s.trace / max(floor, s.Lambda) * size
	v := say.Vars{"row": say.Row(row).Name()}
	return leftOutClaim.Equal(formula, refit, rounding).Of(size).
		Between(v.Text("formula for <row>"), "refitted without it").Unless(hidden(rounding, size))
}
