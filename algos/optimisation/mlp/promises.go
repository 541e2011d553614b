package mlp

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/net"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimGradient  = algos.Guarantee{Name: "gradient", Claim: `gradient check: the derivative from backpropagation equals a difference quotient`}
	claimDirection = algos.Guarantee{
		Name:  "direction",
		Claim: `$\lVert\nabla C\rVert$ equals the difference quotient along $\nabla C$, which all weights enter`,
	}
	claimMean = algos.Guarantee{
		Name:  "one-mean",
		Claim: `gradients sample by sample and from the matrices $A$, $\Delta$ of the batch, with one mean, are equal`,
	}
	claimOutput = algos.Guarantee{
		Name:  "output-error",
		Claim: `with its matching output the loss has $\delta^L = a^L - y$: the gradient of the output bias is the mean residual`,
	}
	claimHomogeneous = algos.Guarantee{
		Name: "relu-balance", Claim: `ReLU: for each hidden unit $\langle w, \partial C/\partial w\rangle$ over incoming and over outgoing weights agrees`,
	}
	claimDead    = algos.Guarantee{Name: "dead-gradient", Claim: `the gradient of the incoming weights of a dead ReLU unit is 0`}
	claimUpdate  = algos.Guarantee{Name: "update", Claim: `an update of gradient descent has the length $\eta\lVert\nabla C\rVert$`}
	claimAdam    = algos.Guarantee{Name: "adam-bound", Claim: `no weight moves by more than η times a constant in an update of Adam`}
	claimPermute = algos.Guarantee{Name: "permutation", Claim: `reversing the order of the units in each hidden layer leaves the loss unchanged`}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	u := v.update()
	grad, sizes := v.vectorised(u)
	checks := []algos.Check{v.checkGradient(u), v.checkDirection(u), v.checkMean(u, grad, sizes)}
	if v.loss != net.Brier {
		checks = append(checks, v.checkOutput(u))
	}
	if v.Activation == "relu" && v.last() > 1 {
		checks = append(checks, v.checkBalance(u, sizes), v.checkDead(u))
	}
	switch {
	case v.Solver == adam:
		checks = append(checks, v.checkAdam())
	case v.Solver != momentum && v.phase == updating:
		checks = append(checks, v.checkUpdate(u))
	}
	if v.last() > 1 && (v.phase == starting || v.phase == passing) {
		checks = append(checks, v.checkPermutation())
	}
	return checks
}

// quotient is a difference quotient of the objective of an update along a direction, and by how much rounding and curvature may have
// moved it; objection says why it means nothing.
func (v view) quotient(u *work, along func(w []float64, h float64), size, slope float64) (value, rounding float64, objection say.Phrase) {
	s, w := v.newSpace(), make([]float64, len(u.before))
	at := func(h float64) float64 {
		copy(w, u.before)
		along(w, h)
		_, all := v.objective(s, w, u.rows, u.seed, nil)
		return all
	}
	of := func(h float64) float64 { return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h) }
	// The error of the quotient shrinks with h⁴, those of rounding, of the loss and of w + h, grow with 1/h.
	// With large inputs a small change of a weight is a large one of its sum.
	inputs := 1.0
	for _, i := range u.rows {
		inputs = max(inputs, largest(v.x[i]))
	}
	h := 2e-4 * max(1, size) / inputs
	here := max(math.Abs(at(0)), math.Abs(at(2*h)), math.Abs(at(-2*h)))
	wide, narrow := of(h), of(h/2)
	rounding = math.Abs(wide-narrow) + 64*num.Ulp*(here+v.scale(u))*math.Sqrt(float64(len(u.rows)+8))/h + (32*num.Ulp*size/h+1e-10)*math.Abs(slope)
	switch g := math.Abs(narrow); {
	case v.phase == blowing || here > 1000*(1+v.first):
		objection = "the loss has diverged: rounding of such large sums makes every quotient unreliable"
	case v.kinked(u, along, 2*h):
		objection = "a ReLU or the L1 penalty has a kink within the steps of the quotient"
	case rounding > algos.Negligible/2*g && math.Abs(wide-narrow) > rounding/2:
		objection = "the curvature of the loss is large here: difference quotients with two step sizes disagree"
	case rounding > algos.Negligible/2*g:
		objection = "the gradient is too small for a difference of losses"
	}
	return narrow, rounding, objection
}

// kinked reports whether a ReLU turns on or off, or a penalised weight changes its sign, within a distance on either side.
func (v view) kinked(u *work, along func(w []float64, h float64), distance float64) bool {
	s, w := v.newSpace(), make([]float64, len(u.before))
	var here, there []bool
	signs := func(to []bool, h float64) []bool {
		to = to[:0]
		copy(w, u.before)
		along(w, h)
		if v.L1 > 0 {
			for _, x := range w {
				to = append(to, x > 0, x < 0)
			}
		}
		if v.Activation != "relu" {
			return to
		}
		if u.seed != 0 {
			s.pcg.Seed(u.seed, 1)
		}
		for _, i := range u.rows {
			if u.seed != 0 {
				v.net.Drop(s.tape, v.Dropout, s.rand)
			}
			v.net.Forward(w, v.x[i], s.tape)
			for _, out := range s.tape.Out[1:v.last()] {
				for _, a := range out {
					to = append(to, a > 0)
				}
			}
		}
		return to
	}
	here = signs(here, 0)
	for _, h := range []float64{-distance, distance} {
		if there = signs(there, h); !slices.Equal(here, there) {
			return true
		}
	}
	return false
}

