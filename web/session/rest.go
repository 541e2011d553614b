package session

import (
	"context"
	"fmt"
	"time"

	"playground/web/record"
)

// A page that is left open costs next to nothing: after a while without a
// message its session lets the recordings go, and works them out again from the
// recipe when something is said. The page does not hear of it; what it asks for
// comes a moment later.
const (
	restTime  = 20 * time.Second // without a message
	restTimes = 60               // and, in addition, so many times what recording took
)

// A rest is what a session keeps of its runs meanwhile.
type rest struct {
	run, before record.Rest // before is the ghost's
	ghost       *ghost      // without its recording; nil if there was none
	called      bool        // something is to be done: wake up

	rec, ghostRec *record.Recorder // recorded again so far
}

// close lets go what was recorded again.
func (r *rest) close() {
	for _, rec := range []*record.Recorder{r.rec, r.ghostRec} {
		if rec != nil {
			rec.Close()
		}
	}
}

// restful reports whether nothing is to be computed, sent or waited for.
func (s *session) restful() bool {
	o := &s.out
	if s.rec == nil || s.busy() || s.play.on || s.goal.kind != nowhere {
		return false
	}
	if len(o.errors) > 0 || o.preview != nil || !o.state.IsZero() || s.runChanged() || s.answerDue() || o.dirty && o.credit() {
		return false
	}
	_, waiting := s.in.first()
	return !waiting
}

// restAt is when a session at rest lets its recordings go.
func (s *session) restAt() time.Time { return s.heard.Add(restTime + restTimes*s.took) }

// lieDown lets the recordings go if nothing was heard for long.
func (s *session) lieDown(now time.Time) {
	if !s.restful() || now.Before(s.restAt()) {
		return
	}
	s.rest = &rest{run: s.rec.Rest()}
	if s.ghost != nil {
		s.rest.before = s.ghost.rec.Rest()
		s.rest.ghost, s.ghost.rec = s.ghost, nil
	}
	s.rec, s.ghost = nil, nil
}

// rouse ends the rest if there is something to do.
func (s *session) rouse() {
	if s.rest == nil || s.rest.called {
		return
	}
	_, waiting := s.in.first()
	s.rest.called = waiting || s.out.dirty && s.out.credit()
}

// waking reports whether the recordings are being made again.
func (s *session) waking() bool { return s.rest != nil && s.rest.called }

// wake records again for a moment. When all is as it was, the session goes on.
func (s *session) wake(ctx context.Context, more func() bool) error {
	r := s.rest
	done, err := again(ctx, r.run, &r.rec, more)
	if err != nil || !done {
		return err
	}
	if r.ghost != nil {
		done, err := again(ctx, r.before, &r.ghostRec, more)
		if err != nil || !done {
			return err
		}
		r.ghostRec.Retire(s.cfg.Limits.RunBytes / ghostShare)
		r.ghost.rec = r.ghostRec
	}
	s.rec, s.ghost, s.rest = r.rec, r.ghost, nil
	return nil
}

// again goes on with one recording, and begins it at first.
func again(ctx context.Context, r record.Rest, rec **record.Recorder, more func() bool) (bool, error) {
	if *rec == nil {
		begun, err := r.Begin(ctx)
		if err != nil {
			return false, fmt.Errorf("%w: %w", ErrFault, err)
		}
		*rec = begun
	}
	return r.Extend(ctx, *rec, more)
}
