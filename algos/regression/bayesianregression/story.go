package bayesianregression

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// surprising is how many standard deviations off its forecast an observation surprises.
const surprising = 3

// step makes the view a step of the run.
func (v view) step() algos.Step {
	s := algos.Step{Phase: v.title(), Size: algos.Normal, Metrics: v.metrics(), Status: v.status, View: v}
	switch {
	case v.phase == foreseeing || v.phase == weighing:
		s.Size = algos.Micro
	case v.status.Final():
		s.Size = algos.Pass
	}
	if v.phase == conditioning && math.Abs(v.surprise()) > surprising {
		s.Events = append(s.Events, algos.Event{Kind: "surprise", Text: v.vars().Text("<point> is <off> predictive standard deviations from its " +
			"prediction")})
	}
	if !v.status.Final() {
		s.Next = v.nextLabels()
	}
	return s
}

// forecast is that of the observation of the step, before it is seen.
func (v view) forecast() forecast {
	if v.before != nil {
		return v.foresee(v.before, v.x[v.row])
	}
	return v.foresee(v.post, v.x[v.row])
}

// surprise is how far the observation is from its forecast, in standard deviations of y.
func (v view) surprise() float64 {
	f := v.forecast()
	return (v.y[v.row] - f.mean) / math.Sqrt(f.variance+v.opt.NoiseVar)
}

// vars are what the sentences of a step may name.
func (v view) vars() say.Vars {
	w := say.Vars{
		"n": len(v.y), "seen": v.post.n, "prior": v.opt.PriorVar, "noise": v.opt.NoiseVar, "sigma": math.Sqrt(v.opt.NoiseVar), "lines": v.opt.Samples,
		"evidence": v.post.logP, "degree": v.opt.Degree, "bic": v.bic(v.post), "gap": v.bic(v.post) - v.post.logP,
	}
	row := v.row
	if row < 0 {
		row = v.next()
	}
	if row >= 0 {
		w["x"], w["point"], w["value"], w["input"], w["y"] = say.Row(row), say.Row(row).Name(), "y"+say.Sub(row+1), v.x[row], v.y[row]
	}
	if v.row >= 0 {
		f := v.forecast()
		total := f.variance + v.opt.NoiseVar
		w["m"], w["s2"], w["total"], w["off"] = f.mean, f.variance, total, math.Abs(v.surprise())
		w["gain"], w["moved"], w["left"] = f.variance/total, f.mean+f.variance/total*(v.y[row]-f.mean), f.variance*v.opt.NoiseVar/total
		w["f2"], w["n2"] = say.Factor(f.variance), say.Factor(v.opt.NoiseVar)
		if v.before != nil {
			w["was"] = v.before.logP
		}
	}
	return w
}

// title says what the step did.
func (v view) title() say.Phrase {
	w := v.vars()
	switch v.phase {
	case starting:
		return "prior"
	case foreseeing:
		return w.Text("predict <value>")
	case weighing:
		return w.Text("likelihood of <value>")
	}
	return w.Text("posterior after <point>")
}

func (v view) nextLabels() algos.Next {
	phase := v.phase
	if phase == conditioning || phase == starting {
		v.row = -1 // the row that comes next is named
	}
	w := v.vars()
	n := algos.Next{Small: w.Text("predict <value>"), Step: w.Text("update with <point>"), Pass: w.Text("all <n observation>")}
	switch phase {
	case foreseeing:
		n.Small = w.Text("likelihood of <value>")
	case weighing:
		n.Small = n.Step
	}
	return n
}

func (v view) allSeen() algos.Status {
	return algos.Status{State: algos.Converged, Reason: v.vars().Text("All <n observation> are used: the log evidence is " +
		"<evidence=metric.log_evidence>.")}
}

// Say tells what happened.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.phase {
	case starting:
		s.Text(`No observations yet: the prior of every coefficient is $N(0,\, <prior>)$, which is a distribution over lines.`)
		s.TeX(`\theta \sim N(0,\; \sigma_p^2 I), \quad \sigma_p^2 = <prior>`)
	case foreseeing:
		s.Text("Prediction for <x> at the input <input>: mean <m>, epistemic variance <s2>, plus the noise variance <noise=metric.aleatoric>.")
		s.TeX(`\underbrace{<s2>}_{\text{epistemic}} + \underbrace{<noise>}_{\text{aleatoric}} = <total>`)
	case weighing:
		s.Text(`<x> has the value <y>. Its likelihood is a stripe in parameter space: all lines that pass within a few $\sigma = <sigma>$ of it.`)
		s.TeX(`p(y \mid \theta) \propto \exp\Big(-\frac{(<y> - \theta^\top\varphi(<input>))^2}{2\sigma^2}\Big)`)
	case conditioning:
		s.Text("Prior times likelihood: at the input of <x> the predictive mean moves from <m> to <moved>, by <gain> of the residual (gain).")
		if v.forecast().variance > 0 {
			s.TeX(`\frac{s^2\,\sigma^2}{s^2 + \sigma^2} = \frac{<s2> \cdot <n2>}{<total>} = <left>`)
		}
		s.Text("The epistemic variance there is now <left>, before it was <s2>. The log evidence goes from <was> to <evidence=metric.log_evidence>.")
	}
	return s.Lines
}
