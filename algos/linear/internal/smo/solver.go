package smo

import (
	"fmt"
	"math"
)

// A Problem is the dual problem of the package comment.
type Problem struct {
	Y []float64 // −1 or +1
	P []float64 // the linear term; nil is −1 throughout
	C []float64 // upper bounds, > 0, +Inf for none
	K Rows
	// Start is a feasible start; nil is zero. It fixes the constant Σyα.
	Start []float64
	// Errors are those of the start, where they are known; nil computes them.
	Errors []float64
	// Held are variables that stay where they start and have no say in the
	// offset; their errors are kept all the same. Holding one at zero leaves its
	// point out.
	Held []int
}

// A Solver is the state of a run: α and the errors E.
type Solver struct {
	y, p, c []float64
	k       Rows
	diag    []float64
	alpha   []float64
	e       []float64
	up, low []bool  // whether yₖαₖ may grow, may shrink
	held    []bool  // nil: none
	size    float64 // largest |Kᵢᵢ|
	given   float64 // largest |pᵢ|, the size of the errors at α = 0
	drift   float64 // see Drift
}

// ulp is the spacing of floating-point numbers at one.
const ulp = 0x1p-52

// New returns a solver at the problem's start. The problem's slices must not
// change while it works.
func New(p Problem) (*Solver, error) {
	n := len(p.Y)
	if len(p.C) != n || (p.P != nil && len(p.P) != n) || (p.Start != nil && len(p.Start) != n) || (p.Errors != nil && len(p.Errors) != n) {
		return nil, fmt.Errorf("smo: %d labels, %d bounds, %d linear terms, start of %d with %d errors", n, len(p.C), len(p.P), len(p.Start), len(p.Errors))
	}
	s := &Solver{
		y: p.Y, p: p.P, c: p.C, k: p.K, diag: p.K.Diagonal(),
		alpha: make([]float64, n), e: make([]float64, n),
		up: make([]bool, n), low: make([]bool, n),
	}
	for i := range n {
		s.size = max(s.size, math.Abs(s.diag[i]))
		if p.Y[i] != 1 && p.Y[i] != -1 {
			return nil, fmt.Errorf("smo: label %d is %v", i, p.Y[i])
		}
		if !(p.C[i] > 0) {
			return nil, fmt.Errorf("smo: bound %d is %v", i, p.C[i])
		}
	}
	if p.P == nil {
		s.p = make([]float64, n)
		for i := range s.p {
			s.p[i] = -1
		}
	}
	for _, x := range s.p {
		s.given = max(s.given, math.Abs(x))
	}
	for i, a := range p.Start {
		if !(a >= 0 && a <= p.C[i]) {
			return nil, fmt.Errorf("smo: start %d is %v, outside the box", i, a)
		}
		s.alpha[i] = a
	}
	if p.Held != nil {
		s.held = make([]bool, n)
		for _, i := range p.Held {
			s.held[i] = true
		}
	}
	for i := range n {
		s.mark(i)
	}
	if p.Errors == nil {
		s.Refresh()
		return s, nil
	}
	copy(s.e, p.Errors)
	sum := 0.0
	for _, a := range s.alpha {
		sum += a
	}
	s.drift = 2 * s.refreshed(sum) // whoever worked them out has rounded, too
	return s, nil
}

// Alpha returns α. It is the solver's own: it changes with the next move.
func (s *Solver) Alpha() []float64 { return s.alpha }

// Errors returns Eₖ = Fₖ + yₖpₖ, the solver's own like [Solver.Alpha].
func (s *Solver) Errors() []float64 { return s.e }

// mark notes where αᵢ may still move to.
func (s *Solver) mark(i int) {
	if s.held != nil && s.held[i] {
		return
	}
	below, above := s.alpha[i] < s.c[i], s.alpha[i] > 0
	if s.y[i] > 0 {
		s.up[i], s.low[i] = below, above
	} else {
		s.up[i], s.low[i] = above, below
	}
}

// Refresh computes the errors from scratch, which removes the rounding that
// many small changes leave behind.
func (s *Solver) Refresh() {
	for k := range s.e {
		s.e[k] = s.y[k] * s.p[k]
	}
	sum := 0.0
	for j, a := range s.alpha {
		if a == 0 {
			continue
		}
		sum += a
		ya := s.y[j] * a
		for k, kjk := range s.k.Row(j)[:len(s.e)] {
			s.e[k] += ya * kjk
		}
	}
	s.drift = s.refreshed(sum)
}

// refreshed is the rounding of errors that were computed from scratch, given Σα.
func (s *Solver) refreshed(sum float64) float64 {
	return ulp * (s.given + sum*s.size*math.Sqrt(float64(len(s.alpha))))
}

