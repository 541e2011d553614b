package biasvariance

import (
	"math"

	"playground/algos"
	"playground/algos/say"
	"playground/algos/trial"
)

// step is the state after k data sets, with what is cheap to know.
func (b *book) step(k int) algos.Step {
	v := b.view()
	w := say.Vars{"k": k, "next": k + 1, "end": min((k/trial.Pass+1)*trial.Pass, v.Sets), "n": v.Sets}
	s := algos.Step{Phase: "no data set yet", Metrics: v.metrics(), View: v}
	if k > 0 {
		s.Phase = w.Text("data set <k=model.sets>")
	}
	if k == v.Sets {
		s.Status = algos.Status{State: algos.Converged, Reason: v.verdict()}
		return s
	}
	s.Next.Step, s.Next.Pass = w.Text("data set <next>"), w.Text("data sets <next> to <end>")
	if k+1 == w["end"] {
		s.Next.Pass = s.Next.Step
	}
	return s
}

// verdict says what the error is made of, at the end.
func (v view) verdict() say.Phrase {
	w := v.vars()
	switch m := v.now(); {
	case m.bias2 > 2*m.variance:
		return w.Text("<sets data set> drawn. The reducible error is mostly bias: even the mean of the fits differs from the truth.")
	case m.variance > 2*m.bias2:
		return w.Text("<sets data set> drawn. The reducible error is mostly variance: the fit changes with every data set.")
	}
	return w.Text("<sets data set> drawn. Bias² and variance have a similar size.")
}

// vars are what sentences name.
func (v view) vars() say.Vars {
	m := v.now()
	e, _ := v.theory()
	w := say.Vars{
		"k": v.k, "sets": v.Sets, "n": v.N, "sigma": v.Sigma, "noise": v.noise, "setting": v.settings[v.chosen], "theta": v.Theta,
		"bias2": m.bias2, "var": m.variance, "mse": m.loss, "sum": m.bias2 + m.variance, "error": m.fresh, "se": m.seNew,
		"total": m.bias2 + m.variance + v.noise, "exactBias2": e.bias2, "exactVar": e.variance, "exactMSE": e.error(),
		"B": v.Members, "rho": v.Rho, "bias": v.Bias, "lambda": v.Lambda, "degree": v.Degree, "c": v.Factor, "best": v.best,
		"slope": v.Target[0], "offset": v.Target[1], "x": v.At, "ddof": v.Ddof, "divisor": float64(v.N) - v.Ddof, "t": v.truth[0],
	}
	if v.k > 0 {
		h := v.fits[v.k-1]
		w["loss"], w["h"], w["mean"] = v.distance(h, v.truth), h[0], v.mean[0]
		if len(h) == 2 {
			w["h2"], w["mean2"] = h[1], v.mean[1]
		}
	}
	return w
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.k == 0 {
		v.begin(&s)
		return s.Lines
	}
	v.made(&s)
	if v.k == 1 {
		s.Text("With one data set $\\bar h$ is $h_D$ itself: all of the error counts as bias, and the variance is 0.")
	} else {
		s.Text("$\\bar h$ is the mean over <k=model.sets data set> so far. The mean squared error decomposes exactly into bias² and variance:")
	}
	s.TeX(`\underbrace{<bias2>}_{\text{bias}^2} + \underbrace{<var>}_{\text{variance}} = \hl{<sum>}`)
	if v.Topic == learner && v.k > 1 {
		s.Text("On test targets the noise $\\sigma^2$ (irreducible error) is added: <total> is expected, and the simulated error is " +
			"<error=metric.error> ± <se=model.standard_error>.")
		s.TeX(`<sum> + \underbrace{<noise>}_{\sigma^2} = \hl{<total>}`)
	}
	if v.exact != nil {
		s.Text("In closed form, without simulation:")
		s.TeX(`\underbrace{<exactBias2>}_{\text{bias}^2} + \underbrace{<exactVar>}_{\text{variance}} = <exactMSE>`)
		v.why(&s)
	}
	return s.Lines
}

