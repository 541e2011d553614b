package bayesianregression

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

const (
	claimChain = `chain rule: the sequential log predictive densities sum to $\ln N(y;\, 0,\, \sigma_p^2\Phi\Phi^\top + \sigma^2 I)$`

	claimMean = `weight-space = function-space view: $\mu^\top\varphi(x)$ is the mean of the Gaussian process with $k = ` +
		`\sigma_p^2\,\varphi(x)^\top\varphi(z)$`
	claimSpread = `weight-space = function-space view: $\varphi(x)^\top\Sigma\,\varphi(x)$ is its variance`

	noObservation = "there are no observations yet"
	noneAdded     = "this step adds no observation"
	manyRows      = "not computed for more than 60 observations: factorising their covariance matrix is too slow"
	dependent     = "the basis functions are collinear to working precision: too little precision is left to compare coefficients"
	singular      = "the covariance matrix of the observations is singular to working precision"
)

var (
	claimShrink = algos.Guarantee{Name: "shrink", Claim: "an observation never increases the epistemic variance of f"}
	claimBatch  = algos.Guarantee{Name: "batch", Claim: "sequential = batch: the same posterior mean"}
	claimRidge  = algos.Guarantee{Name: "ridge", Claim: `MAP = ridge regression: $\Phi^\top(y - \Phi\mu) = \lambda\mu$ with $\lambda = ` +
		`\sigma^2/\sigma_p^2$`}
	claimLaplace = algos.Guarantee{Name: "laplace", Claim: "the Laplace approximation is exact here: likelihood × prior at the mode × volume = " +
		"evidence"}
	claimAverage = algos.Guarantee{Name: "average", Claim: "evidence ≤ maximum likelihood, as it is the prior average of the likelihood"}
)

var (
	claimBelow = algos.Guarantee{Name: "bic-below", Claim: `BIC − log evidence is at least $\frac{1}{2}\ln\det(` +
		`\frac{\sigma_p^2}{n}\Sigma^{-1})$`}
	claimAbove = algos.Guarantee{Name: "bic-above", Claim: `BIC − log evidence exceeds that by at most ` +
		`$\lVert\hat\theta\rVert^2/2\sigma_p^2$: it stays bounded if $\Phi^\top\Phi/n$ tends to a regular matrix`}
)

// mostRows is the most observations whose covariance matrix is factored.
const mostRows = 60

// Checks states what theory guarantees about this step.
func (v view) Checks() []algos.Check {
	if v.post.n == 0 {
		return []algos.Check{
			claimShrink.Not(noObservation), claimBatch.Not(noObservation),
			claimRidge.Not(noObservation), claimLaplace.Not(noObservation),
		}
	}
	checks := []algos.Check{v.checkShrink(), v.checkBatch(), v.checkRidge()}
	checks = append(append(checks, v.checkSpace()...), v.checkLaplace(), v.checkAverage())
	checks = append(checks, v.checkBIC()...)
	for i, c := range checks {
		sum := slices.Contains([]string{"chain", "laplace", "average", "bic-below", "bic-above"}, c.Name) // of the forecasts of all steps
		if v.post.condition() > hopeless || sum && v.post.hard > hopeless {
			checks[i] = c.Unless(dependent)
		}
	}
	return checks
}

// excused says why rounding leaves a guarantee undecided.
func excused(c algos.Check) algos.Check {
	if c.Verdict == algos.Undecided {
		return c.Because(say.Vars{"rounding": c.Rounding}.Text("the basis functions are nearly collinear, and rounding may move it by <rounding>"))
	}
	return c
}

// hopeless is the condition beyond which nothing that is solved has digits to compare.
const hopeless = 1e8

// rounding bounds what it may do to f where the features are phi: what is solved from the
// factor, and, where the rows cannot all be met, what the square of its condition makes
// of the misses.
func (v view) rounding(phi []float64) float64 {
	reach, whole, condition := 0.0, 0.0, v.post.condition()
	for _, y := range v.y[:v.post.n] {
		whole = math.Hypot(whole, y)
	}
	whole *= condition / math.Sqrt(v.opt.NoiseVar)
	for k, length := range v.post.lengths() {
		reach += math.Abs(phi[k]) / length
		whole += length * math.Abs(v.post.mu[k])
	}
	return 16 * num.Ulp * float64(v.post.n+v.post.d) * condition * reach * whole
}

// ulps bounds the relative rounding of what is solved from the factor.
func (v view) ulps() float64 { return 16 * num.Ulp * float64(v.post.n+v.post.d) * v.post.condition() }

// magnitude is the size of what adds up to f at an input.
func (v view) magnitude(phi []float64) float64 {
	sum := 0.0
	for k := range phi {
		sum += math.Abs(phi[k] * v.post.mu[k])
	}
	return sum
}

