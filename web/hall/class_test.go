package hall

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/peer"
	"playground/web/wire"
)

// An easel draws frames that hold their number and their size, and counts them.
type easel struct {
	mu    sync.Mutex
	drawn map[string]int
	wait  chan struct{} // nil: drawing takes no time
}

// show presents a picture.
func (e *easel) show(p *Presenter, id uint64) { p.Frame(id, e.draw(id), false, time.Now()) }

// draw draws a picture.
func (e *easel) draw(id uint64) Draw {
	return func(ctx context.Context, v wire.View) (*wire.Frame, error) {
		e.mu.Lock()
		wait := e.wait
		e.mu.Unlock()
		if wait != nil {
			select {
			case <-wait:
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.drawn == nil {
			e.drawn = map[string]int{}
		}
		e.drawn[fmt.Sprint(id, " ", v.Board[0])]++
		layers := map[string]string{"axes": fmt.Sprint("axes ", v.Board), "data": fmt.Sprint("data ", id, v.Board)}
		return &wire.Frame{Panels: []wire.Panel{{ID: "board", Size: v.Board, Layers: layers}}}, nil
	}
}

// counted returns what was drawn since the last call.
func (e *easel) counted() map[string]int {
	e.mu.Lock()
	defer e.mu.Unlock()
	d := e.drawn
	e.drawn = nil
	return d
}

// A viewer follows and keeps the frames that it gets.
type viewer struct {
	*fake
	frames []wire.Frame
}

func (v *viewer) SendShared(ctx context.Context, msg *Message) error {
	data, err := msg.Bytes()
	if err != nil {
		return err
	}
	var f wire.Frame
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	if f.Type == "frame" {
		v.mu.Lock()
		v.frames = append(v.frames, f)
		v.mu.Unlock()
	}
	return v.Send(ctx, data)
}

// viewOf is how a client tells its size.
func viewOf(board, side float64) string {
	return fmt.Sprintf(`"view":{"board":[%g,%g],"side":[%g,%g],"mend":true}`, board, 0.9*board, side, side/2)
}

// look follows as a page of that width does.
func look(t *testing.T, h *Hall, key string, board float64) *viewer {
	t.Helper()
	v := &viewer{fake: &fake{in: make(chan string), gone: make(chan struct{}), done: make(chan struct{})}}
	go func() {
		defer close(v.done)
		v.err = Follow(t.Context(), v, Config{Hall: h})
	}()
	v.in <- fmt.Sprintf(`{"type":"follow","key":%q,%s}`, key, viewOf(board, 340))
	return v
}

// seen acknowledges all frames and returns those since the last call, as the number
// and the width of the picture; with a star if they are whole.
func (v *viewer) seen() []string {
	synctest.Wait()
	var got []string
	for {
		v.mu.Lock()
		frames := v.frames
		v.frames = nil
		v.mu.Unlock()
		if len(frames) == 0 {
			return got
		}
		for _, f := range frames {
			text := fmt.Sprint(f.ID, " ", f.Panels[0].Size[0])
			if len(f.Panels[0].Layers) == 2 {
				text += " *"
			}
			got = append(got, text)
		}
		v.in <- fmt.Sprintf(`{"type":"ack","frame":%d}`, frames[len(frames)-1].ID)
		synctest.Wait()
	}
}

func expectSeen(t *testing.T, v *viewer, want ...string) {
	t.Helper()
	if got := v.seen(); !slices.Equal(got, want) {
		t.Errorf("a follower saw %q, want %q", got, want)
	}
}

// Widths of boards, and the classes that they get.
const (
	phone, laptop, wall = 370.0, 640.0, 1040.0
)

var (
	onPhone  = fmt.Sprint(sizes[classOf(&wire.View{Board: [2]float64{phone, 0.9 * phone}, Side: [2]float64{340, 170}})].Board[0])
	onLaptop = fmt.Sprint(sizes[classOf(&wire.View{Board: [2]float64{laptop, 0.9 * laptop}, Side: [2]float64{340, 170}})].Board[0])
	onWall   = fmt.Sprint(sizes[classOf(&wire.View{Board: [2]float64{wall, 0.9 * wall}, Side: [2]float64{340, 170}})].Board[0])
)

// However many follow, a picture is drawn once for each class, and encoded once.
func TestEachClassIsDrawnOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{}
		p := started(t, h)
		var all []*viewer
		for range 20 {
			all = append(all, look(t, h, p.Key(), phone), look(t, h, p.Key(), laptop), look(t, h, p.Key(), wall))
		}
		for id := uint64(1); id <= 3; id++ {
			e.show(p, id)
			star := ""
			if id == 1 {
				star = " *"
			}
			for i, v := range all {
				expectSeen(t, v, fmt.Sprint(id, " ", []string{onPhone, onLaptop, onWall}[i%3], star))
			}
			want := map[string]int{}
			for _, class := range []string{onPhone, onLaptop, onWall} {
				want[fmt.Sprint(id, " ", class)] = 1
			}
			if got := e.counted(); !maps.Equal(got, want) {
				t.Errorf("drawn: %v, want %v", got, want)
			}
		}
		if onPhone == onLaptop || onLaptop == onWall {
			t.Error("the classes are the same")
		}
		for _, v := range all {
			v.leave(t)
		}
		e.show(p, 4)
		synctest.Wait()
		if got := e.counted(); len(got) != 0 {
			t.Errorf("drawn for nobody: %v", got)
		}
		p.Close(false, "")
	})
}

