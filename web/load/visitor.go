package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"playground/web/socket"
)

// A visitor has a session of its own.
type visitor struct {
	crowd *crowd
	conn  *socket.Client
	drags bool
	stop  chan struct{}

	saying sync.Mutex    // one message at a time
	last   atomic.Uint64 // step of the run

	mu      sync.Mutex
	moved   time.Time // of the first move that no run has answered yet; zero: none
	started bool      // that run has started, its frame comes next
	frames  int
	brief   int // of them
	moves   int
	latency []time.Duration
}

const view = `{"board":[640,560],"side":[350,190],"brief":true,"mend":true}`

// visit opens the recipe and waits for its picture.
func (c *crowd) visit(ctx context.Context, node int, drags bool) (*visitor, error) {
	conn, err := socket.Dial(ctx, "ws://"+c.nodes[node].Host+"/ws")
	if err != nil {
		return nil, err
	}
	v := &visitor{crowd: c, conn: conn, drags: drags, stop: make(chan struct{})}
	c.visitors = append(c.visitors, v)
	if err := v.say(`{"type":"open","demo":%q,"query":%q,"view":%s}`, c.cfg.Demo, c.cfg.Query, view); err != nil {
		return nil, err
	}
	ready := make(chan error, 1)
	c.wg.Go(func() { c.fail(v.read(ready)) })
	select {
	case err := <-ready:
		if err != nil {
			return nil, err
		}
	case <-ctx.Done():
		return nil, fmt.Errorf("wait for the first picture: %w", ctx.Err())
	}
	return v, nil
}

// begin plays or drags until told to stop.
func (v *visitor) begin() error {
	if v.drags {
		v.crowd.wg.Go(v.drag)
		return nil
	}
	return v.play()
}

func (v *visitor) say(format string, args ...any) error {
	v.saying.Lock()
	defer v.saying.Unlock()
	return v.conn.Say(format, args...)
}

// play plays the whole run over and over.
func (v *visitor) play() error {
	return v.say(`{"type":"play","rate":%g,"size":"step","loop":[0,%d]}`, v.crowd.cfg.Rate, max(1, v.last.Load()))
}

// drag moves the first point in a circle.
func (v *visitor) drag() {
	t := time.NewTicker(time.Duration(float64(time.Second) / v.crowd.cfg.Rate))
	defer t.Stop()
	for i := 0; ; i++ {
		select {
		case <-v.stop:
			return
		case <-t.C:
		}
		x, y := 0.4*math.Cos(float64(i)/10), 0.4*math.Sin(float64(i)/10)
		v.mu.Lock()
		if v.moved.IsZero() {
			v.moved, v.started = time.Now(), false
		}
		if v.crowd.measuring.Load() {
			v.moves++
		}
		v.mu.Unlock()
		if err := v.say(`{"type":"points","op":"move","index":0,"x":%g,"y":%g,"live":true}`, x, y); err != nil {
			return // reading fails, too
		}
	}
}

// read reads all messages until the connection ends. It acknowledges frames at
// once.
func (v *visitor) read(ready chan<- error) error {
	opened := false
	for {
		msg, first, err := v.conn.Hear()
		if err != nil {
			if !opened {
				ready <- err
			}
			return err
		}
		switch {
		case bytes.HasPrefix(msg, []byte(`{"type":"frame"`)):
			id, _ := number(msg, "id")
			brief, reset := ending(msg)
			v.note(first, brief, reset)
			if err := v.say(`{"type":"ack","frame":%d}`, id); err != nil {
				return err
			}
			if !opened {
				opened = true
				ready <- nil
			}
		case bytes.HasPrefix(msg, []byte(`{"type":"run"`)):
			v.run(msg)
		case bytes.HasPrefix(msg, []byte(`{"type":"error"`)), bytes.HasPrefix(msg, []byte(`{"type":"bye"`)):
			err := errors.New(string(msg))
			if !opened {
				ready <- err
			}
			return err
		}
	}
}

// run notes that a run has started over, and its length.
func (v *visitor) run(msg []byte) {
	if bytes.Contains(msg, []byte(`"reset":true`)) {
		v.mu.Lock()
		v.started = true
		v.mu.Unlock()
	}
	if total, ok := number(msg, "total"); ok && total > 0 {
		v.last.Store(total - 1)
	}
}

// ending reads from the end of a frame whether it is brief, and whether it is the first
// of its run that is told of.
func ending(msg []byte) (brief, reset bool) {
	msg = bytes.TrimSpace(msg)
	if rest, ok := bytes.CutSuffix(msg, []byte(`,"reset":true}`)); ok {
		return true, bytes.HasSuffix(rest, []byte(`,"brief":true`))
	}
	return bytes.HasSuffix(msg, []byte(`,"brief":true,"mend":true}`)), false
}

// note counts a frame, and the time since the move that it answers.
func (v *visitor) note(first time.Time, brief, reset bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.started = v.started || reset
	measuring := v.crowd.measuring.Load()
	if measuring {
		v.frames++
		if brief {
			v.brief++
		}
	}
	if v.moved.IsZero() || !v.started {
		return
	}
	if measuring {
		v.latency = append(v.latency, first.Sub(v.moved))
	}
	v.moved, v.started = time.Time{}, false
}
