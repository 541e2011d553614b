package session

import (
	"maps"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/lang"
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
	pinned bool // see document
}

func (v version) equal(w version) bool {
	a, b := v.recipe, w.recipe
	return a.Preset == b.Preset && a.Seed == b.Seed && a.Window == b.Window && maps.Equal(a.Params, b.Params) && a.Data.Equal(b.Data)
}

// bytes estimates the memory of a version: its parameters, and its points and edges, once
// in the recipe and once as they are loaded.
func (v version) bytes() int {
	n := 256 + 64*len(v.set.Points) + 48*len(v.set.Edges) + 128*len(v.recipe.Data.Table.Rows) + 8*(len(v.recipe.Data.Cells.Values)+v.recipe.Data.Layers.Len())
	for name, value := range v.recipe.Params {
		n += len(name) + len(value)
	}
	return n
}

// An entry is one edit: its label, and the version on its other side. That is the
// version before the edit if it can be undone, and the one after it if it can be
// redone.
type entry struct {
	id    uint64 // by which the client knows it
	label string
	other version
}

// A history remembers the edits of one demo.
type history struct {
	done, undone []entry // the last one is the next to undo, to redo
	gesture      string  // what the live gesture under way edits; empty: there is none
	changed      bool    // since it was last stored
	last         uint64  // the last number given
}

// entry returns an edit with a number of its own.
func (h *history) entry(label string, other version) entry {
	h.last++
	return entry{h.last, label, other}
}

// note remembers an edit. The moves of a live gesture are one edit. An edit that
// changes nothing is not remembered, nor is a gesture that ends where it began.
// It reports whether a new edit began.
func (h *history) note(label, gesture string, live bool, before, after version) bool {
	h.changed = true
	goesOn := h.gesture != "" && h.gesture == gesture
	h.gesture = ""
	if live {
		h.gesture = gesture
	}
	switch {
	case goesOn:
		if last := len(h.done) - 1; !live && h.done[last].other.equal(after) {
			h.done = h.done[:last]
		}
		return false
	case before.equal(after):
		h.gesture = ""
		return false
	}
	h.undone = nil
	h.done = append(h.done, h.entry(label, before))
	h.trim()
	return true
}

// trim forgets the oldest edits beyond the bounds. The newest one stays.
func (h *history) trim() {
	h.done = newest(h.done)
}

// newest returns the newest entries, as many as the bounds allow.
func newest(entries []entry) []entry {
	keep, bytes := 0, 0
	for _, e := range slices.Backward(entries) {
		bytes += e.other.bytes()
		if keep == maxEdits || keep > 0 && bytes > historyBytes {
			break
		}
		keep++
	}
	return slices.Delete(entries, 0, len(entries)-keep)
}

// nextLabel is the label of the entry that is undone or redone next; empty if there is
// none.
func nextLabel(entries []entry) string {
	if len(entries) == 0 {
		return ""
	}
	return entries[len(entries)-1].label
}

// openingLabel says in a few words what opening a recipe does.
func openingLabel(l lang.Lang, d algos.Demo, r algos.Recipe) string {
	if p, ok := d.Preset(r.Preset); ok && r.Data.Equal(p.Data) {
		return l.T("edit.open", said(l, d, p.Title))
	}
	return l.T("edit.link")
}
