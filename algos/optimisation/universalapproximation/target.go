package universalapproximation

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/expression"
	"playground/algos/input"
	"playground/algos/say"
)

// canvas takes a target that is drawn by hand, as one row of values from x = 0 to x = 1.
var canvas = &input.Cells{
	Rows: input.Span{Least: 1, Most: 1}, Cols: input.Span{Least: 2, Most: dataset.MaxCells}, Low: -2, High: 2,
	Start: hump(), When: map[string]string{"function": drawn}, Col: "value",
}

// hump starts the canvas: a rise, a fall and a plateau.
func hump() dataset.Cells {
	const n = 32
	c := dataset.NewCells(1, n, 0)
	for k := range n {
		x := (float64(k) + 0.5) / n
		c.Values[k] = math.Round(100*(math.Sin(7*x)*math.Exp(-x)+0.3*x)) / 100
	}
	return c
}

// A target is what is approximated on [0, 1].
type target struct {
	of    func(x float64) float64
	slope func(x float64) float64 // |f′|, not finite where there is none
	jump  float64                 // where it jumps, by 1; NaN where it does not
	tex   say.Math
	drawn dataset.Cells
}

// The expressions of the built-in targets.
var builtIn = map[string]string{sine: "sin(2*pi*x)", kink: "abs(2*x - 1)", root: "sqrt(x)"}

const jumpAt = 0.45

// newTarget makes the target of a run.
func newTarget(cells dataset.Cells, o options) (target, error) {
	switch o.Function {
	case leap:
		return target{of: func(x float64) float64 {
			if x >= jumpAt {
				return 1
			}
			return 0
		}, slope: func(float64) float64 { return math.Inf(1) }, jump: jumpAt, tex: `1_{x \ge 0.45}`}, nil
	case drawn:
		c := canvas.Grid(cells)
		return target{
			of: func(x float64) float64 { y, _ := polyline(c, x); return y }, slope: func(x float64) float64 { _, s := polyline(c, x); return s },
			jump: math.NaN(), tex: `f(x)`, drawn: c,
		}, nil
	}
	text := o.Expression
	if known, ok := builtIn[o.Function]; ok {
		text = known
	}
	f, err := expression.Parse(text, "x")
	if err != nil {
		return target{}, err
	}
	return target{
		of: func(x float64) float64 { return f.At(x) }, jump: math.NaN(), tex: say.Math(f.TeX()),
		slope: func(x float64) float64 { _, g := f.Gradient(x); return math.Abs(g[0]) },
	}, nil
}

// polyline joins the values of a row, each in the middle of its cell, and is constant beyond the first and
// the last. It returns the size of the slope as well.
func polyline(c dataset.Cells, x float64) (y, slope float64) {
	row, n := c.Row(0), float64(c.Cols)
	at := x*n - 0.5
	i := int(math.Floor(at))
	if at <= 0 {
		return row[0], 0
	}
	if i >= c.Cols-1 {
		return row[c.Cols-1], 0
	}
	s := at - float64(i)
	return (1-s)*row[i] + s*row[i+1], math.Abs(row[i+1]-row[i]) * n
}

// The places at which functions are compared: an even grid, and what a network needs besides.
const (
	meshes  = 1000
	largest = 1e6 // of |f|
)

// places are sorted, without repetitions, in [0, 1]: the even grid and some more.
func places(more []float64) []float64 {
	x := make([]float64, 0, meshes+1+len(more))
	for i := range meshes + 1 {
		x = append(x, float64(i)/meshes)
	}
	for _, at := range more {
		if at >= 0 && at <= 1 {
			x = append(x, at)
		}
	}
	slices.Sort(x)
	return slices.Compact(x)
}

// below is the number just below another: the left side of a jump.
func below(x float64) float64 { return math.Nextafter(x, math.Inf(-1)) }

// A sample is a function at places in [0, 1].
type sample struct{ x, y []float64 }

// sampled evaluates a target; it is refused where it is not finite.
func (f target) sampled(x []float64) (sample, error) {
	s := sample{x: x, y: make([]float64, len(x))}
	for i, at := range x {
		s.y[i] = f.of(at)
		if !(math.Abs(s.y[i]) <= largest) {
			return s, algos.Refuse(say.Vars{"x": at, "most": float64(largest)}.
				Text("The target f(x) must be between −<most> and <most> on [0, 1], and is not at x = <x>. Change the expression."))
		}
	}
	return s, nil
}

// slack lets a window hold the places that are at its end up to rounding.
const slack = 1e-12

// modulus is ω(δ) = max |f(x) − f(y)| over places at most δ apart.
func (s sample) modulus(delta float64) float64 {
	delta = delta*(1+slack) + slack
	most := 0.0
	var high, low []int // places in the window, by falling and by rising values
	from := 0
	for i, y := range s.y {
		for len(high) > 0 && s.y[high[len(high)-1]] <= y {
			high = high[:len(high)-1]
		}
		for len(low) > 0 && s.y[low[len(low)-1]] >= y {
			low = low[:len(low)-1]
		}
		high, low = append(high, i), append(low, i)
		for s.x[i]-s.x[from] > delta {
			from++
		}
		for high[0] < from {
			high = high[1:]
		}
		for low[0] < from {
			low = low[1:]
		}
		most = max(most, s.y[high[0]]-y, y-s.y[low[0]])
	}
	return most
}

// lipschitz is the largest |f′| at the places and the largest gradient between neighbours of the even grid;
// infinite where f has no finite derivative.
func (f target) lipschitz(s sample) float64 {
	most := 0.0
	for _, at := range s.x {
		if g := f.slope(at); !math.IsNaN(g) {
			most = max(most, g)
		}
	}
	if most > largest {
		return math.Inf(1)
	}
	for i := range meshes {
		a, b := float64(i)/meshes, float64(i+1)/meshes
		most = max(most, math.Abs(f.of(b)-f.of(a))*meshes)
	}
	return most
}
