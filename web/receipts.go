package web

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime"
	"time"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/viz"
	"playground/web/budget"
	"playground/web/receipt"
	"playground/web/turns"
)

// receiptWidth and receiptHeight are the size of the board beside a receipt, in CSS pixels.
const receiptWidth, receiptHeight = 480, 374

// receiptKey answers with the public key by which others check what this server signs.
func (s *Server) receiptKey(w http.ResponseWriter, r *http.Request) error {
	if s.cfg.Receipts.Sign == nil {
		return refusal(http.StatusNotFound, "error.no-receipts")
	}
	body, err := receipt.PublicPEM(receipt.Public(s.cfg.Receipts.Sign))
	if err != nil {
		return err
	}
	send(w, r, "application/x-pem-file", "playground-receipts.pem", body)
	return nil
}

// receiptDialog answers with the window in which a page shows a receipt.
func (s *Server) receiptDialog(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.ReceiptDialog(receipt.MaxName))
}

// An issued is a receipt as its page shows it.
type issued struct {
	Words string `json:"words"` // what the run has come to
	Text  string `json:"text"`  // for a mail or a file
	Link  string `json:"link"`  // to the page that checks it
	QR    string `json:"qr"`    // an SVG; empty: the link is too long
}

// receiptOf answers with a receipt of a run that reaches a goal, or says in the page's
// language why there is none.
func (s *Server) receiptOf(w http.ResponseWriter, r *http.Request) error {
	out, err := s.issue(r)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	vary(w)
	if err == nil {
		return json.NewEncoder(w).Encode(out)
	}
	f := s.explain(r, err)
	if f == nil {
		return nil // the client is gone
	}
	if f.busy() {
		w.Header().Set("Retry-After", fmt.Sprint(f.retry()))
	}
	w.WriteHeader(f.Status)
	p := s.problem(r.Context(), f)
	return json.NewEncoder(w).Encode(map[string]string{"error": p.Message, "field": f.Field})
}

// issue replays a run, judges it and signs what was found. It believes nothing that the
// page says of the run.
func (s *Server) issue(r *http.Request) (issued, error) {
	if s.cfg.Receipts.Sign == nil {
		return issued{}, refusal(http.StatusNotFound, "error.no-receipts")
	}
	d, q, err := s.request(r)
	if err != nil {
		return issued{}, err
	}
	origin, err := origin(r, q)
	if err != nil {
		return issued{}, err
	}
	id, _ := take(q, "goal")
	g, ok := d.Goal(id)
	if !ok {
		return issued{}, refusal(http.StatusNotFound, "error.goal", clipped(id)).about("goal", d.ID)
	}
	typed, _ := take(q, "name")
	name, err := receipt.CleanName(typed)
	if err != nil {
		return issued{}, refusal(http.StatusBadRequest, "error.name", receipt.MaxName).about("name", d.ID)
	}
	run, _ := take(q, "run")
	before, _ := take(q, "before")
	if err := nothingElse(q, d.ID); err != nil {
		return issued{}, err
	}
	if len(run) > receipt.MaxRun || len(before) > receipt.MaxRun {
		return issued{}, refusal(http.StatusBadRequest, "error.receipt-long", receipt.MaxRun).about("run", d.ID)
	}
	recipe, err := d.Link(run)
	if err != nil {
		return issued{}, err
	}
	recipe.Step = algos.Last
	var made receipt.Receipt
	var words say.Phrase
	err = s.with(r.Context(), d, recipe, 0, func(ctx context.Context, h *shot) error {
		return s.compute(ctx, func() error {
			a, result, err := s.judged(turns.Yielding(ctx), h, g, recipe, before)
			if err != nil {
				return err
			}
			words = result.Score.Words
			made, err = receipt.New(d, recipe, before, a, result)
			return err
		})
	})
	switch {
	case errors.Is(err, receipt.ErrNotReached):
		return issued{}, refusal(http.StatusUnprocessableEntity, "error.not-reached").about("run", d.ID)
	case errors.Is(err, receipt.ErrNotOwn):
		return issued{}, refusal(http.StatusUnprocessableEntity, "error.not-own").about("run", d.ID)
	case errors.Is(err, receipt.ErrNoBefore):
		return issued{}, refusal(http.StatusBadRequest, "error.no-before").about("before", d.ID)
	case err != nil:
		return issued{}, err
	}
	made.Name, made.Time = name, s.cfg.Now().UTC().Truncate(time.Second)
	made.Version, made.Machine = s.cfg.Version, runtime.GOARCH
	token, err := receipt.Sign(made, s.cfg.Receipts.Sign)
	if errors.Is(err, receipt.ErrLong) {
		return issued{}, refusal(http.StatusBadRequest, "error.receipt-long", receipt.MaxRun).about("run", d.ID)
	}
	if err != nil {
		return issued{}, err
	}
	l, book := lang.From(r.Context()), d.Book(lang.From(r.Context()).String())
	out := issued{Words: words.In(book), Link: origin + "/receipt?r=" + token}
	title := say.Phrase(d.Title).In(book)
	out.Text = l.T("receipt.unsigned", title, g.ID, out.Words, name, origin+"/receipt") + "\n" + receipt.Text(token)
	if len(out.Link) <= maxQR {
		code, err := drawQR(out.Link)
		if err != nil {
			return issued{}, err
		}
		out.QR = string(code)
	}
	return out, nil
}

