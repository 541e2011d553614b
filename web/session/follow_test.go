package session_test

import (
	"errors"
	"fmt"
	"maps"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"playground/web/hall"
	"playground/web/peer"
	"playground/web/session"
	"playground/web/wire"
)

// A page is what a browser shows after a sequence of messages.
type page struct {
	state  wire.State
	resume string
	run    wire.Run
	step   int
	say    string
	panels map[string]wire.Panel
	events []wire.Event
	sizes  string
}

// follow takes messages in as a page does.
func (p *page) follow(all []message) {
	for _, m := range all {
		switch m.Type {
		case "state":
			if m.State.Resume != "" {
				p.resume = m.State.Resume
			}
			schema := p.state.Schema
			if p.state = m.State; len(m.State.Schema) == 0 {
				p.state.Schema = schema
			}
		case "run":
			if m.Run.Reset {
				p.events, p.sizes = nil, ""
			}
			p.events = append(p.events, m.Run.Events...)
			p.sizes += m.Run.Sizes
			p.run = m.Run
			p.run.Events, p.run.Sizes, p.run.Reset = nil, "", false
		case "frame":
			p.paint(m.Frame)
		}
	}
}

func (p *page) paint(f wire.Frame) {
	p.step = f.Step
	panels := map[string]wire.Panel{}
	if f.Brief {
		panels = maps.Clone(p.panels)
	} else {
		if m, ok := f.Mends["say"]; ok {
			f.Say = mended(p.say, m)
		}
		p.say = f.Say
	}
	for _, n := range f.Panels {
		old := p.panels[n.ID]
		layers := maps.Clone(old.Layers)
		if layers == nil {
			layers = map[string]string{}
		}
		maps.Copy(layers, n.Layers)
		for name, m := range n.Mends {
			layers[name] = mended(layers[name], m)
		}
		n.Layers, n.Mends = layers, nil
		if n.Legend == nil {
			n.Legend = old.Legend
		}
		panels[n.ID] = n
	}
	p.panels = panels
}

// mended is a text with other texts in some places.
func mended(layer string, mends []wire.Mend) string {
	units := utf16.Encode([]rune(layer))
	var out []uint16
	from := 0
	for _, m := range mends {
		out = append(append(out, units[from:m.At]...), utf16.Encode([]rune(m.Text))...)
		from = m.At + m.Drop
	}
	return string(utf16.Decode(append(out, units[from:]...)))
}

// seen is what a page shows, without what only the presenter is told.
func (p *page) seen(t *testing.T) any {
	t.Helper()
	for id, panel := range p.panels {
		if len(panel.Layers) != 4 || panel.Legend == nil {
			t.Errorf("panel %s is not complete: %d layers", id, len(panel.Layers))
		}
	}
	st := p.state
	st.Resume, st.Follow, st.CanUndo, st.CanRedo, st.Following = "", "", "", "", false
	return []any{st, p.run, p.step, p.say, p.panels, p.events, p.sizes}
}

// presenting runs a test with a session that presents, and the key of its
// broadcast.
func presenting(t *testing.T, cfg session.Config, query string, test func(t *testing.T, c *client, key string, shown *page)) {
	t.Helper()
	bubble(t, cfg, fmt.Sprintf(`{"type":"open","demo":"walk","query":%q}`, query), func(t *testing.T, c *client, got []message) {
		var shown page
		shown.follow(got)
		c.say(`{"type":"present","on":true}`)
		got = c.settle()
		c.noErrors(got)
		shown.follow(got)
		if shown.state.Follow == "" || shown.state.Following {
			t.Fatalf("the presenter's key is %q", shown.state.Follow)
		}
		test(t, c, shown.state.Follow, &shown)
	})
}

// sizedAs makes the presenter's pictures as large as those of a follower, so that
// the two can be compared.
func sizedAs(c, follower *client, shown, followed *page, more string) {
	followed.follow(follower.settle())
	c.say("%s", sized(followed, more))
	shown.follow(c.settle())
	followed.follow(follower.settle())
}

// sized is a view of the size of what a page shows.
func sized(p *page, more string) string {
	board, side := p.panels["board"].Size, p.panels["chart-x"].Size
	return fmt.Sprintf(`{"type":"view","view":{"board":[%g,%g],"side":[%g,%g],"mend":true%s}}`, board[0], board[1], side[0], side[1], more)
}

func withHall(seats int) session.Config {
	cfg := config()
	cfg.Hall = hall.New(seats)
	cfg.Histories = session.NewHistoryStore()
	return cfg
}

