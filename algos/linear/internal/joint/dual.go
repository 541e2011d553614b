package joint

import "math"

// Block raises the dual over the variables of row i alone, exactly. With τ_k the
// coefficient of xᵢ in w_k (C ≥ τ_y = Σα, τ_j = −αᵢⱼ ≤ 0) the problem is
//
//	minimise  ½A Σ (τ_k + b_k/A)²  with  Σ τ_k = 0,  A = ‖x‖²,  b_k = Δ_k + w_k·x without xᵢ's own part,
//
// whose solution is τ_k = min(C_k, (θ − b_k)/A) for the θ that makes the sum zero
// (Crammer and Singer, §6). It updates w and tau, row i of the coefficients.
func (d Data) Block(w []Vector, tau []float64, i int) {
	x, y := d.X[i], d.Y[i]
	a := dot(x, x)
	if a == 0 { // xᵢ has no say in w: all of its price goes to the worst confusion
		clear(tau)
		if j := Best(d.Cost[y]); j != y {
			tau[y], tau[j] = d.Price, -d.Price
		}
		return
	}
	var b, next [MaxClasses]float64
	for k := range w {
		b[k] = d.Cost[y][k] + dot(w[k], x) - a*tau[k]
	}
	theta := d.balance(b[:len(w)], a, y)
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
	next[y] = min(d.Price, used)
	if (theta-b[y])/a >= d.Price { // all of the price is used, to the last digit
		next[y] = d.Price
		if used == 0 { // so little that rounding has lost it
			next[top], used = -d.Price, d.Price
		}
		for k := range w {
			if k != y {
				next[k] *= d.Price / used
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
func (d Data) balance(b []float64, a float64, y int) float64 {
	var at [MaxClasses]float64
	var order [MaxClasses]int
	for k := range b {
		at[k] = b[k]
		if k == y {
			at[k] += a * d.Price
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
			stopped += a * d.Price
		}
	}
	return at[order[len(b)-1]]
}

// Weigh computes the weights w_k = Σ τᵢₖxᵢ.
func (d Data) Weigh(w []Vector, tau []float64) {
	clear(w)
	for i, x := range d.X {
		for k := range w {
			if t := tau[i*len(w)+k]; t != 0 {
				for c, v := range x {
					w[k][c] += t * v
				}
			}
		}
	}
}

// KKT is the largest violation of the dual's optimality over the points: by how
// much the largest Δ_k + w_k·x exceeds that of a class whose τ could still grow.
func (d Data) KKT(w []Vector, tau []float64) float64 {
	worst := 0.0
	n := len(w)
	score := make([]float64, n)
	for i, x := range d.X {
		Scores(score, w, x)
		y := d.Y[i]
		top, least := math.Inf(-1), math.Inf(1)
		for k, s := range score {
			g := d.Cost[y][k] + s
			top = max(top, g)
			if t := tau[i*n+k]; k == y && t < d.Price || k != y && t < 0 {
				least = min(least, g)
			}
		}
		worst = max(worst, top-least)
	}
	return max(0, worst)
}
