package session

import (
	"maps"
	"time"

	"playground/algos/param"
)

// A parameter that leaves the run alone only turns pictures (see [param.Binding.View]):
// the run goes on, and the step is drawn from elsewhere.

// turns reports whether an edit leaves the run alone that is there.
func (s *session) turns(e edit) bool {
	c, ok := e.(setParam)
	spec, _ := s.doc.schema.Spec(c.name)
	return ok && spec.View && s.rec != nil && !s.stale && !s.interrupted()
}

// turn sets a parameter that leaves the run alone.
func (s *session) turn(e edit, now time.Time) error {
	refit := s.doc.refit
	before := s.doc.recipe.Params
	began, err := s.doc.edit(e)
	if err != nil {
		return err
	}
	s.countSet(e, began, before)
	s.doc.refit = refit // the board stays as well
	s.turned(now)
	s.out.stateBy(now.Add(stateWait(e)))
	return nil
}

// turned draws the step from where it is looked at now.
func (s *session) turned(now time.Time) {
	s.started = now // what a hand waits for
	s.touch()
	s.out.turned()
}

// onlyTurned reports whether a version of the document differs from this one in parameters
// alone that leave the run alone.
func (d *document) onlyTurned(before version) bool {
	if d.looks() == nil {
		return false
	}
	after := d.version()
	before.recipe.Params, after.recipe.Params = maps.Clone(before.recipe.Params), maps.Clone(after.recipe.Params)
	for name := range d.looks() {
		delete(before.recipe.Params, name)
		delete(after.recipe.Params, name)
	}
	return before.equal(after)
}

// turned forgets how the picture was drawn before the hand's last move.
func (o *outgoing) turned() {
	o.shown, o.hasty, o.rested, o.filling, o.brief, o.turning = false, time.Time{}, false, false, false, true
}

// look tells the recordings from where they are looked at.
func (s *session) look() {
	looks := s.doc.looks()
	for _, rec := range s.recordings() {
		rec.Look(looks)
	}
}

// looks are the values of the parameters that leave the run alone; nil if there are none.
func (d *document) looks() param.Values {
	var looks param.Values
	for _, p := range d.schema {
		if !p.View {
			continue
		}
		if looks == nil {
			looks = param.Values{}
		}
		looks[p.Name] = p.Default
		if v, ok := d.recipe.Params[p.Name]; ok {
			looks[p.Name] = v
		}
	}
	return looks
}
