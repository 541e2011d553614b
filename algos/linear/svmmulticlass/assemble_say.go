package svmmulticlass

import (
	"fmt"
	"strings"

	"playground/algos"
	"playground/algos/linear/internal/smo"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (t *team) Say() []algos.Line {
	var lines []algos.Line
	switch {
	case t.status.Final():
		lines = t.sayTally()
	case t.now == nil:
		lines = t.sayStart()
	default:
		lines = t.sayTrained()
	}
	return lines
}

func (t *team) sayStart() []algos.Line {
	K := t.count()
	if t.Method == oneVsRest {
		return []algos.Line{
			{Text: say.Phrase(fmt.Sprintf("Each of the %d classes gets a machine that tells it from all the others together.", K))},
			{TeX: `\hat{y} = \operatorname{argmax}_k f_k(x)`},
		}
	}
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("%d classes make %s, and each pair gets a machine that sees only the points of its two classes.", K, say.Count(t.jobs, "pair")))},
		{TeX: say.Phrase(fmt.Sprintf(`\frac{K(K-1)}{2} = \frac{%d\cdot %d}{2} = %d`, K, K-1, t.jobs))},
	}
}

func (t *team) sayTrained() []algos.Line {
	b := t.now
	text := fmt.Sprintf("The machine %s after %s: it has %s, and its KKT conditions are violated by %s.",
		t.title(b.first, b.second), say.Count(b.pairs, "pair"), say.Count(len(b.coef), "support vector"), say.Num(b.kkt))
	if b.end != smo.Running {
		wrong := 0
		for s, i := range b.rows {
			if (b.score[i] > 0) != (b.y[s] > 0) {
				wrong++
			}
		}
		text = fmt.Sprintf("The machine %s is trained after %s: it has %s and gets %d of its %s wrong.",
			t.title(b.first, b.second), say.Count(b.pairs, "pair"), say.Count(len(b.coef), "support vector"), wrong, say.Count(len(b.rows), "point"))
		if b.end != smo.Optimal {
			text = fmt.Sprintf("The machine %s stops after %s with its KKT conditions still violated by %s: %s.", t.title(b.first, b.second), say.Count(b.pairs, "pair"), say.Num(b.kkt), endNames[b.end])
		}
	}
	return []algos.Line{
		{Text: say.Phrase(text)},
		{TeX: say.Phrase(fmt.Sprintf(`\text{dual} = %s \le \text{primal} = %s`, say.TeXSig(b.dual, 6), say.TeXSig(b.primal, 6)))},
		{Text: say.Phrase(fmt.Sprintf("With %d of %s trained, %s wrong.", len(t.done), say.Count(t.jobs, "machine"), subject(t.mistakes, len(t.x))))},
	}
}

var endNames = map[smo.End]string{
	smo.Cap:       "the cap of pairs is used up",
	smo.Precision: "rounding hides any further gain",
	smo.NoBound:   "nothing stops its dual",
}

// sayTally tells how the class of the query comes about.
func (t *team) sayTally() []algos.Line {
	score := t.scoresAt(t.Query)
	all := t.tally(score)
	winner := best(all)
	const most = 6 // machines whose scores are spelt out
	var parts []string
	for b, member := range t.members[:min(most, len(t.members))] {
		index := fmt.Sprint(t.label(member.first))
		if member.second >= 0 {
			index += "," + fmt.Sprint(t.label(member.second))
		}
		parts = append(parts, fmt.Sprintf(`f_{%s}(q) = %s`, index, say.TeX(score[b])))
	}
	if len(t.members) > most {
		parts = append(parts, `\ldots`)
	}
	tex := algos.Line{TeX: say.Phrase(strings.Join(parts, `, \quad `))}
	if t.Method == oneVsRest {
		positive := 0
		for _, f := range all {
			if f > 0 {
				positive++
			}
		}
		text := fmt.Sprintf("At q the score of %s is the largest, so it is the answer. %s above 0", t.class(winner), areOf(positive, "score"))
		switch positive {
		case 0:
			text += ": no machine claims q, and the largest score decides all the same."
		case 1:
			text += ": the machines agree."
		default:
			text += ": several machines claim q, and scores of different machines are compared though nothing made them comparable."
		}
		return []algos.Line{{Text: say.Phrase(text)}, tex, {Text: say.Phrase(subject(t.mistakes, len(t.x)) + " wrong.")}}
	}
	level := 0
	for _, v := range all {
		if v == all[winner] {
			level++
		}
	}
	text := fmt.Sprintf("Every machine votes: at q %s gets %s and is the answer.", t.class(winner), say.Count(int(all[winner]), "vote"))
	if level > 1 {
		text = fmt.Sprintf("Every machine votes: at q %d classes have %s each. A tie goes to the first of them, %s, as in LIBSVM.", level, say.Count(int(all[winner]), "vote"), t.class(winner))
	}
	return []algos.Line{{Text: say.Phrase(text + " A score above 0 is a vote for the first class of its pair.")}, tex, {Text: say.Phrase(t.ties())}}
}

func areOf(n int, noun string) string {
	switch n {
	case 0:
		return "No " + noun + " is"
	case 1:
		return "1 " + noun + " is"
	}
	return say.Count(n, noun) + " are"
}

// ties says how many points are decided by the rule for ties.
func (t *team) ties() string {
	tied := 0
	score := make([]float64, len(t.members))
	for i := range t.x {
		for b, member := range t.members {
			score[b] = member.score[i]
		}
		all := t.tally(score)
		top, level := all[best(all)], 0
		for _, v := range all {
			if v == top {
				level++
			}
		}
		if level > 1 {
			tied++
		}
	}
	return fmt.Sprintf("%s wrong; for %d the vote is a tie.", subject(t.mistakes, len(t.x)), tied)
}
