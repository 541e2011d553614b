package discriminant

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	it := v.item()
	switch it.kind {
	case starting:
		return v.sayStart()
	case averaging:
		return v.sayMean(it.k)
	case scattering:
		return v.sayScatter(it.k)
	case separating:
		return v.saySeparation()
	case pooling:
		return v.sayPooled()
	case turning:
		return v.sayTurn(it.angle)
	case inverting:
		return v.sayInverse(it.k)
	case directing:
		return v.sayDirection()
	case scoring:
		return v.sayScore(it.k)
	case cutting:
		return v.sayThreshold()
	case deciding:
		return v.sayDecision(it.row)
	case evaluating:
		return v.sayEvaluation()
	}
	return nil // failing: the reason says it all
}

func text(format string, args ...any) algos.Line {
	return algos.Line{Text: say.Phrase(fmt.Sprintf(format, args...))}
}

func tex(format string, args ...any) algos.Line {
	return algos.Line{TeX: say.Phrase(fmt.Sprintf(format, args...))}
}

func (v view) sayStart() []algos.Line {
	what := "Nothing is known yet. First every class is measured: its mean, then how it scatters."
	switch v.Method {
	case fisher:
		return []algos.Line{
			text("%s Then we look for the direction $w$ in which the shadows $w^\\top x$ of the classes fall farthest apart, compared with how wide they are.", what),
			tex(`J(w) = \frac{w^\top S_b\, w}{w^\top S_w\, w} \to \max_w`),
		}
	case lda:
		return []algos.Line{
			text("%s The model: every class is a Gaussian, with its own mean and one covariance for all.", what),
			tex(`p(x \mid k) = N(x \mid \mu_k, \Sigma), \quad p(k) = \pi_k`),
		}
	}
	return []algos.Line{
		text("%s The model: every class is a Gaussian with its own mean and its own covariance.", what),
		tex(`p(x \mid k) = N(x \mid \mu_k, \Sigma_k), \quad p(k) = \pi_k`),
	}
}

func (v view) sayMean(k int) []algos.Line {
	g := v.groups[k]
	return []algos.Line{
		text("The mean of the %s of class %s.", say.Count(g.n, "point"), v.name(k)),
		tex(`%s = \frac{1}{n_{%s}}\sum_i x_i = \frac{1}{%d}\sum_i x_i = \hl{%s}`, v.mu(k), v.texSub(k), g.n, texPlace(v.place(g.mean))),
	}
}

func (v view) sayScatter(k int) []algos.Line {
	g := v.groups[k]
	by := fmt.Sprintf("n_{%s}", v.texSub(k))
	if v.Estimate == unbiased {
		by += " - 1"
	}
	lines := []algos.Line{
		text("How class %s scatters about its mean: the sum of the outer products, and the covariance.", v.name(k)),
		tex(`S_{%s} = \sum_i (x_i - %s)(x_i - %s)^\top = %s`, v.texSub(k), v.mu(k), v.mu(k), texSym(v.area(g.scatter))),
	}
	if v.divisor(g.n, 1) == 0 {
		return append(lines, text("One point has no scatter, and no unbiased covariance: that would divide by $n_{%s} - 1 = 0$.", v.texSub(k)))
	}
	return append(lines, tex(`\Sigma_{%s} = \frac{1}{%s} S_{%s} = \frac{1}{%s}\, S_{%s} = \hl{%s}`, v.texSub(k), by, v.texSub(k), say.TeX(v.divisor(g.n, 1)), v.texSub(k), texSym(v.area(g.cov))))
}

// saySeparation says how far apart the means are, or for a Gaussian model how
// frequent the classes are.
func (v view) saySeparation() []algos.Line {
	if v.Method != fisher {
		parts := make([]string, len(v.groups))
		for k, g := range v.groups {
			parts[k] = fmt.Sprintf(`\pi_{%s} = \frac{%d}{%d} = %s`, v.texSub(k), g.n, len(v.z), say.TeX(g.prior))
		}
		return []algos.Line{
			text("How probable a class is before anything is seen: its share of the points."),
			tex("%s", strings.Join(parts, `, \quad `)),
		}
	}
	if v.two() {
		d := times(v.scale, v.difference())
		return []algos.Line{
			text("What can be seen from the difference of the means: the shadow of this arrow on $w$ is the distance of the projected means."),
			tex(`%s - %s = %s - %s = \hl{%s}`, v.mu(1), v.mu(0), texPlace(v.place(v.groups[1].mean)), texPlace(v.place(v.groups[0].mean)), texPlace(d)),
			tex(`S_b = (%s - %s)(%s - %s)^\top = %s`, v.mu(1), v.mu(0), v.mu(1), v.mu(0), texSym(v.area(v.sb))),
		}
	}
	sum := `\sum_k n_k (\mu_k - \mu)(\mu_k - \mu)^\top`
	if v.covariances() {
		sum = `\sum_{k < l} (\mu_k - \mu_l)(\mu_k - \mu_l)^\top`
	}
	return []algos.Line{
		text("With %d classes there is no single difference of means. How the means scatter takes its place:", len(v.groups)),
		tex(`S_b = %s = \hl{%s}`, sum, texSym(v.area(v.sb))),
	}
}

