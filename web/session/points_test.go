package session_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"playground/web/wire"
)

// TestPlace moves several points at once, live and for good.
func TestPlace(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		old := c.last(got, "state").State
		for i := range 5 {
			c.say(`{"type":"points","op":"place","points":[[0,%v,1],[2,3,%v]],"live":true}`, i, i)
		}
		c.say(`{"type":"points","op":"place","points":[[0,5,1],[2,3,5]]}`)
		got = c.settle()
		c.noErrors(got)
		st := c.last(got, "state").State
		if p := st.Points; p[0] != [3]float64{5, 1, old.Points[0][2]} || p[1] != old.Points[1] || p[2] != [3]float64{3, 5, old.Points[2][2]} {
			t.Errorf("placed as %v", p)
		}
		c.say(`{"type":"points","op":"place","points":[[0,9,9],[3,0,0]]}`)
		got = c.settle()
		if e := c.last(got, "error").Error; e.Field != "points" {
			t.Errorf("a point that is not there: %+v", e)
		}
		// One gesture is one edit.
		c.say(`{"type":"undo"}`)
		st = c.last(c.settle(), "state").State
		if fmt.Sprint(st.Points) != fmt.Sprint(old.Points) || st.CanUndo != "" {
			t.Errorf("undone to %v, before it %v; still to undo %q", st.Points, old.Points, st.CanUndo)
		}
	})
}

// A brush and an eraser say what they do as they go; a place of nothing ends it.
func TestSprayIsOneEdit(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		n := len(c.last(got, "state").State.Points)
		for i := range 4 {
			c.say(`{"type":"points","op":"add","points":[[0.1,%v,1],[0.2,0,0]],"live":true}`, float64(i)/10)
			c.noErrors(c.after(20 * time.Millisecond))
		}
		c.say(`{"type":"points","op":"place"}`)
		st := c.last(c.settle(), "state").State
		if len(st.Points) != n+8 || st.CanUndo != "spray points" {
			t.Errorf("%d points, to undo: %q", len(st.Points), st.CanUndo)
		}
		for i := range 3 {
			c.say(`{"type":"points","op":"remove","indexes":[%d],"live":true}`, i)
			c.noErrors(c.after(20 * time.Millisecond))
		}
		c.say(`{"type":"points","op":"place"}`)
		st = c.last(c.settle(), "state").State
		if len(st.Points) != n+5 || st.CanUndo != "erase points" {
			t.Errorf("%d points, to undo: %q", len(st.Points), st.CanUndo)
		}
		c.say(`{"type":"undo"}`)
		c.say(`{"type":"undo"}`)
		st = c.last(c.settle(), "state").State
		if len(st.Points) != n || st.CanUndo != "" {
			t.Errorf("after undoing both %d points, want %d; still to undo %q", len(st.Points), n, st.CanUndo)
		}
	})
}

// A spray stops at the limit and keeps what was there.
func TestSprayBeyondTheLimit(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		st := c.last(got, "state").State
		for range st.Limits.Points {
			c.say(`{"type":"points","op":"add","points":[[0,0,0]],"live":true}`)
			c.after(20 * time.Millisecond)
		}
		c.say(`{"type":"points","op":"place"}`)
		st = c.last(c.settle(), "state").State
		if len(st.Points) != st.Limits.Points {
			t.Errorf("%d points, want %d", len(st.Points), st.Limits.Points)
		}
	})
}

// A window that is being moved shows at once, and is one edit.
func TestLiveWindow(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, got []message) {
		fitted := c.last(got, "state").State.Window
		for i := 1; i <= 5; i++ {
			c.say(`{"type":"window","window":[%d,%d,0,10],"live":true}`, -i, i)
		}
		got = c.after(time.Second)
		c.noErrors(got)
		if w := c.last(got, "state").State.Window; w != [4]float64{-5, 5, 0, 10} {
			t.Errorf("the board shows %v", w)
		}
		c.say(`{"type":"window"}`)
		if w := c.last(c.settle(), "state").State.Window; w != fitted {
			t.Errorf("fitted to %v, before to %v", w, fitted)
		}
	})
}