// judged looks at a recorded run for a goal.
func (s *Server) judged(ctx context.Context, h *shot, g algos.Goal, recipe algos.Recipe, before string) (algos.Attempt, algos.Result, error) {
	step, err := h.rec.Step(ctx, h.step)
	if err != nil {
		return algos.Attempt{}, algos.Result{}, err
	}
	a, err := h.rec.Attempt(step, h.step)
	if err != nil {
		return algos.Attempt{}, algos.Result{}, err
	}
	result, err := receipt.Judge(ctx, h.demo, g, recipe, a, before, s.cfg.Limits.Steps)
	return a, result, err
}

// A checked is a receipt with what was found out about it.
type checked struct {
	receipt.Report
	demo        algos.Demo // without an id: it is not here
	words       say.Phrase // what the run comes to here
	light, dark []byte     // the board at the end of the run, SVG
}

// check reads a receipt from a text and replays its run.
func (s *Server) check(r *http.Request, text string) (checked, error) {
	tokens := receipt.Find(text)
	switch {
	case len(tokens) == 0:
		return checked{Report: receipt.Failed(receipt.ErrUnreadable)}, nil
	case len(tokens) > 1:
		return checked{}, refusal(http.StatusBadRequest, "error.receipts", len(tokens)).about("r", "")
	}
	o, err := receipt.Open(tokens[0], s.cfg.Receipts.known())
	if err != nil {
		return checked{Report: receipt.Failed(err)}, nil
	}
	var c checked
	again := receipt.Replayed{Replay: receipt.Absent}
	if d, ok := s.demos[o.Demo]; ok {
		c.demo = d
		if again, err = s.again(r, &c, o.Receipt); err != nil {
			return checked{}, err
		}
	}
	c.Report = receipt.Found(o, again, s.cfg.Version, runtime.GOARCH)
	return c, nil
}

// again replays the run of a receipt, as far as this server does, and draws its end. What
// keeps it from doing so for a while is an error.
func (s *Server) again(r *http.Request, c *checked, claim receipt.Receipt) (receipt.Replayed, error) {
	d := c.demo
	g, ok := d.Goal(claim.Goal)
	switch {
	case !ok:
		return receipt.Replayed{Replay: receipt.Absent}, nil
	case claim.Steps > s.cfg.Limits.Steps:
		return receipt.Replayed{Replay: receipt.Long}, nil
	}
	recipe, err := claim.Recipe(d)
	if err != nil {
		return receipt.Replayed{Replay: receipt.Refused, Why: err.Error()}, nil
	}
	var out receipt.Replayed
	err = s.with(r.Context(), d, recipe, 0, func(ctx context.Context, h *shot) error {
		return s.compute(ctx, func() error {
			_, result, err := s.judged(turns.Yielding(ctx), h, g, recipe, claim.Before)
			if err != nil {
				return err
			}
			out, c.words = claim.Compare(result), result.Score.Words
			return c.draw(ctx, h)
		})
	})
	var bad *param.Error
	var refused *failure
	var full *budget.Full
	switch {
	case err == nil:
		return out, nil
	case r.Context().Err() != nil || errors.As(err, &full) || errors.As(err, &refused) && refused.busy():
		return out, err
	case errors.Is(err, context.DeadlineExceeded):
		return receipt.Replayed{Replay: receipt.Slow}, nil
	case errors.As(err, &bad) || errors.As(err, &refused) || errors.Is(err, receipt.ErrNoBefore):
		return receipt.Replayed{Replay: receipt.Refused, Why: err.Error()}, nil
	}
	return out, err
}

