package logistic

import (
	"fmt"
	"math"

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
	n := len(v.y)
	text := fmt.Sprintf("All parameters are 0, so $p=\\frac{1}{2}$ everywhere, and each of the %s costs $\\log 2$.", say.Count(n, "point"))
	if n == 1 {
		text = "All parameters are 0, so $p=\\frac{1}{2}$ everywhere, and the point costs $\\log 2$."
	}
	tex := `L = \sum_t \log\bigl(1+e^{-y_t f(x_t)}\bigr)`
	if v.opt.Labels == bits {
		tex = `L = -\sum_t \tilde{y}_t\log p_t + (1-\tilde{y}_t)\log(1-p_t)`
	}
	if v.opt.Lambda > 0 {
		tex += fmt.Sprintf(` + \frac{%s}{2}\lVert\theta\rVert^2`, say.TeX(v.opt.Lambda))
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(tex + fmt.Sprintf(` = %d\log 2 = \hl{%s}`, n, say.TeX(v.Loss)))}}
}

func (v view) sayLook() []algos.Line {
	switch v.opt.Solver {
	case logit.SGD:
		return v.sayRow()
	case logit.MiniBatch:
		return v.sayBatch()
	case logit.Newton:
		return v.sayNewton()
	}
	return []algos.Line{{Text: "The gradient sums up the residuals: every point pulls the line towards itself, the more, the less probable its label is."}, v.gradientTeX()}
}

// gradientTeX is ∇L in the convention of the run.
func (v view) gradientTeX() algos.Line {
	tex := `\nabla L = -\sum_t y_t\bigl(1-P(y_t\mid x_t)\bigr)\tilde{x}_t`
	if v.opt.Labels == bits {
		tex = `\nabla L = -\sum_t (\tilde{y}_t-p_t)\,\tilde{x}_t`
	}
	if v.opt.Lambda > 0 {
		tex += fmt.Sprintf(` + %s\,(\theta,\,0)`, say.TeX(v.opt.Lambda))
	}
	g := v.gradAt(v.Place)
	return algos.Line{TeX: say.Phrase(tex + fmt.Sprintf(` = %s, \quad \lVert\nabla L\rVert = %s`, v.vecTeX(g), say.TeX(v.Norm)))}
}

func (v view) gradAt(at *logit.Place) [3]float64 { return at.Grad[0] }

// vecTeX is (θ₁, θ₂, θ₀).
func (t *task) vecTeX(a [3]float64) string {
	a = t.problem.Tidy(a)
	return say.TeXVec(a[0], a[1], a[2])
}

// sayRow is the soft perceptron: the chance that the row's label is wrong is how
// much of it is added.
func (v view) sayRow() []algos.Line {
	i := v.Rows[0]
	p := sigmoid(v.y[i] * v.scoreOf(i))
	hard := "A perceptron would leave θ as it is, because the row is on its side."
	if v.y[i]*v.scoreOf(i) <= 0 {
		hard = "A perceptron would add the whole of it, because the row is not on its side."
	}
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s has the label $%s$, to which the line gives the probability $%s$. So $%s$ of the row is added, times $\\eta$. %s",
		inline(i), v.labelTeX(i), probTeX(p), say.TeX(sigmoid(-v.y[i]*v.scoreOf(i))), hard))}}
	n := i + 1
	if v.opt.Labels == bits {
		return append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`e_{%d} = \tilde{y}_{%d} - p_{%d} = %s - %s = \hl{%s}`, n, n, n, v.labelTeX(i), probTeX(sigmoid(v.scoreOf(i))), say.TeX(v.residual(i))))})
	}
	return append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`1-P(y_{%d}\mid x_{%d}) = \frac{1}{1+e^{y_{%d} f(x_{%d})}} = \frac{1}{1+e^{%s}} = \hl{%s}`,
		n, n, n, n, say.TeX(v.y[i]*v.scoreOf(i)), say.TeX(math.Abs(v.residual(i)))))})
}

// probTeX does not round what is below 1 up to 1.
func probTeX(p float64) string {
	if p < 1 && p > 0.9995 {
		return `1-` + say.TeX(1-p)
	}
	return say.TeX(p)
}

func (v view) sayBatch() []algos.Line {
	sum := 0.0
	for _, i := range v.Rows {
		sum += math.Abs(v.residual(i))
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("%s are drawn. Their residuals $|e_t|$ sum to %s; their gradient stands for that of all %d.", say.Count(len(v.Rows), "row"), say.Num(sum), len(v.y)))},
		{TeX: say.Phrase(fmt.Sprintf(`-\nabla L_B = \sum_{t\in B} e_t\,\tilde{x}_t%s = %s`, v.shareTeX(len(v.Rows)), v.vecTeX(v.direction())))},
	}
}

