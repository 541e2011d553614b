package viz_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
	"playground/viz"
)

// moons returns two interleaved half circles with noise: points and classes.
func moons(n int, noise float64) ([]mark.XY, []int) {
	r := rand.New(rand.NewPCG(7, 1))
	at, class := make([]mark.XY, n), make([]int, n)
	for i := range n {
		t := math.Pi * r.Float64()
		p := mark.XY{X: math.Cos(t), Y: math.Sin(t)}
		if i%2 == 1 {
			p = mark.XY{X: 1 - math.Cos(t), Y: 0.5 - math.Sin(t)}
			class[i] = 1
		}
		at[i] = mark.XY{X: p.X + noise*r.NormFloat64(), Y: p.Y + noise*r.NormFloat64()}
	}
	return at, class
}

// rbfField is a sum of Gaussians with the signs of the classes at some of the
// points, evaluated by the separability of the kernel: one exponential for each
// column and row instead of one for each node.
func rbfField(at []mark.XY, class []int, gamma float64) mark.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		ex, ey := make([]float64, g.NX), make([]float64, g.NY)
		for k := range dst[:g.Len()] {
			dst[k] = 0
		}
		for p, xy := range at {
			sign := float64(2*class[p] - 1)
			for i := range ex {
				d := g.X(i) - xy.X
				ex[i] = sign * math.Exp(-gamma*d*d)
			}
			for j := range ey {
				d := g.Y(j) - xy.Y
				ey[j] = math.Exp(-gamma * d * d)
			}
			for j, y := range ey {
				row := dst[j*g.NX : (j+1)*g.NX]
				for i := range row {
					row[i] += ex[i] * y
				}
			}
		}
		for k := range dst[:g.Len()] {
			dst[k] /= 3
		}
	}
}

// board is what a step of the support vector machine draws.
func board(n int) mark.Panel {
	at, class := moons(n, 0.16)
	var support, free mark.Rings
	support.Style, free.Style = mark.Style{Width: 1.2, Opacity: 0.55}, mark.Style{Width: 2.2, Opacity: 0.95}
	support.Legend, free.Legend = "support vector at C", "free support vector"
	var refs []string
	for i, p := range at {
		refs = append(refs, "x"+string(rune('0'+i%10)))
		switch i % 8 {
		case 3:
			support.At, support.Radius = append(support.At, p), append(support.Radius, 12.5)
		case 5:
			free.At, free.Radius = append(free.At, p), append(free.Radius, 9)
		}
	}
	pair := mark.Rings{
		At: []mark.XY{at[4], at[9]}, Radius: []float64{17, 17}, Labels: []say.Phrase{"x₅", "x₁₀"}, Refs: []string{"x4", "x9"},
		Style: mark.Style{Role: mark.RoleAccent, Width: 3}, Legend: "the pair at work",
	}
	return mark.Panel{
		ID: "board", Title: "Board", Alt: "moons", Equal: true,
		X: mark.Axis{Name: "x₁", Min: -1.6, Max: 2.6}, Y: mark.Axis{Name: "x₂", Min: -1.1, Max: 1.6},
		Marks: []mark.Mark{
			mark.Field{
				Eval: rbfField(at[:min(n, 50)], class, 1.6), Lo: -1.6, Hi: 1.6, Legend: "f(x)",
				Levels: []mark.Level{{Value: 0, Label: "f(x) = 0"}, {Value: -1, Label: "f(x) = ±1"}, {Value: 1, Label: "f(x) = ±1"}},
			},
			mark.Points{At: at, Class: class, Refs: refs, Legend: "points of class −1 and +1"},
			support, free, pair,
		},
	}
}

// losses is a chart of a run of n steps.
func losses(n int) mark.Panel {
	primal, dual, bound := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range primal {
		t := float64(i) / float64(n)
		dual[i] = 12.6 * (1 - math.Exp(-6*t))
		primal[i] = 12.6 + 22*math.Exp(-7*t) + 0.5*math.Sin(float64(i))*(1-t)
		bound[i] = 14
	}
	primal[0] = math.NaN()
	values := map[string][]float64{"primal": primal, "dual": dual, "bound": bound}
	return chartOf(mark.Chart{ID: "objective", Title: "Primal and dual", Y: "objective", Series: []mark.Series{
		{Metric: "primal", Label: "primal"}, {Metric: "dual", Label: "dual"}, {Metric: "bound", Label: "bound", Bound: true},
	}}, values, n, 2*n/5)
}

// alphas is a bar chart with a box.
func alphas() mark.Panel {
	y, class := make([]float64, 60), make([]int, 60)
	for i := range y {
		class[i] = i % 2
		y[i] = math.Max(0, math.Min(1, 1.4-float64(i)/22))
	}
	return mark.Panel{
		ID: "alphas", Title: "Dual variables", X: mark.Axis{Hidden: true}, Y: mark.Axis{Name: "α", Min: 0, Max: 1.12},
		Marks: []mark.Mark{
			mark.Bars{Y: y, Class: class, Hot: []int{3, 18}, Legend: "α"},
			mark.Rule{At: 1, Label: "C", Style: mark.Style{Dash: true}},
		},
	}
}

