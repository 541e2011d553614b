package svm

import (
	"fmt"
	"math"

	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// hulls is the certificate that no hard margin exists. For every α ≥ 0 with
// Σαy = 0 and Σα = 2 the vector w = Σαyφ(x) joins a point of the convex hull of
// one class with one of the other, so ‖w‖ is at least the hulls' distance, which is
// twice the largest margin: margin ≤ ‖w‖/Σα.
type hulls struct {
	alpha []float64 // the two points as mixtures, Σα = 2
	bound float64   // ‖w‖/Σα: no margin is larger
	pair  smo.Pair  // the pair that can move for ever, where that was the proof
	ever  bool
}

// meet is how small the bound on the margin must be, as a share of the data's
// radius, before the hulls count as meeting. ‖w‖² is a difference of sums of the
// size of radius²; below the root of their rounding error nothing can be told
// apart.
const meet = 1e-7

// hullsMeet looks for the certificate: after every pair in α itself, and after
// 4n, 8n, 16n, … pairs by moving the two hull points towards each other.
func (m *machine) hullsMeet(s *state, move smo.Move) *hulls {
	if move.Stop == smo.Unbounded {
		h := &hulls{alpha: make([]float64, len(m.y)), pair: move.Pair, ever: true}
		h.alpha[move.I], h.alpha[move.J] = 1, 1
		h.bound = math.Sqrt(max(0, move.Eta)) / 2
		return h
	}
	if s.status.Final() && s.status.State != "exhausted" || s.sum == 0 {
		return nil
	}
	if bound := math.Sqrt(max(0, s.norm2)) / s.sum; bound <= meet*m.radius {
		h := &hulls{alpha: scaled(s.alpha, 2/s.sum), bound: bound}
		return h
	}
	if s.pairs < m.hullsAt {
		return nil
	}
	m.hullsAt *= 2
	h := m.approach(s)
	if h.bound <= meet*m.radius {
		return h
	}
	return nil
}

func scaled(v []float64, factor float64) []float64 {
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = factor * x
	}
	return out
}

// approach moves the two hull points of α towards each other, two weights of one
// class at a time, until they meet or cannot come closer (the algorithm of
// Mitchell, Demyanov and Malozemov).
func (m *machine) approach(s *state) *hulls {
	n := len(m.y)
	h := &hulls{alpha: scaled(s.alpha, 2/s.sum)}
	f := make([]float64, n) // ⟨w, φ(xₖ)⟩
	for k := range f {
		f[k] = (s.e[k] + m.y[k]) * 2 / s.sum
	}
	diag := m.gram.Diagonal()
	for range 50*n + 2000 {
		to, from, gap := m.within(h.alpha, f)
		norm2 := 0.0
		for k, a := range h.alpha {
			norm2 += a * m.y[k] * f[k]
		}
		h.bound = math.Sqrt(max(0, norm2)) / 2
		if h.bound <= meet*m.radius || gap <= 1e-9*norm2 {
			return h
		}
		kt, kf := m.gram.Row(to), m.gram.Row(from)
		eta := diag[to] + diag[from] - 2*kt[from]
		t := h.alpha[from]
		if eta > 0 {
			t = min(t, gap/eta)
		}
		h.alpha[to] += t
		h.alpha[from] -= t
		for k := range f {
			f[k] += m.y[to] * t * (kt[k] - kf[k])
		}
	}
	return h
}

// within finds the class and the pair in it whose exchange of weight shortens w
// most steeply: to has the smallest y·f, from the largest among those with
// weight.
func (m *machine) within(a, f []float64) (to, from int, gap float64) {
	for _, class := range [2]float64{1, -1} {
		low, high := -1, -1
		for k, y := range m.y {
			if y != class {
				continue
			}
			if low < 0 || y*f[k] < y*f[low] {
				low = k
			}
			if a[k] > 0 && (high < 0 || y*f[k] > y*f[high]) {
				high = k
			}
		}
		if g := class * (f[high] - f[low]); g > gap {
			to, from, gap = low, high, g
		}
	}
	return to, from, gap
}

// reason says what the certificate means.
func (h *hulls) reason(s *state) string {
	if h.ever && h.pair.Eta < 0 {
		return fmt.Sprintf("Along %s, %s the dual is curved upwards (η = %s) and without a box it grows for ever: this kernel is not positive semi-definite, a hard margin has no meaning here.",
			alpha(h.pair.I), alpha(h.pair.J), say.Num(h.pair.Eta))
	}
	if h.ever {
		return fmt.Sprintf("%s and %s lie in the same place with opposite labels: no margin separates them, and %s, %s can grow for ever.",
			name(h.pair.I), name(h.pair.J), alpha(h.pair.I), alpha(h.pair.J))
	}
	where := "No line separates these points"
	if !s.linear() {
		where = "Not even this kernel's feature space separates these points"
	}
	return fmt.Sprintf("%s: the convex hulls of the classes come within %s of each other, no margin exceeds half of that, and the dual grows for ever.", where, say.Num(2*h.bound))
}
