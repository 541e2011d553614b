package session

import (
	"playground/algos"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// A ghost is the run before an edit, kept to be compared with the run after it.
type ghost struct {
	rec    *record.Recorder
	same   int  // so many steps are the same in both runs
	parted bool // and the next one is not
}

// ghostShare is the share of a run's memory that its ghost gets.
const ghostShare = 4

// retireRun lets the recording go that is shown. If the cursor is in the middle of
// the run and the client wants to compare, the recording stays as the ghost. During
// a gesture, the run from before the gesture stays the ghost. A run that was
// interrupted cannot be one, nor one of data that others have replaced.
func (s *session) retireRun() {
	if s.rec == nil {
		return
	}
	began, replaced := s.editBegan, s.replaced
	s.editBegan, s.replaced = false, false
	s.goals.retire(began, replaced)
	place := s.transport.place
	switch {
	case replaced:
		s.dropGhost()
		s.rec.Close()
	case !began:
		s.rec.Close()
		if s.ghost != nil {
			s.ghost.same, s.ghost.parted = 0, false
		}
	case s.view.Ghost && place > 0 && place != algos.Last && !s.rec.Interrupted():
		s.dropGhost()
		s.rec.Retire(s.cfg.Limits.RunBytes / ghostShare)
		s.ghost = &ghost{rec: s.rec}
	default:
		s.dropGhost()
		s.rec.Close()
	}
	s.rec = nil
}

// dropGhost lets the ghost go.
func (s *session) dropGhost() {
	if s.ghost == nil {
		return
	}
	s.ghost.rec.Close()
	s.ghost = nil
	s.touch()
}

// A comparison is what the client knows of the ghost.
type comparison struct {
	steps, same int
	parted      bool
}

// compare goes on to look for the step where the runs part, as far as they are
// recorded. It returns what is known, and zero without a ghost.
func (s *session) compare() comparison {
	g := s.ghost
	if g == nil {
		return comparison{}
	}
	if !g.parted {
		g.same, g.parted = record.Part(g.rec, s.rec, g.same)
	}
	c := comparison{steps: g.rec.Len(), parted: g.parted}
	if g.parted || s.rec.Complete() {
		c.same = g.same
	}
	return c
}

// message returns the comparison as the client is told of it.
func (c comparison) message() *wire.Ghost {
	if c.steps == 0 {
		return nil
	}
	m := &wire.Ghost{Total: c.steps}
	if c.parted {
		m.Parts = &c.same
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

// ready reports whether the steps that the picture at the cursor needs are kept.
func (s *session) ready() bool {
	return s.rec.Kept(s.transport.cursor) && (s.ghost == nil || s.ghost.rec.Kept(frame.GhostStep(s.ghost.rec, s.transport.cursor)))
}
