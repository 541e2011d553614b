package session_test

import (
	"errors"
	"io"
	"log/slog"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/peer"
	"playground/web/turns"
	"playground/web/wire"
)

func silent() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// TestTenThousandChanges ends with the last one, and neither the queue nor the
// memory grows on the way.
func TestTenThousandChanges(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		// Fast, but within what the reader takes.
		for i := range 10_000 {
			c.say(`{"type":"set","name":"steps","value":"%d","live":true}`, 20+i%1000)
		}
		c.say(`{"type":"set","name":"steps","value":"77"}`)
		got := c.after(time.Second)
		c.noErrors(got)
		st := c.last(got, "state").State
		if st.Params["steps"] != "77" {
			t.Errorf("steps is %s, want the last value 77", st.Params["steps"])
		}
		if run := c.last(got, "run").Run; run.Total != 78 || !run.Complete {
			t.Errorf("the run has %d steps", run.Total)
		}
		// 200 at once are acted upon, the others merge.
		if n := len(of(got, "run")); n > 250 {
			t.Errorf("%d runs for one gesture", n)
		}
	})
}

func TestTooManyMessages(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		// Additions do not merge.
		for range 1000 {
			c.say(`{"type":"points","op":"add","points":[[0,0,0]]}`)
			c.say(`{"type":"points","op":"remove","indexes":[3]}`)
		}
		got := c.after(500 * time.Millisecond)
		slow := 0
		for _, m := range of(got, "error") {
			if m.Error.Code == wire.Busy {
				slow++
			}
		}
		if slow != 1 {
			t.Errorf("told to slow down %d times within a second, want once", slow)
		}
		// The session goes on.
		c.after(5 * time.Second)
		c.say(`{"type":"set","name":"steps","value":"33"}`)
		if run := c.last(c.settle(), "run").Run; run.Total != 34 {
			t.Errorf("after the flood the run has %d steps, want 34", run.Total)
		}
	})
}

func TestFloodEnds(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		for range 50_000 {
			c.say("{}")
		}
		if err := c.ended(); !errors.Is(err, peer.ErrFlood) {
			t.Errorf("run returned %v", err)
		}
		got := c.settle()
		if len(of(got, "bye")) != 1 {
			t.Error("no bye")
		}
		if n := len(of(got, "error")); n > 201 {
			t.Errorf("%d errors, want no more than may be acted upon at once", n)
		}
	})
}

// TestSlowClient stops reading while it plays: what waits for it stays small and
// another session is not slowed.
func TestSlowClient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Turns = turns.New(turns.Config{Processors: 1})
		var meter counter
		cfg.Meter = &meter
		slow, quick := connect(t, cfg), connect(t, cfg)
		for _, c := range []*client{slow, quick} {
			c.say(`{"type":"open","demo":"walk","query":"preset=long","view":{"board":[300,300],"side":[100,100],"board_only":true}}`)
			c.settle()
			c.say(`{"type":"play","rate":20,"size":"small"}`)
			c.settle()
		}
		slow.stall(true)
		time.Sleep(time.Second)
		before := heap()
		quick.settle()
		got := quick.after(20 * time.Second)
		if n := len(of(got, "frame")); n < 399 || n > 401 {
			t.Errorf("the other session got %d frames in 20 s, want 400", n)
		}
		got = nil
		if grown := heap() - before; grown > 4<<20 {
			t.Errorf("%d bytes wait for a client that does not read", grown)
		}
		if n := meter.skipped.Load(); n < 390 {
			t.Errorf("%d frames were skipped, want nearly all of 400", n)
		}
		slow.stall(false)
		got = slow.after(time.Millisecond)
		if n := len(of(got, "frame")); n > 3 {
			t.Errorf("%d frames had queued", n)
		}
		if f := slow.last(got, "frame").Frame; f.Step < 420 {
			t.Errorf("the frame after the pause shows step %d, want the newest", f.Step)
		}
		if err := errors.Join(slow.leave(), quick.leave()); err != nil {
			t.Error(err)
		}
		if meter.open.Load() != 0 || meter.sent.Load() == 0 || meter.bytes.Load() == 0 {
			t.Errorf("%d sessions are counted as open, %d frames and %d bytes sent", meter.open.Load(), meter.sent.Load(), meter.bytes.Load())
		}
	})
}

