package emelbo

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states what theory promises about this state.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkSum(), v.checkBound(), v.checkTouch(), v.checkRise(), v.checkMonotone(), v.checkSlope(), v.checkTop()}
	if v.lloydLike() {
		checks = append(checks, v.checkKMeans())
	}
	return checks
}

// rounding bounds what rounding does to log p, the bound and KL: each is a sum over the
// points of terms whose size is in s.size, and every term is a sum of a few numbers, of
// which the largest are squares with a relative error of some ulps.
func (s *state) rounding() float64 {
	n := float64(len(s.x))
	return 8 * num.Ulp * math.Sqrt(n) * (n + s.size + math.Abs(s.loglik))
}

// checkSum: log p is added up from the densities, ELBO = E[log p(x, k)] + H(q), and KL
// from the quotients of q and Bayes' rule: three sums.
func (v view) checkSum() algos.Check {
	claim := algos.Guarantee{Name: "sum", Claim: `$\log p(x \mid \theta) = \text{ELBO}(q, \theta) + \text{KL}(q \,\Vert\, \text{posterior})$`}
	s := say.Vars{"elbo": precise(v.elbo), "kl": v.kl}
	return claim.Equal(v.loglik, v.elbo+v.kl, 3*v.rounding()).Of(v.size).Between("log p", "ELBO + KL").
		Because(s.Text("ELBO <elbo>, KL <kl>"))
}

var claimBound = algos.Guarantee{Name: "bound", Claim: `$\text{ELBO}(q, \theta) \le \log p(x \mid \theta)$`}

func (v view) checkBound() algos.Check {
	return claimBound.AtMost(v.elbo, v.loglik, 2*v.rounding()).Of(v.size).
		Between("ELBO", "log p")
}

// checkTouch: the posterior is the q whose KL is 0.
func (v view) checkTouch() algos.Check {
	claim := algos.Guarantee{Name: "touch", Claim: `after the E-step the ELBO is tight: $\text{ELBO}(q, \theta) = \log p(x \mid \theta)$`}
	switch {
	case v.Own:
		return claim.Not("one responsibility is fixed: the ELBO is tight only if it is the posterior")
	case v.EStep == hard:
		return claim.Not("hard assignments are not the posterior: the ELBO is not tight")
	case v.phase == asking:
		one := algos.Guarantee{Name: "touch", Claim: `after the E-step of a point its ELBO term is tight: $\text{ELBO}_i = \log p(x_i \mid \theta)$`}
		var room [2 * maxK]float64
		a := room[:v.K]
		bound, size := v.look(a, room[maxK:maxK+v.K], v.part)
		return one.Equal(bound, logSum(a), 16*num.Ulp*(1+size)).Of(size).Between("ELBOᵢ", "log p(xᵢ)")
	case v.phase != sharing:
		return claim.Not("it applies after an E-step only")
	}
	return claim.Equal(v.elbo, v.loglik, 2*v.rounding()).Of(v.size).Between("ELBO", "log p")
}

// checkRise: both steps choose the largest bound, each among what it may choose from, and
// what stood before is one of these.
func (v view) checkRise() algos.Check {
	claim := algos.Guarantee{Name: "rise", Claim: `$\text{ELBO}(q, \theta)$ never decreases, in full or partial steps`}
	if math.IsNaN(v.was) {
		return claim.Not("no step was done yet")
	}
	c := claim.AtLeast(v.elbo, v.was, 2*v.rounding()+v.shortfall()).Of(v.size).Between("now", "before this step")
	if rise := v.elbo - v.was; rise > 2*v.rounding() {
		c = c.Because(say.Vars{"rise": rise}.Text("it rose by <rise>"))
	}
	return c
}

// shortfall bounds what the M-step loses because its means are rounded: near the top this
// is of second order in their errors, in standard deviations of the component.
func (s *state) shortfall() float64 {
	lost := 0.0
	for k, c := range s.theta {
		off := s.least * s.scale / math.Sqrt(c.variance)
		lost += s.count(s.q, k) * off * off
	}
	return lost
}

// checkMonotone: log p ≥ new ELBO ≥ ELBO after the E-step = old log p.
func (v view) checkMonotone() algos.Check {
	claim := algos.Guarantee{Name: "monotone", Claim: `no iteration decreases $\log p(x \mid \theta)$`}
	switch {
	case v.Own:
		return claim.Not("one responsibility is fixed: only the ELBO is guaranteed not to decrease")
	case v.EStep == hard:
		return claim.Not("hard EM maximises the ELBO over hard assignments: log p may decrease")
	case v.iter == 0 || v.phase != raising:
		return claim.Not("it applies at the end of an iteration only")
	case v.Schedule == incremental && v.iter > 1:
		return claim.Not("the ELBO is not tight at all points at once: only the ELBO is guaranteed not to decrease")
	}
	return claim.AtLeast(v.loglik, v.old, 4*v.rounding()+v.shortfall()).Of(v.size).Between("now", "before this iteration")
}

// checkSlope: where two smooth functions touch and one is below the other, they have the
// same slope. That of the bound is Σᵢ qᵢ₁(xᵢ − μ₁)/σ₁²; that of log p is measured.
func (v view) checkSlope() algos.Check {
	claim := algos.Guarantee{Name: "slope", Claim: `at the tangent point, $\log p$ and the ELBO have the same derivative with respect to $\mu_1$`}
	switch {
	case !v.free():
		return claim.Not("the ELBO is not tight")
	case v.phase != sharing:
		return claim.Not("it applies after an E-step only")
	case !alive(v.count(v.q, 0)):
		return claim.Not("component 1 is responsible for no point")
	}
	bound, size, rounding := v.slope()
	measured := v.measured()
	rounding += 1e-13 * (size + v.count(v.q, 0)) // what the differences leave out
	return claim.Equal(bound, measured, rounding).Of(size).Between("ELBO", "log p, by finite differences")
}

