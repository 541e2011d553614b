package decisiontree

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.tree()}
	if v.other != nil && v.phase != looking {
		panels = append(panels, v.pair())
	}
	if n := v.current(); v.phase != starting { // of a node that becomes a leaf what it had asked
		j := n.ask.feature
		if v.phase == looking {
			j = v.column
		}
		if count := n.looked[j].count; count > 1 || count > 0 && v.words[j] == nil {
			panels = append(panels, v.curve(n, j))
		}
		if !v.Table.Empty() && len(v.x) > 1 {
			panels = append(panels, v.gains(n))
		}
	}
	if len(v.classes) == 2 {
		panels = append(panels, v.dome())
	}
	if len(v.fresh.x) > 0 && v.phase != looking && v.splits > 0 {
		panels = append(panels, v.bySize())
	}
	if len(v.chosen) > 0 && v.phase != looking && v.splits == len(v.task.splits) {
		panels = append(panels, v.reused())
	}
	if v.Prune != unpruned && v.splits == len(v.task.splits) && len(v.path) > 0 {
		panels = append(panels, v.pruning())
	}
	return panels
}

// mostLinked is how many points name the nodes on their way, and how many have rings.
const mostLinked = 250

// board shows the regions of the leaves among the points; of a table the two features that are chosen.
func (v view) board() mark.Panel {
	_, wrong, leaves := v.sums()
	w := say.Vars{"n": len(v.y), "leaves": leaves, "wrong": wrong}
	var p mark.Panel
	var at func(i int) mark.XY
	if v.Table.Empty() {
		p = v.Problem.Board()
		v.regions(&p)
		at = func(i int) mark.XY { return panel.Place(v.Problem, i) }
	} else {
		p, at = v.columns()
	}
	p.Title, p.Note = "Decision tree", w.Text("<leaves leaf>, <wrong> misclassified")
	p.Alt = w.Text("<n sample>, a tree with <leaves leaf> that misclassifies <wrong>")
	pts := mark.Points{Legend: "shape: true class; fill: predicted class"}
	set := make([]bool, len(v.y))
	for _, i := range v.aside {
		set[i] = true
	}
	for i := range v.y {
		leaf := v.of(i)
		pts.At, pts.Class, pts.Fill = append(pts.At, at(i)), append(pts.Class, v.y[i]), append(pts.Fill, v.nodes[leaf].label)
		pts.Refs = append(pts.Refs, say.Row(i).Ref())
		if len(v.y) <= mostLinked {
			pts.Also = append(pts.Also, v.refs(leaf))
		}
	}
	pts.Tip = func(i int) say.Phrase {
		n := v.nodes[v.of(i)]
		return say.Vars{"row": say.Row(i).Name(), "y": say.Given(v.classes[v.y[i]]), "says": say.Given(v.classes[n.label]), "node": nodeName(n.id)}.
			Text("<row>: true class <y>, predicted <says> (leaf <node>)")
	}
	p.Add(pts)
	v.ghost(&p)
	if len(v.aside) > 0 {
		rings := mark.Rings{Style: mark.RoleClass3.Plain(), Legend: "validation sample"}
		for _, i := range v.aside {
			rings.At, rings.Radius = append(rings.At, at(i)), append(rings.Radius, 8)
		}
		p.Add(rings)
	}
	if !v.Table.Empty() && v.phase != starting && len(v.current().rows) <= mostLinked {
		rings := mark.Rings{Style: mark.RoleAccent.Plain(), Legend: "in this node"}
		for _, i := range slices.Sorted(slices.Values(v.current().rows)) {
			rings.At, rings.Radius = append(rings.At, at(i)), append(rings.Radius, 10)
		}
		p.Add(rings)
	}
	return p
}

// refs are the names of the nodes on the way to one.
func (t *task) refs(at int) []string {
	var out []string
	for _, k := range t.way(at) {
		out = append(out, nodeRef(k))
	}
	return out
}

// A box is the part of the plane that comes to a node.
type box [2][2]float64

func (t *task) box(at int) box {
	b := box{{-mark.Beyond, mark.Beyond}, {-mark.Beyond, mark.Beyond}}
	way := t.way(at)
	for k, id := range way[:len(way)-1] {
		q := t.nodes[id].ask
		if t.nodes[id].children[0] == way[k+1] {
			b[q.feature][1] = min(b[q.feature][1], q.threshold)
		} else {
			b[q.feature][0] = max(b[q.feature][0], q.threshold)
		}
	}
	return b
}

