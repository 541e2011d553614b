package disjunctions

import "playground/algos/say"

import "playground/algos"

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

// A learner is the mutable state of a run.
type learner struct {
	*task
	h        literals
	past     []seen // with the present example last; never changed, only extended
	over     bool   // no example comes after this one
	removed  literals
	deaths   [2 * maxN]uint16 // the example, from 1, that a literal was struck out by
	falsePos int
	falseNeg int
	lies     int // examples so far whose label is not the target's
	clash    int // the first positive example that h is false of, from 1; 0 for none
	clashed  int // the example with which that came to light
}

func newLearner(t *task) *learner {
	return &learner{task: t, h: all(t.N, t.Learner == general)}
}

// show predicts.
func (l *learner) show(e example) {
	l.removed = 0
	l.past = append(l.past, seen{e, l.h&truths(e.x, l.N) != 0})
}

// learn compares the prediction with the label. Only a false positive can be
// mended: what is true in a negative example cannot belong to the target.
func (l *learner) learn(e example) {
	said := l.past[len(l.past)-1].said
	if e.lied {
		l.lies++
	}
	switch {
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
		if s.label && l.h&truths(s.x, l.N) == 0 {
			l.clash, l.clashed = k+1, len(l.past)
			return
		}
	}
}

// step captures the state.
func (l *learner) step(did kind) algos.Step {
	s := snapshot{
		task: l.task, kind: did, h: l.h, past: l.past[:len(l.past):len(l.past)], removed: l.removed, deaths: l.deaths,
		falsePos: l.falsePos, falseNeg: l.falseNeg, lies: l.lies, clash: l.clash, clashed: l.clashed,
		over: l.over && did != predict,
	}
	s.status = s.judge()
	return algos.Step{Phase: say.Phrase(s.phase()), Next: s.next(), Size: s.size(), Events: s.events(), Metrics: s.metrics(), Status: s.status, Told: true, View: s}
}
