package softmax

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// checkSum: p sums to 1, so all Σ_k([k = y] − p_k) are 0. The gradients are those
// that the step was made with; the reference's, which no step uses, is added.
func (v view) checkSum() algos.Check {
	var sum, size [3]float64
	w := v.vectors(v.Place)
	for c, g := range v.Grad {
		k := v.outside(c + v.problem.Free)
		for j := range sum {
			penalty := 0.0
			if j < 2 {
				penalty = v.opt.Lambda * w[k][j]
			}
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
	off, scale := 0.0, 0.0
	for j := range sum {
		off, scale = max(off, math.Abs(sum[j])), max(scale, size[j])
	}
	c := algos.Equal("sum", claimSum, off, 0, 8*ulp*(float64(len(v.class)+16)+v.reach(v.B))*scale)
	c.LeftLabel = "‖Σ∇‖"
	return c
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
	c := algos.Equal("shift", claimShift, loss, v.Loss-penalty, v.rounding(v.Place)+ulp*(8*float64(v.k)*size+8*penalty))
	c.LeftLabel, c.RightLabel = "cross-entropy of K − 1", "of the step"
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
	c := algos.Equal("logistic-loss", claimTwo, v.Loss, loss, v.rounding(v.Place)+16*ulp*(size+loss))
	c.LeftLabel, c.RightLabel, c.Why = "softmax", "logistic", say.Phrase(v.twinWhy())
	return c
}

func (v view) twinWhy() string {
	if v.opt.Vectors == all && v.opt.Lambda > 0 {
		return "with half the λ: the vectors are ±θ/2, so Σ‖w‖² = ½‖θ‖²"
	}
	return ""
}

// checkTwin compares the loss with the minimum of logistic regression, which its
// own Newton's method found.
func (v view) checkTwin() algos.Check {
	if why := v.missing(); why != "" {
		return algos.Inapplicable("logistic", claimTwin, why)
	}
	t := v.twin()
	if !t.known {
		return algos.Inapplicable("logistic", claimTwin, "rounding keeps Newton's method for logistic regression from its minimum")
	}
	delta := v.story().Tolerance(1, 0)
	c := algos.Tends("logistic", claimTwin, v.Loss, t.loss, delta*delta+2*v.rounding(v.Place)+1e-13*(1+t.loss), v.status())
	c.LeftLabel, c.RightLabel = "softmax", "logistic minimum"
	w := v.vectors(v.Place)
	c.Why = say.Phrase(fmt.Sprintf("the vectors differ by %s, θ = %s", say.Vec(w[1][0]-w[0][0], w[1][1]-w[0][1]), say.Vec(t.theta[0], t.theta[1])))
	return c
}

// checkExists says what is known about a minimum, and how.
func (v view) checkExists() algos.Check {
	switch {
	case v.exists == logit.Attained && v.opt.Lambda > 0:
		c := algos.AtLeast("exists", claimUnique, v.opt.Lambda, 0, 0)
		c.LeftLabel = "λ"
		return c
	case v.exists == logit.Unknown && v.Margin > 0 && v.Updates > 0:
		c := algos.AtLeast("exists", claimLead, v.Margin, 0, 0)
		c.LeftLabel = "least lead"
		return c
	case v.exists == logit.Infinite && v.best.Separable:
		least := math.Inf(1)
		th := v.best.Theta
		for _, z := range v.lifted(v.cut[0], v.cut[1]) {
			least = min(least, th[0]*z[0]+th[1]*z[1]+th[2]*z[2])
		}
		c := algos.AtLeast("exists", claimParted, least, 0, 8*ulp*v.best.R)
		c.LeftLabel, c.Why = "least margin", v.why
		return c
	case v.exists == logit.Infinite:
		return algos.Inapplicable("exists", claimExists, v.why)
	}
	if v.exists == logit.Attained {
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
		return algos.Inapplicable("exists", claimExists, "no line sets one or two classes apart; with three or more the question stays open until Newton's step is short")
	}
	c := algos.AtMost("exists", claimNear, worst, 1, 0)
	c.LeftLabel, c.Why = "largest relative change", "it changes each probability by less than itself: weights above 0 balance, and no direction lowers the loss for ever"
	return c
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
	c := algos.Equal("exists", claimHull, math.Hypot(math.Hypot(sum[0], sum[1]), sum[2]), 0, 16*ulp*v.best.R)
	c.LeftLabel, c.Why = "‖Σαyx̃‖", "nor has any line, in exact arithmetic, some points on their side and all others on it"
	return c
}
