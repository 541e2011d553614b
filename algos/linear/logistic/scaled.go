package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/num"
	"playground/algos/panel"
	"playground/algos/say"
)

var claimScaled = algos.Guarantee{Name: "scaled", Claim: `separation: the likelihood of $s\cdot(\theta,\theta_0)$ increases with $s$ and has no ` +
	`maximum`}

// scaling reports whether s(θ, θ₀) is looked at: by hand, or where it is why there is no
// minimum.
func (v view) scaling() bool {
	th := v.theta()
	return (v.opt.Scale != 1 || v.best.Separable && v.twoClasses() && v.opt.Lambda == 0) && (length(th) > 0 || th[2] != 0)
}

// scaledLoss is Σ log(1 + e^{−s y f}), without the penalty: −log of the likelihood of
// s(θ, θ₀).
func (v view) scaledLoss(s float64) (sum num.Sum) {
	for i, y := range v.y {
		z := s * y * v.scoreOf(i)
		row := softplus(-z)
		sum.Add(row, 8*row, logit.RowRounding([]float64{0, z}, 1, 16*ulp*s*logit.Terms(v.B, v.problem.U[i]))/ulp)
	}
	return sum
}

// perPoint is the likelihood of s(θ, θ₀) a point: the geometric mean of the
// probabilities of the labels.
func (v view) perPoint(s float64) float64 {
	return math.Exp(-v.scaledLoss(s).Value / float64(len(v.y)))
}

// scaledLines are the places where s(θ, θ₀) gives 0.1 and 0.9: the boundary stays, they
// come nearer to it.
func (v view) scaledLines() []mark.Mark {
	th := v.theta()
	if v.opt.Scale == 1 || length(th) == 0 {
		return nil
	}
	line := func(p float64, legend say.Phrase) mark.Ray {
		return mark.Ray{A: th[0], B: th[1], C: th[2] - math.Log(p/(1-p))/v.opt.Scale, Style: mark.RoleAccent.Wide(1.6).Dashed(), Legend: legend}
	}
	return []mark.Mark{line(0.1, v.scaleVars().Text("p = 0.1 and 0.9 with s = <s>")), line(0.9, "")}
}

func (v view) scaleVars() say.Vars { return say.Vars{"s": v.opt.Scale} }

// scaledCurve is the logistic function of s·f over f, where s is not 1.
func (v view) scaledCurve(reach float64) mark.Mark {
	if v.opt.Scale == 1 {
		return nil
	}
	at := panel.Curve(-reach, reach, 160, 1.16, func(f float64) float64 { return sigmoid(v.opt.Scale * f) })
	return mark.PolyLine{At: at, Style: mark.RoleAccent.Wide(1.8).Dashed(), Legend: v.scaleVars().Text("with s = <s>"), Name: "p with s"}
}

// scalePanel is the likelihood of s(θ, θ₀) against s.
func (v view) scalePanel() mark.Panel {
	reach := 5.0
	for reach < v.opt.Scale {
		reach *= 10
	}
	w := v.scaleVars()
	w["p"] = v.perPoint(v.opt.Scale)
	const name say.Phrase = "likelihood per point"
	return panel.Curves{
		ID: "likelihood", Title: "Likelihood vs parameter scale", Note: w.Text("s = <s>: <p> per point"),
		Alt: w.Text("the likelihood per point of s(θ, θ₀) against s; at s = <s> it is <p>"),
		X:   mark.Axis{Name: "parameter scale s", Max: reach}, Y: mark.Axis{Name: "e^(−L/n)", Max: 1.05}, Height: 0.5,
		Under: []mark.Mark{panel.Bound(1, "1: never attained", mark.RoleSoft.Dashed()), panel.Bound(0.5, "", mark.RoleFaint.Plain())},
		Of:    []panel.Quantity{{Of: v.perPoint, Nodes: 120, Style: mark.RoleInk.Wide(2), Legend: name, Name: name}},
		Over:  []mark.Mark{mark.Rule{Vertical: true, At: 1, Style: mark.RoleFaint.Plain()}},
		Handle: mark.Handle{
			Param: "scaling", At: mark.XY{X: v.opt.Scale, Y: v.perPoint(v.opt.Scale)},
			Label: "s", Tip: "drag s, by which θ and θ₀ are multiplied", Style: mark.RoleAccent.Plain(),
		},
	}.Panel()
}

// sayScale tells the likelihood with s and without.
func (v view) sayScale(s *algos.Story) {
	before, after := v.scaledLoss(1).Value, v.scaledLoss(v.opt.Scale).Value
	s.Vars["s"], s.Vars["plain"], s.Vars["scaled"] = v.opt.Scale, before, after
	s.Vars["chance"], s.Vars["chances"] = likelihood(before), likelihood(after)
	s.Text("Multiplying by $s=<s>$ keeps the boundary and changes the steepness of the sigmoid. The loss goes from <plain> to <scaled>, the " +
		"likelihood $e^{-L}$ of all labels from $<chance>$ to $<chances>$.")
}

// likelihood is e^{−L}. It does not round what is below 1 up to 1.
func likelihood(loss float64) say.Phrase {
	if rest := -math.Expm1(-loss); rest > 0 && rest < 5e-4 {
		return say.Vars{"rest": rest}.TeX("1-<rest>")
	}
	return say.Vars{"p": math.Exp(-loss)}.TeX("<p>")
}

// checkScaled: where every z > 0, Σ log(1 + e^{−sz}) falls as s grows.
func (v view) checkScaled() algos.Check {
	if v.Margin <= 0 {
		return claimScaled.Not("some points are misclassified: a large s makes their labels less and less likely")
	}
	s := v.opt.Scale
	if s == 1 {
		s = 2
	}
	small, large := min(s, 1), max(s, 1)
	left, right := v.scaledLoss(large), v.scaledLoss(small)
	w := say.Vars{"small": small, "large": large}
	return claimScaled.AtMost(left.Value, right.Value, left.Rounding()+right.Rounding()).
		Between(w.Text("loss with s = <large>"), w.Text("with s = <small>"))
}
