package expression

import (
	"math"

	"playground/algos/grid"
)

// Field evaluates the formula at every node of a grid, a row at a time: the x of the board is
// the first variable, its y the second, if there is one. It is a mark.FieldFunc; panel.Affordable takes
// it with [Expression.Cost]. A formula may be undefined or infinite somewhere, so that the mark.Field is Partial.
func (e *Expression) Field() func(dst []float64, g grid.Grid) {
	return func(dst []float64, g grid.Grid) {
		if g.NX == 0 {
			return
		}
		across := make([]float64, g.NX)
		for i := range across {
			across[i] = g.X(i)
		}
		room := make([]float64, e.deep*g.NX)
		stack := make([][]float64, e.deep)
		for k := range stack {
			stack[k] = room[k*g.NX:][:g.NX]
		}
		for j := range g.NY {
			copy(dst[j*g.NX:][:g.NX], e.row(stack, across, g.Y(j)))
		}
	}
}

// row evaluates the formula along a row of a grid.
func (e *Expression) row(s [][]float64, across []float64, y float64) []float64 {
	t := -1
	for i := range e.code {
		o := &e.code[i]
		switch o.does {
		case push:
			t++
			fill(s[t], o.value)
		case load:
			if t++; o.arg == 0 {
				copy(s[t], across)
			} else {
				fill(s[t], y)
			}
		case negate, square, cube, raiseTo, call:
			o.each(s[t])
		default:
			t--
			o.both(s[t], s[t+1])
		}
	}
	return s[0]
}

func fill(row []float64, x float64) {
	for i := range row {
		row[i] = x
	}
}

// each does what the op does to every value of a row.
func (o *op) each(a []float64) {
	switch o.does {
	case negate:
		for i := range a {
			a[i] = -a[i]
		}
	case square:
		for i := range a {
			a[i] *= a[i]
		}
	case cube:
		for i := range a {
			a[i] *= a[i] * a[i]
		}
	case raiseTo:
		for i := range a {
			a[i] = math.Pow(a[i], o.value)
		}
	default:
		f := functions[o.arg].value
		for i := range a {
			a[i] = f(a[i])
		}
	}
}

// both does what the op does to the values of two rows.
func (o *op) both(a, b []float64) {
	b = b[:len(a)]
	switch o.does {
	case add:
		for i := range a {
			a[i] += b[i]
		}
	case subtract:
		for i := range a {
			a[i] -= b[i]
		}
	case multiply:
		for i := range a {
			a[i] *= b[i]
		}
	case divide:
		for i := range a {
			a[i] /= b[i]
		}
	case raise:
		for i := range a {
			a[i] = math.Pow(a[i], b[i])
		}
	default:
		first := functions[o.arg].two
		for i := range a {
			if !first(a[i], b[i]) {
				a[i] = b[i]
			}
		}
	}
}
