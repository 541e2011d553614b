package session

import (
	"sync"
	"time"
)

// A session does not listen while it computes, and a single step may take seconds. So
// long work is watched: when a command waits that starts the run over, the run is
// interrupted, and the session listens again. Nothing of the interrupted run is
// shown. The moves of a gesture leave a run as much time as they would wait for
// its picture, so that a visitor who drags sees pictures all the time.
const (
	graceTime = 10 * time.Millisecond // work may take so long before anything interrupts it
	lookTime  = 5 * time.Millisecond  // between looks at the commands that wait
)

// interruptible does some work, and calls stop if it should end early: it takes long
// and a command waits that starts the run over. The commands ahead of that one must
// need no more than is there afterwards. Moves of a gesture stop the work only from the
// time live on.
func (s *session) interruptible(stop func(), there need, live time.Time, work func() error) error {
	var mu sync.Mutex
	var timer *time.Timer
	over := false
	mu.Lock()
	timer = time.AfterFunc(graceTime, func() {
		mu.Lock()
		defer mu.Unlock()
		switch {
		case over:
		case s.outdated(there, live):
			stop()
		default:
			timer.Reset(lookTime)
		}
	})
	mu.Unlock()
	defer func() {
		mu.Lock()
		defer mu.Unlock()
		over = true
		timer.Stop()
	}()
	return work()
}

// outdated reports whether a command that could be acted upon starts the run over. It
// looks at nothing but the inbox, because the session is at work.
func (s *session) outdated(there need, live time.Time) bool {
	found := false
	s.in.Each(func(c command) bool {
		if startsOver(c) {
			found = !c.live() || !time.Now().Before(live)
			return false
		}
		return c.needs() <= there
	})
	return found
}

// startsOver reports whether the run starts over after a command, unless it is refused.
func startsOver(c command) bool {
	switch c.(type) {
	case edit, undoEdit, openRecipe:
		return true
	}
	return false
}

// interrupted reports whether the run was interrupted and has not started over yet.
func (s *session) interrupted() bool { return s.rec != nil && s.rec.Interrupted() }
