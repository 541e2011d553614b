// Package hall lets many connections follow one session. The session presents:
// it publishes its newest messages to a broadcast. Followers take from there
// what they have not seen, each at its own pace. Nothing queues, and the
// presenter waits for nobody.
package hall

import (
	"crypto/rand"
	"sync"
	"time"

	"playground/web/wire"
)

// A Hall knows the broadcasts of a server. Each has a key that its presenter's
// page passes on. A client that has the key can follow, but can change nothing.
type Hall struct {
	limit int // followers of one broadcast

	mu         sync.Mutex
	broadcasts map[string]*broadcast
	held       map[string]hold // by the resume key of the session that lost its connection
}

// A hold is a broadcast whose presenter's connection broke.
type hold struct {
	key string
	end *time.Timer
}

// Bounds of holds.
const (
	holdTime = time.Minute // for the presenter to come back
	maxHolds = 100
)

// DefaultFollowers is how many may follow one session if nothing else is set.
const DefaultFollowers = 1200

// New returns a hall without broadcasts. At most limit connections can follow one
// session; zero takes [DefaultFollowers].
func New(limit int) *Hall {
	if limit <= 0 {
		limit = DefaultFollowers
	}
	return &Hall{limit: limit, broadcasts: map[string]*broadcast{}, held: map[string]hold{}}
}

// start returns a new broadcast and its key, which nobody can guess.
func (h *Hall) start() (string, *broadcast) {
	key, b := rand.Text(), newBroadcast()
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broadcasts[key] = b
	return key, b
}

// stop ends a broadcast and tells its followers.
func (h *Hall) stop(key string) {
	h.mu.Lock()
	b := h.broadcasts[key]
	delete(h.broadcasts, key)
	h.mu.Unlock()
	if b != nil {
		b.close()
	}
}

// hold keeps a broadcast for a while, for the presenter who comes back with the
// resume key. Followers, whose connections may have broken as well, can still
// join.
func (h *Hall) hold(key, resume string) {
	h.mu.Lock()
	if resume == "" || len(h.held) >= maxHolds {
		h.mu.Unlock()
		h.stop(key)
		return
	}
	defer h.mu.Unlock()
	h.held[resume] = hold{key, time.AfterFunc(holdTime, func() {
		if _, b := h.resume(resume); b != nil {
			h.stop(key)
		}
	})}
}

// resume returns the broadcast that is held under a resume key, and its key; nil
// if there is none.
func (h *Hall) resume(resume string) (string, *broadcast) {
	h.mu.Lock()
	defer h.mu.Unlock()
	held, ok := h.held[resume]
	if !ok {
		return "", nil
	}
	delete(h.held, resume)
	held.end.Stop()
	return held.key, h.broadcasts[held.key]
}

// join adds a follower to a broadcast. The caller must leave it.
func (h *Hall) join(key string) (*broadcast, *wire.Error) {
	h.mu.Lock()
	b := h.broadcasts[key]
	h.mu.Unlock()
	if b == nil {
		return nil, wire.Refuse(wire.BadField, "key", "nobody is presenting under this key")
	}
	if !b.join(h.limit) {
		return nil, wire.Refuse(wire.Busy, "key", "all %d seats are taken", h.limit)
	}
	return b, nil
}

// refuseWithoutHall is the answer where the server has no hall.
func refuseWithoutHall() *wire.Error {
	return wire.Refuse(wire.BadMessage, "type", "nobody can be followed here")
}
