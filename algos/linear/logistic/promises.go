package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/num"
	"playground/algos/say"
)

const ulp = num.Ulp

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
	checks := []algos.Check{
		v.story().Descent(v.descentRounding()), v.checkExists(), v.checkBalance(), v.checkMoments(),
		v.story().Arrival(v.missing(), v.status()),
	}
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

// reach is Σ|terms of f| over the rows, which bounds the rounding of the scores.
func (v view) reach(b []float64) (sum float64) {
	for _, u := range v.problem.U {
		sum += termsAt(b, u)
	}
	return sum
}

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
func (v view) missing() say.Phrase {
	if v.exists == logit.Infinite {
		return "there is no minimum"
	}
	return ""
}

// checkBalance: the offset is not penalised, so ∂L/∂θ₀ = −Σe.
func (v view) checkBalance() algos.Check {
	n, sum := float64(len(v.y)), 0.0
	for i := range v.y {
		sum += v.residual(i)
	}
	return algos.Tends("balance", claimBalance, sum, 0, v.story().Tolerance(n/4, ulp*(n*n+8*v.reach(v.B))), v.status()).
		Between("Σe", "").Because("the residuals e = ỹ − p balance").Unless(v.missing())
}

// checkMoments: ∂L/∂θ = λθ − Σxe.
func (v view) checkMoments() algos.Check {
	var sum [2]float64
	square, size := 0.0, 0.0
	for i, x := range v.problem.X {
		e := v.residual(i)
		sum[0], sum[1] = sum[0]+x[0]*e, sum[1]+x[1]*e
		square += (x[0]*x[0] + x[1]*x[1]) / 4
		size = max(size, math.Hypot(x[0], x[1]))
	}
	th, lambda, n := v.theta(), v.opt.Lambda, float64(len(v.y))
	tol := v.story().Tolerance(square+2*lambda, ulp*size*(n*n+8*v.reach(v.B))+8*ulp*lambda*length(th))
	numbers := say.Vars{"sum": [2]float64{tidy(sum[0]), tidy(sum[1])}, "pull": [2]float64{lambda * th[0], lambda * th[1]}}
	return algos.Tends("moments", claimMoments, math.Hypot(sum[0]-lambda*th[0], sum[1]-lambda*th[1]), 0, tol, v.status()).
		Between("‖Σxe − λθ‖", "").Because(numbers.Text("Σxe = <sum>, λθ = <pull>")).Unless(v.missing())
}

// tidy turns what is only rounding into 0.
func tidy(x float64) float64 {
	if math.Abs(x) < 1e-12 {
		return 0
	}
	return x
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
	return algos.Equal("labels", claimForms, plus, cross, ulp*float64(len(v.y)+8)*(plus+2*size+1)).Between("with ±1", "with 0, 1")
}

// checkMean sums y x (1 − P(y|x)) over all rows in the ±1 form.
func (v view) checkMean() algos.Check {
	var sum, size [3]float64
	for i, u := range v.problem.U {
		a := v.residual(i)
		for j := range u {
			sum[j] += a * u[j]
			size[j] += math.Abs(u[j])
		}
	}
	off, scale := 0.0, 0.0
	for j, g := range v.Grad[0] {
		penalty := [3]float64{v.opt.Lambda * v.B[0], v.opt.Lambda * v.B[1], 0}[j]
		off, scale = max(off, math.Abs(sum[j]-penalty+g)), max(scale, size[j]+math.Abs(penalty))
	}
	return algos.Equal("unbiased", claimMean, off, 0, ulp*(float64(len(v.y)+16)+8*v.reach(v.B))*scale).Between("they differ by", "")
}

// checkDual: the dual of the penalised problem is to maximise Σ H(α_t) −
// ‖Σα_t y_t x_t‖²/(2λ) with the entropy H(α) = −α log α − (1−α) log(1−α), over
// α ∈ [0, 1]ⁿ with Σα_t y_t = 0. The α of this step are made to balance by
// shortening those of the heavier class.
func (v view) checkDual() algos.Check {
	dual := v.dual()
	return algos.AtMost("dual", claimDual, dual, v.Loss, v.rounding(v.Place)+ulp*float64(len(v.y)+8)*(math.Abs(dual)+v.Loss)).
		Between("dual", "loss").Because(say.Vars{"gap": tidy(max(0, v.Loss-dual))}.Text("so the loss is at most <gap> above its minimum")).Unless(v.missing())
}

func (v view) dual() float64 {
	var sum [2]float64 // Σα of the two classes
	for i := range v.y {
		sum[v.Points[i].Class()] += math.Abs(v.residual(i))
	}
	balanced, entropy := min(sum[0], sum[1]), 0.0
	var w [2]float64
	from := v.problem.X[0] // as Σαy = 0, all x may be measured from one place
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
		w, e := sigmoid(f)*sigmoid(-f), v.y[i]*sigmoid(-v.y[i]*f)
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
	return algos.Equal("least-squares", claimSquares, off, 0, tol).Between("its normal equations are off by", "")
}

// checkExists proves what was decided about the minimum.
func (v view) checkExists() algos.Check {
	switch {
	case v.opt.Lambda > 0 && v.exists == logit.Attained:
		return algos.AtLeast("exists", claimUnique, v.opt.Lambda, 0, 0).Between("λ", "")
	case v.best.Separable:
		least, th := math.Inf(1), v.best.Theta
		for i, x := range v.problem.X {
			least = min(least, v.y[i]*(th[0]*x[0]+th[1]*x[1]+th[2]))
		}
		return algos.AtLeast("exists", claimParted, least, 0, 8*ulp*v.best.R).Between("least y·f*", "").Because(v.why)
	}
	var sum [3]float64
	for k, i := range v.best.Rows {
		a, x := v.best.Weights[k]*v.y[i], v.problem.X[i]
		sum[0], sum[1], sum[2] = sum[0]+a*x[0], sum[1]+a*x[1], sum[2]+a
	}
	claim, why := say.Phrase(claimExists), say.Phrase("nor has any line, in exact arithmetic, some points on their side and all others on it")
	if v.exists == logit.Infinite {
		claim, why = claimStrict, v.why
	}
	return algos.Equal("exists", claim, math.Hypot(math.Hypot(sum[0], sum[1]), sum[2]), 0, 16*ulp*v.best.R).Between("‖Σαyx̃‖", "").Because(why)
}
