package gpregression

import (
	"math"
	"strconv"
	"strings"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
)

// step makes the view a step of the run.
func (v view) step() algos.Step {
	s := algos.Step{Phase: v.title(), Size: algos.Normal, Metrics: v.metrics(), Status: v.status, Events: v.events(), Takeaway: v.offer(), View: v}
	switch v.phase {
	case relating, foreseeing:
		s.Size = algos.Micro
	case conditioning:
		if v.row == len(v.y)-1 {
			s.Size = algos.Pass
		}
	case arriving, choosing:
		s.Size = algos.Pass
	}
	if !v.status.Final() {
		s.Next = v.nextLabels()
	}
	return s
}

// vars are what the sentences of a step may name.
func (v view) vars() say.Vars {
	p := v.post
	w := say.Vars{
		"n": len(v.y), "seen": p.N(), "starts": len(v.starts), "draws": v.opt.Samples, "noise": v.noise, "sigma2": p.Noise, "jitter": v.jitter,
		"fit": p.DataFit, "complexity": p.Complexity, "less": say.Factor(p.Complexity), "constant": p.Constant(), "evidence": p.LogEvidence(),
	}
	row := v.row
	if row < 0 {
		row = v.next()
	}
	if row >= 0 {
		w["x"], w["i"], w["input"], w["y"] = say.Row(row), row+1, v.input(row), v.y[row]
		w["point"], w["value"] = say.Row(row).Name(), "y"+say.Sub(row+1)
	}
	if v.row >= 0 {
		f, own := v.forecast, v.kernel().At(v.x[row], v.x[row])
		variance := max(0, f.Var)
		gain := variance / (f.Var + p.Noise)
		w["m"], w["residual"], w["own"], w["known"], w["s2"], w["gain"] = f.Mean, say.Factor(v.y[row]-f.Mean), own, own-f.Var, variance, gain
		w["moved"], w["left"], w["t"], w["off"] = f.Mean+gain*(v.y[row]-f.Mean), (1-gain)*variance, v.surprise(), math.Abs(v.surprise())
	}
	if a := v.ascent; a != nil {
		w["start"], w["following"], w["iterate"], w["rise"], w["slope"], w["height"] = a.start+1, a.start+2, a.iterate, a.value-a.last, a.slope, a.value
	}
	return w
}

// offer are the numbers at the end of an ascent. The ascent is switched off with them,
// so that what is moved then is seen as it is.
func (v view) offer() param.Values {
	if v.phase != arriving && v.phase != choosing {
		return nil
	}
	k, noise := v.model(v.ascent.path[len(v.ascent.path)-1])
	return param.Values{"kernel": v.rounded(k.Values(), 4), "noise_var": param.Format(rounded(noise, 4)), "optimize": "false"}
}

// title says what the step did.
func (v view) title() say.Phrase {
	w := v.vars()
	switch v.phase {
	case starting:
		return "prior"
	case relating:
		return w.Text("compute k(<point>, X)")
	case foreseeing:
		return w.Text("predict <value>")
	case conditioning:
		return w.Text("condition on (<point>, <value>)")
	case setting:
		return w.Text("start <start> of <starts>")
	case climbing:
		return w.Text("start <start>, iteration <iterate>")
	case arriving:
		return w.Text("end of start <start>")
	}
	return w.Text("best of <starts start>")
}

func (v view) nextLabels() algos.Next {
	v.row = -1 // the row that comes next is named
	w := v.vars()
	if v.next() >= 0 {
		n := algos.Next{Small: w.Text("compute k(<point>, X)"), Step: w.Text("condition on <point>"), Pass: w.Text("all <n observation>")}
		switch v.phase {
		case relating:
			n.Small = w.Text("predict <value>")
		case foreseeing:
			n.Small = n.Step
		}
		return n
	}
	switch {
	case v.ascent == nil:
		return algos.Next{Step: "start 1", Pass: "to the maximum"}
	case v.phase != arriving:
		return algos.Next{Step: "next L-BFGS iteration", Pass: "to the maximum"}
	case v.ascent.start+1 < len(v.starts):
		return algos.Next{Step: w.Text("start <following>"), Pass: "to the maximum"}
	}
	return algos.Next{Step: "take the best", Pass: "take the best"}
}

