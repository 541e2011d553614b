package socket

import (
	"net/http"
	"strconv"
)

// A gate counts and bounds connections of one kind. The hub's lock guards it.
type gate struct {
	most, mostEach int  // in total, and of one client address; 0: no bound
	shared         bool // an address that has half of the connections gets more only while there is room for others
	refused        refusal
	bytes          int64 // of memory for each connection
	total          int
	each           map[string]int // by address
}

func newGate(most, mostEach int, full refusal) *gate {
	return &gate{most: most, mostEach: mostEach, refused: full, each: map[string]int{}}
}

// newSharedGate returns a gate for which one address is as good as any other as long
// as there is room: a whole lecture hall may share one.
func newSharedGate(most int, full refusal) *gate {
	g := newGate(most, 0, full)
	g.shared = true
	return g
}

func (g *gate) full() bool { return g.most > 0 && g.total >= g.most }

// refuse says why one more connection from an address is refused.
func (g *gate) refuse(addr string) refusal {
	switch {
	case g.full():
		return g.refused
	case g.mostEach > 0 && g.each[addr] >= g.mostEach:
		return refusedAddress
	case g.shared && g.most > 0 && 2*g.each[addr] >= g.most && 4*g.total >= 3*g.most:
		return refusedAddress
	}
	return refusal{}
}

func (g *gate) enter(addr string) {
	g.total++
	g.each[addr]++
}

func (g *gate) leave(addr string) {
	g.total--
	if g.each[addr]--; g.each[addr] == 0 {
		delete(g.each, addr)
	}
}

// A refusal is why a connection is refused. The zero value means that it is not.
type refusal struct{ is, text string }

// The refusals. Scripts read the header Busy.
var (
	refusedClosing = refusal{"closing", "the server is shutting down"}
	refusedTotal   = refusal{"server", "busy: the server has as many sessions as it can serve; try again soon"}
	refusedAddress = refusal{"address", "busy: your address has as many sessions as it may have; close one"}
	refusedSeats   = refusal{"room", "busy: the server has as many followers as it can serve; try again soon"}

	refusedWatchers = refusal{"room", "busy: the server has as many watchers as it can serve; try again soon"}
)

// What a connection takes beside the recordings of its session: the socket with its
// buffers and goroutines, the last picture, messages under way.
const (
	sessionBytes  = 512 << 10
	followerBytes = 128 << 10
	watcherBytes  = 48 << 10 // there are no pictures
)

// refusedMemory says that there is no memory for one more connection.
func refusedMemory(err error) refusal { return refusal{"server", "busy: " + err.Error()} }

// retryAfter is how many seconds a refused client should wait.
const retryAfter = 5

func (b refusal) write(w http.ResponseWriter) {
	w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	w.Header().Set("Busy", b.is)
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, b.text, http.StatusServiceUnavailable)
}
