package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"playground/algos"
	"playground/algos/param"
	"playground/lang"
	"playground/views"
	"playground/viz"
	"playground/web/frame"
)

// Sizes of a picture in the gallery, in CSS pixels.
const cardWidth, cardHeight = 480, 320

// gallery answers with the front page.
func (s *Server) gallery(w http.ResponseWriter, r *http.Request) error {
	l := lang.From(r.Context())
	return s.page(w, r, views.GalleryPage(views.Gallery{
		Reel: s.reel(r.Context()), Courses: s.courses[l](), Shelves: s.shelves(), Index: "/find.json?" + keyLanguage + "=" + l.String(),
	}))
}

// The front page opens with steps of one run, which shows at a glance what a
// demo is.
const reelDemo, reelWidth, reelHeight = "svm", 680, 400

var reelSteps = [...]string{"0", "4", "10", "20", "end"}

// reel returns these steps, with legends in the language of the page. It is empty if
// the demo is not served.
func (s *Server) reel(ctx context.Context) views.Reel {
	i := slices.IndexFunc(s.cfg.Demos, func(d algos.Demo) bool { return d.ID == reelDemo })
	if i < 0 {
		return views.Reel{}
	}
	r := views.Reel{ID: reelDemo, Title: s.cfg.Demos[i].Title, Width: reelWidth, Height: reelHeight}
	for _, step := range reelSteps {
		picture := fmt.Sprintf("/d/%s/frame.svg?step=%s&w=%d&h=%d", reelDemo, step, reelWidth, reelHeight)
		if l := lang.From(ctx); l != lang.English {
			picture += "&" + keyLanguage + "=" + l.String()
		}
		r.Frames = append(r.Frames, views.ReelFrame{Light: picture, Dark: picture + "&theme=dark"})
	}
	return r
}

// shelves returns the demos by family, in the order of the configuration.
func (s *Server) shelves() []views.Shelf {
	var shelves []views.Shelf
	find := s.find()
	for _, d := range s.cfg.Demos {
		i := slices.IndexFunc(shelves, func(s views.Shelf) bool { return s.Family == d.Family })
		if i < 0 {
			i = len(shelves)
			shelves = append(shelves, views.Shelf{ID: shelfID(d.Family), Family: d.Family})
		}
		picture := fmt.Sprintf("/d/%s/card.svg", d.ID)
		shelves[i].Cards = append(shelves[i].Cards, views.Card{
			ID: d.ID, Title: d.Title, Summary: d.Summary,
			Preset: d.Presets[0].Title,
			Light:  picture, Dark: picture + "?theme=dark",
			Width: cardWidth, Height: cardHeight,
			Find: find[d.ID],
		})
	}
	return shelves
}

// card answers with a demo's picture for the gallery. It shows the first preset,
// without a legend.
func (s *Server) card(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	look, err := s.look(q)
	if err != nil {
		return err
	}
	if err := nothingElse(q, d.ID); err != nil {
		return err
	}
	look.width, look.height = cardWidth, cardHeight
	body, err := s.images.make(r.Context(), "card "+d.ID+" "+string(look.theme), func() (body []byte, err error) {
		recipe, err := d.Recipe("")
		if err != nil {
			return nil, err
		}
		err = s.with(r.Context(), d, recipe, 0, func(ctx context.Context, h *shot) error {
			return s.compute(ctx, func() error {
				p, place, err := h.panel(ctx, h.step, "")
				if err != nil {
					return err
				}
				o := look.options(p, place)
				o.Legend = false
				p.X.Hidden, p.Y.Hidden = true, true
				body, err = viz.SVG(p, o, look.theme)
				return err
			})
		})
		return body, err
	})
	if err != nil {
		return err
	}
	send(w, r, "image/svg+xml", d.ID+"-card.svg", body)
	return nil
}

// nothingElse refuses a query in which something is left.
func nothingElse(q url.Values, demo string) error {
	for key := range q {
		return refusal(http.StatusBadRequest, "error.unknown-key").about(param.Clip(key), demo)
	}
	return nil
}

// workbench answers with a demo's page.
func (s *Server) workbench(w http.ResponseWriter, r *http.Request) error {
	d, q, err := s.request(r)
	if err != nil {
		return err
	}
	m, dropped, err := forgiving(r, q, func(q url.Values) (views.Workbench, error) {
		along, err := s.along(lang.From(r.Context()), d, q)
		if err != nil {
			return views.Workbench{}, err
		}
		hall, err := hallOf(d, q)
		if err != nil {
			return views.Workbench{}, err
		}
		stop, q, err := s.stopOf(d, q)
		if err != nil {
			return views.Workbench{}, err
		}
		m, err := s.bench(r, d, q, true, hall)
		m.Ways = s.ways(lang.From(r.Context()), d)
		m.Ways.Along = along
		if along != nil && along.Question != nil {
			m.Frame.Next = lang.From(r.Context()).T("live.next-step") // its own words may be the answer
		}
		m.Tour.At = stop
		return m, err
	})
	if err != nil {
		return err
	}
	m.OEmbed = s.discovered(r, "/d/"+d.ID, m.Query)
	m.Dropped = dropped
	return s.page(w, r, views.WorkbenchPage(m))
}

// bench builds a demo's page for the recipe of a query. A whole page opens where
// something is to come, and has room for the steps to come.
func (s *Server) bench(r *http.Request, d algos.Demo, q url.Values, whole bool, hall views.Hall) (views.Workbench, error) {
	recipe, err := d.ParseRecipe(q)
	if err != nil {
		return views.Workbench{}, err
	}
	run, opening, begin := recipe, recipe.Step, whole && !q.Has("step")
	if begin {
		opening = d.Opening(recipe, q)
		run.Step = max(opening, algos.Last) // midway is found in the whole run
	}
	var m views.Workbench
	err = s.with(r.Context(), d, run, lookAhead, func(ctx context.Context, h *shot) error {
		if begin {
			h.step, _ = h.rec.Opening(opening)
		}
		return s.compute(ctx, func() error {
			if err := h.hasSide(ctx, hall.Side); err != nil {
				return err
			}
			types := s.types.in(lang.From(ctx))
			f, err := h.frame(ctx, frame.DefaultView, types)
			if err != nil {
				return err
			}
			m, err = s.model(lang.From(ctx), d, recipe, begin, f, h.rec.Complete())
			if m.Ask = q.Get("ask"); m.Ask != "" {
				m.Frame.Next = lang.From(ctx).T("live.next-step") // what comes is the question
			}
			m.Hall = hall
			m.Frame.Counted = frame.Count(h.rec, h.rec.Len()-1).Step
			if err != nil || !whole {
				return err
			}
			m.Frame.Invitation = firstPress(lang.From(ctx), d)
			m.Frame.Room, err = h.room(ctx, types)
			m.Frame.Expect()
			return err
		})
	})
	return m, err
}

// page renders a component into a buffer, so that a failure can still be
// reported.
func (s *Server) page(w http.ResponseWriter, r *http.Request, c templ.Component) error {
	var b bytes.Buffer
	if err := c.Render(r.Context(), &b); err != nil {
		return fmt.Errorf("render page: %w", err)
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	if h.Get("Cache-Control") == "" {
		h.Set("Cache-Control", "no-cache")
	}
	vary(w)
	_, _ = b.WriteTo(w)
	return nil
}

// write renders a component after the headers were sent.
func (s *Server) write(w http.ResponseWriter, r *http.Request, c templ.Component) {
	if err := c.Render(r.Context(), w); err != nil {
		s.log.Warn("render page", "path", r.URL.Path, "error", err)
	}
}
