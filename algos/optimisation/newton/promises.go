package newton

import (
	"math"

	"playground/algos"
	"playground/algos/num"
	"playground/algos/say"
)

// The theoretical guarantees, each under its permanent name.
var (
	claimStep = algos.Guarantee{Name: "step", Claim: `$x_{n}$ is the zero of the tangent, with $f'$ by a second route (complex step or difference quotient)`}
	claimBend = algos.Guarantee{
		Name:  "taylor",
		Claim: `Taylor remainder: $e_n\le\frac{\max|f''|}{2|f'(x_{n-1})|}\,e_{n-1}^2$, with the maximum between $x_{n-1}$ and $x^*$`,
	}
	claimRate     = algos.Guarantee{Name: "rate", Claim: `quadratic convergence at a simple root: $e_n/e_{n-1}^2\to|f''(x^*)/2f'(x^*)|$`}
	claimMultiple = algos.Guarantee{Name: "rate", Claim: `quadratic convergence with $m=k$ and $f=(x-x^*)^k h$: $e_n/e_{n-1}^2\to|h'/(kh)|$ at $x^*$`}
	claimLinear   = algos.Guarantee{Name: "linear", Claim: `linear convergence at a root of multiplicity $k$: $e_n/e_{n-1}\to|1-m/k|$`}
	claimChord    = algos.Guarantee{Name: "step", Claim: `$x_{n+1}$ is the zero of the secant, as the mean of both points weighted by their values`}
	claimProduct  = algos.Guarantee{Name: "rate", Claim: `order 1.618 of the secant method: $e_{n+1}/(e_n e_{n-1})\to|f''(x^*)/2f'(x^*)|$`}
	claimHalving  = algos.Guarantee{Name: "halving", Claim: `after $n$ halvings the bracket has the length $(b_0-a_0)/2^n$`}
	claimBracket  = algos.Guarantee{Name: "bracket", Claim: `intermediate value theorem: $f(a)$ and $f(b)$ have opposite signs`}
	claimEnclosed = algos.Guarantee{Name: "enclosed", Claim: `the midpoint is within half of the bracket of the root: $|x_n-x^*|\le(b-a)/2$`}
	claimRoot     = algos.Guarantee{Name: "root", Claim: `the function changes its sign around the final $x$: there is a root within this distance`}
	claimCycle    = algos.Guarantee{Name: "cycle", Claim: `an attracting cycle: $|(N^p)'|\le 1$ for the iteration map $N$, by a difference quotient`}
	claimMinimum  = algos.Guarantee{Name: "minimum", Claim: `second-order condition: where $f''>0$, $f$ is not smaller beside the stationary point`}
)

// Checks computes the guarantees from the state that is shown, by a second route.
func (v view) Checks() []algos.Check {
	switch v.Method {
	case bisection:
		return []algos.Check{v.checkHalving(), v.checkBracket(), v.checkEnclosed(), v.checkRoot()}
	case secants:
		return []algos.Check{v.checkChord(), v.checkRate(), v.checkRoot()}
	case minimise:
		return []algos.Check{v.checkStep(), v.checkBend(), v.checkRate(), v.checkLinear(), v.checkRoot(), v.checkMinimum(), v.checkCycle()}
	}
	return []algos.Check{v.checkStep(), v.checkBend(), v.checkRate(), v.checkLinear(), v.checkRoot(), v.checkCycle()}
}

const noStep say.Phrase = "no iteration has been done"

// slope is g′ by a second route, with a bound of its error relative to its size: a complex step, which is exact
// but for rounding, where it agrees with a difference quotient, and else that quotient.
func (t *task) slope(x float64) (slope, unsure float64) {
	h := max(1e-3, 1e-8*math.Abs(x))
	if x != 0 {
		h = min(h, 0.01*math.Abs(x))
	}
	quotient := func(h float64) float64 { return (t.jet(x+h).g - t.jet(x-h).g) / (2 * h) }
	rough, fine := quotient(h), quotient(h/2)
	best := fine + (fine-rough)/3
	rounding := 8 * (ulp(x) + ulp(t.jet(x).g)/math.Abs(best)) / h
	unsure = math.Abs(fine-rough)/math.Abs(best) + rounding + 1e-10
	exactly := 1e-10 + t.noise(x)
	const tiny = 1e-30
	value, derivative := t.f.Complex(complex(x, tiny))
	exact := imag(value) / tiny
	if t.Method == minimise {
		exact = imag(derivative) / tiny
	}
	if math.Abs(exact-best) <= max(1e-3, 10*unsure)*math.Abs(best) {
		return exact, exactly
	}
	if math.Abs(real(value)-t.f.At(x)) <= 1e-9*math.Abs(real(value)) && finite(exact) {
		return best, 1 // both are routes to the same, and one of them is wrong
	}
	return best, unsure + exactly
}

