package squares

import (
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Rates is the worst factor by which an update of a descent changes what is left, against
// the learning rate η, which is set on it. Beyond the limit the factor is above 1.
type Rates struct {
	Note, Alt  say.Phrase
	Rate       func(eta float64) float64
	Eta, Limit float64
	At         say.Phrase // what the limit is: "2/L"
}

// Panel draws the factors.
func (r Rates) Panel() mark.Panel {
	return panel.Curves{
		ID: "rate", Title: "Convergence factor vs learning rate", Note: r.Note, Alt: r.Alt,
		X: mark.Axis{Name: "η", Max: panel.RoundUp(1.3 * r.Limit)}, Y: mark.Axis{Name: "convergence factor", Min: 0, Max: 1.6},
		Under: []mark.Mark{
			mark.Rect{Max: mark.XY{X: r.Limit, Y: 1}, Fill: true, Style: mark.RoleGood.Plain().Faded(0.12), Layer: mark.Under, Legend: "converges"},
			mark.Rect{
				Min: mark.XY{X: r.Limit, Y: 1}, Max: mark.XY{X: mark.Beyond, Y: mark.Beyond}, Fill: true, Style: mark.RoleBad.Plain().Faded(0.12), Layer: mark.Under,
				Legend: "diverges",
			},
			mark.Rule{Vertical: true, At: r.Limit, Label: r.At, Style: mark.RoleBad.Wide(1.4).Dashed()},
		},
		Of: []panel.Quantity{{Of: r.Rate, Nodes: 120, Style: mark.RoleInk.Wide(2), Legend: "worst-case convergence factor", Name: "convergence factor"}},
		Handle: mark.Handle{
			Param: "eta", At: mark.XY{X: r.Eta, Y: min(r.Rate(r.Eta), 1.5)}, Label: "η", Tip: "drag the learning rate",
			Style: mark.RoleAccent.Wide(2), Layer: mark.Over,
		},
	}.Panel()
}
