package session

import (
	"hash/maphash"
	"slices"
	"time"

	"playground/web/peer"
	"playground/web/wire"
)

// outgoing says what the client has not been told yet. A message is made when the
// writer can take it, so it always says what is newest.
type outgoing struct {
	writing bool          // the writer has a message
	errors  []*wire.Error // bounded by peer.MaxErrors
	slowed  time.Time     // when the client was last told to slow down

	preview *wire.Preview // of a file; nil: none

	state  time.Time // when a state is due; zero: it is not
	schema bool      // with the schema

	reset    bool      // the next run message starts over
	run      time.Time // no run message before
	total    int       // what the last one said
	complete bool
	events   int // how many events were sent
	ghost    comparison

	// frameNext lets a frame go before the next run message. If steps take long,
	// both are due every time.
	frameNext bool

	inspect bool // the client waits to hear of what it looks at

	dirty  bool      // what is shown has changed
	charts time.Time // when a run that is being recorded is drawn again
	shown  bool      // the run as it stands was drawn at least once
	done   bool      // the picture shows the complete run
	frames uint64    // id of the last frame
	flight []uint64  // frames not acknowledged
	badAck uint64    // the last impossible one that was complained about
	sent   map[layer]uint64
	hash   maphash.Seed
}

// A layer is one string of a frame that is sent when it changes.
type layer struct{ panel, name string }

func newOutgoing() outgoing {
	return outgoing{hash: maphash.MakeSeed(), sent: map[layer]uint64{}}
}

// opened asks for everything to be sent anew.
func (o *outgoing) opened(now time.Time) {
	o.state, o.schema = now, true
	clear(o.sent)
}

// stateBy asks for a state. During a gesture, or while the cursor moves, it is sent
// later, so that one state stands for many changes.
func (o *outgoing) stateBy(now time.Time, later bool) {
	if later {
		now = now.Add(stateTime)
	}
	if o.state.IsZero() || now.Before(o.state) {
		o.state = now
	}
}

// restarted forgets what was sent of the run before.
func (o *outgoing) restarted(now time.Time) {
	o.reset, o.run = true, now
	o.total, o.complete, o.events = 0, false, 0
	o.dirty, o.shown, o.done = false, false, false
}

// acknowledge frees the credits of all frames up to id.
func (o *outgoing) acknowledge(id uint64) *wire.Error {
	if id > o.frames {
		if o.badAck == id {
			return nil
		}
		o.badAck = id
		return wire.Refuse(wire.BadField, "frame", "frame %d was not sent", id)
	}
	for len(o.flight) > 0 && o.flight[0] <= id {
		o.flight = o.flight[1:]
	}
	return nil
}

// credit reports whether another frame may be sent.
func (o *outgoing) credit() bool { return len(o.flight) < peer.Credits }

// thin returns a frame without what the client has already. The frame itself is
// not changed.
func (o *outgoing) thin(whole *wire.Frame) *wire.Frame {
	f := *whole
	f.Panels = slices.Clone(f.Panels)
	sent := make(map[layer]uint64, len(o.sent))
	same := func(l layer, text string) bool {
		h := maphash.String(o.hash, text)
		was, ok := o.sent[l]
		sent[l] = h
		return ok && was == h
	}
	for i := range f.Panels {
		p := &f.Panels[i]
		layers := make(map[string]string, len(p.Layers))
		for name, svg := range p.Layers {
			if !same(layer{p.ID, name}, svg) {
				layers[name] = svg
			}
		}
		p.Layers = layers
		if p.Legend != nil && same(layer{p.ID, "legend"}, *p.Legend) {
			p.Legend = nil
		}
	}
	// A panel that is not in this frame is gone from the page.
	o.sent = sent
	return &f
}

// complain sends an error as soon as possible, unless too many wait already.
func (s *session) complain(e *wire.Error) {
	if len(s.out.errors) < peer.MaxErrors {
		s.out.errors = append(s.out.errors, e)
	}
}

// send hands a message to the writer, which must be free.
func (s *session) send(m wire.Server) ([]byte, error) {
	msg, err := wire.Encode(m)
	if err != nil {
		return nil, err
	}
	s.w.out <- msg
	s.out.writing = true
	s.cfg.Meter.MessageSent(len(msg))
	return msg, nil
}

// moved asks for what is due after the transport has changed.
func (s *session) moved(due effect, now time.Time) {
	if due.state {
		s.out.stateBy(now, false)
	}
	if due.stateLater {
		s.out.stateBy(now, true)
	}
	if due.picture {
		s.touch()
	}
}

// touch asks for a new picture.
func (s *session) touch() {
	if s.rec == nil {
		return
	}
	if s.out.dirty {
		s.cfg.Meter.FrameSkipped()
	}
	s.out.dirty = true
}

// bye says why the session ends, if the client still listens.
func (s *session) bye(err error) {
	m := &wire.Bye{Reason: peer.Reason(err)}
	if m.Reason == "" {
		return
	}
	timeout := time.NewTimer(peer.ByeTime)
	defer timeout.Stop()
	if s.out.writing && !s.w.wait(timeout.C) {
		return
	}
	if _, err := s.send(m); err == nil {
		s.w.wait(timeout.C)
	}
}