func (v view) sayPooled() []algos.Line {
	symbol, letter := "S_w", "S"
	intro := "The scatter inside the classes, added up: a class counts as much as it has points."
	if v.covariances() {
		letter = `\Sigma`
		intro = "The covariances of the classes, added up: every class counts the same, however few points it has."
	}
	if v.Method == lda {
		by, divisor := "n", v.divisor(len(v.z), len(v.groups))
		if v.Estimate == unbiased {
			by = "n - K"
		}
		return []algos.Line{
			text("One covariance for all classes: the scatter of all points about the mean of their own class.%s", v.ridgeText()),
			tex(`\Sigma = \frac{1}{%s}\sum_k S_k = \frac{1}{%s}\,%s%s = \hl{%s}`, by, say.TeX(divisor), texSym(v.area(v.within)), v.ridgeTeX(), texSym(v.area(v.pooled))),
		}
	}
	sum := fmt.Sprintf(`\sum_k %s_k`, letter)
	if v.two() {
		a, b := v.groups[0].scatter, v.groups[1].scatter
		if v.covariances() {
			a, b = v.groups[0].cov, v.groups[1].cov
		}
		sum = fmt.Sprintf(`%s_{%s} + %s_{%s} = %s + %s`, letter, v.texSub(0), letter, v.texSub(1), texSym(v.area(a)), texSym(v.area(b)))
	}
	return []algos.Line{
		text("%s%s", intro, v.ridgeText()),
		tex(`%s = %s%s = \hl{%s}`, symbol, sum, v.ridgeTeX(), texSym(v.area(v.sw))),
	}
}

func (v view) ridgeText() string {
	if v.Reg == 0 {
		return ""
	}
	return " reg is added to the diagonal."
}

func (v view) ridgeTeX() string {
	if v.Reg == 0 {
		return ""
	}
	return " + " + say.TeX(v.Reg) + `\, I`
}

func (v view) sayTurn(angle float64) []algos.Line {
	w := direction(angle)
	j := v.criterion(w)
	if math.IsNaN(j) && !v.fisher.bounded {
		return []algos.Line{text("At %s° the shadow of every class is a single place: $J$ divides by 0.", say.Num(angle))}
	}
	if math.IsNaN(j) {
		return []algos.Line{text("At %s° all points cast one and the same shadow: $J$ would be 0/0.", say.Num(angle))}
	}
	within := v.scale * v.scale * v.sw.quad(w)
	lines := []algos.Line{text("At %s° the shadows of the classes have the separation %s.%s", say.Num(angle), say.Num(j), v.turnVerdict(j))}
	if v.two() {
		d := v.scale * dot(w, v.difference())
		return append(lines, tex(`J(w) = \frac{(w^\top(%s - %s))^2}{w^\top S_w\, w} = \frac{(%s)^2}{%s} = \hl{%s}`, v.mu(1), v.mu(0), say.TeX(d), say.TeX(within), say.TeX(j)))
	}
	return append(lines, tex(`J(w) = \frac{w^\top S_b\, w}{w^\top S_w\, w} = \frac{%s}{%s} = \hl{%s}`, say.TeX(v.scale*v.scale*v.sb.quad(w)), say.TeX(within), say.TeX(j)))
}

// turnVerdict compares an angle with those that the sweep has tried before.
func (v view) turnVerdict(j float64) string {
	best := math.Inf(-1)
	for _, it := range v.plan[:v.at] {
		if it.kind == turning {
			if before := v.criterion(direction(it.angle)); before > best {
				best = before
			}
		}
	}
	switch {
	case math.IsInf(best, -1):
		return ""
	case j > best:
		return " The best so far."
	}
	return fmt.Sprintf(" The best so far is %s.", say.Num(best))
}
