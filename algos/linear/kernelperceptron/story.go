package kernelperceptron

import (
	"fmt"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// Say implements [algos.View].
func (s *snapshot) Say() []algos.Line {
	var lines []algos.Line
	switch s.kind {
	case start:
		lines = s.sayStart()
	case check:
		lines = []algos.Line{{Text: say.Phrase(fmt.Sprintf("%s is on its right side: nothing is stored.", s.inline()))}, {TeX: say.Phrase(s.scoreTeX() + `>0`)}}
		lines = append(lines, s.sayDirect()...)
	case mistake:
		lines = s.sayMistake()
	case update:
		lines = s.sayUpdate()
	}
	switch {
	case s.status.State == algos.Converged:
		lines = append(lines, algos.Line{Text: "Done: " + s.status.Reason + "."})
	case s.status.Final():
		lines = append(lines, algos.Line{Text: "No end: " + s.status.Reason + "."})
	case s.ends:
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Pass %d is over with %s; the next one starts again at $\\ref{x0}{x_{1}}$.", s.pass, say.Count(s.inPass, "mistake")))})
	}
	return lines
}

// shortMap is the most features that a formula lists.
const shortMap = 6

func (s *snapshot) sayStart() []algos.Line {
	lines := []algos.Line{
		{Text: "Nothing is stored, so $f=0$ everywhere and the first row will count as a mistake. Of every mistake the run keeps the row, and compares new points with it by the kernel."},
		{TeX: say.Phrase(s.task.k.TeX())},
	}
	switch {
	case len(s.phi) > shortMap:
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("The same run is made beside it with all %d monomials written down.", len(s.phi)))})
	case len(s.phi) > 0:
		lines = append(lines, algos.Line{Text: "The same run is made beside it with the features written down:"}, algos.Line{TeX: say.Phrase(`\phi(x)=` + s.phi.tex())})
	case s.Kernel == "poly":
		lines = append(lines, algos.Line{Text: "With $c_0<0$ the features would need roots of negative numbers: there is no map to write down."})
	case s.Kernel == "rbf", s.Kernel == "laplacian":
		lines = append(lines, algos.Line{Text: "Its feature space has infinitely many dimensions: only the kernel can work there."})
	}
	return lines
}

func (s *snapshot) sayMistake() []algos.Line {
	text := fmt.Sprintf("%s has the label $%d$ and lies on the wrong side: a mistake.", s.inline(), s.Label(s.Points[s.row].Class()))
	switch {
	case s.alpha.total == 0:
		text = fmt.Sprintf("%s: nothing is stored yet, so its score is 0, which is not above 0: a mistake.", s.inline())
	case s.score == 0:
		text = fmt.Sprintf("%s lies exactly on the boundary: its score is not above 0, and that counts as a mistake.", s.inline())
	}
	return append([]algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(s.scoreTeX() + `\le 0`)}}, s.sayDirect()...)
}

// sayDirect is the same score by the features.
func (s *snapshot) sayDirect() []algos.Line {
	if len(s.phi) == 0 || s.parted != nil {
		return nil
	}
	n := s.row + 1
	return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`\text{by features:}\quad y_{%d}\,\langle\theta,\phi(\ref{%s}{x_{%d}})\rangle=%s`, n, ref(s.row), n, say.TeX(s.y[s.row]*s.direct)))}}
}

func (s *snapshot) sayUpdate() []algos.Line {
	n, y := s.row+1, s.y[s.row]
	count := s.alpha.list()[s.row]
	after := y*s.score + s.diag[s.row]
	verdict := "now it is right"
	if after <= 0 {
		verdict = "still wrong, yet less so"
	}
	if s.diag[s.row] <= 0 {
		verdict = "which is no help"
	}
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Mistake %d stores %s: its score grows by $k(x_{%d},x_{%d})=%s$, from $%s$ to $%s$; %s.",
			s.alpha.total, s.inline(), n, n, say.TeX(s.diag[s.row]), say.TeX(y*s.score), say.TeX(after), verdict))},
		{TeX: say.Phrase(fmt.Sprintf(`f(x)\leftarrow f(x)%s k(\ref{%s}{x_{%d}},x),\qquad \alpha_{%d}=%d\to\hl{%d}`, sign(y), ref(s.row), n, n, count-1, count))},
	}
	if len(s.phi) == 0 || len(s.phi) > shortMap || s.parted != nil {
		return lines
	}
	theta := s.phi.coordinates(s.theta(s.twin.list()))
	phi := s.phi.coordinates(s.phi.at(nil, s.x[s.row]))
	return append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`\theta\leftarrow\theta%s\underbrace{%s}_{\phi(x_{%d})}=\hl{%s}`, sign(y), say.TeXVec(phi...), n, say.TeXVec(theta...)))})
}

// Of more than most stored rows a formula lists the kernel values of the first few.
const (
	most = 3
	few  = 2
)

// scoreTeX is y·f(x) of the row at work with this step's numbers.
func (s *snapshot) scoreTeX() string {
	n := s.row + 1
	var b strings.Builder
	fmt.Fprintf(&b, `y_{%d}\,f(\ref{%s}{x_{%d}})=(%s1)\,(`, n, ref(s.row), n, sign(s.y[s.row]))
	terms, listed := 0, most
	if s.stored > most {
		listed = few
	}
	for i, a := range s.alpha.list() {
		if a == 0 {
			continue
		}
		if terms++; terms > listed {
			continue
		}
		plus := sign(s.y[i])
		if terms == 1 && plus == "+" {
			plus = ""
		}
		factor := ""
		if a > 1 {
			factor = fmt.Sprintf(`%d\cdot `, a)
		}
		fmt.Fprintf(&b, `%s%s\ref{%s}{%s}`, plus, factor, ref(i), say.TeXFactor(s.task.k.At(s.x[i], s.x[s.row])))
	}
	switch {
	case terms == 0:
		b.WriteString("0")
	case terms > listed:
		fmt.Fprintf(&b, `+\text{%d more}`, terms-listed)
	}
	fmt.Fprintf(&b, `)=\hl{%s}`, say.TeX(s.y[s.row]*s.score))
	return b.String()
}

func sign(y float64) string {
	if y > 0 {
		return "+"
	}
	return "-"
}

// inline names the row at work in a sentence.
func (s *snapshot) inline() string { return fmt.Sprintf(`$\ref{%s}{x_{%d}}$`, ref(s.row), s.row+1) }
