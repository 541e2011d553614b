package session_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/algos"
	"playground/web/peer"
	"playground/web/session"
	"playground/web/wire"
)

// in runs a test in a bubble with a client that has opened a recipe.
func in(t *testing.T, query string, test func(t *testing.T, c *client, opened []message)) {
	t.Helper()
	inWith(t, config(), query, test)
}

func inWith(t *testing.T, cfg session.Config, query string, test func(t *testing.T, c *client, opened []message)) {
	t.Helper()
	bubble(t, cfg, fmt.Sprintf(`{"type":"open","demo":"walk","query":%q}`, query), test)
}

// bubble runs a test in virtual time with a client that has said something.
func bubble(t *testing.T, cfg session.Config, open string, test func(t *testing.T, c *client, opened []message)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, cfg)
		c.say("%s", open)
		test(t, c, c.settle())
		select {
		case <-c.done: // the test ended the session
		default:
			if err := c.leave(); err != nil {
				t.Errorf("the session of a client that left: %v", err)
			}
		}
	})
}

func TestOpen(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		if want := []string{"state", "run", "frame 0"}; !slices.Equal(kinds(got), want) {
			t.Fatalf("got %v, want %v", kinds(got), want)
		}
		st := got[0].State
		if st.Demo != "walk" || st.Query != "" || st.Preset != "short" || st.Seed != 7 || len(st.Points) != 3 ||
			st.Params["steps"] != "40" || len(st.Schema) == 0 || st.Playing || st.Rate != 8 || st.Size != "step" {
			t.Errorf("state %+v", st)
		}
		if !slices.Equal(st.Classes, []string{"−1", "+1", "2"}) || st.Target != "classes" || st.Limits.Points != 50 {
			t.Errorf("classes %v, target %s, limits %+v", st.Classes, st.Target, st.Limits)
		}
		run := got[1].Run
		if run.Total != 41 || !run.Complete || !run.Reset || run.Status.State != "converged" || len(run.Events) == 0 {
			t.Errorf("run %+v", run)
		}
		f := got[2].Frame
		if f.Step != 0 || f.Total != 41 || f.ID != 1 || f.Say == "" || len(f.Checks) != 2 || len(f.Panels) != 3 {
			t.Errorf("frame %+v", f)
		}
		if f.Checks[0].Holds == nil || !*f.Checks[0].Holds || f.Checks[1].Holds != nil || f.Checks[1].Left != nil {
			t.Errorf("checks %+v", f.Checks)
		}
		if f.Metrics[2].Value != nil { // log of a negative number
			t.Error("a number that is not finite was sent")
		}
		for _, p := range f.Panels {
			if len(p.Layers) != 4 || p.Legend == nil {
				t.Errorf("the first frame's panel %s is not complete", p.ID)
			}
		}
	})
}

func TestOpenAtTheEnd(t *testing.T) {
	in(t, "preset=end", func(t *testing.T, c *client, got []message) {
		if f := c.last(got, "frame").Frame; f.Step != 40 || len(of(got, "frame")) != 1 {
			t.Errorf("frames %v, want one, of step 40", kinds(got))
		}
	})
}

