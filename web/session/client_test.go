package session_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"playground/algos"
	"playground/algos/algotest/drawn"
	"playground/algos/algotest/either"
	"playground/algos/algotest/painted"
	"playground/algos/say"
	"playground/viz"
	"playground/web/hall"
	"playground/web/session"
	"playground/web/testdemos/handles"
	"playground/web/testdemos/layers"
	"playground/web/testdemos/line"
	"playground/web/testdemos/nearest"
	"playground/web/testdemos/randomwalk"
	"playground/web/testdemos/table"
	"playground/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// plain sets sentences as they are.
type plain struct{}

func (plain) Book(algos.Demo) say.Book { return nil }

func (plain) Say(lines []algos.Line, _ say.Book) (html, speech string) {
	for _, l := range lines {
		html += "<p>" + l.Text.String() + l.TeX.String() + "</p>"
		speech += l.Text.String() + l.TeX.String()
	}
	return html, speech
}

func (plain) Checks(checks []algos.Check, _ say.Book) string {
	return fmt.Sprintf("<ul>%d</ul>", len(checks))
}

func (plain) Legend(items []viz.LegendItem) string {
	var names []string
	for _, i := range items {
		names = append(names, i.Text)
	}
	return strings.Join(names, ", ")
}

// demos are those of packages that help to test.
var demos = []algos.Demo{
	randomwalk.Demo(), table.Demo(), line.Demo(), handles.Demo(), either.Demo(), drawn.Demo(), painted.Demo(), nearest.Demo(), painted.Filtered(), layers.Demo(),
}

// config serves them.
func config() session.Config {
	return session.Config{
		Demo: func(id string) (algos.Demo, bool) {
			for _, d := range demos {
				if d.ID == id {
					return d, true
				}
			}
			return algos.Demo{}, false
		},
		Typesetter: plain{},
		Stops: func(demo string) int {
			if demo == "walk" {
				return 3
			}
			return 0
		},
		Limits: session.Limits{Steps: 6000},
	}
}

// errGone is what the connection says when the client has left.
var errGone = errors.New("the client is gone")

// A client is the other end of a session's connection. It reads whatever comes
// unless it is stalled, and acknowledges frames if it is told to.
type client struct {
	t    *testing.T
	to   chan []byte // to the session
	gone chan struct{}
	done chan struct{} // closed when Run has returned
	err  error         // what it returned
	stop context.CancelFunc

	mu      sync.Mutex
	acks    bool
	stalled bool
	resume  chan struct{}
	got     []message
	bytes   int // largest message
}

// A message from the session, in all its forms.
type message struct {
	Type    string
	at      time.Time
	raw     string
	State   wire.State
	Run     wire.Run
	Frame   wire.Frame
	Preview wire.Preview
	Look    wire.Inspection
	Goals   wire.Goals
	Room    wire.Room
	Wait    wire.Wait
	Gather  wire.Gather
	Voted   wire.Voted
	Error   wire.Error
	Bye     wire.Bye
}

// connect starts a session in a bubble of package synctest.
func connect(t *testing.T, cfg session.Config) *client {
	t.Helper()
	return serve(t, func(ctx context.Context, c *client) error { return session.Run(ctx, c, cfg) })
}

// watch starts a connection that follows.
func watch(t *testing.T, cfg session.Config, key string) *client {
	t.Helper()
	return watchAt(t, cfg, key, "")
}

// watchAt is watch for a client with a view.
func watchAt(t *testing.T, cfg session.Config, key, view string) *client {
	t.Helper()
	c := serve(t, func(ctx context.Context, c *client) error {
		return hall.Follow(ctx, c, hall.Config{Hall: cfg.Hall})
	})
	c.say(`{"type":"follow","key":%q,"view":{%s,"mend":true}}`, key, cmp.Or(view, `"board":[640,480],"side":[350,190]`))
	return c
}

