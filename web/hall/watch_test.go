package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"playground/algos/param"
	"playground/web/wire"
)

// A guide keeps what a client that watches by steps is told, and when.
type guide struct {
	*fake
	began time.Time

	mu   sync.Mutex
	told []string
}

// Send keeps where the client is led: the time in ms, the run, the step, and the recipe if
// it is said.
func (g *guide) Send(ctx context.Context, msg []byte) error {
	var c wire.Cursor
	if err := json.Unmarshal(msg, &c); err != nil {
		return err
	}
	if c.Type != "cursor" {
		return g.fake.Send(ctx, msg)
	}
	text := fmt.Sprint(time.Since(g.began).Milliseconds(), " ", c.Run, " ", c.Step)
	if c.Recipe != nil {
		text += " " + *c.Recipe + " " + c.Lang
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.told = append(g.told, text)
	return nil
}

func (g *guide) SendShared(ctx context.Context, msg *Message) error {
	data, err := msg.Bytes()
	if err != nil {
		return err
	}
	return g.Send(ctx, data)
}

func (g *guide) expect(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	if !slices.Equal(g.told, want) {
		t.Errorf("the watcher was told %q, want %q", g.told, want)
	}
	g.told = nil
}

// watched lets a client watch under a key.
func watched(t *testing.T, h *Hall, key, more string) *guide {
	g := &guide{fake: &fake{in: make(chan string), gone: make(chan struct{}), done: make(chan struct{})}, began: time.Now()}
	frames := func(demo, query string, class int) string { return fmt.Sprint(demo, "/", query, "/", class) }
	go func() {
		defer close(g.done)
		g.err = Follow(t.Context(), g, Config{Hall: h, Watch: true, Frames: frames, Lang: "en"})
	}()
	g.in <- fmt.Sprintf(`{"type":"follow","key":%q,"cursor":true%s}`, key, more)
	return g
}

func at(query string, step int) wire.Cursor {
	return wire.Cursor{Demo: "walk", Query: query, Step: step}
}

// Who watches is told where the presenter is, four times a second at most, twice where the
// run changes, and the recipe only then.
func TestWatchersAreLed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		p := started(t, h)
		p.At(at("a=1", 0))
		synctest.Wait()
		time.Sleep(time.Second)
		g := watched(t, h, p.Key(), "")
		g.expect(t, "0 walk/a=1/3 0 a=1 en")
		for step := range 10 { // in 990 ms
			p.At(at("a=1", step+1))
			time.Sleep(110 * time.Millisecond)
		}
		g.expect(t, "0 walk/a=1/3 1", "250 walk/a=1/3 3", "500 walk/a=1/3 5", "750 walk/a=1/3 7", "1000 walk/a=1/3 10")
		time.Sleep(900 * time.Millisecond)
		for i := range 3 {
			p.At(at(fmt.Sprint("a=", i+2), i))
			time.Sleep(100 * time.Millisecond)
		}
		g.expect(t, "2000 walk/a=2/3 0 a=2 en")
		time.Sleep(time.Second)
		g.expect(t, "2500 walk/a=4/3 2 a=4 en")
		p.At(at("a=4", 2)) // is no news
		g.expect(t)

		// Pages of one size share what is written; one that is turned is led elsewhere.
		other := watched(t, h, p.Key(), "")
		other.expect(t, "0 walk/a=4/3 2 a=4 en")
		g.in <- `{"type":"view","view":{"board":[264,220],"side":[240,130]}}`
		g.expect(t, "3300 walk/a=4/0 2 a=4 en")
		if r := p.broadcast.room(p.term, 9); r.Here != 2 || !p.Followed() || !p.Ready() {
			t.Errorf("the presenter is told of %d", r.Here)
		}
		other.leave(t)

		// It waits for a presenter whose connection broke, and is told the same place when
		// somebody presents again.
		p.Close(true, "RESUME")
		g.fake.expect(t, "waitvacant")
		q := h.Presenter("")
		q.Resume("RESUME", Claim{})
		g.expect(t)
		time.Sleep(time.Second)
		q.At(at("a=4", 2))
		g.expect(t, "4300 walk/a=4/0 2")
		p.At(at("a=9", 9)) // presents no more
		time.Sleep(time.Second)
		g.expect(t)
		q.At(at("a=4", 3))
		g.expect(t, "5300 walk/a=4/0 3")
		q.At(at("a=4", 4))
		if err := q.Stop(); err != nil { // before the last place was told
			t.Error(err)
		}
		<-g.done
		time.Sleep(time.Second)
		g.expect(t)
	})
}

// They take no seat of those who follow, and nothing is drawn for them.
func TestWatchersTakeNoSeat(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(1), &easel{}
		p := started(t, h)
		var all []*guide
		for range 3 {
			all = append(all, watched(t, h, p.Key(), ""))
		}
		e.show(p, 1)
		synctest.Wait()
		if drawn := e.counted(); len(drawn) != 0 {
			t.Errorf("drawn %v", drawn)
		}
		f := follow(t.Context(), Config{Hall: h})
		f.in <- `{"type":"follow","key":"` + p.Key() + `"}`
		f.expect(t, "frame1")
		f.in <- `{"type":"follow","key":"` + p.Key() + `","cursor":true}`
		f.expect(t, "errorbad-field")
		f.leave(t)
		for _, g := range all {
			g.leave(t)
		}
		p.Close(false, "")
		if n, _ := counts(h); n != 0 {
			t.Errorf("%d broadcasts are left", n)
		}
	})
}

