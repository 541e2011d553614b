package svm

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// A noted line is a solution that 004 proposes for its four points, whether it is the
// best or not. At a price C it costs ½‖w‖² + CΣξ: a straight line over C.
type noted struct {
	w     [2]float64
	bias  float64
	name  say.Phrase
	fixed float64 // ½‖w‖²
	slack float64 // Σξ
}

// cost is what the line costs at C.
func (l noted) cost(c float64) float64 { return l.fixed + c*l.slack }

// meets is the C at which two lines cost the same.
func (l noted) meets(m noted) float64 { return (l.fixed - m.fixed) / (m.slack - l.slack) }

// notedLines are the three solutions of 004, handout B, for the points (0, 0), (0, ε),
// (1, ε) and (1, 0), of which the last is negative; nil for other points. The note
// has (−ε, 1) and ε/2, and (−1, 0) and ½: they are scaled here to yf ≥ 1 for every
// point that they do not give up. The third, (0, δ) and 1, is the best for δ → 0.
func (t *task) notedLines() []noted {
	if !t.Linear || len(t.Points) != 4 {
		return nil
	}
	eps := t.Points[1].X[1]
	if !(eps > 0) {
		return nil
	}
	for k, q := range [4][3]float64{{0, 0, 1}, {0, eps, 1}, {1, eps, 1}, {1, 0, -1}} {
		if p := t.Points[k]; p.X != [2]float64{q[0], q[1]} || p.Sign() != q[2] {
			return nil
		}
	}
	lines := []noted{
		{w: [2]float64{-2, 2 / eps}, bias: 1, name: "solution 1: all four right"},
		{w: [2]float64{-2, 0}, bias: 1, name: "solution 2: gives x₃ up"},
		{w: [2]float64{0, 0}, bias: 1, name: "solution 3: gives x₄ up, δ → 0"},
	}
	for k := range lines {
		l := &lines[k]
		l.fixed = (l.w[0]*l.w[0] + l.w[1]*l.w[1]) / 2
		for i, q := range t.Points {
			l.slack += max(0, 1-t.y[i]*(l.w[0]*q.X[0]+l.w[1]*q.X[1]+l.bias))
		}
	}
	return lines
}

// notedValue is what a program reads of the solutions of 004: their costs at this C,
// from which C on the first is cheaper than the second and than the third, and the
// second's margin; nothing for other points.
func (t *task) notedValue() []algos.Value {
	lines := t.notedLines()
	if lines == nil || t.Hard {
		return nil
	}
	costs := make([]float64, len(lines))
	for k, l := range lines {
		costs[k] = l.cost(t.C)
	}
	return []algos.Value{{Name: "notes", Value: []algos.Value{
		{Name: "costs", Value: costs},
		{Name: "crossings", Value: []float64{lines[0].meets(lines[1]), lines[0].meets(lines[2])}},
		{Name: "margins", Value: []float64{1 / math.Sqrt(2*lines[0].fixed), 1 / math.Sqrt(2*lines[1].fixed)}},
	}}}
}
