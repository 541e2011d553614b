package ridge

import (
	"playground/algos/mark"
	"playground/algos/say"
)

// risks are bias², variance and their sum along λ, for the truth that is known.
func (v view) risks() mark.Panel {
	w := v.vars(v.state)
	now := v.riskAt(v.Lambda)
	w["bias2"], w["variance"], w["mse"] = now.bias2, now.variance, now.total()
	prices := v.prices()
	lo, hi := prices[0], prices[len(prices)-1]
	p := mark.Panel{
		ID: "risk", Title: "Bias and variance", Note: w.Text("bias² <bias2>, variance <variance>: together <mse>"),
		X:   mark.Axis{Name: "λ", Min: lo, Max: hi, Log: true},
		Y:   mark.Axis{Name: "expected square error"},
		Alt: w.Text("the square of the bias and the variance against λ; at λ = <lambda> they are <bias2> and <variance>, together <mse>"),
	}
	bias := mark.PolyLine{Style: mark.RoleClass1.Wide(1.6), Legend: "bias²", Name: "bias²"}
	variance := mark.PolyLine{Style: mark.RoleClass0.Wide(1.6), Legend: "variance", Name: "variance"}
	total := mark.PolyLine{Style: mark.RoleInk.Wide(3.6), Legend: "their sum", Name: "sum"}
	top := 0.0
	for _, lambda := range prices {
		r := v.riskAt(lambda)
		bias.At = append(bias.At, mark.XY{X: lambda, Y: r.bias2})
		variance.At = append(variance.At, mark.XY{X: lambda, Y: r.variance})
		total.At = append(total.At, mark.XY{X: lambda, Y: r.total()})
		top = max(top, r.total())
	}
	best := v.cheapest()
	if end := total.At[len(total.At)-1].Y; top > 6*max(end, best.least) { // a nearly singular matrix: what matters lies far below
		top = 6 * max(end, best.least)
	}
	if top == 0 {
		top = 1
	}
	p.Y.Max = 1.08 * top
	p.Add(mark.Rule{At: v.riskAt(0).total(), Style: mark.RoleSoft.Dashed(), Legend: "least squares"}, total, bias, variance)
	if best.ok {
		w["best"], w["leastrisk"] = best.lambda, best.least
		p.Add(mark.Points{
			At: []mark.XY{{X: best.lambda, Y: best.least}}, Style: mark.RoleGood.Plain(), Hollow: true, Size: []float64{6}, Legend: "best λ", Layer: mark.Over,
			Tips: []say.Phrase{w.Text("best λ = <best>: <leastrisk>")},
		})
	}
	p.Add(mark.Handle{
		Param: "lambda", Along: mark.Horizontal, At: mark.XY{X: min(max(v.Lambda, lo), hi), Y: min(now.total(), top)}, Label: "λ", Tip: "drag λ",
		Style: mark.RoleAccent.Wide(2), Layer: mark.Over,
	})
	return p
}
