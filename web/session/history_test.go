package session_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "playground/algos/algotest/seeded"
	"playground/web/wire"
)

// change says something and returns the last state; follows has settled.
func (c *client) change(format string, args ...any) wire.State {
	c.t.Helper()
	c.say(format, args...)
	got := c.after(300 * time.Millisecond)
	c.noErrors(got)
	return c.last(got, "state").State
}

// same reports whether two states are of the same recipe and board.
func same(a, b wire.State) bool {
	return a.Query == b.Query && a.Seed == b.Seed && a.Preset == b.Preset && a.Window == b.Window &&
		slices.Equal(a.Points, b.Points) && a.Params["steps"] == b.Params["steps"]
}

func TestUndoAndRedoOfEverything(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, opened []message) {
		edits := []struct{ say, label string }{
			{`{"type":"points","op":"move","index":2,"x":5,"y":3}`, "move x₃"},
			{`{"type":"points","op":"add","points":[[0,0,1],[1,0,0]]}`, "add 2 points"},
			{`{"type":"points","op":"relabel","indexes":[0],"class":1}`, "relabel x₁"},
			{`{"type":"set","name":"steps","value":"12"}`, "change steps"},
			{`{"type":"set","params":{"steps":"14","drift":"0.5"}}`, "change steps, drift"},
			{`{"type":"seed","seed":8}`, "change the seed"},
			{`{"type":"window","window":[-3,3,-3,3]}`, "move the window"},
			{`{"type":"points","op":"remove","indexes":[0,1]}`, "remove 2 points"},
			{`{"type":"points","op":"load","data":"moons~20~0.2~7"}`, "load points"},
			{`{"type":"open","demo":"walk","query":"preset=long"}`, "open “Long”"},
			{`{"type":"points","op":"clear"}`, "remove all points"},
		}
		versions := []wire.State{opened[0].State}
		for _, e := range edits {
			st := c.change("%s", e.say)
			if st.CanUndo != e.label || st.CanRedo != "" {
				t.Errorf("after %s: undo %q, redo %q; want %q and nothing", e.say, st.CanUndo, st.CanRedo, e.label)
			}
			versions = append(versions, st)
		}
		for i := len(edits) - 1; i >= 0; i-- {
			st := c.change(`{"type":"undo"}`)
			if !same(st, versions[i]) {
				t.Errorf("undoing %q gives %+v, want %+v", edits[i].label, st, versions[i])
			}
			if st.CanRedo != edits[i].label || i == 0 && st.CanUndo != "" {
				t.Errorf("undoing %q leaves undo %q, redo %q", edits[i].label, st.CanUndo, st.CanRedo)
			}
		}
		for i, e := range edits {
			if st := c.change(`{"type":"redo"}`); !same(st, versions[i+1]) || st.CanUndo != e.label {
				t.Errorf("redoing %q gives %+v, want %+v", e.label, st, versions[i+1])
			}
		}
	})
}

// However often a gesture moves, it is one edit, and none if it ends where it
// began.
func TestGestureIsOneEdit(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, opened []message) {
		first := opened[0].State
		for i := range 30 {
			c.say(`{"type":"points","op":"move","index":0,"x":%g,"y":0,"live":true}`, float64(i)/30)
			c.after(40 * time.Millisecond)
		}
		moved := c.change(`{"type":"points","op":"move","index":0,"x":1,"y":0}`)
		for _, v := range []int{20, 30} {
			c.say(`{"type":"set","name":"steps","value":"%d","live":true}`, v)
			c.after(300 * time.Millisecond)
		}
		if st := c.change(`{"type":"set","name":"steps","value":"30"}`); st.CanUndo != "change steps" {
			t.Errorf("undo %q", st.CanUndo)
		}
		if st := c.change(`{"type":"undo"}`); !same(st, moved) || st.CanUndo != "move x₁" {
			t.Errorf("undoing a slider gives %+v", st)
		}
		if st := c.change(`{"type":"undo"}`); !same(st, first) || st.CanUndo != "" {
			t.Errorf("undoing a drag gives %+v", st)
		}
		// There and back again; what was undone can still be done again.
		c.say(`{"type":"set","name":"drift","value":"1","live":true}`)
		c.after(300 * time.Millisecond)
		if st := c.change(`{"type":"set","name":"drift","value":"0"}`); st.CanUndo != "" || !same(st, first) {
			t.Errorf("a gesture that changed nothing can be undone: %q", st.CanUndo)
		}
	})
}

func TestHistoryIsBounded(t *testing.T) {
	in(t, "steps=1", func(t *testing.T, c *client, _ []message) {
		for i := range 250 {
			c.change(`{"type":"seed","seed":%d}`, 100+i)
		}
		n := 0
		var st wire.State
		for st.CanUndo != "" || n == 0 {
			st = c.change(`{"type":"undo"}`)
			n++
		}
		if n != 200 || st.Seed != 149 {
			t.Errorf("%d edits were undone, down to the seed %d; want 200 and 149", n, st.Seed)
		}
		c.say(`{"type":"undo"}`)
		if e := c.last(c.settle(), "error").Error; e.Code != wire.BadMessage {
			t.Errorf("an undo too many gives %+v", e)
		}
	})
}

// Any sequence of edits, undos and redos shows what a list of versions shows.
func TestHistoryFollowsAModel(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		acts := rapid.SliceOfN(rapid.IntRange(0, 5), 1, 25).Draw(r, "acts")
		in(t, "steps=1", func(t *testing.T, c *client, opened []message) {
			versions, at := []uint64{opened[0].State.Seed}, 0
			for i, act := range acts {
				switch {
				case act == 0 && at > 0:
					at--
					c.say(`{"type":"undo"}`)
				case act == 1 && at < len(versions)-1:
					at++
					c.say(`{"type":"redo"}`)
				default:
					versions = append(versions[:at+1], uint64(1000+i))
					at++
					c.say(`{"type":"seed","seed":%d}`, 1000+i)
				}
				got := c.after(300 * time.Millisecond)
				st := c.last(got, "state").State
				if want := fmt.Sprint(versions[at], at > 0, at < len(versions)-1); want != fmt.Sprint(st.Seed, st.CanUndo != "", st.CanRedo != "") {
					r.Fatalf("after %v: seed %d, undo %q, redo %q, want %s", acts[:i+1], st.Seed, st.CanUndo, st.CanRedo, want)
				}
			}
		})
	})
}
