package softmax

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/num"
	"playground/algos/say"
)

const ulp = num.Ulp

const (
	claimBalance = `optimality condition: expected counts equal class counts, $\sum_t p_k(x_t) = n_k$`
	claimMoments = `optimality condition: $\sum_t e_{k,t}\,x_t = \lambda w_k$`

	claimTwin = "for K = 2 the minimum is that of logistic regression"
)

var (
	claimUnique = algos.Guarantee{Name: "exists", Claim: "a unique minimiser exists, as there are an L2 penalty and points of all classes"}
	// All offsets may be shifted together.
	claimOneCentred = algos.Guarantee{Name: "exists", Claim: `a unique minimiser with $\sum_k b_k = 0$ exists, as there are an L2 penalty and ` +
		`points of all classes`}
	claimLead = algos.Guarantee{Name: "exists", Claim: `no finite minimiser: every true class has the highest score, so $s\,w$ with ` +
		`$s\to\infty$ keeps lowering the loss`}
	claimNear    = algos.Guarantee{Name: "exists", Claim: "a minimum exists, as the Newton step is short"}
	claimSum     = algos.Guarantee{Name: "sum", Claim: "the class gradients (without regularisation) sum to 0"}
	claimShift   = algos.Guarantee{Name: "shift", Claim: "shift invariance: subtracting one vector from all weights changes no probability"}
	claimCentred = algos.Guarantee{Name: "centred", Claim: `identifiability: of all equivalent parameters those with $\sum_k w_k = 0$, $\sum_k ` +
		`b_k = 0$ are chosen`}
	claimMean   = algos.Guarantee{Name: "unbiased", Claim: "SGD is unbiased: the steps of the single samples add up to the full gradient step"}
	claimTwo    = algos.Guarantee{Name: "logistic-loss", Claim: `for K = 2 this is the loss of logistic regression with $\theta=w_1-w_0$`}
	claimExists = algos.Guarantee{Name: "exists", Claim: `a minimum exists`}
	claimParted = algos.Guarantee{Name: "exists", Claim: "no finite minimiser: a line separates some classes from all others"}
	claimHull   = algos.Guarantee{Name: "exists", Claim: `a minimum exists: no line separates the classes, as $\sum_t\alpha_t ` +
		`y_t\tilde{x}_t=0$ with $\alpha\ge 0$`}
)

// Checks states what theory guarantees about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{
		v.story().Descent(v.descentRounding()), v.checkExists(), v.checkBalance(), v.checkMoments(),
		v.story().Arrival(v.missing(), v.status()),
	}
	if v.k == 2 {
		checks = append(checks, v.checkTwo(), v.checkTwin())
	}
	checks = append(checks, v.checkSum(), v.checkShift())
	if v.opt.Parametrization == all {
		checks = append(checks, v.checkCentred())
	}
	if v.opt.Stochastic() {
		checks = append(checks, v.checkMean())
	}
	return checks
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

// moments are Σ_t ([k = y_t] − p_k)·(x_t, 1) of all classes, in the order of the data set.
func (v view) moments() []logit.Moment {
	e, out := make([]float64, v.k), make([]logit.Moment, v.k)
	for c, m := range v.problem.Moments(v.B, func(i int) []float64 {
		v.problem.Errors(e, v.B, i)
		return e
	}) {
		out[v.outside(c)] = m
	}
	return out
}

// missing says why nothing is guaranteed about a minimum, or "".
func (v view) missing() say.Phrase {
	if v.exists == logit.Infinite || v.End == logit.NoMinimum || v.exists == logit.Unknown && v.leads() {
		return "there is no finite minimiser"
	}
	return ""
}

// leads reports whether every row's own score is the highest, by more than rounding.
func (v view) leads() bool { return v.Updates > 0 && v.Margin > v.problem.ScoreRounding(v.B) }

