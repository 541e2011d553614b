package joint

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"playground/algos/linear/internal/logit"
)

// The same scores under the log-loss: with a soft maximum in the place of the hinge's
// one the problem is
//
//	½ Σ‖w_k‖² + C Σᵢ (log Σ_j e^{w_j·xᵢ} − w_yᵢ·xᵢ),
//
// a conditional random field whose structure is a single label. Its dual is
// C Σᵢ H(αᵢ/C) − ½‖Σᵢⱼ αᵢⱼ(Ψ(xᵢ, yᵢ) − Ψ(xᵢ, j))‖² over αᵢ ≥ 0 with Σ_j αᵢⱼ = C, where
// H is the entropy.

// A SoftSum is what a look at all points gives under the log-loss.
type SoftSum struct {
	Primal  float64
	Dual    float64  // of α = Cp: it meets the primal where the slope is 0
	Loss    float64  // Σ of the log-losses
	Slope   []Vector // of the primal
	Steep   float64  // its largest component, as a share of what it is a sum of
	Largest float64  // what a component is a sum of: C Σ max|x|
}

// Soft looks at all points.
func (d Data) Soft(w []Vector) SoftSum {
	s := SoftSum{Slope: make([]Vector, len(w))}
	made, p := make([]Vector, len(w)), make([]float64, len(w)) // the weights that α makes
	norm2, entropy := 0.0, 0.0
	for i, x := range d.X {
		Scores(p, w, x)
		s.Loss += logit.RowLoss(p, d.Y[i])
		logit.Softmax(p)
		for k := range w {
			share := -p[k]
			if k == d.Y[i] {
				share = others(p, k)
			}
			for c, v := range x {
				made[k][c] += d.Price * share * v
			}
		}
		entropy += Entropy(p)
		s.Largest += d.Price * max(math.Abs(x[0]), math.Abs(x[1]), x[2])
	}
	length := 0.0
	for k, v := range w {
		norm2 += dot(v, v)
		length += dot(made[k], made[k])
		for c := range v {
			s.Slope[k][c] = v[c] - made[k][c]
			if off := math.Abs(s.Slope[k][c]); off > 0 {
				s.Steep = max(s.Steep, off/s.Largest)
			}
		}
	}
	s.Primal, s.Dual = norm2/2+d.Price*s.Loss, d.Price*entropy-length/2
	return s
}

// others is what all but one of the probabilities add up to, which keeps its digits
// where that one is almost 1.
func others(p []float64, k int) (sum float64) {
	for j, v := range p {
		if j != k {
			sum += v
		}
	}
	return sum
}

// Entropy is −Σ p log p.
func Entropy(p []float64) (h float64) {
	for _, v := range p {
		if v > 0 {
			h -= v * math.Log(v)
		}
	}
	return h
}

// maxHalvings is how often a Newton step is halved at most.
const maxHalvings = 60

// Newton makes a Newton step under the log-loss, halved until the primal falls; not ok
// where rounding leaves nothing to gain.
func (d Data) Newton(w []Vector, s SoftSum) (next []Vector, halvings int, ok bool) {
	n := 3 * len(w)
	h, g := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	p := make([]float64, len(w))
	for i := range n {
		h.SetSym(i, i, 1)
		g.SetVec(i, s.Slope[i/3][i%3])
	}
	for _, x := range d.X {
		Scores(p, w, x)
		logit.Softmax(p)
		for a := range n {
			for b := a; b < n; b++ {
				q := -p[a/3] * p[b/3]
				if a/3 == b/3 {
					q = p[a/3] * others(p, a/3)
				}
				h.SetSym(a, b, h.At(a, b)+d.Price*q*x[a%3]*x[b%3])
			}
		}
	}
	var chol mat.Cholesky
	var step mat.VecDense
	if !chol.Factorize(h) || chol.SolveVecTo(&step, g) != nil {
		return nil, 0, false
	}
	gain := mat.Dot(g, &step)
	if !(gain > 0) {
		return nil, 0, false
	}
	next = make([]Vector, len(w))
	for length := 1.0; halvings <= maxHalvings; length /= 2 {
		for i := range n {
			next[i/3][i%3] = w[i/3][i%3] - length*step.AtVec(i)
		}
		// So near the minimum a whole step is right, and what it gains is below rounding.
		if gain < 1e-12*s.Primal || d.Soft(next).Primal <= s.Primal-1e-4*length*gain {
			return next, halvings, true
		}
		halvings++
	}
	return nil, 0, false
}
