package perceptron

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/say"
)

// vars are what the sentences about a step may name.
func (v view) vars() say.Vars {
	r, sign := v.rows[v.Row], "+1"
	if r.y < 0 {
		sign = "-1"
	}
	return say.Vars{
		"x": say.Row(v.Row), "i": v.Row + 1, "ref": say.Row(v.Row).Ref(),
		"point": v.shown(r.x), "sign": sign, "label": v.Label(v.Points[v.Row].Class()),
		"theta": v.shown(v.theta), "from": v.shown(v.before), "start": v.shown(v.start), "theta0": v.theta[2], "length": norm(v.theta),
		"score": r.y * r.score(v.theta), "margin": v.measure(v.theta, r), "half": v.half, "eta": v.eta(),
		"n": len(v.rows), "wrong": v.wrong, "mistakes": v.Mistakes, "k": v.updates, "next": v.updates + 1,
		"pass": v.Pass, "passes": v.MaxEpochs, "period": v.period, "line": v.line(),
	}
}

// line names what the run looks for.
func (t *task) line() say.Phrase {
	if t.FitIntercept {
		return "line"
	}
	return "line through the origin"
}

// added is the correction in symbols: 0.5·y₄x₄.
func (v view) added() string {
	sum := "y" + say.Sub(v.Row+1) + say.Row(v.Row).Name()
	if v.Variant == batch {
		sum = "Σyx"
	}
	if eta := v.eta(); v.varies() && eta != 1 {
		return say.Num(eta) + "·" + sum
	}
	return sum
}

func (v view) phase() say.Phrase {
	s := say.Vars{"row": say.Row(v.Row).Name(), "mistakes": v.Mistakes}
	switch all := v.Variant == batch; {
	case v.Kind == novikoff.Start && v.start == vector{}:
		return "initialise θ = 0"
	case v.Kind == novikoff.Start:
		return say.Vars{"start": v.shown(v.start)}.Text("initialise θ = <start>")
	case v.Kind == novikoff.Check && (all || v.picks()):
		return "check all samples"
	case v.Kind == novikoff.Mistake && all:
		return s.Text("mistake on <mistakes=metric.mistakes_in_pass sample>")
	case v.Kind == novikoff.Mistake && v.close():
		return s.Text("margin violation on <row>")
	case v.Kind == novikoff.Update && all:
		return s.Text("update θ with <mistakes=metric.mistakes_in_pass sample>")
	case v.Kind == novikoff.Update:
		return s.Text("update θ with <row>")
	}
	return v.Phase()
}

func (v view) next() algos.Next {
	if v.Variant != batch && v.Kind != novikoff.Mistake {
		next := v.Next("")
		if v.picks() {
			next.Small = "check all samples"
		}
		return next
	}
	s := say.Vars{"added": v.added(), "mistakes": v.Mistakes}
	switch {
	case v.Variant != batch:
		return v.Next(s.Text("add <added>"))
	case v.Kind == novikoff.Mistake:
		return algos.Next{Step: s.Text("add <added> over <mistakes sample>"), Pass: "next epoch"}
	case v.wrong == 0:
		return algos.Next{Step: "find misclassified samples", Pass: "find misclassified samples"}
	}
	return algos.Next{Small: "find misclassified samples", Step: "next epoch", Pass: "next epoch"}
}

func (v view) events() []algos.Event {
	var events []algos.Event
	switch {
	case v.Kind == novikoff.Mistake && v.close():
		events = []algos.Event{{Kind: "margin-mistake", Text: v.phase()}}
	case v.Kind == novikoff.Mistake:
		events = []algos.Event{{Kind: "mistake", Text: v.phase()}}
	}
	if v.repeats {
		events = append(events, algos.Event{Kind: "cycle", Text: v.vars().Text("θ repeats its value of <period update> ago")})
	}
	return v.Events(events, v.status)
}

// end says whether the run ends with this step, and why.
func (v view) end() algos.Status {
	if !v.Ends || v.Mistakes > 0 && v.Pass < v.MaxEpochs {
		return algos.Status{State: algos.Running}
	}
	s := v.vars()
	switch {
	case v.Mistakes == 0:
		return algos.Status{State: algos.Converged, Reason: v.success()}
	case v.period > 0:
		s["why"] = v.whyRepeats()
		return algos.Status{State: algos.Cycling, Reason: s.Text("stopped after <passes epoch>: θ cycles with period <period update>, <why>")}
	case v.best.Separable:
		s["hope"] = v.hope()
		return algos.Status{State: algos.Exhausted, Reason: s.Text("stopped at max epochs, after <passes epoch>: <hope>")}
	}
	return algos.Status{State: algos.Exhausted, Reason: s.Text("stopped after <passes epoch>: no <line> separates the classes, so the perceptron " +
		"does not converge")}
}

