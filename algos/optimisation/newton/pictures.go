package newton

import (
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel { return []mark.Panel{v.board()} }

// board shows the points.
func (v view) board() mark.Panel {
	p := v.Problem.Board()
	p.Alt = ""
	p.Add(panel.Data(v.Problem, func(i int) say.Phrase {
		return say.Vars{"row": say.Row(i).Name(), "at": v.Points[i].X}.Text("<row> = <at>")
	}))
	return p
}
