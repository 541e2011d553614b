package bayesianoptimisation

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/regression/internal/gp"
	"playground/algos/say"
)

const (
	noValue   = "there are no values yet"
	noisy     = "there is noise"
	jittered  = "jitter takes the place of noise"
	singular  = "the covariance matrix is singular to working precision"
	underflow = "its value is too small to be written"
)

var (
	claimFloor    = algos.Guarantee{Name: "floor", Claim: "no evaluated point is below the known minimum of $f$"}
	claimThrough  = algos.Guarantee{Name: "through", Claim: "without noise the posterior mean interpolates every value"}
	claimKnown    = algos.Guarantee{Name: "known", Claim: `at an evaluated point the variance of $f$ is at most $\sigma^2$: 0 without noise`}
	claimForecast = algos.Guarantee{Name: "forecast", Claim: "the prediction by the Cholesky factor grown row by row equals that of a batch fit"}
	claimLCB      = algos.Guarantee{Name: "lcb", Claim: `$m(x) - \kappa s(x) \le m(x)$ everywhere: the bound is never above the mean`}
	claimEI       = algos.Guarantee{Name: "ei", Claim: `the closed form is $\int_{-\infty}^{b-\xi} (b - \xi - t)\, N(t;\, m, s^2)\, dt$`}
	claimPositive = algos.Guarantee{Name: "positive", Claim: `$\mathrm{EI}(x) \ge \max(b - \xi - m(x), 0) \ge 0$ everywhere: uncertainty never decreases EI`}
	claimNothing  = algos.Guarantee{Name: "nothing", Claim: `$\mathrm{EI} = 0$ where $f$ is known: at every evaluated point`}
	claimPI       = algos.Guarantee{Name: "pi", Claim: `the closed form is $\int_{-\infty}^{b-\xi} N(t;\, m, s^2)\, dt$`}
	claimChosen   = algos.Guarantee{Name: "chosen", Claim: "the query is the optimum of the acquisition function over the search grid"}
	claimDraw     = algos.Guarantee{Name: "draw", Claim: "where $f$ is not yet determined, the posterior sample is nowhere lower than at the query"}
	claimEvidence = algos.Guarantee{Name: "evidence", Claim: "a refit never decreases the log marginal likelihood"}
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	if v.count() == 0 {
		return []algos.Check{claimFloor.Not(noValue), claimThrough.Not(noValue)}
	}
	whole := v.fits.Of(v.ctx, v.post)
	checks := []algos.Check{v.checkFloor()}
	if whole == nil {
		return append(checks, claimThrough.Not(singular), claimKnown.Not(singular))
	}
	checks = append(checks, v.checkThrough(whole), v.checkKnown(whole))
	switch v.Acquisition {
	case lcb:
		checks = append(checks, v.checkLCB(whole))
	case ei:
		checks = append(checks, v.checkPositive(whole), v.checkNothing(whole))
	}
	if v.pick.by == acquired {
		checks = append(checks, v.checkForecast(whole), v.checkChosen(whole))
		switch v.Acquisition {
		case ei:
			checks = append(checks, v.checkEI())
		case pi:
			checks = append(checks, v.checkPI())
		}
	}
	if v.fitted.done {
		checks = append(checks, v.checkEvidence(whole))
	}
	return checks
}

// checkFloor compares f at the points with the minimum of the literature, or of a curve
// that turns at its control points alone. A value is off by some ulps of the numbers it is a sum of.
func (v view) checkFloor() algos.Check {
	low := math.Inf(1)
	for _, x := range v.post.X {
		low = min(low, v.f.value(x))
	}
	floor := v.f.minimum()
	size := max(1, math.Abs(v.f.centre/v.f.scale), math.Abs(floor))
	return claimFloor.AtLeast(low, floor, 64*num.Ulp*size).Between("minimum of f", "global minimum")
}

// objection says why a promise about exact values does not apply.
func (v view) objection() say.Phrase {
	switch {
	case v.NoiseVar > 0:
		return noisy
	case v.jitter > 0:
		return jittered
	}
	return ""
}

// excused predicts at a promise that is not decided that the matrix is the reason.
func excused(c algos.Check, whole *gp.Fit) algos.Check {
	if c.Verdict != algos.Undecided {
		return c
	}
	w := say.Vars{"condition": whole.Cond(), "rounding": c.Rounding}
	return c.Because(w.Text("the covariance matrix is almost singular (condition number <condition>): rounding may move the two sides apart by <rounding>"))
}

