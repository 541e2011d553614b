package pca

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory promises.
var (
	claimPythagoras = algos.Guarantee{Name: "pythagoras", Claim: `Pythagoras: the squares of the rows are those of their feet on the axis and those of their distances to it, ` +
		`$\sum\|x_i\|^2 = \text{captured} + \text{lost}$`}
	claimLargest = algos.Guarantee{Name: "largest", Claim: `no axis has a larger variance than the first direction: $u^\top\Sigma u \le \lambda_1$`}
	claimRoutes  = algos.Guarantee{Name: "routes", Claim: `both routes agree: the eigenvalues of Σ are the squared singular values over the divisor`}
	claimRising  = algos.Guarantee{Name: "rising", Claim: `power iteration never lowers the variance of its axis`}
	claimRate    = algos.Guarantee{Name: "rate", Claim: `every iteration multiplies $\tan\varphi$ by $\lambda_2/\lambda_1$ at most`}
	claimApart   = algos.Guarantee{Name: "apart", Claim: `scores on different components have no covariance: $u_j^\top\Sigma u_k = 0$`}
	claimLeft    = algos.Guarantee{Name: "left", Claim: `rows rebuilt from k scores lose the squares of the singular values that are left out`}
	claimWhite   = algos.Guarantee{Name: "white", Claim: `whitened scores have the covariance matrix $I$`}
)

// Checks computes the promises from the state that is shown.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkPythagoras(), v.checkLargest(), v.checkRoutes()}
	if v.Route == power {
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
		Between("all squares", "captured + lost").
		Because(say.Vars{"captured": captured, "lost": lost}.Text("captured <captured>, lost <lost>"))
}

func (v view) checkLargest() algos.Check {
	return claimLargest.AtMost(v.quadratic(v.axis()), v.lambda(0), 2*v.ulps()*v.trace()).
		Between("this axis", "λ₁").Metered()
}

// checkRoutes compares the pair that is farthest apart. Eigenvalues of Σ are right to some
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
	why := say.Phrase("the pair that is farthest apart")
	if out > 0 {
		why = w.Text("the pair that is farthest apart; <out value> so small that Σ has lost their digits are left out")
	}
	return claimRoutes.Equal(v.byCov[worst], v.lambda(worst), rounding).
		Between(w.Text("λ<j> of Σ"), w.Text("σ<j>² / divisor")).Because(why).Unless(v.noisy())
}

// noisy objects where rows lie so far from 0 that the rounding of their numbers shows
// beside their variance.
func (v view) noisy() say.Phrase {
	if !(v.floor() <= 0.1*algos.Negligible*v.trace()) {
		return "the rows lie so far from 0 that the rounding of their numbers shows beside their variance"
	}
	return ""
}

func (v view) checkRising() algos.Check {
	if v.did != turning {
		return claimRising.Not("this step does not turn the axis")
	}
	// Components that were taken out are right to the tolerance of the iteration. What is left of
	// Σ may then have eigenvalues below 0, of the size of its square.
	if len(v.found) > 0 && dot(v.from, times(v.sigma, v.from)) <= (1e-9+100*v.Tol*v.Tol)*v.lambda(0) {
		return claimRising.Not("the axis begins where nothing but rounding is left")
	}
	return claimRising.AtLeast(dot(v.u, times(v.sigma, v.u)), dot(v.from, times(v.sigma, v.from)), 2*v.ulps()*v.trace()).
		Between("now", "before")
}

func (v view) checkRate() algos.Check {
	switch {
	case v.did != turning:
		return claimRate.Not("this step does not turn the axis")
	case len(v.found) > 0:
		return claimRate.Not("promised for the first component: the others begin with what it leaves open")
	case v.tied(0):
		return claimRate.Not("λ₁ = λ₂: there is no first direction")
	}
	was, is := v.tan(v.from), v.tan(v.u)
	if !(was < far) {
		return claimRate.Not("the axis stands at a right angle to the first direction")
	}
	// The first direction is known to some ulps over the gap of the eigenvalues, and a
	// tangent is moved by its square as much.
	rounding := 16 * num.Ulp * float64(v.p+v.n) / (1 - v.ratio()) * (1 + was*was)
	if !(rounding <= 0.1*algos.Negligible*v.ratio()*was) {
		return claimRate.Not("so near the first direction, or so far from it, rounding decides")
	}
	return claimRate.AtMost(is, v.ratio()*was, rounding).Between("tan φ now", "λ₂/λ₁ · tan φ before")
}

// slack is how far directions of power iteration may be from eigenvectors, in entries of
// Σ: where an iteration stopped, moving by less than the tolerance, ‖Σu − λu‖ is below
// 2λ times that. Rounding stays in Σ when a component is taken out of it, and turns the
// next one towards it by its share of what is left.
func (v view) slack() float64 {
	off := 8 * v.ulps() * float64(v.p) * v.trace()
	if v.Route == power {
		off += 4 * v.Tol * v.lambda(0) * float64(len(v.found))
	}
	if v.Route == power && len(v.found) > 1 {
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
	c := claimApart.Equal(worst, 0, v.slack()).Of(v.trace()).Between("largest covariance", "")
	if !(v.slack() <= algos.Negligible*v.trace()) {
		return c.Unless("the iteration stopped so early that the directions are not known to six digits: take a smaller tolerance")
	}
	return c
}

func (v view) checkLeft() algos.Check {
	kept := v.kept()
	switch {
	case len(kept) == 0:
		return claimLeft.Not("no component is found yet")
	case v.Route == power && (v.other() || !(v.slack() <= algos.Negligible*v.trace())):
		return claimLeft.Not("power iteration found the components in another order, or stopped early")
	}
	rounding := 4*v.ulps()*float64(len(kept))*v.total + v.size*v.size*num.Ulp*num.Ulp*64
	if v.Route == power { // squares are off by the square of the angle
		rounding += v.divisor * v.slack()
	}
	return claimLeft.Equal(v.rebuilt(kept), v.tail(len(kept)), rounding).Of(v.total).
		Between("lost, row by row", "σ² left out").Unless(v.noisy())
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
		return claimWhite.Not("components are still to come")
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
	c := claimWhite.Equal(worst, 0, rounding).Of(1).Between("farthest from I", "")
	if !(rounding <= algos.Negligible) {
		return c.Unless("the smallest variance is so small beside the largest that its rounding shows")
	}
	return c
}
