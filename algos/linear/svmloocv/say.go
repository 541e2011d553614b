package svmloocv

import (
	"fmt"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Say implements [algos.View].
func (s state) Say() []algos.Line {
	var lines []algos.Line
	switch s.phase {
	case starting:
		lines = s.sayStart()
	case leaving:
		lines = s.sayLeaving()
	case refitting:
		lines = s.sayRefit()
	}
	return lines
}

func (s state) sayStart() []algos.Line {
	if s.status.Final() {
		tex := `\min \frac{1}{2}\lVert w\rVert^2 + C\sum_t \xi_t \quad \text{with} \quad y_t f(x_t) \ge 1 - \xi_t`
		if s.Hard {
			tex = `\min \frac{1}{2}\lVert w\rVert^2 \quad \text{with} \quad y_t f(x_t) \ge 1`
		}
		return []algos.Line{{Text: "First the classifier of all points has to be found:"}, {TeX: say.Phrase(tex)}}
	}
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("The classifier of all %s rests on %s. Now every point is left out in turn: the others are fitted from scratch, and judge the one that they never saw.",
			say.Count(len(s.y), "point"), say.Count(s.full.sv, "support vector")))},
		{TeX: say.Phrase(fmt.Sprintf(`\text{LOOCV} = \frac{1}{%d}\sum_{t=1}^{%d} \text{Loss}\bigl(y_t, f^{-t}(x_t)\bigr) \le \frac{N}{n} = %s`, len(s.y), len(s.y), s.share(s.full.sv)))},
	}
	if w := s.trainErrors(); w > 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("With all points in, %s misclassified.", say.Are(w, "point")))})
	}
	return lines
}

// problem is what a refit solves, with the row's number.
func (s state) problem() string {
	t := s.row + 1
	if s.Hard {
		return fmt.Sprintf(`f^{-%d} = \arg\min \frac{1}{2}\lVert w\rVert^2, \; y_i f(x_i) \ge 1 \; (i \ne %d)`, t, t)
	}
	return fmt.Sprintf(`f^{-%d} = \arg\min\; \frac{1}{2}\lVert w\rVert^2 + %s \sum_{i \ne %d} \max(0, 1 - y_i f(x_i))`, t, say.TeXFactor(s.C), t)
}

func (s state) sayLeaving() []algos.Line {
	a := s.full.alpha[s.row]
	text := fmt.Sprintf("%s goes. It is no support vector, $\\alpha_{%d} = 0$: all others have no need of it, so nothing should change.", s.inline(), s.row+1)
	if a > 0 {
		text = fmt.Sprintf("%s goes. It is a support vector, $\\alpha_{%d} = %s$: the road may move, and only now can there be an error.", s.inline(), s.row+1, say.TeX(a))
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(s.problem())}}
}

func (s state) sayRefit() []algos.Line {
	t := s.row + 1
	z := s.scores[s.row]
	verdict := `> 0 \;\Rightarrow\; \text{Loss} = 0`
	if z <= 0 {
		verdict = `\le 0 \;\Rightarrow\; \text{Loss} = 1`
	}
	lines := []algos.Line{
		{Text: say.Phrase(s.judgement())},
		{TeX: say.Phrase(fmt.Sprintf(`y_{%d}\, f^{-%d}(%s) = (%s)(%s) = \hl{%s} %s`, t, t, s.symbol(), sign(s.y[s.row]), say.TeX(s.less.f[s.row]), say.TeX(z), verdict))},
		{TeX: say.Phrase(fmt.Sprintf(`\text{LOOCV so far} = %s \le \frac{N}{n} = %s`, s.share(len(s.errors)), s.share(s.full.sv)))},
	}
	if len(s.errors) > s.full.sv {
		lines[2].TeX = say.Phrase(fmt.Sprintf(`\text{LOOCV so far} = %s, \quad \frac{N}{n} = %s`, s.share(len(s.errors)), s.share(s.full.sv)))
	}
	return lines
}

// judgement tells how the refit went.
func (s state) judgement() string {
	how := fmt.Sprintf("Refitted from scratch in %s", say.Count(s.less.Iterations, "pair"))
	switch {
	case s.alone():
		how = "Without it one class is gone: every point gets the label of the other one"
	case s.less.End == smo.NoBound:
		how = "The others have no hard margin either"
	case s.less.End != smo.Optimal:
		how = fmt.Sprintf("The refit stopped after %s, with the conditions still violated by %s", say.Count(s.less.Iterations, "pair"), say.Num(s.less.Violation))
	}
	moved := fmt.Sprintf("the scores of the points move by up to %s", say.Num(s.change()))
	if c := s.change(); c <= s.allowed() {
		moved = "nothing moves beyond the accuracy of the solver"
		if c == 0 {
			moved = "not a single score moves"
		}
	}
	ends := "it is on its right side"
	if s.wrong() {
		ends = "it is on the wrong side: an error"
		if s.scores[s.row] == 0 {
			ends = "its score is 0, which decides nothing: an error"
		}
	}
	return fmt.Sprintf("%s; %s. %s was not seen, and %s.", how, moved, s.inline(), ends)
}

// alone reports whether the row left out is the only one of its class.
func (s state) alone() bool {
	for k, y := range s.y {
		if k != s.row && y == s.y[s.row] {
			return false
		}
	}
	return true
}

func sign(y float64) string {
	if y > 0 {
		return "+1"
	}
	return "-1"
}

// symbol is xₜ in a formula, bound to its point; inline the same in a sentence.
func (s state) symbol() string { return fmt.Sprintf(`\ref{%s}{x_{%d}}`, ref(s.row), s.row+1) }
func (s state) inline() string { return fmt.Sprintf(`$\hl{%s}$`, s.symbol()) }