// TestFollowing does everything that changes a page. It looks at the pages of
// three followers: one follows all the time, one does not always paint, and one
// comes late.
func TestFollowing(t *testing.T) {
	cfg := withHall(0)
	presenting(t, cfg, "step=3", func(t *testing.T, c *client, key string, shown *page) {
		steady, lazy := watch(t, cfg, key), watch(t, cfg, key)
		var steadily, lazily page
		var painted uint64 // the last frame that the lazy one has
		sizedAs(c, steady, shown, &steadily, "")
		for i, says := range []string{
			`{"type":"step","by":1,"size":"small"}`,
			`{"type":"points","op":"move","index":0,"x":0.5,"y":0.25}`,
			`{"type":"undo"}`,
			`{"type":"play","rate":50,"size":"small"}`,
			sized(&steadily, `,"panels":{"chart-x":{"hidden":["highest"],"log":true}}`),
			`{"type":"seek","to":"end"}`,
			`{"type":"points","op":"clear"}`,
			`{"type":"open","demo":"walk","query":"steps=3000&step=end"}`,
			`{"type":"set","name":"drift","value":"0.5"}`,
		} {
			lazy.ack(i%3 == 0)
			c.say("%s", says)
			shown.follow(c.after(300 * time.Millisecond))
			got := lazy.settle()
			painted = max(painted, lastFrame(got))
			lazily.follow(got)
			steadily.follow(steady.settle())
			if diff := cmp.Diff(shown.seen(t), steadily.seen(t)); diff != "" {
				t.Fatalf("after %s -presenter +follower:\n%.2000s", says, diff)
			}
			late := watch(t, cfg, key)
			var lately page
			lately.follow(late.settle())
			if diff := cmp.Diff(shown.seen(t), lately.seen(t)); diff != "" {
				t.Fatalf("after %s -presenter +latecomer:\n%.2000s", says, diff)
			}
			if st := lately.state; !st.Following || st.Follow != "" || st.Resume != "" || st.CanUndo != "" {
				t.Errorf("a follower is told %+v", st)
			}
			if err := late.leave(); err != nil {
				t.Error(err)
			}
		}
		lazy.ack(true)
		lazy.say(`{"type":"ack","frame":%d}`, painted)
		lazily.follow(lazy.after(time.Second))
		if diff := cmp.Diff(shown.seen(t), lazily.seen(t)); diff != "" {
			t.Fatalf("-presenter +one who painted little:\n%.2000s", diff)
		}
		if err := errors.Join(steady.leave(), lazy.leave()); err != nil {
			t.Error(err)
		}
	})
}

// TestFollowersAtTheirSize has followers with screens of different sizes. Each sees
// what a session of its own would show at that size, whatever the presenter's size
// is, and even if the presenter shows the board only.
func TestFollowersAtTheirSize(t *testing.T) {
	cfg := withHall(0)
	presenting(t, cfg, "step=3", func(t *testing.T, c *client, key string, _ *page) {
		const wall = `{"type":"view","view":{"board":[1100,900],"side":[400,200],"mend":true,"projector":true,"board_only":true}}`
		c.say("%s", wall)
		c.settle()
		for _, view := range []string{
			`"board":[366,320],"side":[340,185]`, `"board":[640,480],"side":[350,190]`, `"board":[1000,760],"side":[426,231],"projector":true`,
		} {
			f := watchAt(t, cfg, key, view)
			var followed, alone page
			followed.follow(f.settle())
			own := connect(t, cfg)
			own.say(`{"type":"open","demo":"walk","query":"step=3"}`)
			more := ""
			if strings.Contains(view, "projector") {
				more = `,"projector":true`
			}
			for range 3 {
				alone.follow(own.settle())
				own.say("%s", sized(&followed, more))
				alone.follow(own.settle())
				if diff := cmp.Diff(alone.panels, followed.panels); diff != "" {
					t.Errorf("%s: -alone +follower:\n%.2000s", view, diff)
				}
				if alone.step != followed.step || alone.say != followed.say {
					t.Errorf("%s: step %d, want %d", view, followed.step, alone.step)
				}
				for _, all := range []*client{c, own} {
					all.say(`{"type":"step","by":1,"size":"small"}`)
				}
				time.Sleep(200 * time.Millisecond)
				followed.follow(f.settle())
				c.settle()
			}
			if err := errors.Join(f.leave(), own.leave()); err != nil {
				t.Error(err)
			}
			c.say(`{"type":"seek","step":3}`)
			c.settle()
		}
	})
}

