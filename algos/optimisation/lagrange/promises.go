package lagrange

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimWeak     = algos.Guarantee{Name: "weak-duality", Claim: `weak duality: $\theta(\mu,\lambda) \le f(x)$ for every feasible $x$ and $\mu \ge 0$`}
	claimInf      = algos.Guarantee{Name: "infimum", Claim: `$\theta(\mu,\lambda) \le L(z,\mu,\lambda)$ at every $z$: compared with a grid of places`}
	claimStrong   = algos.Guarantee{Name: "strong-duality", Claim: `strong duality: the gap between primal and dual value tends to 0`}
	claimKKT      = algos.Guarantee{Name: "kkt", Claim: `the five KKT residuals tend to 0`}
	claimAscent   = algos.Guarantee{Name: "ascent", Claim: `for $\eta \le 2/L_\theta$ dual ascent never decreases $\theta$`}
	claimExact    = algos.Guarantee{Name: "exact", Claim: `$x(\mu)$ tends to the optimum found by trying all active sets`}
	claimShift    = algos.Guarantee{Name: "shift", Claim: `border $j$ moved inside by 0.1: $p^*$ increases by at least $0.1\,\mu_j$`}
	claimFeasible = algos.Guarantee{Name: "grid", Claim: `$p^* \le f(z)$ at every feasible place $z$ of a grid`}
	claimFarkas   = algos.Guarantee{Name: "farkas", Claim: `Farkas: weights $y \ge 0$ make $\sum_j y_j g_j(x) > 0$ at every $x$, so no point meets all constraints`}
	claimLevel    = algos.Guarantee{Name: "level", Claim: `the level tends to that at which the water is the budget, by bisection`}
)

// places are a grid over the board.
func places(yield func(pair) bool) {
	const n = 20
	for i := range n + 1 {
		for k := range n + 1 {
			if !yield(pair{wide * (2*float64(i)/n - 1), wide * (2*float64(k)/n - 1)}) {
				return
			}
		}
	}
}

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	scale := v.scale()
	var none, endless, unable say.Phrase
	if v.m == nil {
		none = "nothing is tried yet"
	}
	if !finite(v.theta) {
		unable = "there is no dual feasible multiplier yet"
	}
	if v.empty {
		endless = "no point is feasible: p* = +∞"
	} else if v.open {
		endless = "f is unbounded below: p* = −∞"
	}
	ascends := v.Problem != lp && v.Problem != qp
	ends := v.status
	var checks []algos.Check
	if v.empty {
		checks = append(checks, v.checkFarkas())
	}
	checks = append(checks, v.checkWeak(scale, unable, endless))
	if none == "" {
		checks = append(checks, v.checkInf(scale))
	} else {
		checks = append(checks, claimInf.Not(none))
	}
	gap := v.bound - v.theta
	qualified := endless
	if qualified == "" && v.Problem == convex && !v.strict {
		qualified = "Slater's condition fails: no point has all g < 0"
	}
	open := qualified
	if open == "" && math.IsNaN(gap) {
		open = "no feasible point and dual feasible multipliers are known yet"
	}
	late := v.late()
	checks = append(checks,
		claimStrong.Tends(gap, 0, 1e-5*scale, ends).Of(scale).Between("gap", "0").OpenIf(late).Unless(open),
		claimKKT.Tends(v.worst(), 0, 1e-5*scale, ends).Of(scale).Between("largest residual", "0").OpenIf(late).Unless(first(none, qualified)),
	)
	if ascends {
		checks = append(checks, v.checkAscent(scale))
	}
	if v.Problem == quadratic || v.Problem == equality {
		checks = append(checks, v.checkExact(endless))
	}
	checks = append(checks, v.checkShift(endless), v.checkGrid(endless, scale))
	if !v.empty {
		checks = append(checks, v.checkFarkas())
	}
	return checks
}

func first(reasons ...say.Phrase) say.Phrase {
	for _, r := range reasons {
		if r != "" {
			return r
		}
	}
	return ""
}

// late is why a limit is open although the run has ended.
func (v view) late() say.Phrase {
	if v.status.State == algos.Exhausted || v.status.State == algos.Diverged {
		return "the run ended before the multipliers converged"
	}
	return ""
}

// scale is the size of the values.
func (v view) scale() float64 {
	s := 1.0
	for _, x := range []float64{v.theta, v.bound} {
		if finite(x) {
			s = max(s, math.Abs(x))
		}
	}
	return s
}

func (v view) checkWeak(scale float64, reasons ...say.Phrase) algos.Check {
	why := first(reasons...)
	if why == "" && !finite(v.bound) {
		why = "no feasible point is known yet"
	}
	if why != "" {
		return claimWeak.Not(why)
	}
	// The place is feasible up to rounding, by which f may be too small.
	return claimWeak.AtMost(v.theta, v.f.at(v.at), 1e-8*scale).Between("θ", "f at a feasible x")
}

