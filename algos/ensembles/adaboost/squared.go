package adaboost

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// A stage of the additive model by another loss: the squared one, (y − F)², of the same
// ensemble before the round. It is shown beside the round and changes nothing.

// A stage is the weak learner that squared loss would add, and its vote.
type stage struct {
	h     *tree
	alpha float64 // ⟨r, h⟩/⟨h, h⟩
}

// residuals are r = y − F before the round.
func (v view) residuals() []float64 {
	r := make([]float64, len(v.y))
	for i, y := range v.y {
		r[i] = y - v.f[i]
	}
	return r
}

// squaredStage finds the h with the largest ⟨r, h⟩: it is the best one for labels sign r
// with the weights |r|, since Σ(r − αh)² = Σr² − ⟨r, h⟩²/n at the best α.
func (v view) squaredStage(r []float64) stage {
	labels, w, sum := make([]float64, len(r)), make([]float64, len(r)), 0.0
	for i, e := range r {
		labels[i], w[i] = math.Copysign(1, e), math.Abs(e)
		sum += w[i]
	}
	if sum > 0 {
		for i := range w {
			w[i] /= sum
		}
	}
	h := newSearch(v.x, labels, v.Weak).best(w)
	return stage{h: h, alpha: v.along(r, h)}
}

// along is ⟨r, h⟩/⟨h, h⟩: the vote of h that squared loss takes.
func (v view) along(r []float64, h *tree) (alpha float64) {
	for i, x := range v.x {
		alpha += r[i] * h.at(x) / float64(len(r))
	}
	return alpha
}

// squaredLoss is the mean of (r − αh)², as a function of α.
func (v view) squaredLoss(r []float64, h *tree) func(alpha float64) float64 {
	mean, best := 0.0, v.along(r, h)
	for _, e := range r {
		mean += e * e / float64(len(r))
	}
	return func(alpha float64) float64 { return mean - best*best + (alpha-best)*(alpha-best) }
}

// squaredPanel is the squared loss against the vote: of the h that it would choose,
// and of the one that the exponential loss has chosen.
func (v view) squaredPanel() mark.Panel {
	r := v.residuals()
	s := v.squaredStage(r)
	of, ours := v.squaredLoss(r, s.h), v.along(r, v.r.h)
	from := of(0)
	lo, hi := min(0, ours, v.r.alpha), max(2.2*s.alpha, 1.1*v.r.alpha, 0.1)
	depth := max(from-of(s.alpha), 1e-3)
	vars := say.Vars{"rule": s.h.rule(), "best": s.alpha, "loss": of(s.alpha), "before": from, "name": hName(v.number())}
	at := mark.XY{X: s.alpha, Y: of(s.alpha)}
	dot := panel.Dot(at, 5, mark.RoleAccent.Plain(), "minimum at ⟨r, h⟩/⟨h, h⟩, r = y − F")
	dot.Tips = []say.Phrase{vars.Text("+ <rule>, α = <best>")}
	least := max(0, from-1.4*depth)
	return panel.Curves{
		ID: "squared", Title: "Stage for squared loss", Height: 0.42,
		Note: vars.Text("+ <rule>, α = <best>"),
		Alt: vars.Text("the mean of (y − F − αh)² against α: the best learner for squared loss predicts + <rule> with the vote <best>; the " +
			"loss falls from <before> to <loss>"),
		X: mark.Axis{Name: "α", Min: lo, Max: hi},
		Y: mark.Axis{Name: "mean of (y − F − αh)²", Min: least, Max: from + 0.6*depth},
		Of: []panel.Quantity{
			{Of: v.squaredLoss(r, v.r.h), Style: mark.RoleSoft.Wide(1.6).Dashed(), Legend: vars.Text("<name>, chosen by the exponential loss")},
			{Of: of, Style: mark.RoleInk.Wide(2), Legend: "best for squared loss"},
		},
		Over: []mark.Mark{
			panel.Level(from, mark.RoleFaint.Plain(), "α = 0"), panel.Segment(mark.XY{X: at.X, Y: least}, at, mark.RoleAccent.Dashed(), ""), dot,
		},
	}.Panel()
}
