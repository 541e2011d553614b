package hall

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"playground/web/wire"
)

// A silent relay lets a line be tested by itself.
type silent struct{ Relay }

type deaf struct{}

func (deaf) Hear(string) error { return nil }
func (deaf) Ignore(string)     {}
func (deaf) Close()            {}

// FuzzCasts lets a line hear the casts of two presenters in any order, twice or never. What
// it shows is always a picture that was cast, whole, never one of the presenter before,
// and after the newest whole one it is that.
func FuzzCasts(f *testing.F) {
	f.Add([]byte{0, 1, 2, 3})
	f.Add([]byte{0, 2, 3, 0x80, 0x84, 4, 1})
	f.Add([]byte{5, 0x40, 0x41, 0x43, 1, 2, 0xc4, 0xc5, 6})
	pictures, casts := scenes(2, 24)
	f.Fuzz(func(t *testing.T, order []byte) {
		h := &Hall{log: slog.New(slog.DiscardHandler), relay: silent{}, node: 99}
		b := newBroadcast(KeyOf(secret), 0)
		l := &line{h: h, b: b, key: b.key, post: deaf{}}
		l.visit.frames[usual] = part{heard: true, missing: true}
		now := time.Unix(1e9, 0)
		var newest cast
		for _, x := range order {
			c := casts[int(x>>6)&1][int(x&0x1f)%24][int(x>>5)&1]
			l.take(c, now)
			if newest.rank.before(c.rank) {
				newest = cast{rank: c.rank}
			}
			if c.whole && c.rank == newest.rank && c.n > newest.n {
				newest = c
			}
			shown := b.look(usual).newest[kindFrame]
			if shown.whole == nil {
				if newest.whole {
					t.Fatalf("after %v nothing is shown", order)
				}
				continue
			}
			data, err := shown.whole.Bytes()
			if err != nil {
				t.Fatal(err)
			}
			want, ok := pictures[fmt.Sprint(l.rank.epoch, " ", shown.frame)]
			if !ok || string(data) != want {
				t.Fatalf("after %v frame %d of %v shows %.200s", order, shown.frame, l.rank, data)
			}
			if l.rank != newest.rank || newest.whole && shown.frame < newest.frame {
				t.Fatalf("after %v frame %d of %v is shown, newest is %d of %v", order, shown.frame, l.rank, newest.frame, newest.rank)
			}
		}
	})
}

// scenes are the pictures of some presenters, by epoch and id, and their casts: what
// changed, and all.
func scenes(presenters, n int) (map[string]string, [][][2]cast) {
	pictures := map[string]string{}
	var casts [][][2]cast
	for p := range presenters {
		var sent wire.Sent
		var own [][2]cast
		r := rank{uint64(p + 1), 7}
		for i := range n {
			whole := &wire.Frame{ID: uint64(i + 1), Step: i, Panels: []wire.Panel{{ID: "board", Layers: map[string]string{
				"axes": fmt.Sprint("axes ", p, i/5), "data": fmt.Sprint("data ", p, i), "under": fmt.Sprint("under ", p),
			}}}}
			if i%3 > 0 {
				legend := fmt.Sprint("legend ", i/4)
				whole.Panels = append(whole.Panels, wire.Panel{ID: "chart", Legend: &legend, Layers: map[string]string{"data": fmt.Sprint("chart ", i/2)}})
			}
			next, _ := wire.Encode(sent.Thin(whole))
			all, _ := wire.Encode(whole)
			pictures[fmt.Sprint(r.epoch, " ", whole.ID)] = string(all)
			c := cast{kind: kindFrame, class: usual, rank: r, n: uint64(i + 1), frame: whole.ID}
			some, every := c, c
			some.body = next
			every.body, every.whole = all, true
			own = append(own, [2]cast{some, every})
		}
		casts = append(casts, own)
	}
	return pictures, casts
}

// FuzzUnpack reads what other servers say: nothing that comes can do harm, and what was
// packed comes back.
func FuzzUnpack(f *testing.F) {
	for _, c := range []cast{
		{kind: kindFrame, class: 3, whole: true, rank: rank{1, 2}, n: 3, frame: 4, body: []byte("body")},
		{kind: castBeat, packed: deflated(bytes.Repeat([]byte("long "), 32<<10))},
	} {
		data, err := c.pack()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	all, err := packAll([]cast{{kind: kindRun, body: []byte("run")}, {kind: kindState, body: []byte("state")}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(all)
	f.Fuzz(func(t *testing.T, data []byte) {
		_, _ = unpackAll(data)
		_, _ = readGuest(data)
		c, err := unpack(data)
		if err != nil {
			return
		}
		again, err := c.pack()
		if err != nil {
			return
		}
		d, err := unpack(again)
		body, _ := c.plain()
		same, _ := d.plain()
		if err != nil || d.rank != c.rank || d.n != c.n || d.frame != c.frame || d.kind != c.kind || d.class != c.class || d.whole != c.whole || !bytes.Equal(same, body) {
			t.Errorf("%+v came back as %+v, %v", c, d, err)
		}
	})
}

func TestCastsAreBounded(t *testing.T) {
	m := encoded([]byte(strings.Repeat("a picture ", 400_000)), time.Now())
	c, err := (&line{}).filled(cast{kind: kindRun}, publication{next: m})
	if err != nil {
		t.Fatal(err)
	}
	small, err := c.pack()
	if err != nil || len(small) > maxCast {
		t.Errorf("a long text takes %d bytes, %v", len(small), err)
	}
	var noise bytes.Buffer
	for i := range uint64(400_000) {
		fmt.Fprintf(&noise, "%x", i*0x9e3779b97f4a7c15)
	}
	if _, err := (cast{body: noise.Bytes()}).pack(); err == nil {
		t.Error("a cast is larger than a message may be")
	}
	if _, err := packAll([]cast{{body: noise.Bytes()[:900_000]}, {body: noise.Bytes()[900_000:2_000_000]}}); err == nil {
		t.Error("so is all at once")
	}
	if _, err := inflated(deflated(make([]byte, maxBody+1))); err == nil {
		t.Error("a few bytes inflate to any number")
	}
}