func TestOnlyChangedLayersAreSent(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"step","by":1,"size":"small"}`)
		f := c.last(c.settle(), "frame").Frame
		for _, p := range f.Panels {
			if p.ID != "board" {
				continue
			}
			if _, ok := p.Layers["over"]; !ok {
				t.Error("the ring moved, but its layer was not sent")
			}
			for _, name := range []string{"axes", "data"} {
				if _, ok := p.Layers[name]; ok {
					t.Errorf("layer %s was sent again", name)
				}
			}
			if p.Legend != nil {
				t.Error("the legend was sent again")
			}
		}
	})
}

func TestStepping(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		for _, m := range []struct {
			say  string
			want int
		}{
			{`{"type":"step","by":1}`, 2},
			{`{"type":"step","by":1,"size":"small"}`, 3},
			{`{"type":"step","by":3,"size":"step"}`, 8},
			{`{"type":"step","by":2,"size":"pass"}`, 20},
			{`{"type":"step","by":-1,"size":"small"}`, 19},
			{`{"type":"step","by":-1,"size":"pass"}`, 10},
			{`{"type":"step","by":-100}`, 0},
			{`{"type":"seek","step":33}`, 33},
			{`{"type":"seek","to":"start"}`, 0},
			{`{"type":"seek","to":"next","event":"half"}`, 20},
			{`{"type":"seek","to":"end"}`, 40},
			{`{"type":"seek","to":"prev","event":"half"}`, 20},
			{`{"type":"step","by":1000,"size":"pass"}`, 40},
			{`{"type":"seek","step":500}`, 40},
		} {
			c.say("%s", m.say)
			got := c.settle()
			c.noErrors(got)
			if f := c.last(got, "frame").Frame; f.Step != m.want {
				t.Errorf("%s shows step %d, want %d", m.say, f.Step, m.want)
			}
		}
	})
}

// TestBackIsForwardIsReplay compares the frames of a step however it is reached.
func TestBackIsForwardIsReplay(t *testing.T) {
	cfg := config()
	cfg.Limits.RunBytes = 4000 // a handful of steps
	inWith(t, cfg, "", func(t *testing.T, c *client, _ []message) {
		say := map[int]string{}
		visit := func(msg string) {
			c.say("%s", msg)
			f := c.last(c.settle(), "frame").Frame
			text := f.Say + f.Phase + fmt.Sprint(*f.Metrics[0].Value)
			if was, ok := say[f.Step]; ok && was != text {
				t.Errorf("step %d reads %q, before it read %q", f.Step, text, was)
			}
			say[f.Step] = text
		}
		for range 40 {
			visit(`{"type":"step","by":1,"size":"small"}`)
		}
		for range 40 {
			visit(`{"type":"step","by":-1,"size":"small"}`)
		}
		for _, n := range []int{31, 3, 17, 16, 40, 22} {
			visit(fmt.Sprintf(`{"type":"seek","step":%d}`, n))
		}
		if len(say) != 41 {
			t.Errorf("%d steps were seen, want 41", len(say))
		}
	})
}

func TestPlayPace(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		start := time.Now()
		c.say(`{"type":"play","rate":4,"size":"step"}`)
		got := c.settle()
		if st := c.last(got, "state").State; !st.Playing || st.Rate != 4 {
			t.Errorf("state %+v", st)
		}
		got = c.after(10 * time.Second)
		frames := of(got, "frame")
		if len(frames) != 20 {
			t.Fatalf("%d frames, want 20: %v", len(frames), kinds(got))
		}
		for i, f := range frames {
			if want := start.Add(time.Duration(i+1) * 250 * time.Millisecond); !f.at.Equal(want) || f.Frame.Step != 2*(i+1) {
				t.Errorf("frame %d shows step %d after %v, want %d after %v", i, f.Frame.Step, f.at.Sub(start), 2*(i+1), want.Sub(start))
			}
		}
		if st := c.last(got, "state").State; st.Playing || !strings.Contains(st.Query, "step=end") {
			t.Errorf("at the end: playing %v, query %q", st.Playing, st.Query)
		}
		// From the end it starts over.
		c.say(`{"type":"play","rate":4,"size":"pass"}`)
		got = c.after(time.Second)
		if frames := of(got, "frame"); frames[0].Frame.Step != 0 || c.last(got, "frame").Frame.Step != 40 {
			t.Errorf("playing again: %v", kinds(got))
		}
	})
}

func TestPauseAndSpeed(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"play","rate":1,"size":"small"}`)
		c.after(2500 * time.Millisecond)
		c.say(`{"type":"play","rate":10,"size":"small"}`) // takes effect at once
		if f := c.last(c.after(101*time.Millisecond), "frame").Frame; f.Step != 3 {
			t.Errorf("step %d after the speed changed, want 3", f.Step)
		}
		c.say(`{"type":"pause"}`)
		got := c.after(time.Minute)
		if st := c.last(got, "state").State; st.Playing || st.Cursor != 3 || len(of(got, "frame")) > 0 {
			t.Errorf("after the pause: %v", kinds(got))
		}
		c.say(`{"type":"play","rate":1}`)
		c.settle()
		c.say(`{"type":"step","by":1}`) // a step by hand takes over
		got = c.after(time.Minute)
		if st := c.last(got, "state").State; st.Playing || c.last(got, "frame").Frame.Step != 4 {
			t.Errorf("after a step by hand: %v %+v", kinds(got), st.Playing)
		}
		c.say(`{"type":"play","rate":241}`)
		if e := c.last(c.settle(), "error").Error; e.Field != "rate" || e.Code != wire.Limit {
			t.Errorf("%+v", e)
		}
	})
}

