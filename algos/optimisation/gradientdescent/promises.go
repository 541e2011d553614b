package gradientdescent

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimGradient = algos.Guarantee{
		Name:  "gradient",
		Claim: `the gradient is right: along itself its length is the limit of central difference quotients of $f$ (Romberg's extrapolation)`,
	}
	claimDescent = algos.Guarantee{
		Name: "descent",
		Claim: `descent lemma: for $\eta < 2/L$ gradient descent lowers $f$, to at most ` +
			`$f(x_{k-1}) - \eta\,(1 - \tfrac{\eta L}{2})\,\lVert\nabla f\rVert^2$`,
	}
	claimFactor = algos.Guarantee{
		Name:  "factor",
		Claim: `steepest descent on a quadratic: $f(x_k) - f^* \le \bigl(\frac{\kappa-1}{\kappa+1}\bigr)^2\,(f(x_{k-1}) - f^*)$ (Kantorovich)`,
	}
	claimOrthogonal = algos.Guarantee{
		Name: "orthogonal", Claim: `exact line search: the new gradient is orthogonal to the previous one, $g_k^\top g_{k-1} = 0$`,
	}
	claimArmijo = algos.Guarantee{
		Name: "armijo", Claim: `the line search lowers $f$: $f(x_k) \le f(x_{k-1}) - 10^{-4}\,\eta\,\lVert\nabla f\rVert^2$ (Armijo)`,
	}
	claimOneStep = algos.Guarantee{
		Name: "one-step", Claim: `Newton's method finds the stationary point of a quadratic in one step: $\lVert\nabla f(x_1)\rVert = 0$`,
	}
	claimQuadratic = algos.Guarantee{
		Name: "quadratic-convergence",
		Claim: `Newton's method converges quadratically: $\lVert\nabla f(x_k)\rVert \le \tfrac{M}{2}\,\lVert p\rVert^2$, where $M$ bounds the third ` +
			`derivative along the step $p$`,
	}
	claimVelocity = algos.Guarantee{
		Name: "velocity",
		Claim: `momentum without $v$: $x_k = x_{k-1} + \beta\,(x_{k-1} - x_{k-2}) - \eta\,\nabla f$, with $\nabla f$ at $x_{k-1}$, or for Nesterov ` +
			`at $x_{k-1} + \beta\,(x_{k-1} - x_{k-2})$`,
	}
	claimCoordinate = algos.Guarantee{
		Name: "coordinate",
		Claim: `no coordinate moves by more than a multiple of $\eta$ that the gradients do not change: $\frac{\eta}{\sqrt{1-\beta}}$ for RMSProp, by ` +
			`the Cauchy–Schwarz inequality for Adam`,
	}
	claimConvex = algos.Guarantee{
		Name: "convex", Claim: `$f$ is convex: $f(\tfrac12 x_1 + \tfrac12 x_2) \le \tfrac12 f(x_1) + \tfrac12 f(x_2)$ for the ends of the chord`,
	}
)

// Checks computes the guarantees of the optimiser from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	if v.status.State == algos.Refused {
		return nil
	}
	all := []algos.Check{v.checkGradient()}
	switch v.Optimiser {
	case descent:
		all = append(all, v.checkDescent())
	case lineSearch:
		all = append(all, v.checkFactor(), v.checkOrthogonal(), v.checkArmijo())
	case newton:
		if v.f.quadratic {
			all = append(all, v.checkOneStep())
		} else {
			all = append(all, v.checkQuadratic())
		}
	case momentum, nesterov:
		all = append(all, v.checkVelocity())
	case rmsprop, adam:
		all = append(all, v.checkCoordinate())
	}
	if v.Show == chord {
		all = append(all, v.checkConvex())
	}
	return all
}

// moved says why a guarantee of an iteration says nothing at the start.
func (v view) moved() say.Phrase {
	if v.k() == 0 {
		return "no iteration has been made"
	}
	return ""
}

// size bounds the terms of which a gradient is made.
func (v view) size(s state) float64 { return s.h.size()*norm(s.x) + norm(v.f.b) + norm(s.g) }

// terms bounds the terms of which the value of a quadratic is made.
func (v view) terms(x vec) float64 {
	a := v.f.a
	return math.Abs(x[0]*a[0][0]*x[0]) + math.Abs(x[0]*x[1])*(math.Abs(a[0][1])+math.Abs(a[1][0])) + math.Abs(x[1]*a[1][1]*x[1]) +
		math.Abs(v.f.b[0]*x[0]) + math.Abs(v.f.b[1]*x[1])
}

