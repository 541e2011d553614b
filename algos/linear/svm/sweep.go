package svm

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A price is the optimum at one C.
type price struct {
	c     float64
	value float64 // ½‖w‖² + CΣξ
	norm  float64 // ‖w‖
	slack float64 // Σξ
	off   float64 // how far norm may be from that of the optimum: ½off² is the gap, with its rounding
	terms float64 // the size of what w is a sum of
	top   float64 // the largest α

	support, bounded, inside, errors int
}

// A sweep is the optimum at many C, from a small one to a large one, and at the run's
// own.
type sweep struct {
	prices []price
	lo, hi float64 // the C of both ends
	cut    bool    // the work that is allowed was used up before hi
	hard   *price  // that of the hard margin; nil where it was not seen to exist
}

const (
	sweepNodes = 41         // C on the grid, evenly in its logarithm
	sweepTol   = 1e-9       // a gap that is small where C is large, too
	maxSwept   = 600        // the most points for which C is swept
	maxSweep   = 10_000_000 // bounds the work, in updates of one error
	noSlack    = 1e-7       // what is less is no slack, but what the tolerance leaves of one
)

// sweepC solves the problem at every C of the grid from nothing. It takes the range
// of the slider, or more where C lies outside.
func (t *task) sweepC(ctx context.Context) *sweep {
	s := &sweep{lo: min(0.01, power(math.Floor, t.C)), hi: max(1000, power(math.Ceil, t.C))}
	grid := make([]float64, 0, sweepNodes+1)
	for k := range sweepNodes {
		share := float64(k) / (sweepNodes - 1)
		grid = append(grid, s.lo*math.Pow(s.hi/s.lo, share))
	}
	if !t.Hard {
		grid = append(grid, t.C)
	}
	slices.Sort(grid)
	gram := smo.NewGram(t.Kernel, t.X)
	defer gram.Close()
	work := maxSweep / len(t.y)
	for _, c := range slices.Compact(grid) {
		p, took, ok := t.priced(ctx, gram, c, work)
		if work -= took; !ok {
			s.cut = true
			return s
		}
		s.prices = append(s.prices, p)
	}
	// An optimum of which no α is at its bound is the optimum of every larger C.
	if last := s.prices[len(s.prices)-1]; last.bounded == 0 {
		if p, _, ok := t.priced(ctx, gram, math.Inf(1), work); ok {
			s.hard = &p
		}
	}
	return s
}

// power is a power of ten near x.
func power(round func(float64) float64, x float64) float64 {
	return math.Pow(10, round(math.Log10(x)))
}

// priced is the optimum at that C, +Inf for the hard margin, and the pairs that it
// took; ok is false where that was too much.
func (t *task) priced(ctx context.Context, gram *smo.Gram, c float64, most int) (p price, took int, ok bool) {
	fit, err := smo.Solve(ctx, smo.Problem{Y: t.y, C: slices.Repeat([]float64{c}, len(t.y)), K: gram}, sweepTol, most)
	if err != nil || fit.End == smo.Cap || fit.End == smo.NoBound {
		return price{}, fit.Iterations, false
	}
	at := *t
	at.c, at.C, at.Hard = c, c, math.IsInf(c, 1)
	s := state{task: &at, State: pairs.State{Bias: fit.Offset, Free: fit.Free}, alpha: fit.Alpha, e: fit.Errors}
	s.measure()
	p = price{
		c: c, value: s.Primal, norm: math.Sqrt(max(0, s.norm2)), off: math.Sqrt(2 * (max(0, s.Primal-s.Dual) + s.rounding())), top: slices.Max(s.alpha),
		support: s.Support(), bounded: s.Bound, errors: s.errors,
	}
	for k, x := range s.X {
		p.terms += s.alpha[k] * math.Sqrt(max(0, s.Kernel.At(x, x)))
	}
	for k := range s.y {
		if xi := s.slack(k); xi > noSlack {
			p.slack += xi
			p.inside++
		}
	}
	return p, fit.Iterations, true
}

// flat reports whether there is nothing to see: w = 0 at every C, as with one class.
func (s *sweep) flat() bool {
	return len(s.prices) < 2 || s.prices[len(s.prices)-1].norm == 0
}

// from is the C from which on nothing changes any more: the largest α of the hard
// margin, which then fits into the box; NaN where no hard margin was found.
func (s *sweep) from() float64 {
	if s.hard == nil {
		return math.NaN()
	}
	return s.hard.top
}

// closest is the k of the two neighbours k, k + 1 between which ‖w‖ grows least, in
// comparison with what is known of it.
func (s *sweep) closest() int {
	best, least := 0, math.Inf(1)
	for k := range len(s.prices) - 1 {
		a, b := s.prices[k], s.prices[k+1]
		if rise := (b.norm - a.norm) / max(a.norm, b.norm, math.SmallestNonzeroFloat64); rise < least {
			best, least = k, rise
		}
	}
	return best
}

// quickSweep is the most points whose sweep keeps up with a hand.
const quickSweep = 30

