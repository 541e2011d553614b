package regressiontree

import (
	"fmt"
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	return []mark.Panel{v.board(), v.curve(), v.picture(), v.path(), v.size()}
}

func ref(node int) string { return fmt.Sprintf("t%d", node) }

// also are the nodes above a leaf, which light up with it.
func (v view) also(node int) []string {
	var out []string
	for at := v.parent[node]; at >= 0; at = v.parent[at] {
		out = append(out, ref(at))
	}
	return out
}

// A box is where the samples of a node are, and everything else between its thresholds.
type box struct{ lo, hi [2]float64 }

// boxes are those of all nodes by now, cut off at the borders of a generous board.
func (v view) boxes() map[int]box {
	w := v.Window
	dx, dy := 4*(w.X1-w.X0), 4*(w.Y1-w.Y0)
	out := map[int]box{0: {lo: [2]float64{w.X0 - dx, w.Y0 - dy}, hi: [2]float64{w.X1 + dx, w.Y1 + dy}}}
	for _, i := range v.nodes() {
		if !v.split(i) {
			continue
		}
		n := v.tree.Nodes[i]
		l, r := out[i], out[i]
		l.hi[n.Feature], r.lo[n.Feature] = n.Threshold, n.Threshold
		out[n.Left], out[n.Right] = l, r
	}
	return out
}

func (v view) counts() say.Vars {
	return say.Vars{"leaves": len(v.leaves()), "sse": v.sse(), "n": len(v.y)}
}

// board shows the fit over one input or over two.
func (v view) board() mark.Panel {
	if !v.Table.Empty() {
		return v.fit()
	}
	p, c := v.Problem.Board(), v.counts()
	p.Note = c.Text("<leaves leaf>, SSE = <sse>")
	p.Alt = c.Text("<n point> and a tree with <leaves leaf>; SSE = <sse>")
	boxes := v.boxes()
	if v.Dim == 2 {
		p.Add(v.field())
	}
	for _, l := range v.leaves() {
		b, n := boxes[l], v.tree.Nodes[l]
		r := mark.Rect{Ref: ref(l), Also: v.also(l), Style: mark.RoleSoft.Plain(), Layer: mark.Under}
		r.Tip = say.Vars{"n": n.N, "mean": n.Value, "mse": n.Impurity}.Text("<n point>, mean <mean>, mean squared error <mse>")
		r.Min, r.Max = mark.XY{X: b.lo[0], Y: b.lo[1]}, mark.XY{X: b.hi[0], Y: b.hi[1]}
		if v.Dim == 1 {
			r.Min.Y, r.Max.Y = -mark.Beyond, mark.Beyond
		}
		p.Add(r)
	}
	p.Add(v.marked(boxes)...)
	if v.Dim == 1 {
		p.Add(v.stairs(boxes))
	}
	f := v.placed()
	points := panel.Data(v.Problem, func(i int) say.Phrase {
		q := v.Points[i]
		_, y := f(i)
		return say.Vars{"row": say.Row(i).Name(), "x": q.X[:v.Dim], "y": q.Y, "f": y, "r": q.Y - y}.Text("<row> = <x>, y = <y>, prediction <f>, residual <r>")
	})
	points.Also = make([][]string, len(v.Points))
	for i := range v.Points {
		l, _ := f(i)
		points.Also[i] = append(v.also(l), ref(l))
	}
	if v.Dim == 2 {
		points.Size, points.Legend = v.sizes(), "data: size grows with y"
	}
	p.Add(points)
	return p
}

