package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// vars are the numbers of a step that sentences and captions name.
func (v *view) vars() say.Vars {
	six := func(x float64) say.Digits { return say.Digits{X: x, N: 6} }
	w := say.Vars{
		"n": len(v.X), "K": v.count(), "mistakes": v.Mistakes, "wrong": v.wrongOf(v.Mistakes), "primal": v.Primal, "dual": v.dual,
		"gap": v.Primal - v.dual, "violation": v.viol, "norm": v.Norm2 / 2, "xi": v.xi,
		"dual6": six(v.dual), "primal6": six(v.Primal), "sweeps": v.sweeps, "free": v.free,
	}
	if v.before != nil {
		w["before6"] = six(v.before.dual)
	}
	if v.row >= 0 {
		y, j := v.Y[v.row], v.rival
		w["row"], w["i"], w["name"] = say.Row(v.row), v.row+1, say.Row(v.row).Name()
		w["own"], w["rival"], w["wy"], w["wj"] = v.class(y), v.class(j), v.weight(y), v.weight(j)
	}
	return w
}

// Say tells what the step did with its own numbers.
func (v *view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch v.phase {
	case starting:
		s.Text("One weight vector for each of <K> classes, initially zero: every score is 0, and every point violates its margin.")
		s.TeX(`\text{primal} = \frac{1}{2}\sum_k \lVert w_k\rVert^2 + C\sum_i \xi_i = <primal>, \quad \text{dual} = 0`)
	case asking:
		v.sayAsked(&s)
	case updating:
		v.sayUpdated(&s)
	case finishing:
		v.saySwept(&s)
	}
	return s.Lines
}

// sayAsked: the loss-augmented prediction of the point.
func (v *view) sayAsked(s *algos.Story) {
	y, j := v.Y[v.row], v.rival
	score := v.scores(v.X[v.row])
	if j == y {
		s.Vars["clearance"] = v.clearance(score, y)
		s.Text(`$\hl{<row>}$ is of <own>, which leads every other class by more than Δ: its margin constraints hold, ξ = 0.`)
		s.TeX(`<wy>\cdot x_{<i>} - \max_{j \ne y} (\Delta + w_j\cdot x_{<i>}) = <clearance> \ge 0`)
		return
	}
	s.Vars["cost"], s.Vars["fj"], s.Vars["fy"] = v.Cost[y][j], say.Factor(score[j]), say.Factor(score[y])
	s.Text(`$\hl{<row>}$ is of <own>. The loss-augmented score (with Δ) is largest for <rival>: this is the most violated constraint.`)
	s.TeX(`\begin{aligned} \xi_{<i>} &= \Delta + <wj>\cdot x_{<i>} - <wy>\cdot x_{<i>} \\ &= <cost> + <fj> - <fy> = \hl{<xi>} \end{aligned}`)
}

func (v *view) sayUpdated(s *algos.Story) {
	y, j := v.Y[v.row], v.rival
	s.Vars["eta"], s.Vars["decay"] = v.rate(v.t), say.Digits{X: 1 - 1/(float64(v.t)+float64(len(v.X))), N: 4}
	s.Vars["ny"], s.Vars["nj"] = v.parts(y), v.parts(j)
	const decay = `w_k \leftarrow (1 - \eta\lambda)\, w_k = <decay>\, w_k \quad \text{for all } k`
	if j == y {
		s.Text(`$\hl{<row>}$ satisfies its margin, so only the regulariser has a gradient: all weights shrink (weight decay).`)
		s.TeX(decay)
	} else {
		s.Text(`Weight decay shrinks all weights; then <wy> moves towards $\hl{<row>}$ and <wj> away from it, by the learning rate ` +
			`$\eta = Cn/(t + n) = <eta>$:`)
		s.TeX(decay)
		s.TeX(`<wy> \leftarrow \ldots + \eta\, x_{<i>} = \hl{<ny>}, \quad <wj> \leftarrow \ldots - \eta\, x_{<i>} = \hl{<nj>}`)
	}
	s.Text("<wrong>. The objective is <primal=metric.primal>, and its minimum is at least the dual value <dual=metric.dual>.")
}

