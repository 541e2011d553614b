package svmmulticlass

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// Checks states what theory promises about this state.
func (v view) Checks() []algos.Check {
	s := v.state
	tau := s.coefficients()
	return []algos.Check{
		s.checkDuality(), s.checkGap(), s.checkKKT(), s.checkFeasible(tau), s.checkExpansion(tau),
		s.checkLoss(), s.checkStructured(), s.checkSum(), v.checkAscent(),
	}
}

const claimDuality = `weak duality: $\text{dual} \le \text{primal}$`

func (s *state) checkDuality() algos.Check {
	c := algos.AtMost("weak-duality", claimDuality, s.dual, s.primal, s.rounding())
	c.LeftLabel, c.RightLabel, c.Meter = "dual", "primal", true
	return c
}

const claimGap = `strong duality: $\text{primal} - \text{dual} \to 0$`

// checkGap: the gap is a sum over the points of terms αᵢⱼ and C − Σα times brackets
// of which none exceeds the largest violation.
func (s *state) checkGap() algos.Check {
	c := algos.Tends("gap", claimGap, s.primal-s.dual, 0, s.C*float64(len(s.x))*s.Tol+2*s.rounding(), s.status)
	c.LeftLabel = "gap"
	c.Why = say.Phrase(fmt.Sprintf("the minimum is at most %s below the objective", percent(s.primal-s.dual, s.primal)))
	return c
}

func (s *state) checkKKT() algos.Check {
	const claim = `the largest KKT violation $\to 0$`
	if s.tau == nil {
		return algos.Inapplicable("kkt", claim, "the descent does not look at the conditions; the finish does")
	}
	c := algos.Tends("kkt", claim, s.viol, 0, s.Tol+2*s.rounding()/(s.C*float64(len(s.x))), s.status)
	c.LeftLabel = "violation"
	c.Why = say.Phrase("the run ends at " + say.Num(s.Tol))
	return c
}

// checkFeasible: the dual's constraints, one block a point. (The notes print the
// primal with C/n and the dual with C; here both have C.)
func (s *state) checkFeasible(tau []float64) algos.Check {
	K := s.count()
	top, least := 0.0, 0.0
	for i, y := range s.y {
		used := 0.0
		for k := range K {
			if k != y {
				used -= tau[i*K+k]
				least = min(least, -tau[i*K+k])
			}
		}
		top = max(top, used)
	}
	c := algos.AtMost("feasible", `$\alpha_{ij} \ge 0, \quad \sum_j \alpha_{ij} \le C$`, top, s.C, 16*ulp*s.C)
	c.LeftLabel, c.RightLabel = "the largest sum", "C"
	if least < 0 {
		c.Verdict, c.Why = algos.Broken, say.Phrase("the least α is "+say.Num(least))
	}
	return c
}

// checkExpansion: the weights are what the coefficients say, so that the dual value
// belongs to them.
func (s *state) checkExpansion(tau []float64) algos.Check {
	w := make([]vec, s.count())
	s.weigh(w, tau)
	worst, size := 0.0, 0.0
	for k := range w {
		for c := range w[k] {
			worst = max(worst, math.Abs(w[k][c]-s.w[k][c]))
		}
	}
	for i, x := range s.x {
		size += math.Abs(tau[i*s.count()+s.y[i]]) * max(math.Abs(x[0]), math.Abs(x[1]), x[2])
	}
	steps := float64(len(s.hits) + len(s.x))
	c := algos.Equal("expansion", `$w = \sum_{i,j} \alpha_{ij}\,(\Psi(x_i, y_i) - \Psi(x_i, j))$`, worst, 0, ulp*steps*size)
	c.LeftLabel = "farthest off"
	return c
}

// checkLoss: the structured hinge is at least the loss of the prediction, because
// the prediction is one of the classes that the maximum is over.
func (s *state) checkLoss() algos.Check {
	c := algos.AtMost("loss-bound", `the hinge bounds the loss: $\sum_i \Delta(y_i, \hat{y}_i) \le \sum_i \xi_i$`, s.cost, s.slack, ulp*float64(len(s.x))*s.size)
	c.LeftLabel, c.RightLabel, c.Meter = "ΣΔ", "Σξ", true
	return c
}

// checkStructured: with Ψ(x, k) = e_k ⊗ x and Δ = 0 or 1 the structured hinge is the
// multi-class hinge max(0, 1 + max_j w_j·x − w_y·x). The left side is computed with
// the long vectors, the right one with the short ones.
func (s *state) checkStructured() algos.Check {
	const claim = `with 0–1 loss the structured hinge is $\max(0,\, 1 + \max_{j \ne y} w_j\cdot x - w_y\cdot x)$`
	if s.Delta != zeroOne {
		return algos.Inapplicable("structured", claim, "Δ is not 0 or 1 here: some confusions need a wider margin")
	}
	c := algos.Equal("structured", claim, s.structured(), s.hinge(), 8*ulp*float64(len(s.x))*s.size)
	c.LeftLabel, c.RightLabel = "structured", "multi-class"
	return c
}

// structured is Σ max_j (Δ + w·Ψ(x, j) − w·Ψ(x, y)) with the joint feature vectors.
func (s *state) structured() float64 {
	K := s.count()
	long := make([]float64, 3*K) // w₁ … w_K one behind the other
	for k, w := range s.w {
		copy(long[3*k:], w[:])
	}
	psi := func(x vec, k int) []float64 {
		v := make([]float64, 3*K)
		copy(v[3*k:], x[:])
		return v
	}
	inner := func(a, b []float64) (sum float64) {
		for i := range a {
			sum += a[i] * b[i]
		}
		return sum
	}
	total := 0.0
	for i, x := range s.x {
		y := s.y[i]
		own, worst := inner(long, psi(x, y)), math.Inf(-1)
		for j := range K {
			worst = max(worst, s.delta[y][j]+inner(long, psi(x, j))-own)
		}
		total += worst
	}
	return total
}

// hinge is Σ max(0, 1 + max_{j≠y} w_j·x − w_y·x).
func (s *state) hinge() float64 {
	total := 0.0
	for i, x := range s.x {
		total += max(0, 1-margin(s.scoresAt(x), s.y[i]))
	}
	return total
}

// checkSum: what one class gains another one loses.
func (s *state) checkSum() algos.Check {
	worst, size := 0.0, 0.0
	for c := range 3 {
		total := 0.0
		for _, w := range s.w {
			total += w[c]
		}
		worst = max(worst, math.Abs(total))
	}
	for _, x := range s.x {
		size += s.C * max(math.Abs(x[0]), math.Abs(x[1]), x[2])
	}
	c := algos.Equal("sum", `$\sum_k w_k = 0$`, worst, 0, 8*ulp*float64(len(s.x)+len(s.hits))*size)
	c.LeftLabel = "farthest off"
	return c
}

// checkAscent: a sweep raises the dual. The descent need not.
func (v view) checkAscent() algos.Check {
	const claim = "no sweep lowers the dual"
	if v.phase != finishing {
		return algos.Inapplicable("ascent", claim, "the descent lowers the primal on average, and promises nothing for a single step")
	}
	c := algos.AtLeast("ascent", claim, v.dual, v.before.dual, 2*v.rounding())
	c.LeftLabel, c.RightLabel = "dual now", "before"
	return c
}
