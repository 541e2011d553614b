package session

import (
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

	state     time.Time // when a state is due; zero: it is not
	roomState time.Time // and one for those who follow
	schema    bool      // with the schema

	reset    bool      // the next run message starts over
	run      time.Time // no run message before
	total    int       // what the last one said
	complete bool
	events   int // how many events were sent
	sizes    int // of how many steps
	ghost    comparison

	// frameNext lets a frame go before the next run message. If steps take long,
	// both are due every time.
	frameNext bool

	inspect bool // the client waits to hear of what it looks at

	dirty  bool      // what is shown has changed
	charts time.Time // when a run that is being recorded is drawn again
	shown  bool      // the run as it stands was drawn at least once
	done   bool      // the picture shows the complete run
	hasty  time.Time // when the run was first drawn without what takes long; zero: it was not
	rested bool      // the hand that made the run has rested since
	brief  bool      // the run was drawn briefly, and nothing else was said of it
	told   time.Time // when a picture was last drawn that is not brief; zero: the next one must not be
	// telling: the picture that is due tells what the brief one before it has left out.
	telling bool
	// filling: what is due only fills in what a moving hand has left out.
	filling bool
	turning bool      // since the run began only a picture was turned, by hand
	frames  uint64    // id of the last frame
	flight  int       // how many are not acknowledged
	sent    wire.Sent // what the client has of them
}

// opened asks for everything to be sent anew.
func (o *outgoing) opened(now time.Time) {
	o.state, o.roomState, o.schema = now, now, true
	o.told = time.Time{}
	o.sent.Forget()
}

// stateBy asks for a state at a time or before. During a gesture, or while the cursor
// moves, it is sent later, so that one state stands for many changes.
func (o *outgoing) stateBy(at time.Time) {
	for _, due := range []*time.Time{&o.state, &o.roomState} {
		if due.IsZero() || at.Before(*due) {
			*due = at
		}
	}
}

// restarted forgets what was sent of the run before.
func (o *outgoing) restarted(now time.Time) {
	o.reset, o.run = true, now
	o.total, o.complete, o.events, o.sizes = 0, false, 0, 0
	o.dirty, o.shown, o.done = false, false, false
	o.hasty, o.rested, o.filling, o.brief, o.telling, o.turning = time.Time{}, false, false, false, false, false
}

// credit reports whether another frame may be sent.
func (o *outgoing) credit() bool { return o.flight < peer.Credits }

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
	s.hand(outbound{msg: msg})
	return msg, nil
}

// hand hands an encoded message to the writer, which must be free.
func (s *session) hand(m outbound) {
	s.w.out <- m
	s.out.writing = true
	s.cfg.Meter.MessageSent(len(m.msg))
}

// moved asks for what is due after the transport has changed.
func (s *session) moved(due effect, now time.Time) {
	if due.state {
		s.out.stateBy(now)
	}
	if due.stateLater && s.moving() { // the run of another place is longer or shorter
		s.out.stateBy(now.Add(handTime))
	} else if due.stateLater {
		s.out.stateBy(now.Add(stateTime))
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
	s.out.dirty, s.room.dirty, s.out.filling = true, true, false
}

// bye says why the session ends, if the client still listens.
func (s *session) bye(err error) {
	m := peer.Bye(err)
	if m == nil {
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
