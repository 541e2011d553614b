package session

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
	"playground/web/wire"
)

// Bounds of a history: entries, and the memory of what they hold.
const (
	maxEdits     = 200
	historyBytes = 8 << 20
)

// A version is everything that determines the picture, besides the cursor. Its
// parts are never changed in place, so keeping one costs little.
type version struct {
	recipe algos.Recipe
	set    dataset.Set
	pinned bool // see session.pinned
}

func (v version) equal(w version) bool {
	a, b := v.recipe, w.recipe
	return a.Preset == b.Preset && a.Seed == b.Seed && a.Window == b.Window && maps.Equal(a.Params, b.Params) && a.Data.Equal(b.Data)
}

// bytes estimates the memory of a version: its points, once in the recipe and
// once as they are loaded, and its parameters.
func (v version) bytes() int {
	n := 256 + 64*len(v.set.Points)
	for name, value := range v.recipe.Params {
		n += len(name) + len(value)
	}
	return n
}

// An edit is what it was called, and the version on its other side: the one
// before it where it can be undone, the one after it where it can be redone.
type edit struct {
	label string
	other version
}

// A history remembers the edits of one demo.
type history struct {
	done, undone []edit // the last one is the next to undo, to redo
	gesture      string // what the live gesture under way edits; empty: there is none
	changed      bool   // since it was last put on the shelf
}

// note remembers an edit. The moves of a live gesture are one; what changes
// nothing, or ends where it began, is none. It reports whether a new edit began.
func (h *history) note(label, gesture string, live bool, before, after version) bool {
	h.changed = true
	going := h.gesture != "" && h.gesture == gesture
	h.gesture = ""
	if live {
		h.gesture = gesture
	}
	switch {
	case going:
		if last := len(h.done) - 1; !live && h.done[last].other.equal(after) {
			h.done = h.done[:last]
		}
		return false
	case before.equal(after):
		h.gesture = ""
		return false
	}
	h.undone = nil
	h.done = append(h.done, edit{label, before})
	h.trim()
	return true
}

// trim forgets the oldest edits beyond the bounds; the newest stays.
func (h *history) trim() {
	keep, bytes := 0, 0
	for _, e := range slices.Backward(h.done) {
		bytes += e.other.bytes()
		if keep == maxEdits || keep > 0 && bytes > historyBytes {
			break
		}
		keep++
	}
	h.done = slices.Delete(h.done, 0, len(h.done)-keep)
}

// label is what the last of some edits is called; empty if there is none.
func label(edits []edit) string {
	if len(edits) == 0 {
		return ""
	}
	return edits[len(edits)-1].label
}

func (s *session) version() version { return version{s.recipe, s.set, s.pinned} }

// undo takes the last edit back, or with redo the last undo. The run starts over
// and the place is kept, as after any edit.
func (s *session) undo(redo bool, now time.Time) error {
	from, to, what := &s.history.done, &s.history.undone, "undo"
	if redo {
		from, to, what = to, from, "redo"
	}
	last := len(*from) - 1
	if last < 0 {
		return wire.Refuse(wire.BadMessage, "type", "there is nothing to %s", what)
	}
	e := (*from)[last]
	*from = (*from)[:last]
	*to = append(*to, edit{e.label, s.version()})
	s.history.gesture, s.history.changed = "", true
	s.recipe, s.set, s.pinned = e.other.recipe, e.other.set, e.other.pinned
	s.stale, s.refit, s.begun = true, true, false
	s.forget() // what was is to be seen as it was
	s.out.stateBy(now, false)
	return nil
}

// gesture names what an edit changes, the same for all moves of a gesture.
func gesture(m wire.Client) string {
	switch {
	case m.Type == "set":
		return "set " + m.Name
	case m.Type == "points" && m.Index != nil:
		return "points " + m.Op + " " + strconv.Itoa(*m.Index)
	case m.Type == "points":
		return "points " + m.Op // a brush and an eraser touch other points all the time
	}
	return m.Type
}

// opening says in a few words what opening a recipe does.
func opening(l lang.Lang, d algos.Demo, r algos.Recipe) string {
	if p, ok := d.Preset(r.Preset); ok && r.Data.Equal(p.Data) {
		return l.T("edit.open", l.Said(p.Title))
	}
	return l.T("edit.link")
}

// describe says in a few words what an edit does.
func describe(l lang.Lang, m wire.Client, schema param.Schema) string {
	switch m.Type {
	case "seed":
		return l.T("edit.seed")
	case "window":
		return l.T("edit.window")
	case "set":
		return l.T("edit.set", l.Said(labelOf(m.Name, schema)))
	}
	switch m.Op {
	case wire.Add:
		if m.Live {
			return l.T("edit.spray")
		}
		return l.T("edit.add", len(m.Points))
	case wire.Move:
		return l.T("edit.move", these(l, []int{*m.Index}))
	case wire.Place:
		return l.T("edit.move", these(l, placed(m.Points)))
	case wire.Remove:
		if m.Live {
			return l.T("edit.erase")
		}
		return l.T("edit.remove", these(l, m.Indexes))
	case wire.Relabel:
		return l.T("edit.relabel", these(l, m.Indexes))
	case wire.Clear:
		return l.T("edit.clear")
	}
	return l.T("edit.load")
}

// labelOf is what a parameter is called on the page.
func labelOf(name string, schema param.Schema) string {
	for _, p := range schema {
		if p.Name == name && p.Label != "" {
			return p.Label
		}
	}
	return name
}

// placed are the points that a place message moves.
func placed(rows []wire.Point) []int {
	indexes := make([]int, len(rows))
	for i, row := range rows {
		indexes[i] = int(row[0])
	}
	return indexes
}

// these names points: by its number if it is one.
func these(l lang.Lang, indexes []int) string {
	if len(indexes) == 1 {
		return "x" + say.Sub(indexes[0]+1)
	}
	return l.T("edit.points", len(indexes))
}
