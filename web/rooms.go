package web

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"playground/views"
	"playground/web/hall"
	"playground/web/wire"
)

// Bounds of looking for a room by its code.
const (
	missTime     = time.Minute
	mostMisses   = 20          // codes of no room, of one address
	mostMissing  = 10_000      // addresses that are remembered
	missAgain    = time.Second // a code of no room is not looked for again before
	longestQuery = 8 << 10     // of a link to a presenter's recipe; who follows is told all of it
)

// enterRoom leads to the room with a code or a key. A room that nobody presents in is not
// known: the visitor is told so, and tries again.
func (s *Server) enterRoom(w http.ResponseWriter, r *http.Request) error {
	code := chi.URLParam(r, "code")
	letters, err := typedRoom(code)
	if err != nil {
		return s.askCode(w, r, code, err)
	}
	typed := !wire.IsRoomKey(letters) // a key cannot be guessed
	if typed {
		if wait := s.misses.wait(network(r), letters); wait > 0 {
			return refusal(http.StatusTooManyRequests, "error.room-tries").after(wait)
		}
	}
	if f, ok := s.findRoom(r, letters); ok {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, followLink(f), http.StatusSeeOther)
		return nil
	}
	if typed {
		s.misses.note(network(r), letters)
	}
	return s.noRoom(w, r, letters)
}

// findRoom looks for a room, unless the same letters were looked for a moment ago: a whole
// lecture hall may wait for one.
func (s *Server) findRoom(r *http.Request, letters string) (hall.Found, bool) {
	if s.misses.lately(letters) {
		return hall.Found{}, false
	}
	f, ok := s.hall.Find(r.Context(), letters)
	if !ok {
		s.misses.missed(letters)
	}
	return f, ok
}

// noRoom answers that nobody presents in a room now: readers with a page that waits for it.
func (s *Server) noRoom(w http.ResponseWriter, r *http.Request, letters string) error {
	if accepted(r) != "html" {
		return refusal(http.StatusNotFound, "error.room-unbegun", wire.RoomCode(letters))
	}
	return s.page(w, r, views.RoomPage(awaited(letters)))
}

// followLink is the page that follows a room.
func followLink(f hall.Found) string {
	u := url.URL{Path: "/d/" + f.Demo, RawQuery: f.Query, Fragment: "follow=" + f.Key}
	if len(f.Query) > longestQuery {
		u.RawQuery = ""
	}
	return u.String()
}

// misses bounds how many codes an address can try. It counts codes and not requests: many
// wait behind one address for the same room.
type misses struct {
	now func() time.Time

	mu      sync.Mutex
	tries   map[string]*tries    // by address
	lastly  map[string]time.Time // codes of no room
	cleared time.Time
}

// tries are the codes of no room that an address has asked for since a time.
type tries struct {
	since time.Time
	codes map[string]bool
}

func newMisses() *misses {
	return &misses{now: time.Now, tries: map[string]*tries{}, lastly: map[string]time.Time{}}
}

// wait is how long an address must wait until it may ask for a code; 0: it may.
func (m *misses) wait(address, code string) time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	t := m.tries[address]
	if t == nil || t.codes[code] || len(t.codes) < mostMisses {
		return 0
	}
	return max(0, missTime-m.now().Sub(t.since))
}

// note notes that an address has asked for the code of no room.
func (m *misses) note(address, code string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clear()
	t := m.tries[address]
	if t == nil || m.now().Sub(t.since) >= missTime {
		if t == nil && len(m.tries) >= mostMissing {
			return
		}
		t = &tries{since: m.now(), codes: map[string]bool{}}
		m.tries[address] = t
	}
	if len(t.codes) < mostMisses {
		t.codes[strings.Clone(code)] = true
	}
}

// missed notes that there is no room with a code.
func (m *misses) missed(code string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.lastly) < mostMissing {
		m.lastly[strings.Clone(code)] = m.now()
	}
}

// lately reports whether there was no room with a code a moment ago.
func (m *misses) lately(code string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, ok := m.lastly[code]
	return ok && m.now().Sub(at) < missAgain
}

// clear forgets now and then what counts no more.
func (m *misses) clear() {
	now := m.now()
	if now.Sub(m.cleared) < missAgain {
		return
	}
	m.cleared = now
	for code, at := range m.lastly {
		if now.Sub(at) >= missAgain {
			delete(m.lastly, code)
		}
	}
	for address, t := range m.tries {
		if now.Sub(t.since) >= missTime {
			delete(m.tries, address)
		}
	}
}
