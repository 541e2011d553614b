package viz_test

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/say"
	"playground/viz"
)

// moons returns two interleaved half circles with noise: points and classes.
func moons(n int, noise float64) ([]algos.XY, []int) {
	r := rand.New(rand.NewPCG(7, 1))
	at, class := make([]algos.XY, n), make([]int, n)
	for i := range n {
		t := math.Pi * r.Float64()
		p := algos.XY{X: math.Cos(t), Y: math.Sin(t)}
		if i%2 == 1 {
			p = algos.XY{X: 1 - math.Cos(t), Y: 0.5 - math.Sin(t)}
			class[i] = 1
		}
		at[i] = algos.XY{X: p.X + noise*r.NormFloat64(), Y: p.Y + noise*r.NormFloat64()}
	}
	return at, class
}

// rbfField is a sum of Gaussians with the signs of the classes at some of the
// points, evaluated by the separability of the kernel: one exponential for each
// column and row instead of one for each node.
func rbfField(at []algos.XY, class []int, gamma float64) algos.FieldFunc {
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
func board(n int) algos.Panel {
	at, class := moons(n, 0.16)
	var support, free algos.Rings
	support.Style, free.Style = algos.Style{Width: 1.2, Opacity: 0.55}, algos.Style{Width: 2.2, Opacity: 0.95}
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
	pair := algos.Rings{
		At: []algos.XY{at[4], at[9]}, Radius: []float64{17, 17}, Labels: []say.Phrase{"x₅", "x₁₀"}, Refs: []string{"x4", "x9"},
		Style: algos.Style{Role: algos.RoleAccent, Width: 3}, Legend: "the pair at work",
	}
	return algos.Panel{
		ID: "board", Title: "Board", Alt: "moons", Equal: true,
		X: algos.Axis{Name: "x₁", Min: -1.6, Max: 2.6}, Y: algos.Axis{Name: "x₂", Min: -1.1, Max: 1.6},
		Marks: []algos.Mark{
			algos.Field{
				Eval: rbfField(at[:min(n, 50)], class, 1.6), Lo: -1.6, Hi: 1.6, Legend: "f(x)",
				Levels: []algos.Level{{Value: 0, Label: "f(x) = 0"}, {Value: -1, Label: "f(x) = ±1"}, {Value: 1, Label: "f(x) = ±1"}},
			},
			algos.Points{At: at, Class: class, Refs: refs, Legend: "points of class −1 and +1"},
			support, free, pair,
		},
	}
}

// losses is a chart of a run of n steps.
func losses(n int) algos.Panel {
	primal, dual, bound := make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range primal {
		t := float64(i) / float64(n)
		dual[i] = 12.6 * (1 - math.Exp(-6*t))
		primal[i] = 12.6 + 22*math.Exp(-7*t) + 0.5*math.Sin(float64(i))*(1-t)
		bound[i] = 14
	}
	primal[0] = math.NaN()
	values := map[string][]float64{"primal": primal, "dual": dual, "bound": bound}
	return chartOf(algos.Chart{ID: "objective", Title: "Primal and dual", Y: "objective", Series: []algos.Series{
		{Metric: "primal", Label: "primal"}, {Metric: "dual", Label: "dual"}, {Metric: "bound", Label: "bound", Bound: true},
	}}, values, n, 2*n/5)
}

// alphas is a bar chart with a box.
func alphas() algos.Panel {
	y, class := make([]float64, 60), make([]int, 60)
	for i := range y {
		class[i] = i % 2
		y[i] = math.Max(0, math.Min(1, 1.4-float64(i)/22))
	}
	return algos.Panel{
		ID: "alphas", Title: "Dual variables", X: algos.Axis{Hidden: true}, Y: algos.Axis{Name: "α", Min: 0, Max: 1.12},
		Marks: []algos.Mark{
			algos.Bars{Y: y, Class: class, Hot: []int{3, 18}, Legend: "α"},
			algos.Rule{At: 1, Label: "C", Style: algos.Style{Dash: true}},
		},
	}
}

// gallery has every mark that the other panels have not.
func gallery() algos.Panel {
	var wave []algos.XY
	var x, lo, hi []float64
	for i := range 81 {
		t := float64(i) / 10
		wave = append(wave, algos.XY{X: t, Y: 2 + math.Sin(t)})
		x, lo, hi = append(x, t), append(lo, 1.6+math.Sin(t)), append(hi, 2.4+math.Sin(t))
	}
	var classes algos.Points
	classes.Fill = []int{}
	for k := range 8 {
		classes.At = append(classes.At, algos.XY{X: 0.5 + float64(k), Y: 5.5})
		classes.Class = append(classes.Class, k)
		classes.Fill = append(classes.Fill, []int{0, 1, 2, 3, -1, 5, 0, 1}[k])
	}
	return algos.Panel{
		ID: "gallery", Title: "Marks", X: algos.Axis{Name: "x"}, Y: algos.Axis{Name: "y", Unit: "m"},
		Marks: []algos.Mark{
			algos.Band{X: x, Lo: lo, Hi: hi, Legend: "band"},
			algos.PolyLine{At: wave, Style: algos.Style{Role: algos.RoleAccent}, Legend: "line"},
			algos.PolyLine{At: []algos.XY{{X: 1, Y: -2}, {X: 2, Y: -1}, {X: 3, Y: -2}}, Closed: true, Fill: true, Style: algos.Style{Role: algos.RoleGood, Width: 2}, Ref: "hull"},
			algos.Ray{A: 1, B: 2, C: -6, Legend: "ray"},
			algos.Arrows{From: []algos.XY{{X: 4, Y: -2}, {X: 4, Y: -2}}, To: []algos.XY{{X: 6, Y: -1}, {X: 4.2, Y: -0.6}}, Labels: []say.Phrase{"θ", "y·x"}, Legend: "update"},
			algos.Segments{From: []algos.XY{{X: 7, Y: 0}}, To: []algos.XY{{X: 7.6, Y: 4}}, Style: algos.Style{Role: algos.RoleBad}, Refs: []string{"x1"}, Legend: "slack"},
			algos.Ellipses{Mean: []algos.XY{{X: 2, Y: 4}, {X: 5, Y: 4}}, Cov: [][3]float64{{0.4, 0.1, 0.1}, {0.2, -0.1, 0.3}}, Radii: []float64{1, 2}, Legend: "Gaussian"},
			algos.Rect{Min: algos.XY{X: 0.2, Y: -0.6}, Max: algos.XY{X: 1.4, Y: 0.8}, Fill: true, Style: algos.Style{Role: algos.RoleClass3, Width: 1}, Legend: "box"},
			algos.Texts{At: []algos.XY{{X: 0.8, Y: 0.1}}, Text: []say.Phrase{"a < b & c"}, Anchor: algos.Middle},
			algos.Rule{At: 5, Label: "bound (R/γ)²", Style: algos.Style{Dash: true, Role: algos.RoleBad}, Legend: "bound"},
			classes,
			algos.Points{At: []algos.XY{{X: 6.5, Y: 3}, {X: 7, Y: 3}}, Shares: [][]float64{{0.2, 0.5, 0.3}, {0.9, 0.1}}, Size: []float64{9, 9}, Legend: "shares"},
		},
	}
}

func matrix() algos.Panel {
	m := algos.Matrix{Rows: 5, Cols: 6, Lo: -1, Hi: 1, Text: true, Hot: [][2]int{{1, 2}}, Legend: "kernel"}
	for i := range m.Rows * m.Cols {
		m.Values = append(m.Values, math.Sin(float64(i)))
	}
	return algos.Panel{ID: "matrix", Title: "Kernel matrix", X: algos.Axis{Name: "j"}, Y: algos.Axis{Name: "i"}, Marks: []algos.Mark{m}}
}

func tree() algos.Panel {
	return algos.Panel{
		ID: "tree", Title: "Tree", X: algos.Axis{Hidden: true, Min: -2, Max: 2}, Y: algos.Axis{Hidden: true, Min: -2.6, Max: 0.6},
		Marks: []algos.Mark{algos.Graph{
			Nodes: []algos.Node{
				{At: algos.XY{}, Text: []say.Phrase{"x₁ ≤ 0.3", "60 points"}, Shares: []float64{30, 30}},
				{At: algos.XY{X: -1, Y: -1.9}, Text: []say.Phrase{"−1"}, Shares: []float64{20, 2}, Style: algos.Style{Role: algos.RoleClass0}},
				{At: algos.XY{X: 1, Y: -1.9}, Text: []say.Phrase{"+1"}, Shares: []float64{3, 28}, Style: algos.Style{Role: algos.RoleAccent, Width: 2.5}, Ref: "leaf"},
			},
			Edges:  []algos.Edge{{From: 0, To: 1, Text: "yes"}, {From: 0, To: 2, Text: "no", Arrow: true}},
			Legend: "tree",
		}},
	}
}

func chartOf(c algos.Chart, values map[string][]float64, steps, cursor int) algos.Panel {
	return viz.ChartPanel(c, func(metric string) []float64 { return values[metric] }, steps, cursor)
}

func drawCanvas(c vg.CanvasSizer) draw.Canvas { return draw.New(c) }

type gridOf = grid.Grid
