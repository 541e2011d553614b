package smo

import "math"

// A Move is the exact minimisation over one pair: yᵢαᵢ grows and yⱼαⱼ shrinks
// by T.
type Move struct {
	Pair
	From  [2]float64 // αᵢ, αⱼ before
	Free  [2]float64 // the minimum along the line without the box; infinite where η ≤ 0
	To    [2]float64 // the minimum within the box; infinite where nothing stops the pair
	Low   [2]float64 // how far the box lets αᵢ and αⱼ go along the line
	High  [2]float64
	T     float64 // the step taken
	Stop  Stop    // what ended it
	Gain  float64 // by how much the objective falls: T·Gap − ½T²η
	Stall bool    // the step is below the spacing of floating-point numbers
}

// Stop says what ended a move.
type Stop int

// What may end a move.
const (
	AtMinimum Stop = iota // the minimum lies inside the box
	AtI                   // αᵢ met its bound
	AtJ                   // αⱼ met its bound
	Unbounded             // nothing: the objective falls for ever
)

// Plan works out the move of a pair and changes nothing.
func (s *Solver) Plan(p Pair) Move {
	i, j := p.I, p.J
	return PlanMove(p, [2]float64{s.alpha[i], s.alpha[j]}, [2]float64{s.y[i], s.y[j]}, [2]float64{s.c[i], s.c[j]})
}

// PlanMove is [Solver.Plan] for a pair's own αᵢ, αⱼ, its labels and bounds.
func PlanMove(p Pair, alpha, y, c [2]float64) Move {
	m := Move{Pair: p, From: alpha}
	yi, yj := y[0], y[1]
	// yᵢΔαᵢ = T and yⱼΔαⱼ = −T keep Σyα.
	free := math.Inf(1)
	if p.Eta > 0 {
		free = p.Gap / p.Eta
	}
	m.Free = [2]float64{m.From[0] + yi*free, m.From[1] - yj*free}

	roomI := room(yi, m.From[0], c[0])
	roomJ := room(-yj, m.From[1], c[1])
	backI := room(-yi, m.From[0], c[0])
	backJ := room(yj, m.From[1], c[1])
	forth, back := min(roomI, roomJ), min(backI, backJ)
	m.Low[0], m.High[0] = ends(m.From[0], yi, forth, back)
	m.Low[1], m.High[1] = ends(m.From[1], -yj, forth, back)

	m.T = min(free, forth)
	switch {
	case math.IsInf(m.T, 1):
		m.Stop = Unbounded
		m.To = [2]float64{m.From[0] + yi*m.T, m.From[1] - yj*m.T}
		m.Gain = math.Inf(1)
		return m
	case free <= forth:
		m.Stop = AtMinimum
	case roomI <= roomJ:
		m.Stop = AtI
	default:
		m.Stop = AtJ
	}
	// The variable that meets its bound is put there exactly, so that rounding
	// never leaves an α just inside the box, nor outside it.
	m.To[0] = arrive(m.From[0], yi, m.T, m.T >= roomI, c[0])
	m.To[1] = arrive(m.From[1], -yj, m.T, m.T >= roomJ, c[1])
	m.Gain = m.T * (p.Gap - m.T*p.Eta/2)
	m.Stall = m.To == m.From
	return m
}

// room is how far α may go in the direction of the sign.
func room(sign, alpha, c float64) float64 {
	if sign > 0 {
		return c - alpha
	}
	return alpha
}

// arrive is where α gets to by a step of t in the direction of the sign.
func arrive(alpha, sign, t float64, bound bool, c float64) float64 {
	switch {
	case bound && sign > 0:
		return c
	case bound:
		return 0
	case sign > 0:
		return min(alpha+t, c)
	}
	return max(alpha-t, 0)
}

func ends(alpha, sign, forth, back float64) (lo, hi float64) {
	if sign > 0 {
		return max(0, alpha-back), alpha + forth
	}
	return max(0, alpha-forth), alpha + back
}

// Apply makes a planned move and updates the errors of all points:
// Eₖ += yᵢΔαᵢ·Kᵢₖ + yⱼΔαⱼ·Kⱼₖ. An unbounded move cannot be made.
func (s *Solver) Apply(m Move) {
	if m.Stop == Unbounded {
		panic("smo: an unbounded move has no end")
	}
	i, j := m.I, m.J
	di := s.y[i] * (m.To[0] - m.From[0])
	dj := s.y[j] * (m.To[1] - m.From[1])
	s.alpha[i], s.alpha[j] = m.To[0], m.To[1]
	s.mark(i)
	s.mark(j)
	e := s.e
	ki := s.k.Row(i)[:len(e)]
	kj := s.k.Row(j)[:len(e)]
	for k := range e {
		e[k] += di*ki[k] + dj*kj[k]
	}
	s.drift += ulp * (s.given + (math.Abs(di)+math.Abs(dj))*s.size)
}

// Optimise plans and makes the move of a pair.
func (s *Solver) Optimise(p Pair) Move {
	m := s.Plan(p)
	if m.Stop != Unbounded {
		s.Apply(m)
	}
	return m
}