// events are the ticks on the timeline.
func (v view) events() []algos.Event {
	w := v.vars()
	switch {
	case v.phase == conditioning && math.Abs(v.surprise()) > 3:
		return []algos.Event{{Kind: "surprise", Text: w.Text("<value> is <t> standard deviations from its predictive mean")}}
	case v.phase == setting:
		return []algos.Event{{Kind: "start", Text: v.title()}}
	case v.phase == arriving:
		return []algos.Event{{Kind: "optimum", Text: w.Text("a local optimum, log marginal likelihood <evidence>")}}
	}
	return nil
}

// allSeen is the end of a run that optimises no hyperparameter.
func (v view) allSeen() algos.Status {
	w := v.vars()
	reason := w.Text("All <n observation> are in: log marginal likelihood <evidence=metric.log_evidence>.")
	if len(v.y) == 1 {
		reason = w.Text("The only observation is in: log marginal likelihood <evidence>.")
	}
	if i, j, found := v.contradiction(); found {
		w["one"], w["other"] = say.Row(i), say.Row(j)
		reason = w.Text("All <n observation> are in, and <one> and <other> contradict each other: without noise the log marginal likelihood is −∞. " +
			"The jitter makes it <evidence=metric.log_evidence>: choose σ² > 0.")
	}
	if i, miss := v.outOfReach(); miss > 0 {
		w["one"], w["miss"] = say.Row(i), miss
		reason = w.Text("All <n observation> are in, and to working precision no function of the process takes their values: the mean misses <one> by <miss>. " +
			"The jitter makes the log marginal likelihood <evidence=metric.log_evidence>: choose σ² > 0.")
	}
	if v.opt.Optimize {
		reason = say.Vars{"reason": reason}.Text("<reason> No hyperparameter can vary: they are all 0.")
	}
	return algos.Status{State: algos.Converged, Reason: reason}
}

// foundBest says how the best optimum was found.
func (v view) foundBest(top optimum) say.Phrase {
	w := v.vars()
	w["here"], w["lower"], w["cap"] = len(top.starts), len(v.ascent.optima)-1, maxIterates
	switch {
	case len(v.starts) == 1:
		w["best"] = w.Text("The highest log marginal likelihood is <height>, from a single start: there may be a better optimum elsewhere.")
	case len(v.ascent.optima) == 1:
		w["best"] = w.Text("The highest log marginal likelihood is <height>: all <starts start> converge to it.")
	default:
		w["best"] = w.Text("The highest log marginal likelihood is <height>, reached from <here> of <starts start>; <lower lower local optimum> found as well.")
	}
	switch top.end {
	case stuck:
		return w.Text("<best> Rounding hides any further increase; the largest gradient component is still <slope>.")
	case capped:
		return w.Text("<best> It is not a maximum yet: the limit of <cap> iterations was reached with the gradient component <slope>.")
	}
	return w["best"].(say.Phrase)
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	s.Vars["k"] = v.kernelTeX()
	switch v.phase {
	case starting:
		v.sayPrior(&s)
	case relating:
		v.sayRelated(&s)
	case foreseeing:
		v.sayForeseen(&s)
	case conditioning:
		v.sayConditioned(&s)
	default:
		v.sayAscent(&s)
	}
	if v.jitter > 0 {
		s.Text(`Without jitter $K + \sigma^2 I$ is singular to working precision (equal or nearly equal inputs, hardly any noise). A jitter of <jitter> ` +
			`is added to its diagonal, as if the noise variance were that much larger.`)
	}
	if i, j, found := v.contradiction(); found {
		s.Vars["one"], s.Vars["other"] = say.Row(i), say.Row(j)
		s.Text("Observations <one> and <other> have equal inputs and different values. Without noise they contradict each other: " +
			`$\log p(y) = -\infty$, and <evidence> is an effect of the jitter.`)
	}
	if i, miss := v.outOfReach(); miss > 0 {
		s.Vars["one"], s.Vars["miss"] = say.Row(i), miss
		s.Text("To working precision no function of the process takes these values: the mean misses <one> by <miss>, and <evidence> is an effect of the jitter.")
	}
	return s.Lines
}

