package regressiontree

import (
	"math"

	"playground/algos"
	"playground/algos/cart"
	"playground/algos/say"
)

// name is that of a feature: x alone, x₁ and x₂, or as the table has it.
func (t *task) name(feature int) say.Phrase {
	switch {
	case feature < 0:
		return ""
	case !t.Table.Empty():
		return say.Given(t.sheet.Names[feature]).Phrase()
	case t.Dim == 1:
		return "x"
	case feature == 0:
		return "x₁"
	}
	return "x₂"
}

func (t *task) math(feature int) any {
	switch {
	case !t.Table.Empty():
		return say.Given(t.sheet.Names[feature])
	case t.Dim == 1:
		return say.Math("x")
	case feature == 0:
		return say.Math("x_1")
	}
	return say.Math("x_2")
}

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{
		Phase: v.told(), Size: algos.Normal, Next: v.announced(), Metrics: []float64{v.sse(), float64(len(v.leaves()))},
		Status: algos.Status{State: algos.Running}, View: v,
	}
	switch v.phase {
	case starting:
		s.Size = algos.Pass
	case looking:
		s.Size = algos.Micro
	}
	if v.last() {
		s.Size, s.Next = algos.Pass, algos.Next{}
		s.Status = algos.Status{State: algos.Converged, Reason: v.ended()}
	}
	return s
}

func (v view) told() say.Phrase {
	c := say.Vars{}
	if v.node >= 0 {
		c["name"], c["s"] = v.name(v.feature), v.tree.Nodes[v.node].Threshold
	}
	switch v.phase {
	case looking:
		return c.Text("tried the thresholds on <name>")
	case splitting:
		return c.Text("split at <name> ≤ <s>")
	case pruning:
		return c.Text("pruned <name> ≤ <s>")
	}
	return "start"
}

func (v view) announced() algos.Next {
	if v.last() {
		return algos.Next{}
	}
	if v.splits == len(v.order) {
		return algos.Next{Step: "prune the weakest link", Pass: "prune to the end"}
	}
	n := algos.Next{Small: "make the split", Pass: "grow the full tree"}
	if after := v.next(); after.phase == looking {
		n.Small = say.Vars{"name": v.name(after.feature)}.Text("try the thresholds on <name>")
	}
	return n
}

func (v view) ended() say.Phrase {
	c := say.Vars{"leaves": len(v.leaves()), "sse": v.sse(), "alpha": v.Alpha, "n": len(v.y)}
	if v.pruned > 0 {
		return c.Text("At α = <alpha> no other split is pruned: <leaves leaf is> left, with SSE = <sse>.")
	}
	open := false
	for _, l := range v.leaves() {
		n := v.tree.Nodes[l]
		open = open || n.Impurity > 0 && v.Depth > 0 && n.Depth == v.Depth && n.N >= 2*v.MinLeaf
	}
	switch {
	case len(v.order) == 0 && v.squares(0) == 0:
		return c.Text("All <n target> are equal, so there is nothing to split: SSE = <sse>.")
	case len(v.order) == 0:
		return c.Text("No threshold is allowed: the tree is a single leaf, the mean of all points, with SSE = <sse>.")
	case open:
		return c.Text("The max depth is reached: <leaves=metric.leaves leaf>, SSE = <sse=metric.sse>.")
	}
	return c.Text("No leaf can be split further: <leaves=metric.leaves leaf>, SSE = <sse>.")
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	switch v.phase {
	case looking:
		return v.sayLooked()
	case splitting:
		return v.saySplit()
	case pruning:
		return v.sayPruned()
	}
	root := v.tree.Nodes[0]
	s := algos.Story{Vars: say.Vars{"n": root.N, "mean": root.Value, "center": say.Factor(root.Value), "sse": v.squares(0)}}
	s.Text("One leaf holds all <n point>. It predicts their mean, <mean>: no other constant has a smaller sum of squared errors (SSE).")
	s.TeX(`\mathrm{SSE} = \sum_i (y_i - <center>)^2 = \hl{<sse>}`)
	return s.Lines
}

// best is the threshold of the feature with the largest SSE reduction; false where none is allowed.
func (v view) best() (top cart.Candidate, n int, ok bool) {
	for _, c := range v.candidates(v.node, v.feature) {
		if !v.allowed(c) {
			continue
		}
		n++
		if !ok || c.Gain > top.Gain*(1+1e-12) {
			top, ok = c, true
		}
	}
	return top, n, ok
}

