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

// place is a place as sentences name it: a number or a point.
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

// surprise is how far the value is from its forecast, in standard deviations of y.
func (v view) surprise() float64 {
	a := v.asked
	return (v.y[v.count()-1] - a.mean) / math.Sqrt(a.sd*a.sd+v.before.Noise)
}

func (v view) title() say.Phrase {
	w := v.vars()
	switch {
	case v.phase == beginning:
		return "nothing is known"
	case v.phase == examining:
		return w.Text("where next, for evaluation <next>?")
	case v.asked.by == mine:
		return w.Text("evaluation <n>, your place")
	case v.improved():
		return w.Text("evaluation <n>: a new best")
	}
	return w.Text("evaluation <n>")
}

// improved reports whether the evaluation is a new best, and not the first.
func (v view) improved() bool { return v.count() > 1 && v.best < v.last }

func (v view) nextLabels() algos.Next {
	w := v.vars()
	next := algos.Next{Step: w.Text("evaluate at <at>"), Pass: "spend the budget"}
	if v.count() < len(v.first) {
		next.Pass = "the first places"
	}
	if v.phase != examining && v.pick.by == acquired {
		next.Small = "look at the acquisition"
	}
	return next
}

func (v view) events() []algos.Event {
	if v.phase != evaluating || !v.improved() {
		return nil
	}
	return []algos.Event{{Kind: "best", Text: v.vars().Text("a new best: <best=metric.best_y> at <bestplace>")}}
}

// spent is the end of the budget.
func (v view) spent() algos.Status {
	reason := v.vars().Text("The budget of <n evaluation> is spent.")
	return algos.Status{State: algos.Converged, Reason: v.found(reason)}
}

// stuck is the end of a run that asks what is known.
func (v view) stuck() algos.Status {
	w := v.vars()
	reason := w.Text("The acquisition asks at <at>, where the model takes f as known, to within s = <s0>: another value there would say nothing to it.")
	if v.pick.by == nobody {
		reason = "No function can be drawn: the covariance matrix is singular to working precision."
	}
	return algos.Status{State: algos.Converged, Reason: v.found(reason)}
}

// hope is the end of a run that expects nothing more.
func (v view) hope() algos.Status {
	return algos.Status{State: algos.Converged, Reason: v.found("No improvement is expected anywhere.")}
}

// found says behind a reason what the run has come to.
func (v view) found(reason say.Phrase) say.Phrase {
	w := v.vars()
	w["reason"] = reason
	if v.count() == 0 {
		return reason
	}
	return w.Text("<reason> The best of <n value> is <best=metric.best_y>, at <bestplace>; f is <regret=metric.regret> above its minimum there.")
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
		s.Text("Without help the matrix of the places is singular to working precision: some are all but equal. " +
			"A jitter of <jitter> is added to its diagonal, as if there were so much noise.")
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
	s.Text("A function is hidden. It can be asked for its value, <budget time> in all, and the question is where it is lowest. " +
		"Until then it is modelled by a Gaussian process with mean 0 and the covariance")
	s.TeX(`k(x, z) = <k>`)
	switch {
	case len(v.first) == 0:
		s.Text("There are no first places, so the acquisition decides from the start. Where all places are alike it takes the first one, on the left.")
	case v.typed:
		s.Text("The first <first place> are written in the form.")
	default:
		s.Text("The first <first place> are drawn at random.")
	}
	if v.NoiseVar > 0 {
		s.Text("Every value comes with noise of variance <noise>.")
	}
	v.sayMine(s)
}

// sayMine invites the reader to choose.
func (v view) sayMine(s *algos.Story) {
	if v.pick.by == mine {
		s.Text("Evaluation <next> is yours: drag the mark to where f should be asked. The process expects <m> there, with the standard deviation <s>.")
	}
}

func (v view) sayExamined(s *algos.Story) {
	w, p := s.Vars, v.pick
	switch v.Acquisition {
	case lcb:
		s.Text("How low could f be, if all goes well? The lower confidence bound is $\\kappa = <kappa>$ standard deviations below the mean. " +
			"It is lowest at $x = <at>$:")
		s.TeX(`\mathrm{LCB}(x) = m(x) - \kappa\, s(x) = <m> - <kappa>\cdot <sf> = \hl{<worth>}`)
	case ei:
		gap := p.goal - p.mean
		z := gap / p.sd
		w["gap"], w["z"], w["zf"], w["Phi"], w["phi"] = gap, z, say.Factor(z), say.Factor(below(z)), say.Factor(density(z))
		s.Text("By how much will a value be below the best, $b = <b>$, on average, if values above it count as 0? Most at $x = <at>$:")
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
		s.Text("How probable is a value below the best, $b = <b>$? Most probable at $x = <at>$:")
		if v.Xi > 0 {
			s.TeX(`P(f(x) \le b - \xi) = \Phi\Bigl(\frac{b - \xi - m}{s}\Bigr), \quad ` +
				`z = \frac{<b> - <xi> - <mf>}{<s>} = <z>, \quad \Phi(z) = \hl{<worth>}`)
		} else {
			s.TeX(`P(f(x) \le b) = \Phi\Bigl(\frac{b - m}{s}\Bigr), \quad z = \frac{<b> - <mf>}{<s>} = <z>, \quad \Phi(z) = \hl{<worth>}`)
		}
	case thompson:
		s.Text("One function is drawn from the posterior and taken for the truth. Where f is not known yet it is lowest at $x = <at>$, " +
			"with the value $<worth>$, and there f is asked. The process expects <m> there, with the standard deviation <s>.")
		return
	}
	s.Text("To exploit alone would be to ask at <low>, where the mean is lowest; to explore alone, at <wide>, where the band is widest.")
}

func (v view) sayEvaluated(s *algos.Story) {
	switch v.asked.by {
	case mine:
		s.Text("You ask at $\\hl{<x>} = <place>$: the value is $y_{<i>} = <y>$.")
	case designed:
		s.Text("One of the first places, $\\hl{<x>} = <place>$: the value is $y_{<i>} = <y>$.")
	default:
		s.Text("The acquisition asks at $\\hl{<x>} = <place>$: the value is $y_{<i>} = <y>$.")
	}
	v.sayForecast(s)
	switch {
	case v.count() == 1:
		s.Text("So far it is the best.")
	case v.improved():
		s.Text("It is a new best: <now=metric.best_y> after <before=before.metric.best_y>.")
	default:
		s.Text("The best stays <best=metric.best_y>, at $<bx> = <bestplace>$.")
	}
	s.Text("That place is <regret=metric.regret> above the minimum of f. With <n value> random search is <random=metric.random_regret> above it on average, and a grid <grid=metric.grid_regret>.")
	if v.fitted.done {
		s.Vars["k"] = v.kernelTeX()
		s.Text("The kernel is fitted to the values: the log evidence goes from <from> to <to> with")
		s.TeX(`k(x, z) = <k>`)
	}
	v.sayMine(s)
}

// sayForecast compares the value with what was expected, unless it was all but known.
func (v view) sayForecast(s *algos.Story) {
	if a := v.asked; a.sd*a.sd+v.before.Noise < 1e-6 {
		s.Text("The process had expected <em>.")
		return
	}
	s.Vars["sy"] = math.Sqrt(v.asked.sd*v.asked.sd + v.before.Noise)
	if v.surprise() < 0 {
		s.Text("The process had expected <em> with the standard deviation <sy>: it is <off> of these below.")
	} else {
		s.Text("The process had expected <em> with the standard deviation <sy>: it is <off> of these above.")
	}
}