// gallery has every mark that the other panels have not.
func gallery() mark.Panel {
	var wave []mark.XY
	var x, lo, hi []float64
	for i := range 81 {
		t := float64(i) / 10
		wave = append(wave, mark.XY{X: t, Y: 2 + math.Sin(t)})
		x, lo, hi = append(x, t), append(lo, 1.6+math.Sin(t)), append(hi, 2.4+math.Sin(t))
	}
	var classes mark.Points
	classes.Fill = []int{}
	for k := range 8 {
		classes.At = append(classes.At, mark.XY{X: 0.5 + float64(k), Y: 5.5})
		classes.Class = append(classes.Class, k)
		classes.Fill = append(classes.Fill, []int{0, 1, 2, 3, -1, 5, 0, 1}[k])
	}
	return mark.Panel{
		ID: "gallery", Title: "Marks", X: mark.Axis{Name: "x"}, Y: mark.Axis{Name: "y", Unit: "m"},
		Marks: []mark.Mark{
			mark.Band{X: x, Lo: lo, Hi: hi, Legend: "band"},
			mark.PolyLine{At: wave, Style: mark.Style{Role: mark.RoleAccent}, Legend: "line"},
			mark.PolyLine{At: []mark.XY{{X: 1, Y: -2}, {X: 2, Y: -1}, {X: 3, Y: -2}}, Closed: true, Fill: true, Style: mark.Style{Role: mark.RoleGood, Width: 2}, Ref: "hull"},
			mark.Ray{A: 1, B: 2, C: -6, Legend: "ray"},
			mark.Arrows{From: []mark.XY{{X: 4, Y: -2}, {X: 4, Y: -2}}, To: []mark.XY{{X: 6, Y: -1}, {X: 4.2, Y: -0.6}}, Labels: []say.Phrase{"θ", "y·x"}, Legend: "update"},
			mark.Segments{From: []mark.XY{{X: 7, Y: 0}}, To: []mark.XY{{X: 7.6, Y: 4}}, Style: mark.Style{Role: mark.RoleBad}, Refs: []string{"x1"}, Legend: "slack"},
			mark.Ellipses{Mean: []mark.XY{{X: 2, Y: 4}, {X: 5, Y: 4}}, Cov: [][3]float64{{0.4, 0.1, 0.1}, {0.2, -0.1, 0.3}}, Radii: []float64{1, 2}, Legend: "Gaussian"},
			mark.Rect{Min: mark.XY{X: 0.2, Y: -0.6}, Max: mark.XY{X: 1.4, Y: 0.8}, Fill: true, Style: mark.Style{Role: mark.RoleClass3, Width: 1}, Legend: "box"},
			mark.Texts{At: []mark.XY{{X: 0.8, Y: 0.1}}, Text: []say.Phrase{"a < b & c"}, Anchor: mark.Middle},
			mark.Rule{At: 5, Label: "bound (R/γ)²", Style: mark.Style{Dash: true, Role: mark.RoleBad}, Legend: "bound"},
			classes,
			mark.Points{At: []mark.XY{{X: 6.5, Y: 3}, {X: 7, Y: 3}}, Shares: [][]float64{{0.2, 0.5, 0.3}, {0.9, 0.1}}, Size: []float64{9, 9}, Legend: "shares"},
		},
	}
}

func matrix() mark.Panel {
	m := mark.Matrix{Rows: 5, Cols: 6, Lo: -1, Hi: 1, Text: true, Hot: [][2]int{{1, 2}}, Legend: "kernel"}
	for i := range m.Rows * m.Cols {
		m.Values = append(m.Values, math.Sin(float64(i)))
	}
	return mark.Panel{ID: "matrix", Title: "Kernel matrix", X: mark.Axis{Name: "j"}, Y: mark.Axis{Name: "i"}, Marks: []mark.Mark{m}}
}

func tree() mark.Panel {
	return mark.Panel{
		ID: "tree", Title: "Tree", X: mark.Axis{Hidden: true, Min: -2, Max: 2}, Y: mark.Axis{Hidden: true, Min: -2.6, Max: 0.6},
		Marks: []mark.Mark{mark.Graph{
			Nodes: []mark.Node{
				{At: mark.XY{}, Text: []say.Phrase{"x₁ ≤ 0.3", "60 points"}, Shares: []float64{30, 30}},
				{At: mark.XY{X: -1, Y: -1.9}, Text: []say.Phrase{"−1"}, Shares: []float64{20, 2}, Style: mark.Style{Role: mark.RoleClass0}},
				{At: mark.XY{X: 1, Y: -1.9}, Text: []say.Phrase{"+1"}, Shares: []float64{3, 28}, Style: mark.Style{Role: mark.RoleAccent, Width: 2.5}, Ref: "leaf"},
			},
			Edges:  []mark.Edge{{From: 0, To: 1, Text: "yes"}, {From: 0, To: 2, Text: "no", Arrow: true}},
			Legend: "tree",
		}},
	}
}

func chartOf(c mark.Chart, values map[string][]float64, steps, cursor int) mark.Panel {
	return viz.ChartPanel(c, func(metric string) []float64 { return values[metric] }, steps, cursor)
}

func drawCanvas(c vg.CanvasSizer) draw.Canvas { return draw.New(c) }

type gridOf = grid.Grid
