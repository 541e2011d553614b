package dirichletprocess

import (
	"math"

	"playground/algos"
	"playground/algos/num"
)

var (
	claimStick   = algos.Guarantee{Name: "stick", Claim: `segments and remainder add up to the stick: $\sum_k\rho_k+\prod_k(1-\beta_k)=1$`}
	claimArrival = algos.Guarantee{Name: "arrival", Claim: `the product of the predictive probabilities is $p(\mathcal{P})$, which depends ` +
		`on the table sizes only`}
	claimOrder    = algos.Guarantee{Name: "order", Claim: `exchangeability: the product is the same in the other order`}
	claimExpected = algos.Guarantee{Name: "expected", Claim: `expected number of tables: $\sum_{i\le ` +
		`n}\frac{\alpha}{\alpha+i-1}=\alpha\,(\psi(\alpha+n)-\psi(\alpha))$`}
	claimMean = algos.Guarantee{Name: "mean", Claim: `the mean of the distribution of the number of tables equals the expected number`}
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	var checks []algos.Check
	if v.Representation == stick {
		checks = append(checks, v.checkStick())
	}
	closed, rounding := v.partition()
	other := product(v.factors(v.order()))
	size := 1 + math.Abs(closed) // with one customer all is certain, and its logarithm 0
	checks = append(checks,
		// The run adds as many logarithms up as the other order does, and of the same size.
		claimArrival.Equal(v.log, closed, rounding+2*other.Rounding()).Between("ln ∏", "ln p").Of(size),
		claimOrder.Equal(other.Value, v.log, 3*other.Rounding()).Between("ln ∏", "order of arrival").Of(size),
	)
	return append(checks, v.checkExpected(), v.checkMean())
}

func (v view) checkStick() algos.Check {
	var sum num.Sum
	rest := 1.0
	for _, x := range v.pieces[:v.m] {
		sum.Add(x.rho, 4+float64(v.m)) // each is a product of as many factors
		rest *= 1 - x.beta
	}
	sum.Add(rest, 4+float64(v.m))
	return claimStick.Equal(sum.Value, 1, sum.Rounding()).Between("Σ", "")
}

// nextTo is where the next customer goes: to each table, or to a new one.
func (v view) nextTo() []float64 {
	var all []float64
	for _, n := range v.counts() {
		all = append(all, float64(n)/(v.Alpha+float64(v.n)))
	}
	return append(all, v.Alpha/(v.Alpha+float64(v.n)))
}

func (v view) checkExpected() algos.Check {
	// ψ is good to some ulps of its size, which near a small α is 1/α.
	a, b := v.Alpha*math.Abs(digamma(v.Alpha+float64(v.n))), v.Alpha*math.Abs(digamma(v.Alpha))
	rounding := v.expected(v.n).Rounding() + 64*num.Ulp*(a+b+1)
	return claimExpected.Equal(v.mean, v.closed(v.n), rounding).Between("Σ", "by ψ").Of(max(1, b))
}

func (v view) checkMean() algos.Check {
	var sum num.Sum
	for k, p := range v.distribution(v.n) {
		sum.Add(float64(k)*p, 4*float64(v.n+1))
	}
	// Beyond twelve deviations less than 1e-13 is left out.
	return claimMean.Equal(sum.Value, v.mean, sum.Rounding()+v.expected(v.n).Rounding()+1e-13).Between("Σ k p(k)", "expected").Of(1)
}
