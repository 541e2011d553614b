package bayesianoptimisation

import (
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
)

// race compares the best so far with what a grid and random places have found by now.
func (v view) race() mark.Panel {
	n, floor := v.count(), v.f.minimum()
	top := max(floor, slices.Max(v.randomHi), slices.Max(v.gridBest))
	for i := range n {
		top = max(top, v.bestAfter(i+1))
	}
	room := 0.06 * max(top-floor, 0.1)
	c := panel.Curves{
		ID: "race", Title: "Lowest f found, and by others", Height: 0.6, Alt: "no value yet",
		X:     mark.Axis{Name: "evaluations", Min: 0, Max: float64(v.Budget) + 0.5, Integer: true},
		Y:     mark.Axis{Name: "f at the best", Min: floor - room, Max: top + room},
		Under: []mark.Mark{panel.Bound(floor, "minimum", mark.RoleGood.Plain())},
	}
	if n == 0 {
		return c.Panel()
	}
	w := v.vars()
	c.Note = w.Text("after <n evaluation>: <regret> above the minimum")
	c.Alt = w.Text("after <n evaluation> the run is <regret> above the minimum, random search <random> on average, a grid <grid>")
	grids := mark.Points{Style: mark.RoleSoft.Plain(), Legend: "a grid of as many places"}
	own := panel.Quantity{Style: mark.RoleAccent.Wide(2.6), Legend: "this run"}
	mean := panel.Quantity{Style: mark.RoleClass2.Wide(2), Legend: "random search, mean of 200"}
	for i := range n {
		t := float64(i + 1)
		mean.At = append(mean.At, mark.XY{X: t, Y: v.random[i]})
		grids.At, grids.Size = append(grids.At, mark.XY{X: t, Y: v.gridBest[i]}), append(grids.Size, 3)
		if i > 0 {
			own.At = append(own.At, mark.XY{X: t, Y: own.At[len(own.At)-1].Y})
		}
		own.At = append(own.At, mark.XY{X: t, Y: v.bestAfter(i + 1)})
	}
	c.Under = append(c.Under, panel.Band(n, mark.RoleClass2.Plain().Faded(0.25), "half of all random searches", func(i int) (x, lo, hi float64) {
		return float64(i + 1), v.randomLo[i], v.randomHi[i]
	}))
	mean.With = []mark.Mark{grids}
	own.With = []mark.Mark{panel.Dot(own.At[len(own.At)-1], 4, mark.RoleAccent.Plain(), "")}
	c.Of = []panel.Quantity{mean, own}
	return c.Panel()
}

// bestAfter is f at the best of the first n values.
func (v view) bestAfter(n int) float64 { return v.f.value(v.post.X[lowestOf(v.y[:n])]) }
