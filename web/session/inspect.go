package session

import (
	"context"

	"playground/web/frame"
	"playground/web/wire"
)

// answerDue reports whether the client waits for an answer in a message of its
// own. If a picture is to be drawn, the answer comes with it.
func (s *session) answerDue() bool {
	return s.out.inspect && s.out.shown && !s.out.dirty && s.rec != nil && !s.stale
}

// answer sends the tooltips of the thing that the client looks at, at the step that
// is shown. If that step was let go meanwhile, it is drawn again instead.
func (s *session) answer(ctx context.Context) error {
	if !s.ready() {
		s.touch()
		return nil
	}
	s.out.inspect = false
	s.look()
	var m *wire.Inspection
	err := s.exclusively(ctx, func() (err error) {
		m, err = frame.LookAt(ctx, s.rec, s.transport.cursor, s.inspected, s.view, s.book())
		return err
	})
	if err != nil {
		return err
	}
	_, err = s.send(m)
	return err
}
