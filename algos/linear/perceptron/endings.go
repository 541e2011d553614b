package perceptron

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// An ending is where the rule ends when the rows come in another order.
type ending struct {
	theta   vector
	updates int
	margin  float64 // min y⟨θ, x⟩/‖θ‖, NaN where θ = 0
	done    bool    // a pass demanded no update
}

const (
	// manyOrders are tried, each with at most mostLooks looks at a row.
	manyOrders = 20
	mostLooks  = 1 << 18
	// orderStream is the stream of the first of them; those before belong to the passes.
	orderStream = 1 << 32
)

// compares reports whether many orders are tried: the batch rule has no order.
func (o options) compares() bool { return o.Orders && o.Variant != batch }

// runOrders runs the rule through many orders, every pass shuffled again.
func (t *task) runOrders(ctx context.Context) []ending {
	all := make([]ending, 0, manyOrders)
	for j := range uint64(manyOrders) {
		draw := t.Stream(orderStream + j)
		e, looks := ending{theta: t.start}, 0
		for pass := 0; pass < t.MaxEpochs && looks < mostLooks && !e.done; pass++ {
			if ctx.Err() != nil {
				return all
			}
			before := e.updates
			for _, i := range draw.Perm(len(t.rows)) {
				if r := t.rows[i]; t.mistaken(e.theta, r) {
					e.updates++
					e.theta = addScaled(e.theta, t.rate.at(e.updates), r.correction())
				}
			}
			looks += len(t.rows)
			e.done = e.updates == before
		}
		_, e.margin = t.look(e.theta)
		all = append(all, e)
	}
	return all
}

const (
	titleOrders  = "Boundaries of 20 random orders"
	titleEndings = "Updates and margins of 20 random orders"
)

// orders draws the lines with which many orders end, and the one line with the
// largest margin, which no order changes.
func (v view) orders() mark.Panel {
	p := v.Problem.Board()
	p.ID, p.Title, p.Edits, p.Height = "orders", titleOrders, "", 0.8
	ends, lines, done := v.endings(), 0, 0
	lo, hi := math.Inf(1), math.Inf(-1)
	legend := say.Phrase("final boundary of one order")
	for _, e := range ends {
		if planar(e.theta) > 0 {
			p.Add(line(e.theta, mark.RoleAccent.Wide(1).Faded(0.6), legend))
			legend = ""
			lines++
		}
		if e.done {
			done++
			lo, hi = min(lo, e.margin), max(hi, e.margin)
		}
	}
	s := say.Vars{"n": len(ends), "lines": lines, "done": done, "lo": lo, "hi": hi, "gamma": v.best.Gamma}
	switch {
	case !v.best.Separable:
		p.Note = s.Text("not linearly separable: no order converges")
	case done == 0:
		p.Note = s.Text("none of <n order> converged within max epochs")
	default:
		p.Note = s.Text("<done> of <n> converged, with margins from <lo> to <hi>; the maximum margin is <gamma>")
	}
	p.Alt = s.Text("The final decision boundaries of <n order> of the same samples.")
	if v.best.Separable && planar(v.best.Theta) > 0 {
		p.Add(line(v.best.Theta, mark.RoleGood.Wide(2.5), "maximum margin (hard-margin SVM)"))
	}
	if planar(v.theta) > 0 {
		p.Add(line(v.theta, mark.RoleInk.Wide(1.5), "current run"))
	}
	p.Add(v.dots())
	return p
}

// ends shows how many updates the orders needed, below their common bound, and with
// which margins they ended, below the largest.
func (v view) ends() mark.Panel {
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "converged"}
	open := mark.Points{Style: mark.RoleBad.Plain(), Layer: mark.Over, Hollow: true, Legend: "stopped at max epochs"}
	most, lo, hi := max(v.updates, 1), 0.0, 0.0
	for _, e := range v.endings() {
		if math.IsNaN(e.margin) {
			continue
		}
		most, lo, hi = max(most, e.updates), min(lo, e.margin), max(hi, e.margin)
		at := mark.XY{X: float64(e.updates), Y: e.margin}
		if e.done {
			dots.At = append(dots.At, at)
		} else {
			open.At = append(open.At, at)
		}
	}
	if v.best.Separable {
		hi = max(hi, v.best.Gamma)
	}
	if lo == hi {
		hi = lo + 1
	}
	end := 1.15 * float64(most)
	if v.limit <= 8*end {
		end = max(end, 1.1*v.limit)
	}
	room := (hi - lo) / 10
	if lo < 0 {
		lo -= room
	}
	s := say.Vars{"most": most, "bound": v.limit, "n": len(dots.At)}
	p := mark.Panel{
		ID: "ends", Title: titleEndings, Alt: s.Text("<n> orders converged, after at most <most update>."),
		X: mark.Axis{Name: "updates k", Max: end, Integer: true}, Y: mark.Axis{Name: "min y⟨θ, x⟩/‖θ‖", Min: lo, Max: hi + room},
	}
	if v.best.Separable {
		p.Add(mark.Rule{At: v.best.Gamma, Label: "γ*", Style: mark.RoleGood.Dashed()})
	}
	switch {
	case v.limit <= end:
		p.Add(mark.Rule{Vertical: true, At: v.limit, Label: "bound", Style: mark.RoleBad.Dashed()})
	case !math.IsNaN(v.limit):
		p.Note = s.Text("the bound is <bound>")
	}
	if len(open.At) > 0 {
		p.Add(open)
	}
	if len(dots.At) > 0 {
		p.Add(dots)
	}
	if !math.IsNaN(v.margin) {
		now := mark.Points{At: []mark.XY{{X: v.k(), Y: max(lo, v.margin)}}, Style: mark.RoleInk.Plain(), Layer: mark.Over, Legend: "current run"}
		p.Add(now)
	}
	return p
}

