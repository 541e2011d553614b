package svmmulticlass

import (
	"context"
	"math"
	"slices"
	"strconv"

	"playground/algos"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// The joint form under the log-loss: the same scores, the same loop of stochastic
// descent, but every class moves, by its probability, where under the hinge only the
// strongest rival does. It is a conditional random field of a single label.

// A share is a step of the descent under the log-loss: the probabilities of the classes
// for its point.
type share struct {
	row int32
	p   [joint.MaxClasses]float64
}

// A crf is a run under the log-loss after some steps. It never changes.
type crf struct {
	*view // weights, phase, row; its primal and dual are those of the log-loss
	soft  joint.SoftSum
	p     []float64 // of the row, before the step
	loss  float64   // of the row, before the step
	past  *crf      // the one before this step, without its own; nil at the start
	// shares are the descent's, in order; the finish needs none.
	shares []share
	halved int // Newton's step, times
	turns  int // Newton steps so far
}

// soften is the loop of the descent under the log-loss, and Newton's method to finish.
// As under the hinge w is the step size times the sum of all moves so far, and every
// point's part of it a feasible one of the dual.
func (t *task) soften(yield func(algos.Step) bool) {
	n, K := len(t.X), t.count()
	total := make([]vec, K)
	taken := make([]float64, n*K) // Σp over the steps, by point
	now := &crf{view: &view{task: t, w: make([]vec, K), row: -1, viol: math.NaN()}}
	now.measure(taken)
	now.status = now.goesOn()
	if !yield(now.step()) || now.status.Final() {
		return
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	for at := range n * t.Passes {
		if at%n == 0 {
			t.Rand.Shuffle(n, func(i, j int) { order[i], order[j] = order[j], order[i] })
		}
		asked := now.consult(order[at%n])
		if !yield(asked.step()) {
			return
		}
		now = now.learn(asked, total, taken)
		if !yield(now.step()) || now.status.Final() {
			return
		}
	}
	for {
		now = now.newton()
		if !yield(now.step()) || now.status.Final() {
			return
		}
	}
}

// consult is the micro step: the point and its probabilities, with nothing moved.
func (c *crf) consult(row int) *crf {
	v := *c.view
	v.phase, v.row, v.before = asking, row, nil
	p := v.scores(v.X[row])
	a := &crf{view: &v, soft: c.soft, shares: c.shares, loss: logit.RowLoss(p, v.Y[row])}
	v.rival, v.xi = joint.Violation(p, v.Cost[v.Y[row]], v.Y[row])
	logit.Softmax(p)
	a.p = p
	return a
}

// learn moves the weights of all classes for the point that was asked.
func (c *crf) learn(asked *crf, total []vec, taken []float64) *crf {
	v := &view{
		task: c.task, phase: updating, t: c.t + 1, row: asked.row, rival: asked.rival, xi: asked.xi,
		viol: math.NaN(), before: c.view.short(), w: make([]vec, len(total)),
	}
	next := &crf{view: v, p: asked.p, loss: asked.loss, past: c.short()}
	taking := share{row: int32(v.row)}
	copy(taking.p[:], asked.p)
	next.shares = append(c.shares, taking)
	for k, p := range asked.p {
		e := -p
		if k == v.Y[v.row] {
			e = 1 - p
		} else {
			taken[v.row*len(total)+k] += p
		}
		for i, x := range v.X[v.row] {
			total[k][i] += e * x
		}
	}
	for k := range total {
		for i := range total[k] {
			v.w[k][i] = v.rate(v.t) * total[k][i]
		}
	}
	next.measure(taken)
	next.status = next.goesOn()
	return next
}

// newton is a step of the finish.
func (c *crf) newton() *crf {
	v := &view{task: c.task, phase: finishing, t: c.t, row: -1, before: c.view.short()}
	next := &crf{view: v, past: c.short(), turns: c.turns + 1}
	w, halved, ok := c.Newton(c.w, c.soft)
	if !ok {
		w = slices.Clone(c.w)
	}
	v.w, next.halved = w, halved
	next.measure(nil)
	next.status = next.arrived(ok)
	return next
}

// measure looks at all points. taken are the probabilities of the descent; without them
// the dual is that of the probabilities now.
func (c *crf) measure(taken []float64) {
	c.Sum = c.Measure(c.w)
	c.soft = c.Soft(c.w)
	c.Primal, c.dual, c.share = c.soft.Primal, c.soft.Dual, 1
	c.viol = c.soft.Steep
	if taken == nil {
		return
	}
	K := c.count()
	p, entropy, rate := make([]float64, K), 0.0, c.rate(c.t)/c.C
	for i, y := range c.Y {
		rest := 1.0
		for k := range p {
			if k != y {
				p[k] = rate * taken[i*K+k]
				rest -= p[k]
			}
		}
		p[y] = max(0, rest)
		entropy += joint.Entropy(p)
	}
	c.dual, c.viol = c.C*entropy-c.Norm2/2, math.NaN()
}

// alpha are the coefficients αᵢⱼ/C of the rivals: what the steps of the descent have
// taken, or the probabilities now.
func (c *crf) alpha() []float64 {
	K := c.count()
	a := make([]float64, len(c.X)*K)
	if c.phase == finishing {
		for i, x := range c.X {
			p := c.scores(x)
			logit.Softmax(p)
			copy(a[i*K:], p)
			a[i*K+c.Y[i]] = 0
		}
		return a
	}
	for _, s := range c.shares {
		for k := range K {
			if k != c.Y[s.row] {
				a[int(s.row)*K+k] += s.p[k]
			}
		}
	}
	for i := range a {
		a[i] *= c.rate(c.t) / c.C
	}
	return a
}

// short is the step without the one before.
func (c *crf) short() *crf {
	s := *c
	s.past = nil
	return &s
}

// blur bounds the rounding error of primal and dual.
func (c *crf) blur() float64 {
	n := float64(len(c.X))
	return 16 * ulp * n * (c.Norm2 + c.C*(c.Size+n*math.Log(float64(c.count()))))
}

// maxNewton is the most steps of the finish.
const maxNewton = 100

// arrived is the status after a step of the finish; moved is false where rounding left
// nothing to gain.
func (c *crf) arrived(moved bool) algos.Status {
	gap := c.Primal - c.dual
	w := say.Vars{"turns": c.turns, "apart": math.Abs(gap), "gap": gap, "share": percent(gap, c.Primal)}
	switch {
	case c.viol <= c.Tol && gap <= closed*c.Primal:
		return algos.Status{State: algos.Converged, Reason: w.Text("After <turns Newton step> the duality gap is <apart>: ") + c.best(gap)}
	case !moved || c.turns >= maxNewton:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("After <turns Newton step> rounding leaves a gap of <gap>, <share> of the objective.") +
			" Standardise the features, or reduce C."}
	}
	return algos.Status{State: algos.Running}
}

// step captures the view.
func (c *crf) step() algos.Step {
	s := c.view.step()
	s.View, s.Phase, s.Next = c, c.title(), c.next()
	s.Metrics[7] = c.soft.Loss / float64(len(c.X))
	if c.phase == finishing {
		s.Events = nil
		if c.past.phase != finishing {
			s.Events = []algos.Event{{Kind: "finish", Text: "Newton's method takes over"}}
		}
	}
	return s
}

// otherLoss are the best weights under the loss that is not chosen.
func (t *task) otherLoss(ctx context.Context) []vec {
	o := t.as(crammerSinger)
	if t.Loss == logLoss {
		return o.blocks()
	}
	w := make([]vec, t.count())
	for range maxNewton {
		s := t.Soft(w)
		next, _, ok := t.Newton(w, s)
		if s.Steep <= besideTol*besideTol || !ok || ctx.Err() != nil {
			break
		}
		w = next
	}
	return w
}

// chosen is the point whose losses are shown: the one at work, or the nearest to q.
func (v *view) chosen() int {
	if v.row >= 0 {
		return v.row
	}
	near, least := 0, math.Inf(1)
	for i, p := range v.Points {
		if d := math.Hypot(p.X[0]-v.Query[0], p.X[1]-v.Query[1]); d < least {
			near, least = i, d
		}
	}
	return near
}

// A comparison is a point under both losses.
type comparison struct {
	row, y, rival int
	score         []float64 // w_j·x
	lead          []float64 // Δ + w_j·x − w_y·x, whose maximum is the hinge
	p             []float64 // e^{w_j·x} shared out
	hinge, log    float64
}

// compare looks at a point under both losses, with the scores that the step acted on.
func (v *view) compare() comparison {
	at := v
	if v.phase == updating {
		at = v.before
	}
	row := v.chosen()
	c := comparison{row: row, y: v.Y[row], score: at.scores(v.X[row])}
	cost := v.Cost[c.y]
	c.rival, c.hinge = joint.Violation(c.score, cost, c.y)
	c.log = logit.RowLoss(c.score, c.y)
	for j, f := range c.score {
		c.lead = append(c.lead, cost[j]+f-c.score[c.y])
	}
	c.p = slices.Clone(c.score)
	logit.Softmax(c.p)
	return c
}

// softMax is log Σ e^f − max f: by how much the soft maximum is above the maximum.
func softMax(f []float64) float64 { return logit.RowLoss(f, joint.Best(f)) }

var (
	claimSoftMax  = algos.Guarantee{Name: "soft-max", Claim: `the soft maximum is the maximum up to $\ln K$: $0 \le \log\sum_j e^{w_j\cdot x} - \max_j w_j\cdot x \le \ln K$`}
	claimLogBound = algos.Guarantee{Name: "loss-bound", Claim: "the log loss bounds the number of misclassifications: it is " +
		`$\le \frac{1}{\ln 2}\sum_i \ell_i$, since a misclassified point has $p_y \le \frac{1}{2}$`}
	claimSlope = algos.Guarantee{Name: "kkt", Claim: `the largest component of the gradient $\to 0$: ` +
		`$w = C\sum_{i,j} p_{ij}\,(\Psi(x_i, y_i) - \Psi(x_i, j))$`}
	claimHalfSlope = algos.Guarantee{Name: "half-slope", Claim: `$\text{primal} - \text{dual} = \frac{1}{2}\|\nabla\|^2$ for $\alpha = Cp$`}
)

// checkSoftMax finds the points where maximum and soft maximum are nearest and farthest.
func (v *view) checkSoftMax() algos.Check {
	least, most, row := math.Inf(1), 0.0, 0
	for i, x := range v.X {
		off := softMax(v.scores(x))
		if off > most {
			most, row = off, i
		}
		least = min(least, off)
	}
	return softened(least, most, v.apart).Because(say.Vars{"row": say.Row(row).Name()}.Text("at <row>, the largest difference"))
}

// softened states that the differences of soft maximum and maximum lie from 0 to a limit.
func softened(least, most, limit float64) algos.Check {
	c := claimSoftMax.AtMost(most, limit, 8*ulp*limit).Between("the largest difference", "ln K")
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Vars{"least": least}.Text("the smallest difference is <least>")
	}
	return c
}

