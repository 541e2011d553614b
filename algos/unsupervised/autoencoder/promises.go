package autoencoder

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// Checks states what theory guarantees about this step.
func (v view) Checks() []algos.Check {
	checks := []algos.Check{v.checkGradient()}
	if v.Kind == variational {
		return append(checks, v.checkBound()...)
	}
	return append(checks, v.checkFloor(), v.checkPCA())
}

var gradientClaim = algos.Guarantee{Name: "gradient", Claim: `gradient check: the gradient by a weight, by backpropagation, equals a difference quotient`}

// checkGradient compares the gradient of the batch's loss by one weight, the steepest, with a difference quotient of fifth order;
// the draws of the batch stay the same.
func (v view) checkGradient() algos.Check {
	b, p, over := v.work, v.newPass(), "for <weight>, the largest gradient, over the batch of <n point>"
	if b == nil {
		b, over = v.whole(), "for <weight>, the largest gradient, over <n training point>"
	}
	theta := append([]float64(nil), b.before...)
	at := func(h float64) float64 {
		theta[b.at] = b.w + h
		return b.lossAt(p, theta)
	}
	quotient := func(h float64) float64 { return (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h) }
	// The error of the quotient shrinks with h⁴, that of rounding grows with 1/h: at a thousandth of the weight, or of 1, both are small.
	h := 1e-3 * max(1, math.Abs(b.w))
	wide, narrow := quotient(h), quotient(h/2)
	// Up to here the difference of both bounds the error of the first kind; some ulps of the terms of the loss that of the second.
	rounding := math.Abs(wide-narrow) + 64*num.Ulp*(math.Abs(b.loss)+v.klSize())*float64(len(b.rows)+8)/h + 8*num.Ulp*math.Abs(b.w*b.g)/h
	objection := say.Phrase("")
	switch size := math.Abs(narrow); {
	case v.phase == blowing || b.loss > 1000*(1+v.first):
		objection = "the loss has diverged: rounding of such large sums makes every quotient unreliable"
	case kinked(at, b.loss, h) > algos.Negligible/10*size:
		objection = "a ReLU unit is at its kink: the one-sided derivatives of the loss differ"
	case rounding > algos.Negligible/2*size && math.Abs(wide-narrow) > rounding/2:
		objection = "the curvature of the loss at this weight is large: difference quotients with two step sizes disagree"
	case rounding > algos.Negligible/2*size:
		objection = "the gradient is too small for a difference of losses"
	}
	vars := say.Vars{"weight": v.weight(b.at), "n": len(b.rows)}
	return gradientClaim.Equal(b.g, narrow, rounding).Between("backpropagation", "difference quotient").
		Because(vars.Text(over)).Unless(objection)
}

// mostWhole is over how many training points the gradient is checked between updates.
const mostWhole = 200

// whole is the gradient after an epoch, of the training points without noise, as that of a batch.
func (v view) whole() *batch {
	b := &batch{task: v.task, rows: v.kept[:min(len(v.kept), mostWhole)], before: v.theta}
	b.draws = make([]float64, len(b.rows)*v.each())
	d := &trainer{task: v.task, grad: make([]float64, v.size())}
	b.loss = b.gradient(v.newPass(), b.before, d.grad)
	b.at = d.steepestWeight()
	b.g, b.w = d.grad[b.at], b.before[b.at]
	return b
}

// kinked is by how much the gradients of both sides differ, where that does not shrink with the distance; 0 where it does.
func kinked(at func(h float64) float64, here, h float64) float64 {
	gap := func(h float64) float64 { return math.Abs(at(h)-2*here+at(-h)) / h }
	if far, near := gap(h), gap(h/2); near > 0.75*far {
		return near
	}
	return 0
}

// klSize is of what size the terms of the KL are, which cancel.
func (v view) klSize() float64 {
	if v.Kind != variational {
		return 0
	}
	return v.weightKL() * float64(v.LatentDim)
}

// principal is the proportion of variance that lies off the first principal component of the training points: the smaller
// eigenvalue of the covariance over the trace.
func (t *task) principal() float64 {
	var a, b, c num.Sum
	for _, i := range t.kept {
		x := t.x[i]
		a.Add(x[0] * x[0])
		b.Add(x[0] * x[1])
		c.Add(x[1] * x[1])
	}
	n := float64(len(t.kept))
	half, off := (a.Value-c.Value)/(2*n), b.Value/n
	return max(0, (a.Value+c.Value)/(2*n)-math.Hypot(half, off))
}

// floorRounding is of sums of squares that add up to 1.
func (t *task) floorRounding() float64 { return num.Ulp * float64(len(t.kept)+64) }

var floorClaim = algos.Guarantee{Name: "floor", Claim: `no linear unit has a smaller reconstruction error than the first principal component`}

