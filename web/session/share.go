package session

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"playground/web/frame"
	"playground/web/hall"
	"playground/web/turns"
	"playground/web/wire"
)

// scope is what of a step is worked out: what the client sees, and what those who
// follow may see, whose pages can have side views where the presenter's has none.
func (s *session) scope() wire.View {
	v := s.view
	v.BoardOnly = v.BoardOnly && s.presenter.Key() == ""
	return v
}

// A room is what those who follow have not been told yet. As long as the presenter's
// line is quick, they are told what the presenter is told. Where it is slow, or where
// the page is out of sight and paints nothing, they do not wait for it.
type room struct {
	dirty   bool      // what is shown has changed
	blocked time.Time // since when the presenter takes no picture; zero: it does
	run     time.Time // no run message before
	told    runTold   // of the run
	parted  bool      // the room was told more of the run than the presenter
}

// runTold is what a run message has said.
type runTold struct {
	known         bool // of this run
	total, events int
	complete      bool
	ghost         comparison
}

// Times of a slow line.
const (
	slowLine  = 50 * time.Millisecond // without taking a picture: the room goes on without the presenter
	roomTime  = 20 * time.Millisecond // between looks whether the room has drawn the last picture
	emptyTime = time.Second           // between looks whether somebody follows
)

// restarted forgets what was told of the run before.
func (r *room) restarted() { r.dirty, r.told = false, runTold{} }

// apart reports whether the room goes on without the presenter, or will do so soon.
func (s *session) apart() bool {
	return s.presenter.Key() != "" && s.rec != nil && !s.stale && (s.out.writing || !s.out.credit())
}

// roomDue reports whether the room waits for a picture that the presenter does not
// take.
func (s *session) roomDue() bool {
	return s.room.dirty && s.apart() && s.slow(time.Now()) && s.presenter.Ready()
}

// slow reports whether the presenter has taken no picture for a while.
func (s *session) slow(now time.Time) bool {
	return !s.room.blocked.IsZero() && now.Sub(s.room.blocked) >= slowLine
}

// roomAt is when a room apart may have to be told something.
func (s *session) roomAt(now time.Time) time.Time {
	switch r := &s.room; {
	case !r.dirty && !(s.out.writing && (!s.out.roomState.IsZero() || s.roomRun() != r.told)):
		return now.Add(time.Hour) // nothing is new
	case !s.presenter.Followed():
		return now.Add(emptyTime)
	case !s.slow(now):
		return now.Add(slowLine)
	}
	return now.Add(roomTime)
}

// roomRun is what a run message for the room would say.
func (s *session) roomRun() runTold {
	return runTold{true, s.rec.Len(), len(s.rec.Events()), s.rec.Complete(), s.compare()}
}

// shareApart tells the room what the presenter's line does not take.
func (s *session) shareApart(ctx context.Context, now time.Time) error {
	r := &s.room
	if s.presenter.Key() == "" || !s.out.writing && s.out.credit() {
		r.blocked = time.Time{}
		return nil
	}
	if r.blocked.IsZero() {
		r.blocked = now
	}
	if !s.slow(now) || !s.apart() || s.interrupted() {
		return nil
	}
	if s.out.writing { // not even a short message leaves
		s.redraw(now)
		s.shareWords(now)
	}
	if !s.roomDue() || !s.ready() {
		return nil
	}
	r.dirty = false
	var c *composed
	err := s.audience.Do(ctx, turns.Recording, func() (err error) {
		c, err = s.compose(ctx, s.transport.cursor, s.moving(), false)
		return err
	})
	if err != nil {
		return s.notDrawn(ctx, err)
	}
	s.out.frames++
	s.presenter.Frame(s.out.frames, c.again, s.advances(), now)
	s.sayWhere()
	return nil
}

// sayWhere tells those who watch by steps where the cursor is, once what they can fetch is
// what the session shows: not while a hand moves.
func (s *session) sayWhere() {
	if s.presenter.Key() == "" || s.rec == nil || s.stale || s.moving() {
		return
	}
	q, err := s.doc.recipe.RunQuery(s.doc.demo)
	if err != nil {
		s.cfg.Log.Error("a recipe has no link", "demo", s.doc.demo.ID, "error", err)
		return
	}
	play := s.transport.play
	s.presenter.At(wire.Cursor{
		Demo: s.doc.demo.ID, Query: q.Encode(), Step: s.transport.cursor,
		Playing: play.on, Rate: play.rate, Size: wire.Sizes[play.size], Tour: s.stop,
	})
}

