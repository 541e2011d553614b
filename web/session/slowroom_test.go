package session_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A presenter's page that paints nothing, because it is out of sight, or whose line
// takes nothing at all, does not slow the room: who follows sees the run at its own
// pace, and afterwards what the presenter sees.
func TestASlowPresenterDoesNotSlowTheRoom(t *testing.T) {
	for _, how := range []string{"paints nothing", "reads nothing"} {
		t.Run(how, func(t *testing.T) {
			cfg := withHall(0)
			presenting(t, cfg, "preset=long", func(t *testing.T, c *client, key string, shown *page) {
				f := watch(t, cfg, key)
				var followed page
				sizedAs(c, f, shown, &followed, "")
				c.say(`{"type":"play","rate":10,"size":"small"}`)
				shown.follow(c.after(time.Second))
				followed.follow(f.settle())
				if how == "paints nothing" {
					c.ack(false)
				} else {
					c.stall(true)
				}
				shown.follow(c.settle())
				from := followed.step
				got := f.after(8 * time.Second)
				followed.follow(got)
				if n := len(of(got, "frame")); n < 75 || n > 85 || followed.step < from+75 {
					t.Errorf("in eight seconds at ten steps a second a follower got %d frames, from step %d to %d", n, from, followed.step)
				}
				got = c.settle()
				shown.follow(got)
				if n := len(of(got, "frame")); n > 2 {
					t.Errorf("the presenter got %d frames without credit", n)
				}
				late := watch(t, cfg, key)
				var lately page
				lately.follow(late.after(time.Second))
				followed.follow(f.settle())
				if diff := cmp.Diff(followed.seen(t), lately.seen(t)); diff != "" {
					t.Errorf("one who joins meanwhile sees -follower +latecomer:\n%.2000s", diff)
				}
				c.say(`{"type":"pause"}`)
				c.ack(true)
				if how == "reads nothing" {
					c.stall(false)
				}
				c.say(`{"type":"ack","frame":%d}`, max(lastFrame(got), 2))
				shown.follow(c.after(time.Second))
				followed.follow(f.settle())
				if diff := cmp.Diff(shown.seen(t), followed.seen(t)); diff != "" {
					t.Errorf("afterwards -presenter +follower:\n%.2000s", diff)
				}
				if err := errors.Join(f.leave(), late.leave()); err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// lastFrame is the id of the last frame among messages.
func lastFrame(all []message) uint64 {
	id := uint64(0)
	for _, m := range of(all, "frame") {
		id = m.Frame.ID
	}
	return id
}

// Where nobody follows, a slow line costs nothing more than before.
func TestAnEmptyRoomIsNotDrawnFor(t *testing.T) {
	cfg := withHall(0)
	presenting(t, cfg, "preset=long", func(t *testing.T, c *client, key string, _ *page) {
		c.ack(false)
		c.say(`{"type":"play","rate":10,"size":"small"}`)
		got := c.after(10 * time.Second)
		if id := lastFrame(got); id > 10 {
			t.Errorf("the last frame has the number %d: pictures were made for nobody", id)
		}
	})
}