// begin says what will be repeated.
func (v view) begin(s *algos.Story) {
	switch v.Topic {
	case averaging:
		s.Text("Each of <B> estimators is θ = <theta> plus the bias <bias> plus noise with σ = <sigma>. Any two have the correlation <rho>. How " +
			"large is the error of their average?")
		s.TeX(`\operatorname{Var}[\bar f] = \rho\sigma^2 + \frac{1-\rho}{B}\sigma^2`)
	case shrinkage:
		s.Text("<n> samples are drawn from N(θ, σ²). The estimate is c = <c> times their mean: a shrinkage estimator. With c = 1 it is unbiased.")
		s.TeX(`\text{bias} = (c-1)\theta,\quad \operatorname{Var} = c^2\frac{\sigma^2}{n}`)
	case spread:
		s.Text("<n> samples are drawn from a Gaussian with the variance <t>. The sum of their squared deviations from the sample mean is divided by " +
			"n − c = <divisor>.")
		s.TeX(`E\sum_i (x_i-\bar x)^2 = (n-1)\sigma^2`)
	case maximum:
		s.Text("<n> samples are drawn from U(0, θ) with θ = <theta>. Their maximum is the maximum likelihood estimate, which is always too small. " +
			"The estimate is c = <c> times the maximum.")
		s.TeX(`E[\max_i x_i] = \frac{n}{n+1}\,\theta`)
	case ridge:
		s.Text("A line with the slope <slope> and the intercept <offset> is observed at fixed inputs with noise σ = <sigma>. Ridge regression with " +
			"λ = <lambda> shrinks both coefficients towards 0.")
		s.TeX(`\text{bias} = -\lambda(X^\top X+\lambda I)^{-1}\theta^*,\quad \operatorname{Cov} = \sigma^2M^{-1}-\lambda\sigma^2M^{-2}`)
	default:
		s.Text("$\\bar y$ is the true function, unknown in practice. Each step draws a training set $D$ of <n point> with noise σ = <sigma>, and " +
			"fits a curve $h_D$; this is repeated <sets> times. How large are the bias (error of the mean fit) and the variance (spread of the fits)?")
		v.caution(s)
	}
}

// caution says where the method does not do what was asked for.
func (v view) caution(s *algos.Story) {
	s.Vars["got"] = v.settings[v.chosen]
	switch {
	case v.Method == polynomial && v.Degree >= v.N:
		s.Text("<n point determines> a polynomial of degree <got> at most: it is fitted instead of degree <degree>, and interpolates all points.")
	case v.Method == neighbours && v.K > v.N:
		s.Text("There are only <got> neighbours to average.")
	}
}

// made says what was made of the last data set.
func (v view) made(s *algos.Story) {
	switch v.Topic {
	case averaging:
		s.Text("In data set <k=model.sets> the average of <B> estimators is <h>.")
	case shrinkage:
		s.Text("Data set <k=model.sets>: c times the mean of <n> samples is <h>.")
	case spread:
		s.Text("Data set <k=model.sets>: the sum of squared deviations of <n> samples divided by <divisor> is <h>.")
	case maximum:
		s.Text("Data set <k=model.sets>: c times the maximum of <n> samples is <h>.")
	case ridge:
		if v.Measure == prediction {
			s.Text("Data set <k=model.sets>: the line predicts <h> at x = <x>; the true value is <t>.")
			return
		}
		s.Text("Data set <k=model.sets>: the slope is <h>, the intercept <h2>.")
	default:
		s.Text("Data set <k=model.sets>: the mean squared error of the curve $h_D$ against $\\bar y$ is <loss>.")
	}
}

// why says which way the error could be lowered.
func (v view) why(s *algos.Story) {
	switch v.Topic {
	case shrinkage, maximum, ridge:
		if math.IsNaN(v.best) {
			return
		}
		s.Vars["least"], _ = v.least()
		if v.Topic == ridge {
			s.Text("The MSE is minimal at λ = <best>.")
		} else {
			s.Text("The MSE is minimal at c = <best>.")
		}
	case spread:
		if !math.IsNaN(v.best) {
			s.Text("The divisor n − 1 is unbiased, and n + 1 has the minimum MSE.")
		}
	case averaging:
		s.Text("The average has the same bias as each estimator. Its variance falls only to the limit set by the correlation.")
	}
}
