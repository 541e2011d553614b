package gpregression

import (
	"cmp"
	"slices"

	"playground/algos/panel"
	"playground/algos/regression/internal/gp"
)

// On a line the probes lie on an even grid. Where the kernel turns within a few of its
// steps, the pictures halve them, so that every curve looks as smooth as it is. The
// places of a level are put behind those of the levels before it: a draw keeps its
// values there when finer ones are added.
const (
	stepsABend   = 7           // that make a curve look smooth: its chords miss it by 1/400 of its height
	stepsADraw   = 3.5         // the same for the draws, which are thin: 1/100
	finestCurve  = 3           // halvings of mean and band: two places a pixel of a board
	finestDraw   = 2           // of the draws, which take the factor of a matrix of all their places
	mostToRefine = 160_000_000 // multiplications that finer curves are worth
	thinnest     = 1.0 / 3000  // of the board's height: what a place must bend a curve by to be kept
)

// nodesOf is the number of places on the even grid after some halvings.
func nodesOf(level int) int { return (lineNodes-1)<<level + 1 }

// Curves are the process on a line at the places where it is drawn.
type curves struct {
	*task
	post  *gp.Posterior
	level int
	order []int // all places from left to right
	drawn []int // those of the draws
}

// curves returns the places at which the kernel of this view looks smooth.
func (v view) curves() curves {
	c := curves{task: v.task, post: v.post, level: v.fineness(stepsABend, finestCurve), order: v.order}
	if c.level > 0 {
		c.post = v.post.Refined(v.nodes, v.halved(c.level))
		c.order = leftToRight(c.post.Probes)
	}
	even := nodesOf(v.fineness(stepsADraw, finestDraw))
	for _, j := range c.order {
		if j < even {
			c.drawn = append(c.drawn, j)
		}
	}
	return c
}

// fineness is how often the grid is halved, up to some finest, for so many steps a
// bend.
func (v view) fineness(steps float64, finest int) int {
	bend, n := v.kernel().Bend(), v.seen()
	level := 0
	for level < finest && (v.Window.X1-v.Window.X0)/float64(nodesOf(level)-1) > bend/steps && n*n*nodesOf(level+1) <= mostToRefine {
		level++
	}
	return level
}

// halved are the places that some halvings add to the even grid, level by level.
func (t *task) halved(levels int) [][2]float64 {
	var more [][2]float64
	for level := 1; level <= levels; level++ {
		steps := nodesOf(level) - 1
		for i := 1; i < steps; i += 2 {
			more = append(more, [2]float64{t.Window.X0 + (t.Window.X1-t.Window.X0)*float64(i)/float64(steps)})
		}
	}
	return more
}

// sample returns the draws of f, of random numbers that belong to the run: a value for
// each of the first places.
func (c curves) sample() [][]float64 {
	if c.opt.Samples == 0 {
		return nil
	}
	normals := make([][]float64, c.opt.Samples)
	for i := range normals {
		normals[i] = c.normals[i][:len(c.drawn)]
	}
	return c.post.Draws(len(c.drawn), normals)
}

// bends returns the places that some curves need, from left to right.
func (c curves) bends(values ...[]float64) []int {
	if c.level == 0 {
		return c.order
	}
	return panel.Bends(c.order, func(j int) float64 { return c.post.Probes[j][0] }, thinnest*(c.height[1]-c.height[0]), values...)
}

// leftToRight sorts inputs of a line.
func leftToRight(x [][2]float64) []int {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x[a][0], x[b][0]) })
	return order
}
