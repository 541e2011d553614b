package lsq

import (
	"math"
	"slices"
)

// far is how many times its spread a column is from 0, at least, to be measured from its
// mean, and how much larger what outweighs it is: with less, three digits are lost.
const far = 0x1p10

// An Origin is where columns are measured from that are far from 0: years in seconds, or
// coordinates of a map. Such columns are nearly parallel to that of ones, and least squares
// loses the digits that they share. Less their means they are not, and as the values of a
// column are within a factor of two of its mean, the difference is exact. The first column
// takes up the means; its entries are 1, and 0 in rows that do not count.
type Origin struct {
	ones   []float64
	shift  []float64   // of each column; 0: it stays
	target float64     // of the targets
	x      [][]float64 // the columns less their shifts
	y      []float64
	length []float64 // of these
}

// Far finds the columns, and the targets, that are far from 0, and measures them from their
// means. It returns nil where none is far, or where no column of ones comes first.
//
// Rows of a penalty that outweigh the data are a reason, too: reflections lose digits of
// small rows, which corrections bring back.
func Far(x [][]float64, y []float64) *Origin {
	if !distant(x, y) && !outweighed(x) {
		return nil
	}
	o := &Origin{ones: x[0], shift: make([]float64, len(x)), x: make([][]float64, len(x)), length: make([]float64, len(x))}
	for j, column := range x {
		o.x[j] = column
		if j > 0 {
			o.x[j], o.shift[j] = moved(column, x[0])
		}
		o.length[j] = Norm(o.x[j])
	}
	o.y, o.target = moved(y, x[0])
	return o
}

// distant reports whether any column after that of ones, or y, is far from 0.
func distant(x [][]float64, y []float64) bool {
	if len(x) == 0 {
		return false
	}
	for _, column := range x[1:] {
		if remote(column, x[0]) {
			return indicator(x[0])
		}
	}
	return remote(y, x[0]) && indicator(x[0])
}

// outweighed reports whether a column has entries in rows that do not count which are far
// larger than all others.
func outweighed(x [][]float64) bool {
	if len(x) == 0 || len(x[0]) == 0 || x[0][len(x[0])-1] != 0 || !indicator(x[0]) {
		return false
	}
	for _, column := range x[1:] {
		in, out := 0.0, 0.0
		for i, v := range column {
			if x[0][i] == 0 {
				out = max(out, math.Abs(v))
			} else {
				in = max(in, math.Abs(v))
			}
		}
		if in > 0 && out > far*in {
			return true
		}
	}
	return false
}

// indicator reports whether a column has no entries but 0 and 1.
func indicator(column []float64) bool {
	for _, u := range column {
		if u != 0 && u != 1 {
			return false
		}
	}
	return true
}

// remote reports whether a column is far from 0 in the rows that count, and not constant. Of
// most columns it looks at two numbers.
func remote(column, ones []float64) bool {
	first, varies := math.NaN(), false
	for i, v := range column {
		switch {
		case ones[i] == 0:
		case math.IsNaN(first):
			first = v
		case !(math.Abs(v-first)*far <= math.Abs(first)):
			return false
		case v != first:
			varies = true
		}
	}
	return varies
}

// moved is a column less its mean in the rows that count, if it is far from 0.
func moved(column, ones []float64) (less []float64, mean float64) {
	if !remote(column, ones) {
		return column, 0
	}
	first, sum, n := math.NaN(), 0.0, 0.0
	for i, v := range column {
		if ones[i] == 0 {
			continue
		}
		if n == 0 {
			first = v
		}
		sum += v - first
		n++
	}
	mean = first + sum/n
	less = make([]float64, len(column))
	for i, v := range column {
		if less[i] = v; ones[i] != 0 {
			less[i] = v - mean
		}
	}
	return less, mean
}

// back is the θ of the columns as they were given.
func (o *Origin) back(theta []float64) []float64 {
	var zero double
	zero.add(theta[0])
	zero.add(o.target)
	for j, s := range o.shift {
		zero.take(s, theta[j])
	}
	theta[0] = zero.value()
	return theta
}

