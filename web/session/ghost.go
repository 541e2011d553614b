package session

import (
	"playground/algos"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// A ghost is the run before an edit, kept to be compared with the run after it.
type ghost struct {
	rec  *record.Recorder
	same int // so many steps are the same in both runs
	part bool
}

// ghostShare is the share of a run's memory that its ghost gets.
const ghostShare = 4

// leave lets the run go that is shown. Whoever looks at a step of its middle
// keeps it as a ghost, if the client wants that; during a gesture, the run from
// before the gesture stays the ghost.
func (s *session) leave() {
	if s.rec == nil {
		return
	}
	begun := s.begun
	s.begun = false
	switch {
	case !begun:
		s.rec.Close()
		if s.ghost != nil {
			s.ghost.same, s.ghost.part = 0, false
		}
	case s.view.Ghost && s.place > 0 && s.place != algos.Last:
		s.forget()
		s.rec.Retire(s.cfg.Limits.RunBytes / ghostShare)
		s.ghost = &ghost{rec: s.rec}
	default:
		s.forget()
		s.rec.Close()
	}
	s.rec = nil
}

// forget lets the ghost go.
func (s *session) forget() {
	if s.ghost == nil {
		return
	}
	s.ghost.rec.Close()
	s.ghost = nil
	s.touch()
}

// told is the ghost as the client hears of it.
type told struct {
	steps, same int
	part        bool
}

// compare goes on to look for the step where the runs part, as far as they are
// recorded, and returns what is known; zero without a ghost.
func (s *session) compare() told {
	g := s.ghost
	if g == nil {
		return told{}
	}
	if !g.part {
		g.same, g.part = record.Part(g.rec, s.rec, g.same)
	}
	t := told{steps: g.rec.Len(), part: g.part}
	if g.part || s.rec.Complete() {
		t.same = g.same
	}
	return t
}

// ghostMessage says what is known of the ghost.
func (t told) message() *wire.Ghost {
	if t.steps == 0 {
		return nil
	}
	m := &wire.Ghost{Total: t.steps}
	if t.part {
		m.Parts = &t.same
	}
	return m
}

// ghostRec is the recording of the ghost; nil if there is none.
func (s *session) ghostRec() *record.Recorder {
	if s.ghost == nil {
		return nil
	}
	return s.ghost.rec
}

// ready reports whether all that the picture of the cursor's step needs is at
// hand.
func (s *session) ready() bool {
	return s.rec.Kept(s.cursor) && (s.ghost == nil || s.ghost.rec.Kept(frame.GhostStep(s.ghost.rec, s.cursor)))
}
