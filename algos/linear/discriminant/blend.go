package discriminant

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

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
	p := mark.Panel{
		ID: "blend", Title: "Log-likelihood from LDA to QDA", Height: 0.55,
		X: mark.Axis{Name: "α in (1 − α)Σ + αΣₖ", Max: 1}, Y: mark.Axis{Name: "log-likelihood"},
	}
	line := mark.PolyLine{Style: mark.RoleInk.Wide(1.8), Name: "log-likelihood"}
	const nodes = 50
	for i := range nodes + 1 {
		alpha := float64(i) / nodes
		if y := v.blended(alpha); finite(y) {
			line.At = append(line.At, mark.XY{X: alpha, Y: y})
		}
	}
	if len(line.At) > 1 {
		p.Add(line)
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
		p.Add(mark.Points{At: []mark.XY{{X: float64(alpha), Y: y}}, Labels: []say.Phrase{name}, Style: role.Plain(), Layer: mark.Over})
	}
	p.Note = w.Text("LDA <lda>, QDA <qda>")
	p.Alt = w.Text("the log-likelihood while the covariances go from one for all to each class's own: LDA <lda>, QDA <qda>")
	if len(line.At) == 0 {
		p.Add(panel.Bound(0, "", mark.RoleFaint.Plain()))
	}
	return p
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

// checkLength measures J anew on shadows three times as long.
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
