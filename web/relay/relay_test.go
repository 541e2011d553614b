package relay_test

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"playground/web/hall"
	"playground/web/relay"
	"playground/web/wire"
)

// halls returns a hall for every server of a cluster.
func halls(t *testing.T, c *cluster, through func(hall.Relay) hall.Relay) []*hall.Hall {
	t.Helper()
	var all []*hall.Hall
	for i := range c.servers {
		var r hall.Relay = c.dial(t, i)
		if through != nil {
			r = through(r)
		}
		h := hall.With(hall.Settings{Relay: r, Log: slog.New(slog.DiscardHandler)})
		t.Cleanup(h.Close)
		all = append(all, h)
	}
	return all
}

// follows waits until all screens show a picture of a lecture that is not older than the
// one that is shown now.
func follows(t *testing.T, l *lecture, screens ...*screen) {
	t.Helper()
	from := l.now()
	for i, s := range screens {
		within(t, 30*time.Second, fmt.Sprintf("screen %d follows %s", i, l.name), func() bool {
			name, step, _ := s.last()
			return name == l.name && step >= from && s.waits() == ""
		})
	}
}

// Three NATS servers and three halls in one process: all see the same pictures. One server
// ends, and all are cut off from each other.
func TestThreeServers(t *testing.T) {
	c := newCluster(t, 3)
	hs := halls(t, c, nil)
	early := watch(t, hs[2], follow(hall.KeyOf(secret)))
	within(t, 10*time.Second, "an early follower waits", func() bool { return early.waits() == wire.Unbegun })
	l := newLecture(t, hs[0], "a")
	screens := []*screen{early}
	for i := range 6 {
		screens = append(screens, watch(t, hs[i%3], follow(l.Key())))
	}
	follows(t, l, screens...)
	time.Sleep(time.Second)
	if f, ok := hs[1].Find(context.Background(), l.Key()[:8]); !ok || f.Key != l.Key() || f.Demo != "svm" {
		t.Errorf("found %+v, %v", f, ok)
	}
	logLate(t, l, screens)

	start := time.Now()
	c.servers[1].Shutdown() // the hall beside it goes to another one
	time.Sleep(3 * time.Second)
	follows(t, l, screens...)
	worst := time.Duration(0)
	for _, s := range screens {
		worst = max(worst, s.gap(start))
	}
	t.Logf("a NATS server ended: longest time without a frame %v", worst.Round(time.Millisecond))
	if worst > 5*time.Second {
		t.Errorf("without a frame for %v", worst)
	}

	for _, p := range c.proxies {
		p.set(true)
	}
	elsewhere := 0
	within(t, 60*time.Second, "those on another server wait", func() bool {
		elsewhere = 0
		for _, s := range screens {
			if s.waits() == wire.Vacant {
				elsewhere++
			}
		}
		return elsewhere >= 3
	})
	for i := 1; i < len(screens); i += 3 { // those beside the presenter
		if screens[i].waits() != "" {
			t.Error("a follower on the presenter's server waits")
		}
	}
	for _, p := range c.proxies {
		p.set(false)
	}
	start = time.Now()
	follows(t, l, screens...)
	t.Logf("%d followers went on %v after the servers found each other", elsewhere, time.Since(start).Round(time.Millisecond))
	for _, s := range screens {
		s.check(t)
	}
	for _, h := range hs {
		if n := h.Traffic().Failed; n > 1000 {
			t.Errorf("%d messages failed", n)
		}
	}
}

// logLate says how late pictures come.
func logLate(t *testing.T, l *lecture, screens []*screen) {
	t.Helper()
	var late []time.Duration
	for _, s := range screens {
		s.mu.Lock()
		for i, id := range s.ids {
			l.mu.Lock()
			if at, ok := l.at[int(id)]; ok && i > 0 {
				late = append(late, s.at[i].Sub(at))
			}
			l.mu.Unlock()
		}
		s.mu.Unlock()
	}
	slices.Sort(late)
	if len(late) > 0 {
		t.Logf("%d frames came after p50 %v, p99 %v", len(late), late[len(late)/2].Round(10*time.Microsecond), late[len(late)*99/100].Round(10*time.Microsecond))
	}
}

// A lossy relay loses every twentieth message.
type lossy struct {
	hall.Relay
	lost *atomic.Int64
}

func (r lossy) Publish(subject string, data []byte) error {
	if rand.IntN(20) == 0 {
		r.lost.Add(1)
		return nil
	}
	return r.Relay.Publish(subject, data)
}

// Where messages get lost, pictures are late for a moment, and never wrong.
func TestLossIsMadeUpFor(t *testing.T) {
	c := newCluster(t, 1)
	c.servers = append(c.servers, c.servers[0])
	var lost atomic.Int64
	hs := halls(t, c, func(r hall.Relay) hall.Relay { return lossy{r, &lost} })
	l := newLecture(t, hs[0], "a")
	var screens []*screen
	for range 3 {
		screens = append(screens, watch(t, hs[1], follow(l.Key())))
	}
	follows(t, l, screens...)
	start := time.Now()
	time.Sleep(8 * time.Second)
	worst := time.Duration(0)
	for _, s := range screens {
		worst = max(worst, s.gap(start))
		s.check(t)
	}
	l.end()
	last := l.now()
	for _, s := range screens {
		within(t, 20*time.Second, "the last picture is there", func() bool { _, step, _ := s.last(); return step == last })
	}
	tr := hs[1].Traffic()
	t.Logf("%d messages lost, %d gaps made up for; longest time without a frame %v", lost.Load(), tr.Gaps, worst.Round(time.Millisecond))
	if lost.Load() == 0 || worst > 10*time.Second {
		t.Errorf("%d messages lost, without a frame for %v", lost.Load(), worst)
	}
}

