package skeleton

import (
	"playground/algos"
	"playground/algos/say"
)

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{Phase: "start", Size: algos.Pass, Status: algos.Status{State: algos.Running}, Metrics: []float64{v.squares}, View: v}
	if v.seen > 0 {
		s.Phase, s.Size = say.Vars{"row": say.Row(v.current()).Name()}.Text("<row> added"), algos.Normal
	}
	if v.seen < len(v.order) {
		s.Next.Step = say.Vars{"row": say.Row(v.order[v.seen]).Name()}.Text("add <row>")
		s.Next.Pass = "add all samples"
		return s
	}
	s.Size = algos.Pass
	s.Status = algos.Status{
		State:  algos.Converged,
		Reason: say.Vars{"n": v.seen, "mean": v.mean}.Text("All <n sample> are added: the mean is <mean>."),
	}
	return s
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	s := algos.Story{Vars: say.Vars{"n": len(v.order)}}
	if v.seen == 0 {
		s.Text("<n sample> arrive one after the other. No sample has been added yet.")
		return s.Lines
	}
	s.Vars = say.Vars{"x": say.Row(v.current()), "t": v.seen, "at": v.Points[v.current()].X, "before": v.before, "mean": v.mean}
	if v.seen == 1 {
		s.Text("<x> is the first sample, so the mean equals it.")
	} else {
		s.Text("<x> moves the mean towards itself, by 1/<t> of the distance.")
	}
	s.TeX(`m = <before> + \frac{1}{<t>}\bigl(<at> - <before>\bigr) = \hl{<mean>}`)
	return s.Lines
}