// parts are the coordinates of w_k that are in use.
func (v *view) parts(k int) []float64 {
	if v.Bias {
		return v.w[k][:]
	}
	return v.w[k][:2]
}

func (v *view) saySwept(s *algos.Story) {
	text := s.Vars.Text("Dual coordinate ascent: <sweeps sweep> over all points. The coefficients of one point maximise the dual while all others are fixed.")
	if v.before.tau == nil && v.t > 0 {
		text = "The SGD updates give a feasible point of the dual, and the ascent starts there. " + text
	}
	if v.free > 0 {
		text += " " + s.Vars.Text("In between, one linear solve updates all unbounded coefficients at once, in <free direction>.")
	}
	s.Add(algos.Line{Text: text})
	s.TeX(`\text{dual}: <before6> \to \hl{<dual6>} \le \text{primal} = <primal6>`)
	s.Text("The duality gap is <gap=metric.gap>, the largest KKT violation <violation=metric.kkt>. <wrong>.")
}

// title says in a few words what the step did.
func (v *view) title() say.Phrase {
	w := say.Vars{"name": say.Row(v.row).Name()}
	switch {
	case v.phase == starting:
		return "start"
	case v.phase == finishing:
		return "increase the dual"
	case v.phase == asking:
		return w.Text("find the rival of <name>")
	case v.rival == v.Y[v.row]:
		return w.Text("skip <name>")
	}
	return w.Text("update with <name>")
}

// next says what comes after the step.
func (v *view) next() algos.Next {
	pass := say.Vars{"n": len(v.X)}.Text("<n point>")
	switch {
	case v.status.Final():
		return algos.Next{}
	case v.phase == asking && v.rival == v.Y[v.row]:
		return algos.Next{Step: "weight decay", Pass: pass}
	case v.phase == asking:
		return algos.Next{Step: "update the weights", Pass: pass}
	case v.phase == finishing || v.t == len(v.X)*v.Passes:
		return algos.Next{Step: "increase the dual", Pass: "increase the dual"}
	}
	return algos.Next{Small: "take a point", Step: "update with a point", Pass: pass}
}

// goesOn is the status during the descent.
func (v *view) goesOn() algos.Status {
	if v.Finish || v.t < len(v.X)*v.Passes {
		return algos.Status{State: algos.Running}
	}
	w := say.Vars{"passes": v.Passes, "primal": v.Primal, "dual": v.dual, "share": percent(v.Primal-v.dual, v.Primal)}
	return algos.Status{State: algos.Exhausted, Reason: w.Text(
		"After <passes epoch> the objective is <primal>. Its minimum is not below the dual value <dual>, so it is at most <share> lower.")}
}

// percent is a share of a whole.
func percent(part, whole float64) string {
	if !(whole > 0) {
		return "0 %"
	}
	return say.Sig(100*max(0, part)/whole, 2) + " %"
}

// finished is the status after a step of the finish.
func (v *view) finished(spent bool) algos.Status {
	gap := v.Primal - v.dual
	w := say.Vars{"sweeps": v.all, "apart": math.Abs(gap), "gap": gap, "share": percent(gap, v.Primal)}
	switch {
	case v.viol <= max(v.Tol, min(algos.Negligible, v.rounding()/(v.C*float64(len(v.X))))):
		return algos.Status{State: algos.Converged, Reason: w.Text(
			"After <sweeps sweep> of dual coordinate ascent the duality gap is <apart>: ") + v.best(gap)}
	case spent:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("After <sweeps sweep> of dual coordinate ascent the gap is still <gap>, <share> of "+
			"the objective.") +
			" Standardise the features, or reduce C."}
	}
	return algos.Status{State: algos.Running}
}

