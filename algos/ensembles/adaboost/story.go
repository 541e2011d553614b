package adaboost

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"playground/algos"
	"playground/algos/say"
)

// hRef is what round t is called in marks and formulas, hName is what people
// read.
func hRef(t int) string  { return "h" + strconv.Itoa(t) }
func hName(t int) string { return "h" + say.Sub(t) }

// noun is what the weak learner is called.
func (t *task) noun() say.Phrase {
	if t.Weak == depth2 {
		return "tree"
	}
	return "stump"
}

// members counts weak learners.
func (t *task) members(n int) say.Phrase {
	if t.Weak == depth2 {
		return say.Vars{"n": n}.Text("<n=model.rounds tree>")
	}
	return say.Vars{"n": n}.Text("<n=model.rounds stump>")
}

// passRounds is how many rounds a whole pass takes.
const passRounds = 10

// vars are what the words of a step may name. The weak learner of round t is
// name in a label and h in a sentence, where it is bound to its line on the board.
func (v view) vars() say.Vars {
	t := v.number()
	return say.Vars{
		"t": t, "name": hName(t), "h": say.Math(`\ref{` + hRef(t) + `}{h_{` + strconv.Itoa(t) + `}}`),
		"n": len(v.y), "noun": v.noun(), "pass": passRounds,
	}
}

// step is the step that shows a view: what it did, and what follows within the
// round.
func (v view) step(did, small string) algos.Step {
	s, vars := v.now(), v.vars()
	return algos.Step{
		Phase: vars.Text(did), Size: algos.Micro, Metrics: s.metrics(), Status: s.status, View: v,
		Next: algos.Next{Small: vars.Text(small), Step: vars.Text("finish round <t>"), Pass: vars.Text("<pass round>")},
	}
}

const tryAll = "try every <noun>"

// beginning is what comes next when a round is about to begin.
func (s *state) beginning() algos.Next {
	v := say.Vars{"t": len(s.rounds) + 1, "noun": s.noun(), "pass": passRounds}
	return algos.Next{Small: v.Text(tryAll), Step: v.Text("round <t>"), Pass: v.Text("<pass round>")}
}

func (s *state) started() algos.Step {
	step := view{state: s, phase: starting}.step("start", tryAll)
	step.Size, step.Next = algos.Pass, s.beginning()
	return step
}

func (s *state) fitted() algos.Step {
	return view{state: s, phase: fitting}.step(tryAll, "choose <name>")
}

func (s *state) chosen(r *round) algos.Step {
	step := view{state: s, phase: choosing, r: r}.step("choose <name>", "compute the vote of <name>")
	if step.Status = s.statusWith(r); step.Status.Final() {
		step.Size = algos.Pass
	}
	return step
}

func (s *state) weighed(after *state) algos.Step {
	step := view{state: s, phase: weighing, r: after.last(), next: after}.step("compute the vote of <name>", "reweight the points")
	if after.perfect {
		step.Size = algos.Pass
	} else {
		step.Status = algos.Status{State: algos.Running} // until the points are reweighed
	}
	return step
}

func (s *state) reweighed(after *state) algos.Step {
	step := view{state: s, phase: reweighed, r: after.last(), next: after}.step("reweight the points after <name>", tryAll)
	step.Size, step.Next = algos.Normal, after.beginning()
	if s.wrong > 0 && after.wrong == 0 {
		step.Events = append(step.Events, algos.Event{Kind: "no-mistakes", Text: "the ensemble classifies every training point correctly"})
	}
	if len(after.rounds)%passRounds == 0 || after.status.Final() {
		step.Size = algos.Pass
	}
	return step
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if r := v.r; r != nil {
		s.Vars["err"], s.Vars["alpha"], s.Vars["beta"], s.Vars["Z"] = r.err, v.vote(r), r.beta, v.z(r)
	}
	switch v.phase {
	case starting:
		v.sayStart(&s)
	case fitting:
		v.sayFitted(&s)
	case choosing:
		v.sayChosen(&s)
	case weighing:
		v.sayWeighed(&s)
	case reweighed:
		v.sayReweighed(&s)
	}
	return s.Lines
}

// unscaled reports whether the weights start from 1 and are shared out by their total
// W, as the notes 003 have it.
func (t *task) unscaled() bool { return t.Alpha == beta || t.Alpha == fixed }