func (v view) checkShrink() algos.Check {
	if v.before == nil {
		return claimShrink.Not(noneAdded)
	}
	most, widest := math.Inf(-1), 0.0
	for _, x := range v.inputs(looks) {
		phi := v.basis.at(x)
		before := v.before.variance(phi)
		most, widest = max(most, v.post.variance(phi)-before), max(widest, before)
	}
	return excused(claimShrink.AtMost(most, 0, v.ulps()*widest).Of(widest).Between("largest change", ""))
}

// checkBatch solves the least squares of all rows at once by reflections, with a row for
// the prior of each coefficient.
func (v view) checkBatch() algos.Check {
	n, d := v.post.n, v.post.d
	a, b := mat.NewDense(n+d, d, nil), mat.NewVecDense(n+d, nil)
	for i := range n {
		a.SetRow(i, times(1/math.Sqrt(v.opt.NoiseVar), v.basis.at(v.x[i])))
		b.SetVec(i, v.y[i]/math.Sqrt(v.opt.NoiseVar))
	}
	for k := range d {
		a.Set(n+k, k, 1/math.Sqrt(v.opt.PriorVar))
	}
	var qr mat.QR
	qr.Factorize(a)
	var mu mat.VecDense
	if err := qr.SolveVecTo(&mu, false, b); err != nil {
		return claimBatch.Not(singular)
	}
	worst, size, tol := 0.0, v.size, 0.0
	for _, x := range v.inputs(looks) {
		phi := v.basis.at(x)
		tol = max(tol, v.rounding(phi))
		worst = max(worst, math.Abs(dot(phi, v.post.mu)-dot(phi, mu.RawVector().Data)))
		size = max(size, v.magnitude(phi))
	}
	return excused(claimBatch.Equal(worst, 0, tol).Of(size).Between("largest difference", ""))
}

// checkRidge looks at the gradient of Σ(y−μᵀφ)² + λ‖μ‖²: at its worst component,
// relative to what that is made of.
func (v view) checkRidge() algos.Check {
	lambda := v.opt.NoiseVar / v.opt.PriorVar
	d := v.post.d
	slope, length := make([]float64, d), make([]float64, d)
	whole := 0.0
	for k, m := range v.post.mu {
		slope[k], length[k] = -lambda*m, math.Sqrt(lambda)
	}
	for i := range v.post.n {
		phi := v.basis.at(v.x[i])
		r := v.y[i] - dot(phi, v.post.mu)
		whole = math.Hypot(whole, v.y[i])
		for k := range d {
			slope[k] += phi[k] * r
			length[k] = math.Hypot(length[k], phi[k])
		}
	}
	for k, m := range v.post.mu {
		whole += length[k] * math.Abs(m)
	}
	worst, size := 0.0, 0.0
	for k := range d {
		if of := length[k] * whole; size == 0 || math.Abs(slope[k])*size > worst*of {
			worst, size = math.Abs(slope[k]), of
		}
	}
	return excused(claimRidge.Equal(worst, 0, 64*num.Ulp*float64(v.post.n+d)*size).Of(size).Between("largest gradient component", ""))
}

// checkSpace holds the weights against the Gaussian process of the same kernel, which
// never hears of weights: it has the covariances of the observations alone.
func (v view) checkSpace() []algos.Check {
	n := v.post.n
	names := [...]string{"chain", "space-mean", "space-variance"}
	claims := [...]say.Phrase{claimChain, claimMean, claimSpread}
	none := func(why say.Phrase) (checks []algos.Check) {
		for i, name := range names {
			checks = append(checks, algos.Inapplicable(name, claims[i], why))
		}
		return checks
	}
	if n > mostRows {
		return none(manyRows)
	}
	kernel := func(a, b []float64) float64 { return v.opt.PriorVar * dot(a, b) }
	phi, y := make([][]float64, n), mat.NewVecDense(n, v.y[:n:n])
	k, top := mat.NewSymDense(n, nil), 1.0
	for i := range n {
		phi[i] = v.basis.at(v.x[i])
		for j := range i + 1 {
			c := kernel(phi[i], phi[j])
			if i == j {
				top += c / v.opt.NoiseVar
				c += v.opt.NoiseVar
			}
			k.SetSym(i, j, c)
		}
	}
	var chol mat.Cholesky
	var alpha mat.VecDense
	if !chol.Factorize(k) || chol.SolveVecTo(&alpha, y) != nil {
		return none(singular)
	}
	fit := mat.Dot(y, &alpha)
	ulps := 8 * num.Ulp * float64(n) * top // of the matrix, whose condition is top at most
	evidence := -(fit + chol.LogDet() + float64(n)*math.Log(2*math.Pi)) / 2

	meanOff, meanSize, tol, spreadOff, spreadSize := 0.0, v.size, 0.0, 0.0, 0.0
	for _, x := range v.inputs(looks) {
		at, star := v.basis.at(x), mat.NewVecDense(n, nil)
		size := 0.0
		for i := range n {
			star.SetVec(i, kernel(at, phi[i]))
			size += math.Abs(star.AtVec(i) * alpha.AtVec(i))
		}
		var solved mat.VecDense
		if chol.SolveVecTo(&solved, star) != nil {
			return none(singular)
		}
		f, own := v.foresee(v.post, x), kernel(at, at)
		tol = max(tol, v.rounding(at))
		meanOff, meanSize = max(meanOff, math.Abs(f.mean-mat.Dot(star, &alpha))), max(meanSize, size, v.magnitude(at))
		spreadOff, spreadSize = max(spreadOff, math.Abs(f.variance-(own-mat.Dot(star, &solved)))), max(spreadSize, own)
	}
	own := v.ulps()
	return []algos.Check{
		excused(algos.Equal(names[0], claims[0], v.post.logP, evidence, ulps*(math.Abs(fit)+float64(n))+v.slack()).Between("sequential", "joint density")),
		excused(algos.Equal(names[1], claims[1], meanOff, 0, ulps*meanSize+tol).Of(meanSize).Between("largest difference", "")),
		excused(algos.Equal(names[2], claims[2], spreadOff, 0, (ulps+own)*spreadSize).Of(spreadSize).Between("largest difference", "")),
	}
}

