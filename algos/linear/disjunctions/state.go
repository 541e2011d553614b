package disjunctions

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/say"
)

// A snapshot is the state after one step. It is never changed; what it shares
// with other steps is never changed either.
type snapshot struct {
	*task
	kind     kind
	h        literals
	past     []seen
	removed  literals // in this step
	deaths   [2 * maxN]uint16
	falsePos int
	falseNeg int
	lies     int
	clash    int
	clashed  int
	over     bool
	status   algos.Status
}

func (s snapshot) mistakes() int { return s.falsePos + s.falseNeg }

// now is the example at work.
func (s snapshot) now() seen { return s.past[len(s.past)-1] }

func (s snapshot) wrong() bool { return s.now().said != s.now().label }

func (s snapshot) writer() writer { return writer{s.N} }

// bound is the most mistakes that theory allows: n, or n + 1 with negations,
// because the first mistake strikes out n of 2n literals at once.
func (t *task) bound() int {
	if t.Learner == general {
		return t.N + 1
	}
	return t.N
}

// sharp is the bound for a learner that may keep the target's literals. A target
// that is always true never causes a mistake.
func (t *task) sharp() int { return max(0, t.bound()-t.target.count()) }

func (s snapshot) judge() algos.Status {
	if !s.over {
		return algos.Status{State: algos.Running}
	}
	w := s.writer()
	counts := fmt.Sprintf("%s and %s", say.Count(len(s.past), "example"), say.Count(s.mistakes(), "mistake"))
	switch {
	case len(s.past) == 0:
		return algos.Status{State: algos.Exhausted, Reason: "there is no example to learn from"}
	case s.clash > 0:
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("after %s: no %s gives all these labels", counts, s.class()))}
	case s.h == s.target:
		return algos.Status{State: algos.Converged, Reason: say.Phrase("after " + counts + " h is the target")}
	}
	left := s.h &^ s.target
	verb := "were"
	if left.count() == 1 {
		verb = "was"
	}
	if !s.contains || s.lies > 0 {
		return algos.Status{State: algos.Exhausted, Reason: say.Phrase("after " + counts + " h agrees with every label, and is not the target")}
	}
	return algos.Status{State: algos.Exhausted, Reason: say.Phrase(fmt.Sprintf("after %s h is right on all of them; %s %s never ruled out", counts, w.list(left), verb))}
}

// class names what the learner can learn.
func (t *task) class() string {
	if t.Learner == general {
		return "disjunction of literals"
	}
	return "disjunction of variables"
}

func sign(positive bool) string {
	if positive {
		return "+"
	}
	return "−"
}

func (s snapshot) phase() string {
	switch s.kind {
	case predict:
		return fmt.Sprintf("%s: predict %s", s.now().x.bits(s.N), sign(s.now().said))
	case learn:
		if s.wrong() {
			return s.now().x.bits(s.N) + ": a mistake"
		}
		return s.now().x.bits(s.N) + ": right"
	}
	return "start with every literal"
}

func (s snapshot) next() algos.Next {
	switch {
	case s.status.Final():
		return algos.Next{}
	case s.kind == predict:
		return algos.Next{Small: "learn the label", Step: "learn the label", Pass: "all examples"}
	}
	return algos.Next{Small: "predict the next", Step: "next example", Pass: "all examples"}
}

func (s snapshot) size() algos.Size {
	switch {
	case s.kind == start || s.over:
		return algos.Pass
	case s.kind == predict:
		return algos.Micro
	}
	return algos.Normal
}

func (s snapshot) events() []algos.Event {
	var events []algos.Event
	if s.kind == learn && s.wrong() {
		events = append(events, algos.Event{Kind: "mistake", Text: say.Phrase(fmt.Sprintf("mistake %d, on %s", s.mistakes(), s.now().x.bits(s.N)))})
	}
	if s.kind == learn && s.clashed == len(s.past) {
		events = append(events, algos.Event{Kind: "inconsistent", Text: say.Phrase("no " + s.class() + " gives the labels so far")})
	}
	if s.status.State == algos.Converged {
		events = append(events, algos.Event{Kind: "converged", Text: s.status.Reason})
	}
	return events
}

// metricNames are public.
var metricNames = []string{"mistakes", "false_positives", "false_negatives", "left", "target", "bound", "sharp", "note", "examples"}

func (s snapshot) metrics() []float64 {
	note := math.NaN()
	if s.Learner == general {
		note = float64(2 * s.N)
	}
	bound, sharp := float64(s.bound()), math.NaN()
	if s.clash > 0 {
		bound, note = math.NaN(), math.NaN()
	}
	if s.lies == 0 && s.contains {
		sharp = float64(s.sharp())
	}
	return []float64{float64(s.mistakes()), float64(s.falsePos), float64(s.falseNeg), float64(s.h.count()), float64(s.target.count()), bound, sharp, note, float64(len(s.past))}
}

// Model implements [algos.View].
func (s snapshot) Model() algos.Model {
	w := s.writer()
	names := []string{}
	for _, i := range s.h.each() {
		names = append(names, w.plain(i))
	}
	return algos.Model{Values: []algos.Value{
		{Name: "hypothesis", Value: join(s.h, w.plain, " or ", "none")},
		{Name: "literals", Value: names},
		{Name: "target", Value: join(s.target, w.plain, " or ", "none")},
		{Name: "mistakes", Value: s.mistakes()},
		{Name: "false_positives", Value: s.falsePos},
		{Name: "false_negatives", Value: s.falseNeg},
		{Name: "examples", Value: len(s.past)},
		{Name: "consistent", Value: s.clash == 0},
		{Name: "identified", Value: s.h == s.target},
	}}
}
