package svmmulticlass

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/joint"
	"playground/algos/linear/internal/logit"
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
		return algos.Status{State: algos.Converged, Reason: w.Text("After <turns Newton step> the dual differs from the primal by <apart>: ") + c.best(gap)}
	case !moved || c.turns >= maxNewton:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("After <turns Newton step> rounding leaves a gap of <gap>, <share> of the objective.") +
			" Bring the coordinates to a common scale near 1 and around 0, or take a smaller C."}
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
