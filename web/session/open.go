package session

import (
	"errors"
	"net/url"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/lang"
	"playground/web/wire"
)

// open starts over with a recipe. The history of a demo goes on.
func (s *session) open(m wire.Client, now time.Time) error {
	d, ok := s.cfg.Demo(m.Demo)
	if !ok {
		return wire.Refuse(wire.BadField, "demo", "there is no demo %q", m.Demo)
	}
	q, err := url.ParseQuery(m.Query)
	if err != nil {
		return wire.Refuse(wire.BadField, "query", "is not the query of a URL")
	}
	if tag := q.Get("lang"); q.Has("lang") {
		if _, ok := lang.Parse(tag); !ok {
			return wire.Refuse(wire.BadField, "lang", "%q is not a language of the interface", param.Clip(tag))
		}
	}
	r, err := d.ParseRecipe(q)
	if err != nil {
		return err
	}
	set, err := s.try(d, r)
	if err != nil {
		return err
	}
	if m.View != nil {
		s.view = *m.View
	}
	before, same := s.version(), s.demo.ID == d.ID
	s.demo, s.schema, s.recipe, s.set = d, d.Schema(), r, set
	s.stale, s.refit, s.pinned = true, true, false
	if same {
		s.history.note(opening(s.cfg.Lang, d, r), "open", false, before, s.version())
	} else {
		s.history = s.resumed(m, now)
	}
	s.play = play{rate: defaultRate, size: algos.Normal}
	s.forget()
	if s.rec != nil {
		s.rec.Close()
		s.rec = nil // the place of another recipe is not kept
	}
	if s.rest != nil {
		s.rest.close()
		s.rest = nil
	}
	s.cursor, s.place = 0, r.Step
	s.comeBack(m.Resume)
	s.out.opened(now)
	return nil
}

// resumed is the history that a page goes on with which was cut off.
func (s *session) resumed(m wire.Client, now time.Time) history {
	if s.cfg.Shelf == nil || m.Resume == "" {
		return history{}
	}
	h, _ := s.cfg.Shelf.take(m.Resume, m.Demo, now)
	h.changed = true
	return h
}

// shelve keeps the history for the case that the connection breaks.
func (s *session) shelve(now time.Time) {
	if s.key == "" || !s.history.changed {
		return
	}
	s.history.changed = false
	s.cfg.Shelf.put(s.key, s.demo.ID, s.history, now)
}

// try checks that the demo takes the recipe, without any work on the run, and
// returns its points.
func (s *session) try(d algos.Demo, r algos.Recipe) (dataset.Set, error) {
	p, err := r.Problem()
	if err != nil {
		return dataset.Set{}, err
	}
	if n, limit := len(p.Points), min(s.cfg.Limits.Points, d.Input.Limit()); n > limit {
		return dataset.Set{}, wire.Refuse(wire.Limit, "data", "%d points are too many: %s takes at most %d here", n, d.ID, limit)
	}
	if _, err := d.Steps(p, r.Params); err != nil {
		return dataset.Set{}, err
	}
	return p.Set, nil
}

// refusal is what the client is told about an error.
func refusal(err error) *wire.Error {
	var refused *wire.Error
	if errors.As(err, &refused) {
		return refused
	}
	var bad *param.Error
	if errors.As(err, &bad) {
		return wire.Refuse(wire.BadField, bad.Field, "%s", bad.Message)
	}
	return wire.Refuse(wire.BadMessage, "", "%v", err)
}
