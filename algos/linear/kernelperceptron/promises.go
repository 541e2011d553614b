package kernelperceptron

import (
	"math"

	"playground/algos"
	"playground/algos/kernel"
	"playground/algos/num"
	"playground/algos/say"
)

const (
	claimCount = `dimension of feature space: $\binom{n+d}{d}$, all monomials in $n=2$ inputs up to degree $d$`
	claimTop   = `dimension of feature space: $d+1$, as $c_0=0$ leaves only the monomials of degree $d$`
)

var (
	claimBound      = algos.Guarantee{Name: "bound", Claim: `mistake bound (Novikoff) in feature space: $k\le(R/\gamma)^2$`}
	claimProjection = algos.Guarantee{Name: "projection", Claim: `$\langle w,\theta^*\rangle\ge k\,\gamma$: every mistake adds $\gamma$ or more along $\theta^*$`}
	claimNorm       = algos.Guarantee{Name: "norm", Claim: `$\lVert w\rVert^2\le k\,R^2$ with $R^2=\max_i k(x_i,x_i)$`}
	claimSame       = algos.Guarantee{Name: "same", Claim: `kernel trick: the dual and the primal run make the same mistakes`}
	claimIdentity   = algos.Guarantee{Name: "identity", Claim: `$\langle\theta,\phi(x_i)\rangle=f(x_i)$ at every point`}
	claimMargin     = algos.Guarantee{Name: "margin", Claim: `maximum margin $\gamma$, certified: a $w$ attains it, and no $w$ exceeds it`}
	claimHull       = algos.Guarantee{Name: "hull", Claim: `the margin is at most $\lVert\sum_i\lambda_i\,y_i\,\phi(x_i)\rVert$, which is negligible ` +
		`compared with $R$`}
	claimEnd = algos.Guarantee{Name: "separates", Claim: `at convergence no training point is misclassified`}
)

// Checks states what theory guarantees about this step.
//
// A score is a sum of k kernel values up to R², with partial sums up to √k·R², so
// that rounding moves it by at most (k√k + (8d + 32)k)εR² (see task.rounding), ‖w‖² by
// twice that in every mistake, and ⟨w, θ*⟩ by (k√k + nk)εR.
func (v *view) Checks() []algos.Check {
	var checks []algos.Check
	if len(v.phi) > 0 {
		checks = append(checks, v.checkSame())
	}
	why := v.noPromise()
	if !v.task.k.PSD() {
		checks = append(checks, claimBound.Not(why), claimNorm.Not(why))
	} else {
		checks = append(checks, v.checkBound().Unless(why), v.checkProjection().Unless(why), v.checkNorm())
	}
	switch {
	case v.best.separable:
		checks = append(checks, v.checkEnd(), v.checkMargin())
	case v.best.inseparable:
		checks = append(checks, v.checkHull())
	}
	if len(v.phi) > 0 {
		checks = append(checks, v.checkIdentity(), v.checkCount())
	}
	return checks
}

// noPromise says why the mistakes have no bound, or "".
func (v *view) noPromise() say.Phrase {
	switch {
	case !v.task.k.PSD():
		return v.notAKernel()
	case v.best.separable:
		return ""
	case v.best.inseparable:
		return say.Vars{"most": v.best.hi}.Text("not separable in feature space, up to rounding: the margin is below <most>, so the bound does not apply")
	}
	return say.Vars{"most": v.best.hi}.Text("separability in feature space is undecided: the margin is below <most>")
}

// maxSpectrum is the most points for which the eigenvalues of the kernel matrix are
// computed.
const maxSpectrum = 200

// notAKernel says why nothing is promised for a kernel that is no inner product.
func (v *view) notAKernel() say.Phrase {
	n := len(v.x)
	if n > maxSpectrum {
		return "this kernel is not positive semi-definite in general: it may have no feature space"
	}
	least, most := v.eigen()
	// The eigenvalues of a symmetric matrix are computed to about n·ε·‖K‖.
	if least < -4*float64(n)*num.Ulp*most {
		return say.Vars{"least": least}.Text("the kernel matrix of these points has the eigenvalue <least>: there is no feature space")
	}
	return "this kernel is positive semi-definite on these points, but not in general: no margin is computed for it"
}

func (v *view) checkBound() algos.Check {
	s := say.Vars{"R": math.Sqrt(v.r2), "gamma": v.best.lo}
	return claimBound.AtMost(v.k(), v.limit, num.Ulp*v.limit*(16*v.k()+64)).
		Between("k", "(R/γ)²").Because(s.Text("R = <R>, γ = <gamma>, both in feature space")).Metered()
}

func (v *view) checkProjection() algos.Check {
	slack := num.Ulp * v.k() * (4*math.Sqrt(v.k()) + 8*float64(len(v.y)) + 64) * math.Sqrt(v.r2)
	return claimProjection.AtLeast(v.along, v.k()*v.best.lo, slack).Between("⟨w, θ*⟩", "kγ")
}

func (v *view) checkNorm() algos.Check {
	c := claimNorm.AtMost(v.norm2, v.k()*v.r2, 2*v.k()*v.rounding(v.alpha.total, v.r2)).Between("‖w‖²", "kR²")
	c.Meter = v.norm2 > 0
	return c
}

