package logit

import "math"

// A Direction is a Newton step d = −H⁻¹g.
type Direction struct {
	D []float64
	// Decrement is √(gᵀH⁻¹g). Half its square is how far the quadratic model
	// expects the loss to be above its minimum; it does not depend on
	// coordinates. It is NaN where the loss still slopes but all its curvature is
	// lost in rounding, as where every probability is 0 or 1 and some are wrong.
	Decrement float64
}

// Step returns the Newton step from b. With K vectors the same shift of all of
// them changes no probability, and the Hessian is singular along it; the step
// has no part in that direction. A parameter that the points say nothing about
// stays where it is.
func (p *Problem) Step(v Value) Direction {
	n := len(v.Grad)
	h := append([]float64{}, v.Hess...)
	if p.Free == 0 {
		p.pin(h)
	}
	d := Direction{D: make([]float64, n)}
	for i, g := range v.Grad {
		d.D[i] = -g
	}
	lost := solve(h, d.D)
	if p.Free == 0 {
		p.centre(d.D)
	}
	square := 0.0
	for i, g := range v.Grad {
		square -= g * d.D[i]
	}
	if d.Decrement = math.Sqrt(max(0, square)); lost {
		d.Decrement = math.NaN()
	}
	return d
}

// change is the largest one of any score that the step d would make. At a minimum it
// vanishes with the decrement; where there is none it stays near 1.
func (p *Problem) change(d []float64) float64 {
	most, f := 0.0, make([]float64, p.K)
	for _, u := range p.U {
		p.Scores(f, d, u)
		lo, hi := f[0], f[0]
		for _, s := range f {
			lo, hi = min(lo, s), max(hi, s)
		}
		most = max(most, hi-lo)
	}
	return most
}

// pin makes the Hessian regular along common shifts of all vectors without
// changing it across them: it adds 11ᵀ/K ⊗ D with D of the Hessian's own size.
func (p *Problem) pin(h []float64) {
	n := p.Len()
	k := float64(p.K)
	for j := range 3 {
		size := 0.0
		for c := j; c < n; c += 3 {
			size += h[c*n+c] / k
		}
		for c := j; c < n; c += 3 {
			for d := j; d < n; d += 3 {
				h[c*n+d] += size / k
			}
		}
	}
}

// centre takes off a direction what all vectors have in common, which is nothing but
// rounding.
func (p *Problem) centre(d []float64) {
	for j := range 3 {
		sum := 0.0
		for c := j; c < len(d); c += 3 {
			sum += d[c]
		}
		for c := j; c < len(d); c += 3 {
			d[c] -= sum / float64(p.K)
		}
	}
}

// solve replaces r by the solution of Hx = r for a positive semi-definite H, by a
// square-root-free Cholesky factorisation of H scaled to a unit diagonal. A
// variable whose pivot is lost in rounding is left at 0; lost says that r has more
// than rounding in it. It overwrites h.
func solve(h, r []float64) (lost bool) {
	n := len(r)
	given := append([]float64{}, r...)
	scale := make([]float64, n)
	for i := range n {
		if d := h[i*n+i]; d > 0 {
			scale[i] = 1 / math.Sqrt(d)
		}
	}
	for i := range n {
		r[i] *= scale[i]
		for j := range n {
			h[i*n+j] = h[i*n+j] * scale[i] * scale[j]
		}
	}
	least := float64(n) * 16 * ulp
	pivot := make([]float64, n)
	for j := range n {
		d := h[j*n+j]
		for k := range j {
			d -= h[j*n+k] * h[j*n+k] * pivot[k]
		}
		if !(d > least) {
			continue // pivot[j] = 0
		}
		pivot[j] = d
		for i := j + 1; i < n; i++ {
			s := h[i*n+j]
			for k := range j {
				s -= h[i*n+k] * h[j*n+k] * pivot[k]
			}
			h[i*n+j] = s / d
		}
	}
	for i := range n {
		for k := range i {
			if pivot[k] > 0 {
				r[i] -= h[i*n+k] * r[k]
			}
		}
	}
	for i := n - 1; i >= 0; i-- {
		if pivot[i] == 0 {
			lost = lost || math.Abs(r[i]) > 1e-9*math.Abs(given[i]*scale[i]) || scale[i] == 0 && given[i] != 0
			r[i] = 0
			continue
		}
		r[i] /= pivot[i]
		for k := i + 1; k < n; k++ {
			if pivot[k] > 0 {
				r[i] -= h[k*n+i] * r[k]
			}
		}
	}
	for i := range n {
		r[i] *= scale[i]
	}
	return lost
}

// A Trial is a step length that the line search tried.
type Trial struct{ Length, Loss float64 }

// armijo is the share of the linear model's decrease that a step must make.
const armijo = 1e-4

// halvings is the most of them in one line search: the shortest step is 2⁻⁴⁰.
const halvings = 40

// Search tries the lengths 1, ½, ¼, … and stops at the first that lowers the
// loss enough (Armijo's rule); found is false where none does, because rounding
// hides the descent. Where the expected gain is lost in the rounding of the loss,
// the full step is taken as it is.
func (p *Problem) Search(b []float64, v Value, d Direction) (trials []Trial, found bool) {
	blind := 4 * ulp * float64(len(p.U)+8) * (1 + math.Abs(v.Loss))
	square := d.Decrement * d.Decrement
	for s := 1.0; len(trials) <= halvings; s /= 2 {
		t := Trial{s, p.Loss(Moved(b, s, d.D))}
		trials = append(trials, t)
		if square < blind || t.Loss <= v.Loss-armijo*s*square {
			return trials, true
		}
	}
	return trials, false
}

// Moved returns b + s·d.
func Moved(b []float64, s float64, d []float64) []float64 {
	out := make([]float64, len(b))
	for i := range b {
		out[i] = b[i] + s*d[i]
	}
	return out
}

// Minimum runs Newton's method from zero to the minimum without telling the
// story, and reports whether it got there.
func (p *Problem) Minimum(tol float64, cap int) (b []float64, v Value, ok bool) {
	b = make([]float64, p.Len())
	v = p.At(b)
	for range cap {
		d := p.Step(v)
		if d.Decrement <= tol {
			return b, v, p.change(d.D) < 0.01
		}
		trials, found := p.Search(b, v, d)
		if !found {
			return b, v, false
		}
		b = Moved(b, trials[len(trials)-1].Length, d.D)
		v = p.At(b)
	}
	return b, v, false
}
