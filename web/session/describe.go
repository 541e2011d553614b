package session

import (
	"playground/algos"
	"playground/web/frame"
	"playground/web/record"
	"playground/web/wire"
)

// Describe says of a whole run what a session says that presents it: the state with the
// schema, as those get it who follow, and the run message with all events. The state's
// cursor is at the start, and its query is the given one. Chance says whether the run has
// drawn something random.
func Describe(cfg Config, d algos.Demo, r algos.Recipe, query string, rec *record.Recorder, chance bool) (*wire.State, *wire.Run) {
	cfg = cfg.withDefaults()
	s := &session{
		cfg: cfg, rec: rec, transport: newTransport(0, false), presenter: cfg.Hall.Presenter(""),
		doc: document{lang: cfg.Lang, limit: cfg.Limits.Points},
	}
	s.doc.open(d, r, rec.Set())
	s.doc.start()
	s.out.schema = true
	state := s.state()
	state.Query, state.Following = query, true
	st := rec.Status()
	return state, &wire.Run{
		Total: rec.Len(), Complete: rec.Complete(), Status: frame.StatusOf(st, cfg.Typesetter, s.book()),
		Reset: true, Events: s.wireEvents(rec.Events()), Sizes: digits(rec.Sizes()), Chance: chance,
	}
}
