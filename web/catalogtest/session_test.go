package catalogtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"
	"time"

	"playground/algos"
	"playground/algos/algotest"
	"playground/algos/catalog"
	"playground/web/frame"
	"playground/web/session"
	"playground/web/wire"
)

// A conversation is the other end of a session: it acknowledges every frame.
type conversation struct {
	t    *testing.T
	to   chan []byte
	from chan heard
}

// A heard is a message of a session.
type heard struct {
	Type  string
	State wire.State `json:"-"`
	Frame wire.Frame `json:"-"`
	Error wire.Error `json:"-"`
}

func (c *conversation) Recv(ctx context.Context) ([]byte, error) {
	select {
	case m := <-c.to:
		return m, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (c *conversation) Send(ctx context.Context, msg []byte) error {
	var m heard
	err := json.Unmarshal(msg, &m)
	if part := map[string]any{"state": &m.State, "frame": &m.Frame, "error": &m.Error}[m.Type]; part != nil {
		err = errors.Join(err, json.Unmarshal(msg, part))
	}
	if err != nil {
		return err
	}
	select {
	case c.from <- m:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (c *conversation) say(format string, args ...any) {
	c.to <- fmt.Appendf(nil, format, args...)
}

// wait waits for a message that will do.
func (c *conversation) wait(what string, will func(heard) bool) heard {
	c.t.Helper()
	late := time.After(time.Minute)
	for {
		select {
		case m := <-c.from:
			if m.Type == "error" {
				c.t.Fatalf("wait for %s: %+v", what, m.Error)
			}
			if m.Type == "frame" {
				c.say(`{"type":"ack","frame":%d}`, m.Frame.ID)
			}
			if will(m) {
				return m
			}
		case <-late:
			c.t.Fatalf("it does not come: %s", what)
		}
	}
}

// converse begins a session, which ends with the test.
func converse(t *testing.T) *conversation {
	c := &conversation{t: t, to: make(chan []byte, 16), from: make(chan heard, 16)}
	ended := make(chan error, 1)
	go func() {
		ended <- session.Run(t.Context(), c, session.Config{Demo: catalog.Find, Typesetter: plain{}, Tongues: map[string]frame.Typesetter{"en": plain{}}})
	}()
	t.Cleanup(func() { <-ended })
	return c
}

func isFrame(step int, says string) func(heard) bool {
	return func(m heard) bool {
		return m.Type == "frame" && m.Frame.Step == step && (says == "" || m.Frame.Say == says)
	}
}

// A demo of each kind is opened at its end, goes back and forth, and has a point dragged
// away and back: the way does not matter to what is shown.
func TestSessionsOfEveryKind(t *testing.T) {
	t.Parallel()
	for _, d := range algotest.Representatives(catalog.All) {
		t.Run(d.ID, func(t *testing.T) {
			c := converse(t)
			c.say(`{"type":"open","demo":%q,"query":"step=end"}`, d.ID)
			var state wire.State
			c.wait("the end", func(m heard) bool {
				if m.Type == "state" {
					state = m.State
				}
				return m.Type == "frame" && m.Frame.Step == m.Frame.Total-1 && m.Frame.Status.State != string(algos.Running)
			})
			c.say(`{"type":"seek","step":1}`)
			first := c.wait("step 1", isFrame(1, "")).Frame.Say
			c.say(`{"type":"seek","to":"start"}`)
			c.wait("the start", isFrame(0, ""))
			c.say(`{"type":"step","by":1,"size":"small"}`)
			c.wait("the sentence of step 1 after a step", isFrame(1, first))
			if d.Input.Points == nil || len(state.Points) == 0 {
				return
			}
			x, y := state.Points[0][0], state.Points[0][1]
			for i := range 5 {
				c.say(`{"type":"points","op":"move","index":0,"x":%v,"y":%v,"live":true}`, x+float64(i)/10, y)
			}
			c.say(`{"type":"points","op":"move","index":0,"x":%v,"y":%v}`, x, y)
			c.say(`{"type":"seek","to":"start"}`)
			c.wait("the start of another run", isFrame(0, ""))
			c.say(`{"type":"seek","step":1}`)
			c.wait("the sentence of step 1 with the point in its place", isFrame(1, first))
		})
	}
}
