package disjunctions

import (
	"math"

	"playground/algos"
	"playground/algos/say"
)

// A kind is what a step did.
type kind int

const (
	start   kind = iota // nothing yet
	predict             // an example came, and the learner said what it thinks
	learn               // the label came, and h was mended if it was wrong
)

// A seen is an example of the past and what the learner said of it.
type seen struct {
	example
	said bool
}

// A state is what changes during a run. What past shares with earlier states is
// never changed, only extended.
type state struct {
	h        literals
	past     []seen // with the present example last
	over     bool   // no example comes after this one
	removed  literals
	deaths   [2 * maxN]uint16 // the example, from 1, that a literal was removed by
	falsePos int
	falseNeg int
	lies     int // examples so far whose label is not the target's
	clash    int // the first positive example that h is false of, from 1; 0 for none
	clashed  int // the example with which that came to light
}

// A learner runs the rule.
type learner struct {
	*task
	state
}

func newLearner(t *task) *learner { return &learner{t, state{h: t.literals()}} }

// show predicts.
func (l *learner) show(e example) {
	l.removed = 0
	l.past = append(l.past, seen{e, l.h.holds(e.x, l.N)})
}

// learn compares the prediction with the label. Only a false positive can be
// mended: what is true in a negative example cannot belong to the target.
func (l *learner) learn(e example) {
	if e.lied {
		l.lies++
	}
	switch said := l.now().said; {
	case said && !e.label:
		l.falsePos++
		l.removed = l.h & truths(e.x, l.N)
		l.h &^= l.removed
		for _, i := range l.removed.each() {
			l.deaths[i] = uint16(len(l.past))
		}
	case !said && e.label:
		l.falseNeg++
	}
	l.lookForClash()
}

// lookForClash finds a positive example that h is false of. Each of its true
// literals was true in a negative example, so no disjunction gives all labels.
func (l *learner) lookForClash() {
	if l.clash > 0 {
		return
	}
	for k, s := range l.past {
		if s.label && !l.h.holds(s.x, l.N) {
			l.clash, l.clashed = k+1, len(l.past)
			return
		}
	}
}

// A view is the state after one step.
type view struct {
	*task
	state
	did    kind
	status algos.Status
}

// step captures the state.
func (l *learner) step(did kind) algos.Step {
	v := view{task: l.task, state: l.state, did: did}
	v.over = v.over && did != predict
	v.status = v.judge()
	return algos.Step{Phase: v.phase(), Next: v.next(), Size: v.size(), Events: v.events(), Metrics: v.metrics(), Status: v.status, EndTold: true, View: v}
}

func (s state) mistakes() int { return s.falsePos + s.falseNeg }

// now is the example at work.
func (s state) now() seen { return s.past[len(s.past)-1] }

func (s state) wrong() bool { return s.now().said != s.now().label }

func (v view) size() algos.Size {
	switch {
	case v.did == start || v.over:
		return algos.Pass
	case v.did == predict, !v.wrong(): // h stays as it is
		return algos.Micro
	}
	return algos.Normal
}

// bound is the most mistakes that theory allows: n, or n + 1 with negations,
// because the first mistake removes n of 2n literals at once.
func (t *task) bound() int {
	if t.Learner == general {
		return t.N + 1
	}
	return t.N
}

// sharp is the bound for a learner that may keep the target's literals. A target
// that is always true never causes a mistake.
func (t *task) sharp() int { return max(0, t.bound()-t.target.count()) }

// metricNames are public.
var metricNames = []string{"mistakes", "false_positives", "false_negatives", "left", "target", "bound", "sharp", "note", "examples"}

func (v view) metrics() []float64 {
	bound, sharp, note := float64(v.bound()), math.NaN(), math.NaN()
	if v.Learner == general {
		note = float64(2 * v.N)
	}
	if v.clash > 0 {
		bound, note = math.NaN(), math.NaN()
	}
	if v.lies == 0 && v.contains {
		sharp = float64(v.sharp())
	}
	return []float64{
		float64(v.mistakes()), float64(v.falsePos), float64(v.falseNeg), float64(v.h.count()), float64(v.target.count()),
		bound, sharp, note, float64(len(v.past)),
	}
}

// Model implements [algos.View].
func (v view) Model() algos.Model {
	w := writer{v.N}
	names := []string{}
	for _, i := range v.h.each() {
		names = append(names, w.plain(i))
	}
	return algos.Model{Values: []algos.Value{
		{Name: "hypothesis", Value: join(v.h, w.plain, " or ", "none")},
		{Name: "literals", Value: names},
		{Name: "target", Value: join(v.target, w.plain, " or ", "none")},
		{Name: "mistakes", Value: v.mistakes()},
		{Name: "false_positives", Value: v.falsePos},
		{Name: "false_negatives", Value: v.falseNeg},
		{Name: "examples", Value: len(v.past)},
		{Name: "consistent", Value: v.clash == 0},
		{Name: "identified", Value: v.h == v.target},
	}}
}

// number is 1 for true, as bits and classes are.
func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

func sign(positive bool) string {
	if positive {
		return "+"
	}
	return "−"
}

// class names what the learner can learn.
func (t *task) class() say.Phrase {
	if t.Learner == general {
		return "disjunction of literals"
	}
	return "disjunction of variables"
}
