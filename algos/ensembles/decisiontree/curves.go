package decisiontree

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// curve is what every question about a column gains.
func (v view) curve(n *node, j int) mark.Panel {
	all, best := v.candidates(n, j), 0
	for k, q := range all {
		if q.gain > all[best].gain+tie {
			best = k
		}
	}
	w := say.Vars{"column": say.Given(v.names[j]), "gain": all[best].gain, "count": len(all)}
	p := mark.Panel{
		ID: "curve", Title: "Every question about one column", Note: w.Text("<column>: the best gains <gain>"),
		Alt: w.Text("what <count question> about <column> would gain"),
		Y:   mark.Axis{Name: "gain"},
	}
	top, pts := 0.0, mark.Points{Style: mark.RoleSoft.Plain(), Legend: "one question each", Hollow: true}
	for k, q := range all {
		x := q.threshold
		if q.words {
			x = float64(k)
		}
		pts.At, top = append(pts.At, mark.XY{X: x, Y: q.gain}), max(top, q.gain)
		pts.Size = append(pts.Size, 2.6)
	}
	pts.Tip = func(i int) say.Phrase {
		return say.Vars{"question": v.asked1(all[i]), "gain": all[i].gain}.Text("<question> gains <gain>")
	}
	if p.X.Name = say.Given(v.names[j]).Phrase(); all[0].words {
		p.X.Name, p.X.Integer = "word", true
	} else {
		p.Add(mark.PolyLine{At: pts.At, Style: mark.RoleSoft.Plain()})
	}
	p.Add(pts)
	q := pts.At[best]
	p.Add(panel.Dot(q, 5, mark.RoleAccent.Plain(), "the largest gain"))
	p.Y.Max = panel.RoundUp(max(top, 1e-3))
	return p
}

// gains are bars of the best gain about every column.
func (v view) gains(n *node) mark.Panel {
	p := mark.Panel{ID: "gains", Title: "The best about every column", Alt: "the gain of the best question about every column", Y: mark.Axis{Name: "gain"}}
	bars := mark.Bars{Style: mark.RoleSoft.Plain()}
	for j, l := range n.looked {
		value := 0.0
		if l.count > 0 {
			value = v.worth(l.best)
		}
		bars.Y = append(bars.Y, value)
		w := say.Vars{"column": say.Given(v.names[j]), "gain": value}
		bars.Tips = append(bars.Tips, w.Text("<column>: <gain>"))
	}
	if bars.Hot = []int{n.ask.feature}; v.phase == looking {
		bars.Hot = []int{v.column}
	}
	if p.Add(bars); v.Criterion == ratio {
		p.Y.Name = "gain ratio"
	}
	texts := mark.Texts{Anchor: mark.Middle}
	top := panel.RoundUp(max(slices.Max(bars.Y), 1e-3))
	for j, name := range v.names {
		if len(v.names) <= 5 {
			texts.At, texts.Text = append(texts.At, mark.XY{X: float64(j), Y: bars.Y[j] + 0.05*top}), append(texts.Text, say.Given(name).Phrase())
		}
	}
	if len(texts.At) > 0 {
		p.Add(texts)
	}
	p.X = mark.Axis{Min: -0.6, Max: float64(len(v.names)) - 0.4, Hidden: true}
	p.Y.Max = 1.2 * top
	return p
}