// checkInf compares L at x with L at a grid of places; where x is a candidate, if it minimises L.
func (v view) checkInf(scale float64) algos.Check {
	l := v.lagrangian(v.m)
	here, low := v.theta, math.Inf(1)
	if v.Problem == lp || v.Problem == qp {
		if n := len(v.tried); n > 0 && !v.status.Final() && !v.tried[n-1].dual {
			return claimInf.Not("these multipliers are not dual feasible")
		}
		here = l.at(v.x)
		if v.status.Final() && !v.solved {
			return claimInf.Not("no multipliers are optimal")
		}
	}
	if !finite(here) {
		return claimInf.Not("the Lagrangian has no minimum")
	}
	for z := range places {
		if y := l.at(z); y < low {
			low = y
		}
	}
	sum := 0.0
	for _, m := range v.m {
		sum += math.Abs(m)
	}
	return claimInf.AtMost(here, low, 1e-8*(scale+sum)).Between("θ", "least L on the grid")
}

func (v view) checkAscent(scale float64) algos.Check {
	switch {
	case v.Problem == convex:
		return claimAscent.Not("the curvature of θ is not known for own functions")
	case v.eager():
		return claimAscent.Not("η is larger than 2 / curvature of θ")
	case v.taken == 0:
		return claimAscent.Not("no multiplier has moved yet")
	}
	return claimAscent.AtLeast(v.theta, v.rose, 1e-13*scale).Between("θ", "θ before")
}

func (v view) checkExact(endless say.Phrase) algos.Check {
	if endless != "" || !v.solved {
		return claimExact.Not(first(endless, "no optimum is known"))
	}
	size := 1 + math.Hypot(v.best.x[0], v.best.x[1])
	off := math.Hypot(v.x[0]-v.best.x[0], v.x[1]-v.best.x[1])
	return claimExact.Tends(off, 0, 1e-4*size, v.status).Of(size).Between("‖x(μ) − x*‖", "0").OpenIf(v.late())
}

// checkShift solves the problem again with the border of the largest multiplier moved inside. By
// convexity of the perturbation function that costs at least μ times the way.
func (v view) checkShift(endless say.Phrase) algos.Check {
	const by = 0.1
	switch {
	case endless != "" || !v.solved:
		return claimShift.Not(first(endless, "p* is known by active sets for linear and quadratic programs alone"))
	case v.status.State != algos.Converged:
		return claimShift.Not("the multipliers are not optimal yet")
	}
	j := -1
	for i, c := range v.cons {
		if !c.equal && (j < 0 || v.m[i] > v.m[j]) {
			j = i
		}
	}
	if j < 0 || v.m[j] <= 1e-6 {
		return claimShift.Not("no inequality is active")
	}
	moved := *v.task
	moved.cons = append(moved.cons[:0:0], v.cons...)
	c := &moved.cons[j]
	c.b -= by
	c.function = affine(c.n, c.b)
	best, ok := moved.optimum()
	if !ok {
		return claimShift.Not("with the border moved no point is feasible")
	}
	scale := 1 + math.Abs(v.best.value) + v.m[j]
	return claimShift.AtLeast(best.value-v.best.value, by*v.m[j], 1e-6*scale).Between("increase of p*", "0.1 μ")
}

// checkGrid compares the optimal value with f at the feasible places of a grid.
func (v view) checkGrid(endless say.Phrase, scale float64) algos.Check {
	if endless != "" || v.status.State != algos.Converged {
		return claimFeasible.Not(first(endless, "the optimal value is not found yet"))
	}
	low := math.Inf(1)
	for z := range places {
		if v.violation(z) <= 0 {
			if y := v.f.at(z); y < low {
				low = y
			}
		}
	}
	if !finite(low) {
		return claimFeasible.Not("no place of the grid is feasible")
	}
	return claimFeasible.AtMost(v.bound, low, 1e-8*scale).Between("p*", "least f on the grid")
}

// checkFarkas adds up the half-planes with the weights that prove the contradiction.
func (v view) checkFarkas() algos.Check {
	switch {
	case !v.empty:
		return claimFarkas.Not("the constraints can be met")
	case !v.proof.found:
		return claimFarkas.Not("the search for a feasible point failed without a proof")
	}
	for i, j := range v.proof.set {
		if y := v.proof.y[i]; y < 0 && !v.cons[j].equal {
			return claimFarkas.AtLeast(y, 0, 0).Between("weight", "0")
		}
	}
	for _, j := range v.proof.set {
		if v.cons[j].curved() {
			return v.checkCurved()
		}
	}
	var n pair // of half-planes Σ y g is constant: Σ y n is 0
	var sum num.Sum
	for i, j := range v.proof.set {
		y, c := v.proof.y[i], v.cons[j]
		n[0], n[1] = n[0]+y*c.n[0], n[1]+y*c.n[1]
		sum.Add(-y * c.b)
	}
	if off := math.Hypot(n[0], n[1]); off > 1e-9 {
		return claimFarkas.Equal(off, 0, 1e-12).Of(1).Between("gradient of Σ y g", "0")
	}
	return claimFarkas.AtLeast(sum.Value, 0, sum.Rounding()).Between("Σ y g", "0")
}

// checkCurved looks at Σ y g on a grid: it is above 0 everywhere.
func (v view) checkCurved() algos.Check {
	low := math.Inf(1)
	for z := range places {
		sum := 0.0
		for i, j := range v.proof.set {
			sum += v.proof.y[i] * v.cons[j].at(z)
		}
		if sum < low {
			low = sum
		}
	}
	return claimFarkas.AtLeast(low, 0, 0).Between("Σ y g", "0")
}