// Rooms that nobody has, floods and forged words disturb nobody, and do not reach other
// servers in numbers.
func TestHostileFollowersDisturbNobody(t *testing.T) {
	c := newCluster(t, 1)
	c.servers = append(c.servers, c.servers[0])
	hs := halls(t, c, nil)
	l := newLecture(t, hs[0], "a")
	s := watch(t, hs[1], follow(l.Key()))
	follows(t, l, s)
	stat := func() int64 {
		v, err := c.servers[0].Varz(nil)
		if err != nil {
			t.Fatal(err)
		}
		return v.InMsgs
	}
	before := stat()
	const hostile, words = 20, 500
	for i := range hostile {
		h := watch(t, hs[1], follow(hall.KeyOf(fmt.Sprint("guess ", i))))
		for j := range words {
			says := []string{
				follow(hall.KeyOf(fmt.Sprint(i, j))), `{"type":"follow","key":"*"}`, `{"type":"follow","key":">"}`, `{"type":"follow","key":"` + l.Key()[:25] + `.` + `"}`,
				`{"type":"present","on":true,"secret":"` + l.Key() + `"}`, `{"type":"gather"}`, `{"type":"ack","frame":9007199254740991}`,
				`{"type":"follow","key":"` + l.Key() + `","rank":1}`, "junk",
			}[j%9]
			select {
			case h.in <- says:
			case <-h.done:
			}
		}
	}
	time.Sleep(time.Second)
	n := stat() - before
	// Each may change rooms ten times at once: a question, and what it takes to listen.
	if limit := int64(hostile*10*4 + 500); n > limit {
		t.Errorf("%d messages went to NATS because of %d hostile ones", n, hostile*words)
	}
	t.Logf("%d hostile words gave %d messages", hostile*words, n)
	follows(t, l, s)
	s.check(t)
	if m := l.Room(time.Now().Add(time.Hour)); m != nil && m.Taken {
		t.Error("the room was taken")
	}
}

// A message too large for NATS is not sent, and the room goes on. A listener that takes
// nothing holds nobody up.
func TestBoundsOfARelay(t *testing.T) {
	c := newCluster(t, 1)
	a, b := c.dial(t, 0), c.dial(t, 0)
	blocked, heard := make(chan struct{}), make(chan int, 10_000)
	slow := b.Listen(func(_ string, data []byte, answer func([]byte)) {
		if answer != nil {
			answer(append(data, '!'))
			return
		}
		<-blocked
		heard <- len(data)
	})
	defer slow.Close()
	for _, subject := range []string{"x", "y"} {
		if err := slow.Hear(subject); err != nil {
			t.Fatal(err)
		}
	}
	within(t, 10*time.Second, "the listener answers", func() bool {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		reply, err := a.Ask(ctx, "y", []byte("who"))
		return err == nil && string(reply) == "who!"
	})
	start := time.Now()
	for i := range 2000 {
		if err := a.Publish("x", make([]byte, i)); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("2000 messages to a listener that takes none: %v", time.Since(start).Round(time.Millisecond))
	time.Sleep(200 * time.Millisecond)
	close(blocked)
	time.Sleep(200 * time.Millisecond)
	if n := len(heard); n == 0 || n > 100 {
		t.Errorf("%d of 2000 messages had queued", n)
	}
	slow.Ignore("x")
	if err := a.Publish("x", make([]byte, 2<<20)); err == nil {
		t.Error("a message of 2 MB is taken")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := a.Ask(ctx, "nobody", nil); err == nil || ctx.Err() != nil {
		t.Errorf("asking where nobody listens: %v", err)
	}
}

// NATS may come later than the server, and leave.
func TestNATSComesLater(t *testing.T) {
	port := freePort(t)
	r, err := relay.Dial(relay.Config{URLs: fmt.Sprintf("127.0.0.1:%d", port), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if !r.Cut() || r.Publish("x", nil) == nil {
		t.Error("it can be reached before it is there")
	}
	heard := make(chan string, 100)
	l := r.Listen(func(_ string, data []byte, _ func([]byte)) { heard <- string(data) })
	defer l.Close()
	if err := l.Hear("x"); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		within(t, 20*time.Second, "NATS is connected", func() bool { return !r.Cut() })
		other, err := relay.Dial(relay.Config{URLs: s.ClientURL(), Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			t.Fatal(err)
		}
		within(t, 20*time.Second, "what is said is heard", func() bool {
			_ = other.Publish("x", []byte("hello"))
			select {
			case <-heard:
				return true
			case <-time.After(50 * time.Millisecond):
				return false
			}
		})
		other.Close()
		s.Shutdown()
		within(t, 20*time.Second, "NATS is not connected", r.Cut)
	}
}

func TestBadAddressesAndCredentials(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.creds")
	if err := os.WriteFile(file, []byte("not credentials"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		config relay.Config
		want   string
	}{
		{relay.Config{URLs: "http://localhost:4222"}, `"http://localhost:4222" is not the address of a NATS server`},
		{relay.Config{URLs: "nats://a:4222,,"}, `"" is not the address`},
		{relay.Config{URLs: "nats://%zz"}, "is not the address"},
		{relay.Config{URLs: "localhost", Creds: file + ".no"}, "read the credentials"},
		{relay.Config{URLs: "localhost", Creds: file}, "holds no credentials"},
	} {
		if _, err := relay.Dial(c.config); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.config, err, c.want)
		}
	}
}
