package robbinsmonro

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimMean    = algos.Guarantee{Name: "mean", Claim: `$\eta_k = \frac1k$ and $f = \theta - z$: $\theta_k$ is the mean of the samples`}
	claimWeights = algos.Guarantee{Name: "weights", Claim: `$f = \theta - z$: $\theta_k = \sum_j w_j z_j + \theta_0\prod_j(1-\eta_j)$, $w_j = \eta_j\prod_{i>j}(1-\eta_i)$`}
	claimAverage = algos.Guarantee{Name: "average", Claim: `running Polyak average = mean of $\theta_1,\dots,\theta_k$`}
	claimReach   = algos.Guarantee{Name: "reach", Claim: `$|\theta_k-\theta_0| \le \sum_j\eta_j|f_j|$: with a finite sum of bounded moves, distant roots are out of reach`}
	claimSum     = algos.Guarantee{Name: "sum", Claim: `$\sum_{j\le k}\eta_j \ge \int_1^{k+1} c\,t^{-p}\,dt$, which tends to infinity for $p\le1$`}
	claimSquares = algos.Guarantee{Name: "squares", Claim: `$\sum_j\eta_j^2 \le c^2\,\frac{2p}{2p-1}$ for every $k$ if $p>\frac12$`}
	claimSpread  = algos.Guarantee{Name: "spread", Claim: `mean squared error of 20 other runs within the limits for $E(\theta_k-\theta^*)^2$`}
)

// chance is how improbable a mean squared error outside the limits is, at one step.
const chance = 1e-6

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	none := say.Phrase("")
	switch {
	case v.k == 0:
		none = "no iteration is done"
	case v.diverged():
		none = "θ diverged"
	}
	linear, running := none, none
	if v.Function != mean && none == "" {
		linear = "only for f = θ − z"
	}
	if running = linear; (v.Eta != 1 || v.Power != 1) && linear == "" {
		running = "only for η = 1/k"
	}
	checks := []algos.Check{v.checkMean(running), v.checkWeights(linear), v.checkAverage(none), v.checkReach(none)}
	checks = append(checks, v.checkSums(none)...)
	return append(checks, v.checkSpread(linear))
}

// checkMean compares θ with the plain mean. An iteration rounds by an ulp of what it adds.
func (v view) checkMean(unless say.Phrase) algos.Check {
	if unless != "" {
		return claimMean.Not(unless)
	}
	sum, size := num.Sum{}, math.Abs(v.Start)
	for _, z := range v.drawn[:v.k] {
		sum.Add(z/float64(v.k), num.Ulp*math.Abs(z))
		size = max(size, math.Abs(z))
	}
	return claimMean.Equal(v.theta(), sum.Value, 4*num.Ulp*float64(v.k)*size).Between("θ", "mean of samples").Of(size)
}

// checkWeights adds the samples with their weights, the last one first.
func (v view) checkWeights(unless say.Phrase) algos.Check {
	if unless != "" {
		return claimWeights.Not(unless)
	}
	sum, rest, size := num.Sum{}, 1., 0.
	for j := v.k; j >= 1; j-- {
		eta := v.rate(j)
		term := eta * rest * v.drawn[j-1]
		sum.Add(term, 8*num.Ulp*float64(v.k-j+1)*math.Abs(term))
		size = max(size, math.Abs(term))
		rest *= 1 - eta
	}
	sum.Add(rest*v.Start, 8*num.Ulp*float64(v.k)*math.Abs(rest*v.Start))
	for _, theta := range v.thetas {
		size = max(size, math.Abs(theta))
	}
	grown := 1.
	for j := 1; j <= v.k; j++ {
		grown = max(grown, math.Abs(1-v.rate(j))*grown)
	}
	return claimWeights.Equal(v.theta(), sum.Value, sum.Rounding()+16*num.Ulp*float64(v.k)*size*grown).Between("θ", "weighted sum").Of(size)
}

func (v view) checkAverage(unless say.Phrase) algos.Check {
	if unless != "" {
		return claimAverage.Not(unless)
	}
	sum, size := num.Sum{}, 0.
	for _, theta := range v.thetas[1:] {
		sum.Add(theta/float64(v.k), num.Ulp*math.Abs(theta))
		size = max(size, math.Abs(theta))
	}
	return claimAverage.Equal(v.average(), sum.Value, 4*num.Ulp*float64(v.k)*size).Between("running", "mean").Of(size)
}

func (v view) checkReach(unless say.Phrase) algos.Check {
	if unless != "" {
		return claimReach.Not(unless)
	}
	var length num.Sum
	for j, f := range v.slopes {
		length.Add(v.rate(j+1)*math.Abs(f), num.Ulp*math.Abs(f))
	}
	size := max(math.Abs(v.theta()), math.Abs(v.Start))
	return claimReach.AtMost(math.Abs(v.theta()-v.Start), length.Value, length.Rounding()+4*num.Ulp*float64(v.k)*size).Between("distance", "Σ η|f|")
}

// checkSums bounds both sums by integrals: from below the one that has to diverge, from above the one that has to converge.
func (v view) checkSums(unless say.Phrase) []algos.Check {
	first, second := unless, unless
	if v.Power > 1 && unless == "" {
		first = "p > 1: the sum is finite"
	}
	if v.Power <= 0.5 && unless == "" {
		second = "p ≤ 0.5: the sum is infinite"
	}
	n, p := float64(v.k), v.Power
	below := v.Eta * math.Log1p(n)
	if p != 1 {
		below = v.Eta * math.Expm1((1-p)*math.Log1p(n)) / (1 - p)
	}
	above := v.Eta * v.Eta * 2 * p / (2*p - 1)
	return []algos.Check{
		claimSum.AtLeast(v.sum, below, 4*num.Ulp*n*v.sum).Between("Σ η", "integral").Unless(first),
		claimSquares.AtMost(v.squares, above, 4*num.Ulp*n*v.squares).Between("Σ η²", "bound").Unless(second),
	}
}

// checkSpread tests the mean squared error of independent runs. For normal samples θ_k is normal, so that n times its ratio to the
// variance is a non-central χ² variable; without its bias it is a central one.
func (v view) checkSpread(unless say.Phrase) algos.Check {
	if v.Distribution != normal && unless == "" {
		unless = "only for normal samples"
	}
	if unless != "" {
		return claimSpread.Not(unless)
	}
	return claimSpread.Slow(func() algos.Check {
		squared, spread := v.expected()
		bias := squared - spread
		runs := v.runs()
		if len(runs) == 0 {
			return claimSpread.Waits()
		}
		var sum float64
		for _, r := range runs {
			d := r[v.k] - v.best - v.bias()
			sum += d * d
		}
		chi := distuv.ChiSquared{K: repeats}
		if most := spread / repeats * chi.Quantile(1-chance/2); sum/repeats > spread {
			return claimSpread.AtMost(sum/repeats+bias, most+bias, 1e-12*(most+bias)).Between("20 runs", "upper limit").
				Because(say.Vars{"e": squared}.Text("exceeded with probability 10⁻⁶; expected: <e>"))
		}
		least := spread / repeats * chi.Quantile(chance/2)
		return claimSpread.AtLeast(sum/repeats+bias, least+bias, 1e-12*(least+bias)).Between("20 runs", "lower limit").
			Because(say.Vars{"e": squared}.Text("undercut with probability 10⁻⁶; expected: <e>"))
	})
}

// bias is E θ_k − θ*, for the mean.
func (v view) bias() float64 {
	b := v.Start - v.best
	for j := 1; j <= v.k; j++ {
		b *= 1 - v.rate(j)
	}
	return b
}
