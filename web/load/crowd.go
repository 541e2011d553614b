package load

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"playground/web/socket"
)

// A crowd is all visitors.
type crowd struct {
	cfg   Config
	nodes []*url.URL

	measuring atomic.Bool

	wg        sync.WaitGroup
	visitors  []*visitor
	shown     shown      // what the presenter's page has shown
	presenter *presenter // nil: nobody follows
	followers []*follower
	openings  socket.Openings // of what they get

	mu     sync.Mutex
	errors map[string]int // what servers have refused to followers, and how often

	failed  atomic.Pointer[error]
	leaving atomic.Bool
}

// comeTime bounds how long everyone may take to connect.
const comeTime = time.Minute

// come connects everyone. They begin when all are connected.
func (c *crowd) come(ctx context.Context) error {
	stay := ctx
	ctx, cancel := context.WithTimeout(ctx, comeTime)
	defer cancel()
	for i := range c.cfg.Sessions + c.cfg.Dragging {
		if _, err := c.visit(ctx, i%len(c.nodes), i >= c.cfg.Sessions); err != nil {
			return fmt.Errorf("session %d: %w", i, err)
		}
	}
	if c.cfg.Watchers+c.cfg.Cursors > 0 {
		if err := c.gather(ctx, stay); err != nil {
			return err
		}
	}
	// Visitors do not move in step.
	pause := time.Duration(float64(time.Second) / c.cfg.Rate / float64(len(c.visitors)))
	for _, v := range c.visitors {
		time.Sleep(pause)
		if err := v.begin(); err != nil {
			return err
		}
	}
	return nil
}

// fail notes the first error, unless the crowd is leaving.
func (c *crowd) fail(err error) {
	if !c.leaving.Load() {
		c.failed.CompareAndSwap(nil, &err)
	}
}

// mostErrors is how many different ones are told.
const mostErrors = 20

func (c *crowd) noteError(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.errors == nil {
		c.errors = map[string]int{}
	}
	if _, ok := c.errors[text]; ok || len(c.errors) < mostErrors {
		c.errors[text]++
	}
}

func (c *crowd) failure() error {
	if err := c.failed.Load(); err != nil {
		return fmt.Errorf("a connection ended early: %w", *err)
	}
	return nil
}

// enough reports whether everybody has had so many frames as are enough.
func (c *crowd) enough() bool {
	if c.cfg.Enough == 0 {
		return false
	}
	for _, v := range c.visitors {
		v.mu.Lock()
		frames := v.frames
		if v.drags {
			frames = len(v.latency)
		}
		v.mu.Unlock()
		if frames < c.cfg.Enough {
			return false
		}
	}
	for _, f := range c.followers {
		f.mu.Lock()
		frames := f.frames
		f.mu.Unlock()
		if frames < c.cfg.Enough {
			return false
		}
	}
	return true
}

// leave closes all connections and waits.
func (c *crowd) leave() {
	c.leaving.Store(true)
	for _, v := range c.visitors {
		close(v.stop)
		_ = v.conn.Close()
	}
	if c.presenter != nil {
		c.presenter.leave()
	}
	for _, f := range c.followers {
		f.leave()
	}
	c.wg.Wait()
}

// result adds up what the visitors saw.
func (c *crowd) result() Result {
	r := Result{Sessions: c.cfg.Sessions, Dragging: c.cfg.Dragging, Watchers: c.cfg.Watchers, Cursors: c.cfg.Cursors}
	var all []time.Duration
	for _, v := range c.visitors {
		v.mu.Lock()
		r.Frames += v.frames
		r.Brief += v.brief
		r.Moves += v.moves
		all = append(all, v.latency...)
		v.mu.Unlock()
	}
	r.Latency = quantiles(all)
	c.mu.Lock()
	r.Errors = maps.Clone(c.errors)
	c.mu.Unlock()
	return r
}

// number returns the whole number after the first such name in a message.
func number(msg []byte, name string) (uint64, bool) {
	_, rest, ok := bytes.Cut(msg, []byte(`"`+name+`":`))
	if !ok {
		return 0, false
	}
	end := bytes.IndexAny(rest, ",}")
	if end < 0 {
		return 0, false
	}
	n, err := strconv.ParseUint(string(rest[:end]), 10, 64)
	return n, err == nil
}
