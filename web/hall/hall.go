// Package hall lets many connections follow one session. The session presents:
// it publishes its newest messages to a broadcast. Followers take from there
// what they have not seen, each at its own pace. Pictures are drawn anew for
// followers, once for each size of screen that is there. Nothing queues, and the
// presenter waits for nobody.
package hall

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"sync"

	"playground/web/wire"
)

// A Hall knows the broadcasts of a server. Each has a key that its presenter's
// page passes on. A client that has the key can follow, but can change nothing.
type Hall struct {
	limit int // followers of one broadcast

	mu         sync.Mutex
	broadcasts map[string]*broadcast // by key
	held       []*hold               // the oldest first
}

// DefaultFollowers is how many may follow one session if nothing else is set.
const DefaultFollowers = 1200

// New returns a hall without broadcasts. At most limit connections can follow one
// session; zero takes [DefaultFollowers].
func New(limit int) *Hall {
	if limit <= 0 {
		limit = DefaultFollowers
	}
	return &Hall{limit: limit, broadcasts: map[string]*broadcast{}}
}

// KeyOf returns the key under which those follow whose presenter's page has a
// secret. The key says nothing about the secret. So whoever has it can follow, but
// cannot present; and the presenter's page gets the same key again from a server
// that was restarted.
func KeyOf(secret string) string {
	sum := sha256.Sum256([]byte("playground room " + secret))
	return base32.StdEncoding.EncodeToString(sum[:])[:keyLen]
}

// keyLen is the length of a key in letters of five bits: 130 bits cannot be guessed.
const keyLen = 26

// claim gives a presenter the broadcast with a key. If there is none, it begins;
// if another connection presents there, it does so no longer.
func (h *Hall) claim(key string) (*broadcast, uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.letGo(key)
	b := h.broadcasts[key]
	if b == nil {
		b = newBroadcast()
		h.broadcasts[key] = b
	}
	return b, b.take()
}

// stop ends a broadcast and tells its followers why, unless another presenter has
// taken it.
func (h *Hall) stop(key string, term uint64, why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b := h.broadcasts[key]; b != nil && b.has(term) {
		h.letGo(key)
		delete(h.broadcasts, key)
		b.close(why)
	}
}

// join adds a follower to a class of a broadcast. The caller must leave it.
func (h *Hall) join(key string, class int) (*broadcast, *wire.Error) {
	h.mu.Lock()
	b := h.broadcasts[key]
	h.mu.Unlock()
	nobody := wire.Refuse(wire.BadField, "key", "nobody is presenting under this key")
	if b == nil {
		return nil, nobody
	}
	switch err := b.join(class, h.limit); {
	case errors.Is(err, errFull):
		return nil, wire.Refuse(wire.Busy, "key", "the room is full: all %d seats are taken", h.limit)
	case err != nil:
		return nil, nobody
	}
	return b, nil
}

// refuseWithoutHall is the answer where the server has no hall.
func refuseWithoutHall() *wire.Error {
	return wire.Refuse(wire.BadMessage, "type", "nobody can be followed here")
}
