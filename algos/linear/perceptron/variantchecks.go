package perceptron

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// variantChecks are the promises about the other rules and starts; variantbound.go says
// where they come from. Every update rounds θ by ½ε‖θ‖ and compares a score that is
// off by 4εR‖θ‖, and no ‖θ‖ and no step exceeds the upper bound u. So k updates
// move ⟨θ, θ*⟩ by at most 8εku and ‖θ‖² by at most 16εku² beyond the exact bounds.
func (s snapshot) variantChecks() []algos.Check {
	if s.tiny && s.Variant != marginal {
		const why = "some point or θ⁽⁰⁾ is nearer to 0 than 10⁻¹⁴⁴: products of such numbers lose their digits"
		return []algos.Check{algos.Inapplicable("bound", say.Phrase(s.claimBound()), why), algos.Inapplicable("norm", say.Phrase(s.claimUpper()), why)}
	}
	checks := []algos.Check{s.checkBound(), s.checkLower(), s.checkUpper()}
	if s.varies() {
		checks = append(checks, s.checkSum(), s.checkRatio())
	}
	if s.best.Separable {
		checks = append(checks, s.checkReached(), s.checkDistance())
	} else {
		checks = append(checks, s.checkHull())
	}
	switch {
	case s.Variant == marginal:
		checks = append(checks, s.checkGrowth())
	case s.best.Separable && len(s.rows) == 1 && !s.varies():
		checks = append(checks, s.checkCount())
	}
	return checks
}

func (s snapshot) roundingAlong() float64 {
	return epsilon * (8*s.k() + 64) * s.upper(s.updates, s.sums)
}

const (
	claimCrossing = `$k$ is at most the larger root of $(b+k\gamma)^2=a^2+kR^2$`
	claimNoted    = `$k\le 12/\gamma^2$: the margin perceptron needs no more updates`
	claimMargin   = `$k\le 4\,(\max(a,\,1+2/\delta)-b)/\delta$ with $\delta=2\gamma^*-\gamma$, $a=\lVert\theta^{(0)}\rVert$, $b=\langle\theta^{(0)},\theta^*\rangle$`
	claimConstant = `a constant $\eta$ bounds $k$: $(b+\gamma^*\eta k)^2\le a^2+\gamma\eta k+R^2\eta^2k$ must hold`
	claimBatch    = `a constant $\eta$ bounds $k$: $(b+\gamma^*\eta k)^2\le a^2+n^2R^2\eta^2k$ must hold`
	claimDecrease = `the updates end, as $\sum\eta\to\infty$ and $\sum\eta^2/(\sum\eta)^2\to 0$`
)

func (s snapshot) claimBound() string {
	switch {
	case s.Variant == marginal && s.noted():
		return claimNoted
	case s.Variant == marginal:
		return claimMargin
	case s.varies() && !s.rate.constant():
		return claimDecrease
	case s.Variant == increment:
		return claimConstant
	case s.Variant == batch:
		return claimBatch
	}
	return claimCrossing
}

// checkBound compares the updates with theory's bound on them.
func (s snapshot) checkBound() algos.Check {
	claim := s.claimBound()
	switch {
	case !s.best.Separable:
		return algos.Inapplicable("bound", say.Phrase(claim), "not separable: no bound")
	case s.tooMuch() != "":
		return algos.Inapplicable("bound", say.Phrase(claim), say.Phrase(s.tooMuch()))
	case claim == claimDecrease:
		return s.checkEnding()
	case math.IsNaN(s.limit):
		return algos.Inapplicable("bound", say.Phrase(claim), "the bound is beyond all floating-point numbers")
	}
	c := algos.AtMost("bound", say.Phrase(claim), s.k(), s.limit, epsilon*s.limit*(64*s.k()+256))
	c.LeftLabel, c.RightLabel, c.Meter = "k", "bound", true
	switch claim {
	case claimNoted:
		c.RightLabel = "12/γ²"
		c.Why = say.Phrase(fmt.Sprintf("as ‖x‖ = 1, θ⁽⁰⁾ = 0 and γ = %s ≤ γ* = %s; k counts θ⁽¹⁾ = yx as 1", say.Num(2*s.half), say.Num(s.best.Gamma)))
	case claimMargin:
		c.Why = "12/γ² needs θ⁽⁰⁾ = 0 and γ ≤ γ*; this bound holds wherever γ/2 < γ*"
	case claimCrossing:
		c.Why = say.Phrase(fmt.Sprintf("a = ‖θ⁽⁰⁾‖ = %s, b = ⟨θ⁽⁰⁾, θ*⟩ = %s; from 0 it would be (R/γ)² = %s", say.Num(norm(s.start)), say.Num(s.along()), say.Num(s.best.Ratio)))
	}
	return c
}

