package softmax

import (
	"math"

	"playground/algos/grid"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step.
func (v view) Panels() []mark.Panel {
	panels := []mark.Panel{v.board()}
	if beside, ok := v.logisticBoard(); ok {
		panels = append(panels, beside)
	}
	panels = append(panels, v.plane(), v.section())
	if v.k == 3 {
		panels = append(panels, v.simplex())
	}
	return append(panels, v.residuals())
}

// vars are what the captions of the pictures name.
func (v view) vars() say.Vars {
	return say.Vars{"n": len(v.class), "K": v.k, "loss": v.Loss, "wrong": v.Errors, "updates": v.Updates}
}

// board draws the region of every class, with the places where a
// probability is 0.5, 0.7 and 0.9; points are filled by the class that they get.
func (v view) board() mark.Panel {
	p := v.Problem.Board()
	w := v.vars()
	p.Title = "Decision regions"
	p.Note = w.Text("loss <loss>, <wrong> of <n> misclassified")
	p.Alt = w.Text("<n point> of <K> classes, loss <loss>, <wrong> misclassified")
	p.Add(mark.Field{Eval: v.region, Scale: mark.Regions, Hi: float64(v.k - 1), Sharp: true, Legend: "most probable class"})
	if v.Updates > 0 {
		p.Add(v.isolines()...)
	}
	dots := v.dots()
	dots.Fill = make([]int, len(v.class))
	for i := range v.class {
		dots.Fill[i] = logit.Label(v.shares(v.problem.U[i]))
	}
	p.Add(v.twinLine())
	p.Add(dots, panel.Rings(v.Problem, mark.RoleBad.Wide(1.2), "1 − p of the true class, if above 0.1", func(i int) float64 {
		e := v.residual(i)
		if e <= 0.1 {
			return 0
		}
		return 5 + 9*e
	}))
	p.Add(panel.Drawn(v.Problem, v.Rows, "sample drawn"))
	return p
}

// contours are the places where the probability of a class is 0.5, 0.7 and 0.9.
// They are traced in its log-odds, which are almost linear where the probability
// jumps.
func (v view) isolines() []mark.Mark {
	var marks []mark.Mark
	for k := range v.k {
		levels := []mark.Level{
			{Value: 0, Style: mark.RoleInk.Wide(1.6), Label: "p = 0.5"},
			{Value: math.Log(7. / 3), Style: mark.RoleSoft.Wide(1), Label: "0.7"},
			{Value: math.Log(9), Style: mark.RoleSoft.Wide(1).Dashed(), Label: "0.9"},
		}
		for i := range levels {
			if k > 0 { // once is enough for the legend
				levels[i].Label = ""
			}
		}
		marks = append(marks, mark.Field{Eval: v.logOdds(k), Lo: -1, Hi: 1, Hide: true, Levels: levels})
	}
	return marks
}

// logOdds is log(p_k/(1 − p_k)) = f_k − log Σ_{j≠k} e^{f_j} as a field.
func (v view) logOdds(k int) mark.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		f := make([]float64, v.k)
		c := v.inside(k)
		grid.Fill(dst, g, func(x, y float64) float64 {
			v.problem.Scores(f, v.B, v.problem.To([2]float64{x, y}))
			top := math.Inf(-1)
			for j, s := range f {
				if j != c {
					top = max(top, s)
				}
			}
			sum := 0.0
			for j, s := range f {
				if j != c {
					sum += math.Exp(s - top)
				}
			}
			return f[c] - top - math.Log(sum)
		})
	}
}

// region is the class with the highest score, the most probable one, at every node.
func (v view) region(dst []float64, g grid.Grid) {
	inside, f := make([]float64, v.k), make([]float64, v.k)
	grid.Fill(dst, g, func(x, y float64) float64 {
		v.problem.Scores(inside, v.B, v.problem.To([2]float64{x, y}))
		for c, s := range inside {
			f[v.outside(c)] = s
		}
		return float64(logit.Label(f))
	})
}