// best says how good the weights at the end are.
func (v *view) best(gap float64) say.Phrase {
	if gap <= algos.Negligible*v.Primal {
		return "these weights are optimal."
	}
	return say.Vars{"share": percent(gap, v.Primal)}.Text("no weights have an objective lower by more than <share>.")
}

// vars are the numbers of a step that sentences and captions name.
func (e *ensemble) vars() say.Vars {
	w := say.Vars{
		"n": len(e.X), "K": e.count(), "K1": e.count() - 1, "done": len(e.done), "jobs": len(e.of), "mistakes": e.mistakes, "wrong": e.wrongOf(e.mistakes),
	}
	if b := e.now; b != nil {
		w["machine"], w["pairs"], w["support"], w["violation"], w["rows"] = e.between(b.sides), b.pairs, len(b.coef), b.kkt, len(b.rows)
		w["dual"], w["primal"] = say.Digits{X: b.dual, N: 6}, say.Digits{X: b.primal, N: 6}
	}
	return w
}

// Say tells what the step did with its own numbers.
func (e *ensemble) Say() []algos.Line {
	s := algos.Story{Vars: e.vars()}
	switch {
	case e.status.Final():
		e.sayTally(&s)
	case e.now != nil:
		e.sayTrained(&s)
	case e.Method == oneVsRest:
		s.Text("One binary SVM for each of the <K> classes is trained against all other classes together.")
		s.TeX(`\hat{y} = \operatorname{argmax}_k f_k(x)`)
	default:
		s.Text("<K> classes make <jobs pair>. One binary SVM per pair is trained on the points of its two classes.")
		s.TeX(`\frac{K(K-1)}{2} = \frac{<K>\cdot <K1>}{2} = <jobs>`)
	}
	return s.Lines
}

func (e *ensemble) sayTrained(s *algos.Story) {
	b := e.now
	switch b.end {
	case smo.Running:
		s.Text("The binary SVM <machine> after <pairs pair>: <support support vector>, and a KKT violation of <violation=metric.kkt>.")
	case smo.Optimal:
		wrong := 0
		for t, i := range b.rows {
			if (b.score[i] > 0) != (b.y[t] > 0) {
				wrong++
			}
		}
		s.Vars["errors"] = wrong
		s.Text("The binary SVM <machine> is trained after <pairs pair>: <support support vector>, and <errors> of <rows point> misclassified.")
	default:
		s.Vars["why"] = endNames[b.end]
		s.Text("The binary SVM <machine> stops after <pairs pair> with a KKT violation of <violation>: <why>.")
	}
	s.TeX(`\text{dual} = <dual> \le \text{primal} = <primal>`)
	s.Text("With <done> of <jobs SVM> trained, <wrong>.")
}

var endNames = map[smo.End]say.Phrase{
	smo.Cap:       "the iteration limit is reached",
	smo.Precision: "rounding hides any further gain",
	smo.NoBound:   "its dual is unbounded",
}

// sayTally tells how the class of the query comes about.
func (e *ensemble) sayTally(s *algos.Story) {
	score := e.scoresAt(e.Query)
	all := e.tally(score)
	winner := joint.Best(all)
	s.Vars["winner"] = e.class(winner)
	if e.Method == oneVsRest {
		claims := 0
		for _, f := range all {
			if f > 0 {
				claims++
			}
		}
		s.Vars["claims"] = claims
		claim := "<claims> scores are above 0: several binary classifiers claim q. Their scores are compared, though they are not calibrated to each other."
		switch claims {
		case 0:
			claim = "All scores are negative: no binary classifier claims q, and the largest score is predicted."
		case 1:
			claim = "1 score is above 0: the binary classifiers agree."
		}
		s.Add(algos.Line{Text: s.Vars.Text("At q the score of <winner> is the largest, so it is predicted.") + " " + s.Vars.Text(claim)}, e.scoreLine(score))
		s.Text("<wrong>.")
		return
	}
	s.Vars["votes"], s.Vars["level"], s.Vars["tied"] = int(all[winner]), leaders(all), e.ties()
	outcome := "Majority vote: at q <winner> gets <votes vote> and is predicted."
	if leaders(all) > 1 {
		outcome = "Majority vote: at q <level> classes have <votes vote> each. The tie goes to the lowest class index, <winner>, as in LIBSVM."
	}
	s.Add(algos.Line{Text: s.Vars.Text(outcome) + " A score above 0 is a vote for the first class of its pair."}, e.scoreLine(score))
	s.Text("<wrong>; for <tied> the vote is a tie.")
}

