package mark

import (
	"math"

	"playground/algos/dataset"
	"playground/algos/grid"
)

// FitWindow returns the part of the plane that shows all points with some room
// around them. It depends on the points alone, and its borders are round
// numbers, so that moving a point a little seldom moves the axes.
func FitWindow(s dataset.Set) grid.Window {
	if len(s.Points) == 0 {
		return grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}
	}
	w := grid.Window{X0: math.Inf(1), X1: math.Inf(-1), Y0: math.Inf(1), Y1: math.Inf(-1)}
	for _, p := range s.Points {
		x, y := s.Place(p)
		w.X0, w.X1 = min(w.X0, x), max(w.X1, x)
		w.Y0, w.Y1 = min(w.Y0, y), max(w.Y1, y)
	}
	w.X0, w.X1 = roomy(w.X0, w.X1)
	w.Y0, w.Y1 = roomy(w.Y0, w.Y1)
	return w
}

// FitPath is [FitWindow] for places in the plane of two parameters: a path along
// an axis gets a quarter of its length as room on either side.
func FitPath(path []XY) grid.Window {
	set := dataset.Set{Dim: 2}
	for _, p := range path {
		set.Points = append(set.Points, dataset.Point{X: [2]float64{p.X, p.Y}})
	}
	w := FitWindow(set)
	if across := (w.Y1 - w.Y0) / 4; w.X1-w.X0 < across {
		w.X0, w.X1 = w.X0-across, w.X1+across
	}
	if across := (w.X1 - w.X0) / 4; w.Y1-w.Y0 < across {
		w.Y0, w.Y1 = w.Y0-across, w.Y1+across
	}
	return w
}

// roomy widens an interval by an eighth on both sides and rounds it outwards to
// a round step. A point becomes an interval of length two around it.
func roomy(lo, hi float64) (float64, float64) {
	size := hi - lo
	if size <= 1e-12*max(math.Abs(lo), math.Abs(hi)) {
		size = 2 * max(1, 1e-3*math.Abs(lo))
		lo, hi = lo-size/2, hi+size/2
	} else {
		lo, hi = lo-size/8, hi+size/8
	}
	step := math.Pow(10, math.Floor(math.Log10(size))) / 4
	return math.Floor(lo/step) * step, math.Ceil(hi/step) * step
}
