package session

import (
	"strings"
	"time"

	"playground/algos"
	"playground/algos/grid"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/web/wire"
)

// setParam sets a parameter.
type setParam struct {
	editing
	name, value string
}

func (c setParam) merge(old command) (command, bool) {
	o, ok := old.(setParam)
	return c, ok && c.name == o.name
}

func (c setParam) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c setParam) recipe(d *document) (algos.Recipe, error) {
	return d.withParams(param.Values{c.name: c.value})
}

// withParams returns the recipe with other values of some parameters.
func (d *document) withParams(changed param.Values) (algos.Recipe, error) {
	return d.recipe.With(d.whole, changed)
}

func (setParam) window() windowRule { return windowStays }

func (c setParam) gesture(string) string { return "set " + c.name }

// said is what a demo says in English, in a reader's language.
func said(l lang.Lang, d algos.Demo, english string) string {
	if text := say.Phrase(english).In(d.Book(l.String())); text != english {
		return text
	}
	return l.Said(english)
}

// The label has the name of the parameter as the page shows it.
func (c setParam) label(l lang.Lang, d algos.Demo) string {
	return l.T("edit.set", c.named(l, d))
}

func (c setParam) named(l lang.Lang, d algos.Demo) string {
	name := c.name
	for _, p := range d.Form() {
		if p.Name == c.name && p.Label != "" {
			name = p.Label
		}
	}
	return said(l, d, name)
}

// setParams sets several parameters at once, as a step offers them.
type setParams struct {
	editing
	params param.Values
}

func (c setParams) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c setParams) recipe(d *document) (algos.Recipe, error) { return d.withParams(c.params) }

func (setParams) window() windowRule { return windowStays }

func (setParams) gesture(string) string { return "set several" }

func (c setParams) label(l lang.Lang, d algos.Demo) string {
	var names []string
	for _, p := range d.Form() {
		if _, ok := c.params[p.Name]; ok {
			names = append(names, setParam{name: p.Name}.named(l, d))
		}
	}
	return l.T("edit.set", strings.Join(names, l.T("check.and")))
}

// countSet counts the parameters that a reader has set by an edit, by their names. What a
// hand moves on its way is one edit, and an undo sets nothing: it takes back what was counted.
func (s *session) countSet(e edit, began bool, before param.Values) {
	switch e.(type) {
	case setParam, setParams:
	default:
		return
	}
	if !began {
		return
	}
	for _, p := range s.doc.schema {
		if s.doc.recipe.Params[p.Name] != before[p.Name] {
			s.cfg.Meter.ParameterSet(s.doc.demo.ID, p.Name)
		}
	}
}

// setSeed sets the seed of the run.
type setSeed struct {
	editing
	seed uint64
}

func (c setSeed) merge(old command) (command, bool) {
	_, ok := old.(setSeed)
	return c, ok
}

func (c setSeed) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c setSeed) recipe(d *document) (algos.Recipe, error) {
	r := d.recipe
	r.Seed = c.seed
	return r, nil
}

func (setSeed) window() windowRule                     { return windowStays }
func (setSeed) gesture(string) string                  { return "seed" }
func (setSeed) label(l lang.Lang, _ algos.Demo) string { return l.T("edit.seed") }

// setWindow says what the board shows.
type setWindow struct {
	editing
	to *wire.Window // nil: fitted to the points
}

func (c setWindow) merge(old command) (command, bool) {
	_, ok := old.(setWindow)
	return c, ok
}

func (setWindow) overtakes(old command) bool { return independent(old) && !isPoints(old) }

func (c setWindow) act(s *session, now time.Time) error { return s.edit(c, now) }

func (c setWindow) recipe(d *document) (algos.Recipe, error) {
	r := d.recipe
	r.Window = grid.Window{}
	if w := c.to; w != nil {
		r.Window = grid.Window{X0: w[0], X1: w[1], Y0: w[2], Y1: w[3]}
	}
	return r, nil
}

func (setWindow) window() windowRule                     { return windowIsSet }
func (setWindow) gesture(string) string                  { return "window" }
func (setWindow) label(l lang.Lang, _ algos.Demo) string { return l.T("edit.window") }

// undoEdit takes the last edit back, or the last undo.
type undoEdit struct {
	basic
	redo bool
}

func (undoEdit) needs() need { return needRecipe }

// The run starts over and the cursor keeps its place, as after any edit. With the
// points of a board that was emptied, the cursor's place before comes back.
func (c undoEdit) act(s *session, now time.Time) error {
	was, before, refit := len(s.doc.set.Points), s.doc.version(), s.doc.refit
	if err := s.doc.undo(c.redo); err != nil {
		return err
	}
	if s.rec != nil && !s.stale && !s.interrupted() && s.doc.onlyTurned(before) {
		s.doc.refit = refit
		s.turned(now)
		s.out.stateBy(now)
		return nil
	}
	if t := &s.transport; !c.redo && was == 0 && len(s.doc.set.Points) > 0 && t.place == 0 {
		t.place = s.cleared
	}
	s.emptied(was)
	s.stale, s.editBegan, s.goals.loaded = true, false, false
	s.dropGhost() // the earlier version is shown as it was
	s.out.stateBy(now)
	return nil
}