// scoreLine spells out the scores of the first classifiers at the query.
func (e *ensemble) scoreLine(score []float64) algos.Line {
	const most = 6
	comma := say.Vars{}.TeX(`, \quad `)
	var tex say.Phrase
	for b, member := range e.members[:min(most, len(e.members))] {
		if b > 0 {
			tex += comma
		}
		w := say.Vars{"k": e.label(member.first), "score": score[b]}
		if member.second < 0 {
			tex += w.TeX(`f_{<k>}(q) = <score>`)
			continue
		}
		w["j"] = e.label(member.second)
		tex += w.TeX(`f_{<k>,<j>}(q) = <score>`)
	}
	if len(e.members) > most {
		tex += comma + say.Vars{}.TeX(`\ldots`)
	}
	return algos.Line{TeX: tex}
}

// ties are how many points are decided by the rule for ties.
func (e *ensemble) ties() int {
	tied := 0
	for i := range e.X {
		if leaders(e.tally(e.scoresOf(i))) > 1 {
			tied++
		}
	}
	return tied
}

// title says in a few words what the step did.
func (e *ensemble) title() say.Phrase {
	switch {
	case e.status.Final():
		return e.decision()
	case e.now != nil:
		return e.trainPhrase(e.now.sides)
	}
	return "start"
}

// decision is what the trained classifiers do together.
func (e *ensemble) decision() say.Phrase {
	if e.Method == oneVsRest {
		return "compare"
	}
	return "vote"
}

// trainPhrase says which classifier is trained.
func (t *task) trainPhrase(s sides) say.Phrase {
	return say.Vars{"machine": t.between(s)}.Text("train <machine>")
}

// next says what comes after the step.
func (e *ensemble) next() algos.Next {
	switch {
	case e.status.Final():
		return algos.Next{}
	case e.now != nil && e.now.end == smo.Running:
		small := say.Vars{"n": min(e.now.pairs, maxChunk)}.Text("optimise <n pair>")
		return algos.Next{Small: small, Step: e.title(), Pass: "train all"}
	case len(e.done) == len(e.of):
		return algos.Next{Step: e.decision(), Pass: e.decision()}
	}
	return algos.Next{Small: "optimise a pair", Step: e.trainPhrase(e.of[len(e.done)]), Pass: "train all"}
}

// verdict is how the run ends.
func (e *ensemble) verdict() algos.Status {
	var open say.Phrase
	for _, b := range e.members {
		if b.end != smo.Optimal {
			if open != "" {
				open += ", "
			}
			open += e.between(b.sides)
		}
	}
	w := say.Vars{"open": open, "violation": e.kkt, "n": len(e.members), "tol": e.Tol}
	switch {
	case open != "":
		return algos.Status{State: algos.Exhausted, Reason: w.Text("Not all binary SVMs converged (<open>): the largest KKT violation is <violation>.") +
			" Rescale the features to about 1, or reduce C."}
	case len(e.members) == 1:
		return algos.Status{State: algos.Converged, Reason: w.Text("The only binary SVM is trained: its KKT violations are at most <tol>.")}
	}
	return algos.Status{State: algos.Converged, Reason: w.Text("All <n> binary SVMs are trained: their KKT violations are at most <tol>.")}
}

// words are the numbers of a step that sentences and captions name.
func (c *crf) words() say.Vars {
	w := c.vars()
	w["halved"], w["log"], w["slope"], w["gap"] = c.halved, c.loss, c.viol, max(0, c.Primal-c.dual)
	if c.row >= 0 {
		y, j := c.Y[c.row], c.strongest()
		w["p"], w["rest"], w["rival"], w["q"], w["wj"] = c.p[y], 1-c.p[y], c.class(j), c.p[j], c.weight(j)
	}
	return w
}

