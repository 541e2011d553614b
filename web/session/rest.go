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

// A hasty picture is brief while many move at once and others wait for the processor:
// what is under the hand comes at every move, and the rest of the page so often.
const tellTime = 250 * time.Millisecond

// brief reports whether a hasty picture is to be brief. To those who follow, all
// pictures are told in full.
func (s *session) brief(now time.Time) bool {
	return s.view.Brief && s.presenter.Key() == "" && now.Sub(s.out.told) < tellTime && s.share.Pressed()
}

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
	return s.out.hasty.Add(max(restTime, restShare*s.out.hasty.Sub(s.started))), true
}
