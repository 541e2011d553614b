package bayesianoptimisation

import (
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
)

// race compares the best so far with what a grid and random places have found by now.
func (v view) race() mark.Panel {
	n, floor := v.count(), v.f.minimum()
	p := mark.Panel{
		ID: "race", Title: "Lowest f found, and by others", Height: 0.6, Alt: "no value yet",
		X: mark.Axis{Name: "evaluations", Min: 0, Max: float64(v.Budget) + 0.5, Integer: true}, Y: mark.Axis{Name: "f at the best"},
	}
	top := max(floor, slices.Max(v.randomHi), slices.Max(v.gridBest))
	for i := range n {
		top = max(top, v.bestAfter(i+1))
	}
	room := 0.06 * max(top-floor, 0.1)
	p.Y.Min, p.Y.Max = floor-room, top+room
	p.Add(panel.Bound(floor, "minimum", mark.RoleGood.Plain()))
	if n == 0 {
		return p
	}
	w := v.vars()
	p.Note = w.Text("after <n evaluation>: <regret> above the minimum")
	p.Alt = w.Text("after <n evaluation> the run is <regret> above the minimum, random search <random> on average, a grid <grid>")
	spread := mark.Band{Style: mark.RoleClass2.Plain().Faded(0.25), Legend: "half of all random searches"}
	mean := mark.PolyLine{Style: mark.RoleClass2.Wide(2), Legend: "random search, mean of 200"}
	grids := mark.Points{Style: mark.RoleSoft.Plain(), Legend: "a grid of as many places"}
	own := mark.PolyLine{Style: mark.RoleAccent.Wide(2.6), Legend: "this run"}
	for i := range n {
		t := float64(i + 1)
		spread.X, spread.Lo, spread.Hi = append(spread.X, t), append(spread.Lo, v.randomLo[i]), append(spread.Hi, v.randomHi[i])
		mean.At = append(mean.At, mark.XY{X: t, Y: v.random[i]})
		grids.At, grids.Size = append(grids.At, mark.XY{X: t, Y: v.gridBest[i]}), append(grids.Size, 3)
		if i > 0 {
			own.At = append(own.At, mark.XY{X: t, Y: own.At[len(own.At)-1].Y})
		}
		own.At = append(own.At, mark.XY{X: t, Y: v.bestAfter(i + 1)})
	}
	p.Add(spread, mean, grids, own, panel.Dot(own.At[len(own.At)-1], 4, mark.RoleAccent.Plain(), ""))
	return p
}

// bestAfter is f at the best of the first n values.
func (v view) bestAfter(n int) float64 { return v.f.value(v.post.X[lowestOf(v.y[:n])]) }
