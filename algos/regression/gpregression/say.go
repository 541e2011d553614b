package gpregression

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (s *state) Say() []algos.Line {
	var lines []algos.Line
	switch s.phase {
	case starting:
		lines = s.sayPrior()
	case relating:
		lines = s.sayRelated()
	case foreseeing:
		lines = s.sayForeseen()
	case conditioning:
		lines = s.sayConditioned()
	default:
		lines = s.sayHill()
	}
	if s.jitter > 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Without help $K + \\sigma^2 I$ is singular to working precision (inputs coincide, or nearly, and there is hardly any noise). A jitter of %s is added to its diagonal, as if the noise were that much larger.", say.Num(s.jitter)))})
	}
	return lines
}

func (s *state) sayPrior() []algos.Line {
	text := "Before any observation every function is a draw from the prior: mean 0 and covariance $k$."
	if s.line() && s.Samples > 0 {
		text += fmt.Sprintf(" The thin lines are %s.", say.Count(s.Samples, "draw"))
	}
	lines := []algos.Line{{Text: say.Phrase(text)}, {TeX: say.Phrase(s.kernelTeX())}}
	if n := s.next(); n >= 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Next comes the observation $y_{%d} = %s$ at $\\ref{%s}{x_{%d}} = %s$.", n+1, say.TeX(s.y[n]), ref(n), n+1, s.inputTeX(s.x[n])))})
	}
	return lines
}

// kernelTeX is the kernel with its numbers.
func (s *state) kernelTeX() string {
	k := s.kernel().TeX()
	tail := ""
	if strings.Contains(k, "r") {
		tail = `, \quad r = \lVert x - z\rVert`
	}
	return "k(x, z) = " + k + tail
}

func (s *state) inputTeX(x [2]float64) string {
	if s.line() {
		return say.TeX(x[0])
	}
	return say.TeXVec(x[0], x[1])
}

// shown is how many entries of a vector are written out.
const shown = 4

// vectorTeX writes the first entries of a vector.
func vectorTeX(v []float64) string {
	if len(v) <= shown {
		return say.TeXVec(v...)
	}
	parts := make([]string, shown)
	for i := range parts {
		parts[i] = say.TeX(v[i])
	}
	return "(" + strings.Join(parts, `,\,`) + `,\,\ldots)`
}

// symbol is xᵢ bound to its point.
func symbol(row int) string { return fmt.Sprintf(`\ref{%s}{x_{%d}}`, ref(row), row+1) }

func (s *state) sayRelated() []algos.Line {
	x := s.x[s.row]
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("How much does f at $\\hl{%s} = %s$ have to do with what was seen? That is the new row of the kernel matrix.", symbol(s.row), s.inputTeX(x)))}}
	own := s.kernel().At(x, x)
	if s.row == 0 {
		return append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`k(x_1, x_1) = %s`, say.TeX(own)))})
	}
	closest := 0
	for i, c := range s.forecast.cov {
		if math.Abs(c) > math.Abs(s.forecast.cov[closest]) {
			closest = i
		}
	}
	return append(lines,
		algos.Line{TeX: say.Phrase(fmt.Sprintf(`k(x_{%d}, X) = %s, \quad k(x_{%d}, x_{%d}) = %s`, s.row+1, vectorTeX(s.forecast.cov), s.row+1, s.row+1, say.TeX(own)))},
		algos.Line{Text: say.Phrase(fmt.Sprintf("Of all earlier ones $%s$ says most about it: $k = %s$.", symbol(closest), say.TeX(s.forecast.cov[closest])))})
}

func (s *state) sayForeseen() []algos.Line {
	f, i := s.forecast, s.row+1
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Before looking at $y_{%d}$ the process forecasts it, at $\\hl{%s} = %s$:", i, symbol(s.row), s.inputTeX(s.x[s.row])))},
		{TeX: say.Phrase(fmt.Sprintf(`\begin{aligned} m &= k(x_{%d}, X)(K + \sigma^2 I)^{-1}y = %s \\ s^2 &= %s - %s = %s \\ y_{%d} &\sim N(%s,\; %s + %s) \end{aligned}`,
			i, say.TeX(f.mean), say.TeX(s.ownVariance()), say.TeX(s.ownVariance()-f.vari), say.TeX(max(0, f.vari)),
			i, say.TeX(f.mean), say.TeX(max(0, f.vari)), say.TeX(s.post.noise)))},
		{Text: say.Phrase(fmt.Sprintf("It is %s: %s standard deviations %s.", say.Num(s.y[s.row]), say.Num(math.Abs(s.surprise())), s.whichSide()))},
	}
}

func (s *state) ownVariance() float64 { return s.kernel().At(s.x[s.row], s.x[s.row]) }

func (s *state) whichSide() string {
	if s.surprise() < 0 {
		return "below"
	}
	return "above"
}

