package svmprimal

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// Say implements [algos.View].
func (s state) Say() []algos.Line {
	var lines []algos.Line
	switch {
	case s.band != nil:
		lines = s.sayBand()
	case s.phase == starting:
		lines = s.sayStart()
	case s.phase == looking:
		lines = s.sayLooking()
	case s.phase == moving:
		lines = s.sayMoving()
	case s.phase == locking:
		lines = s.sayLocked()
	}
	return lines
}

// shown are the coordinates of a vector that are penalised.
func (s state) shown(v vector) string {
	if s.Form == "constant" {
		return say.TeXVec(v[0], v[1], v[2])
	}
	return say.TeXVec(v[0], v[1])
}

// sum is J with this θ's numbers.
func (s state) sum(l look) string {
	return fmt.Sprintf(`\frac{1}{2}\cdot %s + %s\cdot %s = \hl{%s}`, say.TeXFactor(s.norm2(l.theta)), say.TeXFactor(s.C), say.TeXFactor(l.hinge), say.TeX(l.objective))
}

func (s state) sayStart() []algos.Line {
	text := fmt.Sprintf("The run starts at θ = %s: %d of %s inside the band, where $y_t f(x_t) < 1$. A second run starts at %s; both must come to the same θ.",
		say.Vec(s.Start[0], s.Start[1]), s.now.inside, say.Count(len(s.x), "point"), say.Vec(s.Start2[0], s.Start2[1]))
	if s.now.inside == 0 && s.now.objective == 0 {
		text = "No point is inside the band, and θ = 0 cannot be shorter: all points have one label, and θ₀ alone does it."
	}
	lines := []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(`J = \frac{1}{2}\lVert\theta\rVert^2 + C \sum_t (1 - y_t f(x_t))^+ = ` + s.sum(s.now.look))}}
	if s.Form == "constant" {
		lines = append(lines, algos.Line{Text: "With the constant coordinate $\\theta$ has three parts, $(\\theta_1, \\theta_2, \\theta_0)$, and all three are penalised."})
	}
	return lines
}

func (s state) sayLooking() []algos.Line {
	if s.row >= 0 {
		return s.sayDrawn()
	}
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("%s inside the band, and each pulls θ by $C\\,y_t x_t$; the others have no slope. The penalty pulls θ back to 0.", say.Are(s.now.inside, "point")))},
		{TeX: say.Phrase(fmt.Sprintf(`g = \theta - C \sum_{y_t f(x_t) < 1} y_t x_t = %s - %s\,%s = \hl{%s}`, s.shown(s.now.theta), say.TeX(s.C), s.shown(s.now.pull), s.shown(s.g)))},
	}
	if s.exact {
		lines = append(lines, algos.Line{Text: say.Phrase("θ₀ costs nothing, so it takes its best value, at which the pulls on it balance: " + s.offsetWords() + ".")})
	}
	return lines
}

// offsetWords says where θ₀ may lie for this θ.
func (s state) offsetWords() string {
	lo, hi := s.interval()
	return interval(lo, hi, s.theta0(s.now.theta))
}

func (s state) sayDrawn() []algos.Line {
	t := s.row + 1
	z := s.y[s.row] * dot(s.now.theta, s.x[s.row])
	verdict, text := `\ge 1`, "outside the band: only the penalty pulls"
	if z < 1 {
		verdict, text = `< 1`, fmt.Sprintf("inside the band, and pulls by $nC\\,y_{%d} x_{%d}$, for all points at once", t, t)
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("$\\hl{\\ref{%s}{x_{%d}}}$ is drawn. It is %s.", ref(s.row), t, text))},
		{TeX: say.Phrase(fmt.Sprintf(`y_{%d} f(\ref{%s}{x_{%d}}) = \hl{%s} %s`, t, ref(s.row), t, say.TeX(z), verdict))},
	}
}

func (s state) sayMoving() []algos.Line {
	rate := fmt.Sprintf(`\eta = 2/(%d + 1)`, s.t-1)
	switch s.Rate {
	case "pegasos":
		rate = fmt.Sprintf(`\eta = 1/%d`, s.t-1)
	case "constant":
		rate = `\eta`
	}
	trend := "fell"
	if s.t > 1 && s.now.objective > s.earlier() {
		trend = "rose, as a step against a sub-gradient may,"
	}
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Step %d goes against the sub-gradient, with $%s = %s$, from $\\theta = %s$.", s.t-1, rate, say.TeX(s.eta), s.shown(s.before)))},
		{TeX: say.Phrase(fmt.Sprintf(`\theta \leftarrow \theta - \eta\, g = \hl{%s}`, s.shown(s.now.theta)))},
		{TeX: say.Phrase(`J = ` + s.sum(s.now.look))},
	}
	text := fmt.Sprintf("J %s to %s; the best so far is %s, and the dual optimum %s.", trend, say.Num(s.now.objective), say.Num(s.least), say.Num(s.best.dual))
	if s.lower > 0 {
		text = fmt.Sprintf("J %s to %s; the best so far is %s. From its own steps the run knows that no J is below %s.", trend, say.Num(s.now.objective), say.Num(s.least), say.Num(s.lower))
	}
	return append(lines, algos.Line{Text: say.Phrase(text)})
}

// earlier is J before this step.
func (s state) earlier() float64 {
	if s.exact {
		return s.look(s.before).objective
	}
	return s.task.look(s.before).objective
}

func (s state) sayLocked() []algos.Line {
	return []algos.Line{
		{TeX: say.Phrase(fmt.Sprintf(`\theta^* = \sum_t \alpha_t y_t x_t = \hl{%s}, \quad \theta_0 = %s`, s.shown(s.now.theta), say.TeX(s.theta0(s.now.theta))))},
		{TeX: say.Phrase(`J = ` + s.sum(s.now.look))},
	}
}

func (s state) sayBand() []algos.Line {
	b := s.band
	width := fmt.Sprintf(`\theta = u/\gamma = %s, \quad \tfrac{1}{2}\lVert\theta\rVert^2 = \hl{%s}`, s.shown(s.now.theta), say.TeX(s.now.objective))
	switch s.phase {
	case starting:
		return []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("Some line without mistakes, a poor one, and along it the widest band that holds no point: it reaches %s to each side%s. A second run starts with a line turned the other way.", say.Num(b.gamma), s.where()))},
			{TeX: say.Phrase(width)},
		}
	case looking:
		return []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("The band touches %s. It becomes wider when its unit normal $u$ turns towards $w$, the place of their hull nearest to 0.", s.inline(b.touch)))},
			{TeX: say.Phrase(fmt.Sprintf(`\angle(u, w) = %s^\circ`, say.TeX(180/math.Pi*math.Acos(min(1, dot(b.u, b.toward))))))},
		}
	case locking:
		return []algos.Line{
			{TeX: say.Phrase(width)},
			{TeX: say.Phrase(fmt.Sprintf(`\text{dual} = %s = \frac{1}{2\gamma^2}, \quad \gamma = %s`, say.TeX(s.best.dual), say.TeX(b.gamma)))},
		}
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("The band turns by %s° until it also touches another point: now %s. Its half-width grows from %s to %s%s.", say.Num(b.turned*180/math.Pi), s.inline(b.touch), say.Num(s.eta), say.Num(b.gamma), s.where()))},
		{TeX: say.Phrase(width)},
	}
}

// inline names rows in a sentence, bound to their points.
func (s state) inline(rows []int) string {
	const most = 4
	text := ""
	for i, r := range rows {
		if i == most {
			return text + fmt.Sprintf(" and %d more", len(rows)-most)
		}
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(r), r+1)
	}
	return text
}
