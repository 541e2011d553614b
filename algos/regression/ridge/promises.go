package ridge

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/lsq"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory guarantees.
var (
	claimNormal  = algos.Guarantee{Name: "normal", Claim: `optimality condition: $X^\top(y - X\theta) = \lambda\theta$ for every included column`}
	claimShorter = algos.Guarantee{Name: "shorter", Claim: `$\|\theta(\lambda)\|$ is non-increasing in λ: $\|\theta(2\lambda)\| \le \|\theta(\lambda)\|$`}
	claimDof     = algos.Guarantee{Name: "dof", Claim: `the trace of the hat matrix is $\sum_k \frac{d_k^2}{d_k^2 + \lambda}$`}
	claimOneMore = algos.Guarantee{Name: "dof", Claim: `the trace of the hat matrix is $1 + \sum_k \frac{d_k^2}{d_k^2 + \lambda}$, with 1 for the intercept`}
	claimBall    = algos.Guarantee{Name: "ball", Claim: `the constrained form: no θ' with $\|\theta'\|^2 \le t = \|\theta\|^2$ has a smaller RSS`}
	claimLeave   = algos.Guarantee{Name: "left-out", Claim: `the leave-one-out residual needs no refit: it is $r_i/(1 - h_{ii})$`}
	claimMap     = algos.Guarantee{Name: "map", Claim: `θ is the mode of the posterior: with the prior variance $\tau^2 = \sigma^2/\lambda$ it is $\tau^2X^\top(\tau^2XX^\top + \sigma^2I)^{-1}y$`}
	claimDescent = algos.Guarantee{Name: "descent", Claim: `below $\eta = 2/L$ every iteration lowers $J$`}
	claimFactor  = algos.Guarantee{Name: "factor", Claim: `along the direction of largest curvature every iteration multiplies the gradient by $1-\eta L$`}
	claimGrowth  = algos.Guarantee{Name: "growth", Claim: `above $\eta = 2/L$ the error along the direction of largest curvature grows in every iteration`}
	claimLeast   = algos.Guarantee{Name: "least", Claim: `no θ has a smaller $J$ than the exact solution`}
	claimOnline  = algos.Guarantee{Name: "online", Claim: `the online solution equals the batch solution`}
	claimBias    = algos.Guarantee{Name: "bias", Claim: `the bias is $-\lambda(X^\top X + \lambda I)^{-1}\theta^*$: that of a fit to noise-free targets`}
	claimBetter  = algos.Guarantee{Name: "better", Claim: `Hoerl–Kennard: some $\lambda > 0$ has a smaller expected squared error than OLS`}
)

// Checks computes the guarantees from the state that is shown.
func (v view) Checks() []algos.Check {
	var checks []algos.Check
	switch v.Solver {
	case exact:
		checks = append(checks, v.checkNormal())
	case gd:
		falls := v.checkDescent()
		if v.Eta > v.limit() {
			falls = v.checkGrowth()
		}
		checks = append(checks, v.checkLeast(), falls, v.checkFactor())
	case online:
		checks = append(checks, v.checkOnline())
	}
	checks = append(checks, v.checkShorter(), v.checkBall(), v.checkDof())
	checks = append(checks,
		v.later(claimLeave, v.checkLeave), v.later(claimMap, v.checkMap))
	if v.Targets == drawn {
		checks = append(checks, v.checkBias(), v.checkBetter())
	}
	return checks
}

// later is a guarantee whose fits or matrix take long, where there are any.
func (s *state) later(g algos.Guarantee, judge func() algos.Check) algos.Check {
	if len(s.y) > mostRefits || s.unfinished() != "" {
		return judge()
	}
	return g.Slow(judge)
}

// unfinished objects to promises about the solution while it is not there.
func (s *state) unfinished() say.Phrase {
	switch {
	case s.faint():
		return tooSmall
	case s.Solver == gd && s.status.Final() && s.status.State != algos.Converged:
		return "gradient descent has not converged"
	case s.done():
		return ""
	case s.Solver == online:
		return "not all samples are processed yet"
	case s.Solver == gd:
		return "gradient descent has not converged yet"
	}
	return "not all columns are added yet"
}