// strongest is the rival with the largest probability.
func (c *crf) strongest() int {
	top := -1
	for k, p := range c.p {
		if k != c.Y[c.row] && (top < 0 || p > c.p[top]) {
			top = k
		}
	}
	return top
}

// Say tells what the step did with its own numbers.
func (c *crf) Say() []algos.Line {
	s := algos.Story{Vars: c.words()}
	switch c.phase {
	case starting:
		s.Vars["uniform"] = 1 / float64(c.count())
		s.Text("One weight vector for each of <K> classes, initially zero: every score is 0, and every class has the same probability.")
		s.TeX(`p_k(x) = \frac{e^{w_k\cdot x}}{\sum_j e^{w_j\cdot x}} = \frac{1}{<K>} = <uniform>`)
	case asking:
		s.Text(`$\hl{<row>}$ is of <own>, whose probability is <p>. Its strongest rival is <rival> with <q>.`)
		s.TeX(`\ell_{<i>} = \log \sum_j e^{w_j\cdot x_{<i>}} - <wy>\cdot x_{<i>} = -\log p_y = \hl{<log>}`)
	case updating:
		c.sayLearnt(&s)
	case finishing:
		c.sayNewton(&s)
	}
	return s.Lines
}

func (c *crf) sayLearnt(s *algos.Story) {
	s.Vars["eta"], s.Vars["decay"] = c.rate(c.t), say.Digits{X: 1 - 1/(float64(c.t)+float64(len(c.X))), N: 4}
	s.Vars["ny"] = c.parts(c.Y[c.row])
	s.Text(`Weight decay shrinks all weights; then <wy> moves towards $\hl{<row>}$ by $1 - p_y = <rest>$ of the learning rate $\eta = <eta>$, and ` +
		"every other class away by its probability:")
	s.TeX(`w_k \leftarrow (1 - \eta\lambda)\, w_k + \eta\,([k = y] - p_k)\, x_{<i>}, \quad 1 - \eta\lambda = <decay>`)
	s.TeX(`<wy> \leftarrow \hl{<ny>}`)
	s.Text("<wrong>. The objective is <primal=metric.primal>, and its minimum is at least the dual value <dual=metric.dual>.")
}

func (c *crf) sayNewton(s *algos.Story) {
	text := say.Phrase("A Newton step: the objective is smooth, and its quadratic model is minimised over all weights at once.")
	if c.halved > 0 {
		text = s.Vars.Text("A Newton step, halved <halved time> by the line search until the objective decreases sufficiently.")
	}
	s.Add(algos.Line{Text: text})
	s.TeX(`w \leftarrow w - H^{-1}\nabla, \quad \nabla_{w_k} = w_k - C\sum_i ([k = y_i] - p_{ik})\, x_i`)
	s.Text("The duality gap is <gap>, and the largest component of the gradient <slope> of its terms. <wrong>.")
}

// title says in a few words what the step did.
func (c *crf) title() say.Phrase {
	switch w := (say.Vars{"name": say.Row(c.row).Name()}); c.phase {
	case finishing:
		return "Newton step"
	case updating:
		return w.Text("update with <name>")
	case asking:
		return w.Text("find the rival of <name>")
	}
	return "start"
}

// next says what comes after the step.
func (c *crf) next() algos.Next {
	pass := say.Vars{"n": len(c.X)}.Text("<n point>")
	switch {
	case c.status.Final():
		return algos.Next{}
	case c.phase == asking:
		return algos.Next{Step: "update the weights", Pass: pass}
	case c.phase == finishing || c.t == len(c.X)*c.Passes:
		return algos.Next{Step: "Newton step", Pass: "Newton step"}
	}
	return algos.Next{Small: "take a point", Step: "update with a point", Pass: pass}
}
