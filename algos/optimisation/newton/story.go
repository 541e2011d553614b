package newton

import (
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{
		Phase: "start", Size: algos.Pass, Status: v.status(), View: v,
		Metrics: []float64{v.now.x, math.Abs(bounded(v.now.g)), v.error(v.now.x)},
	}
	if v.n > 0 {
		s.Phase, s.Size = v.vars().Text("iteration <n=model.iterations>: x = <x>"), algos.Normal
	}
	if s.Status.Final() {
		s.Size = algos.Pass
	}
	return s
}

// precise is how many digits of x are said at least.
const precise = 8

// figures is how many digits of x are said: more where it hardly changes.
func (v view) figures() int {
	const full, more = 16, 4
	change := math.Abs(v.now.x-v.now.px) / math.Abs(v.now.x)
	if v.n == 0 || !(change > 0) || !finite(change) {
		return precise
	}
	return min(full, max(precise, more-int(math.Floor(math.Log10(change)))))
}

func (v view) vars() say.Vars {
	now, figures := v.now, v.figures()
	w := say.Vars{
		"n": v.n, "p": v.n - 1, "m": v.Multiplicity, "formula": v.tex, "tol": v.Tol,
		"x": say.Digits{X: now.x, N: figures}, "px": say.Digits{X: now.px, N: figures},
		"size": math.Abs(now.x), "a": say.Digits{X: now.a, N: precise}, "b": say.Digits{X: now.b, N: precise}, "period": v.own.period,
	}
	for name, value := range map[string]float64{"g": now.g, "d": now.d, "pg": now.pg, "pd": now.pd, "ga": now.ga, "gb": now.gb} {
		if finite(value) {
			w[name] = value
		}
	}
	if finite(now.g) {
		w["r"], w["was"] = math.Abs(now.g), math.Abs(now.pg)
	}
	return w
}

// status is whether the run ends at this step, and why.
func (v view) status() algos.Status {
	w := v.vars()
	state, reason := algos.Refused, say.Phrase("")
	switch v.ended() {
	case going:
		return algos.Status{State: algos.Running}
	case converged:
		state, reason = algos.Converged, w.Text("Converged after <n=model.iterations iteration>: x = <x=model.root>, with |f(x)| = <r=metric.residual>.")
		if v.Method == minimise {
			reason = v.stationary(w)
		}
	case standing:
		state, reason = algos.Converged, w.Text("x = <x=model.root> no longer changes in floating point; the residual <r=metric.residual> is above the tolerance.")
	case growing:
		state, reason = algos.Diverged, w.Text("The iterates diverge: |x| reaches <size>. Start nearer to a root.")
	case overflow:
		state, reason = algos.Diverged, w.Text("f or the next iterate overflows at x = <x>. Move the start.")
	case flat:
		reason = v.horizontal(w.Text("f′(<x>) = 0"))
		if v.Method == minimise {
			reason = v.horizontal(w.Text("f″(<x>) = 0"))
		}
	case level:
		reason = v.horizontal(w.Text("f(<px>) = f(<x>)"))
	case vertical:
		reason = v.valueless("f′", v.now.x)
		if v.Method == minimise {
			reason = v.valueless("f″", v.now.x)
		}
	case outside:
		reason = v.undefined()
	case oneSign:
		reason = w.Text("f(<a>) = <ga> and f(<b>) = <gb> have the same sign: bisection needs a sign change. Move start or second start.")
	case jump:
		reason = w.Text("The sign changes at x = <x>, but |f(x)| = <r=metric.residual> does not become small: a pole or a jump, not a root.")
	case cycling:
		state, reason = algos.Cycling, w.Text("The iterates repeat in a cycle of period <period>: no convergence. Move the start.")
	case exhausted:
		state, reason = algos.Exhausted, w.Text("No convergence in <n=model.iterations iteration>: the residual <r=metric.residual> is above the tolerance <tol>.")
	}
	return algos.Status{State: state, Reason: reason}
}

// stationary says which kind of point the minimising form has found.
func (v view) stationary(w say.Vars) say.Phrase {
	switch v.kind() {
	case least:
		return w.Text("Converged to a minimum after <n=model.iterations iteration>: f′(x) = 0 at x = <x=model.root>, and f″ > 0 beside it.")
	case most:
		return w.Text("Converged to a maximum after <n=model.iterations iteration>: f′(x) = 0 at x = <x=model.root>, and f″ < 0 beside it.")
	}
	return w.Text("Converged to a stationary point after <n=model.iterations iteration>: x = <x=model.root>, where f″ does not decide its kind.")
}

