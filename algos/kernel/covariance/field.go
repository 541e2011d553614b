package covariance

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos/grid"
)

// Field sets dst to f(x) = Σₛ coef[s]·k(centres[s], x) at every node of g, in the
// order of [grid.Grid]. An addend that is a product over the coordinates (of
// constants, rbf and periodic) costs (NX+NY)·S values and one product of
// matrices; the others cost NX·NY·S values.
func (k Kernel) Field(dst []float64, g grid.Grid, centres [][2]float64, coef []float64) {
	dst = dst[:g.Len()]
	clear(dst)
	if len(centres) == 0 {
		return
	}
	addends := []*node{k.root}
	if k.root.op == sum {
		addends = k.root.args
	}
	for _, a := range addends {
		if a.separable() {
			k.gemm(dst, a, g, centres, coef)
			continue
		}
		i := 0
		for j := range g.NY {
			y := g.Y(j)
			for c := range g.NX {
				x := [2]float64{g.X(c), y}
				for s, centre := range centres {
					p := between(centre, x)
					dst[i] += coef[s] * a.value(p, k.values)
				}
				i++
			}
		}
	}
}

// Separable reports whether [Kernel.Field] has a short cut for all of the kernel: it
// is a sum of products over the coordinates.
func (k Kernel) Separable() bool {
	if k.root.op != sum {
		return k.root.separable()
	}
	for _, a := range k.root.args {
		if !a.separable() {
			return false
		}
	}
	return true
}

// separable reports whether the part is a product over the coordinates.
func (n *node) separable() bool {
	switch n.op {
	case constant:
		return true
	case leaf:
		return n.family.along != nil
	case product:
		for _, a := range n.args {
			if !a.separable() {
				return false
			}
		}
		return true
	}
	return false
}

// along returns the factor of one coordinate, without the constants, which
// scale collects.
func (n *node) along(d float64, values []float64) float64 {
	switch n.op {
	case leaf:
		return n.family.along(d, values[n.from:n.to])
	case product:
		f := 1.0
		for _, a := range n.args {
			f *= a.along(d, values)
		}
		return f
	}
	return 1
}

func (n *node) scale(values []float64) float64 {
	switch n.op {
	case constant:
		return values[n.from]
	case product:
		f := 1.0
		for _, a := range n.args {
			f *= a.scale(values)
		}
		return f
	}
	return 1
}

// gemm adds the field of a separable part.
func (k Kernel) gemm(dst []float64, n *node, g grid.Grid, centres [][2]float64, coef []float64) {
	size := len(centres)
	rows := make([]float64, g.NY*size) // NY × S
	cols := make([]float64, size*g.NX) // S × NX
	for j := range g.NY {
		y := g.Y(j)
		for s, c := range centres {
			rows[j*size+s] = coef[s] * n.along(y-c[1], k.values)
		}
	}
	for s, c := range centres {
		for i := range g.NX {
			cols[s*g.NX+i] = n.along(g.X(i)-c[0], k.values)
		}
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, n.scale(k.values),
		blas64.General{Rows: g.NY, Cols: size, Stride: size, Data: rows},
		blas64.General{Rows: size, Cols: g.NX, Stride: g.NX, Data: cols},
		1, blas64.General{Rows: g.NY, Cols: g.NX, Stride: g.NX, Data: dst})
}
