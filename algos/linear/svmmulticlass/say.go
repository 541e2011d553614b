package svmmulticlass

import (
	"fmt"

	"playground/algos"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var lines []algos.Line
	switch v.phase {
	case starting:
		lines = v.sayStart()
	case asking:
		lines = v.sayAsked()
	case updating:
		lines = v.sayUpdated()
	case finishing:
		lines = v.saySwept()
	}
	return lines
}

func (v view) sayStart() []algos.Line {
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("One weight vector for each of %d classes, all of them zero: every score is 0, and every point violates its margin.", v.count()))},
		{TeX: say.Phrase(fmt.Sprintf(`\text{primal} = \frac{1}{2}\sum_k \lVert w_k\rVert^2 + C\sum_i \xi_i = %s, \quad \text{dual} = 0`, say.TeX(v.primal)))},
	}
}

// sayAsked: the loss-augmented prediction of the point.
func (v view) sayAsked() []algos.Line {
	i, y, j := v.row, v.y[v.row], v.rival
	score := v.scoresAt(v.x[i])
	if j == y {
		return []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("%s is of %s, which beats every other class by more than Δ: its margin constraints hold, ξ = 0.", inline(i), v.class(y)))},
			{TeX: say.Phrase(fmt.Sprintf(`%s\cdot x_{%d} - \max_{j \ne y} (\Delta + w_j\cdot x_{%d}) = %s \ge 0`, v.weight(y), i+1, i+1, say.TeX(v.clearance(score, y))))},
		}
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("%s is of %s. With the loss Δ added to the scores of the others, %s has the largest: it violates the margin most.", inline(i), v.class(y), v.class(j)))},
		{TeX: say.Phrase(fmt.Sprintf(`\begin{aligned} \xi_{%d} &= \Delta + %s\cdot x_{%d} - %s\cdot x_{%d} \\ &= %s + %s - %s = \hl{%s} \end{aligned}`,
			i+1, v.weight(j), i+1, v.weight(y), i+1, say.TeX(v.delta[y][j]), say.TeXFactor(score[j]), say.TeXFactor(score[y]), say.TeX(v.xi)))},
	}
}

// clearance is by how much the true class beats all others with Δ added.
func (s *state) clearance(score []float64, y int) float64 {
	least := score[y]
	first := true
	for k, v := range score {
		if d := score[y] - v - s.delta[y][k]; k != y && (first || d < least) {
			least, first = d, false
		}
	}
	return least
}

func (v view) sayUpdated() []algos.Line {
	i, y, j := v.row, v.y[v.row], v.rival
	eta := v.rate(v.t)
	decay := algos.Line{TeX: say.Phrase(fmt.Sprintf(`w_k \leftarrow (1 - \eta\lambda)\, w_k = %s\, w_k \quad \text{for all } k`, say.TeXSig(1-1/(float64(v.t)+float64(len(v.x))), 4)))}
	if j == y {
		return []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("%s keeps its distance, so only the weights' own length counts: all of them shrink a little.", inline(i)))},
			decay, v.bounds(),
		}
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("All weights shrink a little; then %s moves towards %s and %s away from it, by the step size $\\eta = Cn/(t + n) = %s$:", v.weightInline(y), inline(i), v.weightInline(j), say.TeX(eta)))},
		decay,
		{TeX: say.Phrase(fmt.Sprintf(`%s \leftarrow \ldots + \eta\, x_{%d} = \hl{%s}, \quad %s \leftarrow \ldots - \eta\, x_{%d} = \hl{%s}`,
			v.weight(y), i+1, v.texWeight(y), v.weight(j), i+1, v.texWeight(j)))},
		v.bounds(),
	}
}

// bounds says between what the minimum lies.
func (v view) bounds() algos.Line {
	return algos.Line{Text: say.Phrase(fmt.Sprintf("%s wrong. The objective is %s, and its minimum is at least the dual %s.",
		subject(v.mistakes, len(v.x)), say.Num(v.primal), say.Num(v.dual)))}
}

// subject is a share of points as the subject of a sentence.
func subject(part, whole int) string {
	if part == 1 {
		return fmt.Sprintf("1 of %s is", say.Count(whole, "point"))
	}
	return fmt.Sprintf("%d of %s are", part, say.Count(whole, "point"))
}

func (v view) saySwept() []algos.Line {
	first := ""
	if v.before.tau == nil && v.t > 0 {
		first = "The descent's moves are a feasible point of the dual, and the ascent starts there. "
	}
	solve := ""
	if v.free > 0 {
		solve = fmt.Sprintf(" In between, all coefficients off their bounds move at once, by a linear solve, in %s.", say.Count(v.free, "direction"))
	}
	return []algos.Line{
		{Text: say.Phrase(first + fmt.Sprintf("In the dual every point has coefficients of its own: %s over all points, where each raises the dual as far as it can while the others stay.", say.Count(v.sweeps, "sweep")) + solve)},
		{TeX: say.Phrase(fmt.Sprintf(`\text{dual}: %s \to \hl{%s} \le \text{primal} = %s`, say.TeXSig(v.before.dual, 6), say.TeXSig(v.dual, 6), say.TeXSig(v.primal, 6)))},
		{Text: say.Phrase(fmt.Sprintf("The gap is %s, the largest violation of the KKT conditions %s. %s wrong.", say.Num(v.primal-v.dual), say.Num(v.viol), subject(v.mistakes, len(v.x))))},
	}
}

// weight is w_k in a formula, bound to its class; weightInline is the same in a
// sentence, texWeight its value.
func (m *machine) weight(k int) string {
	return fmt.Sprintf(`\ref{%s}{w_{%d}}`, m.classRef(k), m.label(k))
}

func (m *machine) weightInline(k int) string { return "$" + m.weight(k) + "$" }

func (s *state) texWeight(k int) string {
	if !s.Bias {
		return say.TeXVec(s.w[k][0], s.w[k][1])
	}
	return say.TeXVec(s.w[k][:]...)
}

// inline is xᵢ in a sentence.
func inline(row int) string { return fmt.Sprintf(`$\hl{\ref{%s}{x_{%d}}}$`, ref(row), row+1) }
