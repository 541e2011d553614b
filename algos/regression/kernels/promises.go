package kernels

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

const (
	claimWeyl       = `$\lambda_{\min}(K+L)\ge\lambda_{\min}(K)+\lambda_{\min}(L)$ (Weyl)`
	claimDifference = `$\lambda_{\min}(K-L)\ge\lambda_{\min}(K)-\lambda_{\max}(L)$ (Weyl)`
	claimSchur      = `$\lambda_{\min}(K\circ L)\ge\lambda_{\min}(K)\,\min_i L_{ii}$ (Schur)`

	claimPower       = `$\lambda_{\min}(K^{\circ m})\ge\lambda_{\min}(K)\,(\min_i K_{ii})^{m-1}$ (Schur, applied repeatedly)`
	claimExponential = `$\lambda_{\min}(e^{K})\ge\lambda_{\min}(K)$ for the elementwise exponential: the other terms of the series are kernels`
	claimWeighted    = `$\lambda_{\min}(DKD)\ge\lambda_{\min}(K)\,\min_i f(x_i)^2$ with $D=\operatorname{diag}f(x_i)$`

	claimTermPSD = `the Gram matrix of the term is PSD`
	claimRestPSD = `the remainder $K-S$ is PSD`
)

var (
	claimPSD      = algos.Guarantee{Name: "psd", Claim: `Gram matrices of a valid kernel are positive semi-definite`}
	claimWitness  = algos.Guarantee{Name: "witness", Claim: `the eigenvector $c$ of $\lambda_{\min}$ has $c^\top Kc=\lambda_{\min}\|c\|^2$`}
	claimTrace    = algos.Guarantee{Name: "trace", Claim: `sum of the eigenvalues = trace: $\sum_j\lambda_j=\sum_i k(x_i,x_i)$`}
	claimSchwarz  = algos.Guarantee{Name: "cauchy-schwarz", Claim: `$|k(x,z)|\le\sqrt{k(x,x)\,k(z,z)}$ for all pairs (Cauchy–Schwarz)`}
	claimDistance = algos.Guarantee{Name: "distance", Claim: `squared distance in feature space: $k(x,x)+k(z,z)-2k(x,z)=\sum_j\lambda_j(u_{xj}-u_{zj})^2$`}
	claimScaled   = algos.Guarantee{Name: "scaled", Claim: `$\lambda_{\min}(cK)=c\,\lambda_{\min}(K)$, or $c\,\lambda_{\max}(K)$ for $c<0$`}
	claimMarginal = algos.Guarantee{Name: "marginal", Claim: `the sum over latent states, $\sum_h D_hKD_h$ with $D_h=\operatorname{diag}p(h\mid ` +
		`x_i)$, is the same matrix`}
	claimConditional = algos.Guarantee{Name: "conditional", Claim: `conditionally positive definite: $HKH$ with $H=I-\frac{1}{n}11^\top$ is PSD`}
	claimRemainder   = algos.Guarantee{Name: "remainder", Claim: `Lagrange remainder after $m$ terms: at most ` +
		`$e^{\max(0,u)-\gamma\|x\|^2-\gamma\|z\|^2}\frac{|u|^m}{m!}$`}
	claimOverlap = algos.Guarantee{Name: "overlap", Claim: `the kernel is an integral of Gaussian basis functions: ` +
		`$\int\varphi_z(x_1)\,\varphi_z(x_2)\,dz=k(x_1,x_2)$`}
	claimRank     = algos.Guarantee{Name: "rank", Claim: `$m$ features give a Gram matrix of rank at most $m$: eigenvalue $m+1$ is 0`}
	claimFeatures = algos.Guarantee{Name: "features", Claim: `the feature map gives the kernel: $\langle\varphi(x),\varphi(z)\rangle=(\langle ` +
		`x,z\rangle+c)^d$`}
)