// Drawing that takes long keeps nobody waiting but its own class: the presenter goes
// on, pictures are skipped, and every class gets the last one.
func TestTheNewestIsDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{wait: make(chan struct{})}
		p := started(t, h)
		a, b := look(t, h, p.Key(), phone), look(t, h, p.Key(), laptop)
		for id := range uint64(50) {
			e.show(p, id+1) // does not wait
			synctest.Wait()
		}
		expectSeen(t, a)
		close(e.wait)
		synctest.Wait()
		if got := e.counted(); len(got) != 3 {
			t.Errorf("drawn: %v, want the one that was begun and the newest for both", got)
		}
		for v, class := range map[*viewer]string{a: onPhone, b: onLaptop} {
			got := v.seen()
			if len(got) == 0 || len(got) > 2 || got[len(got)-1] != "50 "+class && got[len(got)-1] != "50 "+class+" *" {
				t.Errorf("the class %s saw %q, want picture 50 in the end", class, got)
			}
		}
		a.leave(t)
		b.leave(t)
		p.Close(false, "")
	})
}

// A page that is turned or resized gets the newest picture for its new size at once.
// One that does so all the time does not get one each time.
func TestChangeOfClass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{}
		p := started(t, h)
		a, b := look(t, h, p.Key(), phone), look(t, h, p.Key(), laptop)
		e.show(p, 1)
		expectSeen(t, a, "1 "+onPhone+" *")
		expectSeen(t, b, "1 "+onLaptop+" *")
		a.in <- `{"type":"view",` + viewOf(phone+3, 340) + `}` // the same class
		expectSeen(t, a)
		a.in <- `{"type":"view",` + viewOf(laptop, 340) + `}`
		expectSeen(t, a, "1 "+onLaptop+" *")
		e.show(p, 2)
		expectSeen(t, a, "2 "+onLaptop)
		expectSeen(t, b, "2 "+onLaptop)
		a.in <- `{"type":"view",` + viewOf(phone, 340) + `}`
		expectSeen(t, a, "2 "+onPhone+" *") // drawn for it, as nobody was there
		e.counted()

		n := 0
		for i := range 1000 {
			a.in <- `{"type":"view",` + viewOf([]float64{laptop, phone}[i%2], 340) + `}`
			n += len(a.seen())
		}
		if n > moveBurst {
			t.Errorf("%d frames for a thousand changes at once", n)
		}
		if got := e.counted(); len(got) > 0 {
			t.Errorf("drawn again: %v", got)
		}
		a.in <- `{"type":"view",` + viewOf(wall, 340) + `}`
		time.Sleep(time.Second)
		if got := a.seen(); len(got) == 0 || got[len(got)-1] != "2 "+onWall+" *" {
			t.Errorf("a while after the last change it saw %q", got)
		}
		a.leave(t)
		b.leave(t)
		p.Close(false, "")
	})
}

// A change of class that has to wait is made also where the presenter leaves meanwhile.
func TestChangeOfClassWithoutAPresenter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{}
		p := started(t, h)
		a := look(t, h, p.Key(), phone)
		e.show(p, 1)
		expectSeen(t, a, "1 "+onPhone+" *")
		for i := range 2 * moveBurst {
			a.in <- `{"type":"view",` + viewOf([]float64{laptop, phone}[i%2], 340) + `}`
			a.seen()
		}
		a.in <- `{"type":"view",` + viewOf(wall, 340) + `}`
		a.seen()
		p.Close(true, "RESUME")
		a.seen()
		time.Sleep(time.Second)
		expectSeen(t, a, "1 "+onWall+" *")
		a.leave(t)
	})
}

