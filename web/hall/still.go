package hall

import (
	"encoding/json"
	"fmt"
	"sync"

	"playground/web/wire"
)

// A still is a frame of a presenter on another server, as it was cast: mostly what has
// changed since the one before. It is completed when somebody needs it whole, who comes late
// or has missed one. Most followers need no more than was cast.
type still struct {
	mu     sync.Mutex
	before *still // nil: the cast is whole, or was completed
	cast   cast   // empty: it was completed
	behind int    // stills that have to be completed up to this one
	bytes  int    // of their bodies
	got    wire.Got
	whole  *wire.Frame
	err    error
}

// Bounds of stills that are not completed.
const (
	askStills, askBytes   = 64, 1 << 20  // from here on the presenter's server is asked for a whole one
	mostStills, mostBytes = 256, 2 << 20 // and here the last one is completed, if no answer comes
)

// wholeStill is a still that was cast whole.
func wholeStill(c cast) *still { return &still{cast: c} }

// next is the still after one.
func (s *still) next(c cast) *still {
	behind, bytes := s.waits()
	n := &still{before: s, cast: c, behind: behind + 1, bytes: bytes + len(c.body) + len(c.packed)}
	if n.behind >= mostStills || n.bytes >= mostBytes {
		_, _ = n.complete() // whoever needs it is told the error
	}
	return n
}

// waits is how many stills have to be completed for those after this one, and their bytes.
func (s *still) waits() (stills, bytes int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behind, s.bytes
}

// isLong reports whether so many wait that a whole one is to be asked for.
func (s *still) isLong() bool {
	stills, bytes := s.waits()
	return stills >= askStills || bytes >= askBytes
}

// complete returns the whole frame. It fails if a cast was none.
func (s *still) complete() (*wire.Frame, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.whole == nil && s.err == nil {
		s.whole, s.err = s.merge()
		s.before, s.cast, s.behind, s.bytes = nil, cast{}, 0, 0
	}
	return s.whole, s.err
}

func (s *still) merge() (*wire.Frame, error) {
	if s.before != nil {
		if _, err := s.before.complete(); err != nil {
			return nil, err
		}
		s.got = s.before.got
	}
	body, err := s.cast.plain()
	if err != nil {
		return nil, err
	}
	var f wire.Frame
	if err := json.Unmarshal(body, &f); err != nil {
		return nil, fmt.Errorf("read a frame that was cast: %w", err)
	}
	return s.got.Merge(&f)
}
