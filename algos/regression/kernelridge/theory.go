package kernelridge

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"playground/algos/kernel"
	"playground/algos/num"
)

// A spectrum is K = UMUᵀ with the targets in its coordinates: everything about all λ at
// once.
type spectrum struct {
	mu []float64 // falling
	b  []float64 // Uᵀy
	u  []float64 // n×n row major: u[i*n+k] is entry i of the k-th eigenvector; nil: not found
}

func newSpectrum(gram, y []float64) *spectrum {
	n := len(y)
	s := &spectrum{mu: make([]float64, n), b: make([]float64, n)}
	values, vectors, ok := kernel.Eigen(gram, n)
	if !ok {
		return s
	}
	s.u = make([]float64, n*n)
	for k := range n {
		s.mu[k] = values[n-1-k]
		for i := range n {
			s.u[i*n+k] = vectors[i*n+n-1-k]
			s.b[k] += s.u[i*n+k] * y[i]
		}
	}
	return s
}

// least is the smallest eigenvalue, and rounding what eigenvalues are known to.
func (s *spectrum) least() float64 { return s.mu[len(s.mu)-1] }

func (s *spectrum) rounding() float64 {
	return 4 * float64(len(s.mu)) * num.Ulp * max(math.Abs(s.mu[0]), math.Abs(s.least()))
}

// shrinkage is μ/(μ + λ): what is left of the targets along an eigenvector. Eigenvalues
// below rounding count as 0.
func (s *spectrum) shrinkage(k int, lambda float64) float64 {
	mu := s.mu[k]
	if math.Abs(mu) <= s.rounding() {
		mu = 0
	}
	if mu == 0 {
		return 0
	}
	return mu / (mu + lambda)
}

// effective is the number of parameters that λ leaves, tr K(K + λI)⁻¹.
func (s *spectrum) effective(lambda float64) float64 {
	sum := 0.0
	for k := range s.mu {
		sum += s.shrinkage(k, lambda)
	}
	return sum
}

// A fitAt is what the ridge with one λ comes to: training and leave-one-out error,
// ‖f‖² and the effective parameters.
type fitAt struct{ train, out, norm2, effective float64 }

// at works one λ > 0 out in O(n²). The leave-one-out residual is that of the full fit, αᵢ/Gᵢᵢ with G = (K + λI)⁻¹.
func (s *spectrum) at(lambda float64) fitAt {
	n := len(s.mu)
	var r fitAt
	for i := range n {
		alpha, g := 0.0, 0.0
		for k := range n {
			u, w := s.u[i*n+k], 1/(s.positive(k)+lambda)
			alpha += u * s.b[k] * w
			g += u * u * w
		}
		r.train += lambda * lambda * alpha * alpha
		r.out += alpha * alpha / (g * g)
	}
	for k := range n {
		w := s.b[k] / (s.positive(k) + lambda)
		r.norm2 += s.positive(k) * w * w
		r.effective += s.positive(k) / (s.positive(k) + lambda)
	}
	r.train, r.out = math.Sqrt(r.train/float64(n)), math.Sqrt(r.out/float64(n))
	return r
}

func (s *spectrum) positive(k int) float64 { return max(0, s.mu[k]) }

// leftOut is y − f at row i, where f was fitted without it: by the formula, from the
// factor, and by a fit without the row.
func (t *task) leftOut(i int) (formula, refit float64, ok bool) {
	n := len(t.y)
	unit := make([]float64, n)
	unit[i] = 1
	g := backward(t.chol, n, n, forward(t.chol, n, n, unit))
	var rows []int
	for j := range n {
		if j != i {
			rows = append(rows, j)
		}
	}
	m := len(rows)
	a, y := make([]float64, m*m), make([]float64, m)
	for p, j := range rows {
		y[p] = t.y[j]
		for q, k := range rows {
			a[p*m+q] = t.gram[j*n+k]
		}
		a[p*m+p] += t.Lambda
	}
	l, bad, _ := factor(a, m)
	if bad >= 0 {
		return 0, 0, false
	}
	f := 0.0
	for p, c := range backward(l, m, m, forward(l, m, m, y)) {
		f += c * t.gram[i*n+rows[p]]
	}
	return t.best[i] / g[i], t.y[i] - f, true
}

// An aside is g = k(z, ·) − Σ cᵢ k(xᵢ, ·), which is orthogonal to all k(xᵢ, ·) and so 0 at
// all data, and how much of it is added.
type aside struct {
	expansion         // g: the rows seen and then z
	at        float64 // g(z) = ‖g‖²
	t         float64 // of g that is added
}

