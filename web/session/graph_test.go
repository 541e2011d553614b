package session_test

import (
	"fmt"
	"strings"
	"testing"

	"playground/web/wire"
)

// onGraph runs a test with a client that has opened the demo of package drawn.
func onGraph(t *testing.T, test func(t *testing.T, c *client, opened []message)) {
	t.Helper()
	bubble(t, config(), `{"type":"open","demo":"degrees"}`, test)
}

// graphOf is a graph in a few letters.
func graphOf(s wire.State) string { return fmt.Sprint(len(s.Points), s.Edges) }

func TestGraph(t *testing.T) {
	onGraph(t, func(t *testing.T, c *client, got []message) {
		first := c.last(got, "state").State
		if graphOf(first) != "3 [[0 1 1] [1 2 0.5]]" || first.Limits.Points != 8 {
			t.Fatalf("opened with %s, %+v", graphOf(first), first.Limits)
		}
		var s wire.State
		for _, edit := range []struct{ op, graph, undo string }{
			{`"op":"edge","nodes":[2,0],"weight":2`, "3 [[0 1 1] [1 2 0.5] [0 2 2]]", "join 3 and 1"},
			{`"op":"edge","nodes":[0,1],"weight":4`, "3 [[0 1 4] [1 2 0.5] [0 2 2]]", "join 1 and 2"},
			{`"op":"add","points":[[3,0,0]]`, "4 [[0 1 4] [1 2 0.5] [0 2 2]]", "add 1 point"},
			{`"op":"edge","nodes":[3,1],"weight":1`, "4 [[0 1 4] [1 2 0.5] [0 2 2] [1 3 1]]", "join 4 and 2"},
			{`"op":"move","index":3,"x":2.5,"y":0`, "4 [[0 1 4] [1 2 0.5] [0 2 2] [1 3 1]]", "move x₄"},
			{`"op":"edge","nodes":[1,2],"weight":0`, "4 [[0 1 4] [0 2 2] [1 3 1]]", "separate 2 and 3"},
			{`"op":"remove","indexes":[0]`, "3 [[0 2 1]]", "remove x₁"},
		} {
			c.say(`{"type":"points",%s}`, edit.op)
			m := c.settle()
			c.noErrors(m)
			s = c.last(m, "state").State
			if graphOf(s) != edit.graph || s.CanUndo != edit.undo {
				t.Errorf("%s: %s, to undo %q; want %s, %q", edit.op, graphOf(s), s.CanUndo, edit.graph, edit.undo)
			}
		}
		query := s.Query
		for range 7 {
			c.say(`{"type":"undo"}`)
		}
		s = c.last(c.settle(), "state").State
		if graphOf(s) != graphOf(first) || s.CanUndo != "" || s.CanRedo != "join 3 and 1" {
			t.Errorf("undone to %s; to undo %q, to redo %q", graphOf(s), s.CanUndo, s.CanRedo)
		}
		for range 7 {
			c.say(`{"type":"redo"}`)
		}
		if s = c.last(c.settle(), "state").State; s.Query != query || !strings.Contains(query, "p2g~") {
			t.Errorf("redone to %s, want %s", s.Query, query)
		}
		c.say(`{"type":"points","op":"clear"}`)
		if s = c.last(c.settle(), "state").State; graphOf(s) != "0 []" {
			t.Errorf("cleared to %s", graphOf(s))
		}
		c.say(`{"type":"open","demo":"degrees","query":%q}`, query)
		if s = c.last(c.settle(), "state").State; s.Query != query || graphOf(s) != "3 [[0 2 1]]" {
			t.Errorf("the link %s brings %s", query, graphOf(s))
		}
	})
}

// What an eraser passes over is one edit, and so is a weight that a hand moves.
func TestGraphGestures(t *testing.T) {
	onGraph(t, func(t *testing.T, c *client, _ []message) {
		for _, nodes := range []string{"0,1", "1,2"} {
			c.say(`{"type":"points","op":"edge","nodes":[%s],"weight":0,"live":true}`, nodes)
		}
		c.say(`{"type":"points","op":"place"}`)
		if s := c.last(c.settle(), "state").State; graphOf(s) != "3 []" || s.CanUndo != "remove edges" {
			t.Errorf("erased to %s, to undo %q", graphOf(s), s.CanUndo)
		}
		c.say(`{"type":"undo"}`)
		if s := c.last(c.settle(), "state").State; graphOf(s) != "3 [[0 1 1] [1 2 0.5]]" || s.CanUndo != "" {
			t.Errorf("undone to %s, to undo %q", graphOf(s), s.CanUndo)
		}
		for _, weight := range []string{"2", "3", "4"} {
			c.say(`{"type":"points","op":"edge","nodes":[0,1],"weight":%s,"live":true}`, weight)
		}
		c.say(`{"type":"points","op":"edge","nodes":[0,1],"weight":5}`)
		c.settle()
		c.say(`{"type":"undo"}`)
		if s := c.last(c.settle(), "state").State; graphOf(s) != "3 [[0 1 1] [1 2 0.5]]" {
			t.Errorf("one undo leaves %s", graphOf(s))
		}
	})
}

