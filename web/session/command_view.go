package session

import (
	"reflect"
	"time"

	"playground/web/hall"
	"playground/web/wire"
)

// openRecipe starts over with a recipe. See [session.open].
type openRecipe struct {
	basic
	demo, query string
	begin       bool   // nobody has asked for a step yet
	resume      string // the key of a session whose connection broke
	edits       *wire.EditList
	claim       hall.Claim // of the room; without a secret the client does not present
	view        *wire.View // nil: as it is
	poll        *poll      // that the client has led; nil: none

	instead []command // what waited before it, and is acted upon should it be refused
}

// claimOf is what a client shows to present.
func claimOf(m wire.Client) hall.Claim {
	return hall.Claim{Secret: m.Secret, Page: m.Page, Epoch: m.Epoch}
}

func (openRecipe) needs() need { return needNothing }

// after returns one open that does the same as old and then this one.
func (c openRecipe) after(old openRecipe) openRecipe {
	if c.demo != old.demo {
		return c
	}
	if c.resume == "" {
		c.resume = old.resume
	}
	if c.claim.Secret == "" {
		c.claim = old.claim
	}
	if c.edits == nil {
		c.edits = old.edits
	}
	if c.view == nil {
		c.view = old.view
	}
	if c.poll == nil {
		c.poll = old.poll
	}
	return c
}

func (c openRecipe) act(s *session, now time.Time) error {
	s.spoke = true
	err := s.open(c, now)
	if err != nil {
		s.in.Return(c.instead)
	}
	return err
}

// setView says how large pictures are drawn and how panels are set.
type setView struct {
	basic
	view wire.View
}

func (setView) needs() need { return needAwake }

func (c setView) merge(old command) (command, bool) {
	_, ok := old.(setView)
	return c, ok
}

func (setView) overtakes(old command) bool { return independent(old) }

func (c setView) act(s *session, _ time.Time) error {
	same := s.view
	same.Away = c.view.Away
	only := reflect.DeepEqual(same, c.view)
	s.view = c.view
	if only && !s.gesturing() {
		return nil // all is drawn, in sight or not
	}
	if !s.view.Ghost {
		s.dropGhost()
	}
	s.touch()
	return nil
}

// inspect says what the client looks at.
type inspect struct {
	basic
	ref string // empty: nothing
}

func (inspect) needs() need { return needRecipe }

func (c inspect) merge(old command) (command, bool) {
	_, ok := old.(inspect)
	return c, ok
}

func (inspect) overtakes(old command) bool { return !isOpen(old) }

// While the client looks at something, frames carry its tooltips. The first answer
// is due at once.
func (c inspect) act(s *session, _ time.Time) error {
	s.inspected = c.ref
	s.out.inspect = c.ref != ""
	return nil
}

// visitStop says which stop of the demo's tour the client shows, for those who follow.
type visitStop struct {
	basic
	stop int // from 1; 0: none
}

func (visitStop) needs() need { return needRecipe }

func (c visitStop) merge(old command) (command, bool) {
	_, ok := old.(visitStop)
	return c, ok
}

func (visitStop) overtakes(old command) bool { return !isOpen(old) }

func (c visitStop) act(s *session, now time.Time) error {
	stops := 0
	if s.cfg.Stops != nil {
		stops = s.cfg.Stops(s.doc.demo.ID)
	}
	if c.stop > stops {
		return wire.Refuse(wire.BadField, "stop", "the tour of %s has %d stops: there is no stop %d", s.doc.demo.ID, stops, c.stop)
	}
	if c.stop != s.stop {
		s.stop = c.stop
		s.out.stateBy(now)
	}
	return nil
}

// forgetGhost lets the run before the last edit go.
type forgetGhost struct{ basic }

func (forgetGhost) act(s *session, _ time.Time) error {
	s.dropGhost()
	return nil
}

// gather calls those back who went on alone.
type gather struct{ basic }

func (gather) act(s *session, now time.Time) error { return s.presenter.Gather(now) }

// present begins or ends to let others follow the session.
type present struct {
	basic
	on    bool
	claim hall.Claim
}

func (c present) act(s *session, now time.Time) error {
	if !c.on {
		s.endPoll()
		if err := s.presenter.Stop(); err != nil {
			return err
		}
		s.out.stateBy(now)
		return nil
	}
	if err := s.presenter.Start(c.claim); err != nil {
		return err
	}
	// Followers need everything from the start.
	s.out.stateBy(now)
	s.out.reset, s.out.events, s.out.sizes = true, 0, 0
	s.touch()
	return nil
}
