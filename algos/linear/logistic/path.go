package logistic

import (
	"context"
	"math"

	"playground/algos/linear/internal/logit"
	"playground/algos/mark"
	"playground/algos/say"
)

const titlePath = "θ against λ"

// The path of λ goes over these powers of ten.
const (
	firstPower, lastPower = -3.0, 4.0
	perPower              = 8
)

// A price is the minimum with one λ.
type price struct {
	power float64 // λ = 10^power
	theta [3]float64
}

// lambdaPath are the minima over a range of λ that holds the present one.
func (t *task) lambdaPath(ctx context.Context) []price {
	var path []price
	first, last := firstPower, lastPower
	if now := math.Log10(t.opt.Lambda); t.opt.Lambda > 0 {
		first, last = max(-8, min(first, math.Floor(now))), max(last, math.Ceil(now))
	}
	for k := range int((last-first)*perPower) + 1 {
		if ctx.Err() != nil {
			return path
		}
		power := first + float64(k)/perPower
		p := logit.New(t.problem.X, t.problem.Class, 2, 1, math.Pow(10, power), true)
		if b, _, ok := p.Minimum(1e-9, 100); ok {
			path = append(path, price{power, theta(p, b)})
		}
	}
	return path
}

// pathPanel is the path of the minimum over log λ, with the λ of this run and where the
// run stands.
func (v view) pathPanel() mark.Panel {
	path := v.path()
	w := say.Vars{"lambda": v.opt.Lambda}
	p := mark.Panel{
		ID: "path", Title: titlePath, Note: w.Text("λ = <lambda>"),
		Alt: w.Text("the parameters at the minimum against λ on a logarithmic axis, with λ = <lambda> marked"),
		X:   mark.Axis{Name: "log₁₀ λ"}, Y: mark.Axis{Name: "θ at the minimum"},
	}
	th := v.theta()
	for j, name := range [3]say.Phrase{"θ₁", "θ₂", "θ₀"} {
		style := [3]mark.Style{mark.RoleClass2.Wide(2), mark.RoleClass3.Wide(2), mark.RoleSoft.Wide(1.6).Dashed()}[j]
		line := mark.PolyLine{Style: style, Legend: name, Name: name}
		for _, at := range path {
			line.At = append(line.At, mark.XY{X: at.power, Y: at.theta[j]})
		}
		if len(line.At) > 1 {
			p.Add(line)
		}
	}
	now := math.Log10(v.opt.Lambda)
	p.Add(mark.Rule{Vertical: true, At: now, Label: "λ", Style: mark.RoleAccent.Wide(2), Layer: mark.Over})
	p.Add(mark.Points{
		At: []mark.XY{{X: now, Y: th[0]}, {X: now, Y: th[1]}, {X: now, Y: th[2]}}, Style: mark.RoleAccent.Plain(), Layer: mark.Over, Legend: "this step",
	})
	return p
}
