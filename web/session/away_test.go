package session_test

import (
	"fmt"
	"testing"
	"time"

	"playground/web/wire"
)

// TestViewsOutOfSightWait: while a point is dragged, frames leave out side views that
// the page says nobody sees. They come when the drag ends, or when they come into
// sight.
func TestViewsOutOfSightWait(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		panels := c.last(got, "frame").Frame.Panels
		if len(panels) < 2 {
			t.Fatalf("%d panels: nothing can be out of sight", len(panels))
		}
		side := panels[len(panels)-1].ID
		drag := func(x int) wire.Panel {
			t.Helper()
			c.say(`{"type":"points","op":"move","index":0,"x":%d,"y":1,"live":true}`, x)
			return panelOf(t, c.last(c.after(time.Second), "frame"), side)
		}
		view := func(away string) []message {
			c.say(`{"type":"view","view":{"board":[640,560],"side":[350,190]%s}}`, away)
			return c.after(time.Second)
		}
		away := fmt.Sprintf(`,"away":[%q]`, side)
		view("")
		if len(of(view(away), "frame")) > 0 {
			t.Error("a view that goes out of sight is no reason for a frame")
		}
		if p := drag(1); !p.Away || len(p.Layers) > 0 || p.Legend != nil {
			t.Errorf("dragging, with the view out of sight: %+v", p)
		}
		if p := panelOf(t, c.last(view(""), "frame"), side); p.Away || len(p.Layers) == 0 {
			t.Errorf("the view came into sight: away %v, %d layers", p.Away, len(p.Layers))
		}
		view(away)
		drag(2)
		c.say(`{"type":"points","op":"move","index":0,"x":3,"y":1}`)
		if p := panelOf(t, c.last(c.settle(), "frame"), side); p.Away || len(p.Layers) == 0 {
			t.Errorf("the drag has ended: away %v, %d layers", p.Away, len(p.Layers))
		}
		// The board is always drawn.
		view(fmt.Sprintf(`,"away":[%q]`, panels[0].ID))
		c.say(`{"type":"points","op":"move","index":0,"x":1,"y":1,"live":true}`)
		if p := panelOf(t, c.last(c.settle(), "frame"), panels[0].ID); p.Away || len(p.Layers) == 0 {
			t.Error("the board is out of sight")
		}
	})
}

func panelOf(t *testing.T, m message, id string) wire.Panel {
	t.Helper()
	for _, p := range m.Frame.Panels {
		if p.ID == id {
			return p
		}
	}
	t.Fatalf("no panel %s", id)
	return wire.Panel{}
}
