// Package joint is the mathematics of classes with a weight vector each, trained
// together: the form of Crammer and Singer,
//
//	½ Σ‖w_k‖² + C Σᵢ max_j (Δ(yᵢ, j) + w_j·xᵢ − w_yᵢ·xᵢ).
//
// [Data.Measure] looks at weights, [Data.Block] and [Data.Face] raise the dual, and
// [Piece] finds where two classes share the lead.
package joint

import "math"

// A Vector is a point with its constant coordinate, or the weights of a class.
type Vector = [3]float64

func dot(a, b Vector) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }

// size is what the products of a score come to: far from the origin they are large,
// and the score is not.
func size(a, b Vector) float64 {
	return math.Abs(a[0]*b[0]) + math.Abs(a[1]*b[1]) + math.Abs(a[2]*b[2])
}

// MaxClasses is the most classes.
const MaxClasses = 8

// Data are the rows and what mistakes cost.
type Data struct {
	X     []Vector    // the rows with their constant coordinate 1 (or 0)
	Y     []int       // the class of each row, counted from 0
	Cost  [][]float64 // Δ(y, j), with zeros on the diagonal
	Price float64     // C: of a slack
}

// Best returns the place of the largest value, the first of several.
func Best(values []float64) int {
	k := 0
	for j, v := range values {
		if v > values[k] {
			k = j
		}
	}
	return k
}

// Scores sets dst to w_k·x of every class.
func Scores(dst []float64, w []Vector, x Vector) {
	for k := range w {
		dst[k] = dot(w[k], x)
	}
}

// Violation is the loss-augmented prediction: the class j with the largest
// Δ(y, j) + w_j·x, the first of several but y before all, and the structured hinge
// ξ = Δ(y, j) + w_j·x − w_y·x ≥ 0.
func Violation(score, delta []float64, y int) (j int, xi float64) {
	j = y
	for k := range score {
		if v := delta[k] + score[k] - score[y]; v > xi {
			j, xi = k, v
		}
	}
	return j, xi
}

// A Sum is what a look at all points gives for given weights.
type Sum struct {
	Primal   float64 // ½Σ‖w‖² + CΣξ
	Norm2    float64
	Slack    float64 // Σξ
	Loss     float64 // ΣΔ(y, ŷ)
	Mistakes int
	Size     float64 // what the slacks are sums of: |Δ| and the products of two scores, for bounds on rounding
}

// Measure looks at all points.
func (d Data) Measure(w []Vector) Sum {
	var s Sum
	for _, v := range w {
		s.Norm2 += dot(v, v)
	}
	score := make([]float64, len(w))
	for i, x := range d.X {
		Scores(score, w, x)
		y := d.Y[i]
		cost := d.Cost[y]
		j, xi := Violation(score, cost, y)
		s.Slack += xi
		s.Size += size(w[y], x) + size(w[j], x) + cost[j]
		if k := Best(score); k != y {
			s.Mistakes++
			s.Loss += cost[k]
		}
	}
	s.Primal = s.Norm2/2 + d.Price*s.Slack
	return s
}