// checkEnding restates the end of the proof for a decreasing η: the bound from
// below never exceeds the one from above, although in the end it would.
func (s snapshot) checkEnding() algos.Check {
	if !s.rate.endless() {
		return algos.Inapplicable("bound", claimDecrease, "the sum of all η(k) is finite")
	}
	lower, upper := s.lower(s.updates, s.sums), s.upper(s.updates, s.sums)
	c := algos.AtMost("bound", claimDecrease, lower, upper, s.roundingAlong())
	c.LeftLabel, c.RightLabel = "b + γ* Ση|𝒴|", "√(a² + γ Ση + R² Ση²|𝒴|²)"
	c.Why = "the left grows like Ση, the right more slowly: where they meet it is over"
	return c
}

func (s snapshot) claimLower() string {
	gain := `k\,\gamma^*`
	switch s.Variant {
	case increment:
		gain = `\gamma^*\sum\eta`
	case batch:
		gain = `\gamma^*\sum\eta\,\lvert\mathcal{Y}_k\rvert`
	}
	return `$\langle\theta,\theta^*\rangle\ge\langle\theta^{(0)},\theta^*\rangle+` + gain + `$: $\theta$ moves along $\theta^*$`
}

func (s snapshot) checkLower() algos.Check {
	if !s.best.Separable {
		return algos.Inapplicable("projection", say.Phrase(s.claimLower()), "not separable: no θ* has a margin γ > 0")
	}
	c := algos.AtLeast("projection", say.Phrase(s.claimLower()), dot(s.theta, s.best.Theta), s.lower(s.updates, s.sums), s.roundingAlong())
	c.LeftLabel, c.RightLabel = "⟨θ, θ*⟩", "bound"
	return c
}

func (s snapshot) claimUpper() string {
	switch {
	case s.Variant == marginal && s.noted() && 2*s.half == s.best.Gamma:
		return `$\lVert\theta\rVert\le 1+2/\gamma+\frac{3}{4}(k-1)\gamma$: $\theta$ grows more slowly than along $\theta^*$`
	case s.Variant == marginal:
		return `$\lVert\theta\rVert\le\max(a,\,1+2/\delta)+(\delta/4+\gamma/2)\,k$ with $\delta=2\gamma^*-\gamma$`
	case s.Variant == increment:
		return `$\lVert\theta\rVert^2$ is at most $\lVert\theta^{(0)}\rVert^2$ $+\gamma\sum\eta$ $+R^2\sum\eta^2$`
	case s.Variant == batch:
		return `$\lVert\theta\rVert^2\le\lVert\theta^{(0)}\rVert^2+R^2\sum\eta^2\lvert\mathcal{Y}_k\rvert^2$`
	}
	return `$\lVert\theta\rVert^2\le\lVert\theta^{(0)}\rVert^2+k\,R^2$`
}

func (s snapshot) checkUpper() algos.Check {
	u := s.upper(s.updates, s.sums)
	if math.IsInf(u, 0) {
		return algos.Inapplicable("norm", say.Phrase(s.claimUpper()), "the bound is beyond all floating-point numbers")
	}
	c := algos.AtMost("norm", say.Phrase(s.claimUpper()), norm(s.theta), u, s.roundingAlong())
	c.LeftLabel, c.RightLabel, c.Meter = "‖θ‖", "bound", u > 0
	if s.Variant != marginal { // the squares are compared
		c.Left, c.Right, c.Tolerance, c.LeftLabel = c.Left*c.Left, u*u, 2*u*c.Tolerance, "‖θ‖²"
	}
	return c
}

// checkGrowth is the step of the margin perceptron's proof.
func (s snapshot) checkGrowth() algos.Check {
	const claim = `$\lVert\theta\rVert$ grows by at most $\frac{1}{2\lVert\theta\rVert}+\frac{\gamma}{2}$ in an update`
	before := norm(s.before)
	switch {
	case s.kind != update:
		return algos.Inapplicable("growth", claim, "no update in this step")
	case before == 0:
		return algos.Inapplicable("growth", claim, "θ was 0")
	}
	most := 1/(2*before) + s.half
	c := algos.AtMost("growth", claim, norm(s.theta)-before, most, 64*epsilon*(1+before))
	c.LeftLabel, c.RightLabel = "growth", "at most"
	return c
}

