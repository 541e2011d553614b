package kernel

import (
	"math"
	"runtime"
	"sync"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos/grid"
)

// Field of the linear kernel is the plane f(x) = w·x + b with w = Σ cₛaₛ.
func (Linear) Field(dst []float64, g grid.Grid, centres [][2]float64, coef []float64, bias float64) {
	var w [2]float64
	for s, a := range centres {
		w[0] += coef[s] * a[0]
		w[1] += coef[s] * a[1]
	}
	for j := range g.NY {
		c := w[1]*g.Y(j) + bias
		row := dst[j*g.NX : (j+1)*g.NX]
		for i := range row {
			row[i] = w[0]*g.X(i) + c
		}
	}
}

// Field of the polynomial kernel: along a row of the grid f is a polynomial in
// the abscissa. With u = x₁ − m measured from the middle m of the window,
//
//	Σₛ cₛ (γaₛ₁u + tₛ)^d = Σₖ uᵏ · C(d,k) Σₛ cₛ (γaₛ₁)ᵏ tₛ^(d−k),  tₛ = γ(aₛ₁m + aₛ₂x₂) + c₀,
//
// so a row costs one sum over the centres for its d+1 coefficients, and then d
// multiplications a node. Measuring from the middle keeps the powers small where
// the window is far from the origin.
func (k Poly) Field(dst []float64, g grid.Grid, centres [][2]float64, coef []float64, bias float64) {
	d := k.Degree
	mid := (g.X0 + g.X1) / 2
	binomial := make([]float64, d+1)
	binomial[0] = 1
	for i := 1; i <= d; i++ {
		binomial[i] = binomial[i-1] * float64(d-i+1) / float64(i)
	}
	byRows(g, len(centres)*(d+1)+g.NX*d, func(j int) {
		p := make([]float64, d+1)
		y := g.Y(j)
		for s, a := range centres {
			ga := k.Gamma * a[0]
			t := k.Gamma*(a[0]*mid+a[1]*y) + k.Coef0
			// From cₛ(γaₛ₁)ᵏ, k rising, and then times t^(d−k), k falling.
			c := coef[s]
			var up [MaxDegree + 1]float64
			for i := 0; i <= d; i++ {
				up[i] = c
				c *= ga
			}
			tp := 1.0
			for i := d; i >= 0; i-- {
				p[i] += up[i] * tp
				tp *= t
			}
		}
		for i := range p {
			p[i] *= binomial[i]
		}
		row := dst[j*g.NX : (j+1)*g.NX]
		for i := range row {
			u := g.X(i) - mid
			f := p[d]
			for e := d - 1; e >= 0; e-- {
				f = f*u + p[e]
			}
			row[i] = f + bias
		}
	})
}

// Field of the Gaussian kernel factorises over the axes,
//
//	Σₛ cₛ e^(−γ(x₁−aₛ₁)²) e^(−γ(x₂−aₛ₂)²),
//
// which is a product of two small matrices: (NX+NY)·S exponentials instead of
// NX·NY·S, and one Gemm.
func (k RBF) Field(dst []float64, g grid.Grid, centres [][2]float64, coef []float64, bias float64) {
	for i := range dst[:g.Len()] {
		dst[i] = bias
	}
	n := len(centres)
	if n == 0 {
		return
	}
	buffer := floats.Get().(*[]float64)
	defer floats.Put(buffer)
	if size := (g.NX + g.NY) * n; cap(*buffer) < size {
		*buffer = make([]float64, size)
	}
	rows := (*buffer)[:g.NY*n]                // cₛ e^(−γ(x₂−aₛ₂)²), NY × S
	cols := (*buffer)[g.NY*n : (g.NX+g.NY)*n] // e^(−γ(x₁−aₛ₁)²), S × NX
	for j := range g.NY {
		y := g.Y(j)
		row := rows[j*n : (j+1)*n]
		for s, a := range centres {
			row[s] = -k.Gamma * (y - a[1]) * (y - a[1])
		}
		Exp(row)
		for s, c := range coef {
			row[s] *= c
		}
	}
	for s, a := range centres {
		row := cols[s*g.NX : (s+1)*g.NX]
		for i := range row {
			x := g.X(i)
			row[i] = -k.Gamma * (x - a[0]) * (x - a[0])
		}
		Exp(row)
	}
	blas64.Gemm(blas.NoTrans, blas.NoTrans, 1,
		blas64.General{Rows: g.NY, Cols: n, Stride: n, Data: rows},
		blas64.General{Rows: n, Cols: g.NX, Stride: g.NX, Data: cols},
		1, blas64.General{Rows: g.NY, Cols: g.NX, Stride: g.NX, Data: dst})
}

// Field of the Laplacian kernel has no shortcut: one root and one exponential a
// node and centre.
func (k Laplacian) Field(dst []float64, g grid.Grid, centres [][2]float64, coef []float64, bias float64) {
	byRows(g, g.NX*len(centres)*heavy, func(j int) {
		y := g.Y(j)
		row := dst[j*g.NX : (j+1)*g.NX]
		v := make([]float64, len(centres))
		for i := range row {
			x, f := g.X(i), bias
			for s, a := range centres {
				v[s] = -k.Gamma * math.Sqrt(distance2(a, [2]float64{x, y}))
			}
			Exp(v)
			for s, c := range coef {
				f += c * v[s]
			}
			row[i] = f
		}
	})
}

// Field of the sigmoid kernel has no shortcut: one tanh a node and centre.
func (k Sigmoid) Field(dst []float64, g grid.Grid, centres [][2]float64, coef []float64, bias float64) {
	byRows(g, g.NX*len(centres)*heavy, func(j int) {
		y := g.Y(j)
		row := dst[j*g.NX : (j+1)*g.NX]
		for i := range row {
			x, f := g.X(i), bias
			for s, a := range centres {
				f += coef[s] * math.Tanh(k.Gamma*(a[0]*x+a[1]*y)+k.Coef0)
			}
			row[i] = f
		}
	})
}

// heavy is how many multiplications a transcendental function is worth.
const heavy = 10

// worthSplitting is the work, in multiplications, from which several goroutines
// are faster than one.
const worthSplitting = 200_000

// floats keeps buffers between fields.
var floats = sync.Pool{New: func() any { return new([]float64) }}

// byRows calls do for every row of the grid, on several goroutines where the
// work (in multiplications a row) is worth it. The rows do not depend on each
// other, so the result does not depend on how many goroutines there are.
func byRows(g grid.Grid, work int, do func(j int)) {
	workers := min(runtime.GOMAXPROCS(0), g.NY)
	if workers < 2 || work*g.NY < worthSplitting {
		for j := range g.NY {
			do(j)
		}
		return
	}
	var wait sync.WaitGroup
	for w := range workers {
		wait.Go(func() {
			for j := g.NY * w / workers; j < g.NY*(w+1)/workers; j++ {
				do(j)
			}
		})
	}
	wait.Wait()
}