// linear says why principal components say nothing about this network; "" where they do.
func (v view) linear() say.Phrase {
	switch {
	case v.Activation != "linear":
		return "the network is not linear"
	case v.LatentDim > 1:
		return "a 2-D latent code can reconstruct without error"
	case v.Kind == denoising:
		return "input noise shrinks the reconstructions"
	}
	return ""
}

func (v view) checkFloor() algos.Check {
	return floorClaim.AtLeast(v.losses.loss, v.principal(), v.floorRounding()).Between("reconstruction error", "of PCA").Unless(v.linear())
}

var pcaClaim = algos.Guarantee{Name: "pca", Claim: `a linear autoencoder reaches the PCA reconstruction error`}

// within is how near, as a fraction of the error, a trained network comes to principal components; an
// error below tiny of the variance counts as that.
const within, tiny = 1e-3, 1e-3

func (v view) checkPCA() algos.Check {
	reason := say.Phrase("")
	if v.status.State == algos.Exhausted || v.status.State == algos.Diverged {
		reason = "the run ended before convergence: more epochs or another learning rate would close the gap"
	}
	return pcaClaim.Tends(v.losses.loss, v.principal(), within*max(v.principal(), tiny), v.status).Of(1).Between("reconstruction error", "of PCA").
		Because("as proportions of the variance").OpenIf(reason).Unless(v.linear())
}

var (
	elboClaim = algos.Guarantee{Name: "elbo", Claim: `$\text{ELBO} \le \log p(x)$`}
	klClaim   = algos.Guarantee{Name: "kl", Claim: `$\frac{1}{2}\sum_k(\mu_k^2+\sigma_k^2-1-\ln\sigma_k^2)$ equals the mean of $\ln q(z) - \ln p(z)$ ` +
		`over samples from q`}
	equalClaim = algos.Guarantee{Name: "estimators", Claim: `the score-function estimator and the reparameterised gradient have the same mean`}
)

// klCheck compares the closed form with an average over draws.
func klCheck(closed, mean, standardError float64) algos.Check {
	v := say.Vars{"closed": closed, "mean": mean, "se": standardError, "times": standardErrors}
	// Where q is the prior itself every draw gives 0, but for rounding.
	return klClaim.AtMost(math.Abs(closed-mean), standardErrors*standardError, 64*num.Ulp*(1+math.Abs(closed))).
		Between("difference", "five standard errors").Of(1 + closed).
		Because(v.Text("closed form <closed>, mean <mean>, standard error <se>: more than <times> of them have a probability of 1 in 1.7 million"))
}

// checkBound looks at the point shown.
func (v view) checkBound() []algos.Check {
	const between = "the ELBO is computed after an epoch"
	b := v.point
	if b == nil {
		return []algos.Check{
			elboClaim.Not(between), klClaim.Not(between),
			equalClaim.Not(between),
		}
	}
	is := v.importance(b, v.newPass())
	return []algos.Check{v.checkELBO(is), klCheck(b.kl, is.kl, is.klErr), v.checkEstimators()}
}

func (v view) checkELBO(is importance) algos.Check {
	b := v.point
	vars := say.Vars{"x": say.Row(b.row).Name(), "draws": importanceDraws, "logp": is.logP, "error": is.error}
	size := math.Abs(b.fit) + b.kl + math.Abs(is.logP)
	// The integral's own error counts as well; where what is decoded is smooth it does not show.
	return elboClaim.AtMost(b.elbo, is.logP+standardErrors*is.error+b.off, 1e-12*size).Between("ELBO", "estimate + 5 standard errors").
		Because(vars.Text("for <x>: importance sampling with <draws sample> from q gives log p = <logp>, standard error <error>")).Unless(b.coarse())
}

func (v view) checkEstimators() algos.Check {
	e := v.point.slopes()
	vars := say.Vars{"path": e.pathSpread, "score": e.scoreSpread, "a": e.pathMean, "b": e.scoreMean, "draws": estimatorDraws}
	// Both use the same draws, so that the errors may add up.
	return equalClaim.AtMost(math.Abs(e.pathMean-e.scoreMean), standardErrors*(e.pathErr+e.scoreErr), 1e-12*(1+math.Abs(e.pathMean))).
		Between("difference", "five standard errors").Of(1 + math.Abs(e.scoreSpread)).
		Because(vars.Text("means <a> and <b> over <draws sample>; the standard deviations are <path> and <score>")).Unless(v.point.coarse())
}

// coarse says why averages over q mean little; "" where they do.
func (b *bound) coarse() say.Phrase {
	if b.slopes().jumps {
		return "the decoder is almost discontinuous within q: neither sampling nor the integral is reliable"
	}
	return ""
}
