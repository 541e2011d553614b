package ridge

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"playground/algos/lsq"
	"playground/algos/regression/internal/gp"
	"playground/algos/regression/internal/penalised"
)

// A spectrum is ‖v − Zθ‖² + λ‖θ‖² in the coordinates of the singular directions of Z:
// everything about all λ at once. Z are the penalised columns and v the targets, both
// without their means where θ₀ is free.
type spectrum struct {
	d    []float64   // the singular values, the largest first; as many as there are columns
	u    [][]float64 // directions among the samples, one each
	w    [][]float64 // directions among the coefficients, one each
	c    []float64   // ⟨u, v⟩
	rest float64     // the square of what no θ explains
}

func newSpectrum(z [][]float64, v []float64) *spectrum {
	n, p := len(v), len(z)
	s := &spectrum{}
	largest := 0.0
	for _, column := range z {
		largest = max(largest, lsq.Norm(column))
	}
	if p > 0 && largest > 0 {
		_, e := math.Frexp(largest)
		scale := math.Ldexp(1, min(-e, 1000)) // a power of two: near 1 nothing overflows
		a := mat.NewDense(n, p, nil)
		for j, column := range z {
			for i, x := range column {
				a.Set(i, j, scale*x)
			}
		}
		s.factorise(a, scale, v)
	}
	left := append([]float64{}, v...)
	for k := range s.d {
		for i, u := range s.u[k] {
			left[i] -= s.c[k] * u
		}
	}
	norm := lsq.Norm(left)
	s.rest = norm * norm
	return s
}

// factorise keeps the directions that are more than rounding.
func (s *spectrum) factorise(a *mat.Dense, scale float64, v []float64) {
	var svd mat.SVD
	if !svd.Factorize(a, mat.SVDThin) {
		return
	}
	var u, w mat.Dense
	svd.UTo(&u)
	svd.VTo(&w)
	n, p := a.Dims()
	values := svd.Values(nil)
	for k, d := range values {
		if !(d > lsq.Tolerance(n, p)*values[0]) {
			break
		}
		left, right := mat.Col(nil, k, &u), mat.Col(nil, k, &w)
		s.d, s.u, s.w = append(s.d, d/scale), append(s.u, left), append(s.w, right)
		s.c = append(s.c, lsq.Dot(left, v))
	}
}

// share is d²/(d² + λ): what is left of the fit along a direction.
func (s *spectrum) share(k int, lambda float64) float64 {
	if lambda == 0 {
		return 1
	}
	r := math.Sqrt(lambda) / s.d[k] // d² may overflow
	return 1 / (1 + r*r)
}

// theta are the coefficients at another λ: V diag(d/(d² + λ)) Uᵀv.
func (s *spectrum) theta(lambda float64, p int) []float64 {
	theta := make([]float64, p)
	for k, d := range s.d {
		along := s.share(k, lambda) * s.c[k] / d
		for j, w := range s.w[k] {
			theta[j] += along * w
		}
	}
	return theta
}

// dof is Σ d²/(d² + λ): the degrees of freedom that the penalty leaves.
func (s *spectrum) dof(lambda float64) float64 {
	sum := 0.0
	for k := range s.d {
		sum += s.share(k, lambda)
	}
	return sum
}

// curves are the eigenvalues of ZᵀZ + λI for so many columns, the largest first.
func (s *spectrum) curves(lambda float64, columns int) []float64 {
	all := make([]float64, columns)
	for k := range all {
		if all[k] = lambda; k < len(s.d) {
			all[k] += s.d[k] * s.d[k]
		}
	}
	return all
}

// rss is the sum of squares at another λ.
func (s *spectrum) rss(lambda float64) float64 {
	sum := s.rest
	for k := range s.d {
		left := (1 - s.share(k, lambda)) * s.c[k]
		sum += left * left
	}
	return sum
}

// norm2 is ‖θ‖² at another λ.
func (s *spectrum) norm2(lambda float64) float64 {
	sum := 0.0
	for k, d := range s.d {
		along := s.share(k, lambda) * s.c[k] / d
		sum += along * along
	}
	return sum
}

