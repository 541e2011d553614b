package discriminant

import (
	"fmt"
	"math"
	"strings"

	"playground/algos"
	"playground/algos/say"
)

func (v view) sayInverse(k int) []algos.Line {
	symbol, s := "S_w", v.sw
	switch v.Method {
	case lda:
		symbol, s = `\Sigma`, v.pooled
	case qda:
		symbol, s = fmt.Sprintf(`\Sigma_{%s}`, v.texSub(k)), v.groups[k].cov.ridge(v.reg)
	}
	inverse, logdet := v.invert(s)
	if v.line {
		return []algos.Line{
			text("All points lie on a line, so the matrix has no inverse. On the line it has one: along $u = %s$ the variance is a number, and across it there is nothing to know.", texPlace(v.along)),
			tex(`u^\top %s\, u = %s, \quad %s^{+} = \frac{u u^\top}{u^\top %s\, u} = \hl{%s}`, symbol, say.TeX(v.scale*v.scale*s.quad(v.along)), symbol, symbol, texSym(v.inverseArea(inverse))),
		}
	}
	a := v.area(s)
	lines := []algos.Line{
		text("The inverse of a 2 × 2 matrix: exchange the diagonal, change the sign beside it, divide by the determinant."),
		tex(`%s^{-1} = \frac{1}{%s}\begin{pmatrix} %s & %s \\ %s & %s \end{pmatrix} = \hl{%s}`, symbol, say.TeX(a.det()),
			say.TeX(a[2]), say.TeX(-a[1]), say.TeX(-a[1]), say.TeX(a[0]), texSym(v.inverseArea(inverse))),
	}
	if v.Method == qda {
		lines = append(lines, tex(`\log|%s| = %s`, symbol, say.TeX(logdet+4*math.Log(v.scale))))
	}
	return lines
}

func (v view) sayDirection() []algos.Line {
	f := v.fisher
	if v.Method == lda {
		_, w, _ := v.linear()
		if f.coincidence {
			return []algos.Line{text("The means of the classes coincide, so $w = \\Sigma^{-1}(%s - %s) = 0$ up to rounding: the inputs say nothing about the class.", v.mu(1), v.mu(0))}
		}
		return []algos.Line{
			text("The quadratic terms of the two Gaussians cancel, because they share $\\Sigma$. What is left is linear in $x$, and $w$ is Fisher's direction: %s°, $J(w) = %s$.", say.Num(degrees(f.w)), say.TeX(f.best)),
			tex(`w = %s(%s - %s) = \hl{%s}`, v.inverseName(`\Sigma`), v.mu(1), v.mu(0), texPlace(w)),
		}
	}
	if !v.two() {
		lines := []algos.Line{
			text("The best direction is the eigenvector of the largest eigenvalue; its angle is %s°.", say.Num(degrees(f.w))),
			tex(`S_b\, w = \lambda\, S_w\, w: \quad \lambda_1 = %s, \quad w^* = \hl{%s}`, say.TeX(f.best), texPlace(f.w)),
		}
		if f.hasSecond {
			lines = append(lines, tex(`\text{the second direction: } %s, \quad J = %s`, texPlace(f.second), say.TeX(v.criterion(f.second))))
		}
		return lines
	}
	raw := times(1/v.scale, f.inverse.of(v.difference()))
	return []algos.Line{
		text("No need to search: where the slope of $J$ is 0, $w$ is parallel to $S_w^{-1}(%s - %s)$. Its length does not matter; at length 1 it points to %s°.", v.mu(1), v.mu(0), say.Num(degrees(f.w))),
		tex(`w^* \propto %s(%s - %s) = %s \;\propto\; \hl{%s}`, v.inverseName("S_w"), v.mu(1), v.mu(0), texPlace(raw), texPlace(f.w)),
		tex(`J(w^*) = (%s - %s)^\top %s(%s - %s) = %s`, v.mu(1), v.mu(0), v.inverseName("S_w"), v.mu(1), v.mu(0), say.TeX(f.best)),
	}
}

// inverseName is how the inverse of a matrix is written; on a line it is a
// pseudo-inverse.
func (v view) inverseName(symbol string) string {
	if v.line {
		return symbol + "^{+}"
	}
	return symbol + "^{-1}"
}

