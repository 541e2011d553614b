package perceptron

import (
	"math"
	"strings"

	"playground/algos"
	"playground/algos/linear/internal/novikoff"
	"playground/algos/num"
	"playground/algos/say"
)

const (
	claimEnd = `at convergence no training point is misclassified`

	claimCrossing = `mistake bound from $\theta^{(0)}$: $k$ is at most the larger root of $(b+k\gamma)^2=a^2+kR^2$`
	claimNoted    = `mistake bound of the margin perceptron: $k\le 12/\gamma^2$`
	claimMargin   = `mistake bound: $k\le 4\,(\max(a,\,1+2/\delta)-b)/\delta$ with $\delta=2\gamma^*-\gamma$, $a=\lVert\theta^{(0)}\rVert$, ` +
		`$b=\langle\theta^{(0)},\theta^*\rangle$`
	claimConstant = `a constant $\eta$ bounds $k$: $(b+\gamma^*\eta k)^2\le a^2+\gamma\eta k+R^2\eta^2k$ must hold`
	claimBatch    = `a constant $\eta$ bounds $k$: $(b+\gamma^*\eta k)^2\le a^2+n^2R^2\eta^2k$ must hold`
	claimDecrease = `the rule converges, as $\sum\eta\to\infty$ and $\sum\eta^2/(\sum\eta)^2\to 0$`

	noBound  = "not linearly separable: the bound does not apply"
	noMargin = "not linearly separable: no θ* has a margin γ > 0"
	beyond   = "the bound exceeds all floating-point numbers"
)

var (
	claimNovikoff   = algos.Guarantee{Name: "novikoff", Claim: `mistake bound (Novikoff): $k\le(R/\gamma)^2$`}
	claimProjection = algos.Guarantee{Name: "projection", Claim: `$\langle\theta,\theta^*\rangle\ge k\,\gamma$: every update adds $\gamma$ or more along $\theta^*$`}
	claimNorm       = algos.Guarantee{Name: "norm", Claim: `$\lVert\theta\rVert^2\le k\,R^2$: a misclassified sample has score $\le 0$, so an ` +
		`update adds at most $R^2$`}
	claimSandwich = algos.Guarantee{Name: "sandwich", Claim: `$k\,\gamma\le\langle\theta,\theta^*\rangle\le\lVert\theta\rVert\le\sqrt{k}\,R$: ` +
		`Novikoff's proof in one line`}
	claimAngle = algos.Guarantee{Name: "angle", Claim: `$\cos\angle(\theta,\theta^*)\ge\sqrt{k}\,\gamma/R$: $\theta$ must rotate towards ` +
		`$\theta^*$`}
	claimDistance = algos.Guarantee{Name: "distance", Claim: `maximum margin: the point nearest to the plane $\langle\theta^*,x\rangle=0$ has ` +
		`distance $\gamma$`}
	claimHull  = algos.Guarantee{Name: "hull", Claim: `$\sum_t\lambda_t\,y_t\,x_t=0$ with $\lambda\ge 0$, $\sum_t\lambda_t=1$: so no $\theta$ has all $y_t\langle\theta,x_t\rangle>0$`}
	claimCount = algos.Guarantee{Name: "count", Claim: `one sample: $k=\left\lfloor\frac{\lvert\langle\theta^{(0)},x\rangle\rvert}{\lVert ` +
		`x\rVert^2}\right\rfloor+1$ updates if $y\langle\theta^{(0)},x\rangle\le 0$, else 0`}
	claimGrowth = algos.Guarantee{Name: "growth", Claim: `$\lVert\theta\rVert$ grows by at most $\frac{1}{2\lVert\theta\rVert}+\frac{\gamma}{2}$ in an update`}
	claimSum    = algos.Guarantee{Name: "eta-sum", Claim: `$\sum_{k\le m}\eta(k)\to\infty$: the total step length is unbounded`}
	claimRatio  = algos.Guarantee{Name: "eta-ratio", Claim: `$\sum\eta^2/(\sum\eta)^2\to 0$: the influence of a single update vanishes`}
)

// Checks states what theory guarantees about this step.
//
// The theorems are about exact arithmetic. Here every update rounds θ, by at most
// ½ε‖θ‖ with ε = 2⁻⁵², and every score is off by at most 2εR‖θ‖, so that one just
// above 0 may count as a mistake. As ‖θ‖ ≤ √k·R, k updates move ⟨θ, θ*⟩ by no more
// than εk√k·R and ‖θ‖² by no more than ε(4k√k + k²)R², to which comes the rounding
// of the numbers shown. These are the tolerances.
func (v view) Checks() []algos.Check {
	checks := v.ruleChecks()
	if v.compares() {
		checks = append(checks, v.checkOrders()...)
	}
	if v.slides() {
		checks = append(checks, v.checkFoot())
	}
	if v.mixture != nil {
		checks = append(checks, v.checkBayes())
	}
	return checks
}

