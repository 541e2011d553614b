package bayesianoptimisation

import (
	"cmp"
	"math"
	"slices"
)

// A curve is a piecewise cubic through knots that is monotone between any two of them,
// and constant beyond the outermost: it has no extremum but at knots.
//
// Source: F. N. Fritsch and J. Butland, A Method for Constructing Local Monotone
// Piecewise Cubic Interpolants, SIAM J. Sci. Stat. Comput. 5, 1984.
type curve struct{ x, y, slope []float64 }

// closest is how near two knots may be to each other and still be two; nearer ones are one, at
// their mean height.
const closest = 0.02

func newCurve(knots [][2]float64) curve {
	knots = slices.Clone(knots)
	slices.SortStableFunc(knots, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
	var c curve
	count := 0.0
	for _, k := range knots {
		last := len(c.x) - 1
		if last >= 0 && k[0]-c.x[last] < closest {
			count++
			c.y[last] += (k[1] - c.y[last]) / count
			continue
		}
		c.x, c.y, count = append(c.x, k[0]), append(c.y, k[1]), 1
	}
	c.slope = make([]float64, len(c.x))
	for i := 1; i+1 < len(c.x); i++ {
		h0, h1 := c.x[i]-c.x[i-1], c.x[i+1]-c.x[i]
		d0, d1 := (c.y[i]-c.y[i-1])/h0, (c.y[i+1]-c.y[i])/h1
		if d0*d1 <= 0 {
			continue // it turns here
		}
		w0, w1 := 2*h1+h0, h1+2*h0
		c.slope[i] = (w0 + w1) / (w0/d0 + w1/d1)
	}
	return c
}

// at is the height of the curve.
func (c curve) at(x float64) float64 {
	i, _ := slices.BinarySearch(c.x, x)
	switch {
	case i == 0:
		return c.y[0]
	case i == len(c.x):
		return c.y[i-1]
	}
	h := c.x[i] - c.x[i-1]
	t := (x - c.x[i-1]) / h
	t2, t3 := t*t, t*t*t
	return (2*t3-3*t2+1)*c.y[i-1] + (t3-2*t2+t)*h*c.slope[i-1] + (3*t2-2*t3)*c.y[i] + (t3-t2)*h*c.slope[i]
}

// lowest is the lowest knot, the leftmost of several.
func (c curve) lowest() int {
	best, low := 0, math.Inf(1)
	for i, y := range c.y {
		if y < low {
			best, low = i, y
		}
	}
	return best
}
