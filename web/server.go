package web

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"playground/algos"
	"playground/lang"
	"playground/views"
	"playground/web/budget"
	"playground/web/hall"
	"playground/web/receipt"
	"playground/web/session"
	"playground/web/socket"
	"playground/web/turns"
)

// A Server serves the playground. Make one with [New].
type Server struct {
	cfg      Config
	log      *slog.Logger
	demos    map[string]algos.Demo
	types    typesetter
	lessons  map[string]lessonText                         // by demo
	methods  map[lang.Lang]map[string][]views.CourseMethod // what demos say of a lecture note, by its number
	words    func() map[lang.Lang]map[string]string        // what demos say, in each language
	find     func() map[string]string                      // the words by which the gallery finds a demo
	courses  map[lang.Lang]func() []views.Course           // the pages of the notes
	index    map[lang.Lang]func() []byte                   // what the search finds besides demos
	hub      *socket.Hub
	hall     *hall.Hall
	misses   *misses
	turns    *turns.Scheduler // sessions, pages and pictures share the processors
	lanes    lanes
	budget   *budget.Budget
	metrics  *metrics
	images   *cache
	compared *recordings     // of comparisons
	ready    []func() string // each says why a new visitor could not be served; empty: they could
	handler  http.Handler

	recordings *recordings // whole runs of which frames were asked for

	refusals *refusals
}

// New checks the configuration and returns a server that is ready to serve.
func New(cfg Config) (*Server, error) {
	if err := cfg.check(); err != nil {
		return nil, err
	}
	cfg.Limits = cfg.Limits.withDefaults()
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	if cfg.Version == "" {
		cfg.Version = "dev"
	}
	if err := receipt.CheckVersion(cfg.Version); err != nil && cfg.Receipts.Sign != nil {
		return nil, fmt.Errorf("web: the version %q cannot stand on a receipt: it %w", cfg.Version, err)
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	s := &Server{
		cfg:    cfg,
		log:    cfg.Log,
		demos:  map[string]algos.Demo{},
		types:  typesetter{log: cfg.Log},
		words:  sync.OnceValue(func() map[lang.Lang]map[string]string { return allWords(cfg.Demos) }),
		find:   sync.OnceValue(func() map[string]string { return findables(cfg.Demos) }),
		lanes:  newLanes(cfg.Limits.Renders, cfg.Limits.Wait),
		budget: budget.New(cfg.Memory),

		recordings: newRecordings(mostRecordings, recordingTime),

		misses:   newMisses(),
		refusals: newRefusals(cfg.Log),
	}
	s.hall = hall.With(hall.Settings{Followers: cfg.Limits.Seats, FPS: cfg.Limits.FollowFPS, Relay: cfg.Relay, Log: cfg.Log})
	s.images, s.compared = newCache(imageCacheBytes, s.budget), newRecordings(shelfMost, shelfLife)
	for _, d := range cfg.Demos {
		s.demos[d.ID] = d
	}
	s.courses, s.index = s.newCourses(), s.newIndex()
	var err error
	if s.lessons, err = renderLessons(cfg.Demos); err != nil {
		return nil, err
	}
	if s.methods, err = renderMethods(cfg.Demos, cfg.Courses); err != nil {
		return nil, err
	}
	s.metrics = newMetrics(cfg.Version, func() int { return s.hub.Len() }, func() int { return s.hub.Followers() }, func() int { return s.hub.Watchers() }, s.budget)
	s.turns = turns.New(turns.Config{Waited: s.metrics.waitedTurn})
	s.metrics.watch(s.turns, s.lanes)
	if cfg.Relay != nil {
		s.metrics.watchRelay(s.hall)
	}
	s.hub = socket.New(socket.Config{
		Session:    s.sessions(),
		Budget:     s.budget,
		For:        s.spoken,
		Total:      cfg.Limits.Sessions,
		PerAddress: cfg.Limits.PerAddress,
		Followers:  cfg.Limits.Followers,
		Watchers:   cfg.Limits.Watchers,
		Address:    network,
	})
	s.ready = append(s.ready, s.hub.Refuses)
	s.handler = s.routes()
	return s, nil
}

// sessions is the configuration of all sessions.
func (s *Server) sessions() session.Config {
	l := s.cfg.Limits
	return session.Config{
		Demo:       s.demo,
		Typesetter: s.types,
		Tongues:    s.tongues(),
		Stops:      s.tourStops,
		Turns:      s.turns,
		Log:        s.log,
		Meter:      s.metrics,
		Hall:       s.hall,
		Limits:     session.Limits{Points: l.Points, Steps: l.Steps, RunBytes: l.RunBytes, MessageBytes: l.MessageBytes, Idle: l.Idle},
	}
}

// imageCacheBytes is the memory that finished pictures may keep.
const imageCacheBytes = 16 << 20

func (s *Server) demo(id string) (algos.Demo, bool) {
	d, ok := s.demos[id]
	return d, ok
}

// Handler serves every URL of the playground.
func (s *Server) Handler() http.Handler { return s.handler }

// Drain refuses new sessions and lets /readyz say so, while the open ones go on. A
// load balancer then sends visitors elsewhere before Shutdown ends the sessions.
func (s *Server) Drain() { s.hub.Drain() }

// Shutdown refuses new sessions, tells the open ones why they end, and waits
// for them until ctx is done. [http.Server.Shutdown] does not wait for
// websockets, so call this one first.
func (s *Server) Shutdown(ctx context.Context) error {
	defer s.hall.Close()
	s.recordings.close()
	s.compared.close()
	return s.hub.Shutdown(ctx)
}

// Metrics serves the server's numbers for Prometheus at any path, for an address of their
// own; see [Config.MetricsApart].
func (s *Server) Metrics() http.Handler { return s.metrics.handler() }

// healthz says that the process answers, and which build it is.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	plain(w, http.StatusOK, "ok\n"+s.cfg.Version+"\n")
}

// readyz says whether a new visitor can be served: one whose address has no other
// session. A server that cannot reach the others can serve: if it could not, the loss of
// what joins them would be the loss of all.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	for _, refuses := range s.ready {
		if why := refuses(); why != "" {
			plain(w, http.StatusServiceUnavailable, why+"\n")
			return
		}
	}
	if s.hall.Cut() {
		plain(w, http.StatusOK, "ready, but NATS is not connected\n")
		return
	}
	plain(w, http.StatusOK, "ready\n")
}

func plain(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = bytes.NewBufferString(text).WriteTo(w)
}