// lambdaOf is the λ at which ‖θ‖² is t: the norm falls with λ, so halving finds it. It is
// 0 for every t that least squares itself does not use up.
func (s *spectrum) lambdaOf(t float64) float64 {
	if s.norm2(0) <= t {
		return 0
	}
	lo, hi := math.Inf(-1), 0.0
	for _, d := range s.d {
		hi = max(hi, 2*math.Log(d))
		if math.IsInf(lo, -1) || 2*math.Log(d) < lo {
			lo = 2 * math.Log(d)
		}
	}
	for s.norm2(math.Exp(hi)) > t && hi < 600 {
		hi += 5
	}
	for s.norm2(math.Exp(lo)) < t && lo > -600 {
		lo -= 5
	}
	for range 200 {
		middle := (lo + hi) / 2
		if s.norm2(math.Exp(middle)) > t {
			lo = middle
		} else {
			hi = middle
		}
	}
	return math.Exp((lo + hi) / 2)
}

// hats are the diagonal of the hat matrix at another λ, without the fraction of the mean.
func (s *spectrum) hats(lambda float64) []float64 {
	if len(s.u) == 0 {
		return nil
	}
	h := make([]float64, len(s.u[0]))
	for k := range s.d {
		share := s.share(k, lambda)
		for i, u := range s.u[k] {
			h[i] += share * u * u
		}
	}
	return h
}

// stations is how many λ a path has.
const stations = 121

// lambdas are the stations of the path.
func (t *task) lambdas() []float64 {
	lo, hi := t.lambdaRange()
	return penalised.Grid(math.Pow(10, lo), math.Pow(10, hi), stations)
}

// lambdaRange is the range of log₁₀λ that is worth a picture: from where every direction
// keeps nearly all to where none keeps anything, over twelve powers of ten at most.
func (t *task) lambdaRange() (lo, hi float64) {
	const most = 12
	lo, hi = -2, 2
	if d := t.modes.d; len(d) > 0 {
		lo, hi = 2*math.Log10(d[len(d)-1])-2, 2*math.Log10(d[0])+2
	}
	hi = min(max(math.Ceil(hi), -100), 100)
	lo = min(math.Floor(max(lo, hi-most)), hi-1)
	return lo, hi
}

// followPath is the solution for every λ, by the singular values.
func (t *task) followPath(ctx context.Context) penalised.Path {
	p := penalised.Path{Data: t.shrunk, Lambda: t.lambdas(), Scaled: t.data.Table}
	for _, lambda := range p.Lambda {
		if ctx.Err() != nil {
			return penalised.Path{}
		}
		p.Theta = append(p.Theta, t.modes.theta(lambda, len(t.shrunk.Columns)))
		p.Freedom = append(p.Freedom, t.modes.dof(lambda))
	}
	return p
}

// leaveOut is the error at samples held out one at a time along the path, without a second
// fit: a sample's residual grows by 1/(1 − h). It is nil where too few samples are left.
func (t *task) leaveOut(ctx context.Context) *penalised.Validation {
	n := float64(len(t.y))
	const fewest = 3
	if len(t.y) < fewest {
		return nil
	}
	v := &penalised.Validation{Lambda: t.lambdas(), Folds: len(t.y), Rows: len(t.y)}
	for i, lambda := range v.Lambda {
		if ctx.Err() != nil {
			return nil
		}
		out, ok := t.missed(lambda)
		if !ok {
			return nil
		}
		mean, squares := 0.0, 0.0
		for _, e := range out {
			mean += e * e / n
		}
		for _, e := range out {
			squares += (e*e - mean) * (e*e - mean) / (n - 1)
		}
		v.Out, v.Error = append(v.Out, mean), append(v.Error, math.Sqrt(squares/n))
		v.In = append(v.In, t.modes.rss(lambda)/n)
		if mean <= v.Out[v.Least] {
			v.Least = i
		}
	}
	return v
}

// sole is the fraction of a prediction, beside its own target's, that counts as none.
const sole = 1e-9

