package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"playground/web/session"
)

const ghostly = `{"type":"open","demo":"walk","query":"%s","view":{"board":[320,280],"side":[200,120],"ghost":true}}`

// hasGhost reports whether a frame draws the run before.
func hasGhost(m message) bool {
	for _, p := range m.Frame.Panels {
		if p.Legend != nil && strings.Contains(*p.Legend, "the run before") {
			return true
		}
	}
	return false
}

func withGhost(t *testing.T, query string, test func(t *testing.T, c *client)) {
	t.Helper()
	cfg := config()
	cfg.Limits = session.Limits{Steps: 6000}
	bubble(t, cfg, strings.Replace(ghostly, "%s", query, 1), func(t *testing.T, c *client, _ []message) { test(t, c) })
}

func TestGhost(t *testing.T) {
	withGhost(t, "step=12", func(t *testing.T, c *client) {
		// A longer walk is the same until the shorter one announces its half.
		c.say(`{"type":"set","name":"steps","value":"30"}`)
		got := c.after(time.Second)
		run := c.last(got, "run").Run
		if run.Ghost == nil || run.Ghost.Total != 41 || run.Ghost.Parts == nil || *run.Ghost.Parts != 31 {
			t.Fatalf("ghost %+v, want 41 steps and to part where the shorter walk is over, 31", run.Ghost)
		}
		if f := c.last(got, "frame"); !hasGhost(f) || f.Frame.Step != 12 {
			t.Error("the run before is not drawn")
		}
		// Another walk parts at its first step.
		c.say(`{"type":"seed","seed":8}`)
		run = c.last(c.after(time.Second), "run").Run
		if run.Ghost == nil || run.Ghost.Total != 31 || run.Ghost.Parts == nil || *run.Ghost.Parts != 1 {
			t.Errorf("ghost %+v, want 31 steps that part at step 1", run.Ghost)
		}
		c.say(`{"type":"forget"}`)
		got = c.after(time.Second)
		if run := c.last(got, "run").Run; run.Ghost != nil {
			t.Errorf("the ghost stays: %+v", run.Ghost)
		}
		if hasGhost(c.last(got, "frame")) {
			t.Error("the run before is still drawn")
		}
	})
}

// Another window shows the same run, so there is nothing to compare.
func TestZoomingLeavesNoGhost(t *testing.T) {
	withGhost(t, "step=12", func(t *testing.T, c *client) {
		c.say(`{"type":"window","window":[-1,1,-1,1]}`)
		if run := c.last(c.after(time.Second), "run").Run; run.Ghost != nil {
			t.Errorf("ghost %+v", run.Ghost)
		}
	})
}

// During a gesture the run from before the gesture stays the ghost. Undoing the
// gesture shows that run alone.
func TestGhostOfAGesture(t *testing.T) {
	withGhost(t, "step=12", func(t *testing.T, c *client) {
		for _, x := range []string{"-0.9", "-0.8", "-1.5"} {
			c.say(`{"type":"points","op":"move","index":0,"x":%s,"y":-1,"live":true}`, x)
			c.after(300 * time.Millisecond)
		}
		c.say(`{"type":"points","op":"move","index":0,"x":-1,"y":-1.25}`)
		run := c.last(c.after(time.Second), "run").Run
		// x₁ is as before, and so are the metrics.
		if run.Ghost == nil || run.Ghost.Total != 41 || run.Ghost.Parts != nil {
			t.Errorf("ghost %+v, want the run before the gesture, the same throughout", run.Ghost)
		}
		c.say(`{"type":"undo"}`)
		if run := c.last(c.after(time.Second), "run").Run; run.Ghost != nil {
			t.Errorf("undone, and still a ghost: %+v", run.Ghost)
		}
	})
}

// Neither the start nor the end of a run leaves a ghost.
func TestNoGhostAtTheEnds(t *testing.T) {
	for _, query := range []string{"", "step=end"} {
		withGhost(t, query, func(t *testing.T, c *client) {
			c.say(`{"type":"seed","seed":8}`)
			if run := c.last(c.after(time.Second), "run").Run; run.Ghost != nil {
				t.Errorf("%q: ghost %+v", query, run.Ghost)
			}
		})
	}
}

// A ghost whose steps were let go is worked out again.
func TestGhostIsReplayed(t *testing.T) {
	cfg := config()
	cfg.Limits = session.Limits{Steps: 6000, RunBytes: 40_000}
	bubble(t, cfg, strings.Replace(ghostly, "%s", "preset=long&bytes=1000&step=4000", 1), func(t *testing.T, c *client, _ []message) {
		c.after(time.Second)
		c.say(`{"type":"seed","seed":8}`)
		got := of(c.after(time.Second), "frame")
		// A legend is sent when it changes.
		if f := got[len(got)-1]; f.Frame.Step != 4000 || !slices.ContainsFunc(got, hasGhost) {
			t.Errorf("step %d, with the run before: %t", f.Frame.Step, slices.ContainsFunc(got, hasGhost))
		}
		c.say(`{"type":"seek","step":2000}`)
		if f := c.last(c.after(time.Second), "frame"); f.Frame.Step != 2000 {
			t.Errorf("step %d is shown, want 2000", f.Frame.Step)
		}
	})
}

// A run of other data is nothing to compare with; a run of changed ones is.
func TestGhostGoesWithItsData(t *testing.T) {
	for _, replaces := range []string{
		`{"type":"points","op":"load","csv":"x1,x2,y\n0,1,0\n2,3,1\n"}`,
		`{"type":"points","op":"load","data":"blobs~12~0.3~7"}`,
		`{"type":"points","op":"clear"}`,
		`{"type":"open","demo":"walk","query":"preset=long&step=12"}`,
	} {
		withGhost(t, "step=12", func(t *testing.T, c *client) {
			c.say(`{"type":"seed","seed":8}`)
			if run := c.last(c.after(time.Second), "run").Run; run.Ghost == nil {
				t.Fatal("a change leaves no ghost")
			}
			c.say("%s", replaces)
			got := c.after(time.Second)
			if errors := of(got, "error"); len(errors) > 0 {
				t.Fatalf("%s: %+v", replaces, errors[0].Error)
			}
			if run := c.last(got, "run").Run; run.Ghost != nil {
				t.Errorf("after %s the run of other data stays: %+v", replaces, run.Ghost)
			}
		})
	}
}
