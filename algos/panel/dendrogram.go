package panel

import (
	"math"
	"strconv"

	"playground/algos/mark"
	"playground/algos/say"
)

// A Dendrogram is the tree of hierarchical clustering, its merges at their heights above the points.
type Dendrogram struct {
	ID               string
	Title, Note, Alt say.Phrase
	Leaves           int
	Merges           []Merge // all that the run will make, in its order, so that the points keep their places
	Done             int     // how many of them are drawn
	Cut              float64 // the height at which the tree is cut; not drawn at 0 or below
	Param            string  // of the cut; "" if it cannot be dragged
	// Label is the cluster that a leaf has after the cut: the part of the tree below it gets its colour.
	// −1, or nil, has no colour.
	Label func(leaf int) int
	Ref   func(leaf int) string     // nil: the row of the data
	Name  func(leaf int) say.Phrase // written below a leaf where there is room; nil: its row
	Hot   int                       // the merge that this step is about, counted from 1; 0 is none
	Y     say.Phrase                // name of the height; "": height
}

// A Merge joins two clusters at a height. Leaves are clusters 0, 1, …; merge i makes cluster n + i.
type Merge struct {
	A, B   int
	Height float64
}

const (
	mostMerges = 400 // merges that are drawn, the last ones
	mostNames  = 24  // leaves with names
	rowNames   = 12  // leaves whose names have room in one row; those of more take turns in two
)

// A dendroLayout is where the clusters are.
type dendroLayout struct {
	x, height []float64 // of every cluster, leaves first
	leaf      []int     // a leaf of it
	size      []int
	order     []int // leaves from the left
}

// Panel draws the tree. Its horizontal axis is hidden.
func (d Dendrogram) Panel() mark.Panel {
	l := d.layOut()
	p := mark.Panel{
		ID: d.ID, Title: d.Title, Note: d.Note, Alt: d.Alt, Height: 0.6,
		X: mark.Axis{Hidden: true, Min: -0.8, Max: float64(d.Leaves) - 0.2}, Y: mark.Axis{Name: d.Y},
	}
	if d.Y == "" {
		p.Y.Name = "height"
	}
	// The cut leaves the axis alone: it would flee from the hand that drags it beyond the top.
	top := 0.0
	for _, m := range d.Merges {
		if m.Height <= math.MaxFloat64 {
			top = max(top, m.Height)
		}
	}
	if top == 0 {
		top = 1 // there is none
	}
	p.Y.Min, p.Y.Max = -0.04*top, 1.08*top
	d.links(&p, l)
	d.leaves(&p, l)
	if d.Cut > 0 {
		legend := say.Vars{"h": d.Cut}.Text("cut at <h>")
		if d.Param == "" {
			p.Add(mark.Rule{At: d.Cut, Style: mark.RoleAccent.Dashed(), Legend: legend})
		} else {
			p.Add(mark.Handle{
				Param: d.Param, Along: mark.Vertical, At: mark.XY{X: p.X.Max, Y: d.Cut}, Tip: "sets the height of the cut",
				Style: mark.RoleAccent.Plain(), Legend: legend,
			})
		}
	}
	return p
}

// layOut puts the leaves so that no lines cross: the clusters of a merge lie side by side.
func (d Dendrogram) layOut() *dendroLayout {
	n := d.Leaves
	l := &dendroLayout{x: make([]float64, n+len(d.Merges)), height: make([]float64, n+len(d.Merges)), leaf: make([]int, n), size: make([]int, n)}
	root := make([]bool, n+len(d.Merges))
	for i := range n {
		l.leaf[i], l.size[i], root[i] = i, 1, true
	}
	for i, m := range d.Merges {
		l.height[n+i] = m.Height
		l.leaf, l.size = append(l.leaf, min(l.leaf[m.A], l.leaf[m.B])), append(l.size, l.size[m.A]+l.size[m.B])
		root[m.A], root[m.B], root[n+i] = false, false, true
	}
	for c, is := range root {
		if !is {
			continue
		}
		for stack := []int{c}; len(stack) > 0; { // a tree may be as deep as there are leaves
			at := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			if at < n {
				l.x[at] = float64(len(l.order))
				l.order = append(l.order, at)
				continue
			}
			m := d.Merges[at-n]
			stack = append(stack, m.B, m.A)
		}
	}
	for i, m := range d.Merges {
		l.x[n+i] = (l.x[m.A] + l.x[m.B]) / 2
	}
	return l
}

