package newton

import (
	"context"
	"math"
	"math/cmplx"
	"slices"
)

// A law says how errors depend on those before.
type law int

const (
	unknown   law = iota
	linear        // e/e → |1 − m/k|
	quadratic     // e/e² → |g″/2g′|
	product       // of the secant method: e/(e·e) → |g″/2g′|
)

// A reference is the root with which iterates are compared. It is worked out from where the run ends by other means:
// the modified method, and changes of sign around it.
type reference struct {
	known  bool
	x      float64
	unsure float64 // by how much x may be off
	order  float64 // the multiplicity k of the root; below 1 where g is steeper than a line; NaN: not known
	law    law
	limit  float64 // of the ratio; NaN: none
	curve  float64 // |g″/2g′| at a simple root
}

// refer finds the root.
func (t *task) refer() reference {
	last := t.own.path[len(t.own.path)-1]
	r := reference{order: math.NaN(), limit: math.NaN(), curve: math.NaN()}
	near := last.x
	if bracket := t.Method == bisection && t.own.end == exhausted; t.own.end != converged && t.own.end != standing && !bracket {
		roots := t.roots()
		if len(roots) == 0 || t.Method == minimise || t.own.end == oneSign || t.own.end == jump {
			return r
		}
		near = roots[0]
		for _, x := range roots {
			if math.Abs(x-t.Start) < math.Abs(near-t.Start) {
				near = x
			}
		}
	}
	r.order, r.x = t.order(near), near
	for range 2 { // where the run ends far from the root, its multiplicity shows at the root alone
		r.x = t.polish(r.x, r.order)
		if k := t.order(r.x); k != r.order && !(math.Abs(k-r.order) <= 0.01*r.order) {
			r.order = k
		}
	}
	if math.IsNaN(r.order) {
		return r
	}
	if r.unsure = t.unsure(r.x, r.order); math.IsNaN(r.unsure) {
		return r
	}
	if r.known = t.Method != bisection || last.a <= r.x && r.x <= last.b; !r.known {
		return r
	}
	at := t.jet(r.x)
	if r.order == 1 {
		r.curve = math.Abs(at.dd / (2 * at.d))
	}
	m := t.factor(t.Method)
	switch {
	case t.Method == bisection:
	case r.order == 1 && finite(r.curve) && r.curve*scale(r.x) > 1e-6 && m == 1:
		r.law, r.limit = quadratic, r.curve
		if t.Method == secants {
			r.law = product
		}
	case t.Method != secants && m != r.order:
		r.law, r.limit = linear, math.Abs(1-m/r.order)
	case t.Method != secants && r.order > 1:
		if c := t.cofactor(r.x, r.order); c*scale(r.x) > 1e-6 {
			r.law, r.limit = quadratic, c
		}
	}
	return r
}

// cofactor is |h′/(k·h)| at a root of f = (x − x*)ᵏ·h, which is the limit of e/e² with k times the step: there
// k·f/f′ = e − e²·h′/(k·h) + …
func (t *task) cofactor(root, k float64) float64 {
	const beside = 1e-3
	sum := 0.0
	for _, e := range []float64{beside, -beside} {
		it := t.jet(root + e)
		sum += (1 - k*it.g/(it.d*e)) / e
	}
	return math.Abs(sum / 2)
}

// order is the multiplicity of a root near x: u = g/g′ has the derivative 1/k there. It is looked at from both sides,
// nearer and nearer, until it no longer changes.
func (t *task) order(x float64) float64 {
	last := math.NaN()
	for h := 1e-2; h > 1e-7; h /= 10 {
		sum, n := 0.0, 0.0
		for _, side := range []float64{h, -h} {
			it := t.jet(x + side*max(1, 1e-4*math.Abs(x)))
			if u := 1 - it.g*it.dd/(it.d*it.d); finite(u) && u > 0.01 {
				sum, n = sum+u, n+1
			}
		}
		k := n / sum
		if math.Abs(k-last) <= 0.03*k {
			return whole(k)
		}
		last = k
	}
	return math.NaN()
}

// whole is the whole number, or the reciprocal of one, next to k.
func whole(k float64) float64 {
	const off = 0.1
	if n := math.Round(k); n >= 1 && math.Abs(k-n) < off {
		return n
	}
	if n := math.Round(1 / k); n >= 1 && math.Abs(1/k-n) < off {
		return 1 / n
	}
	return k
}

