package hall

import (
	"crypto/rand"
	"time"

	"playground/algos/param"
	"playground/web/wire"
)

// A Presenter is a session's side of a broadcast. It publishes what the session
// has sent to its own client. While it does not present, it publishes nothing.
type Presenter struct {
	hall      *Hall  // nil: there is none
	address   string // of the session's client
	key       string
	broadcast *broadcast // nil: the session does not present
	term      uint64     // see broadcast
}

// Presenter returns a presenter for one session, whose client has an address. The
// hall may be nil.
func (h *Hall) Presenter(address string) *Presenter { return &Presenter{hall: h, address: address} }

// Key is the key for followers; empty if the session does not present.
func (p *Presenter) Key() string { return p.key }

// Start begins to present, if the session does not present already. The key for
// followers comes from the client's secret, see [KeyOf]; without one it is random.
func (p *Presenter) Start(secret string) error {
	if p.hall == nil {
		return refuseWithoutHall()
	}
	if p.broadcast != nil {
		return nil
	}
	if p.key = rand.Text(); secret != "" {
		p.key = KeyOf(secret)
	}
	p.broadcast, p.term = p.hall.claim(p.key)
	return nil
}

// Stop ends presenting. It is an error only if there is no hall.
func (p *Presenter) Stop() error {
	if p.hall == nil {
		return refuseWithoutHall()
	}
	p.end()
	return nil
}

func (p *Presenter) end() {
	if p.broadcast != nil {
		p.hall.stop(p.key, p.term, ErrOver)
		p.key, p.broadcast = "", nil
	}
}

// Resume goes on with the broadcast of a session whose connection broke. A client
// that shows its secret presents in any case, even if nothing is known of the
// broadcast any more. Resume returns the id of the last frame in it: ids go on from
// there. Without such a broadcast it does nothing and returns zero.
func (p *Presenter) Resume(resume, secret string) uint64 {
	switch {
	case p.hall == nil || p.broadcast != nil:
		return 0
	case secret != "":
		p.key = KeyOf(secret)
		p.broadcast, p.term = p.hall.claim(p.key)
	case resume != "":
		p.key, p.broadcast, p.term = p.hall.resume(resume)
	}
	if p.broadcast == nil {
		return 0
	}
	return p.broadcast.last()
}

// Close ends presenting at the end of the session. If the connection broke, the
// broadcast is held for the session that resumes this one.
func (p *Presenter) Close(broken bool, resume string) {
	if p.broadcast != nil && broken {
		p.hall.hold(p.key, p.term, resume, p.address)
		return
	}
	p.end()
}

// State publishes a state, without what only the presenter is told.
func (p *Presenter) State(m wire.State, schema param.Schema, now time.Time) {
	if p.broadcast == nil {
		return
	}
	m.Resume, m.Follow, m.CanUndo, m.CanRedo, m.Edits = "", "", "", "", nil
	m.Following = true
	whole := m
	whole.Schema = schema
	p.broadcast.publish(p.term, kindState,
		lazy(func() wire.Server { return &m }, now),
		lazy(func() wire.Server { return &whole }, now))
}

// Followed reports whether somebody follows.
func (p *Presenter) Followed() bool { return p.broadcast != nil && p.broadcast.size() > 0 }

// Ready reports whether somebody follows, and the last frame is drawn for all of them.
func (p *Presenter) Ready() bool { return p.broadcast != nil && p.broadcast.ready() }

// Run publishes a run message, with its bytes; without them all followers get the
// complete message. The function complete adds the events and
// sizes of all steps that were sent for this run; it must always add the same ones.
func (p *Presenter) Run(m *wire.Run, msg []byte, complete func(*wire.Run), now time.Time) {
	if p.broadcast == nil {
		return
	}
	if m.Reset {
		p.broadcast.restart(p.term)
	}
	whole := *m
	whole.Reset = true
	all := lazy(func() wire.Server {
		complete(&whole)
		return &whole
	}, now)
	next := all
	if msg != nil {
		next = encoded(msg, now)
	}
	p.broadcast.publish(p.term, kindRun, next, all)
}

// Frame publishes what the frame with that id shows. It is drawn for each class of
// followers, and nobody waits for that.
func (p *Presenter) Frame(id uint64, draw Draw, now time.Time) {
	if p.broadcast != nil {
		p.broadcast.show(p.term, id, draw, now)
	}
}
