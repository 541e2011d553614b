package relay_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"playground/web/hall"
	"playground/web/wire"
)

const secret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

var errGone = errors.New("the client is gone")

// A screen is a follower that checks what it is shown.
type screen struct {
	in   chan string
	gone chan struct{}
	done chan struct{}
	err  error // of following

	mu      sync.Mutex
	got     wire.Got
	ids     []uint64 // of the frames that came
	at      []time.Time
	name    string // of the lecture whose picture is shown
	step    int
	why     string // it waits
	wrong   string // what was wrong with a picture
	refused []string
}

func watch(t *testing.T, h *hall.Hall, says string) *screen {
	t.Helper()
	s := &screen{in: make(chan string, 16), gone: make(chan struct{}), done: make(chan struct{})}
	go func() {
		defer close(s.done)
		s.err = hall.Follow(context.Background(), s, hall.Config{Hall: h})
	}()
	t.Cleanup(s.leave)
	s.in <- says
	return s
}

func follow(key string) string {
	return fmt.Sprintf(`{"type":"follow","key":%q,"view":{"board":[640,480],"side":[350,190],"mend":true}}`, key)
}

func (s *screen) leave() {
	select {
	case <-s.gone:
	default:
		close(s.gone)
	}
	<-s.done
}

func (s *screen) Recv(ctx context.Context) ([]byte, error) {
	select {
	case m := <-s.in:
		return []byte(m), nil
	case <-s.gone:
		return nil, errGone
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (s *screen) SendShared(ctx context.Context, m *hall.Message) error {
	data, err := m.Bytes()
	if err != nil {
		return err
	}
	return s.Send(ctx, data)
}

func (s *screen) Send(_ context.Context, msg []byte) error {
	var m struct {
		Type, Why, Code, Query string
	}
	if err := json.Unmarshal(msg, &m); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch m.Type {
	case "wait":
		s.why = m.Why
	case "state":
		s.why = ""
	case "error":
		s.refused = append(s.refused, m.Code)
	case "frame":
		var f wire.Frame
		if err := json.Unmarshal(msg, &f); err != nil {
			return err
		}
		whole, err := s.got.Merge(&f)
		if err != nil {
			return err
		}
		s.show(whole)
		select {
		case s.in <- fmt.Sprintf(`{"type":"ack","frame":%d}`, f.ID):
		default:
		}
	}
	return nil
}

// show looks at a picture: all its parts must be of the same one.
func (s *screen) show(f *wire.Frame) {
	s.ids, s.at = append(s.ids, f.ID), append(s.at, time.Now())
	s.name, s.step = f.Phase, f.Step
	p := f.Panels[0]
	want := parts(f.Phase, f.Step, p.Size)
	for name, svg := range want {
		if p.Layers[name] != svg {
			s.wrong = fmt.Sprintf("frame %d, step %d of %s: layer %s is %.60q, want %.60q", f.ID, f.Step, f.Phase, name, p.Layers[name], svg)
		}
	}
}

// parts are the layers of a picture: some are always the same, others seldom.
func parts(name string, step int, size [2]float64) map[string]string {
	return map[string]string{
		"axes": fmt.Sprint("axes of ", name, size), "under": fmt.Sprint("under ", name, step/7),
		"data": strings.Repeat(fmt.Sprint("data ", step, " "), 2000), "over": fmt.Sprint("over ", step%3),
	}
}

// last is when the last frame came, and of which lecture it was at which step.
func (s *screen) last() (string, int, time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.at) == 0 {
		return "", 0, time.Time{}
	}
	return s.name, s.step, s.at[len(s.at)-1]
}

func (s *screen) waits() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.why
}

// gap is the longest time without a frame since another time.
func (s *screen) gap(since time.Time) time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	longest, last := time.Duration(0), since
	for _, at := range s.at {
		if at.After(since) {
			longest, last = max(longest, at.Sub(last)), at
		}
	}
	return max(longest, time.Since(last))
}

func (s *screen) check(t *testing.T) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.wrong != "" {
		t.Error(s.wrong)
	}
}

// A lecture is a presenter that steps ten times a second.
type lecture struct {
	*hall.Presenter
	name string
	stop chan struct{}
	done chan struct{}
	once sync.Once

	mu   sync.Mutex
	step int
	at   map[int]time.Time // when each step was shown
}

func newLecture(t *testing.T, h *hall.Hall, name string) *lecture {
	t.Helper()
	l := &lecture{Presenter: h.Presenter(name), name: name, stop: make(chan struct{}), done: make(chan struct{}), at: map[int]time.Time{}}
	if err := l.Start(hall.Claim{Secret: secret}); err != nil {
		t.Fatal(err)
	}
	go l.run()
	t.Cleanup(l.end)
	return l
}

func (l *lecture) run() {
	defer close(l.done)
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		l.show()
		select {
		case <-tick.C:
		case <-l.stop:
			return
		}
	}
}

func (l *lecture) show() {
	now := time.Now()
	l.mu.Lock()
	l.step++
	step := l.step
	l.at[step] = now
	l.mu.Unlock()
	l.State(wire.State{Demo: "svm", Query: fmt.Sprint("step=", step)}, nil, now)
	l.Frame(uint64(step), func(_ context.Context, v wire.View) (*wire.Frame, error) {
		return &wire.Frame{Phase: l.name, Step: step, Panels: []wire.Panel{{ID: "board", Size: v.Board, Layers: parts(l.name, step, v.Board)}}}, nil
	}, false, now)
}

// end stops to step.
func (l *lecture) end() {
	l.once.Do(func() { close(l.stop) })
	<-l.done
}

func (l *lecture) now() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.step
}
