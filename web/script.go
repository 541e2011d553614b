package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"

	"playground/algos"
	"playground/algos/say"
	"playground/lang"
	"playground/views"
	"playground/web/frame"
)

// scriptPage answers with the page on which a lecture's script is put in order. The
// script itself is kept by the browser, or comes in the fragment of a link: the server
// never sees its notes.
func (s *Server) scriptPage(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.ScriptPage())
}

// scriptBar answers with the bar that leads from board to board. A demo's page fetches it
// when a lecture is on, so that other visits do not carry it.
func (s *Server) scriptBar(w http.ResponseWriter, r *http.Request) error {
	if err := nothingElse(unspoken(r.URL.Query()), ""); err != nil {
		return err
	}
	return s.page(w, r, views.ScriptBar())
}

// A checkedBoard says how a board of a script opens.
type checkedBoard struct {
	Demo    string `json:"demo,omitempty"` // its title
	Opens   bool   `json:"opens"`          // its page opens, if without what is wrong
	Step    int    `json:"step"`           // at which it opens
	Says    string `json:"says,omitempty"` // what is wrong; empty: nothing is
	English bool   `json:"english,omitempty"`
}

// checkBoard reads the address of a board as the demo's page does, runs it up to its step,
// and says in sentences what of it does not fit. What the server is too busy for is no
// fault of the board: the answer says when to ask again.
func (s *Server) checkBoard(w http.ResponseWriter, r *http.Request) error {
	c, err := s.tryBoard(r)
	return s.tellChecked(w, r, c, err)
}

// checkComparison is checkBoard for two runs beside each other.
func (s *Server) checkComparison(w http.ResponseWriter, r *http.Request) error {
	c, err := s.tryComparison(r)
	return s.tellChecked(w, r, c, err)
}

// tellChecked answers with how a board opens, or why it does not.
func (s *Server) tellChecked(w http.ResponseWriter, r *http.Request, c checkedBoard, err error) error {
	if err != nil {
		f := s.explain(r, err)
		if f == nil || f.busy() || f.Status >= http.StatusInternalServerError {
			return err
		}
		why := views.Dropped{Field: f.Field, Message: f.in(lang.From(r.Context())), English: f.key == ""}
		if f.phrase != "" {
			why.Message, why.English = spelled(r.Context(), f.phrase)
		}
		c.says(why)
	}
	body, err := json.Marshal(c)
	if err != nil {
		return fmt.Errorf("encode a checked board: %w", err)
	}
	vary(w)
	send(w, r, "application/json; charset=utf-8", "board.json", body)
	return nil
}

// says adds what is wrong with a board.
func (c *checkedBoard) says(why views.Dropped) {
	if c.Says != "" {
		c.Says += " "
	}
	if why.Field != "" {
		c.Says += why.Field + ": "
	}
	c.Says += why.Message
	c.English = c.English || why.English
}

// tryBoard runs the recipe of a request up to its step, without what its page would drop.
// What it returns with an error is as far as it came.
func (s *Server) tryBoard(r *http.Request) (c checkedBoard, err error) {
	d, q, err := s.request(r)
	if err != nil {
		return c, err
	}
	l := lang.From(r.Context())
	c.Demo = say.Phrase(d.Title).In(d.Book(l.String()))
	page := r.Clone(r.Context())
	page.Header.Set("Accept", "text/html") // as a reader's browser asks for it
	step, dropped, err := forgiving(page, q, func(q url.Values) (reached, error) {
		if _, err := s.along(l, d, q); err != nil {
			return reached{}, err
		}
		hall, err := hallOf(d, q)
		if err != nil {
			return reached{}, err
		}
		_, q, err = s.stopOf(d, q)
		if err != nil {
			return reached{}, err
		}
		recipe, err := d.ParseRecipe(q)
		if err != nil {
			return reached{}, err
		}
		if !q.Has("step") {
			recipe.Step = 0 // where it opens is for the page to find
		}
		var at reached
		err = s.with(r.Context(), d, recipe, 0, func(ctx context.Context, h *shot) error {
			at = reached{frame.Count(h.rec, h.step).Step, recipe.Step != algos.Last && h.step < recipe.Step}
			return h.hasSide(ctx, hall.Side)
		})
		return at, err
	})
	for _, why := range dropped {
		c.says(why)
	}
	if err != nil {
		return c, err
	}
	c.Opens, c.Step = true, step.shown
	if step.beyond {
		c.says(views.Dropped{Message: l.T("script.beyond", step.shown)})
	}
	return c, nil
}

// tryComparison runs both recipes of a request up to their steps. The step is that of a.
func (s *Server) tryComparison(r *http.Request) (c checkedBoard, err error) {
	p, q, err := s.pairAt(r)
	if err != nil {
		return c, err
	}
	if err := nothingElse(q, ""); err != nil {
		return c, err
	}
	l := lang.From(r.Context())
	c.Demo = p.a.title(l)
	if p.b.demo.ID == "" {
		c.Opens = true
		return c, nil
	}
	c.Demo = l.T("compare.of", p.a.title(l), p.b.title(l))
	err = s.both(r.Context(), p, 0, func(_ context.Context, a, b *kept) error {
		c.Opens, c.Step = true, frame.Count(a.rec, a.step).Step
		for i, h := range []*kept{a, b} {
			if p.sides()[i].recipe.Step > h.step {
				c.says(views.Dropped{Message: l.T("script.beyond", frame.Count(h.rec, h.step).Step)})
			}
		}
		return nil
	})
	return c, err
}

// reached is the step at which a board opens, as its page counts them, and whether its
// link asks for a later one than there is.
type reached struct {
	shown  int
	beyond bool
}
