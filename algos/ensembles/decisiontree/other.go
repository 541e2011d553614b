package decisiontree

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// The perturbations of one sample, whose tree is shown beside that of the data as they are.
const (
	nothing    = "nothing"
	moved      = "moved"
	relabelled = "relabelled"
	gone       = "removed"
)

// raise grows the tree of the same points except for one of them. A table has none: its samples have no place.
func (t *task) raise(ctx context.Context) error {
	n := len(t.Points)
	if t.WhatIf == nothing || !t.Table.Empty() || n < 2 {
		return nil
	}
	t.changed = min(t.Index, n) - 1
	p, o := t.Problem, t.Options
	p.Points, o.WhatIf = slices.Clone(t.Points), nothing
	switch row := &p.Points[t.changed]; t.WhatIf {
	case moved:
		row.X = t.Place
		if t.Dim == 1 {
			row.X[1] = 0
		}
	case relabelled:
		row.Y = float64((row.Class() + 1) % len(t.classes))
	case gone:
		p.Points = slices.Delete(p.Points, t.changed, t.changed+1)
	}
	var err error
	t.other, err = newTask(ctx, p, o)
	return err
}

// beside is the other tree after as many steps as this one, or at its end where this one is.
func (v view) beside() view {
	o := v.other
	w := view{task: o, splits: min(v.splits, len(o.splits))}
	if v.ended(v.splits, v.folds) {
		w.splits, w.folds = len(o.splits), len(o.folds)
	} else if w.splits == len(o.splits) {
		w.folds = min(v.folds, len(o.folds))
	}
	return w
}

// A region is the part of the board that a leaf has.
type region struct {
	box
	label int
}

// plots are the parts of the board that the leaves have, within its window.
func (v view) plots() []region {
	w := v.Window
	board := box{{w.X0, w.X1}, {w.Y0, w.Y1}}
	var out []region
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		if !leaf {
			return
		}
		if b, ok := v.box(n.id).within(board); ok {
			out = append(out, region{b, n.label})
		}
	})
	return out
}

// within is what two boxes share; false where that is nothing.
func (b box) within(c box) (box, bool) {
	for k := range b {
		b[k][0], b[k][1] = max(b[k][0], c[k][0]), min(b[k][1], c[k][1])
		if !(b[k][0] < b[k][1]) {
			return b, false
		}
	}
	return b, true
}

// A contrast is how two trees differ.
type contrast struct {
	here, there []region
	apart       []box   // where they predict different classes
	share       float64 // of the board
	rows        int     // that are predicted differently, except for the one that changed
	kept        int     // splits that both have at the same place
	asked, then int     // splits of this tree, and of the other
}

// contrast compares the trees of a step.
func (v view) contrast() contrast {
	w := v.beside()
	w.Window = v.Window
	c := contrast{here: v.plots(), there: w.plots()}
	area := (v.Window.X1 - v.Window.X0) * (v.Window.Y1 - v.Window.Y0)
	for _, a := range c.here {
		for _, b := range c.there {
			if both, ok := a.within(b.box); ok && a.label != b.label {
				c.apart = append(c.apart, both)
				c.share += (both[0][1] - both[0][0]) * (both[1][1] - both[1][0]) / area
			}
		}
	}
	for i, p := range v.Points {
		at := func(j int) float64 { return p.X[j] }
		if i != v.changed && v.nodes[v.leaf(at, v.splits, v.folds)].label != w.nodes[w.leaf(at, w.splits, w.folds)].label {
			c.rows++
		}
	}
	v.visit(v.splits, v.folds, func(_ *node, leaf bool) {
		if !leaf {
			c.asked++
		}
	})
	w.visit(w.splits, w.folds, func(_ *node, leaf bool) {
		if !leaf {
			c.then++
		}
	})
	c.kept = v.same(w, 0, 0)
	return c
}

// same counts the splits that both trees have at the same place, below the same splits.
func (v view) same(w view, here, there int) int {
	if !v.asks(here, v.splits, v.folds) || !w.asks(there, w.splits, w.folds) {
		return 0
	}
	a, b := v.nodes[here], w.nodes[there]
	if a.ask.feature != b.ask.feature || a.ask.threshold != b.ask.threshold {
		return 0
	}
	return 1 + v.same(w, a.children[0], b.children[0]) + v.same(w, a.children[1], b.children[1])
}

// what is perturbed, in words, with the sample as sentences or as pictures write it.
func (v view) what(row any) say.Phrase {
	w := say.Vars{"row": row, "class": say.Given(v.classes[(v.y[v.changed]+1)%len(v.classes)]), "place": v.Place[:v.Dim]}
	switch v.WhatIf {
	case moved:
		return w.Text("<row> at <place>")
	case relabelled:
		return w.Text("<row> of class <class>")
	}
	return w.Text("<row> removed")
}

