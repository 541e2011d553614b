package committee

import (
	"math"
	"strconv"

	"playground/algos/say"
)

// What the inputs of the trees are made of.
const (
	Plain    = "original"            // x₁ and x₂
	Rotated  = "linear-combinations" // also their sum and their difference
	Products = "products"            // also x₁², x₁x₂ and x₂²
	Noise    = "noise"               // also columns that know nothing of the class
	Tabled   = "table"               // the columns of a table, which is no choice
)

// noiseColumns is how many features of noise there are.
const noiseColumns = 4

// inputs are the numbers that a tree may ask for at a place.
func inputs(kind string, x [2]float64) []float64 {
	a, b := x[0], x[1]
	switch kind {
	case Rotated:
		return []float64{a, b, a + b, a - b}
	case Products:
		return []float64{a, b, a * a, a * b, b * b}
	case Noise:
		out := []float64{a, b}
		for k := range noiseColumns {
			out = append(out, noise(x, uint64(k)))
		}
		return out
	}
	return []float64{a, b}
}

// noise is a number in [0, 1) that a place has by itself: all bits of its coordinates, mixed as SplitMix64 does. It
// has to be a function of the place, so that the ensemble can be asked anywhere.
func noise(x [2]float64, k uint64) float64 {
	z := mix(math.Float64bits(x[0]) + mix(math.Float64bits(x[1])+mix(k+1)))
	return float64(z>>11) * 0x1p-53
}

func mix(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// columnNames are what the inputs are called.
func columnNames(kind string) []string {
	names := []string{"x₁", "x₂"}
	switch kind {
	case Rotated:
		return append(names, "x₁+x₂", "x₁−x₂")
	case Products:
		return append(names, "x₁²", "x₁x₂", "x₂²")
	case Noise:
		for k := range noiseColumns {
			names = append(names, "z"+say.Sub(k+1))
		}
	}
	return names
}

// Ref is what tree b, counted from 1, is called in marks and formulas; Name is what people read.
func Ref(b int) string { return "h" + strconv.Itoa(b) }

// Name is what people read.
func Name(b int) string { return "h" + say.Sub(b) }