// perpendicular makes f⊥ at the reader's point; false where the kernel functions span everything
// there, as far as can be computed.
func (s *state) perpendicular() (aside, bool) {
	z := s.XQuery
	if s.Dim == 1 {
		z[1] = 0
	}
	n, m := len(s.y), s.seen
	const dependent, nothing = 1e-13, 1e-6
	kz := s.kernel.At(z, z)
	a := aside{expansion: expansion{s.kernel, append(append([][2]float64{}, s.x[:m]...), z), make([]float64, m+1)}}
	// A factor of K that leaves out rows whose kernel functions those before them span.
	var rows []int
	l := make([]float64, m*m)
	v := make([]float64, 0, m)
	rest := kz
	for i := range m {
		p := len(rows)
		row := l[p*m : p*m+m]
		for q, j := range rows {
			row[q] = (s.gram[i*n+j] - dot(row[:q], l[q*m:q*m+q])) / l[q*m+q]
		}
		d := s.gram[i*n+i] - dot(row[:p], row[:p])
		if !(d > dependent*s.gram[i*n+i]) {
			continue
		}
		row[p] = math.Sqrt(d)
		w := (s.kernel.At(s.x[i], z) - dot(row[:p], v)) / row[p]
		v, rows = append(v, w), append(rows, i)
		rest -= w * w
	}
	if !(rest > nothing*kz) {
		return aside{}, false
	}
	for p, c := range backward(l, m, len(rows), v) {
		a.coef[rows[p]] = -c
	}
	a.coef[m], a.at = 1, rest
	a.t = 1 / rest
	if s.Dim == 1 {
		a.t = (s.XQuery[1] - s.curve().value(z)) / rest
	}
	return a, !math.IsInf(a.t, 0) && !math.IsNaN(a.t)
}

// sum is f + t·g.
func (s *state) sum(a aside) expansion {
	e := expansion{s.kernel, a.centres, make([]float64, len(a.coef))}
	for i, c := range a.coef {
		e.coef[i] = a.t * c
		if i < s.seen {
			e.coef[i] += s.alpha[i]
		}
	}
	return e
}

// features is φ with ⟨φ(x), φ(z)⟩ = k(x, z) for kernels that have finitely many; nil for
// the others.
func (t *task) features() func(x [2]float64) []float64 {
	if t.Options.Kernel == "linear" {
		return func(x [2]float64) []float64 { return x[:t.Dim] }
	}
	if t.Options.Kernel != "poly" || t.Coef0 < 0 {
		return nil
	}
	d, others := t.Degree, t.Degree
	if t.Dim == 1 {
		others = 0
	}
	return func(x [2]float64) []float64 {
		var phi []float64
		for a := 0; a <= d; a++ {
			for b := 0; b <= min(others, d-a); b++ {
				c := math.Round(fact(d) / (fact(a) * fact(b) * fact(d-a-b)))
				w := c * math.Pow(t.Gamma, float64(a+b)) * math.Pow(t.Coef0, float64(d-a-b))
				phi = append(phi, math.Sqrt(w)*math.Pow(x[0], float64(a))*math.Pow(x[1], float64(b)))
			}
		}
		return phi
	}
}

func fact(n int) float64 {
	f := 1.0
	for i := 2; i <= n; i++ {
		f *= float64(i)
	}
	return f
}

// primal is ridge regression on the features of the rows seen, by the QR factors of
// [Φ; √λ I], which squares no condition number: its values at these rows, and a bound of
// what rounding did to them.
func (s *state) primal(phi func([2]float64) []float64) (f []float64, rounding float64, ok bool) {
	p := len(phi(s.x[0]))
	b, y := mat.NewDense(s.seen+p, p, nil), mat.NewDense(s.seen+p, 1, nil)
	for i := range s.seen {
		b.SetRow(i, phi(s.x[i]))
		y.Set(i, 0, s.y[i])
	}
	for k := range p {
		b.Set(s.seen+k, k, math.Sqrt(s.Lambda))
	}
	var qr mat.QR
	qr.Factorize(b)
	var w mat.Dense
	if err := qr.SolveTo(&w, false, y); err != nil && !isCondition(err) {
		return nil, 0, false
	}
	f = make([]float64, s.seen)
	for i := range f {
		f[i] = dot(b.RawRowView(i), w.RawMatrix().Data)
	}
	// With a backward error E of the matrix B the values move by ‖E‖‖w‖ + ‖E‖√J/(2√λ),
	// and ‖E‖ is some p(m+p) ulps of ‖B‖.
	e := 4 * float64(p*(s.seen+p)) * num.Ulp * mat.Norm(b, 2)
	return f, e * (mat.Norm(&w, 2) + math.Sqrt(s.objective/s.Lambda)/2), true
}

// isCondition: a bad condition is a warning, and what it does is bounded.
func isCondition(err error) bool {
	_, ok := err.(mat.Condition)
	return ok
}
