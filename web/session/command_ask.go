package session

import (
	"time"

	"playground/algos/param"
	"playground/web/wire"
)

// ask asks a question of the demo at the step that is shown, or leaves the one that is
// open.
type ask struct {
	basic
	question string // empty: leaves it
}

func (c ask) act(s *session, now time.Time) error {
	if c.question == "" {
		s.quiz = quiz{}
		s.quizzed(now)
		return nil
	}
	if _, err := s.doc.demo.Question(c.question); err != nil {
		return err
	}
	if s.transport.play.on {
		s.moved(s.transport.pause(), now)
	}
	s.quiz = quiz{wanted: c.question}
	s.quizzed(now)
	return nil
}

// answer answers the question that is open.
type answer struct {
	basic
	message wire.Client
}

func (c answer) act(s *session, now time.Time) error {
	a := s.quiz.open
	switch id := param.Clip(c.message.Question); {
	case a == nil || a.ID != c.message.Question:
		return wire.Refuse(wire.BadField, "question", "%q is not open: ask it first", id)
	case a.guess != nil:
		return wire.Refuse(wire.BadField, "question", "%q is answered", id)
	}
	g, err := a.guessOf(c.message, s.doc.set)
	if err != nil {
		return err
	}
	a.guess = &g
	s.out.stateBy(now)
	return nil
}
