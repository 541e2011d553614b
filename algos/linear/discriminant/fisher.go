package discriminant

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

// ascent is the maximum of Fisher's criterion.
type ascent struct {
	ok          bool       // false where the means coincide, or S_w cannot be inverted
	w           vec        // unit vector, from the first class of two to the second
	second      vec        // of more than two classes: the next best direction; 0 for none
	best        float64    // J(w*) as an eigenvalue
	values      [2]float64 // of S_B v = λ S_W v with the weighted S_B and the scatter S_W
	inverse     sym        // of S_w
	coincidence bool       // all means are one place
	bounded     bool       // S_w has an inverse, so J is finite
}

// solve puts the classes together. What cannot be done becomes a failure.
func (t *task) solve() {
	t.pool()
	t.fisher = t.ascend()
	if t.fail = t.inspect(); t.fail != nil {
		return
	}
	t.rule = t.decide()
	t.fitted = t.likelihood(1)
	t.judge()
}

// pool computes S_w, S_b and the shared covariance. S_b of two classes is the
// notes' (μ₁ − μ₀)(μ₁ − μ₀)ᵀ; of more, the sum over the classes weighted by their
// sizes, or without weights over all pairs where S_w counts covariances.
func (t *task) pool() {
	k := float64(len(t.groups))
	divisor := t.divisor(len(t.z), len(t.groups))
	t.sb = t.between
	switch {
	case t.covariances():
		t.sb = sym{}
		for i, g := range t.groups {
			t.sw = t.sw.plus(g.cov)
			for _, h := range t.groups[:i] {
				t.sb = t.sb.plus(outer(minus(g.mean, h.mean)))
			}
		}
		t.sw = t.sw.ridge(t.reg)
		t.pooled = t.sw.times(1 / k)
	case t.Method == fisher:
		t.sw = t.within.ridge(t.reg)
		t.pooled = t.sw.times(1 / divisor)
	default: // a direction parallel to Σ⁻¹(μ₁ − μ₀)
		t.pooled = t.within.times(1 / divisor).ridge(t.reg)
		t.sw = t.pooled.times(divisor)
	}
	if t.two() {
		t.sb = outer(t.difference())
	}
}

// covariances reports whether S_w is the sum of the covariances.
func (t *task) covariances() bool { return t.Method == fisher && t.Form == byCovariance }

// inspect looks for what cannot be inverted, and for means that coincide.
func (t *task) inspect() *failure {
	if t.Estimate == unbiased {
		for k, g := range t.groups {
			if g.n == 1 && (t.Method == qda || t.covariances()) {
				return &failure{at: scattering, k: k, reason: say.Vars{"class": t.name(k)}.Text(
					"Class <class> has one point: its unbiased covariance would divide by n − 1 = 0. Divide by n, or add a point.")}
			}
		}
		if len(t.z) == len(t.groups) {
			return &failure{at: pooling, reason: "Every class has one point: the unbiased covariance would divide by n − K = 0. Add points."}
		}
	}
	if t.Method == qda {
		for k, g := range t.groups {
			if t.singular(g.cov.ridge(t.reg)) {
				return &failure{at: inverting, k: k, reason: t.whySingular(k)}
			}
		}
		return nil
	}
	what := say.Phrase("In no class do the points differ at all")
	switch {
	case !t.singular(t.sw) && t.Method == fisher && t.fisher.coincidence:
		return &failure{at: directing, reason: "The means of the classes coincide: J(w) = 0 for every w, and no direction is better than another. " +
			"QDA may still tell the classes apart by their spread."}
	case !t.singular(t.sw):
		return nil
	case t.line:
		what = "All points lie on a line, and in no class do they differ at all"
	case t.sw.trace() > spreadless*t.total.trace():
		what = "Within every class the points lie on parallel lines"
	}
	return &failure{at: inverting, reason: say.Vars{"what": what}.Text("<what>, so there is a direction without any scatter inside the classes. " +
		"There J(w) divides by 0, and the matrix has no inverse. Move a point, or take reg > 0.")}
}

// singular reports whether a covariance cannot be inverted. Where all points lie
// on a line only the variance along it counts.
func (t *task) singular(s sym) bool {
	if t.line {
		return !(s.quad(t.along) > spreadless*t.total.quad(t.along))
	}
	return s.flat(t.total)
}

