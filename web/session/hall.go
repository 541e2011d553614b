package session

import (
	"sync"
	"time"

	"playground/web/wire"
)

// A Hall is where sessions are shown to others. A session that presents has a
// stage in it, under a key that its page passes on; whoever knows the key can
// follow and change nothing.
type Hall struct {
	seats int // before one stage

	mu     sync.Mutex
	stages map[string]*stage
	vacant map[string]vacancy // by the resume key of the session that was cut off
}

// A vacancy is a stage whose presenter's connection broke.
type vacancy struct {
	key string
	end *time.Timer
}

// Bounds of vacancies.
const (
	vacantTime = time.Minute // for the presenter to come back
	maxVacant  = 100
)

// DefaultSeats is how many may follow one session, if nothing else is said.
const DefaultSeats = 1200

// NewHall returns an empty hall in which so many can follow one session; zero
// takes [DefaultSeats].
func NewHall(seats int) *Hall {
	if seats <= 0 {
		seats = DefaultSeats
	}
	return &Hall{seats: seats, stages: map[string]*stage{}, vacant: map[string]vacancy{}}
}

// open gives a stage and its key, which nobody can guess.
func (h *Hall) open() (string, *stage) {
	key, s := newKey(), &stage{news: make(chan struct{})}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stages[key] = s
	return key, s
}

// close ends a stage; who follows it hears of it.
func (h *Hall) close(key string) {
	h.mu.Lock()
	s := h.stages[key]
	delete(h.stages, key)
	h.mu.Unlock()
	if s != nil {
		s.close()
	}
}

// vacate leaves a stage to be taken again by whoever can resume the session, for
// a while. Followers, whose connections may have broken as well, can still join.
func (h *Hall) vacate(key, resume string) {
	h.mu.Lock()
	if resume == "" || len(h.vacant) >= maxVacant {
		h.mu.Unlock()
		h.close(key)
		return
	}
	defer h.mu.Unlock()
	h.vacant[resume] = vacancy{key, time.AfterFunc(vacantTime, func() {
		if _, s := h.retake(resume); s != nil {
			h.close(key)
		}
	})}
}

// retake returns the stage of a session that was cut off, and its key; nil if
// there is none.
func (h *Hall) retake(resume string) (string, *stage) {
	h.mu.Lock()
	defer h.mu.Unlock()
	v, ok := h.vacant[resume]
	if !ok {
		return "", nil
	}
	delete(h.vacant, resume)
	v.end.Stop()
	return v.key, h.stages[v.key]
}

// join takes a seat before a stage; the caller must leave it.
func (h *Hall) join(key string) (*stage, error) {
	h.mu.Lock()
	s := h.stages[key]
	h.mu.Unlock()
	if s == nil {
		return nil, wire.Refuse(wire.BadField, "key", "nobody is presenting under this key")
	}
	if !s.sit(h.seats) {
		return nil, wire.Refuse(wire.Busy, "key", "all %d seats are taken", h.seats)
	}
	return s, nil
}

// What is said on a stage, in the order in which a follower needs it.
const (
	castState = iota
	castRun
	castFrame
	casts
)

// A cast is the newest message of its kind.
type cast struct {
	n     uint64  // counts them; 0: none yet
	frame uint64  // its id, to be acknowledged
	next  *Shared // for those who have the one before: only what changed
	whole *Shared // for all others
}

// A stage holds what followers are to see: the newest of everything, and no
// queue. Whoever presents puts it there and goes on; followers take what they
// have not seen when they can.
type stage struct {
	mu     sync.Mutex
	casts  [casts]cast
	news   chan struct{} // closed when something changes
	taken  int           // seats
	closed bool
}

// put replaces the newest message of a kind.
func (s *stage) put(kind int, frame uint64, next, whole *Shared) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.casts[kind] = cast{s.casts[kind].n + 1, frame, next, whole}
	s.tell()
}

// tell wakes all followers.
func (s *stage) tell() {
	close(s.news)
	s.news = make(chan struct{})
}

func (s *stage) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	s.tell()
}

func (s *stage) sit(seats int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.taken >= seats {
		return false
	}
	s.taken++
	return true
}

func (s *stage) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.taken--
}

// look returns what there is, and what tells that there is more.
func (s *stage) look() ([casts]cast, <-chan struct{}, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.casts, s.news, s.closed
}
