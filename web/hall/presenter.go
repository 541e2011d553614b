package hall

import (
	"crypto/rand"
	"time"

	"playground/algos/param"
	"playground/web/peer"
	"playground/web/wire"
)

// A Claim is what a client shows to present in a room.
type Claim struct {
	Secret string // from which the key for followers comes, see [KeyOf]; empty: the key is random
	// Page is a name that the client has given itself; empty: it has none. What it presented
	// before is not another one's.
	Page string
	// Epoch is that of the room as the client was told it when it presented there; 0: it
	// begins anew.
	Epoch uint64
}

// A Presenter is a session's side of a broadcast. It publishes what the session
// has sent to its own client. While it does not present, it publishes nothing.
type Presenter struct {
	hall      *Hall  // nil: there is none
	address   string // of the session's client
	key       string
	broadcast *broadcast // nil: the session does not present
	term      uint64     // see broadcast
	lost      *wire.Room // that another page has taken meanwhile, as is to be told; nil: none

	changed chan struct{} // has a token when the room may have changed
	told    wire.Room     // what the client was told of it
	again   time.Time     // and it is told no more before
	calls   peer.Bucket   // of gathering
}

const (
	roomTime  = time.Second // between messages about the room
	callRate  = 0.5         // a second
	callBurst = 3           // at once
)

// Presenter returns a presenter for one session, whose client has an address. The
// hall may be nil.
func (h *Hall) Presenter(address string) *Presenter {
	return &Presenter{hall: h, address: address, changed: make(chan struct{}, 1), calls: peer.NewBucket(callRate, callBurst, time.Now())}
}

// Key is the key for followers; empty if the session does not present.
func (p *Presenter) Key() string { return p.key }

// Start begins to present, if the session does not present already. Whoever presents under
// the key does so no longer.
func (p *Presenter) Start(c Claim) error {
	if p.hall == nil {
		return refuseWithoutHall()
	}
	if p.broadcast != nil && p.broadcast.has(p.term) {
		return nil
	}
	if p.key = rand.Text(); c.Secret != "" {
		p.key = KeyOf(c.Secret)
	}
	c.Epoch = 0 // whoever presses it wants the room in any case
	p.claim(c)
	return nil
}

func (p *Presenter) claim(c Claim) {
	p.told, p.again, p.lost = wire.Room{}, time.Time{}, nil
	if p.broadcast, p.term = p.hall.claim(p.key, p.changed, c); p.broadcast == nil {
		p.lost = &wire.Room{Key: p.key, Code: wire.RoomCode(p.key), Seats: p.hall.limit, Taken: true}
		p.key = ""
	}
}

// Changed has a token when the room may have changed, see [Presenter.Room].
func (p *Presenter) Changed() <-chan struct{} { return p.changed }

// Room returns what is new of the room, to be sent to the session's own client; nil if
// that is nothing, or was told a moment ago. Once it says that the room is taken, the
// session presents no more.
func (p *Presenter) Room(now time.Time) *wire.Room {
	if at, ok := p.RoomAt(now); !ok || now.Before(at) {
		return nil
	}
	if p.lost != nil {
		m := p.lost
		p.lost = nil
		return m
	}
	p.told, p.again = p.broadcast.room(p.term, p.hall.limit), now.Add(roomTime)
	m := p.told
	if m.Taken {
		p.key, p.broadcast = "", nil
	}
	return &m
}

// RoomAt is when there is something to tell of the room; false if there is nothing.
func (p *Presenter) RoomAt(now time.Time) (time.Time, bool) {
	if p.lost != nil {
		return now, true
	}
	if p.broadcast == nil {
		return time.Time{}, false
	}
	m := p.broadcast.room(p.term, p.hall.limit)
	if m == p.told {
		return time.Time{}, false
	}
	if m.Taken || now.After(p.again) {
		return now, true
	}
	return p.again, true
}

// Gather calls those back who went on alone.
func (p *Presenter) Gather(now time.Time) error {
	switch {
	case p.broadcast == nil:
		return wire.Refuse(wire.BadMessage, "type", "nobody follows: the page does not present")
	case !p.calls.Ready(now):
		return wire.Refuse(wire.Busy, "", "all were called a moment ago")
	}
	p.calls.Spend(now, 1)
	p.broadcast.gather(p.term)
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
// that shows its secret presents even if nothing is known of the broadcast any more; but
// not if another one has begun to present there after the epoch that this one knows. Resume returns the id of the last frame in it: ids go on from
// there. Without such a broadcast it does nothing and returns zero.
func (p *Presenter) Resume(resume string, c Claim) uint64 {
	switch {
	case p.hall == nil || p.broadcast != nil:
		return 0
	case c.Secret != "":
		p.key = KeyOf(c.Secret)
		p.claim(c)
	case resume != "":
		p.key, p.broadcast, p.term = p.hall.resume(resume, p.changed)
		p.told, p.again = wire.Room{}, time.Time{}
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
	p.broadcast.note(p.term, gist{m.Demo, m.Query, m.Asking, m.Poll}, now)
	p.broadcast.publish(p.term, kindState,
		lazy(func() wire.Server { return &m }, now),
		lazy(func() wire.Server { return &whole }, now))
}

// At says where the presenter is, for those who watch by steps: at a step that anybody can
// draw who has the recipe.
func (p *Presenter) At(c wire.Cursor) {
	if p.broadcast != nil {
		p.broadcast.goTo(p.term, c)
	}
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

// Prepare has drawn, for each class of followers, what the frame shows that is to be
// published at a time. It has an effect only if that frame is drawn by the same function.
func (p *Presenter) Prepare(draw Draw, at time.Time) {
	if p.broadcast != nil {
		p.broadcast.prepare(p.term, draw, at)
	}
}

// Frame publishes what the frame with that id shows. It is drawn for each class of
// followers, and nobody waits for that. If the run plays, others follow by themselves.
func (p *Presenter) Frame(id uint64, draw Draw, plays bool, now time.Time) {
	if p.broadcast != nil {
		p.broadcast.show(p.term, id, draw, plays, now)
	}
}