// faint reports whether targets that differ, or are not 0 where θ₀ is penalised, count as 0 for the
// singular values, because their squares are next to nothing.
func (s *state) faint() bool {
	lo, hi := slices.Min(s.y), slices.Max(s.y)
	return lsq.Norm(s.centred.Y) == 0 && (lo < hi || lo != 0 && s.Penalise == all)
}

// several objects where more than one θ has the least J.
func (s *state) several() say.Phrase {
	if s.singular() {
		return "the columns are linearly dependent, and λ is too small to make the solution unique"
	}
	return ""
}

func (s *state) checkNormal() algos.Check {
	r, worst := lsq.Residuals(s.stacked, s.wanted, s.theta), 0.0
	for j, column := range s.stacked[:s.part.Done()] {
		if s.length[j] > 0 {
			worst = max(worst, math.Abs(lsq.Dot(column, r))/s.length[j])
		}
	}
	c := claimNormal.Equal(worst, 0, s.noise()).Of(max(s.target, s.near())).
		Between("largest |residual| / column norm", "")
	if s.part.Done() == 0 {
		return c.Unless("no column added yet")
	}
	return doubted(c)
}

// checkShorter compares the θ that is shown with the path at twice the penalty.
func (s *state) checkShorter() algos.Check {
	left, right := math.Sqrt(s.modes.norm2(2*s.Lambda)), s.norm()
	c := claimShorter.AtMost(left, right, s.slack()).Between("at 2λ", "at λ")
	if s.Lambda == 0 {
		c = c.Unless("2λ = λ for λ = 0")
	}
	return doubted(c.Unless(s.unfinished()).Unless(s.several()))
}

// checkBall solves the constrained problem by itself: for the budget that θ uses up it
// looks for the λ at which the path has this length, and compares sums of squares.
func (s *state) checkBall() algos.Check {
	t := s.norm() * s.norm()
	right := s.modes.rss(s.modes.lambdaOf(t))
	const underflow = 1e-290 // squares of what is smaller lose digits
	rounding := 4*s.noise()*s.near() + 64*num.Ulp*s.target*s.target + underflow
	// On the path the sum of squares falls by λ for each unit of the budget, which the
	// other route knows up to the rounding of θ.
	far := s.slack()
	rounding = min(unknown, rounding+4*s.Lambda*s.norm()*far+s.bends[0]*far*far)
	c := claimBall.Equal(s.rss, right, rounding).Of(max(s.target*s.target, s.near()*s.near()*1e-6)).
		Between("this θ", "constrained minimum")
	return doubted(c.Unless(s.unfinished()).Unless(s.several()))
}

// checkDof compares singular values with the leverages of the QR factorisation of the
// stacked rows: those that the leave-one-out residuals are divided by.
func (s *state) checkDof() algos.Check {
	claim, want := claimDof, s.modes.dof(s.Lambda)
	if s.Penalise == slopes { // the intercept is fitted without a penalty
		claim, want = claimOneMore, 1+want
	}
	if why := s.several(); why != "" {
		return claim.Not(why)
	}
	trace := 0.0
	for _, h := range lsq.Factor(s.stacked, s.wanted).Leverages(s.stacked)[:len(s.y)] {
		trace += h
	}
	rounding := 16 * num.Ulp * float64(len(s.wanted)+len(s.x)) * s.condition() * float64(len(s.x))
	return doubted(claim.Equal(trace, want, rounding).Of(float64(len(s.x))).Between("trace", "by singular values").
		Unless(hidden(rounding, float64(len(s.x)))))
}

