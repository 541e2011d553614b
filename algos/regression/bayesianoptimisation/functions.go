package bayesianoptimisation

import (
	"errors"
	"math"

	"playground/algos/param"
)

// The errors of first points, in words.
var (
	errPlace   = errors.New("a point consists of numbers between −3 and 3")
	errNumbers = errors.New("a point has at most two coordinates")
	errMany    = errors.New("there are at most 20 initial points")
)

// reach is half the width of the board: every function is stretched to [−3, 3].
const reach = 3

// drawn is the function that the reader draws.
const drawn = "drawn"

// A function is one to be searched, in its own units, as the literature has it, on
// the box from lo to hi. On the board an input is stretched to [−3, 3] and the value
// v becomes (v − centre)/scale, so that one prior suits all.
type function struct {
	name, label, tex string
	dims             int
	lo, hi           [2]float64
	centre, scale    float64
	f                func(u [2]float64) float64
	least            float64      // the minimum
	at               [][2]float64 // where it is
}

// functions are those with a formula. Minima are as in the literature: Forrester et al.
// 2008, Gramacy and Lee 2012, Dixon and Szegő 1978; of the ripples by construction.
var functions = []function{
	{
		name: "forrester", label: "Forrester", tex: `(6u-2)^2 \sin(12u-4), \quad 0 \le u \le 1`,
		dims: 1, hi: [2]float64{1}, centre: 0, scale: 4,
		f:     func(u [2]float64) float64 { return (6*u[0] - 2) * (6*u[0] - 2) * math.Sin(12*u[0]-4) },
		least: -6.020740055767083, at: [][2]float64{{0.757248757841856}},
	},
	{
		name: "waves", label: "two waves", tex: `\sin u + \sin\frac{10u}{3}, \quad 2.7 \le u \le 7.5`,
		dims: 1, lo: [2]float64{2.7}, hi: [2]float64{7.5}, centre: 0, scale: 1,
		f:     func(u [2]float64) float64 { return math.Sin(u[0]) + math.Sin(10*u[0]/3) },
		least: -1.8995993491521404, at: [][2]float64{{5.145735290256128}},
	},
	{
		name: "gramacy-lee", label: "Gramacy–Lee (many local minima)", tex: `\frac{\sin 10\pi u}{2u} + (u-1)^4, \quad 0.5 \le u \le 2.5`,
		dims: 1, lo: [2]float64{0.5}, hi: [2]float64{2.5}, centre: 0.8, scale: 1.2,
		f: func(u [2]float64) float64 {
			d := u[0] - 1
			return math.Sin(10*math.Pi*u[0])/(2*u[0]) + d*d*d*d
		},
		least: -0.869011134989500, at: [][2]float64{{0.548563444114526}},
	},
	{
		name: "branin", label: "Branin (three global minima)",
		tex:  `\bigl(v - \tfrac{5.1}{4\pi^2}u^2 + \tfrac{5}{\pi}u - 6\bigr)^2 + 10\bigl(1-\tfrac{1}{8\pi}\bigr)\cos u + 10`,
		dims: 2, lo: [2]float64{-5, 0}, hi: [2]float64{10, 15}, centre: 44.81, scale: 51.95,
		f: func(u [2]float64) float64 {
			q := u[1] - 5.1/(4*math.Pi*math.Pi)*u[0]*u[0] + 5/math.Pi*u[0] - 6
			return q*q + 10*(1-1/(8*math.Pi))*math.Cos(u[0]) + 10
		},
		least: 0.39788735772973816, at: [][2]float64{{-math.Pi, 12.275}, {math.Pi, 2.275}, {3 * math.Pi, 2.475}},
	},
	{
		name: "camel", label: "six-hump camel (2 global, 4 local)", tex: `\bigl(4 - 2.1u^2 + \tfrac{u^4}{3}\bigr)u^2 + uv + (4v^2 - 4)v^2`,
		dims: 2, lo: [2]float64{-2, -1}, hi: [2]float64{2, 1}, centre: 1, scale: 1.5,
		f: func(u [2]float64) float64 {
			a, b := u[0]*u[0], u[1]*u[1]
			return (4-2.1*a+a*a/3)*a + u[0]*u[1] + (4*b-4)*b
		},
		least: -1.031628453489877, at: [][2]float64{{0.0898420131003, -0.7126564030207}, {-0.0898420131003, 0.7126564030207}},
	},
	{
		name: "ripples", label: "a bowl with ripples", tex: `a^2 + b^2 + 0.3\,(2 - \cos 2\pi a - \cos 2\pi b), \quad a = u - 0.3,\; b = v + 0.2`,
		dims: 2, lo: [2]float64{-1, -1}, hi: [2]float64{1, 1}, centre: 1.5, scale: 0.8,
		f: func(u [2]float64) float64 {
			a, b := u[0]-0.3, u[1]+0.2
			return a*a + b*b + 0.3*(2-math.Cos(2*math.Pi*a)-math.Cos(2*math.Pi*b))
		},
		least: 0, at: [][2]float64{{0.3, -0.2}},
	},
}

// defaultKnots are where the handles of the drawn curve begin.
var defaultKnots = [maxKnots][2]float64{{-2.7, 0.8}, {-1.8, -0.9}, {-0.8, 1.1}, {0.4, 0.2}, {1.5, -1.6}, {2.6, 1}, {-1.3, 0.3}, {0.9, 0.7}}

// find returns the function of a name; of the drawn one, its frame.
func find(name string) function {
	for _, f := range functions {
		if f.name == name {
			return f
		}
	}
	return function{name: drawn, dims: 1, lo: [2]float64{-reach}, hi: [2]float64{reach}, scale: 1}
}

// drawnThrough is the function that runs through control points. It turns at none but them, so its
// minimum is that of the lowest.
func drawnThrough(knots [][2]float64) function {
	f := find(drawn)
	c := newCurve(knots)
	f.f = func(u [2]float64) float64 { return c.at(u[0]) }
	low := c.lowest()
	f.least, f.at = c.y[low], [][2]float64{{c.x[low]}}
	return f
}

// own is a point of the board in the function's own units, board the inverse.
func (f function) own(x [2]float64) [2]float64 {
	var u [2]float64
	for i := range f.dims {
		u[i] = f.lo[i] + (f.hi[i]-f.lo[i])*(x[i]+reach)/(2*reach)
	}
	return u
}

func (f function) board(u [2]float64) [2]float64 {
	var x [2]float64
	for i := range f.dims {
		x[i] = -reach + 2*reach*(u[i]-f.lo[i])/(f.hi[i]-f.lo[i])
	}
	return x
}

// value is the function on the board.
func (f function) value(x [2]float64) float64 { return (f.f(f.own(x)) - f.centre) / f.scale }

// minimum is its least value there.
func (f function) minimum() float64 { return (f.least - f.centre) / f.scale }

// names are the functions of so many inputs.
func names(dims int) []string {
	var all []string
	for _, f := range functions {
		if f.dims == dims {
			all = append(all, f.name)
		}
	}
	if dims == 1 {
		all = append(all, drawn)
	}
	return all
}

func choices() []param.Option {
	var all []param.Option
	for _, f := range functions {
		all = append(all, param.Option{Value: f.name, Label: f.label, TeX: f.tex})
	}
	return append(all, param.Option{Value: drawn, Label: "your own (control points)", Hint: "Drag the control points on the board: a monotone cubic " +
		"interpolates them."})
}