// fit is the board of a table: the targets against the predictions, a column of dots for every leaf.
func (v view) fit() mark.Panel {
	c := v.counts()
	lo, hi := slices.Min(v.y), slices.Max(v.y)
	room := (hi - lo) / 12
	if room == 0 {
		room = max(1, math.Abs(hi)/8)
	}
	lo, hi = lo-room, hi+room
	f := v.placed()
	mean := func(i int) float64 { _, y := f(i); return y }
	p := panel.Against{
		ID: "board", Title: "Board", Note: c.Text("<leaves leaf>, SSE = <sse>"),
		Alt: c.Text("the targets of <n sample> against the means of <leaves leaf>; SSE = <sse>"),
		X:   "prediction (leaf mean)", Y: say.Given(v.sheet.Target).Phrase(), Lo: lo, Hi: hi, Targets: v.y, Of: mean, Same: "y = f(x)", Off: "residuals",
		Also: func(i int) []string { l, _ := f(i); return append(v.also(l), ref(l)) },
		Tip: func(i int) say.Phrase {
			y := mean(i)
			return say.Vars{"row": v.sheet.Named(i), "y": v.y[i], "f": y, "r": v.y[i] - y}.Text("<row>: y = <y>, prediction <f>, residual <r>")
		},
	}.Panel()
	if v.node > 0 || v.phase == splitting {
		rings := mark.Rings{Style: mark.RoleAccent.Wide(2), Legend: "in this node"}
		for _, i := range v.rows[v.node] {
			rings.At, rings.Radius = append(rings.At, mark.XY{X: mean(int(i)), Y: v.y[i]}), append(rings.Radius, 9)
			rings.Refs = append(rings.Refs, say.Row(int(i)).Ref())
		}
		p.Add(rings)
	}
	return p
}

// sizes are radii that rise with the targets.
func (v view) sizes() []float64 {
	lo, hi := slices.Min(v.y), slices.Max(v.y)
	out := make([]float64, len(v.y))
	for i, y := range v.y {
		out[i] = 4
		if lo < hi {
			out[i] = 2.5 + 5*(y-lo)/(hi-lo)
		}
	}
	return out
}

// field is the prediction at every input, from the smallest to the largest target.
func (v view) field() mark.Field {
	lo, hi := slices.Min(v.y), slices.Max(v.y)
	if !(lo < hi) {
		lo, hi = lo-1, lo+1
	}
	f := v.predictor()
	return mark.Field{
		Eval: panel.Score(func(x, y float64) float64 {
			_, value := f(func(j int) float64 { return [2]float64{x, y}[j] })
			return value
		}), Scale: mark.Sequential, Lo: lo, Hi: hi, Sharp: true,
		Legend: say.Vars{"lo": lo, "hi": hi}.Text("f(x), from <lo> to <hi>"),
	}
}

// stairs are the means of the leaves over one input.
func (v view) stairs(boxes map[int]box) mark.PolyLine {
	line := mark.PolyLine{Style: mark.RoleInk.Wide(2.4), Legend: "f(x): mean of each leaf"}
	for _, l := range v.leaves() {
		b, y := boxes[l], v.tree.Nodes[l].Value
		line.At = append(line.At, mark.XY{X: b.lo[0], Y: y}, mark.XY{X: b.hi[0], Y: y})
	}
	return line
}

// marked is what this step is about: the leaf that is looked at, or the new threshold.
func (v view) marked(boxes map[int]box) []mark.Mark {
	if v.node < 0 {
		return nil
	}
	b, s := boxes[v.node], v.tree.Nodes[v.node].Threshold
	seg := mark.Segments{From: []mark.XY{{X: s, Y: b.lo[1]}}, To: []mark.XY{{X: s, Y: b.hi[1]}}, Style: mark.RoleAccent.Wide(2.4), Legend: "new split"}
	if v.feature == 1 {
		seg.From[0], seg.To[0] = mark.XY{X: b.lo[0], Y: s}, mark.XY{X: b.hi[0], Y: s}
	}
	switch v.phase {
	case pruning:
		seg.Style, seg.Legend = mark.RoleAccent.Wide(1.6).Dashed(), "pruned split"
		return []mark.Mark{seg}
	case splitting:
		return []mark.Mark{seg}
	}
	top, _, ok := v.best()
	if !ok {
		return nil
	}
	seg.From[0], seg.To[0] = mark.XY{X: top.Threshold, Y: b.lo[1]}, mark.XY{X: top.Threshold, Y: b.hi[1]}
	if v.feature == 1 {
		seg.From[0], seg.To[0] = mark.XY{X: b.lo[0], Y: top.Threshold}, mark.XY{X: b.hi[0], Y: top.Threshold}
	}
	seg.Style, seg.Legend = mark.RoleAccent.Wide(1.6).Dashed(), "best threshold on this feature"
	marks := []mark.Mark{seg}
	if v.Dim == 1 {
		half := mark.Segments{Style: mark.RoleAccent.Wide(2), Legend: "means of the two sides"}
		half.From = []mark.XY{{X: b.lo[0], Y: top.Left.Value}, {X: top.Threshold, Y: top.Right.Value}}
		half.To = []mark.XY{{X: top.Threshold, Y: top.Left.Value}, {X: b.hi[0], Y: top.Right.Value}}
		marks = append(marks, half)
	}
	return marks
}