func (v view) sayStart(s *algos.Story) {
	s.Vars["w"] = 1 / float64(len(v.y))
	if v.unscaled() {
		s.Text("Every point has the weight 1, of <n> in all, and the ensemble is empty. Each round adds the <noun> " +
			"with the smallest weighted error, then reduces the weights of the points that it classifies correctly.")
		s.TeX(`w_i = 1, \quad W = \sum_i w_i = <n>`)
		return
	}
	s.Text("Every point has the weight 1/<n>, and the ensemble is empty. Each round adds the <noun> with the " +
		"smallest weighted error, then increases the weights of the points that it misclassifies.")
	s.TeX(`w_i = \frac{1}{n} = <w>`)
}

func (v view) sayFitted(s *algos.Story) {
	s.Vars["tried"] = len(v.search.values[0]) + len(v.search.values[1]) - 2
	if v.Weak == depth2 {
		s.Text("Round <t>: <tried threshold> for the root, each with the best threshold, or none, on both sides. " +
			"The curves are the smallest weighted error of each root.")
	} else {
		s.Text("Round <t>: <tried threshold> between the points, each with two signs. The curves are their weighted " +
			"errors; changing the sign mirrors the error at ½.")
	}
	if v.unscaled() {
		s.TeX(`\varepsilon(h) = \frac{1}{W}\sum_i w_i \,\mathbf{1}[h(x_i) \ne y_i]`)
		return
	}
	s.TeX(`\varepsilon(h) = \sum_i w_i \,\mathbf{1}[h(x_i) \ne y_i]`)
}

func (v view) sayChosen(s *algos.Story) {
	s.Vars["rule"], s.Vars["wrong"], s.Vars["sum"] = v.r.h.rule(), v.r.wrong, v.heaviest()
	s.Text("The best <noun>, <h>, predicts + <rule>. It misclassifies <wrong point>.")
	if v.unscaled() {
		s.TeX(`\varepsilon_{<t>} = \sum_{i\,\text{misclassified}} \frac{w_i}{W} = <sum>\hl{<err>}`)
		return
	}
	s.TeX(`\varepsilon_{<t>} = \sum_{i\,\text{misclassified}} w_i = <sum>\hl{<err>}`)
}

// heaviest writes ε as the sum of the heaviest wrong weights, where there are two
// at least.
func (v view) heaviest() say.Phrase {
	wrong := v.mistakes(v.r.h)
	if len(wrong) < 2 {
		return ""
	}
	slices.SortStableFunc(wrong, func(a, b int) int { return cmp.Compare(v.w[b], v.w[a]) })
	const shown = 3
	sum, plus := say.Phrase(""), say.Phrase("")
	for _, i := range wrong[:min(shown, len(wrong))] {
		sum += plus + say.Vars{"row": say.Row(i).Ref(), "w": v.w[i]}.TeX(`\ref{<row>}{<w>}`)
		plus = " + "
	}
	if len(wrong) > shown {
		return say.Vars{"sum": sum}.TeX(`<sum> + \ldots = `)
	}
	return say.Vars{"sum": sum}.TeX(`<sum> = `)
}

func (v view) sayWeighed(s *algos.Story) {
	if v.next.perfect {
		s.TeX(`\varepsilon_{<t>} = 0 \quad \to \quad \alpha_{<t>} = \infty`)
		return
	}
	if v.Alpha == fixed {
		v.sayAssumed(s)
	} else {
		s.Text("The smaller its weighted error, the larger the vote α of <h>:")
	}
	switch v.Alpha {
	case fixed:
	case full:
		s.TeX(`\alpha_{<t>} = \ln\frac{1-\varepsilon}{\varepsilon} = \ln\frac{1-<err>}{<err>} = \hl{<alpha>}`)
	case beta:
		s.TeX(`\beta_{<t>} = \frac{\varepsilon}{1-\varepsilon} = \frac{<err>}{1-<err>} = <beta>, \quad \ln\frac{1}{\beta_{<t>}} = \hl{<alpha>}`)
	default:
		s.TeX(`\alpha_{<t>} = \frac{1}{2}\ln\frac{1-\varepsilon}{\varepsilon} = \frac{1}{2}\ln\frac{1-<err>}{<err>} = \hl{<alpha>}`)
	}
	s.Vars["members"], s.Vars["before"], s.Vars["after"], s.Vars["loss"] = v.members(v.number()), v.wrong, v.next.wrong, v.next.loss
	if v.Alpha == fixed {
		s.Text("The majority vote of <members> misclassifies <after> of <n> (<before> before).")
		v.sayThreshold(s)
		return
	}
	if len(v.rounds) == 0 { // an empty ensemble says nothing
		s.Text("The ensemble of <members> misclassifies <after> of <n>. Its exponential loss falls by the factor 2√(ε(1−ε)) = " +
			"<Z=metric.bound>, from 1 to <loss=metric.bound>.")
	} else {
		s.Text("The ensemble of <members> now misclassifies <after> of <n> (<before> before). Its exponential loss " +
			"falls by the factor 2√(ε(1−ε)) = <Z> to <loss>.")
	}
	if v.Alpha == beta {
		v.sayThreshold(s)
	}
}

