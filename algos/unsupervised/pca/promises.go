package pca

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory promises.
var (
	claimPythagoras = algos.Guarantee{Name: "pythagoras", Claim: `total sum of squares = explained + reconstruction error (Pythagoras), ` +
		`$\sum\|x_i\|^2 = \text{explained} + \text{lost}$`}
	claimLargest = algos.Guarantee{Name: "largest", Claim: `the variance along any axis is at most the first eigenvalue: $u^\top\Sigma u \le \lambda_1$`}
	claimRoutes  = algos.Guarantee{Name: "routes", Claim: `eigenvalues of Σ = squared singular values of X / divisor`}
	claimRising  = algos.Guarantee{Name: "rising", Claim: `the variance along u never decreases during power iteration`}
	claimRate    = algos.Guarantee{Name: "rate", Claim: `each iteration multiplies $\tan\varphi$ by at most $\lambda_2/\lambda_1$`}
	claimApart   = algos.Guarantee{Name: "apart", Claim: `scores on different components are uncorrelated: $u_j^\top\Sigma u_k = 0$`}
	claimLeft    = algos.Guarantee{Name: "left", Claim: `reconstruction error = sum of discarded σ²`}
	claimWhite   = algos.Guarantee{Name: "white", Claim: `whitened scores have the covariance matrix $I$`}
)

// Checks computes the promises from the state that is shown.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkPythagoras(), v.checkLargest(), v.checkRoutes()}
	if v.Solver == power {
		checks = append(checks, v.checkRising(), v.checkRate())
	}
	checks = append(checks, v.checkApart(), v.checkLeft())
	if v.Whiten {
		checks = append(checks, v.checkWhite())
	}
	return checks
}

// ulps bounds the rounding of a sum over all rows and columns, as a share of it.
func (v view) ulps() float64 { return 4 * num.Ulp * float64(v.n+v.p) }

func (v view) checkPythagoras() algos.Check {
	captured, lost := v.split(v.axis())
	return claimPythagoras.Equal(v.total, captured+lost, v.ulps()*v.total).
		Between("total", "explained + lost").
		Because(say.Vars{"captured": captured, "lost": lost}.Text("explained <captured>, lost <lost>"))
}

func (v view) checkLargest() algos.Check {
	return claimLargest.AtMost(v.quadratic(v.axis()), v.lambda(0), 2*v.ulps()*v.trace()).
		Between("current axis", "λ₁").Metered()
}

// checkRoutes compares the pair with the largest difference. Eigenvalues of Σ are right to some
// ulps of the largest: those of which rounding leaves fewer than seven digits are left out,
// which is why there is another route.
func (v view) checkRoutes() algos.Check {
	rounding := 8*v.ulps()*float64(v.p)*v.trace() + v.floor()
	worst, off, out := 0, -1.0, 0
	for j, l := range v.byCov {
		if j > 0 && !(rounding <= 0.1*algos.Negligible*v.lambda(j)) {
			out++
			continue
		}
		if d := math.Abs(l - v.lambda(j)); d > off {
			worst, off = j, d
		}
	}
	w := say.Vars{"j": worst + 1, "out": out}
	why := say.Phrase("the pair with the largest difference")
	if out > 0 {
		why = w.Text("the pair with the largest difference; <out value> below the precision of Σ omitted")
	}
	return claimRoutes.Equal(v.byCov[worst], v.lambda(worst), rounding).
		Between(w.Text("λ<j> of Σ"), w.Text("σ<j>² / divisor")).Because(why).Unless(v.noisy())
}

// noisy objects where rows lie so far from 0 that the rounding of their numbers shows
// beside their variance.
func (v view) noisy() say.Phrase {
	if !(v.floor() <= 0.1*algos.Negligible*v.trace()) {
		return "the mean is so large that the rounding error of the values is visible beside the variance"
	}
	return ""
}

func (v view) checkRising() algos.Check {
	if v.did != turning {
		return claimRising.Not("this step is not a power iteration")
	}
	// Components that were taken out are right to the tolerance of the iteration. What is left of
	// Σ may then have eigenvalues below 0, of the size of its square.
	if len(v.found) > 0 && dot(v.from, times(v.sigma, v.from)) <= (1e-9+100*v.Tol*v.Tol)*v.lambda(0) {
		return claimRising.Not("the start is within the rounding error of the deflated Σ")
	}
	return claimRising.AtLeast(dot(v.u, times(v.sigma, v.u)), dot(v.from, times(v.sigma, v.from)), 2*v.ulps()*v.trace()).
		Between("now", "before")
}

