package session_test

import (
	"reflect"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"playground/algos"
	"playground/web/testdemos/handles"
	"playground/web/wire"
)

// Turning a picture starts no run over: there is no run message, the step stays, frames are
// brief while the hand moves, and at the end the page is what it is for who opens the link.
func TestTurningLeavesTheRunAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Demo = func(string) (algos.Demo, bool) { return handles.Demo(), true }
		a := connect(t, cfg)
		a.say(`{"type":"open","demo":"hands","query":"step=2","view":{"board":[320,280],"side":[200,120],"brief":true}}`)
		var p page
		p.follow(a.after(time.Second))
		before, brief := p.panels["turn"].Layers["data"], 0
		if before == "" {
			t.Fatal("there is no picture to turn")
		}
		for x := range 10 {
			a.say(`{"type":"set","name":"turn","value":"%d,20","live":true}`, 40+x)
			got := a.after(50 * time.Millisecond)
			p.follow(got)
			if n := len(of(got, "run")); n > 0 {
				t.Errorf("move %d: %v", x, kinds(got))
			}
			for _, m := range of(got, "frame") {
				brief++
				if f := m.Frame; !f.Brief || f.Step != 2 || f.Reset || f.Say != "" {
					t.Errorf("move %d: %+v", x, f)
				}
			}
		}
		if brief != 10 || p.panels["turn"].Layers["data"] == before {
			t.Errorf("%d pictures at 10 moves", brief)
		}
		a.say(`{"type":"set","name":"turn","value":"50,20"}`)
		rest := a.after(2 * time.Second)
		p.follow(rest)
		if len(of(rest, "run")) > 0 || a.last(rest, "frame").Frame.Brief || a.last(rest, "frame").Frame.Step != 2 {
			t.Errorf("at the end: %v", kinds(rest))
		}
		state := a.last(rest, "state").State
		if state.Query != "step=2&turn=50%2C20" || state.Params["turn"] != "50,20" {
			t.Errorf("the state is %q, %v", state.Query, state.Params)
		}
		b := connect(t, cfg)
		b.say(`{"type":"open","demo":"hands","query":%q,"view":{"board":[320,280],"side":[200,120],"brief":true}}`, state.Query)
		var same page
		same.follow(b.after(time.Second))
		p.state, same.state = wire.State{}, wire.State{} // these tell of the edits, too
		if !reflect.DeepEqual(p.seen(t), same.seen(t)) {
			t.Errorf("who opens the link sees something else: %s", cmp.Diff(p.seen(t), same.seen(t)))
		}
		// Undo turns it back, and starts no run over, either.
		a.say(`{"type":"undo"}`)
		undone := a.after(time.Second)
		p.follow(undone)
		if len(of(undone, "run")) > 0 {
			t.Errorf("undone: %v", kinds(undone))
		}
		if p.panels["turn"].Layers["data"] != before {
			t.Error("undo does not turn it back")
		}
		leave(t, []*client{a, b})
	})
}