func (v *view) checkEnd() algos.Check {
	return claimEnd.Tends(float64(v.wrong), 0, 0, v.status).Between("misclassified samples", "")
}

// checkMargin shows both bounds of the margin; their tolerance is the precision
// with which the nearest point was looked for.
func (v *view) checkMargin() algos.Check {
	c := claimMargin.AtMost(v.best.lo, v.best.hi, 0).
		Between("attained margin", "upper bound").Because("no margin exceeds ‖Σλyφ‖ with λ ≥ 0, Σλ = 1").Metered()
	attained := math.Inf(1) // the smallest margin that the certificate has at any row
	for _, m := range v.best.toward {
		attained = min(attained, m)
	}
	if attained < v.best.lo {
		c.Verdict, c.Why = algos.Broken, say.Vars{"attained": attained}.Text("the margin attained is <attained>")
	}
	return c
}

func (v *view) checkHull() algos.Check {
	return claimHull.AtMost(v.best.hi, resolution*math.Sqrt(v.r2), 0).
		Between("‖Σλyφ‖", "a millionth of R").Because("with λ ≥ 0, Σλ = 1, and rounding included")
}

// checkSame compares the two runs, which decide for themselves.
func (v *view) checkSame() algos.Check {
	c := claimSame.Equal(float64(v.twin.total), v.k(), 0).Between("explicit features", "kernel")
	p := v.parted
	if p == nil {
		return c
	}
	s := say.Vars{"row": say.Row(p.row).Name(), "kernel": p.kernel, "direct": p.direct}
	if max(math.Abs(p.kernel), math.Abs(p.direct)) <= 2*p.rounding {
		return c.Unless(s.Text("the score of <row> was 0 up to rounding, <kernel> with the kernel and <direct> with explicit features: the runs differ " +
			"from there on"))
	}
	c.Verdict, c.Why = algos.Broken, s.Text("the predictions for <row> differ")
	return c
}

// checkCount compares the features that were written down with how many there must be,
// by the recursion C(N, d) = C(N−1, d) + C(N, d−1): the monomials without the last input,
// and those with it, divided by it.
func (v *view) checkCount() algos.Check {
	degree := v.degree()
	claim, want := say.Phrase(claimCount), float64(monomials(2, degree))
	if top, ok := v.task.k.(kernel.Poly); !ok || top.Coef0 == 0 {
		claim, want = claimTop, float64(degree+1)
	}
	s := say.Vars{"d": degree, "copies": math.Pow(2, float64(degree))}
	return algos.Equal("count", claim, float64(len(v.phi)), want, 0).Between("features", "monomials").
		Because(s.Text("d = <d>; as ordered products of d inputs there would be <copies> of degree d"))
}

// monomials counts those in n variables up to a degree.
func monomials(n, degree int) int {
	if n == 0 || degree == 0 {
		return 1
	}
	return monomials(n-1, degree) + monomials(n, degree-1)
}

// compared is how many rows the identity is checked at.
const compared = 100

// checkIdentity compares the two ways to compute f, relative to what they add up.
//
// Σα·k(|x|, |x|) adds up the sizes of all monomials. It bounds every product and
// every partial sum of both ways, which are rounded once a row, a monomial and a
// factor.
func (v *view) checkIdentity() algos.Check {
	alpha := v.alpha.list()
	theta := v.theta(alpha)
	var phi []float64
	worst, slack := 0.0, 0.0
	for i := range min(len(v.x), compared) {
		phi = v.phi.at(phi, v.x[i])
		off, size := math.Abs(v.phi.inner(theta, phi)-v.scoreAt(alpha, v.x[i])), v.sizeAt(alpha, v.x[i])
		if off == 0 {
			continue
		}
		worst = max(worst, off/size)
		slack = max(slack, num.Ulp*float64(v.stored+len(v.phi)+16*v.degree()+32)+v.underflow()*v.k()/size)
	}
	c := claimIdentity.Equal(worst, 0, slack).Of(1).Between("largest relative difference", "")
	if c.Verdict == algos.Undecided {
		return c.Because("some monomials underflow")
	}
	return c
}

// sizeAt adds up the sizes of all terms of f at a place.
func (v *view) sizeAt(alpha []int32, x [2]float64) float64 {
	size := 0.0
	for i, a := range alpha {
		if a > 0 {
			size += float64(a) * v.task.k.At(absolute(v.x[i]), absolute(x))
		}
	}
	return size
}

func absolute(x [2]float64) [2]float64 { return [2]float64{math.Abs(x[0]), math.Abs(x[1])} }

// underflow bounds what a term of the inner product by features loses where a
// product on the way to it is below the smallest numbers.
func (t *task) underflow() float64 {
	most, weights := 1.0, 0.0
	for _, x := range t.x {
		most = max(most, math.Abs(x[0]), math.Abs(x[1]))
	}
	for _, f := range t.phi {
		weights += 1 + f.weight
	}
	return 0x1p-1070 * weights * math.Pow(most, float64(2*t.degree()))
}
