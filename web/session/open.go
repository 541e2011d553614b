package session

import (
	"net/url"
	"time"

	"playground/algos"
	"playground/algos/param"
	"playground/lang"
	"playground/web/wire"
)

// open starts over with a recipe. The history of a demo goes on.
func (s *session) open(c openRecipe, now time.Time) error {
	d, r, err := s.parse(c)
	if err != nil {
		return err
	}
	set, err := s.doc.check(d, r)
	if err != nil {
		return err
	}
	if c.view != nil {
		s.view = *c.view
	}
	if !s.doc.open(d, r, set) {
		s.resumeHistory(c, now)
	}
	s.closeRuns()
	s.rec, s.parked, s.stale = nil, nil, true
	s.transport = newTransport(r.Step) // the place in another recipe's run is not kept
	s.out.frames = max(s.out.frames, s.presenter.Resume(c.resume))
	s.out.opened(now)
	return nil
}

// parse returns the demo and the recipe that a message names.
func (s *session) parse(c openRecipe) (algos.Demo, algos.Recipe, error) {
	d, ok := s.cfg.Demo(c.demo)
	if !ok {
		return d, algos.Recipe{}, wire.Refuse(wire.BadField, "demo", "there is no demo %q", c.demo)
	}
	q, err := url.ParseQuery(c.query)
	if err != nil {
		return d, algos.Recipe{}, wire.Refuse(wire.BadField, "query", "is not the query of a URL")
	}
	if tag := q.Get("lang"); q.Has("lang") {
		if _, ok := lang.Parse(tag); !ok {
			return d, algos.Recipe{}, wire.Refuse(wire.BadField, "lang", "%q is not a language of the interface", param.Clip(tag))
		}
	}
	r, err := d.ParseRecipe(q)
	return d, r, err
}

// resumeHistory goes on with the history of the session that the page had before
// its connection broke.
func (s *session) resumeHistory(c openRecipe, now time.Time) {
	if s.cfg.Histories == nil || c.resume == "" {
		return
	}
	s.doc.history, _ = s.cfg.Histories.take(c.resume, c.demo, now)
	s.doc.history.changed = true
}

// storeHistory stores the history in case the connection breaks.
func (s *session) storeHistory(now time.Time) {
	if s.resumeKey == "" || !s.doc.history.changed {
		return
	}
	s.doc.history.changed = false
	s.cfg.Histories.put(s.resumeKey, s.doc.demo.ID, s.doc.history, now)
}

// edit changes the document. The run starts over and the cursor keeps its place.
func (s *session) edit(e edit, now time.Time) error {
	began, err := s.doc.edit(e)
	if err != nil {
		return err
	}
	s.editBegan = s.editBegan || began
	s.stale = true
	s.out.stateBy(now, e.live())
	return nil
}
