package record

import "playground/algos"

// Answers returns the first step after n that answers a question asked at a step, by
// what is kept of all steps. It reports false where none is recorded yet, with the
// step up to which it has looked.
func (r *Recorder) Answers(q algos.Question, now algos.Step, n int) (int, bool) {
	from := 0
	for ; from < len(r.events) && r.events[from].Step <= n; from++ {
	}
	for n++; n < r.Len(); n++ {
		var events []algos.Event
		for ; from < len(r.events) && r.events[from].Step == n; from++ {
			events = append(events, r.events[from].Event)
		}
		metrics := make([]float64, len(r.values))
		for k, all := range r.values {
			metrics[k] = all[n]
		}
		status := algos.Status{State: algos.Running}
		if r.Complete() && n == r.Len()-1 && !r.cut {
			status = r.status
		}
		if q.Answered(now, r.demo.OutlineOf(algos.Size(r.sizes[n]), events, metrics, status)) {
			return n, true
		}
	}
	return r.Len() - 1, false
}
