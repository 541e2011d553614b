package joint

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"playground/algos/num"
)

// Sweeps crawl where the points are badly scaled: each block is optimal, and all of
// them together zigzag along a narrow valley. A face step then moves all
// coefficients that are between their bounds at once, as an active-set method does.

// A direction moves the coefficient of one class of a point up and that of another
// one of the same point down.
type direction struct{ row, up, down int }

// Limits of a face step: the most directions, and how often a coefficient that meets
// its bound is taken out and the rest solved again.
const (
	maxFace   = 120
	maxSolves = 40
)

// Face raises the dual over all coefficients between their bounds. It returns how
// many directions it began with, 0 where there are none or too many.
func (m Data) Face(w []Vector, tau []float64) int {
	first := 0
	for range maxSolves {
		dirs := m.directions(tau)
		if len(dirs) == 0 || len(dirs) > maxFace {
			break
		}
		first = max(first, len(dirs))
		step, ok := m.newton(w, dirs)
		if !ok {
			break
		}
		hit := m.along(tau, dirs, step)
		m.Weigh(w, tau)
		if !hit {
			break
		}
	}
	return first
}

// directions are those along which no coefficient is at a bound.
func (m Data) directions(tau []float64) []direction {
	K := len(m.Cost)
	var dirs []direction
	for i, y := range m.Y {
		down := -1
		for k := range K {
			if t := tau[i*K+k]; k == y && t >= m.Price || k != y && t >= 0 {
				continue
			}
			if down >= 0 {
				dirs = append(dirs, direction{i, k, down})
				continue
			}
			down = k
		}
	}
	return dirs
}

// newton is the step to the dual's maximum along the directions: M·step = −slope with
// M the inner products of what the directions add to the weights. Where M is
// singular it does not move.
func (m Data) newton(w []Vector, dirs []direction) ([]float64, bool) {
	n := len(dirs)
	product := mat.NewSymDense(n, nil)
	slope := make([]float64, n)
	score := make([]float64, len(w))
	for a, d := range dirs {
		Scores(score, w, m.X[d.row])
		cost := m.Cost[m.Y[d.row]]
		slope[a] = cost[d.up] + score[d.up] - cost[d.down] - score[d.down]
		for b, e := range dirs[:a+1] {
			product.SetSym(a, b, dot(m.X[d.row], m.X[e.row])*
				(same(d.up, e.up)-same(d.up, e.down)-same(d.down, e.up)+same(d.down, e.down)))
		}
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(product, true) {
		return nil, false
	}
	values := eigen.Values(nil)
	var u mat.Dense
	eigen.VectorsTo(&u)
	// Eigenvalues are computed to about n·num.Ulp of the largest.
	flat := 8 * float64(n) * num.Ulp * values[n-1]
	step := make([]float64, n)
	for v, lambda := range values {
		if lambda <= flat {
			continue
		}
		c := 0.0
		for a, g := range slope {
			c += u.At(a, v) * g
		}
		for a := range step {
			step[a] -= c / lambda * u.At(a, v)
		}
	}
	return step, true
}

func same(a, b int) float64 {
	if a == b {
		return 1
	}
	return 0
}

// along takes the step, or as much of it as the bounds allow. A coefficient that
// meets its bound is put there exactly.
func (m Data) along(tau []float64, dirs []direction, step []float64) (hit bool) {
	K := len(m.Cost)
	move := make([]float64, len(tau))
	for a, d := range dirs {
		move[d.row*K+d.up] += step[a]
		move[d.row*K+d.down] -= step[a]
	}
	bound := func(c int) float64 {
		if c%K == m.Y[c/K] {
			return m.Price
		}
		return 0
	}
	share := 1.0
	for c, d := range move {
		if d > 0 {
			share = min(share, (bound(c)-tau[c])/d)
		}
	}
	for c, d := range move {
		switch {
		case d > 0 && (bound(c)-tau[c])/d <= share*(1+4*num.Ulp) && share < 1:
			tau[c], hit = bound(c), true
		case d != 0:
			tau[c] = math.Min(bound(c), tau[c]+share*d)
		}
	}
	return hit
}
