package adaboost

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// phase is what a step was about.
type phase int

const (
	starting  phase = iota
	fitting         // every candidate's weighted error is known
	choosing        // the best is chosen
	weighing        // it has its vote α, and the committee has changed
	reweighed       // the weights have changed: the round is complete
)

// view is a step's way to look at a round.
type view struct {
	*state // before the round; at the start, and after it, the present one
	phase  phase
	r      *round // the round at work, nil before it is chosen
	next   *state // after the round, nil until its vote is known
}

// passRounds is how many rounds a whole pass takes.
const passRounds = 10

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"weighted_error", "alpha", "train_error", "exp_loss", "bound", "edge_bound", "heldout", "margin"}

func (s *state) metrics() []float64 {
	err, alpha := math.NaN(), math.NaN()
	if r := s.last(); r != nil {
		err, alpha = r.err, s.vote(r)
	}
	n := float64(len(s.y))
	return []float64{err, alpha, float64(s.wrong) / n, s.loss, s.bound, math.Exp(-2 * s.edges), s.heldout, s.margin()}
}

// margin is the smallest yF/Σα, from −1 to 1; NaN before the first vote.
func (s *state) margin() float64 {
	if s.sum == 0 {
		return math.NaN()
	}
	least := math.Inf(1)
	for i, f := range s.f {
		least = min(least, s.y[i]*f/s.sum)
	}
	return least
}

func (m *machine) started(s *state) algos.Step {
	return algos.Step{
		Phase: "start", Size: algos.Pass, Metrics: s.metrics(), Status: s.status, Next: s.beginning(),
		View: view{state: s, phase: starting},
	}
}

// beginning is what comes next when a round is about to begin.
func (s *state) beginning() algos.Next {
	return algos.Next{Small: say.Phrase("try every " + s.noun()), Step: say.Phrase(s.nextRound()), Pass: say.Phrase(say.Count(passRounds, "round"))}
}

func (s *state) nextRound() string { return "round " + say.Num(float64(len(s.rounds)+1)) }

// within is what comes next inside a round.
func (s *state) within(small string) algos.Next {
	return algos.Next{Small: say.Phrase(small), Step: say.Phrase("finish " + s.nextRound()), Pass: say.Phrase(say.Count(passRounds, "round"))}
}

func (m *machine) fitted(s *state) algos.Step {
	return algos.Step{
		Phase: say.Phrase("try every " + s.noun()), Size: algos.Micro, Metrics: s.metrics(), Status: s.status,
		Next: s.within("choose " + hName(len(s.rounds)+1)),
		View: view{state: s, phase: fitting},
	}
}

func (m *machine) chosen(s *state, r *round) algos.Step {
	t := len(s.rounds) + 1
	step := algos.Step{
		Phase: say.Phrase("choose " + hName(t)), Size: algos.Micro, Metrics: s.metrics(), Status: s.statusWith(r),
		View: view{state: s, phase: choosing, r: r},
	}
	if step.Status.Final() {
		step.Size = algos.Pass
		return step
	}
	step.Next = s.within("weigh " + hName(t))
	return step
}

func (m *machine) weighed(before, after *state) algos.Step {
	t := len(after.rounds)
	step := algos.Step{
		Phase: say.Phrase("weigh " + hName(t)), Size: algos.Micro, Metrics: after.metrics(), Status: algos.Status{State: algos.Running},
		View: view{state: before, phase: weighing, r: after.last(), next: after},
	}
	if after.perfect {
		step.Size, step.Status = algos.Pass, after.status
		return step
	}
	step.Next = before.within("reweigh the points")
	return step
}

func (m *machine) reweighed(before, after *state) algos.Step {
	t := len(after.rounds)
	step := algos.Step{
		Phase: say.Phrase("reweigh the points after " + hName(t)), Size: algos.Normal, Metrics: after.metrics(), Status: after.status,
		View: view{state: before, phase: reweighed, r: after.last(), next: after},
	}
	if before.wrong > 0 && after.wrong == 0 {
		step.Events = append(step.Events, algos.Event{Kind: "no-mistakes", Text: "the committee gets every training point right"})
	}
	if t%passRounds == 0 || after.status.Final() {
		step.Size = algos.Pass
	}
	if after.status.Final() {
		return step
	}
	step.Next = after.beginning()
	return step
}

// now is the state that the step shows: with the new vote as soon as there is
// one.
func (v view) now() *state {
	if v.next != nil {
		return v.next
	}
	return v.state
}

// weights are those that the step shows: the new ones only once the points are
// reweighed.
func (v view) weights() []float64 {
	if v.phase == reweighed {
		return v.next.w
	}
	return v.w
}

// number is the round at work, or the last one.
func (v view) number() int {
	if v.phase == starting {
		return 0
	}
	return len(v.rounds) + 1
}
