package socket

import (
	"net/http"
	"strconv"
)

// A gate counts and bounds connections of one kind. The hub's lock guards it.
type gate struct {
	most, mostEach int // in total, and of one client address; 0: no bound
	refused        refusal
	total          int
	each           map[string]int // by address
}

func newGate(most, mostEach int, full refusal) *gate {
	return &gate{most: most, mostEach: mostEach, refused: full, each: map[string]int{}}
}

func (g *gate) full() bool { return g.most > 0 && g.total >= g.most }

// refuse says why one more connection from an address is refused.
func (g *gate) refuse(addr string) refusal {
	switch {
	case g.full():
		return g.refused
	case g.mostEach > 0 && g.each[addr] >= g.mostEach:
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
	refusedSeats   = refusal{"server", "busy: the server has as many followers as it can serve; try again soon"}
)

// retryAfter is how many seconds a refused client should wait.
const retryAfter = 5

func (b refusal) write(w http.ResponseWriter) {
	w.Header().Set("Retry-After", strconv.Itoa(retryAfter))
	w.Header().Set("Busy", b.is)
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, b.text, http.StatusServiceUnavailable)
}