// polish is the place of the least |g| that the modified method reaches, or a short decimal beside it at which g is 0.
func (t *task) polish(x, order float64) float64 {
	best := t.jet(x)
	for range 40 {
		it := t.jet(x)
		if math.Abs(it.g) < math.Abs(best.g) {
			best = it
		}
		next := x - order*it.g/it.d
		if it.g == 0 || !finite(next) || next == x || order < 1 {
			break
		}
		x = next
	}
	for _, parts := range []float64{1, 2, 4, 8, 10, 100, 1000} {
		short := math.Round(best.x*parts) / parts
		if math.Abs(short-best.x) <= 1e-6*scale(best.x) && t.jet(short).g == 0 {
			return short
		}
	}
	return best.x
}

// unsure bounds how far x may be from the root: g, or g′ where the multiplicity is even, changes its sign there; NaN
// where it does not.
func (t *task) unsure(x, order float64) float64 {
	value := func(x float64) float64 {
		it := t.jet(x)
		if math.Mod(order, 2) == 0 {
			return it.d
		}
		return it.g
	}
	changes := 0
	for d := max(ulp(x), 1e-300); d < 1e-3*scale(x); d *= 2 {
		l, r := value(x-d), value(x+d)
		if l < 0 && r > 0 || l > 0 && r < 0 {
			if changes++; changes == 2 {
				return 2 * d
			}
		} else {
			changes = 0
		}
	}
	return math.NaN()
}

// A basins is the roots in the complex plane by which places are told apart.
type basins struct {
	roots []complex128
	half  float64 // the picture shows the square with the sides ± half
}

const (
	mostRoots = 6  // as many as there are colours, and one for all other places
	rounds    = 40 // iterations for a place
)

// complexly reports whether f is differentiable in the complex plane and agrees with f on the real line.
func (t *task) complexly() bool {
	if _, ok := t.f.Analytic(); !ok || t.Method != tangents {
		return false
	}
	for i := range 41 {
		x := -4.1 + 0.2*float64(i)
		real, _ := t.f.Complex(complex(x, 0))
		if y := t.f.At(x); finite(y) && !(cmplx.Abs(real-complex(y, 0)) <= 1e-9*scale(y)) {
			return false
		}
	}
	return true
}

// settle iterates from a place; false where it does not converge.
func (t *task) settle(z complex128) (complex128, bool) {
	m := complex(t.factor(tangents), 0)
	for range rounds {
		v, d := t.f.Complex(z)
		step := m * v / d
		if v == 0 {
			return z, true
		}
		if z -= step; !(cmplx.Abs(z) < 1e8) {
			return z, false
		}
		if cmplx.Abs(step) <= 1e-7*max(1, cmplx.Abs(z)) {
			return z, true
		}
	}
	return z, false
}

// apart tells two roots apart: those of a multiple one end a little beside each other.
const apart = 1e-3

// findBasins finds the roots from a grid of starts; nil where the complex plane has no picture.
func (t *task) findBasins(ctx context.Context) *basins {
	if !t.complexly() {
		return nil
	}
	w := t.window()
	b := &basins{half: max(-w.X0, w.X1)}
	const side = 22
	for j := range side {
		if ctx.Err() != nil {
			return b
		}
		for i := range side {
			z := complex(b.half*(2*(float64(i)+0.5)/side-1), b.half*(2*(float64(j)+0.47)/side-1))
			end, ok := t.settle(z)
			if ok && b.class(end) < 0 {
				b.roots = append(b.roots, end)
			}
		}
	}
	slices.SortStableFunc(b.roots, func(p, q complex128) int {
		if d := cmplx.Abs(p) - cmplx.Abs(q); math.Abs(d) > apart {
			return int(math.Copysign(1, d))
		}
		if d := real(p) - real(q); math.Abs(d) > apart {
			return int(math.Copysign(1, d))
		}
		return int(math.Copysign(1, imag(p)-imag(q)))
	})
	b.roots = b.roots[:min(len(b.roots), mostRoots)]
	return b
}

// class is the number of a root, −1 for none of them.
func (b *basins) class(z complex128) int {
	for i, r := range b.roots {
		if cmplx.Abs(z-r) <= apart*max(1, cmplx.Abs(r)) {
			return i
		}
	}
	return -1
}

// of is the basin of a place; all places without one of the roots are in the last class.
func (t *task) of(b *basins, x, y float64) int {
	z, ok := t.settle(complex(x, y))
	if k := b.class(z); ok && k >= 0 {
		return k
	}
	return len(b.roots)
}