func (v view) checkRate() algos.Check {
	switch {
	case v.did != turning:
		return claimRate.Not("this step is not a power iteration")
	case len(v.found) > 0:
		return claimRate.Not("guaranteed for the first component only: later ones inherit its error")
	case v.tied(0):
		return claimRate.Not("λ₁ = λ₂: the first eigenvector is not unique")
	}
	was, is := v.tan(v.from), v.tan(v.u)
	if !(was < far) {
		return claimRate.Not("the axis is orthogonal to the first eigenvector")
	}
	// The first direction is known to some ulps over the gap of the eigenvalues, and a
	// tangent is moved by its square as much.
	rounding := 16 * num.Ulp * float64(v.p+v.n) / (1 - v.ratio()) * (1 + was*was)
	if !(rounding <= 0.1*algos.Negligible*v.ratio()*was) {
		return claimRate.Not("undecided: this close to the first eigenvector, or to its orthogonal complement, rounding dominates")
	}
	return claimRate.AtMost(is, v.ratio()*was, rounding).Between("tan φ now", "λ₂/λ₁ · tan φ before")
}

// slack is how far directions of power iteration may be from eigenvectors, in entries of
// Σ: where an iteration stopped, moving by less than the tolerance, ‖Σu − λu‖ is below
// 2λ times that. Rounding stays in Σ when a component is taken out of it, and turns the
// next one towards it by its share of what is left.
func (v view) slack() float64 {
	off := 8 * v.ulps() * float64(v.p) * v.trace()
	if v.Solver == power {
		off += 4 * v.Tol * v.lambda(0) * float64(len(v.found))
	}
	if v.Solver == power && len(v.found) > 1 {
		off += v.ulps() * float64(v.p) * v.lambda(0) * v.lambda(0) / v.lambda(len(v.found)-1)
	}
	return off + v.floor()
}

func (v view) checkApart() algos.Check {
	if len(v.found) < 2 {
		return claimApart.Not("fewer than two components are found")
	}
	worst := 0.0
	for j, c := range v.found {
		su := times(v.task.sigma, c.u)
		for _, d := range v.found[:j] {
			worst = max(worst, math.Abs(dot(d.u, su)))
		}
	}
	c := claimApart.Equal(worst, 0, v.slack()).Of(v.trace()).Between("largest |covariance|", "")
	if !(v.slack() <= algos.Negligible*v.trace()) {
		return c.Unless("the iteration stopped too early for six digits of the components: use a smaller tolerance")
	}
	return c
}

func (v view) checkLeft() algos.Check {
	kept := v.kept()
	switch {
	case len(kept) == 0:
		return claimLeft.Not("no component is found yet")
	case v.Solver == power && (v.other() || !(v.slack() <= algos.Negligible*v.trace())):
		return claimLeft.Not("power iteration found the components in another order, or stopped early")
	}
	rounding := 4*v.ulps()*float64(len(kept))*v.total + v.size*v.size*num.Ulp*num.Ulp*64
	if v.Solver == power { // squares are off by the square of the angle
		rounding += v.divisor * v.slack()
	}
	return claimLeft.Equal(v.rebuilt(kept), v.tail(len(kept)), rounding).Of(v.total).
		Between("error, summed over samples", "discarded σ²").Unless(v.noisy())
}

// other reports whether some component found is not that of its place.
func (v view) other() bool {
	for j, c := range v.found {
		if math.Abs(c.lambda-v.lambda(j)) > 1e-8*v.lambda(0) {
			return true
		}
	}
	return false
}

func (v view) checkWhite() algos.Check {
	if !v.done() {
		return claimWhite.Not("not all components are found yet")
	}
	worst, narrow := 0.0, v.lambda(0)
	for j, c := range v.found {
		if v.flat(j) {
			continue
		}
		narrow = min(narrow, c.lambda)
		f := v.along(c.u)
		for k, d := range v.found[:j+1] {
			if v.flat(k) {
				continue
			}
			want := 0.0
			if k == j {
				want = 1
			}
			g := v.along(d.u)
			scale := math.Sqrt(c.lambda) * math.Sqrt(d.lambda)
			worst = max(worst, math.Abs(dot(f, g)/v.divisor/scale-want))
		}
	}
	rounding := v.slack() / narrow
	c := claimWhite.Equal(worst, 0, rounding).Of(1).Between("largest deviation from I", "")
	if !(rounding <= algos.Negligible) {
		return c.Unless("the smallest eigenvalue is within the rounding error of the largest")
	}
	return c
}
