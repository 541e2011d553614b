package kernels

import (
	"playground/algos"
	"playground/algos/say"
)

// sayRule tells how the part is made, and what that means.
func (v view) sayRule(s *algos.Story) {
	n, w := v.part(), s.Vars
	i, j := v.pair()
	if n.op != constant && n.op != leaf {
		w["a"], w["ka"] = v.operand(0).at(i, j), v.number(n.args[0])
	}
	if len(n.args) > 1 {
		w["b"], w["kb"] = v.operand(1).at(i, j), v.number(n.args[1])
	}
	w["value"] = n.value
	yes := v.proven()
	switch n.op {
	case constant:
		if s.Text("Part <number> is the constant <value>."); yes {
			s.More("It is a kernel with the one feature $\\sqrt c$.")
		}
	case leaf:
		w["formula"] = say.Math(n.family.formula(n.numbers))
		s.Text("Part <number>: $k_{<number>}(x,z)=<formula>$.")
		v.sayLeaf(s, n)
		v.sayValue(s, n)
	case sum:
		v.sayEither(s,
			"Part <number> is $k_{<ka>}+k_{<kb>}$: the sum of two kernels is one, its features are those of both.",
			"Part <number> is $k_{<ka>}+k_{<kb>}$, but not both are known to be kernels: the rule of sums says nothing.",
		)
		w["b"] = say.Term(v.operand(1).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<a> <b>=\hl{<v>}`)
	case difference:
		s.Text("Part <number> is $k_{<ka>}-k_{<kb>}$. No rule makes a difference of kernels a kernel: the eigenvalues decide.")
		w["b"] = say.Term(-v.operand(1).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<a> <b>=\hl{<v>}`)
	case product:
		v.sayEither(s,
			"Part <number> is $k_{<ka>}\\cdot k_{<kb>}$, entry by entry: the product of two kernels is one (Schur), its "+
				"features are all products of theirs.",
			"Part <number> is $k_{<ka>}\\cdot k_{<kb>}$, but not both are known to be kernels: the rule of products says nothing.",
		)
		w["b"] = say.Factor(v.operand(1).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<a>\cdot <b>=\hl{<v>}`)
	case scaled:
		if n.value < 0 {
			s.Text("Part <number> is <value> times $k_{<ka>}$: a negative factor turns all eigenvalues over.")
		} else {
			v.sayEither(s,
				"Part <number> is <value> times $k_{<ka>}$: a factor of at least 0 leaves a kernel one.",
				"Part <number> is <value> times $k_{<ka>}$, which is not known to be a kernel.",
			)
		}
		w["a"] = say.Factor(v.operand(0).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=<value>\cdot <a>=\hl{<v>}`)
	case power:
		v.sayEither(s,
			"Part <number> is $k_{<ka>}$ to the power <value>: a product of kernels.",
			"Part <number> is $k_{<ka>}$ to the power <value>, and $k_{<ka>}$ is not known to be a kernel.",
		)
		w["a"] = say.Factor(v.operand(0).at(i, j))
		if n.args[0].op == constant || v.operand(0).at(i, j) == 0 {
			s.TeX(`k_{<number>}(<i>,<j>)=\hl{<v>}`)
			return
		}
		s.TeX(`k_{<number>}(<i>,<j>)=<a>^{<value>}=\hl{<v>}`)
	default:
		v.sayWrapped(s, n)
	}
}

func (v view) sayEither(s *algos.Story, proven, open string) {
	if v.proven() {
		s.Text(proven)
		return
	}
	s.Text(open)
}

// sayValue reckons a family for the two points of which a step speaks.
func (v view) sayValue(s *algos.Story, n *node) {
	i, j := v.pair()
	x, z, w, calc := v.x[i], v.x[j], s.Vars, n.family.calc
	w["x1"], w["z1"], w["x2"], w["z2"] = x[0], say.Factor(z[0]), say.Factor(x[1]), say.Factor(z[1])
	w["ip"], w["d2"], w["d"] = say.Factor(inner(x, z).v), squared(x, z).v, distance(x, z).v
	w["d1"], w["d0"] = say.Factor(x[0]-z[0]), say.Factor(x[1]-z[1])
	if len(n.numbers) > 0 {
		w["a"] = n.numbers[0]
	}
	if len(n.numbers) > 1 {
		w["c"] = say.Term(n.numbers[1])
	}
	switch {
	case v.dim == 1 && n.family.name == "linear":
		calc = `<x1>\cdot <z1>`
	case v.dim == 1 && n.family.name == "dist2":
		calc = `<d1>^2`
	case n.family.name == "poly" && inner(x, z).v+n.numbers[1] == 0:
		calc = ""
	}
	if calc == "" {
		s.TeX(`k_{<number>}(<i>,<j>)=\hl{<v>}`)
		return
	}
	s.TeX(`k_{<number>}(<i>,<j>)=` + calc + `=\hl{<v>}`)
}