// scale is of what size the terms of the last sums are, which a loss may not show: those of the first sample of an update.
func (v view) scale(u *work) float64 {
	p, l := v.passOf(u), v.net.Layers[v.last()-1]
	top := 0.0
	for j := range l.Out {
		top = max(top, math.Abs(u.before[l.Bias(j)]))
		for i, a := range p.a[v.last()-1] {
			top = max(top, math.Abs(a*u.before[l.W(j, i)]))
		}
	}
	if v.classes == 0 { // the loss has the square of the residual
		top *= math.Sqrt(2*p.loss) + top
	}
	return top
}

func (v view) checkGradient(u *work) algos.Check {
	q, rounding, objection := v.quotient(u, func(w []float64, h float64) { w[u.at] += h }, math.Abs(u.before[u.at]), u.grad[u.at])
	vars := say.Vars{"weight": v.weight(u.at), "n": len(u.rows)}
	return claimGradient.Equal(u.grad[u.at], q, rounding).Between("backpropagation", "difference quotient").
		Because(vars.Text("of <weight>, the largest, over <n sample>")).Unless(objection)
}

func (v view) checkDirection(u *work) algos.Check {
	length := norm(u.grad)
	if length == 0 {
		return claimDirection.Not("the gradient is 0: it has no direction")
	}
	q, rounding, objection := v.quotient(u, func(w []float64, h float64) {
		for i, g := range u.grad {
			w[i] += h * (g / length)
		}
	}, largest(u.before), length)
	return claimDirection.Equal(u.norm, q, rounding).Between("norm of the gradient", "difference quotient").Unless(objection)
}

func (v view) checkMean(u *work, grad, sizes []float64) algos.Check {
	v.net.Penalty(u.before, v.L1, v.L2, grad)
	size := norm(sizes)
	c := claimMean.Equal(u.norm, norm(grad), underflow+16*num.Ulp*float64(len(u.rows)+64)*(size+norm(grad))).Of(size).Between("sample by sample",
		"by matrices")
	return c.Because(say.Vars{"m": len(u.rows)}.Text("the norm of the gradient over <m sample>"))
}

// checkOutput compares the gradient by the first output bias with the mean of a − y, which the second route takes from the outputs alone.
func (v view) checkOutput(u *work) algos.Check {
	s := v.newSpace()
	var mean num.Sum
	if u.seed != 0 {
		s.pcg.Seed(u.seed, 1)
	}
	a := make([]float64, len(s.slope))
	for _, i := range u.rows {
		if u.seed != 0 {
			v.net.Drop(s.tape, v.Dropout, s.rand)
		}
		v.activate(a, v.net.Forward(u.before, v.x[i], s.tape))
		mean.Add(a[0])
		mean.Add(-v.y[i][0])
	}
	m, last := float64(len(u.rows)), v.net.Layers[v.last()-1]
	return claimOutput.Equal(u.grad[last.Bias(0)], mean.Value/m, underflow+4*mean.Rounding()/m+16*num.Ulp*mean.Size()).Of(mean.Size()/m).
		Between("gradient of the bias", "mean of a − y")
}

// underflow is below which products of small numbers have few digits left.
const underflow = 1e-300

// checkBalance compares both sums for the hidden unit where they differ most. What flows through a ReLU is
// homogeneous of degree 1, so both are the mean of δ_j z_j (Euler).
func (v view) checkBalance(u *work, sizes []float64) algos.Check {
	data := make([]float64, v.net.Len()) // without the penalties
	v.batchLoss(v.newSpace(), u.before, u.rows, u.seed, data)
	if v.work != nil && v.L1 == 0 && v.L2 == 0 {
		copy(data, u.grad)
	}
	in, out, tolerance, vars := 0.0, 0.0, 0.0, say.Vars{}
	worst := -1.0
	for k, l := range v.net.Layers[:v.last()-1] {
		above := v.net.Layers[k+1]
		for j := range l.Out {
			a, b, size := 0.0, 0.0, 0.0
			term := func(at int, to *float64) {
				*to += u.before[at] * data[at]
				size += math.Abs(u.before[at]) * sizes[at]
			}
			for i := range l.In {
				term(l.W(j, i), &a)
			}
			term(l.Bias(j), &a)
			for i := range above.Out {
				term(above.W(i, j), &b)
			}
			if d := math.Abs(a-b) / max(size, 1e-300); d > worst {
				worst, in, out, tolerance = d, a, b, 16*num.Ulp*float64(len(u.rows)+l.In+above.Out+64)*size
				vars["j"], vars["l"], vars["size"] = j+1, k+1, size
			}
		}
	}
	size, _ := vars["size"].(float64)
	c := claimHomogeneous.Equal(in, out, tolerance+underflow).Of(size).Between("incoming", "outgoing")
	return c.Because(vars.Text("unit <j> of layer <l>, where the two differ most; without the penalties"))
}

