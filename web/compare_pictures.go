package web

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/go-chi/chi/v5"

	"playground/algos/say"
	"playground/lang"
	"playground/views/mathml"
)

// Pictures of a comparison.
const (
	pictureDifference = "difference"
	pictureMetrics    = "metrics"
	pictureBoards     = "boards" // both, and the difference
)

// comparePicture answers with a picture of two runs at the steps that their recipes name.
func (s *Server) comparePicture(w http.ResponseWriter, r *http.Request) error {
	what, kind := chi.URLParam(r, "what"), chi.URLParam(r, "kind")
	v, err := s.viewOf(r)
	if err != nil {
		return err
	}
	pictures := 1
	if what == pictureBoards {
		pictures = 3
	}
	if kind == "png" {
		if err := s.sized("scale", or(v.width, boardWidth), or(v.height, boardHeight), v.scale, pictures); err != nil {
			return err
		}
	}
	key := fmt.Sprintf("compare %s %s %s %s", kind, lang.From(r.Context()), what, r.URL.Query().Encode())
	body, err := s.images.make(r.Context(), key, func() (body []byte, err error) {
		ctx := r.Context()
		if kind == "png" {
			ctx = pixels(ctx)
		}
		err = s.both(ctx, v.pair, lookAhead, func(ctx context.Context, a, b *kept) error {
			return s.compute(ctx, func() error {
				body, err = s.drawPair(ctx, v, a, b, what, kind)
				return err
			})
		})
		return body, err
	})
	if err != nil {
		return err
	}
	types := map[string]string{"svg": "image/svg+xml", "png": "image/png"}
	vary(w)
	send(w, r, types[kind], fmt.Sprintf("%s-%s-%s.%s", v.a.demo.ID, v.b.demo.ID, what, kind), body)
	return nil
}

// A pairView is a pair and how it is looked at.
type pairView struct {
	pair
	look
	metric string // of the chart; empty: the first one
}

// viewOf reads the pair of a request, the look of its pictures, and the quantity of its chart.
func (s *Server) viewOf(r *http.Request) (v pairView, err error) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		return v, refusal(http.StatusBadRequest, "error.query")
	}
	unspoken(q)
	if v.pair, err = s.pairOf(q); err != nil {
		return v, err
	}
	v.metric, _ = take(q, "metric")
	if v.look, err = s.look(q); err != nil {
		return v, err
	}
	return v, nothingElse(q, "")
}

// drawPair makes a picture as a file of that kind.
func (s *Server) drawPair(ctx context.Context, v pairView, a, b *kept, what, kind string) ([]byte, error) {
	if what == pictureMetrics {
		panel, err := overlay(ctx, v.pair, a, b, v.metric)
		if err != nil {
			return nil, err
		}
		return s.encode(ctx, panel, v.options(panel, 1), v.look, kind)
	}
	if what == pictureBoards {
		return s.drawBoards(ctx, v, a, b, kind)
	}
	d, err := differ(ctx, v.pair, a, b)
	if err != nil {
		return nil, err
	}
	panel := d.panel(lang.From(ctx))
	return s.encode(ctx, panel, v.options(panel, 0), v.look, kind)
}

// A told comparison is what both runs say of the steps that are shown.
type toldPair struct {
	A          toldSide   `json:"a"`
	B          toldSide   `json:"b"`
	Difference toldApart  `json:"difference"`
	Metrics    []toldBoth `json:"metrics"`
	Chart      toldChart  `json:"chart"`
}

// toldChart is a quantity of both runs, or why there is none.
type toldChart struct {
	Metric  string `json:"metric,omitempty"`
	Text    string `json:"text,omitempty"` // why there is none
	Picture string `json:"picture,omitempty"`
}

type toldSide struct {
	Title    string `json:"title"`
	Step     int    `json:"step"`
	Beyond   string `json:"beyond,omitempty"` // the address asks for a step that the run has not
	Recorded int    `json:"recorded"`         // steps so far: all, if the run is complete
	Complete bool   `json:"complete"`
	State    string `json:"state"`
	Says     string `json:"says"` // the sentences of the step
}

// toldApart is where the predictions differ, or why they cannot be compared.
type toldApart struct {
	Text    string   `json:"text"`
	Refused bool     `json:"refused,omitempty"`
	Apart   *int     `json:"apart,omitempty"`  // of the cells: where the labels differ
	Cells   int      `json:"cells,omitempty"`  // of the board, or places of the number line
	Points  *int     `json:"points,omitempty"` // on which the labels differ
	Most    *float64 `json:"most,omitempty"`   // the largest difference of two values
	Picture string   `json:"picture,omitempty"`
}

// toldBoth is a quantity that both runs have; null where it is not defined.
type toldBoth struct {
	common
	A *float64 `json:"a"`
	B *float64 `json:"b"`
}

