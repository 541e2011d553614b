package session

import (
	"time"

	"playground/web/wire"
)

// openRecipe starts over with a recipe. See [session.open].
type openRecipe struct {
	basic
	demo, query string
	resume      string     // the key of a session whose connection broke
	view        *wire.View // nil: as it is
}

func (openRecipe) needs() need { return needNothing }

func (c openRecipe) act(s *session, now time.Time) error { return s.open(c, now) }

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
	s.view = c.view
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

// forgetGhost lets the run before the last edit go.
type forgetGhost struct{ basic }

func (forgetGhost) act(s *session, _ time.Time) error {
	s.dropGhost()
	return nil
}

// present begins or ends to let others follow the session.
type present struct {
	basic
	on bool
}

func (c present) act(s *session, now time.Time) error {
	if !c.on {
		if err := s.presenter.Stop(); err != nil {
			return err
		}
		s.out.stateBy(now, false)
		return nil
	}
	if err := s.presenter.Start(); err != nil {
		return err
	}
	// Followers need everything from the start.
	s.out.stateBy(now, false)
	s.out.reset, s.out.events = true, 0
	s.touch()
	return nil
}
