package discriminant

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// tell are the stories of the steps; of a failure the reason says it all.
var tell = [...]func(v view, s *algos.Story, k int){
	starting: view.sayStart, averaging: view.sayMean, scattering: view.sayScatter, separating: view.saySeparation,
	pooling: view.sayPooled, turning: view.sayTurn, inverting: view.sayInverse, directing: view.sayDirection,
	scoring: view.sayScore, cutting: view.sayThreshold, deciding: view.sayDecision, evaluating: view.sayEvaluation,
	failing: func(view, *algos.Story, int) {},
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: v.symbols()}
	tell[v.item().kind](v, &s, v.item().k)
	return s.Lines
}

// symbols are what formulas name: the means, the classes and the inverses.
func (v view) symbols() say.Vars {
	inverse := say.Math("{-1}")
	if v.line {
		inverse = "{+}" // a pseudo-inverse
	}
	return say.Vars{
		"mu0": v.mu(0), "mu1": v.mu(1), "k0": v.texSub(0), "k1": v.texSub(1), "zero": v.texName(0), "one": v.texName(1),
		"K": len(v.groups), "best": v.fisher.best, "angle": degrees(v.fisher.w), "plus": inverse,
	}
}

// about adds what formulas name of group k.
func (v view) about(s *algos.Story, k int) {
	s.Vars["k"], s.Vars["mu"], s.Vars["class"], s.Vars["n"] = v.texSub(k), v.mu(k), v.name(k), v.groups[k].n
}

// mu is μₖ in a formula, bound to its mark on the board once it is known.
func (v view) mu(k int) say.Math {
	symbol := `\mu_{` + v.texSub(k) + `}`
	if v.at < v.when(averaging, k) {
		return say.Math(symbol)
	}
	return say.Math(`\ref{` + groupRef(k) + `}{` + symbol + `}`)
}

// listTeX writes several formulas side by side.
func listTeX(parts []say.Phrase) say.Phrase {
	list := parts[0]
	for _, part := range parts[1:] {
		list = say.Vars{"list": list, "part": part}.TeX(`<list>, \quad <part>`)
	}
	return list
}

// matrix writes a matrix in a formula.
func matrix(s sym) say.Phrase {
	return say.Vars{"a": s[0], "b": s[1], "c": s[2]}.TeX(`\begin{pmatrix} <a> & <b> \\ <b> & <c> \end{pmatrix}`)
}

func (v view) sayStart(s *algos.Story, _ int) {
	const first = "First the mean and the scatter of every class are estimated. "
	switch v.Method {
	case fisher:
		s.Text(first +
			`Then we look for the direction $w$ that maximises the between-class scatter of the projections $w^\top x$ relative to their within-class scatter.`)
		s.TeX(`J(w) = \frac{w^\top S_b\, w}{w^\top S_w\, w} \to \max_w`)
	case lda:
		s.Text(first + "The model: every class is a Gaussian with its own mean and a shared covariance.")
		s.TeX(`p(x \mid k) = N(x \mid \mu_k, \Sigma), \quad p(k) = \pi_k`)
	default:
		s.Text(first + "The model: every class is a Gaussian with its own mean and its own covariance.")
		s.TeX(`p(x \mid k) = N(x \mid \mu_k, \Sigma_k), \quad p(k) = \pi_k`)
	}
}

func (v view) sayMean(s *algos.Story, k int) {
	v.about(s, k)
	s.Vars["at"] = v.place(v.groups[k].mean)
	s.Text("The mean of the <n point> of class <class>.")
	s.TeX(`<mu> = \frac{1}{n_{<k>}}\sum_i x_i = \frac{1}{<n>}\sum_i x_i = \hl{<at>}`)
}

func (v view) sayScatter(s *algos.Story, k int) {
	v.about(s, k)
	g, divisor := v.groups[k], v.divisor(v.groups[k].n, 1)
	s.Vars["scatter"], s.Vars["covariance"], s.Vars["divisor"] = matrix(v.area(g.scatter)), matrix(v.area(g.cov)), divisor
	s.Text("The scatter matrix of class <class>, a sum of outer products about the mean, and its covariance matrix.")
	s.TeX(`S_{<k>} = \sum_i (x_i - <mu>)(x_i - <mu>)^\top = <scatter>`)
	switch {
	case divisor == 0:
		s.Text("A single point has no scatter, and its unbiased covariance would divide by $n_{<k>} - 1 = 0$.")
	case v.Estimator == unbiased:
		s.TeX(`\Sigma_{<k>} = \frac{1}{n_{<k>} - 1} S_{<k>} = \frac{1}{<divisor>}\, S_{<k>} = \hl{<covariance>}`)
	default:
		s.TeX(`\Sigma_{<k>} = \frac{1}{n_{<k>}} S_{<k>} = \frac{1}{<divisor>}\, S_{<k>} = \hl{<covariance>}`)
	}
}

