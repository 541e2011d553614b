package web

import (
	"context"
	"iter"
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	"playground/algos"
	"playground/algos/course"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/views/mathml"
	"playground/web/turns"
)

// allChecks answers with a page that computes the known runs of all demos again.
func (s *Server) allChecks(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.checks(w, r, views.DemoName{}, s.cfg.Demos)
}

// demoChecks answers with a page that computes the known runs of one demo again.
func (s *Server) demoChecks(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	if err := nothingElse(q, d.ID); err != nil {
		return err
	}
	return s.checks(w, r, views.DemoName{ID: d.ID, Title: d.Title}, []algos.Demo{d})
}

// checks writes the page while the numbers are computed.
func (s *Server) checks(w http.ResponseWriter, r *http.Request, one views.DemoName, demos []algos.Demo) error {
	leave, err := s.enter(r.Context())
	if err != nil {
		return err
	}
	defer leave()
	// The lane is left only when the page is written: who does not read keeps nobody waiting.
	end := time.Now().Add(s.cfg.Limits.Request)
	defer writeBy(w, r, end)()
	ctx, cancel := context.WithDeadline(r.Context(), end)
	defer cancel()
	r = r.WithContext(ctx)
	c := checking{server: s, ctx: r.Context()}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store") // computed for this reader
	vary(w)
	s.write(w, r, views.ChecksPage(views.Checks{
		Demo: one, Demos: c.demos(demos), Total: func() views.Total { return c.total },
	}))
	return nil
}

// writeBy lets writing an answer fail after some time, until the function is called that
// it returns.
func writeBy(w http.ResponseWriter, r *http.Request, end time.Time) (restore func()) {
	c := http.NewResponseController(w)
	if c.SetWriteDeadline(end) != nil {
		return func() {} // it is no connection
	}
	return func() {
		var usual time.Time
		if server, ok := r.Context().Value(http.ServerContextKey).(*http.Server); ok && server.WriteTimeout > 0 {
			usual = time.Now().Add(server.WriteTimeout)
		}
		_ = c.SetWriteDeadline(usual) // the connection may be gone
	}
}

// checking is the work behind one page of checks.
type checking struct {
	server *Server
	ctx    context.Context
	total  views.Total
}

func (c *checking) demos(all []algos.Demo) iter.Seq[views.CheckedDemo] {
	return func(yield func(views.CheckedDemo) bool) {
		for _, d := range all {
			if len(d.Fixtures) == 0 {
				continue
			}
			name := views.DemoName{ID: d.ID, Title: d.Title}
			if c.ctx.Err() != nil || !yield(views.CheckedDemo{DemoName: name, Fixtures: c.fixtures(d)}) {
				return
			}
		}
	}
}

func (c *checking) fixtures(d algos.Demo) iter.Seq[views.Fixture] {
	return func(yield func(views.Fixture) bool) {
		for _, f := range d.Fixtures {
			if !yield(c.compare(d, f)) {
				return
			}
		}
	}
}

// compare runs a fixture when it is the request's turn.
func (c *checking) compare(d algos.Demo, f algos.Fixture) views.Fixture {
	shown := views.Fixture{ID: f.ID, Title: f.Title, Source: course.CiteAll(c.server.cfg.Courses, f.Source, lang.English.String())}
	if q, err := f.Recipe(d).Query(d); err == nil {
		shown.Watch = "/d/" + d.ID + "?" + q.Encode()
	}
	var numbers []algos.Comparison
	var took time.Duration
	err := c.server.compute(c.ctx, func() (err error) {
		start := time.Now()
		numbers, err = f.Compare(turns.Yielding(c.ctx), d)
		took = time.Since(start)
		return err
	})
	c.total.Runs++
	c.total.All += len(f.Want)
	if err != nil {
		shown.Problem = err.Error()
		return shown
	}
	shown.Took = milliseconds(took)
	for _, n := range numbers {
		if n.Good {
			c.total.Good++
		}
		shown.Numbers = append(shown.Numbers, c.server.types.in(lang.From(c.ctx)).number(n, d.Book(lang.From(c.ctx).String())))
	}
	return shown
}

// milliseconds writes a duration with two digits, and never as a power of ten.
func milliseconds(d time.Duration) string {
	ms := d.Seconds() * 1000
	if ms >= 99.5 {
		return strconv.FormatFloat(ms, 'f', 0, 64) + " ms"
	}
	return strconv.FormatFloat(ms, 'g', 2, 64) + " ms"
}

// number writes a comparison with all the digits that a float64 has.
func (t typesetter) number(n algos.Comparison, book say.Book) views.Number {
	label := say.Phrase(n.Label).In(book)
	if label == "" {
		label = n.Name
	}
	plain := ""
	if strings.Contains(label, "$") {
		plain = mathml.PlainInline(label)
	}
	return views.Number{
		Label: views.HTML(t.inline(label)), Plain: plain,
		Want: strconv.FormatFloat(n.Value, 'g', -1, 64), Got: strconv.FormatFloat(n.Got, 'g', -1, 64),
		Difference: brief(math.Abs(n.Got - n.Value)), Tolerance: brief(n.Tolerance),
		Good: n.Good,
	}
}

// brief writes a size with two digits.
func brief(x float64) string { return strconv.FormatFloat(x, 'g', 2, 64) }