// noise is by how much the rounding of g′ itself may be off, relative to its size: how far it is from the mean of two
// neighbours.
func (t *task) noise(x float64) float64 {
	at, most := t.jet(x).d, 0.0
	for _, h := range []float64{1e-6, 1.7e-6, 3.1e-6, 1e-5} {
		if x != 0 {
			h *= math.Abs(x)
		}
		if off := math.Abs(at - (t.jet(x-h).d+t.jet(x+h).d)/2); finite(off) {
			most = max(most, off)
		}
	}
	return 4 * most / math.Abs(at)
}

func (v view) checkStep() algos.Check {
	if v.n == 0 {
		return claimStep.Not(noStep)
	}
	slope, unsure := v.slope(v.now.px)
	step := v.factor(v.Method) * v.now.pg / slope
	wide := (v.jet(v.now.px-0.01).d + v.jet(v.now.px+0.01).d) / 2
	steepest := 0.0
	for i := range v.n {
		steepest = max(steepest, math.Abs(v.own.path[i].d))
	}
	unsure += 8 * num.Ulp * steepest / math.Abs(v.now.pd)
	off := math.Abs(slope/v.now.pd - 1)
	if !finite(step) || !(unsure <= 1e-4) || off > max(2e-10, 2*unsure) && (off < 0.1 || math.Abs(wide/v.now.pd-1) > 0.01) {
		return claimStep.Not("both derivatives are dominated by rounding here")
	}
	rounding := 8*ulp(v.now.px) + 8*ulp(v.now.x) + 4*unsure*math.Abs(step)
	return claimStep.Equal(v.now.x, v.now.px-step, rounding).Of(math.Abs(v.now.px)+math.Abs(step)).Between("x", "zero of the tangent")
}

func (v view) checkChord() algos.Check {
	if v.n == 0 {
		return claimChord.Not(noStep)
	}
	p := v.iter(v.n - 1)
	a, b, d := p.px*p.g, p.x*p.pg, p.g-p.pg
	size := (math.Abs(a) + math.Abs(b)) / math.Abs(d)
	rounding := 8*ulp(size) + 8*ulp(math.Abs(p.x)+math.Abs(p.px)+math.Abs(v.now.x)) + ulp(math.Abs(p.g)+math.Abs(p.pg))/math.Abs(d)*(math.Abs(p.x)+math.Abs(p.px))
	return claimChord.Equal(v.now.x, (a-b)/d, rounding).Of(max(size, math.Abs(p.x))).Between("x", "zero of the secant")
}

// A spread is what |g″| and |g′| are on an interval, by samples. Loose says that they change too much between these.
type spread struct {
	bendLow, bendHigh, slopeLow, slopeHigh float64
	loose                                  bool
}

func (t *task) spread(places ...float64) spread {
	lo, hi := t.ref.x, t.ref.x
	for _, x := range places {
		lo, hi = min(lo, x), max(hi, x)
	}
	const nodes = 64
	s := spread{bendLow: math.Inf(1), slopeLow: math.Inf(1)}
	last, change := math.NaN(), 0.0
	var first, sum, size float64 // g′ at the left end, and the integrals of g″ and |g″|
	for i := range nodes + 1 {
		it := t.jet(lo + (hi-lo)*float64(i)/nodes)
		bend, slope := math.Abs(it.dd), math.Abs(it.d)
		if !finite(bend) || !finite(slope) {
			s.loose = true
			return s
		}
		s.bendLow, s.bendHigh = min(s.bendLow, bend), max(s.bendHigh, bend)
		s.slopeLow, s.slopeHigh = min(s.slopeLow, slope), max(s.slopeHigh, slope)
		switch weight := (hi - lo) / nodes; i {
		case 0:
			first = it.d
			sum, size = it.dd*weight/2, bend*weight/2
		case nodes:
			sum, size = sum+it.dd*weight/2, size+bend*weight/2
			if off := math.Abs(it.d - first - sum); off > 0.02*size+1e-9*s.slopeHigh { // g′ has a jump between
				s.loose = true
				return s
			}
		default:
			sum, size = sum+it.dd*weight, size+bend*weight
		}
		if i > 0 {
			change = max(change, math.Abs(bend-last))
		}
		last = bend
	}
	s.loose = change > s.bendHigh/4
	s.bendHigh += change
	s.bendLow = max(0, s.bendLow-change)
	return s
}

