package web

import (
	"context"
	"errors"
	"net/http"
	"time"

	"playground/web/turns"
)

// A lane is what requests of one kind share: a queue of their own, and when it is their
// turn to compute. So what takes long never stands in the way of what does not.
type lane struct {
	name   string
	class  turns.Class
	bounds turns.Bounds
	queue  *turns.Queue
}

// lanes are all of them.
type lanes struct {
	pages    *lane // and the cards of the gallery
	pictures *lane // of one step
	films    *lane // whole runs: animations, replays, tables, checks
	frames   *lane // of runs that many watch step by step
	seeds    *lane // the same run with other seeds, while nobody waits
}

// newLanes divides the recordings that may be in memory at once among the lanes. Each
// keeps half of its own for another address than the one that asks for most.
func newLanes(renders int, patience time.Duration) lanes {
	newLane := func(name string, class turns.Class, atOnce, waiting, waitingEach int) *lane {
		atOnce = max(2, atOnce)
		b := turns.Bounds{AtOnce: atOnce, AtOnceEach: atOnce / 2, Waiting: waiting, WaitingEach: waitingEach, Patience: patience}
		return &lane{name: name, class: class, bounds: b, queue: turns.NewQueue(b)}
	}
	return lanes{
		// A hall of visitors behind one address opens a link at once.
		pages: newLane("page", turns.Page, renders/2, 512, 256),
		// As many may be on one page of somebody else's.
		pictures: newLane("picture", turns.Picture, renders/4, 256, 128),
		// Of those who ask for the same frame one waits here for all of them.
		frames: newLane("frame", turns.Picture, renders/4, 256, 128),
		// More could not be made within the time of a request.
		films: newLane("film", turns.Picture, renders/4, 16, 4),
		// A page asks for one after the other.
		seeds: newLane("seed", turns.Picture, 2, 16, 4),
	}
}

func (l lanes) all() []*lane { return []*lane{l.pages, l.pictures, l.frames, l.films, l.seeds} }

// A guest is who asks for something in a lane.
type guest struct {
	lane   *lane
	client string // what counts as one
}

type guestKey struct{}

// in lets requests compute in a lane, and in turns of their own.
func (s *Server) in(l *lane) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			g := guest{l, network(r)}
			ctx := turns.With(r.Context(), s.turns.Share(g.client))
			next.ServeHTTP(w, r.WithContext(context.WithValue(ctx, guestKey{}, g)))
		})
	}
}

// guest returns who asks.
func (s *Server) guest(ctx context.Context) guest {
	if g, ok := ctx.Value(guestKey{}).(guest); ok {
		return g
	}
	return guest{lane: s.lanes.pictures}
}

// enter waits until a request may be served in its lane. What does not fit is refused
// at once.
func (s *Server) enter(ctx context.Context) (leave func(), err error) {
	g := s.guest(ctx)
	l := g.lane
	leave, err = l.queue.Enter(ctx, g.client)
	switch {
	case errors.Is(err, turns.ErrAddressFull):
		s.metrics.refuse(l.name, "address")
		return nil, refusal(http.StatusTooManyRequests, "error.many", l.bounds.WaitingEach).after(l.queue.Wait(g.client))
	case errors.Is(err, turns.ErrFull):
		s.metrics.refuse(l.name, "server")
		return nil, refusal(http.StatusServiceUnavailable, "error.full", l.bounds.Waiting).after(l.queue.Wait(g.client))
	case errors.Is(err, turns.ErrSlow):
		s.metrics.refuse(l.name, "server")
		return nil, refusal(http.StatusServiceUnavailable, "error.wait", int(l.bounds.Patience.Seconds())).after(l.queue.Wait(g.client))
	}
	return leave, err
}

// compute does some work when it is the request's turn.
func (s *Server) compute(ctx context.Context, work func() error) error {
	return turns.From(ctx).Do(ctx, s.guest(ctx).lane.class, work)
}
