package svmprimal

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// plane is the space of (θ₁, θ₂): the bowl J, the two paths, and θ*.
func (v view) plane() mark.Panel {
	w := v.planeWindow()
	p := mark.Panel{
		ID: "plane", Title: "Parameter plane", Equal: true, Height: 1,
		X: mark.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
		Alt: v.vars().Text("two paths of θ, now at <now> and <twin>, with the optimum at <best>"),
	}
	if v.band == nil {
		v.addBowl(&p)
	} else {
		p.Note = "the shortest θ with yf ≥ 1"
		p.Add(v.feasible())
		if v.Form != "constant" { // there the length has a third part
			p.Add(mark.Ellipses{
				Mean: []mark.XY{{}}, Cov: [][3]float64{{1, 0, 1}}, Radii: []float64{v.length(v.best.theta), v.length(v.now.theta)},
				Style: []mark.Style{mark.RoleSoft.Dashed()}, Legend: "as long as θ, and as θ*",
			})
		}
	}
	p.Add(
		mark.PolyLine{At: path(v.twin.trail), Style: mark.RoleSoft.Wide(1.2).Dashed(), Layer: mark.Over, Legend: "the second run"},
		mark.PolyLine{At: path(v.now.trail), Style: mark.RoleAccent.Wide(1.8), Layer: mark.Over, Legend: "the path of θ"},
		named(v.best.theta, mark.RoleGood, "θ*"),
	)
	if v.band == nil && v.t > 1 {
		p.Add(hollow(v.average, "mean"))
	}
	p.Add(hollow(v.twin.theta), named(v.now.theta, mark.RoleAccent, "θ"))
	if v.band == nil && v.phase == looking {
		p.Add(panel.Arrow(place(v.now.theta), place(add(v.now.theta, -v.eta, v.g)), mark.RoleAccent.Dashed(), "−η g"))
	} else if v.band == nil && v.phase == starting {
		first, second := mark.XY{X: v.Start[0], Y: v.Start[1]}, mark.XY{X: v.Start2[0], Y: v.Start2[1]}
		p.Add(mark.Handle{Param: "theta", At: first, Tip: "drag θ⁽⁰⁾, the start", Style: mark.RoleAccent.Plain()},
			mark.Handle{Param: "second", At: second, Label: "second start", Tip: "drag the second start", Style: mark.RoleSoft.Plain()})
	}
	return p
}

func place(theta vector) mark.XY { return mark.XY{X: theta[0], Y: theta[1]} }

// named is a θ of the plane, perhaps with its name beside it; hollow is one that is
// only to be compared with.
func named(theta vector, role mark.Role, name ...say.Phrase) mark.Points {
	return mark.Points{At: []mark.XY{place(theta)}, Labels: name, Layer: mark.Over, Style: role.Plain()}
}

func hollow(theta vector, name ...say.Phrase) mark.Points {
	p := named(theta, mark.RoleSoft, name...)
	p.Hollow = true
	return p
}

// path is a trail up to now, thinned.
func path(trail []vector) []mark.XY {
	return panel.Path(len(trail), func(i int) mark.XY { return place(trail[i]) })
}

// planeWindow shows 0, the optimum about in the middle, the two θ now and where they
// came from last.
func (v view) planeWindow() grid.Window {
	shown := []mark.XY{{}, place(scaled(2, v.best.theta)), place(v.average)}
	for _, w := range []walker{v.now, v.twin} {
		for _, theta := range w.trail[len(w.trail)-1-min(len(w.trail)-1, len(w.trail)/4):] {
			shown = append(shown, place(theta))
		}
	}
	return mark.FitPath(shown)
}

// sharpest is the most points with which the picture of J takes the best θ₀ at
// every place.
const sharpest = 120

// addBowl draws log₁₀ of J − dual over the plane, with isolines a factor of ten apart.
func (v view) addBowl(p *mark.Panel) {
	unit, k := 1e-300+v.best.dual, *v.task
	if v.best.dual <= 0 {
		unit = 1
	}
	k.exact = v.Form == "offset" && len(v.x) <= sharpest
	switch {
	case k.exact:
		p.Note = "J at the best θ₀"
	case v.Form == "origin":
		p.Note = "J"
	default:
		p.Note = "J at this θ₀"
	}
	f := mark.Field{
		Eval: panel.Score(func(a, b float64) float64 {
			theta := vector{a, b, v.now.theta[2]}
			if k.exact {
				theta[2], _, _, _ = k.offset(theta)
			}
			hinge := 0.0
			for t, x := range k.x {
				hinge += max(0, 1-k.y[t]*dot(theta, x))
			}
			return math.Log10(max(1e-6, (k.norm2(theta)/2+k.C*hinge-v.best.dual)/unit))
		}),
		Scale: mark.Sequential, Lo: -2, Hi: 2, Legend: "how far J is above the dual (log)",
	}
	for at := -2; at <= 2; at++ {
		f.Levels = append(f.Levels, mark.Level{Value: float64(at), Style: mark.RoleSoft.Wide(1)})
	}
	f.Levels[0].Label = "1 %, 10 %, 100 %, … above the dual"
	p.Add(f)
}

// feasible is where some θ₀ makes every yf ≥ 1, as the least yf over the plane.
func (v view) feasible() mark.Field {
	sides := v.sides()
	return mark.Field{
		Eval: panel.Score(func(a, b float64) float64 {
			least := 0.0
			for _, rows := range sides {
				least += v.end(vector{a, b, v.now.theta[2]}, rows) / float64(len(sides))
			}
			return least - 1
		}),
		Scale: mark.Diverging, Lo: -3, Hi: 3, Legend: "least yf − 1",
		Levels: []mark.Level{{Value: 0, Style: mark.RoleInk.Wide(1.8), Label: "every yf ≥ 1 inside"}},
	}
}
