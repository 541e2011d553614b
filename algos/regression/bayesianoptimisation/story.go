package bayesianoptimisation

import (
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// step makes the view a step of the run.
func (v view) step() algos.Step {
	s := algos.Step{Phase: v.title(), Size: algos.Normal, Metrics: v.metrics(), Status: v.status, Events: v.events(), View: v}
	switch {
	case v.phase == examining:
		s.Size = algos.Micro
	case v.status.Final() || v.phase == evaluating && v.count() == len(v.first):
		s.Size = algos.Pass
	}
	if !v.status.Final() {
		s.Next = v.nextLabels()
	}
	return s
}

// point is a point as sentences name it: a number or a point.
func (t *task) place(x [2]float64) any {
	if t.plane() {
		return x
	}
	return x[0]
}

// vars are what the sentences of a step may name.
func (v view) vars() say.Vars {
	n := v.count()
	w := say.Vars{
		"n": n, "budget": v.Budget, "first": len(v.first), "next": n + 1, "kappa": v.Kappa, "xi": say.Factor(v.Xi), "noise": v.NoiseVar, "jitter": v.jitter,
		"at": v.place(v.pick.x), "low": v.place(v.pick.low), "wide": v.place(v.pick.wide),
		"m": v.pick.mean, "mf": say.Factor(v.pick.mean), "s": v.pick.sd, "sf": say.Factor(v.pick.sd), "worth": v.pick.value, "b": v.incumbent(), "s0": v.pick.sd,
	}
	if n > 0 {
		i := v.bestAt()
		a := v.asked
		w["x"], w["i"], w["y"], w["place"] = say.Row(n-1), n, v.y[n-1], v.place(a.x)
		w["best"], w["last"], w["bx"], w["bestplace"] = v.best, v.last, say.Row(i), v.place(v.post.X[i])
		if v.improved() { // in as many digits as tell them apart
			digits := 3
			for digits < 12 && say.Sig(v.best, digits) == say.Sig(v.last, digits) {
				digits++
			}
			w["now"], w["before"] = say.Digits{X: v.best, N: digits}, say.Digits{X: v.last, N: digits}
		}
		w["em"], w["emf"], w["es2"], w["t"], w["off"] = a.mean, say.Factor(a.mean), a.sd*a.sd, v.surprise(), math.Abs(v.surprise())
		w["regret"], w["random"], w["grid"] = v.regret(), v.random[n-1]-v.f.minimum(), v.gridBest[n-1]-v.f.minimum()
		w["from"], w["to"] = v.fitted.from, v.fitted.to
	}
	return w
}

// surprise is how far the value is from its prediction, in standard deviations of y.
func (v view) surprise() float64 {
	a := v.asked
	return (v.y[v.count()-1] - a.mean) / math.Sqrt(a.sd*a.sd+v.before.Noise)
}

func (v view) title() say.Phrase {
	w := v.vars()
	switch {
	case v.phase == beginning:
		return "no information"
	case v.phase == examining:
		return w.Text("next query, for evaluation <next>?")
	case v.asked.by == mine:
		return w.Text("evaluation <n>, your point")
	case v.improved():
		return w.Text("evaluation <n>: new incumbent")
	}
	return w.Text("evaluation <n>")
}

// improved reports whether the evaluation is a new best, and not the first.
func (v view) improved() bool { return v.count() > 1 && v.best < v.last }

func (v view) nextLabels() algos.Next {
	w := v.vars()
	next := algos.Next{Step: w.Text("evaluate at <at>"), Pass: "use up the budget"}
	if v.count() < len(v.first) {
		next.Pass = "initial points"
	}
	if v.phase != examining && v.pick.by == acquired {
		next.Small = "maximise the acquisition"
	}
	return next
}

func (v view) events() []algos.Event {
	if v.phase != evaluating || !v.improved() {
		return nil
	}
	return []algos.Event{{Kind: "best", Text: v.vars().Text("new incumbent: <best=metric.best_y> at <bestplace>")}}
}

// spent is the end of the budget.
func (v view) spent() algos.Status {
	reason := v.vars().Text("The evaluation budget of <n evaluation> is used up.")
	return algos.Status{State: algos.Converged, Reason: v.found(reason)}
}

// stuck is the end of a run that would evaluate what is known.
func (v view) stuck() algos.Status {
	w := v.vars()
	reason := w.Text("The acquisition function selects <at>, where the posterior standard deviation is only s = <s0>: another value there would add no " +
		"information.")
	if v.pick.by == nobody {
		reason = "No function can be sampled: the covariance matrix is singular to working precision."
	}
	return algos.Status{State: algos.Converged, Reason: v.found(reason)}
}

// hope is the end of a run that expects nothing more.
func (v view) hope() algos.Status {
	return algos.Status{State: algos.Converged, Reason: v.found("The expected improvement is 0 everywhere.")}
}

// found says behind a reason what the run has come to.
func (v view) found(reason say.Phrase) say.Phrase {
	w := v.vars()
	w["reason"] = reason
	if v.count() == 0 {
		return reason
	}
	return w.Text("<reason> The incumbent of <n value> is <best=metric.best_y>, at <bestplace>; its simple regret is <regret=metric.regret>.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.phase {
	case beginning:
		v.sayBeginning(&s)
	case examining:
		v.sayExamined(&s)
	case evaluating:
		v.sayEvaluated(&s)
	}
	if v.jitter > 0 {
		s.Text("Without jitter the covariance matrix is singular to working precision: some points are almost equal. A jitter of <jitter> is added to its " +
			"diagonal, as if the noise variance were that large.")
	}
	return s.Lines
}

// kernelTeX is the kernel with its numbers.
func (v view) kernelTeX() say.Math {
	k := v.post.K.TeX()
	if strings.Contains(k, "r") {
		k += `, \quad r = \lVert x - z\rVert`
	}
	return say.Math(k)
}

func (v view) sayBeginning(s *algos.Story) {
	s.Vars["k"] = v.kernelTeX()
	s.Text("The objective is a black box. It can be evaluated <budget time> in all, and its minimum is to be found. The surrogate is a Gaussian " +
		"process with mean 0 and the covariance")
	s.TeX(`k(x, z) = <k>`)
	switch {
	case len(v.first) == 0:
		s.Text("There are no initial points, so the acquisition function decides from the start. Where all points are equal it takes the leftmost one.")
	case v.typed:
		s.Text("The first <first point> are given in the form.")
	default:
		s.Text("The first <first point> are drawn at random.")
	}
	if v.NoiseVar > 0 {
		s.Text("Every value has additive noise of variance <noise>.")
	}
	v.sayMine(s)
}

// sayMine invites the reader to choose.
func (v view) sayMine(s *algos.Story) {
	if v.pick.by == mine {
		s.Text("You choose the point of evaluation <next>: drag the mark. The predictive mean there is <m>, with standard deviation <s>.")
	}
}

func (v view) sayExamined(s *algos.Story) {
	w, p := s.Vars, v.pick
	switch v.Acquisition {
	case lcb:
		s.Text(`Optimism: how low could f plausibly be? The lower confidence bound is $\kappa = <kappa>$ standard deviations below the mean. Its minimum ` +
			`is at $x = <at>$:`)
		s.TeX(`\mathrm{LCB}(x) = m(x) - \kappa\, s(x) = <m> - <kappa>\cdot <sf> = \hl{<worth>}`)
	case ei:
		gap := p.goal - p.mean
		z := gap / p.sd
		w["gap"], w["z"], w["zf"], w["Phi"], w["phi"] = gap, z, say.Factor(z), say.Factor(below(z)), say.Factor(density(z))
		s.Text("The improvement over the incumbent $b = <b>$, averaged over the posterior (values above $b$ count as 0), is the expected improvement. Its " +
			"maximum is at $x = <at>$:")
		if v.Xi > 0 {
			s.TeX(`z = \frac{b - \xi - m}{s} = \frac{<b> - <xi> - <mf>}{<s>} = <z>`)
		} else {
			s.TeX(`z = \frac{b - m}{s} = \frac{<b> - <mf>}{<s>} = <z>`)
		}
		if z > -3 {
			s.TeX(`\mathrm{EI}(x) = (b - \xi - m)\,\Phi(z) + s\,\varphi(z) = <gap>\cdot <Phi> + <sf>\cdot <phi> = \hl{<worth>}`)
		} else {
			s.TeX(`\mathrm{EI}(x) = (b - \xi - m)\,\Phi(z) + s\,\varphi(z) = \hl{<worth>}`)
		}
	case pi:
		z := (p.goal - p.mean) / p.sd
		w["z"], w["zf"] = z, say.Factor(z)
		s.Text("How probable is a value below the incumbent $b = <b>$? The probability of improvement is largest at $x = <at>$:")
		if v.Xi > 0 {
			s.TeX(`P(f(x) \le b - \xi) = \Phi\Bigl(\frac{b - \xi - m}{s}\Bigr), \quad ` +
				`z = \frac{<b> - <xi> - <mf>}{<s>} = <z>, \quad \Phi(z) = \hl{<worth>}`)
		} else {
			s.TeX(`P(f(x) \le b) = \Phi\Bigl(\frac{b - m}{s}\Bigr), \quad z = \frac{<b> - <mf>}{<s>} = <z>, \quad \Phi(z) = \hl{<worth>}`)
		}
	case thompson:
		s.Text("One function is sampled from the posterior and treated as the objective. Where f is not yet determined, its minimum is at $x = <at>$, " +
			"with the value $<worth>$: f is evaluated there. The predictive mean there is <m>, with standard deviation <s>.")
		return
	}
	s.Text("Pure exploitation would query <low> (lowest mean), pure exploration <wide> (largest uncertainty).")
}

func (v view) sayEvaluated(s *algos.Story) {
	switch v.asked.by {
	case mine:
		s.Text(`You choose $\hl{<x>} = <place>$: observed value $y_{<i>} = <y>$.`)
	case designed:
		s.Text(`Initial point $\hl{<x>} = <place>$: observed value $y_{<i>} = <y>$.`)
	default:
		s.Text(`The acquisition function selects $\hl{<x>} = <place>$: observed value $y_{<i>} = <y>$.`)
	}
	v.sayForecast(s)
	switch {
	case v.count() == 1:
		s.Text("So far it is the incumbent.")
	case v.improved():
		s.Text("New incumbent: <now=metric.best_y> after <before=before.metric.best_y>.")
	default:
		s.Text("The incumbent stays <best=metric.best_y>, at $<bx> = <bestplace>$.")
	}
	s.Text("Simple regret: <regret=metric.regret>. With <n value>, random search has <random=metric.random_regret> on average, and grid search " +
		"<grid=metric.grid_regret>.")
	if v.fitted.done {
		s.Vars["k"] = v.kernelTeX()
		s.Text("The hyperparameters are refitted to the values: the log marginal likelihood goes from <from> to <to> with")
		s.TeX(`k(x, z) = <k>`)
	}
	v.sayMine(s)
}

// sayForecast compares the value with what was expected, unless it was all but known.
func (v view) sayForecast(s *algos.Story) {
	if a := v.asked; a.sd*a.sd+v.before.Noise < 1e-6 {
		s.Text("The predictive mean was <em>.")
		return
	}
	s.Vars["sy"] = math.Sqrt(v.asked.sd*v.asked.sd + v.before.Noise)
	if v.surprise() < 0 {
		s.Text("The predictive mean was <em> with standard deviation <sy>: the value is <off> standard deviations below.")
	} else {
		s.Text("The predictive mean was <em> with standard deviation <sy>: the value is <off> standard deviations above.")
	}
}
