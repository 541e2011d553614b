package hall

import (
	"testing"
	"testing/synctest"
	"time"
)

// claims presents by what a page shows.
func claims(h *Hall, page string, epoch uint64) *Presenter {
	p := h.Presenter("")
	p.Resume("", Claim{Secret: secret, Page: page, Epoch: epoch})
	return p
}

// epochOf is what a page is told of its room.
func epochOf(t *testing.T, p *Presenter) uint64 {
	t.Helper()
	m := p.Room(time.Now())
	if m == nil || m.Taken || m.Epoch == 0 {
		t.Fatalf("the presenter hears %+v", m)
	}
	return m.Epoch
}

func isTaken(t *testing.T, p *Presenter) {
	t.Helper()
	if _, ok := p.RoomAt(time.Now()); !ok {
		t.Error("there is nothing to tell of a room that is taken")
	}
	if m := p.Room(time.Now()); m == nil || !m.Taken || m.Key != KeyOf(secret) || p.Key() != "" {
		t.Errorf("the presenter hears %+v, and presents under %q", m, p.Key())
	}
	if m := p.Room(time.Now()); m != nil {
		t.Errorf("and then %+v", m)
	}
}

// A page that was away while another one took its room does not take it back when it comes
// again, unless nobody presents there now. Its own connections are not another page.
func TestAPageThatComesBackTakesNoRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		one := claims(h, "one", 0)
		before := epochOf(t, one)
		one.Close(true, "ONE")
		time.Sleep(time.Second)
		two := claims(h, "two", 0)
		epochOf(t, two)
		back := claims(h, "one", before)
		isTaken(t, back)
		if two.Key() == "" || !two.broadcast.has(two.term) {
			t.Error("the room is not the one's who took it")
		}
		if n := back.Resume("ONE", Claim{}); n != 0 || back.Key() != "" {
			t.Errorf("by its hold the room is taken back, at frame %d", n)
		}
		if err := back.Start(Claim{Secret: secret, Page: "one", Epoch: before}); err != nil || back.Key() == "" {
			t.Errorf("taking it back: %v", err)
		}
		if m := two.Room(time.Now()); m == nil || !m.Taken {
			t.Errorf("the other page hears %+v", m)
		}
		now := epochOf(t, back)
		again := claims(h, "one", before) // it was not told of the epoch, and its connection still stands
		if again.Key() == "" || epochOf(t, again) <= now {
			t.Error("a page loses its room to itself")
		}
		three := claims(h, "three", 0)
		known := epochOf(t, three)
		again.Close(true, "ONE")
		three.Close(true, "THREE")
		if back := claims(h, "one", now); back.Key() == "" || epochOf(t, back) <= known {
			t.Error("nobody presents, and a page that comes back may not")
		}
	})
}

// So it is where it comes back on another server, whatever their clocks say.
func TestAPageThatComesBackElsewhere(t *testing.T) {
	for _, skew := range []time.Duration{0, time.Hour, -time.Hour} {
		joined(t, 3, func(t *testing.T, _ *net, _ []*port, halls []*Hall) {
			halls[2].mu.Lock()
			halls[2].epoch = uint64(time.Now().Add(skew).UnixMilli())
			halls[2].mu.Unlock()
			one := &lecture{Presenter: claims(halls[0], "one", 0)}
			key := one.Key()
			screens := []*screen{watches(t, halls[0], key, 300), watches(t, halls[1], key, 300)}
			before := epochOf(t, one.Presenter)
			one.shows(1)
			time.Sleep(time.Second)
			sees(t, 1, screens...)
			one.Close(true, "ONE")
			two := &lecture{Presenter: claims(halls[1], "two", 0)}
			two.shows(2)
			time.Sleep(2 * time.Second)
			sees(t, 2, screens...)
			back := &lecture{Presenter: claims(halls[2], "one", before)}
			time.Sleep(2 * time.Second)
			isTaken(t, back.Presenter)
			sees(t, 2, screens...)
			two.shows(3)
			time.Sleep(time.Second)
			sees(t, 3, screens...)
			// As it is told of the server that it comes back to.
			back = &lecture{Presenter: claims(halls[0], "one", before)}
			time.Sleep(2 * time.Second)
			isTaken(t, back.Presenter)
			// Its connection breaks: the room is free.
			known := epochOf(t, two.Presenter)
			two.Close(true, "TWO")
			time.Sleep(2 * time.Second)
			back = &lecture{Presenter: claims(halls[2], "one", before)}
			back.shows(4)
			time.Sleep(2 * time.Second)
			sees(t, 4, screens...)
			// The other one was the last to present when both have been away.
			last := &lecture{Presenter: claims(halls[1], "two", known)}
			last.shows(5)
			time.Sleep(2 * time.Second)
			for _, s := range screens {
				s.leave(t)
			}
			back.Close(false, "")
			last.Close(false, "")
		})
	}
}
