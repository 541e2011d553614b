package hall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/wire"
)

// A net carries what halls say to each other, without a network.
type net struct {
	mu        sync.Mutex
	listeners map[*ear]bool
	lose      func(from, to int, subject string) bool // nil: nothing is lost
	said      map[string]int                          // by the end of the subject
}

// losing decides what is lost from now on.
func (n *net) losing(lose func(from, to int, subject string) bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.lose = lose
}

// counted returns what was said since the last call, by the end of the subject.
func (n *net) counted() map[string]int {
	n.mu.Lock()
	defer n.mu.Unlock()
	said := n.said
	n.said = map[string]int{}
	return said
}

func newNet() *net { return &net{listeners: map[*ear]bool{}, said: map[string]int{}} }

// A port is where one server joins a net.
type port struct {
	net *net
	at  int
	cut atomic.Bool
}

type sent struct {
	subject string
	data    []byte
	answer  func([]byte)
}

// An ear is a listener at a port.
type ear struct {
	port     *port
	in       chan sent
	done     chan struct{}
	mu       sync.Mutex
	subjects map[string]bool
}

// say hands a message to all who listen, and returns to how many.
func (n *net) say(from *port, subject string, data []byte, answer func([]byte)) int {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.said[subject[strings.LastIndexByte(subject, '.')+1:]]++
	count := 0
	for e := range n.listeners {
		e.mu.Lock()
		hears := e.subjects[subject] && e.port != from
		e.mu.Unlock()
		if !hears || from.cut.Load() || e.port.cut.Load() || n.lose != nil && n.lose(from.at, e.port.at, subject) {
			continue
		}
		select {
		case e.in <- sent{subject, data, answer}:
			count++
		default: // a slow listener
		}
	}
	return count
}

func (p *port) Publish(subject string, data []byte) error {
	if p.cut.Load() {
		return errors.New("cut")
	}
	p.net.say(p, subject, data, nil)
	return nil
}

func (p *port) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	answer := make(chan []byte, 1)
	n := p.net.say(p, subject, data, func(b []byte) {
		select {
		case answer <- b:
		default:
		}
	})
	if n == 0 {
		return nil, errors.New("nobody listens")
	}
	select {
	case b := <-answer:
		return b, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *port) Cut() bool { return p.cut.Load() }

func (p *port) Listen(hear func(string, []byte, func([]byte))) Listener {
	e := &ear{port: p, in: make(chan sent, 64), done: make(chan struct{}), subjects: map[string]bool{}}
	p.net.mu.Lock()
	p.net.listeners[e] = true
	p.net.mu.Unlock()
	go func() {
		for {
			select {
			case m := <-e.in:
				hear(m.subject, m.data, m.answer)
			case <-e.done:
				return
			}
		}
	}()
	return e
}

func (e *ear) Hear(subject string) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.subjects[subject] = true
	return nil
}

func (e *ear) Ignore(subject string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.subjects, subject)
}

func (e *ear) Close() {
	e.port.net.mu.Lock()
	defer e.port.net.mu.Unlock()
	if e.port.net.listeners[e] {
		delete(e.port.net.listeners, e)
		close(e.done)
	}
}

// joined runs a test with the halls of several servers on one net.
func joined(t *testing.T, n int, test func(t *testing.T, net *net, ports []*port, halls []*Hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		nt := newNet()
		var ports []*port
		var halls []*Hall
		for i := range n {
			p := &port{net: nt, at: i}
			ports = append(ports, p)
			h := With(Settings{Relay: p, Followers: 20})
			h.node = uint64(i + 1)
			halls = append(halls, h)
		}
		defer func() {
			for _, h := range halls {
				h.Close()
			}
			synctest.Wait()
		}()
		test(t, nt, ports, halls)
	})
}

// A screen is a follower that shows what it gets, and acknowledges it.
type screen struct {
	*viewer
	state wire.State
	why   string // it waits
	run   wire.Run
	got   wire.Got
	frame *wire.Frame
	heard []string // everything but frames
	count int      // frames
}

