package hall

import (
	"context"
	"strings"
	"time"
)

// A Found is a room that somebody presents in, and where the presenter is.
type Found struct {
	Key         string
	Demo, Query string // of the recipe that is shown
}

// Find returns the room whose key begins with some letters. If there are several, it is
// the one that was there first: letters that are few enough to be typed can be had by
// others who look for them.
func (h *Hall) Find(_ context.Context, letters string) (Found, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var found Found
	var oldest time.Time
	for key, b := range h.broadcasts {
		if !strings.HasPrefix(key, letters) {
			continue
		}
		if f, since, ok := b.found(); ok && (oldest.IsZero() || since.Before(oldest)) {
			found, oldest = f, since
		}
	}
	return found, !oldest.IsZero()
}

// found returns where the presenter is, and since when there is one.
func (b *broadcast) found() (Found, time.Time, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Found{b.key, b.query[0], b.query[1]}, b.since, b.query[0] != ""
}