// saySeparation says how far apart the means are, or for a Gaussian model how
// frequent the classes are.
func (v view) saySeparation(s *algos.Story, _ int) {
	s.Vars["Sb"] = matrix(v.area(v.sb))
	switch {
	case v.Method != fisher:
		parts := make([]say.Phrase, len(v.groups))
		for k, g := range v.groups {
			w := say.Vars{"k": v.texSub(k), "of": g.n, "n": len(v.z), "prior": g.prior}
			parts[k] = w.TeX(`\pi_{<k>} = \frac{<of>}{<n>} = <prior>`)
		}
		s.Vars["priors"] = listTeX(parts)
		s.Text("The class priors: the fraction of points in each class.")
		s.TeX("<priors>")
	case v.two():
		s.Vars["a"], s.Vars["b"], s.Vars["d"] = v.place(v.groups[0].mean), v.place(v.groups[1].mean), times(v.scale, v.difference())
		s.Text("The difference of the means: its projection onto $w$ is the distance between the projected means.")
		s.TeX(`<mu1> - <mu0> = <b> - <a> = \hl{<d>}`)
		s.TeX(`S_b = (<mu1> - <mu0>)(<mu1> - <mu0>)^\top = <Sb>`)
	default:
		s.Text("With <K> classes the between-class scatter of the means replaces the difference of two means:")
		if v.covariances() {
			s.TeX(`S_b = \sum_{k < l} (\mu_k - \mu_l)(\mu_k - \mu_l)^\top = \hl{<Sb>}`)
		} else {
			s.TeX(`S_b = \sum_k n_k (\mu_k - \mu)(\mu_k - \mu)^\top = \hl{<Sb>}`)
		}
	}
}

func (v view) sayPooled(s *algos.Story, _ int) {
	a, b := v.groups[0].scatter, v.groups[1].scatter
	s.Vars["S"], s.Vars["ridge"], s.Vars["divisor"] = say.Math("S"), say.Math(""), v.divisor(len(v.z), len(v.groups))
	s.Vars["within"], s.Vars["pooled"] = matrix(v.area(v.within)), matrix(v.area(v.pooled))
	intro := say.Phrase("The within-class scatter, summed over the classes: larger classes weigh more.")
	switch {
	case v.Method == lda:
		intro = "The pooled covariance, shared by all classes: the scatter of all points about the mean of their class."
	case v.covariances():
		a, b, s.Vars["S"] = v.groups[0].cov, v.groups[1].cov, say.Math(`\Sigma`)
		intro = "The sum of the class covariances: every class has the same weight, however few points it has."
	}
	if v.Reg != 0 {
		s.Vars["intro"], s.Vars["ridge"] = intro, say.Vars{"reg": v.Reg}.TeX(` + <reg>\begin{pmatrix} 1 & 0 \\ 0 & 1 \end{pmatrix}`)
		s.Text("<intro> The regularisation is added to the diagonal.")
	} else {
		s.Add(algos.Line{Text: intro})
	}
	s.Vars["a"], s.Vars["b"], s.Vars["Sw"] = matrix(v.area(a)), matrix(v.area(b)), matrix(v.area(v.sw))
	switch {
	case v.Method == lda && v.Estimator == unbiased:
		s.TeX(`\Sigma = \frac{1}{n - K}\sum_k S_k = \frac{1}{<divisor>}\,<within><ridge> = \hl{<pooled>}`)
	case v.Method == lda:
		s.TeX(`\Sigma = \frac{1}{n}\sum_k S_k = \frac{1}{<divisor>}\,<within><ridge> = \hl{<pooled>}`)
	case v.two():
		s.TeX(`S_w = <S>_{<k0>} + <S>_{<k1>} = <a> + <b><ridge> = \hl{<Sw>}`)
	default:
		s.TeX(`S_w = \sum_k <S>_k<ridge> = \hl{<Sw>}`)
	}
}

