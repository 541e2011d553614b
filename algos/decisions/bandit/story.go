package bandit

import "playground/algos"

// step wraps the view with what is cheap to know and kept for every step.
func (v view) step() algos.Step {
	s := algos.Step{Phase: "", Size: algos.Normal, Status: algos.Status{State: algos.Running}, Metrics: []float64{}, View: v}
	if v.done() {
		s.Size, s.Status = algos.Pass, algos.Status{State: algos.Converged, Reason: ""}
		return s
	}
	return s
}

// Say tells what the step did with its own numbers.
func (v view) Say() []algos.Line {
	var s algos.Story
	return s.Lines
}
