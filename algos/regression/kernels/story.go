package kernels

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/say"
)

// vars are what sentences name.
func (v view) vars() say.Vars {
	i, j := v.pair()
	w := say.Vars{
		"n": len(v.x), "m": len(v.parts), "number": v.taken, "i": say.Row(i), "j": say.Row(j), "gamma": v.Gamma, "d": v.Degree, "c": v.Coef0,
		"count": len(v.terms.features), "last": v.taken - 1, "sub": say.Given(say.Sub(v.taken)),
	}
	if v.Mode == algebra {
		w["text"] = say.Given(clipped(v.parts[len(v.parts)-1].String()))
		if v.taken > 0 {
			w["part"] = say.Given(clipped(v.part().String()))
		}
		if v.taken < len(v.parts) {
			w["coming"] = say.Given(clipped(v.parts[v.taken].String()))
		}
	}
	if v.now != nil {
		w["v"] = v.now.at(i, j)
		if v.now.eigen != nil {
			w["least"], w["most"], w["rank"] = v.now.told(v.now.least()), v.now.told(v.now.most()), v.now.rank()
		}
	}
	return w
}

func (v view) phase() say.Phrase {
	w := v.vars()
	switch {
	case v.Mode == algebra && v.taken == 0:
		return "kernel expression"
	case v.Mode == algebra:
		return w.Text("term <number>: <part>")
	case v.taken == 0:
		return "no term yet"
	case v.Mode == series:
		return w.Text("term <last>")
	}
	return w.Text("feature <number=model.terms>")
}

func (v view) following() algos.Next {
	if v.status().Final() {
		return algos.Next{}
	}
	w := v.vars()
	switch v.Mode {
	case series:
		return algos.Next{Step: w.Text("term <number>")}
	case features:
		w["next"] = v.taken + 1
		return algos.Next{Step: w.Text("feature <next>")}
	}
	w["number"], w["part"] = v.taken+1, w["coming"]
	return algos.Next{Step: w.Text("term <number>: <part>")}
}

func (v view) status() algos.Status {
	w := v.vars()
	w["bound"] = min(v.bound, mark.Beyond)
	switch {
	case v.Mode == algebra && v.taken == len(v.parts):
		return algos.Status{State: algos.Converged, Reason: v.verdict(w)}
	case v.Mode == features && v.taken == len(v.terms.features):
		return algos.Status{State: algos.Converged, Reason: w.Text("The sum over all <count feature> is the kernel.")}
	case v.Mode == series && v.taken > 0 && v.bound <= enough:
		return algos.Status{State: algos.Converged, Reason: w.Text("<number term> approximate the kernel up to <bound>, at all pairs of these points.")}
	case v.Mode == series && v.taken == maxTerms:
		return algos.Status{State: algos.Exhausted, Reason: w.Text("<number term is> not enough: points this far from the origin need more for this γ.")}
	}
	return algos.Status{State: algos.Running}
}

// verdict says what the whole expression is.
func (v view) verdict(w say.Vars) say.Phrase {
	switch f := v.now.finding(); {
	case f == absent:
		return "The eigenvalue computation did not converge."
	case f == below:
		return w.Text("<text> is not a valid kernel: λ min = <least=metric.lambda_min> on these points.")
	case v.proven():
		return w.Text("<text> is a valid kernel: the closure rules prove it for all points.")
	case f == zero:
		return w.Text("No closure rule applies to <text>, and λ min is 0 up to rounding: undecided on these points.")
	}
	return w.Text("No closure rule applies to <text>; K is PSD on these points, but may not be on others.")
}

// Say implements [algos.View].
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.vars()}
	switch {
	case v.Mode == series:
		v.sayTerm(&s)
	case v.Mode == features:
		v.sayFeature(&s)
	case v.taken == 0:
		s.Text("An expression for $k(x,z)$ with <m term>, and <n point>. Each step evaluates one term: is its Gram matrix positive semi-definite (PSD)?")
		s.Add(algos.Line{Text: s.Vars.Text("<text>")})
		s.TeX(`K_{ij}=k(x_i,x_j),\qquad c^\top Kc=\sum_{i,j}c_ic_j\,K_{ij}\ge\lambda_{\min}\,\|c\|^2`)
	default:
		v.sayRule(&s)
		v.sayFinding(&s)
	}
	return s.Lines
}

// sayTerm tells the series.
func (v view) sayTerm(s *algos.Story) {
	if v.taken == 0 {
		s.Text("Is $e^{-\\gamma\\|x-z\\|^2}$ a kernel? Expanding the square gives three factors: $f(x)$, $f(z)$, and $e^{u}$ with $u=2\\gamma\\langle " +
			"x,z\\rangle$. The last is a power series of a kernel.")
		s.TeX(`e^{-<gamma>\|x-z\|^2}=e^{-<gamma>\|x\|^2}\Big(\sum_{m=0}^{\infty}\frac{u^m}{m!}\Big)e^{-<gamma>\|z\|^2}`)
		return
	}
	i, j := v.pair()
	m := v.taken - 1
	w := s.Vars
	w["u"] = 2 * v.Gamma * inner(v.x[i], v.x[j]).v
	w["t"], w["s"], w["k"], w["m"] = v.term.at(i, j), v.now.at(i, j), v.whole.at(i, j), m
	w["before"] = v.partial(v.x[i], v.x[j], m)
	s.Text("Term <m>, for <i> and <j>, where $u=<u>$:")
	w["f"], w["g"] = math.Exp(-v.Gamma*inner(v.x[i], v.x[i]).v), say.Factor(math.Exp(-v.Gamma*inner(v.x[j], v.x[j]).v))
	w["fact"], w["power"] = fact(m), say.Factor(2*v.Gamma*inner(v.x[i], v.x[j]).v)
	s.TeX(`\frac{f(<i>)\,u^{<m>}f(<j>)}{<m>!},\qquad f(x)=e^{-<gamma>\|x\|^2}`)
	if m == 0 {
		s.TeX(`<f>\cdot <g>=<t>`)
	} else {
		s.TeX(`\frac{<f>\cdot <power>^{<m>}\cdot <g>}{<fact>}=<t>`)
	}
	if m > 0 {
		w["t"] = say.Term(v.term.at(i, j))
		s.TeX(`S_{<number>}(<i>,<j>)=<before> <t>=\hl{<s>}`)
	}
	s.Text("The exact kernel value is <k>. By the closure rules (power, positive factor, $f(x)\\,k\\,f(z)$) every term, the partial sum and the " +
		"remainder are PSD.")
	w["left"], w["bound"] = largest(v.rest.values), min(v.bound, mark.Beyond)
	s.Text("Largest remainder over all pairs: <left=metric.rest>; Lagrange's bound: <bound=metric.bound>.")
}

