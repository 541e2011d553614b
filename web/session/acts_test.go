package session_test

import (
	"strings"
	"testing"
)

// An action that is appended extends the run, which stays at its end; each press is an edit
// of its own, and the link has them all.
func TestActionsExtendTheRun(t *testing.T) {
	acting(t, "step=end", func(t *testing.T, c *client) {
		c.settle()
		for n, list := range []string{"1", "1 0", "1 0 2"} {
			c.say(`{"type":"set","name":"walk","value":%q}`, list)
			got := c.settle()
			c.noErrors(got)
			f, st := c.last(got, "frame").Frame, c.last(got, "state").State
			if f.Step != 4+n || f.Total != 5+n || st.Params["walk"] != list || !strings.Contains(st.Query, "walk="+strings.ReplaceAll(list, " ", "+")) {
				t.Errorf("after %q: step %d of %d, walk %q in %q", list, f.Step, f.Total, st.Params["walk"], st.Query)
			}
		}
		c.say(`{"type":"undo"}`)
		if st := c.last(c.settle(), "state").State; st.Params["walk"] != "1 0" || st.Cursor != 5 {
			t.Errorf("the last one taken back: %q at step %d", st.Params["walk"], st.Cursor)
		}
		// From the middle of the run a client goes to the end after it.
		c.say(`{"type":"seek","step":1}`)
		c.settle()
		c.say(`{"type":"set","name":"walk","value":"1 0 0"}`)
		c.say(`{"type":"seek","to":"end"}`)
		if f := c.last(c.settle(), "frame").Frame; f.Step != 6 || f.Total != 7 {
			t.Errorf("step %d of %d", f.Step, f.Total)
		}
		for value, want := range map[string]string{"3": "is not an action", strings.Repeat("0 ", 13): "13 actions are too many: at most 12"} {
			c.say(`{"type":"set","name":"walk","value":%q}`, value)
			if errs := of(c.settle(), "error"); len(errs) != 1 || errs[0].Error.Field != "walk" || !strings.Contains(errs[0].Error.Message, want) {
				t.Errorf("%q: %+v, want %q", value, errs, want)
			}
		}
	})
}
