package web

import (
	"io"
	"net/http"

	"github.com/andybalholm/brotli"
	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"playground/assets"
)

func (s *Server) routes() http.Handler {
	r := chi.NewRouter()
	r.Use(
		// The peer's own address: a header can be forged by anyone.
		middleware.ClientIPFromRemoteAddr,
		middleware.GetHead,
		s.logRequests,
		s.recoverPanics,
		http.NewCrossOriginProtection().Handler,
		s.speak,
		s.limitURL,
		secure(pagePolicy),
	)
	r.NotFound(s.serve(func(http.ResponseWriter, *http.Request) error {
		return refusal(http.StatusNotFound, "error.nothing")
	}))
	r.MethodNotAllowed(s.serve(func(http.ResponseWriter, *http.Request) error {
		return refusal(http.StatusMethodNotAllowed, "error.read-only")
	}))

	// No time limit, compression or buffering is around it.
	r.Method(http.MethodGet, "/ws", s.hub)
	r.Get("/healthz", s.healthz)
	r.Get("/readyz", s.readyz)
	r.Method(http.MethodGet, "/metrics", s.metrics.handler())
	r.Handle("/assets/*", assets.Handler()) // compressed beforehand
	r.Get("/favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, assets.URL("favicon.svg"), http.StatusMovedPermanently)
	})

	r.Group(func(r chi.Router) {
		r.Use(deadline(s.cfg.Limits.Request), compress())
		r.Get("/", s.serve(s.gallery))
		r.Get("/checks", s.serve(s.allChecks))
		r.Get("/checks/{demo}", s.serve(s.demoChecks))
		r.Get("/d/{demo}", s.serve(s.workbench))
		r.Get("/d/{demo}/frame.{kind:svg|png}", s.serve(s.frame))
		r.Get("/d/{demo}/card.svg", s.serve(s.card))
		r.Get("/d/{demo}/run.gif", s.serve(s.runGIF))
		r.Get("/d/{demo}/run.csv", s.serve(s.runCSV))
		r.Get("/d/{demo}/points.csv", s.serve(s.pointsCSV))
		r.Get("/d/{demo}/replay.html", s.serve(s.replay))
		r.Get("/d/{demo}/code", s.serve(s.code))
		r.Get("/d/{demo}/recipe.json", s.serve(s.recipe))
		r.Get("/d/{demo}/qr.svg", s.serve(s.qrCode))
		r.With(secure(embedPolicy)).Get("/embed/{demo}", s.serve(s.embed))
	})
	return r
}

// compress compresses text. Assets are compressed already, and so are PNG and
// GIF.
func compress() func(http.Handler) http.Handler {
	c := middleware.NewCompressor(5, "text/html", "text/plain", "text/csv", "image/svg+xml", "application/json")
	c.SetEncoder("br", func(w io.Writer, level int) io.Writer { return brotli.NewWriterLevel(w, min(level, 4)) })
	return c.Handler
}
