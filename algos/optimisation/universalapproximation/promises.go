package universalapproximation

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimEpsilon = algos.Guarantee{
		Name:  "epsilon",
		Claim: `sup-error on the finished cells $\le \varepsilon$: the modulus of continuity $\omega$ over half a cell, and what units of finite steepness add`,
	}
	claimPieces    = algos.Guarantee{Name: "pieces", Claim: `sup-error of the interpolation $\le \omega(h)$, the modulus of continuity over the widest piece`}
	claimLipschitz = algos.Guarantee{Name: "lipschitz", Claim: `modulus of continuity $\omega(\delta) \le L\delta$ with $L = \max|f'|$`}
	claimStaircase = algos.Guarantee{Name: "staircase", Claim: `sup-error of the sum of steps = largest $|f - f(m_i)|$ on each finished cell, without any network`}
	claimLimit     = algos.Guarantee{
		Name: "limit", Claim: `lemma 13.9: the distance to the limit is at most $\sigma(-\lambda\delta)\sum_j|\alpha_j|$ where $|x - t_j| \ge \delta = h/4$`,
	}
	claimDistance = algos.Guarantee{
		Name: "distance", Claim: `every network with polynomial units has a sup-error $\ge |\int f\,d\mu|$, where $\mu$ annihilates its units`,
	}
	claimAnnihilates = algos.Guarantee{Name: "annihilates", Claim: `$\int \sigma(wx + b)\,d\mu(x) = 0$ for all $w$ and $b$ although $\mu \ne 0$: $\sigma$ is not discriminatory`}
	claimJump        = algos.Guarantee{Name: "discontinuous", Claim: `a continuous network has a sup-error $\ge \tfrac12$ beside a jump by 1`}
	claimGradient    = algos.Guarantee{Name: "gradient", Claim: `gradient norm by backpropagation = derivatives of $G$ written by hand`}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	var checks []algos.Check
	switch {
	case v.polynomial():
		checks = append(checks, v.checkDistance(), v.checkAnnihilates())
	case v.Activation == relu:
		checks = append(checks, v.checkPieces(), v.checkLipschitz(v.widest))
	default:
		checks = append(checks, v.checkEpsilon(), v.checkLipschitz(v.widest/2), v.checkStaircase())
		if v.smooth() {
			checks = append(checks, v.checkLimit())
		}
	}
	if v.Function == leap {
		checks = append(checks, v.checkJump())
	}
	if v.epochs > 0 {
		checks = append(checks, v.checkGradient())
	}
	return checks
}

// rounding bounds what the sums of the network lose.
func (v view) rounding() float64 {
	size := 1.0
	for _, y := range v.sample.y {
		size = max(size, math.Abs(y))
	}
	if v.Activation == relu {
		return 64 * num.Ulp * float64(v.n) * (size + v.variation())
	}
	return 8 * num.Ulp * float64(v.n+1) * (size + v.variation())
}

// unfinished is why nothing is guaranteed yet.
func (v view) unfinished() say.Phrase {
	switch {
	case v.k == 0:
		return "there is no unit yet"
	case !v.covered():
		return "one b for all units: left of the threshold no unit is active"
	}
	return ""
}

// finished is where the cells end that the units so far are made for.
func (v view) finished() float64 {
	if v.k == v.n {
		return math.Inf(1)
	}
	return v.t[v.k]
}

// checkEpsilon compares the network with the modulus of continuity, which only f decides.
func (v view) checkEpsilon() algos.Check {
	if why := v.unfinished(); why != "" {
		return claimEpsilon.Not(why)
	}
	left := v.sup
	if v.k < v.n {
		left = v.upTo(v.finished())
	}
	return claimEpsilon.AtMost(left, v.omega+v.smear()+v.tail(), v.rounding()).Between("sup-error", "ε").Metered()
}

func (v view) checkPieces() algos.Check {
	why := v.unfinished()
	if why == "" && v.k < v.n {
		why = "not all units are there yet"
	}
	if why != "" {
		return claimPieces.Not(why)
	}
	return claimPieces.AtMost(v.sup, v.omega, v.rounding()).Between("sup-error", "ω(h)").Metered()
}

