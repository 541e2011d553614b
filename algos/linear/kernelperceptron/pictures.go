package kernelperceptron

import (
	"math"

	"playground/algos/grid"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// maxMatrix is the most points whose kernel matrix is drawn.
const maxMatrix = 30

// Panels draws the step.
func (v *view) Panels() []mark.Panel {
	alpha := v.alpha.list()
	panels := []mark.Panel{v.board(alpha)}
	if len(v.phi) > 0 {
		panels = append(panels, v.threshold(), v.weights(alpha))
	}
	panels = append(panels, v.multipliers(alpha))
	if v.task.k.PSD() {
		panels = append(panels, v.proof())
	}
	if len(v.y) <= maxMatrix {
		panels = append(panels, v.kernelMatrix())
	}
	return panels
}

// board shows f with its boundary, the rows that it stores, and those that it gets
// wrong.
func (v *view) board(alpha []int32) mark.Panel {
	p, s := v.Problem.Board(), v.vars()
	p.Title, p.Note = "With the kernel (dual)", s.Text("<k mistake>, <stored> stored")
	p.Alt = s.Text("<n point>, <stored> of them stored after <k mistake>, <wrong> misclassified.")
	if v.stored > 0 {
		var centres [][2]float64
		var coef []float64
		for i, a := range alpha {
			if a > 0 {
				centres, coef = append(centres, v.x[i]), append(coef, float64(a)*v.y[i])
			}
		}
		k := v.task.k
		p.Add(v.shaded(alpha, func(dst []float64, g grid.Grid) { k.Field(dst, g, centres, coef, 0) }, "f(x) = 0"))
	}
	p.Add(v.dots(), v.storedRings(alpha), v.atWork())
	return p
}

// shaded is a score as a field, in full colour from the mean size at the points.
func (v *view) shaded(alpha []int32, eval mark.FieldFunc, boundary say.Phrase) mark.Field {
	size, n := 0.0, min(len(v.x), 50)
	for i := range n {
		size += math.Abs(v.scoreAt(alpha, v.x[i])) / float64(n)
	}
	if size == 0 {
		size = 1
	}
	return mark.Field{
		Eval: eval, Scale: mark.Diverging, Lo: -1.5 * size, Hi: 1.5 * size, Legend: "score",
		Levels: []mark.Level{{Style: mark.RoleInk.Wide(2.4), Label: boundary}},
	}
}

// storedRings encircle the rows with α > 0, the larger the more mistakes.
func (v *view) storedRings(alpha []int32) mark.Mark {
	if v.stored == 0 {
		return nil
	}
	most := int32(1)
	for _, a := range alpha {
		most = max(most, a)
	}
	return panel.Rings(v.Problem, mark.RoleInk.Wide(1.4), "stored, radius grows with α", func(i int) float64 {
		if alpha[i] == 0 {
			return 0
		}
		return 6.5 + 4.5*math.Sqrt(float64(alpha[i])/float64(most))
	})
}

// atWork encircles the row that the step is about, in red where it is a mistake.
func (v *view) atWork() mark.Mark {
	if v.Kind == novikoff.Start {
		return nil
	}
	row := say.Row(v.Row)
	m := mark.Rings{
		At: []mark.XY{panel.Place(v.Problem, v.Row)}, Radius: []float64{13}, Refs: []string{row.Ref()}, Labels: []say.Phrase{say.Phrase(row.Name())},
		Style: mark.RoleAccent.Wide(2.6), Legend: "current sample",
	}
	if v.Kind == novikoff.Mistake {
		m.Style.Role, m.Legend = mark.RoleBad, "misclassified"
	}
	return m
}

// threshold is the run with the features written down: the polynomial p(x) = ⟨θ,
// φ(x)⟩ and where it is 0.
func (v *view) threshold() mark.Panel {
	p, s := v.Problem.Board(), v.vars()
	p.ID, p.Title, p.Note = "features", "With explicit features (primal)", s.Text("<twin mistake> in <features> dimensions")
	p.Alt = s.Text("The polynomial threshold function after <twin mistake>.")
	if v.twin.total > 0 {
		alpha := v.twin.list()
		theta, m := v.theta(alpha), v.phi
		p.Add(v.shaded(alpha, func(dst []float64, g grid.Grid) {
			phi := make([]float64, 0, len(m))
			grid.Fill(dst, g, func(x, y float64) float64 {
				phi = m.at(phi, [2]float64{x, y})
				return m.inner(theta, phi)
			})
		}, "p(x) = 0"))
	}
	p.Add(v.dots(), v.atWork())
	return p
}

// named is the most features whose names have room below their bars.
const named = 10

// weights are the coordinates of θ, a bar for every monomial.
func (v *view) weights(alpha []int32) mark.Panel {
	theta := v.phi.coordinates(v.theta(alpha))
	n := len(theta)
	bars := mark.Bars{X: make([]float64, n), Y: theta, Tips: make([]say.Phrase, n), Style: mark.RoleSoft.Plain()}
	lo, hi := 0.0, 0.0
	for i, weight := range theta {
		bars.X[i] = float64(i + 1)
		tip := say.Vars{"factor": math.Sqrt(v.phi[i].weight), "feature": v.phi[i].name(), "weight": weight}
		bars.Tips[i] = tip.Text("feature <factor>·<feature>: weight <weight>")
		lo, hi = min(lo, weight), max(hi, weight)
	}
	if lo == hi {
		lo, hi = -1, 1
	}
	room := (hi - lo) / 8
	s := v.vars()
	p := mark.Panel{
		ID: "weights", Title: "Weights θ of the explicit features", Note: s.Text("<features> monomials"), Alt: s.Text("The weights of <features monomial>."),
		X: mark.Axis{Name: "feature", Integer: true, Min: 0.4, Max: float64(n) + 0.6},
		Y: mark.Axis{Name: "θ", Min: lo - 1.6*room, Max: hi + room},
	}
	p.Add(bars)
	if n <= named {
		names := mark.Texts{Anchor: mark.Middle, Layer: mark.Over, Style: mark.RoleInk.Plain()}
		for i, f := range v.phi {
			panel.Write(&names, float64(i+1), lo-0.9*room, say.Phrase(f.name()))
		}
		p.X.Hidden = true // the names take the place of numbers
		p.Add(names)
	}
	return p
}

// multipliers are the counts α, a bar for every row.
func (v *view) multipliers(alpha []int32) mark.Panel {
	s, top := v.vars(), 1.0
	for _, a := range alpha {
		top = max(top, float64(a))
	}
	return panel.Rows{
		ID: "alphas", Title: "Dual coefficients α per sample", Note: s.Text("<stored> of <n> stored"), Alt: s.Text("<k mistake> on <stored> of <n> samples."),
		Y: mark.Axis{Name: "α", Max: 1.08 * top}, Of: func(i int) float64 { return float64(alpha[i]) }, Hot: v.hot(),
		Tip: func(i int) say.Phrase {
			return say.Vars{"i": say.Sub(i + 1), "alpha": int(alpha[i])}.Text("α<i> = <alpha>")
		},
	}.Panel(v.Problem)
}

// hot is the current sample.
func (v *view) hot() []int {
	if v.Kind == novikoff.Start {
		return nil
	}
	return []int{v.Row}
}

// proof shows Novikoff's proof in feature space: after k mistakes kγ ≤ ⟨w, θ*⟩ ≤
// ‖w‖ ≤ √k·R.
func (v *view) proof() mark.Panel {
	path := func(y func(waypoint) float64) []mark.XY {
		return panel.Path(len(v.trail), func(i int) mark.XY {
			at := v.trail[i]
			if i == len(v.trail)-1 {
				at = v.now()
			}
			return mark.XY{X: float64(at.k), Y: y(at)}
		})
	}
	length, along := path(func(at waypoint) float64 { return at.length }), path(func(at waypoint) float64 { return at.along })
	p := novikoff.Proof{
		K: v.alpha.total, X: "mistakes k", Y: "norm in feature space", Alt: v.vars().Text("The norm of w after <k mistake>."),
		Length:    mark.PolyLine{At: length, Style: mark.RoleInk.Wide(2), Layer: mark.Over, Legend: "‖w‖"},
		Along:     mark.PolyLine{At: along, Style: mark.RoleGood.Wide(2), Layer: mark.Over, Legend: "⟨w, θ*⟩"},
		Separable: v.best.separable, Limit: v.limit, LimitLabel: "(R/γ)²",
	}
	p.Upper, p.Lower = novikoff.Bounds(novikoff.Horizon(p.K, v.limit), math.Sqrt(v.r2), v.best.lo)
	return p.Panel()
}

// kernelMatrix is all that the run by kernel knows about the points.
func (v *view) kernelMatrix() mark.Panel {
	var hot [][2]int
	for _, i := range v.hot() {
		for j := range v.x {
			hot = append(hot, [2]int{i, j})
		}
	}
	return panel.Gram{
		ID: "matrix", Title: "Kernel (Gram) matrix", Alt: v.vars().Text("The <n> by <n> matrix of k(xᵢ, xⱼ)."), Values: v.matrix(), Hot: hot,
	}.Panel(len(v.x))
}