func (s *state) checkLeave() algos.Check {
	if why := s.unfinished(); why != "" {
		return claimLeave.Not(why)
	}
	l := s.leftOut()
	switch {
	case len(s.y) > mostRefits:
		return claimLeave.Not(say.Vars{"most": mostRefits}.Text("refitting for each sample takes too long beyond <most sample>"))
	case !l.known:
		return claimLeave.Not("without some sample the solution θ is not unique")
	}
	size := s.target/math.Sqrt(float64(len(s.y))) + l.most
	// Without a sample the least curvature falls by 1 − h at most, and what it is divided by is
	// known to some ulps of the condition.
	k := s.condition()
	rounding := min(unknown, 16*num.Ulp*float64(len(s.wanted)+len(s.x))*k*k*l.stretch*size+1e-140) // the squares of what is smaller underflow
	return doubted(claimLeave.Equal(math.Sqrt(l.formula), math.Sqrt(l.refits), rounding).Of(size).
		Between("by the hat matrix (rms)", "by refitting").Unless(hidden(rounding, size)))
}

// checkMap compares the coefficient that is farthest off.
func (s *state) checkMap() algos.Check {
	switch {
	case s.Lambda == 0:
		return claimMap.Not("λ = 0 is an improper flat prior")
	case len(s.y) > mostRefits:
		return claimMap.Not(say.Vars{"most": mostRefits}.Text("the covariance matrix of more than <most sample> is too large"))
	}
	if why := s.unfinished(); why != "" {
		return claimMap.Not(why)
	}
	// The covariance is known to some n ulps, and its inverse takes the residuals by λ; on
	// the way back through X no more than 1/(2√λ) of that is left.
	mode := s.dual()
	if mode == nil {
		return claimMap.Not("the covariance of the targets is singular in 16 digits")
	}
	worst, first := 0, s.first()
	for j, m := range mode {
		if math.Abs(m-s.theta[first+j]) > math.Abs(mode[worst]-s.theta[first+worst]) {
			worst = j
		}
	}
	// The covariance has the condition (d² + λ)/λ, and its factor solves up to some n ulps of that.
	rounding := s.slack()
	if len(s.modes.d) > 0 {
		d := s.modes.d[0]
		rounding += 8 * num.Ulp * float64(len(s.y)) * (d*d/s.Lambda + 1) * math.Sqrt(s.bestJ) / math.Sqrt(s.Lambda)
	}
	rounding = min(unknown, rounding)
	w := say.Vars{"theta": s.symbol(first + worst)}
	size := lsq.Norm(s.theta[first:])
	return doubted(claimMap.Equal(s.theta[first+worst], mode[worst], rounding).Of(size).
		Between(w.Text("<theta> of ridge"), w.Text("<theta> of the posterior")).Unless(hidden(rounding, size)))
}

func (s *state) checkLeast() algos.Check {
	return doubted(claimLeast.AtMost(s.bestJ, s.objective, 4*s.noise()*s.near()).Between("exact", "now"))
}

// checkDescent: J is a parabola along the way of an update, whose curvature is at most L.
func (s *state) checkDescent() algos.Check {
	c := claimDescent.AtMost(s.objective, s.before, 4*s.noise()*s.near()).Between("now", "before")
	switch {
	case s.did == started:
		return c.Unless("no iteration yet")
	case s.Eta >= s.limit():
		return c.Unless(say.Vars{"eta": s.Eta, "limit": s.limit()}.Text("η = <eta> is above the limit <limit>"))
	}
	return doubted(c)
}

// checkFactor compares gradients along the eigenvector of the largest eigenvalue λ₁ of the
// stacked XᵀX: with L = 2λ₁ an update by −ηg changes vᵀg by −ηL vᵀg.
func (s *state) checkFactor() algos.Check {
	if s.did == started {
		return claimFactor.Not("no iteration yet")
	}
	now, curvature := s.task.gradient(s.theta), 2*s.curves[0]
	left, right := lsq.Dot(s.steepest, now), (1-s.Eta*curvature)*lsq.Dot(s.steepest, s.gradient)
	long := 0.0
	for j, v := range s.steepest {
		long += math.Abs(v) * s.length[j]
	}
	was := state{task: s.task, theta: s.from}
	many := float64(len(s.wanted) + len(s.x))
	rounding := 8*num.Ulp*many*long*(s.terms()+was.terms())*max(1, s.Eta*curvature) + 16*num.Ulp*many*s.Eta*curvature*lsq.Norm(s.gradient)
	return doubted(claimFactor.Equal(left, right, rounding).
		Of(max(1, math.Abs(1-s.Eta*curvature))*lsq.Norm(s.gradient)).Between("current gradient", "(1 − ηL) times the previous gradient"))
}