func (b box) rect() mark.Rect {
	return mark.Rect{Min: mark.XY{X: b[0][0], Y: b[1][0]}, Max: mark.XY{X: b[0][1], Y: b[1][1]}}
}

// regions are the boxes of the leaves, which light up with their nodes; and the cut that the step is about.
func (v view) regions(p *mark.Panel) {
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		if !leaf {
			return
		}
		r := v.box(n.id).rect()
		share := float64(n.counts[n.label]) / float64(len(n.rows))
		r.Fill, r.Style = true, mark.RoleOfClass(n.label).Wide(0.8).Faded(0.08+0.16*share)
		r.Ref, r.Also = nodeRef(n.id), v.refs(n.id)
		r.Tip = v.nodeTip(n)
		p.Add(r)
	})
	n := v.current()
	if v.phase == starting {
		return
	}
	b := v.box(n.id)
	frame := b.rect()
	frame.Style, frame.Legend, frame.Layer = mark.RoleInk.Wide(1.6), "this node", mark.Under
	p.Add(frame)
	q, best := v.shownQuestion()
	if q == nil {
		return
	}
	cut := mark.Segments{Style: mark.RoleAccent.Wide(2.4), Legend: best, Layer: mark.Under}
	if q.feature == 0 {
		cut.From, cut.To = []mark.XY{{X: q.threshold, Y: b[1][0]}}, []mark.XY{{X: q.threshold, Y: b[1][1]}}
	} else {
		cut.From, cut.To = []mark.XY{{X: b[0][0], Y: q.threshold}}, []mark.XY{{X: b[0][1], Y: q.threshold}}
	}
	if v.phase == looking {
		cut.Style = mark.RoleAccent.Dashed()
	}
	p.Add(cut)
}

// shownQuestion is the split of the node, or the best on the feature that is looked at.
func (v view) shownQuestion() (q *question, called say.Phrase) {
	n := v.current()
	switch {
	case v.phase == splitting:
		return n.ask, "chosen split"
	case v.phase == looking && n.looked[v.column].count > 0:
		return &n.looked[v.column].best, "best split on this feature"
	}
	return nil, ""
}

// columns is the board of a table: two of its features, categories side by side.
func (v view) columns() (mark.Panel, func(i int) mark.XY) {
	j, k := min(v.ShowX, len(v.x))-1, min(v.ShowY, len(v.x))-1
	axis := func(c, other int) mark.Axis {
		a := mark.Axis{Name: say.Given(v.names[c]).Phrase()}
		lo, hi := slices.Min(v.x[c]), slices.Max(v.x[c])
		room := 0.06 * (hi - lo)
		if v.words[c] != nil || hi == lo {
			room = 0.6
		}
		a.Min, a.Max, a.Hidden = lo-room, hi+room, v.words[c] != nil
		if v.words[other] != nil {
			a.Min -= 0.24 * (a.Max - a.Min) // for the words of the other axis
		}
		return a
	}
	p := mark.Panel{ID: "board", X: axis(j, k), Y: axis(k, j)}
	// Samples with the same categories are in a small spiral around their place.
	at := func(i int) mark.XY {
		place := mark.XY{X: v.x[j][i], Y: v.x[k][i]}
		angle, far := 2.4*float64(i), 0.26*math.Sqrt(float64(i+1)/float64(len(v.y)))
		if v.words[j] != nil {
			place.X += far * math.Cos(angle)
		}
		if v.words[k] != nil {
			place.Y += far * math.Sin(angle)
		}
		return place
	}
	texts := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain()}
	put := func(words []string, name string, at func(word float64) mark.XY, corner mark.XY) {
		for k, word := range words {
			if len(words) <= 8 {
				texts.At, texts.Text = append(texts.At, at(float64(k))), append(texts.Text, say.Given(word).Phrase())
			}
		}
		if words != nil {
			texts.At, texts.Text = append(texts.At, corner), append(texts.Text, say.Given(name).Phrase()+":")
		}
	}
	wide, high := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	low, left := p.Y.Min+0.06*high, p.X.Min+0.14*wide
	put(v.words[j], v.names[j], func(k float64) mark.XY { return mark.XY{X: k, Y: low} }, mark.XY{X: left, Y: low})
	put(v.words[k], v.names[k], func(k float64) mark.XY { return mark.XY{X: left, Y: k} }, mark.XY{X: left, Y: p.Y.Max - 0.05*high})
	if len(texts.At) > 0 {
		p.Add(texts)
	}
	return p, at
}

