package panel

import "math"

// Bends returns those of the places of some curves that are needed to draw them by
// chords which miss no value by more than tolerance: few where the curves are straight,
// all where they bend. The order is from left to right, x is a place's abscissa, and
// each curve has a value at every place.
func Bends(order []int, x func(place int) float64, tolerance float64, curves ...[]float64) []int {
	if len(order) < 3 {
		return order
	}
	kept := []int{order[0]}
	lo, hi := make([]float64, len(curves)), make([]float64, len(curves))
	for from := 0; ; {
		// The chords from here that pass all places up to some one have slopes between
		// lo and hi.
		for c := range curves {
			lo[c], hi[c] = math.Inf(-1), math.Inf(1)
		}
		to := from + 1
		for next := from + 1; next < len(order) && reaches(order[from], order[next], x, tolerance, curves, lo, hi); next++ {
			to = next
		}
		kept = append(kept, order[to])
		if from = to; from == len(order)-1 {
			return kept
		}
	}
}

// reaches reports whether the chord between two places passes those between them, and
// narrows the slopes so that later ones pass the second place, too.
func reaches(from, to int, x func(int) float64, tolerance float64, curves [][]float64, lo, hi []float64) bool {
	dx := x(to) - x(from)
	if !(dx > 0) {
		return false // a jump
	}
	for c, y := range curves {
		slope := (y[to] - y[from]) / dx
		if !(slope >= lo[c] && slope <= hi[c]) {
			return false
		}
		lo[c], hi[c] = max(lo[c], slope-tolerance/dx), min(hi[c], slope+tolerance/dx)
	}
	return true
}
