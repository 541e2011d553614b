package web

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"
)

// quietTime is how long nothing more is written of refusals of one kind.
const quietTime = 10 * time.Second

// refusals writes why requests were refused. An attack is refused thousands of times a
// second, so of each kind a line is written once in a while, with the number of
// those that were left out.
type refusals struct {
	log *slog.Logger
	now func() time.Time

	mu    sync.Mutex
	kinds map[refused]*lastTold
}

// refused is a kind of refusal. There are few of each: limits have names, and routes
// are patterns.
type refused struct{ limit, route string }

// lastTold is when a kind was written last, and how often it has come since.
type lastTold struct {
	at      time.Time
	skipped int
}

func newRefusals(log *slog.Logger) *refusals {
	return &refusals{log: log, now: time.Now, kinds: map[refused]*lastTold{}}
}

// note writes of a refusal of a client, or counts it.
func (l *refusals) note(ctx context.Context, kind refused, client string, status int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now, k := l.now(), l.kinds[kind]
	switch {
	case k == nil:
		k = &lastTold{}
		l.kinds[kind] = k
	case now.Sub(k.at) < quietTime:
		k.skipped++
		return
	}
	l.log.LogAttrs(ctx, slog.LevelInfo, "refused",
		slog.String("limit", kind.limit),
		slog.String("route", kind.route),
		slog.String("client", client),
		slog.Int("status", status),
		slog.Int("more", k.skipped),
	)
	k.at, k.skipped = now, 0
}

// limitOf names the limit for which an answer refuses a request; empty if it does not.
// The header Busy says more where it is.
func limitOf(status int, h http.Header) string {
	switch status {
	case http.StatusServiceUnavailable:
		if busy := h.Get("Busy"); busy != "" {
			return busy
		}
		return "server"
	case http.StatusTooManyRequests:
		return "address"
	case http.StatusForbidden:
		return "origin"
	case http.StatusRequestURITooLong:
		return "url"
	}
	return ""
}
