package svr

import (
	"fmt"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var lines []algos.Line
	switch v.phase {
	case starting:
		lines = v.sayStart()
	case choosing:
		lines = v.sayChosen()
	case optimising:
		lines = v.sayOptimised()
	}
	return lines
}

func (v view) sayStart() []algos.Line {
	if v.status.Final() {
		return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`f(x) = b = %s`, say.TeX(v.bias)))}}
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("All α and α* are 0, so f(x) = b = %s everywhere, and %d of %s outside the tube of half-width ε = %s. Each step moves two of the variables and keeps $\\sum_i \\beta_i = 0$, where $\\beta_i = \\alpha_i - \\alpha_i^*$.",
			say.Num(v.bias), v.outside, say.Are(len(v.y), "point"), say.Num(v.Epsilon)))},
		{TeX: say.Phrase(fmt.Sprintf(`\text{dual} = 0 \le \text{primal} = \frac{1}{2}\lVert w\rVert^2 + C\sum_i \xi_i = %s`, say.TeX(v.primal)))},
	}
}

// are is a count of things as the subject of a sentence.
// sayChosen: the first of the pair violates most, the second is the partner that
// promises the largest gain.
func (v view) sayChosen() []algos.Line {
	w := v.plan()
	i, j := v.row(w.I), v.row(w.J)
	wish := fmt.Sprintf("f is most wrong at %s, which pulls it up; in exchange it may fall at %s.", point(i), point(j))
	if w.Eta <= 0 {
		return []algos.Line{
			{Text: say.Phrase(wish + fmt.Sprintf(" Along this pair the dual is not curved, η = %s: only the box limits the gain.", say.Num(w.Eta)))},
			{TeX: say.Phrase(v.errors(w))},
		}
	}
	return []algos.Line{
		{Text: say.Phrase(wish + fmt.Sprintf(" Together they violate the conditions by %s, and of all partners %s promises the most: a gain of %s if no box stopped it.", say.Num(w.Gap), v.variable(w.J), say.Num(w.Pair.Gain())))},
		{TeX: say.Phrase(fmt.Sprintf(`\frac{(E_j - E_i)^2}{2\eta} = \frac{(%s - %s)^2}{2\cdot %s} = %s`,
			say.TeX(w.e[1]), say.TeXFactor(w.e[0]), say.TeXFactor(w.Eta), say.TeX(w.Pair.Gain())))},
		{TeX: say.Phrase(v.errors(w))},
	}
}

// errors spells out E of both variables: how far the curve is above the border of
// the tube that the variable belongs to.
func (v view) errors(w *work) string {
	e := func(what string, variable int, value float64) string {
		border := "+"
		if v.star(variable) {
			border = "-"
		}
		i := v.row(variable)
		return fmt.Sprintf(`E_%s &= f(x_{%d}) - y_{%d} %s \varepsilon = \ref{%s}{%s}`, what, i+1, i+1, border, ref(i), say.TeX(value))
	}
	return fmt.Sprintf(`\begin{aligned} %s \\ %s \end{aligned}`, e("i", w.I, w.e[0]), e("j", w.J, w.e[1]))
}

// sayOptimised says where the pair went and what stopped it.
func (v view) sayOptimised() []algos.Line {
	w := v.work
	i, j := v.row(w.I), v.row(w.J)
	if w.Stop == smo.Unbounded {
		return []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s and %s can move for ever: nothing stops them, for η = %s.", inline(i), inline(j), say.Num(w.Eta)))}}
	}
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s rises and %s falls by the same amount, %s:", inline(i), inline(j), v.stopped()))}}
	if w.Stall {
		lines = append(lines, algos.Line{Text: "The step is smaller than the spacing of floating-point numbers: nothing moved, and the errors are computed afresh."})
	}
	lines = append(lines, v.formulas()...)
	if f := w.face; f.Free > 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("%s crawl: in a narrow valley each undoes part of the one before. So one linear solve moved all %s to the best point of their face, which gained %s.",
			say.Count(v.pairs, "pair"), say.Count(f.Free, "free variable"), say.Num(f.Gain)))})
	}
	return append(lines, algos.Line{Text: say.Phrase(v.afterwards())})
}

// formulas give the step and where it carried the two coefficients.
func (v view) formulas() []algos.Line {
	w := v.work
	i, j := v.row(w.I), v.row(w.J)
	moves := algos.Line{TeX: say.Phrase(fmt.Sprintf(`%s: %s \to \hl{%s}, \quad %s: %s \to \hl{%s}`,
		symbol(i), say.TeX(w.from[0]), say.TeX(w.from[0]+w.T), symbol(j), say.TeX(w.from[1]), say.TeX(w.from[1]-w.T)))}
	if w.Eta <= 0 {
		return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`\eta = %s \le 0, \quad t = %s\;\text{(box)}`, say.TeX(w.Eta), say.TeX(w.T)))}, moves}
	}
	t := say.TeX(w.Gap / w.Eta)
	if w.Stop != smo.AtMinimum {
		t += fmt.Sprintf(` \to \hl{%s}\;\text{(box)}`, say.TeX(w.T))
	}
	return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`t = \frac{E_j - E_i}{\eta} = \frac{%s - %s}{%s} = %s`,
		say.TeX(w.e[1]), say.TeXFactor(w.e[0]), say.TeX(w.Eta), t))}, moves}
}

// stopped says what ended the move.
func (v view) stopped() string {
	w := v.work
	variable, to := w.I, w.To[0]
	switch w.Stop {
	case smo.AtMinimum:
		return "to the best point of the line"
	case smo.AtJ:
		variable, to = w.J, w.To[1]
	}
	if to == 0 {
		return fmt.Sprintf("until %s meets 0, where %s no longer pulls", v.variable(variable), name(v.row(variable)))
	}
	return fmt.Sprintf("until the box stops %s at C", v.variable(variable))
}

// afterwards says what the move was worth.
func (v view) afterwards() string {
	gain := "grows by " + say.Num(v.dual-v.work.dual) + " to " + say.Num(v.dual)
	if v.dual-v.work.dual <= v.rounding() {
		gain = "stays at " + say.Num(v.dual) + ", up to rounding"
	}
	return fmt.Sprintf("The dual %s; b = %s. Now there %s, %d of them at the bound, and %d of %s outside the tube.",
		gain, say.Num(v.offset()),
		isAre(v.free+v.bound, "support vector"), v.bound, v.outside, say.Are(len(v.y), "point"))
}

func isAre(n int, noun string) string {
	if n == 1 {
		return "is 1 " + noun
	}
	return "are " + say.Count(n, noun)
}

// symbol is βᵢ in a formula, bound to its point; inline is the same in a
// sentence.
func symbol(row int) string { return fmt.Sprintf(`\ref{%s}{\beta_{%d}}`, ref(row), row+1) }

func inline(row int) string { return fmt.Sprintf(`$\hl{%s}$`, symbol(row)) }

// point is xᵢ in a sentence.
func point(row int) string { return fmt.Sprintf(`$\hl{\ref{%s}{x_{%d}}}$`, ref(row), row+1) }