// checkBalance: the offsets are not penalised, so ∂L/∂b_k = Σp_k − n_k.
func (v view) checkBalance() algos.Check {
	worst, of := 0.0, logit.Size{}
	for _, m := range v.moments() {
		worst, of = max(worst, math.Abs(m.Sum)), of.Most(m.N)
	}
	c := v.story().Vanishing("balance", claimBalance, worst, of, v.status()).Between("largest deviation", "")
	return logit.Because(c, "the expected count of each class equals its number of points").Unless(v.missing())
}

// checkMoments: ∂L/∂w_k = λw_k − Σ([k = y] − p_k)x.
func (v view) checkMoments() algos.Check {
	w := v.vectors(v.Place)
	worst, of := 0.0, logit.Size{}
	for k, m := range v.moments() {
		if v.isReference(k) {
			continue
		}
		pull := v.opt.Lambda * math.Hypot(w[k][0], w[k][1])
		m.Along.Terms, m.Along.Curvature, m.Along.Rounding = m.Along.Terms+pull, m.Along.Curvature+v.opt.Lambda, m.Along.Rounding+8*ulp*pull
		worst, of = max(worst, math.Hypot(m.Pull[0]-v.opt.Lambda*w[k][0], m.Pull[1]-v.opt.Lambda*w[k][1])), of.Most(m.Along)
	}
	c := v.story().Vanishing("moments", claimMoments, worst, of, v.status()).Between("largest deviation", "")
	return logit.Because(c, "with the residuals e = [k = y] − p").Unless(v.missing())
}

// isReference reports whether class k has no vector of its own.
func (t *task) isReference(k int) bool { return t.opt.Parametrization != all && t.inside(k) == 0 }

func (v view) checkCentred() algos.Check {
	var sum [3]float64
	size := 0.0
	for c := 0; c < len(v.B); c += 3 {
		for j := range sum {
			sum[j] += v.B[c+j]
			size = max(size, math.Abs(v.B[c+j]))
		}
	}
	// Every update rounds the vectors, and what it adds.
	tol := ulp * float64(8*v.k*(v.Updates+1)) * v.drift()
	return claimCentred.Equal(largest(sum), 0, tol).Of(size).Between("largest sum", "")
}

func largest(a [3]float64) float64 { return max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])) }

// drift is the largest parameter on the way, or what has been added up to an update.
func (v view) drift() float64 {
	top := 0.0
	for _, at := range v.Trail {
		for _, x := range at.B {
			top = max(top, math.Abs(x))
		}
	}
	if v.opt.Solver == logit.Newton {
		return 2 * top
	}
	reach := 1.0
	for _, u := range v.problem.U {
		reach = max(reach, math.Abs(u[0]), math.Abs(u[1]))
	}
	return 2*top + float64(len(v.class))*reach*v.opt.Eta
}

// checkMean sums the steps of the single rows.
func (v view) checkMean() algos.Check {
	sum := make([]num.Sum, len(v.B))
	blur := v.problem.Blur(v.B)
	for i, u := range v.problem.U {
		off := blur(i)
		for j, g := range v.problem.SampleGradient(v.B, []int{i}) {
			sum[j].Add(g, off[j/3+v.problem.Free]*math.Abs(u[j%3])/ulp)
		}
	}
	off, size, rounding := 0.0, 0.0, 0.0
	for c, g := range v.Grad {
		for j := range g {
			s := sum[3*c+j]
			off, size, rounding = max(off, math.Abs(s.Value-g[j])), max(size, s.Size()), max(rounding, 2*s.Rounding())
		}
	}
	return claimMean.Equal(off, 0, rounding).Of(size).Between("they differ by", "")
}