func (s *screen) Send(_ context.Context, msg []byte) error {
	var m struct{ Type string }
	if err := json.Unmarshal(msg, &m); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Type != "frame" {
		s.heard = append(s.heard, m.Type)
	}
	switch m.Type {
	case "state":
		s.why = ""
		return json.Unmarshal(msg, &s.state)
	case "wait":
		var w wire.Wait
		err := json.Unmarshal(msg, &w)
		s.why = w.Why
		return err
	case "run":
		var r wire.Run
		err := json.Unmarshal(msg, &r)
		if !r.Reset {
			r.Events, r.Sizes = append(s.run.Events, r.Events...), s.run.Sizes+r.Sizes
		}
		s.run = r
		return err
	case "frame":
		var f wire.Frame
		if err := json.Unmarshal(msg, &f); err != nil {
			return err
		}
		whole, err := s.got.Merge(&f)
		if err != nil {
			return err
		}
		s.frame = whole
		s.count++
		go func() {
			select {
			case s.in <- fmt.Sprintf(`{"type":"ack","frame":%d}`, f.ID):
			case <-s.done:
			}
		}()
	}
	return nil
}

func (s *screen) SendShared(ctx context.Context, msg *Message) error {
	data, err := msg.Bytes()
	if err != nil {
		return err
	}
	return s.Send(ctx, data)
}

// watches follows a key with a page of some width.
func watches(t *testing.T, h *Hall, key string, board float64) *screen {
	t.Helper()
	s := &screen{viewer: &viewer{fake: &fake{in: make(chan string), gone: make(chan struct{}), done: make(chan struct{})}}}
	go func() {
		defer close(s.done)
		s.err = Follow(t.Context(), s, Config{Hall: h})
	}()
	s.in <- fmt.Sprintf(`{"type":"follow","key":%q,%s}`, key, viewOf(board, board/2))
	return s
}

// A lecture presents things that depend on a number.
type lecture struct {
	*Presenter
	id uint64
}

// shows presents picture x: the axes stay the same.
func (l *lecture) shows(x int) {
	now := time.Now()
	l.id++
	l.State(wire.State{Demo: "walk", Query: fmt.Sprint("x=", x)}, nil, now)
	l.Run(&wire.Run{Total: x, Reset: x == 0}, nil, func(m *wire.Run) {
		for i := range x {
			m.Events = append(m.Events, wire.Event{Step: i})
		}
	}, now)
	l.Frame(l.id, func(_ context.Context, v wire.View) (*wire.Frame, error) {
		layers := map[string]string{"axes": fmt.Sprint("axes ", v.Board), "data": fmt.Sprint("data ", x, v.Board)}
		legend := fmt.Sprint("legend ", x/10)
		return &wire.Frame{Step: x, Panels: []wire.Panel{{ID: "board", Size: v.Board, Layers: layers, Legend: &legend}}}, nil
	}, false, now)
}

// sees checks that screens show picture x, each at its size.
func sees(t *testing.T, x int, screens ...*screen) {
	t.Helper()
	synctest.Wait()
	for i, s := range screens {
		s.mu.Lock()
		f := s.frame
		switch {
		case f == nil:
			t.Errorf("screen %d shows nothing, want %d; it heard %v", i, x, s.heard)
		case f.Step != x || s.state.Query != fmt.Sprint("x=", x) || len(s.run.Events) != x || s.why != "":
			t.Errorf("screen %d shows step %d of %s with %d events, waits %q; want %d", i, f.Step, s.state.Query, len(s.run.Events), s.why, x)
		default:
			v := f.Panels[0].Size
			if p := f.Panels[0]; p.Layers["axes"] != fmt.Sprint("axes ", v) || p.Layers["data"] != fmt.Sprint("data ", x, v) || *p.Legend != fmt.Sprint("legend ", x/10) {
				t.Errorf("screen %d shows the layers %v", i, p.Layers)
			}
		}
		s.mu.Unlock()
	}
}