var claimSeparates = algos.Guarantee{Name: "separates", Claim: claimEnd}

// ruleChecks are the guarantees about the rule.
func (v view) ruleChecks() []algos.Check {
	const tiny = "some point is nearer to 0 than 10⁻¹⁴⁴: products of such numbers lose all precision"
	switch {
	case !v.plain():
		return v.variantChecks()
	case v.tiny:
		return []algos.Check{
			claimNovikoff.Not(tiny), claimProjection.Not(tiny), claimNorm.Not(tiny),
		}
	case !v.best.Separable:
		return []algos.Check{
			claimNovikoff.Not(noBound), claimProjection.Not(noMargin), v.checkNorm(), v.checkHull(),
		}
	}
	wrong, _ := v.look(v.theta)
	checks := []algos.Check{
		v.checkNovikoff(), v.checkProjection(), v.checkNorm(),
		claimSeparates.Tends(float64(wrong), 0, 0, v.status).Between("misclassified samples", ""),
		v.checkSandwich(), v.checkAngle(), v.checkDistance(),
	}
	if len(v.rows) == 1 {
		checks = append(checks, v.checkCount())
	}
	return checks
}

// variantChecks are the guarantees about the other rules and starts; bounds.go says
// where they come from. Every update rounds θ by ½ε‖θ‖ and compares a score that is
// off by 4εR‖θ‖, and no ‖θ‖ and no step exceeds the upper bound u. So k updates
// move ⟨θ, θ*⟩ by at most 8εku and ‖θ‖² by at most 16εku² beyond the exact bounds.
func (v view) variantChecks() []algos.Check {
	if v.tiny && v.Variant != marginal {
		const tiny = "some point or θ⁽⁰⁾ is nearer to 0 than 10⁻¹⁴⁴: products of such numbers lose all precision"
		return []algos.Check{algos.Inapplicable("bound", v.claimBound(), tiny), algos.Inapplicable("norm", v.claimUpper(), tiny)}
	}
	checks := []algos.Check{v.checkBound(), v.checkLower(), v.checkUpper()}
	if v.varies() {
		checks = append(checks, v.checkSum(), v.checkRatio())
	}
	if v.best.Separable {
		checks = append(checks, v.checkReached(), v.checkDistance())
	} else {
		checks = append(checks, v.checkHull())
	}
	switch {
	case v.Variant == marginal:
		checks = append(checks, v.checkGrowth())
	case v.best.Separable && len(v.rows) == 1 && !v.varies():
		checks = append(checks, v.checkCount())
	}
	return checks
}

// slackAlong and slackSquare are what rounding may do to ⟨θ, θ*⟩ and ‖θ‖².
func (v view) slackAlong() float64 { return num.Ulp * (v.k() + 4) * math.Sqrt(v.k()) * v.best.R }

func (v view) slackSquare() float64 {
	k := v.k()
	return num.Ulp * (4*k*math.Sqrt(k) + k*k + 4*k) * v.best.R2
}

// slackVariant is the same for ⟨θ, θ*⟩ and ‖θ‖ under the other rules.
func (v view) slackVariant() float64 { return num.Ulp * (8*v.k() + 64) * v.upper(v.updates, v.sums) }

func (v view) checkNovikoff() algos.Check {
	// kγ − a ≤ √(kR² + b) with these two gives, to first order in ε,
	// k ≤ q·(1 + b/(kR²) + 2a/(√k·R)) with q = (R/γ)².
	k, q := v.k(), v.best.Ratio
	s := say.Vars{"R": v.best.R, "gamma": v.best.Gamma}
	c := claimNovikoff.AtMost(k, q, num.Ulp*q*(4*math.Sqrt(k)+3*k+12)).Between("k", "(R/γ)²").Metered()
	if v.FitIntercept {
		return c.Because(s.Text("R = <R>, γ = <gamma>, both of the points with the bias coordinate 1"))
	}
	return c.Because(s.Text("R = <R>, γ = <gamma>"))
}

func (v view) checkProjection() algos.Check {
	return claimProjection.AtLeast(dot(v.theta, v.best.Theta), v.k()*v.best.Gamma, v.slackAlong()).Between("⟨θ, θ*⟩", "kγ")
}

func (v view) checkNorm() algos.Check {
	c := claimNorm.AtMost(dot(v.theta, v.theta), v.k()*v.best.R2, v.slackSquare()).Between("‖θ‖²", "kR²")
	c.Meter = v.updates > 0
	return c
}