// compareTold answers with what two runs say of the steps that their recipes name, and
// where their predictions differ, in words, numbers and pictures.
func (s *Server) compareTold(w http.ResponseWriter, r *http.Request) error {
	v, err := s.viewOf(r)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("compare told %s %s", lang.From(r.Context()), r.URL.Query().Encode())
	body, err := s.images.make(r.Context(), key, func() (body []byte, err error) {
		err = s.both(r.Context(), v.pair, lookAhead, func(ctx context.Context, a, b *kept) error {
			return s.compute(ctx, func() error {
				told, err := s.tellPair(ctx, v, a, b)
				if err != nil {
					return err
				}
				body, err = json.Marshal(told)
				return err
			})
		})
		return body, err
	})
	if err != nil {
		return err
	}
	vary(w)
	send(w, r, "application/json; charset=utf-8", "comparison.json", body)
	return nil
}

func (s *Server) tellPair(ctx context.Context, v pairView, a, b *kept) (told toldPair, err error) {
	for i, to := range []*toldSide{&told.A, &told.B} {
		h := []*kept{a, b}[i]
		c, err := h.caption(ctx, h.step)
		if err != nil {
			return told, err
		}
		*to = toldSide{
			Title: c.Title, Step: h.step, Recorded: h.rec.Len(), Complete: h.rec.Complete(),
			State: string(h.rec.Status().State), Says: c.Sentence,
		}
		if asked := v.sides()[i].recipe.Step; asked > h.step {
			to.Beyond = lang.From(ctx).T("compare.beyond", strings.ToUpper([]string{keyA, keyB}[i]), asked, h.step)
		}
	}
	if told.Difference, err = s.tellDifference(ctx, v, a, b); err != nil {
		return told, err
	}
	predict, err := bothPredict(ctx, v.pair, a, b)
	if err != nil {
		return told, err
	}
	told.Metrics = []toldBoth{}
	for _, c := range commons(ctx, a, b, predict) {
		m := toldBoth{common: c}
		if m.A, err = a.valueAt(ctx, c.ID); err != nil {
			return told, err
		}
		if m.B, err = b.valueAt(ctx, c.ID); err != nil {
			return told, err
		}
		told.Metrics = append(told.Metrics, m)
	}
	told.Chart, err = s.tellChart(ctx, v, a, b, told.Metrics)
	return told, err
}

// tellChart draws the quantity that was asked for, or the first one where the runs have
// no such quantity in common any more.
func (s *Server) tellChart(ctx context.Context, v pairView, a, b *kept, metrics []toldBoth) (toldChart, error) {
	if !slices.ContainsFunc(metrics, func(m toldBoth) bool { return m.ID == v.metric }) {
		v.metric = ""
	}
	panel, err := overlay(ctx, v.pair, a, b, v.metric)
	var f *failure
	if errors.As(err, &f) {
		return toldChart{Text: f.in(lang.From(ctx))}, nil
	}
	if err != nil {
		return toldChart{}, err
	}
	v.height = v.width * sideHeight / sideWidth
	body, err := s.encode(ctx, panel, v.options(panel, 1), v.look, "svg")
	return toldChart{Metric: cmp.Or(v.metric, metrics[0].ID), Picture: string(body)}, err
}

// valueAt is a quantity at the step that is shown.
func (h *kept) valueAt(ctx context.Context, metric string) (*float64, error) {
	x := math.NaN()
	if metric == errorMetric {
		var err error
		if x, err = h.misses(ctx, h.step); err != nil {
			return nil, err
		}
	} else if series := h.rec.Series(metric); h.step < len(series) {
		x = series[h.step]
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil, nil
	}
	return &x, nil
}

// tellDifference is a sentence also where there is nothing to compare.
func (s *Server) tellDifference(ctx context.Context, v pairView, a, b *kept) (toldApart, error) {
	l := lang.From(ctx)
	d, err := differ(ctx, v.pair, a, b)
	var f *failure
	if errors.As(err, &f) {
		return toldApart{Text: f.in(l), Refused: true}, nil
	}
	if err != nil {
		return toldApart{}, err
	}
	panel := d.panel(l)
	v.height = v.width * boardHeight / boardWidth
	body, err := s.encode(ctx, panel, v.options(panel, 0), v.look, "svg")
	if err != nil {
		return toldApart{}, err
	}
	t := toldApart{Text: d.text(l), Cells: len(d.a), Picture: string(body)}
	if d.labels() {
		t.Apart, t.Points = &d.apart, &d.rows
	} else {
		t.Most = &d.most
	}
	return t, nil
}

// title is what the run of a side is called, in the reader's language.
func (a side) title(l lang.Lang) string {
	return mathml.PlainInline(say.Phrase(a.demo.Title).In(a.demo.Book(l.String())))
}
