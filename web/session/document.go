package session

import (
	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/grid"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/lang"
	"playground/web/wire"
)

// A document is what edits change: the recipe, its points, the window of the
// board, and the history of edits. It knows nothing of the run.
type document struct {
	lang  lang.Lang                             // of the names of edits
	limit int                                   // points on the board
	room  func(set dataset.Set, rows int) error // refuses data for which there is no memory; nil: nothing is refused

	whole  algos.Demo // as it is on any data
	demo   algos.Demo // as it is on these, see [algos.Demo.On]
	schema param.Schema
	recipe algos.Recipe // immutable; an edit replaces it. Its Step is not used
	set    dataset.Set  // the recipe's points; never changed in place

	advice  map[string]param.Advice // of the recipe that was there last while no hand moved anything, see advise
	advised bool                    // it is that of the recipe

	shown   grid.Window // what the board shows, as of the last start of the run
	refit   bool        // the board may show another window at the next start
	pinned  bool        // the recipe's window was not asked for, see steady
	history history
}

// A windowRule says what an edit does to the recipe's window.
type windowRule int

const (
	windowStays  windowRule = iota // nothing beyond what the recipe says
	windowSteady                   // the board does not move under the pointer, see steady
	windowIsSet                    // the edit is about the window
)

// open replaces the document by a recipe and its points. It reports whether the
// history goes on, as it does within a demo.
func (d *document) open(demo algos.Demo, r algos.Recipe, set dataset.Set) bool {
	before, same := d.version(), d.demo.ID == demo.ID
	d.whole, d.schema = demo, demo.Form()
	d.take(r, set)
	d.refit, d.pinned = true, false
	if same {
		d.history.note(openingLabel(d.lang, demo, r), "open", false, before, d.version())
	} else {
		d.history = history{last: d.history.last}
	}
	return same
}

// take makes a recipe and its points those of the document.
func (d *document) take(r algos.Recipe, set dataset.Set) {
	d.demo, d.recipe, d.set = d.whole.On(r.Data), r, set
	d.advised = false
}

// advise is what the data say of the parameters. It looks at all pairs of points: while a hand moves
// something it stays as it was.
func (d *document) advise(moving bool) (map[string]param.Advice, error) {
	if d.advised || moving {
		return d.advice, nil
	}
	var err error
	d.advice, err = d.recipe.Advice(d.demo)
	d.advised = err == nil
	return d.advice, err
}

// check returns the points of a recipe if the demo takes it. It does no work on
// the run.
func (d *document) check(demo algos.Demo, r algos.Recipe) (dataset.Set, error) {
	p, err := r.Problem()
	if err != nil {
		return dataset.Set{}, err
	}
	all, _, _ := p.Given()
	demo = demo.On(r.Data)
	if n, limit := len(all.Points)+len(p.Table.Rows), min(d.limit, demo.Input.Limit()); n > limit {
		return dataset.Set{}, wire.Refuse(wire.Limit, "data", "%d %s are too many: %s takes at most %d here", n, things(demo), demo.ID, limit)
	}
	if err := demo.Check(p, r.Params); err != nil {
		return dataset.Set{}, err
	}
	if d.room != nil {
		if err := d.room(all, weighed(r.Data)); err != nil {
			return dataset.Set{}, err
		}
	}
	return all, nil
}

// edit applies an edit and remembers it. It reports whether the run before is
// worth comparing with: a new edit began, and it changes the run. An error leaves
// the document as it was.
func (d *document) edit(e edit) (bool, error) {
	r, err := e.recipe(d)
	if err != nil {
		return false, err
	}
	set, err := d.check(d.whole, r)
	if err != nil {
		return false, err
	}
	rule := e.window()
	if rule == windowSteady && !e.live() {
		r.Window = d.steady(set)
	}
	before := d.version()
	d.pinned = rule != windowIsSet && !r.Window.Empty() && (d.pinned || d.recipe.Window.Empty())
	d.take(r, set)
	began := d.history.note(e.label(d.lang, d.demo), e.gesture(d.history.gesture), e.live(), before, d.version())
	d.refit = d.refit || !e.live() || rule == windowIsSet
	return began && rule != windowIsSet, nil
}

// undo takes the last edit back, or with redo the last undo.
func (d *document) undo(redo bool) error {
	from, to, what := &d.history.done, &d.history.undone, "undo"
	if redo {
		from, to, what = to, from, "redo"
	}
	last := len(*from) - 1
	if last < 0 {
		return wire.Refuse(wire.BadMessage, "type", "there is nothing to %s", what)
	}
	e := (*from)[last]
	if d.room != nil {
		if err := d.room(e.other.set, weighed(e.other.recipe.Data)); err != nil {
			return err
		}
	}
	*from = (*from)[:last]
	*to = append(*to, d.history.entry(e.label, d.version()))
	d.history.gesture, d.history.changed = "", true
	d.take(e.other.recipe, e.other.set)
	d.pinned = e.other.pinned
	d.refit = true
	return nil
}

// scaling is how the features of the points are standardised in the run; nil where they are not.
func (d *document) scaling() dataset.Scaling { return d.recipe.Scaling(d.set) }

func (d *document) version() version { return version{d.recipe, d.set, d.pinned} }

// start returns the recipe of a run that starts now, with the window that the
// board shows from now on.
func (d *document) start() algos.Recipe {
	d.shown, d.refit = d.board(), false
	r := d.recipe
	r.Window = d.shown
	return r
}

// board is the window of the recipe as it stands now: the one that was asked for,
// or else one that fits the points. It does not move during a gesture.
func (d *document) board() grid.Window {
	switch {
	case !d.refit:
		return d.shown
	case !d.recipe.Window.Empty():
		return d.recipe.Window
	default:
		return mark.FitWindow(d.set)
	}
}

// steady is the recipe's window after an edit of single points. The board does
// not move under the pointer. As long as its window shows all points, the window
// stays, and becomes part of the recipe if a fit would give another one. If it
// does not show them all, it is fitted.
func (d *document) steady(set dataset.Set) grid.Window {
	if !d.recipe.Window.Empty() && !d.pinned {
		return d.recipe.Window // it was asked for
	}
	w := d.board()
	if w == mark.FitWindow(set) {
		return grid.Window{}
	}
	for _, p := range points(set) {
		if !w.Contains(p[0], p[1]) {
			return grid.Window{}
		}
	}
	return w
}

// things are what a demo's data consist of.
func things(d algos.Demo) string {
	if d.Input.Table != nil {
		return "rows"
	}
	return "points"
}
