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
	claimExists = `a minimum exists: no line separates the classes, as $\sum_t\alpha_t y_t\tilde{x}_t=0$ with $\alpha\ge 0$`
	claimStrict = `no line separates the classes strictly, as $\sum_t\alpha_t y_t\tilde{x}_t=0$ with $\alpha\ge 0$`

	claimBalance = `optimality condition: the residuals sum to 0, $\sum_t e_t = 0$`
	claimMoments = `optimality condition: $\sum_t x_t\,e_t = \lambda\theta$`
)

var (
	claimParted  = algos.Guarantee{Name: "exists", Claim: "no finite minimiser: $f^*$ separates the classes, so $y_t f^*(x_t) > 0$"}
	claimUnique  = algos.Guarantee{Name: "exists", Claim: "a unique minimiser exists, as there are an L2 penalty and two classes"}
	claimSquares = algos.Guarantee{Name: "least-squares", Claim: "IRLS: the Newton step solves the least-squares problem with the weights " +
		"$p_t(1-p_t)$"}
	claimDual  = algos.Guarantee{Name: "dual", Claim: `weak duality: $\alpha_t=1-P(y_t\mid x_t)$, balanced, gives a lower bound of the loss`}
	claimForms = algos.Guarantee{Name: "labels", Claim: `the logistic loss (labels $\pm 1$) equals the cross-entropy (labels $0, 1$)`}
	claimMean  = algos.Guarantee{Name: "unbiased", Claim: "SGD is unbiased: the steps of the single samples add up to the full gradient step"}
)

// Checks states what theory guarantees about this step.
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
	if v.opt.Squares {
		checks = append(checks, v.checksSquares()...)
	}
	if v.scaling() {
		checks = append(checks, v.checkScaled())
	}
	if v.opt.Drawn {
		checks = append(checks, v.checkDrawn())
	}
	return append(checks, v.checkForms(), v.checkSymmetry(), v.checkSlope())
}

// rounding bounds that of the loss.
func (v view) rounding(at *logit.Place) float64 { return v.problem.LossRounding(at.B, at.Loss) }

// descentRounding is that of the losses before and after the update.
func (v view) descentRounding() float64 {
	if v.From == nil {
		return 0
	}
	return v.rounding(v.Place) + v.rounding(v.From) + 16*ulp*v.From.Loss
}

// missing says why nothing is guaranteed about a minimum, or "".
func (v view) missing() say.Phrase {
	if v.exists == logit.Infinite {
		return "there is no finite minimiser"
	}
	return ""
}

// moment is Σe·(x, 1), by the residuals.
func (v view) moment() logit.Moment {
	e := make([]float64, 2)
	return v.problem.Moments(v.B, func(i int) []float64 {
		e[1] = v.residual(i)
		return e
	})[1]
}

// checkBalance: the offset is not penalised, so ∂L/∂θ₀ = −Σe.
func (v view) checkBalance() algos.Check {
	m := v.moment()
	c := v.story().Vanishing("balance", claimBalance, m.Sum, m.N, v.status()).Between("Σe", "")
	return logit.Because(c, "with the residuals e = ỹ − p").Unless(v.missing())
}

// checkMoments: ∂L/∂θ = λθ − Σxe.
func (v view) checkMoments() algos.Check {
	m, th, lambda := v.moment(), v.theta(), v.opt.Lambda
	pull := [2]float64{lambda * th[0], lambda * th[1]}
	m.Along.Terms += lambda * length(th)
	m.Along.Curvature += lambda
	m.Along.Rounding += 8 * ulp * lambda * length(th)
	numbers := say.Vars{"sum": tidied(m.Pull, m.Along.Rounding), "pull": tidied(pull, m.Along.Rounding)}
	c := v.story().Vanishing("moments", claimMoments, math.Hypot(m.Pull[0]-pull[0], m.Pull[1]-pull[1]), m.Along, v.status()).
		Between("‖Σxe − λθ‖", "")
	return logit.Because(c, numbers.Text("Σxe = <sum>, λθ = <pull>")).Unless(v.missing())
}

// tidied has 0 for what is only rounding.
func tidied(a [2]float64, rounding float64) [2]float64 {
	for j, x := range a {
		if math.Abs(x) <= rounding {
			a[j] = 0
		}
	}
	return a
}

// checkForms compares Σ log(1 + e^{−yf}) with −Σ(ỹ f − log(1 + e^f)), the last
// line of 002's cross-entropy, whose terms are as large as the scores.
func (v view) checkForms() algos.Check {
	var plus, cross num.Sum
	for i, y := range v.y {
		f := v.scoreOf(i)
		plus.Add(softplus(-y*f), softplus(-y*f))
		cross.Add(-(1 + y) / 2 * f)
		cross.Add(softplus(f), softplus(f))
	}
	c := claimForms.Equal(plus.Value, cross.Value, plus.Rounding()+cross.Rounding()).Between("with ±1", "with 0, 1")
	if c.Verdict == algos.Undecided {
		c.Why = "with 0, 1 the loss is a difference of numbers as large as the scores, and cancellation leaves too little precision"
	}
	return c
}