func (v view) sayTurn(s *algos.Story, i int) {
	w := direction(turned(i))
	j, size := v.criterion(w), v.scale*v.scale
	s.Vars["turned"], s.Vars["J"], s.Vars["within"] = turned(i), j, size*v.sw.quad(w)
	switch {
	case math.IsNaN(j) && !v.fisher.bounded:
		s.Text("At <turned>° the projections of each class coincide: $J$ divides by 0.")
		return
	case math.IsNaN(j):
		s.Text("At <turned>° all projections coincide: $J$ would be 0/0.")
		return
	}
	const criterion = "At <turned>° the Fisher criterion is <J>"
	switch top := v.bestBefore(i); {
	case math.IsInf(top, -1):
		s.Text(criterion + ".")
	case j > top:
		s.Text(criterion + ", the best so far.")
	default:
		s.Vars["top"] = top
		s.Text(criterion + "; the best so far is <top>.")
	}
	if v.two() {
		s.Vars["d"] = v.scale * dot(w, v.difference())
		s.TeX(`J(w) = \frac{(w^\top(<mu1> - <mu0>))^2}{w^\top S_w\, w} = \frac{(<d>)^2}{<within>} = \hl{<J>}`)
	} else {
		s.Vars["between"] = size * v.sb.quad(w)
		s.TeX(`J(w) = \frac{w^\top S_b\, w}{w^\top S_w\, w} = \frac{<between>}{<within>} = \hl{<J>}`)
	}
}

// bestBefore is the largest J of the angles that the sweep has tried before angle i.
func (v view) bestBefore(i int) float64 {
	best := math.Inf(-1)
	for before := range i {
		if j := v.criterion(direction(turned(before))); j > best {
			best = j
		}
	}
	return best
}

func (v view) sayInverse(s *algos.Story, k int) {
	symbol, m := say.Math("S_w"), v.sw
	switch v.Method {
	case lda:
		symbol, m = `\Sigma`, v.pooled
	case qda:
		symbol, m = say.Math(`\Sigma_{`+v.texSub(k)+`}`), v.groups[k].cov.ridge(v.reg)
	}
	inverse, logdet := v.invert(m)
	s.Vars["M"], s.Vars["inverse"], s.Vars["u"] = symbol, matrix(v.inverseArea(inverse)), v.along
	if v.line {
		s.Vars["variance"] = v.scale * v.scale * m.quad(v.along)
		s.Text("All points are on a line, so the matrix is singular. Its pseudo-inverse is used: along $u = <u>$ it is one over the variance, " +
			"orthogonal to $u$ it is 0.")
		s.TeX(`u^\top <M>\, u = <variance>, \quad <M>^{+} = \frac{u u^\top}{u^\top <M>\, u} = \hl{<inverse>}`)
		return
	}
	a := v.area(m)
	s.Vars["det"], s.Vars["adjugate"] = a.det(), matrix(sym{a[2], -a[1], a[0]})
	s.Text("The inverse of a 2 × 2 matrix: swap the diagonal entries, negate the others, divide by the determinant.")
	s.TeX(`<M>^{-1} = \frac{1}{<det>}<adjugate> = \hl{<inverse>}`)
	if v.Method == qda {
		s.Vars["logdet"] = logdet + 4*math.Log(v.scale)
		s.TeX(`\log|<M>| = <logdet>`)
	}
}

