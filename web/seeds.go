package web

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/http"
	"time"

	"playground/algos"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/views/mathml"
	"playground/viz"
	"playground/web/frame"
	"playground/web/turns"
)

// seedTime is how long the run of one seed may take. A page asks for many, to be seen at
// a glance.
const seedTime = 5 * time.Second

// idleWait is when it is worth while to ask again where others wait.
const idleWait = 2 * time.Second

// thumbWidth and thumbHeight are the size of the picture of one seed, in CSS pixels.
const thumbWidth, thumbHeight = 264, 206

// A seedRun is how the run of a recipe with one seed ends.
type seedRun struct {
	Seed    uint64       `json:"seed"`
	Chance  bool         `json:"chance"`            // something random was drawn: another seed may give another run
	State   string       `json:"state"`             // "slow": it did not end within the time of a glance
	Reason  string       `json:"reason,omitempty"`  // in the reader's language
	Count   int          `json:"count"`             // in which step it ends, as the page counts
	Numbers []seedNumber `json:"numbers,omitempty"` // at the end, in the order of the charts
	Picture string       `json:"picture,omitempty"` // of the board, an SVG
}

// A seedNumber is a metric at the end of a run.
type seedNumber struct {
	Metric string   `json:"metric"`
	Name   string   `json:"name"`  // what its chart calls it
	Title  string   `json:"title"` // the same where the chart is not in sight
	Value  *float64 `json:"value"` // null where it is not defined
}

// seedsPanel answers with what a page puts around the runs with other seeds.
func (s *Server) seedsPanel(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.SeedsPanel())
}

// seed answers with how the run of a recipe ends. Pages ask for the same recipe with many
// seeds, so it is computed only while nobody waits, and gives way to all others.
func (s *Server) seed(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	look, err := s.look(q)
	if err != nil {
		return err
	}
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return err
	}
	recipe.Step = algos.Last
	look.width, look.height = or(look.width, thumbWidth), or(look.height, thumbHeight)
	key := fmt.Sprintf("seed %s %s?%s", lang.From(r.Context()), d.ID, r.URL.Query().Encode())
	body, err := s.images.make(r.Context(), key, func() ([]byte, error) {
		if err := s.idle(r.Context()); err != nil {
			return nil, err
		}
		return s.seedRun(r.Context(), d, recipe, look)
	})
	if errors.Is(err, context.DeadlineExceeded) && r.Context().Err() == nil {
		if err := s.idle(r.Context()); err != nil {
			return err // others kept it waiting
		}
		body, err = json.Marshal(seedRun{Seed: recipe.Seed, Chance: true, State: "slow"})
		w.Header().Set("Cache-Control", "no-store") // another time it may end
	}
	if err != nil {
		return err
	}
	send(w, r, "application/json; charset=utf-8", d.ID+"-seed.json", body)
	return nil
}

// idle refuses while somebody waits for a processor, or of late had to.
func (s *Server) idle(ctx context.Context) error {
	busy := turns.From(ctx).Short()
	for _, c := range []turns.Class{turns.Step, turns.Page, turns.Picture} {
		busy = busy || s.turns.Waiting(c) > 0
	}
	for _, l := range s.lanes.all() {
		busy = busy || l != s.lanes.seeds && l.queue.Len() > 0
	}
	if !busy {
		return nil
	}
	s.metrics.refuse(s.lanes.seeds.name, "others")
	return refusal(http.StatusServiceUnavailable, "error.others").after(idleWait)
}

// seedRun runs a recipe to its end.
func (s *Server) seedRun(ctx context.Context, d algos.Demo, r algos.Recipe, l look) (body []byte, err error) {
	most := min(seedTime, s.cfg.Limits.Request)
	err = s.within(ctx, d, r, 0, most, func(ctx context.Context, h *shot) error {
		return s.compute(ctx, func() error {
			run := h.ending(lang.From(ctx))
			run.Seed = r.Seed
			p, place, err := h.panel(ctx, h.step, "")
			if err != nil {
				return err
			}
			p.X.Hidden, p.Y.Hidden = true, true
			o := l.options(p, place)
			o.Legend = false
			picture, err := viz.SVG(p, o, l.theme)
			if err != nil {
				return err
			}
			run.Picture = string(picture)
			run.Chance = h.rec.Chance() // what is drawn may draw, too
			body, err = json.Marshal(run)
			return err
		})
	})
	return body, err
}

// ending says how a run ends.
func (h *shot) ending(l lang.Lang) seedRun {
	status, last := h.rec.Status(), h.rec.Len()-1
	run := seedRun{
		State: string(status.State), Reason: mathml.PlainInline(status.Reason.In(h.book)),
		Count: frame.Count(h.rec, last).Step,
	}
	seen := map[string]bool{}
	for _, c := range h.demo.Charts {
		for _, series := range c.Series {
			values := h.rec.Series(series.Metric)
			if series.Bound || seen[series.Metric] || len(values) == 0 {
				continue
			}
			seen[series.Metric] = true
			number := seedNumber{Metric: series.Metric, Name: say.Phrase(series.Name()).In(h.book)}
			if number.Title = number.Name; len(c.Series) > 1 {
				number.Title = l.T("seeds.series", say.Phrase(c.Title).In(h.book), number.Name)
			}
			if x := values[last]; !math.IsNaN(x) && !math.IsInf(x, 0) {
				number.Value = &x
			}
			run.Numbers = append(run.Numbers, number)
		}
	}
	return run
}
