package session_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/lang"
	"playground/web/budget"
	"playground/web/session"
)

// heavy is a run that holds about two megabytes.
const heavy = "steps=500&bytes=4000&step=123"

// tight is a configuration with so many megabytes for all sessions.
func tight(megabytes int64) (session.Config, *budget.Budget) {
	cfg := config()
	cfg.Budget = budget.New(megabytes << 20)
	cfg.Lang = lang.English
	return cfg, cfg.Budget
}

// open opens a recipe and returns what is said.
func (c *client) open(query string) []message {
	c.say(`{"type":"open","demo":"walk","query":%q}`, query)
	return c.after(5 * time.Second)
}

// Where memory is short, sessions at rest are parked, those first that have rested
// longest. All go on where they were.
func TestSessionsAtRestMakeRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, b := tight(8)
		var all []*client
		for range 12 {
			c := connect(t, cfg)
			if at := c.last(c.open(heavy), "state").State.Cursor; at != 123 {
				t.Fatalf("it opened at step %d", at)
			}
			if used := b.Used(); used > b.Limit() {
				t.Errorf("%d sessions hold %d KB of %d KB", len(all)+1, used>>10, b.Limit()>>10)
			}
			all = append(all, c)
		}
		for i, c := range all {
			c.say(`{"type":"step","by":1,"size":"small"}`)
			got := c.after(5 * time.Second)
			if at := c.last(got, "state").State.Cursor; at != 124 {
				t.Errorf("session %d went on at step %d, want 124", i, at)
			}
			if used := b.Used(); used > b.Limit() {
				t.Errorf("%d KB of %d KB are used", used>>10, b.Limit()>>10)
			}
		}
		for _, c := range all {
			if err := c.leave(); err != nil {
				t.Error(err)
			}
		}
		if used := b.Used(); used != 0 {
			t.Errorf("%d bytes are held by nobody", used)
		}
	})
}

// A run for which there is no memory is refused in words that name the limit, in the
// language of the page, and the session goes on with what it has.
func TestRunsWithoutMemoryAreRefused(t *testing.T) {
	for l, words := range map[lang.Lang]string{lang.English: "memory is full", lang.Chinese: "内存已满"} {
		synctest.Test(t, func(t *testing.T) {
			cfg, b := tight(8)
			cfg.Lang = l
			c := connect(t, cfg)
			c.open("steps=40&step=7")
			others := b.Open()
			defer others.Close()
			if !others.Grow(b.Limit() - b.Used() - 64<<10) {
				t.Fatal("the rest of the memory is not free")
			}
			e := c.last(c.open("data=overlap~50~1~3&steps=40"), "error").Error
			if e.Code != "busy" || !strings.Contains(e.Message, words) || !strings.Contains(e.Message, "8 MB") {
				t.Errorf("%+v", e)
			}
			c.say(`{"type":"step","by":1,"size":"small"}`)
			if at := c.last(c.after(time.Second), "state").State.Cursor; at != 8 {
				t.Errorf("it went on at step %d, want 8", at)
			}
			if err := c.leave(); err != nil {
				t.Error(err)
			}
			if used := b.Used(); used != others.Held() {
				t.Errorf("%d bytes are held by nobody", used-others.Held())
			}
		})
	}
}

// A parked session whose recording finds no memory says so, waits, and goes on when
// there is some.
func TestParkedSessionsWaitForMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, b := tight(8)
		c := connect(t, cfg)
		c.open(heavy)
		c.after(10 * time.Minute) // it is parked
		others := b.Open()
		if !others.Grow(b.Limit() - 1<<20) {
			t.Fatal("the rest of the memory is not free")
		}
		c.say(`{"type":"step","by":1,"size":"small"}`)
		if got := c.after(10 * time.Second); len(got) != 1 || got[0].Error.Code != "busy" {
			t.Errorf("without memory it says %v", kinds(got))
		}
		others.Close()
		if at := c.last(c.after(10*time.Second), "state").State.Cursor; at != 124 {
			t.Errorf("it went on at step %d, want 124", at)
		}
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}

// A recording that outgrows the memory drops steps, and shows them all the same.
func TestRecordingsStayWithinTheMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, b := tight(4)
		c := connect(t, cfg)
		c.open("steps=5000&bytes=4000&step=end") // 20 MB
		if used := b.Used(); used > b.Limit() {
			t.Errorf("%d KB of %d KB are used", used>>10, b.Limit()>>10)
		}
		for _, step := range []int{2500, 17, 4999} {
			c.say(`{"type":"seek","step":%d}`, step)
			if f := c.last(c.after(5*time.Second), "frame").Frame; f.Step != step {
				t.Errorf("step %d is shown as %d", step, f.Step)
			}
			if used := b.Used(); used > b.Limit()*5/4 {
				t.Errorf("at step %d %d KB of %d KB are used", step, used>>10, b.Limit()>>10)
			}
		}
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	})
}
