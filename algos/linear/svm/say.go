package svm

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
		return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`f(x) = \theta_0 = %s`, say.TeX(v.bias)))}}
	}
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("All %d α are 0, so f(x) = θ₀ = %s everywhere and every point is inside the margin. Each step moves two of them and keeps $\\sum_i \\alpha_i y_i = 0$.",
		len(v.y), say.Num(v.bias)))}}
	if v.Hard {
		return append(lines, algos.Line{TeX: `\max_\alpha\; \sum_i \alpha_i - \frac{1}{2}\lVert w\rVert^2, \quad \alpha_i \ge 0`})
	}
	return append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`\text{dual} = 0 \le \text{primal} = \frac{1}{2}\lVert w\rVert^2 + C\sum_i \xi_i = %s`, say.TeX(v.primal)))})
}

// sayChosen: the first of the pair violates most, the second is the partner that
// promises the largest gain.
func (v view) sayChosen() []algos.Line {
	w := v.plan()
	if w.Eta <= 0 {
		return []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("%s violates the conditions most, by %s. With the partner %s the dual is not curved downwards, so nothing but the box limits the gain.",
				inline(w.I), say.Num(v.kkt), inline(w.J)))},
			{TeX: say.Phrase(fmt.Sprintf(`\eta = k_{%d,%d} + k_{%d,%d} - 2k_{%d,%d} = %s \le 0`, w.I+1, w.I+1, w.J+1, w.J+1, w.I+1, w.J+1, say.TeX(w.Eta)))},
		}
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("%s violates the conditions most, by %s. Of all partners %s promises the most: a gain of %s if no box stopped it.",
			inline(w.I), say.Num(v.kkt), inline(w.J), say.Num(w.Pair.Gain())))},
		{TeX: say.Phrase(fmt.Sprintf(`\frac{(E_{%d} - E_{%d})^2}{2\eta} = \frac{(%s - %s)^2}{2\cdot %s} = %s, \quad E_i = f(x_i) - y_i`,
			w.J+1, w.I+1, say.TeX(w.e[1]), say.TeXFactor(w.e[0]), say.TeXFactor(w.Eta), say.TeX(w.Pair.Gain())))},
	}
}

// sayOptimised says where the pair went and what stopped it.
func (v view) sayOptimised() []algos.Line {
	w := v.work
	if w.Stop == smo.Unbounded {
		return []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s, %s can grow together for ever: nothing stops them, for η = %s.", inline(w.I), inline(w.J), say.Num(w.Eta)))}}
	}
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("The pair %s, %s violates the conditions by %s. Moving along $\\sum \\alpha y = 0$ %s:",
		inline(w.I), inline(w.J), say.Num(w.Gap), v.stopped()))}}
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

// formulas give the unclipped value of the variable that the box stopped (or
// else of the first), what the box made of it, and the other one.
func (v view) formulas() []algos.Line {
	w := v.work
	first, second := 0, 1
	if w.Stop == smo.AtJ {
		first, second = 1, 0
	}
	rows := [2]int{w.I, w.J}
	a, b := rows[first], rows[second]
	other := algos.Line{TeX: say.Phrase(fmt.Sprintf(`%s \leftarrow \alpha_{%d} + y_{%d}y_{%d}(\alpha_{%d}^{\text{old}} - \alpha_{%d}^{\text{new}}) = %s`,
		symbol(b), b+1, a+1, b+1, a+1, a+1, say.TeX(w.To[second])))}
	if w.Eta <= 0 {
		return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`\eta = %s \le 0, \quad %s: %s \to \hl{%s}\;\text{(box)}`, say.TeX(w.Eta), symbol(a), say.TeX(w.From[first]), say.TeX(w.To[first])))}, other}
	}
	result := say.TeX(w.Free[first])
	if w.Free[first] != w.To[first] {
		result += fmt.Sprintf(` \to \hl{%s}\;\text{(box)}`, say.TeX(w.To[first]))
	}
	return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`\begin{aligned} %s &\leftarrow \alpha_{%d} + \frac{y_{%d}(E_{%d} - E_{%d})}{\eta} \\ &= %s + \frac{%s\cdot(%s - %s)}{%s} = %s \end{aligned}`,
		symbol(a), a+1, a+1, b+1, a+1,
		say.TeX(w.From[first]), say.TeXFactor(v.y[a]), say.TeX(w.e[second]), say.TeXFactor(w.e[first]), say.TeX(w.Eta), result))}, other}
}

// stopped says what ended the move.
func (v view) stopped() string {
	w := v.work
	i, row, to := 0, w.I, w.To[0]
	switch w.Stop {
	case smo.AtMinimum:
		return "to the best point of the line"
	case smo.AtJ:
		i, row, to = 1, w.J, w.To[1]
	}
	if to == 0 {
		return "until " + alpha(row) + " meets 0"
	}
	if w.To[i] == v.c {
		return fmt.Sprintf("until the box stops %s at C", alpha(row))
	}
	return "until the box stops it"
}

// afterwards says what the move was worth.
func (v view) afterwards() string {
	gain := "grows by " + say.Num(v.dual-v.work.dual) + " to " + say.Num(v.dual)
	if v.dual-v.work.dual <= v.rounding() {
		gain = "stays at " + say.Num(v.dual) + ", up to rounding"
	}
	return fmt.Sprintf("The dual %s; θ₀ = %s. Now %s, %s at the bound.",
		gain, say.Num(v.theta0()),
		say.Count(v.free+v.bound, "support vector"), say.Num(float64(v.bound)))
}

// symbol is αᵢ in a formula, bound to its point; inline is the same in a
// sentence.
func symbol(row int) string { return fmt.Sprintf(`\ref{%s}{\alpha_{%d}}`, ref(row), row+1) }

func inline(row int) string { return fmt.Sprintf(`$\hl{%s}$`, symbol(row)) }
