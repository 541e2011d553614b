package session_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"playground/web/wire"
)

// onTable runs a test with a client that has opened the demo of package tally.
func onTable(t *testing.T, test func(t *testing.T, c *client, opened []message)) {
	t.Helper()
	bubble(t, config(), `{"type":"open","demo":"tally"}`, test)
}

func TestTable(t *testing.T) {
	onTable(t, func(t *testing.T, c *client, got []message) {
		first := c.last(got, "state").State
		if first.Table == nil || len(first.Table.Rows) != 3 || len(first.Points) != 0 || fmt.Sprint(first.Table.Columns[2]) != "{play words [no yes] true}" {
			t.Fatalf("opened with %+v", first.Table)
		}
		for _, edit := range []string{
			`"op":"cell","at":[0,1],"value":"−4,5"`,
			`"op":"cell","at":[1,0],"value":"fog"`,
			`"op":"row","values":["fog","7","yes"]`,
			`"op":"remove","indexes":[2]`,
			`"op":"name","column":1,"name":"degrees"`,
			`"op":"target","column":0`,
		} {
			c.say(`{"type":"data",%s}`, edit)
			c.noErrors(c.settle())
		}
		c.say(`{"type":"pause"}`)
		c.say(`{"type":"seed","seed":2}`)
		st := c.last(c.settle(), "state").State
		if got := fmt.Sprint(st.Table.Rows); got != "[[sunny -4.5 no] [fog 21 yes] [fog 7 yes]]" {
			t.Errorf("the rows are %s", got)
		}
		if got := fmt.Sprint(st.Table.Columns); got != "[{outlook words [sunny fog] true} {degrees numbers [] false} {play words [no yes] false}]" {
			t.Errorf("the columns are %s", got)
		}
		// The link brings the same table.
		query := st.Query
		for range 7 {
			c.say(`{"type":"undo"}`)
		}
		st = c.last(c.settle(), "state").State
		if fmt.Sprint(*st.Table) != fmt.Sprint(*first.Table) || st.CanUndo != "" || st.CanRedo != "change a cell" {
			t.Errorf("undone to %+v; to undo %q, to redo %q", st.Table, st.CanUndo, st.CanRedo)
		}
		c.say(`{"type":"open","demo":"tally","query":%q}`, query)
		st = c.last(c.settle(), "state").State
		if got := fmt.Sprint(st.Table.Rows); got != "[[sunny -4.5 no] [fog 21 yes] [fog 7 yes]]" || st.Query != query {
			t.Errorf("the link %s brings %s and becomes %s", query, got, st.Query)
		}
	})
}

// The page of a generated table is told its settings; a cell that is changed makes it the
// visitor's own, and what the demo has no room for is refused and leaves the table.
func TestGeneratedTableOfASession(t *testing.T) {
	onTable(t, func(t *testing.T, c *client, _ []message) {
		say := func(format string, args ...any) wire.State {
			t.Helper()
			c.say(format, args...)
			m := c.settle()
			c.noErrors(m)
			return c.last(m, "state").State
		}
		is := func(when string, st wire.State, columns int) {
			t.Helper()
			want := wire.Data{Generator: "classes", N: 30, Noise: 0.5, Seed: 7, Features: columns - 1}
			if st.Data == nil || *st.Data != want || len(st.Table.Rows) != 30 || len(st.Table.Columns) != columns {
				t.Errorf("%s: %+v, %d rows of %d columns", when, st.Data, len(st.Table.Rows), len(st.Table.Columns))
			}
		}
		is("loaded", say(`{"type":"data","op":"load","data":"classes~30~0.5~7~x3"}`), 4)
		st := say(`{"type":"data","op":"load","data":"classes~30~0.5~7~x5"}`)
		is("with more features", st, 6)
		is("by its link", say(`{"type":"open","demo":"tally","query":%q}`, st.Query), 6)
		for data, want := range map[string]string{
			"classes~30~0.5~7~x6":  "7 columns are too many: tally takes at most 6",
			"classes~30~0.5~7~x11": "classes cannot have 11 features: it must be from 1 to 10",
			"classes~41~0.5~7~x5":  "41 rows are too many",
			"sparse~30~1~7~x3":     "tally needs at most 8 classes: y holds 30 different numbers",
		} {
			c.say(`{"type":"data","op":"load","data":%q}`, data)
			if e := c.last(c.settle(), "error").Error; e.Field != "data" || !strings.Contains(e.Message, want) {
				t.Errorf("%s: %+v, want %q", data, e, want)
			}
		}
		is("after what was refused", say(`{"type":"seed","seed":2}`), 6)
		if st := say(`{"type":"data","op":"cell","at":[0,0],"value":"1"}`); st.Data != nil || len(st.Table.Rows) != 30 {
			t.Errorf("a changed table is that of %+v", st.Data)
		}
		is("undone", say(`{"type":"undo"}`), 6)
	})
}