// checkThrough compares the means at the points with the values.
func (v view) checkThrough(whole *gp.Fit) algos.Check {
	worst, tol, size := 0.0, 0.0, 0.0
	for i, x := range v.post.X {
		_, slack := whole.At(x)
		worst, tol, size = max(worst, math.Abs(v.post.At(x).Mean-v.y[i])), max(tol, slack), max(size, math.Abs(v.y[i]))
	}
	top := math.Sqrt(whole.Top)
	return excused(claimThrough.Equal(worst, 0, 2*tol).Of(max(size, top)).Between("largest difference", "").
		Because(say.Vars{"size": size}.Text("in values up to <size>")).Unless(v.objection()), whole)
}

// checkKnown looks for the largest variance at the points, by the fit at once.
func (v view) checkKnown(whole *gp.Fit) algos.Check {
	variances, slacks := whole.Variances(v.post.X)
	worst, tol := 0.0, 0.0
	for i, variance := range variances {
		if variance-slacks[i] > worst-tol || i == 0 {
			worst, tol = variance, slacks[i]
		}
	}
	c := claimKnown.AtMost(max(0, worst), v.post.Noise, tol).Of(whole.Top).Between("largest variance", "σ²")
	if v.jitter > 0 {
		c = c.Between("largest variance", "σ² with the jitter")
	}
	return excused(c, whole)
}

// looked are the points at which guarantees about all points are looked at: those that the
// search compares, with two inputs every third along each side.
func (v view) looked() [][2]float64 {
	if !v.plane() {
		return v.searched
	}
	var all [][2]float64
	for i := 0; i < v.nodes; i += 3 {
		for j := 0; j < v.nodes; j += 3 {
			all = append(all, v.searched[i*v.nodes+j])
		}
	}
	return all
}

func (v view) checkLCB(whole *gp.Fit) algos.Check {
	places := v.looked()
	variances, _ := whole.Variances(places)
	c, worst, size := v.criterion(lcb), math.Inf(-1), 0.0
	for i, x := range places {
		m, _ := whole.At(x)
		worst = max(worst, c.of(m, gp.SD(variances[i]), 0)-m)
		size = max(size, math.Abs(m))
	}
	return claimLCB.AtMost(worst, 0, 8*num.Ulp*size).Of(max(size, math.Sqrt(whole.Top))).Between("largest of LCB − m", "")
}

// checkPositive looks at the grid, and at the next query.
func (v view) checkPositive(whole *gp.Fit) algos.Check {
	places := v.looked()
	variances, _ := whole.Variances(places)
	c, low, size := v.criterion(ei), math.Inf(1), 0.0
	look := func(value, m float64) {
		low, size = min(low, value-max(0, c.goal-m)), max(size, math.Abs(c.goal-m))
	}
	for i, x := range places {
		m, _ := whole.At(x)
		look(c.of(m, gp.SD(variances[i]), 0), m)
	}
	if v.pick.by == acquired {
		look(v.pick.value, v.pick.mean)
	}
	return claimPositive.AtLeast(low, 0, 16*num.Ulp*size).Of(size).Between("smallest difference", "")
}

// checkNothing: what rounding leaves of a mean and a deviation at a point moves EI by no
// more than the one and half of the other.
func (v view) checkNothing(whole *gp.Fit) algos.Check {
	variances, slacks := whole.Variances(v.post.X)
	c, top, tol := v.criterion(ei), 0.0, 0.0
	for i, x := range v.post.X {
		_, slack := whole.At(x)
		f := v.post.At(x)
		top = max(top, c.of(f.Mean, gp.SD(f.Var), 0))
		tol = max(tol, 2*slack+gp.SD(math.Abs(variances[i])+slacks[i]))
	}
	return excused(claimNothing.Equal(top, 0, tol).Of(math.Sqrt(whole.Top)).Between("largest", "").
		Unless(v.objection()), whole)
}

// checkForecast compares mean and deviation the next query by two factorisations.
func (v view) checkForecast(whole *gp.Fit) algos.Check {
	m, slack := whole.At(v.pick.x)
	return excused(claimForecast.Equal(v.pick.mean, m, 2*slack).Of(max(math.Abs(m), math.Sqrt(whole.Top))).
		Between("sequential", "batch fit"), whole)
}

