package session

import (
	"time"

	"playground/algos"
	"playground/web/wire"
)

// playRun plays from the cursor on.
type playRun struct {
	basic
	rate  float64 // steps a second
	size  algos.Size
	until string  // the kind of event to stop at, anyEvent for all; empty: none
	loop  *[2]int // plays between these steps, over and over; nil: it does not
}

func (c playRun) act(s *session, now time.Time) error {
	if limit := s.cfg.Limits.Rate; c.rate > limit {
		return wire.Refuse(wire.Limit, "rate", "at most %g steps a second", limit)
	}
	s.moved(s.transport.start(s.rec, play{rate: c.rate, size: c.size, until: c.until, loop: c.loop}, now), now)
	return nil
}

// pauseRun ends playing, or waiting for a place that is not recorded yet.
type pauseRun struct{ basic }

func (pauseRun) act(s *session, now time.Time) error {
	s.moved(s.transport.pause(), now)
	return nil
}

// stepRun takes some steps forwards, or backwards if there are fewer than zero.
type stepRun struct {
	basic
	by   int
	size algos.Size
}

func (stepRun) needs() need { return needStep }

// Two steps in a row in one direction are one longer step.
func (c stepRun) merge(old command) (command, bool) {
	o, ok := old.(stepRun)
	if !ok || c.size != o.size || (c.by > 0) != (o.by > 0) {
		return nil, false
	}
	c.by += o.by
	return c, c.by >= -wire.MaxBy && c.by <= wire.MaxBy
}

func (c stepRun) act(s *session, now time.Time) error {
	s.moved(s.transport.step(s.rec, c.by, c.size), now)
	s.resolve(now) // before an edit that may come next
	return nil
}

// seekRun goes to a place in the run.
type seekRun struct {
	basic
	step  *int   // its number; nil: see to
	to    string // "start", "end", or the "next" or "prev" event
	event string // the kind of event; empty: any
}

func (seekRun) needs() need { return needStep }

func (c seekRun) merge(old command) (command, bool) {
	o, ok := old.(seekRun)
	return c, ok && c.step != nil && o.step != nil
}

func (c seekRun) act(s *session, now time.Time) error {
	t := &s.transport
	switch {
	case c.step != nil:
		t.seek(*c.step, now)
	case c.to == "start":
		t.seek(0, now)
	case c.to == "end":
		t.seek(algos.Last, now)
	case c.to == "next":
		t.seekNext(c.event)
	case c.to == "prev":
		s.moved(t.seekPrev(s.rec, c.event), now)
	}
	s.resolve(now) // before an edit that may come next
	return nil
}
