package logistic

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// plane is the plane of (θ₁, θ₂) at the present θ₀: isolines of the loss, the
// path so far, the update and the minimum.
func (v view) plane() algos.Panel {
	path := v.path()
	now := v.theta()
	w := v.planeWindow(path)
	p := algos.Panel{
		ID: "plane", Title: "Parameter plane", Note: say.Phrase("at θ₀ = " + say.Num(now[2])),
		Alt: say.Phrase(fmt.Sprintf("the loss over θ₁ and θ₂, and the path of θ over %s", say.Count(v.Updates, "update"))),
		X:   algos.Axis{Name: "θ₁", Min: w.X0, Max: w.X1}, Y: algos.Axis{Name: "θ₂", Min: w.Y0, Max: w.Y1},
	}
	p.Marks = append(p.Marks, v.landscape(w))
	if len(path) > 1 {
		p.Marks = append(p.Marks, algos.PolyLine{At: path, Style: algos.Style{Role: algos.RoleInk, Width: 1.4}, Layer: algos.Over, Legend: "path of θ"})
	}
	p.Marks = append(p.Marks, v.updateArrows()...)
	if at := v.lowest(); at.known {
		p.Marks = append(p.Marks, algos.Points{At: []algos.XY{xy(at.theta)}, Hollow: true, Size: []float64{6}, Layer: algos.Over, Style: algos.Style{Role: algos.RoleGood}, Legend: "minimum"})
	}
	p.Marks = append(p.Marks, algos.Points{At: []algos.XY{xy(now)}, Size: []float64{4}, Layer: algos.Over, Style: algos.Style{Role: algos.RoleAccent}, Legend: "θ now"})
	return p
}

func xy(theta [3]float64) algos.XY { return algos.XY{X: theta[0], Y: theta[1]} }

// drawnPath is how many corners a drawn path has at most, about.
const drawnPath = 400

func (v view) path() []algos.XY {
	stride := len(v.Trail)/drawnPath + 1
	var path []algos.XY
	for i := 0; i < len(v.Trail); i += stride {
		path = append(path, xy(v.thetaAt(v.Trail[i])))
	}
	return append(path, xy(v.theta()))
}

// updateArrows show the update that is planned, or was made. Beside a single
// row's stands what the perceptron would do: add all of y·x, or nothing.
func (v view) updateArrows() []algos.Mark {
	if v.From == nil {
		return nil
	}
	from := v.thetaAt(v.From)
	to := theta(v.problem, logit.Moved(v.From.B, v.Eta, v.Dir))
	var marks []algos.Mark
	if v.opt.Solver == logit.SGD {
		i := v.Rows[0]
		if v.y[i]*scoreAt(v.From.B, v.problem.U[i]) <= 0 {
			x := v.Points[i].X
			end := algos.XY{X: from[0] + v.Eta*v.y[i]*x[0], Y: from[1] + v.Eta*v.y[i]*x[1]}
			if end != xy(from) {
				marks = append(marks, algos.Arrows{From: []algos.XY{xy(from)}, To: []algos.XY{end}, Style: algos.Style{Role: algos.RoleSoft, Dash: true}, Legend: "a perceptron's, η y x"})
			}
		}
	}
	if xy(to) != xy(from) {
		style, legend := algos.Style{Role: algos.RoleAccent, Width: 2}, "the update"
		if v.Did != logit.Update {
			style.Dash, legend = true, "planned"
		}
		marks = append(marks, algos.Arrows{From: []algos.XY{xy(from)}, To: []algos.XY{xy(to)}, Style: style, Legend: say.Phrase(legend)})
	}
	return marks
}

// planeWindow fits the path, the planned update and the minimum; its borders are
// round.
func (v view) planeWindow(path []algos.XY) grid.Window {
	shown := path[:len(path):len(path)]
	if v.From != nil {
		shown = append(shown, xy(theta(v.problem, logit.Moved(v.From.B, v.Eta, v.Dir))))
	}
	if at := v.lowest(); at.known {
		shown = append(shown, xy(at.theta))
	}
	return algos.FitPath(shown)
}

// coarse is the side of the grid on which the loss of many points is computed;
// between its nodes it is interpolated.
const coarse = 31

// costly is the most losses of single rows that a finer picture is worth.
const costly = 600_000

// levels is how many isolines the loss has; they are closer together near its
// bottom.
const levels = 9

// landscape is the loss at the present θ₀.
func (v view) landscape(w grid.Window) algos.Field {
	small := grid.Grid{Window: w, NX: 17, NY: 17}
	values := make([]float64, small.Len())
	v.lossField(values, small)
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, x := range values {
		lo, hi = min(lo, x), max(hi, x)
	}
	if !(hi > lo) {
		hi = lo + 1
	}
	field := algos.Field{
		Eval: func(dst []float64, g grid.Grid) {
			if len(v.y)*g.Len() <= costly {
				v.lossField(dst, g)
				return
			}
			few := grid.Grid{Window: g.Window, NX: coarse, NY: coarse}
			values := make([]float64, few.Len())
			v.lossField(values, few)
			interpolate(dst, g, values, few)
		},
		Scale: algos.Sequential, Lo: lo, Hi: hi, Legend: say.Phrase(fmt.Sprintf("loss, from %s to %s", say.Num(lo), say.Num(hi))),
	}
	for i := range levels {
		share := (float64(i) + 0.5) / levels
		field.Levels = append(field.Levels, algos.Level{Value: lo + share*share*(hi-lo), Style: algos.Style{Role: algos.RoleSoft, Width: 1}})
	}
	return field
}

// lossField computes the loss at the nodes of a grid of (θ₁, θ₂).
func (v view) lossField(dst []float64, g grid.Grid) {
	now := v.theta()
	scores := make([]float64, len(v.y))
	for i := range scores {
		scores[i] = v.scoreOf(i)
	}
	grid.Fill(dst, g, func(a, b float64) float64 {
		// As f(x) = f_now(x) + ⟨θ − θ_now, x⟩ the score keeps its digits far away.
		da, db := a-now[0], b-now[1]
		sum := v.opt.Lambda / 2 * (a*a + b*b)
		for i, x := range v.problem.X {
			z := v.y[i] * (scores[i] + da*x[0] + db*x[1])
			sum += max(0, -z) + math.Log1p(math.Exp(-math.Abs(z)))
		}
		return min(sum, math.MaxFloat64)
	})
}

// interpolate fills a grid bilinearly from a coarser one over the same window.
func interpolate(dst []float64, g grid.Grid, values []float64, few grid.Grid) {
	for j := range g.NY {
		y := float64(j) / float64(g.NY-1) * float64(few.NY-1)
		j0 := min(int(y), few.NY-2)
		for i := range g.NX {
			x := float64(i) / float64(g.NX-1) * float64(few.NX-1)
			i0 := min(int(x), few.NX-2)
			s, t := x-float64(i0), y-float64(j0)
			at := values[j0*few.NX+i0:]
			dst[j*g.NX+i] = (1-t)*((1-s)*at[0]+s*at[1]) + t*((1-s)*at[few.NX]+s*at[few.NX+1])
		}
	}
}