// TestCredits plays to a client that acknowledges nothing.
func TestCredits(t *testing.T) {
	in(t, "preset=long", func(t *testing.T, c *client, _ []message) {
		c.ack(false)
		c.say(`{"type":"play","rate":50,"size":"small"}`)
		got := c.after(2*time.Second + time.Millisecond)
		frames := of(got, "frame")
		if len(frames) != 2 {
			t.Fatalf("%d frames are on their way: %v", len(frames), kinds(got))
		}
		id := frames[1].Frame.ID
		c.ack(true)
		c.say(`{"type":"ack","frame":%d}`, id)
		got = c.settle()
		// The one drawn next is the newest, the 98 between were never drawn.
		if f := c.last(got, "frame").Frame; f.Step != 100 || f.ID != id+1 || len(of(got, "frame")) != 1 {
			t.Errorf("after the ack: %v", kinds(got))
		}
	})
}

// TestForgedAck acknowledges frames that were never sent: the client is told so, gains
// nothing by it, and its true acknowledgements still count.
func TestForgedAck(t *testing.T) {
	in(t, "preset=long", func(t *testing.T, c *client, _ []message) {
		c.ack(false)
		c.say(`{"type":"ack","frame":1000000}`)
		if e := c.last(c.settle(), "error").Error; e.Code != wire.BadField || e.Field != "frame" {
			t.Errorf("the client is told %+v", e)
		}
		c.say(`{"type":"play","rate":50,"size":"small"}`)
		got := c.after(time.Second)
		if n := len(of(got, "frame")); n != 2 {
			t.Fatalf("%d frames are on their way, want 2", n)
		}
		for range 5 {
			c.say(`{"type":"ack","frame":%d}`, c.last(got, "frame").Frame.ID)
			if got = c.after(time.Second); len(of(got, "frame")) == 0 {
				t.Error("a true acknowledgement brought no frame")
				return
			}
		}
	})
}

// TestRefusedOpen sends an open that is refused right after others that are not acted
// upon yet. It leaves everything as if it had not been sent.
func TestRefusedOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, config())
		c.to <- []byte(`{"type":"open","demo":"walk","query":"step=2"}`)
		c.settle()
		all := []string{
			`{"type":"open","demo":"nothing"}`,
			`{"type":"open","demo":"walk","query":"step=5"}`,
			`{"type":"set","name":"steps","value":"30"}`,
			`{"type":"open","demo":"walk","query":"steps=x"}`,
			`{"type":"open","demo":"walk","query":"%zz"}`,
			`{"type":"step","by":1,"size":"small"}`,
		}
		for _, m := range all {
			c.to <- []byte(m)
		}
		got := c.after(time.Second)
		if f := c.last(got, "frame").Frame; f.Step != 6 || f.Total != 31 {
			t.Errorf("step %d of %d is shown, want 6 of 31", f.Step, f.Total)
		}
		if n := len(of(got, "error")); n < 2 || n > 3 {
			t.Errorf("%d errors for two opens that were refused: %v", n, kinds(got))
		}
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}

