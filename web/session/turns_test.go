package session_test

import (
	"testing"
	"time"

	"playground/web/session"
	"playground/web/turns"
)

// at is the configuration of sessions from an address.
func at(cfg session.Config, address string) session.Config {
	cfg.Address = address
	return cfg
}

// attack opens sessions whose every step takes a second, and edits them again and
// again.
func attack(t *testing.T, cfg session.Config, n int) []*client {
	t.Helper()
	var all []*client
	for range n {
		c := connect(t, cfg)
		c.say(`{"type":"open","demo":"walk","query":%q}`, verySlowly)
		all = append(all, c)
	}
	return all
}

func leave(t *testing.T, all []*client) {
	t.Helper()
	for _, c := range all {
		if err := c.leave(); err != nil {
			t.Error(err)
		}
	}
}

// TestCostlySessionsStarveNobody edits twenty sessions with steps of a second all the
// time, on one processor. A visitor who steps and edits sees each picture soon, from
// elsewhere sooner than from the same address.
func TestCostlySessionsStarveNobody(t *testing.T) {
	for address, most := range map[string]time.Duration{"elsewhere": 100 * time.Millisecond, "costly": 500 * time.Millisecond} {
		t.Run(address, func(t *testing.T) {
			cfg := config()
			cfg.Turns = turns.New(turns.Config{Processors: 1})
			inWith(t, at(cfg, address), "steps=100&nap=100", func(t *testing.T, c *client, _ []message) {
				attackers := attack(t, at(cfg, "costly"), 20)
				c.after(2 * time.Second)
				for i := range 20 {
					for k, a := range attackers {
						a.say(`{"type":"points","op":"move","index":0,"x":%d,"y":%d}`, i%7, k)
					}
					if i%4 == 0 {
						c.say(`{"type":"points","op":"move","index":0,"x":%d,"y":0}`, i%7)
					} else {
						c.say(`{"type":"step","by":1,"size":"small"}`)
					}
					if got := c.after(most); len(of(got, "frame")) == 0 {
						t.Errorf("%d: no picture in %v of one processor beside twenty: %v", i, most, kinds(got))
					}
				}
				leave(t, attackers)
			})
		})
	}
}

// TestCostlySessionsComeToTheirEnd lets twenty sessions whose every step takes a
// second compute beside one another.
func TestCostlySessionsComeToTheirEnd(t *testing.T) {
	cfg := config()
	cfg.Turns = turns.New(turns.Config{Processors: 1})
	inWith(t, cfg, "", func(t *testing.T, _ *client, _ []message) {
		attackers := attack(t, cfg, 20)
		time.Sleep(20 * 5 * time.Second)
		for i, a := range attackers {
			got := a.after(2 * time.Second)
			if run := a.last(got, "run").Run; !run.Complete {
				t.Errorf("session %d is at step %d", i, run.Total)
			}
		}
		leave(t, attackers)
	})
}

// TestWhoHasLeftComputesNothing leaves in the middle of steps of a second, and while
// waiting for a processor.
func TestWhoHasLeftComputesNothing(t *testing.T) {
	cfg := config()
	cfg.Turns = turns.New(turns.Config{Processors: 1})
	inWith(t, cfg, "", func(t *testing.T, c *client, _ []message) {
		attackers := attack(t, cfg, 20)
		c.after(time.Second)
		start := time.Now()
		leave(t, attackers)
		if d := time.Since(start); d > 20*time.Millisecond {
			t.Errorf("the last of twenty ended after %v", d)
		}
		for _, class := range turns.Classes {
			if n := cfg.Turns.Waiting(class); n > 0 {
				t.Errorf("%d wait for a %v", n, class)
			}
		}
	})
}
