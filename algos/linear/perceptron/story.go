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
		"pass": v.Pass, "passes": v.Passes, "period": v.period, "line": v.line(),
	}
}

// line names what the run looks for.
func (t *task) line() say.Phrase {
	if t.Bias {
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
		return "start at θ = 0"
	case v.Kind == novikoff.Start:
		return say.Vars{"start": v.shown(v.start)}.Text("start at θ = <start>")
	case v.Kind == novikoff.Check && (all || v.picks()):
		return "check all rows"
	case v.Kind == novikoff.Mistake && all:
		return s.Text("mistake on <mistakes=metric.mistakes_in_pass row>")
	case v.Kind == novikoff.Mistake && v.close():
		return s.Text("margin mistake on <row>")
	case v.Kind == novikoff.Update && all:
		return s.Text("update θ by <mistakes=metric.mistakes_in_pass row>")
	case v.Kind == novikoff.Update:
		return s.Text("update θ by <row>")
	}
	return v.Phase()
}

func (v view) next() algos.Next {
	if v.Variant != batch && v.Kind != novikoff.Mistake {
		next := v.Next("")
		if v.picks() {
			next.Small = "look at all rows"
		}
		return next
	}
	s := say.Vars{"added": v.added(), "mistakes": v.Mistakes}
	switch {
	case v.Variant != batch:
		return v.Next(s.Text("add <added>"))
	case v.Kind == novikoff.Mistake:
		return algos.Next{Step: s.Text("add <added> over <mistakes row>"), Pass: "the next update"}
	case v.wrong == 0:
		return algos.Next{Step: "find the mistakes", Pass: "find the mistakes"}
	}
	return algos.Next{Small: "find the mistakes", Step: "the next update", Pass: "the next update"}
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
		events = append(events, algos.Event{Kind: "cycle", Text: v.vars().Text("θ is where it was <period update> ago")})
	}
	return v.Events(events, v.status)
}

// end says whether the run ends with this step, and why.
func (v view) end() algos.Status {
	if !v.Ends || v.Mistakes > 0 && v.Pass < v.Passes {
		return algos.Status{State: algos.Running}
	}
	s := v.vars()
	switch {
	case v.Mistakes == 0:
		return algos.Status{State: algos.Converged, Reason: v.success()}
	case v.period > 0:
		s["why"] = v.whyRepeats()
		return algos.Status{State: algos.Cycling, Reason: s.Text("stopped after <passes pass>: θ repeats every <period update> for ever, <why>")}
	case v.best.Separable:
		s["hope"] = v.hope()
		return algos.Status{State: algos.Exhausted, Reason: s.Text("stopped after <passes pass>, which were not enough: <hope>")}
	}
	return algos.Status{State: algos.Exhausted, Reason: s.Text("stopped after <passes pass>: no <line> separates these points, so the mistakes never end")}
}

// success says why the run has converged.
func (v view) success() say.Phrase {
	s := v.vars()
	switch v.Variant {
	case marginal:
		s["margin"] = v.margin
		return s.Text("pass <pass> met no margin below γ/2 = <half>: after <k update> the <line> separates the points with the margin <margin>")
	case increment:
		return s.Text("pass <pass> found every y⟨θ, x⟩ above γ/2 = <half>: after <k update> the <line> separates the points")
	case batch:
		return s.Text("after <k update> no row is wrong: the <line> separates the points")
	}
	return s.Text("pass <pass=model.passes> made no mistake: after <k update> the <line> separates the points")
}

// hope says what theory promises where points are separable and the passes were
// too few.
func (t *task) hope() say.Phrase {
	s := say.Vars{"most": math.Floor(t.limit), "half": t.half, "line": t.line(), "total": t.rate.total()}
	switch why := t.tooMuch(); {
	case why != "":
		return why
	case !math.IsNaN(t.limit) && t.Variant == marginal:
		return s.Text("at most <most> updates reach the margin γ/2 = <half>")
	case !math.IsNaN(t.limit):
		return s.Text("a <line> separates the points, and at most <most> updates find one")
	case t.rate.endless():
		return s.Text("a <line> separates the points, and the conditions on η promise that one is found, but not when")
	}
	return s.Text("the sum of all η(k) is finite, below <total>, and then nothing is promised")
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
	return s.Text("no θ has a margin of γ/2 = <half>: the largest is γ* = <gamma>")
}

