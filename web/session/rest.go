package session

import "time"

// What takes long waits while a hand drags something: the pictures of the moves are
// hasty, see [algos.Step.Moving], and the state waits. The hand rests when no move follows for
// a moment, or when it lets go. Then the same step is drawn as it always is. Where a hasty
// picture takes long, moves come late, too, and the moment is longer.
const (
	restTime  = 150 * time.Millisecond
	restShare = 3 // times what the hasty picture took
)

// moving reports whether a hand is dragging something and has not rested since the
// run began.
func (s *session) moving() bool { return s.gesturing() && !s.out.rested }

// A hasty picture is brief while many move at once: what is under the hand comes at every
// move, and the rest of the page a few times a second, after the picture of a move and not
// in its place: in a moment when nobody waits for the processor, or else when it is overdue.
const (
	tellTime = 500 * time.Millisecond // between pictures that are not brief
	tellLate = 2 * tellTime           // where there is no such moment
)

// brief reports whether the next picture is to be brief. To those who follow, all pictures
// are told in full.
func (s *session) brief() bool {
	if !s.view.Brief || !s.moving() || s.presenter.Key() != "" {
		return false
	}
	if s.out.turning && !s.out.told.IsZero() && !s.transport.play.on {
		return true // all else is as it was
	}
	return !s.out.told.IsZero() && !s.out.telling && s.share.Short()
}

// tell asks for the rest of the page, if the run was drawn briefly and it is time to.
func (s *session) tell(now time.Time) {
	o := &s.out
	if at, ok := s.tellAt(); !ok || now.Before(at) {
		return
	}
	if now.Sub(o.told) < tellLate {
		// The next move goes first, and finds room on a slow line.
		if _, waits := s.in.First(); waits || o.flight > 0 || s.share.Pressed() {
			return
		}
	}
	o.dirty, o.telling = true, true
}

// tellAt is when the rest of the page may follow a brief picture. There is no such time
// while another picture is due anyway.
func (s *session) tellAt() (at time.Time, ok bool) {
	o := &s.out
	if !o.shown || !o.brief || o.dirty || o.turning || !o.credit() || !s.moving() {
		return time.Time{}, false
	}
	return o.told.Add(tellTime), true
}

// rest asks for the whole picture once the hand rests.
func (s *session) rest(now time.Time) {
	if at, ok := s.restAt(); ok && !now.Before(at) {
		s.touch()
		if !s.out.state.IsZero() {
			s.out.stateBy(now)
		}
		s.out.rested, s.out.filling, s.before = true, true, nil
	}
}

// restAt is when the hand counts as resting, unless it moves before. There is no such
// time before a hasty picture, nor while another message waits.
func (s *session) restAt() (at time.Time, ok bool) {
	if _, waits := s.in.First(); waits || s.stale || s.out.rested || s.out.hasty.IsZero() {
		return time.Time{}, false
	}
	wait := max(restTime, restShare*s.out.hasty.Sub(s.started))
	if s.share.Short() { // moves come late, too
		wait = max(wait, 2*restTime)
	}
	return s.out.hasty.Add(wait), true
}