// sayAssumed compares ε with what was assumed of it.
func (v view) sayAssumed(s *algos.Story) {
	s.Vars["gamma"], s.Vars["most"] = v.Edge, 0.5-v.Edge
	if !v.keeps(v.r) {
		s.Text("ε = <err> is more than ½ − γ = <most>: <h> violates the weak-learning condition. Its vote counts as much as any other, whatever its error.")
	} else {
		s.Text("ε = <err=metric.weighted_error> is at most ½ − γ = <most>: <h> satisfies the weak-learning condition. Its vote counts as " +
			"much as any other, whatever its error.")
	}
	s.TeX(`\beta = \frac{1/2 - \gamma}{1/2 + \gamma} = \frac{1/2 - <gamma>}{1/2 + <gamma>} = \hl{<beta>}`)
}

// sayThreshold counts the votes with answers 0 and 1, at the point that is nearest to
// the threshold.
func (v view) sayThreshold(s *algos.Story) {
	row, least := 0, math.Inf(1)
	for i, x := range v.x {
		if off := math.Abs(v.next.share(x) - 0.5); off < least {
			row, least = i, off
		}
	}
	share := v.next.share(v.x[row])
	s.Vars["near"], s.Vars["votes"] = say.Row(row), share
	if v.next.f[row] > 0 {
		s.Text("With outputs 0 and 1 the threshold is ½ of the votes: the nearest to it is <near>, where + has more.")
		s.TeX(`\sum_t \alpha_t b_t(\hl{<near>}) = <votes> > \frac{1}{2}, \quad b_t = \frac{1+h_t}{2}, \quad \sum_t \alpha_t = 1`)
		return
	}
	s.Text("With outputs 0 and 1 the threshold is ½ of the votes: the nearest to it is <near>, where + has no more.")
	s.TeX(`\sum_t \alpha_t b_t(\hl{<near>}) = <votes> \le \frac{1}{2}, \quad b_t = \frac{1+h_t}{2}, \quad \sum_t \alpha_t = 1`)
}

func (v view) sayReweighed(s *algos.Story) {
	r := v.r
	if v.Alpha == fixed {
		v.sayShrunk(s)
		return
	}
	if v.Alpha == beta {
		s.Text("The points that <h> classifies correctly lose weight, so that they hold half of it, and the misclassified points the other " +
			"half. In the next round <name> has weighted error ½.")
	} else {
		s.Text("The points that <h> misclassifies gain weight, the others lose it, so that each group holds half of the total. In the next " +
			"round <name> has weighted error ½.")
	}
	switch v.Alpha {
	case full:
		s.Vars["up"], s.Vars["Z"] = math.Exp(2*r.alpha), 2*(1-r.err)
		s.TeX(`w_i \leftarrow \frac{1}{Z}\begin{cases} w_i\,e^{\alpha} = <up>\,w_i & \text{misclassified} \\ w_i & \text{correct} \end{cases} \qquad Z = <Z>`)
	case beta:
		s.Vars["shrink"] = 2 * r.err
		s.TeX(`w_i \leftarrow \begin{cases} \beta\,w_i = <beta>\,w_i & \text{correct} \\ w_i & \text{misclassified} \end{cases}`)
		s.TeX(`W \leftarrow 2\varepsilon\,W = <shrink>\,W`)
	default:
		s.Vars["up"], s.Vars["down"] = math.Exp(r.alpha)/v.z(r), math.Exp(-r.alpha)/v.z(r)
		s.TeX(`w_i \leftarrow \frac{w_i\,e^{-\alpha y_i h(x_i)}}{Z} = \begin{cases} <up>\,w_i & ` +
			`\text{misclassified} \\ <down>\,w_i & \text{correct} \end{cases} \qquad Z = <Z>`)
	}
	v.sayHeaviest(s)
}

