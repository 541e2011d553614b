package svmmulticlass

import (
	"playground/algos"
	"playground/algos/say"
)

// words are the numbers of a step that sentences and captions name.
func (c *crf) words() say.Vars {
	w := c.vars()
	w["halved"], w["log"], w["slope"], w["gap"] = c.halved, c.loss, c.viol, max(0, c.Primal-c.dual)
	if c.row >= 0 {
		y, j := c.Y[c.row], c.strongest()
		w["p"], w["rest"], w["rival"], w["q"], w["wj"] = c.p[y], 1-c.p[y], c.class(j), c.p[j], c.weight(j)
	}
	return w
}

// strongest is the rival with the largest probability.
func (c *crf) strongest() int {
	top := -1
	for k, p := range c.p {
		if k != c.Y[c.row] && (top < 0 || p > c.p[top]) {
			top = k
		}
	}
	return top
}

// Say tells what the step did with its own numbers.
func (c *crf) Say() []algos.Line {
	s := algos.Story{Vars: c.words()}
	switch c.phase {
	case starting:
		s.Vars["uniform"] = 1 / float64(c.count())
		s.Text("One weight vector for each of <K> classes, all of them zero: every score is 0, and every class has the same probability.")
		s.TeX(`p_k(x) = \frac{e^{w_k\cdot x}}{\sum_j e^{w_j\cdot x}} = \frac{1}{<K>} = <uniform>`)
	case asking:
		s.Text(`$\hl{<row>}$ is of <own>, whose probability is <p>. Its strongest rival is <rival> with <q>.`)
		s.TeX(`\ell_{<i>} = \log \sum_j e^{w_j\cdot x_{<i>}} - <wy>\cdot x_{<i>} = -\log p_y = \hl{<log>}`)
	case updating:
		c.sayLearnt(&s)
	case finishing:
		c.sayNewton(&s)
	}
	return s.Lines
}

func (c *crf) sayLearnt(s *algos.Story) {
	s.Vars["eta"], s.Vars["decay"] = c.rate(c.t), say.Digits{X: 1 - 1/(float64(c.t)+float64(len(c.X))), N: 4}
	s.Vars["ny"] = c.parts(c.Y[c.row])
	s.Text(`All weights shrink a little; then <wy> moves towards $\hl{<row>}$ by $1 - p_y = <rest>$ of the step size $\eta = <eta>$, ` +
		`and every other class away by its own probability:`)
	s.TeX(`w_k \leftarrow (1 - \eta\lambda)\, w_k + \eta\,([k = y] - p_k)\, x_{<i>}, \quad 1 - \eta\lambda = <decay>`)
	s.TeX(`<wy> \leftarrow \hl{<ny>}`)
	s.Text("<wrong>. The objective is <primal>, and its minimum is at least the dual <dual>.")
}

func (c *crf) sayNewton(s *algos.Story) {
	text := say.Phrase("A Newton step: the objective is smooth, and its quadratic model is minimised over all weights at once.")
	if c.halved > 0 {
		text = s.Vars.Text("A Newton step, halved <halved time> until the objective falls by enough.")
	}
	s.Add(algos.Line{Text: text})
	s.TeX(`w \leftarrow w - H^{-1}\nabla, \quad \nabla_{w_k} = w_k - C\sum_i ([k = y_i] - p_{ik})\, x_i`)
	s.Text("The gap is <gap>, the largest component of the slope <slope> of what it is a sum of. <wrong>.")
}

// title says in a few words what the step did.
func (c *crf) title() say.Phrase {
	switch w := (say.Vars{"name": say.Row(c.row).Name()}); c.phase {
	case finishing:
		return "Newton step"
	case updating:
		return w.Text("learn <name>")
	case asking:
		return w.Text("ask <name>")
	}
	return "start"
}

// next says what comes after the step.
func (c *crf) next() algos.Next {
	pass := say.Vars{"n": len(c.X)}.Text("<n point>")
	switch {
	case c.status.Final():
		return algos.Next{}
	case c.phase == asking:
		return algos.Next{Small: "move the weights", Step: "move the weights", Pass: pass}
	case c.phase == finishing || c.t == len(c.X)*c.Passes:
		return algos.Next{Small: "Newton step", Step: "Newton step", Pass: "Newton step"}
	}
	return algos.Next{Small: "take a point", Step: "take a point", Pass: pass}
}
