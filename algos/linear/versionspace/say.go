package versionspace

import (
	"fmt"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// Say implements [algos.View].
func (s snapshot) Say() []algos.Line {
	var lines []algos.Line
	switch s.kind {
	case start:
		lines = s.sayStart()
	case ask:
		lines = s.sayAsk()
	case cut:
		lines = s.sayCut()
	}
	if s.status.Final() {
		head := "The end: "
		if s.status.State == algos.Converged {
			head = "Done: "
		}
		lines = append(lines, algos.Line{Text: say.Phrase(head) + s.status.Reason + "."})
	}
	return lines
}

func (s snapshot) sayStart() []algos.Line {
	text := "A line through the origin is a vector $\\theta=(\\theta_1,\\theta_2)$, and $2\\theta$ is the same line: the box shows one multiple of each at least. No label is known, so every $\\theta$ in it is possible."
	switch {
	case s.Bias:
		text = fmt.Sprintf("A line is a vector $\\theta$, a point of weight space, and $2\\theta$ is the same line. So the picture fixes $%s=%s$ and shows a box of the two other weights. No label is known: every line in the box is possible.", namesTeX[s.chart.fixed], say.TeX(s.chart.value))
	case s.chart.least > 0:
		text = "A line through the origin is a vector $\\theta=(\\theta_1,\\theta_2)$. Each example will ask for $y\\,\\langle\\theta,x\\rangle\\ge 1$, as the linear program of the notes does; no label is known yet, so every $\\theta$ in the box is possible."
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(s.chart.boxTeX())}}
}

func (s snapshot) ref() string { return fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(s.row), s.row+1) }

func (s snapshot) sayAsk() []algos.Line {
	text := fmt.Sprintf("%s comes, its label still hidden. In weight space it is a line that does not meet the polygon: all lines that are left agree, and say %s.", s.ref(), sign(s.plus >= s.minus))
	if s.null() {
		text = fmt.Sprintf("%s comes, its label still hidden. It is the origin, to which every line through the origin gives the score 0: neither label.", s.ref())
	}
	switch {
	case s.chart.least > 0 && !s.null():
		text = fmt.Sprintf("%s comes, its label still hidden. %s of the polygon meets the inequality of the label +, %s that of −. The majority says %s, the centre %s.",
			s.ref(), percent(s.plus), percent(s.minus), sign(s.plus >= s.minus), s.centreSays())
	case s.plus > 0 && s.minus > 0:
		text = fmt.Sprintf("%s comes, its label still hidden. It cuts the polygon: %s of the area says +, %s says −. The majority says %s, the centre %s.",
			s.ref(), percent(s.plus), percent(s.minus), sign(s.plus >= s.minus), s.centreSays())
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(fmt.Sprintf(`\langle\theta,\ref{%s}{x_{%d}}\rangle=%s`, ref(s.row), s.row+1, s.scoreTeX()))}}
}

// centreSays is the label that the drawn line gives the point at work.
func (s snapshot) centreSays() string {
	x := s.lift(s.Points[s.row].X)
	switch {
	case positive(x, s.theta):
		return sign(true)
	case positive(vector{-x[0], -x[1], -x[2]}, s.theta):
		return sign(false)
	}
	return "neither"
}

func sign(positive bool) string {
	if positive {
		return "+"
	}
	return "−"
}

// scoreTeX is ⟨θ, x⟩ as a linear function of the two free weights.
func (s snapshot) scoreTeX() string {
	x := s.lift(s.Points[s.row].X)
	var parts []string
	for _, k := range s.chart.axes {
		parts = append(parts, term(x[k], namesTeX[k]))
	}
	parts = append(parts, term(x[s.chart.fixed]*s.chart.value, ""))
	text := strings.TrimPrefix(strings.Join(parts, ""), "+")
	if text == "" {
		return "0"
	}
	return text
}

// term writes a summand with its sign: "+2\,\theta_1", "-1"; nothing for 0.
func term(factor float64, of string) string {
	switch {
	case factor == 0:
		return ""
	case of != "" && factor == 1:
		return "+" + of
	case of != "" && factor == -1:
		return "-" + of
	}
	text := say.TeX(factor)
	if factor > 0 {
		text = "+" + text
	}
	if of != "" {
		text += `\,` + of
	}
	return text
}

func (s snapshot) sayCut() []algos.Line {
	label := s.Points[s.row].Sign() > 0
	relation := ">0"
	switch {
	case s.chart.least > 0 && label:
		relation = `\ge 1`
	case s.chart.least > 0:
		relation = `\le -1`
	case !label:
		relation = "<0"
	}
	inequality := algos.Line{TeX: say.Phrase(fmt.Sprintf(`y_{%d}=%s1:\quad %s\,\hl{%s}`, s.row+1, map[bool]string{true: "+", false: "-"}[label], s.scoreTeX(), relation))}
	if s.polygon == nil {
		return []algos.Line{{Text: say.Phrase(s.sayNothing())}, inequality}
	}
	if s.redundant() {
		return []algos.Line{{Text: say.Phrase(fmt.Sprintf("The label of %s is %s, as every line that is left says: nothing is cut away.", s.ref(), sign(label)))}, inequality}
	}
	text := fmt.Sprintf("The label of %s is %s: %s of the polygon stays, which is %s of the box; it has %s now.", s.ref(), sign(label), percent(s.kept), percent(s.area()), say.Count(len(s.polygon), "corner"))
	if (s.plus >= s.minus) != label {
		text += " The majority was wrong, and at least half is gone."
	}
	return []algos.Line{{Text: say.Phrase(text)}, inequality}
}

// sayNothing says why the polygon is empty.
func (s snapshot) sayNothing() string {
	switch s.ending {
	case infeasible:
		var who []string
		for _, i := range s.proof.Rows {
			who = append(who, fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(s.seen[i]), s.seen[i]+1))
		}
		return fmt.Sprintf("With %s nothing is left. It takes only %s to prove it: a weighted sum of their $y\\,x$ is 0, so no $\\theta$ can have all $y\\,\\langle\\theta,x\\rangle>0$.", s.ref(), listed(who))
	case elsewhere:
		return fmt.Sprintf("With %s nothing is left of this box. A separating line exists all the same: it lies outside of what this chart shows.", s.ref())
	}
	return fmt.Sprintf("With %s less is left than floating-point numbers can draw. That a separating line exists was decided in whole numbers.", s.ref())
}

// listed joins words: "a, b and c".
func listed(words []string) string {
	n := len(words)
	if n < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
}