// A look at a file tells what is in it or which line is wrong, and changes nothing.
func TestLook(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"points","op":"look","csv":"x1;x2;y\n1;2,5;1\n3;4;-1\n5;6;-1\n"}`)
		got := c.settle()
		if len(got) != 1 || got[0].Type != "preview" {
			t.Fatalf("answered by %v", kinds(got))
		}
		p := got[0].Preview
		if p.Total != 3 || p.Dim != 2 || p.Target != "classes" ||
			fmt.Sprint(p.Rows) != "[[1 2.5 1] [3 4 0] [5 6 0]]" || fmt.Sprint(p.Counts) != "[{−1 2} {+1 1}]" {
			t.Errorf("%+v", p)
		}
		c.say(`{"type":"points","op":"look","csv":"x1,x2,y\n1,2,1\n1,oops,1\n"}`)
		got = c.settle()
		if p := c.last(got, "preview").Preview; !strings.Contains(p.Problem, "line 3") || len(got) != 1 || len(p.Lines) != 2 {
			t.Errorf("%v, %+v", kinds(got), p)
		}
		c.say(`{"type":"points","op":"look","csv":%q}`, "x1,x2\n"+strings.Repeat("1,2\n", 51))
		got = c.settle()
		if p := c.last(got, "preview").Preview; !strings.Contains(p.Problem, "51 points") || len(got) != 1 {
			t.Errorf("too many points: %v, %+v", kinds(got), p)
		}
	})
}

// What is wrong with a file comes with ways out, and a file of a spreadsheet program is read as it is.
func TestWaysOut(t *testing.T) {
	in(t, "", func(t *testing.T, c *client, _ []message) {
		look := func(rest string) wire.Preview {
			c.say(`{"type":"points","op":"look",%s}`, rest)
			return c.last(c.settle(), "preview").Preview
		}
		const gaps = `"csv":"x1,x2,y\n1,2,1\n,2,-1\n3,4,-1\n5,?,1\n6,1,-1\n"`
		p := look(gaps)
		if !strings.Contains(p.Problem, "line 3, x1: 2 values are missing in 2 of 5 rows") || fmt.Sprint(p.Cures) != "[{missing drop Omit 2 lines}]" {
			t.Errorf("%+v", p)
		}
		p = look(gaps + `,"reading":{"missing":"drop"}`)
		if p.Problem != "" || p.Total != 3 || !strings.Contains(p.Read, "2 omitted") || p.Found.Missing != "drop" || p.Found.Separator != "comma" {
			t.Errorf("%+v, found %+v", p, p.Found)
		}
		c.say(`{"type":"points","op":"load",%s,"reading":{"missing":"drop"}}`, gaps)
		got := c.settle()
		c.noErrors(got)
		if st := c.last(got, "state").State; len(st.Points) != 3 || !strings.Contains(st.Query, "m2") {
			t.Errorf("%d points, %s", len(st.Points), st.Query)
		}
		p = look(`"csv":"x1;x2;y\n1.234;5.678;1\n2.345;6.789;-1\n"`)
		if len(p.Cures) != 2 || p.Cures[1].Option != "decimal" || p.Cures[1].Value != "," {
			t.Errorf("%+v", p)
		}
		// UTF-16 with a byte order mark, as a spreadsheet program saves "Unicode text".
		var bytes []byte
		for _, r := range "\ufeffx1\tx2\ty\n1\t2\tä\n2\t1\tö\n" {
			bytes = append(bytes, byte(r), byte(r>>8))
		}
		p = look(`"file":"` + base64.StdEncoding.EncodeToString(bytes) + `"`)
		if p.Problem != "" || fmt.Sprint(p.Counts) != "[{ä 1} {ö 1}]" || p.Found.Encoding != "UTF-16LE" || p.Found.Separator != "tab" {
			t.Errorf("%+v", p)
		}
		if p = look(`"csv":"x\n1\n","reading":{"decimal":";"}`); !strings.Contains(p.Problem, `-decimal cannot be ";"`) {
			t.Errorf("%+v", p)
		}
	})
}
