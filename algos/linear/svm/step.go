package svm

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// phase is what a step was about.
type phase int

const (
	starting   phase = iota
	choosing         // the next pair is chosen, nothing has moved
	optimising       // the pair has moved
)

// view is a step's way to look at its state.
type view struct {
	*state
	phase phase
	owner bool // this step pays for the state's memory
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"dual", "primal", "gap", "kkt", "sv", "bounded", "margin", "errors"}

func (s *state) metrics() []float64 {
	return []float64{s.dual, s.primal, s.primal - s.dual, s.kkt, float64(s.free + s.bound), float64(s.bound), s.margin(), float64(s.errors)}
}

// margin is 1/‖w‖, NaN while w = 0 (or has no length, under a kernel that is
// not positive semi-definite).
func (s *state) margin() float64 {
	if s.norm2 > 0 {
		return 1 / math.Sqrt(s.norm2)
	}
	return math.NaN()
}

func (m *machine) start(s *state) algos.Step {
	step := algos.Step{
		Phase: "start", Size: algos.Normal, Metrics: s.metrics(), Status: s.status,
		View: view{state: s, phase: starting, owner: true},
	}
	if s.status.Final() {
		return step
	}
	step.Next = algos.Next{Small: "choose a pair", Step: say.Phrase(s.nextPair()), Pass: say.Phrase(m.passLabel())}
	return step
}

// chosen is the micro step that only names the pair.
func (m *machine) chosen(s *state) algos.Step {
	return algos.Step{
		Phase: say.Phrase("choose " + pairName(s.next.I, s.next.J)), Size: algos.Micro,
		Next:    algos.Next{Small: say.Phrase(s.nextPair()), Step: say.Phrase(s.nextPair()), Pass: say.Phrase(m.passLabel())},
		Metrics: s.metrics(), Status: s.status,
		View: view{state: s, phase: choosing},
	}
}

// optimised is the step after a pair has moved.
func (m *machine) optimised(s *state) algos.Step {
	step := algos.Step{
		Phase: say.Phrase("optimise " + pairName(s.work.I, s.work.J)), Size: algos.Normal,
		Metrics: s.metrics(), Status: s.status, Events: s.events(),
		View: view{state: s, phase: optimising, owner: true},
	}
	if s.pairs%len(m.y) == 0 {
		step.Size = algos.Pass
	}
	if !s.status.Final() {
		step.Next = algos.Next{Small: "choose a pair", Step: say.Phrase(s.nextPair()), Pass: say.Phrase(m.passLabel())}
	}
	return step
}

func (s *state) nextPair() string { return "optimise " + pairName(s.next.I, s.next.J) }

func (m *machine) passLabel() string { return say.Count(len(m.y), "pair") }

func pairName(i, j int) string { return alpha(i) + ", " + alpha(j) }

// events are the ticks on the timeline.
func (s *state) events() []algos.Event {
	var events []algos.Event
	for _, i := range s.work.entered {
		events = append(events, algos.Event{Kind: "sv-enter", Text: say.Phrase(name(i) + " becomes a support vector")})
	}
	for _, i := range s.work.left {
		events = append(events, algos.Event{Kind: "sv-leave", Text: say.Phrase(name(i) + " is a support vector no longer")})
	}
	if s.work.face.Free > 0 {
		events = append(events, algos.Event{Kind: "face", Text: "all free variables at once"})
	}
	return events
}