// sayFeature tells the features.
func (v view) sayFeature(s *algos.Story) {
	w := s.Vars
	if v.taken == 0 {
		w["dim"] = v.dim
		s.Text("Number of features of the kernel $(\\langle x,z\\rangle+c)^d$:")
		w["top"] = v.dim + v.Degree
		s.TeX(`\binom{<dim>+<d>}{<d>}=\binom{<top>}{<d>}=<count>`)
		s.Text("Each feature is a monomial, scaled by the square root of its coefficient in the expansion. Each adds a rank-1 matrix.")
		return
	}
	i, j := v.pair()
	m := v.taken - 1
	w["name"], w["t"], w["s"], w["k"] = say.Math(v.terms.features[m].name), v.term.at(i, j), v.now.at(i, j), v.whole.at(i, j)
	f := v.terms.features[m]
	w["a"], w["b"] = f.at(v.x[i]).v, say.Factor(f.at(v.x[j]).v)
	s.Text("Feature <number=model.terms> of <count> is <name>. For <i> and <j>:")
	s.TeX(`\varphi(<i>)\,\varphi(<j>)=<a>\cdot <b>=<t>`)
	if m > 0 {
		w["before"] = v.partial(v.x[i], v.x[j], m)
		w["plus"] = say.Term(v.term.at(i, j))
		s.TeX(`<before> <plus>=\hl{<s>}`)
	}
	s.Text("The exact kernel value is <k>. The Gram matrix of the partial sum has rank <rank=metric.rank>, at most the number of features.")
	if v.taken == len(v.terms.features) && v.Degree == 2 && v.dim == 2 && v.Coef0 == 1 {
		w["plain"], w["bare"] = say.Digits{X: v.printed(v.x[i], v.x[j], true), N: 4}, say.Digits{X: v.printed(v.x[i], v.x[j], false), N: 4}
		s.Text("With a square root at $x_1x_2$ alone the inner product is <plain>; without square roots it is <bare>. These are other kernels.")
	}
}

// sayFinding tells what the eigenvalues say.
func (v view) sayFinding(s *algos.Story) {
	switch f := v.now.finding(); {
	case f == absent:
		s.Text("The eigenvalue computation did not converge.")
	case f == below:
		s.Text("λ min = <least=metric.lambda_min>: not PSD. The rings show a certificate, a vector $c$ with $\\|c\\|=1$ and")
		s.TeX(`\sum_{i,j}c_ic_j\,k_{<number>}(x_i,x_j)=\hl{<least>}<0`)
		v.sayWitness(s)
		if v.part().conditional(v.domain) {
			s.Text("But $c^\\top Kc\\ge 0$ for all $c$ that sum to 0: it is conditionally positive definite, and $e^{k_{<number>}}$ is a kernel.")
		}
	case f == above && v.proven():
		s.Text("λ min = <least=metric.lambda_min> > 0, as the closure rules guarantee.")
	case f == above:
		s.Text("λ min = <least> is above 0: K is PSD on these points. For other points this proves nothing; drag them.")
	case v.proven():
		s.Text("λ min is 0 up to rounding: the Gram matrix of <n point> has rank <rank>.")
	default:
		s.Text("λ min is 0 up to rounding, and no closure rule applies: undecided on these points.")
	}
}

// sayWitness names a point or a pair that is a witness by itself, if one is.
func (v view) sayWitness(s *algos.Story) {
	k, w := v.now, s.Vars
	for i := range k.n {
		if k.at(i, i) < -k.each[i*k.n+i] {
			w["x"], w["kx"] = say.Row(i), k.at(i, i)
			s.Text("A single point suffices: $k(<x>,<x>)=<kx>$ is negative, and cannot be a squared norm.")
			return
		}
	}
	p, q, worst := 0, 0, 4*k.off*k.size()
	for i := range k.n {
		for j := range i {
			if d := k.at(i, j)*k.at(i, j) - k.at(i, i)*k.at(j, j); d > worst {
				p, q, worst = j, i, d
			}
		}
	}
	if p != q {
		w["x"], w["z"], w["kx"], w["kz"], w["kxz"] = say.Row(p), say.Row(q), k.at(p, p), k.at(q, q), k.at(p, q)
		s.Text("Two points suffice, <x> and <z>: $k(<x>,<z>)=<kxz>$, $k(<x>,<x>)=<kx>$, $k(<z>,<z>)=<kz>$ violate Cauchy–Schwarz.")
		return
	}
	s.Text("One or two points do not suffice: it takes three or more.")
}