// links are the merges that were made: from the top of one cluster up, across, and down to the other.
func (d Dendrogram) links(p *mark.Panel, l *dendroLayout) {
	const uncoloured, inverted, hot = -1, -2, -3
	n, done := d.Leaves, min(max(d.Done, 0), len(d.Merges))
	first := max(0, done-mostMerges)
	groups, order := map[int]*mark.Segments{}, []int(nil)
	add := func(group int, a, b mark.XY) {
		g := groups[group]
		if g == nil {
			g = &mark.Segments{Style: mark.RoleSoft.Wide(1.4)}
			switch {
			case group == hot:
				g.Style = mark.RoleAccent.Wide(3)
			case group == inverted:
				g.Style, g.Legend = mark.RoleBad.Wide(1.6), "inversion: lower than what it joins"
			case group >= 0:
				g.Style = mark.RoleOfClass(group).Wide(1.6)
			}
			groups[group] = g
			order = append(order, group)
		}
		g.From, g.To = append(g.From, a), append(g.To, b)
	}
	joints := mark.Points{Style: mark.RoleSoft.Plain()}
	for i := first; i < done; i++ {
		m := d.Merges[i]
		group := uncoloured
		switch {
		case i == d.Hot-1:
			group = hot
		case m.Height < max(l.height[m.A], l.height[m.B]):
			group = inverted
		case d.Label != nil && d.Cut > 0 && m.Height <= d.Cut:
			group = d.Label(l.leaf[n+i])
		}
		for _, c := range [2]int{m.A, m.B} {
			foot := l.height[c]
			if c < n+first {
				foot = 0 // what it consists of is too small to draw
			}
			add(group, mark.XY{X: l.x[c], Y: foot}, mark.XY{X: l.x[c], Y: m.Height})
		}
		add(group, mark.XY{X: l.x[m.A], Y: m.Height}, mark.XY{X: l.x[m.B], Y: m.Height})
		joints.At, joints.Size = append(joints.At, mark.XY{X: l.x[n+i], Y: m.Height}), append(joints.Size, 2.4)
		joints.Refs = append(joints.Refs, "m"+strconv.Itoa(i))
		joints.Tips = append(joints.Tips, say.Vars{"i": i + 1, "h": m.Height, "n": l.size[n+i]}.Text("merge <i> at the height <h>: <n point>"))
	}
	for _, group := range order {
		p.Add(*groups[group])
	}
	if len(joints.At) > 0 {
		p.Add(joints)
	}
}

// leaves are the points below the tree.
func (d Dendrogram) leaves(p *mark.Panel, l *dendroLayout) {
	dots := mark.Points{Style: mark.RoleInk.Plain()}
	names := mark.Texts{Anchor: mark.Middle, Style: mark.RoleSoft.Plain(), Room: 0.95}
	low := 2.2 * p.Y.Min
	if d.Leaves > rowNames {
		names.Room *= 2
	}
	for k, i := range l.order {
		at := mark.XY{X: l.x[i]}
		dots.At, dots.Size = append(dots.At, at), append(dots.Size, 3)
		ref := say.Row(i).Ref()
		if d.Ref != nil {
			ref = d.Ref(i)
		}
		dots.Refs = append(dots.Refs, ref)
		if d.Label != nil {
			dots.Class = append(dots.Class, d.Label(i))
		}
		name := say.Phrase(say.Row(i).Name())
		if d.Name != nil {
			name = d.Name(i)
		}
		below := mark.XY{X: at.X, Y: low}
		if d.Leaves > rowNames && k%2 == 1 {
			below.Y *= 2
		}
		names.At, names.Text = append(names.At, below), append(names.Text, name)
	}
	if d.Label != nil {
		dots.Style = mark.Style{} // the colours of the classes
	}
	for i, k := range dots.Class {
		if k < 0 { // noise, or not yet in a cluster: one role for all
			dots.Class[i] = 0
			dots.Fill = make([]int, len(dots.Class))
		}
	}
	if dots.Fill != nil {
		for i, leaf := range l.order {
			dots.Fill[i] = d.Label(leaf)
		}
	}
	p.Add(dots)
	if d.Leaves <= mostNames {
		p.Y.Min *= 3.4
		if d.Leaves > rowNames {
			p.Y.Min += low
		}
		p.Add(names)
	}
}
