package svm

import (
	"math"
	"slices"

	"playground/algos/kernel"
	"playground/algos/linear/internal/pairs"
	"playground/algos/linear/internal/smo"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := slices.Concat([]mark.Panel{v.board(), v.alphas()}, v.features(), v.seriesPanels())
	if w := v.shown(); w != nil {
		panels = append(panels, v.box(w), v.numbers(w))
	}
	panels = append(append(panels, v.kkt()), v.sweepPanels()...)
	if len(v.y) <= maxMatrix {
		panels = append(panels, v.matrix())
	}
	return panels
}

// DragPanels implements [algos.DragView].
func (v view) DragPanels() []mark.Panel {
	return slices.Concat([]mark.Panel{v.board()}, v.features(), v.seriesPanels(), v.sweepPanels())
}

// shown is the pair whose box is drawn: the one that has just moved, or the one
// that is about to.
func (v view) shown() *pairs.Work {
	if v.phase == pairs.Optimising {
		return v.Done
	}
	return v.plan()
}

// pair is what the step is about: two rows, none at the start.
func (v view) pair() []int {
	if v.phase == pairs.Starting {
		return nil
	}
	w := v.shown()
	return []int{w.I, w.J}
}

// counts are what the captions name.
func (v view) counts() say.Vars {
	return say.Vars{"n": len(v.y), "sv": v.Support(), "bound": v.Bound, "free": v.Free, "errors": v.errors}
}

// board draws the classifier: the score as shading with the boundary and the
// margins, the slacks of a linear classifier, and a ring around every support
// vector that grows with α.
func (v view) board() mark.Panel {
	p, c := v.Problem.Board(), v.counts()
	p.Title, p.Note = "Support vector machine", c.Text("<sv support vector>")
	p.Alt = c.Text("<n point>, <sv support vector>, <bound> of them at the bound, <errors> misclassified")
	p.Add(v.expansion().Shade("f(x), saturated at ±1.5", "decision boundary f = 0", "margin boundaries f = ±1"))
	if v.Linear {
		p.Add(v.slacks())
	}
	p.Add(panel.Data(v.Problem, v.tip))
	p.Add(v.rings()...)
	p.Add(v.sliceMarks()...)
	if rows := v.pair(); rows != nil {
		p.Add(pairs.AtWork(v.Problem, [2]int(rows), v.ring()))
	}
	return p
}

// tip says everything about point k.
func (s *state) tip(k int) say.Phrase {
	v := say.Vars{
		"row": say.Row(k).Name(), "x": s.Points[k].X, "y": s.y[k], "alpha": s.alpha[k], "f": s.f(k), "slack": s.slack(k), "kind": kindNames[s.kind(k)],
	}
	if !s.Hard {
		v["beta"] = s.beta(k)
		return v.Text("<row> = <x>, y = <y>, α = <alpha>, β = <beta>, f = <f>, ξ = <slack>: <kind>")
	}
	return v.Text("<row> = <x>, y = <y>, α = <alpha>, f = <f>, ξ = <slack>: <kind>")
}

// A kind is what a point is to the classifier.
type kind int

const (
	outside  kind = iota // α = 0
	onMargin             // 0 < α < C: yf = 1 at the optimum
	inMargin             // α = C and 0 ≤ ξ < 1: on the right side, too close
	wrong                // α > 0 and ξ ≥ 1: on the wrong side
)

var kindNames = [...]say.Phrase{
	"not a support vector", "support vector on the margin boundary", "support vector inside the margin", "misclassified support vector",
}

func (s *state) kind(k int) kind {
	switch {
	case s.alpha[k] == 0:
		return outside
	case s.slack(k) >= 1:
		return wrong
	case s.alpha[k] < s.c:
		return onMargin
	}
	return inMargin
}

// rings encircle the three kinds of support vectors.
func (s *state) rings() []mark.Mark {
	var marks []mark.Mark
	ring := s.ring()
	for _, r := range []struct {
		kind
		style  mark.Style
		legend say.Phrase
	}{
		{inMargin, mark.RoleInk.Wide(1).Faded(0.6), "support vector, α = C"},
		{wrong, mark.RoleBad.Wide(1.4), "misclassified, ξ ≥ 1"},
		{onMargin, mark.RoleInk.Wide(2.2), "support vector, 0 < α < C"},
	} {
		rings := panel.Rings(s.Problem, r.style, r.legend, func(k int) float64 {
			if s.kind(k) != r.kind {
				return 0
			}
			return ring(k)
		})
		if len(rings.At) > 0 {
			marks = append(marks, rings)
		}
	}
	return marks
}

