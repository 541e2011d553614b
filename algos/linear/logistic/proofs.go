package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// checkDual: the dual of the penalised problem is to maximise Σ H(α_t) −
// ‖Σα_t y_t x_t‖²/(2λ) with the entropy H(α) = −α log α − (1−α) log(1−α), over
// α ∈ [0, 1]ⁿ with Σα_t y_t = 0. The α of this step are made to balance by
// shortening those of the heavier class.
func (v view) checkDual() algos.Check {
	if v.exists == logit.Infinite {
		return algos.Inapplicable("dual", claimDual, "there is no minimum")
	}
	dual := v.dual()
	c := algos.AtMost("dual", claimDual, dual, v.Loss, v.rounding(v.Place)+ulp*float64(len(v.y)+8)*(math.Abs(dual)+v.Loss))
	c.LeftLabel, c.RightLabel = "dual", "loss"
	c.Why = say.Phrase("so the loss is at most " + say.Num(tidy(max(0, v.Loss-dual))) + " above its minimum")
	return c
}

func (v view) dual() float64 {
	var sum [2]float64 // Σα of the two classes
	for i := range v.y {
		sum[v.Points[i].Class()] += math.Abs(v.residual(i))
	}
	balanced := min(sum[0], sum[1])
	var w [2]float64
	entropy := 0.0
	// As Σαy = 0, all x may be measured from one place.
	from := v.problem.X[0]
	for i, x := range v.problem.X {
		a := math.Abs(v.residual(i))
		if s := sum[v.Points[i].Class()]; s > 0 {
			a *= balanced / s
		}
		entropy += xlogx(a) + xlogx(1-a)
		w[0] += a * v.y[i] * (x[0] - from[0])
		w[1] += a * v.y[i] * (x[1] - from[1])
	}
	// The square may be beyond all numbers; then it bounds nothing.
	return max(-math.MaxFloat64/4, entropy-(w[0]*w[0]+w[1]*w[1])/(2*v.opt.Lambda))
}

// xlogx is −x log x, 0 at 0.
func xlogx(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return -x * math.Log(x)
}

// checkSquares: with the working response z = f + e/w the step minimises
// Σ w(z − f_new)² + λ‖θ_new‖², so Σ (w(f − f_new) + e) x̃ = λθ_new.
func (v view) checkSquares() algos.Check {
	if v.From == nil {
		return algos.Inapplicable("least-squares", claimSquares, "no step has been worked out yet")
	}
	b := v.From.B
	next := logit.Moved(b, 1, v.Dir)
	var sum, size, curve [3]float64
	for i, u := range v.problem.U {
		f := scoreAt(b, u)
		w := sigmoid(f) * sigmoid(-f)
		e := v.y[i] * sigmoid(-v.y[i]*f)
		change := f - scoreAt(next, u)
		terms := (termsAt(b, u) + termsAt(next, u)) * (1 + math.Abs(change)) // a score rounds by its terms, and so does w
		for j := range u {
			sum[j] += (w*change + e) * u[j]
			size[j] += (w*terms + math.Abs(e)) * math.Abs(u[j])
			curve[j] += w * u[j] * u[j]
		}
	}
	ridge := v.problem.Ridge()
	off, tol := 0.0, 0.0
	for j := range sum {
		off = max(off, math.Abs(sum[j]-ridge[j]*next[j]))
		// A direction whose curvature is lost in rounding is left out; what that may
		// miss is bounded by the decrement.
		tol = max(tol, 64*ulp*float64(len(v.y)+8)*(size[j]+ridge[j]*(math.Abs(next[j])+math.Abs(b[j])))+2e-7*v.From.Decrement*math.Sqrt(curve[j]+ridge[j]))
	}
	c := algos.Equal("least-squares", claimSquares, off, 0, tol)
	c.LeftLabel = "its normal equations are off by"
	return c
}

// checkExists proves what was decided about the minimum.
func (v view) checkExists() algos.Check {
	switch {
	case v.opt.Lambda > 0 && v.exists == logit.Attained:
		c := algos.AtLeast("exists", claimUnique, v.opt.Lambda, 0, 0)
		c.LeftLabel = "λ"
		return c
	case v.best.Separable:
		least := math.Inf(1)
		th := v.best.Theta
		for i, x := range v.problem.X {
			least = min(least, v.y[i]*(th[0]*x[0]+th[1]*x[1]+th[2]))
		}
		c := algos.AtLeast("exists", claimParted, least, 0, 8*ulp*v.best.R)
		c.LeftLabel, c.Why = "least y·f*", say.Phrase(v.why)
		return c
	}
	var sum [3]float64
	for k, i := range v.best.Rows {
		a := v.best.Weights[k] * v.y[i]
		x := v.problem.X[i]
		sum[0], sum[1], sum[2] = sum[0]+a*x[0], sum[1]+a*x[1], sum[2]+a
	}
	claim, why := claimExists, "nor has any line, in exact arithmetic, some points on their side and all others on it"
	if v.exists == logit.Infinite {
		claim, why = claimStrict, v.why
	}
	c := algos.Equal("exists", say.Phrase(claim), math.Hypot(math.Hypot(sum[0], sum[1]), sum[2]), 0, 16*ulp*v.best.R)
	c.LeftLabel, c.Why = "‖Σαyx̃‖", say.Phrase(why)
	return c
}
