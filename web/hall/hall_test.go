package hall

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"playground/algos/param"
	"playground/web/peer"
	"playground/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// errGone is what the connection says when the client has left.
var errGone = errors.New("the client is gone")

// A fake is a connection whose client is the test.
type fake struct {
	in   chan string
	gone chan struct{}
	done chan struct{}
	err  error // of Follow

	mu  sync.Mutex
	got []string
}

func follow(ctx context.Context, cfg Config) *fake {
	f := &fake{in: make(chan string), gone: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(f.done)
		f.err = Follow(ctx, f, cfg)
	}()
	return f
}

func (f *fake) Recv(ctx context.Context) ([]byte, error) {
	select {
	case m := <-f.in:
		return []byte(m), nil
	case <-f.gone:
		return nil, errGone
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Send keeps the type of a message and what tells it apart.
func (f *fake) Send(_ context.Context, msg []byte) error {
	var m struct {
		Type, Query, Code, Reason, Why string
		ID                             uint64
		Reset, Following               bool
		Events                         []wire.Event
	}
	if err := json.Unmarshal(msg, &m); err != nil {
		return err
	}
	text := m.Type + m.Query + m.Code + m.Reason + m.Why
	if m.Type == "frame" {
		text += string('0' + rune(m.ID))
	}
	if m.Type == "asked" {
		var asked struct {
			Asking wire.Asking
			Poll   wire.Poll
		}
		if err := json.Unmarshal(msg, &asked); err != nil {
			return err
		}
		text += strings.TrimRight(" "+asked.Asking.Question+" "+asked.Poll.Phase, " ")
	}
	if m.Reset {
		text += " reset"
	}
	for _, e := range m.Events {
		text += " " + e.Kind
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.got = append(f.got, text)
	return nil
}

func (f *fake) SendShared(ctx context.Context, msg *Message) error {
	data, err := msg.Bytes()
	if err != nil {
		return err
	}
	return f.Send(ctx, data)
}

// heard returns what was sent since the last call.
func (f *fake) heard() []string {
	synctest.Wait()
	f.mu.Lock()
	defer f.mu.Unlock()
	got := f.got
	f.got = nil
	return got
}

func (f *fake) expect(t *testing.T, want ...string) {
	t.Helper()
	if got := f.heard(); !slices.Equal(got, want) {
		t.Errorf("the follower heard %q, want %q", got, want)
	}
}

func (f *fake) leave(t *testing.T) {
	t.Helper()
	close(f.gone)
	if <-f.done; f.err != nil {
		t.Errorf("a follower that left ended with %v", f.err)
	}
}

// said publishes a state, a run and a frame.
func said(p *Presenter, query string, id uint64) {
	now := time.Now()
	p.State(wire.State{Type: "state", Query: query, Resume: "SECRET", CanUndo: "secret"}, param.Schema{}, now)
	p.Run(&wire.Run{Type: "run"}, []byte(`{"type":"run"}`), func(m *wire.Run) { m.Events = []wire.Event{{Kind: "all"}} }, now)
	frame(p, id)
}

func frame(p *Presenter, id uint64) {
	p.Frame(id, func(context.Context, wire.View) (*wire.Frame, error) { return &wire.Frame{}, nil }, false, time.Now())
}

func started(t *testing.T, h *Hall) *Presenter {
	t.Helper()
	p := h.Presenter("")
	if err := p.Start(Claim{}); err != nil || p.Key() == "" {
		t.Fatalf("started with the key %q, %v", p.Key(), err)
	}
	return p
}

// counts returns how many broadcasts and holds a hall has.
func counts(h *Hall) (broadcasts, holds int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.broadcasts), len(h.held)
}

// A latecomer gets everything, one who is there only what changed, and one who does
// not paint eight frames at most and then the newest.
func TestFollowersGetTheNewest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		p := started(t, h)
		said(p, "a", 1)
		f := follow(t.Context(), Config{Hall: h})
		f.expect(t)
		f.in <- `{"type":"follow","key":"` + p.Key() + `"}`
		f.expect(t, "statea", "run reset all", "frame1")
		p.Run(&wire.Run{Type: "run"}, []byte(`{"type":"run","events":[{"step":1,"kind":"new"}]}`), nil, time.Now())
		f.expect(t, "run new")
		for id := range uint64(8) {
			frame(p, id+2)
			synctest.Wait()
		}
		f.expect(t, "frame2", "frame3", "frame4", "frame5", "frame6", "frame7", "frame8")
		f.in <- `{"type":"ack","frame":2}`
		f.expect(t, "frame9")
		f.in <- `{"type":"ack","frame":9}`
		f.expect(t)
		f.leave(t)
	})
}

func TestWhatThePresenterKeeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		p := started(t, h)
		said(p, "a", 1)
		b, refused := h.join(p.Key(), usual, &waiter{ring: func() {}})
		if refused != nil {
			t.Fatal(refused)
		}
		data, err := b.look(usual).newest[kindState].whole.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		var st wire.State
		if err := json.Unmarshal(data, &st); err != nil {
			t.Fatal(err)
		}
		if st.Resume != "" || st.CanUndo != "" || !st.Following || st.Query != "a" {
			t.Errorf("followers are told %+v", st)
		}
	})
}

func TestFollowersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(1)
		p := started(t, h)
		says := `{"type":"follow","key":"` + p.Key() + `"}`
		a, b := follow(t.Context(), Config{Hall: h}), follow(t.Context(), Config{Hall: h})
		a.in <- says
		a.expect(t)
		b.in <- says
		b.expect(t, "error"+wire.Busy)
		a.leave(t)
		b.in <- says
		b.expect(t)
		said(p, "a", 1)
		b.expect(t, "statea", "run reset all", "frame1")
		b.in <- `{"type":"follow","key":"wrong"}`
		b.in <- `{"type":"undo"}`
		b.expect(t, "error"+wire.BadField, "error"+wire.BadMessage)
		for range 1000 {
			b.in <- "nonsense"
		}
		if n := len(b.heard()); n > errorBurst {
			t.Errorf("%d errors for a thousand bad messages", n)
		}
		b.leave(t)
	})
}

func TestEndsOfABroadcast(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		joined := func(p *Presenter) *fake {
			f := follow(t.Context(), Config{Hall: h})
			f.in <- `{"type":"follow","key":"` + p.Key() + `"}`
			f.expect(t)
			return f
		}
		over := func(f *fake, why error) {
			t.Helper()
			f.expect(t, "bye"+why.Error())
			if <-f.done; !errors.Is(f.err, why) {
				t.Errorf("following ended with %v", f.err)
			}
		}
		p := started(t, h)
		f := joined(p)
		if err := p.Stop(); err != nil || p.Key() != "" {
			t.Errorf("stopped with the key %q, %v", p.Key(), err)
		}
		over(f, ErrOver)

		p = started(t, h)
		f = joined(p)
		p.Close(false, "RESUME")
		over(f, ErrOver)

		p = started(t, h)
		f = joined(p)
		p.Close(true, "")
		over(f, ErrVacant)

		p = started(t, h)
		f = joined(p)
		p.Close(true, "RESUME")
		time.Sleep(holdTime - time.Second)
		f.expect(t, "waitvacant")
		time.Sleep(time.Second)
		over(f, ErrVacant)
		if n, holds := counts(h); n != 0 || holds != 0 {
			t.Errorf("%d broadcasts and %d holds are left", n, holds)
		}
	})
}

// A presenter whose connection broke goes on under the same key, and frames are
// counted from where they were. A resume key can be used once.
func TestResume(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		p := started(t, h)
		said(p, "a", 7)
		p.Close(true, "RESUME")
		q := h.Presenter("")
		for _, key := range []string{"", "another", p.Key()} {
			if n := q.Resume(key, Claim{}); n != 0 || q.Key() != "" {
				t.Errorf("with %q one gets the broadcast %q at frame %d", key, q.Key(), n)
			}
		}
		if n := q.Resume("RESUME", Claim{}); n != 7 || q.Key() != p.Key() {
			t.Errorf("resumed %q at frame %d, want %q at 7", q.Key(), n, p.Key())
		}
		if n := h.Presenter("").Resume("RESUME", Claim{}); n != 0 {
			t.Error("the key could be used twice")
		}
		time.Sleep(2 * holdTime)
		if n, _ := counts(h); n != 1 {
			t.Error("a broadcast that was resumed has ended")
		}
		q.Close(false, "")
	})
}

func TestWithoutAHall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var h *Hall
		p := h.Presenter("")
		if p.Start(Claim{}) == nil || p.Stop() == nil || p.Resume("RESUME", Claim{}) != 0 {
			t.Error("one can present without a hall")
		}
		said(p, "a", 1)
		p.Close(true, "RESUME")
		f := follow(t.Context(), Config{})
		f.in <- `{"type":"follow","key":"` + KeyOf(secret) + `"}`
		f.expect(t, "error"+wire.BadMessage)
		time.Sleep(peer.SilentTime)
		f.expect(t, "byenothing was said for ten seconds")
		if <-f.done; !errors.Is(f.err, peer.ErrSilent) {
			t.Errorf("following nobody ended with %v", f.err)
		}
	})
}

// What goes to many is made, encoded, deflated and prepared once, for those who can inflate
// and for others.
func TestMessageIsMadeOnce(t *testing.T) {
	built, prepared := 0, map[bool]int{}
	m := lazy(func() wire.Server { built++; return &wire.Bye{Reason: strings.Repeat("because ", 1000)} }, time.Now())
	for range 3 {
		data, err := m.Bytes()
		if err != nil || !json.Valid(data) {
			t.Errorf("%s, %v", data, err)
		}
		for _, inflates := range []bool{true, false} {
			p, err := m.Prepared(inflates, func(payload []byte, isDeflated bool) any {
				prepared[isDeflated]++
				if isDeflated {
					if payload, err = inflated(payload); err != nil {
						t.Error(err)
					}
				}
				return string(payload)
			})
			if err != nil || p != string(data) {
				t.Errorf("prepared %v, %v", p, err)
			}
		}
	}
	if built != 1 || prepared[true] != 1 || prepared[false] != 1 {
		t.Errorf("built %d times, prepared %v times", built, prepared)
	}
	short := encoded([]byte(`{"type":"gather"}`), time.Now())
	if payload, isDeflated, err := short.Payload(true); isDeflated || err != nil || string(payload) != `{"type":"gather"}` {
		t.Errorf("%s, %v, %v", payload, isDeflated, err)
	}
	from := arrived(cast{packed: deflated([]byte(`{"type":"gather"}`))}, time.Now())
	if data, err := from.Bytes(); err != nil || string(data) != `{"type":"gather"}` {
		t.Errorf("what arrived deflated is %s, %v", data, err)
	}
}
