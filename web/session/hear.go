package session

import (
	"errors"
	"fmt"
	"time"

	"playground/web/wire"
)

// hear deals with everything that is not a message to act upon.
func (s *session) hear(n news, now time.Time) error {
	if n.ended {
		if errors.Is(n.end, ErrFlood) {
			return ErrFlood
		}
		return fmt.Errorf("%w: %w", errLeft, n.end)
	}
	if now.Sub(n.heard) >= s.cfg.Limits.Idle {
		return ErrIdle
	}
	s.heard = n.heard
	for _, e := range n.errors {
		if !s.pace.ready(now) {
			n.full = true
			break
		}
		s.pace.spend(now, 1)
		s.complain(e)
	}
	if n.full && now.Sub(s.out.slowed) >= slowDownTime {
		s.out.slowed = now
		s.complain(wire.Refuse(wire.Busy, "", "slow down: messages were dropped"))
	}
	if e := s.out.acknowledge(n.ack); e != nil {
		s.complain(e)
	}
	return nil
}

// take acts upon waiting messages, no faster than their pace. What waits longer
// merges in the inbox.
func (s *session) take() {
	start := time.Now()
	for now := start; now.Sub(start) < takeTime && s.pace.ready(now); now = time.Now() {
		m, ok := s.in.next(s.wants)
		if !ok {
			return
		}
		s.pace.spend(now, 1)
		if err := s.follow(m, now); err != nil {
			s.complain(refusal(err))
		}
	}
}

// wants reports whether a message can be acted upon now. Edits in a row start the
// run over once; what moves the cursor waits until it has started. And while a
// step is worked out again, the cursor stays, or else whoever scrubs through a
// long run would see nothing until the hand rests; for the same reason the next
// move of a gesture waits until the run after the last one was seen.
func (s *session) wants(m wire.Client) bool {
	switch {
	case s.stale:
		return isEdit(m)
	case s.rest != nil:
		return m.Type == "open"
	case s.rec == nil:
		return true
	case isMove(m):
		return !s.replaying()
	case m.Live:
		return s.out.shown || time.Since(s.started) >= liveTime
	}
	return true
}

// follow acts upon one message. An error leaves everything as it was.
func (s *session) follow(m wire.Client, now time.Time) error {
	switch m.Type {
	case "open":
		return s.open(m, now)
	case "view":
		s.view = *m.View
		if !s.view.Ghost {
			s.forget()
		}
		s.touch()
		return nil
	case "follow":
		return wire.Refuse(wire.BadMessage, "type", "a connection that follows has the address /ws?follow")
	}
	if s.demo.ID == "" {
		return wire.Refuse(wire.BadMessage, "type", "open a recipe first")
	}
	switch m.Type {
	case "points", "set", "seed", "window":
		return s.edit(m, now)
	case "undo", "redo":
		return s.undo(m.Type == "redo", now)
	case "forget":
		s.forget()
	case "look":
		s.inspect(m)
	case "present":
		return s.present(*m.On, now)
	case "play":
		return s.start(m, now)
	case "pause":
		s.pause(now)
	case "step":
		s.step(m, now)
		s.resolve(now) // before an edit that may come next
	case "seek":
		s.seek(m, now)
		s.resolve(now)
	}
	return nil
}