// Checks states the theoretical guarantees of this step.
func (c *crf) Checks() []algos.Check {
	return []algos.Check{
		claimDuality.AtMost(c.dual, c.Primal, c.blur()).Between("dual", "primal").Metered(),
		claimGap.Tends(c.Primal-c.dual, 0, closed*c.Primal, c.status).Of(c.Primal).Rounded(2*c.blur()).Between("gap", ""),
		c.checkSlope(), c.checkShares(), c.checkMoves(), c.checkHalfSlope(), c.checkLogBound(), c.checkSoftMax(),
	}
}

func (c *crf) checkSlope() algos.Check {
	if c.phase != finishing {
		return claimSlope.Not("SGD does not use the full gradient; Newton's method does")
	}
	return claimSlope.Tends(c.viol, 0, c.Tol, c.status).Of(1).Rounded(c.slopeRounding()).
		Between("relative to its terms", "").Because(say.Vars{"tol": c.Tol}.Text("tolerance <tol>"))
}

// slopeRounding is by how much a component of the slope may be off, as a share of what
// it is a sum of: a score is off by a few units in the last place of its products.
func (c *crf) slopeRounding() float64 {
	return 8 * ulp * (float64(len(c.X)) + c.Size)
}

// checkShares: the coefficients are feasible for the dual.
func (c *crf) checkShares() algos.Check {
	top, least, K := 0.0, 0.0, c.count()
	a := c.alpha()
	for i := range c.X {
		used := 0.0
		for _, v := range a[i*K : (i+1)*K] {
			used += v
			least = min(least, v)
		}
		top = max(top, used)
	}
	return positive(claimFeasible.AtMost(c.C*top, c.C, 16*ulp*c.C*float64(K+len(c.shares)/len(c.X))).Between("the largest sum", "C"), c.C*least)
}