// sayScore writes δₖ of one of more than two classes.
func (v view) sayScore(k int) []algos.Line {
	t := v.rule.terms[k]
	if v.Method == qda {
		return []algos.Line{
			text("The score of class %s: how far from its mean in units of its own spread, how wide, and how frequent it is.", v.name(k)),
			tex(`\delta_{%s}(x) = -\frac{1}{2}(x - %s)^\top %s(x - %s) - \frac{1}{2}\log|\Sigma_{%s}| + \log\pi_{%s}`,
				v.texSub(k), v.mu(k), v.inverseName(fmt.Sprintf(`\Sigma_{%s}`, v.texSub(k))), v.mu(k), v.texSub(k), v.texSub(k)),
			tex(`-\frac{1}{2}\log|\Sigma_{%s}| + \log\pi_{%s} = %s`, v.texSub(k), v.texSub(k), say.TeX(-t.logdet/2-v.logScale()+t.logprior)),
		}
	}
	w, b := v.linearScore(k)
	return []algos.Line{
		text("The score of class %s is linear: $x^\\top\\Sigma^{-1}x$ is the same for all classes and drops out.", v.name(k)),
		tex(`\begin{aligned} \delta_{%s}(x) &= x^\top %s\, %s - \frac{1}{2} %s^\top %s\, %s + \log\pi_{%s} \\ &= \hl{%s\, x_1 %s\, x_2 %s} \end{aligned}`,
			v.texSub(k), v.inverseName(`\Sigma`), v.mu(k), v.mu(k), v.inverseName(`\Sigma`), v.mu(k), v.texSub(k),
			say.TeX(w[0]), signed(w[1]), signed(b)),
	}
}

// logScale is what log|Σ|/2 grows by in the units of the data.
func (v view) logScale() float64 {
	if v.line {
		return math.Log(v.scale)
	}
	return 2 * math.Log(v.scale)
}

func (v view) sayThreshold() []algos.Line {
	q, w, w0 := v.linear()
	switch {
	case v.Method == fisher && !v.two():
		return []algos.Line{
			text("A point goes to the class whose mean is nearest, measured by $S_w$: between two means that cuts midway. The probabilities are those of Gaussians with this spread and equal priors."),
			tex(`k(x) = \argmin_k\, (x - \mu_k)^\top %s(x - \mu_k)`, v.inverseName("S_w")),
		}
	case v.Method == fisher:
		a, b := dot(v.fisher.w, v.place(v.groups[0].mean)), dot(v.fisher.w, v.place(v.groups[1].mean))
		return []algos.Line{
			text("A point goes to the class whose projected mean is nearer, so the threshold lies midway. The probabilities shown are those of two equal bells on $w^*$ with equal priors."),
			tex(`w^{*\top} %s = %s, \quad w^{*\top} %s = %s, \quad \text{threshold } \frac{%s + %s}{2} = \hl{%s}`,
				v.mu(0), say.TeX(a), v.mu(1), say.TeX(b), say.TeX(a), say.TeXFactor(b), say.TeX((a+b)/2)),
		}
	case v.Method == lda:
		pi := fmt.Sprintf(`\log\frac{\pi_{%s}}{\pi_{%s}}`, v.texSub(1), v.texSub(0))
		return []algos.Line{
			text("The threshold: midway between the means where the classes are equally frequent, moved towards the rarer class where they are not."),
			tex(`w_0 = -\frac{1}{2}\bigl(%s^\top %s\, %s - %s^\top %s\, %s\bigr) + %s = \hl{%s}`,
				v.mu(1), v.inverseName(`\Sigma`), v.mu(1), v.mu(0), v.inverseName(`\Sigma`), v.mu(0), pi, say.TeX(w0)),
			tex(`p(%s \mid x) = \sigma(w^\top x + w_0) = \sigma(%s\, x_1 %s\, x_2 %s)`, v.nameTeX(1), say.TeX(w[0]), signed(w[1]), signed(w0)),
		}
	}
	return []algos.Line{
		text("The logarithm of the odds is a quadratic form; where it is 0 lies the boundary, a conic. With equal covariances $W$ would be 0, and this would be LDA."),
		tex(`W = -\frac{1}{2}\bigl(%s - %s\bigr) = %s`, v.inverseName(fmt.Sprintf(`\Sigma_{%s}`, v.texSub(1))), v.inverseName(fmt.Sprintf(`\Sigma_{%s}`, v.texSub(0))), texSym(q)),
		tex(`p(%s \mid x) = \sigma(x^\top W x + w^\top x + w_0), \quad w = %s, \quad w_0 = %s`, v.nameTeX(1), texPlace(w), say.TeX(w0)),
	}
}

