package gaussianconditioning

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{
		Phase: v.phase(v.stage), Size: algos.Normal, Status: algos.Status{State: algos.Running}, Metrics: v.metrics(), View: v,
	}
	if v.stage == 0 {
		s.Size = algos.Pass
	}
	if v.done() {
		s.Size, s.Status = algos.Pass, v.end()
		return s
	}
	s.Next.Step = v.phase(v.stage + 1)
	return s
}

// phase names what a stage is about.
func (v view) phase(stage int) say.Phrase {
	switch {
	case v.bad != "":
		return "invalid covariance"
	case v.Topic == update && stage == 0:
		return "prior"
	case v.Topic == update:
		return say.Vars{"t": stage}.Text("observation <t=model.observations>")
	case v.Topic == product:
		return [...]say.Phrase{"two densities", "multiply the densities", "normalise: precisions add", "the same by conditioning"}[stage]
	case v.Topic == product2D:
		return [...]say.Phrase{"two densities", "precision matrices add", "mean of the product", "normalising constant"}[stage]
	case v.Topic == combination:
		return [...]say.Phrase{"two vectors", "map both vectors", "add the images"}[stage]
	}
	return [...]say.Phrase{
		"joint density", "marginal densities", "slice at x₂ = v", "normalise the slice", "conditional mean and variance",
		"Schur complement", "regression line",
	}[stage]
}

func (v view) end() algos.Status {
	w := v.vars()
	switch {
	case v.bad != "":
		return algos.Status{State: algos.Refused, Reason: v.bad}
	case v.Topic == product:
		return algos.Status{State: algos.Converged, Reason: w.Text("The product is <factor> times N(<m>, <s2>).")}
	case v.Topic == product2D:
		return algos.Status{State: algos.Converged, Reason: w.Text("The product is <factor> times a Gaussian with mean <mean>.")}
	case v.Topic == combination:
		return algos.Status{State: algos.Converged, Reason: w.Text("Ax₁ + Bx₂ + c is Gaussian with mean <mean> and variances <c11> and <c22>.")}
	case v.Topic == update && v.stage == 0:
		return algos.Status{State: algos.Converged, Reason: "There are no observations: the posterior is the prior."}
	case v.Topic == update:
		return algos.Status{State: algos.Converged, Reason: w.Text("After <t observation> the posterior of θ is N(<m>, <s2>).")}
	}
	return algos.Status{State: algos.Converged, Reason: w.Text("Given x₂ = <v>, x₁ is N(<m=metric.mean>, <s2=metric.variance>); its marginal is " +
		"N(<m1>, <v1>).")}
}

// vars are what sentences name.
func (v view) vars() say.Vars {
	w := say.Vars{
		"m1": v.Mean1, "m2": v.Mean2, "v1": v.Var1, "v2": v.Var2, "cov": v.Cov, "v": v.Given, "m": v.now.mean, "s2": v.now.variance,
		"m2t": say.Factor(v.Mean2), "covf": say.Factor(v.Cov), "m1t": say.Factor(v.Mean1),
	}
	if v.bad != "" && v.planar() {
		return w
	}
	switch v.Topic {
	case product2D, combination:
		v.planeVars(w)
	case update:
		w["t"], w["n"], w["m0"], w["s0"] = v.stage, len(v.observations), v.before.mean, v.before.variance
		w["m0t"] = say.Factor(v.before.mean)
		if v.stage > 0 {
			w["y"], w["sum"] = v.y(), v.before.variance+v.Var2
			w["off"] = math.Abs(v.y()-v.before.mean) / math.Sqrt(v.before.variance+v.Var2)
		}
	case product:
		w["factor"], w["sum"], w["pm"], w["ps2"] = written(v.logFactor), v.Var1+v.Var2, v.answer.mean, v.answer.variance
	default:
		l := v.precision()
		log := v.marginal(1).log(v.Given)
		w["rho"], w["cm"], w["cv"], w["area"], w["slope"], w["slopef"] = v.rho(), v.answer.mean, v.answer.variance, written(log), v.slope(), say.Factor(v.slope())
		w["l11"], w["l12"], w["l22"], w["det"] = l[0], l[1], l[2], v.determinant()
		w["off"] = math.Abs(v.Given-v.Mean2) / math.Sqrt(v.Var2)
		w["share"] = 100 * v.left()
	}
	return w
}

// written is a density as it is written: by its logarithm where it is too small.
func written(log float64) any {
	if log < tiny {
		return say.Math(say.Vars{"log": log}.TeX(`e^{<log>}`).String())
	}
	return math.Exp(log)
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.bad != "":
		s.Text("A covariance matrix must be positive definite: no direction may have a negative variance. Drag the covariance back between the two " +
			"ends of the curve.")
	case v.Topic == product:
		v.sayProduct(&s)
	case v.Topic == update:
		v.sayUpdate(&s)
	case v.Topic == product2D:
		v.sayPlane(&s)
	case v.Topic == combination:
		v.sayCombination(&s)
	default:
		v.saySlice(&s)
	}
	return s.Lines
}