// checkMoves: during the descent the weights are what the coefficients say.
func (c *crf) checkMoves() algos.Check {
	if c.phase == finishing {
		return claimExpansion.Not("for the log loss this is the gradient condition above")
	}
	w, K, a := make([]vec, c.count()), c.count(), c.alpha()
	term, total := 0.0, 0.0
	for i, x := range c.X {
		y := c.Y[i]
		for j := range K {
			move := c.C * a[i*K+j]
			for k := range x {
				w[y][k] += move * x[k]
				w[j][k] -= move * x[k]
			}
			term = max(term, move*widest(x))
			total += move * widest(x)
		}
	}
	worst := 0.0
	for k := range w {
		for i := range w[k] {
			worst = max(worst, math.Abs(w[k][i]-c.w[k][i]))
		}
	}
	return claimExpansion.Equal(worst, 0, ulp*float64(len(c.shares)+4*len(c.X))*(total+c.C*widestOf(c.X))).Of(term).Between("largest violation", "")
}

// widestOf is the largest coordinate of all points, in size.
func widestOf(rows []vec) (most float64) {
	for _, x := range rows {
		most = max(most, widest(x))
	}
	return most
}

// checkHalfSlope: with α = Cp the gap is half of the squared slope.
func (c *crf) checkHalfSlope() algos.Check {
	if c.phase != finishing {
		return claimHalfSlope.Not("the α of SGD are the sums of its updates")
	}
	square := 0.0
	for _, s := range c.soft.Slope {
		square += s[0]*s[0] + s[1]*s[1] + s[2]*s[2]
	}
	// A component of the slope is off by a few units in the last place of what it is a sum of.
	rounding := 2*c.blur() + 16*ulp*float64(len(c.X))*(square+math.Sqrt(square)*c.soft.Largest)
	return claimHalfSlope.Equal(c.Primal-c.dual, square/2, rounding).Of(c.Primal).Between("gap", "half of the square")
}

