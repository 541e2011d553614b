package session

import (
	"context"
	"fmt"
	"time"

	"playground/web/frame"
	"playground/web/hall"
	"playground/web/record"
	"playground/web/turns"
	"playground/web/wire"
)

// exclusively does some work when it is the session's turn.
func (s *session) exclusively(ctx context.Context, work func() error) error {
	class := turns.Recording
	if s.urgent() {
		class = turns.Step
	}
	return s.share.Do(ctx, class, work)
}

// urgent reports whether the visitor waits for what is done next. That is so for
// the picture after an edit or a step, but not for a run that plays or takes long, nor
// for what a moving hand has left out.
func (s *session) urgent() bool {
	switch {
	case s.transport.play.on, s.judging():
		return false
	case s.stale, s.waking():
		return true
	case s.out.filling:
		return false
	}
	return time.Since(s.started) < liveTime || s.rec.Complete()
}

// work starts the run over if the recipe changed, and does one slice of what
// is left to record or to replay.
func (s *session) work(ctx context.Context) error {
	if !s.busy() {
		return nil
	}
	defer s.weigh()
	// The commands for which a run was interrupted were acted upon before. If they
	// changed nothing after all, the same run starts over.
	cut := s.interrupted()
	s.stale = s.stale || cut
	return s.exclusively(ctx, func() error {
		if s.stale {
			// After a long step the next one may be long, too, and the state is due.
			if err := s.restart(ctx); err != nil || s.stale || cut {
				return err
			}
		}
		// In the same turn, because a visitor who drags waits for it.
		if err := s.slice(ctx); err != nil {
			return err
		}
		s.early(ctx)
		return nil
	})
}

// restart begins to record the recipe as it stands now. If it is interrupted, the run
// stays stale.
func (s *session) restart(ctx context.Context) error {
	d := s.doc.demo
	run, end := context.WithCancel(ctx)
	var rec *record.Recorder
	err := s.interruptible(end, needRecipe, time.Now().Add(liveTime), func() (err error) {
		limits := record.Limits{Steps: s.cfg.Limits.Steps, Bytes: s.cfg.Limits.RunBytes}
		rec, err = record.NewLike(run, d, s.doc.start(), limits, s.like())
		return err
	})
	interrupted := run.Err() != nil
	switch {
	case err != nil:
		end()
	case interrupted:
		rec.Close()
	default:
		rec.OnClose(end)
	}
	if interrupted {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%w: start %s: %w", ErrFault, d.ID, err)
	}
	now := time.Now()
	s.transport.restart(s.rec, now)
	s.quiz.restarted()
	if s.poll.holds() { // nobody has changed it
		s.quiz.wanted = s.poll.question
	}
	s.retireRun()
	s.rec, s.started, s.took, s.stale = rec, now, 0, false
	s.out.restarted(now)
	s.room.restarted()
	return nil
}

// like is a run that the next one hardly differs from: that of the hand's last move. There
// is none at the first, so that what runs cost is measured anew now and then.
func (s *session) like() *record.Recorder {
	if !s.gesturing() || s.editBegan {
		return nil
	}
	return s.rec
}

// busy reports whether there is something to compute.
func (s *session) busy() bool {
	return s.stale || s.waking() || s.interrupted() || s.rec != nil && (!s.rec.Complete() || s.replaying()) || s.judging()
}

// replaying reports whether the step to draw was let go and must be replayed.
func (s *session) replaying() bool {
	return s.pictureDue() && !s.ready()
}

// slice records or replays for a moment. A slice with a long step is cut short when a
// command waits that starts the run over.
func (s *session) slice(ctx context.Context) error {
	if s.waking() {
		return s.compute(ctx)
	}
	need, live := needStep, time.Now().Add(liveTime)
	if s.replaying() {
		need = needRun
	}
	if s.out.shown {
		live = time.Time{}
	}
	err := s.interruptible(s.rec.Interrupt, need, live, func() error { return s.compute(ctx) })
	if ctx.Err() == nil && s.interrupted() {
		return nil // the next turn sees to it
	}
	return err
}

