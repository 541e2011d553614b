package session_test

import (
	"testing"
	"testing/synctest"
	"time"

	"playground/web/session"
	"playground/web/wire"
)

// A page whose connection broke goes on with its edits on the next one. A key
// can be used once, for its own demo, and not for ever.
func TestEditsOutliveTheConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		cfg.Histories = session.NewHistoryStore()
		open := func(key, query string) (*client, wire.State) {
			c := connect(t, cfg)
			c.say(`{"type":"open","demo":"walk","query":%q,"resume":%q}`, query, key)
			return c, c.last(c.settle(), "state").State
		}
		leave := func(c *client) {
			if err := c.leave(); err != nil {
				t.Error(err)
			}
		}
		c, first := open("", "")
		if first.Resume == "" || first.CanUndo != "" {
			t.Fatalf("a new session has key %q and undoes %q", first.Resume, first.CanUndo)
		}
		c.change(`{"type":"seed","seed":8}`)
		c.change(`{"type":"set","name":"steps","value":"12"}`)
		undone := c.change(`{"type":"undo"}`)
		leave(c)

		c, again := open(first.Resume, undone.Query)
		if again.Resume == "" || again.Resume == first.Resume {
			t.Errorf("the next session has the key %q after %q", again.Resume, first.Resume)
		}
		if again.CanUndo != "change the seed" || again.CanRedo != "change steps" || again.Seed != 8 {
			t.Errorf("it undoes %q, redoes %q at seed %d", again.CanUndo, again.CanRedo, again.Seed)
		}
		if st := c.change(`{"type":"redo"}`); st.Params["steps"] != "12" {
			t.Errorf("after redo the steps are %s", st.Params["steps"])
		}
		c.change(`{"type":"undo"}`)
		if st := c.change(`{"type":"undo"}`); !same(st, first) {
			t.Errorf("all undone, it is %+v, want %+v", st, first)
		}
		c.change(`{"type":"redo"}`)
		leave(c)

		for _, key := range []string{first.Resume, "no key of ours"} {
			c, st := open(key, "")
			if st.CanUndo != "" || st.CanRedo != "" {
				t.Errorf("the key %q gives edits: %q, %q", key, st.CanUndo, st.CanRedo)
			}
			leave(c)
		}
		time.Sleep(2 * time.Hour)
		c, st := open(again.Resume, "")
		if st.CanUndo != "" || st.CanRedo != "" {
			t.Errorf("after two hours there are edits: %q, %q", st.CanUndo, st.CanRedo)
		}
		leave(c)
	})
}
