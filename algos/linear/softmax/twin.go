package softmax

import (
	"math"

	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// score is θ's f(x).
func (t twin) score(x, y float64) float64 { return t.theta[0]*x + t.theta[1]*y + t.theta[2] }

// ray is where logistic regression gives the probability p.
func (t twin) ray(p float64, style mark.Style, legend say.Phrase) mark.Mark {
	return mark.Ray{A: t.theta[0], B: t.theta[1], C: t.theta[2] - math.Log(p/(1-p)), Style: style, Legend: legend}
}

// shown reports whether logistic regression has been fitted to the two classes and has a
// boundary.
func (t twin) shown() bool { return t.known && math.Hypot(t.theta[0], t.theta[1]) > 0 }

// twinLine is the boundary of logistic regression on the board of softmax; nil unless
// there are two classes.
func (v view) twinLine() mark.Mark {
	if v.k != 2 || !v.twin().shown() {
		return nil
	}
	return v.twin().ray(0.5, mark.RoleAccent.Wide(2).Dashed(), "boundary of logistic regression")
}

// logisticBoard is the board of logistic regression on the same two classes, at its
// minimum.
func (v view) logisticBoard() (mark.Panel, bool) {
	if v.k != 2 || !v.twin().shown() {
		return mark.Panel{}, false
	}
	t := v.twin()
	p := v.Problem.Board()
	w := say.Vars{"loss": t.loss, "theta": [2]float64{t.theta[0], t.theta[1]}, "theta0": t.theta[2]}
	p.ID, p.Title, p.Note, p.Edits = "logistic", "Logistic regression, for comparison", w.Text("at its minimum, loss <loss>"), ""
	p.Alt = w.Text("logistic regression on the same points: θ = <theta>, θ₀ = <theta0>, loss <loss>")
	p.Add(mark.Field{
		Eval:  panel.Score(func(x, y float64) float64 { return math.Tanh(t.score(x, y) / 2) }),
		Scale: mark.Diverging, Lo: -1, Hi: 1, Legend: say.Vars{"class": v.Label(1)}.Text("probability of class <class>, from 0 to 1"),
	})
	soft := mark.RoleSoft.Wide(1).Dashed()
	p.Add(t.ray(0.5, mark.RoleInk.Wide(2.2), "p = 0.5"), t.ray(0.1, soft, "0.9"), t.ray(0.9, soft, ""), v.dots())
	return p, true
}
