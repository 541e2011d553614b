package softmax

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/logit"
	"playground/algos/say"
)

const ulp = 0x1p-52

const (
	claimDescent = `a gradient step with $\eta < 2/M$ lowers the loss by at least $\eta(1-\eta M/2)\lVert\nabla L\rVert^2$; no curvature exceeds $M$`
	claimNewton  = `the line search never lets the loss rise`
	claimBalance = `$\sum_t p_k(x_t) = n_k$ at the minimum: of every class as many are expected as there are`
	claimMoments = `$\sum_t e_{k,t}\,x_t = \lambda w_k$ at the minimum, with the errors $e_{k,t}=[k=y_t]-p_k(x_t)$`
	claimDecr    = `the Newton decrement $\sqrt{\nabla L^\top H^{-1}\nabla L}\to 0$`
	claimSum     = `the gradients of the classes, without the penalty, sum to 0`
	claimShift   = `taking one class's vector off all of them changes no probability: $K-1$ vectors are enough`
	claimCentred = `of all equally good solutions the one with $\sum_k w_k = 0$ and $\sum_k b_k = 0$ is taken`
	claimMean    = `the steps of the single rows add up to the full gradient step`
	claimTwo     = `with two classes this is the loss of logistic regression at $\theta = w_1-w_0$`
	claimTwin    = `with two classes the minimum is that of logistic regression`
	claimExists  = `a minimum exists`
)

// Checks states what theory promises about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkDescent(), v.checkExists(), v.checkBalance(), v.checkMoments(), v.checkDecrement()}
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

// checkDescent: of M-smooth functions, L(w − ηg) ≤ L(w) − η(1 − ηM/2)‖g‖².
func (v view) checkDescent() algos.Check {
	claim := claimDescent
	if v.opt.Solver == logit.Newton {
		claim = claimNewton
	}
	switch {
	case v.opt.Stochastic():
		return algos.Inapplicable("descent", claim, "single rows lower the loss on average only")
	case v.opt.Solver == logit.GD && v.eta() >= 2/v.curvature:
		return algos.Inapplicable("descent", claim, fmt.Sprintf("η = %s is not below 2/M = %s: no promise", say.Num(v.eta()), say.Num(2/v.curvature)))
	case v.Did != logit.Update:
		return algos.Inapplicable("descent", claim, "no update has been made in this step")
	}
	bound := v.From.Loss
	if v.opt.Solver == logit.GD {
		bound -= v.Eta * (1 - v.Eta*v.curvature/2) * v.From.Norm * v.From.Norm
	}
	c := algos.AtMost("descent", claim, v.Loss, bound, v.rounding(v.Place)+v.rounding(v.From))
	c.LeftLabel, c.RightLabel = "loss now", "before"
	if v.opt.Solver == logit.GD {
		c.RightLabel, c.Why = "promised", fmt.Sprintf("2/M = %s", say.Num(2/v.curvature))
	}
	return c
}

// tolerance bounds ⟨∇L, a⟩ where the decrement δ is at most what the run asked
// for: by the inequality of Cauchy and Schwarz |⟨∇L, a⟩| ≤ δ·√(aᵀHa).
func (v view) tolerance(curvature, rounding float64) float64 {
	delta := v.opt.Tol
	if v.End == logit.Precision {
		delta = max(delta, resolved)
	}
	return delta*math.Sqrt(curvature) + rounding
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
func (v view) missing() string {
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
	c := algos.Tends("balance", claimBalance, worst, 0, v.tolerance(n/4, ulp*(n*n+8*v.reach(v.B))), v.status())
	c.LeftLabel = "farthest off"
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
	tol := v.tolerance(square+2*v.opt.Lambda, ulp*size*(n*n+8*v.reach(v.B))+8*ulp*v.opt.Lambda*longest)
	c := algos.Tends("moments", claimMoments, worst, 0, tol, v.status())
	c.LeftLabel = "farthest off"
	return c
}

// isReference reports whether class k has no vector of its own.
func (t *task) isReference(k int) bool { return t.opt.Vectors != all && t.inside(k) == 0 }

func (v view) checkDecrement() algos.Check {
	if why := v.missing(); why != "" {
		return algos.Inapplicable("decrement", claimDecr, why)
	}
	if math.IsNaN(v.Decrement) {
		return algos.Inapplicable("decrement", claimDecr, "the probabilities are so close to 0 and 1 that the curvature is lost in rounding")
	}
	c := algos.Tends("decrement", claimDecr, v.Decrement, 0, v.tolerance(1, 0), v.status())
	c.LeftLabel = "decrement"
	c.Why = "about " + say.Num(v.Decrement*v.Decrement/2) + " is left to gain"
	return c
}

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
	c.LeftLabel, c.RightLabel, c.Why = "softmax", "logistic", v.twinWhy()
	return c
}

