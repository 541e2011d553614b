package session

import (
	"context"
	"errors"
	"fmt"
	"time"

	"playground/algos"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// exclusively does some work while other sessions wait for their turn. Where no
// hand waits for it, it waits with others of its kind first.
func (s *session) exclusively(ctx context.Context, work func() error) error {
	if s.cfg.CPU == nil {
		return work()
	}
	if l := s.cfg.Leisure; l != nil && !s.urgent() {
		if err := l.Acquire(ctx, 1); err != nil {
			return err
		}
		defer l.Release(1)
	}
	if err := s.cfg.CPU.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.cfg.CPU.Release(1)
	return work()
}

// urgent reports whether a hand waits for what is done next: for the picture after
// an edit or a step, but not for a run that plays or takes long.
func (s *session) urgent() bool {
	switch {
	case s.play.on:
		return false
	case s.stale, s.waking():
		return true
	}
	return time.Since(s.started) < liveTime || s.rec.Complete()
}

// work starts the run over if the recipe changed, and does one slice of what
// is left to record or to replay.
func (s *session) work(ctx context.Context) error {
	if !s.busy() {
		return nil
	}
	return s.exclusively(ctx, func() error {
		if s.stale {
			if err := s.restart(ctx); err != nil {
				return err
			}
		}
		return s.slice(ctx) // in the same turn: whoever drags waits for few of them
	})
}

// restart begins to record the recipe as it stands now.
func (s *session) restart(ctx context.Context) error {
	s.window = s.board()
	r := s.recipe
	r.Window = s.window
	rec, err := record.New(ctx, s.demo, r, record.Limits{Steps: s.cfg.Limits.Steps, Bytes: s.cfg.Limits.RunBytes})
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%w: start %s: %w", ErrFault, s.demo.ID, err)
	}
	now := time.Now()
	s.place = s.settled()
	s.leave()
	s.rec, s.started, s.took, s.cursor = rec, now, 0, 0
	s.keep(now)
	s.stale, s.refit = false, false
	s.out.restarted(now)
	return nil
}

// busy reports whether there is something to compute.
func (s *session) busy() bool {
	return s.stale || s.waking() || s.rec != nil && (!s.rec.Complete() || s.replaying())
}

// replaying reports whether the step to draw was let go, and can be drawn.
func (s *session) replaying() bool {
	return s.out.dirty && s.out.credit() && !s.ready()
}

// slice records or replays for a moment.
func (s *session) slice(ctx context.Context) error {
	start, steps := time.Now(), 0
	more := func() bool {
		steps++
		return steps < sliceSteps && time.Since(start) < sliceTime
	}
	switch {
	case s.waking():
		return s.wake(ctx, more)
	case !s.replaying():
	case !s.rec.Kept(s.cursor):
		return s.rec.Prepare(ctx, s.cursor, more)
	default:
		return s.ghost.rec.Prepare(ctx, frame.GhostStep(s.ghost.rec, s.cursor), more)
	}
	err := s.rec.Extend(ctx, more)
	if s.rec.Complete() {
		s.took = time.Since(s.started)
	}
	return err
}

// redraw asks for a new picture when the charts have grown, and once more when
// the run is complete.
func (s *session) redraw(now time.Time) {
	o := &s.out
	if o.done || s.cfg.chartless(s.demo, s.view) || s.goal.kind == toEnd || s.goal.kind == toStep {
		return
	}
	if s.rec.Complete() {
		o.done = true
		o.dirty = true
		return
	}
	if now.Before(o.charts) {
		return
	}
	o.charts = now.Add(followTime)
	o.dirty = true
}

// chartless reports whether nothing but the run's length grows with it.
func (Config) chartless(d algos.Demo, v wire.View) bool { return v.BoardOnly || len(d.Charts) == 0 }

