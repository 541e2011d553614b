package gradientdescent

import (
	"math"

	"playground/algos"
	"playground/algos/expression"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/say"
)

// A vec is a place or a direction in the plane.
type vec = [2]float64

func add(a vec, s float64, b vec) vec { return vec{a[0] + s*b[0], a[1] + s*b[1]} }
func dot(a, b vec) float64            { return a[0]*b[0] + a[1]*b[1] }
func norm(a vec) float64              { return math.Hypot(a[0], a[1]) }
func xy(a vec) mark.XY                { return mark.XY{X: a[0], Y: a[1]} }

// huge is the size from which a number is no longer worked with, so that products do not overflow.
const huge = 1e100

// finite reports whether numbers are defined and not huge.
func finite(x ...float64) bool {
	for _, v := range x {
		if !(math.Abs(v) <= huge) {
			return false
		}
	}
	return true
}

// finite reports whether all of a state is.
func (s state) finite() bool {
	return finite(s.x[0], s.x[1], s.f, s.g[0], s.g[1], s.h[0], s.h[1], s.h[2])
}

// A sym is a symmetric matrix: its entries 11, 12 and 22.
type sym [3]float64

func (h sym) times(x vec) vec { return vec{h[0]*x[0] + h[1]*x[1], h[1]*x[0] + h[2]*x[1]} }
func (h sym) det() float64    { return h[0]*h[2] - h[1]*h[1] }

// eigen has the eigenvalues, the smaller one first, and the unit vector of the larger one.
func (h sym) eigen() (lo, hi float64, of vec) {
	mean, half := (h[0]+h[2])/2, (h[0]-h[2])/2
	r := math.Hypot(half, h[1])
	if r == 0 {
		return mean, mean, vec{0, 1}
	}
	// The one with the larger size comes without cancellation, the other one from the determinant.
	lo, hi = mean-r, mean+r
	if det := h.det(); mean > 0 {
		lo = det / hi
	} else if mean < 0 {
		hi = det / lo
	}
	angle := math.Atan2(h[1], half) / 2
	return lo, hi, vec{math.Cos(angle), math.Sin(angle)}
}

// size is the largest absolute eigenvalue: the spectral norm.
func (h sym) size() float64 {
	lo, hi, _ := h.eigen()
	return max(math.Abs(lo), math.Abs(hi))
}

// singular is the largest determinant, beside the square of the size, with which a matrix is not solved.
const singular = 1e-14

// solve returns x with Hx = y; false where H is singular up to rounding.
func (h sym) solve(y vec) (vec, bool) {
	size := h.size()
	if d := h.det(); math.Abs(d) > singular*size*size && finite(d) {
		return vec{(h[2]*y[0] - h[1]*y[1]) / d, (h[0]*y[1] - h[1]*y[0]) / d}, true
	}
	return vec{}, false
}

// A nature is what the Hessian says of a place.
type nature int

const (
	degenerate nature = iota
	convexThere
	indefinite
	concaveThere
)

func (h sym) nature() nature {
	lo, hi, _ := h.eigen()
	least := 1e-9 * max(math.Abs(lo), math.Abs(hi))
	switch {
	case lo > least:
		return convexThere
	case hi < -least:
		return concaveThere
	case lo < -least && hi > least:
		return indefinite
	}
	return degenerate
}

// A function is what is minimised: a quadratic ½xᵀAx − bᵀx, or an expression.
type function struct {
	quadratic bool
	a         [2][2]float64 // as it is given
	s         sym           // (A + Aᵀ)/2
	b         vec
	e         *expression.Expression
	minima    []vec // all global ones, where they are known
	window    grid.Window
}

// at is f(x).
func (f *function) at(x vec) float64 {
	if !f.quadratic {
		return f.e.At(x[0], x[1])
	}
	ax := vec{f.a[0][0]*x[0] + f.a[0][1]*x[1], f.a[1][0]*x[0] + f.a[1][1]*x[1]}
	return dot(x, ax)/2 - dot(f.b, x)
}

// jet is f(x), the gradient and the Hessian.
func (f *function) jet(x vec) (value float64, g vec, h sym) {
	if f.quadratic {
		return f.at(x), add(f.s.times(x), -1, f.b), f.s
	}
	j := f.e.Jet(x[0], x[1])
	return j.Value, j.Gradient, j.Hessian
}

// gradient is ∇f(x) alone.
func (f *function) gradient(x vec) vec {
	if f.quadratic {
		return add(f.s.times(x), -1, f.b)
	}
	_, g := f.e.Gradient(x[0], x[1])
	return g
}

// convex reports whether f is known to be convex everywhere.
func (f *function) convex() bool {
	lo, _, _ := f.s.eigen()
	return f.quadratic && lo >= 0
}