// nodeTip is the tooltip of a node.
func (v view) nodeTip(n *node) say.Phrase {
	w := say.Vars{"node": nodeName(n.id), "rows": len(n.rows), "label": say.Given(v.classes[n.label]), "wrong": n.wrong(), "phi": n.impurity}
	if v.asks(n.id, v.splits, v.folds) {
		w["question"], w["gain"] = v.asked1(*n.ask), n.ask.gain
		return w.Text("node <node>: <question>, <rows sample>, φ = <phi>, gain <gain>")
	}
	return w.Text("leaf <node>: predicts <label>, <rows sample>, <wrong> misclassified, φ = <phi>")
}

// tree is the picture of the tree, with the way to the node of the step.
func (v view) tree() mark.Panel {
	t := panel.Tree{ID: "tree", Title: "Tree"}
	hot := map[int]bool{}
	if v.phase != starting {
		for _, k := range v.way(v.current().id) {
			hot[k] = true
		}
	}
	place := map[int]int{}
	deepest := 0
	v.visit(v.splits, v.folds, func(n *node, leaf bool) {
		one := panel.TreeNode{Ref: nodeRef(n.id), Tip: v.nodeTip(n), Hot: hot[n.id], Role: mark.RoleOfClass(n.label)}
		w := say.Vars{"n": len(n.rows), "label": say.Given(v.classes[n.label]), "counts": joined(n.counts)}
		if one.Text = []say.Phrase{w.Text("<label>"), w.Text("<counts>")}; !leaf {
			one.Role, one.Text[0] = mark.RoleAuto, v.asked1(*n.ask)+"?"
		}
		for _, c := range n.counts {
			one.Shares = append(one.Shares, float64(c))
		}
		if n.parent >= 0 {
			q := v.nodes[n.parent].ask
			k := slices.Index(v.nodes[n.parent].children, n.id)
			switch {
			case q.words && q.word == whole:
				one.Edge = say.Given(v.words[q.feature][q.values[k]]).Phrase()
			case k == 0:
				one.Edge = "yes"
			default:
				one.Edge = "no"
			}
			up := &t.Nodes[place[n.parent]]
			up.Children = append(up.Children, len(t.Nodes))
		}
		place[n.id] = len(t.Nodes)
		t.Nodes = append(t.Nodes, one)
		deepest = max(deepest, n.depth)
	})
	w := say.Vars{"nodes": len(t.Nodes), "depth": deepest, "folded": t.Folded()}
	t.Note = w.Text("<nodes node>, depth <depth>")
	if t.Folded() > 0 {
		t.Note = w.Text("<nodes node>, depth <depth>; <folded> more below are not drawn")
	}
	t.Alt = w.Text("a tree of <nodes node> and depth <depth>")
	return t.Panel()
}

// joined are counts between bars, as textbooks write them.
func joined(counts []int) string {
	out := ""
	for k, c := range counts {
		if k > 0 {
			out += " | "
		}
		out += say.Num(float64(c))
	}
	return out
}

// curve is the gain of every split on a feature.
func (v view) curve(n *node, j int) mark.Panel {
	all, best := v.candidates(n, j), 0
	for k, q := range all {
		if q.gain > all[best].gain+tie {
			best = k
		}
	}
	w := say.Vars{"column": say.Given(v.names[j]), "gain": all[best].gain, "count": len(all)}
	p := panel.Curves{
		ID: "curve", Title: "All thresholds of one feature", Note: w.Text("<column>: largest gain <gain>"),
		Alt: w.Text("the gain of <count split> on <column>"),
		Y:   mark.Axis{Name: "gain"},
	}
	top, pts := 0.0, mark.Points{Style: mark.RoleSoft.Plain(), Legend: "candidate split", Hollow: true}
	for k, q := range all {
		x := q.threshold
		if q.words {
			x = float64(k)
		}
		pts.At, top = append(pts.At, mark.XY{X: x, Y: q.gain}), max(top, q.gain)
		pts.Size = append(pts.Size, 2.6)
	}
	pts.Tip = func(i int) say.Phrase {
		return say.Vars{"question": v.asked1(all[i]), "gain": all[i].gain}.Text("<question>: gain <gain>")
	}
	if p.X.Name = say.Given(v.names[j]).Phrase(); all[0].words {
		p.X.Name, p.X.Integer = "category", true
	} else {
		p.Of = []panel.Quantity{{At: pts.At, Style: mark.RoleSoft.Plain()}}
	}
	p.Over = []mark.Mark{pts, panel.Dot(pts.At[best], 5, mark.RoleAccent.Plain(), "largest gain")}
	p.Y.Max = panel.RoundUp(max(top, 1e-3))
	return p.Panel()
}

