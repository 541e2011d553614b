package emgmm

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var lines []algos.Line
	switch v.phase {
	case starting:
		lines = v.sayStart()
	case asking:
		lines = v.sayBayes()
	case sharing:
		lines = v.sayShared()
	case fitting:
		lines = v.sayRefit(v.part)
	case raising:
		lines = v.sayRaised()
	}
	if v.status.Final() && affordable(otherSeeds*len(v.x)*v.K) == 0 {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Other seeds are not tried: with %s and %s that is too much work for a look.", say.Count(len(v.x), "point"), say.Count(v.K, "component")))})
	}
	return lines
}

func (v view) sayStart() []algos.Line {
	from := "at points far from each other (k-means++)"
	switch v.Init {
	case atRandom:
		from = "at points drawn at random"
	case atRows:
		from = "at " + list(v.rows)
	case byHand:
		from = "where you put them"
	}
	text := fmt.Sprintf("The means start %s, all weights are %s, and every covariance is as wide as the data. No point belongs to anyone yet.", from, say.Num(1/float64(v.K)))
	if v.K == 1 {
		text = "A single Gaussian: one M-step will give it the mean and covariance of the data."
	}
	lines := []algos.Line{{Text: say.Phrase(text)}}
	if j, k, ok := v.twins(); ok {
		lines = append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("Components %d and %d start at the same place: EM will never tell them apart.", j+1, k+1))})
	}
	return append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`\ell(\theta) = \sum_{i=1}^{%d} \log \sum_{k=1}^{%d} \pi_k\, N(x_i \mid \mu_k, \Sigma_k) = %s`, len(v.x), v.K, say.TeXSig(v.loglik, 6)))})
}

// logs returns log πₖN(xᵢ | k) for every component.
func (s *state) logs(i int) []float64 {
	f := make([]factor, s.K)
	factorise(f, s.seen(), s.Dim)
	a := make([]float64, s.K)
	for j := range f {
		a[j] = f[j].log(s.x[i])
	}
	return a
}

// sayBayes works out the shares of one point. Where the densities are too small
// for numbers it works with their logarithms, as the program does.
func (v view) sayBayes() []algos.Line {
	i := v.part
	a, r := v.logs(i), v.shares(i)
	best := 0
	for j := range r {
		if r[j] > r[best] {
			best = j
		}
	}
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("Of all points the model is least sure about $\\hl{\\ref{%s}{x_{%d}}}$. Its shares are Bayes' rule, prior $\\pi_k$ times density:", ref(i), i+1))}}
	if a[best] < -600 {
		return append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`%s = \exp\bigl(%s - \log\sum_j e^{a_j}\bigr) = \hl{%s}, \quad a_k = \log \pi_k N(x_{%d} \mid k)`,
			shareOf(i, best), say.TeX(a[best]), say.TeX(r[best]), i+1))})
	}
	var terms []string
	for j := range a {
		if p := math.Exp(a[j]); p > 1e-3*math.Exp(a[best]) || j == best {
			terms = append(terms, say.TeX(p))
		}
	}
	if len(terms) < len(a) {
		terms = append(terms, `\ldots`)
	}
	lines = append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`\begin{aligned} %s &= \frac{\pi_{%d} N(x_{%d} \mid \mu_{%d}, \Sigma_{%d})}{\sum_j \pi_j N(x_{%d} \mid \mu_j, \Sigma_j)} \\ &= \frac{%s}{%s} = \hl{%s} \end{aligned}`,
		shareOf(i, best), best+1, i+1, best+1, best+1, i+1, say.TeX(math.Exp(a[best])), strings.Join(terms, " + "), say.TeX(r[best])))})
	return append(lines, algos.Line{Text: say.Phrase("All its shares: " + say.Vec(r...) + ".")})
}

func shareOf(i, j int) string { return fmt.Sprintf(`\ref{%s}{r_{%d,%d}}`, ref(i), i+1, j+1) }

