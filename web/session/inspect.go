package session

import (
	"context"

	"playground/web/frame"
	"playground/web/wire"
)

// inspect notes what the client looks at. While it does, frames say what is to be
// told of it; the first answer is due at once.
func (s *session) inspect(m wire.Client) {
	s.inspected = m.Ref
	s.out.inspect = m.Ref != ""
}

// answerDue reports whether the client waits for an answer of its own: a picture
// that is to be drawn brings it otherwise.
func (s *session) answerDue() bool {
	return s.out.inspect && s.out.shown && !s.out.dirty && s.rec != nil && !s.stale
}

// answer says what is told of the thing that is looked at, at the step that is
// shown. A step that was let go meanwhile is drawn again instead.
func (s *session) answer(ctx context.Context) error {
	if !s.ready() {
		s.touch()
		return nil
	}
	s.out.inspect = false
	var m *wire.Told
	err := s.exclusively(ctx, func() (err error) {
		m, err = frame.LookAt(ctx, s.rec, s.cursor, s.inspected, s.view)
		return err
	})
	if err != nil {
		return err
	}
	_, err = s.send(m)
	return err
}