// success says why the run has converged.
func (v view) success() say.Phrase {
	s := v.vars()
	switch v.Variant {
	case marginal:
		s["margin"] = v.margin
		return s.Text("epoch <pass> had no margin below γ/2 = <half>: after <k update> the <line> separates the classes with margin <margin>")
	case increment:
		return s.Text("in epoch <pass> every y⟨θ, x⟩ was above γ/2 = <half>: after <k update> the <line> separates the classes")
	case batch:
		return s.Text("after <k update> no sample is misclassified: the <line> separates the classes")
	}
	return s.Text("epoch <pass=model.passes> had no mistake: after <k update> the <line> separates the classes")
}

// hope says what theory guarantees where points are separable and the passes were
// too few.
func (t *task) hope() say.Phrase {
	s := say.Vars{"most": math.Floor(t.limit), "half": t.half, "line": t.line(), "total": t.rate.total()}
	switch why := t.tooMuch(); {
	case why != "":
		return why
	case !math.IsNaN(t.limit) && t.Variant == marginal:
		return s.Text("at most <most> updates reach the margin γ/2 = <half>")
	case !math.IsNaN(t.limit):
		return s.Text("a <line> separates the classes, and the bound allows at most <most> updates")
	case t.rate.endless():
		return s.Text("a <line> separates the classes, and the conditions on η guarantee convergence, without a bound on k")
	}
	return s.Text("the sum of all η(k) is finite, below <total>, so convergence is not guaranteed")
}

// tooMuch says why a margin of γ/2 cannot be reached, or "".
func (t *task) tooMuch() say.Phrase {
	s := say.Vars{"half": t.half, "gamma": t.best.Gamma}
	switch {
	case t.Variant != marginal || !t.best.Separable || t.half < t.best.Gamma:
		return ""
	case t.half == t.best.Gamma:
		return s.Text("only θ* itself has the margin γ/2 = <half>")
	}
	return s.Text("no θ has a margin of γ/2 = <half>: the maximum is γ* = <gamma>")
}

// whyRepeats explains a cycle. On separable points the theorem excludes one, but
// the theorem knows no rounding.
func (t *task) whyRepeats() say.Phrase {
	s := say.Vars{"line": t.line()}
	switch why := t.tooMuch(); {
	case why != "":
		s["why"] = why
		return s.Text("because <why>")
	case t.best.Separable:
		return s.Text("although a <line> separates the classes: floating-point precision is too low for these data")
	}
	return s.Text("so no <line> separates the classes")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.Kind {
	case novikoff.Start:
		v.sayStart(&s)
	case novikoff.Check:
		v.sayCheck(&s)
	case novikoff.Mistake:
		v.sayMistake(&s)
	case novikoff.Update:
		v.sayUpdate(&s)
	}
	if v.picks() && v.Ends && !v.status.Final() {
		s.Text("Epoch <pass> ends with <mistakes mistake>.")
		return s.Lines
	}
	s.Add(v.End(v.status)...)
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	if v.plain() {
		if v.Sequence == inFile || v.Sequence == "" {
			s.Text(`$\theta=0$, so every score is 0: there is no decision boundary yet, and the first sample counts as a mistake. The samples are ` +
				`visited in file order, epoch after epoch.`)
		} else {
			s.Text(`$\theta=0$, so every score is 0: there is no decision boundary yet, and whichever sample comes first counts as a mistake.`)
			v.sayOrder(s)
		}
		if v.Normalize {
			s.More(`Every $x$ is normalised to unit length first, so that $R=1$ and the bound is $1/\gamma^2$.`)
		}
		if v.FitIntercept {
			s.More(`Every point is represented by $x=(x_1,\,x_2,\,1)$; the bias $\theta_0$, the last coordinate of $\theta$, moves the boundary ` +
				`away from the origin.`)
		}
		s.TeX(ruleTeX[standard])
		return
	}
	if v.start == (vector{}) {
		s.Text(`$\theta=0$, so every score is 0 and there is no decision boundary yet.`)
	} else {
		s.Text(`The run starts at $\theta^{(0)}=<start>$ instead of 0: there is already a decision boundary, with its mistakes.`)
	}
	v.sayOrder(s)
	if v.Normalize && v.Variant != marginal {
		s.More(`Every $x$ is normalised to unit length first.`)
	}
	switch v.Variant {
	case marginal:
		s.More(`Every $x$ is normalised to unit length; a sample with margin below $\gamma/2=<half>$ counts as a mistake as well.`)
	case increment:
		s.More(`A sample with $y\langle\theta,x\rangle\le\gamma/2=<half>$ triggers an update, which is scaled by the learning rate $\eta(k)$.`)
	case batch:
		s.More(`All misclassified samples are added at once, weighted by $\eta(k)$.`)
	}
	switch asks := v.Variant == marginal || v.Variant == increment; {
	case !asks || v.Gamma > 0:
	case v.best.Separable:
		s.More(`Here $\gamma$ is the maximum margin of the data.`)
	default:
		s.More(`The data are not linearly separable, so they have no margin, and $\gamma=0$.`)
	}
	if v.FitIntercept {
		s.More(`Every point is represented by $(x_1,\,x_2,\,1)$.`)
	}
	s.TeX(ruleTeX[v.Variant])
}

