package algos

import (
	"iter"
	"maps"
	"math"
	"slices"

	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Size says how much a step did, so that "small step", "step" and "whole pass"
// know where to stop.
type Size int

// The sizes. A step of a larger size also ends the smaller ones.
const (
	Micro  Size = iota // part of an iteration: looked at a point, chose a pair
	Normal             // one iteration
	Pass               // one sweep over the data
)

// An Event is something worth a tick on the timeline and a jump: "mistake",
// "sv-enter", "converged". The kind is a short permanent word.
type Event struct {
	Kind string
	Text say.Phrase // what a tooltip says: "mistake on x₇"
}

// State says whether a run goes on.
type State string

// The states of a run; all but Running are final.
const (
	Running   State = "running"
	Converged State = "converged" // reached what the method looks for
	Diverged  State = "diverged"  // grows without bound
	Exhausted State = "exhausted" // hit a cap before it got there
	Cycling   State = "cycling"   // repeats itself for ever
	Refused   State = "refused"   // the method does not apply to these points
)

// Status is the state of a run with the reason in words.
type Status struct {
	State  State
	Reason say.Phrase
}

// Final reports whether the run ends with this step.
func (s Status) Final() bool { return s.State != Running }

// A Step is one iteration, complete and immutable. The fields are cheap and
// kept for every step of a run; the methods of View compute the rest from the
// state that the step captured, for the few steps that are looked at.
type Step struct {
	Phase   say.Phrase // what this step did: "mistake on x₇"
	Next    Next
	Size    Size
	Events  []Event
	Metrics []float64 // in the order of [Demo.Metrics]; NaN where one is not defined at this step
	Status  Status
	// Told says that the step itself tells how the run ends, by an event and in
	// words, where it does: [Define] and [Step.Say] add nothing.
	EndTold bool
	moving  bool // a hand drags something: what is slow waits
	// Offer is values of parameters that a reader may take over, such as those of an
	// optimum that the run has found; nil where there are none to take.
	Takeaway param.Values
	View

	named    *naming      // of the metrics; nil: they have no names
	asides   []say.Phrase // what the kit adds to the story
	standard *standard    // how the features are standardised; nil: they are not
}

// A naming is the names of the metrics of all steps of a run.
type naming struct {
	names   []string
	renamed map[string]string // see [Demo.Renamed]
}

// A View is the state of a run at one step and the ways to look at it. Its
// methods are pure: called twice, or at once from two goroutines, they return
// the same. What a view keeps in memory is measured by who keeps the step; see
// package record.
type View interface {
	// Say tells what happened with this step's own numbers.
	Say() []Line
	// Checks states what theory promises about this step.
	Checks() []Check
	// Panels draws the step: the board first, then the side views.
	Panels() []mark.Panel
	// Model returns what has been learnt so far.
	Model() Model
}

// Say tells what happened, at the start of a run what its target is taken for where that is not plain,
// and at the end why it ends.
func (s Step) Say() []Line {
	lines := s.View.Say()
	for _, aside := range s.asides {
		lines = append(lines[:len(lines):len(lines)], Line{Text: aside})
	}
	if s.tells() {
		lines = append(lines[:len(lines):len(lines)], Line{Text: s.Status.Reason})
	}
	return lines
}

// tells reports whether the end of the run is to be told.
func (s Step) tells() bool { return s.Status.Final() && !s.EndTold && s.Status.Reason != "" }

// ended returns a final step as every demo's run ends: with an event that bears
// the state's name, and with nothing that comes next.
func (s Step) ended() Step {
	s.Next = Next{}
	if s.tells() {
		s.Events = append(s.Events[:len(s.Events):len(s.Events)], Event{Kind: string(s.Status.State), Text: s.Status.Reason})
	}
	return s
}

// Metric returns the value of the metric that has that name or had it before, NaN where there is
// none.
func (s Step) Metric(name string) float64 {
	if s.named != nil && !slices.Contains(s.named.names, name) {
		if now, ok := s.named.renamed[name]; ok {
			name = now
		}
	}
	for n, x := range s.Named() {
		if n == name {
			return x
		}
	}
	return math.NaN()
}

// Formerly yields the metrics that had another name before under that one, in the order of these names.
func (s Step) Formerly() iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		if s.named == nil {
			return
		}
		for _, old := range slices.Sorted(maps.Keys(s.named.renamed)) {
			if slices.Contains(s.named.names, old) {
				continue // another metric has it now
			}
			if !yield(old, s.Metric(old)) {
				return
			}
		}
	}
}

// Named yields the metrics under their names. The errors of a run with held-out
// points are worked out here where they are not recorded.
func (s Step) Named() iter.Seq2[string, float64] {
	return func(yield func(string, float64) bool) {
		if s.named == nil {
			return
		}
		missing := func(string) float64 { return math.NaN() }
		if v, ok := s.View.(examined); ok {
			missing = v.missing()
		}
		for i, name := range s.named.names {
			x := s.Metrics[i]
			if x != x {
				x = missing(name)
			}
			if !yield(name, x) {
				return
			}
		}
	}
}

// A Line is one thing said: a sentence, in which $…$ encloses TeX, or a
// displayed formula. In TeX, \ref{x7}{…} marks an expression as standing for
// the thing with that reference (see [Points]), and \hl{…} as the one this
// step is about.
type Line struct {
	Text say.Phrase
	TeX  say.Phrase
	// Folded says that a page shows the line below the others, under a heading that a reader opens; see [Story.Fold].
	Folded bool
}

// A Value is a named result: a float64, int, string, bool, or slices of them.
type Value struct {
	Name  string
	Value any
}

// A Model is what a run has learnt: numbers by their public names, and a way to
// predict where there is one.
type Model struct {
	Values []Value
	// Predict returns the named predictions at x, for instance label and score;
	// nil where the method predicts nothing.
	Predict func(x [2]float64) []Value
	// PredictRow returns the same for a row of a table, given its inputs in the order of
	// their columns, without the target.
	PredictRow func(inputs []float64) []Value
	// Mean is the predicted value alone, where Predict works out much more; nil where it
	// does not. Points that are held out are many, and asked at every step.
	Mean func(x [2]float64) float64
}

// Value returns the value with that name, nil where there is none.
func (m Model) Value(name string) any {
	for _, v := range m.Values {
		if v.Name == name {
			return v.Value
		}
	}
	return nil
}
