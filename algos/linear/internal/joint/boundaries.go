package joint

import (
	"math"

	"playground/algos/grid"
	"playground/algos/mark"
)

// far is how many windows away a boundary is drawn.
const far = 100

// Piece returns the part of the line w_k·x = w_j·x + margin[j] on which
// w_k·x ≥ w_l·x + margin[l] for all other classes l.
func Piece(w []Vector, k, j int, margin []float64, window grid.Window) (from, to mark.XY, ok bool) {
	line, ok := lead(w, k, j, margin)
	if !ok {
		return from, to, false
	}
	reach := far * (window.X1 - window.X0 + window.Y1 - window.Y0)
	along := [2]float64{-line[1], line[0]}
	middle := [2]float64{(window.X0 + window.X1) / 2, (window.Y0 + window.Y1) / 2}
	off := line[0]*middle[0] + line[1]*middle[1] + line[2]
	foot := [2]float64{middle[0] - off*line[0], middle[1] - off*line[1]}
	tiny := 1e-12 * (reach + math.Hypot(foot[0], foot[1])) // rounding
	lo, hi := -reach, reach
	for l := range w {
		if l == j || l == k {
			continue
		}
		other, ok := lead(w, k, l, margin)
		if !ok {
			if other[2] < 0 {
				return from, to, false
			}
			continue
		}
		at := other[0]*foot[0] + other[1]*foot[1] + other[2] // at + slope·t ≥ 0
		slope := other[0]*along[0] + other[1]*along[1]
		switch {
		case math.Abs(slope) < 1e-12: // the same everywhere on the line
			if at < -tiny {
				return from, to, false
			}
		case slope > 0:
			lo = max(lo, -at/slope)
		default:
			hi = min(hi, -at/slope)
		}
	}
	if !(lo < hi) {
		return from, to, false
	}
	return mark.XY{X: foot[0] + lo*along[0], Y: foot[1] + lo*along[1]}, mark.XY{X: foot[0] + hi*along[0], Y: foot[1] + hi*along[1]}, true
}

// lead is w_k·x − w_j·x − margin[j] as a·x₁ + b·x₂ + c, divided by the length of
// (a, b); not ok where that is 0, and the lead the same everywhere.
func lead(w []Vector, k, j int, margin []float64) (line [3]float64, ok bool) {
	a, b := w[k], w[j]
	line = [3]float64{a[0] - b[0], a[1] - b[1], a[2] - b[2] - margin[j]}
	size := math.Hypot(line[0], line[1])
	if !(size > 0) {
		return line, false
	}
	return [3]float64{line[0] / size, line[1] / size, line[2] / size}, true
}
