package session

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"playground/algos/dataset"
	"playground/web/budget"
	"playground/web/frame"
	"playground/web/hall"
	"playground/web/peer"
	"playground/web/record"
	"playground/web/turns"
	"playground/web/wire"
)

// How time is divided.
const (
	sliceTime    = 4 * time.Millisecond   // one turn of recording or replaying
	sliceSteps   = 1024                   // at most, in one turn
	actTime      = 8 * time.Millisecond   // acting upon messages before drawing again
	liveTime     = 250 * time.Millisecond // how long a gesture waits for the picture of its last move
	chartTime    = 200 * time.Millisecond // between pictures of a run that is being recorded
	runTime      = 200 * time.Millisecond // between run messages
	stateTime    = 150 * time.Millisecond // a state that only the cursor changed waits so long
	handTime     = time.Second            // and one that only a hand on the points did, unless it rests
	slowDownTime = time.Second            // between two complaints about too many messages
)

// A session is owned by the goroutine of [Run].
type session struct {
	cfg Config
	in  *peer.Inbox[command]
	w   *writer

	share    *turns.Share // of the processors
	audience *turns.Share // of them, for what is drawn for those who follow

	view      wire.View
	doc       document
	transport transport

	rec       *record.Recorder // nil until the first open, and while parked
	started   time.Time        // when the recording began
	took      time.Duration    // from there until it was complete
	stale     bool             // the recipe changed: the run must start over
	parked    *parked          // what is left of the recordings that were let go; nil: none were
	ghost     *ghost           // the run before the last edit; nil if there is none
	replaced  bool             // an edit since the run began put other data in the place of all that were there
	cleared   int              // the cursor's place before the board was emptied
	editBegan bool             // an edit began since the run did, and not only the next move of a gesture

	goals     goals  // how far the run has come towards them
	quiz      quiz   // the question that the client is asked
	poll      *poll  // the room is asked it; nil: it is not
	stop      int    // of the demo's tour that the client shows, from 1; 0: none
	inspected string // the reference of what the client looks at; empty: nothing

	memory *budget.Account
	asked  chan struct{} // to let the recordings go, because memory is short

	kept      kept   // what the client keeps of the history
	resumeKey string // of the history in the store; empty: there is no store
	presenter *hall.Presenter

	pace  peer.Bucket // of messages that are acted upon
	began time.Time   // when the connection did
	spoke bool        // the client has asked for a recipe
	heard time.Time   // when the client last sent something
	ahead *picture    // drawn in the turn of its run; nil: none was
	// before is the brief picture that was drawn last. It is none any more when a command was
	// acted upon: the run, the view or what else is drawn may be others.
	before *picture
	coming *coming // prepared for the next step of a run that plays; nil: it was not
	out    outgoing
	room   room
}

// Run serves one connection. It returns nil when the client leaves, and else the
// reason: the context ended, or the session ended by itself. It does not close
// the connection, and leaves no goroutine behind.
func Run(ctx context.Context, conn peer.Conn, cfg Config) error {
	cfg = cfg.withDefaults()
	cfg.Meter.SessionOpened()
	defer cfg.Meter.SessionClosed()

	now := time.Now()
	s := &session{
		cfg:       cfg,
		in:        peer.NewInbox(now, peer.Credits, enqueue),
		w:         newWriter(),
		share:     cfg.Turns.Share(cfg.Address),
		audience:  cfg.Turns.Share(cfg.Address),
		view:      frame.DefaultView,
		doc:       document{lang: cfg.Lang, limit: cfg.Limits.Points},
		presenter: cfg.Hall.Presenter(cfg.Address),
		began:     now,
		pace:      peer.NewBucket(cfg.Limits.Messages, cfg.Limits.Messages, now),
		memory:    cfg.Budget.Open(),
		asked:     make(chan struct{}, 1),
	}
	defer s.memory.Close()
	s.doc.room = func(set dataset.Set, rows int) error { return s.fits(ctx, len(set.Points)+rows) }
	if cfg.Histories != nil {
		s.resumeKey = rand.Text() // nobody can guess it
	}
	reading, stopReading := context.WithCancel(ctx)
	// Sending outlives the context a little, so that the client learns why.
	sending, stopSending := context.WithCancel(context.WithoutCancel(ctx))
	var wg sync.WaitGroup
	// Who has left waits for nothing: what is computed for them ends at once.
	working, stopWorking := context.WithCancel(turns.With(ctx, s.share))
	wg.Go(func() {
		defer stopWorking()
		peer.Read(reading, conn, s.in, newCommand, cfg.Meter.MessageReceived)
	})
	wg.Go(func() { s.w.run(sending, conn) })

	err := s.guard(working)
	if ctx.Err() == nil && errors.Is(err, context.Canceled) {
		err = ended(s.in.News())
	}
	s.presenter.Close(!errors.Is(err, peer.ErrIdle) && !errors.Is(err, peer.ErrFlood), s.resumeKey)
	s.bye(err)
	stopReading()
	close(s.w.out)
	stopSending()
	wg.Wait()
	s.closeRuns()
	if errors.Is(err, peer.ErrLeft) {
		return nil
	}
	return err
}

// closeRuns lets all recordings go.
func (s *session) closeRuns() {
	if s.rec != nil {
		s.rec.Close()
	}
	s.dropGhost()
	if s.parked != nil {
		s.parked.close()
	}
}

// guard runs the loop. A panic in a demo or in drawing ends this session alone.
func (s *session) guard(ctx context.Context) (err error) {
	defer func() {
		if p := recover(); p != nil {
			s.cfg.Log.Error("session failed", "panic", fmt.Sprint(p), "demo", s.doc.demo.ID, "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", ErrFault, p)
		}
	}()
	err = s.loop(ctx)
	if peer.Reason(err) == peer.ReasonFault {
		s.cfg.Log.Error("session failed", "error", err, "demo", s.doc.demo.ID)
	}
	return err
}

// loop does what there is to do, and waits when there is nothing.
func (s *session) loop(ctx context.Context) error {
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		if err := s.receive(s.in.News(), time.Now()); err != nil {
			if ctx.Err() != nil { // the reader ended because the context did
				return ctx.Err()
			}
			return err
		}
		s.act()
		s.wake(ctx)
		if err := s.work(ctx); err != nil {
			return err
		}
		now := time.Now()
		s.move(now)
		if err := s.examine(ctx, now); err != nil {
			return err
		}
		if err := s.flush(ctx, now); err != nil {
			return err
		}
		if s.busy() {
			// Look for messages and for the end before the next slice.
			select {
			case <-ctx.Done():
				return ctx.Err()
			case err := <-s.w.fail:
				return fmt.Errorf("%w: %w", peer.ErrLeft, err)
			case <-s.w.free:
				s.out.writing = false
			default:
			}
			continue
		}
		s.prepare(ctx, now)
		s.park(now)
		s.spare()
		alarm.Reset(max(0, s.deadline(now).Sub(now)))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-s.w.fail:
			return fmt.Errorf("%w: %w", peer.ErrLeft, err)
		case <-s.w.free:
			s.out.writing = false
		case <-s.in.Wake:
		case <-alarm.C:
		case <-s.presenter.Changed():
		case <-s.asked:
			s.letGo()
		}
		s.memory.Wake()
	}
}