// dome are the three criteria over the share of a class, with the node of the step and its parts.
func (v view) dome() mark.Panel {
	p := mark.Panel{
		ID: "dome", Title: "How mixed", Alt: "Gini index, entropy and share of mistakes over the share of one class",
		X: mark.Axis{Name: "share of the second class", Max: 1}, Y: mark.Axis{Name: "φ", Max: 1.05},
	}
	h := func(x float64) float64 {
		if x <= 0 || x >= 1 {
			return 0
		}
		return -x*math.Log2(x) - (1-x)*math.Log2(1-x)
	}
	p.Add(mark.PolyLine{At: panel.Curve(0, 1, 60, 1, h), Style: mark.RoleClass3.Plain(), Legend: "entropy"},
		mark.PolyLine{At: panel.Curve(0, 1, 60, 1, func(x float64) float64 { return 2 * x * (1 - x) }), Style: mark.RoleClass1.Plain(), Legend: "Gini"},
		mark.PolyLine{At: []mark.XY{{}, {X: 0.5, Y: 0.5}, {X: 1}}, Style: mark.RoleSoft.Plain(), Legend: "mistakes"})
	n := v.current()
	place := func(n *node) mark.XY {
		return mark.XY{X: float64(n.counts[1]) / float64(len(n.rows)), Y: n.impurity}
	}
	if v.phase == splitting && len(n.children) == 2 {
		l, r := place(v.nodes[n.children[0]]), place(v.nodes[n.children[1]])
		p.Add(mark.Segments{From: []mark.XY{l}, To: []mark.XY{r}, Style: mark.RoleAccent.Plain(), Legend: "between its parts: what is left"})
		at := place(n)
		p.Add(mark.Arrows{From: []mark.XY{at}, To: []mark.XY{{X: at.X, Y: at.Y - n.ask.gain}}, Style: mark.RoleAccent.Plain(), Legend: "the gain"})
	}
	p.Add(panel.Dot(place(n), 5, mark.RoleAccent.Plain(), "this node"))
	return p
}

// pruning is what pruning makes small, after every fold, with the handle for α.
func (v view) pruning() mark.Panel {
	p := mark.Panel{ID: "pruning", Title: "Pruning", Alt: "what pruning makes small, over the leaves or the price of a leaf"}
	if v.Prune != byAlpha {
		p.X, p.Y = mark.Axis{Name: "nodes pruned", Integer: true}, mark.Axis{Name: "mistakes on the rows set aside"}
		if v.Prune == byMDL {
			p.Y.Name = "bits"
		}
		if len(v.task.folds) == 0 {
			p.Note = "nothing is pruned"
			p.X.Max, p.Y.Max = 1, 1
			return p
		}
		at := []mark.XY{{Y: v.task.folds[0].before}}
		for k, f := range v.task.folds {
			at = append(at, mark.XY{X: float64(k + 1), Y: f.after})
		}
		p.Add(mark.PolyLine{At: at, Style: mark.RoleSoft.Plain()}, panel.Dot(at[v.folds], 5, mark.RoleAccent.Plain(), "now"))
		return p
	}
	last := v.path[max(0, len(v.path)-2)].alpha // the root pays late: what is before would be squeezed
	p.X, p.Y = mark.Axis{Name: "α", Max: panel.RoundUp(max(1.6*last, v.Alpha*1.2, 1))}, mark.Axis{Name: "leaves, mistakes"}
	leaves := (&view{task: v.task, splits: len(v.task.splits)}).leaves()
	size, wrong := []mark.XY{{Y: float64(leaves)}}, []mark.XY{{Y: v.path[0].before}}
	for _, f := range v.path {
		if f.alpha > p.X.Max {
			break
		}
		size = append(size, mark.XY{X: f.alpha, Y: size[len(size)-1].Y}, mark.XY{X: f.alpha, Y: float64(f.leaves)})
		wrong = append(wrong, mark.XY{X: f.alpha, Y: f.before}, mark.XY{X: f.alpha, Y: f.after})
	}
	size, wrong = append(size, mark.XY{X: p.X.Max, Y: size[len(size)-1].Y}), append(wrong, mark.XY{X: p.X.Max, Y: wrong[len(wrong)-1].Y})
	p.Y.Max = panel.RoundUp(max(size[0].Y, wrong[len(wrong)-1].Y))
	p.Add(mark.PolyLine{At: size, Style: mark.RoleInk.Plain(), Legend: "leaves"}, mark.PolyLine{At: wrong, Style: mark.RoleBad.Plain(), Legend: "mistakes"},
		mark.Handle{Param: "alpha", Along: mark.Horizontal, At: mark.XY{X: v.Alpha, Y: 0.5 * p.Y.Max}, Tip: "the price of a leaf", Legend: "α"})
	return p
}

func (v *view) leaves() int { _, _, n := v.sums(); return n }
