package session_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"

	"playground/algos"
	"playground/web/testdemos/acts"
	"playground/web/wire"
)

// acting opens a run of the demo of package acts in a bubble.
func acting(t *testing.T, query string, f func(t *testing.T, c *client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		cfg := config()
		demo := acts.Demo()
		cfg.Demo = func(string) (algos.Demo, bool) { return demo, true }
		c := connect(t, cfg)
		c.say(`{"type":"open","demo":"acts","query":%q}`, query)
		f(t, c)
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}

// A cell, a node or a bar is named by its reference, and answered by its place among
// those that can be picked.
func TestAMarkIsPicked(t *testing.T) {
	acting(t, "step=1&ask=best-arm", func(t *testing.T, c *client) {
		got := c.settle()
		c.noErrors(got)
		a := c.asking(got)
		if a == nil || a.Kind != "bar" || a.On != "arms" || fmt.Sprint(a.Refs) != "[arm0 arm1 arm2 arm3]" || len(a.Names) != 4 || a.Names[2] != "arm 3" {
			t.Fatalf("asking %+v", a)
		}
		for message, want := range map[string]string{
			`"option":1`: "point: is missing", `"point":4`: "no mark 4 to pick: there are 4", `"point":-1`: "no mark",
		} {
			c.say(`{"type":"answer","question":"best-arm",%s}`, message)
			errs := of(c.settle(), "error")
			if len(errs) != 1 || errs[0].Error.Code != wire.BadField || !strings.Contains(errs[0].Error.Error(), want) {
				t.Errorf("%s: %+v, want %q", message, errs, want)
			}
		}
		c.say(`{"type":"answer","question":"best-arm","point":3}`)
		got = c.settle()
		c.noErrors(got)
		a = c.asking(got)
		if a == nil || a.Verdict == nil || !a.Verdict.Right || fmt.Sprint(a.Verdict.Answer.Points) != "[1 3]" || fmt.Sprint(a.Verdict.Given.Points) != "[3]" {
			t.Fatalf("the verdict is %+v", a)
		}
		c.say(`{"type":"seek","step":0}`)
		c.say(`{"type":"ask","question":"next-cell"}`)
		c.settle()
		c.say(`{"type":"answer","question":"next-cell","point":5}`)
		a = c.asking(c.settle())
		if a == nil || a.Verdict == nil || a.Verdict.Right || !strings.Contains(a.Verdict.Text, "Not cell (2, 3): it is cell (1, 2).") {
			t.Fatalf("the verdict is %+v", a)
		}
	})
}
