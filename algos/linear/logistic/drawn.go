package logistic

import (
	"math"
	"slices"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

var claimDrawn = algos.Guarantee{Name: "drawn", Claim: `the fitted $\theta$ is at least as likely as the true $w$: $L(\hat{\theta}) \le L(w)$`}

// labelStream is the stream of randomness that labels are drawn from; no other draw of a
// run changes them.
const labelStream = 1

// drawn returns the problem with every label drawn again: +1 with the probability
// g(⟨w, x⟩ + w₀). A point keeps its draw when the model or another point moves.
func drawn(p algos.Problem, o options) (algos.Problem, error) {
	if len(p.HeldOut) > 0 {
		return p, algos.Refuse("Simulated labels replace those of the training points: hold no points out, or use the labels of the data.")
	}
	p.Points = slices.Clone(p.Points)
	r := p.Stream(labelStream)
	for i := range p.Points {
		q := &p.Points[i]
		q.Y = 0
		if r.Float64() < sigmoid(o.truth(q.X)) {
			q.Y = 1
		}
	}
	return p, nil
}

// truth is the score of the model that draws the labels.
func (o options) truth(x [2]float64) float64 { return o.Truth[0]*x[0] + o.Truth[1]*x[1] + o.Truth0 }

// truthMarks are the boundary of the model that drew the labels.
func (v view) truthMarks() []mark.Mark {
	w := v.opt.Truth
	if !v.opt.Drawn || math.Hypot(w[0], w[1]) == 0 {
		return nil
	}
	return []mark.Mark{mark.Ray{A: w[0], B: w[1], C: v.opt.Truth0, Style: mark.RoleGood.Wide(2).Dashed(), Legend: "true boundary, from w and w₀"}}
}

// truthHandle is w in the parameter plane.
func (v view) truthHandle() mark.Handle {
	return mark.Handle{
		Param: "true_w", At: mark.XY{X: v.opt.Truth[0], Y: v.opt.Truth[1]}, Label: "w", Tip: "drag the true w, from which the labels are simulated",
		Style: mark.RoleGood.Plain(),
	}
}

// A bin is the samples to which w gives about the same probability.
type bin struct {
	n, plus int
	score   float64 // mean ⟨w, x⟩ + w₀
}

// bins are as many as there are tenths of probability.
const bins = 10

// tally counts the labels by tenths of g(⟨w, x⟩ + w₀).
func (v view) tally() [bins]bin {
	var all [bins]bin
	for i, x := range v.problem.X {
		f := v.opt.truth(x)
		b := &all[min(bins-1, int(bins*sigmoid(f)))]
		b.n++
		b.score += (f - b.score) / float64(b.n)
		if v.y[i] > 0 {
			b.plus++
		}
	}
	return all
}

// shares are the observed shares of the label +1 by tenths of the probability from which
// they were drawn, on the curve of that probability.
func (v view) shares() mark.Panel {
	dots := mark.Points{Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "observed frequency (size: number of points)"}
	spread := mark.Segments{Style: mark.RoleSoft.Wide(1.4), Legend: "two standard errors"}
	reach, filled := 3.0, 0
	for _, b := range v.tally() {
		if b.n == 0 {
			continue
		}
		filled++
		n, p, share := float64(b.n), sigmoid(b.score), float64(b.plus)/float64(b.n)
		off := 2 * math.Sqrt(p*(1-p)/n)
		reach = max(reach, min(12, math.Abs(b.score)))
		at := max(-12, min(12, b.score))
		dots.At, dots.Size = append(dots.At, mark.XY{X: at, Y: share}), append(dots.Size, min(9, 2.5+0.9*math.Sqrt(n)))
		dots.Tips = append(dots.Tips, say.Vars{"plus": b.plus, "n": b.n, "share": share, "p": p}.Text("<plus> of <n point> are +1: frequency "+
			"<share>, g = <p>"))
		spread.From, spread.To = append(spread.From, mark.XY{X: at, Y: max(0, p-off)}), append(spread.To, mark.XY{X: at, Y: min(1, p+off)})
	}
	reach = panel.RoundUp(1.05 * reach)
	return panel.Curves{
		ID: "shares", Title: "Calibration curve", Note: say.Vars{"n": len(v.y)}.Text("<n> labels"),
		Alt: say.Vars{"n": len(v.y), "bins": filled}.Text("the frequency of the label +1 among <n point> in <bins> bins of the score, beside the " +
			"curve of g"),
		X: mark.Axis{Name: "⟨w, x⟩ + w₀", Min: -reach, Max: reach}, Y: mark.Axis{Name: "frequency of +1", Min: -0.08, Max: 1.08},
		Of:   []panel.Quantity{{Of: sigmoid, Nodes: 120, Style: mark.RoleGood.Wide(2), Legend: "g, the probability of +1", Name: "g"}},
		Over: []mark.Mark{spread, dots},
	}.Panel()
}

// truthLoss is the loss of the model that drew the labels, with the penalty.
func (v view) truthLoss() (loss, rounding float64) {
	w := v.opt.Truth
	loss = v.opt.Lambda / 2 * (w[0]*w[0] + w[1]*w[1])
	for i, x := range v.problem.X {
		z := v.y[i] * v.opt.truth(x)
		row, terms := softplus(-z), math.Abs(w[0]*x[0])+math.Abs(w[1]*x[1])+math.Abs(v.opt.Truth0)
		loss += row
		rounding += 16 * ulp * (row + sigmoid(-z)*terms)
	}
	return loss, rounding + ulp*float64(len(v.y)+8)*loss
}

// checkDrawn: the minimum lies below the loss of any one θ.
func (v view) checkDrawn() algos.Check {
	loss, rounding := v.truthLoss()
	c := claimDrawn.AtMost(v.Loss, loss, v.rounding(v.Place)+rounding).Between("L(θ), now", "L(w)")
	if v.status().State != algos.Converged {
		c = c.OpenIf("guaranteed at the minimum, which the run has not reached")
	}
	return c.Unless(v.missing())
}

// sayDrawn tells the model that drew the labels.
func (v view) sayDrawn(s *algos.Story) {
	s.Vars["w"], s.Vars["w0"] = v.opt.Truth, v.opt.Truth0
	plus := 0
	for _, y := range v.y {
		if y > 0 {
			plus++
		}
	}
	s.Vars["plus"], s.Vars["n"] = plus, len(v.y)
	s.Text(`Every label is simulated: $+1$ with the probability $g(\langle w,x\rangle+w_0)$, where $w=<w>$ and $w_0=<w0>$. Of <n point>, <plus> ` +
		`have the label $+1$. The fit uses only the labels.`)
}
