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
	claimBalance = `at the minimum $\sum_t p_k(x_t) = n_k$`
	claimMoments = `at the minimum $\sum_t e_{k,t}\,x_t = \lambda w_k$`
	claimSum     = `the gradients of the classes, without the penalty, sum to 0`
	claimShift   = `$K-1$ vectors are enough: taking one off all of them changes no probability`
	claimCentred = `of all equally good vectors those with $\sum_k w_k = 0$, $\sum_k b_k = 0$ are taken`
	claimMean    = `the steps of the single rows add up to the full gradient step`
	claimTwo     = `with two classes this is the loss of logistic regression with $\theta=w_1-w_0$`
	claimTwin    = `with two classes the minimum is that of logistic regression`
	claimExists  = `a minimum exists`
	claimUnique  = `exactly one minimum exists, as there are a penalty and points of all classes`
	claimLead    = `no minimum exists: every point leads with its own score, so $s\,w$ with $s\to\infty$ lowers the loss for ever`
	claimParted  = `no minimum exists: a line has some classes on one side and all others on the other`
	claimHull    = `a minimum exists: no line parts the classes, as $\sum_t\alpha_t y_t\tilde{x}_t=0$ with $\alpha\ge 0$`
	claimNear    = `a minimum exists, as Newton's step is short`
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{
		v.story().Descent(v.descentRounding()), v.checkExists(), v.checkBalance(), v.checkMoments(),
		v.story().Arrival(v.missing(), v.status()),
	}
	if v.k == 2 {
		checks = append(checks, v.checkTwo(), v.checkTwin())
	}
	checks = append(checks, v.checkSum(), v.checkShift())
	if v.opt.Vectors == all {
		checks = append(checks, v.checkCentred())
	}
	if v.opt.Stochastic() {
		checks = append(checks, v.checkMean())
	}
	return checks
}

// reach is Σ|terms of all scores| over the rows, which bounds their rounding.
func (v view) reach(b []float64) float64 {
	sum := 0.0
	for _, u := range v.problem.U {
		for c := 0; c < len(b); c += 3 {
			sum += math.Abs(b[c]*u[0]) + math.Abs(b[c+1]*u[1]) + math.Abs(b[c+2])
		}
	}
	return sum
}

// rounding bounds that of the loss.
func (v view) rounding(at *logit.Place) float64 {
	return ulp * (float64(len(v.class)+8*v.k)*(1+math.Abs(at.Loss)) + 8*v.reach(at.B))
}

// descentRounding is that of the losses before and after the update.
func (v view) descentRounding() float64 {
	if v.From == nil {
		return 0
	}
	return v.rounding(v.Place) + v.rounding(v.From)
}

// sums returns Σ_t ([k = y_t] − p_k)·(x_t, 1) of all classes, computed from the
// probabilities.
func (v view) sums() [][3]float64 {
	out := make([][3]float64, v.k)
	e := make([]float64, v.k)
	for i, x := range v.problem.X {
		v.problem.Errors(e, v.B, i)
		for c, r := range e {
			s := &out[v.outside(c)]
			s[0], s[1], s[2] = s[0]+r*x[0], s[1]+r*x[1], s[2]+r
		}
	}
	return out
}

// missing says why nothing is promised about a minimum, or "".
func (v view) missing() say.Phrase {
	if v.exists == logit.Infinite || v.End == logit.NoMinimum || v.exists == logit.Unknown && v.Margin > 0 && v.Updates > 0 {
		return "there is no minimum"
	}
	return ""
}

// checkBalance: the offsets are not penalised, so ∂L/∂b_k = Σp_k − n_k.
func (v view) checkBalance() algos.Check {
	worst := 0.0
	for _, s := range v.sums() {
		worst = max(worst, math.Abs(s[2]))
	}
	n := float64(len(v.class))
	return algos.Tends("balance", claimBalance, worst, 0, v.story().Tolerance(n/4, ulp*(n*n+8*v.reach(v.B))), v.status()).
		Between("farthest off", "").Because("each class is expected as often as it occurs").Unless(v.missing())
}

// checkMoments: ∂L/∂w_k = λw_k − Σ([k = y] − p_k)x.
func (v view) checkMoments() algos.Check {
	w := v.vectors(v.Place)
	worst, longest := 0.0, 0.0
	for k, s := range v.sums() {
		if v.isReference(k) {
			continue
		}
		worst = max(worst, math.Hypot(s[0]-v.opt.Lambda*w[k][0], s[1]-v.opt.Lambda*w[k][1]))
		longest = max(longest, math.Hypot(w[k][0], w[k][1]))
	}
	square, size := 0.0, 0.0
	for _, x := range v.problem.X {
		square += (x[0]*x[0] + x[1]*x[1]) / 4
		size = max(size, math.Hypot(x[0], x[1]))
	}
	n := float64(len(v.class))
	tol := v.story().Tolerance(square+2*v.opt.Lambda, ulp*size*(n*n+8*v.reach(v.B))+8*ulp*v.opt.Lambda*longest)
	return algos.Tends("moments", claimMoments, worst, 0, tol, v.status()).
		Between("farthest off", "").Because("with the errors e = [k = y] − p").Unless(v.missing())
}

