package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/web/budget"
)

// A failure is a request that cannot be answered, and why.
type failure struct {
	Status  int
	Field   string // the parameter that is wrong, if one is
	Message string
	Demo    string // the demo it was about

	key    string // of the message in the catalogue of texts; empty if it is not there
	args   []any
	phrase say.Phrase // the message of a demo; empty if none said it

	wait time.Duration // until it is worth while to ask again; 0: nobody knows
}

// in is the message in a language, if the catalogue has it.
func (f *failure) in(l lang.Lang) string {
	if f.key == "" {
		return f.Message
	}
	return l.T(f.key, f.args...)
}

// refusal returns a failure whose message is in the catalogue of texts. Programs
// get it in English.
func refusal(status int, key string, args ...any) *failure {
	return &failure{Status: status, Message: lang.English.T(key, args...), key: key, args: args}
}

// about sets the parameter and the demo that a failure is about. Both may be
// empty.
func (f *failure) about(field, demo string) *failure {
	f.Field, f.Demo = field, demo
	return f
}

// after sets when it is worth while to ask again.
func (f *failure) after(wait time.Duration) *failure {
	f.wait = wait
	return f
}

// retry is how many seconds a client should wait before it asks again.
func (f *failure) retry() int {
	if f.wait == 0 {
		return retryAfter
	}
	return min(max(1, int(math.Ceil(f.wait.Seconds()))), mostRetry)
}

func (f *failure) Error() string {
	if f.Field == "" {
		return f.Message
	}
	return f.Field + ": " + f.Message
}

// busy reports whether the same request may be answered a little later.
func (f *failure) busy() bool {
	return f.Status == http.StatusServiceUnavailable || f.Status == http.StatusTooManyRequests
}

// How many seconds a client should wait after the server was busy: if nobody knows, and
// at most.
const (
	retryAfter = 5
	mostRetry  = 60
)

// serve turns a handler that may fail into one that answers with its failure.
func (s *Server) serve(handle func(http.ResponseWriter, *http.Request) error) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(s.told(r.Context(), chi.URLParam(r, "demo")))
		if err := handle(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// fail answers with what went wrong, in a form that the client can read.
func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	f := s.explain(r, err)
	if f == nil {
		return // the client is gone
	}
	h := w.Header()
	for _, name := range []string{"ETag", "Content-Disposition", "Content-Length"} {
		h.Del(name)
	}
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept")
	vary(w)
	if f.busy() {
		h.Set("Retry-After", strconv.Itoa(f.retry()))
	}
	switch accepted(r) {
	case "html":
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(f.Status)
		// A request that ran out of time has no time left for the page that says so.
		r = r.WithContext(context.WithoutCancel(r.Context()))
		s.write(w, r, views.ProblemPage(s.problem(r.Context(), f)))
	case "json":
		h.Set("Content-Type", "application/json; charset=utf-8")
		w.WriteHeader(f.Status)
		_ = json.NewEncoder(w).Encode(struct {
			Error string `json:"error"`
			Field string `json:"field,omitempty"`
		}{f.Message, f.Field})
	default:
		plain(w, f.Status, f.Error()+"\n")
	}
}

// explain turns an error into a failure. It returns nil if the client is gone.
func (s *Server) explain(r *http.Request, err error) *failure {
	var f *failure
	var bad *param.Error
	var full *budget.Full
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &bad):
		return &failure{Status: http.StatusBadRequest, Field: bad.Field, Message: bad.Message.String(), Demo: demoOf(r), phrase: bad.Message}
	case errors.As(err, &full):
		limit, need := full.Megabytes()
		return refusal(http.StatusServiceUnavailable, "error.memory", need, limit).about("", demoOf(r))
	case errors.Is(r.Context().Err(), context.Canceled):
		return nil
	case errors.Is(err, context.DeadlineExceeded):
		return refusal(http.StatusServiceUnavailable, "error.slow").about("", demoOf(r))
	}
	s.log.Error("request failed", "path", r.URL.Path, "error", err)
	return refusal(http.StatusInternalServerError, "error.internal")
}

// demoOf returns the demo that a path names, so that an error page can link to
// it.
func demoOf(r *http.Request) string {
	parts := strings.Split(strings.Trim(r.URL.Path, "/"), "/")
	if len(parts) >= 2 && (parts[0] == "d" || parts[0] == "embed") {
		return parts[1]
	}
	return ""
}

// accepted returns the form of an error: "html" for a browser that opens a page,
// "json" for a client that asks for it, and else plain text.
func accepted(r *http.Request) string {
	accept := r.Header.Get("Accept")
	switch {
	case strings.Contains(accept, "text/html"):
		return "html"
	case strings.Contains(accept, "application/json"):
		return "json"
	}
	return "text"
}

func (s *Server) problem(ctx context.Context, f *failure) views.Problem {
	l := lang.From(ctx)
	title := fmt.Sprintf("error.%d", f.Status)
	if !l.Has(title) {
		title = "error.500"
	}
	p := views.Problem{
		Status: f.Status, Title: l.T(title), Message: f.in(l), English: f.key == "", Field: f.Field,
		Back: "/", BackTo: l.T("error.all-demos"),
	}
	if f.phrase != "" {
		p.Message, p.English = spelled(ctx, f.phrase)
	}
	if f.busy() {
		p.Retry = f.retry()
	}
	if d, ok := s.demos[f.Demo]; ok {
		p.Back, p.BackTo = "/d/"+d.ID, say.Phrase(d.Title).In(d.Book(l.String()))
	}
	for _, shelf := range s.shelves() {
		for _, c := range shelf.Cards {
			if f.Status == http.StatusNotFound || c.ID == f.Demo {
				p.Demos = append(p.Demos, c)
			}
		}
	}
	return p
}
