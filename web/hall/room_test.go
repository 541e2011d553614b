package hall

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/peer"
	"playground/web/wire"
)

// Whoever breaks connections takes no room from others: an address has a few holds,
// and where there are too many the one with the fewest followers goes first.
func TestHoldsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		leaves := func(address string) {
			p := h.Presenter(address)
			if err := p.Start(Claim{}); err != nil {
				t.Fatal(err)
			}
			p.Close(true, "RESUME "+p.Key())
		}
		honest := h.Presenter("lecture")
		if err := honest.Start(Claim{}); err != nil {
			t.Fatal(err)
		}
		f := follow(t.Context(), Config{Hall: h})
		f.in <- `{"type":"follow","key":"` + honest.Key() + `"}`
		f.expect(t)
		honest.Close(true, "HONEST")
		for range 3 * maxHolds {
			leaves("stranger")
		}
		if n, holds := counts(h); n != maxHoldsEach+1 || holds != maxHoldsEach+1 {
			t.Errorf("%d holds of %d broadcasts, want %d of the stranger and one", holds, n, maxHoldsEach)
		}
		for i := range 2 * maxHolds {
			leaves(fmt.Sprint("stranger ", i))
		}
		if n, holds := counts(h); n != maxHolds || holds != maxHolds {
			t.Errorf("%d holds of %d broadcasts, want %d", holds, n, maxHolds)
		}
		f.expect(t, "waitvacant")
		again := h.Presenter("lecture")
		if again.Resume("HONEST", Claim{}); again.Key() != honest.Key() {
			t.Error("strangers have pushed a room with a follower out")
		}
		f.leave(t)
		again.Close(false, "")
		time.Sleep(2 * holdTime)
		if n, holds := counts(h); n != 0 || holds != 0 {
			t.Errorf("%d broadcasts and %d holds are left", n, holds)
		}
	})
}

const secret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

// A server that was restarted gives a room the key that it had, to the presenter's
// page alone. Those who are back before the presenter wait.
func TestTheSecretBringsTheRoomBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		before, after := New(0), New(0)
		p := before.Presenter("")
		if err := p.Start(Claim{Secret: secret}); err != nil || len(p.Key()) != keyLen {
			t.Fatalf("the key is %q, %v", p.Key(), err)
		}
		early := follow(t.Context(), Config{Hall: after})
		says := `{"type":"follow","key":"` + p.Key() + `"}`
		early.in <- says
		early.expect(t, "wait"+wire.Unbegun)
		thief := after.Presenter("")
		if thief.Resume("", Claim{Secret: p.Key()}); thief.Key() == p.Key() {
			t.Error("with the key of a room one can present in it")
		}
		thief.Close(false, "")
		q := after.Presenter("")
		if q.Resume("unknown", Claim{Secret: secret}); q.Key() != p.Key() {
			t.Errorf("the key is %q, was %q", q.Key(), p.Key())
		}
		said(q, "a", 1)
		early.expect(t, "statea", "run reset all", "frame1")
		early.leave(t)
		q.Close(false, "")
		p.Close(false, "")
	})
}

// A presenter's page that is back before the server has noticed that its connection
// broke takes the room from the connection before, which says no more in it.
func TestTheSecretTakesTheRoomOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		old := h.Presenter("")
		if err := old.Start(Claim{Secret: secret}); err != nil {
			t.Fatal(err)
		}
		said(old, "a", 1)
		f := follow(t.Context(), Config{Hall: h})
		f.in <- `{"type":"follow","key":"` + old.Key() + `"}`
		f.expect(t, "statea", "run reset all", "frame1")
		q := h.Presenter("")
		if n := q.Resume("", Claim{Secret: secret}); n != 1 || q.Key() != old.Key() {
			t.Errorf("resumed %q at frame %d", q.Key(), n)
		}
		said(old, "ghost", 2)
		f.expect(t)
		old.Close(true, "RESUME")
		if n, holds := counts(h); n != 1 || holds != 0 {
			t.Errorf("%d broadcasts, %d holds", n, holds)
		}
		if err := old.Stop(); err != nil {
			t.Error(err)
		}
		f.expect(t)
		f.in <- `{"type":"ack","frame":1}`
		said(q, "b", 2)
		f.expect(t, "stateb", "run", "frame2")
		f.leave(t)
		q.Close(false, "")
	})
}

// A full room says so, and not that its presenter has left.
func TestAFullRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(1)
		p := started(t, h)
		says := `{"type":"follow","key":"` + p.Key() + `"}`
		a, b := follow(t.Context(), Config{Hall: h}), follow(t.Context(), Config{Hall: h})
		a.in <- says
		a.expect(t)
		b.in <- says
		b.expect(t, "error"+wire.Busy)
		time.Sleep(peer.SilentTime) // who got no seat does not keep one of the server's
		b.expect(t, "byenothing was said for ten seconds")
		<-b.done
		a.leave(t)
		p.Close(false, "")
	})
}