func TestTableFiles(t *testing.T) {
	onTable(t, func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"data","op":"look","csv":"size,colour,kind\n1,red,a\n2,blue,b\n"}`)
		got := c.settle()
		if len(got) != 1 || got[0].Type != "preview" {
			t.Fatalf("answered by %v", kinds(got))
		}
		if p := got[0].Preview; p.Total != 2 || fmt.Sprint(*p.Table) != "{[{size numbers [] false} {colour words [red blue] false} {kind words [a b] true}] [[1 red a] [2 blue b]]}" {
			t.Errorf("%+v", p.Table)
		}
		c.say(`{"type":"data","op":"load","csv":"size,colour,kind\n1,red,a\n2,blue,b\n","columns":{"y":"colour"}}`)
		st := c.last(c.settle(), "state").State
		if !st.Table.Columns[1].Target || st.CanUndo != "load a table" {
			t.Errorf("loaded %+v, to undo %q", st.Table, st.CanUndo)
		}
		// Loaded again, the table keeps the target that was chosen.
		c.say(`{"type":"data","op":"load","csv":"size,colour,kind\n1,red,a\n2,blue,b\n3,red,b\n"}`)
		if st = c.last(c.settle(), "state").State; !st.Table.Columns[1].Target || len(st.Table.Rows) != 3 {
			t.Errorf("loaded again as %+v", st.Table)
		}
		c.say(`{"type":"data","op":"clear"}`)
		st = c.last(c.settle(), "state").State
		if len(st.Table.Rows) != 0 || len(st.Table.Columns) != 3 {
			t.Errorf("cleared to %+v", st.Table)
		}
	})
}

func TestBadTableEdits(t *testing.T) {
	onTable(t, func(t *testing.T, c *client, got []message) {
		before := c.last(got, "state").State.Query
		for edit, want := range map[string][2]string{
			`"op":"cell","at":[0,1],"value":"warm"`: {"value", "column temperature: \"warm\" is not a number"},
			`"op":"cell","at":[9,1],"value":"1"`:    {"value", "there is no cell"},
			`"op":"row","values":["sunny"]`:         {"values", "1 values for 3 columns"},
			`"op":"remove","indexes":[3]`:           {"indexes", "there is no row 3"},
			`"op":"name","column":0,"name":"play"`:  {"name", "given twice"},
			`"op":"name","column":0,"name":"=A1"`:   {"name", "formula"},
			`"op":"target","column":1`:              {"data", "tally needs classes: temperature holds 3 different numbers. Choose another target, or load the file with temperature:class"},
			`"op":"load","data":"moons"`:            {"data", "takes a table of named columns, not points"},
			`"op":"load","csv":"a,b\n1,u\nv,w\n"`:   {"csv", "line 3, column a: \"v\" is not a number"},
		} {
			c.say("%s", `{"type":"data",`+edit+`}`)
			if e := c.last(c.settle(), "error").Error; e.Field != want[0] || !strings.Contains(e.Message, want[1]) {
				t.Errorf("%.60s: %+v, want %v", edit, e, want)
			}
		}
		for file, want := range map[string]string{
			`a\n` + rows(41):                 "41 rows are too many",
			`a,b,c,d,e,f,g\n1,2,3,4,5,6,u\n`: "7 columns are too many: tally takes at most 6",
		} {
			c.say("%s", `{"type":"data","op":"look","csv":"`+file+`"}`)
			if p := c.last(c.settle(), "preview").Preview; !strings.Contains(p.Problem, want) || len(p.Lines) == 0 {
				t.Errorf("%.60s: %+v, want %s", file, p, want)
			}
		}
		c.say(`{"type":"points","op":"add","points":[[0,0,0]]}`)
		if e := c.last(c.settle(), "error").Error; e.Field != "op" || !strings.Contains(e.Message, "works on a table") {
			t.Errorf("points for a table: %+v", e)
		}
		c.say(`{"type":"seed","seed":3}`)
		c.say(`{"type":"undo"}`)
		if after := c.last(c.settle(), "state").State.Query; after != before {
			t.Errorf("what was refused led from %s to %s", before, after)
		}
	})
	in(t, "", func(t *testing.T, c *client, _ []message) {
		for _, edit := range []string{`"op":"clear"`, `"op":"look","csv":"a\n1\n"`, `"op":"load","data":"t1~na~1"`} {
			c.say("%s", `{"type":"data",`+edit+`}`)
			if e := c.last(c.settle(), "error").Error; e.Field != "op" {
				t.Errorf("%s: %+v", edit, e)
			}
		}
		c.say(`{"type":"points","op":"load","data":"t1~na~1"}`)
		if e := c.last(c.settle(), "error").Error; e.Code != wire.BadField || !strings.Contains(e.Message, "takes points, not a table") {
			t.Errorf("a table for points: %+v", e)
		}
	})
}

func rows(n int) string { return strings.Repeat(`u\n`, n) }

// A file with a header of its own is shown with a guess, and with what is wrong.
func TestOwnHeader(t *testing.T) {
	const file = `tree,height,girth,kind\nt1,1.5,2,oak\nt2,3,4,ash\nt3,5,6,oak\n`
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"points","op":"look","csv":"` + file + `"}`)
		got := c.settle()
		if len(got) != 1 || got[0].Type != "preview" {
			t.Fatalf("answered by %v", kinds(got))
		}
		p := got[0].Preview
		if !reflect.DeepEqual(*p.Columns, wire.Columns{X1: "height", X2: "girth", Y: "kind"}) || len(p.Headings) != 4 || p.Problem != "" || p.Total != 3 || fmt.Sprint(p.Counts) != "[{oak 2} {ash 1}]" {
			t.Errorf("%+v %+v", p, p.Columns)
		}
		c.say(`{"type":"points","op":"look","csv":"` + file + `","columns":{"x1":"tree","x2":"girth","y":"kind"}}`)
		if p := c.last(c.settle(), "preview").Preview; p.Problem != `line 2, column tree: "t1" is not a number` || p.Columns.X1 != "tree" || len(p.Headings) != 4 {
			t.Errorf("%+v", p)
		}
		c.say(`{"type":"points","op":"look","csv":"x1,x2,kind\n1,2,oak\n"}`)
		if p := c.last(c.settle(), "preview").Preview; !reflect.DeepEqual(*p.Columns, wire.Columns{X1: "x1", X2: "x2", Y: "kind"}) || p.Problem != "" {
			t.Errorf("a header that is half its own: %+v %+v", p, p.Columns)
		}
		c.say(`{"type":"points","op":"look","csv":"a,b\nu,v\n"}`)
		if p := c.last(c.settle(), "preview").Preview; p.Problem == "" || len(p.Headings) != 2 {
			t.Errorf("a file without numbers: %+v", p)
		}
		c.say(`{"type":"points","op":"load","csv":"` + file + `","columns":{"x1":"girth","x2":"height","y":"kind"}}`)
		st := c.last(c.settle(), "state").State
		if fmt.Sprint(st.Columns, st.Classes, st.Points) != "[girth height kind] [oak ash 2] [[2 1.5 0] [4 3 1] [6 5 0]]" {
			t.Errorf("loaded %v, %v, %v", st.Columns, st.Classes, st.Points)
		}
		if !strings.Contains(st.Query, "p2cn%7Egirth_height_kind_oak_ash%7E") && !strings.Contains(st.Query, "p2cn~girth_height_kind_oak_ash~") {
			t.Errorf("the link is %s", st.Query)
		}
	})
}