// advances reports whether what is shown changes without a step by hand.
func (s *session) advances() bool { return s.transport.play.on || s.moving() }

// roomChanged reports whether there is something to tell of the room.
func (s *session) roomChanged(now time.Time) bool {
	at, ok := s.presenter.RoomAt(now)
	return ok && !now.Before(at)
}

// tellRoom tells the presenter's page of its room. If another page has taken it, the
// state says that this one presents no more.
func (s *session) tellRoom(now time.Time) error {
	m := s.presenter.Room(now)
	if m.Taken {
		s.out.stateBy(now)
	}
	_, err := s.send(m)
	return err
}

// shareWords tells the room the state and the run, as far as they are due.
func (s *session) shareWords(now time.Time) {
	o, r := &s.out, &s.room
	if !o.roomState.IsZero() && !now.Before(o.roomState) {
		o.roomState = time.Time{}
		s.shareState(s.state(), now)
	}
	told := s.roomRun()
	if told != r.told && (!r.told.known || told.complete || !now.Before(r.run)) {
		s.shareRunApart(told, now)
	}
}

// shareState tells the room the state, but for what only the presenter may know, and those
// who watch by steps where the cursor is.
func (s *session) shareState(m *wire.State, now time.Time) {
	room := *m
	room.Poll = forRoom(m.Poll)
	s.presenter.State(room, s.doc.schema, now)
	if s.out.shown {
		s.sayWhere()
	}
}

// shareRun tells the room what the presenter is told of the run: so many of its events.
func (s *session) shareRun(m *wire.Run, msg []byte, events int, now time.Time) {
	all, sizes := s.rec.Events()[:events], s.rec.Sizes() // recording goes on behind them
	if s.room.parted {                                   // the room does not need what is new to the presenter, but all
		msg = nil
	}
	s.room.parted = false
	s.room.told = runTold{true, m.Total, events, m.Complete, s.out.ghost}
	s.presenter.Run(m, msg, func(whole *wire.Run) { whole.Events, whole.Sizes = s.wireEvents(all), digits(sizes) }, now)
}

// shareRunApart tells the room all of the run.
func (s *session) shareRunApart(told runTold, now time.Time) {
	st := s.rec.Status()
	m := &wire.Run{
		Total:    told.total,
		Complete: told.complete,
		Status:   frame.StatusOf(st, s.cfg.Typesetter, s.book()),
		Reset:    !s.room.told.known, // a new run begins
		Ghost:    told.ghost.message(),
		Chance:   s.rec.Chance(),
	}
	s.room.parted = true
	s.room.run = now.Add(runTime)
	s.room.told = told
	all, sizes := s.rec.Events()[:told.events], s.rec.Sizes()[:told.total]
	s.presenter.Run(m, nil, func(whole *wire.Run) { whole.Events, whole.Sizes = s.wireEvents(all), digits(sizes) }, now)
	if m.Reset {
		s.room.dirty = true // to followers a picture before this message is one of the run before
	}
}

// drawAgain returns how a scene is drawn at the sizes of those who follow. That is
// done by another goroutine than the session's, in turns of the room's own, however
// many follow. It comes after what visitors wait for, and ends nothing if it fails.
func (s *session) drawAgain(scene *frame.Scene) hall.Draw {
	c, audience, prints := s.cfg, s.audience, scene.Prints()
	return func(ctx context.Context, v wire.View) (f *wire.Frame, err error) {
		defer func() {
			if p := recover(); p != nil {
				c.Log.Error("frame for followers failed", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
				err = fmt.Errorf("%w: %v", ErrFault, p)
			}
		}()
		err = audience.Do(ctx, turns.Recording, func() (err error) {
			start, anew := time.Now(), false
			if f, anew, err = prints.Draw(ctx, v); err == nil && anew {
				c.Meter.FrameShared(time.Since(start))
			}
			return err
		})
		if err != nil && ctx.Err() == nil {
			c.Log.Error("frame for followers failed", "error", err)
		}
		return f, err
	}
}
