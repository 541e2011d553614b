package dataset

import (
	"math"
	"slices"
)

// A Scale is the mean and the standard deviation of a feature, as which it is standardised. The zero
// value leaves what it is applied to alone: a target, or a categorical feature.
type Scale struct {
	Mean, SD float64
	Constant bool // all samples have one value: it is shifted, and SD is 1
}

// None reports whether the scale leaves values alone.
func (s Scale) None() bool { return s.SD == 0 }

// In is a value of the data as a number of standard deviations from the mean.
func (s Scale) In(x float64) float64 {
	if s.None() {
		return x
	}
	return (x - s.Mean) / s.SD
}

// Out is the value of the data that is so many standard deviations from the mean.
func (s Scale) Out(z float64) float64 {
	if s.None() {
		return z
	}
	return s.Mean + z*s.SD
}

// A Scaling has a scale for each input of points, or for each column of a table.
type Scaling []Scale

// scaleOf is the scale of a feature by its n values: with the divisor n, as scikit-learn's StandardScaler
// has it, and with its rule for what is constant but for rounding.
func scaleOf(n int, value func(i int) float64) Scale {
	if n == 0 {
		return Scale{SD: 1, Constant: true}
	}
	// The deviations from one of the values are small where all values are far from 0.
	first := value(0)
	mean := 0.0
	for i := range n {
		mean += (value(i) - first) / float64(n)
	}
	sum, rest := 0.0, 0.0
	for i := range n {
		d := value(i) - first - mean
		sum, rest = sum+d*d, rest+d
	}
	variance := (sum - rest*rest/float64(n)) / float64(n)
	s := Scale{Mean: first + mean, SD: math.Sqrt(max(variance, 0))}
	const eps = 0x1p-52
	noise := float64(n) * eps * s.Mean
	if !(variance > float64(n)*eps*variance+noise*noise) {
		s.SD, s.Constant = 1, true
	}
	return s
}

// Scaling is that of the points to learn from; those that are held out do not change it.
func (s Set) Scaling() Scaling {
	points := s.Points[:s.Learnt()]
	c := make(Scaling, s.Dim)
	for k := range c {
		c[k] = scaleOf(len(points), func(i int) float64 { return points[i].X[k] })
	}
	return c
}

// Scaling is that of the numeric features; the target and categorical features are left alone.
func (t Table) Scaling() Scaling {
	c := make(Scaling, len(t.Columns))
	for k, column := range t.Columns {
		if column.Kind == Numbers && !column.Wanted {
			c[k] = scaleOf(len(t.Rows), func(i int) float64 { return t.Rows[i][k] })
		}
	}
	return c
}

// Place is a place of the plane, or of the number line, in standard deviations.
func (c Scaling) Place(x [2]float64) [2]float64 {
	for k := range min(len(c), len(x)) {
		x[k] = c[k].In(x[k])
	}
	return x
}

// Points are points in standard deviations.
func (c Scaling) Points(points []Point) []Point {
	out := slices.Clone(points)
	for i := range out {
		out[i].X = c.Place(out[i].X)
	}
	return out
}

// Table is the table in standard deviations.
func (c Scaling) Table(t Table) Table {
	t = t.Clone()
	for _, row := range t.Rows {
		for k := range row {
			row[k] = c[k].In(row[k])
		}
	}
	return t
}

// Inputs are those of one sample of a table, without its target, in standard deviations.
func (c Scaling) Inputs(t Table, inputs []float64) []float64 {
	out := make([]float64, 0, len(inputs))
	for k, column := range t.Columns {
		if column.Wanted {
			continue
		}
		if len(out) == len(inputs) {
			break
		}
		out = append(out, c[k].In(inputs[len(out)]))
	}
	return out
}

// Spread is by how many times the standard deviations of the features differ, and which of them is the
// largest. Constant features do not count; of fewer than two others it is 1 and −1.
func (c Scaling) Spread() (times float64, widest int) {
	narrowest := -1
	widest = -1
	for k, s := range c {
		if s.None() || s.Constant {
			continue
		}
		if widest < 0 || s.SD > c[widest].SD {
			widest = k
		}
		if narrowest < 0 || s.SD < c[narrowest].SD {
			narrowest = k
		}
	}
	if widest < 0 || widest == narrowest {
		return 1, -1
	}
	return c[widest].SD / c[narrowest].SD, widest
}