// checkChosen compares the acquisition where is asked with that of the grid, by the fit at
// once.
func (v view) checkChosen(whole *gp.Fit) algos.Check {
	if v.Acquisition == thompson {
		return v.checkDraw(whole)
	}
	places := v.looked()
	variances, slacks := whole.Variances(places)
	c := v.criterion(v.Acquisition)
	at, blur := whole.Variances([][2]float64{v.pick.x})
	if v.blurred(v.moved(c, whole, v.pick.x, at[0], blur[0])) {
		return claimChosen.Not("at the query rounding decides the probability")
	}
	best, tol, skipped := math.Inf(-1), 0.0, 0
	for i, x := range places {
		m, _ := whole.At(x)
		value := c.gain(c.of(m, gp.SD(variances[i]), v.post.K.At(x, x)))
		off := v.moved(c, whole, x, variances[i], slacks[i])
		if v.blurred(off) {
			skipped++
			continue
		}
		if value-off > best-tol {
			best, tol = value, off
		}
	}
	own := c.gain(v.pick.value)
	tol += 1e-11 * math.Abs(own)
	if v.Acquisition == lcb {
		return excused(claimChosen.AtMost(v.pick.value, -best, tol).Of(math.Sqrt(whole.Top)).Between("next query", "lowest elsewhere"), whole)
	}
	chosen := claimChosen.AtLeast(v.pick.value, best, tol).Between("next query", "largest elsewhere")
	if skipped > 0 {
		chosen = chosen.Because(say.Vars{"skipped": skipped}.Text("without <skipped grid point> at which rounding decides the probability"))
	}
	return excused(chosen, whole)
}

// moved bounds by how much rounding may move the acquisition at a point, by its derivatives:
// at most 1 and κ for the bound, 1 and ½ for EI.
func (v view) moved(c criterion, whole *gp.Fit, x [2]float64, variance, slack float64) float64 {
	m, dm := whole.At(x)
	s, ds := gp.SD(variance), gp.SD(variance+slack)-gp.SD(variance-slack)
	switch {
	case v.Acquisition != pi:
		return dm + max(v.Kappa, 1)*ds
	case s > 0:
		return min(1, (dm+math.Abs(c.goal-m)/s*ds)/s)
	}
	return 0
}

// blurred reports whether rounding may move a probability by more than a thousandth: where the
// variance is rounding itself, nothing can be compared.
func (v view) blurred(off float64) bool { return v.Acquisition == pi && off > 1e-3 }

// checkDraw looks at the points whose variance by the fit at once is clearly above what
// counts as known.
func (v view) checkDraw(whole *gp.Fit) algos.Check {
	variances, _ := whole.Variances(v.coarse)
	low := v.pick.value
	for i, x := range v.coarse {
		if variances[i]+v.NoiseVar > 2*knownShare*v.post.K.At(x, x) {
			low = min(low, v.pick.draw[i])
		}
	}
	return claimDraw.AtMost(v.pick.value, low, 0).Between("next query", "lowest elsewhere")
}

// tiny is the smallest value that is compared with an integral.
const tiny = 1e-250

func (v view) checkEI() algos.Check {
	p := v.pick
	if p.value < tiny {
		return claimEI.Not(underflow)
	}
	value, bound := expectedByIntegral(p.goal, p.mean, p.sd)
	z := (p.goal - p.mean) / p.sd
	return claimEI.Equal(p.value, value, bound+16*num.Ulp*(1+z*z)*p.value).Between("closed form", "numerical integral")
}

func (v view) checkPI() algos.Check {
	p := v.pick
	if p.value < tiny {
		return claimPI.Not(underflow)
	}
	value, bound := probabilityByIntegral(p.goal, p.mean, p.sd)
	z := (p.goal - p.mean) / p.sd
	return claimPI.Equal(p.value, value, bound+16*num.Ulp*(1+z*z)*p.value).Between("closed form", "numerical integral")
}

// checkEvidence fits the kernel from before the refit to the same values.
func (v view) checkEvidence(whole *gp.Fit) algos.Check {
	before, ok := gp.NewFit(v.ctx, v.before.K, v.post.Noise, v.post.X, v.y)
	if !ok {
		return claimEvidence.Not(singular)
	}
	n := float64(v.count())
	tol := 8 * num.Ulp * n * (whole.Cond() + before.Cond()) * (1 + math.Abs(whole.DataFit) + math.Abs(before.DataFit))
	return excused(claimEvidence.AtLeast(whole.LogEvidence(), before.LogEvidence(), tol).
		Of(max(math.Abs(whole.DataFit), math.Abs(whole.Complexity), n)).Between("with the refitted hyperparameters", "with the previous hyperparameters"), whole)
}
