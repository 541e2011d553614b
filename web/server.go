package web

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"runtime"
	"sync"

	"github.com/go-chi/chi/v5/middleware"
	"golang.org/x/sync/semaphore"

	"playground/algos"
	"playground/lang"
	"playground/web/session"
	"playground/web/socket"
)

// A Server serves the playground. Make one with [New].
type Server struct {
	cfg     Config
	log     *slog.Logger
	demos   map[string]algos.Demo
	types   typesetter
	lessons map[string]lessonText                  // by demo
	words   func() map[lang.Lang]map[string]string // what demos say, in each language
	hub     *socket.Hub
	cpu     *semaphore.Weighted // sessions and pictures share the processors
	renders *semaphore.Weighted // recordings for pages and pictures
	metrics *metrics
	images  *cache
	handler http.Handler
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
	s := &Server{
		cfg:     cfg,
		log:     cfg.Log,
		demos:   map[string]algos.Demo{},
		types:   typesetter{log: cfg.Log},
		words:   sync.OnceValue(func() map[lang.Lang]map[string]string { return allWords(cfg.Demos) }),
		cpu:     semaphore.NewWeighted(int64(runtime.GOMAXPROCS(0))),
		renders: semaphore.NewWeighted(int64(cfg.Limits.Renders)),
		images:  newCache(imageCacheBytes),
	}
	for _, d := range cfg.Demos {
		s.demos[d.ID] = d
	}
	var err error
	if s.lessons, err = renderLessons(cfg.Demos); err != nil {
		return nil, err
	}
	s.metrics = newMetrics(cfg.Version, func() int { return s.hub.Len() }, func() int { return s.hub.Followers() })
	s.hub = socket.New(socket.Config{
		Session: session.Config{
			Demo:       s.demo,
			Typesetter: s.types,
			CPU:        s.cpu,
			Log:        cfg.Log,
			Meter:      s.metrics,
			Limits: session.Limits{
				Points:       cfg.Limits.Points,
				Steps:        cfg.Limits.Steps,
				RunBytes:     cfg.Limits.RunBytes,
				MessageBytes: cfg.Limits.MessageBytes,
				Idle:         cfg.Limits.Idle,
			},
		},
		For:        s.spoken,
		Total:      cfg.Limits.Sessions,
		PerAddress: cfg.Limits.PerAddress,
		Followers:  cfg.Limits.Followers,
		Seats:      cfg.Limits.Seats,
		Address:    func(r *http.Request) string { return middleware.GetClientIP(r.Context()) },
	})
	s.handler = s.routes()
	return s, nil
}

// imageCacheBytes is the memory that finished pictures may keep.
const imageCacheBytes = 16 << 20

func (s *Server) demo(id string) (algos.Demo, bool) {
	d, ok := s.demos[id]
	return d, ok
}

// Handler serves every URL of the playground.
func (s *Server) Handler() http.Handler { return s.handler }

// Shutdown refuses new sessions, tells the open ones why they end, and waits
// for them until ctx is done. [http.Server.Shutdown] does not wait for
// websockets, so call this one first.
func (s *Server) Shutdown(ctx context.Context) error { return s.hub.Shutdown(ctx) }

// healthz says that the process answers.
func (s *Server) healthz(w http.ResponseWriter, _ *http.Request) {
	plain(w, http.StatusOK, "ok\n")
}

// readyz says whether a new visitor can be served.
func (s *Server) readyz(w http.ResponseWriter, _ *http.Request) {
	if s.hub.Full() {
		plain(w, http.StatusServiceUnavailable, "full or shutting down\n")
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
