package session

import (
	"errors"
	"fmt"
	"time"

	"playground/algos/param"
	"playground/algos/say"
	"playground/web/peer"
	"playground/web/wire"
)

// ended says why nothing more will come.
func ended(n peer.News) error {
	if errors.Is(n.End, peer.ErrFlood) {
		return peer.ErrFlood
	}
	return fmt.Errorf("%w: %w", peer.ErrLeft, n.End)
}

// receive deals with everything that is not a command: acknowledgements, messages
// that were refused or dropped, silence, and the end of the connection.
func (s *session) receive(n peer.News, now time.Time) error {
	if n.Ended {
		return ended(n)
	}
	if now.Sub(n.Heard) >= s.cfg.Limits.Idle {
		return peer.ErrIdle
	}
	if _, waiting := s.in.First(); !s.spoke && !waiting && !now.Before(s.silentAt()) {
		return peer.ErrSilent
	}
	s.heard = n.Heard
	for _, e := range n.Errors {
		if !s.pace.Ready(now) {
			n.Dropped = true
			break
		}
		s.pace.Spend(now, 1)
		s.complain(e)
	}
	if n.Dropped && now.Sub(s.out.slowed) >= slowDownTime {
		s.out.slowed = now
		s.complain(wire.Refuse(wire.Busy, "", "slow down: messages were dropped"))
	}
	s.out.flight = n.Flight
	return nil
}

// silentAt is when a connection ends that has not asked for a recipe.
func (s *session) silentAt() time.Time { return s.began.Add(peer.SilentTime) }

// act acts upon waiting commands, no faster than their pace. Those that wait
// longer merge in the inbox.
func (s *session) act() {
	start := time.Now()
	for now := start; now.Sub(start) < actTime && s.pace.Ready(now); now = time.Now() {
		c, ok := s.in.Next(s.canAct)
		if !ok {
			return
		}
		s.pace.Spend(now, 1)
		if err := s.actUpon(c, now); err != nil {
			s.complain(refusal(err, s.book()))
		}
	}
}

// actUpon does what one command says. An error leaves everything as it was.
func (s *session) actUpon(c command, now time.Time) error {
	s.before, s.coming = nil, nil
	if s.doc.demo.ID == "" && c.needs() >= needRecipe {
		return wire.Refuse(wire.BadMessage, "type", "open a recipe first")
	}
	if err := s.refuseToMove(c); err != nil {
		return err
	}
	return c.act(s, now)
}

// canAct reports whether a command can be acted upon now. While the recipe has
// changed and the run has not started over, only edits are: several of them start
// it over once. While a step is being replayed, the cursor stays, or else a
// visitor who scrubs through a long run would see nothing until the pointer
// stops. For the same reason the next move of a gesture waits until the run of
// the last move was seen.
func (s *session) canAct(c command) bool {
	need := c.needs()
	switch {
	case s.stale:
		return need <= needRecipe
	case s.parked != nil:
		return need == needNothing
	case s.rec == nil:
		return true
	case need == needStep:
		return !s.replaying()
	case c.live():
		return s.out.shown || time.Since(s.started) >= liveTime
	}
	return true
}

// refusal is what the client is told about an error, in the words of its book.
func refusal(err error, book say.Book) *wire.Error {
	var refused *wire.Error
	if errors.As(err, &refused) {
		return refused
	}
	var bad *param.Error
	if errors.As(err, &bad) {
		return wire.Refuse(wire.BadField, bad.Field, "%s", bad.Message.In(book))
	}
	return wire.Refuse(wire.BadMessage, "", "%v", err)
}
