package gpregression

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// step makes the state a step of the run.
func (s *state) step() algos.Step {
	step := algos.Step{Phase: say.Phrase(s.title()), Size: algos.Normal, Metrics: s.metrics(), Status: s.status, Events: s.events(), View: s}
	switch s.phase {
	case relating, foreseeing:
		step.Size = algos.Micro
	case conditioning:
		if s.row == len(s.y)-1 {
			step.Size = algos.Pass
		}
	case arriving, choosing:
		step.Size = algos.Pass
	}
	if !s.status.Final() {
		step.Next = s.nextLabels()
	}
	return step
}

// title says what the step did.
func (s *state) title() string {
	switch s.phase {
	case starting:
		return "prior"
	case relating:
		return "relate " + name(s.row)
	case foreseeing:
		return "forecast y" + say.Sub(s.row+1)
	case conditioning:
		return fmt.Sprintf("condition on (%s, y%s)", name(s.row), say.Sub(s.row+1))
	case setting:
		return fmt.Sprintf("start %d of %d", s.hill.start+1, len(s.starts))
	case climbing:
		return fmt.Sprintf("start %d, iterate %d", s.hill.start+1, s.hill.iterate)
	case arriving:
		return fmt.Sprintf("end of start %d", s.hill.start+1)
	}
	return "best of " + say.Count(len(s.starts), "start")
}

func (s *state) nextLabels() algos.Next {
	if next := s.next(); next >= 0 {
		condition := "condition on " + name(next)
		small := "relate " + name(next)
		switch s.phase {
		case relating:
			small = "forecast y" + say.Sub(next+1)
		case foreseeing:
			small = condition
		}
		return algos.Next{Small: say.Phrase(small), Step: say.Phrase(condition), Pass: say.Phrase("all " + say.Count(len(s.y), "observation"))}
	}
	next, pass := "climb the evidence", "to the top"
	switch {
	case s.hill == nil:
		next = "start 1"
	case s.phase == arriving && s.hill.start+1 < len(s.starts):
		next = fmt.Sprintf("start %d", s.hill.start+2)
	case s.phase == arriving:
		next, pass = "take the best", "take the best"
	}
	return algos.Next{Small: say.Phrase(next), Step: say.Phrase(next), Pass: say.Phrase(pass)}
}

// events are the ticks on the timeline.
func (s *state) events() []algos.Event {
	var events []algos.Event
	switch s.phase {
	case conditioning:
		if t := s.surprise(); math.Abs(t) > 3 {
			events = append(events, algos.Event{Kind: "surprise", Text: say.Phrase(fmt.Sprintf("y%s is %s standard deviations from its forecast", say.Sub(s.row+1), say.Num(t)))})
		}
	case setting:
		events = append(events, algos.Event{Kind: "start", Text: say.Phrase(s.title())})
	case arriving:
		events = append(events, algos.Event{Kind: "optimum", Text: say.Phrase("a local optimum, log evidence " + say.Num(s.post.logEvidence()))})
	}
	return events
}

// surprise is how far the observation is from its forecast, in standard
// deviations of y.
func (s *state) surprise() float64 {
	return (s.y[s.row] - s.forecast.mean) / math.Sqrt(s.forecast.vari+s.post.noise)
}