// The kinds of stationary points.
const (
	neither = iota
	least
	most
)

// kind is that of the stationary point: where the multiplicity of the root of f′ is odd, f″ has one sign on both sides.
func (v view) kind() int {
	switch {
	case math.Mod(v.ref.order, 2) != 1 || !v.ref.known:
		return neither
	case v.jet(v.ref.x+near).d > 0 && v.jet(v.ref.x-near).d > 0 || v.ref.order == 1 && v.now.d > 0:
		return least
	case v.jet(v.ref.x+near).d < 0 && v.jet(v.ref.x-near).d < 0 || v.ref.order == 1 && v.now.d < 0:
		return most
	}
	return neither
}

// horizontal says that the line has no zero.
func (v view) horizontal(fact say.Phrase) say.Phrase {
	return say.Vars{"fact": fact}.Text("<fact>: the tangent, or the secant, is horizontal and has no zero. Move the start.")
}

// valueless says that a function has no value at a place.
func (v view) valueless(name string, x float64) say.Phrase {
	w := say.Vars{"f": name, "x": say.Digits{X: x, N: precise}}
	return w.Text("<f> has no finite value at x = <x>, which is outside of its domain. Move the start.")
}

// undefined says where x left the domain.
func (v view) undefined() say.Phrase {
	switch {
	case v.Method == bisection && !finite(v.now.ga):
		return v.valueless("f", v.now.a)
	case v.Method == bisection && !finite(v.now.gb):
		return v.valueless("f", v.now.b)
	case v.Method == secants && !finite(v.now.pg):
		return v.valueless("f", v.now.px)
	case strings.Contains(strings.ReplaceAll(v.Expression, " ", ""), "^(1/3)"):
		w := say.Vars{"x": say.Digits{X: v.now.x, N: precise}}
		return w.Text("f has no value at x = <x>: a negative number has no such power. Write cbrt(x) for the real cube root.")
	}
	return v.valueless("f", v.now.x)
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	if v.n == 0 {
		v.sayStart(&s)
	} else {
		v.sayStep(&s)
	}
	v.sayError(&s)
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	sound := finite(v.now.g) && finite(v.now.d)
	switch v.Method {
	case secants:
		if finite(v.now.g) && finite(v.now.pg) {
			s.Text("The secant method starts with x₀ = <px> and x₁ = <x=model.root>, where f is <pg> and <g=model.residual>.")
		}
	case bisection:
		if finite(v.now.ga) && finite(v.now.gb) {
			s.Text("The bracket is [<a>, <b>], with f = <ga> and f = <gb> at its ends. Its midpoint is <x=model.root>.")
		}
	case minimise:
		if sound {
			s.Text("Newton's method for f′(x) = 0 starts at x₀ = <x=model.root>, where f′ = <g=model.residual> and f″ = <d=model.derivative>.")
		}
	default:
		if sound {
			s.Text("Newton's method starts at x₀ = <x=model.root>, where f = <g=model.residual> and f′ = <d=model.derivative>.")
		}
	}
	s.TeX(`f(x) = <formula>`)
}

