package session_test

import (
	"fmt"
	"testing"
	"time"

	"playground/web/turns"
)

// The demos of these tests sleep in every step, so that in virtual time their
// runs take exactly as long as they say.

// TestWatchingALongRun opens a run of two seconds at its end. The client sees it
// grow, messages about it do not pile up, and the session listens.
func TestWatchingALongRun(t *testing.T) {
	in(t, "steps=2000&nap=1000&step=end", func(t *testing.T, c *client, got []message) {
		c.noErrors(got)
		got = append(got, c.after(1900*time.Millisecond)...)
		frames := of(got, "frame")
		if len(frames) < 8 || len(frames) > 11 {
			t.Errorf("%d frames while the run was recorded, want one in 200 ms: %v", len(frames), kinds(got))
		}
		for i, f := range frames {
			if f.Frame.Step == 0 || i > 0 && f.Frame.Step <= frames[i-1].Frame.Step {
				t.Errorf("frame %d shows step %d", i, f.Frame.Step)
			}
		}
		if n := len(of(got, "run")); n > 11 {
			t.Errorf("%d run messages in 2 s, want one in 200 ms", n)
		}
		got = c.after(200 * time.Millisecond)
		if f := c.last(got, "frame").Frame; f.Step != 2000 {
			t.Errorf("at last step %d is shown, want 2000", f.Step)
		}
		if run := c.last(got, "run").Run; !run.Complete || run.Total != 2001 {
			t.Errorf("%+v", run)
		}
	})
}

// TestListeningWhileRecording steps by hand while the run is recorded.
func TestListeningWhileRecording(t *testing.T) {
	in(t, "steps=5000&nap=1000", func(t *testing.T, c *client, _ []message) {
		c.after(50 * time.Millisecond)
		c.say(`{"type":"step","by":1,"size":"small"}`)
		got := c.after(10 * time.Millisecond)
		if f := c.last(got, "frame").Frame; f.Step != 1 {
			t.Errorf("step %d, want 1", f.Step)
		}
		c.say(`{"type":"seek","step":500}`) // recorded in half a second
		got = c.after(time.Second)
		if f := c.last(got, "frame").Frame; f.Step != 500 {
			t.Errorf("step %d, want 500", f.Step)
		}
		c.say(`{"type":"pause"}`)
		if st := c.last(c.after(10*time.Millisecond), "state").State; st.Cursor != 500 {
			t.Errorf("cursor %d", st.Cursor)
		}
	})
}

// TestPlayingFasterThanRecording goes on at the speed of the recording.
func TestPlayingFasterThanRecording(t *testing.T) {
	in(t, "steps=100&nap=50000", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"play","rate":100,"size":"small"}`)
		got := c.after(6 * time.Second)
		c.noErrors(got)
		frames := of(got, "frame")
		seen := map[int]bool{}
		for _, f := range frames {
			seen[f.Frame.Step] = true
		}
		if len(seen) < 60 || !seen[100] { // a few turns are for run messages
			t.Errorf("%d different steps of 100 were seen while recording", len(seen))
		}
	})
}

// TestDragOfASlowRun drags a point 60 times a second although a run takes 50 ms:
// every picture shows the end of a whole run, never a start that was cut off.
func TestDragOfASlowRun(t *testing.T) {
	in(t, "steps=100&nap=500&step=end", func(t *testing.T, c *client, _ []message) {
		c.after(time.Second)
		var frames []message
		for i := range 120 {
			c.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0,"live":true}`, float64(i)/100)
			got := c.after(16 * time.Millisecond)
			c.noErrors(got)
			frames = append(frames, of(got, "frame")...)
		}
		for _, f := range frames {
			if f.Frame.Step != 100 {
				t.Errorf("a picture shows step %d of the run", f.Frame.Step)
			}
		}
		if n := len(frames); n < 30 {
			t.Errorf("%d pictures in 1.9 s, want about one in 54 ms", n)
		}
		c.say(`{"type":"points","op":"move","index":0,"x":3,"y":0}`)
		got := c.after(time.Second)
		if f, st := c.last(got, "frame").Frame, c.last(got, "state").State; f.Step != 100 || st.Points[0][0] != 3 {
			t.Errorf("at the end step %d and point %v", f.Step, st.Points[0])
		}
	})
}

