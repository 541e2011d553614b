package smo

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"
)

// Pairs crawl where the problem is badly scaled: each is optimal, and all of them
// together zigzag along a narrow valley. A face step then moves all free
// variables at once, as an active-set method does.

// A Face is such a step: what it moved and gained.
type Face struct {
	Free int     // how many variables were free
	Hit  int     // how many of them met a bound
	Gain float64 // by how much the objective fell
}

// Limits of a face step: the most free variables, and the work of finding their
// eigenvectors, in multiplications, before it stops to look for more.
const (
	maxFace     = 200
	maxFaceWork = 300_000_000
)

// Face minimises over all free variables at once: with vₖ = yₖαₖ the step is the
// minimum of E·d + ½dᵀKd with Σd = 0, cut off where a variable meets its bound,
// and then the same on the smaller face, until none does. Where K is singular on
// the face the objective is a slope there, and the step goes down it to the box.
// ok is false, and nothing changes, where there are too few or too many free
// variables, where the objective is not convex on the face, or where rounding is
// all there is to gain.
func (s *Solver) Face() (face Face, ok bool) {
	before, alpha, e, drift := s.Objective(), slices.Clone(s.alpha), slices.Clone(s.e), s.drift
	rows := s.free()
	face.Free = len(rows)
	work := 0
	for len(rows) >= 3 && len(rows) <= maxFace && work < maxFaceWork {
		newton, slope, ok := s.directions(rows)
		if !ok {
			break
		}
		hit := s.along(rows, newton, 1)
		if hit == 0 {
			hit = s.along(rows, slope, math.Inf(1))
		}
		if hit == 0 {
			break
		}
		face.Hit += hit
		work += 10 * len(rows) * len(rows) * len(rows)
		rows = s.free()
	}
	s.Refresh()
	if face.Gain = before - s.Objective(); !(face.Gain > 0) {
		s.restore(alpha, e, drift)
		return Face{}, false
	}
	return face, true
}

// free returns the variables strictly inside the box.
func (s *Solver) free() []int {
	var rows []int
	for k := range s.alpha {
		if s.up[k] && s.low[k] {
			rows = append(rows, k)
		}
	}
	return rows
}

func (s *Solver) restore(alpha, e []float64, drift float64) {
	copy(s.alpha, alpha)
	copy(s.e, e)
	s.drift = drift
	for k := range s.alpha {
		s.mark(k)
	}
}

// directions splits the way to the minimum on the face into the step to it where
// the objective is curved, and the descent where it is not. ok is false where it
// is curved downwards.
func (s *Solver) directions(rows []int) (newton, slope []float64, ok bool) {
	if newton, ok := s.curved(rows); ok {
		return newton, make([]float64, len(rows)), true
	}
	f := len(rows)
	// PKP and −PE with the projection P onto Σd = 0.
	k := mat.NewSymDense(f, nil)
	g := make([]float64, f)
	rowMean := make([]float64, f)
	total, meanE := 0.0, 0.0
	for a, i := range rows {
		row := s.k.Row(i)
		for b, j := range rows {
			rowMean[a] += row[j] / float64(f)
			if b >= a {
				k.SetSym(a, b, row[j])
			}
		}
		total += rowMean[a] / float64(f)
		meanE += s.e[i] / float64(f)
	}
	for a := range rows {
		for b := a; b < f; b++ {
			k.SetSym(a, b, k.At(a, b)-rowMean[a]-rowMean[b]+total)
		}
		g[a] = meanE - s.e[rows[a]]
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(k, true) {
		return nil, nil, false
	}
	values := eigen.Values(nil)
	var u mat.Dense
	eigen.VectorsTo(&u)
	// Eigenvalues are computed to about f·ulp of the largest.
	flat := 8 * float64(f) * ulp * max(values[f-1], -values[0])
	if values[0] < -flat {
		return nil, nil, false
	}
	newton, slope = make([]float64, f), make([]float64, f)
	for m, lambda := range values {
		c := 0.0
		for a := range g {
			c += u.At(a, m) * g[a]
		}
		d, by := newton, c/lambda
		if lambda <= flat {
			d, by = slope, c
		}
		for a := range d {
			d[a] += by * u.At(a, m)
		}
	}
	balance(newton)
	balance(slope)
	steepest := 0.0
	for _, x := range slope {
		steepest = max(steepest, math.Abs(x))
	}
	if steepest <= 4*s.drift { // not told apart from rounding
		clear(slope)
	}
	return newton, slope, true
}

// curved returns the step to the minimum where the objective is curved in every
// direction of the face, which a Cholesky factor shows for a tenth of the work of
// the eigenvectors: with the level λ that keeps Σd = 0,
//
//	(K + σ11ᵀ) d = λ1 − E,
//
// where σ > 0 adds nothing on Σd = 0 and makes the matrix positive definite.
func (s *Solver) curved(rows []int) (newton []float64, ok bool) {
	f := len(rows)
	k := blas64.Symmetric{N: f, Stride: f, Data: make([]float64, f*f), Uplo: blas.Upper}
	right := blas64.General{Rows: f, Cols: 2, Stride: 2, Data: make([]float64, 2*f)} // E and 1
	for a, i := range rows {
		row := s.k.Row(i)
		for b := a; b < f; b++ {
			k.Data[a*f+b] = row[rows[b]] + s.size
		}
		right.Data[2*a], right.Data[2*a+1] = s.e[i], 1
	}
	factor, ok := lapack64.Potrf(k)
	if !ok {
		return nil, false
	}
	least, most := math.Inf(1), 0.0
	for a := range rows {
		pivot := factor.Data[a*f+a]
		least, most = min(least, pivot), max(most, pivot)
	}
	if least < leastPivot*most {
		return nil, false
	}
	lapack64.Potrs(factor, right)
	sumE, sum1 := 0.0, 0.0
	for a := range rows {
		sumE += right.Data[2*a]
		sum1 += right.Data[2*a+1]
	}
	newton = make([]float64, f)
	for a := range newton {
		newton[a] = sumE/sum1*right.Data[2*a+1] - right.Data[2*a]
	}
	balance(newton)
	return newton, true
}

// leastPivot is the pivot of the factor, as a share of the largest, below which
// curvature is told from rounding by eigenvectors only.
const leastPivot = 1e-6

// balance removes what rounding has left of Σd.
func balance(d []float64) {
	mean := 0.0
	for _, x := range d {
		mean += x / float64(len(d))
	}
	for a := range d {
		d[a] -= mean
	}
}

// along moves yₖαₖ by t·dₖ with the largest t ≤ most that the box allows, and
// returns how many variables met their bound. Where nothing stops it, it does
// not move. Only the errors of these rows follow.
func (s *Solver) along(rows []int, d []float64, most float64) (hit int) {
	t := most
	for a, k := range rows {
		if d[a] != 0 {
			t = min(t, room(s.y[k]*d[a], s.alpha[k], s.c[k])/math.Abs(d[a]))
		}
	}
	if math.IsInf(t, 1) {
		return 0
	}
	for a, k := range rows {
		if d[a] == 0 {
			continue
		}
		sign := s.y[k] * d[a]
		bound := t*math.Abs(d[a]) >= room(sign, s.alpha[k], s.c[k])
		if bound {
			hit++
		}
		from := s.alpha[k]
		s.alpha[k] = arrive(from, sign, t*math.Abs(d[a]), bound, s.c[k])
		s.mark(k)
		dv, row := s.y[k]*(s.alpha[k]-from), s.k.Row(k)
		for _, other := range rows {
			s.e[other] += dv * row[other]
		}
	}
	return hit
}
