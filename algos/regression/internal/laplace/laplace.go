// Package laplace is the mathematics of Gaussian process classification by Laplace's
// approximation: labels y = ±1 with the probability σ(y f(x)), f ~ GP(0, k). Newton's
// method finds the mode of
//
//	ψ(f) = Σ log σ(yᵢfᵢ) − ½ fᵀK⁻¹f,
//
// and the Gaussian with the same mode and curvature stands for the posterior. It tells
// no story.
//
// Source: C. E. Rasmussen and C. K. I. Williams, Gaussian Processes for Machine Learning,
// MIT Press 2006, algorithms 3.1 and 3.2.
package laplace

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"playground/algos/kernel/covariance"
	"playground/algos/num"
	"playground/algos/regression/internal/gp"
)

// A Problem is labelled inputs and a prior.
type Problem struct {
	K    covariance.Kernel
	X    [][2]float64
	Y    []float64      // −1 or +1
	Gram blas64.General // k(xᵢ, xⱼ)
}

// New returns the problem of a kernel.
func New(k covariance.Kernel, x [][2]float64, y []float64) *Problem {
	n := len(x)
	p := &Problem{K: k, X: x, Y: y, Gram: blas64.General{Rows: n, Cols: n, Stride: max(1, n), Data: make([]float64, n*n)}}
	rows := covariance.NewRows(k)
	for i := range n {
		row := p.Gram.Data[i*n : (i+1)*n]
		rows.Fill(row[:i+1], x[i], x[:i+1])
		for j := range i {
			p.Gram.Data[j*n+i] = row[j]
		}
	}
	return p
}

// A State is an iterate of Newton's method with the step that it plans. It never
// changes.
type State struct {
	*Problem
	F     []float64 // the latent values, f = K a
	A     []float64 // the coefficients of the mean m(x) = Σ aᵢ k(xᵢ, x)
	Log   float64   // log p(y|f)
	Quad  float64   // −½ fᵀK⁻¹f
	Grad  []float64 // of log p(y|f): how hard each likelihood pulls
	W     []float64 // minus its second derivatives
	Det   float64   // log|B|, B = I + W^½ K W^½
	Delta float64   // Newton's decrement: the quadratic promises that ψ rises by Δ²/2

	root []float64         // W^½
	l    blas64.Triangular // the factor of B
	newA []float64         // where the full step leads
	newF []float64
}

// Bare is the state without the factor of B: it can tell its numbers, and neither step nor
// predict.
func (s *State) Bare() *State {
	bare := *s
	bare.l = blas64.Triangular{}
	return &bare
}

// Psi is the objective ψ.
func (s *State) Psi() float64 { return s.Log + s.Quad }

// Evidence is Laplace's approximation of log p(y), at the mode.
func (s *State) Evidence() float64 { return s.Psi() - s.Det/2 }

// Sigmoid is 1/(1+e^{−z}); it keeps its digits where it is tiny.
func Sigmoid(z float64) float64 {
	if z < 0 {
		e := math.Exp(z)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-z))
}

// logSigmoid is log σ(z).
func logSigmoid(z float64) float64 { return min(0, z) - math.Log1p(math.Exp(-math.Abs(z))) }

// leastWeight keeps W^½ and its inverse numbers where a probability is 0 or 1 to working precision.
const leastWeight = 1e-200

// Start is the iterate f = 0.
func (p *Problem) Start() *State {
	n := len(p.Y)
	return p.at(make([]float64, n), make([]float64, n), make([]float64, n*n))
}

// at is the iterate f = K a, with its plan. The factor of B goes into the room.
func (p *Problem) at(f, a, room []float64) *State {
	n := len(p.Y)
	s := &State{Problem: p, F: f, A: a, Grad: make([]float64, n), W: make([]float64, n), root: make([]float64, n)}
	s.Log, s.Quad = objective(p.Y, f, a)
	for i, y := range p.Y {
		s.Grad[i] = y * Sigmoid(-y*f[i])
		s.W[i] = max(leastWeight, Sigmoid(f[i])*Sigmoid(-f[i]))
		s.root[i] = math.Sqrt(s.W[i])
	}
	s.plan(room)
	return s
}

func objective(y, f, a []float64) (logP, quad float64) {
	for i := range y {
		logP += logSigmoid(y[i] * f[i])
		quad -= a[i] * f[i] / 2
	}
	return logP, quad
}

// plan factorises B and works out the full step, in the order of algorithm 3.1:
//
//	b = Wf + ∇log p,  a = b − W^½ Lᵀ\(L\(W^½ K b)),  f = K a.
func (s *State) plan(room []float64) {
	n := len(s.Y)
	b := blas64.General{Rows: n, Cols: n, Stride: max(1, n), Data: room}
	for i, r := range s.root {
		k, row, roots := s.Gram.Data[i*n:i*n+i+1], b.Data[i*n:i*n+i+1], s.root[:i+1]
		for j, v := range k {
			row[j] = r * v * roots[j]
		}
		row[i]++
	}
	if n > 0 && !gp.Cholesky(b) {
		panic("laplace: B = I + W^½KW^½ has a pivot that is not positive")
	}
	s.l = blas64.Triangular{N: n, Stride: b.Stride, Data: b.Data, Uplo: blas.Lower, Diag: blas.NonUnit}
	for i := range n {
		s.Det += 2 * math.Log(b.Data[i*n+i])
	}
	s.newA = s.Response()
	c := s.times(s.newA)
	for i := range c {
		c[i] *= s.root[i]
	}
	s.solve(c)
	for i := range c {
		s.newA[i] -= s.root[i] * c[i]
	}
	s.newF = s.times(s.newA)
	square := 0.0
	for i := range s.F {
		square += (s.Grad[i] - s.A[i]) * (s.newF[i] - s.F[i])
	}
	s.Delta = math.Sqrt(max(0, square))
}

