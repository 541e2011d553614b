package gaussianconditioning

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// What theory guarantees.
const (
	claimArea = `the integral of the slice is the marginal density of $x_2$ at $v$: $\int p(x_1, v)\,dx_1 = N(v; \mu_2, \Sigma_{22})$`

	claimConstant = `the integral of the product is itself a Gaussian density: $\int N(x; \mu_1, \Sigma_{11})\,N(x; \mu_2, \Sigma_{22})\,dx = ` +
		`N(\mu_1; \mu_2, \Sigma_{11} + \Sigma_{22})$`

	claimSame = `Bayes' rule: the product is the posterior of $\theta \sim N(\mu_1, \Sigma_{11})$ given $y = \theta + \text{noise}$, with the ` +
		`noise variance $\Sigma_{22}$, at $y = \mu_2$`
)

var (
	claimSliceMean = algos.Guarantee{Name: "slice-mean", Claim: `conditional mean of $x_1$: $\mu_1 + \frac{\Sigma_{12}}{\Sigma_{22}}(v - \mu_2)$, ` +
		`checked by numerical integration`}
	claimSliceVar = algos.Guarantee{Name: "slice-variance", Claim: `conditional variance of $x_1$: $\Sigma_{11} - \Sigma_{12}^2/\Sigma_{22}$ for ` +
		`every $v$, checked by numerical integration`}
	claimNarrower = algos.Guarantee{Name: "narrower", Claim: "conditioning never increases the variance: the conditional variance is at most the " +
		"marginal one"}
	claimShare     = algos.Guarantee{Name: "share", Claim: `the fraction of the variance that remains is $1 - \rho^2$`}
	claimKept      = algos.Guarantee{Name: "kept", Claim: "zero covariance means independence: the conditional equals the marginal"}
	claimPrecision = algos.Guarantee{Name: "precision", Claim: `the first entry of $\Sigma^{-1}$ is one over the conditional variance`}
	claimDet       = algos.Guarantee{Name: "determinant", Claim: `$|\Sigma| = \Sigma_{22}\cdot(\Sigma_{11} - \Sigma_{12}\Sigma_{22}^{-1}\Sigma_{21})$`}
	claimTotal     = algos.Guarantee{Name: "total-variance", Claim: `law of total variance: ` +
		`$E[\operatorname{Var}(x_1\mid x_2)] + \operatorname{Var}(E[x_1\mid x_2]) = \operatorname{Var}(x_1)$`}
	claimAdd = algos.Guarantee{Name: "precisions", Claim: `precisions add: $\frac{1}{s^2} = \frac{1}{\Sigma_{11}} + \frac{1}{\Sigma_{22}}$, ` +
		`with $s^2$ of the product by numerical integration`}
	claimWeighted  = algos.Guarantee{Name: "weighted", Claim: "its mean is the precision-weighted average of both means"}
	claimSharper   = algos.Guarantee{Name: "sharper", Claim: "the variance of the product is at most the smaller of the two"}
	claimPosterior = algos.Guarantee{Name: "posterior", Claim: "posterior precision = prior precision + one noise precision per observation"}
	claimAtOnce    = algos.Guarantee{Name: "at-once", Claim: `sequential = batch: the posterior mean is $\bigl(\frac{m}{\Sigma_{11}} + ` +
		`\frac{1}{\Sigma_{22}}\sum_i y_i\bigr)$ over the precision`}
	claimShrinks  = algos.Guarantee{Name: "shrinks", Claim: "an observation never increases the posterior variance"}
	claimEvidence = algos.Guarantee{Name: "evidence", Claim: `evidence: the predictive densities multiply to the joint density of all ` +
		`observations, with the covariance $\Sigma_{11} + \Sigma_{22}\delta_{ij}$`}
)

// tiny is the logarithm of the smallest area that is written as a number.
const tiny = -600

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	switch {
	case v.bad != "":
		return nil
	case v.Topic == product:
		return v.checkProduct()
	case v.Topic == update:
		return v.checkUpdate()
	case v.Topic == product2D:
		return v.checkPlane()
	case v.Topic == combination:
		return v.checkCombination()
	}
	return v.checkSlice()
}