// checkLogBound: a mistake has a probability of at most ½, and so a loss of at least ln 2.
func (c *crf) checkLogBound() algos.Check {
	bound := c.soft.Loss / math.Ln2
	return claimLogBound.AtMost(float64(c.Mistakes), bound, ulp*float64(len(c.X))*(c.Size+bound)).Between("misclassified", "bound").Metered()
}

// Panels draws the step.
func (c *crf) Panels() []mark.Panel {
	panels := []mark.Panel{c.board(), c.chances(), c.vectors(), c.logLosses(), c.confusion(c.predicted()), c.tablePanel(), c.lossPanel()}
	return append(panels, c.panelsBeside()...)
}

// board draws the regions of the classes and the boundaries between them.
func (c *crf) board() mark.Panel {
	p, w := c.newBoard(), c.vars()
	p.Note = w.Text("<mistakes> of <n> misclassified")
	p.Alt = w.Text("<n point> of <K> classes, <mistakes> misclassified")
	fill := make([]int, len(c.X))
	for i, k := range c.predicted() {
		fill[i] = c.classes[k]
		if c.Norm2 == 0 {
			fill[i] = -1
		}
	}
	if c.Norm2 > 0 {
		p.Add(mark.Field{Eval: c.region, Scale: mark.Regions, Sharp: true, Legend: "region of each class"})
		if lines, found := c.shared(c.w, mark.RoleInk.Wide(2.4), "boundaries"); found {
			p.Add(lines)
		}
		p.Add(c.oppositeBoundary())
	}
	p.Add(c.points(fill, func(i int) say.Phrase {
		f := c.scores(c.X[i])
		loss := logit.RowLoss(f, c.Y[i])
		tip := say.Vars{"row": say.Row(i).Name(), "x": c.Points[i].X, "class": c.class(c.Y[i]), "scores": f, "loss": loss, "p": math.Exp(-loss)}
		return tip.Text("<row> = <x>, <class>, scores <scores>, p = <p>, log loss <loss>")
	}))
	if c.row >= 0 {
		p.Add(c.atWork())
	}
	p.Add(c.query())
	return p
}