// checkGrowth: an iteration multiplies the error along the eigenvector of the largest eigenvalue by
// 1 − ηL, which is below −1.
func (s *state) checkGrowth() algos.Check {
	if s.did == started {
		return claimGrowth.Not("no iteration yet")
	}
	now, before, size := 0.0, 0.0, 0.0
	for j, v := range s.steepest {
		now, before = now+v*(s.theta[j]-s.best[j]), before+v*(s.from[j]-s.best[j])
		size += math.Abs(v) * (math.Abs(s.theta[j]) + math.Abs(s.from[j]) + math.Abs(s.best[j]))
	}
	if before == 0 {
		return claimGrowth.Not("the error along this direction is 0")
	}
	return doubted(claimGrowth.AtLeast(math.Abs(now), math.Abs(before), 64*num.Ulp*float64(len(s.wanted)+len(s.x))*size).
		Between("error now", "error before"))
}

// checkOnline fits the samples so far all at once, by QR: the other route shares nothing
// with the updates.
func (s *state) checkOnline() algos.Check {
	if s.seen == 0 {
		return claimOnline.Not("no sample processed yet")
	}
	want, ok := s.batch(s.seen)
	if !ok {
		return claimOnline.Not("λ is too small for these samples: in 16 digits the solution is not unique")
	}
	worst := 0
	for j, w := range want {
		if math.Abs(w-s.theta[j]) > math.Abs(want[worst]-s.theta[worst]) {
			worst = j
		}
	}
	rounding := s.drift(lsq.Norm(want))
	w := say.Vars{"theta": s.symbol(worst)}
	size := lsq.Norm(want)
	return doubted(claimOnline.Equal(s.theta[worst], want[worst], rounding).Of(size).
		Between(w.Text("<theta>, online"), w.Text("<theta>, batch")).Unless(hidden(rounding, size)))
}

// checkBias fits the targets that the truth would have without noise, by QR.
func (s *state) checkBias() algos.Check {
	if why := s.several(); why != "" {
		return claimBias.Not(why)
	}
	truth := s.truth()
	pure := make([]float64, len(s.wanted))
	for j, column := range s.x {
		for i, x := range column {
			pure[i] += truth[j] * x
		}
	}
	first := s.first()
	fit, worst := lsq.Solve(s.stacked, pure), 0
	b := s.bias(s.Lambda)
	for j := range b {
		if math.Abs(b[j]) > math.Abs(b[worst]) {
			worst = j
		}
	}
	size := lsq.Norm(truth)
	rounding := 16 * num.Ulp * float64(len(s.wanted)) * s.condition() * s.condition() * size
	w := say.Vars{"theta": s.symbol(first + worst)}
	return doubted(claimBias.Equal(b[worst], fit[first+worst]-truth[first+worst], rounding).Of(size).
		Between(w.Text("of <theta>, by the formula"), "by the fit to noise-free targets").Unless(hidden(rounding, size)))
}

// checkBetter: at λ = 0 the variance falls with λ, while the square of the bias has no
// slope yet.
func (s *state) checkBetter() algos.Check {
	if why := s.several(); why != "" {
		return claimBetter.Not(why)
	}
	if len(s.modes.d) < len(s.shrunk.Columns) {
		return claimBetter.Not("the OLS solution is not unique here")
	}
	best := s.optimal()
	if !best.ok {
		return claimBetter.Not("the best λ is beyond the range of the path")
	}
	w := say.Vars{"best": best.lambda}
	free := s.riskAt(0).total()
	return doubted(claimBetter.AtMost(best.least, free, 64*num.Ulp*free).Between(w.Text("at λ = <best>"), "least squares"))
}