// sayOrder tells in which order the rows come, where it is not that of the file.
func (v view) sayOrder(s *algos.Story) {
	switch {
	case v.shuffles():
		s.More(`Every epoch visits the samples in a new random order, drawn from the run's seed.`)
	case v.picks() && v.Sequence == firstWrong:
		s.More(`After every update the scan restarts at the first sample; an epoch has at most <n update>.`)
	case v.picks() && v.Sequence == mildWrong:
		s.More(`The mistake with the smallest violation is corrected first; an epoch has at most <n update>.`)
	case v.picks():
		s.More(`The sample with the largest violation is corrected first; an epoch has at most <n update>.`)
	}
}

// scoreTeX is y⟨θ, x⟩ of the row at work.
const scoreTeX = `y_{<i>}\,\langle\theta,<x>\rangle=(<sign>)\,\bigl\langle<theta>,\,\ref{<ref>}{<point>}\bigr\rangle=\hl{<score>}`

// sayMeasure adds what the rule looks at, with the verdict.
func (v view) sayMeasure(s *algos.Story) {
	wrong := v.mistaken(v.theta, v.rows[v.Row])
	const marginTeX = `\frac{y_{<i>}\,\langle\theta,<x>\rangle}{\lVert\theta\rVert}=\frac{<score>}{<length>}=\hl{<margin>}`
	switch {
	case v.Variant == increment && wrong:
		s.TeX(scoreTeX + `\le \frac{\gamma}{2}=<half>`)
	case v.Variant == increment:
		s.TeX(scoreTeX + `>\frac{\gamma}{2}=<half>`)
	case v.Variant == marginal && v.theta != vector{} && wrong:
		s.TeX(marginTeX + `<\frac{\gamma}{2}=<half>`)
	case v.Variant == marginal && v.theta != vector{}:
		s.TeX(marginTeX + `\ge \frac{\gamma}{2}=<half>`)
	case wrong:
		s.TeX(scoreTeX + `\le 0`)
	default:
		s.TeX(scoreTeX + `>0`)
	}
}

func (v view) sayCheck(s *algos.Story) {
	switch {
	case v.Variant == batch:
		s.Text("All samples are classified correctly: no update.")
		s.TeX(`\mathcal{Y}=\emptyset`)
		return
	case v.picks():
		s.Text("No sample triggers an update.")
		return
	case v.Variant == marginal || v.Variant == increment:
		s.Text(`<x> is classified correctly with sufficient margin: $\theta$ does not change.`)
	default:
		s.Text(`<x> is classified correctly, so $\theta$ does not change.`)
	}
	v.sayMeasure(s)
}

func (v view) sayMistake(s *algos.Story) {
	switch {
	case v.Variant == batch:
		v.sayBatch(s)
		return
	case v.close():
		s.Text("<x> is classified correctly, but inside the margin: a margin violation.")
	case v.theta == vector{}:
		s.Text(`<x>: with $\theta=0$ the score is 0, and a score of 0 counts as a mistake.`)
	case v.rows[v.Row].score(v.theta) == 0:
		s.Text("<x> is exactly on the decision boundary: its score is 0, which counts as a mistake.")
	default:
		s.Text("<x> has label $<label>$ but is on the other side of the boundary: misclassified, a mistake.")
	}
	v.sayPicked(s)
	v.sayMeasure(s)
}

// sayPicked tells why this one of several mistakes comes first.
func (v view) sayPicked(s *algos.Story) {
	demanding := len(v.demanding(v.theta))
	s.Vars["demanding"] = demanding
	switch {
	case !v.picks() || demanding < 2:
	case v.Sequence == worstWrong:
		s.More("Of <demanding sample> that trigger an update, it has the largest violation.")
	case v.Sequence == mildWrong:
		s.More("Of <demanding sample> that trigger an update, it has the smallest violation.")
	default:
		s.More("Of <demanding sample> that trigger an update, it is the first.")
	}
}

