// Package session is one visitor's playground behind a connection: it owns a run
// and a cursor in it, follows the messages of protocol playground.v1 (package
// wire), and sends what is to be seen.
//
// One goroutine owns everything. A reader puts messages into a bounded inbox, in
// which the moves of a gesture merge; a writer sends one message at a time. What
// is sent is made at the moment when the writer is free and, for frames, when
// fewer than two are unacknowledged: a slow client gets fewer and newer frames,
// and nothing ever queues. Between messages the session records the run ahead in
// small slices, which share the processors fairly with other sessions. A session
// that hears nothing for a while keeps the recipe alone, see rest.go.
package session

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/param"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// How time is divided.
const (
	sliceTime    = 4 * time.Millisecond   // one turn of recording or replaying
	sliceSteps   = 1024                   // at most, in one turn
	takeTime     = 8 * time.Millisecond   // acting upon messages before drawing again
	settleTime   = 100 * time.Millisecond // how long a picture waits for the place it is to show
	liveTime     = 250 * time.Millisecond // how long a gesture waits for the picture of its last move
	followTime   = 200 * time.Millisecond // between pictures of a run that is being recorded
	runTime      = 200 * time.Millisecond // between run messages
	stateTime    = 150 * time.Millisecond // a state that only the cursor changed waits so long
	goodbyeTime  = time.Second            // for the last message to leave
	slowDownTime = time.Second            // between two complaints about too many messages
)

// credits is how many frames may be on their way at once.
const credits = 2

// maxErrors bounds the errors that wait to be sent.
const maxErrors = 16

// A session is owned by the goroutine of [Run].
type session struct {
	cfg Config
	in  *inbox
	w   *writer

	view     wire.View
	demo     algos.Demo
	schema   param.Schema
	recipe   algos.Recipe     // immutable; an edit replaces it. Its Step is not used
	set      dataset.Set      // the recipe's points; never changed in place
	window   grid.Window      // what the board shows
	pinned   bool             // the recipe's window is not what was asked for, see steady
	rec      *record.Recorder // nil until the first open
	started  time.Time        // when it began
	took     time.Duration    // from there until it was complete
	rest     *rest            // while rec is let go; nil: it is not
	stale    bool             // the recipe changed: the run must start over
	history  history          // of the recipe, to undo and redo
	key      string           // of its history on the shelf; empty: there is none
	stage    *stage           // where the session is shown to others; nil: nowhere
	stageKey string
	begun    bool   // an edit began since the run did, and not only the next move of a gesture
	ghost    *ghost // the run before the last edit; nil if there is none
	refit    bool   // and the board may show another window

	cursor int  // the step that is shown
	place  int  // the step that was asked for, [algos.Last] for the end: kept over edits
	goal   goal // where the cursor is going, while that is not recorded
	play   play

	inspected string // the reference of what the client looks at; empty: nothing

	pace  bucket    // of messages that are acted upon
	heard time.Time // when the client last said something
	out   outgoing
}

// Run serves one connection until the client leaves, which gives nil, or the
// context ends, or the session ends by itself (see the errors of this package).
// It does not close the connection, and leaves no goroutine behind.
func Run(ctx context.Context, conn Conn, cfg Config) error {
	cfg = cfg.withDefaults()
	cfg.Meter.SessionOpened()
	defer cfg.Meter.SessionClosed()

	now := time.Now()
	s := &session{
		cfg:  cfg,
		in:   newInbox(now),
		w:    newWriter(),
		view: frame.DefaultView,
		pace: newBucket(cfg.Limits.Messages, cfg.Limits.Messages, now),
		out:  newOutgoing(),
	}
	if cfg.Shelf != nil {
		s.key = newKey()
	}
	reading, stopReading := context.WithCancel(ctx)
	// Sending outlives the context a little, so that the client learns why.
	sending, stopSending := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	wg.Go(func() { read(reading, conn, s.in, cfg.Meter) })
	wg.Go(func() { s.w.run(sending, conn) })

	err := s.guard(ctx)
	s.leaveStage(err)
	s.goodbye(err)
	stopReading()
	close(s.w.out)
	stopSending()
	wg.Wait()
	if s.rec != nil {
		s.rec.Close()
	}
	s.forget()
	if s.rest != nil {
		s.rest.close()
	}
	if errors.Is(err, errLeft) {
		return nil
	}
	return err
}

// errLeft says that the client is gone.
var errLeft = errors.New("the client left")

// guard runs the loop, and turns a panic in a demo or in drawing into the end of
// this session alone.
func (s *session) guard(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.Error("session failed", "panic", fmt.Sprint(p), "demo", s.demo.ID, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", ErrFault, p)
		}
	}()
	err = s.loop(ctx)
	if closing(err) == closingFault {
		s.cfg.Log.Error("session failed", "error", err, "demo", s.demo.ID)
	}
	return err
}

// loop does what there is to do, and waits when there is nothing.
func (s *session) loop(ctx context.Context) error {
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		n := s.in.news()
		if err := s.hear(n, time.Now()); err != nil {
			if ctx.Err() != nil { // the reader ended because we do
				return ctx.Err()
			}
			return err
		}
		s.take()
		s.rouse()
		if err := s.work(ctx); err != nil {
			return err
		}
		now := time.Now()
		s.tick(now)
		s.resolve(now)
		if err := s.flush(ctx, now); err != nil {
			return err
		}
		if s.busy() {
			// Let others say something before the next slice.
			select {
			case <-ctx.Done():
				return ctx.Err()
			case err := <-s.w.fail:
				return fmt.Errorf("%w: %w", errLeft, err)
			case <-s.w.free:
				s.out.writing = false
			default:
			}
			continue
		}
		s.lieDown(now)
		alarm.Reset(max(0, s.deadline(now).Sub(now)))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-s.w.fail:
			return fmt.Errorf("%w: %w", errLeft, err)
		case <-s.w.free:
			s.out.writing = false
		case <-s.in.wake:
		case <-alarm.C:
		}
	}
}