// sayLeaf says what is known of a family.
func (v view) sayLeaf(s *algos.Story, n *node) {
	switch {
	case v.proven():
		s.More("It is known to be a kernel.")
	case n.family.name == "periodicnorm":
		s.More("On a line this is a kernel; with the distance of vectors in the sine it is none.")
	case n.family.name == "min":
		s.More("It is a kernel where no coordinate is negative, and here one is.")
	case n.family.name == "poly":
		s.More("With a negative constant the expanded power has negative coefficients.")
	case n.family.name == "near":
		s.More("It looks like a similarity: 1 for neighbours, 0 for others. No rule makes it a kernel.")
	case n.family.sign > 0:
		s.More("No kernel, but conditionally one: no weights that sum to 0 give less than 0, so $e^{k}$ is a kernel (Schoenberg).")
	case n.family.sign < 0:
		s.More("A distance is no similarity. Its negative is conditionally a kernel: no weights that sum to 0 give less than 0.")
	default:
		s.More("It is called a kernel out of habit: no rule says so.")
	}
}

// sayWrapped tells the rules that are written as a function of a kernel.
func (v view) sayWrapped(s *algos.Story, n *node) {
	w := s.Vars
	i, j := v.pair()
	x, z := v.x[i], v.x[j]
	switch n.op {
	case exponential:
		if !n.args[0].kernel(v.domain) && v.proven() {
			s.Text("Part <number> is $e^{k_{<ka>}}$. No rule says that $k_{<ka>}$ is a kernel, but it is conditionally one, and that is enough (Schoenberg).")
		} else {
			v.sayEither(s,
				"Part <number> is $e^{k_{<ka>}}=1+k_{<ka>}+\\frac{1}{2}k_{<ka>}^2+\\ldots$: a sum of products of kernels.",
				"Part <number> is $e^{k_{<ka>}}$, and $k_{<ka>}$ is not known to be a kernel.",
			)
		}
		s.TeX(`k_{<number>}(<i>,<j>)=e^{<a>}=\hl{<v>}`)
	case weighted:
		w["formula"] = say.Math(fill(n.fun.tex, n.numbers))
		v.sayEither(s,
			"Part <number> is $f(x)\\,k_{<ka>}(x,z)\\,f(z)$ with $f(x)=<formula>$: every feature is multiplied by $f$.",
			"Part <number> is $f(x)\\,k_{<ka>}(x,z)\\,f(z)$ with $f(x)=<formula>$, and $k_{<ka>}$ is not known to be a kernel.",
		)
		w["f"], w["a"], w["g"] = n.fun.at(x, n.numbers).v, say.Factor(v.operand(0).at(i, j)), say.Factor(n.fun.at(z, n.numbers).v)
		s.TeX(`k_{<number>}(<i>,<j>)=<f>\cdot <a>\cdot <g>=\hl{<v>}`)
	case mapped:
		w["formula"] = say.Math(fill(n.mapping.tex, n.numbers))
		v.sayEither(s,
			"Part <number> is $k_{<ka>}(\\varphi(x),\\varphi(z))$ with $\\varphi(x)=<formula>$: a kernel of other points, and "+
				"a kernel does not mind which.",
			"Part <number> is $k_{<ka>}(\\varphi(x),\\varphi(z))$ with $\\varphi(x)=<formula>$, and there $k_{<ka>}$ is not known to be a kernel.",
		)
		s.TeX(`k_{<number>}(<i>,<j>)=k_{<ka>}(\varphi(<i>),\varphi(<j>))=\hl{<v>}`)
	case normalised:
		v.sayEither(s,
			"Part <number> is $k_{<ka>}$ scaled to $k(x,x)=1$: the cosine between the features, $f\\,k\\,f$ with $f(x)=k(x,x)^{-1/2}$.",
			"Part <number> is $k_{<ka>}$ scaled to $k(x,x)=1$, and $k_{<ka>}$ is not known to be a kernel.",
		)
		w["p"], w["q"] = v.operand(0).at(i, i), say.Factor(v.operand(0).at(j, j))
		s.TeX(`k_{<number>}(<i>,<j>)=\frac{<a>}{\sqrt{<p>\cdot <q>}}=\hl{<v>}`)
	case marginal:
		v.sayEither(s,
			"Part <number> is marginalised: x has a hidden state $h$, two points share $k_{<ka>}$ where their states are the "+
				"same, and the states are averaged by $p(h\\mid x)$.",
			"Part <number> is marginalised over hidden states, and $k_{<ka>}$ is not known to be a kernel.",
		)
		p, q := v.States.shares(x), v.States.shares(z)
		w["p"], w["q"], w["r"], w["t"], w["a"] = p[0].v, q[0].v, p[1].v, q[1].v, say.Factor(v.operand(0).at(i, j))
		s.TeX(`k_{<number>}(<i>,<j>)=(<p>\cdot <q>+<r>\cdot <t>)\cdot <a>=\hl{<v>}`)
	}
}
