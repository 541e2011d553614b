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
		return w.Text("All of <sets data set> are drawn. Most of the error that could be saved is bias: the mean itself lies beside the truth.")
	case m.variance > 2*m.bias2:
		return w.Text("All of <sets data set> are drawn. Most of the error that could be saved is variance: every data set gives another answer.")
	}
	return w.Text("All of <sets data set> are drawn. Bias² and variance are of one size.")
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
		s.Text("With one data set $\\bar h$ is $h_D$ itself: all of its error is bias so far, and none is variance.")
	} else {
		s.Text("Of all <k=model.sets data set> so far, $\\bar h$ is the mean. The squares fall into two parts, and the sum is exact:")
	}
	s.TeX(`\underbrace{<bias2>}_{\text{bias}^2} + \underbrace{<var>}_{\text{variance}} = \hl{<sum>}`)
	if v.Topic == learner && v.k > 1 {
		s.Text("On fresh targets the noise $\\sigma^2$ comes on top: <total> is expected, and <error=metric.error> ± <se=model.standard_error> was measured.")
		s.TeX(`<sum> + \underbrace{<noise>}_{\sigma^2} = \hl{<total>}`)
	}
	if v.exact != nil {
		s.Text("In closed form, without drawing anything:")
		s.TeX(`\underbrace{<exactBias2>}_{\text{bias}^2} + \underbrace{<exactVar>}_{\text{variance}} = <exactMSE>`)
		v.why(&s)
	}
	return s.Lines
}

// begin says what will be repeated.
func (v view) begin(s *algos.Story) {
	switch v.Topic {
	case averaging:
		s.Text("Each of <B> estimators is θ = <theta>, off by the bias <bias> and by noise with σ = <sigma>. Any two have the correlation <rho>. " +
			"What is their average worth?")
		s.TeX(`\operatorname{Var}[\bar f] = \rho\sigma^2 + \frac{1-\rho}{B}\sigma^2`)
	case shrinkage:
		s.Text("<n> numbers from N(θ, σ²), and their mean times c = <c>: pulled towards 0, on purpose. With c = 1 it is unbiased.")
		s.TeX(`\text{bias} = (c-1)\theta,\quad \operatorname{Var} = c^2\frac{\sigma^2}{n}`)
	case spread:
		s.Text("<n> numbers from a Gaussian with the variance <t>. Their squared deviations from their own mean are added up, and divided by n − c = <divisor>.")
		s.TeX(`E\sum_i (x_i-\bar x)^2 = (n-1)\sigma^2`)
	case maximum:
		s.Text("<n> numbers from 0 to θ = <theta>, all equally likely. The largest of them is the most likely θ, and always too small; times c = <c> it need not be.")
		s.TeX(`E[\max_i x_i] = \frac{n}{n+1}\,\theta`)
	case ridge:
		s.Text("A line with the slope <slope> and the offset <offset>, seen at fixed inputs with noise σ = <sigma>. " +
			"Ridge regression with λ = <lambda> pulls both towards 0.")
		s.TeX(`\text{bias} = -\lambda(X^\top X+\lambda I)^{-1}\theta^*,\quad \operatorname{Cov} = \sigma^2M^{-1}-\lambda\sigma^2M^{-2}`)
	default:
		s.Text("$\\bar y$ is the truth, which nobody knows. Soon a data set $D$ of <n point> with noise σ = <sigma> is drawn, and a curve $h_D$ is fitted. " +
			"Then another one, and another: <sets> in all. How far off will their mean be, and how far will they scatter?")
		v.caution(s)
	}
}

// caution says where the method does not do what was asked for.
func (v view) caution(s *algos.Story) {
	s.Vars["got"] = v.settings[v.chosen]
	switch {
	case v.Method == polynomial && v.Degree >= v.N:
		s.Text("<n point> fix no degree above <got>: instead of the degree <degree> that one is fitted, through all points.")
	case v.Method == neighbours && v.K > v.N:
		s.Text("There are only <got> neighbours to average.")
	}
}

// made says what was made of the last data set.
func (v view) made(s *algos.Story) {
	switch v.Topic {
	case averaging:
		s.Text("In data set <k=model.sets> the average of <B> is <h>.")
	case shrinkage:
		s.Text("Data set <k=model.sets>: c times the mean of <n> numbers is <h>.")
	case spread:
		s.Text("Data set <k=model.sets>: the squared deviations of <n> numbers over <divisor> are <h>.")
	case maximum:
		s.Text("Data set <k=model.sets>: c times the largest of <n> numbers is <h>.")
	case ridge:
		if v.Measure == prediction {
			s.Text("Data set <k=model.sets>: the line predicts <h> at x = <x>; the truth is <t>.")
			return
		}
		s.Text("Data set <k=model.sets>: the slope is <h>, the offset <h2>.")
	default:
		s.Text("Data set <k=model.sets>: the curve $h_D$ is off from $\\bar y$ by <loss>, squared and averaged over x.")
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
			s.Text("The least error has λ = <best>.")
		} else {
			s.Text("The least error has c = <best>.")
		}
	case spread:
		if !math.IsNaN(v.best) {
			s.Text("The divisor n − 1 is without bias, and n + 1 has the least error.")
		}
	case averaging:
		s.Text("The average has the bias of each; its variance falls to that which they share, and no further.")
	}
}
