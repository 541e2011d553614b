package session

import "time"

// What takes long waits while a hand drags something: the pictures of the moves are
// hasty, see [algos.Mover], and the state waits. The hand rests when no move follows for
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
// move, and the rest of the page a few times a second. Where somebody was seen to wait
// for the processor, it stays so for a while, or else all the time that is saved would be
// spent at once on pictures that nobody has the time to look at.
const (
	tellTime  = 400 * time.Millisecond // between pictures that are not brief
	tellFrom  = 3                      // brief pictures between them, where all of them are late
	tellLate  = 3 * tellTime           // and so long for that at most
	pressTime = time.Second            // after somebody was seen to wait
)

// brief reports whether the next picture is to be brief. To those who follow, all pictures
// are told in full.
func (s *session) brief(now time.Time) bool {
	if !s.view.Brief || !s.moving() || s.presenter.Key() != "" {
		return false
	}
	if s.share.Pressed() {
		s.pressed = now
	}
	since := now.Sub(s.out.told)
	return s.hurried(now) && (since < tellTime || since < tellLate && s.out.briefs < tellFrom)
}

// hurried reports whether somebody else was seen to wait for the processor of late.
func (s *session) hurried(now time.Time) bool { return now.Sub(s.pressed) < pressTime }

// rest asks for the whole picture once the hand rests.
func (s *session) rest(now time.Time) {
	if at, ok := s.restAt(); ok && !now.Before(at) {
		s.touch()
		if !s.out.state.IsZero() {
			s.out.stateBy(now)
		}
		s.out.rested, s.out.filling = true, true
	}
}

// restAt is when the hand counts as resting, unless it moves before. There is no such
// time before a hasty picture, nor while another message waits.
func (s *session) restAt() (at time.Time, ok bool) {
	if _, waits := s.in.First(); waits || s.stale || s.out.rested || s.out.hasty.IsZero() {
		return time.Time{}, false
	}
	wait := max(restTime, restShare*s.out.hasty.Sub(s.started))
	if s.hurried(s.out.hasty) { // moves come late, too
		wait = max(wait, 2*restTime)
	}
	return s.out.hasty.Add(wait), true
}
