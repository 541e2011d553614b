package session_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"playground/algos/dataset"
)

// A brush holds points out one by one, and that is one edit; the numbers of the
// points follow.
func TestHoldingIsOneEdit(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		old := c.last(got, "state").State
		for range 2 {
			c.say(`{"type":"points","op":"hold","indexes":[0],"on":true,"live":true}`)
			c.noErrors(c.after(20 * time.Millisecond))
		}
		c.say(`{"type":"points","op":"place"}`)
		st := c.last(c.settle(), "state").State
		n := len(old.Points)
		if st.Held != 2 || len(st.Points) != n || st.Points[n-2] != old.Points[0] || st.Points[n-1] != old.Points[1] || st.Points[0] != old.Points[2] {
			t.Errorf("of %v, held out are the last %d of %v", old.Points, st.Held, st.Points)
		}
		if st.CanUndo != "hold out points" {
			t.Errorf("to undo: %q", st.CanUndo)
		}
		link := c.last(got, "state").State.Query
		if link == st.Query || !strings.Contains(st.Query, "~h2") {
			t.Errorf("the link is %s", st.Query)
		}
		c.say(`{"type":"undo"}`)
		st = c.last(c.settle(), "state").State
		if fmt.Sprint(st.Points) != fmt.Sprint(old.Points) || st.Held != 0 || st.Query != old.Query {
			t.Errorf("undone to %v with %d held out, before it %v", st.Points, st.Held, old.Points)
		}
	})
}

// A share of generated points is chosen by their generator; of others by chance that
// is always the same.
func TestShare(t *testing.T) {
	in(t, "data=moons~40~0.2~7", func(t *testing.T, c *client, got []message) {
		old := c.last(got, "state").State
		c.say(`{"type":"points","op":"share","share":30}`)
		got = c.settle()
		c.noErrors(got)
		st := c.last(got, "state").State
		want, err := dataset.Source{Generator: "moons", N: 40, Noise: 0.2, Seed: 7, Held: 12}.Load()
		if err != nil {
			t.Fatal(err)
		}
		if st.Held != 12 || st.Data == nil || !strings.Contains(st.Query, "moons~40~0.2~7~h12") || st.Points[39][0] != want.Points[39].X[0] {
			t.Errorf("%d held out of %v, %s", st.Held, st.Data, st.Query)
		}
		c.say(`{"type":"points","op":"share","share":0}`)
		st = c.last(c.settle(), "state").State
		if st.Held != 0 || st.Query != old.Query || fmt.Sprint(st.Points) != fmt.Sprint(old.Points) {
			t.Errorf("put back: %d held out, %s", st.Held, st.Query)
		}
		c.say(`{"type":"points","op":"move","index":0,"x":0.5,"y":0.5}`)
		c.say(`{"type":"points","op":"share","share":50}`)
		first := c.last(c.settle(), "state").State
		c.say(`{"type":"undo"}`)
		c.say(`{"type":"points","op":"share","share":50}`)
		again := c.last(c.settle(), "state").State
		if first.Held != 20 || fmt.Sprint(first.Points) != fmt.Sprint(again.Points) {
			t.Errorf("%d held out; again other points", first.Held)
		}
	})
}