func (v view) checkBend() algos.Check {
	e, e1 := v.error(v.now.x), v.error(v.now.px)
	switch {
	case v.n == 0:
		return claimBend.Not(noStep)
	case v.factor(v.Method) != 1:
		return claimBend.Not("the step is taken several times: the convergence is linear")
	case !v.ref.known:
		return claimBend.Not("the run does not lead to a root that is known")
	case e < v.floor(v.now):
		return claimBend.Not("the error is no more than rounding")
	}
	s := v.spread(v.now.px)
	if s.loose {
		return claimBend.Not("f″ changes too much on the way to x*")
	}
	bound := s.bendHigh / (2 * math.Abs(v.now.pd)) * e1 * e1
	rounding := 2*v.ref.unsure*(1+bound/e1) + 8*ulp(v.now.px) + 4*v.fuzz(v.now.px)/math.Abs(v.now.pd) + 1e-6*bound
	return claimBend.AtMost(e, bound, rounding).Between("error", "bound").Metered()
}

func (v view) checkRate() algos.Check {
	claim := claimRate
	if v.Method == secants {
		claim = claimProduct
	}
	r, i := v.lastRatio()
	switch {
	case !v.ref.known:
		return claim.Not("the run does not lead to a root that is known")
	case v.ref.order != 1 && v.ref.order == v.factor(v.Method) && v.ref.order > 1:
		return v.checkMultiple(r, i)
	case v.ref.order != 1:
		return claim.Not("the root is not simple")
	case v.factor(v.Method) != 1:
		return claim.Not("the step is taken several times: the convergence is linear")
	case math.IsNaN(v.ref.limit):
		return claim.Not(higher)
	case math.IsNaN(r):
		return claim.Not("there are no errors above rounding to compare yet")
	}
	it := v.iter(i)
	places := []float64{it.px}
	if v.Method == secants {
		places = append(places, v.iter(i-1).px)
	}
	s := v.spread(places...)
	within := 1.02*max(s.bendHigh/(2*s.slopeLow)-v.ref.limit, v.ref.limit-s.bendLow/(2*s.slopeHigh)) + 1e-6*v.ref.limit
	if s.loose || !(within <= 0.15*v.ref.limit) {
		return claim.Not("the iterates are still far from x*")
	}
	noise := r * ((2*v.ref.unsure+4*ulp(it.px))/v.error(it.x) + 6*v.ref.unsure/v.error(it.px))
	return claim.Tends(r, v.ref.limit, within+noise, v.status()).Between("ratio", "limit").
		Because(say.Vars{"i": i}.Text("the last iterate whose error is above rounding: <i>"))
}

const higher say.Phrase = "the limit is 0: the order of convergence is higher"

// checkMultiple is the rate with as many times the step as the root is multiple.
func (v view) checkMultiple(r float64, i int) algos.Check {
	const close, tolerance = 0.05, 0.1
	switch {
	case math.IsNaN(v.ref.limit):
		return claimMultiple.Not(higher)
	case math.IsNaN(r) || !(v.error(v.iter(i).px) <= close):
		return claimMultiple.Not("the iterates are still far from x*")
	}
	return claimMultiple.Tends(r, v.ref.limit, tolerance*v.ref.limit, v.status()).Between("ratio", "limit")
}

func (v view) checkLinear() algos.Check {
	r, i := v.lastRatio()
	switch {
	case !v.ref.known:
		return claimLinear.Not("the run does not lead to a root that is known")
	case v.ref.law != linear:
		return claimLinear.Not("the convergence is faster than linear")
	case i < 2:
		return claimLinear.Not("fewer than two ratios are known")
	}
	if v.ref.limit >= 1 && v.ended() == converged {
		return claimLinear.Not("the iterates are still far from x*")
	}
	change, limit := math.Abs(r-v.ratio(i-1)), v.ref.limit
	if limit < 1 {
		change /= 1/limit - 1 // what later ratios will change, as a geometric series
	}
	if !(change <= 0.05*limit) {
		return claimLinear.Not("the ratio still changes")
	}
	return claimLinear.Tends(r, limit, 0.1*limit, v.status()).Between("ratio", "limit")
}

func (v view) checkHalving() algos.Check {
	width := math.Ldexp(math.Abs(v.Second-v.Start), -v.n)
	if width < 64*(ulp(v.now.a)+ulp(v.now.b)) {
		return claimHalving.Not("the error is no more than rounding")
	}
	return claimHalving.Equal(v.now.b-v.now.a, width, 2*(ulp(v.now.a)+ulp(v.now.b))).Between("b − a", "")
}