func (v view) sayStep(s *algos.Story) {
	if !finite(v.now.g) {
		s.Text("Iteration <n=model.iterations> leads to x = <x=model.root>, where f has no finite value.")
		return
	}
	switch v.Method {
	case secants:
		before := v.iter(v.n - 1)
		s.Vars["qx"], s.Vars["qg"] = say.Factor(before.px), say.Factor(before.pg)
		s.Vars["fx"], s.Vars["fg"] = say.Factor(before.x), say.Factor(before.g)
		s.Vars["i"] = v.n + 1
		s.Text("The secant through the last two points has its zero at <x=model.root>, where |f| = <r=metric.residual>.")
		s.TeX(`x_{<i>} = <px> - <fg>\cdot\frac{<px> - <qx>}{<pg> - <qg>} = \hl{<x>}`)
	case bisection:
		s.Vars["width"], s.Vars["whole"] = v.now.b-v.now.a, math.Abs(v.Second-v.Start)
		s.Text("The sign changes in [<a>, <b>], half of the bracket before. The midpoint <x=model.root> has f = <g=model.residual>.")
		s.TeX(`b - a = \frac{<whole>}{2^{<n>}} = \hl{<width>}`)
	case minimise:
		s.Text("The quadratic model at x = <px> is stationary at <x=model.root>: |f′| changes from <was> to <r=metric.residual>.")
		s.TeX(`x_{<n>} = <px> - \frac{f'(x_{<p>})}{f''(x_{<p>})} = <px> - \frac{<pg>}{<pd>} = \hl{<x>}`)
	default:
		if v.Multiplicity > 1 {
			s.Text("The step to the zero of the tangent at <px> is taken <m> times: x = <x=model.root>, where |f| = <r=metric.residual>.")
			s.TeX(`x_{<n>} = <px> - <m>\cdot\frac{<pg>}{<pd>} = \hl{<x>}`)
			return
		}
		s.Text("The tangent at x = <px> has its zero at <x=model.root>: |f| changes from <was> to <r=metric.residual>.")
		s.TeX(`x_{<n>} = x_{<p>} - \frac{f(x_{<p>})}{f'(x_{<p>})} = <px> - \frac{<pg>}{<pd>} = \hl{<x>}`)
	}
}

// sayError compares the error with those before.
func (v view) sayError(s *algos.Story) {
	if !v.ref.known || !finite(v.now.g) {
		return
	}
	i := v.n
	if v.Method == secants {
		i++
	}
	e, e1 := v.error(v.now.x), v.error(v.now.px)
	s.Vars["i"], s.Vars["j"], s.Vars["h"] = i, i-1, i-2
	s.Vars["e"], s.Vars["e1"], s.Vars["k"] = e, say.Factor(e1), say.Digits{X: v.digits(v.now.x), N: 2}
	s.Text(`The error $e_{<i>}=|x_{<i>}-x^*|$ is <e=metric.error>: <k=model.digits> correct digits.`)
	r := v.ratio(v.n)
	if !finite(r) || !finite(v.ref.limit) {
		return
	}
	s.Vars["ratio"], s.Vars["limit"], s.Vars["order"] = r, v.ref.limit, v.ref.order
	switch v.ref.law {
	case linear:
		s.Vars["e1"] = e1
		s.TeX(`\frac{e_{<i>}}{e_{<j>}} = \frac{<e>}{<e1>} = \hl{<ratio>}`)
		if v.ref.order < 1 {
			s.Text(`Near its root f behaves like $|x-x^*|^k$ with $k=<order=model.multiplicity>$: this ratio tends to $|1-1/k|=<limit=model.limit>$.`)
		} else {
			s.Text(`At a root of multiplicity $k=<order=model.multiplicity>$ this ratio tends to $|1-m/k|=<limit=model.limit>$.`)
		}
	case quadratic:
		if e1*v.ref.limit >= 1 {
			return // too far away for the limit to mean anything
		}
		s.TeX(`\frac{e_{<i>}}{e_{<j>}^{2}} = \frac{<e>}{<e1>^{2}} = \hl{<ratio>}`)
		if v.ref.order > 1 {
			s.Text(`With $f=(x-x^*)^k h$ and $k=<order=model.multiplicity>$ this ratio tends to $|h'/(kh)|=<limit=model.limit>$.`)
		} else if v.Method == minimise {
			s.Text(`The ratio $e_{<i>}/e_{<j>}^2$ tends to $|f^{(3)}(x^*)/2f''(x^*)|=<limit=model.limit>$.`)
		} else {
			s.Text(`The ratio $e_{<i>}/e_{<j>}^2$ tends to $|f''(x^*)/2f'(x^*)|=<limit=model.limit>$.`)
		}
	case product:
		s.Vars["e2"] = say.Factor(v.error(v.iter(v.n - 1).px))
		s.TeX(`\frac{e_{<i>}}{e_{<j>}\,e_{<h>}} = \frac{<e>}{<e1>\cdot <e2>} = \hl{<ratio>}`)
		s.Text(`The ratio $e_{<i>}/(e_{<j>}\,e_{<h>})$ tends to $|f''(x^*)/2f'(x^*)|=<limit=model.limit>$.`)
	}
}