// gains are bars of the best gain of every feature.
func (v view) gains(n *node) mark.Panel {
	p := mark.Panel{ID: "gains", Title: "Best split per feature", Alt: "the gain of the best split on each feature", Y: mark.Axis{Name: "gain"}}
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
			panel.Write(&texts, float64(j), bars.Y[j]+0.05*top, say.Given(name).Phrase())
		}
	}
	if len(texts.At) > 0 {
		p.Add(texts)
	}
	p.X = mark.Axis{Min: -0.6, Max: float64(len(v.names)) - 0.4, Hidden: true}
	p.Y.Max = 1.2 * top
	return p
}

// dome are the three criteria over the proportion of a class, with the node of the step and its children.
func (v view) dome() mark.Panel {
	p := panel.Curves{
		ID: "dome", Title: "Impurity measures", Alt: "Gini index, entropy and misclassification error by the proportion of one class",
		X: mark.Axis{Name: "proportion of class 2", Max: 1}, Y: mark.Axis{Name: "φ", Max: 1.05},
	}
	h := func(x float64) float64 {
		if x <= 0 || x >= 1 {
			return 0
		}
		return -x*math.Log2(x) - (1-x)*math.Log2(1-x)
	}
	p.Of = []panel.Quantity{
		{At: panel.Curve(0, 1, 60, 1, h), Style: mark.RoleClass3.Plain(), Legend: "entropy"},
		{At: panel.Curve(0, 1, 60, 1, func(x float64) float64 { return 2 * x * (1 - x) }), Style: mark.RoleClass1.Plain(), Legend: "Gini"},
		{At: []mark.XY{{}, {X: 0.5, Y: 0.5}, {X: 1}}, Style: mark.RoleSoft.Plain(), Legend: "misclassification error"},
	}
	n := v.current()
	place := func(n *node) mark.XY {
		return mark.XY{X: float64(n.counts[1]) / float64(len(n.rows)), Y: n.impurity}
	}
	if v.phase == splitting && len(n.children) == 2 {
		l, r := place(v.nodes[n.children[0]]), place(v.nodes[n.children[1]])
		at := place(n)
		p.Over = append(p.Over, panel.Segment(l, r, mark.RoleAccent.Plain(), "weighted impurity of the children"),
			mark.Arrows{From: []mark.XY{at}, To: []mark.XY{{X: at.X, Y: at.Y - n.ask.gain}}, Style: mark.RoleAccent.Plain(), Legend: "gain"})
	}
	p.Over = append(p.Over, panel.Dot(place(n), 5, mark.RoleAccent.Plain(), "this node"))
	return p.Panel()
}

// pruning is the objective of pruning after every fold, with the handle for α.
func (v view) pruning() mark.Panel {
	p := panel.Curves{ID: "pruning", Title: "Pruning", Alt: "pruning objective vs number of leaves or α"}
	if v.Prune != byAlpha {
		p.X, p.Y = mark.Axis{Name: "pruned nodes", Integer: true}, mark.Axis{Name: "validation errors"}
		if v.Prune == byMDL {
			p.Y.Name = "description length (bits)"
		}
		if len(v.task.folds) == 0 {
			p.Note = "no node is pruned"
			p.X.Max, p.Y.Max = 1, 1
			return p.Panel()
		}
		at := []mark.XY{{Y: v.task.folds[0].before}}
		for k, f := range v.task.folds {
			at = append(at, mark.XY{X: float64(k + 1), Y: f.after})
		}
		p.Of = []panel.Quantity{{At: at, Style: mark.RoleSoft.Plain()}}
		p.Over = []mark.Mark{panel.Dot(at[v.folds], 5, mark.RoleAccent.Plain(), "now")}
		return p.Panel()
	}
	last := v.path[max(0, len(v.path)-2)].alpha // the root goes last, at a large α: what is before would be squeezed
	p.X, p.Y = mark.Axis{Name: "α", Max: panel.RoundUp(max(1.6*last, v.Alpha*1.2, 1))}, mark.Axis{Name: "leaves, training errors"}
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
	p.Of = []panel.Quantity{{At: size, Style: mark.RoleInk.Plain(), Legend: "leaves"}, {At: wrong, Style: mark.RoleBad.Plain(), Legend: "training errors"}}
	p.Handle = mark.Handle{Param: "ccp_alpha", At: mark.XY{X: v.Alpha, Y: 0.5 * p.Y.Max}, Tip: "drag: cost per leaf α", Legend: "α"}
	return p.Panel()
}

func (v *view) leaves() int { _, _, n := v.sums(); return n }
