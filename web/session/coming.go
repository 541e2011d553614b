package session

import (
	"context"
	"time"

	"playground/web/record"
	"playground/web/turns"
)

// A coming picture is that of the step to which a run that plays goes next. While nothing
// else is to be done, it is composed, and drawn at the sizes of those who follow: so all of
// them get it with the presenter, and not one size after the other. It is shown if the
// cursor comes there and nothing was said in between.
type coming struct {
	rec       *record.Recorder
	at        int
	*composed // nil: it cannot be prepared
}

// comingAfter is after which share of the time between two steps the next one is prepared:
// the last one has left by then.
const comingAfter = 0.6

// comingAt is when the next picture is to be prepared. There is no such time where nobody
// follows, nor where the picture may be another one by then: the run is being recorded, or
// compared, or a question is asked.
func (s *session) comingAt() (at time.Time, ok bool) {
	t := &s.transport
	if !t.play.on || s.coming != nil || s.rec == nil || s.stale || !s.rec.Complete() || s.ghost != nil || s.quiz.open != nil ||
		s.out.dirty || !s.out.shown || s.moving() || !s.presenter.Followed() {
		return time.Time{}, false
	}
	left := time.Duration((1 - comingAfter) * float64(t.play.interval()))
	return t.play.next.Add(-left), true
}

// prepare composes the next picture in good time, and has it drawn for those who follow.
// An error is left to the picture itself.
func (s *session) prepare(ctx context.Context, now time.Time) {
	if at, ok := s.comingAt(); !ok || now.Before(at) {
		return
	}
	n, ok := s.transport.next(s.rec)
	s.coming = &coming{rec: s.rec, at: n}
	if !ok || !s.rec.Kept(n) {
		return
	}
	_ = s.audience.Do(ctx, turns.Recording, func() (err error) {
		if s.coming.composed, err = s.compose(ctx, n, false, false); err == nil {
			s.presenter.Prepare(s.coming.again, s.transport.play.next)
		}
		return err
	})
}

// arrived returns the coming picture if it is that of the cursor's step, and forgets it.
func (s *session) arrived(hasty, brief bool) *composed {
	c := s.coming
	s.coming = nil
	if c == nil || c.rec != s.rec || c.at != s.transport.cursor ||
		hasty || brief || s.out.telling || s.ghost != nil || s.quiz.open != nil {
		return nil
	}
	return c.composed
}