// isReference reports whether class k has no vector of its own.
func (t *task) isReference(k int) bool { return t.opt.Vectors != all && t.inside(k) == 0 }

func (v view) checkCentred() algos.Check {
	var sum [3]float64
	size := 0.0
	for c := 0; c < len(v.B); c += 3 {
		for j := range sum {
			sum[j] += v.B[c+j]
			size = max(size, math.Abs(v.B[c+j]))
		}
	}
	// Every update rounds once.
	tol := ulp * float64(16*v.k*(v.Updates+1)) * (size + v.drift())
	return algos.Equal("centred", claimCentred, largest(sum), 0, tol).Between("largest sum", "")
}

func largest(a [3]float64) float64 { return max(math.Abs(a[0]), math.Abs(a[1]), math.Abs(a[2])) }

// drift is the largest parameter on the way, which bounds the rounding of the
// sums of all vectors.
func (v view) drift() float64 {
	top := 0.0
	for _, at := range v.Trail {
		for _, x := range at.B {
			top = max(top, math.Abs(x))
		}
	}
	// Of a gradient step the rounding is that of the sum of all rows.
	n := float64(len(v.class))
	if v.opt.Solver == logit.Newton {
		return 1e3 * n * (1 + top)
	}
	reach := 1.0
	for _, u := range v.problem.U {
		reach = max(reach, math.Abs(u[0]), math.Abs(u[1]))
	}
	return top + n*reach*v.opt.Eta
}

// checkMean sums the steps of the single rows.
func (v view) checkMean() algos.Check {
	sum := make([]float64, len(v.B))
	for i := range v.class {
		for j, g := range v.problem.SampleGradient(v.B, []int{i}) {
			sum[j] += g
		}
	}
	off, scale, size := 0.0, 0.0, [3]float64{}
	for _, u := range v.problem.U {
		for j := range u {
			size[j] += math.Abs(u[j])
		}
	}
	for c, g := range v.Grad {
		for j := range g {
			off = max(off, math.Abs(sum[3*c+j]-g[j]))
			scale = max(scale, size[j]+v.opt.Lambda*math.Abs(v.B[3*c+j]))
		}
	}
	return algos.Equal("unbiased", claimMean, off, 0, ulp*(4*float64(len(v.class)+16)+8*v.reach(v.B))*scale).Between("they differ by", "")
}

// checkSum: p sums to 1, so all Σ_k([k = y] − p_k) are 0. The gradients are those
// that the step was made with; the reference's, which no step uses, is added.
func (v view) checkSum() algos.Check {
	var sum, size [3]float64
	w := v.vectors(v.Place)
	for c, g := range v.Grad {
		k := v.outside(c + v.problem.Free)
		for j, penalty := range [3]float64{v.opt.Lambda * w[k][0], v.opt.Lambda * w[k][1], 0} {
			sum[j] += g[j] - penalty
			size[j] += math.Abs(penalty)
		}
	}
	for k, s := range v.sums() {
		for j := range sum {
			if v.isReference(k) {
				sum[j] -= s[j]
			}
		}
	}
	for _, x := range v.problem.X {
		size[0], size[1], size[2] = size[0]+math.Abs(x[0]), size[1]+math.Abs(x[1]), size[2]+1
	}
	return algos.Equal("sum", claimSum, largest(sum), 0, 8*ulp*(float64(len(v.class)+16)+v.reach(v.B))*largest(size)).Between("‖Σ∇‖", "")
}

// checkShift computes the loss once more with the vector of the first class taken
// off all, and compares it with the loss of the step.
func (v view) checkShift() algos.Check {
	w := v.vectors(v.Place)
	penalty := 0.0
	for _, u := range w {
		penalty += v.opt.Lambda / 2 * (u[0]*u[0] + u[1]*u[1])
	}
	loss, size := 0.0, 0.0
	f := make([]float64, v.k)
	for i, x := range v.problem.X {
		for k := range f {
			f[k] = (w[k][0]-w[0][0])*x[0] + (w[k][1]-w[0][1])*x[1] + w[k][2] - w[0][2]
			size += math.Abs(w[k][0]*x[0]) + math.Abs(w[k][1]*x[1]) + math.Abs(w[k][2])
		}
		loss += logit.RowLoss(f, v.class[i])
	}
	c := algos.Equal("shift", claimShift, loss, v.Loss-penalty, v.rounding(v.Place)+ulp*(8*float64(v.k)*size+8*penalty)).
		Between("cross-entropy of K − 1", "of the step")
	if v.opt.Vectors == all && v.opt.Lambda > 0 {
		c.Why = "the penalty does change, and is least with the mean 0"
	}
	return c
}

