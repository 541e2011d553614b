package perceptron

import (
	"fmt"

	"playground/algos"
	"playground/algos/say"
)

// Say implements [algos.View].
func (s snapshot) Say() []algos.Line {
	var lines []algos.Line
	switch s.kind {
	case start:
		lines = s.sayStart()
	case check:
		lines = s.sayCheck()
	case mistake:
		lines = s.sayMistake()
	case update:
		lines = s.sayUpdate()
	}
	if s.ends && !s.status.Final() {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Pass %d is over with %s; the next one starts again at $\\ref{x0}{x_{1}}$.", s.pass, say.Count(s.mistakes, "mistake")))})
	}
	if s.status.Final() {
		lines = append(lines, algos.Line{Text: say.Phrase(sentence(s.status))})
	}
	return lines
}

func sentence(s algos.Status) string {
	switch s.State {
	case algos.Converged:
		return ("Done: " + s.Reason + ".").String()
	case algos.Cycling:
		return ("A cycle: " + s.Reason + ".").String()
	}
	return ("No end: " + s.Reason + ".").String()
}

func (s snapshot) sayStart() []algos.Line {
	if !s.plain() {
		return s.sayVariantStart()
	}
	text := "$\\theta=0$, so every score is 0: there is no line yet, and the first row will count as a mistake. The rows are visited in file order, pass after pass."
	if s.Bias {
		text += " Every point stands for $x=(x_1,\\,x_2,\\,1)$; the last coordinate of $\\theta$, called $\\theta_0$, moves the line away from the origin."
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: `\text{if } y_t\,\langle\theta,x_t\rangle\le 0\text{:}\quad\theta\leftarrow\theta+y_t\,x_t`}}
}

func (s snapshot) sayCheck() []algos.Line {
	switch s.Variant {
	case batch:
		return []algos.Line{{Text: "Every row is on its right side: there is nothing to add."}, {TeX: `\mathcal{Y}=\emptyset`}}
	case marginal, increment:
		return []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s is on its right side, and far enough: $\\theta$ stays as it is.", s.ref()))}, {TeX: say.Phrase(s.measureTeX())}}
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("%s is on its right side, so $\\theta$ stays as it is.", s.ref()))},
		{TeX: say.Phrase(s.scoreTeX() + `>0`)},
	}
}

func (s snapshot) sayMistake() []algos.Line {
	switch {
	case s.Variant == batch:
		return s.sayBatch()
	case s.close():
		return []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s is on its right side, but nearer to the line than the rule allows: a margin mistake.", s.ref()))}, {TeX: say.Phrase(s.measureTeX())}}
	case s.Variant == marginal || s.Variant == increment:
		return []algos.Line{{Text: say.Phrase(s.misplaced())}, {TeX: say.Phrase(s.measureTeX())}}
	}
	return []algos.Line{{Text: say.Phrase(s.misplaced())}, {TeX: say.Phrase(s.scoreTeX() + `\le 0`)}}
}

// misplaced says why the row at work is a mistake.
func (s snapshot) misplaced() string {
	switch {
	case s.theta == (vector{}):
		return fmt.Sprintf("%s: with $\\theta=0$ the score is 0, which is not above 0, and counts as a mistake.", s.ref())
	case s.rows[s.row].score(s.theta) == 0:
		return fmt.Sprintf("%s lies exactly on the line: its score is not above 0, and that counts as a mistake.", s.ref())
	}
	return fmt.Sprintf("%s has the label %s and lies on the wrong side of the line: a mistake.", s.ref(), s.labelTeX())
}

func (s snapshot) sayUpdate() []algos.Line {
	if s.Variant == batch {
		return s.sayBatchUpdate()
	}
	if s.varies() || s.Variant == marginal {
		return s.sayVariantUpdate()
	}
	r := s.rows[s.row]
	before, after := r.y*r.score(s.before), r.y*r.score(s.theta)
	verdict := "now it is right"
	if after <= 0 {
		verdict = "still wrong, yet less so"
	}
	if after <= before { // only where the sum was rounded back to what it was
		verdict = "the sum is rounded back to what it was"
	}
	n := s.row + 1
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Update %d turns $\\theta$ towards %s: $y_{%d}\\langle\\theta,x_{%d}\\rangle$ grows by $\\lVert x_{%d}\\rVert^2=%s$, from $%s$ to $%s$; %s.",
			s.updates, s.ref(), n, n, n, say.TeX(dot(r.x, r.x)), say.TeX(before), say.TeX(after), verdict))},
		{TeX: say.Phrase(fmt.Sprintf(`\theta\leftarrow\theta+y_{%d}\,\ref{%s}{x_{%d}}=%s+(%s)\,\ref{%s}{%s}=\hl{%s}`,
			n, ref(s.row), n, s.vecTeX(s.before), signTeX(r.y), ref(s.row), s.vecTeX(r.x), s.vecTeX(s.theta)))},
	}
	if s.planar() == 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(s.noLine())})
	}
	return append(lines, s.sayRepeats()...)
}

func (s snapshot) sayRepeats() []algos.Line {
	if !s.repeats {
		return nil
	}
	return []algos.Line{{Text: say.Phrase(fmt.Sprintf("θ is back where it was %s ago: it repeats for ever, %s.", say.Count(s.period, "update"), s.whyRepeats()))}}
}

// noLine says what the picture lacks while (θ₁, θ₂) = 0.
func (s snapshot) noLine() string {
	if s.theta[2] == 0 {
		return "$\\theta=0$: there is no line, and every score is 0."
	}
	side := s.Label(0)
	if s.theta[2] > 0 {
		side = s.Label(1)
	}
	return fmt.Sprintf("$\\theta_1=\\theta_2=0$: there is no line; every point of the plane gets the score $\\theta_0=%s$ and the label $%d$.", say.TeX(s.theta[2]), side)
}

// scoreTeX is y⟨θ, x⟩ with this row's numbers.
func (s snapshot) scoreTeX() string {
	r, n := s.rows[s.row], s.row+1
	return fmt.Sprintf(`y_{%d}\,\langle\theta,\ref{%s}{x_{%d}}\rangle=(%s)\,\bigl\langle%s,\,\ref{%s}{%s}\bigr\rangle=\hl{%s}`,
		n, ref(s.row), n, signTeX(r.y), s.vecTeX(s.theta), ref(s.row), s.vecTeX(r.x), say.TeX(r.y*r.score(s.theta)))
}

func (s snapshot) vecTeX(v vector) string { return say.TeXVec(s.shown(v)...) }

// ref names the row at work in a sentence.
func (s snapshot) ref() string { return fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(s.row), s.row+1) }

// labelTeX is the row's label as the data set writes it.
func (s snapshot) labelTeX() string {
	return fmt.Sprintf("$%d$", s.Label(s.Points[s.row].Class()))
}

func signTeX(y float64) string {
	if y > 0 {
		return "+1"
	}
	return "-1"
}
