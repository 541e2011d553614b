package svmloocv

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/num"
	"playground/algos/say"
)

var (
	claimBound     = algos.Guarantee{Name: "loocv", Claim: `leave-one-out error $\le N/n$ with $N$ support vectors`}
	claimOnly      = algos.Guarantee{Name: "only", Claim: `only support vectors can be leave-one-out errors`}
	claimBystander = algos.Guarantee{Name: "bystander", Claim: `leaving out a point with $\alpha_t = 0$ does not change the solution`}
	claimSlack     = algos.Guarantee{Name: "slack", Claim: `the slack of a point never decreases when it is left out: $\xi_t \le (1 - y_t f^{-t}(x_t))^+$`}
	claimAlone     = algos.Guarantee{Name: "alone", Claim: `a refit on the support vectors only, without all points with $\alpha_t = 0$, gives the ` +
		"same classifier"}
	claimGap = algos.Guarantee{Name: "gap", Claim: `the full fit is optimal: primal $-$ dual $\to 0$`}
)

// Checks implements [algos.View].
//
// The premise of the proposition is that the classifier without a point is the
// old one wherever the old one is still optimal. w is unique if the kernel is
// positive semi-definite; the offset is if some support vector has 0 < α < C.
func (v view) Checks() []algos.Check {
	if why := v.objection(); why != "" {
		return []algos.Check{
			claimBound.Not(why), claimOnly.Not(why), claimBystander.Not(why),
		}
	}
	checks := []algos.Check{v.checkBound(), v.checkOnly()}
	if v.phase == refitting {
		checks = append(checks, v.checkBystander(), v.checkSlack())
	}
	return append(checks, v.checkAlone(), v.checkGap())
}

// objection says why no guarantee is made at all, or "": the kernel matrix of these
// points is not positive semi-definite, or there is nothing to speak of.
func (v view) objection() say.Phrase {
	if !v.Kernel.PSD() {
		if least, negative := v.Negative(); negative {
			return say.Vars{"value": least}.Text("the kernel matrix has the negative eigenvalue <value>: the dual may have several optima, and a refit " +
				"need not find the same one")
		}
	}
	if v.lost() {
		return "the full fit does not exist"
	}
	return ""
}

// premise says which premise of the proposition fails, or "".
func (v view) premise() say.Phrase {
	switch {
	case v.full.Free == 0 && v.full.sv == 0:
		return "all points have one label: there are no support vectors"
	case v.full.Free == 0:
		shift := v.theta0(v.full) - v.full.bias
		return say.Vars{"lo": v.full.Lo + shift, "hi": v.full.Hi + shift}.
			Text("no support vector has 0 < α < C: the bias θ₀ may be any value in [<lo>, <hi>]")
	case v.rough > 0:
		return say.Vars{"rough": v.rough}.Text("<rough refit> stopped before the tolerance was met")
	case v.coarse(v.full):
		return "the full fit is not optimal: its duality gap is more than a thousandth of the objective. Use a smaller tolerance"
	}
	return ""
}

// closed is the share of the objective that is left of a gap which has closed.
const closed = 1e-3

// coarse reports whether a fit is not what the proposition speaks of.
func (v view) coarse(f *fit) bool { return !(math.Abs(f.primal-f.dual) <= closed*f.primal) }

func (v view) checkBound() algos.Check {
	c := claimBound.AtMost(v.loocv(), v.bound(), 0).Between("leave-one-out errors so far / n", "N/n").
		Because(v.vars().Text("leave-one-out so far: <errors> of <done> points are misclassified, with <sv support vector>"))
	c.Meter = v.full.sv > 0
	return c.Unless(v.premise())
}

// checkOnly is the step of the proof: a point with α = 0 has yf ≥ 1, and keeps
// it.
func (v view) checkOnly() algos.Check {
	others := 0
	for _, t := range v.errors {
		if !v.supports(t) {
			others++
		}
	}
	return claimOnly.Equal(float64(others), 0, 0).Between("errors at other points", "").Unless(v.premise())
}

// rounding is how far off a score of a fit may be: a sum of n terms αk, whose errors
// partly cancel, as package smo reckons with.
func (v view) rounding(f *fit) float64 {
	return 4 * num.Ulp * (1 + math.Sqrt(float64(len(v.y)))*sum(f.alpha)*v.norm*v.norm)
}

// gap is the duality gap of a fit with what rounding may hide: in the primal
// every score counts C, in the dual α.
func (v view) gap(f *fit) float64 {
	price := sum(f.alpha)
	if !v.Hard {
		price += v.c * float64(len(v.y))
	}
	return max(0, f.primal-f.dual) + v.rounding(f)*price + 64*num.Ulp*(math.Abs(f.primal)+math.Abs(f.dual))
}

// allowed is how far the scores of two solutions of one problem may lie apart.
// By strong convexity each is within √(2·gap) of the optimal w, so any score
// without offset differs by the sum of the two times ‖φ(x)‖; the offsets, pinned
// to a score of ±1 at a free support vector, differ by as much again and by the
// two KKT violations.
func (v view) allowed() float64 {
	if v.less == nil {
		return 0
	}
	w := math.Sqrt(2*v.gap(v.full)) + math.Sqrt(2*v.gap(v.less))
	return 2*w*v.norm + v.full.Violation + v.less.Violation + v.rounding(v.full) + v.rounding(v.less)
}