// ring returns the radius of a ring, which grows with α.
func (s *state) ring() func(k int) float64 {
	scale := s.scale()
	return func(k int) float64 { return pairs.Radius(s.alpha[k] / scale) }
}

// scale is the α that fills a picture.
func (s *state) scale() float64 {
	top := 0.0
	for _, a := range s.alpha {
		top = max(top, a)
	}
	return pairs.Scale(top, s.c, 20)
}

// slacks join every point inside the margin with its margin line: along w, ξ/‖w‖
// long.
func (s *state) slacks() mark.Segments {
	seg := mark.Segments{Style: mark.RoleSoft.Wide(1.2), Legend: "slack ξ"}
	w := s.expansion().Weights()
	norm2 := w[0]*w[0] + w[1]*w[1]
	if norm2 == 0 {
		return seg
	}
	for k := range s.y {
		// Below the tolerance a slack is not one.
		if xi := s.slack(k); xi > s.Tol {
			at, step := panel.Place(s.Problem, k), s.y[k]*xi/norm2
			to := mark.XY{X: at.X + step*w[0], Y: at.Y + step*w[1]}
			if !(max(math.Abs(to.X), math.Abs(to.Y)) <= mark.Beyond) {
				continue // its margin line is beyond every border, or beyond all numbers
			}
			seg.From, seg.To = append(seg.From, at), append(seg.To, to)
			seg.Refs = append(seg.Refs, say.Row(k).Ref())
		}
	}
	return seg
}

// alphas are the dual variables as bars in the order of the rows.
func (v view) alphas() mark.Panel {
	c := v.counts()
	r := panel.Rows{
		ID: "alphas", Title: "Dual variables", Note: c.Text("<bound> at C, <free> between"),
		Alt: c.Text("<n> dual variables: <bound> at C, <free> between 0 and C, the others 0"),
		Y:   mark.Axis{Name: "α", Max: 1.08 * v.scale()}, Of: func(k int) float64 { return v.alpha[k] }, Hot: v.pair(),
		Tip: func(k int) say.Phrase {
			return say.Vars{"name": alpha(k), "value": v.alpha[k]}.Text("<name> = <value>")
		},
	}
	if v.Hard {
		r.Note = c.Text("<free unbounded support vector>")
	}
	if v.scale() == v.c {
		r.Marks = []mark.Mark{panel.Bound(v.c, "C", mark.RoleSoft.Plain())}
	}
	return r.Panel(v.Problem)
}

// box draws the working pair's box: the line Σαy = const in [0, C]², the dual
// along it, the old point, the unclipped and the clipped optimum.
func (v view) box(w *pairs.Work) mark.Panel {
	lim, names := v.boxSize(w), v.Names(w.Pair)
	names["from"], names["to"] = w.From, w.To
	p := mark.Panel{
		ID: "box", Title: "Box constraint of the working pair", Equal: true, Height: 1, Note: stopNames[w.Stop],
		Alt: names.Text("<i>, <j> moves from <from> to <to>"),
		X:   mark.Axis{Name: say.Phrase(alpha(w.I)), Min: -0.15 * lim, Max: 1.15 * lim},
		Y:   mark.Axis{Name: say.Phrase(alpha(w.J)), Min: -0.15 * lim, Max: 1.15 * lim},
	}
	yi, yj := v.y[w.I], v.y[w.J]
	from, to := mark.XY{X: w.From[0], Y: w.From[1]}, mark.XY{X: w.To[0], Y: w.To[1]}
	lo, hi := w.Low, w.High
	if yi == yj {
		lo[1], hi[1] = hi[1], lo[1]
	}
	p.Add(
		v.landscape(w, lim),
		mark.Rect{Max: mark.XY{X: min(v.c, 2*lim), Y: min(v.c, 2*lim)}, Style: mark.RoleSoft.Plain(), Legend: "box constraint 0 ≤ α ≤ C"},
		mark.Ray{A: yi, B: yj, C: -yi*w.From[0] - yj*w.From[1], Style: mark.RoleFaint.Dashed(), Legend: "equality constraint Σαy = 0"},
		mark.PolyLine{At: []mark.XY{clamp(lo, lim), clamp(hi, lim)}, Style: mark.RoleInk.Wide(2)}, pairs.Before(from, "old"),
		v.ends(w, lo, hi),
	)
	if w.Stop == smo.Unbounded {
		return p
	}
	free := mark.XY{X: w.Free[0], Y: w.Free[1]}
	if w.Stop != smo.AtMinimum && inside(free, lim) {
		p.Add(pairs.Before(free, "unclipped"))
	}
	p.Add(panel.Arrow(from, to, mark.RoleAccent.Plain(), ""), pairs.After(to, "new"))
	return p
}