// plane shows the vectors w_k, each with its path and the update.
func (v view) plane() mark.Panel {
	now, caption := v.vectors(v.Place), v.vars()
	paths := v.paths(now)
	shown := []mark.XY{{}}
	for _, path := range paths {
		shown = append(shown, path...)
	}
	var next [][3]float64
	if v.From != nil {
		next = v.vectorsOf(logit.Moved(v.From.B, v.Eta, v.Dir))
		for _, w := range next {
			shown = append(shown, xy(w))
		}
	}
	w := mark.FitPath(shown)
	p := mark.Panel{
		ID: "plane", Title: "Weight vectors", Equal: true, Note: v.planeNote(now), Alt: caption.Text("<K> weight vectors and their paths over " +
			"<updates update>"),
		X: mark.Axis{Name: "w₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "w₂", Min: w.Y0, Max: w.Y1},
	}
	for k, at := range now {
		role := mark.RoleOfClass(k)
		p.Add(panel.Line(paths[k], role.Wide(1).Faded(0.6), ""))
		if xy(at) != (mark.XY{}) {
			p.Add(mark.Arrows{
				From: []mark.XY{{}}, To: []mark.XY{xy(at)}, Labels: []say.Phrase{say.Phrase("w" + say.Sub(v.Label(k)))},
				Style: role.Wide(2), Legend: say.Vars{"k": v.Label(k)}.Text("class <k>"),
			})
		}
		if next != nil && v.Did != logit.Update {
			legend := say.Phrase("")
			if k == v.k-1 || k == 0 {
				legend = "proposed update"
			}
			p.Add(panel.Arrow(xy(at), xy(next[k]), mark.RoleAccent.Dashed(), legend))
		}
	}
	return p
}

// corners is how many corners a drawn path has at most, about.
const corners = 300

// paths are the ways of the vectors, thinned to what a picture can show.
func (v view) paths(now [][3]float64) [][]mark.XY {
	paths := make([][]mark.XY, v.k)
	stride := len(v.Trail)/corners + 1
	for i := 0; i < len(v.Trail); i += stride {
		for k, w := range v.vectors(v.Trail[i]) {
			paths[k] = append(paths[k], xy(w))
		}
	}
	for k, w := range now {
		paths[k] = append(paths[k], xy(w))
	}
	return paths
}

func xy(w [3]float64) mark.XY { return mark.XY{X: w[0], Y: w[1]} }

func (v view) planeNote(now [][3]float64) say.Phrase {
	var sum [2]float64
	for _, w := range now {
		sum[0], sum[1] = sum[0]+w[0], sum[1]+w[1]
	}
	switch {
	case v.opt.Parametrization != all:
		return "reference class: w = 0"
	case math.Hypot(sum[0], sum[1]) < 1e-9:
		return "they sum to 0"
	}
	return say.Vars{"sum": sum}.Text("they sum to <sum>")
}

// section shows all p_k along the horizontal line through the middle of the
// board.
func (v view) section() mark.Panel {
	w, caption := v.Window, v.vars()
	y := (w.Y0 + w.Y1) / 2
	caption["y"] = y
	c := panel.Curves{
		ID: "section", Title: "Class probabilities along a line",
		Note: caption.Text("x₂ = <y>"), Alt: caption.Text("the probabilities of <K> classes along x₂ = <y>"),
		X: mark.Axis{Name: "x₁", Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: "p", Min: -0.03, Max: 1.03},
	}
	for k := range v.k {
		name := say.Vars{"k": v.Label(k)}.Text("p of class <k>")
		of := func(x float64) float64 { return v.probabilities([2]float64{x, y})[k] }
		c.Of = append(c.Of, panel.Quantity{Of: of, Nodes: 140, Style: mark.RoleOfClass(k).Wide(2), Legend: name, Name: name})
	}
	return c.Panel()
}

// simplex is the triangle of the probabilities of three classes: every point of
// the board at (p₀, p₁, p₂), its own class's corner being where it belongs.
func (v view) simplex() mark.Panel {
	corner := [3]mark.XY{{X: 0, Y: 0}, {X: 1, Y: 0}, {X: 0.5, Y: math.Sqrt(3) / 2}}
	pts := panel.Data(v.Problem, func(i int) say.Phrase {
		return say.Vars{"row": say.Row(i).Name(), "p": v.shares(v.problem.U[i])}.Text("<row>: p = <p>")
	})
	for i := range pts.At {
		s := v.shares(v.problem.U[i])
		pts.At[i] = mark.XY{X: s[1] + s[2]*corner[2].X, Y: s[2] * corner[2].Y}
	}
	centre := mark.XY{X: 0.5, Y: math.Sqrt(3) / 6}
	borders := mark.Segments{Style: mark.RoleSoft.Dashed(), Legend: "decision boundary"}
	labels := mark.Texts{Anchor: mark.Middle, At: []mark.XY{{X: 0, Y: -0.09}, {X: 1, Y: -0.09}, {X: 0.5, Y: corner[2].Y + 0.04}}}
	for k, a := range corner {
		b := corner[(k+1)%3]
		borders.From = append(borders.From, centre)
		borders.To = append(borders.To, mark.XY{X: (a.X + b.X) / 2, Y: (a.Y + b.Y) / 2})
		labels.Text = append(labels.Text, say.Vars{"k": v.Label(k)}.Text("p = 1 for <k>"))
	}
	return mark.Panel{
		ID: "simplex", Title: "Probability simplex", Equal: true, Height: 0.85, Alt: v.vars().Text("<n point> in the probability simplex of " +
			"three classes"),
		X: mark.Axis{Hidden: true, Min: -0.2, Max: 1.2}, Y: mark.Axis{Hidden: true, Min: -0.15, Max: 1},
		Marks: []mark.Mark{mark.PolyLine{At: corner[:], Closed: true, Style: mark.RoleInk.Plain()}, borders, pts, labels},
	}
}

// residuals are 1 − p_y in the order of the rows.
func (v view) residuals() mark.Panel {
	caption, sum := v.vars(), 0.0
	for i := range v.class {
		sum += v.residual(i)
	}
	caption["mean"] = sum / float64(len(v.class))
	return panel.Rows{
		ID: "residuals", Title: "Residuals", Note: caption.Text("mean <mean>"), Alt: caption.Text("<n> residuals with the mean <mean>"),
		Y: mark.Axis{Name: "1 − p of the true class", Max: 1.05}, Of: v.residual, What: "1 − p", Hot: v.Hot(),
	}.Panel(v.Problem)
}
