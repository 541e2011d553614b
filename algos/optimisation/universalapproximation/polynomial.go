package universalapproximation

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A best is the best uniform approximation of a sample by a few functions: E. Ya. Remez (1934) on a finite
// set. Its error alternates at one place more than there are functions. The measure μ at these
// places annihilates the functions, and has the total variation 1: so every combination g of them has
// sup|f − g| ≥ |∫(f − g) dμ| = |∫f dμ| (C. de la Vallée Poussin, 1910).
type best struct {
	coefficients []float64
	sup          float64
	at           []int // the places of the alternation
	mu           []float64
}

// remez exchanges one place at a time for that of the largest error.
func remez(s sample, basis []func(x float64) float64) best {
	m := len(basis)
	b := best{at: make([]int, m+1)}
	for i := range b.at {
		c := 0.5 - 0.5*math.Cos(math.Pi*float64(i)/float64(m))
		b.at[i] = int(math.Round(c * float64(len(s.x)-1)))
	}
	const most = 200
	for range most {
		level, ok := b.level(s, basis)
		if !ok {
			return b
		}
		worst := 0
		b.sup = 0
		for i := range s.x {
			if e := math.Abs(b.off(s, basis, i)); e > b.sup {
				worst, b.sup = i, e
			}
		}
		if b.sup <= level*(1+1e-11)+1e-14 || !b.exchange(s, basis, worst) {
			return b
		}
	}
	return b
}

// level solves g(x_i) + (−1)^i E = f(x_i) at the alternation, and for μ. It returns |E|.
func (b *best) level(s sample, basis []func(x float64) float64) (float64, bool) {
	n := len(b.at)
	a, y, e := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for i, at := range b.at {
		for j, phi := range basis {
			a.Set(i, j, phi(s.x[at]))
		}
		a.Set(i, n-1, 1-2*float64(i%2))
		y.SetVec(i, s.y[at])
	}
	e.SetVec(n-1, 1)
	var theta, mu mat.VecDense
	if theta.SolveVec(a, y) != nil || mu.SolveVec(a.T(), e) != nil {
		return 0, false
	}
	b.coefficients, b.mu = theta.RawVector().Data[:n-1:n-1], mu.RawVector().Data
	return math.Abs(theta.AtVec(n - 1)), true
}

// off is f − g at a place.
func (b *best) off(s sample, basis []func(x float64) float64, i int) float64 {
	e := s.y[i]
	for j, phi := range basis {
		e -= b.coefficients[j] * phi(s.x[i])
	}
	return e
}

// exchange puts a place among the alternation, in the stead of a neighbour with the same sign of the error; false
// where it is there already.
func (b *best) exchange(s sample, basis []func(x float64) float64, place int) bool {
	n := len(b.at)
	same := func(k int) bool { return b.off(s, basis, b.at[k])*b.off(s, basis, place) >= 0 }
	k := 0
	for k < n && b.at[k] < place {
		k++
	}
	switch {
	case k < n && b.at[k] == place:
		return false
	case k == 0 && same(0):
		b.at[0] = place
	case k == 0:
		copy(b.at[1:], b.at[:n-1])
		b.at[0] = place
	case k == n && same(n-1):
		b.at[n-1] = place
	case k == n:
		copy(b.at, b.at[1:])
		b.at[n-1] = place
	case same(k):
		b.at[k] = place
	default:
		b.at[k-1] = place
	}
	return true
}

// integral is ∫f dμ.
func (b best) integral(s sample) float64 {
	sum := 0.0
	for i, at := range b.at {
		sum += b.mu[i] * s.y[at]
	}
	return sum
}