// flush hands the writer the next message that is due.
func (s *session) flush(ctx context.Context, now time.Time) error {
	o := &s.out
	if o.writing {
		select {
		case <-s.w.free:
			o.writing = false
		default:
			return nil
		}
	}
	if s.rec != nil && !s.stale {
		s.redraw(now)
	}
	switch {
	case len(o.errors) > 0:
		e := o.errors[0]
		o.errors = o.errors[1:]
		_, err := s.send(e)
		return err
	case o.preview != nil:
		_, err := s.send(o.preview)
		o.preview = nil
		return err
	case s.rec == nil || s.stale:
		return nil
	case !o.state.IsZero() && !now.Before(o.state):
		s.shelve(now)
		m := s.state()
		o.state, o.schema = time.Time{}, false
		if _, err := s.send(m); err != nil {
			return err
		}
		s.showState(*m, now)
		return nil
	case s.runDue(now) && !(o.frameNext && s.drawable()):
		m := s.runMessage(now)
		o.frameNext = true
		msg, err := s.send(m)
		if err != nil {
			return err
		}
		s.showRun(m, msg, now)
		return nil
	case s.drawable():
		return s.draw(ctx)
	case s.answerDue():
		return s.answer(ctx)
	}
	return nil
}

// drawable reports whether there is a new picture to draw, someone to show it
// to, and the step at hand.
func (s *session) drawable() bool {
	return s.out.dirty && s.out.credit() && s.ready()
}

// draw sends the picture of the cursor's step.
func (s *session) draw(ctx context.Context) error {
	start := time.Now()
	var f *wire.Frame
	err := s.exclusively(ctx, func() (err error) {
		f, err = frame.BuildLive(ctx, s.demo, s.rec, s.ghostRec(), s.cursor, s.inspected, s.view, s.cfg.Typesetter)
		return err
	})
	s.out.frameNext, s.out.inspect = false, false
	s.out.dirty, s.out.shown, s.out.done = false, true, s.rec.Complete()
	if err == nil {
		f.ID = s.out.frames + 1
		whole := f
		f = s.out.thin(f)
		var msg []byte
		if msg, err = s.send(f); err == nil {
			s.out.frames++
			s.out.flight = append(s.out.flight, f.ID)
			now := time.Now()
			s.cfg.Meter.FrameSent(len(msg), now.Sub(start))
			s.showFrame(whole, msg, now)
			return nil
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.cfg.Log.Error("frame failed", "demo", s.demo.ID, "step", s.cursor, "error", err)
	s.complain(wire.Refuse(wire.Internal, "", "this step could not be drawn"))
	return nil
}

// closingFault is what the client is told about an error of ours.
const closingFault = "a fault of the server"

// closing is what the client is told when the session ends; empty if it left.
func closing(err error) string {
	switch {
	case errors.Is(err, errLeft):
		return ""
	case errors.Is(err, ErrIdle):
		return "nothing happened for a long time"
	case errors.Is(err, ErrOver):
		return "the presenter has left"
	case errors.Is(err, ErrFlood):
		return "far too many messages"
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return "the server is shutting down"
	default:
		return closingFault
	}
}

// deadline is when something is due though nothing is heard.
func (s *session) deadline(now time.Time) time.Time {
	o := &s.out
	at := s.heard.Add(s.cfg.Limits.Idle)
	sooner := func(t time.Time) {
		if t.Before(at) {
			at = t
		}
	}
	if m, ok := s.in.first(); ok {
		if s.wants(m) {
			sooner(s.pace.next(now))
		} else {
			sooner(s.started.Add(liveTime))
		}
	}
	if s.play.on {
		sooner(s.play.next)
	}
	if s.restful() {
		sooner(s.restAt())
	}
	if !o.writing && s.rec != nil {
		if !o.state.IsZero() {
			sooner(o.state)
		}
		if s.runChanged() {
			sooner(o.run)
		}
		if len(o.errors) > 0 || o.preview != nil || s.answerDue() || o.dirty && o.credit() {
			sooner(now)
		}
	}
	return at
}
