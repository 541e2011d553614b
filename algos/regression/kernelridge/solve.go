package kernelridge

import (
	"context"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// factor returns the lower Cholesky factor of a symmetric matrix, row by row, or the
// first row at which its pivot is not above rounding, with that pivot's square.
func factor(a []float64, n int) (l []float64, row int, pivot float64) {
	l = make([]float64, n*n)
	for i := range n {
		for j := range i {
			l[i*n+j] = (a[i*n+j] - dot(l[i*n:i*n+j], l[j*n:j*n+j])) / l[j*n+j]
		}
		d := a[i*n+i] - dot(l[i*n:i*n+i], l[i*n:i*n+i])
		if !(d > 4*float64(n)*num.Ulp*math.Abs(a[i*n+i])) {
			return l, i, d
		}
		l[i*n+i] = math.Sqrt(d)
	}
	return l, -1, 0
}

// forward solves Lz = b and backward Lᵀx = z on the first m rows of a factor of n.
func forward(l []float64, n, m int, b []float64) []float64 {
	z := make([]float64, m)
	for i := range m {
		z[i] = (b[i] - dot(l[i*n:i*n+i], z[:i])) / l[i*n+i]
	}
	return z
}

func backward(l []float64, n, m int, z []float64) []float64 {
	x := slices.Clone(z[:m])
	for i := m - 1; i >= 0; i-- {
		x[i] /= l[i*n+i]
		for j := range i {
			x[j] -= x[i] * l[i*n+j]
		}
	}
	return x
}

func dot(a, b []float64) float64 {
	s := 0.0
	for i, v := range a {
		s += v * b[i]
	}
	return s
}

// refused says why the system has no factor.
func (t *task) refused(row int, pivot float64) error {
	v := say.Vars{"row": say.Row(row).Name(), "pivot": pivot, "lambda": t.Lambda}
	if !t.kernel.PSD() && pivot < -1e-9*math.Abs(t.gram[row*len(t.y)+row]) {
		return algos.Refuse(v.Text("At <row> the factor's pivot is <pivot>: with this kernel K + λI has a negative eigenvalue, so J has no minimum. Take " +
			"a larger λ, or a positive semi-definite kernel."))
	}
	if t.Lambda == 0 {
		return algos.Refuse(v.Text("At <row> the matrix K is numerically singular, and λ = 0 does not regularise it: many α fit equally well. Take λ > 0: " +
			"as λ falls to 0, f converges to the minimum-norm solution."))
	}
	return algos.Refuse(v.Text("At <row> K + λI is numerically singular: λ = <lambda> is too small relative to the kernel's values. Take a larger λ or " +
		"a smaller γ."))
}

// byRows takes the observations one at a time: each adds a row to the factor of
// K + λI and one entry to L⁻¹y, and then all coefficients follow from Lᵀα = z. Beside
// it a Gaussian process is conditioned on the same observations, by the covariance
// that is left, for a promise to compare with.
func (t *task) byRows(ctx context.Context, yield func(algos.Step) bool) {
	n := len(t.y)
	z := forward(t.chol, n, n, t.y)
	cov, mean := slices.Clone(t.gram), make([]float64, n)
	algos.Uses(ctx, &cov)
	now := t.look(make([]float64, n), 0)
	now.mean = slices.Clone(mean)
	if !yield(view{state: now, phase: starting}.step()) {
		return
	}
	for i := range n {
		pivot := t.chol[i*n+i]
		coming := *now
		coming.row, coming.miss, coming.pivot2 = i, z[i]*pivot, pivot*pivot
		if !yield(view{state: &coming, phase: factoring}.step()) {
			return
		}
		c, s := slices.Clone(cov[i*n:(i+1)*n]), cov[i*n+i]+t.Lambda
		e := t.y[i] - mean[i]
		for a := range n {
			mean[a] += c[a] * e / s
			for b := range n {
				cov[a*n+b] -= c[a] * c[b] / s
			}
		}
		alpha := make([]float64, n)
		copy(alpha, backward(t.chol, n, i+1, z))
		next := t.look(alpha, i+1)
		next.row, next.miss, next.pivot2 = i, coming.miss, coming.pivot2
		next.was, next.mean, next.steps = now.alpha, slices.Clone(mean), i+1
		if i == n-1 {
			next.status = algos.Status{State: algos.Converged, Reason: next.solved()}
		}
		if !yield(view{state: next, phase: adding}.step()) {
			return
		}
		now = next
	}
}

// byCoordinates sets one coefficient a step to its best value: the one that lowers
// the dual's distance most.
func (t *task) byCoordinates(yield func(algos.Step) bool) {
	now := t.begin()
	for yield(view{state: now, phase: phaseOf(now)}.step()) && !now.status.Final() {
		i := now.choose()
		alpha := slices.Clone(now.alpha)
		alpha[i] += now.left[i] / t.diagonal(i)
		next := t.look(alpha, len(t.y))
		next.row, next.steps, next.was, next.before = i, now.steps+1, now.alpha, now.bound
		next.end()
		now = next
	}
}

// choose is the row whose coefficient decreases J most: r²/(k + λ).
func (s *state) choose() int {
	best, most := 0, -1.0
	for i, r := range s.left {
		if g := r * r / s.diagonal(i); g > most {
			best, most = i, g
		}
	}
	return best
}

// byDirections is the method of conjugate gradients (Hestenes, Stiefel 1952), with
// residuals that are computed afresh at every step.
func (t *task) byDirections(yield func(algos.Step) bool) {
	now := t.begin()
	p := slices.Clone(now.left)
	for yield(view{state: now, phase: phaseOf(now)}.step()) && !now.status.Final() {
		ap := t.times(p)
		rr, curve := dot(now.left, now.left), dot(p, ap)
		alpha := slices.Clone(now.alpha)
		a := 0.0
		if curve > 0 {
			a = dot(now.left, p) / curve
		}
		for i := range alpha {
			alpha[i] += a * p[i]
		}
		next := t.look(alpha, len(t.y))
		next.steps, next.was, next.before = now.steps+1, now.alpha, now.bound
		next.slope, next.bend, next.length = dot(now.left, p), curve, a
		next.end()
		beta := 0.0
		if rr > 0 {
			beta = next.gap / rr
		}
		for i := range p {
			p[i] = next.left[i] + beta*p[i]
		}
		now = next
	}
}

// begin is α = 0, with all rows in.
func (t *task) begin() *state {
	s := t.look(make([]float64, len(t.y)), len(t.y))
	s.end()
	return s
}

// end judges whether an iteration has come to its end.
func (s *state) end() {
	switch tol := s.Tol * math.Sqrt(dot(s.y, s.y)); {
	case math.Sqrt(s.gap) <= tol:
		s.status = algos.Status{State: algos.Converged, Reason: s.solved()}
	case s.steps >= maxSteps:
		v := say.Vars{"n": s.steps, "gap": s.gap}
		s.status = algos.Status{
			State: algos.Exhausted,
			Reason: v.Text("After <n> iterations J may still be <gap> above its minimum. The smaller λ, the slower the convergence; the exact solver does " +
				"not depend on λ."),
		}
	}
}

// times is (K + λI)p.
func (t *task) times(p []float64) []float64 {
	n := len(t.y)
	q := make([]float64, n)
	for i := range q {
		q[i] = dot(t.gram[i*n:(i+1)*n], p) + t.Lambda*p[i]
	}
	return q
}

// diagonal is kᵢᵢ + λ.
func (t *task) diagonal(i int) float64 { return t.gram[i*len(t.y)+i] + t.Lambda }