// whyRepeats explains a cycle. On separable points the theorem excludes one, but
// the theorem knows no rounding.
func (t *task) whyRepeats() say.Phrase {
	s := say.Vars{"line": t.line()}
	switch why := t.tooMuch(); {
	case why != "":
		s["why"] = why
		return s.Text("for <why>")
	case t.best.Separable:
		return s.Text("although a <line> separates these points: floating-point numbers are too coarse for them")
	}
	return s.Text("so no <line> separates these points")
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
		s.Text("Pass <pass> is over with <mistakes mistake>.")
		return s.Lines
	}
	s.Add(v.End(v.status)...)
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	if v.plain() {
		if v.Sequence == inFile || v.Sequence == "" {
			s.Text(`$\theta=0$, so every score is 0: there is no line yet, and the first row will count as a mistake. ` +
				`The rows are visited in file order, pass after pass.`)
		} else {
			s.Text(`$\theta=0$, so every score is 0: there is no line yet, and whichever row comes first will count as a mistake.`)
			v.sayOrder(s)
		}
		if v.Unit {
			s.More(`Every $x$ is brought to length 1 first, so that $R=1$ and the bound is $1/\gamma^2$.`)
		}
		if v.Bias {
			s.More(`Every point stands for $x=(x_1,\,x_2,\,1)$; the last coordinate of $\theta$, called $\theta_0$, moves the line away from the origin.`)
		}
		s.TeX(ruleTeX[standard])
		return
	}
	if v.start == (vector{}) {
		s.Text(`$\theta=0$, so every score is 0 and there is no line yet.`)
	} else {
		s.Text(`The run starts at $\theta^{(0)}=<start>$ instead of 0: the line is already there, and so are its mistakes.`)
	}
	v.sayOrder(s)
	if v.Unit && v.Variant != marginal {
		s.More(`Every $x$ is brought to length 1 first.`)
	}
	switch v.Variant {
	case marginal:
		s.More(`Every $x$ is brought to length 1, and a row with a margin below $\gamma/2=<half>$ counts as a mistake as well.`)
	case increment:
		s.More(`A row with $y\langle\theta,x\rangle\le\gamma/2=<half>$ demands an update, of which update $k$ makes $\eta(k)$ times its size.`)
	case batch:
		s.More(`All mistakes are added at once, $\eta(k)$ times.`)
	}
	switch asks := v.Variant == marginal || v.Variant == increment; {
	case !asks || v.Gamma > 0:
	case v.best.Separable:
		s.More(`Here $\gamma$ is the largest margin that the points have.`)
	default:
		s.More(`The points are not separable, so they have no margin, and $\gamma=0$.`)
	}
	if v.Bias {
		s.More(`Every point stands for $(x_1,\,x_2,\,1)$.`)
	}
	s.TeX(ruleTeX[v.Variant])
}

// sayOrder tells in which order the rows come, where it is not that of the file.
func (v view) sayOrder(s *algos.Story) {
	switch {
	case v.shuffles():
		s.More(`Every pass visits the rows in another order, drawn from the run's seed.`)
	case v.picks() && v.Sequence == firstWrong:
		s.More(`After every update the search begins again at the first row; a pass is at most <n update>.`)
	case v.picks() && v.Sequence == mildWrong:
		s.More(`Of all mistakes the one that falls short least is mended; a pass is at most <n update>.`)
	case v.picks():
		s.More(`Of all rows the one that falls short most is mended; a pass is at most <n update>.`)
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
		s.Text("Every row is on its right side: there is nothing to add.")
		s.TeX(`\mathcal{Y}=\emptyset`)
		return
	case v.picks():
		s.Text("Among all rows there is none that demands an update.")
		return
	case v.Variant == marginal || v.Variant == increment:
		s.Text(`<x> is on its right side, and far enough: $\theta$ stays as it is.`)
	default:
		s.Text(`<x> is on its right side, so $\theta$ stays as it is.`)
	}
	v.sayMeasure(s)
}

func (v view) sayMistake(s *algos.Story) {
	switch {
	case v.Variant == batch:
		v.sayBatch(s)
		return
	case v.close():
		s.Text("<x> is on its right side, but nearer to the line than the rule allows: a margin mistake.")
	case v.theta == vector{}:
		s.Text(`<x>: with $\theta=0$ the score is 0, which is not above 0, and counts as a mistake.`)
	case v.rows[v.Row].score(v.theta) == 0:
		s.Text("<x> lies exactly on the line: its score is not above 0, and that counts as a mistake.")
	default:
		s.Text("<x> has the label $<label>$ and lies on the wrong side of the line: a mistake.")
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
		s.More("Of <demanding row> that demand an update none falls short more.")
	case v.Sequence == mildWrong:
		s.More("Of <demanding row> that demand an update none falls short less.")
	default:
		s.More("Of <demanding row> that demand an update it is the first.")
	}
}

