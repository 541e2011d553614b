package adaboost

import (
	"fmt"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var lines []algos.Line
	switch v.phase {
	case starting:
		lines = v.sayStart()
	case fitting:
		lines = v.sayFitted()
	case choosing:
		lines = v.sayChosen()
	case weighing:
		lines = v.sayWeighed()
	case reweighed:
		lines = v.sayReweighed()
	}
	return lines
}

func (v view) sayStart() []algos.Line {
	n := len(v.y)
	text := fmt.Sprintf("Every point has the weight 1/%d, and the committee is empty. Each round adds the %s with the smallest weighted error, then makes the points that it gets wrong heavier.", n, v.noun())
	if v.Alpha == beta {
		text = fmt.Sprintf("Every point has the weight 1, of %d in all, and the committee is empty. Each round adds the %s with the smallest share of wrong weight, then makes the points that it gets right lighter.", n, v.noun())
	}
	return []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(fmt.Sprintf(`w_i = \frac{1}{n} = %s`, say.TeX(1/float64(n))))}}
}

func (v view) sayFitted() []algos.Line {
	t := v.number()
	tried := 0
	for j := range 2 {
		tried += len(v.search.values[j]) - 1
	}
	var lines []algos.Line
	if v.Weak == tree2 {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Round %d: %s for the root, and on both sides of it the best threshold, or none. The curves are the smallest weighted error that each root can reach.", t, say.Count(tried, "threshold")))})
	} else {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Round %d: %s lie between the points, each with two signs. The curves are their weighted errors; what lies above ½ for one sign lies below it for the other.", t, say.Count(tried, "threshold")))})
	}
	return append(lines, algos.Line{TeX: `\varepsilon(h) = \sum_i w_i \,\mathbf{1}[h(x_i) \ne y_i]`})
}

func (v view) sayChosen() []algos.Line {
	t := v.number()
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("The best %s, %s, says + %s. It gets %s wrong.", v.noun(), inline(t), v.r.h.rule(), say.Count(v.r.wrong, "point")))}}
	return append(lines, algos.Line{TeX: say.Phrase(v.errorSum())})
}

// errorSum writes ε as the sum of the heaviest wrong weights.
func (v view) errorSum() string {
	t := v.number()
	tex := fmt.Sprintf(`\varepsilon_{%d} = \sum_{i\,\text{wrong}} w_i = `, t)
	var wrong []int
	for i, x := range v.x {
		if v.r.h.at(x) != v.y[i] {
			wrong = append(wrong, i)
		}
	}
	const shown = 3
	if len(wrong) > 1 {
		slices.SortStableFunc(wrong, func(a, b int) int {
			switch {
			case v.w[a] > v.w[b]:
				return -1
			case v.w[a] < v.w[b]:
				return 1
			}
			return 0
		})
		for k, i := range wrong[:min(shown, len(wrong))] {
			if k > 0 {
				tex += " + "
			}
			tex += fmt.Sprintf(`\ref{%s}{%s}`, ref(i), say.TeX(v.w[i]))
		}
		if len(wrong) > shown {
			tex += ` + \ldots`
		}
		tex += " = "
	}
	return tex + fmt.Sprintf(`\hl{%s}`, say.TeX(v.r.err))
}

func (v view) sayWeighed() []algos.Line {
	t := v.number()
	if v.next.perfect {
		return []algos.Line{{TeX: say.Phrase(fmt.Sprintf(`\varepsilon_{%d} = 0 \quad \to \quad \alpha_{%d} = \infty`, t, t))}}
	}
	r := v.r
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("The smaller its error, the louder the vote of %s:", inline(t)))}, {TeX: say.Phrase(v.voteFormula())}}
	before, after := v.wrong, v.next.wrong
	return append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("The committee of %s now gets %d of %d wrong (%d before). Its exponential loss falls by the factor 2√(ε(1−ε)) = %s to %s.",
		say.Count(t, v.noun()), after, len(v.y), before, say.Num(r.z()), say.Num(v.next.loss)))})
}

// voteFormula is α with this round's numbers, in the convention of the options.
func (v view) voteFormula() string {
	t, e := v.number(), say.TeX(v.r.err)
	alpha := say.TeX(v.vote(v.r))
	switch v.Alpha {
	case full:
		return fmt.Sprintf(`\alpha_{%d} = \ln\frac{1-\varepsilon}{\varepsilon} = \ln\frac{1-%s}{%s} = \hl{%s}`, t, e, e, alpha)
	case beta:
		return fmt.Sprintf(`\beta_{%d} = \frac{\varepsilon}{1-\varepsilon} = \frac{%s}{1-%s} = %s, \quad \ln\frac{1}{\beta_{%d}} = \hl{%s}`,
			t, e, e, say.TeX(v.r.err/(1-v.r.err)), t, alpha)
	}
	return fmt.Sprintf(`\alpha_{%d} = \frac{1}{2}\ln\frac{1-\varepsilon}{\varepsilon} = \frac{1}{2}\ln\frac{1-%s}{%s} = \hl{%s}`, t, e, e, alpha)
}

func (v view) sayReweighed() []algos.Line {
	t, r := v.number(), v.r
	up, down := math.Exp(r.alpha)/r.z(), math.Exp(-r.alpha)/r.z()
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("What %s gets wrong becomes heavier, the rest lighter, so that each holds half of the weight: for the next round %s is a coin.", inline(t), hName(t)))}}
	var tex string
	switch v.Alpha {
	case full:
		tex = fmt.Sprintf(`w_i \leftarrow \frac{1}{Z}\begin{cases} w_i\,e^{\alpha} = %s\,w_i & \text{wrong} \\ w_i & \text{right} \end{cases} \qquad Z = %s`, say.TeX(math.Exp(2*r.alpha)), say.TeX(2*(1-r.err)))
	case beta:
		tex = fmt.Sprintf(`w_i \leftarrow \begin{cases} \beta\,w_i = %s\,w_i & \text{right} \\ w_i & \text{wrong} \end{cases}`, say.TeX(r.err/(1-r.err)))
	default:
		tex = fmt.Sprintf(`w_i \leftarrow \frac{w_i\,e^{-\alpha y_i h(x_i)}}{Z} = \begin{cases} %s\,w_i & \text{wrong} \\ %s\,w_i & \text{right} \end{cases} \qquad Z = %s`, say.TeX(up), say.TeX(down), say.TeX(r.z()))
	}
	lines = append(lines, algos.Line{TeX: say.Phrase(tex)})
	if v.Alpha == beta {
		lines = append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`W \leftarrow 2\varepsilon\,W = %s\,W`, say.TeX(2*r.err)))})
	}
	top := slices.Index(v.next.w, slices.Max(v.next.w))
	return append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("The heaviest point is now $\\ref{%s}{x_{%d}}$ with %s of the weight.", ref(top), top+1, percent(v.next.w[top])))})
}

func percent(share float64) string { return say.Num(math.Round(1000*share)/10) + " %" }

// inline is hₜ in a sentence, bound to its line on the board.
func inline(t int) string { return fmt.Sprintf(`$\ref{%s}{h_{%d}}$`, hRef(t), t) }