// Moved are the columns and the targets as they are measured.
func (o *Origin) Moved() (x [][]float64, y []float64) { return o.x, o.y }

// Predict is the function with these slopes whose residuals sum to 0, as those of a solution do: far from
// 0 it has digits that θ₀ has no room for.
func (o *Origin) Predict(slopes []float64) func(inputs []float64) float64 {
	var level double
	n := 0.0
	for i, one := range o.ones {
		if one == 0 {
			continue
		}
		level.add(o.y[i])
		for j, s := range slopes {
			level.take(s, o.x[j+1][i])
		}
		n++
	}
	mean := level.value() / n
	return func(inputs []float64) float64 {
		f := mean
		for j, x := range inputs[:min(len(inputs), len(slopes))] {
			f += slopes[j] * (x - o.shift[j+1])
		}
		return f + o.target
	}
}

// corrections is how often a solution is corrected, and apart how much of a column the others
// have to leave: its square is what a correction may lose.
const corrections, apart = 2, 0x1p-12

// refined corrects the solution θ by RᵀRd = Xᵀr, whose right side is added up in twice the
// precision (Björck's corrected seminormal equations). Columns that are nearly dependent keep θ.
func (f *QR) refined(theta []float64) []float64 {
	for r, k := range f.pivots {
		if !(math.Abs(f.columns[k][r]) > apart*f.origin.length[k]) {
			return theta
		}
	}
	for range corrections {
		for r, d := range f.seminormal(f.origin.pull(theta, f.pivots)) {
			theta[f.pivots[r]] += d
		}
	}
	return theta
}

// seminormal solves RᵀRd = g by the columns that are done.
func (f *QR) seminormal(g []float64) []float64 {
	d := slices.Clone(g)
	for r, k := range f.pivots {
		for s := range r {
			d[r] -= f.columns[k][s] * d[s]
		}
		d[r] /= f.columns[k][r]
	}
	for r := len(d) - 1; r >= 0; r-- {
		for s := r + 1; s < len(d); s++ {
			d[r] -= f.columns[f.pivots[s]][r] * d[s]
		}
		d[r] /= f.columns[f.pivots[r]][r]
	}
	return d
}

// pull is Xᵀr for some columns.
func (o *Origin) pull(theta []float64, columns []int) []float64 {
	r, g := exact(o.x, o.y, theta), make([]float64, len(columns))
	for j, k := range columns {
		var sum double
		for i, v := range o.x[k] {
			sum.take(-r[i], v)
		}
		g[j] = sum.value()
	}
	return g
}

// Terms is the length of what is added up for the residuals at θ, with the columns and the
// targets measured from their means.
func (o *Origin) Terms(theta []float64) float64 {
	var zero double
	zero.add(theta[0])
	zero.add(-o.target)
	size := Norm(o.y)
	for j, s := range o.shift {
		zero.take(-s, theta[j])
		if j > 0 {
			size += o.length[j] * math.Abs(theta[j])
		}
	}
	return size + o.length[0]*math.Abs(zero.value())
}

// exact is y − Xθ, added up in twice the precision.
func exact(x [][]float64, y, theta []float64) []float64 {
	r := make([]float64, len(y))
	for i, v := range y {
		sum := double{high: v}
		for j, column := range x {
			sum.take(theta[j], column[i])
		}
		r[i] = sum.value()
	}
	return r
}

// A double is a sum in twice the precision.
type double struct{ high, low float64 }

// add adds a number: what rounding takes away goes to the low part.
func (d *double) add(v float64) {
	sum := d.high + v
	was := sum - v
	d.low += (d.high - was) + (v - (sum - was))
	d.high = sum
}

// take subtracts a product.
func (d *double) take(a, b float64) {
	p := float64(a * b)
	d.low -= math.FMA(a, b, -p)
	d.add(-p)
}

func (d *double) value() float64 { return d.high + d.low }