func TestNames(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"points","op":"name","column":1,"name":" weight in kg "}`)
		c.say(`{"type":"points","op":"name","class":1,"name":"<b>$x$</b>"}`)
		got := c.settle()
		c.noErrors(got)
		st := c.last(got, "state").State
		if fmt.Sprint(st.Columns) != "[x₁ weight in kg y]" || st.Classes[1] != "<b>$x$</b>" || st.Classes[0] != "−1" || st.CanUndo != "change a name" {
			t.Errorf("columns %q, classes %q, to undo %q", st.Columns, st.Classes, st.CanUndo)
		}
		axes, legend := "", "" // in one frame, or each in one of its own
		for _, m := range of(got, "frame") {
			board := m.Frame.Panels[0]
			axes += board.Layers["axes"]
			if board.Legend != nil {
				legend = *board.Legend
			}
		}
		if !strings.Contains(axes, ">x₂: weight in kg</text>") {
			t.Errorf("the axes are %s", axes)
		}
		if !strings.Contains(legend, "<b>$x$</b>") {
			t.Error("the legend has another name") // as text: the typesetter of this test escapes nothing
		}
		c.say(`{"type":"look","ref":"x1"}`)
		if l := c.last(c.settle(), "look").Look; !strings.Contains(l.Tips[0].Text, "\nx₁ 1, weight in kg 1, y <b>$x$</b>") {
			t.Errorf("the tips are %+v", l.Tips)
		}
		for _, bad := range []string{`"column":0,"name":"weight in kg"`, `"column":0,"name":"y"`, `"class":2,"name":"7"`, `"column":3,"name":"z"`} {
			c.say("%s", `{"type":"points","op":"name",`+bad+`}`)
			if e := c.last(c.settle(), "error").Error; e.Field != "name" {
				t.Errorf("%s: %+v", bad, e)
			}
		}
		c.say(`{"type":"undo"}`)
		c.say(`{"type":"points","op":"name","column":1,"name":""}`)
		if st := c.last(c.settle(), "state").State; st.Columns != nil || st.Classes[1] != "+1" {
			t.Errorf("columns %q, classes %q", st.Columns, st.Classes)
		}
	})
}