// Response is b = Wf + ∇log p: the working responses z = f + ∇/W, times their weights.
func (s *State) Response() []float64 {
	b := make([]float64, len(s.F))
	for i, f := range s.F {
		b[i] = s.W[i]*f + s.Grad[i]
	}
	return b
}

// Planned are the latent values and the coefficients to which the full step leads.
func (s *State) Planned() (f, a []float64) { return s.newF, s.newA }

// times is K v.
func (p *Problem) times(v []float64) []float64 {
	out := make([]float64, len(v))
	if len(v) > 0 {
		blas64.Gemv(blas.NoTrans, 1, p.Gram, vector(v), 0, vector(out))
	}
	return out
}

// solve replaces v by B⁻¹v.
func (s *State) solve(v []float64) {
	if len(v) > 0 {
		blas64.Trsv(blas.NoTrans, s.l, vector(v))
		blas64.Trsv(blas.Trans, s.l, vector(v))
	}
}

func vector(v []float64) blas64.Vector { return blas64.Vector{N: len(v), Inc: 1, Data: v} }

// most is how often a step is halved.
const most = 40

// Step goes the planned step, halved until ψ does not fall; share is how much of it was
// gone, 0 where nothing rises.
func (s *State) Step() (next *State, share float64) {
	return s.step(make([]float64, len(s.F)*len(s.F)))
}

// step is Step with room for the next factor.
func (s *State) step(room []float64) (next *State, share float64) {
	n := len(s.F)
	f, a := make([]float64, n), make([]float64, n)
	psi := s.Psi()
	share = 1
	for range most {
		for i := range f {
			f[i], a[i] = s.F[i]+share*(s.newF[i]-s.F[i]), s.A[i]+share*(s.newA[i]-s.A[i])
		}
		if share == 1 {
			copy(f, s.newF) // without the rounding of the sum
			copy(a, s.newA)
		}
		// What rounding may do takes as long to bound as a product with K: only where it matters.
		if logP, quad := objective(s.Y, f, a); logP+quad >= psi || logP+quad >= psi-s.Rounding() {
			return s.at(f, a, room), share
		}
		share /= 2
	}
	return s, 0
}

// Rounding bounds that of ψ: of its terms, and of f, each of which is a sum of n products.
func (s *State) Rounding() float64 {
	var sum num.Sum
	n := float64(len(s.F))
	for i, f := range s.F {
		l := logSigmoid(s.Y[i] * f)
		sum.Add(l, 4*math.Abs(l))
		sum.Add(s.A[i]*f/2, 4*math.Abs(s.A[i]*f))
	}
	return sum.Rounding() + (n+8)*num.Ulp*s.Moved()
}

// Moved is by how much ψ and a product with f move when every entry of K moves by a share of itself:
// Σ|∇ᵢ||aⱼ|Kᵢⱼ and Σ|aᵢ||aⱼ|Kᵢⱼ.
func (s *State) Moved() float64 {
	sizes := s.Sizes()
	sum := 0.0
	for i := range s.F {
		sum += (math.Abs(s.Grad[i]) + math.Abs(s.A[i])) * sizes[i]
	}
	return sum
}

// Sizes are Σⱼ|Kᵢⱼ aⱼ|: of what size the terms of f are.
func (s *State) Sizes() []float64 {
	n := len(s.F)
	sizes := make([]float64, n)
	for i := range n {
		for j, k := range s.Gram.Data[i*n : (i+1)*n] {
			sizes[i] += math.Abs(k * s.A[j])
		}
	}
	return sizes
}

// MaxSteps bounds Newton's method, which needs some ten steps.
const MaxSteps = 60

// near is the decrement below which a step moves nothing that can be seen: Newton's method converges
// quadratically, so the iterate is off by its square.
const near = 1e-9

// Ends reports whether the run ends here, after a step from an iterate: at the mode, or where rounding hides what is
// left. The start is no end even where nothing is left to move: a is not yet ∇log p.
func (s *State) Ends(before *State) bool {
	return s.Delta <= near || s.Delta >= before.Delta && s.Delta*s.Delta <= s.Rounding()
}

// Mode goes to the mode. It fails where the steps do not come to an end, or the context has ended.
func (p *Problem) Mode(ctx context.Context) (*State, bool) {
	s := p.Start()
	for range MaxSteps {
		if ctx.Err() != nil {
			return s, false
		}
		next, share := s.step(s.l.Data) // which a step does not need, and nobody else has
		if share == 0 {
			return s, false
		}
		if next.Ends(s) {
			return next, true
		}
		s = next
	}
	return s, false
}
