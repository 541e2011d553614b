package logistic

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

const ulp = 0x1p-52

const (
	claimExists  = `a minimum exists: no line parts the classes, as $\sum_t\alpha_t y_t\tilde{x}_t=0$ with $\alpha\ge 0$`
	claimStrict  = `no line has all points strictly on their side, as $\sum_t\alpha_t y_t\tilde{x}_t=0$ with $\alpha\ge 0$`
	claimParted  = `no minimum exists: all points are on their side of $f^*$, so $y_t f^*(x_t) > 0$`
	claimUnique  = `exactly one minimum exists, as there are a penalty and two labels`
	claimBalance = `at the minimum $\sum_t e_t = 0$`
	claimMoments = `at the minimum $\sum_t x_t\,e_t = \lambda\theta$`
	claimSquares = `the Newton step solves the least-squares problem with the weights $p_t(1-p_t)$`
	claimDual    = `$\alpha_t=1-P(y_t\mid x_t)$, balanced, bounds the loss from below`
	claimForms   = `labels $\pm 1$ and $0, 1$ give the same loss`
	claimMean    = `the steps of the single rows add up to the full gradient step`
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.story().Descent(v.descentRounding()), v.checkExists(), v.checkBalance(), v.checkMoments(), v.story().Arrival(v.missing(), v.status())}
	if v.opt.Lambda > 0 {
		checks = append(checks, v.checkDual())
	}
	if v.opt.Stochastic() {
		checks = append(checks, v.checkMean())
	}
	if v.opt.Solver == logit.Newton {
		checks = append(checks, v.checkSquares())
	}
	return append(checks, v.checkForms())
}

// reach is Σ|terms of f| over the rows, which bounds the rounding of the scores,
// at one place.
func (v view) reach(b []float64) float64 {
	sum := 0.0
	for _, u := range v.problem.U {
		sum += termsAt(b, u)
	}
	return sum
}

// termsAt is Σ|terms of f| at one place.
func termsAt(b []float64, u [3]float64) float64 {
	return math.Abs(b[0]*u[0]) + math.Abs(b[1]*u[1]) + math.Abs(b[2])
}

// rounding bounds that of the loss: a sum of n terms, each with a rounded score.
func (v view) rounding(at *logit.Place) float64 {
	return ulp * (float64(len(v.y)+8)*math.Abs(at.Loss) + 8*v.reach(at.B))
}

// descentRounding is that of the losses before and after the update.
func (v view) descentRounding() float64 {
	if v.From == nil {
		return 0
	}
	return v.rounding(v.Place) + v.rounding(v.From) + 4*ulp*v.From.Loss
}

// missing says why nothing is promised about a minimum, or "".
func (v view) missing() string {
	if v.exists == logit.Infinite {
		return "there is no minimum"
	}
	return ""
}

// checkBalance: the offset is not penalised, so ∂L/∂θ₀ = −Σe.
func (v view) checkBalance() algos.Check {
	if why := v.missing(); why != "" {
		return algos.Inapplicable("balance", claimBalance, say.Phrase(why))
	}
	n := float64(len(v.y))
	sum := 0.0
	for i := range v.y {
		sum += v.residual(i)
	}
	c := algos.Tends("balance", claimBalance, sum, 0, v.story().Tolerance(n/4, ulp*(n*n+8*v.reach(v.B))), v.status())
	c.LeftLabel, c.Why = "Σe", "the residuals e = ỹ − p balance"
	return c
}

// checkMoments: ∂L/∂θ = λθ − Σxe.
func (v view) checkMoments() algos.Check {
	if why := v.missing(); why != "" {
		return algos.Inapplicable("moments", claimMoments, say.Phrase(why))
	}
	th := v.theta()
	var sum [2]float64
	square, size := 0.0, 0.0
	for i, x := range v.problem.X {
		e := v.residual(i)
		sum[0], sum[1] = sum[0]+x[0]*e, sum[1]+x[1]*e
		square += (x[0]*x[0] + x[1]*x[1]) / 4
		size = max(size, math.Hypot(x[0], x[1]))
	}
	off := math.Hypot(sum[0]-v.opt.Lambda*th[0], sum[1]-v.opt.Lambda*th[1])
	n := float64(len(v.y))
	tol := v.story().Tolerance(square+2*v.opt.Lambda, ulp*size*(n*n+8*v.reach(v.B))+8*ulp*v.opt.Lambda*length(th))
	c := algos.Tends("moments", claimMoments, off, 0, tol, v.status())
	c.LeftLabel = "‖Σxe − λθ‖"
	c.Why = say.Phrase(fmt.Sprintf("Σxe = %s, λθ = %s", say.Vec(tidy(sum[0]), tidy(sum[1])), say.Vec(v.opt.Lambda*th[0], v.opt.Lambda*th[1])))
	return c
}

// checkForms compares Σ log(1 + e^{−yf}) with −Σ(ỹ f − log(1 + e^f)), the last
// line of 002's cross-entropy.
func (v view) checkForms() algos.Check {
	plus, cross, size := 0.0, 0.0, 0.0
	for i, y := range v.y {
		f := v.scoreOf(i)
		plus += softplus(-y * f)
		cross -= (1+y)/2*f - softplus(f)
		size += math.Abs(f)
	}
	c := algos.Equal("labels", claimForms, plus, cross, ulp*float64(len(v.y)+8)*(plus+2*size+1))
	c.LeftLabel, c.RightLabel = "with ±1", "with 0, 1"
	return c
}

// softplus is log(1 + e^z).
func softplus(z float64) float64 { return max(0, z) + math.Log1p(math.Exp(-math.Abs(z))) }

// checkMean sums y x (1 − P(y|x)) over all rows in the ±1 form.
func (v view) checkMean() algos.Check {
	var sum, size [3]float64
	for i, u := range v.problem.U {
		a := v.y[i] * sigmoid(-v.y[i]*v.scoreOf(i))
		for j := range u {
			sum[j] += a * u[j]
			size[j] += math.Abs(u[j])
		}
	}
	off, scale := 0.0, 0.0
	for j, g := range v.Grad[0] {
		penalty := 0.0
		if j < 2 {
			penalty = v.opt.Lambda * v.B[j]
		}
		off = max(off, math.Abs(sum[j]-penalty+g))
		scale = max(scale, size[j]+math.Abs(penalty))
	}
	c := algos.Equal("unbiased", claimMean, off, 0, ulp*(float64(len(v.y)+16)+8*v.reach(v.B))*scale)
	c.LeftLabel = "they differ by"
	return c
}