func (v view) twinWhy() string {
	if v.opt.Vectors == all && v.opt.Lambda > 0 {
		return "with half the λ: w₁ = −w₀ = θ/2, so ‖w₀‖² + ‖w₁‖² = ½‖θ‖²"
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
	delta := v.tolerance(1, 0)
	c := algos.Tends("logistic", claimTwin, v.Loss, t.loss, delta*delta+2*v.rounding(v.Place)+1e-13*(1+t.loss), v.status())
	c.LeftLabel, c.RightLabel = "softmax", "logistic minimum"
	w := v.vectors(v.Place)
	c.Why = fmt.Sprintf("w₁ − w₀ = %s, θ = %s", say.Vec(w[1][0]-w[0][0], w[1][1]-w[0][1]), say.Vec(t.theta[0], t.theta[1]))
	return c
}

// checkExists says what is known about a minimum, and how.
func (v view) checkExists() algos.Check {
	switch {
	case v.exists == logit.Attained && v.opt.Lambda > 0:
		c := algos.AtLeast("exists", `a penalty makes the loss grow along every vector, and a point of every class along the offsets: there is exactly one minimum`, v.opt.Lambda, 0, 0)
		c.LeftLabel = "λ"
		return c
	case v.exists == logit.Unknown && v.Margin > 0 && v.Updates > 0:
		c := algos.AtLeast("exists", `every point leads with the score of its own class, so $s\,w$ with $s\to\infty$ lowers the loss for ever, and no minimum exists`, v.Margin, 0, 0)
		c.LeftLabel = "least lead"
		return c
	case v.exists == logit.Infinite && v.best.Separable:
		least := math.Inf(1)
		th := v.best.Theta
		for _, z := range v.lifted(v.cut[0], v.cut[1]) {
			least = min(least, th[0]*z[0]+th[1]*z[1]+th[2]*z[2])
		}
		c := algos.AtLeast("exists", `no minimum exists: a line has some classes on one side and all others on the other`, least, 0, 8*ulp*v.best.R)
		c.LeftLabel, c.Why = "least margin", v.why
		return c
	case v.exists == logit.Infinite:
		return algos.Inapplicable("exists", claimExists, v.why)
	}
	if v.exists == logit.Attained {
		return v.checkHull()
	}
	return algos.Inapplicable("exists", claimExists, "no line sets one or two classes apart from all others; with three classes or more that leaves the question open, and the run will tell")
}

// checkHull proves for two classes that no line has all points strictly on their
// side.
func (v view) checkHull() algos.Check {
	var sum [3]float64
	for k, i := range v.best.Rows {
		a, x := v.best.Weights[k]*(2*float64(v.class[i])-1), v.problem.X[i]
		sum[0], sum[1], sum[2] = sum[0]+a*x[0], sum[1]+a*x[1], sum[2]+a
	}
	c := algos.Equal("exists", claimExists+`: as $\sum_t\alpha_t y_t\tilde{x}_t=0$ with $\alpha\ge 0$, no line has all points strictly on their side`, math.Hypot(math.Hypot(sum[0], sum[1]), sum[2]), 0, 16*ulp*v.best.R)
	c.LeftLabel, c.Why = "‖Σαyx̃‖", "and an exact search finds no line that has points on their side and the others on it"
	return c
}