func (t *task) whySingular(k int) say.Phrase {
	w, g := say.Vars{"class": t.name(k)}, t.groups[k]
	w["what"] = w.Text("The points of class <class> lie in one place")
	switch {
	case g.scatter.trace() > spreadless*t.total.trace():
		w["what"] = w.Text("The points of class <class> lie on a line")
	case g.n == 1:
		w["what"] = w.Text("Class <class> has a single point")
	}
	return w.Text("<what>: its covariance has no inverse, and its density would be infinite there. " +
		"Move or add a point, share one covariance (LDA), or take reg > 0.")
}

// invert returns the inverse and the logarithm of the determinant; on a line, of
// what is left of the matrix there.
func (t *task) invert(s sym) (sym, float64) {
	if t.line {
		v := s.quad(t.along)
		return outer(t.along).times(1 / v), math.Log(v)
	}
	return s.inverse(), math.Log(s.det())
}

// ascend finds the direction w* of the largest J.
func (t *task) ascend() ascent {
	f := ascent{coincidence: t.between.trace() <= spreadless*t.total.trace()}
	if t.singular(t.sw) {
		return f
	}
	f.bounded = true
	f.inverse, _ = t.invert(t.sw)
	if f.coincidence {
		return f
	}
	f.ok = true
	if t.line {
		f.w = t.along
		f.best = t.criterion(f.w)
		f.values[0] = t.between.quad(f.w) / t.within.quad(f.w)
	} else {
		values, vectors := generalised(t.sb, t.sw)
		f.w, f.best = vectors[0], values[0]
		f.values, _ = generalised(t.between, t.within.ridge(t.reg))
		if t.two() {
			f.w = unit(f.inverse.of(t.difference()))
		} else {
			f.second = vectors[1]
		}
	}
	if dot(f.w, minus(t.groups[1].mean, t.groups[0].mean)) < 0 {
		f.w = times(-1, f.w)
	}
	return f
}

// criterion is J(w) = wᵀS_b w / wᵀS_w w, NaN where no class has any width along w.
// Of points on a line every w has shadows of one shape, but for the one across.
func (t *task) criterion(w vec) float64 {
	if t.line {
		if math.Abs(dot(w, t.along)) <= 1e-7*math.Hypot(w[0], w[1]) {
			return math.NaN()
		}
		w = t.along
	}
	within := t.sw.quad(w)
	if !(within > 0) {
		return math.NaN()
	}
	return t.sb.quad(w) / within
}

// measured is J(w) from the shadows of the points alone: no matrix is involved. A
// class is measured from one of its points, so that where it lies costs no digits.
func (t *task) measured(w vec) float64 {
	n, base, mean, scatter := make([]float64, len(t.groups)), make([]vec, len(t.groups)), make([]float64, len(t.groups)), make([]float64, len(t.groups))
	shadow := make([]float64, len(t.z))
	for i, z := range t.z {
		k := t.of[i]
		if n[k]++; n[k] == 1 {
			base[k] = z
		}
		shadow[i] = dot(w, minus(z, base[k]))
		mean[k] += shadow[i]
	}
	for k := range mean {
		mean[k] /= n[k]
	}
	for i, s := range shadow {
		d := s - mean[t.of[i]]
		scatter[t.of[i]] += d * d
	}
	within, apart := 0.0, 0.0
	for k := range mean {
		if t.covariances() {
			scatter[k] /= t.divisor(int(n[k]), 1)
		}
		within += scatter[k]
		for l := range k {
			gap := dot(w, minus(base[k], base[l])) + mean[k] - mean[l]
			if t.two() || t.covariances() {
				apart += gap * gap
			} else { // Σ nₖ(μₖ − μ)² of the projected means is that of all pairs
				apart += n[k] * n[l] / float64(len(t.z)) * gap * gap
			}
		}
	}
	ridge := t.reg * dot(w, w)
	if t.Method == lda {
		ridge *= t.divisor(len(t.z), len(t.groups))
	}
	return apart / (within + ridge)
}

var (
	claimLength = algos.Guarantee{Name: "length", Claim: `$J$ does not depend on the length of $w$: $J(3w) = J(w)$`}
	claimOwn    = algos.Guarantee{Name: "own", Claim: `each class's own covariance makes the points at least as likely as one for all`}
)