var stopNames = [...]say.Phrase{
	smo.AtMinimum: "unclipped: the maximum is inside",
	smo.AtI:       "clipped: the first α is at its bound",
	smo.AtJ:       "clipped: the second α is at its bound",
	smo.Unbounded: "unbounded direction",
}

// boxSize is the side of the picture of a box: C, or without one (or where C is
// far away) room for the move.
func (v view) boxSize(w *pairs.Work) float64 {
	reach := max(w.From[0], w.From[1])
	for _, x := range w.To {
		if !math.IsInf(x, 0) {
			reach = max(reach, x)
		}
	}
	switch {
	case reach > v.c/20:
		return v.c
	case reach > 0:
		return 1.5 * reach
	}
	return 1
}

// clamp keeps an end of the feasible piece within reach of the picture, on the
// line.
func clamp(end [2]float64, lim float64) mark.XY {
	over := max(0, end[0]-2*lim, end[1]-2*lim)
	if math.IsInf(over, 1) {
		// Both grow without bound, or one does while the other one stays put; only
		// opposite labels do that, along (1, 1).
		over = 0
		base := min(end[0], end[1])
		if math.IsInf(base, 1) {
			return mark.XY{X: 2 * lim, Y: 2 * lim}
		}
	}
	return mark.XY{X: end[0] - over, Y: end[1] - over}
}

func inside(p mark.XY, lim float64) bool {
	return p.X >= -0.15*lim && p.X <= 1.15*lim && p.Y >= -0.15*lim && p.Y <= 1.15*lim
}

// landscape is the dual as a function of the pair alone, all other α fixed:
// −Σ yₜEₜdₜ − ½(Kᵢᵢdᵢ² + Kⱼⱼdⱼ² + 2yᵢyⱼKᵢⱼdᵢdⱼ) for a change d of the pair.
func (v view) landscape(w *pairs.Work, lim float64) mark.Field {
	yi, yj, xi, xj := v.y[w.I], v.y[w.J], v.X[w.I], v.X[w.J]
	kii, kjj, kij := v.Kernel.At(xi, xi), v.Kernel.At(xj, xj), v.Kernel.At(xi, xj)
	gain := func(ai, aj float64) float64 {
		di, dj := ai-w.From[0], aj-w.From[1]
		return -yi*w.E[0]*di - yj*w.E[1]*dj - (kii*di*di+kjj*dj*dj+2*yi*yj*kij*di*dj)/2
	}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, a := range [...]float64{0, lim / 2, lim} {
		for _, b := range [...]float64{0, lim / 2, lim} {
			g := gain(a, b)
			lo, hi = min(lo, g), max(hi, g)
		}
	}
	if hi <= lo {
		hi = lo + 1
	}
	return mark.Field{Eval: panel.Score(gain), Scale: mark.Sequential, Lo: lo, Hi: hi, Legend: "dual objective, other α fixed"}
}

// ends are L and H of the variable that the story is about, at the ends of the line
// where α of the first of the pair is least and largest; an end without a bound has none.
func (v view) ends(w *pairs.Work, lo, hi [2]float64) mark.Texts {
	names := [2]say.Phrase{"L", "H"}
	if aboutOf(w) == 1 && v.y[w.I] == v.y[w.J] {
		names[0], names[1] = names[1], names[0]
	}
	t := mark.Texts{Anchor: mark.End, Style: mark.RoleInk.Plain()}
	for k, end := range [2][2]float64{lo, hi} {
		if lim := v.boxSize(w); end[0] <= lim && end[1] <= lim {
			panel.Write(&t, end[0]-0.03*lim, end[1]+0.02*lim, names[k])
		}
	}
	return t
}

// maxMatrix is the most points whose kernel matrix is drawn.
const maxMatrix = 30

// matrix is the kernel matrix of a small data set.
func (v view) matrix() mark.Panel {
	n := len(v.X)
	g := panel.Gram{
		ID: "matrix", Title: "Kernel matrix", Alt: say.Vars{"n": n}.Text("the <n> by <n> matrix of k(xᵢ, xⱼ)"),
		Values: kernel.Gram(v.Kernel, v.X), Scale: mark.Diverging,
	}
	if v.Linear {
		g.Note = "points measured from their mean"
	}
	if rows := v.pair(); rows != nil {
		g.Hot = [][2]int{{rows[0], rows[1]}, {rows[1], rows[0]}}
	}
	return g.Panel(n)
}