// TestDragOfAVerySlowRun shows how far the run has got, and does not fall behind
// the pointer.
func TestDragOfAVerySlowRun(t *testing.T) {
	in(t, "steps=5000&nap=1000&step=end", func(t *testing.T, c *client, _ []message) {
		c.after(6 * time.Second)
		frames := 0
		for i := range 120 {
			c.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0,"live":true}`, float64(i)/100)
			frames += len(of(c.after(16*time.Millisecond), "frame"))
		}
		if frames < 10 {
			t.Errorf("%d pictures in 1.9 s", frames)
		}
	})
}

// TestFairShare records two long runs with one processor: both get ahead alike.
func TestFairShare(t *testing.T) {
	cfg := config()
	cfg.Turns = turns.New(turns.Config{Processors: 1})
	inWith(t, cfg, "steps=5000&nap=1000", func(t *testing.T, a *client, _ []message) {
		b := connect(t, cfg)
		b.say(`{"type":"open","demo":"walk","query":"steps=5000&nap=1000"}`)
		var totals []int
		time.Sleep(4 * time.Second)
		for _, c := range []*client{a, b} {
			totals = append(totals, c.last(c.settle(), "run").Run.Total)
		}
		if d := totals[0] - totals[1]; d > 150 || d < -150 || totals[0] < 1800 {
			t.Errorf("after 4 s one run has %d steps, the other %d", totals[0], totals[1])
		}
		if err := b.leave(); err != nil {
			t.Error(err)
		}
	})
}

// TestPlaysWhileOthersCompute keeps its pace beside a session that computes all
// the time.
func TestPlaysWhileOthersCompute(t *testing.T) {
	cfg := config()
	cfg.Turns = turns.New(turns.Config{Processors: 1})
	inWith(t, cfg, "", func(t *testing.T, a *client, _ []message) {
		b := connect(t, cfg)
		b.say(`{"type":"open","demo":"walk","query":%q}`, fmt.Sprintf("steps=%d&nap=1000", 5000))
		a.say(`{"type":"play","rate":10,"size":"small"}`)
		got := a.after(2*time.Second + 5*time.Millisecond)
		if f := a.last(got, "frame").Frame; f.Step != 20 {
			t.Errorf("step %d after two seconds, want 20", f.Step)
		}
		if err := b.leave(); err != nil {
			t.Error(err)
		}
	})
}

// TestUrgentWorkComesFirst drags a point and steps while many sessions record
// long runs. A visitor who waits for a picture waits for one of them at most,
// and they make progress nevertheless.
func TestUrgentWorkComesFirst(t *testing.T) {
	cfg := config()
	cfg.Turns = turns.New(turns.Config{Processors: 1})
	inWith(t, cfg, "steps=10&nap=100&step=end", func(t *testing.T, a *client, _ []message) {
		var others []*client
		for range 20 {
			b := connect(t, cfg)
			b.say(`{"type":"open","demo":"walk","query":"steps=5000&nap=1000"}`)
			others = append(others, b)
		}
		a.after(time.Second)
		answer := func(says string, most time.Duration) {
			t.Helper()
			asked := time.Now()
			a.say("%s", says)
			f := of(a.after(500*time.Millisecond), "frame")[0]
			if d := f.at.Sub(asked); d > most {
				t.Errorf("%s was answered after %v, want at most %v", says, d, most)
			}
		}
		for i := range 5 {
			// A turn of another one, of 5 ms, before each of three of its own.
			answer(fmt.Sprintf(`{"type":"points","op":"move","index":0,"x":%d,"y":0,"live":true}`, i), 17*time.Millisecond)
		}
		answer(`{"type":"step","by":-1,"size":"small"}`, 6*time.Millisecond)
		for i, b := range others {
			if total := b.last(b.after(time.Second), "run").Run.Total; total < 100 {
				t.Errorf("session %d has recorded only %d steps", i, total)
			}
			if err := b.leave(); err != nil {
				t.Error(err)
			}
		}
	})
}
