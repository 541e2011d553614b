package regressiontree

import (
	"math"

	"playground/algos"
	"playground/algos/panel"
	"playground/algos/say"
)

// size is the training error as the tree grows, and the error at points left out of the trees of the pruning path,
// against the number of leaves.
func (v view) size() algos.Panel {
	n := float64(len(v.y))
	leaves := len(v.leaves())
	c := say.Vars{"leaves": leaves, "mse": v.sse() / n}
	p := algos.Panel{
		ID: "size", Title: "Error against the number of leaves", Note: c.Text("<leaves leaf>: <mse>"), Height: 0.6,
		Alt: c.Text("mean squared error against the number of leaves; now <leaves leaf> leave <mse>"),
		X:   algos.Axis{Name: "leaves", Integer: true, Min: 0.5, Max: float64(v.tree.Leaves()) + 0.5}, Y: algos.Axis{Name: "MSE", Max: 1},
	}
	now := v.squares(0) / n
	top := now
	train := algos.PolyLine{Style: algos.RoleInk.Wide(2), Legend: "training error as the tree grows", Name: "training", At: []algos.XY{{X: 1, Y: now}}}
	for k, node := range v.order {
		now = math.Max(0, now-v.fall(node)/n)
		train.At = append(train.At, algos.XY{X: float64(k + 2), Y: now})
	}
	out := algos.PolyLine{Style: algos.RoleBad.Wide(2), Legend: "error at points left out, pruned to so many leaves", Name: "left out"}
	for k, e := range v.valid() {
		size := v.tree.Leaves()
		if k > 0 {
			size = v.links[k-1].Leaves
		}
		top = math.Max(top, e)
		out.At = append(out.At, algos.XY{X: float64(size), Y: e})
	}
	if top > 0 {
		p.Y.Max = 1.08 * top
	}
	p.Add(train)
	if len(out.At) > 0 {
		p.Add(out)
	}
	p.Add(panel.Dot(algos.XY{X: float64(leaves), Y: v.sse() / n}, 6, algos.RoleAccent.Plain(), "the tree by now"))
	return p
}