// checkSum: p sums to 1, so all Σ_k([k = y] − p_k) are 0. The gradients are those
// that the step was made with; the reference's, which no step uses, is added.
func (v view) checkSum() algos.Check {
	var sum [3]float64
	terms, penalties, reach := 0.0, 0.0, 0.0
	w := v.vectors(v.Place)
	for c, g := range v.Grad {
		k := v.outside(c + v.problem.Free)
		for j, penalty := range [3]float64{v.opt.Lambda * w[k][0], v.opt.Lambda * w[k][1], 0} {
			sum[j] += g[j] - penalty
			penalties += math.Abs(penalty)
		}
	}
	errors := 0.0
	for k, m := range v.moments() {
		if v.isReference(k) {
			sum[0], sum[1], sum[2] = sum[0]-m.Pull[0], sum[1]-m.Pull[1], sum[2]-m.Sum
		}
		terms, errors = terms+m.Along.Terms+m.N.Terms, errors+m.N.Terms
	}
	for _, x := range v.problem.X {
		reach = max(reach, 1, math.Hypot(x[0], x[1]))
	}
	// The errors of a row sum to 0 up to their own rounding, wherever its scores are; in
	// Newton's frame the points are measured from their centre.
	n := float64(len(v.class) + 16)
	tol := 4 * ulp * n * (errors*reach + penalties)
	return claimSum.Equal(largest(sum), 0, tol).Of(terms+penalties).Between("‖Σ∇‖", "")
}

// checkShift computes the loss once more with the vector of the first class taken
// off all, and compares it with the loss of the step.
func (v view) checkShift() algos.Check {
	w := v.vectors(v.Place)
	penalty := 0.0
	for _, u := range w {
		penalty += v.opt.Lambda / 2 * (u[0]*u[0] + u[1]*u[1])
	}
	var loss num.Sum
	f := make([]float64, v.k)
	for i, x := range v.problem.X {
		for k := range f {
			f[k] = (w[k][0]-w[0][0])*x[0] + (w[k][1]-w[0][1])*x[1] + w[k][2] - w[0][2]
		}
		row := logit.RowLoss(f, v.class[i])
		loss.Add(row, 8*row, logit.RowRounding(f, v.class[i], 32*mostTerms(w, x)*ulp)/ulp)
	}
	c := claimShift.Equal(loss.Value, v.Loss-penalty, v.rounding(v.Place)+loss.Rounding()+8*ulp*penalty).
		Between("cross-entropy of K − 1", "of this step")
	if v.opt.Parametrization == all && v.opt.Lambda > 0 {
		c.Why = "the penalty changes, and is smallest with the mean 0"
	}
	if c.Verdict == algos.Undecided {
		c.Why = lost
	}
	return c
}

// lost is why two losses cannot be compared.
const lost say.Phrase = "the scores are so large, or the points so far away, that rounding leaves too little precision of the loss"

// mostTerms is the largest Σ|terms| of a score at x.
func mostTerms(w [][3]float64, x [2]float64) (most float64) {
	for _, u := range w {
		most = max(most, logit.Terms(u[:], [3]float64{x[0], x[1], 1}))
	}
	return most
}

// checkTwo: with two classes and K vectors w₁ = −w₀ = θ/2, so the penalty is
// (λ/4)‖θ‖²; with a reference it is (λ/2)‖θ‖².
func (v view) checkTwo() algos.Check {
	w := v.vectors(v.Place)
	th := [3]float64{w[1][0] - w[0][0], w[1][1] - w[0][1], w[1][2] - w[0][2]}
	var loss num.Sum
	loss.Add(v.twinLambda() / 2 * (th[0]*th[0] + th[1]*th[1]))
	for i, x := range v.problem.X {
		y := 2*float64(v.class[i]) - 1
		z := y * (th[0]*x[0] + th[1]*x[1] + th[2])
		row := max(0, -z) + math.Log1p(math.Exp(-math.Abs(z)))
		loss.Add(row, 8*row, logit.RowRounding([]float64{0, z}, 1, 32*mostTerms(w, x)*ulp)/ulp)
	}
	c := claimTwo.Equal(v.Loss, loss.Value, v.rounding(v.Place)+loss.Rounding()).Between("softmax", "logistic regression")
	if v.opt.Parametrization == all && v.opt.Lambda > 0 {
		c.Why = "with half the λ: the vectors are ±θ/2, so Σ‖w‖² = ½‖θ‖²"
	}
	if c.Verdict == algos.Undecided {
		c.Why = lost
	}
	return c
}