// definite reports whether f is a quadratic with one minimum.
func (f *function) definite() bool { return f.quadratic && f.s.nature() == convexThere }

// unbounded reports whether f is a quadratic without a lower bound: with a negative curvature, or linear in a direction
// without curvature.
func (f *function) unbounded() bool {
	lo, hi, u := f.s.eigen()
	switch {
	case !f.quadratic || f.definite():
		return false
	case lo < 0:
		return true
	case hi == 0:
		return norm(f.b) > 0
	}
	return math.Abs(dot(f.b, vec{-u[1], u[0]})) > 1e-9*norm(f.b)
}

// kappa is the condition number of a quadratic with one minimum, and lipschitz the largest absolute eigenvalue L of
// its Hessian.
func (f *function) kappa() float64 {
	lo, hi, _ := f.s.eigen()
	return hi / lo
}

func (f *function) lipschitz() float64 { return f.s.size() }

// field is f at the nodes of a grid.
func (f *function) field() mark.FieldFunc {
	if f.quadratic {
		return func(dst []float64, g grid.Grid) {
			grid.Fill(dst, g, func(x, y float64) float64 { return f.at(vec{x, y}) })
		}
	}
	return f.e.Field()
}

// cost is that of one value, in terms.
func (f *function) cost() int {
	if f.quadratic {
		return 0
	}
	return f.e.Cost()
}

// The named functions as expressions, with their global minima and the part of the plane that shows them.
var named = map[string]struct {
	text   string
	minima []vec
	window grid.Window
}{
	rosenbrock: {"(1 - x1)^2 + 100*(x2 - x1^2)^2", []vec{{1, 1}}, grid.Window{X0: -2, X1: 2, Y0: -1, Y1: 3}},
	himmelblau: {
		"(x1^2 + x2 - 11)^2 + (x1 + x2^2 - 7)^2",
		[]vec{{3, 2}, {-2.805118086952745, 3.131312518250573}, {-3.779310253377747, -3.283185991286170}, {3.584428340330492, -1.848126526964404}},
		grid.Window{X0: -5, X1: 5, Y0: -5, Y1: 5},
	},
	beale: {
		"(1.5 - x1 + x1*x2)^2 + (2.25 - x1 + x1*x2^2)^2 + (2.625 - x1 + x1*x2^3)^2",
		[]vec{{3, 0.5}},
		grid.Window{X0: -4.5, X1: 4.5, Y0: -4.5, Y1: 4.5},
	},
}

// newFunction makes the function that the options name.
func newFunction(o options) (*function, error) {
	switch o.Function {
	case quadratic:
		f := &function{quadratic: true, a: [2][2]float64{vec(o.Matrix[0]), vec(o.Matrix[1])}, b: vec(o.Vector)}
		return f, f.scale(o.Kappa)
	case saddle:
		f := &function{quadratic: true, a: [2][2]float64{{2, 0}, {0, -2}}, window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}}
		return f, f.scale(0)
	case custom:
		e, err := expression.Parse(o.Expression, "x1", "x2")
		if err != nil {
			return nil, err
		}
		return &function{e: e, window: grid.Window{X0: -3, X1: 3, Y0: -3, Y1: 3}}, nil
	}
	n := named[o.Function]
	e, err := expression.Parse(n.text, "x1", "x2")
	return &function{e: e, minima: n.minima, window: n.window}, err
}

// scale completes a quadratic; a κ other than 0 replaces its larger eigenvalue.
func (f *function) scale(kappa float64) error {
	f.s = sym{f.a[0][0], (f.a[0][1] + f.a[1][0]) / 2, f.a[1][1]}
	if kappa != 0 {
		lo, _, u := f.s.eigen()
		switch {
		case kappa < 1:
			return algos.Refuse(say.Vars{"kappa": kappa}.Text("The condition number κ is <kappa>: give at least 1, or 0 for that of A."))
		case f.s.nature() != convexThere:
			return algos.Refuse("The condition number κ needs a positive definite matrix A: choose κ = 0, or another A.")
		}
		up := (kappa - 1) * lo
		f.s = sym{lo + up*u[0]*u[0], up * u[0] * u[1], lo + up*u[1]*u[1]}
		f.a = [2][2]float64{{f.s[0], f.s[1]}, {f.s[1], f.s[2]}}
	}
	if f.definite() {
		if x, ok := f.s.solve(f.b); ok {
			f.minima = []vec{x}
		}
	}
	return nil
}

// tex is the formula of f.
func (f *function) tex() say.Math {
	if f.quadratic {
		return `\tfrac12 x^\top A x - b^\top x`
	}
	return say.Math(f.e.TeX())
}