func TestEditsKeepThePlace(t *testing.T) {
	in(t, "step=12", func(t *testing.T, c *client, _ []message) {
		edits := []string{
			`{"type":"set","name":"drift","value":"0.5"}`,
			`{"type":"seed","seed":9}`,
			`{"type":"points","op":"add","points":[[0.5,0.5,2]]}`,
			`{"type":"points","op":"move","index":0,"x":-2,"y":1}`,
			`{"type":"points","op":"relabel","indexes":[1],"class":0}`,
			`{"type":"points","op":"remove","indexes":[2]}`,
			`{"type":"window","window":[-5,5,-4,4]}`,
		}
		for _, e := range edits {
			c.say("%s", e)
			got := c.settle()
			c.noErrors(got)
			if want := []string{"state", "run", "frame 12"}; !slices.Equal(kinds(got), want) {
				t.Errorf("%s gave %v, want %v", e, kinds(got), want)
			}
			if !c.last(got, "run").Run.Reset {
				t.Error("the run message does not say that the run started over")
			}
		}
		// A run that has become too short ends before, and the place comes
		// back with a longer one.
		c.say(`{"type":"set","name":"steps","value":"5"}`)
		got := c.settle()
		if f := c.last(got, "frame").Frame; f.Step != 5 {
			t.Errorf("step %d of a run of 5", f.Step)
		}
		c.say(`{"type":"set","name":"steps","value":"50"}`)
		if f := c.last(c.settle(), "frame").Frame; f.Step != 12 {
			t.Errorf("step %d after the run became longer, want 12", f.Step)
		}
		// A cursor at the end stays there.
		c.say(`{"type":"seek","to":"end"}`)
		c.settle()
		c.say(`{"type":"set","name":"steps","value":"30"}`)
		if f := c.last(c.settle(), "frame").Frame; f.Step != 30 {
			t.Errorf("step %d, want the end", f.Step)
		}
		c.say(`{"type":"set","name":"steps","value":"3000"}`)
		got = c.settle()
		if f := c.last(got, "frame").Frame; f.Step != 3000 || len(of(got, "frame")) != 1 {
			t.Errorf("%v, want the end alone", kinds(got))
		}
	})
}

func TestClearAndPlace(t *testing.T) {
	in(t, "step=12", func(t *testing.T, c *client, opened []message) {
		window := c.last(opened, "state").State.Window
		c.say(`{"type":"points","op":"clear"}`)
		got := c.settle()
		c.noErrors(got)
		if f := c.last(got, "frame").Frame; f.Step != 0 || f.Status.State != "refused" {
			t.Errorf("an empty board: %+v", f.Status)
		}
		c.say(`{"type":"points","op":"add","points":[[0.25,-0.5,1]]}`)
		got = c.settle()
		st := c.last(got, "state").State
		if st.Window != window || len(st.Points) != 1 || st.Points[0] != [3]float64{0.25, -0.5, 1} {
			t.Errorf("window %v, was %v; points %v", st.Window, window, st.Points)
		}
		if f := c.last(got, "frame").Frame; f.Step != 0 || f.Total != 41 {
			t.Errorf("step %d of %d, want the start of the new run", f.Step, f.Total-1)
		}
	})
}

// TestTheBoardStaysUnderThePointer adds, moves and removes points that the board
// shows. The board stays, the link says so, and asking for a fit ends it.
func TestTheBoardStaysUnderThePointer(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, opened []message) {
		window := c.last(opened, "state").State.Window
		x, y := window[1]-0.01, window[2]+0.01
		for _, e := range []string{
			fmt.Sprintf(`{"type":"points","op":"add","points":[[%g,%g,0]]}`, x, y),
			fmt.Sprintf(`{"type":"points","op":"move","index":1,"x":%g,"y":0}`, window[0]+0.01),
			`{"type":"set","name":"drift","value":"0.1"}`,
			`{"type":"points","op":"remove","indexes":[0,2]}`,
		} {
			c.say("%s", e)
			st := c.last(c.settle(), "state").State
			if st.Window != window {
				t.Errorf("%s: the board shows %v, before it showed %v", e, st.Window, window)
			}
			if !strings.Contains(st.Query, "view=") {
				t.Errorf("%s: the link %q does not say what the board shows", e, st.Query)
			}
		}
		c.say(`{"type":"window"}`)
		st := c.last(c.settle(), "state").State
		if st.Window == window || strings.Contains(st.Query, "view=") {
			t.Errorf("after a fit the board shows %v, link %q", st.Window, st.Query)
		}
		// A window that was asked for stays whatever happens.
		c.say(`{"type":"window","window":[-1,1,-1,1]}`)
		c.settle()
		c.say(`{"type":"points","op":"move","index":0,"x":9,"y":9}`)
		if st := c.last(c.settle(), "state").State; st.Window != [4]float64{-1, 1, -1, 1} {
			t.Errorf("the board shows %v instead of what was asked for", st.Window)
		}
	})
}

