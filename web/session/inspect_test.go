package session_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"playground/web/wire"
)

// looked is the answer about a point of package walk.
func looked(ref, text string) *wire.Inspection {
	return &wire.Inspection{Ref: ref, Tips: []wire.Tip{{Panel: "board", Layer: "data", Text: text}}}
}

// A client that looks at a point gets its tooltip at once and with every frame,
// until it looks at something else. The pictures themselves have no tooltips.
func TestLookingAtAPoint(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		if f := c.last(got, "frame"); strings.Contains(f.raw, "data-tip") || strings.Contains(f.raw, "away") || f.Frame.Look != nil {
			t.Error("a frame has tooltips that nobody looks at")
		}
		c.say(`{"type":"look","ref":"x1"}`)
		got = c.settle()
		want := looked("x1", "2.83 away")
		want.Type = "look"
		if len(got) != 1 || !cmp.Equal(&got[0].Look, want) {
			t.Fatalf("the answer is %v, want %+v and no frame", kinds(got), want)
		}
		c.say(`{"type":"step","by":1,"size":"small"}`)
		f := c.last(c.settle(), "frame").Frame
		if diff := cmp.Diff(looked("x1", "2.87 away"), f.Look); diff != "" {
			t.Errorf("in the next frame: -want +got %s", diff)
		}
		if _, ok := f.Panels[0].Layers["data"]; ok {
			t.Error("the points were sent again for what is said of one")
		}
		c.say(`{"type":"look","ref":"who"}`)
		if got = c.settle(); len(got) != 1 || got[0].Look.Ref != "who" || got[0].Look.Tips != nil {
			t.Errorf("of what is nowhere: %v", got)
		}
		c.say(`{"type":"look"}`)
		if got = c.settle(); len(got) != 0 {
			t.Errorf("to look away needs no answer: %v", kinds(got))
		}
		c.say(`{"type":"step","by":1,"size":"small"}`)
		if f := c.last(c.settle(), "frame").Frame; f.Look != nil {
			t.Errorf("nobody looks, but is told %+v", f.Look)
		}
	})
}

// While the run plays, every frame carries the answer. A picture that is due
// anyway brings the first one.
func TestLookingWhileItPlays(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"play","rate":10,"size":"small"}`)
		c.settle()
		c.say(`{"type":"look","ref":"x0"}`)
		got := c.after(2 * time.Second)
		frames := of(got, "frame")
		if len(frames) < 15 {
			t.Fatalf("%d frames", len(frames))
		}
		seen := map[string]bool{}
		for _, f := range frames {
			if f.Frame.Look == nil || f.Frame.Look.Ref != "x0" || len(f.Frame.Look.Tips) != 1 {
				t.Fatalf("step %d tells %+v", f.Frame.Step, f.Frame.Look)
			}
			seen[f.Frame.Look.Tips[0].Text] = true
		}
		if len(seen) < len(frames)/2 {
			t.Errorf("%d frames tell %d different things", len(frames), len(seen))
		}
	})
}

// An answer waits if it has to: for the run to start over, for a client that is
// behind, for a session that is parked.
func TestAnswersWait(t *testing.T) {
	for name, c := range map[string]struct {
		before []string
		quiet  time.Duration
	}{
		"a run that starts over": {[]string{`{"type":"seed","seed":9}`}, 0},
		"another step":           {[]string{`{"type":"seek","step":17}`}, 0},
		"parking":                {[]string{`{"type":"seek","step":17}`}, 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			in(t, "", func(t *testing.T, cl *client, _ []message) {
				for _, m := range c.before {
					cl.say("%s", m)
				}
				var got []message
				if c.quiet > 0 {
					cl.after(c.quiet)
				}
				cl.say(`{"type":"look","ref":"x2"}`)
				got = cl.after(time.Second)
				cl.noErrors(got)
				last := inspection(got)
				if last == nil || last.Ref != "x2" || len(last.Tips) != 1 {
					t.Fatalf("told %+v in %v", last, kinds(got))
				}
				cl.say(`{"type":"look","ref":"x1"}`)
				cl.say(`{"type":"look","ref":"x2"}`)
				if again := inspection(cl.after(time.Second)); again == nil || again.Tips[0] != last.Tips[0] {
					t.Errorf("told %+v, and then %+v", last, again)
				}
			})
		})
	}
	t.Run("a client that is behind", func(t *testing.T) {
		in(t, "", func(t *testing.T, c *client, _ []message) {
			c.ack(false)
			for range 4 {
				c.say(`{"type":"step","by":1,"size":"small"}`)
				c.after(time.Second)
			}
			c.say(`{"type":"look","ref":"x2"}`)
			if got := c.after(time.Minute); inspection(got) != nil {
				t.Errorf("an answer about a step that is not shown: %v", kinds(got))
			}
			c.say(`{"type":"ack","frame":%d}`, 3)
			if f := c.last(c.after(time.Second), "frame").Frame; f.Look == nil || f.Look.Ref != "x2" || f.Step != 4 {
				t.Errorf("step %d tells %+v", f.Step, f.Look)
			}
		})
	})
}

// inspection returns the last answer.
func inspection(got []message) *wire.Inspection {
	var last *wire.Inspection
	for _, m := range got {
		switch m.Type {
		case "look":
			last = &m.Look
		case "frame":
			if m.Frame.Look != nil {
				last = m.Frame.Look
			}
		}
	}
	return last
}

// A pointer that passes over many points asks for the last one.
func TestManyLooksMerge(t *testing.T) {
	cfg := config()
	cfg.Limits.Messages = 1
	bubble(t, cfg, `{"type":"open","demo":"walk"}`, func(t *testing.T, c *client, _ []message) {
		for i := range 300 {
			c.say(`{"type":"look","ref":"%s"}`, fmt.Sprint("x", i%3))
		}
		got := c.after(5 * time.Second)
		c.noErrors(got)
		if n := len(of(got, "look")); n == 0 || n > 3 {
			t.Errorf("%d answers", n)
		}
		if last := inspection(got); last.Ref != "x2" {
			t.Errorf("the last answer is about %s", last.Ref)
		}
	})
}
