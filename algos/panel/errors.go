package panel

import (
	"math"

	"playground/algos/mark"
	"playground/algos/say"
)

// Errors are errors against a parameter of the method: at the rows that it learnt from,
// at rows left out in turn, and at rows held out. The least of those left out is marked,
// or where rows are held out that of these.
type Errors struct {
	ID               string
	Title, Note, Alt say.Phrase
	X                mark.Axis // the parameter; without limits it shows all of At
	Y                mark.Axis // without limits it shows what can be compared: see Top
	Height           float64
	At               []float64 // values of the parameter, from the least
	// Parallel to At, or shorter, or nil. What is not finite is not drawn.
	Training, LeftOut, HeldOut []float64
	LeftOutLegend              say.Phrase // "left out, one at a time"; empty: "cross-validation"
	Now                        *float64   // the present value
	Handle                     mark.Handle
}

// Best is the place among At of the least error at rows held out, or where there are none
// of those left out; false where there is no such error.
func (e Errors) Best() (at int, ok bool) {
	for _, curve := range [][]float64{e.HeldOut, e.LeftOut} {
		at = -1
		for i, y := range curve {
			if i < len(e.At) && finite(y) && (at < 0 || y < curve[at]) {
				at = i
			}
		}
		if at >= 0 {
			return at, true
		}
	}
	return 0, false
}

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// Top is the largest error that is worth seeing: an error of rows left out may be beyond
// all measure, and is cut at three times what the training errors and the best are.
func (e Errors) Top() float64 {
	most, worth := 0.0, 0.0
	for k, curve := range [][]float64{e.Training, e.LeftOut, e.HeldOut} {
		least := math.Inf(1)
		for _, y := range curve {
			if !finite(y) {
				continue
			}
			if most, least = max(most, y), min(least, y); k == 0 {
				worth = max(worth, y)
			}
		}
		if finite(least) {
			worth = max(worth, least)
		}
	}
	if top := min(most, 3*worth); top > 0 {
		return top
	}
	return 1
}

// Panel draws the errors. With and without rows held out it has the same marks.
func (e Errors) Panel() mark.Panel {
	c := Curves{ID: e.ID, Title: e.Title, Note: e.Note, Alt: e.Alt, X: e.X, Y: e.Y, Height: e.Height, Now: e.Now, Handle: e.Handle}
	if n := len(e.At); c.X.Min == c.X.Max && n > 0 {
		c.X.Min, c.X.Max = e.At[0], e.At[n-1]
		if c.X.Integer || n == 1 {
			c.X.Min, c.X.Max = c.X.Min-0.3, c.X.Max+0.3
		}
	}
	if c.Y.Min == c.Y.Max && !c.Y.Log {
		c.Y.Max = 1.05 * e.Top()
	}
	left := e.LeftOutLegend
	if left == "" {
		left = "cross-validation"
	}
	for _, q := range []struct {
		y            []float64
		style        mark.Style
		name, legend say.Phrase
	}{
		{e.Training, mark.RoleAccent.Wide(2), "training", "training error"},
		{e.LeftOut, mark.RoleInk.Wide(2), "cross-validation", left},
		{e.HeldOut, mark.RoleGood.Wide(2.4), "held out", "held-out points"},
	} {
		line := Quantity{Style: q.style, Name: q.name, Dots: e.X.Integer}
		for _, at := range Over(e.At, q.y) {
			if finite(at.Y) {
				line.At = append(line.At, at)
			}
		}
		if len(line.At) > 0 {
			line.Legend = q.legend
		}
		c.Of = append(c.Of, line)
	}
	if at, ok := e.Best(); ok {
		y := e.LeftOut
		if at < len(e.HeldOut) && finite(e.HeldOut[at]) {
			y = e.HeldOut
		}
		c.Best, c.BestLegend = &mark.XY{X: e.At[at], Y: y[at]}, "least"
	}
	return c.Panel()
}