var claim = algos.Guarantee{Name: "", Claim: ""}

func (v view) checkSandwich() algos.Check {
	chain := []float64{v.k() * v.best.Gamma, dot(v.theta, v.best.Theta), norm(v.theta), math.Sqrt(v.k()) * v.best.R}
	// The middle link only rounds; √(kR² + b) exceeds √k·R by b/(2√k·R) at most.
	slack := []float64{v.slackAlong(), 4 * num.Ulp * chain[2], 0}
	if v.updates > 0 {
		slack[2] = v.slackSquare() / (2 * chain[3])
	}
	links := say.Vars{"a": chain[0], "b": chain[1], "c": chain[2], "d": chain[3]}
	c := claimSandwich.AtMost(chain[0], chain[3], slack[0]+slack[1]+slack[2]).
		Between("kγ", "√k R").Because(links.Text("<a> ≤ <b> ≤ <c> ≤ <d>"))
	c.Meter = v.updates > 0
	for i, tol := range slack { // it is as good as its weakest link
		link := claim.AtMost(chain[i], chain[i+1], tol).Verdict
		if link == algos.Broken || link != algos.Holds && c.Verdict == algos.Holds {
			c.Verdict = link
		}
	}
	return c
}

func (v view) checkAngle() algos.Check {
	length := norm(v.theta)
	if length == 0 {
		return claimAngle.Not("θ = 0 has no direction")
	}
	promise := math.Sqrt(v.k()) * v.best.Gamma / v.best.R
	// From kγ − a ≤ ⟨θ, θ*⟩ and ‖θ‖ ≤ √k·R + b/(2√k·R), divided.
	slack := v.slackAlong()/length + promise*v.slackSquare()/(2*v.k()*v.best.R2) + 4*num.Ulp
	return claimAngle.AtLeast(dot(v.theta, v.best.Theta)/length, promise, slack).Between("cos ∠(θ, θ*)", "√k γ/R")
}

func (v view) checkDistance() algos.Check {
	nearest := math.Inf(1)
	for _, r := range v.rows {
		nearest = min(nearest, math.Abs(r.score(v.best.Theta)))
	}
	// Three rounded products of numbers up to R, with a rounded θ*.
	c := claimDistance.Equal(nearest, v.best.Gamma, 8*num.Ulp*v.best.R).Between("nearest point", "γ")
	switch {
	case v.normal():
		return c.Because("measured between unit-norm samples")
	case v.FitIntercept:
		return c.Because("measured in the augmented space (x₁, x₂, 1), where the perceptron works; in the plot it is larger")
	}
	return c
}

// checkHull proves that the points are not separable.
func (v view) checkHull() algos.Check {
	var sum vector
	var weights []string
	total, longest := 0.0, 0.0
	for i, t := range v.best.Rows {
		weight, z := v.best.Weights[i], v.rows[t].correction()
		if !(weight > 0) {
			continue
		}
		sum = addScaled(sum, weight, z)
		total += weight
		longest = max(longest, norm(addScaled(vector{}, weight, z)))
		weights = append(weights, say.Row(t).Name()+" ("+say.Num(weight)+")")
	}
	// At most four terms: a rounded weight, a rounded product and a rounded sum each.
	// Weights below the smallest numbers are lost.
	c := claimHull.Equal(norm(sum), 0, 8*num.Ulp*longest+4*math.SmallestNonzeroFloat64*(1+v.best.R)).Of(longest).
		Between("‖Σλyx‖", "").Because(say.Vars{"weights": strings.Join(weights, ", ")}.Text("λ > 0 on <weights>"))
	if math.Abs(total-1) > 4*num.Ulp {
		c.Verdict, c.Why = algos.Broken, say.Vars{"total": total}.Text("the λ sum to <total>")
	}
	return c
}

func (v view) claimBound() say.Phrase {
	switch {
	case v.Variant == marginal && v.noted():
		return claimNoted
	case v.Variant == marginal:
		return claimMargin
	case v.varies() && !v.rate.constant():
		return claimDecrease
	case v.Variant == increment:
		return claimConstant
	case v.Variant == batch:
		return claimBatch
	}
	return claimCrossing
}