// sayBatch lists the mistakes that come together.
func (v view) sayBatch(s *algos.Story) {
	const most = 6
	rows := v.atWork()
	s.Vars["rows"], s.Vars["more"], s.Vars["sum"] = say.Rows(rows[:min(len(rows), most)]), len(rows)-most, v.shown(v.sum(rows))
	switch {
	case len(rows) == 1:
		s.Text("<mistakes row> of <n> is a mistake: <rows>.")
	case len(rows) <= most:
		s.Text("<mistakes row> of <n> are mistakes: <rows>.")
	default:
		s.Text("<mistakes row> of <n> are mistakes: <rows> and <more> more.")
	}
	s.TeX(`\sum_{t\in\mathcal{Y}}y_t\,x_t=\hl{<sum>},\quad\eta(<next>)=<eta>`)
}

func (v view) sayUpdate(s *algos.Story) {
	switch {
	case v.Variant == batch:
		s.Vars["sum"] = v.shown(v.sum(v.atWork()))
		s.Text(`Update <k=metric.updates> adds $\eta(<k>)=<eta>$ times the sum over <mistakes=metric.mistakes_in_pass mistake>; now <wrong> of <n> are wrong.`)
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
		s.Text(`$\theta=0$: there is no line, and every score is 0.`)
	case planar(v.theta) == 0:
		s.Vars["side"] = v.Label(0)
		if v.theta[2] > 0 {
			s.Vars["side"] = v.Label(1)
		}
		s.Text(`$\theta_1=\theta_2=0$: there is no line; every point of the plane gets the score $\theta_0=<theta0>$ and the label $<side>$.`)
	}
	if v.repeats {
		s.Vars["why"] = v.whyRepeats()
		s.Text("θ is back where it was <period update> ago: it repeats for ever, <why>.")
	}
}

// sayTurn tells what an update of the standard rule does for its row.
func (v view) sayTurn(s *algos.Story) {
	r := v.rows[v.Row]
	before, after := r.y*r.score(v.before), r.y*r.score(v.theta)
	s.Vars["before"], s.Vars["after"], s.Vars["square"], s.Vars["verdict"] = before, after, dot(r.x, r.x), say.Phrase("now it is right")
	switch {
	case after <= before: // only where the sum was rounded back to what it was
		s.Vars["verdict"] = say.Phrase("the sum is rounded back to what it was")
	case after <= 0:
		s.Vars["verdict"] = say.Phrase("still wrong, yet less so")
	}
	s.Text(`Update <k> turns $\theta$ towards <x>: $y_{<i>}\langle\theta,x_{<i>}\rangle$ grows by $\lVert x_{<i>}\rVert^2=<square>$, ` +
		`from $<before>$ to $<after>$; <verdict>.`)
}

// sayEnough tells what an update of a rule with a margin does for its row, also
// where that is little.
func (v view) sayEnough(s *algos.Story) {
	r := v.rows[v.Row]
	before, after := v.measure(v.before, r), v.measure(v.theta, r)
	s.Vars["before"], s.Vars["after"], s.Vars["change"], s.Vars["verdict"] = before, after, after-before, say.Phrase("now it is enough")
	if v.mistaken(v.theta, r) {
		s.Vars["verdict"] = say.Phrase("still too little")
	}
	switch little := say.TeX(before) == say.TeX(after); {
	case v.Variant == marginal && little:
		s.Text(`Update <k> turns $\theta$ towards <x>: its margin changes from $<before>$ by $<change>$ only; <verdict>.`)
	case v.Variant == marginal:
		s.Text(`Update <k> turns $\theta$ towards <x>: its margin goes from $<before>$ to $<after>$; <verdict>.`)
	case little:
		s.Text(`Update <k=metric.updates> turns $\theta$ towards <x>: its score $y_{<i>}\langle\theta,x_{<i>}\rangle$ changes from $<before>$ by $<change>$ only; <verdict>.`)
	default:
		s.Text(`Update <k=metric.updates> turns $\theta$ towards <x>: its score $y_{<i>}\langle\theta,x_{<i>}\rangle$ goes from $<before>$ to $<after>$; <verdict>.`)
	}
}