var (
	claimEveryOrder = algos.Guarantee{Name: "orders", Claim: `the mistake bound holds for every sample order`}
	claimNoBetter   = algos.Guarantee{Name: "best-margin", Claim: `no order reaches a margin above the maximum $\gamma^*$`}
)

// checkOrders are the guarantees about all orders at once.
func (v view) checkOrders() []algos.Check {
	if !v.best.Separable {
		return []algos.Check{claimEveryOrder.Not(noBound), claimNoBetter.Not(noMargin)}
	}
	return []algos.Check{claimEveryOrder.Slow(v.checkUpdates), claimNoBetter.Slow(v.checkMargins)}
}

func (v view) checkUpdates() algos.Check {
	if math.IsNaN(v.limit) {
		return claimEveryOrder.Not("no finite bound is known for this rule")
	}
	most, least := 0, math.MaxInt
	for _, e := range v.endings() {
		most, least = max(most, e.updates), min(least, e.updates)
	}
	s := say.Vars{"least": least, "most": most, "n": manyOrders}
	k := float64(most)
	return claimEveryOrder.AtMost(k, v.limit, num.Ulp*v.limit*(64*k+256)).Between("max updates", "bound").Metered().
		Because(s.Text("<n> orders took from <least> to <most update>"))
}

func (v view) checkMargins() algos.Check {
	widest := math.Inf(-1)
	for _, e := range v.endings() {
		if !math.IsNaN(e.margin) {
			widest = max(widest, e.margin)
		}
	}
	if math.IsInf(widest, 0) {
		return claimNoBetter.Not("θ = 0 has no direction")
	}
	// Three rounded products of numbers up to R‖θ‖, divided by ‖θ‖.
	return claimNoBetter.AtMost(widest, v.best.Gamma, 8*num.Ulp*v.best.R).Between("largest margin found", "γ*")
}

// A rival is the path of the other rule: of all mistakes at once beside single rows,
// and the other way around.
type rival struct {
	path    []waypoint
	updates int
	done    bool
}

// runRival runs the other rule from the same start, with the same η(k), which is 1 for
// the standard rule.
func (t *task) runRival(ctx context.Context) rival {
	r, looks := rival{path: []waypoint{{theta: t.start}}}, 0
	theta := t.start
	update := func(rows []int) {
		r.updates++
		theta = addScaled(theta, t.rate.at(r.updates), t.sum(rows))
		r.path = extend(r.path, waypoint{k: r.updates, theta: theta})
	}
	for pass := 0; pass < t.MaxEpochs && looks < mostLooks && !r.done && ctx.Err() == nil; pass++ {
		before := r.updates
		looks += len(t.rows)
		if t.Variant != batch {
			if rows := t.demanding(theta); len(rows) > 0 {
				update(rows)
			}
		} else {
			for i := range t.rows {
				if t.mistaken(theta, t.rows[i]) {
					update([]int{i})
				}
			}
		}
		r.done = r.updates == before
	}
	if last := r.path[len(r.path)-1]; last.k != r.updates {
		r.path = append(r.path, waypoint{k: r.updates, theta: theta})
	}
	return r
}

// rivals reports whether the path of the other rule is drawn: the rules with a margin
// have none.
func (o options) rivals() bool { return o.Other && o.Variant != marginal && o.Variant != increment }

// rivalPath is that path in the weight space, nil where it is not drawn.
func (v view) rivalPath() ([]mark.XY, say.Phrase) {
	if !v.rivals() {
		return nil, ""
	}
	r := v.rival()
	s := say.Vars{"k": r.updates}
	legend := s.Text("batch rule, <k update>")
	if v.Variant == batch {
		legend = s.Text("single samples, <k update>")
	}
	return panel.Path(len(r.path), func(i int) mark.XY { return plane(r.path[i].theta) }), legend
}