// checkGradient extrapolates three difference quotients; the last two extrapolations differ by more than the
// error of the last one where f is smooth.
func (v view) checkGradient() algos.Check {
	s := v.now()
	n := norm(s.g)
	if n == 0 {
		return claimGradient.Not("the gradient is 0, so it has no direction")
	}
	if !v.f.quadratic {
		if name, ok := v.f.e.Analytic(); !ok {
			return claimGradient.Not(say.Vars{"name": say.Given(name)}.Text("f contains <name>, which is not smooth everywhere"))
		}
	}
	u := vec{s.g[0] / n, s.g[1] / n}
	h, most := 1e-3*max(1, norm(s.x)), math.Abs(s.f)
	var d [3]float64
	for i := range d {
		up, down := v.f.at(add(s.x, h, u)), v.f.at(add(s.x, -h, u))
		d[i], most = (up-down)/(2*h), max(most, math.Abs(up), math.Abs(down))
		h /= 2
	}
	r1, r2 := (4*d[1]-d[0])/3, (4*d[2]-d[1])/3
	last := (16*r2 - r1) / 15
	if !finite(last) || math.Abs(d[2]-d[1]) > 1e-2*(math.Abs(d[2])+n+v.size(s)*1e-3) {
		return claimGradient.Not("the difference quotients do not converge: f is not smooth there")
	}
	if !v.f.quadratic {
		most++ // the terms of an expression may be larger than its value
	}
	rounding := math.Abs(last-r2) + 64*num.Ulp*(most+v.size(s)*norm(s.x))/h
	return claimGradient.Equal(n, last, rounding).Of(v.size(s)).Between("gradient norm", "difference quotients")
}

func (v view) checkDescent() algos.Check {
	missing := v.moved()
	l, s, was := v.f.lipschitz(), v.now(), v.before()
	switch {
	case missing != "":
	case !v.f.quadratic:
		missing = "f is not a quadratic: its largest curvature L is not known"
	case v.Eta*l >= 2:
		missing = say.Vars{"limit": 2 / l}.Text("the learning rate is not below 2/L = <limit>")
	}
	if missing != "" {
		return claimDescent.Not(missing)
	}
	right := was.f - v.Eta*(1-v.Eta*l/2)*dot(was.g, was.g)
	rounding := 64 * num.Ulp * (v.terms(s.x) + v.terms(was.x) + v.Eta*v.size(was)*norm(was.g))
	return claimDescent.AtMost(s.f, right, rounding).Of(v.terms(was.x)).Between("f(x) now", "bound")
}

func (v view) checkFactor() algos.Check {
	missing := v.moved()
	if missing == "" && !v.f.definite() {
		missing = "f is not a quadratic with a minimum"
	}
	if missing != "" {
		return claimFactor.Not(missing)
	}
	best, l := v.f.minima[0], v.f.lipschitz()
	kappa := v.f.kappa()
	q := (kappa - 1) / (kappa + 1)
	left, was := v.gap(v.now()), v.gap(v.before())
	places := norm(v.before().x) + norm(best)
	d, d0 := norm(add(v.now().x, -1, best)), norm(add(v.before().x, -1, best))
	rounding := 64 * num.Ulp * l * places * kappa * (d + d0)
	return claimFactor.AtMost(left, q*q*was, rounding).Of(was).Between("f − f* now", "factor times f − f* before")
}

func (v view) checkOrthogonal() algos.Check {
	missing := v.moved()
	switch {
	case missing != "":
	case !v.f.quadratic:
		missing = "the line search is exact on a quadratic only"
	case math.IsNaN(v.before().optimal()):
		missing = "f has no minimum along this direction"
	}
	if missing != "" {
		return claimOrthogonal.Not(missing)
	}
	s, was := v.now(), v.before()
	rounding := 64 * num.Ulp * (v.size(s) + v.size(was) + s.eta*v.f.lipschitz()*norm(was.g)) * norm(was.g)
	return claimOrthogonal.Equal(dot(s.g, was.g), 0, rounding).Of(dot(was.g, was.g)).Between("inner product", "")
}

func (v view) checkArmijo() algos.Check {
	if missing := v.moved(); missing != "" {
		return claimArmijo.Not(missing)
	}
	s, was := v.now(), v.before()
	right := was.f - armijo*s.eta*dot(was.g, was.g)
	rounding := 64 * num.Ulp * (math.Abs(s.f) + math.Abs(was.f))
	if v.f.quadratic {
		rounding = 64 * num.Ulp * (v.terms(s.x) + v.terms(was.x))
	}
	return claimArmijo.AtMost(v.f.at(s.x), right, rounding).Of(math.Abs(was.f)).Between("f(x) now", "bound")
}