// sayBatch lists the mistakes that come together.
func (v view) sayBatch(s *algos.Story) {
	const most = 6
	rows := v.atWork()
	s.Vars["rows"], s.Vars["more"], s.Vars["sum"] = say.Rows(rows[:min(len(rows), most)]), len(rows)-most, v.shown(v.sum(rows))
	switch {
	case len(rows) == 1:
		s.Text("<mistakes sample> of <n> is misclassified: <rows>.")
	case len(rows) <= most:
		s.Text("<mistakes sample> of <n> are misclassified: <rows>.")
	default:
		s.Text("<mistakes sample> of <n> are misclassified: <rows> and <more> more.")
	}
	s.TeX(`\sum_{t\in\mathcal{Y}}y_t\,x_t=\hl{<sum>},\quad\eta(<next>)=<eta>`)
}

func (v view) sayUpdate(s *algos.Story) {
	switch {
	case v.Variant == batch:
		s.Vars["sum"] = v.shown(v.sum(v.atWork()))
		s.Text(`Update <k=metric.updates> adds $\eta(<k>)=<eta>$ times the sum over <mistakes=metric.mistakes_in_pass mistake>; now <wrong> of <n> ` +
			`are misclassified.`)
		s.TeX(`\theta\leftarrow\theta+\eta(<k>)\sum_{t\in\mathcal{Y}}y_t\,x_t=<from>+<eta>\cdot <sum>=\hl{<theta>}`)
	case v.Variant == increment:
		v.sayEnough(s)
		s.TeX(`\theta\leftarrow\theta+\eta(<k>)\,y_{<i>}\,<x>=<from>+<eta>\cdot (<sign>)\,\ref{<ref>}{<point>}=\hl{<theta>}`)
	default:
		if v.Variant == marginal {
			v.sayEnough(s)
		} else {
			v.sayTurn(s)
		}
		s.TeX(`\theta\leftarrow\theta+y_{<i>}\,<x>=<from>+(<sign>)\,\ref{<ref>}{<point>}=\hl{<theta>}`)
	}
	switch {
	case v.theta == vector{}:
		s.Text(`$\theta=0$: there is no decision boundary, and every score is 0.`)
	case planar(v.theta) == 0:
		s.Vars["side"] = v.Label(0)
		if v.theta[2] > 0 {
			s.Vars["side"] = v.Label(1)
		}
		s.Text(`$\theta_1=\theta_2=0$: there is no decision boundary; every point of the plane has score $\theta_0=<theta0>$ and is classified as ` +
			`$<side>$.`)
	}
	if v.repeats {
		s.Vars["why"] = v.whyRepeats()
		s.Text("θ repeats its value of <period update> ago: the run is a cycle, <why>.")
	}
}

// sayTurn tells what an update of the standard rule does for its row.
func (v view) sayTurn(s *algos.Story) {
	r := v.rows[v.Row]
	before, after := r.y*r.score(v.before), r.y*r.score(v.theta)
	s.Vars["before"], s.Vars["after"], s.Vars["square"], s.Vars["verdict"] = before, after, dot(r.x, r.x), say.Phrase("now correctly classified")
	switch {
	case after <= before: // only where the sum was rounded back to what it was
		s.Vars["verdict"] = say.Phrase("rounding undoes the update")
	case after <= 0:
		s.Vars["verdict"] = say.Phrase("still misclassified, but closer")
	}
	s.Text(`Update <k> rotates $\theta$ towards <x>: $y_{<i>}\langle\theta,x_{<i>}\rangle$ grows by $\lVert x_{<i>}\rVert^2=<square>$, from ` +
		`$<before>$ to $<after>$; <verdict>.`)
}

// sayEnough tells what an update of a rule with a margin does for its row, also
// where that is little.
func (v view) sayEnough(s *algos.Story) {
	r := v.rows[v.Row]
	before, after := v.measure(v.before, r), v.measure(v.theta, r)
	s.Vars["before"], s.Vars["after"], s.Vars["change"], s.Vars["verdict"] = before, after, after-before, say.Phrase("now sufficient")
	if v.mistaken(v.theta, r) {
		s.Vars["verdict"] = say.Phrase("still insufficient")
	}
	switch little := say.TeX(before) == say.TeX(after); {
	case v.Variant == marginal && little:
		s.Text(`Update <k> rotates $\theta$ towards <x>: its margin changes from $<before>$ by $<change>$ only; <verdict>.`)
	case v.Variant == marginal:
		s.Text(`Update <k> rotates $\theta$ towards <x>: its margin changes from $<before>$ to $<after>$; <verdict>.`)
	case little:
		s.Text(`Update <k=metric.updates> rotates $\theta$ towards <x>: its score $y_{<i>}\langle\theta,x_{<i>}\rangle$ changes from $<before>$ by ` +
			`$<change>$ only; <verdict>.`)
	default:
		s.Text(`Update <k=metric.updates> rotates $\theta$ towards <x>: its score $y_{<i>}\langle\theta,x_{<i>}\rangle$ changes from $<before>$ to ` +
			`$<after>$; <verdict>.`)
	}
}
