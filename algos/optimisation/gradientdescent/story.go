package gradientdescent

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	w := v.vars()
	s := algos.Step{Phase: w.Text("iteration <k=model.iterations>"), Size: algos.Normal, Metrics: v.metrics(), Status: v.status, View: v}
	if v.k() == 0 {
		s.Phase = "initial point"
	}
	if v.k() == 0 || v.status.Final() {
		s.Size = algos.Pass
	}
	if v.k() > 0 && v.now().f > v.before().f && !v.status.Final() {
		s.Events = []algos.Event{{Kind: "rise", Text: w.Text("f rises to <f=metric.f>")}}
	}
	if v.stuck {
		s.EndTold, s.Events = true, append(s.Events, algos.Event{Kind: "no-step", Text: v.status.Reason})
	}
	if !v.status.Final() {
		s.Next = algos.Next{Step: w.Text("iteration <next>")}
	}
	return s
}

// vars are what the sentences of a step may name.
func (v view) vars() say.Vars {
	s, was := v.now(), v.before()
	w := say.Vars{
		"k": v.k(), "next": v.k() + 1, "n": v.Iterations,
		"x": s.x, "x0": was.x, "f": s.f, "f0": was.f, "g": s.g, "g0": was.g, "norm": norm(s.g), "eps": v.Tol,
		"eta": v.Eta, "beta": v.Beta, "formula": v.f.tex(), "start": v.Start,
	}
	if v.status.State == algos.Refused {
		return w
	}
	lo, hi, _ := s.h.eigen()
	w["lo"], w["hi"] = lo, hi
	if v.f.quadratic {
		w["L"], w["limit"] = v.f.lipschitz(), 2/v.f.lipschitz()
	}
	if v.f.definite() {
		q := (v.f.kappa() - 1) / (v.f.kappa() + 1)
		w["kappa"], w["bound"] = v.f.kappa(), q*q
	}
	if v.k() > 0 {
		w["etak"], w["halvings"], w["v0"], w["v"], w["step"] = s.eta, s.halvings, was.v, s.v, add(s.x, -1, was.x)
		w["gg"], w["ghg"], w["factor"] = dot(was.g, was.g), dot(was.g, was.h.times(was.g)), v.factor()
		w["s"] = s.s
	}
	return w
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.status.State == algos.Refused:
		s.Text(`The loop needs a finite value, gradient and Hessian of f at the start.`)
	case v.k() == 0:
		v.sayStart(&s)
		if v.Show == chord {
			v.sayChord(&s)
		}
	default:
		v.sayUpdate(&s)
		v.sayValue(&s)
	}
	if v.stuck {
		s.Lines = append(s.Lines, algos.Line{Text: v.status.Reason})
	}
	return s.Lines
}

func (v view) sayStart(s *algos.Story) {
	s.Text("The initial point is <x>, with f = <f=metric.f> and the gradient <g>.")
	s.TeX(`f(x) = <formula>`)
	switch {
	case v.f.quadratic && v.f.a[0][1] != v.f.a[1][0]:
		s.Text(`A is not symmetric, so the gradient is $\tfrac12(A + A^\top)x - b$, not $Ax - b$.`)
		s.TeX(`\nabla f(x) = \tfrac12(A + A^\top)\,x - b = <g>`)
	case v.f.quadratic:
		s.TeX(`\nabla f(x) = A x - b = <g>`)
	}
	switch {
	case v.f.definite():
		s.Text(`The eigenvalues of the Hessian are <lo> and <hi>: condition number $\kappa = <kappa>$.`)
		if v.Optimiser == descent {
			s.Text(`Gradient descent converges for $\eta < 2/L = <limit>$, where $L$ is the largest eigenvalue.`)
		}
	case v.f.convex():
		s.Text("The eigenvalues of the Hessian are <lo> and <hi>: f is convex, but the minimum is not unique or does not exist.")
	case v.f.quadratic:
		s.Text("The eigenvalues of the Hessian are <lo> and <hi>: f has no minimum.")
	default:
		s.Text("At the initial point the Hessian has the eigenvalues <lo> and <hi>.")
	}
}

// sayChord compares the middle of the chord with the graph.
func (v view) sayChord(s *algos.Story) {
	middle, end := v.f.at(vec{(v.Start[0] + v.Chord[0]) / 2, (v.Start[1] + v.Chord[1]) / 2}), v.f.at(v.Chord)
	if !finite(middle, end) {
		return
	}
	s.Vars["middle"], s.Vars["mean"] = middle, (v.start.f+end)/2
	if middle > (v.start.f+end)/2 {
		s.Text("Halfway along the chord f is <middle>, above the chord at <mean>: f is not convex.")
		return
	}
	s.Text("Halfway along the chord f is <middle>, and the chord <mean>: for a convex f it is never below the graph.")
}