// TestSlowFollowers has followers that do not paint, or do not even read. One
// frame waits for each, and neither the presenter nor another follower waits.
func TestSlowFollowers(t *testing.T) {
	cfg := withHall(0)
	presenting(t, cfg, "preset=long", func(t *testing.T, c *client, key string, _ *page) {
		blind, deaf, quick := watch(t, cfg, key), watch(t, cfg, key), watch(t, cfg, key)
		blind.settle() // the first frame
		blind.ack(false)
		deaf.settle()
		deaf.stall(true)
		c.say(`{"type":"play","rate":10,"size":"small"}`)
		got := c.after(20*time.Second + 5*time.Millisecond)
		if n := len(of(got, "frame")); n != 200 {
			t.Errorf("the presenter got %d frames in 20 s, want 200", n)
		}
		all := quick.settle()
		if n := len(of(all, "frame")); n != 201 && n != 200 { // the first one may be overtaken by the second
			t.Errorf("a follower got %d frames, want 201", n)
		}
		sent := of(blind.settle(), "frame")
		if len(sent) != 8 {
			t.Fatalf("a follower that does not paint got %d frames, want 8", len(sent))
		}
		blind.say(`{"type":"ack","frame":%d}`, sent[7].Frame.ID)
		deaf.stall(false)
		for name, slow := range map[string]*client{"blind": blind, "deaf": deaf} {
			frames := of(slow.settle(), "frame")
			if len(frames) == 0 || len(frames) > 2 {
				t.Errorf("%s: %d frames had queued", name, len(frames))
				continue
			}
			if f := frames[len(frames)-1].Frame; f.Step != 200 || len(f.Panels[0].Layers) != 4 {
				t.Errorf("%s: the next frame shows step %d with %d layers, want the newest, complete", name, f.Step, len(f.Panels[0].Layers))
			}
		}
		if err := errors.Join(blind.leave(), deaf.leave(), quick.leave()); err != nil {
			t.Error(err)
		}
	})
}

// TestFollowersChangeNothing sends everything that a follower may not send.
func TestFollowersChangeNothing(t *testing.T) {
	cfg := withHall(0)
	presenting(t, cfg, "", func(t *testing.T, c *client, key string, _ *page) {
		f := watch(t, cfg, key)
		f.settle()
		for _, says := range []string{
			`{"type":"open","demo":"walk"}`, `{"type":"seed","seed":9}`, `{"type":"step","by":1}`, `{"type":"undo"}`,
			`{"type":"points","op":"clear"}`, `{"type":"present","on":false}`, `{"type":"play","rate":9}`, `nonsense`,
		} {
			f.say("%s", says)
			if e := f.last(f.after(time.Second), "error").Error; e.Code != wire.BadMessage {
				t.Errorf("%s gives %+v", says, e)
			}
		}
		if got := c.settle(); len(got) != len(of(got, "room")) {
			t.Errorf("the presenter heard %v", kinds(got))
		}
		for range 1000 {
			f.say("nonsense")
		}
		if n := len(of(f.settle(), "error")); n > 20 {
			t.Errorf("%d errors for a thousand bad messages", n)
		}
		if err := f.leave(); err != nil {
			t.Error(err)
		}
	})
}