func (v view) sayShared() []algos.Line {
	lines := []algos.Line{{Text: "E-step: every point is shared out among the components by Bayes' rule. No parameter moves, but the bound now touches the log-likelihood:"}}
	lines = append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`\text{ELBO}(r, \theta) = \hl{%s} = \ell(\theta)`, say.TeXSig(v.elbo, 6)))})
	var counts []string
	for j, c := range v.counts {
		counts = append(counts, fmt.Sprintf(`N_{%d} = %s`, j+1, say.TeX(c)))
	}
	return append(lines, algos.Line{Text: say.Phrase(fmt.Sprintf("The shares of the %s add up to $%s$.", say.Count(len(v.x), "point"), strings.Join(counts, `,\; `)))})
}

// sayRefit gives component j of the M-step.
func (v view) sayRefit(j int) []algos.Line {
	if !alive(v.counts[j]) {
		return []algos.Line{{Text: say.Phrase(fmt.Sprintf("Component %d has no points left: it keeps its place and has the weight 0.", j+1))}}
	}
	m := v.next
	lines := []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("Component %d takes the mean and covariance of the points, each counted with its share:", j+1))},
		{TeX: say.Phrase(v.newMean(j, m))},
		{TeX: say.Phrase(fmt.Sprintf(`%s \leftarrow %s = %s`, v.covName(j), v.covFormula(j), v.covTeX(m.cov[j])))},
	}
	if v.shape() == tied {
		lines = append(lines, algos.Line{Text: "The covariance is common to all, so it changes with the last component."})
	}
	return lines
}

// newMean is the formula of μⱼ with its numbers.
func (v view) newMean(j int, m mixture) string {
	return fmt.Sprintf(`\hl{\ref{%s}{\mu_{%d}}} \leftarrow \frac{1}{N_{%d}}\sum_i r_{i%d} x_i = \frac{1}{%s}\cdot %s = %s`, component(j), j+1, j+1, j+1,
		say.TeX(v.counts[j]), v.sum(m.mean[j], v.counts[j]), v.place(m.mean[j]))
}

// sum writes Σ rx = N·mean as a factor.
func (t *task) sum(mean vec, count float64) string {
	if t.Dim == 1 {
		return say.TeXFactor(count * mean[0])
	}
	return t.place(vec{count * mean[0], count * mean[1]})
}

// place writes a point of the data's dimension.
func (t *task) place(x vec) string {
	if t.Dim == 1 {
		return say.TeX(x[0])
	}
	return say.TeXVec(x[0], x[1])
}

func (t *task) covName(j int) string {
	switch {
	case t.shape() == tied:
		return `\Sigma`
	case t.Dim == 1:
		return fmt.Sprintf(`\sigma_{%d}^2`, j+1)
	}
	return fmt.Sprintf(`\Sigma_{%d}`, j+1)
}

// covFormula is the M-step of a covariance.
func (t *task) covFormula(j int) string {
	k := j + 1
	var f string
	switch {
	case t.shape() == tied:
		f = `\frac{1}{n}\sum_i \sum_k r_{ik}(x_i - \mu_k)(x_i - \mu_k)^\top`
	case t.Dim == 1:
		f = fmt.Sprintf(`\frac{1}{N_{%d}}\sum_i r_{i%d}(x_i - \mu_{%d})^2`, k, k, k)
	case t.shape() == spherical:
		f = fmt.Sprintf(`\frac{1}{2N_{%d}}\sum_i r_{i%d}\lVert x_i - \mu_{%d}\rVert^2 I`, k, k, k)
	case t.shape() == diagonal:
		f = fmt.Sprintf(`\frac{1}{N_{%d}}\sum_i r_{i%d}\operatorname{diag}(x_i - \mu_{%d})^2`, k, k, k)
	default:
		f = fmt.Sprintf(`\frac{1}{N_{%d}}\sum_i r_{i%d}(x_i - \mu_{%d})(x_i - \mu_{%d})^\top`, k, k, k, k)
	}
	if t.Reg > 0 {
		f += ` + \epsilon`
		if t.Dim == 2 {
			f += " I"
		}
	}
	return f
}

