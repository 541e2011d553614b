package arith

import (
	"fmt"
	"math"
)

// A Fault is a comparison that is not true in the digits displayed.
type Fault struct {
	Left, Rel, Right string
}

func (f Fault) String() string { return fmt.Sprintf("%s %s %s", f.Left, f.Rel, f.Right) }

// Check returns how many comparisons of a statement could be read, and those that
// are false. Of a chain, every side that can be reckoned is compared with the next
// one; what compares them follows from the relations between.
func (s Statement) Check() (read int, faults []Fault) {
	sides, between := s.sides()
	if len(sides) < 2 {
		return 0, nil
	}
	last, from := value{}, -1
	for i, side := range sides {
		v, err := reckon(side)
		if err != nil {
			continue
		}
		if from >= 0 {
			if r := along(between[from:i]); r != "" && len(v.x) == len(last.x) && v.vector == last.vector {
				read++
				if !compare(last, r, v) {
					faults = append(faults, Fault{sides[from], string(r), side})
				}
			}
		}
		last, from = v, i
	}
	return read, faults
}

// along is what follows from a chain of relations, "" where nothing does.
func along(chain []rel) rel {
	out := equal
	for _, r := range chain {
		switch {
		case r == equal || r == out:
		case out == equal:
			out = r
		case direction(r) != 0 && direction(r) == direction(out): // a < b ≤ c
			out = strict(r, out)
		default:
			return ""
		}
	}
	return out
}

func direction(r rel) int {
	switch r {
	case less, atMost:
		return -1
	case more, atLeast:
		return 1
	}
	return 0
}

func strict(a, b rel) rel {
	if a == less || b == less {
		return less
	}
	return more
}

// compare compares two sides as a reader does.
func compare(a value, r rel, b value) bool {
	for i := range a.x {
		x, y, tol := a.x[i], b.x[i], precision(a, b, i)
		var ok bool
		switch r {
		case equal:
			ok = math.Abs(x-y) <= tol
		case atMost:
			ok = x <= y+tol
		case atLeast:
			ok = x >= y-tol
		case less:
			ok = x < y
		case more:
			ok = x > y
		case near: // what is only about equal: to two digits
			ok = math.Abs(x-y) <= max(tol, 0.01*max(math.Abs(x), math.Abs(y)))
		}
		if !ok {
			return false
		}
	}
	return true
}

// precision is half a unit of the last digit of the side that is a number. Two
// sides that are both reckoned have three digits in common.
func precision(a, b value, i int) float64 {
	size := max(a.size, b.size)
	slack := 1e-9 * size // what a calculator rounds
	half := -1.0
	for _, v := range []value{a, b} {
		switch unit := v.unit[i]; {
		case unit > 0:
			half = max(half, unit/2*(1-1e-6)) // in the middle both neighbours are wrong: a reader sees one digit more
		case unit == 0:
			half = max(half, threeDigits(v.x[i], size)/2*(1-1e-6))
		}
	}
	if half < 0 {
		half = threeDigits(max(math.Abs(a.x[i]), math.Abs(b.x[i])), size) / 2
	}
	return half + slack
}

// threeDigits is the unit of the third digit of a number, and of what goes into a
// sum that is 0.
func threeDigits(x, size float64) float64 {
	switch {
	case size == 0:
		return 0
	case x == 0:
		return math.Pow(10, math.Floor(math.Log10(size))-2)
	}
	return min(1, math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-2))
}