func (v view) sayDecision(row int) []algos.Line {
	z, said := v.z[row], v.rows[row]
	p := v.rule.posterior(z)
	verdict := "right"
	if said.wrong {
		verdict = fmt.Sprintf("wrong, it is of class %s", v.name(v.of[row]))
	}
	lines := []algos.Line{text(`$\ref{%s}{x_{%d}} = %s$ is called class %s: %s.`, ref(row), row+1, texPlace(v.Points[row].X), v.name(said.k), verdict)}
	if v.two() {
		odds := v.rule.logOdds(z)
		form := fmt.Sprintf(`\log\frac{p(%s \mid x)}{p(%s \mid x)}`, v.nameTeX(1), v.nameTeX(0))
		if v.Method == qda {
			form += ` = x^\top W x + w^\top x + w_0`
		} else {
			form += ` = w^\top x + w_0`
		}
		return append(lines, tex(`%s = %s, \quad p(%s \mid x) = \sigma(%s) = \hl{%s}`, form, say.TeX(odds), v.nameTeX(1), say.TeX(odds), say.TeX(p[1])))
	}
	parts := make([]string, len(p))
	for k := range p {
		parts[k] = fmt.Sprintf(`p(%s \mid x) = %s`, v.nameTeX(k), say.TeX(p[k]))
		if k == said.k {
			parts[k] = `\hl{` + parts[k] + `}`
		}
	}
	return append(lines, tex(`p(k \mid x) = \frac{e^{\delta_k(x)}}{\sum_l e^{\delta_l(x)}}: \quad %s`, strings.Join(parts, `,\; `)))
}

func (v view) sayEvaluation() []algos.Line {
	n := len(v.rows)
	wrong := v.rows[n-1].so
	lines := []algos.Line{text("All points are classified: %d of %d wrong, a training error of %s.", wrong, n, say.Num(float64(wrong)/float64(n)))}
	if v.two() {
		lines = append(lines, v.oddsTeX())
	}
	if v.fisher.ok {
		hand := v.criterion(direction(v.Angle))
		if math.IsNaN(hand) {
			return append(lines, text("At your angle of %s° all points cast one shadow; $J(w^*) = %s$ at %s°.", say.Num(v.Angle), say.TeX(v.fisher.best), say.Num(degrees(v.fisher.w))))
		}
		return append(lines, text("Your $w$ at %s° reaches $J = %s$; the best is $J(w^*) = %s$ at %s°.", say.Num(v.Angle), say.TeX(hand), say.TeX(v.fisher.best), say.Num(degrees(v.fisher.w))))
	}
	return lines
}

// oddsTeX is the finished rule of two classes as a polynomial.
func (v view) oddsTeX() algos.Line {
	q, w, w0 := v.linear()
	square := ""
	first := say.TeX(w[0])
	if v.Method == qda {
		square = fmt.Sprintf(`%s\, x_1^2 %s\, x_1 x_2 %s\, x_2^2 `, say.TeX(q[0]), signed(2*q[1]), signed(q[2]))
		first = signed(w[0])
	}
	return tex(`\log\frac{p(%s \mid x)}{p(%s \mid x)} = %s%s\, x_1 %s\, x_2 %s`, v.nameTeX(1), v.nameTeX(0), square, first, signed(w[1]), signed(w0))
}

// mu is μₖ in a formula, bound to its mark on the board once it is known.
func (v view) mu(k int) string {
	symbol := fmt.Sprintf(`\mu_{%s}`, v.texSub(k))
	if v.at < v.meanAt[k] {
		return symbol
	}
	return fmt.Sprintf(`\ref{%s}{%s}`, groupRef(k), symbol)
}

func (v view) nameTeX(k int) string { return strings.ReplaceAll(v.name(k), "−", "-") }

func texPlace(x vec) string { return say.TeXVec(x[0], x[1]) }

func texSym(s sym) string {
	return fmt.Sprintf(`\begin{pmatrix} %s & %s \\ %s & %s \end{pmatrix}`, say.TeX(s[0]), say.TeX(s[1]), say.TeX(s[1]), say.TeX(s[2]))
}

// signed writes a number as a further term of a sum: "+ 2" or "- 2".
func signed(x float64) string {
	if x < 0 {
		return "- " + say.TeX(-x)
	}
	return "+ " + say.TeX(x)
}
