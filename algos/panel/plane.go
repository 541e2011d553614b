package panel

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// Plane is the plane of two parameters: isolines of what is minimised, the way so
// far, the next move and the minimum.
type Plane struct {
	ID               string
	Title, Note, Alt say.Phrase
	X, Y             say.Phrase // names of the parameters
	Of               say.Phrase // what is minimised: "loss"
	Loss             mark.FieldFunc
	Cost             int // of one value of Loss, in terms; 0 for a few
	Path             []mark.XY
	PathLegend       say.Phrase
	Now              mark.XY
	NowLegend        say.Phrase
	Shown            []mark.XY   // what the window holds besides the path
	Best             *mark.XY    // the minimum; nil if there is none
	Moves            []mark.Mark // above the path, below the dots
}

// Panel draws the plane; its window is round, so that it seldom changes.
func (p Plane) Panel() mark.Panel {
	w := mark.FitPath(append(p.Path[:len(p.Path):len(p.Path)], p.Shown...))
	out := mark.Panel{
		ID: p.ID, Title: p.Title, Note: p.Note, Alt: p.Alt,
		X: mark.Axis{Name: p.X, Min: w.X0, Max: w.X1}, Y: mark.Axis{Name: p.Y, Min: w.Y0, Max: w.Y1},
	}
	out.Add(Landscape(w, p.Of, p.Loss, p.Cost), Line(p.Path, mark.RoleInk.Wide(1.4), p.PathLegend))
	out.Add(p.Moves...)
	if p.Best != nil {
		best := Dot(*p.Best, 6, mark.RoleGood.Plain(), "minimum")
		best.Hollow = true
		out.Add(best)
	}
	out.Add(Dot(p.Now, 4, mark.RoleAccent.Plain(), p.NowLegend))
	return out
}

// levels is how many isolines a landscape has; they are closer together near its
// bottom.
const levels = 9

// Landscape shades a function of the window's places and draws its isolines.
// Cost is that of one value in terms, 0 for a few.
func Landscape(w grid.Window, of say.Phrase, loss mark.FieldFunc, cost int) mark.Field {
	lo, hi := extent(w, loss)
	f := mark.Field{
		Eval: Affordable(loss, cost), Scale: mark.Sequential, Lo: lo, Hi: hi,
		Legend: say.Vars{"of": of, "lo": lo, "hi": hi}.Text("<of>, from <lo> to <hi>"),
	}
	for i := range levels {
		share := (float64(i) + 0.5) / levels
		f.Levels = append(f.Levels, mark.Level{Value: lo + share*share*(hi-lo), Style: mark.RoleSoft.Wide(1)})
	}
	return f
}

// extent is the least and the largest finite value on a small grid, never the same.
func extent(w grid.Window, f mark.FieldFunc) (lo, hi float64) {
	small := grid.Grid{Window: w, NX: 17, NY: 17}
	values := make([]float64, small.Len())
	f(values, small)
	lo, hi = math.Inf(1), math.Inf(-1)
	for _, x := range values {
		if math.Abs(x) <= math.MaxFloat64/4 { // so that their difference is finite
			lo, hi = min(lo, x), max(hi, x)
		}
	}
	if lo > hi {
		return 0, 1 // there is not any
	}
	if !(hi > lo) {
		hi = lo + 1
	}
	return lo, hi
}

// Score is a field of a function of a place.
func Score(f func(x, y float64) float64) mark.FieldFunc {
	return func(dst []float64, g grid.Grid) { grid.Fill(dst, g, f) }
}

const (
	coarse = 31      // nodes along a side where a field is interpolated
	costly = 600_000 // the most terms that a finer picture is worth
)

// Affordable evaluates a field that costs so many terms a node on a coarse grid,
// and interpolates, where the whole of it would take too long.
func Affordable(eval mark.FieldFunc, cost int) mark.FieldFunc {
	return func(dst []float64, g grid.Grid) {
		if cost*g.Len() <= costly {
			eval(dst, g)
			return
		}
		few := grid.Grid{Window: g.Window, NX: coarse, NY: coarse}
		values := make([]float64, few.Len())
		eval(values, few)
		interpolate(dst, g, values, few)
	}
}

// interpolate fills the grid bilinearly from the values of a coarser one.
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

// RoundUp rounds up to 1, 1.5, 2, 3, 4, 5 or 7 times a power of ten, so that an
// axis seldom moves.
func RoundUp(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range [...]float64{1, 1.5, 2, 3, 4, 5, 7} {
		if x <= m*unit {
			return m * unit
		}
	}
	return 10 * unit
}
