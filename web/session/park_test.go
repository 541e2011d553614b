package session_test

import (
	"fmt"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// slowly is a run of a tenth of a second. A step that takes that long shows that
// the run was recorded again.
const slowly = "steps=100&nap=1000&step=4"

const keepBefore = `{"type":"view","view":{"board":[320,280],"side":[200,120],"ghost":true}}`

// TestParkingIsNotNoticed says the same to a session that was parked and to one
// that was not. They answer the same, word for word. Only the time differs.
func TestParkingIsNotNoticed(t *testing.T) {
	for name, says := range map[string][]string{
		"step":   {`{"type":"step","by":1,"size":"small"}`},
		"back":   {`{"type":"step","by":-1,"size":"small"}`},
		"seek":   {`{"type":"seek","step":77}`, `{"type":"seek","to":"end"}`},
		"event":  {`{"type":"seek","to":"next","event":"peak"}`},
		"play":   {`{"type":"play","rate":10,"size":"pass"}`},
		"view":   {`{"type":"view","view":{"board":[400,300],"side":[200,120]}}`},
		"set":    {`{"type":"set","name":"drift","value":"1"}`},
		"points": {`{"type":"points","op":"move","index":0,"x":0.5,"y":0.25}`},
		"undo":   {`{"type":"undo"}`},
		"redo":   {`{"type":"undo"}`, `{"type":"redo"}`},
		"open":   {`{"type":"open","demo":"walk","query":"steps=7"}`},
		"bad":    {`{"type":"seed"}`, `{"type":"step","by":1}`},
		"forget": {`{"type":"forget"}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				want := answers(t, time.Second, says)
				got := answers(t, 10*time.Minute, says)
				if len(got) == 0 {
					t.Error("no answer")
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("-without +after parking:\n%.2000s", diff)
				}
			})
		})
	}
}

// answers opens a run with a ghost, says nothing for a while, says something and
// returns the answers.
func answers(t *testing.T, quiet time.Duration, says []string) []string {
	c := connect(t, config())
	for _, m := range []string{fmt.Sprintf(`{"type":"open","demo":"walk","query":%q}`, slowly), keepBefore, `{"type":"seed","seed":8}`} {
		c.say("%s", m)
		c.after(time.Second)
	}
	if got := c.after(quiet); len(got) != 0 {
		t.Errorf("it said %v while nothing was said to it", kinds(got))
	}
	var heard []string
	for _, m := range says {
		c.say("%s", m)
		for _, m := range c.after(15 * time.Second) {
			heard = append(heard, m.raw)
		}
	}
	if err := c.leave(); err != nil {
		t.Error(err)
	}
	return heard
}

// TestParkingLetsTheRunGo checks that a parked session has no recording. The
// first answer waits until the run is recorded again, and the next one does not.
func TestParkingLetsTheRunGo(t *testing.T) {
	in(t, slowly, func(t *testing.T, c *client, _ []message) {
		c.after(time.Second)
		step := func(quiet time.Duration) time.Duration {
			c.after(quiet)
			asked := time.Now()
			c.say(`{"type":"step","by":1,"size":"small"}`)
			return c.last(c.after(time.Second), "frame").at.Sub(asked)
		}
		if d := step(15 * time.Second); d != 0 {
			t.Errorf("a step after 15 s took %v", d)
		}
		if d := step(5 * time.Minute); d < 100*time.Millisecond || d > 120*time.Millisecond {
			t.Errorf("a step after parking took %v, want the time of a recording, 100 ms", d)
		}
		if d := step(15 * time.Second); d != 0 {
			t.Errorf("the next step took %v", d)
		}
	})
}

// TestPlayingIsNotParked plays for a long time.
func TestPlayingIsNotParked(t *testing.T) {
	in(t, slowly, func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"play","rate":1,"size":"small"}`)
		c.after(60*time.Second + 10*time.Millisecond)
		c.say(`{"type":"pause"}`)
		if st := c.last(c.settle(), "state").State; st.Cursor != 64 {
			t.Errorf("after a minute of a step a second it is at %d, want 64", st.Cursor)
		}
	})
}

// TestParkingOfAClientThatDoesNotPaint draws what is due when the client paints
// again.
func TestParkingOfAClientThatDoesNotPaint(t *testing.T) {
	in(t, slowly, func(t *testing.T, c *client, _ []message) {
		c.after(time.Second)
		c.ack(false)
		var got []message
		for range 5 {
			c.say(`{"type":"step","by":1,"size":"small"}`)
			got = append(got, c.settle()...)
		}
		shown := c.last(got, "frame").Frame
		if shown.Step == 9 {
			t.Fatal("the client gets frames though it paints none")
		}
		c.after(10 * time.Minute)
		c.say(`{"type":"ack","frame":%d}`, shown.ID)
		if f := c.last(c.after(time.Second), "frame").Frame; f.Step != 9 {
			t.Errorf("step %d is shown, want 9", f.Step)
		}
	})
}

// TestLeavingWhileWaking leaves no goroutine behind.
func TestLeavingWhileWaking(t *testing.T) {
	in(t, slowly, func(_ *testing.T, c *client, _ []message) {
		c.after(10 * time.Minute)
		c.say(`{"type":"step","by":1}`)
		c.after(50 * time.Millisecond)
	})
	in(t, slowly, func(t *testing.T, c *client, _ []message) {
		c.after(10 * time.Minute)
		c.say(`{"type":"step","by":1}`)
		c.after(50 * time.Millisecond)
		c.say(`{"type":"open","demo":"walk","query":"steps=3&step=end"}`)
		if f := c.last(c.after(time.Second), "frame").Frame; f.Step != 3 {
			t.Errorf("step %d of the recipe that was opened instead", f.Step)
		}
	})
}

// idleBytes is the memory that a parked session may cost, with its goroutines
// and the buffers of its test client.
const idleBytes = 64 << 10

// TestIdleMemory opens demos with large recordings in many sessions and counts
// the memory that they keep while parked.
func TestIdleMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("many sessions")
	}
	for _, demo := range []string{"line", "walk"} {
		t.Run(demo, func(t *testing.T) {
			const sessions = 30
			synctest.Test(t, func(t *testing.T) {
				before := inUse()
				var clients []*client
				for range sessions {
					c := connect(t, config())
					c.say(`{"type":"open","demo":%q,"query":%q}`, demo, map[string]string{"line": "data=moons~300~0.3~4&step=end", "walk": "bytes=20000&step=end"}[demo])
					c.after(time.Second)
					clients = append(clients, c)
				}
				awake := inUse()
				time.Sleep(5 * time.Minute)
				synctest.Wait()
				parkedBytes := inUse()
				t.Logf("%s: %d KB a session after opening, %d KB parked", demo, (awake-before)/sessions>>10, (parkedBytes-before)/sessions>>10)
				if n := (parkedBytes - before) / sessions; n > idleBytes {
					t.Errorf("a parked session costs %d bytes, want at most %d", n, idleBytes)
				}
				for _, c := range clients {
					if err := c.leave(); err != nil {
						t.Error(err)
					}
				}
			})
		})
	}
}

// inUse is the memory of heap and stacks that is still used.
func inUse() int64 {
	for range 3 { // stacks shrink by half each time
		runtime.GC()
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}