// Who watches on another server than the presenter's is led there, too: when places get
// lost, when the presenter moves to another server, and after a wait.
func TestWatchersOnOtherServers(t *testing.T) {
	joined(t, 3, func(t *testing.T, n *net, _ []*port, halls []*Hall) {
		loses := func(lose func(from, to int, subject string) bool) {
			n.mu.Lock()
			defer n.mu.Unlock()
			n.lose = lose
		}
		p := presents(t, halls[0], secret)
		g := watched(t, halls[1], p.Key(), "")
		time.Sleep(time.Second)
		g.expect(t)
		g.fake.expect(t, "waitunbegun") // until the other server has answered
		p.At(at("a=1", 1))
		time.Sleep(100 * time.Millisecond)
		g.last(t, "walk/a=1/3 1 a=1 en")
		late := watched(t, halls[2], p.Key(), "")
		time.Sleep(1100 * time.Millisecond)
		late.last(t, "walk/a=1/3 1 a=1 en")
		if r := p.broadcast.room(p.term, 9); r.Here != 2 || !p.Followed() {
			t.Errorf("the presenter is told of %d", r.Here)
		}
		for step := range 20 {
			p.At(at("a=1", step+2))
			time.Sleep(100 * time.Millisecond)
		}
		time.Sleep(300 * time.Millisecond)
		g.last(t, "walk/a=1/3 21")
		late.last(t, "walk/a=1/3 21")
		loses(func(int, int, string) bool { return true })
		p.At(at("a=2", 0))
		time.Sleep(100 * time.Millisecond)
		loses(nil)
		time.Sleep(1100 * time.Millisecond)
		g.last(t, "walk/a=2/3 0 a=2 en")

		q := presents(t, halls[2], secret) // the page comes back on another server
		q.At(at("a=3", 4))
		time.Sleep(1100 * time.Millisecond)
		g.last(t, "walk/a=3/3 4 a=3 en")
		late.last(t, "walk/a=3/3 4 a=3 en")

		loses(func(from, to int, _ string) bool { return from == 2 || to == 2 })
		time.Sleep(quietTime + time.Second)
		g.fake.expect(t, "waitvacant")
		loses(nil)
		time.Sleep(2 * time.Second)
		g.last(t, "walk/a=3/3 4") // it waits no more
		if count := n.said[castSubject(usual)]; count > 0 {
			t.Errorf("%d pictures were sent for nobody", count)
		}
		g.leave(t)
		late.leave(t)
		time.Sleep(time.Second)
		if r := q.broadcast.room(q.term, 9); r.Here != 0 {
			t.Errorf("the presenter is told of %d after all have left", r.Here)
		}
		p.Close(false, "")
		q.Close(false, "")
	})
}

// last checks where the watcher was led at last, whenever that was.
func (g *guide) last(t *testing.T, want string) {
	t.Helper()
	synctest.Wait()
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(g.told) == 0 {
		t.Errorf("the watcher was told nothing, want %q", want)
		return
	}
	_, got, _ := strings.Cut(g.told[len(g.told)-1], " ")
	if got != want {
		t.Errorf("the watcher was told %q, want %q at last", g.told, want)
	}
	g.told = nil
}

// Those who watch are told what the room is asked, on every server, and their votes are
// counted like others.
func TestWatchersAreAsked(t *testing.T) {
	joined(t, 2, func(t *testing.T, _ *net, _ []*port, halls []*Hall) {
		p := presents(t, halls[0], secret)
		state := func(a *wire.Asking, phase string) {
			m := wire.State{Demo: "walk", Query: "a=1", Asking: a}
			if phase != "" {
				m.Poll = &wire.Poll{ID: "POLL", Round: 1, Phase: phase}
			}
			p.State(m, param.Schema{}, time.Now())
			time.Sleep(100 * time.Millisecond)
		}
		state(nil, "")
		p.At(at("a=1", 1))
		all := []*guide{watched(t, halls[0], p.Key(), ""), watched(t, halls[1], p.Key(), "")}
		time.Sleep(2 * time.Second)
		for _, g := range all {
			g.heard()
			g.last(t, "walk/a=1/3 1 a=1 en")
		}
		both := func(want ...string) {
			t.Helper()
			for _, g := range all {
				g.fake.expect(t, want...)
			}
		}
		question := &wire.Asking{Question: "next", Kind: "option"}
		state(question, "")
		both("asked next")
		state(question, "")
		both()
		ballot := opened()
		p.SetBallot(ballot)
		state(question, wire.PhaseOpen)
		both("asked next open")
		late := watched(t, halls[1], p.Key(), "")
		late.last(t, "walk/a=1/3 1 a=1 en")
		late.fake.expect(t, "asked next open")
		for i, g := range append(all, late) {
			g.in <- fmt.Sprintf(`{"type":"vote","poll":"POLL","round":1,"voter":"%s","seq":1,"answer":{"option":%d}}`, voterText(voterOf(i)), i)
		}
		time.Sleep(3 * time.Second)
		both("voted")
		if got := bars(ballot, 1); got != [options]int{1, 1, 1} {
			t.Errorf("counted %v", got)
		}
		state(nil, "")
		both("asked")
		state(nil, "")
		both()
		for _, g := range append(all, late) {
			g.leave(t)
		}
		p.Close(false, "")
	})
}