// checkMean sums y x (1 − P(y|x)) over all rows in the ±1 form.
func (v view) checkMean() algos.Check {
	var sum [3]num.Sum
	blur := v.problem.Blur(v.B)
	for i, u := range v.problem.U {
		a, off := v.residual(i), blur(i)[1]
		for j := range u {
			sum[j].Add(a*u[j], off*math.Abs(u[j])/ulp)
		}
	}
	off, size, rounding := 0.0, 0.0, 0.0
	for j, g := range v.Grad[0] {
		sum[j].Add(-[3]float64{v.opt.Lambda * v.B[0], v.opt.Lambda * v.B[1], 0}[j])
		off, size, rounding = max(off, math.Abs(sum[j].Value+g)), max(size, sum[j].Size()), max(rounding, 2*sum[j].Rounding())
	}
	return claimMean.Equal(off, 0, rounding).Of(size).Between("they differ by", "")
}

// checkDual: the dual of the penalised problem is to maximise Σ H(α_t) −
// ‖Σα_t y_t x_t‖²/(2λ) with the entropy H(α) = −α log α − (1−α) log(1−α), over
// α ∈ [0, 1]ⁿ with Σα_t y_t = 0. The α of this step are made to balance by
// shortening those of the heavier class.
func (v view) checkDual() algos.Check {
	dual, rounding := v.dual()
	c := claimDual.AtMost(dual, v.Loss, v.rounding(v.Place)+rounding).Between("dual", "loss")
	why := say.Vars{"gap": v.Loss - dual}.Text("duality gap: the loss is at most <gap> above its minimum")
	if c.Off() > -rounding {
		why = "so the loss is at its minimum, up to rounding"
	}
	return c.Because(why).Unless(v.missing())
}

// dual returns the dual value of this step's α, and how far rounding has moved it.
func (v view) dual() (value, rounding float64) {
	var sum [2]float64 // Σα of the two classes
	for i := range v.y {
		sum[v.Points[i].Class()] += math.Abs(v.residual(i))
	}
	balanced := min(sum[0], sum[1])
	var entropy num.Sum
	var w [2]num.Sum
	blur := v.problem.Blur(v.B)
	from := v.problem.X[0] // as Σαy = 0, all x may be measured from one place
	for i, x := range v.problem.X {
		a, off := math.Abs(v.residual(i)), blur(i)[1]
		if s := sum[v.Points[i].Class()]; s > 0 {
			a *= balanced / s
		}
		off = off/ulp + float64(len(v.y)+8)*a                                               // in ulps: of the probability, and of the sums by which it is scaled
		slope := math.Abs(v.scoreOf(i)) - math.Log(max(a, math.SmallestNonzeroFloat64)) + 1 // of the entropy: log((1−α)/α) and more
		entropy.Add(entropyOf(a), slope*off)
		for j := range w {
			w[j].Add(a*v.y[i]*(x[j]-from[j]), off*math.Abs(x[j]-from[j]))
		}
	}
	e := math.Hypot(w[0].Rounding(), w[1].Rounding())
	length := math.Hypot(w[0].Value, w[1].Value)
	// The square may be beyond all numbers; then it bounds nothing.
	value = max(-math.MaxFloat64/4, entropy.Value-length*length/(2*v.opt.Lambda))
	return value, entropy.Rounding() + e*(2*length+e)/(2*v.opt.Lambda)
}

// entropyOf is −α log α − (1−α) log(1−α), also where α is tiny.
func entropyOf(a float64) float64 {
	if a <= 0 || a >= 1 {
		return 0
	}
	return -a*math.Log(a) - (1-a)*math.Log1p(-a)
}