func TestGraphFiles(t *testing.T) {
	onGraph(t, func(t *testing.T, c *client, _ []message) {
		const csv = `node,x,y\nA,0,0\nB,1,0\n\nfrom,to,weight\nA,B,2\nB,C,\n`
		c.say(`{"type":"points","op":"look","csv":"` + csv + `"}`)
		p := c.last(c.settle(), "preview").Preview
		if p.Total != 3 || p.Edges == nil || *p.Edges != 2 {
			t.Errorf("the preview is %+v", p)
		}
		c.say(`{"type":"points","op":"load","csv":"` + csv + `"}`)
		if s := c.last(c.settle(), "state").State; graphOf(s) != "3 [[0 1 2] [1 2 1]]" || s.CanUndo != "load points" {
			t.Errorf("loaded %s, to undo %q", graphOf(s), s.CanUndo)
		}
		c.say(`{"type":"points","op":"load","data":"p2s~0_0_1~1_1_-1"}`) // labels are not looked at
		c.say(`{"type":"points","op":"edge","nodes":[0,1],"weight":1}`)
		if s := c.last(c.settle(), "state").State; graphOf(s) != "2 [[0 1 1]]" || s.Target != "none" {
			t.Errorf("joined labelled points: %s, %s", graphOf(s), s.Target)
		}
		c.say(`{"type":"points","op":"load","csv":"x1,x2\n1,2\n3,4\n"}`)
		if s := c.last(c.settle(), "state").State; graphOf(s) != "2 []" {
			t.Errorf("points alone are %s", graphOf(s))
		}
	})
}

func TestBadGraphEdits(t *testing.T) {
	onGraph(t, func(t *testing.T, c *client, got []message) {
		before := c.last(got, "state").State
		for edit, want := range map[string][2]string{
			`"op":"edge","nodes":[0,3],"weight":1`:                 {"nodes", "to: there is no node 4, the graph has 3"},
			`"op":"edge","nodes":[1,1],"weight":1`:                 {"nodes", "to: node 2 cannot be joined with itself"},
			`"op":"load","csv":"from,to\n1,1\n"`:                   {"csv", "line 2: to: node 1 cannot be joined with itself"},
			`"op":"load","csv":"from,to\n1,2\n3,4\n5,6\n7,8\n9,1"`: {"data", "9 points are too many"},
			`"op":"load","data":"p2d~0_0~1_0~e0_1"`:                {"data", "takes undirected graphs"},
			`"op":"load","data":"p2g~0_0~1_0~e0_1_2000"`:           {"data", "weight: 2000 is not above 0 and at most 1000"},
			`"op":"hold","indexes":[1],"on":true`:                  {"", ""},
		} {
			c.say(`{"type":"points",%s}`, edit)
			e := c.last(c.settle(), "error").Error
			if want[0] != "" && (e.Field != want[0] || !strings.Contains(e.Message, want[1])) {
				t.Errorf("%s: %+v, want %q", edit, e, want)
			}
		}
		c.say(`{"type":"points","op":"look","csv":"from,to\n1,2\n2,1\n"}`)
		if p := c.last(c.settle(), "preview").Preview; !strings.Contains(p.Problem, "joined already") {
			t.Errorf("two edges between two nodes: %+v", p)
		}
		c.say(`{"type":"seed","seed":3}`)
		if s := c.last(c.settle(), "state").State; graphOf(s) != graphOf(before) {
			t.Errorf("bad edits left %s", graphOf(s))
		}
		c.say(`{"type":"open","demo":"walk"}`)
		c.settle()
		c.say(`{"type":"points","op":"edge","nodes":[0,1],"weight":1}`)
		if e := c.last(c.settle(), "error").Error; !strings.Contains(e.Message, "walk works on no graph") {
			t.Errorf("an edge between points: %+v", e)
		}
	})
}