// TestEndOfAPresentation tells the followers that the presenter has stopped or
// left, or that the server ends.
func TestEndOfAPresentation(t *testing.T) {
	for _, end := range []string{"stops", "leaves", "shuts"} {
		t.Run(end, func(t *testing.T) {
			cfg := withHall(0)
			presenting(t, cfg, "", func(t *testing.T, c *client, key string, _ *page) {
				f := watch(t, cfg, key)
				f.settle()
				time.Sleep(20 * time.Minute) // followers are silent by nature
				want := "the presenter has left"
				switch end {
				case "stops":
					c.say(`{"type":"present","on":false}`)
					if st := c.last(c.settle(), "state").State; st.Follow != "" {
						t.Errorf("the key is still %q", st.Follow)
					}
				case "leaves":
					if err := c.leave(); err != nil {
						t.Error(err)
					}
					if got := f.after(59 * time.Second); len(got) != 1 || got[0].Wait.Why != wire.Vacant {
						t.Errorf("a follower hears %v when the connection broke", kinds(got))
					}
					time.Sleep(time.Second)
					want = "the presenter's connection broke"
				case "shuts":
					want = "the server is shutting down"
					_ = f.shut()
				}
				if bye := f.last(f.settle(), "bye").Bye; bye.Reason != want {
					t.Errorf("a follower hears %q, want %q", bye.Reason, want)
				}
				if err := f.ended(); err == nil {
					t.Error("following ended without a reason")
				}
				if end == "shuts" {
					return
				}
				late := watch(t, cfg, key)
				if w := late.last(late.settle(), "wait").Wait; w.Why != wire.Unbegun {
					t.Errorf("with an old key one waits because it is %q", w.Why)
				}
				if err := late.leave(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestPresenterComesBack resumes on another connection. Its followers go on, and
// have no more credits than before. Nobody else can take the broadcast.
func TestPresenterComesBack(t *testing.T) {
	cfg := withHall(0)
	presenting(t, cfg, "", func(t *testing.T, c *client, key string, shown *page) {
		f := watch(t, cfg, key)
		var followed page
		sizedAs(c, f, shown, &followed, "")
		for range 5 {
			c.say(`{"type":"step","by":1,"size":"small"}`)
			shown.follow(c.after(200 * time.Millisecond))
			followed.follow(f.settle())
		}
		// The first state has the key to go on with.
		resume := shown.resume
		if err := c.leave(); err != nil {
			t.Error(err)
		}
		time.Sleep(30 * time.Second)
		for _, other := range []string{"", key, "another"} {
			o := connect(t, cfg)
			o.say(`{"type":"open","demo":"walk","resume":%q}`, other)
			if st := o.last(o.settle(), "state").State; st.Follow != "" {
				t.Errorf("with %q one takes the broadcast", other)
			}
			if err := o.leave(); err != nil {
				t.Error(err)
			}
		}
		late := watch(t, cfg, key)
		var lately page
		lately.follow(late.settle())
		if diff := cmp.Diff(followed.seen(t), lately.seen(t)); diff != "" {
			t.Errorf("one who joins meanwhile sees -follower +latecomer:\n%.2000s", diff)
		}
		if err := late.leave(); err != nil {
			t.Error(err)
		}
		f.ack(false)
		again := connect(t, cfg)
		again.say(`{"type":"open","demo":"walk","query":"step=9","resume":%q}`, resume)
		again.say("%s", sized(&followed, ""))
		got := again.after(200 * time.Millisecond)
		shown.follow(got)
		if st := again.last(got, "state").State; st.Follow != key {
			t.Fatalf("the presenter is back under %q, was under %q", st.Follow, key)
		}
		heard := f.settle()
		for range 8 {
			again.say(`{"type":"step","by":1,"size":"small"}`)
			shown.follow(again.after(200 * time.Millisecond))
			heard = append(heard, f.settle()...)
		}
		if n := len(of(heard, "frame")); n != 8 {
			t.Errorf("a follower that does not paint got %d frames, want 8", n)
		}
		f.say(`{"type":"ack","frame":%d}`, f.last(heard, "frame").Frame.ID)
		followed.follow(append(heard, f.settle()...))
		if diff := cmp.Diff(shown.seen(t), followed.seen(t)); diff != "" {
			t.Fatalf("-presenter +follower:\n%.2000s", diff)
		}
		time.Sleep(time.Hour / 4)
		if got := f.settle(); len(got) != 0 {
			t.Errorf("later a follower hears %v", kinds(got))
		}
		if err := errors.Join(f.leave(), again.leave()); err != nil {
			t.Error(err)
		}
	})
}

// TestFollowersAreBounded checks the bound, and that a place is free again after
// a follower left.
func TestFollowersAreBounded(t *testing.T) {
	cfg := withHall(2)
	presenting(t, cfg, "", func(t *testing.T, _ *client, key string, _ *page) {
		a, b, third := watch(t, cfg, key), watch(t, cfg, key), watch(t, cfg, "")
		synctest.Wait()
		third.settle()
		third.say(`{"type":"follow","key":%q}`, key)
		if e := third.last(third.settle(), "error").Error; e.Code != wire.Busy || !strings.Contains(e.Message, "2") {
			t.Errorf("a third follower hears %+v", e)
		}
		if err := a.leave(); err != nil {
			t.Error(err)
		}
		third.say(`{"type":"follow","key":%q}`, key)
		third.last(third.settle(), "frame")
		if err := errors.Join(b.leave(), third.leave()); err != nil {
			t.Error(err)
		}
	})
}

// TestNoHall refuses to present and to follow. A connection that follows nobody
// ends after a while.
func TestNoHall(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"present","on":true}`)
		if e := c.last(c.settle(), "error").Error; e.Code != wire.BadMessage {
			t.Errorf("present: %+v", e)
		}
		c.say(`{"type":"follow","key":"KEY"}`)
		if e := c.last(c.settle(), "error").Error; e.Code != wire.BadMessage {
			t.Errorf("follow in a session: %+v", e)
		}
		f := watch(t, config(), "KEY")
		if e := f.last(f.settle(), "error").Error; e.Code != wire.BadMessage {
			t.Errorf("follow: %+v", e)
		}
		time.Sleep(peer.SilentTime)
		if err := f.ended(); !errors.Is(err, peer.ErrSilent) {
			t.Errorf("following nobody ended with %v", err)
		}
	})
}