// sayUpdate tells how the optimiser came to the iterate.
func (v view) sayUpdate(s *algos.Story) {
	switch v.Optimiser {
	case descent:
		s.Text("The step goes against the gradient of the previous iterate.")
		s.TeX(`x = <x0> - <eta>\,<g0> = \hl{<x>}`)
	case momentum:
		s.Text("The velocity keeps the factor <beta> of its previous value, and the gradient is subtracted.")
		s.TeX(`v = <beta>\,<v0> - <eta>\,<g0> = \hl{<v>}`)
		s.TeX(`x = <x0> + <v> = \hl{<x>}`)
	case nesterov:
		ahead := add(v.before().x, v.Beta, v.before().v)
		s.Vars["ahead"], s.Vars["ga"] = ahead, v.f.gradient(ahead)
		s.Text(`The gradient is that of the place to which the velocity alone leads, $x + \beta v = <ahead>$.`)
		s.TeX(`v = <beta>\,<v0> - <eta>\,<ga> = \hl{<v>}`)
		s.TeX(`x = <x0> + <v> = \hl{<x>}`)
	case rmsprop:
		s.Text(`Each coordinate is divided by $\sqrt s$, the root mean square of its gradients: $s = <s>$.`)
		s.TeX(`x = x_{\text{old}} - \frac{<eta>\,g}{\sqrt s + 10^{-8}} = \hl{<x>}`)
	case adam:
		m0, u0 := v.now().corrected(0, v.k())
		m1, u1 := v.now().corrected(1, v.k())
		s.Vars["m"], s.Vars["u"] = vec{m0, m1}, vec{u0, u1}
		s.Text(`The means of the gradients and of their squares, corrected for their bias, are $\hat m = <m>$ and $\hat s = <u>$.`)
		s.TeX(`x = x_{\text{old}} - \frac{<eta>\,\hat m}{\sqrt{\hat s} + 10^{-8}} = \hl{<x>}`)
	case newton:
		s.Text(`The Newton step $p$ solves $Hp = -g$: it leads to the stationary point of the quadratic model.`)
		s.TeX(`x = <x0> + <step> = \hl{<x>}`)
		switch v.before().h.nature() {
		case indefinite:
			s.Text("H is indefinite there: the stationary point of the model is a saddle point.")
		case concaveThere:
			s.Text("H is negative definite there: the stationary point of the model is its maximum.")
		}
	case lineSearch:
		v.saySearch(s)
	}
}

func (v view) saySearch(s *algos.Story) {
	switch {
	case math.IsNaN(v.before().optimal()):
		s.Text(`Along the gradient the curvature $g^\top H g = <ghg>$ is not positive: the search begins at $\eta = 1$.`)
	case v.now().halvings == 0:
		s.Text(`The optimal learning rate minimises the quadratic model along the negative gradient.`)
		s.TeX(`\eta_k = \frac{\lVert g\rVert^2}{g^\top H g} = \frac{<gg>}{<ghg>} = \hl{<etak>}`)
	default:
		s.Text(`The optimal learning rate of the quadratic model is halved <halvings time> until f falls enough: $\eta = <etak>$.`)
	}
	s.TeX(`x = <x0> - <etak>\,<g0> = \hl{<x>}`)
}

// sayValue tells what the step has done to f.
func (v view) sayValue(s *algos.Story) {
	switch f, was := v.now().f, v.before().f; {
	case f < was:
		s.Text("f falls from <f0=before.metric.f> to <f=metric.f>; the gradient norm is <norm=metric.gradient_norm>.")
	case f > was:
		s.Text("f rises from <f0=before.metric.f> to <f=metric.f>; the gradient norm is <norm=metric.gradient_norm>.")
	default:
		s.Text("f stays at <f=metric.f>; the gradient norm is <norm=metric.gradient_norm>.")
	}
	if v.k() >= 2 && v.now().x == v.trail[v.k()-2].x {
		s.Text("This is the iterate of two iterations before: the run oscillates.")
	}
	if r := v.factor(); v.Optimiser == lineSearch && v.f.definite() && !math.IsNaN(r) {
		s.Text(`$f - f^*$ is multiplied by <factor=model.factor>; the bound is $\bigl(\frac{\kappa-1}{\kappa+1}\bigr)^2 = <bound>$.`)
	}
	if v.Optimiser == descent && v.f.quadratic && v.Eta >= 2/v.f.lipschitz() && v.f.lipschitz() > 0 {
		s.Text(`The learning rate is not below $2/L = <limit>$.`)
	}
}
