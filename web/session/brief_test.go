package session_test

import (
	"context"
	"reflect"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/hall"
	"playground/web/session"
	"playground/web/turns"
	"playground/web/wire"
)

// press lets others wait for the only processor all the time, until the function that it
// returns is called.
func press(cfg *session.Config) (end func()) {
	cfg.Turns = turns.New(turns.Config{Processors: 1})
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range 3 {
		share := cfg.Turns.Share("others")
		all.Go(func() {
			for ctx.Err() == nil {
				_ = share.Do(ctx, turns.Step, func() error { time.Sleep(2 * time.Millisecond); return nil })
			}
		})
	}
	return func() { cancel(); all.Wait() }
}

const briefly = `{"type":"open","demo":"line","query":%q,"view":{"board":[320,280],"side":[200,120],"brief":true,"mend":true}}`

// TestManyHandsGetBriefFrames drags a point while others wait for the processor. What is
// under the hand comes at every move, and the rest of the page a few times a second; when
// the hand rests, the page is what it would be if nobody had dragged.
func TestManyHandsGetBriefFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		end := press(&cfg)
		defer end()
		a := connect(t, cfg)
		a.say(briefly, "data=moons~40~0.24~7&step=end")
		var p page
		p.follow(a.after(time.Second))
		brief, whole, mended := 0, 0, 0
		var told time.Time // when the last frame that is not brief came
		fresh := false     // a brief frame was of a run that no message has told of
		for x := range 40 {
			a.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0.5,"live":true}`, float64(x)/40)
			got := a.after(50 * time.Millisecond)
			p.follow(got)
			for _, m := range got {
				switch {
				case m.Type == "run":
					fresh = fresh && !m.Run.Reset
				case m.Type != "frame":
				case m.Frame.Brief:
					brief++
					fresh = true
					mended += len(m.Frame.Panels[0].Mends)
					if f := m.Frame; !f.Reset || len(f.Panels) != 1 || f.Say != "" || len(f.Checks) > 0 || f.Total < 2 {
						t.Errorf("a brief frame of %d panels says %q, reset %v, %d steps", len(f.Panels), f.Say, f.Reset, f.Total)
					}
				default:
					whole++
					if late := m.at.Sub(told); whole > 1 && late > 1100*time.Millisecond {
						t.Errorf("for %v all frames are brief", late)
					}
					if told = m.at; fresh {
						t.Error("a frame that is not brief comes before the message of its run")
					}
				}
			}
		}
		if mended < 38 {
			t.Errorf("%d layers of brief frames are mended", mended)
		}
		if brief < 38 || whole < 1 || whole > 4 {
			t.Errorf("%d brief frames and %d others at 40 moves of a hand in two seconds", brief, whole)
		}
		rested := a.after(2 * time.Second)
		p.follow(rested)
		if f := a.last(rested, "frame").Frame; f.Brief || fresh != (len(of(rested, "run")) == 1) {
			t.Errorf("when the hand rests: %v, brief %v", kinds(rested), f.Brief)
		}
		a.say(`{"type":"points","op":"place"}`)
		query := a.last(append(rested, a.after(time.Second)...), "state").State.Query
		b := connect(t, cfg)
		b.say(briefly, query)
		var same page
		same.follow(b.after(time.Second))
		p.state, same.state = wire.State{}, wire.State{} // these tell of the edits, too
		if !reflect.DeepEqual(p.seen(t), same.seen(t)) {
			t.Errorf("the page shows %d panels and %d events, and says %q; who opens it sees %d and %d, and %q",
				len(p.panels), len(p.events), p.say, len(same.panels), len(same.events), same.say)
		}
		leave(t, []*client{a, b})
	})
}

// TestNobodyWaitsNoFrameIsBrief drags a point alone, for a page that takes no brief
// frames, and for others that follow.
func TestNobodyWaitsNoFrameIsBrief(t *testing.T) {
	for name, c := range map[string]struct {
		pressed, presents bool
		open              string
	}{
		"alone":     {open: briefly},
		"whole":     {pressed: true, open: `{"type":"open","demo":"line","query":%q}`},
		"presenter": {pressed: true, presents: true, open: briefly},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				cfg := config()
				cfg.Hall = hall.New(0)
				if c.pressed {
					defer press(&cfg)()
				}
				a := connect(t, cfg)
				a.say(c.open, "data=moons~16~0.24~7&step=end")
				if c.presents {
					a.say(`{"type":"present","on":true}`)
				}
				a.after(time.Second)
				for x := range 20 {
					a.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0.5,"live":true}`, float64(x)/20)
					for _, f := range of(a.after(50*time.Millisecond), "frame") {
						if f.Frame.Brief {
							t.Error("a frame is brief")
						}
					}
				}
				leave(t, []*client{a})
			})
		})
	}
}
