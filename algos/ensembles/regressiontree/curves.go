package regressiontree

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// curve is by how much every threshold of the feature lowers the sum of squares.
func (v view) curve() mark.Panel {
	p := panel.Curves{
		ID: "gain", Title: "SSE reduction by threshold", Note: "a small step tries all thresholds", Alt: "no threshold has been tried yet", Height: 0.6,
	}
	p.X = mark.Axis{Name: v.name(max(0, v.feature)), Min: v.Window.X0, Max: v.Window.X1}
	if v.feature == 1 {
		p.X.Min, p.X.Max = v.Window.Y0, v.Window.Y1
	}
	p.Y = mark.Axis{Name: "n·gain", Min: 0, Max: 1}
	if !v.Table.Empty() {
		x := v.sorted.X[max(0, v.feature)]
		lo, hi := slices.Min(x), slices.Max(x)
		room := (hi - lo) / 12
		if room == 0 {
			room = max(1, math.Abs(hi)/8)
		}
		p.X.Min, p.X.Max = lo-room, hi+room
	}
	if v.Table.Empty() || v.Own >= p.X.Min && v.Own <= p.X.Max { // a feature may be far from it
		p.Handle = mark.Handle{Param: "threshold", At: mark.XY{X: v.Own}, Name: "your threshold", Tip: "drag: your threshold"}
	}
	if v.node < 0 {
		return p.Panel()
	}
	curve := panel.Quantity{Style: mark.RoleInk.Wide(1.8), Legend: "SSE reduction n·gain", Name: "n·gain", At: []mark.XY{{X: p.X.Min}}}
	dots := mark.Points{Style: mark.RoleSoft.Plain(), Legend: "thresholds midway between neighbours"}
	high := 0.0
	x := v.sorted.X[v.feature]
	places := make([]float64, 0, len(v.rows[v.node]))
	for _, i := range v.rows[v.node] {
		places = append(places, x[i])
	}
	slices.Sort(places)
	places = slices.Compact(places)
	last := 0.0
	all := v.candidates(v.node, v.feature)
	n := float64(len(v.rows[v.node]))
	for k, at := range places {
		now := 0.0
		if k < len(all) {
			now = n * all[k].Gain
			if v.allowed(all[k]) {
				dots.At, dots.Size = append(dots.At, mark.XY{X: all[k].Threshold, Y: now}), append(dots.Size, 2.5)
			}
		}
		curve.At = append(curve.At, mark.XY{X: at, Y: last}, mark.XY{X: at, Y: now})
		high, last = math.Max(high, now), now
	}
	curve.At = append(curve.At, mark.XY{X: math.Max(p.X.Max, places[len(places)-1])})
	curve.At[0].X = math.Min(p.X.Min, places[0])
	if high > 0 {
		p.Y.Max = 1.12 * high
	}
	if p.Of = []panel.Quantity{curve}; len(dots.At) > 0 {
		p.Over = append(p.Over, dots)
	}
	c := say.Vars{"name": v.name(v.feature), "own": v.tried(), "try": v.Own}
	p.Note = c.Text("your threshold <try>: reduction <own>")
	p.Alt = c.Text("no threshold on <name> is allowed")
	if top, _, ok := v.best(); ok {
		c["s"], c["fall"] = top.Threshold, n*top.Gain
		p.Alt = c.Text("the SSE reduction against the threshold on <name>; it is largest, <fall>, at <s>")
		p.Over = append(p.Over, panel.Dot(mark.XY{X: top.Threshold, Y: n * top.Gain}, 6, mark.RoleAccent.Plain(), "largest SSE reduction"))
	}
	p.Handle.At.Y = v.tried()
	return p.Panel()
}

// path is the training error and the cross-validation error along α.
func (v view) path() mark.Panel {
	c := say.Vars{"alpha": v.Alpha, "leaves": v.remaining()}
	p := panel.Curves{
		ID: "pruning", Title: "Cost-complexity pruning path", Note: c.Text("α = <alpha>: <leaves leaf>"),
		Alt: c.Text("mean squared error against α; at α = <alpha> the tree has <leaves leaf>"), Height: 0.6,
		X: mark.Axis{Name: "α"}, Y: mark.Axis{Name: "MSE"},
	}
	n := float64(len(v.y))
	grown := v
	grown.splits, grown.folded = len(v.order), 0
	top := v.squares(0) / n
	right := 1.0
	if k := len(v.links); k > 0 && v.links[k-1].Alpha > 0 {
		right = 1.25 * v.links[k-1].Alpha
	}
	right = math.Max(right, 1.05*v.Alpha)
	valid := v.valid()
	train := panel.Quantity{Style: mark.RoleInk.Wide(2), Legend: "training error", Name: "training"}
	out := panel.Quantity{Style: mark.RoleBad.Wide(2), Legend: "5-fold cross-validation error", Name: "cross-validation"}
	from, now := 0.0, grown.sse()/n
	for k := range len(v.links) + 1 {
		to := right
		if k < len(v.links) {
			to = v.links[k].Alpha
		}
		train.At = append(train.At, mark.XY{X: from, Y: now}, mark.XY{X: to, Y: now})
		if valid != nil {
			out.At = append(out.At, mark.XY{X: from, Y: valid[k]}, mark.XY{X: to, Y: valid[k]})
			top = math.Max(top, valid[k])
		}
		if k < len(v.links) {
			from, now = to, v.links[k].Cost
		}
	}
	p.X.Max = right
	p.Y.Max = 1.08 * top
	if top == 0 {
		p.Y.Max = 1
	}
	if p.Of = []panel.Quantity{train}; valid != nil {
		p.Of = append(p.Of, out)
	}
	p.Handle = mark.Handle{
		Param: "ccp_alpha", At: mark.XY{X: v.Alpha, Y: p.Y.Max / 2}, Name: "complexity parameter α", Tip: "drag: complexity parameter α", Label: "α",
	}
	return p.Panel()
}

// remaining is how many leaves the tree has at the end, for this α.
func (v view) remaining() int {
	if v.pruned > 0 {
		return v.links[v.pruned-1].Leaves
	}
	return v.tree.Leaves()
}