// waitsFor checks that screens say why they wait.
func waitsFor(t *testing.T, why string, screens ...*screen) {
	t.Helper()
	synctest.Wait()
	for i, s := range screens {
		s.mu.Lock()
		if s.why != why {
			t.Errorf("screen %d waits because of %q, want %q", i, s.why, why)
		}
		s.mu.Unlock()
	}
}

func (s *screen) leave(t *testing.T) {
	t.Helper()
	close(s.gone)
	if <-s.done; s.err != nil {
		t.Errorf("a follower that left ended with %v", s.err)
	}
}

// Those on other servers see the same at the same moment, also those who were there before
// and those who come late, and screens of each size get pictures of their own.
func TestFollowersOnOtherServers(t *testing.T) {
	joined(t, 3, func(t *testing.T, n *net, _ []*port, halls []*Hall) {
		key := KeyOf(secret)
		early := watches(t, halls[1], key, 300)
		waitsFor(t, wire.Unbegun, early)
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		screens := []*screen{early}
		for x := range 30 {
			p.shows(x)
			time.Sleep(50 * time.Millisecond)
			sees(t, x, screens...)
			if x%5 == 0 {
				screens = append(screens, watches(t, halls[x/5%3], key, 300+100*float64(x%3)))
				time.Sleep(300 * time.Millisecond)
				sees(t, x, screens...)
			}
		}
		time.Sleep(2 * time.Second)
		if m := p.broadcast.room(p.term, 20); m.Here != len(screens) {
			t.Errorf("%d are here, want %d", m.Here, len(screens))
		}
		said := n.counted()
		if frames := said["0"] + said["1"] + said["2"] + said["3"] + said["4"]; frames > 90 || frames == 0 || said["5"] != 0 {
			t.Errorf("%v was said", said)
		}
		if f, ok := halls[2].Find(t.Context(), key[:8]); !ok || f != (Found{key, "walk", "x=29"}) {
			t.Errorf("found %v, %v", f, ok)
		}
		for _, s := range screens[1:] {
			s.leave(t)
		}
		if err := p.Stop(); err != nil {
			t.Error(err)
		}
		<-early.done
		if !errors.Is(early.err, ErrOver) {
			t.Errorf("following ended with %v", early.err)
		}
		time.Sleep(2 * overTime)
		for i, h := range halls {
			if b, _ := counts(h); b != 0 || len(h.over) != 0 {
				t.Errorf("server %d has %d broadcasts and says of %d that they are over", i, b, len(h.over))
			}
		}
	})
}

// Casts that get lost are made up for, also the last one before a pause, and nobody sees
// a picture that never was.
func TestLostCastsAreMadeUpFor(t *testing.T) {
	joined(t, 2, func(t *testing.T, n *net, _ []*port, halls []*Hall) {
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		s := watches(t, halls[1], p.Key(), 300)
		p.shows(0)
		time.Sleep(time.Second)
		sees(t, 0, s)
		count := 0
		n.losing(func(_, _ int, _ string) bool {
			count++
			return count%7 == 0 || count%11 < 2
		})
		worst := 0
		for x := range 200 {
			p.shows(x + 1)
			time.Sleep(100 * time.Millisecond)
			synctest.Wait()
			s.mu.Lock()
			late := x + 1 - s.frame.Step
			if f := s.frame.Panels[0]; f.Layers["data"] != fmt.Sprint("data ", s.frame.Step, f.Size) {
				t.Fatalf("a picture that never was: %v", f.Layers)
			}
			s.mu.Unlock()
			if worst = max(worst, late); late > 10 {
				t.Fatalf("after %d pictures one is shown that is %d late", x, late)
			}
		}
		n.losing(nil)
		time.Sleep(time.Second)
		sees(t, 200, s)
		if tr := halls[1].Traffic(); tr.Gaps == 0 {
			t.Errorf("nothing was made up for: %+v", tr)
		}
		n.losing(func(_, _ int, subject string) bool { return strings.Contains(subject, "cast") })
		p.shows(201)
		time.Sleep(20 * time.Millisecond)
		n.losing(nil)
		time.Sleep(time.Second)
		sees(t, 201, s)
		s.leave(t)
		p.Close(false, "")
		t.Logf("the latest picture was %d late", worst)
	})
}

