package svm

import (
	"math"

	"playground/algos"
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
func (t *task) hullsMeet(s *state, move smo.Move) *hulls {
	if move.Stop == smo.Unbounded {
		h := &hulls{alpha: make([]float64, len(t.y)), pair: move.Pair, ever: true}
		h.alpha[move.I], h.alpha[move.J] = 1, 1
		h.bound = math.Sqrt(max(0, move.Eta)) / 2
		return h
	}
	if s.Status.Final() && s.Status.State != algos.Exhausted || s.sum == 0 {
		return nil
	}
	if bound := math.Sqrt(max(0, s.norm2)) / s.sum; bound <= meet*t.radius {
		return &hulls{alpha: scaled(s.alpha, 2/s.sum), bound: bound}
	}
	if s.Pairs < t.hullsAt {
		return nil
	}
	t.hullsAt *= 2
	h := t.approach(s)
	if h.bound <= meet*t.radius {
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
func (t *task) approach(s *state) *hulls {
	n := len(t.y)
	h := &hulls{alpha: scaled(s.alpha, 2/s.sum)}
	f := make([]float64, n) // ⟨w, φ(xₖ)⟩
	for k := range f {
		f[k] = (s.e[k] + t.y[k]) * 2 / s.sum
	}
	diag := t.gram.Diagonal()
	for range 50*n + 2000 {
		to, from, gap := t.within(h.alpha, f)
		norm2 := 0.0
		for k, a := range h.alpha {
			norm2 += a * t.y[k] * f[k]
		}
		h.bound = math.Sqrt(max(0, norm2)) / 2
		if h.bound <= meet*t.radius || gap <= 1e-9*norm2 {
			return h
		}
		kt, kf := t.gram.Row(to), t.gram.Row(from)
		eta := diag[to] + diag[from] - 2*kt[from]
		move := h.alpha[from]
		if eta > 0 {
			move = min(move, gap/eta)
		}
		h.alpha[to] += move
		h.alpha[from] -= move
		for k := range f {
			f[k] += t.y[to] * move * (kt[k] - kf[k])
		}
	}
	return h
}

// within finds the class and the pair in it whose exchange of weight shortens w
// most steeply: to has the smallest y·f, from the largest among those with
// weight.
func (t *task) within(a, f []float64) (to, from int, gap float64) {
	for _, class := range [2]float64{1, -1} {
		low, high := -1, -1
		for k, y := range t.y {
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
func (h *hulls) reason(s *state) say.Phrase {
	v := say.Vars{"distance": 2 * h.bound}
	if h.ever {
		i, j := h.pair.I, h.pair.J
		v = say.Vars{"i": alpha(i), "j": alpha(j), "eta": h.pair.Eta, "one": say.Row(i).Name(), "other": say.Row(j).Name()}
	}
	switch {
	case h.ever && h.pair.Eta < 0:
		return v.Text("Along <i>, <j> the dual is curved upwards (η = <eta>) and without a box it grows for ever: " +
			"this kernel is not positive semi-definite, a hard margin has no meaning here.")
	case h.ever:
		return v.Text("<one> and <other> lie in the same place with opposite labels: no margin separates them, and <i>, <j> can grow for ever.")
	case s.Linear:
		return v.Text("No line separates these points: the convex hulls of the classes come within <distance> of each other, " +
			"no margin exceeds half of that, and the dual grows for ever.")
	}
	return v.Text("Not even this kernel's feature space separates these points: the convex hulls of the classes come within <distance> of each other, " +
		"no margin exceeds half of that, and the dual grows for ever.")
}
