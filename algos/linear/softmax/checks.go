package softmax

import (
	"math"

	"playground/algos/say"

	"playground/algos"
	"playground/algos/linear/internal/logit"
)

const ulp = 0x1p-52

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
	checks := []algos.Check{v.story().Descent(v.descentRounding()), v.checkExists(), v.checkBalance(), v.checkMoments(), v.story().Arrival(v.missing(), v.status())}
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
	if why := v.missing(); why != "" {
		return algos.Inapplicable("balance", claimBalance, why)
	}
	worst := 0.0
	for _, s := range v.sums() {
		worst = max(worst, math.Abs(s[2]))
	}
	n := float64(len(v.class))
	c := algos.Tends("balance", claimBalance, worst, 0, v.story().Tolerance(n/4, ulp*(n*n+8*v.reach(v.B))), v.status())
	c.LeftLabel, c.Why = "farthest off", "each class is expected as often as it occurs"
	return c
}

// checkMoments: ∂L/∂w_k = λw_k − Σ([k = y] − p_k)x.
func (v view) checkMoments() algos.Check {
	if why := v.missing(); why != "" {
		return algos.Inapplicable("moments", claimMoments, why)
	}
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
	c := algos.Tends("moments", claimMoments, worst, 0, tol, v.status())
	c.LeftLabel, c.Why = "farthest off", "with the errors e = [k = y] − p"
	return c
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
	off := max(math.Abs(sum[0]), math.Abs(sum[1]), math.Abs(sum[2]))
	tol := ulp * float64(16*v.k*(v.Updates+1)) * (size + v.drift())
	c := algos.Equal("centred", claimCentred, off, 0, tol)
	c.LeftLabel = "largest sum"
	return c
}

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
	c := algos.Equal("unbiased", claimMean, off, 0, ulp*(4*float64(len(v.class)+16)+8*v.reach(v.B))*scale)
	c.LeftLabel = "they differ by"
	return c
}