// checkTwo: with two classes and K vectors w₁ = −w₀ = θ/2, so the penalty is
// (λ/4)‖θ‖²; with a reference it is (λ/2)‖θ‖².
func (v view) checkTwo() algos.Check {
	w := v.vectors(v.Place)
	th := [3]float64{w[1][0] - w[0][0], w[1][1] - w[0][1], w[1][2] - w[0][2]}
	loss, size := v.twinLambda()/2*(th[0]*th[0]+th[1]*th[1]), 0.0
	for i, x := range v.problem.X {
		y := 2*float64(v.class[i]) - 1
		z := y * (th[0]*x[0] + th[1]*x[1] + th[2])
		loss += max(0, -z) + math.Log1p(math.Exp(-math.Abs(z)))
		size += math.Abs(th[0]*x[0]) + math.Abs(th[1]*x[1]) + math.Abs(th[2])
	}
	c := algos.Equal("logistic-loss", claimTwo, v.Loss, loss, v.rounding(v.Place)+16*ulp*(size+loss)).Between("softmax", "logistic")
	if v.opt.Vectors == all && v.opt.Lambda > 0 {
		c.Why = "with half the λ: the vectors are ±θ/2, so Σ‖w‖² = ½‖θ‖²"
	}
	return c
}

// checkTwin compares the loss with the minimum of logistic regression, which its
// own Newton's method found.
func (v view) checkTwin() algos.Check {
	t, missing := v.twin(), v.missing()
	if missing == "" && !t.known {
		missing = "rounding keeps Newton's method for logistic regression from its minimum"
	}
	delta := v.story().Tolerance(1, 0)
	w := v.vectors(v.Place)
	pair := say.Vars{"apart": [2]float64{w[1][0] - w[0][0], w[1][1] - w[0][1]}, "theta": [2]float64{t.theta[0], t.theta[1]}}
	why := pair.Text("the vectors differ by <apart>, θ = <theta>")
	return algos.Tends("logistic", claimTwin, v.Loss, t.loss, delta*delta+2*v.rounding(v.Place)+1e-13*(1+t.loss), v.status()).
		Between("softmax", "logistic minimum").Because(why).Unless(missing)
}

// checkExists says what is known about a minimum, and how.
func (v view) checkExists() algos.Check {
	switch {
	case v.exists == logit.Attained && v.opt.Lambda > 0:
		return algos.AtLeast("exists", claimUnique, v.opt.Lambda, 0, 0).Between("λ", "")
	case v.exists == logit.Unknown && v.Margin > 0 && v.Updates > 0:
		return algos.AtLeast("exists", claimLead, v.Margin, 0, 0).Between("least lead", "")
	case v.exists == logit.Infinite && v.best.Separable:
		least := math.Inf(1)
		th := v.best.Theta
		for _, z := range v.lifted(v.cut[0], v.cut[1]) {
			least = min(least, th[0]*z[0]+th[1]*z[1]+th[2]*z[2])
		}
		return algos.AtLeast("exists", claimParted, least, 0, 8*ulp*v.best.R).Between("least margin", "").Because(v.why)
	case v.exists == logit.Infinite:
		return algos.Inapplicable("exists", claimExists, v.why)
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
		return algos.Inapplicable("exists", claimExists, "no line sets one or two classes apart; "+
			"with three or more the question stays open until Newton's step is short")
	}
	return algos.AtMost("exists", claimNear, worst, 1, 0).Between("largest relative change", "").
		Because("it changes each probability by less than itself: weights above 0 balance, and no direction lowers the loss for ever")
}

// mostNear is a relative change that is below 1 by more than rounding.
const mostNear = 0.9

// checkHull proves for two classes that no line has all points strictly on their
// side.
func (v view) checkHull() algos.Check {
	var sum [3]float64
	for k, i := range v.best.Rows {
		a, x := v.best.Weights[k]*(2*float64(v.class[i])-1), v.problem.X[i]
		sum[0], sum[1], sum[2] = sum[0]+a*x[0], sum[1]+a*x[1], sum[2]+a
	}
	return algos.Equal("exists", claimHull, size(sum), 0, 16*ulp*v.best.R).Between("‖Σαyx̃‖", "").
		Because("nor has any line, in exact arithmetic, some points on their side and all others on it")
}
