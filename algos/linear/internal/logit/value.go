package logit

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Value is the loss at a place, with its derivatives in the frame.
type Value struct {
	Loss   float64
	Grad   []float64
	Hess   []float64 // row major
	Errors int       // rows whose class is not the most probable one
	Margin float64   // the least lead of a row's own score over all others
	Size   float64   // the largest |score|
}

// At returns the loss and its derivatives.
func (p *Problem) At(b []float64) Value {
	n := p.Len()
	v := Value{Loss: p.penalty(b), Grad: make([]float64, n), Hess: make([]float64, n*n), Margin: math.Inf(1)}
	f := make([]float64, p.K)
	e := make([]float64, p.K)
	for i, u := range p.U {
		y := p.Class[i]
		p.Scores(f, b, u)
		if Label(f) != y {
			v.Errors++
		}
		v.Margin = min(v.Margin, Lead(f, y))
		for _, s := range f {
			v.Size = max(v.Size, math.Abs(s))
		}
		v.Loss += lossAndShares(e, f, y)
		p.addHessian(v.Hess, e, u)
		errorsOf(e, y)
		addGradient(v.Grad, e[p.Free:], u)
	}
	mirror(v.Hess, n)
	for c := 0; c < n; c += 3 {
		for j := range 2 {
			v.Grad[c+j] += p.ridge[j] * b[c+j]
			v.Hess[(c+j)*n+c+j] += p.ridge[j]
		}
	}
	return v
}

// lossAndShares is [RowLoss], and sets prob to the probabilities as [Softmax] does. The
// exponentials, which are most of the work, are the same for both.
func lossAndShares(prob, f []float64, y int) float64 {
	top := y
	for k, v := range f {
		if v > f[top] {
			top = k
		}
	}
	sum, rest := 0.0, 0.0
	for k, v := range f {
		e := 1.0
		if d := v - f[top]; d != 0 {
			e = math.Exp(d)
		}
		prob[k] = e
		if sum += e; k != top {
			rest += e
		}
	}
	for k := range prob {
		prob[k] /= sum
	}
	return f[top] - f[y] + math.Log1p(rest)
}

// addGradient adds one row's −e_k·u.
func addGradient(g, e []float64, u [3]float64) {
	for k, r := range e {
		for j := range 3 {
			g[3*k+j] -= r * u[j]
		}
	}
}

// addHessian adds one row's p_k([k = l] − p_l) u uᵀ to the blocks on and above the
// diagonal.
func (p *Problem) addHessian(h, prob []float64, u [3]float64) {
	n := p.Len()
	for k := p.Free; k < p.K; k++ {
		for l := k; l < p.K; l++ {
			w := -prob[k] * prob[l]
			if k == l {
				w = prob[k] * others(prob, k) // 1 − p_k would lose the digits of a tiny rest
			}
			at := 3*(k-p.Free)*n + 3*(l-p.Free)
			first, second, third := h[at:at+3], h[at+n:at+n+3], h[at+2*n:at+2*n+3]
			w0, w1 := w*u[0], w*u[1] // the last coordinate is 1
			first[0] += w0 * u[0]
			first[1] += w0 * u[1]
			first[2] += w0
			second[1] += w1 * u[1]
			second[2] += w1
			third[2] += w
			if k != l { // else [mirror] fills the rest
				second[0] += w1 * u[0]
				third[0] += w0
				third[1] += w1
			}
		}
	}
}

// mirror fills a symmetric matrix below its diagonal.
func mirror(h []float64, n int) {
	for i := range n {
		for j := range i {
			h[i*n+j] = h[j*n+i]
		}
	}
}

func others(prob []float64, k int) float64 {
	sum := 0.0
	for l, v := range prob {
		if l != k {
			sum += v
		}
	}
	return sum
}

// Lead returns by how much the score of class y exceeds all others.
func Lead(f []float64, y int) float64 {
	lead := math.Inf(1)
	for k, v := range f {
		if k != y {
			lead = min(lead, f[y]-v)
		}
	}
	return lead
}

// SampleGradient returns the gradient from some rows alone: Σ −e u over them,
// with their share of the penalty.
func (p *Problem) SampleGradient(b []float64, rows []int) []float64 {
	g := make([]float64, p.Len())
	e := make([]float64, p.K)
	for _, i := range rows {
		p.Errors(e, b, i)
		addGradient(g, e[p.Free:], p.U[i])
	}
	share := float64(len(rows)) / float64(len(p.U))
	for c := 0; c < len(g); c += 3 {
		for j := range 2 {
			g[c+j] += share * p.ridge[j] * b[c+j]
		}
	}
	return g
}

// Curvature returns an upper bound of all eigenvalues of the Hessian, at any
// place, in the coordinates of the points: the largest eigenvalue of
// c·Σ x̃x̃ᵀ + diag(λ, λ, 0), with c = ¼ for two classes and one vector and ½ for
// any number. A gradient step below 2 divided by it lowers the loss.
func (p *Problem) Curvature() float64 {
	c := 0.5
	if p.K == 2 && p.Free == 1 {
		c = 0.25
	}
	h := mat.NewSymDense(3, nil)
	for _, x := range p.X {
		v := [3]float64{x[0], x[1], 1}
		for i := range 3 {
			for j := i; j < 3; j++ {
				h.SetSym(i, j, h.At(i, j)+c*v[i]*v[j])
			}
		}
	}
	for i := range 2 {
		h.SetSym(i, i, h.At(i, i)+p.Lambda)
	}
	var e mat.EigenSym
	if !e.Factorize(h, false) {
		return math.Inf(1)
	}
	return e.Values(nil)[2]
}
