package catalogtest

import (
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"playground/algos"
	"playground/algos/catalog"
	"playground/algos/course"
	"playground/algos/say"
	"playground/viz"
	"playground/web"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// page is what a browser accepts that asks for a page.
const page = "text/html,application/xhtml+xml"

// patient are limits without one for the time that a request takes: what an answer holds
// is tested, not how fast the machine is.
var patient = web.Limits{Request: time.Hour, Wait: time.Hour}

// shared is the server of all tests that change nothing in it, so that what one of them
// asks for is recorded and drawn once.
var shared = sync.OnceValues(func() (*web.Server, error) {
	return web.New(web.Config{Demos: catalog.All, Courses: course.All(), Log: slog.New(slog.DiscardHandler), Limits: patient})
})

// everything is a server of the whole catalogue.
func everything(t testing.TB) *web.Server {
	t.Helper()
	s, err := shared()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func newServer(t testing.TB, demos []algos.Demo, limits web.Limits) *web.Server {
	t.Helper()
	s, err := web.New(web.Config{Demos: demos, Courses: course.All(), Log: slog.New(slog.DiscardHandler), Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// get asks for a path; header is pairs of names and values.
func get(t testing.TB, s *web.Server, path string, header ...string) *http.Response {
	t.Helper()
	return ask(t, s, http.MethodGet, path, header...)
}

func ask(t testing.TB, s *web.Server, method, path string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r)
	return w.Result()
}

func body(t testing.TB, r *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func recipe(t testing.TB, d algos.Demo, query string) algos.Recipe {
	t.Helper()
	q, err := url.ParseQuery(query)
	if err != nil {
		t.Fatal(err)
	}
	r, err := d.ParseRecipe(q)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// start records a run to its end.
func start(t testing.TB, d algos.Demo, r algos.Recipe, l record.Limits) *record.Recorder {
	t.Helper()
	rec, err := record.New(t.Context(), d, r, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(rec.Close)
	if err := rec.ExtendTo(t.Context(), algos.Last); err != nil {
		t.Fatal(err)
	}
	return rec
}

// plain writes everything that it is given, so that two frames read the same only if
// their texts are the same.
type plain struct{}

func (plain) Book(algos.Demo) say.Book { return nil }

func (plain) Say(lines []algos.Line, _ say.Book) (html, speech string) {
	return fmt.Sprintf("%+v", lines), "speech"
}
func (plain) Checks(checks []algos.Check, _ say.Book) string { return fmt.Sprintf("%+v", checks) }
func (plain) Legend(items []viz.LegendItem) string {
	var s string
	for _, i := range items {
		s += i.Text + ";"
	}
	return s
}

func build(t testing.TB, d algos.Demo, rec *record.Recorder, n int, v wire.View) *wire.Frame {
	t.Helper()
	f, err := frame.Build(t.Context(), d, rec, n, v, plain{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}