// checkSlice checks what the derivation has come to.
//
// The conditional variance is rounded to some ulps of Σ₁₁, the mean to some of what it
// is a sum of. A relative error of all weights moves the mean of the slice by no more than
// that share of a standard deviation, and its variance by twice the share.
func (v view) checkSlice() []algos.Check {
	var all []algos.Check
	own, c := v.marginal(0), v.answer
	summed := v.slice(c, v.Given)
	sizes := math.Abs(v.Mean1) + math.Abs(v.slope())*(math.Abs(v.Given)+math.Abs(v.Mean2))
	varTol, meanTol := 8*num.Ulp*v.Var1, 16*num.Ulp*(sizes+math.Abs(c.mean))
	if v.stage >= slice {
		all = append(all, constant("area", claimArea, summed, v.marginal(1).log(v.Given), v.blur()))
	}
	if v.stage >= read {
		w := say.Vars{"rho": say.Factor(v.rho()), "left": v.left(), "var": c.variance, "own": v.Var1}
		all = append(all,
			claimSliceMean.Equal(c.mean, summed.mean, meanTol+summed.blur*c.sd()).Of(max(c.sd(), sizes)).
				Between("closed form", "numerical integration"),
			claimSliceVar.Equal(c.variance, summed.variance, varTol+(2*summed.blur+v.blur())*c.variance).
				Between("closed form", "numerical integration"),
			claimNarrower.AtMost(c.variance, own.variance, varTol).Between("conditional", "marginal").Metered(),
			claimShare.Equal(c.variance/own.variance, v.left(), 16*num.Ulp).Of(1).
				Because(w.Text(`$\frac{<var>}{<own>} = 1 - <rho>^2$`)),
			claimKept.Equal(math.Abs(c.mean-own.mean)+math.Abs(c.variance-own.variance), 0, 0).Of(own.variance).
				Between("difference", "").Unless(v.correlated()))
	}
	if v.stage >= schur {
		l := v.precision()
		all = append(all,
			claimPrecision.Equal(l[0], 1/c.variance, v.blur()*l[0]).Between("by Cholesky factorisation", "1 / conditional variance"),
			claimDet.Equal(v.determinant(), v.Var2*c.variance, 8*num.Ulp*v.Var1*v.Var2).Between("|Σ|", "product"))
	}
	if v.stage >= line {
		moved := v.slope() * v.slope() * v.Var2
		w := say.Vars{"left": c.variance, "moved": moved}
		all = append(all, claimTotal.Equal(c.variance+moved, v.Var1, varTol).Between("conditional + explained", "marginal").
			Because(w.Text("conditional <left>, explained <moved>")))
	}
	return all
}

// correlated says why a guarantee about independent values does not apply.
func (v view) correlated() say.Phrase {
	if v.Cov == 0 {
		return ""
	}
	return "the covariance is not 0"
}

// constant compares an area that was added up with the density that it is.
func constant(name string, claim say.Phrase, summed integral, log, blur float64) algos.Check {
	if log < tiny {
		return algos.Inapplicable(name, claim, say.Vars{"log": log}.Text("its logarithm is <log>: the number underflows"))
	}
	area := math.Exp(summed.logArea)
	return algos.Equal(name, claim, area, math.Exp(log), (summed.blur+blur+16*num.Ulp*(1+math.Abs(log)))*area).Between("numerical integration", "density")
}

var (
	claimSameMean     = algos.Guarantee{Name: "same-mean", Claim: claimSame}
	claimSameVariance = algos.Guarantee{Name: "same-variance", Claim: claimSame}
)

