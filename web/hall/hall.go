// Package hall lets many connections follow one session. The session presents:
// it publishes its newest messages to a broadcast. Followers take from there
// what they have not seen, each at its own pace. Pictures are drawn anew for
// followers, once for each size of screen that is there; those of a run that plays, before
// they are due. Nothing queues, and the presenter waits for nobody.
//
// Followers can be there before their presenter, and stay while it is away: then they
// wait.
//
// # Ballots
//
// A presenter may put a question to the room: then a [Ballot] counts what followers vote, the
// newest vote of each. Pages repeat a vote until they hear that it is counted, and servers
// repeat batches, so nothing depends on how often or in which order votes come. The
// pages of the voters are the store: when another ballot takes the place of a lost one,
// they vote again.
//
// # Several servers
//
// With a [Relay] a room is the same on all servers that share it. The server that has the
// presenter draws a frame once for each size that has followers anywhere, and casts it: what
// changed since the one before, deflated as pages get it. A server with followers listens
// to the sizes that it needs, hands on what comes as it came, and puts together what is
// whole for those who come late. It says every second how many follow there.
//
// Nothing is stored, and nothing is sent twice without being asked for. Casts are counted:
// whoever has missed one asks for all, at most five times a second, and beats tell those
// who have missed the last one. A server that is not heard of for three seconds is
// gone: its followers wait.
//
// Who knows the secret presents, on any server. The newest presenter counts: its rank is
// above that of all before. Where the clocks of servers differ, they compare for how long
// each has had its presenter. The one before is told that its room is taken.
//
// The presenter and its own followers never wait for other servers. What is said to them
// is what is newest when it can be said.
package hall

import (
	"crypto/sha256"
	"encoding/base32"
	"errors"
	"log/slog"
	"math/rand/v2"
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
	held       []*hold               // the oldest first
	epoch      uint64                // the last one that was given here

	relay   Relay // nil: there are no other servers
	node    uint64
	log     *slog.Logger
	finder  Listener      // nil: nobody asks
	asking  chan struct{} // has an element for each search that others are asked for
	traffic traffic
	over    map[string]*line // that say to others that a broadcast is over
}

// Settings of a hall.
type Settings struct {
	// Followers is how many may follow one session; 0 takes [DefaultFollowers].
	Followers int
	// FPS bounds the frames a second that followers get of a run that plays; 0 does not. A
	// step by hand is shown at once.
	FPS float64
	// Relay joins the halls of several servers; nil: this is the only one.
	Relay Relay
	Log   *slog.Logger // nil: [slog.Default]
}

// DefaultFollowers is how many may follow one session if nothing else is set.
const DefaultFollowers = 1200

// maxOver bounds the rooms that other servers are told of that are over.
const maxOver = 200

// maxRooms bounds the rooms of a server: whoever waits in one more is told that it is
// full. Who presents is not bounded here, because the number of sessions is.
const maxRooms = 2000

// New returns a hall without broadcasts. At most limit connections can follow one
// session; zero takes [DefaultFollowers].
func New(limit int) *Hall { return With(Settings{Followers: limit}) }

// With returns a hall without broadcasts.
func With(s Settings) *Hall {
	h := &Hall{limit: s.Followers, broadcasts: map[string]*broadcast{}, relay: s.Relay, node: rand.Uint64(), log: s.Log, over: map[string]*line{}}
	if h.limit <= 0 {
		h.limit = DefaultFollowers
	}
	if s.FPS > 0 {
		h.pace = time.Duration(float64(time.Second) / s.FPS)
	}
	if h.log == nil {
		h.log = slog.Default()
	}
	if h.relay != nil {
		h.asking = make(chan struct{}, maxSearches)
		h.finder = h.relay.Listen(h.answerFind)
		h.listen(h.finder, subjectFind)
	}
	return h
}

// Close lets other servers go. Whoever presents here goes on alone.
func (h *Hall) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.finder != nil {
		h.finder.Close()
	}
	for _, o := range h.held {
		o.end.Stop()
	}
	for _, b := range h.broadcasts {
		b.unplug()
	}
	for _, l := range h.over {
		l.close()
	}
}

// listen listens to a subject. What cannot be heard is as if it was lost on the way.
func (h *Hall) listen(l Listener, subject string) {
	if err := l.Hear(subject); err != nil {
		h.log.Warn("other servers cannot be heard", "error", err)
	}
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
// if another connection presents there, it does so no longer. But if that one has come
// after the epoch of the claim, there is no broadcast for it.
func (h *Hall) claim(key string, wake chan struct{}, c Claim) (*broadcast, uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.broadcasts[key]
	if b != nil && b.taken(c) {
		return nil, 0
	}
	h.letGo(key)
	if b == nil {
		b = h.open(key)
	}
	if l := h.over[key]; l != nil {
		l.close()
		delete(h.over, key)
	}
	return b, b.take(wake, c.Secret != "", h.rank(), c)
}

// rank is that of whoever presents now.
func (h *Hall) rank() rank {
	h.epoch = max(h.epoch+1, uint64(time.Now().UnixMilli()))
	return rank{h.epoch, h.node}
}

// open begins a broadcast.
func (h *Hall) open(key string) *broadcast {
	b := newBroadcast(key, h.pace)
	h.broadcasts[key] = b
	if h.relay != nil {
		b.plug(newLine(h, b))
	}
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
	here, line := b.close(why)
	switch {
	case line == nil:
	case here && len(h.over) < maxOver:
		h.over[b.key] = line // others may not have heard yet
	default:
		line.close()
	}
}

// forget lets a line go that has said for long enough that it is over.
func (h *Hall) forget(l *line) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.over[l.key] == l {
		delete(h.over, l.key)
	}
	l.close()
}

// join adds a follower to a class of a broadcast, which waits for its presenter if
// nobody presents there. The caller must leave it.
func (h *Hall) join(key string, class int, w *waiter) (*broadcast, *wire.Error) {
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
	if err := b.join(class, h.limit, w); errors.Is(err, errFull) {
		return nil, wire.Refuse(wire.Busy, "key", "the room is full: all %d seats are taken", h.limit)
	} else if err != nil {
		return nil, wire.Refuse(wire.BadField, "key", "%v", err)
	}
	return b, nil
}

// leave takes a follower out of a broadcast. A room where nobody presents ends with the
// last one who waits.
func (h *Hall) leave(b *broadcast, class int, w *waiter) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b.leave(class, w)
	h.sweep(b)
}

// sweep ends a broadcast without anybody. What is known of one from another server is kept
// for a while, for those who come back.
func (h *Hall) sweep(b *broadcast) {
	if h.broadcasts[b.key] != b || !b.deserted() {
		return
	}
	if !b.remote() {
		h.end(b, ErrVacant)
		return
	}
	time.AfterFunc(lingerTime, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.broadcasts[b.key] == b && b.deserted() {
			h.end(b, ErrVacant)
		}
	})
}

// lingerTime is how long a room from elsewhere is kept without anybody.
const lingerTime = 30 * time.Second

// refuseWithoutHall is the answer where the server has no hall.
func refuseWithoutHall() *wire.Error {
	return wire.Refuse(wire.BadMessage, "type", "nobody can be followed here")
}
