package emgmm

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// phase is what a step was about.
type phase int

const (
	starting phase = iota
	asking         // Bayes' rule for one point
	sharing        // the E-step
	fitting        // one component of the M-step
	raising        // the M-step
)

// view is a step's way to look at its state.
type view struct {
	*state
	phase phase
	part  int  // asking: the row; fitting: the component, the last one refitted
	owner bool // this step pays for the state's memory
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"log_likelihood", "elbo", "gain", "change", "aic", "bic"}

func (s *state) metrics() []float64 {
	return []float64{s.loglik, s.elbo, s.loglik - s.oldLoglik, s.change, s.aic(), s.bic()}
}

const (
	labelE    = "E-step: share out"
	labelM    = "M-step: refit"
	labelPass = "one EM iteration"
)

func (s *state) start() algos.Step {
	return algos.Step{
		Phase: "start", Size: algos.Pass, Metrics: s.metrics(), Status: s.status,
		Next: algos.Next{Small: "share one point", Step: labelE, Pass: labelPass},
		View: view{state: s, phase: starting, owner: true},
	}
}

// bayes is the micro step that looks at the point of which the E-step is least
// sure. The bound is not moved yet.
func (s *state) bayes(before *state) algos.Step {
	row := s.doubtful()
	return algos.Step{
		Phase: say.Phrase("share " + name(row)), Size: algos.Micro, Metrics: before.metrics(), Status: s.status,
		Next: algos.Next{Small: labelE, Step: labelE, Pass: labelPass},
		View: view{state: s, phase: asking, part: row},
	}
}

// shared is the step after the E-step.
func (s *state) shared() algos.Step {
	return algos.Step{
		Phase: "E-step", Size: algos.Normal, Metrics: s.metrics(), Status: s.status,
		Next: algos.Next{Small: "refit component 1", Step: labelM, Pass: labelPass},
		View: view{state: s, phase: sharing, owner: true},
	}
}

// refit is the micro step that refits component j.
func (s *state) refit(j int) algos.Step {
	step := algos.Step{
		Phase: say.Phrase(fmt.Sprintf("refit component %d", j+1)), Size: algos.Micro, Metrics: s.metrics(), Status: s.status,
		Next: algos.Next{Small: say.Phrase(fmt.Sprintf("refit component %d", j+2)), Step: labelM, Pass: labelPass},
		View: view{state: s, phase: fitting, part: j},
	}
	if j+1 == s.K {
		step.Next.Small = labelM
	}
	return step
}

// raised is the step after the M-step, which ends an iteration.
func (s *state) raised() algos.Step {
	step := algos.Step{
		Phase: "M-step", Size: algos.Pass, Metrics: s.metrics(), Status: s.status, Events: s.events(),
		View: view{state: s, phase: raising, owner: true},
	}
	if !s.status.Final() {
		step.Next = algos.Next{Small: "share one point", Step: labelE, Pass: labelPass}
	}
	return step
}

// events are the ticks on the timeline.
func (s *state) events() []algos.Event {
	var events []algos.Event
	for _, r := range s.ruins {
		events = append(events, algos.Event{Kind: "collapse", Text: say.Phrase(s.words(r))})
	}
	for j, c := range s.counts {
		if !alive(c) && s.before.weight[j] > 0 && s.theta.weight[j] <= leastNumber {
			events = append(events, algos.Event{Kind: "empty", Text: say.Phrase(fmt.Sprintf("component %d has lost all its points", j+1))})
		}
	}
	return events
}

// doubtful is the row whose largest responsibility is smallest.
func (s *state) doubtful() int {
	row, least := 0, math.Inf(1)
	for i := range s.x {
		top := 0.0
		for _, p := range s.shares(i) {
			top = max(top, p)
		}
		if top < least {
			row, least = i, top
		}
	}
	return row
}

// ref is what row i is called in marks and formulas; name is what people read.
func ref(i int) string  { return fmt.Sprintf("x%d", i) }
func name(i int) string { return "x" + say.Sub(i+1) }

// component is what component j is called in marks and formulas.
func component(j int) string { return fmt.Sprintf("c%d", j) }
