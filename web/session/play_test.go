package session_test

import (
	"slices"
	"testing"
	"time"
)

// shownSteps are the steps of the frames among some messages.
func shownSteps(got []message) []int {
	var steps []int
	for _, m := range of(got, "frame") {
		steps = append(steps, m.Frame.Step)
	}
	return steps
}

func TestPlayStopsAtAnEvent(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, opened []message) {
		// By whole passes, and yet at the very step of the event.
		c.say(`{"type":"play","rate":20,"size":"pass","until":"half"}`)
		got := c.after(time.Second)
		if f := c.last(got, "frame").Frame; f.Step != 20 {
			t.Errorf("stopped at step %d, want 20", f.Step)
		}
		if st := c.last(got, "state").State; st.Playing || st.Cursor != 20 {
			t.Errorf("after the event: %+v", st)
		}
		// Playing on from there passes it.
		c.say(`{"type":"play","rate":20,"size":"pass","until":"half"}`)
		if f := c.last(c.after(time.Second), "frame").Frame; f.Step != 40 {
			t.Errorf("went on to step %d, want 40", f.Step)
		}
		// Every peak, by any event.
		c.say(`{"type":"seek","to":"start"}`)
		c.settle()
		var stops []int
		for len(stops) < 3 {
			c.say(`{"type":"play","rate":100,"size":"step","until":"*"}`)
			stops = append(stops, c.last(c.after(time.Second), "frame").Frame.Step)
		}
		var want []int
		for _, e := range opened[1].Run.Events[:3] {
			want = append(want, e.Step)
		}
		if !slices.Equal(stops, want) {
			t.Errorf("stopped at %v, want %v", stops, want)
		}
	})
}

func TestLoop(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"play","rate":20,"size":"small","loop":[3,6]}`)
		got := shownSteps(c.after(520 * time.Millisecond))
		if want := []int{3, 4, 5, 6, 3, 4, 5, 6, 3, 4, 5}; !slices.Equal(got, want) {
			t.Errorf("shown %v, want %v", got, want)
		}
		// A step size that does not fit ends at the mark.
		c.say(`{"type":"play","rate":20,"size":"pass","loop":[8,13]}`)
		got = shownSteps(c.after(300 * time.Millisecond))
		if want := []int{8, 10, 13, 8, 10, 13}; !slices.Equal(got[:min(len(got), 6)], want) {
			t.Errorf("shown %v, want %v", got, want)
		}
		// Marks beyond the end of the run loop at its end.
		c.say(`{"type":"play","rate":20,"size":"small","loop":[38,100]}`)
		got = shownSteps(c.after(370 * time.Millisecond))
		if want := []int{38, 39, 40, 38, 39, 40}; !slices.Equal(got[:min(len(got), 6)], want) {
			t.Errorf("shown %v, want %v", got, want)
		}
		c.say(`{"type":"pause"}`)
		if got := c.after(time.Second); len(of(got, "frame")) > 1 {
			t.Errorf("paused, and still %v", kinds(got))
		}
	})
}

// Waiting for the end of a long run can be ended; the step that is shown stays.
func TestPauseEndsWaitingForTheEnd(t *testing.T) {
	in(t, "endless=true&nap=1000", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"seek","to":"end"}`)
		f := c.last(c.after(time.Second), "frame").Frame
		if f.Step == 0 {
			t.Fatal("nothing is shown on the way to the end")
		}
		c.say(`{"type":"pause"}`)
		got := c.after(10 * time.Second)
		if m := of(got, "frame"); len(m) > 0 && m[len(m)-1].Frame.Step != f.Step {
			t.Errorf("stopped at step %d, and then step %d is shown", f.Step, m[len(m)-1].Frame.Step)
		}
	})
}