func (t *task) covTeX(s sym) string {
	if t.Dim == 1 {
		return say.TeX(s[0])
	}
	return fmt.Sprintf(`\begin{pmatrix} %s & %s \\ %s & %s \end{pmatrix}`, say.TeX(s[0]), say.TeX(s[1]), say.TeX(s[1]), say.TeX(s[2]))
}

// sayRaised tells of the component that moved most, and of what the step was
// worth.
func (v view) sayRaised() []algos.Line {
	if len(v.ruins) > 0 {
		r := v.ruins[0]
		if v.status.State == algos.Diverged {
			return v.sayRuin(r)
		}
		return append([]algos.Line{{Text: say.Phrase(fmt.Sprintf("%s: without reg its variance would be %s. Only reg = %s keeps the likelihood finite.",
			capital(v.words(r)), say.Num(r.variance), say.Num(v.Reg)))}}, v.sayGain()...)
	}
	j := v.farthest()
	lines := []algos.Line{{Text: say.Phrase(fmt.Sprintf("M-step: every component takes the weight, mean and covariance of its shares. Component %d moves most:", j+1))}}
	if v.K == 1 {
		lines[0].Text = "M-step: the Gaussian takes the mean and covariance of the data:"
	}
	if alive(v.counts[j]) {
		lines = append(lines, algos.Line{TeX: say.Phrase(v.newMean(j, v.theta))})
	}
	lines = append(lines, algos.Line{TeX: say.Phrase(fmt.Sprintf(`%s \leftarrow %s, \quad \pi_{%d} \leftarrow \frac{N_{%d}}{n} = \frac{%s}{%d} = %s`,
		v.covName(j), v.covTeX(v.theta.cov[j]), j+1, j+1, say.TeX(v.counts[j]), len(v.x), say.TeX(v.theta.weight[j])))})
	return append(lines, v.sayGain()...)
}

// sayRuin gives the covariance that ended the run; the reason follows.
func (v view) sayRuin(r ruin) []algos.Line {
	j := r.component
	return []algos.Line{
		{Text: say.Phrase(fmt.Sprintf("M-step: component %d has closed in on %s, and nothing is left of its covariance:", j+1, list(r.rows)))},
		{TeX: say.Phrase(fmt.Sprintf(`\hl{\ref{%s}{%s}} \leftarrow %s = %s`, component(j), v.covName(j), v.covFormula(j), v.covTeX(v.theta.cov[j])))},
	}
}

func (v view) sayGain() []algos.Line {
	if math.IsNaN(v.loglik) {
		return nil
	}
	gain, noise := v.loglik-v.oldLoglik, v.rounding(v.theta)
	text := fmt.Sprintf("The log-likelihood rises by %s to %s.", say.Num(gain), say.Sig(v.loglik, 6))
	switch {
	case math.Abs(gain) <= noise:
		text = fmt.Sprintf("The log-likelihood stays at %s.", say.Sig(v.loglik, 6))
	case gain < 0:
		text = fmt.Sprintf("The log-likelihood falls by %s to %s: that is the price of reg.", say.Num(-gain), say.Sig(v.loglik, 6))
	}
	if gap := v.loglik - v.elbo; gap > noise {
		text += fmt.Sprintf(" The bound is %s below it: the shares are out of date.", say.Num(gap))
	}
	return []algos.Line{{Text: say.Phrase(text)}}
}

// farthest is the component whose mean moved most in the last M-step.
func (s *state) farthest() int {
	best, far := 0, -1.0
	for j := range s.K {
		d := 0.0
		for c := range s.Dim {
			d = math.Hypot(d, (s.theta.mean[j][c]-s.before.mean[j][c])/s.scale[c])
		}
		if d > far {
			best, far = j, d
		}
	}
	return best
}
