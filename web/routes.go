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
		s.clientAddress(),
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
	if !s.cfg.MetricsApart {
		r.With(s.locally).Method(http.MethodGet, "/metrics", s.Metrics())
	}
	r.Handle("/assets/*", assets.Handler()) // compressed beforehand
	r.Get("/favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, assets.URL("favicon.svg"), http.StatusMovedPermanently)
	})

	r.Group(func(r chi.Router) {
		r.Use(deadline(s.cfg.Limits.Wait+s.cfg.Limits.Request), compress())
		pages, pictures, films := r.With(s.in(s.lanes.pages)), r.With(s.in(s.lanes.pictures)), r.With(s.in(s.lanes.films))
		r.Get("/", s.serve(s.gallery))
		r.Get("/challenges", s.serve(s.challengesPage))
		r.Get("/licences", s.serve(s.licences))
		r.Get("/shelf/{family}", s.serve(s.shelf))
		r.Get("/course", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/#courses", http.StatusFound) })
		r.Get("/course/{note}", s.serve(s.course))
		r.Get("/compare", s.serve(s.comparePage))
		r.Get("/compare/qr.svg", s.serve(s.compareQR))
		pictures.Get("/compare/told.json", s.serve(s.compareTold))
		pictures.With(embeddable).Get("/compare/{what:boards|difference|metrics}.{kind:svg|png}", s.serve(s.comparePicture))
		r.With(secure(embedPolicy), embeddable).Get("/embed/compare", s.serve(s.compareEmbed))
		r.Get("/seeds", s.serve(s.seedsPanel))
		r.Get("/votes", s.serve(s.votesPanel))
		r.Get("/files", s.serve(s.filesPanel))
		r.Get("/find.json", s.serve(s.finds))
		r.With(embeddable).Get("/oembed", s.serve(s.oembed))
		r.With(embeddable).Get("/embed.js", s.serve(s.element))
		r.Get("/help/embed", s.serve(s.embedHelp))
		r.Get("/script", s.serve(s.scriptPage))
		r.Get("/script/bar", s.serve(s.scriptBar))
		r.Get("/room", s.serve(s.roomForm))
		r.Get("/room/{code}", s.serve(s.enterRoom))
		r.Get("/room/{code}/qr.svg", s.serve(s.roomQR))
		r.Get("/room/{code}/card", s.serve(s.roomCard))
		r.Get("/presenter", s.serve(s.presenterPage))
		r.Get("/presenter/bar", s.serve(s.presenterBar))
		r.Get("/presenter/room", s.serve(s.presenterRoom))
		pages.Get("/script/check/compare", s.serve(s.checkComparison))
		films.Get("/receipt", s.serve(s.receiptPage))
		films.Get("/receipt.json", s.serve(s.receiptReport))
		r.Get("/receipt/dialog", s.serve(s.receiptDialog))
		r.Get("/receipt/key.pem", s.serve(s.receiptKey))
		films.Get("/d/{demo}/receipt.json", s.serve(s.receiptOf))
		pages.Get("/script/check/{demo}", s.serve(s.checkBoard))
		films.Get("/checks", s.serve(s.allChecks))
		films.Get("/checks/{demo}", s.serve(s.demoChecks))
		pages.Get("/d/{demo}", s.serve(s.workbench))
		pictures.With(embeddable).Get("/d/{demo}/frame.{kind:svg|png}", s.serve(s.frame))
		pages.With(embeddable).Get("/d/{demo}/card.svg", s.serve(s.card))
		films.With(embeddable).Get("/d/{demo}/run.gif", s.serve(s.runGIF))
		films.Get("/d/{demo}/run.csv", s.serve(s.runCSV))
		r.With(s.in(s.lanes.seeds)).Get("/d/{demo}/seed.json", s.serve(s.seed))
		r.Get("/d/{demo}/points.csv", s.serve(s.pointsCSV))
		films.Get("/d/{demo}/replay.html", s.serve(s.replay))
		r.Get("/d/{demo}/code", s.serve(s.code))
		r.Get("/d/{demo}/recipe.json", s.serve(s.recipe))
		r.With(embeddable).Get("/d/{demo}/qr.svg", s.serve(s.qrCode))
		r.With(s.in(s.lanes.frames)).Get("/r/{hash}/{step}", s.serve(s.stepFrame))
		pages.With(secure(embedPolicy), embeddable).Get("/embed/{demo}", s.serve(s.embed))
	})
	return r
}

// compress compresses text. Assets are compressed already, and so are PNG and
// GIF.
func compress() func(http.Handler) http.Handler {
	c := middleware.NewCompressor(5, "text/html", "text/plain", "text/csv", "text/javascript", "image/svg+xml", "application/json")
	c.SetEncoder("br", func(w io.Writer, level int) io.Writer { return brotli.NewWriterLevel(w, level) })
	return c.Handler
}
