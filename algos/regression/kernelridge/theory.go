package kernelridge

import (
	"context"
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

// A lossFit is the f = Σαᵢk(xᵢ, ·) with the least Σℓ(yᵢf(xᵢ)) + λ‖f‖² for targets ±1 and one loss ℓ. By
// the representer theorem 2λαᵢ is −ℓ′(yᵢf(xᵢ))yᵢ, whatever the loss.
type lossFit struct {
	alpha, f []float64
	total    float64 // Σℓ
}

// The three losses.
const (
	squaredLoss = iota
	logisticLoss
	hingeLoss
)

// loss is ℓ at a margin, and pull is −ℓ′; that of the hinge is anything from 0 to 1 at its kink.
func loss(kind int, margin float64) float64 {
	switch kind {
	case logisticLoss:
		return max(0, -margin) + math.Log1p(math.Exp(-math.Abs(margin)))
	case hingeLoss:
		return max(0, 1-margin)
	}
	return (1 - margin) * (1 - margin)
}

func pull(kind int, margin float64) float64 {
	if kind == logisticLoss {
		return 1 / (1 + math.Exp(margin))
	}
	return 2 * (1 - margin)
}

// signed reports whether all targets are −1 or 1, as the losses of a margin take them.
func (t *task) signed() bool {
	for _, y := range t.y {
		if math.Abs(y) != 1 {
			return false
		}
	}
	return true
}

// fitLosses fits the same points by the three losses.
func (t *task) fitLosses(ctx context.Context) [3]lossFit {
	var fits [3]lossFit
	if ctx.Err() != nil || !t.signed() || t.Lambda == 0 || !t.kernel.PSD() {
		return fits
	}
	for kind, alpha := range [][]float64{t.best, t.logistic(ctx), t.hinge(ctx)} {
		fit := lossFit{alpha: alpha, f: make([]float64, len(t.y))}
		for i := range t.y {
			fit.f[i] = dot(t.gram[i*len(t.y):(i+1)*len(t.y)], alpha)
			fit.total += loss(kind, t.y[i]*fit.f[i])
		}
		fits[kind] = fit
	}
	return fits
}

// logistic is Newton's method: with W = diag(−ℓ″) a step solves (I + √W K√W/(2λ))z = b, and is halved
// while the objective would rise.
func (t *task) logistic(ctx context.Context) []float64 {
	const most, settled = 100, 1e-15
	n := len(t.y)
	alpha := make([]float64, n)
	value := func(alpha []float64) (j float64, f []float64) {
		f = make([]float64, n)
		for i := range n {
			f[i] = dot(t.gram[i*n:(i+1)*n], alpha)
			j += loss(logisticLoss, t.y[i]*f[i]) + t.Lambda*alpha[i]*f[i]
		}
		return j, f
	}
	now, f := value(alpha)
	for range most {
		a, root, b := make([]float64, n*n), make([]float64, n), make([]float64, n)
		for i := range n {
			p := pull(logisticLoss, t.y[i]*f[i])
			root[i] = math.Sqrt(p * (1 - p))
			b[i] = root[i]*root[i]*f[i] + t.y[i]*p
		}
		for i := range n {
			for j := range n {
				a[i*n+j] = root[i] * root[j] * t.gram[i*n+j] / (2 * t.Lambda)
			}
			a[i*n+i]++
		}
		l, bad, _ := factor(a, n)
		if bad >= 0 || ctx.Err() != nil {
			break
		}
		c := make([]float64, n)
		for i := range n {
			c[i] = root[i] * dot(t.gram[i*n:(i+1)*n], b) / (2 * t.Lambda)
		}
		z := backward(l, n, n, forward(l, n, n, c))
		step, next, share := make([]float64, n), make([]float64, n), 1.0
		for i := range n {
			step[i] = (b[i]-root[i]*z[i])/(2*t.Lambda) - alpha[i]
		}
		then, g := now, f
		for ; share > settled; share /= 2 {
			for i := range n {
				next[i] = alpha[i] + share*step[i]
			}
			if then, g = value(next); then <= now {
				break
			}
		}
		if !(then < now) {
			if then == now {
				alpha = next
			}
			break
		}
		alpha, now, f = next, then, g
	}
	return alpha
}

// hinge is coordinate ascent in the dual of the support vector machine without an intercept, whose
// multipliers are between 0 and C = 1/(2λ).
func (t *task) hinge(ctx context.Context) []float64 {
	const work, settled = 40_000_000, 1e-14
	n, c := len(t.y), 1/(2*t.Lambda)
	alpha, f := make([]float64, n), make([]float64, n)
	for range max(100, work/(n*n)) {
		moved := 0.0
		for i := range n {
			k := t.gram[i*n+i]
			if !(k > 0) {
				continue
			}
			was := alpha[i] * t.y[i]
			is := max(0, min(c, was+(1-t.y[i]*f[i])/k))
			if is == was {
				continue
			}
			alpha[i] = is * t.y[i]
			for j := range n {
				f[j] += (is - was) * t.y[i] * t.gram[i*n+j]
			}
			moved = max(moved, math.Abs(is-was))
		}
		if moved <= settled*c || ctx.Err() != nil {
			break
		}
	}
	return alpha
}