// picture is the tree, whose nodes light up with their regions.
func (v view) picture() mark.Panel {
	nodes, c := v.nodes(), v.counts()
	at := make(map[int]int, len(nodes))
	for k, i := range nodes {
		at[i] = k
	}
	t := panel.Tree{ID: "tree", Title: "Tree", Note: c.Text("<leaves leaf>"), Alt: c.Text("a tree with <leaves leaf>; x ≤ threshold goes left")}
	for _, i := range nodes {
		n := v.tree.Nodes[i]
		w := say.Vars{"n": n.N, "mean": n.Value, "mse": n.Impurity, "name": v.name(n.Feature), "s": n.Threshold, "fall": v.fall(i)}
		m := panel.TreeNode{Ref: ref(i), Hot: i == v.node, Tip: w.Text("<n point>, mean <mean>, mean squared error <mse>")}
		m.Text = []say.Phrase{w.Text("<mean>"), w.Text("n = <n>")}
		if v.split(i) {
			m.Children = []int{at[n.Left], at[n.Right]}
			m.Text = []say.Phrase{w.Text("<name> ≤ <s>"), w.Text("−<fall>")}
			m.Tip = w.Text("<n point>, mean <mean>; <name> ≤ <s> reduces the SSE by <fall>")
		}
		t.Nodes = append(t.Nodes, m)
	}
	return t.Panel()
}

// size is the training error as the tree grows, and the cross-validation error of the trees of the pruning path,
// against the number of leaves.
func (v view) size() mark.Panel {
	n := float64(len(v.y))
	leaves := len(v.leaves())
	c := say.Vars{"leaves": leaves, "mse": v.sse() / n}
	p := panel.Curves{
		ID: "size", Title: "Error vs number of leaves", Note: c.Text("<leaves leaf>: MSE <mse>"), Height: 0.6,
		Alt: c.Text("mean squared error against the number of leaves; now <leaves leaf>, error <mse>"),
		X:   mark.Axis{Name: "leaves", Integer: true, Min: 0.5, Max: float64(v.tree.Leaves()) + 0.5}, Y: mark.Axis{Name: "MSE", Max: 1},
	}
	now := v.squares(0) / n
	top := now
	train := panel.Quantity{Style: mark.RoleInk.Wide(2), Legend: "training error", Name: "training", At: []mark.XY{{X: 1, Y: now}}}
	for k, node := range v.order {
		now = math.Max(0, now-v.fall(node)/n)
		train.At = append(train.At, mark.XY{X: float64(k + 2), Y: now})
	}
	out := panel.Quantity{Style: mark.RoleBad.Wide(2), Legend: "5-fold cross-validation error", Name: "cross-validation"}
	for k, e := range v.valid() {
		size := v.tree.Leaves()
		if k > 0 {
			size = v.links[k-1].Leaves
		}
		top = math.Max(top, e)
		out.At = append(out.At, mark.XY{X: float64(size), Y: e})
	}
	if top > 0 {
		p.Y.Max = 1.08 * top
	}
	if p.Of = []panel.Quantity{train}; len(out.At) > 0 {
		p.Of = append(p.Of, out)
	}
	p.Over = []mark.Mark{panel.Dot(mark.XY{X: float64(leaves), Y: v.sse() / n}, 6, mark.RoleAccent.Plain(), "current tree")}
	return p.Panel()
}