// A presenter who comes back on another server goes on there, and everybody follows.
// The old server's connection, if it is alive, is told that the room is taken.
func TestThePresenterMovesToAnotherServer(t *testing.T) {
	for _, skew := range []time.Duration{0, -time.Hour, time.Hour} {
		joined(t, 3, func(t *testing.T, _ *net, _ []*port, halls []*Hall) {
			halls[0].mu.Lock()
			halls[0].epoch = uint64(time.Now().Add(skew).UnixMilli())
			halls[0].mu.Unlock()
			old := &lecture{Presenter: presents(t, halls[0], secret)}
			screens := []*screen{watches(t, halls[0], old.Key(), 300), watches(t, halls[1], old.Key(), 300), watches(t, halls[2], old.Key(), 300)}
			for x := range 40 {
				old.shows(x)
				time.Sleep(100 * time.Millisecond)
			}
			sees(t, 39, screens...)
			p := &lecture{Presenter: presents(t, halls[1], secret)}
			for x := range 3 {
				p.shows(x)
				time.Sleep(time.Second)
				sees(t, x, screens...)
			}
			if m := old.Room(time.Now()); m == nil || !m.Taken || old.Key() != "" {
				t.Errorf("skew %v: the presenter before hears %+v", skew, m)
			}
			old.shows(77)
			time.Sleep(time.Second)
			sees(t, 2, screens...)
			if err := old.Start(Claim{Secret: secret}); err != nil { // takes it back
				t.Fatal(err)
			}
			old.shows(5)
			time.Sleep(time.Second)
			sees(t, 5, screens...)
			for _, s := range screens {
				s.leave(t)
			}
			old.Close(false, "")
			p.Close(false, "")
		})
	}
}

// Where the presenter's server is gone, followers elsewhere wait, and go on with the next
// one. The presenter hears that those elsewhere are cut off; those here are not.
func TestServersAreCutOff(t *testing.T) {
	joined(t, 3, func(t *testing.T, _ *net, ports []*port, halls []*Hall) {
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		here, there := watches(t, halls[0], p.Key(), 300), watches(t, halls[1], p.Key(), 300)
		p.shows(1)
		time.Sleep(time.Second)
		sees(t, 1, here, there)
		ports[0].cut.Store(true)
		p.shows(2)
		time.Sleep(quietTime + time.Second)
		sees(t, 2, here)
		waitsFor(t, wire.Vacant, there)
		if m := p.broadcast.room(p.term, 20); !m.Cut || m.Here != 1 {
			t.Errorf("the presenter hears %+v", m)
		}
		ports[0].cut.Store(false)
		time.Sleep(2 * time.Second)
		sees(t, 2, here, there)
		if m := p.broadcast.room(p.term, 20); m.Cut || m.Here != 2 {
			t.Errorf("the presenter hears %+v", m)
		}
		ports[0].cut.Store(true)
		time.Sleep(2 * goneTime)
		waitsFor(t, wire.Vacant, there)
		q := &lecture{Presenter: presents(t, halls[2], secret)}
		q.shows(3)
		time.Sleep(time.Second)
		sees(t, 3, there)
		sees(t, 2, here)
		ports[0].cut.Store(false) // two have the presenter: the newer one counts
		time.Sleep(2 * time.Second)
		sees(t, 3, here, there)
		here.leave(t)
		there.leave(t)
		p.Close(false, "")
		q.Close(false, "")
	})
}