// slack bounds the rounding of the log densities that are added up: of their logarithms,
// and of residuals that are what is left of larger numbers.
func (v view) slack() float64 {
	moved := 0.0
	for i := range v.post.n {
		phi := v.basis.at(v.x[i])
		r := v.y[i] - dot(phi, v.post.mu)
		size := math.Abs(v.y[i]) + v.magnitude(phi)
		off := v.rounding(phi) + 4*num.Ulp*size
		moved += off * (2*math.Abs(r) + off) / v.opt.NoiseVar
	}
	return 16*num.Ulp*float64(v.post.n+v.post.d)*v.post.hard*(math.Abs(v.post.logP)+float64(v.post.n)) + moved
}

func (v view) checkLaplace() algos.Check {
	return excused(claimLaplace.Equal(v.laplace(v.post), v.post.logP, v.slack()).Between("Laplace", "log evidence"))
}

func (v view) checkAverage() algos.Check {
	return excused(claimAverage.AtMost(v.post.logP, v.best(v.post), v.slack()).Between("log evidence", "maximum log-likelihood"))
}

// checkBIC bounds what the BIC is above the log evidence. With H = Σ⁻¹ the difference is
//
//	½ ln det(σ_p²H/n) + [ℓ(θ̂) − ℓ(μ) + ‖μ‖²/2σ_p²],
//
// and the bracket lies between 0 and ‖θ̂‖²/2σ_p², as μ minimises ‖θ‖²/2σ_p² − ℓ(θ). So the
// difference stays bounded where ΦᵀΦ/n converges to a regular matrix.
func (v view) checkBIC() []algos.Check {
	n, d := v.post.n, v.post.d
	bic := v.bic(v.post)
	gap := bic - v.post.logP
	low := (float64(d)*(math.Log(v.opt.PriorVar)-math.Log(float64(n))) + v.post.logDet()) / 2
	slack := v.slack() + 16*num.Ulp*float64(n+d)*(math.Abs(bic)+math.Abs(v.post.logDet())+1)
	below := excused(claimBelow.AtLeast(gap, low, slack).Between("BIC − log evidence", "lower bound"))
	square, off, ok := v.leastSquares()
	if !ok {
		return []algos.Check{below, claimAbove.Not("least squares has no unique solution yet")}
	}
	high := low + square/(2*v.opt.PriorVar)
	return []algos.Check{
		below, excused(claimAbove.AtMost(gap, high, slack+off/(2*v.opt.PriorVar)).Between("BIC − log evidence", "upper bound")),
	}
}

// leastSquares is ‖θ̂‖² of the observations so far, by reflections, and a bound of its rounding.
func (v view) leastSquares() (square, off float64, ok bool) {
	n, d := v.post.n, v.post.d
	if n < d {
		return 0, 0, false
	}
	a, b := mat.NewDense(n, d, nil), mat.NewVecDense(n, v.y[:n:n])
	for i := range n {
		a.SetRow(i, v.basis.at(v.x[i]))
	}
	var qr mat.QR
	qr.Factorize(a)
	var theta mat.VecDense
	if !(qr.Cond() < hopeless) || qr.SolveVecTo(&theta, false, b) != nil {
		return 0, 0, false
	}
	square = mat.Dot(&theta, &theta)
	return square, 64 * num.Ulp * float64(n+d) * qr.Cond() * (square + v.size*v.size), true
}
