package session_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/param"
	"playground/web/wire"
)

// onCells runs a test with a client that has opened the demo of package painted.
func onCells(t *testing.T, test func(t *testing.T, c *client, opened []message)) {
	t.Helper()
	bubble(t, config(), `{"type":"open","demo":"sums"}`, test)
}

// cellsOf is a grid in a few letters.
func cellsOf(s wire.State) string { return fmt.Sprint(s.Cells.Rows, s.Cells.Cols, s.Cells.Values) }

func TestCells(t *testing.T) {
	onCells(t, func(t *testing.T, c *client, got []message) {
		first := c.last(got, "state").State
		if cellsOf(first) != "2 3 [0 1 0.5 1 0 0]" || first.Limits.Points != 8 || len(first.Points) != 0 {
			t.Fatalf("opened with %s, %+v", cellsOf(first), first.Limits)
		}
		var s wire.State
		for _, edit := range []struct{ op, cells, undo string }{
			{`"op":"cell","at":[0,1],"value":"0,25"`, "2 3 [0 0.25 0.5 1 0 0]", "change a cell"},
			{`"op":"paint","cells":[[1,0,0],[1,2,1]]`, "2 3 [0 0.25 0.5 0 0 1]", "paint cells"},
			{`"op":"resize","shape":[3,2]`, "3 2 [0 0.25 0 0 0 0]", "change the number of cells"},
			{`"op":"clear"`, "3 2 [0 0 0 0 0 0]", "clear all cells"},
			{`"op":"load","data":"c1x2~1_0.75"`, "1 2 [1 0.75]", "load cells"},
			{`"op":"load","csv":"a,b\n1,0\n0,1\n"`, "2 2 [1 0 0 1]", "load cells"},
		} {
			c.say(`{"type":"data",%s}`, edit.op)
			m := c.settle()
			c.noErrors(m)
			s = c.last(m, "state").State
			if cellsOf(s) != edit.cells || s.CanUndo != edit.undo {
				t.Errorf("%s: %s, to undo %q; want %s, %q", edit.op, cellsOf(s), s.CanUndo, edit.cells, edit.undo)
			}
		}
		query := s.Query
		for range 6 {
			c.say(`{"type":"undo"}`)
		}
		if s = c.last(c.settle(), "state").State; cellsOf(s) != cellsOf(first) || s.CanUndo != "" || s.CanRedo != "change a cell" {
			t.Errorf("undone to %s; to undo %q, to redo %q", cellsOf(s), s.CanUndo, s.CanRedo)
		}
		c.say(`{"type":"open","demo":"sums","query":%q}`, query)
		if s = c.last(c.settle(), "state").State; s.Query != query || cellsOf(s) != "2 2 [1 0 0 1]" || !strings.Contains(query, "c2x2~") {
			t.Errorf("the link %s brings %s", query, cellsOf(s))
		}
	})
}

// A stroke is one edit, however many messages it takes, and a stroke that ends where it began
// is none.
func TestStrokes(t *testing.T) {
	onCells(t, func(t *testing.T, c *client, got []message) {
		first := c.last(got, "state").State
		for k := range 3 {
			c.say(`{"type":"data","op":"paint","cells":[[0,%d,1],[1,%d,1]],"live":true}`, k, k)
		}
		c.say(`{"type":"data","op":"paint"}`)
		if s := c.last(c.settle(), "state").State; cellsOf(s) != "2 3 [1 1 1 1 1 1]" || s.CanUndo != "paint cells" {
			t.Errorf("painted %s, to undo %q", cellsOf(s), s.CanUndo)
		}
		c.say(`{"type":"data","op":"paint","cells":[[0,0,0]],"live":true}`) // another stroke
		c.settle()
		c.say(`{"type":"data","op":"paint","cells":[[0,1,0]]}`)
		c.settle()
		c.say(`{"type":"undo"}`)
		if s := c.last(c.settle(), "state").State; cellsOf(s) != "2 3 [1 1 1 1 1 1]" {
			t.Errorf("one undo leaves %s", cellsOf(s))
		}
		c.say(`{"type":"undo"}`)
		if s := c.last(c.settle(), "state").State; cellsOf(s) != cellsOf(first) || s.CanUndo != "" {
			t.Errorf("two undos leave %s, to undo %q", cellsOf(s), s.CanUndo)
		}
	})
}

