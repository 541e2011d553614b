package session

import (
	"slices"
	"sync"
	"time"

	"playground/web/budget"
)

// Bounds of a history store.
const (
	storeEntries = 2000
	storeBytes   = 128 << 20
	storeTime    = time.Hour // since the last edit
)

// A HistoryStore keeps the histories of sessions, so that a page whose connection
// broke can still undo its edits on its next connection. A session cannot know
// beforehand that its connection will break. So it stores its history after every
// edit, under a key that only its page is told. The store is bounded in entries,
// bytes and time, and the oldest entries make room.
type HistoryStore struct {
	mu    sync.Mutex
	kept  map[string]stored
	order []string // keys, the longest unchanged first
	bytes int

	most   int // bytes
	memory *budget.Account
}

type stored struct {
	demo    string
	history history
	bytes   int
	at      time.Time
}

// NewHistoryStore returns an empty store.
func NewHistoryStore() *HistoryStore { return NewHistoryStoreWithin(nil) }

// storeShare is the share of a server's memory that histories may take.
const storeShare = 8

// NewHistoryStoreWithin returns an empty store that takes its memory from a budget.
func NewHistoryStoreWithin(b *budget.Budget) *HistoryStore {
	s := &HistoryStore{kept: map[string]stored{}, most: storeBytes, memory: b.Open()}
	if limit := int(b.Limit()); limit > 0 {
		s.most = min(s.most, limit/storeShare)
	}
	return s
}

// put stores a copy of a history in place of the one before.
func (s *HistoryStore) put(key, demo string, h history, now time.Time) {
	h = history{done: slices.Clone(h.done), undone: slices.Clone(h.undone), last: h.last}
	n := 0
	for _, e := range slices.Concat(h.done, h.undone) {
		n += e.other.bytes()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.drop(key)
	s.kept[key] = stored{demo, h, n, now}
	s.order = append(s.order, key)
	s.bytes += n
	for len(s.order) > 1 && (len(s.order) > storeEntries || s.bytes > s.most || now.Sub(s.kept[s.order[0]].at) > storeTime) {
		s.drop(s.order[0])
	}
	s.memory.Set(int64(s.bytes))
}

// take returns a history of a demo and removes it: a key can be used once.
func (s *HistoryStore) take(key, demo string, now time.Time) (history, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	e, ok := s.kept[key]
	if !ok || e.demo != demo || now.Sub(e.at) > storeTime {
		return history{}, false
	}
	s.drop(key)
	s.memory.Set(int64(s.bytes))
	return e.history, true
}

func (s *HistoryStore) drop(key string) {
	e, ok := s.kept[key]
	if !ok {
		return
	}
	delete(s.kept, key)
	s.bytes -= e.bytes
	s.order = slices.DeleteFunc(s.order, func(k string) bool { return k == key })
}