func (v view) sayLooked() []algos.Line {
	c, n, ok := v.best()
	node := v.tree.Nodes[v.node]
	s := algos.Story{Vars: say.Vars{"name": v.name(v.feature), "n": n, "points": node.N, "before": v.squares(v.node)}}
	if !ok {
		s.Text("In the leaf of <points point> no threshold on <name> is allowed: the feature is constant there, or a side would have too few points.")
		return s.Lines
	}
	left, right := c.Left, c.Right
	s.Vars["s"], s.Vars["fall"] = c.Threshold, float64(node.N)*c.Gain
	s.Vars["l"], s.Vars["r"] = left.Impurity*float64(left.N), right.Impurity*float64(right.N)
	s.Vars["x"] = v.math(v.feature)
	s.Text("The leaf of <points point> has <n threshold> on <name>, each midway between neighbours.")
	s.More("The best is <name> ≤ <s>, where the two sides have the SSE <l> and <r>.")
	s.TeX(`n\cdot\text{gain} = <before> - <l> - <r> = \hl{<fall>} \quad (<x> \le <s>)`)
	s.Vars["try"], s.Vars["own"] = v.Own, v.tried()
	s.Text("Your threshold <try> would reduce the SSE by <own>.")
	return s.Lines
}

// tried is by how much the reader's own threshold would lower the sum of squares of the node.
func (v view) tried() float64 {
	return v.takes(v.Own)
}

// takes is by how much a threshold lowers the sum of squares of the node: that between the two means.
func (v view) takes(threshold float64) float64 {
	var sum, n [2]float64
	mean := v.tree.Nodes[v.node].Value
	for _, i := range v.rows[v.node] {
		side := 0
		if v.sorted.X[v.feature][i] > threshold {
			side = 1
		}
		sum[side] += v.y[i] - mean
		n[side]++
	}
	if n[0] == 0 || n[1] == 0 {
		return 0
	}
	return sum[0]*sum[0]/n[0] + sum[1]*sum[1]/n[1]
}

func (v view) saySplit() []algos.Line {
	n := v.tree.Nodes[v.node]
	l, r := v.tree.Nodes[n.Left], v.tree.Nodes[n.Right]
	s := algos.Story{Vars: say.Vars{
		"name": v.name(n.Feature), "s": n.Threshold, "n": n.N, "nl": l.N, "nr": r.N, "i": n.Impurity, "il": say.Factor(l.Impurity), "ir": say.Factor(r.Impurity),
		"gain": n.Gain, "fall": v.fall(v.node), "before": v.before().sse(), "after": v.sse(), "mean": n.Value, "ml": l.Value, "mr": r.Value,
	}}
	s.Text("The leaf of <n point> with the mean <mean> is split at <name> ≤ <s>: <nl point> to the left with the mean <ml>, <nr> to the right with <mr>.")
	s.TeX(`\text{gain} = <i> - \tfrac{<nl>}{<n>}\cdot <il> - \tfrac{<nr>}{<n>}\cdot <ir> = \hl{<gain>}`)
	s.Text("The SSE falls by $n\\cdot\\text{gain}$:")
	s.TeX(`\mathrm{SSE} = <before> - <fall> = \hl{<after>}`)
	if v.fall(v.node) <= 1e-12*v.squares(v.node) {
		s.Text("No split lowers the SSE; the leaf is split anyway, because later splits may help.")
	}
	if left := len(v.order) - v.splits; left > 0 && v.Growth == best && math.Abs(v.fall(v.node)) > 0 {
		s.Text("Growth is best-first: this leaf has the largest SSE reduction.")
	}
	return s.Lines
}

func (v view) sayPruned() []algos.Line {
	k := v.links[v.folded-1]
	before := v.before()
	gone := len(before.leaves()) - len(v.leaves())
	n := float64(len(v.y))
	r := before.squares(v.node) / n
	s := algos.Story{Vars: say.Vars{
		"gone": gone, "k": gone + 1, "alpha": k.Alpha, "r": r, "below": r - k.Alpha*float64(gone), "price": v.Alpha, "leaves": len(v.leaves()), "sse": v.sse(),
		"name": v.name(v.feature), "s": v.tree.Nodes[v.node].Threshold,
	}}
	s.Text("The weakest link is <name> ≤ <s>: its <k leaf> contribute <below> to the mean squared error, a single leaf <r>. Per removed leaf:")
	s.TeX(`\alpha_t = \frac{<r> - <below>}{<gone>} = \hl{<alpha>}`)
	s.Text("That is at most α = <price>, so the node becomes a leaf; <leaves leaf is> left, with SSE = <sse>.")
	return s.Lines
}
