package svm

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/kernel"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []algos.Panel {
	panels := []algos.Panel{v.board(), v.alphas()}
	if w := v.shown(); w != nil {
		panels = append(panels, v.box(w))
	}
	if len(v.y) <= maxMatrix {
		panels = append(panels, v.matrix())
	}
	return panels
}

// alphas are the dual variables as bars in the order of the rows.
func (v view) alphas() algos.Panel {
	s := v.state
	n := len(s.y)
	bars := algos.Bars{X: make([]float64, n), Y: s.alpha, Class: make([]int, n), Refs: make([]string, n)}
	bars.Tip = func(k int) say.Phrase { return say.Phrase(fmt.Sprintf("%s = %s", alpha(k), say.Num(s.alpha[k]))) }
	for k := range n {
		bars.X[k] = float64(k + 1) // on screen points are numbered from one
		bars.Class[k], bars.Refs[k] = s.set.Points[k].Class(), ref(k)
	}
	if i, j, ok := v.pair(); ok {
		bars.Hot = []int{i, j}
	}
	p := algos.Panel{
		ID: "alphas", Title: "Dual variables",
		Note: say.Phrase(fmt.Sprintf("%d at C, %d between", s.bound, s.free)),
		Alt:  say.Phrase(fmt.Sprintf("%d dual variables: %d at C, %d between 0 and C, the others 0", n, s.bound, s.free)),
		X:    algos.Axis{Name: "point", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y:    algos.Axis{Name: "α", Max: 1.08 * s.scale()},
	}
	if s.Hard {
		p.Note = say.Phrase(say.Count(s.free, "support vector"))
	}
	p.Marks = append(p.Marks, bars)
	if s.scale() == s.c {
		p.Marks = append(p.Marks, algos.Rule{At: s.c, Label: "C", Style: algos.Style{Role: algos.RoleSoft, Dash: true}})
	}
	return p
}

// shown is the pair whose box is drawn: the one that has just moved, or the one
// that is about to.
func (v view) shown() *work {
	if v.phase == optimising {
		return v.work
	}
	return v.plan()
}

// box draws the working pair's box: the line Σαy = const in [0, C]², the dual
// along it, the old point, the unclipped and the clipped optimum.
func (v view) box(w *work) algos.Panel {
	lim := v.boxSize(w)
	p := algos.Panel{
		ID: "box", Title: "The pair's box", Equal: true, Height: 1,
		Note: say.Phrase(stopNames[w.Stop]),
		Alt:  say.Phrase(fmt.Sprintf("%s moves from %s to %s", pairName(w.I, w.J), say.Vec(w.From[0], w.From[1]), say.Vec(w.To[0], w.To[1]))),
		X:    algos.Axis{Name: say.Phrase(alpha(w.I)), Min: -0.15 * lim, Max: 1.15 * lim},
		Y:    algos.Axis{Name: say.Phrase(alpha(w.J)), Min: -0.15 * lim, Max: 1.15 * lim},
	}
	yi, yj := v.y[w.I], v.y[w.J]
	from, to := algos.XY{X: w.From[0], Y: w.From[1]}, algos.XY{X: w.To[0], Y: w.To[1]}
	lo, hi := w.Low, w.High
	if yi == yj {
		lo[1], hi[1] = hi[1], lo[1]
	}
	p.Marks = append(p.Marks,
		v.landscape(w, lim),
		algos.Rect{Max: algos.XY{X: min(v.c, 2*lim), Y: min(v.c, 2*lim)}, Style: algos.Style{Role: algos.RoleSoft}, Legend: "box 0 ≤ α ≤ C"},
		algos.Ray{A: yi, B: yj, C: -yi*w.From[0] - yj*w.From[1], Style: algos.Style{Role: algos.RoleFaint, Dash: true}, Legend: "Σαy = 0 for the pair"},
		algos.PolyLine{At: []algos.XY{clamp(lo, lim), clamp(hi, lim)}, Style: algos.Style{Role: algos.RoleInk, Width: 2}},
		algos.Points{At: []algos.XY{from}, Labels: []say.Phrase{"old"}, Layer: algos.Over, Hollow: true, Style: algos.Style{Role: algos.RoleSoft}},
	)
	if w.Stop == smo.Unbounded {
		return p
	}
	free := algos.XY{X: w.Free[0], Y: w.Free[1]}
	if w.Stop != smo.AtMinimum && inside(free, lim) {
		p.Marks = append(p.Marks, algos.Points{At: []algos.XY{free}, Labels: []say.Phrase{"unclipped"}, Layer: algos.Over, Hollow: true, Style: algos.Style{Role: algos.RoleSoft}})
	}
	if from != to {
		p.Marks = append(p.Marks, algos.Arrows{From: []algos.XY{from}, To: []algos.XY{to}, Style: algos.Style{Role: algos.RoleAccent}})
	}
	p.Marks = append(p.Marks, algos.Points{At: []algos.XY{to}, Labels: []say.Phrase{"new"}, Layer: algos.Over, Style: algos.Style{Role: algos.RoleAccent}})
	return p
}

var stopNames = [...]string{
	smo.AtMinimum: "the best point is inside",
	smo.AtI:       "the box stops the first",
	smo.AtJ:       "the box stops the second",
	smo.Unbounded: "nothing stops the pair",
}

// boxSize is the side of the picture of a box: C, or without one (or where C is
// far away) room for the move.
func (v view) boxSize(w *work) float64 {
	reach := max(w.From[0], w.From[1])
	for _, x := range [...]float64{w.To[0], w.To[1]} {
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
func clamp(end [2]float64, lim float64) algos.XY {
	over := max(0, end[0]-2*lim, end[1]-2*lim)
	if math.IsInf(over, 1) {
		// Both grow for ever, or one does while the other one stays put; only
		// opposite labels do that, along (1, 1).
		over = 0
		base := min(end[0], end[1])
		if math.IsInf(base, 1) {
			return algos.XY{X: 2 * lim, Y: 2 * lim}
		}
	}
	return algos.XY{X: end[0] - over, Y: end[1] - over}
}

func inside(p algos.XY, lim float64) bool {
	return p.X >= -0.15*lim && p.X <= 1.15*lim && p.Y >= -0.15*lim && p.Y <= 1.15*lim
}

// landscape is the dual as a function of the pair alone, all other α fixed:
// −Σ yₜEₜdₜ − ½(Kᵢᵢdᵢ² + Kⱼⱼdⱼ² + 2yᵢyⱼKᵢⱼdᵢdⱼ) for a change d of the pair.
func (v view) landscape(w *work, lim float64) algos.Field {
	yi, yj := v.y[w.I], v.y[w.J]
	gain := func(ai, aj float64) float64 {
		di, dj := ai-w.From[0], aj-w.From[1]
		return -yi*w.e[0]*di - yj*w.e[1]*dj - (w.kii*di*di+w.kjj*dj*dj+2*yi*yj*w.kij*di*dj)/2
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
	return algos.Field{
		Eval:  func(dst []float64, g grid.Grid) { grid.Fill(dst, g, gain) },
		Scale: algos.Sequential, Lo: lo, Hi: hi, Legend: "dual, the others fixed",
	}
}

// maxMatrix is the most points whose kernel matrix is drawn.
const maxMatrix = 30

// matrix is the kernel matrix of a small data set.
func (v view) matrix() algos.Panel {
	n := len(v.x)
	m := algos.Matrix{Rows: n, Cols: n, Values: kernel.Gram(v.k, v.x), Scale: algos.Diverging, Text: n <= 6}
	for _, k := range m.Values {
		m.Hi = max(m.Hi, math.Abs(k))
	}
	if m.Hi == 0 {
		m.Hi = 1
	}
	m.Lo = -m.Hi
	for k := range n {
		m.RowRefs = append(m.RowRefs, ref(k))
	}
	m.ColRefs = m.RowRefs
	if i, j, ok := v.pair(); ok {
		m.Hot = [][2]int{{i, j}, {j, i}}
	}
	note := ""
	if v.linear() {
		note = "points measured from their mean"
	}
	return algos.Panel{
		ID: "matrix", Title: "Kernel matrix", Note: say.Phrase(note), Equal: true, Height: 1,
		Alt:   say.Phrase(fmt.Sprintf("the %d by %d matrix of k(xᵢ, xⱼ)", n, n)),
		X:     algos.Axis{Hidden: true, Max: float64(n)},
		Y:     algos.Axis{Hidden: true, Max: float64(n)},
		Marks: []algos.Mark{m},
	}
}