// shareTeX is the share of the penalty that falls on some rows.
func (v view) shareTeX(rows int) string {
	if v.opt.Lambda == 0 {
		return ""
	}
	return fmt.Sprintf(` - \frac{%d}{%d}\cdot %s\,(\theta,\,0)`, rows, len(v.y), say.TeX(v.opt.Lambda))
}

// direction is the update divided by its length, in the coordinates of the
// points.
func (v view) direction() [3]float64 {
	w, b := v.problem.Vector([3]float64(v.Dir))
	return [3]float64{w[0], w[1], b}
}

func (v view) sayNewton() []algos.Line {
	most := 0
	for i := range v.y {
		if v.weight(i) > v.weight(most) {
			most = i
		}
	}
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Newton's method fits least squares with the weights $w_t=p_t(1-p_t)$: rows near the boundary count most, here %s with %s. Its step leads to the bottom of the quadratic that has the loss's slope and curvature here.",
			inline(most), say.Num(v.weight(most))))},
		v.gradientTeX(),
		{TeX: say.Phrase(fmt.Sprintf(`d = -H^{-1}\nabla L = %s, \quad \delta = \sqrt{\nabla L^\top H^{-1}\nabla L} = \hl{%s}`, v.vecTeX(v.direction()), say.TeX(v.Decrement)))},
	}
	return lines
}

func (v view) sayUpdate() []algos.Line {
	before, after := v.thetaAt(v.From), v.theta()
	arrow := fmt.Sprintf(`%s \to \hl{%s}`, v.vecTeX(before), v.vecTeX(after))
	var lines []algos.Line
	switch v.opt.Solver {
	case logit.SGD:
		i := v.Rows[0]
		n := i + 1
		lines = append(lines,
			algos.Line{Text: say.Phrase(fmt.Sprintf("%s is added with the weight $\\eta(1-P)=%s$: its probability goes from $%s$ to $%s$.", inline(i),
				say.TeX(v.Eta*sigmoid(-v.y[i]*scoreAt(v.From.B, v.problem.U[i]))),
				probTeX(sigmoid(v.y[i]*scoreAt(v.From.B, v.problem.U[i]))), probTeX(sigmoid(v.y[i]*v.scoreOf(i)))))},
			algos.Line{TeX: say.Phrase(fmt.Sprintf(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) + \eta\,y_{%d}(1-P_{%d})\,\ref{%s}{\tilde{x}_{%d}}%s`, n, n, ref(i), n, v.decayTeX()))},
			algos.Line{TeX: say.Phrase(arrow)})
	case logit.Newton:
		lines = append(lines, algos.Line{Text: say.Phrase(v.story().Length())},
			algos.Line{TeX: say.Phrase(fmt.Sprintf(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) + %sd\text{:}\quad %s`, factorTeX(v.Eta), arrow))})
	default:
		lines = append(lines, algos.Line{Text: say.Phrase(v.story().Length())},
			algos.Line{TeX: say.Phrase(`(\theta,\theta_0) \leftarrow (\theta,\theta_0) - \eta\,\nabla L` + v.batchTeX())},
			algos.Line{TeX: say.Phrase(arrow)})
	}
	return append(lines, algos.Line{Text: say.Phrase(v.story().Effect(v.rounding(v.Place), "on the wrong side"))})
}

// factorTeX is a factor, which is not written where it is 1.
func factorTeX(x float64) string {
	if x == 1 {
		return ""
	}
	return say.TeX(x) + `\,`
}

func (v view) batchTeX() string {
	if v.opt.Solver == logit.MiniBatch {
		return "_B"
	}
	return ""
}

func (v view) decayTeX() string {
	if v.opt.Lambda == 0 {
		return ""
	}
	return fmt.Sprintf(` - \frac{\eta\cdot %s}{%d}(\theta,0)`, say.TeX(v.opt.Lambda), len(v.y))
}

// labelTeX is the label of row i in the run's convention.
func (v view) labelTeX(i int) string {
	switch {
	case v.opt.Labels == bits:
		return say.TeX((1 + v.y[i]) / 2)
	case v.y[i] > 0:
		return "+1"
	}
	return "-1"
}

// inline names row i in a sentence.
func inline(i int) string { return fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(i), i+1) }