func (v view) saySlice(s *algos.Story) {
	switch v.stage {
	case whole:
		s.Text("x₁ and x₂ are jointly Gaussian. Five numbers determine the density: two means, two variances and the covariance.")
		s.TeX(`\mu = \begin{pmatrix}<m1>\\<m2>\end{pmatrix},\quad \Sigma = \begin{pmatrix}<v1>&<cov>\\<cov>&<v2>\end{pmatrix}`)
		s.Text("Next, x₂ will be observed. What is the distribution of x₁ then?")
	case marginals:
		s.Text(`Integrating out the other variable gives the marginals on each axis. Their parameters are entries of $\mu$ and $\Sigma$; nothing ` +
			`has to be computed.`)
		s.TeX(`p(x_1) = \int p(x_1, x_2)\,dx_2 = N(x_1;\, <m1>,\, <v1>),\quad p(x_2) = N(x_2;\, <m2>,\, <v2>)`)
	case slice:
		s.Text("Now x₂ = <v> is observed. Along this line the joint density is proportional to a Gaussian in x₁; its integral is the marginal " +
			"density of x₂.")
		s.TeX(`\int p(x_1, <v>)\,dx_1 = N(<v>;\, <m2>,\, <v2>) = \hl{<area>}`)
	case scaled:
		s.Text("Divided by this integral, the slice is the conditional density. Its mean and variance stay the same; only the height changes.")
		s.TeX(`p(x_1 \mid x_2 = <v>) = \frac{p(x_1, <v>)}{<area>}`)
	case read:
		s.Text("Completing the square in x₁ gives the conditional mean, which depends on the observed x₂, and the conditional variance, which does " +
			"not.")
		s.TeX(`E[x_1 \mid x_2 = <v>] = <m1> + \frac{<cov>}{<v2>}\cdot(<v> - <m2t>) = \hl{<cm>}`)
		s.TeX(`\operatorname{Var}(x_1 \mid x_2) = <v1> - \frac{<covf>^2}{<v2>} = \hl{<cv>}`)
		s.Text("Conditioning leaves <share> % of the variance.")
	case schur:
		s.Text(`In general this is the Schur complement $\Sigma_{11} - \Sigma_{12}\Sigma_{22}^{-1}\Sigma_{21}$. Its inverse is the first entry of ` +
			`the precision matrix $\Sigma^{-1}$: inverting Σ corresponds to conditioning.`)
		s.TeX(`\begin{pmatrix}<v1>&<cov>\\<cov>&<v2>\end{pmatrix}^{-1} = \begin{pmatrix}\hl{<l11>}&<l12>\\<l12>&<l22>\end{pmatrix}`)
		s.TeX(`\frac{1}{<cv>} = \hl{<l11>}`)
	case line:
		s.Text(`For every x₂ the conditional mean is on one straight line, the regression line $E[x_1 \mid x_2]$, with the slope ` +
			`$\Sigma_{12}/\Sigma_{22} = <slope>$.`)
		s.TeX(`<cv> + <slopef>^2\cdot <v2> = \hl{<v1>}`)
		s.Text("Conditional variance plus explained variance is the marginal variance: the law of total variance.")
	}
}

func (v view) sayProduct(s *algos.Story) {
	switch v.stage {
	case densities:
		s.Text("Two Gaussian densities of the same x, for example a prior and a likelihood.")
		s.TeX(`N(x;\, <m1>,\, <v1>) \cdot N(x;\, <m2>,\, <v2>)`)
	case multiplied:
		s.Text("The product of two Gaussian densities is proportional to a Gaussian. Its integral is not 1, but the density of one mean around the " +
			"other.")
		s.TeX(`\int N(x; <m1>, <v1>)\,N(x; <m2>, <v2>)\,dx = N(<m1>;\, <m2>,\, <sum>) = \hl{<factor>}`)
	case precise:
		s.Text("Normalised, it is a density. The exponents are added, so the precisions add, and the mean is the precision-weighted average.")
		s.TeX(`\left(\frac{1}{<v1>} + \frac{1}{<v2>}\right)^{-1} = \hl{<ps2>}`)
		s.TeX(`<ps2>\cdot\left(\frac{<m1>}{<v1>} + \frac{<m2>}{<v2>}\right) = \hl{<pm>}`)
	case sliced:
		s.Text(`The same by conditioning. Let $\theta$ have the first density as its prior, ` +
			`and let $y$ be a measurement with the second variance as noise. Given $y$, the posterior mean moves towards it.`)
		s.TeX(`<m1> + \frac{<v1>}{<sum>}\cdot(<m2> - <m1t>) = \hl{<pm>}`)
	}
}

// unlikely is how many standard deviations off an observation is worth a word.
const unlikely = 3

func (v view) sayUpdate(s *algos.Story) {
	if v.stage == 0 {
		s.Text(`The mean $\theta$ is unknown and has a Gaussian prior. Each observation is $\theta$ plus noise with the variance <v2>; <n ` +
			`observation> will follow.`)
		s.TeX(`p(\theta) = N(\theta;\, <m1>,\, <v1>)`)
		return
	}
	s.Text("Observe y = <y>: multiply the prior by the likelihood and normalise.")
	if w := s.Vars; w["off"].(float64) > unlikely {
		s.More("It is an outlier, <off> standard deviations from the predictive mean; the variance shrinks as always.")
	}
	s.TeX(`\left(\frac{1}{<s0>} + \frac{1}{<v2>}\right)^{-1} = \hl{<s2>}`)
	s.TeX(`<m0> + \frac{<s0>}{<sum>}\cdot(<y> - <m0t>) = \hl{<m>}`)
}
