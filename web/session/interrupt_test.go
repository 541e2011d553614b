package session_test

import (
	"testing"
	"time"
)

// verySlowly is a run with steps of a second.
const verySlowly = "steps=5&nap=1000000"

// TestEditsInterruptALongStep changes the run in every way while a step is computed.
// The new run is shown at once.
func TestEditsInterruptALongStep(t *testing.T) {
	for name, says := range map[string]string{
		"set":   `{"type":"set","name":"drift","value":"1"}`,
		"point": `{"type":"points","op":"move","index":0,"x":0.5,"y":0.25}`,
		"seed":  `{"type":"seed","seed":8}`,
		"open":  `{"type":"open","demo":"walk","query":"steps=7"}`,
	} {
		t.Run(name, func(t *testing.T) {
			in(t, verySlowly, func(t *testing.T, c *client, _ []message) {
				c.after(1300 * time.Millisecond) // in the middle of step 2
				c.say("%s", says)
				got := c.after(20 * time.Millisecond)
				c.noErrors(got)
				c.last(got, "state")
				got = append(got, c.after(3100*time.Millisecond)...) // a message a step
				if run := c.last(got, "run").Run; run.Total > 4 && run.Total != 8 {
					t.Errorf("the new run is at %+v", run)
				}
				c.last(got, "frame")
			})
		})
	}
}

// TestUndoInterruptsALongStep takes back an edit that was just made.
func TestUndoInterruptsALongStep(t *testing.T) {
	in(t, verySlowly, func(t *testing.T, c *client, _ []message) {
		for _, says := range []string{`{"type":"seed","seed":8}`, `{"type":"undo"}`} {
			c.after(300 * time.Millisecond)
			c.say("%s", says)
		}
		if st := c.last(c.after(20*time.Millisecond), "state").State; st.Seed != 7 {
			t.Errorf("the seed is %d, want 7", st.Seed)
		}
	})
}

// TestARefusedEditIsNoEnd makes an edit that is refused. The run starts over and gets
// to its end.
func TestARefusedEditIsNoEnd(t *testing.T) {
	in(t, verySlowly, func(t *testing.T, c *client, _ []message) {
		c.after(300 * time.Millisecond)
		c.say(`{"type":"set","name":"drift","value":"much"}`)
		got := c.after(20 * time.Millisecond)
		if e := c.last(got, "error").Error; e.Field != "drift" {
			t.Errorf("%+v", e)
		}
		if run := c.last(c.after(6*time.Second), "run").Run; !run.Complete || run.Total != 6 {
			t.Errorf("%+v", run)
		}
	})
}

// TestStepsDoNotInterrupt says things that leave the run as it is.
func TestStepsDoNotInterrupt(t *testing.T) {
	in(t, verySlowly, func(t *testing.T, c *client, _ []message) {
		for range 10 {
			c.say(`{"type":"step","by":1,"size":"small"}`)
			c.say(`{"type":"view","view":{"board":[400,300],"side":[200,120]}}`)
			c.after(400 * time.Millisecond)
		}
		if run := c.last(c.after(1100*time.Millisecond), "run").Run; !run.Complete || run.Total != 6 {
			t.Errorf("after 5.1 s: %+v", run)
		}
	})
}

// TestCommandsBeforeAnEdit are acted upon first, although they need the run.
func TestCommandsBeforeAnEdit(t *testing.T) {
	in(t, verySlowly, func(t *testing.T, c *client, _ []message) {
		c.after(2300 * time.Millisecond)
		c.say(`{"type":"seek","step":1}`)
		c.say(`{"type":"seed","seed":8}`)
		if st := c.last(c.after(20*time.Millisecond), "state").State; st.Seed != 8 {
			t.Errorf("the seed is %d, want 8", st.Seed)
		}
		if f := c.last(c.after(3100*time.Millisecond), "frame").Frame; f.Step != 1 {
			t.Errorf("step %d, want 1", f.Step)
		}
	})
}

// TestADragOverLongStepsShowsFrames drags while every step takes 200 ms.
func TestADragOverLongStepsShowsFrames(t *testing.T) {
	in(t, "steps=50&nap=200000&step=end", func(t *testing.T, c *client, _ []message) {
		c.after(time.Second)
		frames := 0
		for i := range 120 {
			c.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0,"live":true}`, float64(i)/100)
			got := c.after(16 * time.Millisecond)
			c.noErrors(got)
			frames += len(of(got, "frame"))
		}
		if frames < 2 { // as many as if nothing were interrupted
			t.Errorf("%d pictures in 1.9 s", frames)
		}
		c.say(`{"type":"points","op":"move","index":0,"x":3,"y":0}`)
		if st := c.last(c.after(20*time.Millisecond), "state").State; st.Points[0][0] != 3 {
			t.Errorf("the point is at %v", st.Points[0])
		}
	})
}
