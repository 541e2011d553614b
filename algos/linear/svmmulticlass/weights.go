package svmmulticlass

import "math"

// scores sets dst to w_k·x of every class.
func scores(dst []float64, w []vec, x vec) {
	for k := range w {
		dst[k] = dot(w[k], x)
	}
}

// violation is the loss-augmented prediction: the class j with the largest
// Δ(y, j) + w_j·x, the first of several but y before all, and the structured hinge
// ξ = Δ(y, j) + w_j·x − w_y·x ≥ 0.
func violation(score, delta []float64, y int) (j int, xi float64) {
	j = y
	for k := range score {
		if v := delta[k] + score[k] - score[y]; v > xi {
			j, xi = k, v
		}
	}
	return j, xi
}

// A sum is what a look at all points gives for given weights.
type sum struct {
	primal   float64 // ½Σ‖w‖² + CΣξ
	norm2    float64
	slack    float64 // Σξ
	cost     float64 // ΣΔ(y, ŷ)
	mistakes int
	size     float64 // Σ max|score| + Δ, for bounds on rounding
}

// measure looks at all points.
func (m *machine) measure(w []vec) sum {
	var s sum
	for _, v := range w {
		s.norm2 += dot(v, v)
	}
	score := make([]float64, len(w))
	for i, x := range m.x {
		scores(score, w, x)
		j, xi := violation(score, m.delta[m.y[i]], m.y[i])
		s.slack += xi
		s.size += math.Abs(score[m.y[i]]) + math.Abs(score[j]) + m.delta[m.y[i]][j]
		if k := best(score); k != m.y[i] {
			s.mistakes++
			s.cost += m.delta[m.y[i]][k]
		}
	}
	s.primal = s.norm2/2 + m.C*s.slack
	return s
}

// block raises the dual over the variables of row i alone, exactly. With τ_k the
// coefficient of xᵢ in w_k (C ≥ τ_y = Σα, τ_j = −αᵢⱼ ≤ 0) the problem is
//
//	minimise  ½A Σ (τ_k + b_k/A)²  with  Σ τ_k = 0,  A = ‖x‖²,  b_k = Δ_k + w_k·x without xᵢ's own part,
//
// whose solution is τ_k = min(C_k, (θ − b_k)/A) for the θ that makes the sum zero
// (Crammer and Singer, §6). It updates w and tau, row i of the coefficients.
func (m *machine) block(w []vec, tau []float64, i int) {
	x, y := m.x[i], m.y[i]
	a := dot(x, x)
	if a == 0 { // xᵢ has no say in w: all of its price goes to the worst confusion
		clear(tau)
		if j := best(m.delta[y]); j != y {
			tau[y], tau[j] = m.C, -m.C
		}
		return
	}
	var b, next [8]float64
	for k := range w {
		b[k] = m.delta[y][k] + dot(w[k], x) - a*tau[k]
	}
	theta := m.balance(b[:len(w)], a, y)
	top, used := -1, 0.0 // the rival with the largest b, and Σα
	for k := range w {
		if k == y {
			continue
		}
		next[k] = min(0, (theta-b[k])/a)
		used -= next[k]
		if top < 0 || b[k] > b[top] {
			top = k
		}
	}
	next[y] = min(m.C, used)
	if (theta-b[y])/a >= m.C { // all of the price is used, to the last digit
		next[y] = m.C
		if used == 0 { // so little that rounding has lost it
			next[top], used = -m.C, m.C
		}
		for k := range w {
			if k != y {
				next[k] *= m.C / used
			}
		}
	}
	for k := range w {
		if d := next[k] - tau[k]; d != 0 {
			for c := range x {
				w[k][c] += d * x[c]
			}
			tau[k] = next[k]
		}
	}
}

// balance finds the θ at which Σ min(C_k, (θ − b_k)/A) = 0, with C_y = C and 0 for
// all others: the classes that are stopped by their C_k are those with the smallest
// b_k + A·C_k, so try them in that order.
func (m *machine) balance(b []float64, a float64, y int) float64 {
	var at [8]float64
	var order [8]int
	for k := range b {
		at[k] = b[k]
		if k == y {
			at[k] += a * m.C
		}
		j := k
		for ; j > 0 && at[order[j-1]] > at[k]; j-- {
			order[j] = order[j-1]
		}
		order[j] = k
	}
	free, loose := 0.0, len(b)
	for _, v := range b {
		free += v
	}
	stopped := 0.0 // A·ΣC_k of those that are stopped
	for _, k := range order[:len(b)] {
		if theta := (free - stopped) / float64(loose); theta <= at[k] {
			return theta
		}
		free -= b[k]
		loose--
		if k == y {
			stopped += a * m.C
		}
	}
	return at[order[len(b)-1]]
}

// kkt is the largest violation of the dual's optimality over the points: by how
// much the largest Δ_k + w_k·x exceeds that of a class whose τ could still grow.
func (m *machine) kkt(w []vec, tau []float64) float64 {
	worst := 0.0
	n := len(w)
	score := make([]float64, n)
	for i, x := range m.x {
		scores(score, w, x)
		y := m.y[i]
		top, least := math.Inf(-1), math.Inf(1)
		for k, s := range score {
			g := m.delta[y][k] + s
			top = max(top, g)
			if t := tau[i*n+k]; k == y && t < m.C || k != y && t < 0 {
				least = min(least, g)
			}
		}
		worst = max(worst, top-least)
	}
	return max(0, worst)
}
