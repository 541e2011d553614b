package gp

import (
	"context"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"

	"playground/algos/kernel/covariance"
)

// Evidence returns log p(y), and its derivatives by the logarithms of the kernel's
// numbers, in reading order, and of the noise variance:
//
//	∂ log p(y)/∂θ = ½ tr((ααᵀ − (K+σ²I)⁻¹) ∂K/∂θ)
//
// ok is false where K+σ²I is singular to working precision, or not finite, and where
// the context has ended. It is what the ascent climbs: by [Fit] where there are few
// observations, and otherwise by a factorisation in blocks, several times as fast. It
// shares nothing with [Posterior], which is drawn.
//
// Source: Rasmussen and Williams, eq. (5.9).
func Evidence(ctx context.Context, k covariance.Kernel, noise float64, x [][2]float64, y []float64) (value float64, gradient []float64, ok bool) {
	n := len(x)
	if n <= few {
		f, ok := NewFit(ctx, k, noise, x, y)
		if !ok {
			return 0, nil, false
		}
		return f.LogEvidence(), f.Gradient(ctx), true
	}
	return inBlocks(ctx, k, noise, x, y)
}

// few is up to how many observations blocks save nothing.
const few = 96

// inBlocks is [Evidence] for many observations.
func inBlocks(ctx context.Context, k covariance.Kernel, noise float64, x [][2]float64, y []float64) (value float64, gradient []float64, ok bool) {
	n := len(x)
	l := blas64.General{Rows: n, Cols: n, Stride: n, Data: make([]float64, n*n)}
	top, norm, ok := gram(ctx, l, k, noise, x)
	if !ok || !cholesky(l) {
		return 0, nil, false
	}
	value = -float64(n) / 2 * math.Log(2*math.Pi)
	for i := range n {
		d := l.Data[i*n+i]
		if d*d <= singular(n)*top {
			return 0, nil, false
		}
		value -= math.Log(d)
	}
	alpha := append([]float64{}, y...)
	v := blas64.Vector{N: n, Inc: 1, Data: alpha}
	blas64.Trsv(blas.NoTrans, lower(l), v)
	value -= blas64.Dot(v, v) / 2
	blas64.Trsv(blas.Trans, lower(l), v)
	if ctx.Err() != nil {
		return 0, nil, false
	}
	if inverse(l); norm*norm1(l) > worstCondition {
		return 0, nil, false
	}
	gradient = contract(l.Data, alpha, k, noise, x)
	return value, gradient, Finite(value) && ctx.Err() == nil
}

// worstCondition is the condition number beyond which a solution has no digits left.
const worstCondition = 1e16

// norm1 is the largest sum of the absolute values of a column of a symmetric matrix, of
// which the lower half is there.
func norm1(a blas64.General) float64 {
	sums := make([]float64, a.Rows)
	for i := range sums {
		row, own := a.Data[i*a.Stride:i*a.Stride+i], math.Abs(a.Data[i*a.Stride+i])
		for j, v := range row {
			v = math.Abs(v)
			sums[j] += v
			own += v
		}
		sums[i] += own
	}
	return floats.Max(sums)
}

// kernelWork is about how many multiplications a value of a kernel takes.
const kernelWork = 16

// gram sets the lower half of a to K+σ²I, and returns the largest entry on its diagonal
// and its norm.
func gram(ctx context.Context, a blas64.General, k covariance.Kernel, noise float64, x [][2]float64) (top, norm float64, ok bool) {
	n := len(x)
	inTurns(n, kernelWork*n, func(from, to int) {
		values := covariance.NewRows(k)
		for i := from; i < to && ctx.Err() == nil; i++ {
			values.Fill(a.Data[i*n:i*n+i+1], x[i], x[:i+1])
			a.Data[i*n+i] += noise
		}
	})
	if ctx.Err() != nil {
		return 0, 0, false
	}
	for i := range n {
		top = max(top, a.Data[i*n+i])
		for _, v := range a.Data[i*n : i*n+i+1] {
			if !(math.Abs(v) <= MaxKernel) {
				return 0, 0, false
			}
		}
	}
	return top, norm1(a), true
}

// contract is the gradient for an inverse of which the lower half is there. Every pair
// counts twice, but for those on the diagonal.
func contract(inv, alpha []float64, k covariance.Kernel, noise float64, x [][2]float64) []float64 {
	n, m := len(x), len(k.Values())
	parts := make([][]float64, (n+panelSize-1)/panelSize) // summed in one order, whichever is ready first
	inTurns(n, kernelWork*(m+1)*n, func(from, to int) {
		g := make([]float64, m+1)
		slopes, by, room := covariance.NewRows(k), make([][]float64, m), make([]float64, m*to)
		weight := make([]float64, to)
		for i := from; i < to; i++ {
			for q := range by {
				by[q] = room[q*to : q*to+i+1]
			}
			w := weight[:i+1]
			slopes.Slopes(w, by, x[i], x[:i+1])
			// The kernel's values are not needed any more: their row takes the weights.
			for j, v := range inv[i*n : i*n+i+1] {
				w[j] = alpha[i]*alpha[j] - v
			}
			w[i] /= 2
			g[m] += w[i] * noise
			for q, d := range by {
				g[q] += floats.Dot(w, d)
			}
		}
		parts[from/panelSize] = g
	})
	g := make([]float64, m+1)
	for _, part := range parts {
		floats.Add(g, part)
	}
	return g
}