// noise bounds what rounding does to the length of the stacked residuals: each is a sum
// of as many terms as there are columns, and the coefficients of QR fit data that are off
// by a few ulps for every sample and column.
func (s *state) noise() float64 {
	noise := 4 * num.Ulp * float64(len(s.wanted)+len(s.x)) * s.near()
	if s.origin != nil { // the last bit of θ₀ counts as well
		noise += num.Ulp * s.terms()
	}
	return noise
}

// doubted says why a guarantee is not decided.
func doubted(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided && c.Why == "" {
		c.Why = "rounding error may be as large as the difference: the columns are nearly collinear, or only rounding error remains"
	}
	return c
}

// condition is by how much an error of the data, as a share, may grow in θ: the square
// root of the ratio of the curvatures of J.
func (s *state) condition() float64 {
	least := s.bends[len(s.bends)-1]
	if !(least > num.Ulp*s.bends[0]) {
		return math.Inf(1)
	}
	return math.Sqrt(s.bends[0] / least)
}

// blur bounds how far rounding keeps two routes to θ apart: QR and the singular values
// solve a problem whose data are off by some ulps, which grow by the condition of the
// stacked columns, and by its square times the residuals.
func (s *state) blur() float64 {
	k := s.condition()
	least := math.Sqrt(s.bends[len(s.bends)-1])
	if math.IsInf(k, 1) {
		return unknown
	}
	ulps := 8 * num.Ulp * float64(len(s.wanted)+4*len(s.x))
	coefficients, targets := s.sizes(s.theta)
	return min(unknown, ulps*(k*coefficients+k*k*math.Sqrt(s.bestJ)/math.Sqrt(s.bends[0])+targets/least))
}

// unknown is a rounding beside which nothing can be decided.
const unknown = 1e100

// drift bounds what rounding does to the θ of the online solver, of some length: every
// update rounds M, which was 1/λ at first, by some ulps of that; the solution is M times
// sums of products, and θ₀ has the way to the means to bridge. The targets are known to
// some ulps, and QR divides them by √λ, or by √n for θ₀.
func (s *state) drift(length float64) float64 {
	d0, far := 0.0, 0.0
	if len(s.modes.d) > 0 {
		d0 = s.modes.d[0]
	}
	for j, m := range s.centred.MeanX {
		far += math.Abs(m) * lsq.Norm(s.centred.X[j]) / max(d0, 1e-300)
	}
	one := 1 / math.Sqrt(s.Lambda)
	if s.Penalise == slopes {
		one += 1 / math.Sqrt(float64(s.seen))
	}
	ulps := 16 * num.Ulp * float64(s.seen+len(s.x))
	return min(unknown, ulps*((1+d0*d0/s.Lambda)*(1+far)*(length+s.target*min(d0/s.Lambda, 1/math.Sqrt(s.Lambda)))+s.target*one))
}

// slack is how far θ may be from another route's: by rounding, or where a descent stops.
func (s *state) slack() float64 {
	off := s.blur()
	switch s.Solver {
	case gd:
		off += s.off()
	case online:
		off += s.drift(lsq.Norm(s.theta))
	}
	return min(unknown, off)
}

const tooSmall = "rounding error may be as large as these numbers: the columns are nearly collinear, or only rounding error remains"

// hidden objects where rounding may be as large as what is compared.
func hidden(rounding, size float64) say.Phrase {
	if !(rounding <= algos.Negligible*size) {
		return tooSmall
	}
	return ""
}

// off is how far a descent may be from the solution when it stops: J is above its least
// value by the excess, and curves by the least curvature at least.
func (s *state) off() float64 {
	return math.Sqrt(s.excess() / max(s.curves[len(s.curves)-1], 1e-300))
}
