package web

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"
)

// The policies allow nothing from other sites and nothing inline. Only images
// may be data: URLs, because pictures carry their fields in them.
const (
	basePolicy = "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; " +
		"font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
	pagePolicy  = basePolicy + "frame-ancestors 'self'"
	embedPolicy = basePolicy + "frame-ancestors *"
)

// secure sets the headers that isolate a page from other sites.
func secure(policy string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			if r.TLS != nil { // our own; what a proxy promises for its name is its affair
				h.Set("Strict-Transport-Security", "max-age=31536000")
			}
			h.Set("Cross-Origin-Resource-Policy", "same-origin")
			h.Set("Content-Security-Policy", policy)
			h.Set("X-Content-Type-Options", "nosniff")
			h.Set("Referrer-Policy", "strict-origin-when-cross-origin")
			h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()")
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
			next.ServeHTTP(w, r)
		})
	}
}

// embeddable lets pages of other sites show an answer: pictures, and boards in frames.
func embeddable(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cross-Origin-Resource-Policy", "cross-origin")
		next.ServeHTTP(w, r)
	})
}

// limitURL refuses addresses that are longer than any link of the playground.
func (s *Server) limitURL(next http.Handler) http.Handler {
	refuse := s.serve(func(http.ResponseWriter, *http.Request) error {
		return refusal(http.StatusRequestURITooLong, "error.url", s.cfg.Limits.URLBytes)
	})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.URL.Path)+len(r.URL.RawQuery) > s.cfg.Limits.URLBytes {
			refuse(w, r)
			return
		}
		// No handler reads a body.
		r.Body = http.MaxBytesReader(w, r.Body, 1<<10)
		next.ServeHTTP(w, r)
	})
}

// deadline ends a request that takes too long.
func deadline(d time.Duration) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			ctx, cancel := context.WithTimeout(r.Context(), d)
			defer cancel()
			next.ServeHTTP(w, r.WithContext(ctx))
		})
	}
}

// logRequests writes one line for every request and counts it.
func (s *Server) logRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		ww := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		next.ServeHTTP(ww, r)
		took := time.Since(start)
		route := chi.RouteContext(r.Context()).RoutePattern()
		if route == "" {
			route = "none"
		}
		s.metrics.request(route, ww.Status(), took)
		limit := limitOf(ww.Status(), ww.Header())
		level := slog.LevelInfo
		switch {
		case limit != "":
			s.refusals.note(r.Context(), refused{limit, route}, address(r), ww.Status())
			level = slog.LevelDebug
		case ww.Status() >= 500:
			level = slog.LevelError
		case route == "/healthz" || route == "/readyz" || route == "/metrics" || route == "/assets/*" || route == "/r/{hash}/{step}":
			level = slog.LevelDebug
		}
		s.log.LogAttrs(r.Context(), level, "request",
			slog.String("method", r.Method),
			slog.String("path", r.URL.Path),
			slog.Int("status", ww.Status()),
			slog.Int("bytes", ww.BytesWritten()),
			slog.Duration("took", took),
			slog.String("client", address(r)),
		)
	})
}

// recoverPanics turns a panic in one request into an error page.
func (s *Server) recoverPanics(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			p := recover()
			if p == nil {
				return
			}
			if p == http.ErrAbortHandler {
				panic(p) // the server's own way to drop a connection
			}
			s.log.Error("request failed", "path", r.URL.Path, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			if r.Header.Get("Upgrade") == "" {
				s.fail(w, r, fmt.Errorf("panic: %v", p))
			}
		}()
		next.ServeHTTP(w, r)
	})
}
