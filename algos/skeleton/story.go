package skeleton

import (
	"playground/algos"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{Phase: "start", Size: algos.Pass, Status: algos.Status{State: algos.Running}, Metrics: []float64{v.squares}, View: v}
	if v.seen > 0 {
		s.Phase, s.Size = say.Vars{"row": say.Row(v.row()).Name()}.Text("took <row>"), algos.Normal
	}
	if v.seen < len(v.rows) {
		s.Next.Step = say.Vars{"row": say.Row(v.rows[v.seen]).Name()}.Text("take <row>")
		s.Next.Pass = "take all rows"
		return s
	}
	s.Size = algos.Pass
	s.Status = algos.Status{
		State:  algos.Converged,
		Reason: say.Vars{"n": v.seen, "mean": v.mean}.Text("All <n row> have been taken: the mean is <mean>."),
	}
	return s
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"n": len(v.rows)}}
	if v.seen == 0 {
		s.Text("<n row> will arrive, one after the other. Nothing has been seen yet.")
		return s.Lines
	}
	s.Vars = say.Vars{"x": say.Row(v.row()), "t": v.seen, "at": v.Points[v.row()].X, "before": v.before, "mean": v.mean}
	if v.seen == 1 {
		s.Text("<x> is the first row, so the mean is where it lies.")
	} else {
		s.Text("<x> pulls the mean towards itself, by one part in <t> of the way.")
	}
	s.TeX(`m = <before> + \frac{1}{<t>}\bigl(<at> - <before>\bigr) = \hl{<mean>}`)
	return s.Lines
}