func (v view) checkDead(u *work) algos.Check {
	objection := say.Phrase("")
	switch {
	case len(v.dead) == 0:
		objection = "no unit is dead"
	case v.L1 > 0 || v.L2 > 0:
		objection = "the penalty has a gradient of its own"
	case v.Dropout > 0 || v.work != nil && v.work.number > 1 || v.phase == updating || v.phase == blowing:
		objection = "units were tested for all samples after the last epoch, without dropout"
	}
	top, size := 0.0, 0.0
	for _, d := range v.dead {
		l := v.net.Layers[d.layer-1]
		for i := range l.In {
			top = max(top, math.Abs(u.grad[l.W(d.j, i)]))
		}
		top = max(top, math.Abs(u.grad[l.Bias(d.j)]))
	}
	size = max(u.norm, 1e-300)
	return claimDead.Equal(top, 0, 0).Of(size).Between("largest of the gradient", "0").Unless(objection)
}

func (v view) checkUpdate(u *work) algos.Check {
	move := make([]float64, len(v.w))
	for i := range move {
		move[i] = v.w[i] - u.before[i]
	}
	right := v.Eta * norm(u.grad)
	c := claimUpdate.Equal(norm(move), right, underflow+4*num.Ulp*(norm(u.before)+norm(v.w))+64*num.Ulp*right).Of(norm(u.before))
	return c.Between("length of the update", "η‖∇C‖")
}

// adamBound is how far Adam moves a weight at most in update t, as a multiple of η, whatever the gradients are. By Cauchy and Schwarz
// (Σ β₁ᵏ g)² ≤ Σ (β₁²/β₂)ᵏ · Σ β₂ᵏ g².
func adamBound(t int) float64 {
	n, r := float64(t), beta1*beta1/beta2
	return (1 - beta1) / math.Sqrt(1-beta2) * math.Sqrt((1-math.Pow(r, n))/(1-r)) * math.Sqrt(1-math.Pow(beta2, n)) / (1 - math.Pow(beta1, n))
}

func (v view) checkAdam() algos.Check {
	if v.updates == 0 || v.phase == blowing {
		return claimAdam.Not("no update was made yet")
	}
	bound := adamBound(v.updates)
	c := claimAdam.AtMost(v.moved, v.Eta*bound, 8*num.Ulp*largest(v.w)+64*num.Ulp*v.Eta*bound).Between("largest move", "η times the constant")
	return c.Because(say.Vars{"t": v.updates, "c": bound}.Text("the constant is <c> for update <t>, by the Cauchy–Schwarz inequality"))
}

// checkPermutation compares the loss with that of the network whose hidden units are in the opposite order.
func (v view) checkPermutation() algos.Check {
	w := make([]float64, len(v.w))
	for k, l := range v.net.Layers {
		for j := range l.Out {
			to := j
			if k < v.last()-1 {
				to = l.Out - 1 - j
			}
			w[l.Bias(to)] = v.w[l.Bias(j)]
			for i := range l.In {
				from := i
				if k > 0 {
					from = l.In - 1 - i
				}
				w[l.W(to, from)] = v.w[l.W(j, i)]
			}
		}
	}
	s, size := v.newSpace(), 0.0
	loss := v.batchLoss(s, w, v.all, 0, nil)
	for _, i := range v.all {
		size += v.reach(s, w, i) / float64(len(v.all))
	}
	return claimPermute.Equal(v.mean, loss, 8*num.Ulp*(size+float64(len(v.all)+64)*math.Abs(loss))).Between("loss", "loss, units reversed")
}

// reach is by how many ulps rounding may move the loss of a sample: the sums of every layer round by an ulp of each of their terms, and the
// layers above carry that on by the sizes of their weights.
func (v view) reach(s *space, w []float64, i int) float64 {
	loss := v.forward(s, w, i)
	off := make([]float64, len(v.x[i]))
	for k, l := range v.net.Layers {
		next := make([]float64, l.Out)
		for j := range next {
			next[j] = math.Abs(w[l.Bias(j)])
			for from, a := range s.tape.Out[k] {
				next[j] += math.Abs(w[l.W(j, from)]) * (math.Abs(a)*float64(l.In) + off[from])
			}
			if k < v.last()-1 {
				// ReLU, tanh and the sigmoid do not stretch; the last two end at 1.
				if next[j]++; v.Activation != "relu" {
					next[j] = min(next[j], 1/num.Ulp)
				}
			}
		}
		off = next
	}
	top := largest(off)
	if v.classes == 0 {
		return top*math.Sqrt(2*loss) + num.Ulp*top*top
	}
	return top * math.Sqrt(float64(len(off)))
}
