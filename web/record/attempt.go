package record

import "playground/algos"

// Attempt returns the recorded run up to step n as the goals of its demo look at it.
func (r *Recorder) Attempt(step algos.Step, n int) (algos.Attempt, error) {
	p, err := r.recipe.Problem()
	if err != nil {
		return algos.Attempt{}, err
	}
	a := r.demo.Attempt(p, r.recipe.Params)
	a.Last, a.Steps, a.Complete = step, n, step.Status.Final()
	for _, e := range r.events {
		if e.Step <= n {
			a.Events[e.Kind]++
		}
	}
	return a, nil
}