// slope is the derivative of the bound by μ₁ in units of 1/σ₁; size is Σ|terms|.
func (s *state) slope() (slope, size, rounding float64) {
	c := s.theta[0]
	sigma := math.Sqrt(c.variance)
	for i, x := range s.x {
		q, z := s.q.row(i)[0], (x-c.mean)/sigma
		slope += q * z
		size += q * math.Abs(z)
	}
	n := float64(len(s.x))
	// Shares are rounded as the exponentials of numbers of the size of log p.
	return slope, max(size, 1e-3*s.count(s.q, 0)), 16 * num.Ulp * math.Sqrt(n) * size * (4 + s.size/n)
}

// measured is the derivative of log p by μ₁ in units of 1/σ₁, from central differences
// with three steps, extrapolated. A difference is Σᵢ log(1 + rᵢ₁(e^Δᵢ − 1)), where Δᵢ is
// that of component 1's log density: so nothing cancels. As a function of Δ the logarithm
// is smooth as far as π, and Δ is at most 0.02: the sixth powers that are left out are
// 10⁻¹³ of the rest.
func (s *state) measured() float64 {
	c, far := s.theta[0], 1.0
	sigma := math.Sqrt(c.variance)
	for _, x := range s.x {
		far = max(far, math.Abs(x-c.mean)/sigma)
	}
	var room [2 * maxK]float64
	a, r := room[:s.K], room[maxK:maxK+s.K]
	var d [3]float64
	for i, x := range s.x {
		s.look(a, r, i)
		z, h := (x-c.mean)/sigma, 0.02/far
		for level := range d {
			change := func(h float64) float64 { return math.Log1p(r[0] * math.Expm1(z*h-h*h/2)) }
			d[level] += (change(h) - change(-h)) / (2 * h)
			h /= 2
		}
	}
	first, second := (4*d[1]-d[0])/3, (4*d[2]-d[1])/3
	return (16*second - first) / 15
}

// checkTop: the M-step's μ₁ is where the bound has no slope: its top.
func (v view) checkTop() algos.Check {
	claim := algos.Guarantee{Name: "top", Claim: `after the M-step the derivative of the ELBO with respect to $\mu_1$ is 0: its maximum`}
	switch {
	case v.phase != raising && v.phase != fitting && v.phase != following:
		return claim.Not("it applies after an M-step only")
	case !alive(v.count(v.q, 0)):
		return claim.Not("component 1 is responsible for no point")
	}
	slope, size, rounding := v.slope()
	// The mean is rounded to some ulps of the data, and seen in its own standard deviations.
	rounding += v.count(v.q, 0) * v.least * v.scale / math.Sqrt(v.theta[0].variance)
	return claim.Equal(slope, 0, rounding).Of(size).Between("derivative, in 1/σ", "")
}

// lloydLike reports whether σ and equal weights are given, and all means are fitted.
func (t *task) lloydLike() bool { return t.MStep == means && t.Odds == 1 }

// inertia is the objective of k-means: the sum of the squared distances from the nearest
// means, in units of σ.
func (s *state) inertia() float64 {
	sum, sigma := 0.0, math.Sqrt(s.theta[0].variance)
	for _, x := range s.x {
		least := math.Inf(1)
		for _, c := range s.theta {
			z := (x - c.mean) / sigma
			least = min(least, z*z)
		}
		sum += least
	}
	return sum
}

// checkKMeans: of the K terms of a sum of densities the largest is that of the nearest
// mean, so log p lies between n times its logarithm and as much plus n log K. For hard
// shares the bound after an E-step is the former itself.
func (v view) checkKMeans() algos.Check {
	n, k := float64(len(v.x)), float64(v.K)
	floor := -v.inertia()/2 - n*(math.Log(k)+halfLog2Pi+math.Log(v.Sigma))
	s := say.Vars{"J": v.inertia() * v.Sigma * v.Sigma}
	if v.EStep == hard {
		const claim = `hard EM with equal weights and one $\sigma$ is k-means: $\text{ELBO} = -\frac{J}{2\sigma^2} - n \log(K\sigma\sqrt{2\pi})$ ` +
			`after the E-step`
		switch {
		case v.Own:
			return algos.Inapplicable("kmeans", claim, "one responsibility is fixed")
		case v.phase != sharing:
			return algos.Inapplicable("kmeans", claim, "it applies after an E-step only")
		}
		return algos.Equal("kmeans", claim, v.elbo, floor, 2*v.rounding()).Of(v.size).Between("ELBO", "from the J of k-means").Because(s.Text("J = <J>"))
	}
	const claim = `$0 \le \log p + \frac{J}{2\sigma^2} + n \log(K\sigma\sqrt{2\pi}) \le n \log K$: so $2\sigma^2 \log p \to -J$ as $\sigma \to 0$`
	over := v.loglik - floor
	c := algos.AtMost("kmeans", claim, over, n*math.Log(k), 2*v.rounding()).Of(v.size).Between("middle term", "n log K").Because(s.Text("J = <J>"))
	if over < -2*v.rounding() {
		c.Verdict = algos.Broken
	}
	return c
}

// largest is the component with the largest responsibility for a point.
func largest(q []float64) int { return slices.Index(q, slices.Max(q)) }
