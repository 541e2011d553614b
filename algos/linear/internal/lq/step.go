package lq

import "math"

// damping keeps a step short in a direction that nothing holds.
const damping = 1e-12

// advance takes one step of the interior-point method; ok is false where rounding allows
// none any more.
//
// With z = 1 − w and 1 + w beside u and v, the two parts of θ = u − v for q = 1, the
// conditions are αs = (C − α)ξ = uz = vz = μ and, else, ∇(penalty) = w. Linearised they
// give Δw = DΔθ + e in every coordinate, and Δα = (h − yΔf)/d in every row.
func (s *state) advance() (ok bool) {
	mu, w, balance := s.measure()
	target := centring * mu
	var diag, e [2]float64
	for j := range 2 {
		if s.Q == 1 {
			up, down := 1-w[j], 1+w[j]
			diag[j] = 1 / (s.u[j]/up + s.v[j]/down)
			e[j] = -diag[j] * ((target/up - s.u[j]) - (target/down - s.v[j]))
			continue
		}
		size := math.Abs(s.theta[j])
		diag[j] = (s.Q - 1) * math.Pow(size, s.Q-2)
		e[j] = signed(s.theta[j], s.Q-1) - w[j]
	}
	h, d := make([]float64, len(s.Y)), make([]float64, len(s.Y))
	a, b := [3][3]float64{}, [3]float64{-e[0], -e[1], balance}
	a[0][0], a[1][1] = diag[0], diag[1]
	for t, y := range s.Y {
		rest := s.price - s.alpha[t]
		d[t] = s.s[t]/s.alpha[t] + s.xi[t]/rest
		h[t] = (target/s.alpha[t] - s.s[t]) - (target/rest - s.xi[t])
		x := [3]float64{s.X[t][0], s.X[t][1], 1}
		for i := range 3 {
			b[i] += h[t] / d[t] * y * x[i]
			for j := range 3 {
				a[i][j] += x[i] * x[j] / d[t]
			}
		}
	}
	for j := range 2 {
		if s.Q > 2 && diag[j] < damping*(a[0][0]+a[1][1]) { // the penalty is flat, and no point may hold θⱼ either
			a[j][j] += damping * (a[0][0] + a[1][1])
		}
	}
	if !s.Offset {
		a[2], a[0][2], a[1][2], b[2] = [3]float64{0, 0, 1}, 0, 0, 0
	}
	step, ok := solve(a, b)
	if !ok {
		return false
	}
	return s.move(step, h, d, target, w)
}

// measure returns the mean complementarity, w = Σαyx, and Σαy.
func (s *state) measure() (mu float64, w [2]float64, balance float64) {
	terms := 2 * float64(len(s.Y))
	for t, y := range s.Y {
		mu += s.alpha[t]*s.s[t] + (s.price-s.alpha[t])*s.xi[t]
		w[0] += s.alpha[t] * y * s.X[t][0]
		w[1] += s.alpha[t] * y * s.X[t][1]
		balance += s.alpha[t] * y
	}
	if s.Q == 1 {
		for j := range 2 {
			mu += s.u[j]*(1-w[j]) + s.v[j]*(1+w[j])
		}
		terms += 4
	}
	return mu / terms, w, balance
}

// move goes along a step, not quite to where something becomes 0.
func (s *state) move(step [3]float64, h, d []float64, target float64, w [2]float64) bool {
	n := len(s.Y)
	da, ds, dx := make([]float64, n), make([]float64, n), make([]float64, n)
	far := 1.0
	shrink := func(x, by float64) {
		if by < 0 {
			far = min(far, -inside*x/by)
		}
	}
	var dw, du, dv [2]float64
	for t, y := range s.Y {
		f := y * (step[0]*s.X[t][0] + step[1]*s.X[t][1] + step[2])
		rest := s.price - s.alpha[t]
		da[t] = (h[t] - f) / d[t]
		dx[t] = (target/rest - s.xi[t]) + s.xi[t]/rest*da[t]
		ds[t] = f + dx[t]
		dw[0] += da[t] * y * s.X[t][0]
		dw[1] += da[t] * y * s.X[t][1]
		shrink(s.alpha[t], da[t])
		shrink(rest, -da[t])
		shrink(s.s[t], ds[t])
		shrink(s.xi[t], dx[t])
	}
	if s.Q == 1 {
		for j := range 2 {
			up, down := 1-w[j], 1+w[j]
			du[j] = (target/up - s.u[j]) + s.u[j]/up*dw[j]
			dv[j] = (target/down - s.v[j]) - s.v[j]/down*dw[j]
			shrink(s.u[j], du[j])
			shrink(s.v[j], dv[j])
			shrink(up, -dw[j])
			shrink(down, dw[j])
		}
	}
	if math.IsNaN(far) || far < 1e-10 {
		return false
	}
	for j := range 3 {
		s.theta[j] += far * step[j]
	}
	for j := range 2 {
		if s.Q == 1 {
			s.u[j], s.v[j] = s.u[j]+far*du[j], s.v[j]+far*dv[j]
			s.theta[j] = s.u[j] - s.v[j]
		}
	}
	for t := range n {
		s.alpha[t] += far * da[t]
		s.s[t] += far * ds[t]
		s.xi[t] += far * dx[t]
	}
	return true
}

// solve solves three equations by elimination with pivots; ok is false for a matrix that
// is singular but for rounding.
func solve(a [3][3]float64, b [3]float64) (x [3]float64, ok bool) {
	for i := range 3 {
		best := i
		for r := i + 1; r < 3; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[best][i]) {
				best = r
			}
		}
		a[i], a[best], b[i], b[best] = a[best], a[i], b[best], b[i]
		if !(math.Abs(a[i][i]) > 0) || math.IsInf(a[i][i], 0) {
			return x, false
		}
		for r := i + 1; r < 3; r++ {
			f := a[r][i] / a[i][i]
			for c := i; c < 3; c++ {
				a[r][c] -= f * a[i][c]
			}
			b[r] -= f * b[i]
		}
	}
	for i := 2; i >= 0; i-- {
		x[i] = b[i]
		for c := i + 1; c < 3; c++ {
			x[i] -= a[i][c] * x[c]
		}
		x[i] /= a[i][i]
		if math.IsNaN(x[i]) || math.IsInf(x[i], 0) {
			return x, false
		}
	}
	return x, true
}