// missed is by how much each sample is missed when it is held out, at another λ; ok is false
// where a sample decides its own prediction alone.
func (t *task) missed(lambda float64) (out []float64, ok bool) {
	out, h := t.residualsAt(lambda), t.modes.hats(lambda)
	own := 0.0
	if t.Penalise == slopes {
		own = 1 / float64(len(t.y))
	}
	for i := range out {
		free := 1 - own
		if h != nil {
			free -= h[i]
		}
		if free < sole {
			return nil, false
		}
		out[i] /= free
	}
	return out, true
}

// residualsAt are the residuals of the solution at another λ. Far from the origin θ₀ lacks the digits that
// they need, and takes no part.
func (t *task) residualsAt(lambda float64) []float64 {
	if t.origin != nil && t.Penalise == slopes {
		return lsq.Residuals(t.centred.X, t.centred.Y, t.modes.theta(lambda, len(t.shrunk.Columns)))
	}
	return lsq.Residuals(t.x, t.y, t.at(lambda))
}

// leaving is the mean square error at samples held out one at a time; NaN where there is
// none.
func (t *task) leaving(lambda float64) float64 {
	out, ok := t.missed(lambda)
	if !ok {
		return math.NaN()
	}
	norm := lsq.Norm(out)
	return norm * norm / float64(len(out))
}

// mostRefits bounds the second route to what is found by formula.
const mostRefits = 200

// A leftOut is the error at samples that are held out one at a time.
type leftOut struct {
	formula, refits float64 // the mean square, by the hat matrix and by fitting again
	known           bool
	stretch         float64 // the largest 1/(1 − h)
	most            float64 // the largest residual of a sample held out
}

// refit fits once for each sample that is held out.
func (t *task) refit(ctx context.Context) leftOut {
	n := len(t.y)
	l := leftOut{formula: t.leaving(t.Lambda)}
	if math.IsNaN(l.formula) || n > mostRefits || t.singular() {
		return l
	}
	out, _ := t.missed(t.Lambda)
	l.stretch = 1
	for i, r := range t.residualsAt(t.Lambda) {
		l.most = max(l.most, math.Abs(out[i]))
		if r != 0 {
			l.stretch = max(l.stretch, out[i]/r)
		}
	}
	columns, targets := t.stacked, t.wanted
	if t.origin != nil {
		columns, targets = t.origin.Moved()
	}
	sum := 0.0
	for i := range n {
		if ctx.Err() != nil {
			return l
		}
		x := make([][]float64, len(columns))
		for j, column := range columns {
			x[j] = without(column, i)
		}
		f := lsq.Factor(x, without(targets, i))
		if f.Rank() < len(x) {
			return l
		}
		e := targets[i]
		for j, theta := range f.Theta() {
			e -= theta * columns[j][i]
		}
		sum += e * e
	}
	l.refits, l.known = sum/float64(n), true
	return l
}

// without is a copy that lacks entry i.
func without(a []float64, i int) []float64 {
	return append(append(make([]float64, 0, len(a)-1), a[:i]...), a[i+1:]...)
}

// solveDual is the mode of the posterior by conditioning the targets: with the prior
// variance τ² = σ²/λ they have the covariance τ²ZZᵀ + σ²I, and
//
//	E[θ | y] = τ²Zᵀ(τ²ZZᵀ + σ²I)⁻¹v
//
// It is nil where that is too much work, or has no answer in 16 digits.
func (t *task) solveDual(ctx context.Context) []float64 {
	n := len(t.y)
	if n > mostRefits || t.Lambda == 0 {
		return nil
	}
	tau2 := t.NoiseVar / t.Lambda
	a := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	for i := range n {
		if ctx.Err() != nil {
			return nil
		}
		for k := range i + 1 {
			for _, z := range t.centred.X {
				a.Data[i*n+k] += tau2 * z[i] * z[k]
			}
		}
		a.Data[i*n+i] += t.NoiseVar
	}
	alpha := append([]float64{}, t.centred.Y...)
	if !gp.Solve(a, alpha) {
		return nil
	}
	mode := make([]float64, len(t.shrunk.Columns))
	for j, z := range t.centred.X {
		mode[j] = tau2 * lsq.Dot(z, alpha)
	}
	return mode
}
