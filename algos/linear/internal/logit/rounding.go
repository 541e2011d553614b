package logit

import (
	"math"

	"playground/algos/num"
)

// sigmoid is 1/(1+e^{−z}); it keeps its digits where it is tiny.
func sigmoid(z float64) float64 {
	if z < 0 {
		e := math.Exp(z)
		return e / (1 + e)
	}
	return 1 / (1 + math.Exp(-z))
}

// logOdds is log(p_k/(1 − p_k)) = f_k − log Σ_{j≠k} e^{f_j}.
func logOdds(f []float64, k int) float64 {
	top, sum := math.Inf(-1), 0.0
	for j, s := range f {
		if j != k {
			top = max(top, s)
		}
	}
	for j, s := range f {
		if j != k {
			sum += math.Exp(s - top)
		}
	}
	return f[k] - top - math.Log(sum)
}

// RowRounding bounds how far the loss of a row moves when differences of its
// scores f move by so much: its slope is 1 − p_y, which hardly changes a loss that
// is almost 0.
func RowRounding(f []float64, y int, moved float64) float64 {
	if moved == 0 {
		return 0
	}
	if rest := sigmoid(moved - logOdds(f, y)); rest < 1 {
		return moved * rest
	}
	return moved
}

// Terms is the largest Σ|terms| of a score at u; all roundings of scores are
// relative to it.
func Terms(b []float64, u [3]float64) float64 {
	most := 0.0
	for c := 0; c < len(b); c += 3 {
		most = max(most, math.Abs(b[c]*u[0])+math.Abs(b[c+1]*u[1])+math.Abs(b[c+2]))
	}
	return most
}

// scores is how many roundings, at most, are in a difference of two scores: those
// of their products and sums, and those of the coordinates in the frame.
const scores = 16

// ScoreRounding bounds what rounding has done to any difference of two scores at b.
func (p *Problem) ScoreRounding(b []float64) float64 {
	most := 0.0
	for _, u := range p.U {
		most = max(most, Terms(b, u))
	}
	return scores * ulp * most
}

// Blur returns a function that bounds by how much rounding has moved the errors
// e_k = [k = y] − p_k of a row at b. Rounding moves scores by their terms, but a
// probability that is 0 or 1 stays what it is, however long the score is.
func (p *Problem) Blur(b []float64) func(i int) []float64 {
	f, off := make([]float64, p.K), make([]float64, p.K)
	return func(i int) []float64 {
		p.Scores(f, b, p.U[i])
		moved := scores * ulp * Terms(b, p.U[i])
		for k := range off {
			z := -math.Abs(logOdds(f, k)) // of p_k or 1 − p_k, the smaller
			off[k] = sigmoid(z+moved) - sigmoid(z) + 4*ulp*sigmoid(z)
			if !(off[k] <= 1) { // the scores are beyond all numbers
				off[k] = 1
			}
		}
		return off
	}
}

// LossRounding bounds what rounding has done to a loss at b: a sum of rows, each
// with rounded scores.
func (p *Problem) LossRounding(b []float64, loss float64) float64 {
	f, sum := make([]float64, p.K), ulp*float64(len(p.U)+8*p.K)*math.Abs(loss)
	for i, u := range p.U {
		p.Scores(f, b, u)
		sum += RowRounding(f, p.Class[i], scores*ulp*Terms(b, u))
	}
	return sum
}

// A Moment is Σ_t e_t x̃_t of one class, which is its part of −∇L without the
// penalty, in the coordinates of the points.
type Moment struct {
	Pull     [2]float64 // Σ e x
	Sum      float64    // Σ e
	Along, N Size       // of the pull, of the sum
}

// A Size is what a sum that vanishes at the minimum is made of.
type Size struct {
	Terms     float64 // Σ|terms|
	Curvature float64 // aᵀHa of the direction a along which it is the slope
	Rounding  float64
}

// Moments sums up the errors of a row, which are computed elsewhere, class by class.
func (p *Problem) Moments(b []float64, errors func(i int) []float64) []Moment {
	out, blur := make([]Moment, p.K), p.Blur(b)
	for i, x := range p.X {
		e, off, r := errors(i), blur(i), length(x)
		for k := range out {
			m, w := &out[k], math.Abs(e[k])*(1-math.Abs(e[k]))
			m.Pull[0], m.Pull[1], m.Sum = m.Pull[0]+e[k]*x[0], m.Pull[1]+e[k]*x[1], m.Sum+e[k]
			m.Along.add(math.Abs(e[k])*r, w*r*r, off[k]*r)
			m.N.add(math.Abs(e[k]), w, off[k])
		}
	}
	n := float64(len(p.X))
	for k := range out {
		m := &out[k]
		m.Along.Rounding += 4 * ulp * (n + 8) * m.Along.Terms
		m.N.Rounding += ulp * (n + 8) * m.N.Terms
	}
	return out
}

func (s *Size) add(terms, curvature, rounding float64) {
	s.Terms, s.Curvature, s.Rounding = s.Terms+terms, s.Curvature+curvature, s.Rounding+rounding
}

// Most is the largest of two sizes.
func (s Size) Most(t Size) Size {
	return Size{max(s.Terms, t.Terms), max(s.Curvature, t.Curvature), max(s.Rounding, t.Rounding)}
}

// Hull says how far Σ α_i z_i is from 0, of terms of what size, and how far rounding
// may have moved it: a convex combination of the rows z, whose weights have been
// rounded once.
func Hull(rows []int, weights []float64, z func(row int) [3]float64) (off, size, rounding float64) {
	var sum [3]num.Sum
	for k, i := range rows {
		for j, x := range z(i) {
			sum[j].Add(weights[k] * x)
		}
	}
	for _, s := range sum {
		off, size, rounding = math.Hypot(off, s.Value), max(size, s.Size()), math.Hypot(rounding, s.Rounding())
	}
	return off, size, rounding
}