// Who comes late gets the current picture for its size, also while the presenter's
// connection is broken; never one from before.
func TestLatecomersGetTheirClass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{}
		p := started(t, h)
		key := p.Key()
		first := look(t, h, key, phone)
		e.show(p, 1)
		expectSeen(t, first, "1 "+onPhone+" *")
		first.leave(t)
		e.show(p, 2)
		second := look(t, h, key, phone)
		expectSeen(t, second, "2 "+onPhone+" *")
		p.Close(true, "RESUME")
		late := look(t, h, key, laptop)
		expectSeen(t, late, "2 "+onLaptop+" *")
		q := h.Presenter("")
		if last := q.Resume("RESUME", Claim{}); last != 2 {
			t.Errorf("the last picture was %d, want 2", last)
		}
		second.leave(t)
		late.leave(t)
		q.Close(false, "")
	})
}

// A picture of the run before does not come after the message that begins the next
// run: the page would take it for the new run's.
func TestNoPictureOfTheRunBefore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{wait: make(chan struct{})}
		p := started(t, h)
		v := look(t, h, p.Key(), phone)
		e.show(p, 1)
		synctest.Wait()
		p.Run(&wire.Run{Reset: true}, []byte(`{"type":"run"}`), func(*wire.Run) {}, time.Now())
		close(e.wait)
		expectSeen(t, v)
		e.show(p, 2)
		expectSeen(t, v, "2 "+onPhone+" *")
		v.leave(t)
		p.Close(false, "")
	})
}

// A broadcast keeps one picture, and frames of those classes only that have followers.
func TestBroadcastKeepsLittle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{}
		p := started(t, h)
		v := look(t, h, p.Key(), phone)
		for i := range 40 {
			e.show(p, uint64(i+1))
			v.in <- `{"type":"view",` + viewOf([]float64{300, phone, 520, laptop, wall}[i%5], 340) + `}`
			v.seen()
			time.Sleep(time.Second)
			v.seen()
		}
		e.show(p, 41)
		v.seen()
		kept := 0
		for _, c := range p.broadcast.classes {
			if c.frame.whole != nil {
				kept++
			}
		}
		if kept != 1 {
			t.Errorf("%d frames are kept for one follower", kept)
		}
		v.leave(t)
		p.Close(false, "")
	})
}

// A picture that cannot be drawn is left out, and the next one is drawn.
func TestPictureThatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := New(0), &easel{}
		p := started(t, h)
		v := look(t, h, p.Key(), phone)
		p.Frame(1, func(context.Context, wire.View) (*wire.Frame, error) { return nil, peer.ErrIdle }, false, time.Now())
		expectSeen(t, v)
		e.show(p, 2)
		expectSeen(t, v, "2 "+onPhone+" *")
		v.leave(t)
		p.Close(false, "")
	})
}

// A coming picture is drawn once for each class that somebody sees, after what is shown
// now, and not if it is replaced, comes too early or the broadcast is over.
func TestTheComingPictureIsDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, e := With(Settings{FPS: 4}), &easel{}
		p := started(t, h)
		all := []*viewer{look(t, h, p.Key(), phone), look(t, h, p.Key(), wall)}
		synctest.Wait()
		drawn := func(ids ...int) {
			t.Helper()
			synctest.Wait()
			want := map[string]int{}
			for _, id := range ids {
				want[fmt.Sprint(id, " ", onPhone)]++
				want[fmt.Sprint(id, " ", onWall)]++
			}
			if got := e.counted(); !maps.Equal(got, want) {
				t.Errorf("drawn: %v, want %v", got, want)
			}
		}
		draw := e.draw(2)
		p.Prepare(e.draw(1), time.Now())
		drawn(1)
		e.show(p, 1)
		p.Prepare(draw, time.Now().Add(250*time.Millisecond))
		drawn(1, 2)
		p.Prepare(e.draw(3), time.Now().Add(200*time.Millisecond))
		drawn() // too early
		time.Sleep(250 * time.Millisecond)
		p.Frame(2, draw, true, time.Now())
		drawn(2)
		e.wait = make(chan struct{})
		e.show(p, 3)
		p.Prepare(e.draw(4), time.Now().Add(time.Second))
		p.Prepare(e.draw(5), time.Now().Add(time.Second))
		close(e.wait)
		drawn(3, 5)
		for _, v := range all {
			v.leave(t)
		}
		p.Prepare(e.draw(6), time.Now().Add(time.Second))
		drawn() // for nobody
		p.Close(false, "")
		p.Prepare(e.draw(7), time.Now().Add(time.Second))
		drawn()
	})
}
