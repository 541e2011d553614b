package session

import (
	"crypto/rand"
	"slices"
	"sync"
	"time"
)

// Bounds of a shelf.
const (
	shelfEntries = 2000
	shelfBytes   = 128 << 20
	shelfTime    = time.Hour // since the last edit
)

// A Shelf keeps what sessions remember of their edits, so that a page whose
// connection broke can still undo them on its next one. A session cannot know
// beforehand that its peer will be gone, so it puts its history there after
// every edit, under a key that only its page is told. Bounded in entries, bytes
// and time: the oldest make room.
type Shelf struct {
	mu    sync.Mutex
	kept  map[string]shelved
	order []string // keys, the longest unchanged first
	bytes int
}

type shelved struct {
	demo    string
	history history
	bytes   int
	at      time.Time
}

// NewShelf returns an empty shelf.
func NewShelf() *Shelf { return &Shelf{kept: map[string]shelved{}} }

// newKey returns a key that nobody can guess.
func newKey() string { return rand.Text() }

// put keeps a copy of a history in place of the one before.
func (s *Shelf) put(key, demo string, h history, now time.Time) {
	h = history{done: slices.Clone(h.done), undone: slices.Clone(h.undone)}
	n := 0
	for _, e := range slices.Concat(h.done, h.undone) {
		n += e.other.bytes()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(key)
	s.kept[key] = shelved{demo, h, n, now}
	s.order = append(s.order, key)
	s.bytes += n
	for len(s.order) > 1 && (len(s.order) > shelfEntries || s.bytes > shelfBytes || now.Sub(s.kept[s.order[0]].at) > shelfTime) {
		s.drop(s.order[0])
	}
}

// take returns a history of a demo and removes it: a key is good once.
func (s *Shelf) take(key, demo string, now time.Time) (history, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.kept[key]
	if !ok || e.demo != demo || now.Sub(e.at) > shelfTime {
		return history{}, false
	}
	s.drop(key)
	return e.history, true
}

func (s *Shelf) drop(key string) {
	e, ok := s.kept[key]
	if !ok {
		return
	}
	delete(s.kept, key)
	s.bytes -= e.bytes
	s.order = slices.DeleteFunc(s.order, func(k string) bool { return k == key })
}