func (v view) sayDirection(s *algos.Story, _ int) {
	f := v.fisher
	s.Vars["w"] = f.w
	switch {
	case v.Method == lda && f.coincidence:
		s.Text(`The class means coincide, so $w = \Sigma^{-1}(<mu1> - <mu0>) = 0$ up to rounding: the features carry no linear information about ` +
			`the class.`)
	case v.Method == lda:
		_, s.Vars["w"], _ = v.linear()
		s.Text(`The quadratic terms of the two Gaussians cancel, because they share $\Sigma$. The log-odds are linear in $x$, and $w$ is Fisher's ` +
			`direction: <angle>°, $J(w) = <best>$.`)
		s.TeX(`w = \Sigma^<plus>(<mu1> - <mu0>) = \hl{<w>}`)
	case v.two():
		s.Vars["raw"] = times(1/v.scale, f.inverse.of(v.difference()))
		s.Text("Closed form: the gradient of $J$ is 0 where $w$ is parallel to $S_w^{-1}(<mu1> - <mu0>)$. Its length is arbitrary; normalised to " +
			"1, it points to <angle>°.")
		s.TeX(`w^* \propto S_w^<plus>(<mu1> - <mu0>) = <raw> \;\propto\; \hl{<w>}`)
		s.TeX(`J(w^*) = (<mu1> - <mu0>)^\top S_w^<plus>(<mu1> - <mu0>) = <best>`)
	default:
		s.Text("The best direction is the generalised eigenvector of the largest eigenvalue; its angle is <angle>°.")
		s.TeX(`S_b\, w = \lambda\, S_w\, w: \quad \lambda_1 = <best>, \quad w^* = \hl{<w>}`)
		if f.second != (vec{}) {
			s.Vars["second"], s.Vars["J"] = f.second, v.criterion(f.second)
			s.TeX(`\text{the second direction: } <second>, \quad J = <J>`)
		}
	}
}

// sayScore writes δₖ of one of more than two classes.
func (v view) sayScore(s *algos.Story, k int) {
	v.about(s, k)
	if v.Method == qda {
		t := v.rule.terms[k]
		s.Vars["constant"] = -t.logdet/2 - v.dim()*math.Log(v.scale) + t.logprior
		s.Text("The discriminant function of class <class>: Mahalanobis distance to its mean, log-determinant and log-prior.")
		s.TeX(`\delta_{<k>}(x) = -\frac{1}{2}(x - <mu>)^\top \Sigma_{<k>}^<plus>(x - <mu>) - \frac{1}{2}\log|\Sigma_{<k>}| + \log\pi_{<k>}`)
		s.TeX(`-\frac{1}{2}\log|\Sigma_{<k>}| + \log\pi_{<k>} = <constant>`)
		return
	}
	w, b := v.linearScore(k)
	s.Vars["w1"], s.Vars["w2"], s.Vars["b"] = w[0], say.Term(w[1]), say.Term(b)
	s.Text(`The discriminant function of class <class> is linear: $x^\top\Sigma^{-1}x$ is the same for all classes and cancels.`)
	s.TeX(`\begin{aligned} \delta_{<k>}(x) &= x^\top \Sigma^<plus>\, <mu> - \frac{1}{2} <mu>^\top \Sigma^<plus>\, <mu> + \log\pi_{<k>} ` +
		`\\ &= \hl{<w1>\, x_1 <w2>\, x_2 <b>} \end{aligned}`)
}

// coefficients adds those of two classes' log-odds.
func (v view) coefficients(s *algos.Story) {
	q, w, w0 := v.linear()
	s.Vars["W"], s.Vars["w"], s.Vars["w1"], s.Vars["w2"] = matrix(q), w, w[0], say.Term(w[1])
	s.Vars["threshold"], s.Vars["w0"] = w0, say.Term(w0)
	s.Vars["q11"], s.Vars["q12"], s.Vars["q22"], s.Vars["more1"] = q[0], say.Term(2*q[1]), say.Term(q[2]), say.Term(w[0])
}