func TestLoad(t *testing.T) {
	in(t, "step=3", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"points","op":"load","csv":"x1,x2,y\n1,2,0\n3,4,1\n5,6,2\n"}`)
		got := c.settle()
		c.noErrors(got)
		st := c.last(got, "state").State
		if len(st.Points) != 3 || st.Points[2] != [3]float64{5, 6, 2} || !slices.Equal(st.Classes, []string{"0", "1", "2"}) {
			t.Errorf("points %v, classes %v", st.Points, st.Classes)
		}
		c.say(`{"type":"points","op":"load","csv":"x1,x2,y\n1,2,0\n3,oops,1\n"}`)
		got = c.settle()
		if e := c.last(got, "error").Error; e.Field != "csv" || !strings.Contains(e.Message, "line 3") || len(got) != 1 {
			t.Errorf("%v %+v", kinds(got), e)
		}
		c.say(`{"type":"points","op":"load","data":"moons~20~0.1~3"}`)
		got = c.settle()
		c.noErrors(got)
		st = c.last(got, "state").State
		if len(st.Points) != 20 || st.Data == nil || st.Data.Generator != "moons" || st.Data.N != 20 {
			t.Errorf("%d points of %+v", len(st.Points), st.Data)
		}
		c.say(`{"type":"points","op":"load","data":"moons~60~0.1~3"}`)
		if e := c.last(c.settle(), "error").Error; e.Code != wire.Limit || e.Field != "data" || !strings.Contains(e.Message, "50") {
			t.Errorf("%+v", e)
		}
	})
}

// TestDrag moves a point with live messages: the window stays until the end of
// the gesture, then it fits the points again.
func TestDrag(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, opened []message) {
		window := c.last(opened, "state").State.Window
		for i := range 30 {
			c.say(`{"type":"points","op":"move","index":0,"x":%d,"y":0,"live":true}`, i)
			got := c.after(16 * time.Millisecond)
			c.noErrors(got)
			for _, m := range of(got, "state") {
				if m.State.Window != window {
					t.Fatalf("the window moved to %v during the gesture", m.State.Window)
				}
			}
			for _, m := range of(got, "frame") {
				if m.Frame.Panels[0].ID != "board" {
					t.Fatal("no board")
				}
			}
		}
		c.say(`{"type":"points","op":"move","index":0,"x":30,"y":0}`)
		got := c.settle()
		st := c.last(got, "state").State
		if st.Window == window || st.Points[0] != [3]float64{30, 0, 0} {
			t.Errorf("after the gesture: window %v, point %v", st.Window, st.Points[0])
		}
	})
}

func TestBadInputKeepsTheState(t *testing.T) {
	in(t, "step=4", func(t *testing.T, c *client, opened []message) {
		for _, m := range []struct{ say, code, field string }{
			{`{"type":"set","name":"steps","value":"many"}`, wire.BadField, "steps"},
			{`{"type":"set","name":"gamma","value":"1"}`, wire.BadField, "gamma"},
			{`{"type":"points","op":"move","index":7,"x":0,"y":0}`, wire.BadField, "index"},
			{`{"type":"points","op":"remove","indexes":[0,3]}`, wire.BadField, "indexes"},
			{`{"type":"points","op":"add","points":[[0,0,3]]}`, wire.BadField, "points"},
			{`{"type":"points","op":"add","points":[[0,0,0.5]]}`, wire.BadField, "points"},
			{`{"type":"points","op":"relabel","indexes":[0],"class":5}`, wire.BadField, "class"},
			{`{"type":"open","demo":"nothing"}`, wire.BadField, "demo"},
			{`{"type":"open","demo":"walk","query":"steps=x"}`, wire.BadField, "steps"},
			{`{"type":"open","demo":"walk","query":"%zz"}`, wire.BadField, "query"},
			{`{"type":"ack","frame":99}`, wire.BadField, "frame"},
			{`{"type":"jump"}`, wire.BadMessage, "type"},
			{`not JSON`, wire.BadMessage, ""},
		} {
			c.say("%s", m.say)
			got := c.settle()
			if len(got) != 1 || got[0].Error.Code != m.code || got[0].Error.Field != m.field {
				t.Errorf("%s gave %v, want an error %s in %q alone", m.say, kinds(got), m.code, m.field)
			}
		}
		c.say(`{"type":"pause"}`)
		st, was := c.last(c.settle(), "state").State, c.last(opened, "state").State
		if st.Query != was.Query || len(st.Points) != len(was.Points) || st.Cursor != 4 {
			t.Errorf("the state changed to %+v", st)
		}
	})
}

func TestNothingIsOpen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := connect(t, config())
		c.say(`{"type":"step","by":1}`)
		c.say(`{"type":"view","view":{"board":[300,300],"side":[200,100]}}`)
		got := c.settle()
		if len(got) != 1 || got[0].Error.Code != wire.BadMessage {
			t.Errorf("got %v", kinds(got))
		}
		c.say(`{"type":"open","demo":"walk"}`)
		if f := c.last(c.settle(), "frame").Frame; f.Panels[0].Size != [2]float64{300, 300} {
			t.Errorf("the board is drawn at %v", f.Panels[0].Size)
		}
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}

func TestView(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"view","view":{"board":[400,300],"side":[200,120]}}`)
		f := c.last(c.settle(), "frame").Frame
		var got [][2]float64
		for _, p := range f.Panels {
			got = append(got, p.Size)
		}
		// The bars wish to be 0.4 times as high as wide.
		if want := [][2]float64{{400, 300}, {200, 80}, {200, 120}}; !slices.Equal(got, want) {
			t.Errorf("sizes %v, want %v", got, want)
		}
		c.say(`{"type":"view","view":{"board":[400,300],"side":[200,120],"board_only":true}}`)
		if f := c.last(c.settle(), "frame").Frame; len(f.Panels) != 1 {
			t.Errorf("%d panels, want the board alone", len(f.Panels))
		}
		// Side views that come back are sent whole.
		c.say(`{"type":"view","view":{"board":[400,300],"side":[200,120]}}`)
		for _, p := range c.last(c.settle(), "frame").Frame.Panels[1:] {
			if len(p.Layers) != 4 || p.Legend == nil {
				t.Errorf("panel %s came back with %d layers", p.ID, len(p.Layers))
			}
		}
	})
}