func (s *state) sayConditioned() []algos.Line {
	f, i := s.forecast, s.row+1
	gain := max(0, f.vari) / (f.vari + s.post.noise)
	return append([]algos.Line{
		{Text: say.Phrase(fmt.Sprintf("The observation $(\\hl{%s}, y_{%d}) = (%s, %s)$ was forecast as %s. The curve moves towards it by the share $s^2/(s^2 + \\sigma^2) = %s$ of the surprise:",
			symbol(s.row), i, s.inputTeX(s.x[s.row]), say.TeX(s.y[s.row]), say.Num(f.mean), say.TeX(gain)))},
		{TeX: say.Phrase(fmt.Sprintf(`m(x_{%d}) \leftarrow %s + %s\cdot(%s - %s) = \hl{%s}, \quad s^2(x_{%d}) \leftarrow (1 - %s)\cdot %s = %s`,
			i, say.TeX(f.mean), say.TeX(gain), say.TeX(s.y[s.row]), say.TeXFactor(f.mean), say.TeX(f.mean+gain*(s.y[s.row]-f.mean)),
			i, say.TeX(gain), say.TeX(max(0, f.vari)), say.TeX((1-gain)*max(0, f.vari))))},
		{Text: say.Phrase(fmt.Sprintf("%s It adds the log density of its forecast, %s, to the evidence.", s.remark(), say.Num(s.post.logp-s.before.logp)))},
	}, s.evidence()...)
}

// remark says what kind of surprise the observation was.
func (s *state) remark() string {
	switch t := math.Abs(s.surprise()); {
	case t > 3:
		return "The prior did not expect this: an outlier, too little noise, or the wrong kernel."
	case s.forecast.vari < s.post.noise/4:
		return "f was known here already, so little is learnt."
	}
	return "Around it the band is narrower now."
}

// evidence is the log evidence with its three parts.
func (s *state) evidence() []algos.Line {
	p := s.post
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Log evidence = fit − complexity − constant, with $\\frac{n}{2}\\log 2\\pi = %s$ for the constant:", say.TeX(p.constant())))},
		{TeX: say.Phrase(fmt.Sprintf(`\log p(y) = %s - %s - %s = \hl{%s}`, say.TeX(p.fit), say.TeXFactor(p.complex), say.TeX(p.constant()), say.TeX(p.logEvidence())))},
	}
}

func (s *state) sayHill() []algos.Line {
	h := s.hill
	var lines []algos.Line
	add := func(format string, args ...any) {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf(format, args...))})
	}
	switch s.phase {
	case setting:
		what := "the kernel as given"
		if h.start > 0 {
			what = "numbers drawn around the given ones"
		}
		add("Start %d of %d: %s. From here the numbers climb the log evidence, by the gradient $\\frac{1}{2}\\operatorname{tr}((\\alpha\\alpha^\\top - (K+\\sigma^2 I)^{-1})\\,\\partial K)$.", h.start+1, len(s.starts), what)
	case climbing:
		add("Iterate %d of L-BFGS raises the log evidence by %s. The steepest derivative by a logarithm is now %s.", h.iterate, say.Num(h.value-h.last), say.Num(h.slope))
	case arriving:
		add("%s after %s: log evidence %s. %s", endNames[h.end], say.Count(h.iterate, "iterate"), say.Num(h.value), s.known())
	case choosing:
		for i, o := range h.optima {
			k, noise := s.model(o.theta)
			add("Optimum %s (%s): log evidence %s, kernel %s, σ² = %s.", letter(i), startNames(o.starts), say.Num(o.value), s.short(k.Values()), say.Num(noise))
		}
	}
	lines = append(lines, algos.Line{TeX: say.Phrase(s.kernelTeX() + `, \quad \sigma^2 = ` + say.TeX(s.noise))})
	lines = append(lines, s.evidence()...)
	if len(h.bounded) > 0 {
		var names []string
		for _, i := range h.bounded {
			names = append(names, s.numberName(s.vary[i]))
		}
		add("At its bound: %s. The data do not say how far it should go.", strings.Join(names, ", "))
	}
	return lines
}

var endNames = [...]string{flat: "The slope is zero", stuck: "Rounding hides any further rise", capped: "The cap is met"}

// known says whether another start ended at the same place.
func (s *state) known() string {
	for i, o := range s.hill.optima {
		if o.starts[len(o.starts)-1] != s.hill.start {
			continue
		}
		if len(o.starts) > 1 {
			return fmt.Sprintf("This is optimum %s again.", letter(i))
		}
		if i > 0 {
			return fmt.Sprintf("This is another local optimum: call it %s.", letter(i))
		}
	}
	return "Call this optimum A."
}

// letter names the optima A, B, C, …
func letter(i int) string { return string(rune('A' + i)) }

func startNames(starts []int) string {
	if len(starts) == 1 {
		return fmt.Sprintf("start %d", starts[0]+1)
	}
	parts := make([]string, len(starts))
	for i, n := range starts {
		parts[i] = say.Num(float64(n + 1))
	}
	return "starts " + strings.Join(parts, ", ")
}

// short writes the kernel with other numbers, as people read them: "1.4·rbf(0.9)".
func (s *state) short(values []float64) string {
	rounded := make([]float64, len(values))
	for i, v := range values {
		rounded[i] = roundTo3(v)
	}
	return s.k.With(rounded).String()
}

// roundTo3 rounds to three significant digits.
func roundTo3(v float64) float64 {
	if v == 0 {
		return 0
	}
	scale := math.Pow(10, 2-math.Floor(math.Log10(v)))
	return math.Round(v*scale) / scale
}

// numberName names a hyper-parameter: one of the kernel's numbers, or the noise.
func (m *machine) numberName(i int) string {
	if numbers := m.k.Numbers(); i < len(numbers) {
		return numbers[i].Symbol
	}
	return "σ²"
}
