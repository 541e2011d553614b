package session_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"playground/algos"
	"playground/web/wire"
)

// TestWhatTakesLongWaits drags a point at the end of runs whose last step has
// something that takes long. The pictures of the moves say that it waits; it comes
// when the hand rests, when it lets go, and the whole picture is then that of a run
// that nobody dragged.
func TestWhatTakesLongWaits(t *testing.T) {
	cfg := config()
	waits := func(f wire.Frame) (panels, promises []string) {
		for _, p := range f.Panels {
			if p.Waits {
				panels = append(panels, p.ID)
				if !p.Away || len(p.Layers) > 0 {
					t.Errorf("%s waits and is drawn", p.ID)
				}
			}
		}
		for _, c := range f.Checks {
			if c.Verdict == string(algos.Waiting) {
				promises = append(promises, c.Name)
				if c.Holds != nil || c.Left != nil {
					t.Errorf("%s waits and has an answer", c.Name)
				}
			}
		}
		return panels, promises
	}
	for _, c := range []struct {
		demo, query      string
		panels, promises []string
	}{
		{"line", "data=moons~16~0.24~7&step=end", []string{"lengths"}, []string{"counted"}},
		{"walk", "step=end", nil, nil},
	} {
		t.Run(c.demo, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				a := connect(t, cfg)
				a.say(`{"type":"open","demo":%q,"query":%q}`, c.demo, c.query)
				first := a.last(a.settle(), "frame").Frame
				if p, q := waits(first); p != nil || q != nil {
					t.Errorf("nobody drags, and %v %v wait", p, q)
				}
				for x := range 3 {
					a.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0.5,"live":true}`, float64(x)/10)
					for _, f := range of(a.after(100*time.Millisecond), "frame") {
						if p, q := waits(f.Frame); !slices.Equal(p, c.panels) || !slices.Equal(q, c.promises) {
							t.Errorf("while the hand moves %v %v wait, want %v %v", p, q, c.panels, c.promises)
						}
					}
				}
				rested := a.after(time.Second)
				if f := of(rested, "frame"); len(f) != 1 {
					t.Fatalf("%d pictures after the hand rests, want 1", len(f))
				}
				f := a.last(rested, "frame").Frame
				if p, q := waits(f); p != nil || q != nil {
					t.Errorf("the hand rests, and %v %v wait", p, q)
				}
				a.say(`{"type":"points","op":"move","index":0,"x":0.3,"y":0.5,"live":true}`)
				a.say(`{"type":"points","op":"move","index":0,"x":0.3,"y":0.5}`)
				f = a.last(a.settle(), "frame").Frame
				if p, q := waits(f); p != nil || q != nil {
					t.Errorf("the hand has let go, and %v %v wait", p, q)
				}
				if err := a.leave(); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestAHandOnThePointsWaitsForItsState drags a point ten times a second. The page has
// the points already, so a state comes once a second, and with the whole picture when
// the hand rests. What is dragged of the parameters comes sooner.
func TestAHandOnThePointsWaitsForItsState(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		a := connect(t, cfg)
		a.say(`{"type":"open","demo":"line","query":"data=moons~16~0.24~7&step=end"}`)
		a.settle()
		states := 0
		for x := range 15 {
			a.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0.5,"live":true}`, float64(x)/100)
			states += len(of(a.after(100*time.Millisecond), "state"))
		}
		if states != 1 {
			t.Errorf("%d states in a second and a half of dragging, want 1", states)
		}
		rested := of(a.after(400*time.Millisecond), "state")
		if len(rested) != 1 {
			t.Fatalf("%d states when the hand rests, want 1", len(rested))
		}
		if at := rested[0].State.Points[0]; at[0] != 0.14 {
			t.Errorf("the state has the point at %v, want 0.14", at)
		}
		a.say(`{"type":"points","op":"move","index":0,"x":0.14,"y":0.5}`)
		a.settle()
		states = 0
		for x := range 10 {
			a.say(`{"type":"set","name":"passes","value":"%d","live":true}`, x+2)
			states += len(of(a.after(100*time.Millisecond), "state"))
		}
		if states < 4 {
			t.Errorf("%d states in a second of dragging a parameter, want some", states)
		}
		if err := a.leave(); err != nil {
			t.Error(err)
		}
	})
}
