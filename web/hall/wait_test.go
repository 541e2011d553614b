package hall

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/wire"
)

// presents presents with a secret.
func presents(t *testing.T, h *Hall, secret string) *Presenter {
	t.Helper()
	p := h.Presenter("")
	if err := p.Start(Claim{Secret: secret}); err != nil {
		t.Fatal(err)
	}
	return p
}

// joins follows a key.
func joins(t *testing.T, h *Hall, key, more string) *fake {
	t.Helper()
	f := follow(t.Context(), Config{Hall: h})
	f.in <- fmt.Sprintf(`{"type":"follow","key":%q%s}`, key, more)
	return f
}

// A link can be followed before its room has begun, while the presenter is away, and
// after the server has given up to wait for it: the connection stays.
func TestFollowersWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		key := KeyOf(secret)
		f := joins(t, h, key, "")
		f.expect(t, "waitunbegun")
		time.Sleep(patience - time.Minute)
		f.expect(t)
		p := presents(t, h, secret)
		said(p, "a", 1)
		f.expect(t, "statea", "run reset all", "frame1")
		time.Sleep(2 * patience)
		p.Close(true, "RESUME")
		f.expect(t, "waitvacant")
		late := joins(t, h, key, "")
		late.expect(t, "statea", "run reset all", "waitvacant", "frame1")
		time.Sleep(2 * holdTime)
		f.expect(t)
		if n, holds := counts(h); n != 1 || holds != 0 {
			t.Errorf("%d broadcasts, %d holds", n, holds)
		}
		latest := joins(t, h, key, "")
		latest.expect(t, "waitvacant")
		if q := h.Presenter(""); q.Resume("RESUME", Claim{}) != 0 || q.Key() != "" {
			t.Error("the resume key is good after the hold")
		}
		q := presents(t, h, secret)
		said(q, "b", 2)
		for _, f := range []*fake{f, late} {
			f.in <- `{"type":"ack","frame":1}`
			f.expect(t, "stateb", "run reset all", "frame2")
		}
		latest.expect(t, "stateb", "run reset all", "frame2")
		if err := q.Stop(); err != nil {
			t.Error(err)
		}
		for _, f := range []*fake{f, late, latest} {
			f.expect(t, "bye"+ErrOver.Error())
			<-f.done
		}
		if n, _ := counts(h); n != 0 {
			t.Errorf("%d broadcasts are left", n)
		}
	})
}

// Nobody waits for ever, and nobody fills the server by waiting.
func TestWaitingIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(0)
		f := joins(t, h, KeyOf(secret), "")
		f.expect(t, "waitunbegun")
		time.Sleep(patience)
		f.expect(t, "bye"+ErrVacant.Error())
		if <-f.done; !errors.Is(f.err, ErrVacant) {
			t.Errorf("waiting ended with %v", f.err)
		}
		if n, _ := counts(h); n != 0 {
			t.Errorf("%d broadcasts are left", n)
		}
		wrong := joins(t, h, "wrong", "")
		wrong.expect(t, "error"+wire.BadField)
		wrong.leave(t)

		for i := range maxRooms {
			if _, refused := h.join(KeyOf(fmt.Sprint(i)), usual, &waiter{ring: func() {}}); refused != nil {
				t.Fatalf("room %d: %v", i, refused)
			}
		}
		one := joins(t, h, KeyOf(secret), "")
		one.expect(t, "error"+wire.Busy)
		p := presents(t, h, secret) // who presents is not kept out by those who wait
		one.in <- `{"type":"follow","key":"` + p.Key() + `"}`
		one.expect(t)
		for i := range 2 * joinBurst {
			one.in <- fmt.Sprintf(`{"type":"follow","key":%q}`, KeyOf(fmt.Sprint(i)))
		}
		got := one.heard()
		if n := len(got) - len(slices.DeleteFunc(slices.Clone(got), func(m string) bool { return m == "error"+wire.Busy })); n < joinBurst {
			t.Errorf("a follower that changes rooms all the time hears %q", got)
		}
		one.leave(t)
		p.Close(false, "")
		if n, _ := counts(h); n != maxRooms {
			t.Errorf("%d broadcasts are left", n)
		}
	})
}

