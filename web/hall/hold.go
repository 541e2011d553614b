package hall

import (
	"slices"
	"time"
)

// A hold is a broadcast whose presenter's connection broke. Its followers stay, and
// wait for the presenter.
type hold struct {
	key       string
	resume    string // the resume key of the session that lost its connection
	address   string // of the presenter
	broadcast *broadcast
	end       *time.Timer
}

// Bounds of holds. A presenter who has a secret can come back after them, and its
// followers wait.
const (
	holdTime     = time.Minute // for the presenter to come back
	maxHolds     = 100
	maxHoldsEach = 8 // of one address
)

// hold keeps a broadcast for a while, for the presenter who comes back. Followers,
// whose connections may have broken as well, can still join. Where there are too
// many holds, the one with the fewest followers makes room.
func (h *Hall) hold(key string, term uint64, resume, address string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b := h.broadcasts[key]
	if b == nil || !b.has(term) {
		return // another connection presents there
	}
	if resume == "" {
		h.expire(b) // at once: nobody is told to wait for what does not come
		return
	}
	b.vacate()
	end := time.AfterFunc(holdTime, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		if h.broadcasts[key] == b && b.has(term) {
			h.expire(b)
		}
	})
	h.held = append(h.held, &hold{key, resume, address, b, end})
	if least := h.surplus(address); least != nil {
		h.expire(least.broadcast)
	}
}

// expire ends the time in which a presenter could go on. The followers of one who has a
// secret wait until they leave.
func (h *Hall) expire(b *broadcast) {
	h.letGo(b.key)
	if !b.lasts() {
		h.end(b, ErrVacant)
		return
	}
	b.abandon()
	h.sweep(b)
}

// surplus returns the hold that must make room after one was added; nil if none
// must. An address that has too many makes room itself.
func (h *Hall) surplus(address string) *hold {
	own := 0
	for _, o := range h.held {
		if o.address == address {
			own++
		}
	}
	if own <= maxHoldsEach && len(h.held) <= maxHolds {
		return nil
	}
	var least *hold
	fewest := 0
	for _, o := range h.held {
		if own > maxHoldsEach && o.address != address {
			continue
		}
		if n := o.broadcast.size(); least == nil || n < fewest {
			least, fewest = o, n
		}
	}
	return least
}

// resume returns the broadcast that is held under a resume key, and its key; nil
// if there is none.
func (h *Hall) resume(resume string, wake chan struct{}) (string, *broadcast, uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	i := slices.IndexFunc(h.held, func(o *hold) bool { return o.resume == resume })
	if i < 0 {
		return "", nil, 0
	}
	held := h.held[i]
	h.letGo(held.key)
	return held.key, held.broadcast, held.broadcast.take(wake, held.broadcast.lasts(), h.rank(), Claim{})
}

// letGo ends the hold of a broadcast, if there is one.
func (h *Hall) letGo(key string) {
	h.held = slices.DeleteFunc(h.held, func(o *hold) bool {
		if o.key == key {
			o.end.Stop()
		}
		return o.key == key
	})
}
