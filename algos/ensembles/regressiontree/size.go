package regressiontree

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// size is the training error as the tree grows, and the error at points left out of the trees of the pruning path,
// against the number of leaves.
func (v view) size() mark.Panel {
	n := float64(len(v.y))
	leaves := len(v.leaves())
	c := say.Vars{"leaves": leaves, "mse": v.sse() / n}
	p := mark.Panel{
		ID: "size", Title: "Error against the number of leaves", Note: c.Text("<leaves leaf>: <mse>"), Height: 0.6,
		Alt: c.Text("mean squared error against the number of leaves; now <leaves leaf> leave <mse>"),
		X:   mark.Axis{Name: "leaves", Integer: true, Min: 0.5, Max: float64(v.tree.Leaves()) + 0.5}, Y: mark.Axis{Name: "MSE", Max: 1},
	}
	now := v.squares(0) / n
	top := now
	train := mark.PolyLine{Style: mark.RoleInk.Wide(2), Legend: "training error as the tree grows", Name: "training", At: []mark.XY{{X: 1, Y: now}}}
	for k, node := range v.order {
		now = math.Max(0, now-v.fall(node)/n)
		train.At = append(train.At, mark.XY{X: float64(k + 2), Y: now})
	}
	out := mark.PolyLine{Style: mark.RoleBad.Wide(2), Legend: "error at points left out, pruned to so many leaves", Name: "left out"}
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
	p.Add(train)
	if len(out.At) > 0 {
		p.Add(out)
	}
	p.Add(panel.Dot(mark.XY{X: float64(leaves), Y: v.sse() / n}, 6, mark.RoleAccent.Plain(), "the tree by now"))
	return p
}