// sign is −1, 0 or 1.
func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

func (v view) checkBracket() algos.Check {
	a, b := v.f.At(v.now.a), v.f.At(v.now.b)
	switch {
	case v.own.end == oneSign || v.own.end == outside:
		return claimBracket.Not("the start has no bracket with a sign change")
	case a == 0 || b == 0:
		return claimBracket.Not("the start has no bracket with a sign change")
	}
	return claimBracket.Equal(sign(a)*sign(b), -1, 0).Between("sign f(a) · sign f(b)", "")
}

func (v view) checkEnclosed() algos.Check {
	half := (v.now.b - v.now.a) / 2
	switch {
	case !v.ref.known || v.own.end == outside:
		return claimEnclosed.Not("the root is not known")
	case half < sharp*v.ref.unsure:
		return claimEnclosed.Not("the error is no more than rounding")
	case v.now.g == 0:
		return claimEnclosed.Not("the error is no more than rounding")
	}
	return claimEnclosed.AtMost(v.error(v.now.x), half, v.ref.unsure).Between("error", "(b − a)/2").Metered()
}

func (v view) checkRoot() algos.Check {
	end := v.ended()
	if end != converged && end != standing {
		return claimRoot.Not("the run has not converged")
	}
	if math.Mod(v.ref.order, 2) == 0 {
		return claimRoot.Not("a root of even multiplicity has no sign change")
	}
	d := 4 * ulp(v.now.x)
	if v.ref.known {
		d = max(d, 4*v.ref.unsure)
	}
	if correction := math.Abs(v.now.g / v.now.d); finite(correction) {
		d = max(d, 4*correction)
		if v.ref.order > 1 {
			d = max(d, 4*v.ref.order*correction)
		}
	}
	left, right := v.jet(v.now.x-d).g, v.jet(v.now.x+d).g
	switch {
	case math.IsNaN(left) || math.IsNaN(right):
		return claimRoot.Not("beside x the function has no value above rounding")
	case !v.ref.known:
		return claimRoot.Not("the root is not known")
	case left == 0 || right == 0 || max(math.Abs(left), math.Abs(right)) <= 2*v.fuzz(v.now.x) || ulp(v.now.x) > near:
		return claimRoot.Not("beside x the function has no value above rounding")
	}
	return claimRoot.Equal(sign(left)*sign(right), -1, 0).Between("product of the signs", "").
		Because(say.Vars{"d": d}.Text("at the distance <d> on both sides"))
}

func (v view) checkMinimum() algos.Check {
	switch end := v.ended(); {
	case end != converged && end != standing:
		return claimMinimum.Not("the run has not converged")
	case v.kind() != least:
		return claimMinimum.Not("the stationary point is not a minimum")
	}
	h := 1e-3 * scale(v.now.x)
	if v.ref.known && finite(v.ref.curve) && v.ref.curve > 0 {
		h = min(h, 0.1/v.ref.curve)
	}
	if h = max(h, 4*math.Abs(v.now.g/v.now.d)); h > 0.1 {
		return claimMinimum.Not("the iterates are still far from x*")
	}
	f, beside := v.f.At(v.now.x), min(v.f.At(v.now.x-h), v.f.At(v.now.x+h))
	return claimMinimum.AtMost(f, beside, 4*ulp(f)).Between("f(x)", "f beside x").Because(say.Vars{"h": h}.Text("at the distance <h>"))
}

func (v view) checkCycle() algos.Check {
	if v.ended() != cycling {
		return claimCycle.Not("there is no attracting cycle")
	}
	m := v.factor(v.Method)
	if _, smooth := v.f.Analytic(); !smooth || multiplier(v.own.path[v.n-v.own.period:v.n], m) > 0.99 {
		return claimCycle.Not("there is no attracting cycle")
	}
	for i := v.n - v.own.period; i < v.n; i++ {
		if it := v.own.path[i]; math.Abs(it.g) <= 1e3*v.fuzz(it.x) {
			return claimCycle.Not("there is no attracting cycle")
		}
	}
	around := func(x float64) float64 {
		for range v.own.period {
			it := v.jet(x)
			x -= m * it.g / it.d
		}
		return x
	}
	h := 1e-5 * scale(v.now.x)
	mult := math.Abs(around(v.now.x+h)-around(v.now.x-h)) / (2 * h)
	return claimCycle.AtMost(mult, 1, 1e-6).Between("|(Nᵖ)′|", "").Metered()
}