// checkSum: the factors add up to at least an integral that has no limit.
func (s snapshot) checkSum() algos.Check {
	const claim = `$\sum_{k\le m}\eta(k)\to\infty$: $\theta$ can go as far as it must`
	if !s.rate.endless() {
		return algos.Inapplicable("eta-sum", claim, say.Phrase(fmt.Sprintf("the sum is %s so far and stays below %s for ever: nothing is promised", say.Num(s.sums.eta), say.Num(s.rate.c*s.rate.p/(s.rate.p-1)))))
	}
	grows := s.rate.grows(s.updates)
	c := algos.AtLeast("eta-sum", claim, s.sums.eta, grows, epsilon*(4*s.k()+16)*(grows+s.sums.eta))
	c.LeftLabel, c.RightLabel = "Ση so far", "an integral without limit"
	return c
}

// checkRatio: the squares add up to less and less of the square of the sum.
func (s snapshot) checkRatio() algos.Check {
	const claim = `$\sum\eta^2/(\sum\eta)^2\to 0$: no single update weighs for ever`
	switch {
	case !s.rate.endless():
		return algos.Inapplicable("eta-ratio", claim, "both sums are finite, so their ratio does not vanish")
	case s.updates == 0:
		return algos.Inapplicable("eta-ratio", claim, "no update yet")
	}
	grows := s.rate.grows(s.updates)
	most := s.rate.squares(s.updates) / (grows * grows)
	c := algos.AtMost("eta-ratio", claim, s.sums.ratio(), most, epsilon*(8*s.k()+32)*most)
	c.LeftLabel, c.RightLabel = "Ση²/(Ση)²", "integrals that tend to 0"
	return c
}

// checkReached: at the end no row demands an update.
func (s snapshot) checkReached() algos.Check {
	claim := claimEnd
	switch s.Variant {
	case marginal:
		claim = `at the end every margin is at least $\gamma/2$`
	case increment:
		claim = `at the end every $y_t\langle\theta,x_t\rangle$ exceeds $\gamma/2$`
	}
	if why := s.tooMuch(); why != "" && s.status.State != algos.Converged {
		return algos.Inapplicable("reached", say.Phrase(claim), say.Phrase(why))
	}
	c := algos.Tends("reached", say.Phrase(claim), float64(len(s.demanding(s.theta))), 0, 0, s.status)
	c.LeftLabel = "rows that demand an update"
	return c
}

// short reports whether a vector has so few digits that a thousand updates by such
// vectors round nothing.
func short(v vector) bool {
	for _, x := range v {
		if math.Abs(x) > 1<<10 || x*(1<<10) != math.Trunc(x*(1<<10)) {
			return false
		}
	}
	return true
}

// checkCount: with one sample every update adds ‖x‖² to y⟨θ, x⟩, so their number
// can be foretold.
func (s snapshot) checkCount() algos.Check {
	const claim = `one sample: $k=\left\lfloor\frac{\lvert\langle\theta^{(0)},x\rangle\rvert}{\lVert x\rVert^2}\right\rfloor+1$ updates if $y\langle\theta^{(0)},x\rangle\le 0$, else none`
	r := s.rows[0]
	first, square := r.y*r.score(s.start), dot(r.x, r.x)
	ratio := -first / square
	want, tol := 0.0, 0.0
	if first <= 0 {
		want = math.Floor(ratio) + 1
		near := math.Abs(ratio-math.Round(ratio)) < 1e-9*(1+ratio)
		if near && !(short(r.x) && short(s.start) && want < 1<<10) {
			tol = 1 + epsilon*want // rounding decides
		}
	}
	c := algos.Tends("count", claim, s.k(), want, tol, s.status)
	c.LeftLabel, c.RightLabel = "k", "foretold"
	if want > 0 && ratio == math.Floor(ratio) {
		c.Why = say.Phrase(fmt.Sprintf("the notes round the ratio %s up, which is one short where it is whole: a score of exactly 0 is still a mistake", say.Num(ratio)))
	}
	return c
}
