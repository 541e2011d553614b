package kernels

import (
	"strconv"

	"playground/algos/mark"
	"playground/algos/say"
)

// tree is the expression with what is known of every part.
func (v view) tree() mark.Panel {
	w := v.vars()
	p := mark.Panel{
		ID: "tree", Title: "The expression", Note: w.Text("<number> of <m part>"), Alt: w.Text("<text> as a tree of <m part>, <number> of them taken"),
		X: mark.Axis{Hidden: true}, Y: mark.Axis{Hidden: true}, Height: 0.75,
	}
	g := mark.Graph{}
	leaves, deep := 0.0, 0.0
	index := map[*node]int{}
	var place func(n *node, depth float64) float64
	place = func(n *node, depth float64) float64 {
		deep = max(deep, depth)
		x := 0.0
		for _, a := range n.args {
			x += place(a, depth+1) / float64(len(n.args))
		}
		if len(n.args) == 0 {
			x = leaves
			leaves++
		}
		index[n] = len(g.Nodes)
		g.Nodes = append(g.Nodes, mark.Node{At: mark.XY{X: x, Y: -depth}, Text: v.labels(n), Ref: "k" + strconv.Itoa(v.number(n)), Style: v.colour(n)})
		for _, a := range n.args {
			g.Edges = append(g.Edges, mark.Edge{From: index[n], To: index[a], Style: mark.RoleSoft.Plain()})
		}
		return x
	}
	place(v.parts[len(v.parts)-1], 0)
	p.Add(g)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.7, leaves-0.3, -deep-0.6, 0.6
	return p
}

// labels are what a part is called in the tree, and its least eigenvalue.
func (v view) labels(n *node) []say.Phrase {
	name := n.String()
	switch n.op {
	case sum:
		name = "+"
	case difference:
		name = "−"
	case product:
		name = "×"
	case scaled:
		name = say.Num(n.value) + " ×"
	case power:
		name = "^" + say.Num(n.value)
	case weighted:
		name = named(n.fun.name, n.numbers)
	case mapped:
		name = named(n.mapping.name, n.numbers)
	case exponential, normalised, marginal:
		name = wrapperNames[n.op]
	}
	out := []say.Phrase{say.Given(clipped(name)).Phrase()}
	if k := v.number(n); k <= v.taken && v.done[k-1].eigen != nil {
		done := v.done[k-1]
		out = append(out, say.Vars{"l": done.told(done.least())}.Text("λ <l>"))
	}
	return out
}

// colour is what the eigenvalues have found of a part: good, bad, or nothing yet.
func (v view) colour(n *node) mark.Style {
	k := v.number(n)
	switch {
	case k > v.taken:
		return mark.RoleFaint.Plain()
	case v.done[k-1].finding() == below:
		return mark.RoleBad.Plain()
	case k == v.taken:
		return mark.RoleAccent.Plain()
	}
	return mark.RoleGood.Plain()
}
