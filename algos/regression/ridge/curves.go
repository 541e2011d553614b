package ridge

import (
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// risks are bias², variance and their sum along λ, for the truth that is known.
func (v view) risks() mark.Panel {
	w, now := v.vars(v.state), v.riskAt(v.Lambda)
	w["bias2"], w["variance"], w["mse"] = now.bias2, now.variance, now.total()
	prices := v.prices()
	lo, hi := prices[0], prices[len(prices)-1]
	curve := func(style mark.Style, name, legend say.Phrase, of func(risk) float64) panel.Quantity {
		at := panel.Traced(prices, func(lambda float64) (x, y float64) { return lambda, of(v.riskAt(lambda)) })
		return panel.Quantity{At: at, Style: style, Name: name, Legend: legend}
	}
	total := curve(mark.RoleInk.Wide(3.6), "sum", "their sum", risk.total)
	top, end := 0.0, total.At[len(total.At)-1].Y
	for _, at := range total.At {
		top = max(top, at.Y)
	}
	best := v.cheapest()
	if top > 6*max(end, best.least) { // a nearly singular matrix: what matters lies far below
		top = 6 * max(end, best.least)
	}
	c := panel.Curves{
		ID: "risk", Title: "Bias and variance", Note: w.Text("bias² <bias2>, variance <variance>: together <mse>"),
		X:     mark.Axis{Name: "λ", Min: lo, Max: hi, Log: true},
		Y:     panel.FromZero("expected square error", 0.08, top),
		Alt:   w.Text("the square of the bias and the variance against λ; at λ = <lambda> they are <bias2> and <variance>, together <mse>"),
		Under: []mark.Mark{panel.Level(v.riskAt(0).total(), mark.RoleSoft.Dashed(), "least squares")},
		Of: []panel.Quantity{
			total, curve(mark.RoleClass1.Wide(1.6), "bias²", "bias²", func(r risk) float64 { return r.bias2 }),
			curve(mark.RoleClass0.Wide(1.6), "variance", "variance", func(r risk) float64 { return r.variance }),
		},
		Handle: mark.Handle{
			Param: "lambda", At: mark.XY{X: min(max(v.Lambda, lo), hi), Y: min(now.total(), top)}, Label: "λ", Tip: "drag λ",
			Style: mark.RoleAccent.Wide(2), Layer: mark.Over,
		},
	}
	if best.ok {
		w["best"], w["leastrisk"] = best.lambda, best.least
		dot := panel.Best(mark.XY{X: best.lambda, Y: best.least}, "best λ")
		dot.Tips = []say.Phrase{w.Text("best λ = <best>: <leastrisk>")}
		c.Over = []mark.Mark{dot}
	}
	return c.Panel()
}