// Where no cells are given, painting begins with a blank grid, and makes the demo look at it.
func TestPaintingBegins(t *testing.T) {
	onCells(t, func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"open","demo":"sums","query":"preset=ones"}`)
		m := c.settle()
		if s := c.last(m, "state").State; cellsOf(s) != "3 4 [0 0 0 0 0 0 0 0 0 0 0 0]" || s.Params["grid"] != "ones" {
			t.Errorf("opened with %s, %s", cellsOf(s), s.Params["grid"])
		}
		c.say(`{"type":"data","op":"cell","at":[1,1],"value":"1"}`)
		if s := c.last(c.settle(), "state").State; cellsOf(s) != "3 4 [0 0 0 0 0 1 0 0 0 0 0 0]" || s.Params["grid"] != "painted" {
			t.Errorf("painted %s, %s", cellsOf(s), s.Params["grid"])
		}
		c.say(`{"type":"undo"}`)
		if s := c.last(c.settle(), "state").State; s.Params["grid"] != "ones" {
			t.Errorf("undone to %s", s.Params["grid"])
		}
	})
}

// Where a parameter spells the grid, it is the one that clients see, and painting goes on with it.
func TestPaintingGoesOnWithTheSpeltGrid(t *testing.T) {
	cfg := config()
	demo := cfg.Demo
	cfg.Demo = func(id string) (algos.Demo, bool) {
		d, ok := demo(id)
		if id == "sums" {
			in := *d.Input.Cells
			in.When = param.Values{"grid": "ones"} // which spells none
			in.Typed = &input.Typed{Param: "grid", Read: func(text string) (dataset.Cells, error) {
				if text != "painted" {
					return dataset.Cells{}, errors.New("no grid")
				}
				return dataset.NewCells(2, 2, 1), nil
			}}
			d.Input.Cells = &in
		}
		return d, ok
	}
	bubble(t, cfg, `{"type":"open","demo":"sums","query":"preset=painted"}`, func(t *testing.T, c *client, got []message) {
		if s := c.last(got, "state").State; cellsOf(s) != "2 2 [1 1 1 1]" {
			t.Errorf("opened with %s", cellsOf(s))
		}
		c.say(`{"type":"data","op":"cell","at":[0,1],"value":"0"}`)
		if s := c.last(c.settle(), "state").State; cellsOf(s) != "2 2 [1 0 1 1]" || s.Params["grid"] != "ones" {
			t.Errorf("painted %s, %s", cellsOf(s), s.Params["grid"])
		}
	})
}

func TestCellFiles(t *testing.T) {
	m := image.NewGray(image.Rect(0, 0, 12, 4))
	for x := range 12 {
		for y := range 4 {
			m.SetGray(x, y, color.Gray{Y: uint8(255 * (x / 6))})
		}
	}
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	picture := base64.StdEncoding.EncodeToString(b.Bytes())
	onCells(t, func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"data","op":"look","image":%q}`, picture)
		p := c.last(c.settle(), "preview").Preview
		if p.Cells == nil || p.Cells.Rows != 2 || p.Cells.Cols != 6 || p.Image == nil || *p.Image != [2]int{12, 4} {
			t.Errorf("the preview of an image is %+v", p)
		}
		c.say(`{"type":"data","op":"load","image":%q}`, picture)
		if s := c.last(c.settle(), "state").State; cellsOf(s) != "2 6 [0 0 0 1 1 1 0 0 0 1 1 1]" {
			t.Errorf("the image became %s", cellsOf(s))
		}
		c.say(`{"type":"data","op":"look","csv":"0,1\n1,0.5\n"}`)
		if p := c.last(c.settle(), "preview").Preview; p.Cells == nil || fmt.Sprint(p.Cells.Values) != "[0 1 1 0.5]" || p.Image != nil || p.Total != 4 {
			t.Errorf("the preview of a file is %+v", p)
		}
	})
}

func TestBadCellEdits(t *testing.T) {
	onCells(t, func(t *testing.T, c *client, got []message) {
		before := c.last(got, "state").State
		for edit, want := range map[string][2]string{
			`"op":"cell","at":[2,0],"value":"1"`:     {"value", "there is no cell in row 2 and column 0"},
			`"op":"cell","at":[0,0],"value":"red"`:   {"value", `"red" is not a number`},
			`"op":"cell","at":[0,0],"value":"NaN"`:   {"value", "not a finite number"},
			`"op":"cell","at":[1,2],"value":"2"`:     {"data", "row 2, column 3: 2 is not between 0 and 1"},
			`"op":"paint","cells":[[0,0,1],[5,5,1]]`: {"cells", "there is no cell in row 5 and column 5"},
			`"op":"resize","shape":[9,2]`:            {"data", "the cells have 9 rows: sums takes from 1 to 8"},
			`"op":"resize","shape":[1,1]`:            {"data", "the cells have 1 column: sums takes from 2 to 6"},
			`"op":"load","csv":"0,1\n1"`:             {"csv", "line 2: this row has 1 cells, and the first has 2"},
			`"op":"look","csv":"0,1\n1,7"`:           {"data", "7 is not between 0 and 1"},
			`"op":"load","data":"p2n~0_0"`:           {"data", "sums takes cells, a grid of numbers, not points"},
			`"op":"load","image":"iVBORw0KGgo="`:     {"image", "the image is no PNG that can be read"},
			`"op":"row","values":["1"]`:              {"op", "sums works on no table"},
			`"op":"target","column":0`:               {"op", "sums works on no table"},
		} {
			c.say(`{"type":"data",%s}`, edit)
			e := c.last(c.settle(), "error").Error
			if e.Field != want[0] || !strings.Contains(e.Message, want[1]) {
				t.Errorf("%s: %+v, want %q", edit, e, want)
			}
		}
		c.say(`{"type":"points","op":"add","points":[[0,0,0]]}`)
		if e := c.last(c.settle(), "error").Error; !strings.Contains(e.Message, "sums works on cells: there are no points to edit") {
			t.Errorf("a point among cells: %+v", e)
		}
		c.say(`{"type":"seed","seed":3}`)
		if s := c.last(c.settle(), "state").State; cellsOf(s) != cellsOf(before) {
			t.Errorf("bad edits left %s", cellsOf(s))
		}
		c.say(`{"type":"open","demo":"tally"}`)
		c.settle()
		for _, edit := range []string{`"op":"paint","cells":[[0,0,1]]`, `"op":"resize","shape":[2,2]`} {
			c.say(`{"type":"data",%s}`, edit)
			if e := c.last(c.settle(), "error").Error; !strings.Contains(e.Message, "tally works on no cells") {
				t.Errorf("%s on a table: %+v", edit, e)
			}
		}
		c.say(`{"type":"data","op":"load","image":%q}`, "iVBORw0KGgo=")
		if e := c.last(c.settle(), "error").Error; !strings.Contains(e.Message, "tally takes no images") {
			t.Errorf("an image for a table: %+v", e)
		}
	})
}
