package skeleton

import (
	"playground/algos/mark"
	"playground/algos/panel"
	"playground/algos/say"
)

// Panels draws the step: the board first, then the side views.
func (v view) Panels() []mark.Panel {
	return []mark.Panel{v.board(), v.distances()}
}

func (v view) vars() say.Vars {
	return say.Vars{"n": len(v.order), "seen": v.seen, "mean": v.mean, "squares": v.squares}
}

// board shows the points, the mean and its last update.
func (v view) board() mark.Panel {
	p, w := v.Problem.Board(), v.vars()
	p.Note = w.Text("<seen> of <n> samples")
	p.Alt = w.Text("<n point>, <seen> of them added, with mean <mean>")
	p.Add(panel.Data(v.Problem, func(i int) say.Phrase {
		return say.Vars{"row": say.Row(i).Name(), "at": v.Points[i].X}.Text("<row> = <at>")
	}))
	if v.seen == 0 {
		return p
	}
	p.Add(panel.Drawn(v.Problem, []int{v.current()}, "current sample"))
	if v.seen > 1 {
		p.Add(panel.Arrow(xy(v.before), xy(v.mean), mark.RoleAccent.Wide(2), "update of the mean"))
	}
	p.Add(panel.Dot(xy(v.mean), 6, mark.RoleAccent.Plain(), "mean"))
	return p
}

// distances are ‖x_i − m‖ in the order of the table.
func (v view) distances() mark.Panel {
	r := panel.Rows{
		ID: "distances", Title: "Distances to the mean", Note: v.vars().Text("sum of squares: <squares>"),
		Alt: v.vars().Text("the distances of <n point> to the mean"), Y: mark.Axis{Name: "‖x − m‖"}, Of: v.distance, What: "‖x − m‖",
	}
	if v.seen > 0 {
		r.Hot = []int{v.current()}
	}
	return r.Panel(v.Problem)
}

func xy(x [2]float64) mark.XY { return mark.XY{X: x[0], Y: x[1]} }
