package ridge

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"playground/algos/regression/internal/lsq"
)

// A spectrum is ‖v − Zθ‖² + λ‖θ‖² in the coordinates of the singular directions of Z:
// everything about all λ at once. Z are the penalised columns and v the targets, both
// without their means where θ₀ is free.
type spectrum struct {
	d    []float64   // the singular values, the largest first; as many as there are columns
	u    [][]float64 // directions among the rows, one each
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

// priceOf is the λ at which ‖θ‖² is t: the norm falls with λ, so halving finds it. It is
// 0 for every t that least squares itself does not use up.
func (s *spectrum) priceOf(t float64) float64 {
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

// hats are the diagonal of the hat matrix at another λ, without the share of the mean.
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