// chances are the probabilities of the classes for the point at work, or at q.
func (c *crf) chances() mark.Panel {
	p, w := mark.Panel{ID: "scores", X: c.classAxis(), Y: mark.Axis{Name: "probability", Max: 1.02}}, c.words()
	if c.row < 0 {
		at := c.scores(c.lift(c.Query))
		logit.Softmax(at)
		p.Title = "Probabilities at q"
		p.Alt = w.Text("the probabilities of the <K> classes at q")
		p.Add(c.classBars(at))
		return p
	}
	bars := c.classBars(c.p)
	p.Title, p.Note = w.Text("Probabilities of <name>"), w.Text("−log p = <log>")
	p.Alt = w.Text("the probabilities of the <K> classes for <name>, which is of <own> with <p>")
	p.Add(bars)
	return p
}

// vectors are the weight vectors, and how the step moved all of them.
func (c *crf) vectors() mark.Panel {
	calm := *c.view
	if c.phase == updating {
		calm.rival = calm.Y[calm.row] // the arrows of two classes are the hinge's
	}
	p := calm.weightPanel()
	if c.phase != updating {
		return p
	}
	moves := mark.Arrows{Style: mark.RoleAccent.Wide(2.4), Legend: "this step"}
	for k, from := range c.before.w {
		moves.From, moves.To = append(moves.From, mark.XY{X: from[0], Y: from[1]}), append(moves.To, mark.XY{X: c.w[k][0], Y: c.w[k][1]})
	}
	p.Add(moves)
	return p
}

// logLosses are what every point costs.
func (c *crf) logLosses() mark.Panel {
	w := say.Vars{"loss": c.soft.Loss}
	rows := panel.Rows{
		ID: "margins", Title: "Log losses", Note: w.Text("Σ = <loss>"), Alt: w.Text("the log loss of every point; sum <loss>"),
		Y: mark.Axis{Name: "−log p"}, What: "−log p", Of: func(i int) float64 { return logit.RowLoss(c.scores(c.X[i]), c.Y[i]) },
		Marks: []mark.Mark{panel.Bound(math.Ln2, "ln 2: minimum for a misclassified point", mark.RoleSoft.Plain())},
	}
	if c.row >= 0 {
		rows.Hot = []int{c.row}
	}
	return rows.Panel(c.Problem)
}