// checkLipschitz compares the modulus, a search over pairs of places, with the derivative.
func (v view) checkLipschitz(delta float64) algos.Check {
	if math.IsInf(v.slope, 1) {
		return claimLipschitz.Not("f has no bounded derivative")
	}
	return claimLipschitz.AtMost(v.omega, v.slope*delta, 1e-9*v.omega+v.rounding()).Between("ω(δ)", "Lδ")
}

// checkStaircase adds the steps, and compares with what f does on each cell alone.
func (v view) checkStaircase() algos.Check {
	if why := v.unfinished(); why != "" {
		return claimStaircase.Not(why)
	}
	limit := v
	limit.lambda = math.Inf(1)
	limit.g = limit.values()
	return claimStaircase.Equal(limit.upTo(v.finished()), v.stairs(v.k), v.rounding()).Between("network of steps", "cells")
}

// checkLimit looks where no threshold is near.
func (v view) checkLimit() algos.Check {
	if math.IsInf(v.lambda, 1) {
		return claimLimit.Not("the units are steps, the limit itself")
	}
	most, delta := 0.0, v.widest/4
	for i, x := range v.sample.x {
		if v.distance(x) >= delta {
			most = max(most, math.Abs(v.g[i]-v.stair(x)))
		}
	}
	return claimLimit.AtMost(most, v.variation()*v.squash(-v.lambda*delta), v.rounding()).Between("distance", "bound").Of(v.variation())
}

// distance is how far the nearest threshold is.
func (t *task) distance(x float64) float64 {
	d := math.Inf(1)
	next, _ := slices.BinarySearch(t.t, x)
	for _, i := range []int{next - 1, next} {
		if i >= 0 && i < t.n {
			d = min(d, math.Abs(x-t.t[i]))
		}
	}
	return d
}

// stair is the staircase at a place: the value of f in the middle of the cell, 0 left of all cells.
func (t *task) stair(x float64) float64 {
	if next, _ := slices.BinarySearch(t.t, math.Nextafter(x, 2)); next > 0 {
		return t.c[next-1]
	}
	return 0
}

func (v view) checkDistance() algos.Check {
	left, name := v.sup, say.Phrase("sup-error")
	if v.fit != nil && v.fit.sup < left {
		left, name = v.fit.sup, "fitted sup-error"
	}
	return claimDistance.AtLeast(left, math.Abs(v.integral()), 64*v.rounding()).Between(name, "|∫f dμ|")
}

// checkAnnihilates integrates units with many weights and biases.
func (v view) checkAnnihilates() algos.Check {
	most, size := 0.0, 0.0
	at := v.alternation()
	for _, w := range []float64{1, -3, 7, 20} {
		for _, b := range []float64{0, 1, -5} {
			sum, terms := 0.0, 0.0
			for i, mu := range v.mu {
				z := w*at[i] + b
				if v.Activation == square {
					z *= z
				}
				sum += mu * z
				terms += math.Abs(mu * z)
			}
			most, size = max(most, math.Abs(sum)), max(size, terms)
		}
	}
	return claimAnnihilates.Equal(most, 0, 256*num.Ulp*size).Between("largest integral", "0").Of(size)
}

func (v view) checkJump() algos.Check {
	if v.squashing() && math.IsInf(v.lambda, 1) {
		return claimJump.Not("the units are steps, and not continuous")
	}
	return claimJump.AtLeast(v.sup, 0.5, 64*v.rounding()+1e-9).Between("sup-error", "half of the jump")
}

func (v view) checkGradient() algos.Check {
	if v.fit == nil {
		return claimGradient.Not("the training has not begun")
	}
	size := 1.0
	for _, w := range v.fit.w {
		size = max(size, math.Abs(w))
	}
	left, right := v.fit.norm, v.fit.byHand(v.task)
	return claimGradient.Equal(left, right, 1e-9*max(left, right)+1e-12).Between("backpropagation", "derivatives of G").Of(size)
}