// swept reports whether C is swept: a kernel is needed for that, two classes, and not
// too many points.
func (v view) swept() bool { return v.NotAKernel() == "" && v.mixed() && len(v.y) <= maxSwept }

// mixed reports whether there are points of both classes.
func (t *task) mixed() bool {
	for _, y := range t.y {
		if y != t.y[0] {
			return true
		}
	}
	return false
}

// What the two pictures of the sweep are called.
const (
	pricesTitle = "Effect of C"
	holdsTitle  = "Support vectors by C"
)

// sweepPanels are the optimum against C, and who holds it.
func (v view) sweepPanels() []mark.Panel {
	if !v.swept() {
		return nil
	}
	of := func(draw func(*sweep) mark.Panel) func() mark.Panel {
		return func() mark.Panel {
			s := v.sweep()
			if s.flat() {
				return mark.Panel{}
			}
			return draw(s)
		}
	}
	prices, holders := of(v.priceOf), of(v.holders)
	if len(v.y) > quickSweep {
		return []mark.Panel{mark.Slow("price", pricesTitle, prices), mark.Slow("holders", holdsTitle, holders)}
	}
	return []mark.Panel{prices(), holders()}
}

// axis is C, over the grid.
func (s *sweep) axis() mark.Axis { return mark.Axis{Name: "C", Log: true, Min: s.lo, Max: s.hi} }

// curve joins a number of every price that can be drawn on a logarithmic axis from
// least.
func (s *sweep) curve(least float64, of func(p price) float64) []mark.XY {
	var at []mark.XY
	for _, p := range s.prices {
		if y := of(p); y >= least {
			at = append(at, mark.XY{X: p.c, Y: y})
		}
	}
	return at
}

// note says from which C on nothing changes.
func (s *sweep) note() say.Phrase {
	v := say.Vars{"from": s.from(), "hi": s.hi, "last": s.prices[len(s.prices)-1].c}
	switch {
	case s.cut:
		return v.Text("beyond C = <last> it is too expensive to compute")
	case s.hard != nil:
		return v.Text("the hard margin from C = <from> on")
	}
	return v.Text("no hard margin up to C = <hi>")
}

// priceOf draws objective, slack and length of w on logarithmic axes.
func (v view) priceOf(s *sweep) mark.Panel {
	least, most := math.Inf(1), 0.0
	for _, p := range s.prices {
		most = max(most, p.value, p.norm, p.slack)
		if p.norm > 0 {
			least = min(least, p.norm, p.value)
		}
	}
	least = max(least/2, 1e-7*most)
	c := panel.Curves{
		ID: "price", Title: pricesTitle, Note: s.note(), Height: 0.75,
		Alt: say.Vars{"lo": s.lo, "hi": s.hi}.Text("objective, sum of slacks and norm of w at the optimum, against C from <lo> to <hi>"),
		X:   s.axis(), Y: mark.Axis{Log: true, Min: least, Max: 1.5 * most}, Under: v.notedMarks(s, 1.5*most), Over: v.hardFrom(s),
		Handle: v.handleC(math.Sqrt(least * 1.5 * most)),
	}
	for _, q := range []panel.Quantity{
		{Name: "½‖w‖² + CΣξ", Style: mark.RoleInk.Wide(2.4), At: s.curve(least, func(p price) float64 { return p.value })},
		{Name: "Σξ", Style: mark.RoleBad.Wide(1.8), At: s.curve(least, func(p price) float64 { return p.slack })},
		{Name: "‖w‖", Style: mark.RoleGood.Wide(1.8), At: s.curve(least, func(p price) float64 { return p.norm })},
	} {
		if q.Legend = q.Name; len(q.At) > 1 {
			c.Of = append(c.Of, q)
		}
	}
	return c.Panel()
}

// hardFrom is the C from which on nothing changes.
func (v view) hardFrom(s *sweep) []mark.Mark {
	if from := s.from(); from > s.lo && from < s.hi {
		return []mark.Mark{mark.Rule{Vertical: true, At: from, Legend: "hard margin from here on", Style: mark.RoleSoft.Dashed()}}
	}
	return nil
}

// handleC is the C of the run, to drag; a hard margin has no C.
func (v view) handleC(height float64) mark.Handle {
	if v.Hard {
		return mark.Handle{}
	}
	return mark.Handle{Param: "C", At: mark.XY{X: v.C, Y: height}, Label: "C", Tip: "drag C", Style: mark.RoleAccent.Plain()}
}