func (v view) checkOneStep() algos.Check {
	if missing := v.moved(); missing != "" {
		return claimOneStep.Not(missing)
	}
	lo, hi, _ := v.f.s.eigen()
	l := v.f.lipschitz()
	kappa := l / min(math.Abs(lo), math.Abs(hi))
	size := v.size(v.before())
	return claimOneStep.Equal(norm(v.now().g), 0, 64*num.Ulp*kappa*size).Of(size).Between("gradient norm", "")
}

// checkQuadratic bounds ‖∇f(x+p)‖ = ‖∫(H(x+tp) − H(x))p dt‖. Of a polynomial of degree 4 the third derivative is linear
// along the step, so that its norm is largest at one of the ends, where three Hessians give it exactly.
func (v view) checkQuadratic() algos.Check {
	missing := v.moved()
	switch {
	case missing != "":
	case v.Function != rosenbrock && v.Function != himmelblau:
		missing = "no bound of the third derivative of f is known"
	}
	if missing != "" {
		return claimQuadratic.Not(missing)
	}
	s, was := v.now(), v.before()
	p := add(s.x, -1, was.x)
	var hp [3]vec
	for i := range hp {
		_, _, h := v.f.jet(add(was.x, float64(i)/2, p))
		hp[i] = h.times(p)
	}
	var first, last vec // the derivatives of H(x+tp)p by t at 0 and at 1
	for i := range first {
		first[i] = -3*hp[0][i] + 4*hp[1][i] - hp[2][i]
		last[i] = hp[0][i] - 4*hp[1][i] + 3*hp[2][i]
	}
	right := max(norm(first), norm(last)) / 2
	size := (was.h.size() + s.h.size()) * (norm(was.x) + norm(s.x) + 1)
	return claimQuadratic.AtMost(norm(s.g), right, 256*num.Ulp*size).Of(size).Between("gradient norm", "M/2 ‖p‖²")
}

func (v view) checkVelocity() algos.Check {
	if missing := v.moved(); missing != "" {
		return claimVelocity.Not(missing)
	}
	s, was, k := v.now(), v.before(), v.k()
	earlier := v.trail[max(0, k-2)]
	moved := add(was.x, -1, earlier.x)
	at := was.x
	if v.Optimiser == nesterov {
		at = add(was.x, v.Beta, moved)
	}
	_, g, h := v.f.jet(at)
	want := add(add(was.x, v.Beta, moved), -v.Eta, g)
	places := norm(s.x) + norm(was.x) + norm(earlier.x) + v.Eta*norm(g)
	rounding := 64 * num.Ulp * (places + v.Eta*h.size()*places)
	return claimVelocity.Equal(norm(add(s.x, -1, want)), 0, rounding).Of(places).Between("difference", "")
}

// checkCoordinate bounds the largest move of a coordinate. For Adam m = (1−β₁)Σβ₁ⁱg and s = (1−β₂)Σβ₂ⁱg² over the same t
// gradients, so that m²/s is at most (1−β₁)²/(1−β₂) Σ(β₁²/β₂)ⁱ; the corrections are the same for all gradients.
func (v view) checkCoordinate() algos.Check {
	if missing := v.moved(); missing != "" {
		return claimCoordinate.Not(missing)
	}
	bound := v.Eta / math.Sqrt(1-v.Beta)
	if v.Optimiser == adam {
		t, r := float64(v.k()), beta1*beta1/beta2
		sum := (1 - math.Pow(r, t)) / (1 - r)
		bound = v.Eta * (1 - beta1) / math.Sqrt(1-beta2) * math.Sqrt(sum) * math.Sqrt(1-math.Pow(beta2, t)) / (1 - math.Pow(beta1, t))
	}
	d := add(v.now().x, -1, v.before().x)
	rounding := 64*num.Ulp*bound + 4*num.Ulp*(norm(v.now().x)+norm(v.before().x))
	return claimCoordinate.AtMost(max(math.Abs(d[0]), math.Abs(d[1])), bound, rounding).Between("largest move", "bound")
}

func (v view) checkConvex() algos.Check {
	if !v.f.convex() {
		return claimConvex.Not("f is not known to be convex")
	}
	a, b := v.trail[0], v.Chord
	middle := vec{(a.x[0] + b[0]) / 2, (a.x[1] + b[1]) / 2}
	rounding := 16 * num.Ulp * (v.terms(a.x) + v.terms(b))
	return claimConvex.AtMost(v.f.at(middle), (a.f+v.f.at(b))/2, rounding).Of(v.terms(a.x)+v.terms(b)).Between("f at the midpoint", "chord")
}