// Checks implements [algos.View].
func (v view) Checks() []algos.Check {
	if v.now == nil {
		const none = "no term evaluated yet"
		return []algos.Check{claimPSD.Not(none), claimTrace.Not(none)}
	}
	if v.now.eigen == nil {
		return []algos.Check{claimPSD.Not("the eigenvalue computation did not converge")}
	}
	checks := []algos.Check{v.checkPSD(), v.checkWitness(), v.checkTrace(), v.checkSchwarz(), v.checkDistance()}
	switch v.Mode {
	case series:
		return append(checks, v.checkSign("term", claimTermPSD, v.term), v.checkSign("rest", claimRestPSD, v.rest), v.checkRemainder(), v.checkOverlap())
	case features:
		return append(checks, v.checkSign("rest", claimRestPSD, v.rest), v.checkRank(), v.checkFeatures())
	}
	if v.part().conditional(v.domain) && !v.proven() {
		checks = append(checks, v.checkConditional())
	}
	return append(checks, v.checkRule()...)
}

// unproven says that no rule makes the part a kernel; "" where one does.
func (v view) unproven() say.Phrase {
	if v.proven() {
		return ""
	}
	return "no closure rule applies to this term"
}

func (v view) checkPSD() algos.Check {
	k := v.now
	return claimPSD.AtLeast(k.least(), 0, k.off).Of(k.size()).Between("λ min", "").Unless(v.unproven())
}

func (v view) checkSign(name string, claim say.Phrase, k *sheet) algos.Check {
	switch {
	case k == nil:
		return algos.Inapplicable(name, claim, "there is no term yet")
	case k.eigen == nil:
		return algos.Inapplicable(name, claim, "the eigenvalue computation did not converge")
	}
	// What is left of a matrix is known to the last digits of the whole.
	return algos.AtLeast(name, claim, k.least(), 0, k.off).Of(max(k.size(), v.whole.size())).Between("λ min", "")
}

func (v view) checkWitness() algos.Check {
	k := v.now
	return claimWitness.Equal(k.quotient(0), k.least(), k.rounding()).Of(k.size()).Between("cᵀKc", "λ min")
}

// rounding is what sums over all entries and the solver may be off by; the entries
// themselves are taken as they are.
func (s *sheet) rounding() float64 { return 8 * float64(s.n+4) * num.Ulp * s.frobenius() }

func (s *sheet) frobenius() float64 {
	top := largest(s.values)
	if top == 0 {
		return 0
	}
	sum := 0.0
	for _, x := range s.values {
		sum += x / top * (x / top)
	}
	return top * math.Sqrt(sum)
}

func (v view) checkTrace() algos.Check {
	k := v.now
	left, right := 0.0, 0.0
	for i, l := range k.eigen {
		left, right = left+l, right+k.at(i, i)
	}
	return claimTrace.Equal(left, right, float64(k.n)*k.rounding()).Of(k.size()).Between("Σλ", "trace")
}

// checkSchwarz looks at the pair that comes nearest to the bound, in shares of the
// largest entry.
func (v view) checkSchwarz() algos.Check {
	k, p, q, worst := v.now, 0, 0, math.Inf(-1)
	if k.n < 2 {
		return claimSchwarz.Not("there is only one point")
	}
	if why := v.unproven(); why != "" {
		return claimSchwarz.Not(why)
	}
	for i := range k.n {
		for j := range i {
			if d := math.Abs(k.at(i, j)) - root(k.at(i, i), k.at(j, j)); d > worst {
				p, q, worst = j, i, d
			}
		}
	}
	right := root(k.at(p, p), k.at(q, q))
	off := k.each[p*k.n+q] + k.each[p*k.n+p] + k.each[q*k.n+q] + 8*num.Ulp*right
	w := say.Vars{"i": say.Row(p).Name(), "j": say.Row(q).Name()}
	return claimSchwarz.AtMost(math.Abs(k.at(p, q)), right, off+v.small(p, q)).Of(largest(k.values)).
		Between("|k(x, z)|", "√(k(x, x) k(z, z))").Because(w.Text("at <i> and <j>"))
}