// Drift estimates the rounding error of the errors: what computing them from
// scratch leaves, and what every move since then has added.
func (s *Solver) Drift() float64 { return s.drift }

// tau stands in for a curvature η that is not positive when partners are
// compared, as in LIBSVM.
const tau = 1e-12

// A Pair is the working set of an iteration.
type Pair struct {
	I, J      int     // yᵢαᵢ grows, yⱼαⱼ shrinks; −1 where there is none
	Violation float64 // m − M over all points, 0 if not positive
	Gap       float64 // E_j − E_i, by how much this pair violates the conditions
	Eta       float64 // η = Kᵢᵢ + Kⱼⱼ − 2Kᵢⱼ
}

// Gain is the promise (E_j − E_i)²/2η by which the partner was chosen: what the
// pair would gain if there were no box. It is infinite where η ≤ 0.
func (p Pair) Gain() float64 {
	if p.Eta <= 0 {
		return math.Inf(1)
	}
	return p.Gap * p.Gap / (2 * p.Eta)
}

// Select chooses the next pair. ok is false where no pair violates the
// conditions by more than tol; the pair then still reports the violation.
func (s *Solver) Select(tol float64) (pair Pair, ok bool) {
	i, m := s.worst()
	if i < 0 {
		return Pair{I: -1, J: -1}, false
	}
	row := s.k.Row(i)[:len(s.e)]
	diag, low := s.diag[:len(s.e)], s.low[:len(s.e)]
	kii := s.diag[i]
	j, best := -1, 0.0
	lowest := math.Inf(1) // M
	for k, e := range s.e {
		if !low[k] {
			continue
		}
		if -e < lowest {
			lowest = -e
		}
		gap := m + e // (−Eᵢ) − (−E_k)
		if gap <= 0 {
			continue
		}
		eta := kii + diag[k] - 2*row[k]
		if eta <= 0 {
			eta = tau
		}
		if gain := gap * gap / eta; gain > best {
			best, j = gain, k
		}
	}
	pair = Pair{I: i, J: j, Violation: max(0, m-lowest)}
	if j < 0 || pair.Violation <= tol {
		return pair, false
	}
	pair.Gap = m + s.e[j]
	pair.Eta = kii + diag[j] - 2*row[j]
	return pair, true
}

// worst returns the point of up with the largest −E, and that m; −1 where up is
// empty.
func (s *Solver) worst() (int, float64) {
	i, m := -1, math.Inf(-1)
	up := s.up[:len(s.e)]
	for k, e := range s.e {
		if up[k] && -e > m {
			i, m = k, -e
		}
	}
	return i, m
}

// Interval returns m and M: at the optimum every offset in [m, M] is optimal,
// before it m > M. Either may be infinite, where all points have one label.
func (s *Solver) Interval() (lo, hi float64) {
	_, _, lo, hi = s.Offsets()
	return lo, hi
}

// Offset returns the offset b of f = F + b: the mean of −E over the free
// variables, 0 < α < C, or without one the middle of [Solver.Interval] (its
// finite end where the other is infinite). free is how many there are.
func (s *Solver) Offset() (b float64, free int) {
	b, free, _, _ = s.Offsets()
	return b, free
}

// Offsets returns what [Solver.Offset] and [Solver.Interval] do, and looks at the errors
// once.
func (s *Solver) Offsets() (b float64, free int, lo, hi float64) {
	lo, hi = math.Inf(-1), math.Inf(1)
	sum := 0.0
	isUp, isLow := s.up[:len(s.e)], s.low[:len(s.e)]
	for k, e := range s.e {
		up, low := isUp[k], isLow[k]
		if up && low {
			sum -= e
			free++
		}
		if up && -e > lo {
			lo = -e
		}
		if low && -e < hi {
			hi = -e
		}
	}
	switch {
	case free > 0:
		// Rounding must not carry the mean out of an interval of optimal values.
		b = sum / float64(free)
		if lo <= hi {
			b = min(max(b, lo), hi)
		}
	case math.IsInf(lo, -1) && math.IsInf(hi, 1):
		b = 0
	case math.IsInf(lo, -1):
		b = hi
	case math.IsInf(hi, 1):
		b = lo
	default:
		b = lo + (hi-lo)/2
	}
	return b, free, lo, hi
}

// Objective returns ½Σααyy K + Σpα, from the errors: ½Σα(yE + p).
func (s *Solver) Objective() float64 {
	sum := 0.0
	for k, a := range s.alpha {
		if a != 0 {
			sum += a * (s.y[k]*s.e[k] + s.p[k])
		}
	}
	return sum / 2
}