func (v view) sayOther(s *algos.Story) {
	if v.other == nil || v.phase == looking {
		return
	}
	c, w := v.contrast(), v.beside()
	s.Vars["what"], s.Vars["share"], s.Vars["called"], s.Vars["kept"], s.Vars["asked"] = v.what(say.Row(v.changed)), c.share, c.rows, c.kept, c.asked
	if v.asks(0, v.splits, v.folds) && w.asks(0, w.splits, w.folds) {
		s.Vars["first"], s.Vars["now"] = v.asked1(*v.nodes[0].ask), w.asked1(*w.nodes[0].ask)
		if c.kept == 0 {
			s.Text("With <what>, the root split would be <now> instead of <first>, and no split stays the same.")
		} else {
			s.Text("With <what>, <kept> of <asked split> would stay the same.")
		}
	}
	s.Text("The perturbed tree predicts another class for <called> of the other points, and on a fraction <share> of the board.")
}

// mostBeside is how many leaves of a tree are drawn small, and dots.
const mostBeside = 150

// pair are both trees as small boards, and where they disagree.
func (v view) pair() mark.Panel {
	c := v.contrast()
	w := say.Vars{"what": v.what(say.Row(v.changed).Name()), "share": c.share, "called": c.rows, "kept": c.kept, "asked": c.asked}
	p := mark.Panel{
		ID: "pair", Title: "If one sample changed", Note: w.Text("<what>: the predicted class changes on <share> of the board"), Height: 0.62,
		Alt: w.Text("the regions of the tree, and of the tree with <what>; they disagree on a fraction <share> of the board"),
		X:   mark.Axis{Hidden: true, Min: -0.03, Max: 2.11}, Y: mark.Axis{Hidden: true, Min: -0.05, Max: 1.18},
	}
	s := panel.Strip{Columns: 2, Rows: 1, Window: v.Window, Width: 1, Height: 1, Across: 1.08}
	rect := func(k int, b box) mark.Rect {
		return mark.Rect{Min: s.Place(k, mark.XY{X: b[0][0], Y: b[1][0]}), Max: s.Place(k, mark.XY{X: b[0][1], Y: b[1][1]}), Fill: true}
	}
	for k, plots := range [][]region{c.here, c.there} {
		for _, r := range plots[:min(mostBeside, len(plots))] {
			m := rect(k, r.box)
			m.Style = mark.RoleOfClass(r.label).Wide(0.6).Faded(0.25)
			p.Add(m)
		}
		for i, b := range c.apart[:min(mostBeside, len(c.apart))] {
			m := rect(k, b)
			m.Style, m.Layer = mark.RoleBad.Wide(1.6).Faded(0.22), mark.Over
			if i == 0 && k == 0 {
				m.Legend = "disagreement region"
			}
			p.Add(m)
		}
	}
	v.dots(&p, s, 0, v.Set)
	v.dots(&p, s, 1, v.other.Set)
	words := mark.Texts{Anchor: mark.Middle, Style: mark.RoleInk.Plain()}
	words.At, words.Text = []mark.XY{{X: 0.5, Y: 1.07}, {X: 1.58, Y: 1.07}}, []say.Phrase{"original", w.Text("<what>")}
	p.Add(words)
	return p
}

// dots are the points of a small board that lie within its window.
func (v view) dots(p *mark.Panel, s panel.Strip, k int, set dataset.Set) {
	if len(set.Points) > mostBeside {
		return
	}
	w := v.Window
	dots := mark.Points{}
	for i, q := range set.Points {
		x, y := set.Place(q)
		if x < w.X0 || x > w.X1 || y < w.Y0 || y > w.Y1 {
			continue
		}
		size := 2.2
		if i == v.changed && (k == 0 || v.WhatIf != gone) {
			size = 4.5
		}
		dots.At, dots.Class, dots.Size = append(dots.At, s.Place(k, mark.XY{X: x, Y: y})), append(dots.Class, q.Class()), append(dots.Size, size)
	}
	if len(dots.At) > 0 {
		p.Add(dots)
	}
}

// ghost is the perturbed sample on the board, at its new position, to be dragged.
func (v view) ghost(p *mark.Panel) {
	if v.other == nil {
		return
	}
	at := panel.Place(v.Problem, v.changed)
	ring := mark.Rings{At: []mark.XY{at}, Radius: []float64{9}, Style: mark.RoleInk.Wide(2).Dashed(), Legend: "perturbed sample"}
	p.Add(ring)
	if v.WhatIf != moved {
		return
	}
	to := mark.XY{X: v.Place[0], Y: v.Place[1]}
	if v.Dim == 1 {
		to.Y = at.Y
	}
	if math.Hypot(to.X-at.X, to.Y-at.Y) > 0 {
		p.Add(mark.Segments{From: []mark.XY{at}, To: []mark.XY{to}, Style: mark.RoleInk.Wide(1.4).Dashed()})
	}
	p.Add(mark.Handle{
		Param: "place", At: to, Name: "moved sample", Label: say.Vars{"row": say.Row(v.changed).Name()}.Text("<row>′"),
		Tip: "drag: new position of the sample", Style: mark.RoleOfClass(v.y[v.changed]).Plain(), Size: 6,
	})
}