// draw draws the board for both themes.
func (c *checked) draw(ctx context.Context, h *shot) error {
	p, place, err := h.panel(ctx, h.step, "")
	if err != nil {
		return err
	}
	for theme, body := range map[viz.Theme]*[]byte{viz.Light: &c.light, viz.Dark: &c.dark} {
		l := look{theme: theme, width: receiptWidth, height: receiptHeight}
		if *body, err = viz.SVG(p, l.options(p, place), theme); err != nil {
			return err
		}
	}
	return nil
}

// receiptGiven is the receipt that a request asks about.
func receiptGiven(r *http.Request) (string, error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return "", refusal(http.StatusBadRequest, "error.query")
	}
	q = unspoken(q)
	if err := once(q); err != nil {
		return "", err
	}
	text, _ := take(q, "r")
	return text, nothingElse(q, "")
}

// receiptReport answers with what was found out about a receipt, for programs.
func (s *Server) receiptReport(w http.ResponseWriter, r *http.Request) error {
	text, err := receiptGiven(r)
	if err != nil {
		return err
	}
	c, err := s.check(r, text)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store") // a replay of this moment
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(c.Report)
}

// receiptPage answers with the page that checks receipts, with one or without.
func (s *Server) receiptPage(w http.ResponseWriter, r *http.Request) error {
	text, err := receiptGiven(r)
	if err != nil {
		return err
	}
	m := views.ReceiptCheck{Text: text, Most: receipt.MaxToken}
	for _, key := range s.cfg.Receipts.known() {
		m.Keys = append(m.Keys, receipt.ID(key).String())
	}
	m.Signs = s.cfg.Receipts.Sign != nil
	if text != "" {
		c, err := s.check(r, text)
		if err != nil {
			return err
		}
		m.Report = s.receiptView(lang.From(r.Context()), c)
	}
	w.Header().Set("Cache-Control", "no-store") // a replay of this moment
	return s.page(w, r, views.ReceiptPage(m))
}

// receiptView is a report as the page shows it.
func (s *Server) receiptView(l lang.Lang, c checked) *views.ReceiptReport {
	v := &views.ReceiptReport{
		Verdict: string(c.Verdict), Replay: string(c.Replay), Error: c.Error, Name: c.Name, Goal: views.Goal{ID: c.Goal},
		Demo: views.DemoName{ID: c.Demo, Title: c.Demo}, Here: c.demo.ID != "", Run: c.Run, Before: c.Before,
		Version: c.Version, Machine: c.Machine, Key: c.Key, SameProgram: c.SameProgram,
	}
	if c.Number != nil {
		v.Number = param.Format(*c.Number)
	}
	if c.Time != nil {
		v.Time = c.Time.Format("2006-01-02 15:04:05 UTC")
	}
	if c.demo.ID != "" {
		v.Demo.Title = say.Phrase(c.demo.Title).In(c.demo.Book(l.String()))
		for _, g := range s.goals(l, c.demo) {
			if g.ID == c.Goal {
				v.Goal = g
			}
		}
	}
	if c.Replayed != nil {
		v.Replayed, v.Words = param.Format(*c.Replayed), c.words.In(c.demo.Book(l.String()))
	}
	if c.light != nil {
		v.Light, v.Dark = pictured(c.light), pictured(c.dark)
	}
	return v
}

// pictured is a picture as its own address.
func pictured(svg []byte) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)
}