// checkSquares: with the working response z = f + e/w the step minimises
// Σ w(z − f_new)² + λ‖θ_new‖², so Σ (w(f − f_new) + e) x̃ = λθ_new.
func (v view) checkSquares() algos.Check {
	if v.From == nil {
		return claimSquares.Not("no Newton step has been computed yet")
	}
	b := v.From.B
	next := logit.Moved(b, 1, v.Dir)
	var sum [3]num.Sum
	var curve [3]float64
	blur := v.problem.Blur(b)
	for i, u := range v.problem.U {
		f := scoreAt(b, u)
		w, e := sigmoid(f)*sigmoid(-f), v.y[i]*sigmoid(-v.y[i]*f)
		change, off := f-scoreAt(next, u), blur(i)[1]/ulp
		// A weight moves with its probability, a change of the score by the terms of both scores.
		ulps := off*(1+math.Abs(change)) + 8*w*(logit.Terms(b, u)+logit.Terms(next, u))
		for j := range u {
			sum[j].Add(w*change*u[j], ulps*math.Abs(u[j]))
			sum[j].Add(e * u[j])
			curve[j] += w * u[j] * u[j]
		}
	}
	ridge := v.problem.Ridge()
	off, size, rounding := 0.0, 0.0, 0.0
	for j := range sum {
		sum[j].Add(-ridge[j] * next[j])
		off, size = max(off, math.Abs(sum[j].Value)), max(size, sum[j].Size())
		rounding = max(rounding, 64*sum[j].Rounding())
		if v.Dir[j] == 0 { // left out, as its curvature is lost in rounding: what that may miss is bounded by the decrement
			rounding = max(rounding, 2e-7*v.From.Decrement*math.Sqrt(curve[j]+ridge[j]))
		}
	}
	return claimSquares.Equal(off, 0, rounding).Of(size).Between("residual of its normal equations", "")
}

// checkExists proves what was decided about the minimum.
func (v view) checkExists() algos.Check {
	switch {
	case v.opt.Lambda > 0 && v.exists == logit.Attained:
		return claimUnique.AtLeast(v.opt.Lambda, 0, 0).Between("λ", "").Because("λ > 0 bounds θ, and points of both classes bound θ₀")
	case v.best.Separable:
		least, th, terms := math.Inf(1), v.best.Theta, 0.0
		for i, x := range v.problem.X {
			if z := v.y[i] * (th[0]*x[0] + th[1]*x[1] + th[2]); z < least {
				least, terms = z, logit.Terms(th[:], [3]float64{x[0], x[1], 1})
			}
		}
		c := claimParted.AtLeast(least, 0, 4*ulp*terms).Of(terms).Between("smallest y·f*", "")
		if least <= c.Rounding {
			return c.Because(say.Vars{"why": v.why, "gamma": v.best.Gamma}.Text("<why>: with the margin <gamma> in exact arithmetic, lost to " +
				"rounding here"))
		}
		return c.Because(v.why)
	}
	off, size, rounding := logit.Hull(v.best.Rows, v.best.Weights, func(i int) [3]float64 {
		x, y := v.problem.X[i], v.y[i]
		return [3]float64{y * x[0], y * x[1], y}
	})
	claim, why := say.Phrase(claimExists), say.Phrase("exact arithmetic finds no quasi-separating line either")
	if v.exists == logit.Infinite {
		claim, why = claimStrict, v.why
	}
	return algos.Equal("exists", claim, off, 0, rounding).Of(size).Between("‖Σαyx̃‖", "").Because(why)
}

var (
	claimSymmetry = algos.Guarantee{Name: "symmetry", Claim: "$g(z) + g(-z) = 1$: the probabilities of both labels sum to 1"}
	claimSlope    = algos.Guarantee{Name: "slope", Claim: `derivative of the logistic function: $g'(z) = g(z)\,(1 - g(z))$`}
)

// checkSymmetry adds the probabilities of both labels of a row, each of which is
// computed on its own: that of +1 from its score, that of −1 by package logit.
func (v view) checkSymmetry() algos.Check {
	i := v.heaviest()
	f := v.scoreOf(i)
	p := make([]float64, 2)
	v.problem.Scores(p, v.B, v.problem.U[i])
	logit.Softmax(p)
	plus, minus := v.g(f), p[0]
	w := say.Vars{"t": say.Row(i).Name(), "f": f, "plus": plus, "minus": minus}
	return claimSymmetry.Equal(plus+minus, 1, 8*ulp).Between("g(f) + g(−f)", "").
		Because(w.Text("at <t>, f = <f>: <plus> and <minus>"))
}

// checkSlope compares g(1 − g) with the rise of g over a short way. As |g‴| ≤ g′, the
// difference quotient is off by a share of h²/6, and hardly more.
func (v view) checkSlope() algos.Check {
	const h = 1e-3
	i := v.heaviest()
	f := -math.Abs(v.scoreOf(i)) // g′ is even, and g keeps its digits where it is small
	p := v.g(f)
	rise, slope := (v.g(f+h)-v.g(f-h))/(2*h), p*(1-p)
	w := say.Vars{"t": say.Row(i).Name()}
	c := claimSlope.Equal(rise, slope, h*h/5*slope+4*ulp*p/h).Between("difference quotient of g", "g(1 − g)").
		Because(w.Text("at the score of <t>, where it is the IRLS weight"))
	if slope < 1e-300 { // where numbers lose their digits
		return claimSlope.Not("every probability is 0 or 1 in floating point")
	}
	return c
}
