package session_test

import (
	"net/url"
	"testing"
)

// begin opens a recipe for a reader who asks for no step.
const begin = `{"type":"open","demo":"walk","query":%q,"begin":true}`

// A page opens where something has happened and something is to come: 14 is one third of
// 20 steps of the usual size. A step that somebody says is taken at his word.
func TestOpening(t *testing.T) {
	for _, c := range []struct {
		query string
		step  int
		link  string // the query for what is shown
	}{
		{"preset=end", 14, "preset=end&step=14"},
		{"preset=end&steps=8", 4, "preset=end&step=4&steps=8"},
		{"preset=end&steps=1", 0, "preset=end&step=0&steps=1"},
		{"preset=end&step=end", 40, "preset=end&step=end"},
		{"preset=end&step=33", 33, "preset=end&step=33"},
		{"", 0, ""},
		{"data=moons~20~0.1~3", 14, "data=moons~20~0.1~3&step=14"},
	} {
		in(t, "preset=long", func(t *testing.T, cl *client, _ []message) {
			cl.say(begin, c.query)
			got := cl.settle()
			cl.noErrors(got)
			if f := cl.last(got, "frame").Frame; f.Step != c.step {
				t.Errorf("%q opens at step %d of %d, want %d", c.query, f.Step, f.Total-1, c.step)
			}
			if link := cl.last(got, "state").State.Query; unescaped(link) != c.link {
				t.Errorf("%q is shown at %q, want %q", c.query, link, c.link)
			}
		})
	}
}

// Who asks for the recipe alone gets what pictures show, as ever.
func TestOpeningOfOthers(t *testing.T) {
	in(t, "preset=end", func(t *testing.T, c *client, got []message) {
		if f := c.last(got, "frame").Frame; f.Step != 40 {
			t.Errorf("opens at step %d, want the end", f.Step)
		}
	})
}

// Other data open as a page would open them, until the reader moves the cursor; what he
// drags stays at its step.
func TestOpeningOfOtherData(t *testing.T) {
	const load = `{"type":"points","op":"load","data":"moons~20~0.1~%d"}`
	in(t, "", func(t *testing.T, c *client, _ []message) {
		step := func(want int, what string) {
			t.Helper()
			got := c.settle()
			c.noErrors(got)
			if f := c.last(got, "frame").Frame; f.Step != want {
				t.Errorf("%s: step %d, want %d", what, f.Step, want)
			}
		}
		c.say(begin, "preset=end&steps=80")
		step(28, "opened")
		c.say(`{"type":"points","op":"move","index":0,"x":0.5,"y":0.5}`)
		step(28, "dragged")
		c.say(`{"type":"set","name":"steps","value":"40"}`)
		step(28, "set")
		c.say(load, 1)
		step(14, "other data")
		c.say(`{"type":"step","by":1,"size":"step"}`)
		step(16, "stepped")
		c.say(load, 2)
		step(16, "other data after a step")
	})
}

// On an empty board a run starts, and stays at its start while points are placed; once
// the reader has moved in it, it keeps its place as ever.
func TestPlacingOnAnEmptyBoard(t *testing.T) {
	const add = `{"type":"points","op":"add","points":[[%d,1,1]]}`
	for _, query := range []string{"preset=end", "preset=end&step=31", "step=12"} {
		in(t, query, func(t *testing.T, c *client, got []message) {
			before := c.last(got, "frame").Frame.Step
			step := func(want int, what string) {
				t.Helper()
				got := c.settle()
				c.noErrors(got)
				if f := c.last(got, "frame").Frame; f.Step != want {
					t.Errorf("%s, %s: step %d, want %d", query, what, f.Step, want)
				}
			}
			c.say(`{"type":"points","op":"clear"}`)
			step(0, "cleared")
			c.say(`{"type":"undo"}`)
			step(before, "brought back")
			c.say(`{"type":"redo"}`)
			step(0, "cleared again")
			for i := range 4 {
				c.say(add, i)
				step(0, "placed")
			}
			c.say(`{"type":"step","by":2,"size":"step"}`)
			step(4, "stepped")
			c.say(add, 5)
			step(4, "placed after a step")
			c.say(`{"type":"seek","to":"end"}`)
			step(40, "at the end")
			c.say(add, 6)
			step(40, "placed at the end")
		})
	}
}

// An eraser that takes the last point leaves an empty board, too.
func TestErasedBoardStartsOver(t *testing.T) {
	in(t, "preset=end", func(t *testing.T, c *client, _ []message) {
		for range 3 {
			c.say(`{"type":"points","op":"remove","indexes":[0],"live":true}`)
			c.settle()
		}
		c.say(`{"type":"points","op":"add","points":[[0,0,1],[1,1,0]]}`)
		if f := c.last(c.settle(), "frame").Frame; f.Step != 0 || f.Total != 41 {
			t.Errorf("step %d of %d", f.Step, f.Total-1)
		}
	})
}

// unescaped is a query as a reader would write it.
func unescaped(query string) string {
	q, err := url.QueryUnescape(query)
	if err != nil {
		return err.Error()
	}
	return q
}