// A room whose presenter cannot come back ends elsewhere as well; one whose presenter's
// connection broke waits.
func TestVacantElsewhere(t *testing.T) {
	joined(t, 2, func(t *testing.T, _ *net, ports []*port, halls []*Hall) {
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		s := watches(t, halls[1], p.Key(), 300)
		p.shows(1)
		time.Sleep(time.Second)
		p.Close(true, "RESUME")
		time.Sleep(10 * time.Millisecond)
		waitsFor(t, wire.Vacant, s)
		time.Sleep(2 * holdTime)
		waitsFor(t, wire.Vacant, s)
		q := &lecture{Presenter: presents(t, halls[0], secret)}
		q.shows(2)
		time.Sleep(time.Second)
		sees(t, 2, s)
		q.Close(false, "")
		<-s.done

		r := &lecture{Presenter: presents(t, halls[0], "")} // without a secret
		a, b := watches(t, halls[1], r.Key(), 300), watches(t, halls[1], r.Key(), 300)
		r.shows(1)
		time.Sleep(2 * time.Second)
		sees(t, 1, a, b)
		a.leave(t)
		ports[0].cut.Store(true)
		time.Sleep(goneTime + time.Second)
		if <-b.done; !errors.Is(b.err, ErrVacant) {
			t.Errorf("following ended with %v", b.err)
		}
		r.Close(false, "")
	})
}

// A room has as many seats on all servers together as on one. Ears elsewhere hear the
// presenter's call, and questions get to the presenter's server.
func TestOneRoomOnManyServers(t *testing.T) {
	joined(t, 2, func(t *testing.T, _ *net, _ []*port, halls []*Hall) {
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		p.shows(1)
		p.Answer(func(kind string, body []byte) ([]byte, error) {
			if kind != "vote" {
				return nil, errors.New("what is a " + kind)
			}
			return append([]byte("counted "), body...), nil
		})
		var all []*screen
		for i := range 18 {
			all = append(all, watches(t, halls[i%2], p.Key(), 300))
		}
		alone := joins(t, halls[1], p.Key(), `,"ears":true`)
		time.Sleep(2 * time.Second)
		sees(t, 1, all...)
		last := watches(t, halls[1], p.Key(), 300)
		time.Sleep(2 * time.Second)
		sees(t, 1, last)
		for _, h := range halls {
			f := joins(t, h, p.Key(), "")
			f.expect(t, "error"+wire.Busy)
			f.leave(t)
		}
		if err := p.Gather(time.Now()); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Second)
		alone.expect(t, "gather")
		for _, h := range halls {
			b := h.broadcasts[p.Key()]
			if reply, err := b.ask(t.Context(), "vote", []byte("yes")); err != nil || string(reply) != "counted yes" {
				t.Errorf("asked: %q, %v", reply, err)
			}
			if _, err := b.ask(t.Context(), "cheese", nil); err == nil || err.Error() != "what is a cheese" {
				t.Errorf("asked: %v", err)
			}
		}
		for _, s := range append(all, last) {
			s.leave(t)
		}
		alone.leave(t)
		time.Sleep(5 * time.Second)
		if m := p.broadcast.room(p.term, 20); m.Here != 0 {
			t.Errorf("%d are here", m.Here)
		}
		p.Close(false, "")
	})
}

// Where nobody follows elsewhere, a server says that it is there, and no more.
func TestAnEmptyNetIsQuiet(t *testing.T) {
	joined(t, 2, func(t *testing.T, n *net, _ []*port, halls []*Hall) {
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		s := watches(t, halls[0], p.Key(), 300)
		time.Sleep(time.Second)
		n.counted()
		for x := range 100 {
			p.shows(x)
			time.Sleep(100 * time.Millisecond)
		}
		sees(t, 99, s)
		if said := n.counted(); len(said) != 1 || said[subjectSaid] > 11 {
			t.Errorf("in ten seconds was said %v", said)
		}
		s.leave(t)
		p.Close(false, "")
	})
}
