package session

import (
	"fmt"
	"testing"
	"time"

	"playground/algos"
	"playground/algos/dataset"
)

func TestHistoryStoreIsBounded(t *testing.T) {
	now := time.Unix(1e9, 0)
	s := NewHistoryStore()
	for i := range storeEntries + 10 {
		s.put(fmt.Sprint(i), "walk", history{}, now)
	}
	if len(s.kept) != storeEntries || len(s.order) != storeEntries || s.kept["9"].demo != "" || s.kept["10"].demo == "" {
		t.Errorf("%d entries, %d in order", len(s.kept), len(s.order))
	}
	big := history{done: []entry{{1, "load points", version{algos.Recipe{}, dataset.Set{Points: make([]dataset.Point, storeBytes/64/3)}, false}}}}
	for i := range 5 {
		s.put(fmt.Sprint("big", i), "walk", big, now)
	}
	if s.bytes > storeBytes || len(s.kept) != 2 {
		t.Errorf("%d entries of %d bytes", len(s.kept), s.bytes)
	}
	// The same key again replaces what was there.
	s.put("big4", "walk", big, now)
	if len(s.kept) != 2 || len(s.order) != 2 {
		t.Errorf("%d entries after one was replaced", len(s.kept))
	}
	if _, ok := s.take("big4", "another", now); ok {
		t.Error("the edits of one demo go to another")
	}
	if _, ok := s.take("big4", "walk", now); !ok {
		t.Error("the newest edits are gone")
	}
	s.put("last", "walk", history{}, now.Add(2*storeTime))
	if len(s.kept) != 1 || s.bytes != 0 {
		t.Errorf("%d entries of %d bytes after a long time", len(s.kept), s.bytes)
	}
}