// tablePanel is one point under both losses, number by number: what the maximum and the
// soft maximum are taken of, and what they ask of each class.
func (v *view) tablePanel() mark.Panel {
	c, K := v.compare(), v.count()
	w := say.Vars{"name": say.Row(c.row).Name(), "own": v.class(c.y), "hinge": c.hinge, "log": c.log, "K": K, "soft": logit.RowLoss(c.lead, c.y)}
	p := mark.Panel{
		ID: "table", Title: w.Text("Hinge and log loss of <name>"), Height: 0.1 * float64(K+4),
		Note: w.Text("hinge <hinge>, log loss <log>"),
		Alt: w.Text("the scores of the <K> classes for <name>, which is of <own>, and their excess over it with Δ. The hinge is <hinge>, the log loss " +
			"<log>, and with Δ in its soft maximum <soft>"),
		X: mark.Axis{Hidden: true, Min: 0, Max: 6.4}, Y: mark.Axis{Hidden: true, Min: -1.9, Max: float64(K) + 1},
	}
	head := mark.Texts{Anchor: mark.End, Style: mark.RoleSoft.Plain()}
	cells := mark.Texts{Anchor: mark.End, Style: mark.RoleInk.Plain()}
	put := func(t *mark.Texts, column, row float64, text say.Phrase) {
		panel.Write(t, column, row, text)
	}
	columns := []float64{0.65, 1.6, 2.05, 3.05, 4, 5.15, 6.3}
	top := float64(K) + 0.3
	for i, name := range []say.Phrase{"class", "score", "Δ", "excess", "p", "∂ hinge", "∂ log"} {
		put(&head, columns[i], top, name)
	}

	for j := range K {
		y := float64(K-j) - 0.7
		pull := 0.0 // the slope of the hinge in the score of class j
		if c.rival != c.y && j == c.rival {
			pull = 1
		} else if c.rival != c.y && j == c.y {
			pull = -1
		}
		push := c.p[j]
		if j == c.y {
			push--
		}
		put(&head, columns[0], y, say.Phrase(strconv.Itoa(v.label(j))))
		for i, value := range []float64{c.score[j], v.Cost[c.y][j], c.lead[j], c.p[j], pull, push} {
			put(&cells, columns[i+1], y, say.Vars{"value": value}.Text("<value>"))
		}
	}
	put(&head, columns[2], -0.7, "max")
	put(&cells, columns[3], -0.7, w.Text("<hinge>"))
	put(&head, columns[2], -1.5, "log Σ exp")
	put(&cells, columns[3], -1.5, w.Text("<soft>"))
	put(&head, columns[5], -0.7, "−log p")
	put(&cells, columns[6], -0.7, w.Text("<log>"))
	p.Add(head, cells)
	return p
}

// lossPanel draws both losses of a point against the lead of its class over the
// strongest rival, while the other scores keep their distances from that one.
func (v *view) lossPanel() mark.Panel {
	c := v.compare()
	top := -1
	for j := range c.score {
		if j != c.y && (top < 0 || c.lead[j] > c.lead[top]) {
			top = j
		}
	}
	lead := c.score[c.y] - c.score[top]
	most := math.Max(3, 1.2*math.Abs(lead))
	if most > 50 {
		most = math.Min(most, 1e6)
	}
	cost := v.Cost[c.y]
	hinge := func(m float64) float64 {
		xi := 0.0
		for j, f := range c.score {
			if j != c.y {
				xi = math.Max(xi, cost[j]+f-c.score[top]-m)
			}
		}
		return xi
	}
	scores := make([]float64, len(c.score))
	soft := func(m float64) float64 {
		for j, f := range c.score {
			scores[j] = f - c.score[top]
		}
		scores[c.y] = m
		return logit.RowLoss(scores, c.y)
	}
	w := say.Vars{"name": say.Row(c.row).Name(), "lead": lead, "hinge": c.hinge, "log": c.log, "rival": v.class(top)}
	p := mark.Panel{
		ID: "losses", Title: "Both losses by the lead", Height: 0.45, Note: w.Text("lead <lead>"),
		Alt: w.Text("hinge and log loss against the lead of the true class over <rival>; at <name> the lead is <lead>, the hinge <hinge>, the log loss " +
			"<log>"),
		X: mark.Axis{Name: w.Text("lead of the true class over <rival>"), Min: -most, Max: most},
		Y: mark.Axis{Name: "loss", Min: 0, Max: 1.05 * math.Max(hinge(-most), soft(-most))},
	}
	curve := func(f func(float64) float64, style mark.Style, legend say.Phrase) mark.Mark {
		return mark.PolyLine{At: panel.Curve(-most, most, 60, p.Y.Max, f), Style: style, Legend: legend}
	}
	p.Add(curve(hinge, mark.RoleAccent.Wide(2), "hinge"), curve(soft, mark.RoleClass3.Wide(2), "log loss"))
	if math.Abs(lead) <= most {
		p.Add(mark.Rule{Vertical: true, At: lead, Style: mark.RoleSoft.Dashed(), Label: w.Text("<name>")})
	}
	return p
}