// small is what rounding of a diagonal entry near 0 does to its root.
func (v view) small(p, q int) float64 {
	k := v.now
	a, b := math.Abs(k.at(p, p)), math.Abs(k.at(q, q))
	return math.Sqrt((a+k.each[p*k.n+p])*(b+k.each[q*k.n+q])) - math.Sqrt(a)*math.Sqrt(b)
}

func root(a, b float64) float64 { return math.Sqrt(max(0, a)) * math.Sqrt(max(0, b)) }

// checkDistance looks at the first two points.
func (v view) checkDistance() algos.Check {
	k := v.now
	if k.n < 2 {
		return claimDistance.Not("there is only one point")
	}
	direct := k.at(0, 0) + k.at(1, 1) - 2*k.at(0, 1)
	by := 0.0
	for j, l := range k.eigen {
		d := k.mode(0, j) - k.mode(1, j)
		by += l * d * d
	}
	return claimDistance.Equal(direct, by, 4*k.rounding()).Of(k.size()).
		Between("by the kernel", "by the eigenvectors").Because("for the first two points")
}

// checkConditional: Schoenberg's premise.
func (v view) checkConditional() algos.Check {
	k := v.now.centred()
	if k.eigen == nil {
		return claimConditional.Not("the eigenvalue computation did not converge")
	}
	return claimConditional.AtLeast(k.least(), 0, k.off+v.now.off).Of(v.now.size()).Between("λ min of HKH", "")
}

// checkRemainder looks at the pair that is off the most.
func (v view) checkRemainder() algos.Check {
	k := v.rest
	p, q, worst := 0, 0, -1.0
	for i := range k.n {
		for j := range i + 1 {
			if d := math.Abs(k.at(i, j)); d > worst {
				p, q, worst = j, i, d
			}
		}
	}
	bound := v.remainder(v.taken, v.x[p], v.x[q])
	if !(bound < math.Inf(1)) {
		return claimRemainder.Not("the bound overflows: these points are too far from the origin for this γ")
	}
	w := say.Vars{"i": say.Row(p).Name(), "j": say.Row(q).Name()}
	return claimRemainder.AtMost(worst, bound, k.each[p*k.n+q]).Of(1).Between("remainder", "bound").Because(w.Text("at <i> and <j>"))
}

// checkOverlap compares the trapezium rule with the kernel.
func (v view) checkOverlap() algos.Check {
	i, j := v.pair()
	// Both have exponents of γr², known to their last digits.
	r := v.apart()
	off := 64 * num.Ulp * (1 + v.Gamma*r*r) * max(v.whole.at(i, j), v.overlap())
	return claimOverlap.Equal(v.overlap(), v.whole.at(i, j), off+1e-300).Of(1).Between("integral", "kernel")
}

func (v view) checkRank() algos.Check {
	k := v.now
	if v.taken >= k.n {
		return claimRank.Not("there are not more points than features")
	}
	next := k.eigen[k.n-1-v.taken]
	return claimRank.Equal(next, 0, k.off).Of(v.whole.size()).Between("the next eigenvalue", "")
}

// checkFeatures looks at the entry that is off the most, when all features are there.
func (v view) checkFeatures() algos.Check {
	if v.taken < len(v.terms.features) {
		return claimFeatures.Not("not all features are added yet")
	}
	k := v.now
	p, worst := 0, -1.0
	for e, x := range v.rest.values {
		if math.Abs(x) > worst {
			p, worst = e, math.Abs(x)
		}
	}
	return claimFeatures.Equal(k.values[p], v.whole.values[p], v.rest.each[p]).Of(largest(v.whole.values)).Between("⟨φ, φ⟩", "kernel")
}

