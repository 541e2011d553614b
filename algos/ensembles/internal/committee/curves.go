package committee

import (
	"cmp"
	"math"
	"slices"

	"playground/algos/cart"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// shownFits is of how many trees the fits are drawn, the latest ones.
const shownFits = 25

// mostCorners bounds the steps of a line: one of more is drawn at so many places.
const mostCorners = 1000

// curves is the board of points with values: on a line the fits of single trees and their mean, in the plane the mean alone.
func (v View) curves() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Note, p.Alt = "no ensemble yet", w.Text("<n point>, no ensemble yet")
	if b := len(v.Committee); b > 0 {
		w["members"], w["oob"] = b, v.BagLoss
		p.Note = w.Text("<members tree>")
		if v.BagRows > 0 {
			p.Note = w.Text("<members tree>, OOB mean squared error <oob>")
		}
		p.Alt = w.Text("<n point> and the mean of <members tree>")
		if v.Dim == 1 {
			p.Add(v.fits()...)
		} else {
			p.Add(v.surface())
		}
	}
	dots := panel.Data(v.Problem, v.tip)
	if v.Dim == 2 {
		lo, hi := v.span()
		dots = panel.Targets(v.Problem, v.Z, lo, hi, "data: colour y", v.tip)
	}
	if v.New != nil {
		w = v.vars()
		for i := range v.Z {
			dots.Size = append(dots.Size, v.radius(i))
		}
		dots.Legend = w.Text("area: bootstrap count for <name>")
	}
	p.Add(dots)
	return p
}

// span is from the smallest to the largest value.
func (v View) span() (lo, hi float64) {
	if lo, hi = slices.Min(v.Z), slices.Max(v.Z); lo < hi {
		return lo, hi
	}
	return lo - 1, hi + 1
}

// surface is the mean of the trees at every place of the plane.
func (v View) surface() mark.Field {
	lo, hi := v.span()
	f := func(x, y float64) float64 { return v.shares([]float64{x, y})[0] }
	return mark.Field{
		Eval: panel.Affordable(panel.Score(f), 20*len(v.Committee)), Scale: mark.Sequential, Lo: lo, Hi: hi,
		Legend: say.Vars{"lo": lo, "hi": hi}.Text("mean of the trees, from <lo> to <hi>"),
	}
}

// fits are the latest trees as faint lines, the last one among them in its colour, and the mean of all as a bold line.
func (v View) fits() []mark.Mark {
	var marks []mark.Mark
	first := max(0, len(v.Committee)-shownFits)
	legend := say.Phrase("single trees")
	for k, m := range v.Committee[first:] {
		line := mark.PolyLine{At: v.stairs([]*Member{m}), Style: mark.RoleFaint.Wide(1), Ref: Ref(first + k + 1), Legend: legend}
		if legend = ""; v.Phase == voting && first+k+1 == len(v.Committee) {
			line.Style, line.Legend = mark.RoleAccent.Wide(1.4), v.vars().Text("latest tree <name>")
		}
		marks = append(marks, line)
	}
	return append(marks, mark.PolyLine{At: v.stairs(v.Committee), Style: mark.RoleInk.Wide(3), Legend: "ensemble: mean of the trees"})
}

// A rise is a threshold, and by how much what a tree says is larger behind it.
type rise struct{ at, by float64 }

// rises appends the thresholds of a tree over one input, from left to right, and returns what it says before the first.
func rises(t *cart.Tree, dst []rise) (all []rise, before float64) {
	last, begun := 0.0, false
	var walk func(at int, from float64)
	walk = func(at int, from float64) {
		n := &t.Nodes[at]
		if n.Feature != cart.Leaf {
			walk(n.Left, from)
			walk(n.Right, n.Threshold)
			return
		}
		if !begun {
			before, begun = n.Value, true
		} else {
			dst = append(dst, rise{from, n.Value - last})
		}
		last = n.Value
	}
	walk(0, math.Inf(-1))
	return dst, before
}

// stairs is the mean of some trees over one input, as the corners of a line.
func (v View) stairs(of []*Member) []mark.XY {
	var all []rise
	y, b := 0.0, float64(len(of))
	for _, m := range of {
		var before float64
		all, before = rises(m.Tree, all)
		y += before
	}
	slices.SortFunc(all, func(a, b rise) int { return cmp.Compare(a.at, b.at) })
	line := []mark.XY{{X: -mark.Beyond, Y: y / b}}
	distinct := slices.CompactFunc(slices.Clone(all), func(a, b rise) bool { return a.at == b.at })
	apart := 0.0
	if len(distinct) > mostCorners {
		apart = (v.Window.X1 - v.Window.X0) / mostCorners
	}
	for i, r := range all {
		y += r.by
		if i+1 < len(all) && (all[i+1].at == r.at || all[i+1].at-line[len(line)-1].X < apart) {
			continue // thresholds that lie together are one corner
		}
		line = append(line, mark.XY{X: r.at, Y: line[len(line)-1].Y}, mark.XY{X: r.at, Y: y / b})
	}
	return append(line, mark.XY{X: mark.Beyond, Y: y / b})
}