// kernelTeX is the kernel with its numbers.
func (v view) kernelTeX() say.Math {
	k := v.kernel().TeX()
	if strings.Contains(k, "r") {
		k += `, \quad r = \lVert x - z\rVert`
	}
	return say.Math(k)
}

func (v view) sayPrior(s *algos.Story) {
	if v.line() && v.opt.Samples > 0 {
		s.Text("Before any observation every function is a sample from the prior: mean 0 and covariance $k$. The thin lines are <draws sample>.")
	} else {
		s.Text("Before any observation every function is a sample from the prior: mean 0 and covariance $k$.")
	}
	s.TeX("k(x, z) = <k>")
	s.Text(`Any $d$ values of f have $d + \frac{d(d+1)}{2}$ means and covariances: five for $f(q_1)$ and $f(q_2)$. The kernel determines them all.`)
	if v.next() >= 0 {
		s.Text("Next comes the observation $y_{<i>} = <y>$ at $<x> = <input>$.")
	}
}

// shown is how many entries of a vector are written out.
const shown = 4

// vectorTeX writes the first entries of a vector.
func vectorTeX(v []float64) say.Math {
	if len(v) <= shown {
		return say.Math(say.TeXVec(v...))
	}
	return say.Math(strings.TrimSuffix(say.TeXVec(v[:shown]...), ")") + `,\,\ldots)`)
}

func (v view) sayRelated(s *algos.Story) {
	s.Text(`How strongly does f at $\hl{<x>} = <input>$ covary with the earlier observations? Their covariances are the new row of the kernel (Gram) matrix.`)
	if v.row == 0 {
		s.TeX(`k(x_1, x_1) = <own>`)
		return
	}
	cov, closest, most := v.forecast.Cov, 0, -1.0
	for i, c := range cov { // what it alone would take from the variance
		if gain := c / (v.kernel().At(v.x[i], v.x[i]) + v.post.Noise) * c; gain > most {
			closest, most = i, gain
		}
	}
	s.Vars["row"], s.Vars["closest"], s.Vars["most"] = vectorTeX(cov), say.Row(closest), cov[closest]
	s.TeX(`k(x_{<i>}, X) = <row>, \quad k(x_{<i>}, x_{<i>}) = <own>`)
	s.Text("Among the earlier observations, <closest> alone reduces the variance most: $k = <most>$.")
}

func (v view) sayForeseen(s *algos.Story) {
	s.Text(`Before $y_{<i>}$ is seen, its predictive distribution at $\hl{<x>} = <input>$ is computed:`)
	s.TeX(`\begin{aligned} m &= k(x_{<i>}, X)(K + \sigma^2 I)^{-1}y = <m> \\ s^2 &= <own> - <known> = <s2> \\ ` +
		`y_{<i>} &\sim N(<m>,\; <s2> + <sigma2>) \end{aligned}`)
	if v.surprise() < 0 {
		s.Text("The observation is <y>: <off> standard deviations below the predictive mean.")
	} else {
		s.Text("The observation is <y>: <off> standard deviations above the predictive mean.")
	}
}

func (v view) sayConditioned(s *algos.Story) {
	s.Vars["density"], s.Vars["remark"] = v.post.LogP-v.before.LogP, v.remark()
	s.Text(`Observation $(\hl{<x>}, y_{<i>}) = (<input>, <y>)$ has predictive mean <m>. The posterior mean moves by ` +
		`$s^2/(s^2 + \sigma^2) = <gain>$ of the residual:`)
	s.TeX(`\begin{aligned} m(x_{<i>}) &\leftarrow <m> + <gain>\cdot <residual> = \hl{<moved>} \\ ` +
		`s^2(x_{<i>}) &\leftarrow (1 - <gain>)\cdot <s2> = <left> \end{aligned}`)
	s.Text("<remark> Its log predictive density is <density>.")
	sayEvidence(s)
}