// sayShrunk says what a fixed β does to the weights.
func (v view) sayShrunk(s *algos.Story) {
	s.Vars["shrink"], s.Vars["most"] = v.shrink(v.r), 1-2*v.Edge
	if !v.keeps(v.r) {
		s.Text("The points that <h> classifies correctly lose weight by the factor β. The total weight shrinks by <shrink> only, less than " +
			"the 1 − 2γ = <most> of the bound.")
	} else {
		s.Text("The points that <h> classifies correctly lose weight by the factor β. The total weight shrinks by <shrink>, at least as much " +
			"as the 1 − 2γ = <most> of the bound.")
	}
	s.TeX(`w_i \leftarrow \begin{cases} \beta\,w_i = <beta>\,w_i & \text{correct} \\ w_i & \text{misclassified} \end{cases}`)
	s.TeX(`W \leftarrow (\beta(1-\varepsilon) + \varepsilon)\,W = <shrink>\,W`)
	v.sayHeaviest(s)
}

func (v view) sayHeaviest(s *algos.Story) {
	top := slices.Max(v.next.w)
	s.Vars["x"], s.Vars["share"] = say.Row(slices.Index(v.next.w, top)), 100*top
	s.Text("The largest weight is now that of <x>, <share> % of the total.")
}

// rule says in words where h is +1.
func (t *tree) rule() say.Phrase {
	v := say.Vars{"x": "x" + say.Sub(t.feature+1), "theta": t.threshold}
	switch {
	case t.feature == leaf && t.value > 0:
		return "everywhere"
	case t.feature == leaf:
		return "nowhere"
	case t.stump() && t.above.value > t.below.value:
		return v.Text("where <x> > <theta>")
	case t.stump() && t.above.value < t.below.value:
		return v.Text("where <x> ≤ <theta>")
	}
	v["below"], v["above"] = t.below.rule(), t.above.rule()
	return v.Text("<below> for <x> ≤ <theta>, <above> for <x> > <theta>")
}

// statusNow says in words how the run stands after a round.
func (s *state) statusNow() algos.Status {
	t := len(s.rounds)
	v := say.Vars{"name": hName(t), "t": t, "wrong": s.wrong, "n": len(s.y)}
	switch {
	case s.perfect:
		return algos.Status{State: algos.Converged, Reason: v.Text(
			"<name> makes no error: ε = 0, so α = ∞, and <name> decides alone. Boosting stops.")}
	case t == s.Rounds && t == 1:
		return algos.Status{State: algos.Converged, Reason: v.Text("The one round is done: the ensemble misclassifies <wrong> of <n point>.")}
	case t == s.Rounds:
		return algos.Status{State: algos.Converged, Reason: v.Text("All <t=model.rounds round> are done: the ensemble misclassifies <wrong> of <n point>.")}
	}
	return algos.Status{State: algos.Running}
}

// statusWith says how the run stands once the next weak learner is chosen.
func (s *state) statusWith(r *round) algos.Status {
	v := say.Vars{"noun": s.noun(), "err": r.err}
	switch {
	case r.underflowed():
		return algos.Status{State: algos.Exhausted, Reason: v.Text(
			"The weights of the points that the best <noun> misclassifies are below the smallest floating-point number: ε cannot be computed any more.")}
	case r.useless() && s.Alpha == fixed:
		return algos.Status{State: algos.Converged, Reason: v.Text(
			"The best <noun> has ε = <err> ≥ ½, no better than random guessing: the weak-learning condition fails for every γ > 0. Boosting stops.")}
	case r.useless():
		return algos.Status{State: algos.Converged, Reason: v.Text("The best <noun> has ε = <err> ≥ ½, no better than random guessing under " +
			"these weights: α would be " +
			"0, and the exponential loss cannot fall. Boosting stops.")}
	}
	return algos.Status{State: algos.Running}
}
