package session_test

import (
	"fmt"
	"strings"
	"testing"
)

// The kind of the targets follows from the data, and can be turned.
func TestClassesOrValues(t *testing.T) {
	bubble(t, config(), `{"type":"open","demo":"nearest"}`, func(t *testing.T, c *client, got []message) {
		is := func(when string, m []message, want string) string {
			t.Helper()
			s := c.last(m, "state").State
			ys := ""
			for _, p := range s.Points {
				ys += fmt.Sprint(" ", p[2])
			}
			if now := fmt.Sprint(s.Target, " ", len(s.Classes), ys); now != want {
				t.Errorf("%s: %s, want %s", when, now, want)
			}
			return s.Query
		}
		say := func(message string) []message {
			t.Helper()
			c.say("%s", message)
			m := c.settle()
			c.noErrors(m)
			return m
		}
		is("opened", got, "classes 3 0 1 1 0")
		is("as values", say(`{"type":"points","op":"as","as":"values"}`), "values 0 -1 1 1 -1")
		is("undone", say(`{"type":"undo"}`), "classes 3 0 1 1 0")
		link := is("values loaded", say(`{"type":"points","op":"load","csv":"x1,x2,y\n0,0,1.5\n1,1,2\n"}`), "values 0 1.5 2")
		is("put", say(`{"type":"points","op":"add","points":[[2,2,4]]}`), "values 0 1.5 2 4")
		is("held out", say(`{"type":"points","op":"hold","indexes":[2],"on":true}`), "values 0 1.5 2 4")
		is("as classes", say(`{"type":"points","op":"as","as":"classes"}`), "classes 3 0 0 1")
		is("labels loaded as values", say(`{"type":"points","op":"load","csv":"x1,x2,y\n0,0,0\n1,1,1\n1,2,1\n","columns":{"x1":"x1","x2":"x2","y":"y","as":"values"}}`), "values 0 0 1 1")
		is("a generator of values", say(`{"type":"points","op":"load","data":"p2v~0_0_7"}`), "values 0 7")
		is("the link", say(fmt.Sprintf(`{"type":"open","demo":"nearest","query":%q}`, link)), "values 0 1.5 2")
		for message, want := range map[string]string{
			`{"type":"points","op":"as","as":"words"}`:         "must be classes or values",
			`{"type":"points","op":"as"}`:                      "as",
			`{"type":"points","op":"load","data":"p2n~0_0"}`:   "needs a class or a value for every point",
			`{"type":"points","op":"load","data":"p2c~0_0_3"}`: "takes at most 3",
			`{"type":"points","op":"load","csv":"x1,x2,y\n0,0,1\n","columns":{"x1":"x1","x2":"x2","y":"y","as":"words"}}`: "must be classes or values",
		} {
			c.say("%s", message)
			if e := c.last(c.settle(), "error").Error; !strings.Contains(fmt.Sprint(e), want) {
				t.Errorf("%s: %+v, want %q", message, e, want)
			}
		}
	})
	// A demo of one kind refuses the other.
	bubble(t, config(), `{"type":"open","demo":"walk"}`, func(t *testing.T, c *client, _ []message) {
		c.say(`{"type":"points","op":"as","as":"values"}`)
		if e := c.last(c.settle(), "error").Error; !strings.Contains(fmt.Sprint(e), "one kind of target alone") {
			t.Errorf("refused with %+v", e)
		}
	})
}