func serve(t *testing.T, run func(context.Context, *client) error) *client {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	c := &client{
		t: t, to: make(chan []byte), gone: make(chan struct{}), done: make(chan struct{}),
		stop: cancel, acks: true,
	}
	go func() {
		defer close(c.done)
		c.err = run(ctx, c)
	}()
	return c
}

// Recv is the session's side.
func (c *client) Recv(ctx context.Context) ([]byte, error) {
	select {
	case msg := <-c.to:
		return msg, nil
	case <-c.gone:
		return nil, errGone
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Send is the session's side.
func (c *client) Send(ctx context.Context, msg []byte) error {
	for {
		c.mu.Lock()
		stalled, resume := c.stalled, c.resume
		c.mu.Unlock()
		if !stalled {
			break
		}
		select {
		case <-resume:
		case <-c.gone:
			return errGone
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	m := message{at: time.Now(), raw: string(msg)}
	parts := map[string]any{"state": &m.State, "run": &m.Run, "frame": &m.Frame, "preview": &m.Preview, "look": &m.Look, "goals": &m.Goals, "room": &m.Room, "wait": &m.Wait, "gather": &m.Gather, "voted": &m.Voted, "error": &m.Error, "bye": &m.Bye}
	if err := json.Unmarshal(msg, &struct{ Type *string }{&m.Type}); err != nil {
		return err
	}
	if err := json.Unmarshal(msg, parts[m.Type]); err != nil {
		return err
	}
	c.mu.Lock()
	c.got = append(c.got, m)
	c.bytes = max(c.bytes, len(msg))
	acks := c.acks
	c.mu.Unlock()
	if acks && m.Type == "frame" {
		go c.say(`{"type":"ack","frame":%d}`, m.Frame.ID)
	}
	return nil
}

// SendShared is the session's side.
func (c *client) SendShared(ctx context.Context, msg *hall.Message) error {
	data, err := msg.Bytes()
	if err != nil {
		return err
	}
	return c.Send(ctx, data)
}

// say sends a message to the session.
func (c *client) say(format string, args ...any) {
	select {
	case c.to <- fmt.Appendf(nil, format, args...):
	case <-c.gone:
	case <-c.done:
	}
}

// settle lets the session do what it can without time passing, and returns what
// it sent since the last call.
func (c *client) settle() []message {
	synctest.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	got := c.got
	c.got = nil
	return got
}

// after is settle after some time.
func (c *client) after(d time.Duration) []message {
	time.Sleep(d)
	return c.settle()
}

func (c *client) ack(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.acks = on
}

// stall stops reading, or goes on.
func (c *client) stall(on bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stalled = on
	if on {
		c.resume = make(chan struct{})
	} else {
		close(c.resume)
	}
}

// leave disappears without a word.
func (c *client) leave() error {
	close(c.gone)
	return c.ended()
}

// shut cancels the session's context.
func (c *client) shut() error {
	c.stop()
	return c.ended()
}

// ended waits for the end of the session.
func (c *client) ended() error {
	<-c.done
	return c.err
}

// of returns the messages of one type.
func of(all []message, kind string) []message {
	var out []message
	for _, m := range all {
		if m.Type == kind {
			out = append(out, m)
		}
	}
	return out
}

// last returns the last message of a type, and fails if there is none.
func (c *client) last(all []message, kind string) message {
	c.t.Helper()
	some := of(all, kind)
	if len(some) == 0 {
		c.t.Fatalf("no %s among %v", kind, kinds(all))
	}
	return some[len(some)-1]
}

func kinds(all []message) []string {
	var out []string
	for _, m := range all {
		k := m.Type
		if k == "frame" {
			k = fmt.Sprintf("frame %d", m.Frame.Step)
		}
		if k == "error" {
			k = "error " + m.Error.Code + " " + m.Error.Field
		}
		out = append(out, k)
	}
	return out
}

// noErrors fails if the session complained.
func (c *client) noErrors(all []message) {
	c.t.Helper()
	for _, m := range of(all, "error") {
		c.t.Errorf("unexpected error %s", m.raw)
	}
}
