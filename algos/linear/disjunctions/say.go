package disjunctions

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
	case predict:
		lines = s.sayPrediction()
	case learn:
		lines = s.sayLabel()
	}
	if s.status.Final() {
		lines = append(lines, algos.Line{Text: "The end: " + s.status.Reason + "."})
	}
	return lines
}

func (s snapshot) sayStart() []algos.Line {
	w := s.writer()
	text := fmt.Sprintf("The hypothesis $h$ starts as the disjunction of all %s, and says + of every input but %s.", say.Count(s.N, "variable"), strings.Repeat("0", s.N))
	if s.Learner == general {
		text = fmt.Sprintf("Every negation counts as a variable of its own, so $h$ starts as the disjunction of %s: one of $x_i$ and $\\neg x_i$ is always true, and $h$ says + of every input.", say.Count(2*s.N, "literal"))
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase("h=" + w.disjunctionTeX(s.h))}}
}

// inputRef names the example at work in a sentence.
func (s snapshot) inputRef() string {
	b := s.now().x.bits(s.N)
	return fmt.Sprintf("$\\ref{%s}{%s}$", b, b)
}

func (s snapshot) sayPrediction() []algos.Line {
	w, x := s.writer(), s.now().x
	holds := s.h & truths(x, s.N)
	text := fmt.Sprintf("Example %d is %s. No literal of $h$ is true in it: the prediction is −.", len(s.past), s.inputRef())
	if holds != 0 {
		text = fmt.Sprintf("Example %d is %s. Of the literals in $h$, %s %s true: the prediction is +.", len(s.past), s.inputRef(), w.list(holds), is(holds))
	}
	if s.h == 0 {
		return []algos.Line{{Text: say.Phrase(fmt.Sprintf("Example %d is %s. Nothing is left in $h$, which is never true: the prediction is −.", len(s.past), s.inputRef()))}, {TeX: `h(x)=\hl{0}`}}
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(fmt.Sprintf(`h(x)=%s=\hl{%d}`, s.valuesTeX(x), count(s.now().said)))}}
}

// valuesTeX is h with the values of its literals in x.
func (s snapshot) valuesTeX(x input) string {
	w, t := s.writer(), truths(x, s.N)
	return join(s.h, func(i int) string { return fmt.Sprintf(`\ref{%s}{%d}`, w.ref(i), count(t.has(i))) }, `\lor `, "0")
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

func is(l literals) string {
	if l.count() == 1 {
		return "is"
	}
	return "are"
}

func (s snapshot) sayLabel() []algos.Line {
	w, e := s.writer(), s.now()
	var lines []algos.Line
	switch {
	case e.said == e.label:
		lines = []algos.Line{{Text: say.Phrase(fmt.Sprintf("The label of %s is %s, as predicted: nothing changes.", s.inputRef(), sign(e.label)))}, {TeX: say.Phrase(fmt.Sprintf(`h(x)=%d=y`, count(e.label)))}}
	case e.said:
		lines = []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("The label of %s is −: mistake %d. What is true in a negative example cannot be in the target, so %s %s struck out.", s.inputRef(), s.mistakes(), w.list(s.removed), is(s.removed)))},
			{TeX: say.Phrase(fmt.Sprintf(`h\leftarrow h\setminus\hl{%s}=%s`, w.setTeX(s.removed), w.disjunctionTeX(s.h)))},
		}
	default:
		lines = []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("The label of %s is +: mistake %d, and one that the rule cannot mend, because it only strikes out.", s.inputRef(), s.mistakes()))},
			{TeX: `h(x)=0\neq 1=y`},
		}
	}
	if e.lied {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("The target says %s: this label is wrong.", sign(!e.label)))})
	}
	if s.clashed == len(s.past) {
		lines = append(lines, algos.Line{Text: say.Phrase(s.sayClash())})
	}
	return lines
}

// sayClash proves that no hypothesis of the class gives the labels so far.
func (s snapshot) sayClash() string {
	e := s.past[s.clash-1]
	text := fmt.Sprintf("No %s gives the labels so far. Example %d, %s, is positive", s.class(), s.clash, e.x.bits(s.N))
	if witnesses := s.witnesses(); witnesses != "" {
		text += ", yet " + witnesses
	} else {
		text += ", yet no variable is 1 in it"
	}
	reason := "a label is wrong"
	if s.Learner == monotone {
		reason += ", or the target is no disjunction of variables"
	}
	return text + ". So " + reason + "."
}

// witnesses says which negative examples the true literals of the clashing
// positive one are true in: "x₂ is true in the negative example 3".
func (s snapshot) witnesses() string {
	w := s.writer()
	var parts []string
	for _, i := range (truths(s.past[s.clash-1].x, s.N) & all(s.N, s.Learner == general)).each() {
		parts = append(parts, fmt.Sprintf("%s is true in the negative example %d", w.name(i), s.deaths[i]))
	}
	return strings.Join(parts, ", ")
}
