package svmmulticlass

import (
	"math"

	"playground/algos/param"
)

// The losses Δ(y, j) of taking class y for class j.
const (
	zeroOne = "zero-one"
	ordinal = "ordinal"
	squared = "squared"
	dear    = "first"
)

// firstPrice is what missing the first class costs under the loss "first".
const firstPrice = 4

func deltas() []param.Option {
	return []param.Option{
		{Value: zeroOne, Label: "0 or 1", TeX: `\Delta(y, j) = 1 \text{ for } j \ne y`, Hint: "Every confusion is equally bad: the multi-class hinge of the notes."},
		{Value: ordinal, Label: "ordered classes", TeX: `\Delta(y, j) = |y - j|`, Hint: "Classes on a scale: the farther off, the wider the margin must be."},
		{Value: squared, Label: "ordered, squared", TeX: `\Delta(y, j) = (y - j)^2`},
		{Value: dear, Label: "the first class is dear", TeX: `\Delta(\text{first}, j) = 4, \quad \text{else } 1`, Hint: "To miss the first class costs four times as much as any other mistake."},
	}
}

// costs is the matrix of Δ over the classes, with zeros on its diagonal.
func costs(kind string, classes []int) [][]float64 {
	d := make([][]float64, len(classes))
	for y := range d {
		d[y] = make([]float64, len(classes))
		for j := range d[y] {
			apart := math.Abs(float64(classes[y] - classes[j]))
			switch {
			case y == j:
			case kind == ordinal:
				d[y][j] = apart
			case kind == squared:
				d[y][j] = apart * apart
			case kind == dear && y == 0:
				d[y][j] = firstPrice
			default:
				d[y][j] = 1
			}
		}
	}
	return d
}
