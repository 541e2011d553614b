package hall

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"playground/web/wire"
)

// A Found is a room that somebody presents in, and where the presenter is.
type Found struct {
	Key   string `json:"key"`
	Demo  string `json:"demo"`
	Query string `json:"query"` // of the recipe that is shown
}

// Bounds of searches on other servers.
const (
	findTime    = 400 * time.Millisecond
	maxSearches = 16 // at once
)

// Find returns the room whose key begins with some letters, on this server or on another
// one. If there are several here, it is the one that was there first: letters that are
// few enough to be typed can be had by others who look for them.
func (h *Hall) Find(ctx context.Context, letters string) (Found, bool) {
	if f, ok := h.find(letters, false); ok || h.relay == nil {
		return f, ok
	}
	select {
	case h.asking <- struct{}{}:
	case <-ctx.Done():
		return Found{}, false
	}
	defer func() { <-h.asking }()
	ctx, cancel := context.WithTimeout(ctx, findTime)
	defer cancel()
	data, err := h.relay.Ask(ctx, subjectFind, []byte(letters))
	var f Found
	if err != nil || !decode(data, &f) || !wire.IsRoomKey(f.Key) || !strings.HasPrefix(f.Key, letters) {
		return Found{}, false
	}
	return f, true
}

// find looks on this server, if need be only for those whose presenter is here.
func (h *Hall) find(letters string, here bool) (Found, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found Found
	var oldest time.Time
	for key, b := range h.broadcasts {
		if !strings.HasPrefix(key, letters) {
			continue
		}
		if f, since, ok := b.found(here); ok && (oldest.IsZero() || since.Before(oldest)) {
			found, oldest = f, since
		}
	}
	return found, !oldest.IsZero()
}

// answerFind answers another server that looks for a room.
func (h *Hall) answerFind(_ string, data []byte, answer func([]byte)) {
	letters, ok := wire.ParseRoom(string(data))
	if !ok || answer == nil {
		return
	}
	f, ok := h.find(letters, true)
	if !ok {
		return // perhaps another one does
	}
	if reply, err := json.Marshal(f); err == nil {
		answer(reply)
	}
}

// found returns where the presenter is, and since when there is one.
func (b *broadcast) found(here bool) (Found, time.Time, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Found{b.key, b.query[0], b.query[1]}, b.since, b.query[0] != "" && (b.here || !here)
}
