// Package hall lets many connections follow one session. The session presents:
// it publishes its newest messages to a broadcast. Followers take from there
// what they have not seen, each at its own pace. Pictures are drawn anew for
// followers, once for each size of screen that is there. Nothing queues, and the
// presenter waits for nobody.
//
// Followers can be there before their presenter, and stay while it is away: then they
// wait.
package hall

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"sync"
	"time"

	"playground/web/wire"
)

// A Hall knows the broadcasts of a server. Each has a key that its presenter's
// page passes on. A client that has the key can follow, but can change nothing.
type Hall struct {
	limit int           // followers of one broadcast
	pace  time.Duration // between the pictures that followers get of a run that plays

	mu         sync.Mutex
	broadcasts map[string]*broadcast // by key
	presented  map[string]bool       // the keys under which somebody presents, or did and may come back
	held       []*hold               // the oldest first
}

// Settings of a hall.
type Settings struct {
	// Followers is how many may follow one session; 0 takes [DefaultFollowers].
	Followers int
	// FPS bounds the frames a second that followers get of a run that plays; 0 does not. A
	// step by hand is shown at once.
	FPS float64
}

// DefaultFollowers is how many may follow one session if nothing else is set.
const DefaultFollowers = 1200

// maxRooms bounds the rooms of a server: whoever waits in one more is told that it is
// full. Who presents is not bounded here, because the number of sessions is.
const maxRooms = 2000

// New returns a hall without broadcasts. At most limit connections can follow one
// session; zero takes [DefaultFollowers].
func New(limit int) *Hall { return With(Settings{Followers: limit}) }

// With returns a hall without broadcasts.
func With(s Settings) *Hall {
	h := &Hall{limit: s.Followers, broadcasts: map[string]*broadcast{}, presented: map[string]bool{}}
	if h.limit <= 0 {
		h.limit = DefaultFollowers
	}
	if s.FPS > 0 {
		h.pace = time.Duration(float64(time.Second) / s.FPS)
	}
	return h
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
func (h *Hall) claim(key string, wake chan struct{}, lasting bool) (*broadcast, uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.letGo(key)
	b := h.broadcasts[key]
	if b == nil {
		b = h.open(key)
	}
	h.presented[key] = true
	return b, b.take(wake, lasting)
}

// open begins a broadcast.
func (h *Hall) open(key string) *broadcast {
	b := newBroadcast(key, h.pace)
	h.broadcasts[key] = b
	return b
}

// stop ends a broadcast and tells its followers why, unless another presenter has
// taken it.
func (h *Hall) stop(key string, term uint64, why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if b := h.broadcasts[key]; b != nil && b.has(term) {
		h.letGo(key)
		h.end(b, why)
	}
}

// end ends a broadcast.
func (h *Hall) end(b *broadcast, why error) {
	delete(h.broadcasts, b.key)
	delete(h.presented, b.key)
	b.close(why)
}

// join adds a follower to a class of a broadcast, which waits for its presenter if
// nobody presents there. The caller must leave it.
func (h *Hall) join(key string, class int) (*broadcast, *wire.Error) {
	if !wire.IsRoomKey(key) {
		return nil, wire.Refuse(wire.BadField, "key", "is not the key of a room")
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.broadcasts[key]
	if b == nil {
		if len(h.broadcasts) >= maxRooms {
			return nil, wire.Refuse(wire.Busy, "key", "people wait in %d rooms already", maxRooms)
		}
		b = h.open(key)
	}
	if err := b.join(class, h.limit); errors.Is(err, errFull) {
		return nil, wire.Refuse(wire.Busy, "key", "the room is full: all %d seats are taken", h.limit)
	} else if err != nil {
		return nil, wire.Refuse(wire.BadField, "key", "%v", err)
	}
	return b, nil
}

// leave takes a follower out of a broadcast. A room where nobody presents ends with the
// last one who waits.
func (h *Hall) leave(b *broadcast, class int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b.leave(class)
	h.sweep(b)
}

// sweep ends a broadcast without anybody.
func (h *Hall) sweep(b *broadcast) {
	if h.broadcasts[b.key] == b && !h.presented[b.key] && b.deserted() {
		h.end(b, ErrVacant)
	}
}

// refuseWithoutHall is the answer where the server has no hall.
func refuseWithoutHall() *wire.Error {
	return wire.Refuse(wire.BadMessage, "type", "nobody can be followed here")
}
