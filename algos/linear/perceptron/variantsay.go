package perceptron

import (
	"fmt"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

func (s snapshot) sayVariantStart() []algos.Line {
	text := "$\\theta=0$, so every score is 0 and there is no line yet."
	if s.start != (vector{}) {
		text = fmt.Sprintf("The run starts at $\\theta^{(0)}=%s$ instead of 0: the line is already there, and so are its mistakes.", s.vecTeX(s.start))
	}
	switch s.Variant {
	case marginal:
		text += " Every $x$ is brought to length 1, and a row with a margin below $\\gamma/2=" + say.TeX(s.half) + "$ counts as a mistake as well."
	case increment:
		text += " A row with $y\\langle\\theta,x\\rangle\\le\\gamma/2=" + say.TeX(s.half) + "$ demands an update, of which update $k$ makes $\\eta(k)$ times its size."
	case batch:
		text += " All mistakes are added at once, $\\eta(k)$ times."
	}
	if s.Variant == marginal || s.Variant == increment {
		text += s.sayGamma()
	}
	if s.Bias {
		text += " Every point stands for $(x_1,\\,x_2,\\,1)$."
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(ruleTeX[s.Variant])}}
}

// sayGamma says where γ comes from.
func (s snapshot) sayGamma() string {
	switch {
	case s.Gamma > 0:
		return ""
	case s.best.Separable:
		return " Here $\\gamma$ is the largest margin that the points have."
	}
	return " The points are not separable, so they have no margin, and $\\gamma=0$."
}

// ruleTeX are the rules as formulas.
var ruleTeX = map[string]string{
	standard:  `\text{if } y_t\,\langle\theta,x_t\rangle\le 0\text{:}\quad\theta\leftarrow\theta+y_t\,x_t`,
	marginal:  `\text{if } \frac{y_t\,\langle\theta,x_t\rangle}{\lVert\theta\rVert}<\frac{\gamma}{2}\text{:}\quad\theta\leftarrow\theta+y_t\,x_t`,
	increment: `\text{if } y_t\,\langle\theta,x_t\rangle\le\frac{\gamma}{2}\text{:}\quad\theta\leftarrow\theta+\eta(k)\,y_t\,x_t`,
	batch:     `\theta\leftarrow\theta+\eta(k)\sum_{t\in\mathcal{Y}_k}y_t\,x_t,\quad\mathcal{Y}_k=\{t: y_t\,\langle\theta,x_t\rangle\le 0\}`,
}

// measureTeX is what the rule looks at, with this row's numbers and the verdict.
func (s snapshot) measureTeX() string {
	r, n := s.rows[s.row], s.row+1
	v := s.measure(s.theta, r)
	if s.Variant == increment {
		relation := ">"
		if s.mistaken(s.theta, r) {
			relation = `\le `
		}
		return s.scoreTeX() + relation + `\frac{\gamma}{2}=` + say.TeX(s.half)
	}
	if s.theta == (vector{}) {
		return s.scoreTeX() + `\le 0`
	}
	relation := `\ge `
	if s.mistaken(s.theta, r) {
		relation = "<"
	}
	return fmt.Sprintf(`\frac{y_{%d}\,\langle\theta,\ref{%s}{x_{%d}}\rangle}{\lVert\theta\rVert}=\frac{%s}{%s}=\hl{%s}%s\frac{\gamma}{2}=%s`,
		n, ref(s.row), n, say.TeX(r.y*r.score(s.theta)), say.TeX(norm(s.theta)), say.TeX(v), relation, say.TeX(s.half))
}

// sayVariantUpdate is the update by one row of the rules that are not standard.
func (s snapshot) sayVariantUpdate() []algos.Line {
	r, n := s.rows[s.row], s.row+1
	before, after := s.measure(s.before, r), s.measure(s.theta, r)
	what := fmt.Sprintf("its score $y_{%d}\\langle\\theta,x_{%d}\\rangle$", n, n)
	if s.Variant == marginal {
		what = "its margin"
	}
	verdict := "now it is enough"
	if s.mistaken(s.theta, r) {
		verdict = "still too little"
	}
	factor := ""
	if s.varies() {
		factor = fmt.Sprintf(`\eta(%d)\,`, s.updates)
	}
	number := ""
	if s.varies() {
		number = say.TeX(s.eta()) + `\cdot `
	}
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Update %d turns $\\theta$ towards %s: %s %s; %s.", s.updates, s.ref(), what, change(before, after), verdict))},
		{TeX: say.Phrase(fmt.Sprintf(`\theta\leftarrow\theta+%sy_{%d}\,\ref{%s}{x_{%d}}=%s+%s(%s)\,\ref{%s}{%s}=\hl{%s}`,
			factor, n, ref(s.row), n, s.vecTeX(s.before), number, signTeX(r.y), ref(s.row), s.vecTeX(r.x), s.vecTeX(s.theta)))},
	}
	if s.planar() == 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(s.noLine())})
	}
	return append(lines, s.sayRepeats()...)
}

// change tells how a number grows, also by little.
func change(before, after float64) string {
	if say.TeX(before) == say.TeX(after) {
		return fmt.Sprintf("changes from $%s$ by $%s$ only", say.TeX(before), say.TeX(after-before))
	}
	return fmt.Sprintf("goes from $%s$ to $%s$", say.TeX(before), say.TeX(after))
}

// sayBatch lists the mistakes that come together.
func (s snapshot) sayBatch() []algos.Line {
	rows := s.atWork()
	verb := "are mistakes"
	if len(rows) == 1 {
		verb = "is a mistake"
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("%s of %d %s: %s.", say.Count(len(rows), "row"), len(s.rows), verb, listed(rows)))},
		{TeX: say.Phrase(fmt.Sprintf(`\sum_{t\in\mathcal{Y}}y_t\,x_t=\hl{%s},\quad\eta(%d)=%s`, s.vecTeX(s.sum(rows)), s.updates+1, say.TeX(s.eta())))},
	}
}

// listed names some rows.
func listed(rows []int) string {
	const most = 6
	var names []string
	for _, i := range rows[:min(len(rows), most)] {
		names = append(names, fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(i), i+1))
	}
	text := strings.Join(names, ", ")
	if more := len(rows) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (s snapshot) sayBatchUpdate() []algos.Line {
	rows := s.atWork()
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Update %d adds $\\eta(%d)=%s$ times the sum over %s; now %d of %d are wrong.", s.updates, s.updates, say.TeX(s.eta()), say.Count(len(rows), "mistake"), s.wrong, len(s.rows)))},
		{TeX: say.Phrase(fmt.Sprintf(`\theta\leftarrow\theta+\eta(%d)\sum_{t\in\mathcal{Y}}y_t\,x_t=%s+%s\cdot %s=\hl{%s}`,
			s.updates, s.vecTeX(s.before), say.TeX(s.eta()), s.vecTeX(s.sum(rows)), s.vecTeX(s.theta)))},
	}
	if s.planar() == 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(s.noLine())})
	}
	return append(lines, s.sayRepeats()...)
}
