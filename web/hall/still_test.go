package hall

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/wire"
)

// stillsOf is how many stills of the class of a screen wait on a server to be completed.
func stillsOf(t *testing.T, h *Hall, key string, board float64) int {
	t.Helper()
	synctest.Wait()
	h.mu.Lock()
	b := h.broadcasts[key]
	h.mu.Unlock()
	s := b.line.visit.stills[classOf(&wire.View{Board: [2]float64{board, 0.9 * board}, Side: [2]float64{board / 2, board / 4}})]
	if s == nil {
		return -1
	}
	stills, _ := s.waits()
	return stills
}

// Where all have seen the frame before, another server completes none, and asks for a whole
// one now and then. Who comes late sees what all see.
func TestFramesAreCompletedForThoseWhoNeedThem(t *testing.T) {
	for _, c := range []struct {
		deaf bool // no answer comes
		most int
	}{{false, askStills + 10}, {true, mostStills}} {
		joined(t, 2, func(t *testing.T, n *net, _ []*port, halls []*Hall) {
			p := &lecture{Presenter: presents(t, halls[0], secret)}
			s := watches(t, halls[1], p.Key(), 300)
			p.shows(0)
			time.Sleep(time.Second)
			n.losing(func(_, _ int, subject string) bool { return c.deaf && strings.HasSuffix(subject, subjectWhole) })
			n.counted()
			most := 0
			for x := range 300 {
				p.shows(x + 1)
				time.Sleep(100 * time.Millisecond)
				sees(t, x+1, s)
				most = max(most, stillsOf(t, halls[1], p.Key(), 300))
			}
			if most < askStills-1 || most > c.most {
				t.Errorf("up to %d frames waited to be completed, want %d to %d", most, askStills, c.most)
			}
			if asked := n.counted()[subjectWhole]; !c.deaf && (asked < 3 || asked > 6) {
				t.Errorf("a whole frame was asked for %d times in 300", asked)
			}
			late := watches(t, halls[1], p.Key(), 300)
			time.Sleep(time.Second)
			sees(t, 300, s, late)
			if k := stillsOf(t, halls[1], p.Key(), 300); k != 0 {
				t.Errorf("%d frames are not completed, and somebody needed the last one", k)
			}
			p.shows(301)
			time.Sleep(time.Second)
			sees(t, 301, s, late)
			late.leave(t)
			s.leave(t)
			p.Close(false, "")
		})
	}
}

// A cast that mends what was never shown does not end those who need it whole: another one
// is asked for.
func TestAFrameThatCannotBeCompleted(t *testing.T) {
	joined(t, 2, func(t *testing.T, _ *net, ports []*port, halls []*Hall) {
		p := &lecture{Presenter: presents(t, halls[0], secret)}
		s := watches(t, halls[1], p.Key(), 300)
		p.shows(0)
		time.Sleep(time.Second)
		sees(t, 0, s)
		k := classOf(&wire.View{Board: [2]float64{300, 270}, Side: [2]float64{150, 75}})
		for i, body := range []string{`{`, `{"type":"frame","panels":[{"id":"board","mends":{"data":[[7000,1,"x"]]}}]}`} {
			b := p.broadcast
			c := cast{kind: kindFrame, class: k, rank: b.standing().rank, n: b.look(k).newest[kindFrame].n + 1, frame: p.id, body: []byte(body)}
			data, err := c.pack()
			if err != nil {
				t.Fatal(err)
			}
			if err := ports[0].Publish(subject(p.Key(), castSubject(k)), data); err != nil {
				t.Fatal(err)
			}
			synctest.Wait() // else the one who comes late may be told it, too
			late := watches(t, halls[1], p.Key(), 300)
			time.Sleep(2 * time.Second)
			p.shows(i + 1)
			time.Sleep(2 * time.Second)
			sees(t, i+1, late)
			late.leave(t)
			s = watches(t, halls[1], p.Key(), 300) // the one before was told what cannot be shown
			time.Sleep(time.Second)
			sees(t, i+1, s)
		}
		s.leave(t)
		p.Close(false, "")
	})
}

// A still is completed from those before, however many there are, and as often as it is
// asked for.
func TestStills(t *testing.T) {
	body := func(x int) []byte {
		return fmt.Appendf(nil, `{"type":"frame","step":%d,"panels":[{"id":"board","mends":{"data":[[0,1,"%d"]]}}]}`, x, x%10)
	}
	s := wholeStill(cast{body: []byte(`{"type":"frame","panels":[{"id":"board","layers":{"data":"0 α"}}]}`)})
	for x := range 1000 {
		s = s.next(cast{packed: deflated(body(x))})
	}
	for range 2 {
		f, err := s.complete()
		if err != nil || f.Step != 999 || f.Panels[0].Layers["data"] != "9 α" {
			t.Fatalf("%+v, %v", f, err)
		}
	}
	bad := s.next(cast{body: []byte(`{"panels":[{"id":"board","mends":{"data":[[9,1,"x"]]}}]}`)})
	if _, err := bad.next(cast{body: body(1)}).complete(); err == nil || !strings.Contains(err.Error(), "layer data of panel board") {
		t.Errorf("mends of another text: %v", err)
	}
	large := fmt.Appendf(nil, `{"panels":[{"id":"board","layers":{"data":"0%s"}}]}`, strings.Repeat("x", mostBytes/8))
	for i := range 20 {
		s = s.next(cast{body: large})
		if stills, bytes := s.waits(); bytes >= mostBytes || (stills > 0) != (bytes > 0) || s.isLong() != (bytes >= askBytes) {
			t.Errorf("after %d large ones %d wait with %d bytes", i+1, stills, bytes)
		}
	}
}