// blended is the log-likelihood with covariances between the shared one and each class's
// own, (1 − α)Σ + αΣₖ: LDA at 0, QDA at 1. NaN where one has no inverse.
func (t *task) blended(alpha float64) float64 {
	terms := make([]term, len(t.groups))
	for k, g := range t.groups {
		cov := t.pooled
		if alpha > 0 {
			cov = t.pooled.times(1 - alpha).plus(g.cov.ridge(t.reg).times(alpha))
		}
		if !finite(cov.trace()) || t.singular(cov) {
			return math.NaN()
		}
		terms[k] = term{mean: g.mean, logprior: math.Log(g.prior)}
		terms[k].inverse, terms[k].logdet = t.invert(cov)
	}
	return t.likelihoodOf(terms, 1)
}

// blend is the log-likelihood from LDA to QDA.
func (v view) blend() mark.Panel {
	w := say.Vars{}
	p := panel.Curves{
		ID: "blend", Title: "Log-likelihood from LDA to QDA", Height: 0.55,
		X: mark.Axis{Name: "α in (1 − α)Σ + αΣₖ", Max: 1}, Y: mark.Axis{Name: "log-likelihood"},
	}
	line := panel.Quantity{Style: mark.RoleInk.Wide(1.8), Name: "log-likelihood"}
	const nodes = 50
	for i := range nodes + 1 {
		alpha := float64(i) / nodes
		if y := v.blended(alpha); finite(y) {
			line.At = append(line.At, mark.XY{X: alpha, Y: y})
		}
	}
	if len(line.At) > 1 {
		p.Of = []panel.Quantity{line}
	}
	for alpha, method := range []string{lda, qda} {
		y := v.blended(float64(alpha))
		name := say.Phrase([]string{"LDA", "QDA"}[alpha])
		if w[method] = y; !finite(y) {
			w[method] = say.Phrase("no inverse")
			continue
		}
		role := mark.RoleSoft
		if v.Method == method {
			role = mark.RoleAccent
		}
		p.Over = append(p.Over, mark.Points{At: []mark.XY{{X: float64(alpha), Y: y}}, Labels: []say.Phrase{name}, Style: role.Plain(), Layer: mark.Over})
	}
	p.Note = w.Text("LDA <lda>, QDA <qda>")
	p.Alt = w.Text("the log-likelihood while the covariances go from one for all to each class's own: LDA <lda>, QDA <qda>")
	if len(line.At) == 0 {
		p.Over = append(p.Over, panel.Bound(0, "", mark.RoleFaint.Plain()))
	}
	return p.Panel()
}

// checkOwn compares the log-likelihoods of LDA and QDA: the own covariances are the
// likeliest of all choices, and one for all is a choice.
func (t *task) checkOwn() algos.Check {
	shared, own := t.blended(0), t.blended(1)
	switch {
	case t.Estimate == unbiased:
		return claimOwn.Not("the unbiased covariances are not the likeliest: those divide by n")
	case t.Reg > 0:
		return claimOwn.Not("reg makes the covariances wider than the likeliest ones")
	case !finite(shared) || !finite(own):
		return claimOwn.Not("a covariance has no inverse: its class could be made as likely as one likes")
	}
	n := float64(len(t.z))
	return claimOwn.AtMost(shared, own, 64*n*num.Ulp*(n+math.Abs(shared)+math.Abs(own))).Between("LDA", "QDA")
}

// checkLength measures J again on shadows three times as long.
func (v view) checkLength() algos.Check {
	switch {
	case !v.fisher.ok:
		return claimLength.Not(v.whyNoDirection())
	case v.at < v.pooledAt:
		return claimLength.Not("$S_w$ and $S_b$ are not known yet")
	}
	w := v.current()
	j := v.criterion(w)
	if math.IsNaN(j) {
		return claimLength.Not("along this w all points cast one and the same shadow: J is 0/0")
	}
	if v.line { // what lies across has no shadow, and would only take digits away
		w = v.along
	}
	c := claimLength.Equal(v.measured(times(3, w)), j, v.rounding()*v.fisher.best).Of(v.fisher.best).Between("J(3w), measured", "J(w)").
		Because("gap and width both grow threefold: squared, 9 cancels")
	return v.excused(c)
}
