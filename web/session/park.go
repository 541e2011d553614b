package session

import (
	"context"
	"fmt"
	"time"

	"playground/web/record"
)

// A page that is left open costs next to nothing. After a while without a message
// its session is parked: it lets the recordings go. When there is something to do
// again, the session wakes up: it makes the recordings again from the recipe. The
// client is not told. It only waits a moment longer for the next answer.
const (
	parkTime  = 20 * time.Second // without a message
	parkTimes = 60               // and, in addition, so many times what recording took
)

// parked is what a parked session keeps of its recordings.
type parked struct {
	run, before record.Parked // before is the ghost's
	ghost       *ghost        // without its recording; nil if there was none
	waking      bool          // the recordings are being made again
	bytes       int           // that they held
	refused     time.Time     // when there was no memory for them; zero: not yet

	rec, ghostRec *record.Recorder // made again so far
}

// close lets go what was made again.
func (p *parked) close() {
	for _, rec := range []*record.Recorder{p.rec, p.ghostRec} {
		if rec != nil {
			rec.Close()
		}
	}
}

// idle reports whether nothing is to be computed, sent or waited for.
func (s *session) idle() bool {
	o := &s.out
	if s.rec == nil || s.busy() || s.transport.play.on || s.transport.goal.kind != nowhere {
		return false
	}
	if len(o.errors) > 0 || o.preview != nil || s.goals.due != nil || !o.state.IsZero() || s.runChanged() || s.answerDue() || s.pictureDue() {
		return false
	}
	_, waiting := s.in.First()
	return !waiting
}

// parkAt is when an idle session is parked.
func (s *session) parkAt() time.Time { return s.heard.Add(parkTime + parkTimes*s.took) }

// park lets the recordings go if the session was idle for long.
func (s *session) park(now time.Time) {
	if s.idle() && !now.Before(s.parkAt()) {
		s.letGo()
	}
}

// letGo lets the recordings of an idle session go.
func (s *session) letGo() {
	if !s.idle() {
		return
	}
	s.parked = &parked{bytes: s.weight()}
	s.parked.run = s.rec.Park()
	if s.ghost != nil {
		s.parked.before = s.ghost.rec.Park()
		s.parked.ghost, s.ghost.rec = s.ghost, nil
	}
	s.rec, s.ghost = nil, nil
	s.memory.Set(0)
}

// wake begins to make the recordings of a parked session again if there is
// something to do.
func (s *session) wake(ctx context.Context) {
	if s.parked == nil || s.parked.waking {
		return
	}
	_, waiting := s.in.First()
	if !waiting && !s.pictureDue() || time.Now().Before(s.parked.retryAt()) {
		return
	}
	if err := s.reserve(ctx, int64(s.parked.bytes)); err != nil {
		if s.parked.refused.IsZero() {
			s.complain(refusal(err, s.book()))
		}
		s.parked.refused = time.Now()
		return
	}
	s.parked.waking = true
}

// retryTime is after how long a parked session looks again whether there is memory for
// its recordings.
const retryTime = time.Second

// retryAt is when a parked session that found no memory looks again.
func (p *parked) retryAt() time.Time {
	if p.refused.IsZero() {
		return p.refused
	}
	return p.refused.Add(retryTime)
}

// waking reports whether the recordings are being made again.
func (s *session) waking() bool { return s.parked != nil && s.parked.waking }

// unpark makes the recordings again for a moment. When they are as they were, the
// session goes on.
func (s *session) unpark(ctx context.Context, more func() bool) error {
	p := s.parked
	done, err := again(ctx, p.run, &p.rec, more)
	if err != nil || !done {
		return err
	}
	if p.ghost != nil {
		done, err := again(ctx, p.before, &p.ghostRec, more)
		if err != nil || !done {
			return err
		}
		p.ghostRec.Retire(s.cfg.Limits.RunBytes / ghostShare)
		p.ghost.rec = p.ghostRec
	}
	s.rec, s.ghost, s.parked = p.rec, p.ghost, nil
	return nil
}

// again goes on with one recording. It begins the recording first if it has not
// begun.
func again(ctx context.Context, p record.Parked, rec **record.Recorder, more func() bool) (bool, error) {
	if *rec == nil {
		begun, err := p.Begin(ctx)
		if err != nil {
			return false, fmt.Errorf("%w: %w", ErrFault, err)
		}
		*rec = begun
	}
	return p.Extend(ctx, *rec, more)
}