// notedMarks are the costs of the solutions of 004 against C, and where the first
// becomes the cheaper one.
func (v view) notedMarks(s *sweep, top float64) []mark.Mark {
	lines := v.notedLines()
	if lines == nil {
		return nil
	}
	var marks []mark.Mark
	for k, l := range lines {
		m := mark.PolyLine{Style: [...]mark.Role{mark.RoleClass2, mark.RoleClass3, mark.RoleClass4}[k].Wide(1.6).Dashed(), Name: l.name, Legend: l.name}
		for _, p := range s.prices {
			if y := l.cost(p.c); y > 0 && y <= top {
				m.At = append(m.At, mark.XY{X: p.c, Y: y})
			}
		}
		if len(m.At) > 1 {
			marks = append(marks, m)
		}
	}
	cross := mark.Points{Layer: mark.Over, Hollow: true, Style: mark.RoleInk.Plain(), Legend: "same cost as solution 1"}
	for _, l := range lines[1:] {
		c := lines[0].meets(l)
		if c < s.lo || c > s.hi {
			continue
		}
		cross.At = append(cross.At, mark.XY{X: c, Y: l.cost(c)})
		cross.Tips = append(cross.Tips, say.Vars{"name": l.name, "c": c, "cost": l.cost(c)}.Text("<name>: same cost as solution 1 at C = <c>, <cost>"))
	}
	return append(marks, cross)
}

// holders draws how many points are support vectors, and how many are on it or beyond.
func (v view) holders(s *sweep) mark.Panel {
	most := 1
	for _, p := range s.prices {
		most = max(most, p.support)
	}
	of := func(name say.Phrase, style mark.Style, count func(p price) int) panel.Quantity {
		return panel.Quantity{Name: name, Legend: name, Style: style, At: s.curve(0, func(p price) float64 { return float64(count(p)) })}
	}
	return panel.Curves{
		ID: "holders", Title: holdsTitle, Height: 0.7,
		Alt: say.Vars{"lo": s.lo, "hi": s.hi}.Text("support vectors, margin violations and misclassified points at the optimum, against C from <lo> to <hi>"),
		X:   s.axis(), Y: mark.Axis{Name: "points", Max: 1.1 * float64(most), Integer: true},
		Of: []panel.Quantity{
			of("α > 0", mark.RoleInk.Wide(2.4), func(p price) int { return p.support }),
			of("ξ > 0, margin violations", mark.RoleAccent.Wide(1.8), func(p price) int { return p.inside }),
			of("misclassified", mark.RoleBad.Wide(1.8), func(p price) int { return p.errors }),
		},
		Over: v.hardFrom(s), Handle: v.handleC(0.5 * float64(most)),
	}.Panel()
}

// A noted line is a solution that 004 proposes for its four points, whether it is the
// best or not. At C it costs ½‖w‖² + CΣξ: a straight line over C.
type noted struct {
	w     [2]float64
	bias  float64
	name  say.Phrase
	fixed float64 // ½‖w‖²
	slack float64 // Σξ
}

// cost is what the line costs at C.
func (l noted) cost(c float64) float64 { return l.fixed + c*l.slack }

// meets is the C at which two lines cost the same.
func (l noted) meets(m noted) float64 { return (l.fixed - m.fixed) / (m.slack - l.slack) }

// notedLines are the three solutions of 004, handout B, for the points (0, 0), (0, ε),
// (1, ε) and (1, 0), of which the last is negative; nil for other points. The note
// has (−ε, 1) and ε/2, and (−1, 0) and ½: they are scaled here to yf ≥ 1 for every
// point that they do not give up. The third, (0, δ) and 1, is the best for δ → 0.
func (t *task) notedLines() []noted {
	if !t.Linear || len(t.Points) != 4 {
		return nil
	}
	eps := t.Points[1].X[1]
	if !(eps > 0) {
		return nil
	}
	for k, q := range [4][3]float64{{0, 0, 1}, {0, eps, 1}, {1, eps, 1}, {1, 0, -1}} {
		if p := t.Points[k]; p.X != [2]float64{q[0], q[1]} || p.Sign() != q[2] {
			return nil
		}
	}
	lines := []noted{
		{w: [2]float64{-2, 2 / eps}, bias: 1, name: "solution 1: all four correct"},
		{w: [2]float64{-2, 0}, bias: 1, name: "solution 2: misclassifies x₃"},
		{w: [2]float64{0, 0}, bias: 1, name: "solution 3: misclassifies x₄, δ → 0"},
	}
	for k := range lines {
		l := &lines[k]
		l.fixed = (l.w[0]*l.w[0] + l.w[1]*l.w[1]) / 2
		for i, q := range t.Points {
			l.slack += max(0, 1-t.y[i]*(l.w[0]*q.X[0]+l.w[1]*q.X[1]+l.bias))
		}
	}
	return lines
}

// notedValue is what a program reads of the solutions of 004: their costs at this C,
// from which C on the first is cheaper than the second and than the third, and the
// second's margin; nothing for other points.
func (t *task) notedValue() []algos.Value {
	lines := t.notedLines()
	if lines == nil || t.Hard {
		return nil
	}
	costs := make([]float64, len(lines))
	for k, l := range lines {
		costs[k] = l.cost(t.C)
	}
	return []algos.Value{{Name: "notes", Value: []algos.Value{
		{Name: "costs", Value: costs},
		{Name: "crossings", Value: []float64{lines[0].meets(lines[1]), lines[0].meets(lines[2])}},
		{Name: "margins", Value: []float64{1 / math.Sqrt(2*lines[0].fixed), 1 / math.Sqrt(2*lines[1].fixed)}},
	}}}
}