// checkTwin compares the loss with the minimum of logistic regression, which its
// own Newton's method found.
func (v view) checkTwin() algos.Check {
	t, missing := v.twin(), v.missing()
	if missing == "" && !t.known {
		missing = "rounding stops Newton's method for logistic regression before its minimum"
	}
	w := v.vectors(v.Place)
	pair := say.Vars{"apart": [2]float64{w[1][0] - w[0][0], w[1][1] - w[0][1]}, "theta": [2]float64{t.theta[0], t.theta[1]}}
	why := pair.Text("w₁ − w₀ = <apart>, θ = <theta>")
	c := v.story().Gap("logistic", claimTwin, v.Loss, t.loss, v.rounding(v.Place)+t.rounding, v.status()).Between("softmax", "logistic minimum")
	return logit.Because(c, why).Unless(missing)
}

// checkExists says what is known about a minimum, and how.
func (v view) checkExists() algos.Check {
	switch {
	case v.exists == logit.Attained && v.opt.Lambda > 0:
		exists := claimUnique
		if v.opt.Parametrization == all {
			exists = claimOneCentred
		}
		return exists.AtLeast(v.opt.Lambda, 0, 0).Between("λ", "").
			Because("λ > 0 bounds the weights, and points of all classes bound the intercepts")
	case v.exists == logit.Unknown && v.leads():
		return claimLead.AtLeast(v.Margin, 0, 0).Between("smallest margin", "")
	case v.exists == logit.Infinite && v.best.Separable:
		least, th, terms := math.Inf(1), v.best.Theta, 0.0
		for _, z := range v.lifted(v.cut[0], v.cut[1]) {
			if m := th[0]*z[0] + th[1]*z[1] + th[2]*z[2]; m < least {
				least, terms = m, logit.Terms(th[:], z)
			}
		}
		c := claimParted.AtLeast(least, 0, 4*ulp*terms).Of(terms).Between("smallest margin", "")
		if least <= c.Rounding {
			return c.Because(say.Vars{"why": v.why, "gamma": v.best.Gamma}.Text("<why>: with the margin <gamma> in exact arithmetic, lost to " +
				"rounding here"))
		}
		return c.Because(v.why)
	case v.exists == logit.Infinite:
		return claimExists.Not(v.why)
	case v.exists == logit.Attained:
		return v.checkHull()
	}
	return v.checkNear()
}

// checkNear proves that a minimum exists where Newton's step is short. To first
// order it takes the probabilities p_k(x_t) to p_k(x_t)(1 + δ), for which the
// gradient is 0. If they are positive they are weights with Σ α(w_y − w_k)·x̃ = 0
// for every w, so that no w has all (w_y − w_k)·x̃ ≥ 0 and some above.
func (v view) checkNear() algos.Check {
	d := v.problem.Step(v.problem.At(v.B)).D
	p, change := make([]float64, v.k), make([]float64, v.k)
	worst := 0.0
	for i, u := range v.problem.U {
		v.problem.Scores(p, v.B, u)
		logit.Softmax(p)
		v.problem.Scores(change, d, u)
		mean := 0.0
		for k, c := range change {
			mean += p[k] * c
		}
		for k, c := range change {
			if k != v.problem.Class[i] {
				worst = max(worst, math.Abs(c-mean))
			}
		}
	}
	if worst > mostNear || math.IsNaN(v.Decrement) {
		return claimExists.Not("no line separates one or two classes from the rest; with three or more it is undecided until the Newton step is " +
			"short")
	}
	return claimNear.AtMost(worst, 1, 0).Between("largest relative change", "").
		Because("it changes each probability by less than itself: positive weights balance, and the loss is bounded in every direction")
}

// mostNear is a relative change that is below 1 by more than rounding.
const mostNear = 0.9

// checkHull proves for two classes that no line has all points strictly on their
// side.
func (v view) checkHull() algos.Check {
	off, size, rounding := logit.Hull(v.best.Rows, v.best.Weights, func(i int) [3]float64 {
		x, y := v.problem.X[i], 2*float64(v.class[i])-1
		return [3]float64{y * x[0], y * x[1], y}
	})
	return claimHull.Equal(off, 0, rounding).Of(size).Between("‖Σαyx̃‖", "").
		Because("exact arithmetic finds no quasi-separating line either")
}
