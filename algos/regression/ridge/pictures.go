package ridge

import (
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/regression/internal/penalised"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := append([]mark.Panel{v.board(), v.coefficients()}, v.planes()...)
	switch {
	case v.Solver == gd:
		panels = append(panels, v.rates())
	case v.Beside != freedom:
		panels = append(panels, v.shrinkage())
	}
	if v.Labels == drawn {
		return append(panels, v.risks())
	}
	return append(panels, v.missing())
}

// DragPanels are those on which something is dragged.
func (v view) DragPanels() []mark.Panel {
	panels := []mark.Panel{v.board(), v.coefficients(), v.constrained()}
	if v.Solver == gd {
		panels = append(panels, v.rates())
	}
	if v.Labels == drawn {
		return append(panels, v.risks())
	}
	return append(panels, v.missing())
}

// board is the data with the function, and that of least squares.
func (v view) board() mark.Panel {
	free := v.at(0)
	b := penalised.Board{
		Problem: v.Problem, Data: v.data, Title: "Ridge regression", Predict: func(in []float64) float64 { return v.predict(v.theta, in) },
	}
	b.Others = append(b.Others, penalised.Other{
		Predict: func(in []float64) float64 { return v.predict(free, in) }, Style: mark.RoleGood.Wide(1.6).Dashed(), Legend: "least squares",
	})
	if v.Labels == drawn {
		truth := v.truth()
		b.Others = append(b.Others, penalised.Other{
			Predict: func(in []float64) float64 { return v.predict(truth, in) }, Style: mark.RoleClass3.Wide(1.6).Dashed(), Legend: "the truth f*",
		})
	}
	p := b.Panel()
	if v.did == taken {
		p.Add(v.news())
	}
	if v.data.Table {
		return p
	}
	if v.Solver == online {
		p.Add(v.unseen())
		if v.Dim == 1 && v.seen > 0 {
			p.Add(v.band())
		}
	}
	if v.Labels == drawn && v.Risk == ofPrediction && v.Dim == 1 {
		p.Add(mark.Handle{
			Param: "probe", Along: mark.Horizontal, At: mark.XY{X: v.Probe, Y: v.Window.Y0}, Label: "x", Tip: "drag to where the prediction is made",
			Style: mark.RoleAccent.Wide(1.6),
		})
	}
	return p
}

// news encircles the row that came in.
func (v view) news() mark.Mark {
	at := mark.XY{X: v.predict(v.theta, v.inputs(v.newest)), Y: v.y[v.newest]}
	if !v.data.Table {
		at = panel.Place(v.Problem, v.newest)
	}
	return mark.Rings{
		At: []mark.XY{at}, Radius: []float64{9}, Refs: []string{say.Row(v.newest).Ref()}, Style: mark.RoleAccent.Wide(2), Legend: "comes in", Layer: mark.Over,
	}
}

func (v view) inputs(i int) []float64 {
	in := make([]float64, len(v.data.Columns))
	for j, column := range v.data.Columns {
		in[j] = column[i]
	}
	return in
}

// unseen are rings around the rows that the fit does not know of yet.
func (v view) unseen() mark.Mark {
	if v.seen == len(v.y) {
		return nil
	}
	return panel.Rings(v.Problem, mark.RoleSoft.Wide(1.2), "still to come", func(i int) float64 {
		if i < v.seen {
			return 0
		}
		return 6
	})
}

// band is f(x) ± 2s, where s² is σ² times what M knows of the place: it shrinks with
// every row.
func (v view) band() mark.Mark {
	const nodes = 60
	w, r := v.Window, v.running
	b := mark.Band{Style: mark.RoleClass0.Plain().Faded(0.2), Legend: "f ± 2s"}
	room := 20 * (w.Y1 - w.Y0)
	for i := range nodes + 1 {
		x := w.X0 + (w.X1-w.X0)*float64(i)/nodes
		d, s2 := []float64{x}, 0.0
		if v.Penalise == all {
			d = []float64{1, x}
		} else {
			d[0] -= r.mean[0]
			s2 = 1 / float64(r.n)
		}
		for j, row := range r.m {
			for l, m := range row {
				s2 += d[j] * m * d[l]
			}
		}
		f, wide := v.predict(v.theta, []float64{x}), 2*math.Sqrt(v.NoiseVar*max(0, s2))
		b.X, b.Lo, b.Hi = append(b.X, x), append(b.Lo, max(f-wide, w.Y0-room)), append(b.Hi, min(f+wide, w.Y1+room))
	}
	return b
}

// coefficients are the paths of the coefficients along λ.
func (v view) coefficients() mark.Panel {
	path := v.path()
	if len(path.Theta) == 0 {
		return penalised.Waiting("path")
	}
	p := path.Panel(v.Lambda, v.within(path))
	w := v.vars(v.state)
	w["columns"] = len(v.price.Columns)
	p.Note = w.Text("λ = <lambda>: <dof> of <columns> degrees of freedom")
	p.Alt = w.Text("<columns coefficient> against λ, which shrinks them; at λ = <lambda> <dof> degrees of freedom are left")
	return p
}

// within are the coefficients of the step, if the picture of the path has room for them:
// nil where a descent or the first rows are still far away.
func (v view) within(path penalised.Path) []float64 {
	now := v.theta[v.first():]
	lo, hi := make([]float64, len(now)), make([]float64, len(now))
	for j := range now {
		scale := 1.0
		if path.Scaled {
			scale = path.Data.Spread(j)
		}
		for _, theta := range path.Theta {
			lo[j], hi[j] = min(lo[j], scale*theta[j]), max(hi[j], scale*theta[j])
		}
	}
	least, most := slices.Min(lo), slices.Max(hi)
	for j, theta := range now {
		scale := 1.0
		if path.Scaled {
			scale = path.Data.Spread(j)
		}
		if scale*theta < least || scale*theta > most {
			return nil
		}
	}
	return now
}

// shrinkage are the shares d²/(d² + λ) that the penalty leaves of the fit along each
// singular direction.
func (v view) shrinkage() mark.Panel {
	w := v.vars(v.state)
	w["columns"] = len(v.price.Columns)
	b := panel.Bars{
		ID: "shrinkage", Title: "What λ leaves of each direction", Note: w.Text("they sum to <dof>"),
		Alt: w.Text("the share d²/(d² + λ) of each of <columns direction>; they sum to <dof> degrees of freedom"),
		X:   mark.Axis{Name: "direction"}, Y: mark.Axis{Name: "d²/(d²+λ)", Min: 0, Max: 1.05}, Values: make([]float64, len(v.price.Columns)), Tip: v.directionTip,
		Marks: []mark.Mark{panel.Bound(1, "", mark.RoleSoft.Dashed())},
	}
	for k := range min(len(b.Values), len(v.modes.d)) {
		b.Values[k] = v.modes.share(k, v.Lambda)
	}
	return b.Panel()
}

// directionTip names the coefficient that a direction has most of.
func (v view) directionTip(k int) say.Phrase {
	if k >= len(v.modes.d) {
		return "the rows say nothing along this direction: it stays at 0"
	}
	most := 0
	for j, w := range v.modes.w[k] {
		if math.Abs(w) > math.Abs(v.modes.w[k][most]) {
			most = j
		}
	}
	return say.Vars{"k": k + 1, "d": v.modes.d[k], "share": v.modes.share(k, v.Lambda), "name": v.price.Coefficient(most)}.Text(
		"direction <k>: d = <d>, and <share> of it is left; mostly <name>")
}

// missing is the error on rows left out along the path.
func (v view) missing() mark.Panel { return v.errors().Panel(v.Lambda) }
