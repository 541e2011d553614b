package hall

import (
	"time"

	"playground/algos/param"
	"playground/web/wire"
)

// A Presenter is a session's side of a broadcast. It publishes what the session
// has sent to its own client. While it does not present, it publishes nothing.
type Presenter struct {
	hall      *Hall // nil: there is none
	key       string
	broadcast *broadcast // nil: the session does not present
}

// Presenter returns a presenter for one session. The hall may be nil.
func (h *Hall) Presenter() *Presenter { return &Presenter{hall: h} }

// Key is the key for followers; empty if the session does not present.
func (p *Presenter) Key() string { return p.key }

// Start begins to present, if the session does not present already.
func (p *Presenter) Start() error {
	if p.hall == nil {
		return refuseWithoutHall()
	}
	if p.broadcast == nil {
		p.key, p.broadcast = p.hall.start()
	}
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
		p.hall.stop(p.key)
		p.key, p.broadcast = "", nil
	}
}

// Resume goes on with the broadcast of a session whose connection broke. It
// returns the id of the last frame in it: ids go on from there. Without such a
// broadcast it does nothing and returns zero.
func (p *Presenter) Resume(resume string) uint64 {
	if p.hall == nil || p.broadcast != nil || resume == "" {
		return 0
	}
	p.key, p.broadcast = p.hall.resume(resume)
	if p.broadcast == nil {
		return 0
	}
	newest, _, _ := p.broadcast.look()
	return newest[kindFrame].frame
}

// Close ends presenting at the end of the session. If the connection broke, the
// broadcast is held for the session that resumes this one.
func (p *Presenter) Close(broken bool, resume string) {
	if p.broadcast != nil && broken {
		p.hall.hold(p.key, resume)
		return
	}
	p.end()
}

// State publishes a state, without what only the presenter is told.
func (p *Presenter) State(m wire.State, schema param.Schema, now time.Time) {
	if p.broadcast == nil {
		return
	}
	m.Resume, m.Follow, m.CanUndo, m.CanRedo = "", "", "", ""
	m.Following = true
	whole := m
	whole.Schema = schema
	p.broadcast.publish(kindState, 0,
		lazy(func() wire.Server { return &m }, now),
		lazy(func() wire.Server { return &whole }, now))
}

// Run publishes a run message, with its bytes. The function events returns all
// events that were sent for this run; it must always return the same ones.
func (p *Presenter) Run(m *wire.Run, msg []byte, events func() []wire.Event, now time.Time) {
	if p.broadcast == nil {
		return
	}
	whole := *m
	whole.Reset = true
	p.broadcast.publish(kindRun, 0, encoded(msg, now), lazy(func() wire.Server {
		whole.Events = events()
		return &whole
	}, now))
}

// Frame publishes a frame with all layers, and the bytes that were sent of it.
func (p *Presenter) Frame(whole *wire.Frame, msg []byte, now time.Time) {
	if p.broadcast != nil {
		p.broadcast.publish(kindFrame, whole.ID, encoded(msg, now), lazy(func() wire.Server { return whole }, now))
	}
}
