package svmmulticlass

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// phase is what a step was about.
type phase int

const (
	starting  phase = iota
	asking          // a point and the class that violates its margin most, nothing has moved
	updating        // the weights have moved
	finishing       // the dual was raised over all points
)

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"primal", "dual", "gap", "kkt", "hinge", "mistakes", "error_rate"}

func (s *state) metrics() []float64 {
	n := float64(len(s.x))
	return []float64{s.primal, s.dual, s.primal - s.dual, s.viol, s.slack / n, float64(s.mistakes), float64(s.mistakes) / n}
}

// view is a step's way to look at its state.
type view struct {
	*state
	phase phase
}

func (m *machine) start(s *state) algos.Step {
	step := algos.Step{Phase: "start", Size: algos.Normal, Metrics: s.metrics(), Status: s.status, View: view{s, starting}}
	if s.status.Final() {
		return step
	}
	step.Next = algos.Next{Small: "take a point", Step: "take a point", Pass: say.Phrase(m.passLabel())}
	if m.Passes == 0 {
		step.Next = m.finishLabel()
	}
	return step
}

// asked is the micro step that only finds the class that violates the margin most.
func (m *machine) asked(s *state) algos.Step {
	what := "move the weights"
	if s.rival == s.y[s.row] {
		what = "shrink the weights"
	}
	return algos.Step{
		Phase: say.Phrase("ask " + name(s.row)), Size: algos.Micro, Metrics: s.metrics(), Status: s.status,
		Next: algos.Next{Small: say.Phrase(what), Step: say.Phrase(what), Pass: say.Phrase(m.passLabel())},
		View: view{s, asking},
	}
}

func (m *machine) updated(s *state) algos.Step {
	step := algos.Step{Phase: say.Phrase("learn " + name(s.row)), Size: algos.Normal, Metrics: s.metrics(), Status: s.status, View: view{s, updating}}
	if s.rival == s.y[s.row] {
		step.Phase = say.Phrase("pass " + name(s.row))
	}
	if s.t%len(m.x) == 0 {
		step.Size = algos.Pass
		step.Events = append(step.Events, algos.Event{Kind: "pass", Text: say.Phrase("pass " + say.Num(float64(s.t/len(m.x))) + " done")})
	}
	if s.before.mistakes > 0 && s.mistakes == 0 {
		step.Events = append(step.Events, algos.Event{Kind: "separated", Text: "every point is classified correctly"})
	}
	switch {
	case s.status.Final():
	case s.t == len(m.x)*m.Passes:
		step.Next = m.finishLabel()
	default:
		step.Next = algos.Next{Small: "take a point", Step: "take a point", Pass: say.Phrase(m.passLabel())}
	}
	return step
}

// swept is a step of the finish.
func (m *machine) swept(s *state) algos.Step {
	step := algos.Step{Phase: "raise the dual", Size: algos.Pass, Metrics: s.metrics(), Status: s.status, View: view{s, finishing}}
	if s.before.tau == nil {
		step.Events = append(step.Events, algos.Event{Kind: "finish", Text: "the dual takes over"})
	}
	if s.status.Final() {
		return step
	}
	step.Next = m.finishLabel()
	return step
}

func (m *machine) passLabel() string { return say.Count(len(m.x), "point") }

func (m *machine) finishLabel() algos.Next {
	return algos.Next{Small: "raise the dual", Step: "raise the dual", Pass: "raise the dual"}
}

// scoresAt are w_k·x of every class at a place.
func (s *state) scoresAt(x vec) []float64 {
	score := make([]float64, s.count())
	scores(score, s.w, x)
	return score
}

// margin is by how much the true class beats the best other one, Δ aside.
func margin(score []float64, y int) float64 {
	other := math.Inf(-1)
	for k, v := range score {
		if k != y {
			other = max(other, v)
		}
	}
	return score[y] - other
}