// remark says what kind of surprise the observation was.
func (v view) remark() say.Phrase {
	switch t := math.Abs(v.surprise()); {
	case t > 3:
		return "Very unlikely under the model: an outlier, underestimated noise, or a misspecified kernel."
	case v.forecast.Var < v.post.Noise/4:
		return "f was almost determined here already, so the observation adds little information."
	}
	return "The credible band narrows."
}

// sayEvidence is the log evidence with its three parts.
func sayEvidence(s *algos.Story) {
	s.Text(`Log marginal likelihood = fit − complexity − $\frac{n}{2}\log 2\pi$:`)
	s.TeX(`\log p(y) = <fit> - <less> - <constant> = \hl{<evidence>}`)
}

func (v view) sayAscent(s *algos.Story) {
	a := v.ascent
	switch v.phase {
	case setting:
		s.Vars["where"] = say.Phrase("the kernel as given")
		if a.start > 0 {
			s.Vars["where"] = say.Phrase("hyperparameters drawn around the given ones")
		}
		s.Text(`Start <start> of <starts>: <where>. From here L-BFGS maximises the log marginal likelihood, with the gradient ` +
			`$\frac{1}{2}\operatorname{tr}((\alpha\alpha^\top - (K+\sigma^2 I)^{-1})\,\partial K)$.`)
	case climbing:
		s.Text("Iteration <iterate> of L-BFGS raises the log marginal likelihood by <rise>. The largest gradient component is now <slope>.")
	case arriving:
		s.Vars["end"], s.Vars["again"] = endings[a.end], v.again()
		s.Text("<end> after <iterate iteration>: log marginal likelihood <height>. <again>")
	case choosing:
		for i, o := range a.optima {
			k, noise := v.model(o.theta)
			w := say.Vars{"letter": letter(i), "from": startsOf(o), "value": o.value, "kernel": v.rounded(k.Values(), 3), "noise": noise}
			s.Add(algos.Line{Text: w.Text("Optimum <letter> (<from>): log marginal likelihood <value>, kernel <kernel>, σ² = <noise>.")})
		}
	}
	s.TeX(`k(x, z) = <k>, \quad \sigma^2 = <noise>`)
	sayEvidence(s)
	if len(a.bounded) > 0 {
		var names []string
		for _, i := range a.bounded {
			names = append(names, v.symbol(v.vary[i]))
		}
		s.Vars["names"] = strings.Join(names, ", ")
		s.Text("At its bound: <names>. The data do not determine it further.")
	}
}

var endings = [...]say.Phrase{flat: "The gradient is zero", stuck: "Rounding hides any further increase", capped: "Max iterations reached"}

// again says whether another start ended at the same place.
func (v view) again() say.Phrase {
	for i, o := range v.ascent.optima {
		w := say.Vars{"letter": letter(i)}
		switch last := o.starts[len(o.starts)-1]; {
		case last != v.ascent.start:
		case len(o.starts) > 1:
			return w.Text("This is optimum <letter> again.")
		case i > 0:
			return w.Text("This is another local optimum: call it <letter>.")
		}
	}
	return "Call this optimum A."
}

// letter names the optima A, B, C, …
func letter(i int) string { return string(rune('A' + i)) }

// startsOf names the starts from which the ascent found an optimum.
func startsOf(o optimum) say.Phrase {
	if len(o.starts) == 1 {
		return say.Vars{"start": o.starts[0] + 1}.Text("start <start>")
	}
	names := make([]string, len(o.starts))
	for i, n := range o.starts {
		names[i] = say.Num(float64(n + 1))
	}
	return say.Vars{"starts": strings.Join(names, ", ")}.Text("starts <starts>")
}

// rounded writes the kernel with other numbers, to a few significant digits:
// "1.4*rbf(0.9)".
func (t *task) rounded(values []float64, digits int) string {
	for i, v := range values {
		values[i] = rounded(v, digits)
	}
	return t.k.With(values).String()
}

// rounded is the number nearest to v with so many significant digits. The decimal
// fraction is read back, so that it is written as short as it is.
func rounded(v float64, digits int) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'g', digits, 64), 64)
	if err != nil {
		return v
	}
	return short
}
