package session_test

import (
	"fmt"
	"strings"
	"testing"

	"playground/web/wire"
)

// A demo that takes points or a table is the one of both that its data are, and takes
// files of the other kind.
func TestPointsOrATable(t *testing.T) {
	bubble(t, config(), `{"type":"open","demo":"means"}`, func(t *testing.T, c *client, got []message) {
		is := func(when string, m []message, rows, points int) wire.State {
			t.Helper()
			s := c.last(m, "state").State
			has := -1
			if s.Table != nil {
				has = len(s.Table.Rows)
			}
			if has != rows || len(s.Points) != points {
				t.Errorf("%s: %d rows and %d points, want %d and %d", when, has, len(s.Points), rows, points)
			}
			return s
		}
		say := func(message string) []message {
			t.Helper()
			c.say("%s", message)
			m := c.settle()
			c.noErrors(m)
			return m
		}
		refuses := func(message, want string) {
			t.Helper()
			c.say("%s", message)
			if e := c.last(c.settle(), "error").Error; !strings.Contains(fmt.Sprint(e), want) {
				t.Errorf("%s: %+v, want %q", message, e, want)
			}
		}
		const wide = `"csv":"a,b,c,d\n1,2,3,4\n2,3,4,6"`
		is("opened", got, -1, 2)
		refuses(`{"type":"data","op":"clear"}`, "works on no table")
		if p := c.last(say(`{"type":"points","op":"look",`+wide+`}`), "preview").Preview; !p.Wide {
			t.Error("nothing says that the file has more columns than the board")
		}
		if p := c.last(say(`{"type":"data","op":"look",`+wide+`}`), "preview").Preview; p.Table == nil || p.Total != 2 {
			t.Errorf("as a table it is %+v", p)
		}
		s := is("loaded", say(`{"type":"data","op":"load",`+wide+`}`), 2, 0)
		refuses(`{"type":"points","op":"add","points":[[1,2,0]]}`, "works on a table")
		is("undone", say(`{"type":"undo"}`), -1, 2)
		is("redone", say(`{"type":"redo"}`), 2, 0)
		is("points loaded", say(`{"type":"points","op":"load","csv":"x,y\n1,2\n2,5\n3,7"}`), -1, 3)
		is("the table's link", say(fmt.Sprintf(`{"type":"open","demo":"means","query":%q}`, s.Query)), 2, 0)
	})
}