// checkBound compares the updates with theory's bound on them.
func (v view) checkBound() algos.Check {
	claim := v.claimBound()
	switch {
	case !v.best.Separable:
		return algos.Inapplicable("bound", claim, noBound)
	case v.tooMuch() != "":
		return algos.Inapplicable("bound", claim, v.tooMuch())
	case claim == claimDecrease:
		return v.checkEnding()
	case math.IsNaN(v.limit):
		return algos.Inapplicable("bound", claim, beyond)
	}
	c := algos.AtMost("bound", claim, v.k(), v.limit, num.Ulp*v.limit*(64*v.k()+256)).Between("k", "bound").Metered()
	s := say.Vars{"gamma": 2 * v.half, "best": v.best.Gamma, "a": norm(v.start), "b": v.along(), "ratio": v.best.Ratio}
	switch claim {
	case claimNoted:
		return c.Between("k", "12/γ²").Because(s.Text("as ‖x‖ = 1, θ⁽⁰⁾ = 0 and γ = <gamma> ≤ γ* = <best>; k counts θ⁽¹⁾ = yx as 1"))
	case claimMargin:
		return c.Because("12/γ² needs θ⁽⁰⁾ = 0 and γ ≤ γ*; this bound holds wherever γ/2 < γ*")
	case claimCrossing:
		return c.Because(s.Text("a = ‖θ⁽⁰⁾‖ = <a>, b = ⟨θ⁽⁰⁾, θ*⟩ = <b>; from 0 it would be (R/γ)² = <ratio>"))
	}
	return c
}

var claimBound = algos.Guarantee{Name: "bound", Claim: claimDecrease}

// checkEnding restates the end of the proof for a decreasing η: the bound from
// below never exceeds the one from above, although in the end it would.
func (v view) checkEnding() algos.Check {
	if !v.rate.endless() {
		return claimBound.Not("the sum of all η(k) is finite")
	}
	return claimBound.AtMost(v.lower(v.updates, v.sums), v.upper(v.updates, v.sums), v.slackVariant()).
		Between("b + γ* Ση|𝒴|", "√(a² + γ Ση + R² Ση²|𝒴|²)").
		Because("the left side grows like Ση, the right side more slowly: k cannot exceed the point where they meet")
}

func (v view) claimLower() say.Phrase {
	switch v.Variant {
	case increment:
		return `$\langle\theta,\theta^*\rangle\ge\langle\theta^{(0)},\theta^*\rangle+\gamma^*\sum\eta$: $\theta$ moves along $\theta^*$`
	case batch:
		return `$\langle\theta,\theta^*\rangle\ge\langle\theta^{(0)},\theta^*\rangle+\gamma^*\sum\eta\,\lvert\mathcal{Y}_k\rvert$: $\theta$ moves along $\theta^*$`
	}
	return `$\langle\theta,\theta^*\rangle\ge\langle\theta^{(0)},\theta^*\rangle+k\,\gamma^*$: $\theta$ moves along $\theta^*$`
}

func (v view) checkLower() algos.Check {
	if !v.best.Separable {
		return algos.Inapplicable("projection", v.claimLower(), noMargin)
	}
	return algos.AtLeast("projection", v.claimLower(), dot(v.theta, v.best.Theta), v.lower(v.updates, v.sums), v.slackVariant()).Between("⟨θ, θ*⟩", "bound")
}

func (v view) claimUpper() say.Phrase {
	switch {
	case v.Variant == marginal:
		return v.claimMarginUpper()
	case v.Variant == increment:
		return `$\lVert\theta\rVert^2$ is at most $\lVert\theta^{(0)}\rVert^2$ $+\gamma\sum\eta$ $+R^2\sum\eta^2$`
	case v.Variant == batch:
		return `$\lVert\theta\rVert^2\le\lVert\theta^{(0)}\rVert^2+R^2\sum\eta^2\lvert\mathcal{Y}_k\rvert^2$`
	}
	return `$\lVert\theta\rVert^2\le\lVert\theta^{(0)}\rVert^2+k\,R^2$`
}

// claimMarginUpper is what [task.upper] says for the margin perceptron.
func (v view) claimMarginUpper() say.Phrase {
	fromZero := v.start == vector{}
	switch delta := v.spare(); {
	case delta == 0:
		return `$\lVert\theta\rVert\le\sqrt{\lVert\theta^{(0)}\rVert^2+k}$`
	case delta == 2*v.half && fromZero:
		return `$\lVert\theta\rVert\le 1+2/\gamma+\frac{3}{4}\gamma\,\max(0,\,k-1)$: $\theta$ grows slowly`
	case delta == 2*v.half:
		return `$\lVert\theta\rVert\le\max(a,\,1+2/\gamma)+\frac{3}{4}\gamma\,k$ with $a=\lVert\theta^{(0)}\rVert$`
	case fromZero:
		return `$\lVert\theta\rVert\le 1+2/\delta+(\delta/4+\gamma/2)\,\max(0,\,k-1)$ with $\delta=2\gamma^*-\gamma$`
	}
	return `$\lVert\theta\rVert\le\max(a,\,1+2/\delta)+(\delta/4+\gamma/2)\,k$ with $\delta=2\gamma^*-\gamma$, $a=\lVert\theta^{(0)}\rVert$`
}

