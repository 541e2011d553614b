package softmax

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var lines []algos.Line
	switch v.Did {
	case logit.Start:
		lines = v.sayStart()
	case logit.Look:
		lines = v.sayLook()
	case logit.Halve:
		lines = v.story().Halving()
	case logit.Update:
		lines = v.sayUpdate()
	}
	return lines
}

func (v view) sayStart() []algos.Line {
	n := len(v.class)
	text := fmt.Sprintf("All vectors are 0, so every class has the probability $\\frac{1}{%d}$ everywhere, and each of the %s costs $\\log %d$.", v.k, say.Count(n, "point"), v.k)
	if n == 1 {
		text = fmt.Sprintf("All vectors are 0, so every class has the probability $\\frac{1}{%d}$ everywhere, and the point costs $\\log %d$.", v.k, v.k)
	}
	switch v.opt.Vectors {
	case first:
		text += " Class " + v.label(0) + " is the reference: its vector stays 0."
	case last:
		text += " Class " + v.label(v.k-1) + " is the reference: its vector stays 0."
	default:
		text += " One vector is more than needed: adding the same to all changes nothing. Starting at 0, their sum stays 0."
	}
	tex := `L = -\sum_t \log p_{y_t}(x_t)`
	if v.opt.Lambda > 0 {
		tex += fmt.Sprintf(` + \frac{%s}{2}\sum_k\lVert w_k\rVert^2`, say.TeX(v.opt.Lambda))
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(tex + fmt.Sprintf(` = %d\log %d = \hl{%s}`, n, v.k, say.TeX(v.Loss)))}}
}

func (v view) sayLook() []algos.Line {
	switch v.opt.Solver {
	case logit.SGD:
		return v.sayRow()
	case logit.MiniBatch:
		return []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("%s are drawn; their gradient stands for that of all %d.", say.Count(len(v.Rows), "row"), len(v.class)))},
			v.changes(`-\nabla_k L_B`),
		}
	case logit.Newton:
		return []algos.Line{
			{Text: "Newton's step leads to the bottom of the quadratic that has the slope and the curvature of the loss here. It moves all vectors at once: the curvature of one class depends on the others."},
			v.changes(`d_k`),
			{TeX: say.Phrase(fmt.Sprintf(`\lVert\nabla L\rVert = %s, \quad \delta = \sqrt{\nabla L^\top H^{-1}\nabla L} = \hl{%s}`, say.TeX(v.Norm), say.TeX(v.Decrement)))},
		}
	}
	return []algos.Line{
		{Text: "Every point pulls the vector of its own class towards itself and pushes the others away, each by the probability that is wrong with it:"},
		{TeX: say.Phrase(`-\nabla_k L = \sum_t \bigl([k=y_t]-p_k(x_t)\bigr)\tilde{x}_t` + v.penaltyTeX())},
		v.changes(`-\nabla_k L`),
	}
}

func (v view) penaltyTeX() string {
	if v.opt.Lambda == 0 {
		return ""
	}
	return fmt.Sprintf(` - %s\,(w_k,\,0)`, say.TeX(v.opt.Lambda))
}

// listed is the most classes whose vectors are written out.
const listed = 4

// changes lists the direction of the update class by class.
func (v view) changes(what string) algos.Line {
	d := v.vectorsOf(v.Dir)
	return algos.Line{TeX: say.Phrase(v.table(what, func(k int) string { return v.vecTeX(d[k]) }, d))}
}

// vecTeX is (w₁, w₂, b).
func (t *task) vecTeX(a [3]float64) string {
	a = t.problem.Tidy(a)
	return say.TeXVec(a[0], a[1], a[2])
}

// table writes one line a class; of many classes the one that changes most.
func (v view) table(what string, value func(k int) string, by [][3]float64) string {
	if v.k > listed {
		most := 0
		for k, w := range by {
			if size(w) > size(by[most]) {
				most = k
			}
		}
		return fmt.Sprintf(`\text{most for class %d:}\quad %s = %s`, v.Label(most), v.of(most, what), value(most))
	}
	var rows []string
	for k := range v.k {
		if !v.isReference(k) {
			rows = append(rows, fmt.Sprintf(`%s &= %s`, v.of(k, what), value(k)))
		}
	}
	return `\begin{aligned} ` + strings.Join(rows, ` \\ `) + ` \end{aligned}`
}

// of is what a formula calls something of class k.
func (v view) of(k int, what string) string {
	return strings.ReplaceAll(what, "k", fmt.Sprintf("{%d}", v.Label(k)))
}

func size(w [3]float64) float64 { return math.Hypot(math.Hypot(w[0], w[1]), w[2]) }

// sayRow: one row moves all vectors along itself.
func (v view) sayRow() []algos.Line {
	i := v.Rows[0]
	p := v.shares(v.problem.U[i])
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s has the label %s, to which the model gives the probability $%s$. Its own class is pulled towards it by the rest, and every other class is pushed away by its probability.",
		inline(i), v.label(v.class[i]), probTeX(p[v.class[i]])))}}
	if v.k > listed {
		return lines
	}
	var terms []string
	for k, s := range p {
		e := fmt.Sprintf(`-%s`, probTeX(s))
		if k == v.class[i] {
			e = `1-` + probTeX(s)
			if s > 0.9995 {
				e = say.TeX(v.residual(i))
			}
		}
		terms = append(terms, fmt.Sprintf(`e_{%d} = %s`, v.Label(k), e))
	}
	return append(lines, algos.Line{TeX: say.Phrase(strings.Join(terms, `, \quad `))})
}

// probTeX does not round what is below 1 up to 1.
func probTeX(p float64) string {
	if p < 1 && p > 0.9995 {
		return `(1-` + say.TeX(1-p) + `)`
	}
	return say.TeX(p)
}

func (v view) sayUpdate() []algos.Line {
	before, after := v.vectors(v.From), v.vectors(v.Place)
	moved := make([][3]float64, v.k)
	for k := range moved {
		for j := range 3 {
			moved[k][j] = after[k][j] - before[k][j]
		}
	}
	text := v.story().Length()
	if v.opt.Solver == logit.SGD {
		i := v.Rows[0]
		old := v
		old.Place = v.From
		c := v.class[i]
		text = say.Phrase(fmt.Sprintf("Every vector moves by $\\eta\\,e_k\\,\\tilde{x}$ along %s, with $\\eta=%s$: the probability of its own class goes from $%s$ to $%s$.", inline(i), say.TeX(v.Eta),
			probTeX(old.shares(v.problem.U[i])[c]), probTeX(v.shares(v.problem.U[i])[c])))
	}
	return []algos.Line{
		{Text: text},
		{TeX: say.Phrase(v.table(`(w_k,b_k)`, func(k int) string { return `\hl{` + v.vecTeX(after[k]) + `}` }, moved))},
		{Text: v.story().Effect(v.rounding(v.Place))},
	}
}

// inline names row i in a sentence.
func inline(i int) string { return fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(i), i+1) }