func (v view) sayThreshold(s *algos.Story, _ int) {
	if v.two() {
		v.coefficients(s)
	}
	switch {
	case v.Method == fisher && !v.two():
		s.Text("A point is classified by the nearest class mean in the metric of $S_w$ (Mahalanobis distance). The posteriors are those of " +
			"Gaussians with this covariance and equal priors.")
		s.TeX(`k(x) = \argmin_k\, (x - \mu_k)^\top S_w^<plus>(x - \mu_k)`)
	case v.Method == fisher:
		a, b := dot(v.fisher.w, v.place(v.groups[0].mean)), dot(v.fisher.w, v.place(v.groups[1].mean))
		s.Vars["a"], s.Vars["b"], s.Vars["c"], s.Vars["middle"] = a, b, say.Factor(b), (a+b)/2
		s.Text("A point is classified by the nearer projected mean, so the threshold is at the midpoint. The posteriors shown are those of two " +
			"Gaussians with equal variance on $w^*$ and equal priors.")
		s.TeX(`w^{*\top} <mu0> = <a>, \quad w^{*\top} <mu1> = <b>, \quad \text{threshold } \frac{<a> + <c>}{2} = \hl{<middle>}`)
	case v.Method == lda:
		s.Text("The threshold: at the midpoint of the means for equal priors, shifted towards the rarer class for unequal priors.")
		s.TeX(`w_0 = -\frac{1}{2}\bigl(<mu1>^\top \Sigma^<plus>\, <mu1> - <mu0>^\top \Sigma^<plus>\, <mu0>\bigr) + ` +
			`\log\frac{\pi_{<k1>}}{\pi_{<k0>}} = \hl{<threshold>}`)
		s.TeX(`p(<one> \mid x) = \sigma(w^\top x + w_0) = \sigma(<w1>\, x_1 <w2>\, x_2 <w0>)`)
	default:
		s.Text("The log-odds are a quadratic form; the decision boundary, where they are 0, is a conic. With equal covariances $W$ would be 0, and " +
			"this would be LDA.")
		s.TeX(`W = -\frac{1}{2}\bigl(\Sigma_{<k1>}^<plus> - \Sigma_{<k0>}^<plus>\bigr) = <W>`)
		s.TeX(`p(<one> \mid x) = \sigma(x^\top W x + w^\top x + w_0), \quad w = <w>, \quad w_0 = <threshold>`)
	}
}

// oddsTeX begins a formula of two classes' log-odds.
const oddsTeX = `\log\frac{p(<one> \mid x)}{p(<zero> \mid x)} = `

func (v view) sayDecision(s *algos.Story, row int) {
	said, p := v.rows[row], v.rule.posterior(v.z[row])
	s.Vars["x"], s.Vars["at"], s.Vars["said"], s.Vars["class"] = say.Row(row), v.Points[row].X, v.name(said.k), v.name(v.of[row])
	if said.wrong {
		s.Text("$<x> = <at>$ is classified as <said>, but its true class is <class>.")
	} else {
		s.Text("$<x> = <at>$ is classified as <said>: correct.")
	}
	if v.two() {
		s.Vars["odds"], s.Vars["p"] = v.rule.logOdds(v.z[row]), p[1]
		const sigma = ` = <odds>, \quad p(<one> \mid x) = \sigma(<odds>) = \hl{<p>}`
		if v.Method == qda {
			s.TeX(oddsTeX + `x^\top W x + w^\top x + w_0` + sigma)
		} else {
			s.TeX(oddsTeX + `w^\top x + w_0` + sigma)
		}
		return
	}
	parts := make([]say.Phrase, len(p))
	for k := range p {
		w := say.Vars{"class": v.texName(k), "p": p[k]}
		if k == said.k {
			parts[k] = w.TeX(`\hl{p(<class> \mid x) = <p>}`)
		} else {
			parts[k] = w.TeX(`p(<class> \mid x) = <p>`)
		}
	}
	s.Vars["posterior"] = listTeX(parts)
	s.TeX(`p(k \mid x) = \frac{e^{\delta_k(x)}}{\sum_l e^{\delta_l(x)}}: \quad <posterior>`)
}

func (v view) sayEvaluation(s *algos.Story, _ int) {
	hand := v.criterion(direction(v.Angle))
	s.Vars["n"], s.Vars["wrong"], s.Vars["share"] = len(v.rows), v.wrong(), float64(v.wrong())/float64(len(v.rows))
	s.Vars["yours"], s.Vars["J"] = v.Angle, hand
	s.Text("All points are classified: <wrong=metric.n_errors> of <n> misclassified, a training error of <share=metric.train_error>.")
	if v.two() {
		v.coefficients(s)
		if v.Method == qda {
			s.TeX(oddsTeX + `<q11>\, x_1^2 <q12>\, x_1 x_2 <q22>\, x_2^2 <more1>\, x_1 <w2>\, x_2 <w0>`)
		} else {
			s.TeX(oddsTeX + `<w1>\, x_1 <w2>\, x_2 <w0>`)
		}
	}
	switch {
	case !v.fisher.ok:
	case math.IsNaN(hand):
		s.Text("At your angle of <yours>° all projections coincide; $J(w^*) = <best>$ at <angle>°.")
	default:
		s.Text("Your $w$ at <yours>° has $J = <J>$; the maximum is $J(w^*) = <best>$ at <angle>°.")
	}
}