func (v view) checkUpper() algos.Check {
	u := v.upper(v.updates, v.sums)
	if math.IsInf(u, 0) {
		return algos.Inapplicable("norm", v.claimUpper(), beyond)
	}
	c := algos.AtMost("norm", v.claimUpper(), norm(v.theta), u, v.slackVariant()).Between("‖θ‖", "bound")
	if v.Variant != marginal {
		c = algos.AtMost("norm", v.claimUpper(), dot(v.theta, v.theta), u*u, 2*u*v.slackVariant()).Between("‖θ‖²", "bound")
	}
	c.Meter = u > 0
	return c
}

// checkGrowth is the step of the margin perceptron's proof.
func (v view) checkGrowth() algos.Check {
	before := norm(v.before)
	switch {
	case v.Kind != novikoff.Update:
		return claimGrowth.Not("no update in this step")
	case before == 0:
		return claimGrowth.Not("θ was 0")
	}
	// The update, both lengths and the score that asked for it are rounded.
	c := claimGrowth.AtMost(norm(v.theta)-before, 1/(2*before)+v.half, 16*num.Ulp*(1+before)).Between("growth", "upper bound")
	if c.Verdict == algos.Undecided {
		return c.Because(say.Vars{"length": before}.Text("‖θ‖ = <length> is so large that rounding hides the update"))
	}
	return c
}

// checkSum: the factors add up to at least an integral that has no limit.
func (v view) checkSum() algos.Check {
	if !v.rate.endless() {
		s := say.Vars{"sum": v.sums.eta, "total": v.rate.total()}
		return claimSum.Not(s.Text("the sum is <sum> so far and stays below <total>: convergence is not guaranteed"))
	}
	grows := v.rate.grows(v.updates)
	return claimSum.AtLeast(v.sums.eta, grows, num.Ulp*(4*v.k()+16)*(grows+v.sums.eta)).Between("Ση so far", "a divergent integral")
}

// checkRatio: the squares add up to less and less of the square of the sum.
func (v view) checkRatio() algos.Check {
	switch {
	case !v.rate.endless():
		return claimRatio.Not("both sums are finite, so their ratio does not vanish")
	case v.updates == 0:
		return claimRatio.Not("no update yet")
	}
	grows := v.rate.grows(v.updates)
	most := v.rate.squares(v.updates) / (grows * grows)
	return claimRatio.AtMost(v.sums.ratio(), most, num.Ulp*(8*v.k()+32)*most).Between("Ση²/(Ση)²", "integrals that tend to 0")
}

// checkReached: at the end no row triggers an update.
func (v view) checkReached() algos.Check {
	claim := say.Phrase(claimEnd)
	switch v.Variant {
	case marginal:
		claim = `at convergence every margin is at least $\gamma/2$`
	case increment:
		claim = `at convergence every $y_t\langle\theta,x_t\rangle$ exceeds $\gamma/2$`
	}
	if why := v.tooMuch(); why != "" && v.status.State != algos.Converged {
		return algos.Inapplicable("reached", claim, why)
	}
	return algos.Tends("reached", claim, float64(len(v.demanding(v.theta))), 0, 0, v.status).Between("samples that trigger an update", "")
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
func (v view) checkCount() algos.Check {
	r := v.rows[0]
	first, square := r.y*r.score(v.start), dot(r.x, r.x)
	ratio, want, unsure := -first/square, 0.0, false
	if first <= 0 {
		want = math.Floor(ratio) + 1
		// Every update moves θ by ½ε‖θ‖, and the ratio by that over ‖x‖.
		rounding := 4 * num.Ulp * (want + 4) * (norm(v.start)/norm(r.x) + want)
		whole := math.Abs(ratio-math.Round(ratio)) <= rounding
		unsure = whole && first < 0 && !(short(r.x) && short(v.start) && want < 1<<10)
	}
	s := say.Vars{"ratio": ratio}
	c := claimCount.Tends(v.k(), want, 0, v.status).Between("k", "predicted")
	switch {
	case unsure:
		return c.Unless(s.Text("the ratio <ratio> is an integer up to rounding, so rounding decides on one more update"))
	case want > 0 && ratio == math.Floor(ratio):
		return c.Because(s.Text("the notes round the ratio <ratio> up, which is one too few for an integer: a score of exactly 0 is still a mistake"))
	}
	return c
}