// checkRule compares the least eigenvalue with what the rule allows.
func (v view) checkRule() []algos.Check {
	n := v.part()
	if len(n.args) == 0 {
		return nil
	}
	k, a := v.now, v.operand(0)
	if a.eigen == nil {
		return nil
	}
	negative := say.Phrase("")
	if a.least() < -a.off {
		negative = "the closure rule requires a PSD argument, which has a negative eigenvalue here"
	}
	switch n.op {
	case sum, difference, product:
		return v.checkPair(n, k, a, v.operand(1), negative)
	case scaled:
		right := n.value * a.least()
		if n.value < 0 {
			right = n.value * a.most()
		}
		return []algos.Check{
			claimScaled.Equal(k.least(), right, k.off+math.Abs(n.value)*a.off).Of(k.size()).Between("λ min(cK)", "from K"),
		}
	case power:
		low := math.Pow(max(0, a.lowest()), n.value-1)
		return []algos.Check{v.bounded("power", claimPower, k, a.least()*low, a.off*low).Unless(negative)}
	case exponential:
		return []algos.Check{v.bounded("exponential", claimExponential, k, a.least(), a.off).Unless(negative)}
	case weighted:
		low := math.Inf(1)
		for _, x := range v.x {
			f := n.fun.at(x, n.numbers).v
			low = min(low, f*f)
		}
		return []algos.Check{v.bounded("weighted", claimWeighted, k, a.least()*low, a.off*low).Unless(negative)}
	case marginal:
		return []algos.Check{v.checkMarginal(k, a)}
	}
	return nil
}

func (v view) checkPair(n *node, k, a, b *sheet, negative say.Phrase) []algos.Check {
	switch {
	case b.eigen == nil:
		return nil
	case n.op == sum:
		return []algos.Check{v.bounded("weyl", claimWeyl, k, a.least()+b.least(), a.off+b.off)}
	case n.op == difference:
		return []algos.Check{v.bounded("difference", claimDifference, k, a.least()-b.most(), a.off+b.off)}
	}
	if b.least() < -b.off {
		negative = "the closure rule requires two PSD arguments, and one has a negative eigenvalue here"
	}
	low := b.lowest()
	off := a.off*math.Abs(low) + b.off*math.Abs(a.least()) + a.off*b.size() + b.off*a.size()
	return []algos.Check{v.bounded("schur", claimSchur, k, a.least()*low, off).Unless(negative)}
}

// bounded says that the least eigenvalue is at least something.
func (v view) bounded(name string, claim say.Phrase, k *sheet, least, off float64) algos.Check {
	return algos.AtLeast(name, claim, k.least(), least, k.off+off).Of(max(k.size(), math.Abs(least))).Between("λ min", "bound")
}

// lowest is the least entry of the diagonal.
func (s *sheet) lowest() float64 {
	low := math.Inf(1)
	for i := range s.n {
		low = min(low, s.at(i, i))
	}
	return low
}

// checkMarginal adds up the double sum by matrices, at the entry that is off the most.
func (v view) checkMarginal(k, a *sheet) algos.Check {
	p, q, worst, got := 0, 0, -1.0, 0.0
	for i := range k.n {
		for j := range i + 1 {
			x, z := v.States.shares(v.x[i]), v.States.shares(v.x[j])
			s := 0.0
			for h := range x {
				for g := range z {
					if h == g { // k((x, h), (z, g)) is 0 for other states
						s += x[h].v * a.at(i, j) * z[g].v
					}
				}
			}
			if d := math.Abs(s - k.at(i, j)); d > worst {
				p, q, worst, got = j, i, d, s
			}
		}
	}
	w := say.Vars{"i": say.Row(p).Name(), "j": say.Row(q).Name()}
	return claimMarginal.Equal(k.at(p, q), got, k.each[p*k.n+q]+8*num.Ulp*math.Abs(a.at(p, q))).Of(largest(a.values)).
		Between("entry", "by the double sum").Because(w.Text("at <i> and <j>"))
}