func (v view) checkProduct() []algos.Check {
	var all []algos.Check
	a, b, c := v.marginal(0), v.marginal(1), v.answer
	summed := both(c, a, b)
	if v.stage >= multiplied {
		all = append(all, constant("constant", claimConstant, summed, v.logFactor, 0))
	}
	sizes := math.Abs(a.mean) + math.Abs(b.mean)
	if v.stage >= precise {
		sum := 1/a.variance + 1/b.variance
		weighted := (a.mean/a.variance + b.mean/b.variance) / sum
		w := say.Vars{"p1": 1 / a.variance, "p2": 1 / b.variance, "p": sum}
		all = append(all,
			claimAdd.Equal(1/summed.variance, sum, (2*summed.blur+8*num.Ulp)*sum).Between("of the product", "sum").
				Because(w.Text(`$<p1> + <p2> = <p>$`)),
			claimWeighted.Equal(c.mean, weighted, 16*num.Ulp*sizes).Of(max(c.sd(), sizes)).Between("of the product", "weighted"),
			claimSharper.AtMost(c.variance, min(a.variance, b.variance), 4*num.Ulp*c.variance).Between("variance", "smaller of both"))
	}
	if v.stage >= sliced {
		s := v.asJoint().given(b.mean)
		all = append(all,
			claimSameMean.Equal(c.mean, s.mean, 16*num.Ulp*sizes).Of(max(c.sd(), sizes)).Between("mean of the product", "by conditioning"),
			claimSameVariance.Equal(c.variance, s.variance, 8*num.Ulp*a.variance).Between("variance of the product", "by conditioning"))
	}
	return all
}

// asJoint is how θ ~ N(μ₁, Σ₁₁) and an observation y of it are distributed together.
func (t *task) asJoint() joint {
	return joint{[2]float64{t.Mean1, t.Mean1}, [3]float64{t.Var1, t.Var1, t.Var1 + t.Var2}}
}

// checkUpdate compares the last of many products with all observations at once. Each
// product rounds its mean and its variance by some ulps.
func (v view) checkUpdate() []algos.Check {
	t := float64(v.stage)
	var sum, squares num.Sum
	for _, y := range v.observations[:v.stage] {
		sum.Add(y)
		d := y - v.Mean1
		squares.Add(d*d, d*d)
	}
	precision := 1/v.Var1 + t/v.Var2
	size := math.Abs(v.Mean1)
	for _, y := range v.observations[:v.stage] {
		size = max(size, math.Abs(y))
	}
	tol := 16 * num.Ulp * (t + 1)
	atOnce := (v.Mean1/v.Var1 + sum.Value/v.Var2) / precision
	w := say.Vars{"prior": 1 / v.Var1, "noise": 1 / v.Var2, "t": v.stage}
	all := []algos.Check{
		claimPosterior.Equal(1/v.now.variance, precision, tol*precision).Between("of the posterior", "sum").
			Because(w.Text(`$<prior> + <t>\cdot <noise>$`)),
		claimAtOnce.Equal(v.now.mean, atOnce, tol*size).Of(max(v.now.sd(), size)).Between("sequential", "batch"),
		claimShrinks.AtMost(v.now.variance, v.before.variance, 0).Between("now", "before"),
	}
	if v.stage == 0 {
		return all
	}
	// By the inverse of σ²I + v11ᵀ after Sherman and Morrison, and its determinant.
	d := sum.Value - t*v.Mean1
	k := v.Var1 / (v.Var2 + t*v.Var1)
	direct := -(squares.Value-k*d*d)/(2*v.Var2) - t/2*math.Log(2*math.Pi*v.Var2) - math.Log1p(t*v.Var1/v.Var2)/2
	terms := squares.Value/v.Var2 + k*d*d/v.Var2 + t*(math.Abs(math.Log(2*math.Pi*v.Var2))+1) + math.Abs(v.evidence)
	spread := size * math.Sqrt(t*squares.Value) / v.Var2 // an observation is rounded before the mean is taken from it
	return append(all, claimEvidence.Equal(v.evidence, direct, 2*tol*(terms+spread)).Of(terms).
		Between("sum of their logarithms", "batch"))
}