// compute records or replays until the turn is over.
func (s *session) compute(ctx context.Context) error {
	start, steps := time.Now(), 0
	more := func() bool {
		steps++
		return steps < sliceSteps && time.Since(start) < sliceTime
	}
	switch {
	case s.waking():
		return s.unpark(ctx, more)
	case s.judging():
		return s.judge(ctx, more)
	case !s.replaying():
	case !s.rec.Kept(s.transport.cursor):
		return s.rec.Prepare(ctx, s.transport.cursor, more)
	default:
		return s.ghost.rec.Prepare(ctx, frame.GhostStep(s.ghost.rec, s.transport.cursor), more)
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
	if goal := s.transport.goal.kind; o.done || !s.hasCharts() || goal == toEnd || goal == toStep || goal == toOpen {
		return
	}
	if s.rec.Complete() {
		o.done = true
		o.dirty, s.room.dirty = true, true
		return
	}
	if now.Before(o.charts) {
		return
	}
	o.charts = now.Add(chartTime)
	o.dirty, s.room.dirty = true, true
}

// hasCharts reports whether the client sees charts, or those who follow. Charts grow
// with the run.
func (s *session) hasCharts() bool { return !s.scope().BoardOnly && len(s.doc.demo.Charts) > 0 }

// move moves the cursor: by the steps that are due when playing, and towards the
// place that was asked for.
func (s *session) move(now time.Time) {
	if s.rec != nil {
		s.transport.tick(now)
	}
	s.resolve(now)
}

// resolve moves the cursor towards its goal as far as the run is recorded.
func (s *session) resolve(now time.Time) {
	if s.rec != nil && !s.stale {
		s.moved(s.transport.resolve(s.rec, now), now)
	}
}

// flush hands the writer the next message that is due.
func (s *session) flush(ctx context.Context, now time.Time) error {
	o := &s.out
	defer func() { s.ahead = nil }() // it is sent now, or what is shown may change
	if !s.writable() {
		return s.shareApart(ctx, now)
	}
	if s.rec != nil && !s.stale {
		s.redraw(now)
		s.countLate(now)
		s.rest(now)
		s.tell(now)
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
	case s.roomChanged(now):
		return s.tellRoom(now)
	case s.rec == nil || s.stale || s.interrupted():
		return nil
	case !o.state.IsZero() && !now.Before(o.state):
		s.storeHistory(now)
		m := s.state()
		m.Edits = s.keptMessage()
		o.state, o.roomState, o.schema = time.Time{}, time.Time{}, false
		if _, err := s.send(m); err != nil {
			return err
		}
		s.shareState(m, now)
		return nil
	case s.drawable() && s.brief():
		return s.draw(ctx, true)
	case s.runDue(now) && !(o.frameNext && s.drawable()):
		m := s.runMessage(now)
		o.frameNext = true
		msg, err := s.send(m)
		if err != nil {
			return err
		}
		s.shareRun(m, msg, o.events, now)
		if m.Reset && s.presenter.Key() != "" {
			o.dirty, s.room.dirty = true, true // to followers a picture before this message is one of the run before
		}
		return nil
	case s.drawable():
		return s.draw(ctx, false)
	case s.goals.due != nil:
		_, err := s.send(s.goals.due)
		s.goals.due = nil
		return err
	case s.answerDue():
		return s.answer(ctx)
	}
	return s.shareApart(ctx, now)
}

// writable reports whether the writer can take a message.
func (s *session) writable() bool {
	if s.out.writing {
		select {
		case <-s.w.free:
			s.out.writing = false
		default:
			return false
		}
	}
	return true
}

// drawable reports whether there is a new picture to draw, a credit for it, and the
// step to draw is kept.
func (s *session) drawable() bool {
	return s.out.dirty && s.out.credit() && s.ready() && !s.quiz.undecided()
}

// pictureDue reports whether somebody waits for a picture and can take it.
func (s *session) pictureDue() bool { return s.out.dirty && s.out.credit() || s.roomDue() }

// draw sends the picture of the cursor's step, briefly or not.
func (s *session) draw(ctx context.Context, brief bool) error {
	hasty := s.moving()
	asked, p, c := time.Now(), s.ahead, s.arrived(hasty, brief)
	var err error
	if p == nil || !brief || p.at != s.transport.cursor {
		err = s.exclusively(ctx, func() (err error) {
			p, err = s.paint(ctx, hasty, brief, c)
			return err
		})
	}
	s.out.frameNext, s.out.inspect, s.out.filling, s.out.telling = false, false, false, false
	s.out.dirty, s.out.shown, s.out.done = false, true, s.rec.Complete()
	s.room.dirty, s.room.blocked = false, time.Time{}
	if s.before = nil; err == nil && p.frame.Brief {
		s.before = p
	}
	if err == nil {
		p.frame.ID, p.frame.Reset = s.out.frames+1, brief && s.out.reset
		s.out.sent.Mend = s.view.Mend && (hasty || s.presenter.Key() != "")
		f := s.out.sent.Thin(p.frame)
		var msg []byte
		if msg, err = wire.Encode(f); err == nil {
			s.in.Sent(f.ID)
			s.hand(outbound{msg, brief})
			s.out.frames++
			s.out.flight++
			now := time.Now()
			if hasty && s.out.hasty.IsZero() {
				s.out.hasty = now
			}
			if s.out.brief = brief; !brief {
				s.out.told = now
			}
			s.cfg.Meter.FrameSent(len(msg), now.Sub(asked)+p.took)
			s.presenter.Frame(f.ID, p.again, s.advances(), now)
			s.sayWhere()
			return nil
		}
	}
	return s.notDrawn(ctx, err)
}

// A picture is that of a step.
type picture struct {
	at    int // the step
	frame *wire.Frame
	again hall.Draw
	took  time.Duration // before it was asked for
}

// paint draws the picture of the cursor's step, which may be composed already; nil: it is
// not.
func (s *session) paint(ctx context.Context, hasty, brief bool, c *composed) (p *picture, err error) {
	view := s.view
	if !s.gesturing() || s.presenter.Key() != "" { // those who follow may see what is out of sight here
		view.Away = nil
	}
	if c == nil {
		if c, err = s.compose(ctx, s.transport.cursor, hasty, brief); err != nil {
			return nil, err
		}
	}
	var f *wire.Frame
	if b := s.before; s.out.telling && b != nil && b.at == s.transport.cursor {
		f, err = c.scene.DrawAfter(ctx, view, b.frame)
	} else {
		f, err = c.scene.Draw(ctx, view)
	}
	return &picture{at: s.transport.cursor, frame: f, again: c.again}, err
}

// early draws a brief picture in the turn of its run, if that is what is sent next. So
// who drags waits for one turn, and not for two. Errors are left to the next one.
func (s *session) early(ctx context.Context) {
	now := time.Now()
	if s.rec == nil || s.stale || s.interrupted() || !s.moving() {
		return
	}
	s.move(now)
	if !s.writable() || len(s.out.errors) > 0 || s.out.preview != nil || !s.out.state.IsZero() && !now.Before(s.out.state) {
		return
	}
	if !s.drawable() || !s.brief() {
		return
	}
	if p, err := s.paint(ctx, true, true, nil); err == nil {
		p.took = time.Since(now)
		s.ahead = p
	}
}

// A composed picture is what a step shows, and how it is drawn for those who follow.
type composed struct {
	scene *frame.Scene
	again hall.Draw
}

// compose works out the picture of a step; a hasty one leaves out what takes long, and a
// brief one all that is not under the hand.
func (s *session) compose(ctx context.Context, at int, hasty, brief bool) (*composed, error) {
	s.look()
	d, ghost, types := s.doc.demo, s.ghostRec(), s.cfg.Typesetter
	var scene *frame.Scene
	var err error
	switch q := s.frameQuiz(); {
	case q.Open != "" || len(q.Marks) > 0:
		scene, err = frame.ComposeQuiz(ctx, d, s.rec, ghost, at, s.inspected, s.scope(), types, q)
	case brief:
		scene, err = frame.ComposeBrief(ctx, d, s.rec, ghost, at, s.scope(), types)
	case hasty:
		scene, err = frame.ComposeMoving(ctx, d, s.rec, ghost, at, s.inspected, s.scope(), types)
	default:
		scene, err = frame.Compose(ctx, d, s.rec, ghost, at, s.inspected, s.scope(), types)
	}
	if err != nil {
		return nil, err
	}
	return &composed{scene, s.drawAgain(scene)}, nil
}

// notDrawn tells the client that a picture has failed.
func (s *session) notDrawn(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.cfg.Log.Error("frame failed", "demo", s.doc.demo.ID, "step", s.transport.cursor, "error", err)
	s.complain(wire.Refuse(wire.Internal, "", "this step could not be drawn"))
	return nil
}

// gesturing reports whether a live gesture is under way. The edit that ends it is
// followed by a picture.
func (s *session) gesturing() bool { return s.doc.history.gesture != "" }

// deadline is when something is due even if no message comes.
func (s *session) deadline(now time.Time) time.Time {
	o := &s.out
	at := s.heard.Add(s.cfg.Limits.Idle)
	if s.parked != nil && !s.parked.refused.IsZero() {
		return s.parked.retryAt()
	}
	sooner := func(t time.Time) {
		if t.Before(at) {
			at = t
		}
	}
	if !s.spoke {
		sooner(s.silentAt())
	}
	if m, ok := s.in.First(); ok {
		if s.canAct(m) {
			sooner(s.pace.Next(now))
		} else {
			sooner(s.started.Add(liveTime))
		}
	}
	if s.transport.play.on {
		sooner(s.transport.play.next)
	}
	if s.idle() {
		sooner(s.parkAt())
	}
	if s.apart() {
		sooner(s.roomAt(now))
	}
	if at, ok := s.presenter.RoomAt(now); ok && !o.writing {
		sooner(at)
	}
	if !o.writing && s.rec != nil {
		if !o.state.IsZero() {
			sooner(o.state)
		}
		if s.runChanged() && !s.runWaits() {
			sooner(o.run)
		}
		if at, ok := s.pollAt(); ok {
			sooner(at)
		}
		if at, ok := s.restAt(); ok {
			sooner(at)
		}
		if at, ok := s.comingAt(); ok {
			sooner(at)
		}
		if at, ok := s.tellAt(); ok {
			if !now.Before(at) { // it waits for a better moment
				at = s.out.told.Add(tellLate)
			}
			sooner(at)
		}
		if len(o.errors) > 0 || o.preview != nil || s.goals.due != nil || s.answerDue() || o.dirty && o.credit() {
			sooner(now)
		}
	}
	return at
}