// heap is the memory in use.
func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestLeavingInTheMiddleOfAFrame disappears while the writer is busy.
func TestLeavingInTheMiddleOfAFrame(t *testing.T) {
	in(t, "preset=long", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"play","rate":100}`)
		c.after(time.Second)
		c.stall(true)
		time.Sleep(100 * time.Millisecond)
		// The session ends; in checks that it returns, and the bubble that
		// no goroutine stays.
	})
}

// TestMessagesInOrder mixes edits and moves of the cursor in one burst.
func TestMessagesInOrder(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"seek","step":10}`)
		c.say(`{"type":"set","name":"steps","value":"60"}`)
		c.say(`{"type":"step","by":1,"size":"small"}`)
		c.say(`{"type":"step","by":1,"size":"small"}`)
		c.say(`{"type":"set","name":"drift","value":"1"}`)
		c.say(`{"type":"step","by":1,"size":"small"}`)
		got := c.settle()
		c.noErrors(got)
		if f := c.last(got, "frame").Frame; f.Step != 13 || f.Total != 61 {
			t.Errorf("step %d of %d, want 13 of 61", f.Step, f.Total)
		}
		c.say(`{"type":"open","demo":"walk","query":"step=2"}`)
		c.say(`{"type":"step","by":1,"size":"small"}`)
		if f := c.last(c.settle(), "frame").Frame; f.Step != 3 || f.Total != 41 {
			t.Errorf("step %d of %d, want 3 of 41", f.Step, f.Total)
		}
	})
}

func TestLinkReproduces(t *testing.T) {
	in(t, "step=5", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"set","name":"drift","value":"0.25"}`)
		c.say(`{"type":"points","op":"add","points":[[0.125,0.5,1]]}`)
		c.say(`{"type":"seed","seed":99}`)
		c.say(`{"type":"step","by":3,"size":"small"}`)
		got := c.after(time.Second)
		st, f := c.last(got, "state").State, c.last(got, "frame").Frame
		if !strings.Contains(st.Query, "step=8") || !strings.Contains(st.Query, "drift=0.25") {
			t.Errorf("query %q", st.Query)
		}
		c.say(`{"type":"open","demo":"walk","query":%q}`, st.Query)
		again := c.last(c.settle(), "frame").Frame
		if again.Step != 8 || again.Say != f.Say || *again.Metrics[0].Value != *f.Metrics[0].Value {
			t.Errorf("the link shows step %d %q, want 8 %q", again.Step, again.Say, f.Say)
		}
		if len(again.Panels[0].Layers) != 4 {
			t.Error("the first frame after open is not complete")
		}
	})
}

type counter struct {
	open, sent, skipped, shared, bytes atomic.Int64
}

func (m *counter) SessionOpened()            { m.open.Add(1) }
func (m *counter) SessionClosed()            { m.open.Add(-1) }
func (m *counter) FrameShared(time.Duration) { m.shared.Add(1) }

func (m *counter) FrameSent(bytes int, _ time.Duration) {
	m.sent.Add(1)
	m.bytes.Add(int64(bytes))
}
func (m *counter) FrameSkipped()               { m.skipped.Add(1) }
func (m *counter) FrameWatched(time.Duration)  {}
func (m *counter) MessageReceived(int)         {}
func (m *counter) MessageSent(int)             {}
func (m *counter) ParameterSet(string, string) {}

// TestScrubbingThroughReplays seeks backwards through a run of which almost
// nothing is kept, faster than its steps can be worked out again, and sees steps
// on the way.
func TestScrubbingThroughReplays(t *testing.T) {
	cfg := config()
	cfg.Limits.RunBytes = 4000
	inWith(t, cfg, "steps=1500&step=end", func(t *testing.T, c *client, _ []message) {
		seen := 0
		for n := 1300; n > 1000; n -= 10 {
			c.say(`{"type":"seek","step":%d}`, n)
			seen += len(of(c.after(5*time.Millisecond), "frame"))
		}
		if seen < 15 {
			t.Errorf("%d frames for 30 seeks", seen)
		}
		c.say(`{"type":"seek","step":17}`)
		if f := c.last(c.after(time.Second), "frame").Frame; f.Step != 17 {
			t.Errorf("after scrubbing step %d is shown, want 17", f.Step)
		}
	})
}