func (v view) checkBystander() algos.Check {
	vars := v.vars()
	vars["off"] = v.allowed()
	why := v.premise()
	switch {
	case v.supports(v.row):
		why = vars.Text("<row> is a support vector")
	case why != "":
	case !v.pinned():
		why = "no support vector is unbounded in both fits, so the biases cannot be compared"
	case math.IsNaN(v.allowed()):
		why = "the duality gap of a fit is not known"
	}
	size, tolerance := v.largest(), say.Phrase("")
	if v.change() <= v.allowed() {
		tolerance = vars.Text("at this tolerance the scores of the two fits may differ by <off>: use a smaller one")
	}
	return claimBystander.Tends(v.change(), 0, min(v.allowed(), same*size), algos.Status{State: algos.Converged}).Of(size).
		Between("largest change of a score", "").
		Because(vars.Text("a refit from scratch, in <pairs pair>; two solutions with these duality gaps may differ by <off>")).
		OpenIf(tolerance).Unless(why)
}

// largest is the largest score, and not below the 1 that the margin asks for.
func (v view) largest() float64 {
	size := 1.0
	for _, f := range v.full.f {
		size = max(size, math.Abs(f))
	}
	return size
}

// same is by how much of the largest score two classifiers may differ that are called
// the same.
const same = 0.01

// pinned reports whether one support vector has 0 < α < C with and without the
// point.
func (v view) pinned() bool {
	free := func(a float64) bool { return a > 0 && a < v.c }
	for k, a := range v.full.alpha {
		if free(a) && free(v.less.alpha[k]) {
			return true
		}
	}
	return false
}

// checkSlack: f is best with the point's own hinge, f⁻ᵗ is best without it, so
// adding the two inequalities leaves ξₜ(f) ≤ ξₜ(f⁻ᵗ). It holds for any choice of
// the offset.
func (v view) checkSlack() algos.Check {
	if v.Hard {
		return claimSlack.Not("for the hard margin ξ = 0 for every training point")
	}
	if v.less.End == smo.NoBound {
		return claimSlack.Not("the refit has no optimum")
	}
	// Each fit may be above its optimum by its gap, at the price C for a slack.
	tol := (v.gap(v.full)+v.gap(v.less))/v.c + v.rounding(v.full) + v.rounding(v.less)
	with, without := v.slack(v.full, v.row), v.slack(v.less, v.row)
	var tolerance say.Phrase
	switch off := with - without; {
	case off <= min(tol, algos.Negligible): // not worth a digit beside a margin of 1
		without = max(with, without)
	case off <= tol:
		tolerance = say.Vars{"off": tol}.Text("at this tolerance a difference up to <off> is undecided: use a smaller one")
	}
	return claimSlack.AtMost(with, without, 0).Between("slack in the full fit", "leave-one-out").OpenIf(tolerance)
}

func (v view) checkGap() algos.Check {
	gap := v.full.primal - v.full.dual
	if math.IsNaN(gap) {
		return claimGap.Not("w does not separate the classes")
	}
	allowed := v.left(v.full)
	// What rounding alone makes of a gap of zero.
	hidden := v.gap(v.full) - max(0, gap)
	var tolerance say.Phrase
	w := say.Vars{"tol": v.Tol, "most": allowed}
	switch {
	case math.IsInf(allowed, 1):
		tolerance = w.Text("a hard-margin fit that stops at a KKT violation of <tol> need not have a margin: use a smaller tolerance")
	case gap <= allowed+hidden:
		tolerance = w.Text("a fit that stops at a KKT violation of <tol> may leave a gap of <most>, more than a thousandth of the objective: use a " +
			"smaller tolerance")
	}
	if math.Abs(gap) <= min(hidden, algos.Negligible*v.full.primal) {
		gap = 0
	}
	return claimGap.Tends(gap, 0, min(allowed, closed*v.full.primal), algos.Status{State: algos.Converged}).
		Of(v.full.primal).Rounded(hidden).Between("gap", "").OpenIf(tolerance)
}

// left is the largest duality gap at which a fit may end. The gap is
// Σ α(yf−1)⁺ + (C−α)(1−yf)⁺, and no bracket exceeds the violation. Under the hard
// margin it is ½‖w‖²(1/μ² − 1) + ‖w‖² − Σα with the least yf μ ≥ 1 − violation.
func (v view) left(f *fit) float64 {
	violation, most := max(v.Tol, f.Violation), 0.0
	if v.Hard {
		least := 1 - violation
		if least <= 0 {
			return math.Inf(1)
		}
		return (sum(f.alpha)-f.dual)*(1/(least*least)-1) + violation*sum(f.alpha)
	}
	for _, a := range f.alpha {
		most += violation * max(a, v.c-a)
	}
	return most
}

func sum(v []float64) float64 {
	total := 0.0
	for _, x := range v {
		total += x
	}
	return total
}
