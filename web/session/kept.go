package session

import (
	"net/url"
	"slices"
	"time"

	"playground/web/wire"
)

// A client may keep the edits that can be undone. Then they outlive the server: where
// it knows nothing of them any more, the client hands them back, and they are checked
// like any recipe of a stranger.

// keptBytes bounds the recipes of edits in one state. A client that has missed more
// does without the oldest.
const keptBytes = 256 << 10

// kept is what the client keeps of the history.
type kept struct {
	wanted bool          // it keeps something
	told   wire.EditList // what it has
	state  *version      // what the last state has described; nil: there was none
	lost   bool          // it has edits of which the server does not know
	asked  bool          // and was told so
}

// began notes what a client has when it begins; nil: it keeps nothing.
func (k *kept) began(has *wire.EditList) {
	if has != nil {
		k.wanted, k.told = true, *has
	}
}

// lose says that the history which the client has is not known here. It returns the
// last number that is taken by it.
func (k *kept) lose() uint64 {
	all := slices.Concat(k.told.Done, k.told.Undone)
	k.lost, k.asked = len(all) > 0, false
	k.told = wire.EditList{}
	if !k.lost {
		return 0
	}
	return slices.Max(all)
}

// keptMessage returns what the client is told of the edits with a state; nil if
// nothing has changed for it.
func (s *session) keptMessage() *wire.Edits {
	k, h := &s.kept, &s.doc.history
	if !k.wanted {
		return nil
	}
	before, now := k.state, s.doc.version()
	k.state = &now
	if k.lost {
		if k.asked {
			return nil
		}
		k.asked = true
		return &wire.Edits{EditList: wire.EditList{Done: []uint64{}, Undone: []uint64{}}, Lost: true}
	}
	m := &wire.Edits{EditList: wire.EditList{Done: numbers(h.done), Undone: numbers(h.undone)}}
	if slices.Equal(m.Done, k.told.Done) && slices.Equal(m.Undone, k.told.Undone) {
		return nil
	}
	has := map[uint64]bool{}
	for _, id := range slices.Concat(k.told.Done, k.told.Undone) {
		has[id] = true
	}
	bytes := 0
	for _, entries := range [][]entry{h.done, h.undone} {
		for _, e := range slices.Backward(entries) {
			if has[e.id] {
				continue
			}
			edit, err := s.keptEdit(e, before)
			if err != nil {
				s.cfg.Log.Error("an edit has no link", "demo", s.doc.demo.ID, "error", err)
				continue
			}
			if bytes += len(edit.Query); bytes > keptBytes {
				break
			}
			m.New = append(m.New, edit)
		}
	}
	k.told = m.EditList
	return m
}

// keptEdit returns an edit as the client keeps it. Nearly always its recipe is the one
// that the client has just shown.
func (s *session) keptEdit(e entry, before *version) (wire.Edit, error) {
	edit := wire.Edit{ID: e.id, Label: e.label, Pinned: e.other.pinned}
	if before != nil && e.other.equal(*before) {
		edit.Last = true
		return edit, nil
	}
	r := e.other.recipe
	r.Step = 0 // it is not used
	q, err := r.Query(s.doc.demo)
	edit.Query = q.Encode()
	return edit, err
}

func numbers(entries []entry) []uint64 {
	ids := make([]uint64, len(entries))
	for i, e := range entries {
		ids[i] = e.id
	}
	return ids
}

// restoreEdits takes back the edits that a client has kept.
type restoreEdits struct {
	basic
	done, undone []wire.Edit
}

func (restoreEdits) needs() need { return needRecipe }

func (c restoreEdits) act(s *session, now time.Time) error {
	if !s.kept.lost {
		return wire.Refuse(wire.BadMessage, "type", "no edits are missing here")
	}
	s.kept.lost = false
	n := len(c.done) + len(c.undone)
	s.pace.Spend(now, float64(n)) // each is as much work as an open
	bad, err := s.doc.restore(c.done, c.undone)
	s.kept.told = wire.EditList{Done: handed(c.done), Undone: handed(c.undone)}
	s.out.stateBy(now)
	if bad > 0 {
		return wire.Refuse(wire.BadField, "edits", "%d of %d edits cannot be undone any more: %v", bad, n, err)
	}
	return nil
}

func handed(edits []wire.Edit) []uint64 {
	ids := make([]uint64, len(edits))
	for i, e := range edits {
		ids[i] = e.ID
	}
	return ids
}

// restore puts edits from elsewhere before those that the history has. It returns how
// many it could not read, and why the last of them.
func (d *document) restore(done, undone []wire.Edit) (bad int, why error) {
	h := &d.history
	seen := map[uint64]bool{}
	for _, id := range numbers(slices.Concat(h.done, h.undone)) {
		seen[id] = true
	}
	read := func(edits []wire.Edit) (entries []entry) {
		for _, e := range edits {
			h.last = max(h.last, e.ID)
			v, err := d.revive(e)
			if err == nil && seen[e.ID] {
				err = wire.Refuse(wire.BadField, "id", "%d is there twice", e.ID)
			}
			if err != nil {
				bad, why = bad+1, err
				continue
			}
			seen[e.ID] = true
			entries = append(entries, entry{e.ID, e.Label, v})
		}
		return newest(entries)
	}
	before := read(done)
	if len(h.done)+len(h.undone) == 0 { // else what was undone cannot be done again
		h.undone = read(undone)
	}
	h.done = append(before, h.done...)
	h.trim()
	h.changed = true
	return bad, why
}

// revive reads the version on the other side of an edit.
func (d *document) revive(e wire.Edit) (version, error) {
	q, err := url.ParseQuery(e.Query)
	if err != nil {
		return version{}, wire.Refuse(wire.BadField, "query", "is not the query of a URL")
	}
	r, err := d.whole.ParseRecipe(q)
	if err != nil {
		return version{}, err
	}
	set, err := d.check(d.whole, r)
	if err != nil {
		return version{}, err
	}
	return version{r, set, e.Pinned && !r.Window.Empty()}, nil
}
