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
	q, _ := url.ParseQuery(c.query) // it was parsed before
	step, wanted := r.Step, q.Get("ask")
	if c.begin {
		step = d.Opening(r, q)
	}
	set, err := s.doc.check(d, r)
	if err != nil {
		return err
	}
	if c.view != nil {
		s.view = *c.view
	}
	if !s.doc.open(d, r, set) {
		s.stop = 0
		s.resumeHistory(c, now)
	}
	s.closeRuns()
	s.rec, s.parked, s.stale = nil, nil, true
	s.transport = newTransport(step, c.begin) // the place in another recipe's run is not kept
	s.cleared, s.goals = 0, goals{}
	s.quiz = quiz{wanted: wanted}
	s.out.frames = max(s.out.frames, s.presenter.Resume(c.resume, c.claim))
	s.takeUp(c.poll)
	s.out.opened(now)
	return nil
}

// emptied lets the run on a board that has lost its points begin at the start, where
// it stays while points are placed: who places them wants to watch it from there.
func (s *session) emptied(was int) bool {
	if was == 0 || len(s.doc.set.Points) > 0 {
		return false
	}
	s.cleared = s.transport.settled(s.rec)
	s.transport.begin(0)
	return true
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
//
// If the server has lost it, the client is asked for what it has kept.
func (s *session) resumeHistory(c openRecipe, now time.Time) {
	s.kept.began(c.edits)
	found := false
	if s.cfg.Histories != nil && c.resume != "" {
		var h history
		if h, found = s.cfg.Histories.take(c.resume, c.demo, now); found {
			s.doc.history = h
		}
		s.doc.history.changed = true
	}
	if !found {
		s.doc.history.last = max(s.doc.history.last, s.kept.lose())
	}
}

// storeHistory stores the history in case the connection breaks.
func (s *session) storeHistory(now time.Time) {
	if s.resumeKey == "" || !s.doc.history.changed || s.kept.lost {
		return
	}
	s.doc.history.changed = false
	s.cfg.Histories.put(s.resumeKey, s.doc.demo.ID, s.doc.history, now)
}

// stateWait is how long the state after an edit waits for others of the same gesture.
// The page that moves points has them already, and a state says them all again, in the
// link as well. Parameters are shown elsewhere on the page, too.
func stateWait(e edit) time.Duration {
	switch {
	case !e.live():
		return 0
	case isPoints(e):
		return handTime
	}
	return stateTime
}

// edit changes the document. The run starts over and the cursor keeps its place. But
// other data open where something is to come if the reader has not moved the cursor.
func (s *session) edit(e edit, now time.Time) error {
	was := len(s.doc.set.Points)
	if s.turns(e) {
		return s.turn(e, now)
	}
	before := s.doc.recipe.Params
	began, err := s.doc.edit(e)
	if err != nil {
		return err
	}
	s.countSet(e, began, before)
	if !s.emptied(was) && s.transport.opening && e.replaces() {
		s.transport.begin(algos.Midway)
	}
	s.editBegan = s.editBegan || began
	s.replaced = s.replaced || e.replaces()
	s.goals.loaded = fromFile(e)
	s.stale = true
	s.out.stateBy(now.Add(stateWait(e)))
	return nil
}