// The presenter's page hears how many follow, at most once a second, and at once when
// another page takes the room. It can take it back.
func TestThePresenterHearsOfItsRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(7)
		p := presents(t, h, secret)
		expect := func(p *Presenter, want *wire.Room) {
			t.Helper()
			synctest.Wait()
			select {
			case <-p.Changed():
			default:
			}
			got := p.Room(time.Now())
			if got != nil {
				if (got.Epoch == 0) != got.Taken {
					t.Errorf("the presenter hears the epoch %d", got.Epoch)
				}
				got.Epoch = 0
			}
			if (got == nil) != (want == nil) || got != nil && *got != *want {
				t.Errorf("the presenter hears %+v, want %+v", got, want)
			}
		}
		room := wire.Room{Key: p.Key(), Code: p.Key()[:4] + "-" + p.Key()[4:8], Seats: 7}
		expect(p, &room)
		expect(p, nil)
		a, b := joins(t, h, p.Key(), ""), joins(t, h, p.Key(), "")
		synctest.Wait()
		if len(p.Changed()) == 0 {
			t.Error("nothing wakes the presenter")
		}
		expect(p, nil)
		if at, ok := p.RoomAt(time.Now()); !ok || time.Until(at) != roomTime {
			t.Errorf("it hears of them at %v, %v", at, ok)
		}
		time.Sleep(roomTime + time.Millisecond)
		room.Here = 2
		expect(p, &room)
		q := presents(t, h, secret)
		taken := room
		taken.Here, taken.Taken = 0, true
		expect(p, &taken)
		if p.Key() != "" {
			t.Error("the page presents although its room is taken")
		}
		expect(p, nil)
		expect(q, &room)
		said(p, "old", 1)
		said(q, "new", 1)
		a.expect(t, "statenew", "run reset all", "frame1")
		if err := p.Start(Claim{Secret: secret}); err != nil {
			t.Error(err)
		}
		expect(q, &taken)
		expect(p, &room)
		said(q, "new", 2)
		a.expect(t)
		if err := q.Stop(); err != nil {
			t.Error(err)
		}
		a.expect(t)
		a.leave(t)
		b.leave(t)
		p.Close(false, "")
	})
}

// Those who went on alone hear when the presenter gathers, and when it is over. They see
// nothing.
func TestGather(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(2)
		p := presents(t, h, secret)
		alone, here := joins(t, h, p.Key(), `,"ears":true`), joins(t, h, p.Key(), "")
		said(p, "a", 1)
		here.expect(t, "statea", "run reset all", "frame1")
		alone.in <- `{"type":"view",` + viewOf(300, 100) + `}`
		alone.expect(t)
		full := joins(t, h, p.Key(), "")
		full.expect(t, "error"+wire.Busy)
		full.leave(t)
		if m := p.broadcast.room(p.term, 2); m.Here != 1 {
			t.Errorf("%d are here", m.Here)
		}
		for range callBurst {
			if err := p.Gather(time.Now()); err != nil {
				t.Error(err)
			}
			alone.expect(t, "gather")
			here.expect(t, "gather")
		}
		if p.Gather(time.Now()) == nil {
			t.Error("one can gather all the time")
		}
		late := h.Presenter("")
		if late.Gather(time.Now()) == nil {
			t.Error("who does not present can gather")
		}
		p.Close(true, "RESUME")
		alone.expect(t)
		q := presents(t, h, secret)
		q.Close(false, "")
		alone.expect(t, "bye"+ErrOver.Error())
		<-alone.done
		<-here.done
	})
}

// Followers get a run that plays at their pace, and a step by hand at once.
func TestFollowersFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := With(Settings{FPS: 4})
		p := presents(t, h, secret)
		f := joins(t, h, p.Key(), "")
		synctest.Wait()
		draw := func(context.Context, wire.View) (*wire.Frame, error) { return &wire.Frame{}, nil }
		frames := 0
		for id := range uint64(90) {
			p.Frame(id+1, draw, true, time.Now())
			time.Sleep(20 * time.Millisecond)
			for _, m := range f.heard() {
				frames++
				f.in <- fmt.Sprintf(`{"type":"ack","frame":%d}`, []rune(m)[len("frame")]-'0')
			}
		}
		if frames != 8 {
			t.Errorf("%d frames in 1.8 seconds", frames)
		}
		time.Sleep(time.Second)
		if got := f.heard(); len(got) != 1 {
			t.Errorf("the last picture is %q", got)
		}
		f.in <- `{"type":"ack","frame":90}`
		for id := range uint64(5) {
			p.Frame(91+id, draw, false, time.Now())
			if got := f.heard(); len(got) != 1 {
				t.Errorf("a step by hand gives %q", got)
			}
			f.in <- fmt.Sprintf(`{"type":"ack","frame":%d}`, 91+id)
		}
		f.leave(t)
		p.Close(false, "")
		time.Sleep(time.Second)
	})
}