func TestShutdown(t *testing.T) {
	in(t, "preset=long", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"play","rate":20}`)
		c.after(time.Second)
		if err := c.shut(); !errors.Is(err, context.Canceled) {
			t.Errorf("run returned %v", err)
		}
		if b := c.last(c.settle(), "bye").Bye; !strings.Contains(b.Reason, "shutting down") {
			t.Errorf("bye %q", b.Reason)
		}
	})
}

// TestShutdownOfAStalledClient ends although the client does not read.
func TestShutdownOfAStalledClient(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.stall(true)
		c.say(`{"type":"step","by":1}`)
		synctest.Wait()
		start := time.Now()
		if err := c.shut(); !errors.Is(err, context.Canceled) {
			t.Errorf("run returned %v", err)
		}
		if took := time.Since(start); took != time.Second {
			t.Errorf("the session waited %v for a client that does not read, want 1s", took)
		}
	})
}

func TestIdle(t *testing.T) {
	cfg := config()
	cfg.Limits.Idle = time.Minute
	inWith(t, cfg, "", func(t *testing.T, c *client, _ []message) {
		c.after(50 * time.Second)
		c.say(`{"type":"pause"}`)
		if got := c.after(59 * time.Second); len(of(got, "bye")) > 0 {
			t.Error("the session ended early")
		}
		got := c.after(2 * time.Second)
		if len(of(got, "bye")) != 1 {
			t.Errorf("an idle session sent %v", kinds(got))
		}
		if err := c.ended(); !errors.Is(err, peer.ErrIdle) {
			t.Errorf("run returned %v", err)
		}
	})
}

func TestABrokenDemoEndsItsSession(t *testing.T) {
	cfg := config()
	cfg.Log = silent()
	inWith(t, cfg, "panic=5", func(t *testing.T, c *client, got []message) {
		if b := c.last(got, "bye").Bye; !strings.Contains(b.Reason, "fault") {
			t.Errorf("bye %q", b.Reason)
		}
		if err := c.ended(); !errors.Is(err, session.ErrFault) {
			t.Errorf("run returned %v", err)
		}
	})
}

func TestCapIsSaid(t *testing.T) {
	cfg := config()
	cfg.Limits.Steps = 100
	inWith(t, cfg, "endless=true&step=end", func(t *testing.T, c *client, got []message) {
		run, f := c.last(got, "run").Run, c.last(got, "frame").Frame
		want := wire.Status{State: string(algos.Exhausted), Reason: "recorded the first 100 steps"}
		if run.Status != want || f.Status != want || f.Step != 100 {
			t.Errorf("run %+v, frame %d %+v", run.Status, f.Step, f.Status)
		}
	})
}
