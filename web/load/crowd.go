package load

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"playground/web/peer"
	"playground/web/socket"
)

// A crowd is all visitors.
type crowd struct {
	cfg    Config
	socket string

	measuring atomic.Bool
	newest    atomic.Uint64 // frame that the presenter was sent
	watched   atomic.Int64

	wg       sync.WaitGroup
	visitors []*visitor
	watchers []*socket.Client
	failed   atomic.Pointer[error]
	leaving  atomic.Bool
}

// comeTime bounds how long everyone may take to connect.
const comeTime = time.Minute

// come connects everyone. They begin when all are connected.
func (c *crowd) come(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, comeTime)
	defer cancel()
	for i := range c.cfg.Sessions + c.cfg.Dragging {
		if _, err := c.visit(ctx, i >= c.cfg.Sessions); err != nil {
			return fmt.Errorf("session %d: %w", i, err)
		}
	}
	if c.cfg.Watchers > 0 {
		if err := c.gather(ctx); err != nil {
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

// gather lets one session present and all watchers follow it.
func (c *crowd) gather(ctx context.Context) error {
	presenter, err := c.visit(ctx, false)
	if err != nil {
		return err
	}
	presenter.presents.Store(true)
	if err := presenter.say(`{"type":"present","on":true}`); err != nil {
		return err
	}
	var key string
	select {
	case key = <-presenter.key:
	case <-ctx.Done():
		return fmt.Errorf("wait for a key to follow: %w", ctx.Err())
	}
	for i := range c.cfg.Watchers {
		if err := c.watch(ctx, key, screens[i%c.cfg.Screens]); err != nil {
			return err
		}
	}
	return nil
}

// screens are how large phones, laptops and large screens show pictures.
var screens = [...]string{
	`{"board":[366,359],"side":[340,185]}`, `{"board":[631,504],"side":[358,194]}`, `{"board":[1076,816],"side":[426,231]}`,
}

// watch follows the presenter: it reads all and acknowledges whatever it may have
// got. It does not inflate a frame for its id. That is at most what the presenter can
// have been sent beyond what it has read: who acknowledges less may wait for ever.
func (c *crowd) watch(ctx context.Context, key, view string) error {
	w, err := socket.Dial(ctx, c.socket+"?follow")
	if err != nil {
		return err
	}
	c.watchers = append(c.watchers, w)
	if err := w.Say(`{"type":"follow","key":%q,"view":%s}`, key, view); err != nil {
		return err
	}
	c.wg.Go(func() {
		for {
			if _, err := w.Skip(); err != nil {
				c.fail(err)
				return
			}
			if c.measuring.Load() {
				c.watched.Add(1)
			}
			if err := w.Say(`{"type":"ack","frame":%d}`, c.newest.Load()+peer.Credits); err != nil {
				c.fail(err)
				return
			}
		}
	})
	return nil
}

// fail notes the first error, unless the crowd is leaving.
func (c *crowd) fail(err error) {
	if !c.leaving.Load() {
		c.failed.CompareAndSwap(nil, &err)
	}
}

func (c *crowd) failure() error {
	if err := c.failed.Load(); err != nil {
		return fmt.Errorf("a connection ended early: %w", *err)
	}
	return nil
}

// leave closes all connections and waits.
func (c *crowd) leave() {
	c.leaving.Store(true)
	for _, v := range c.visitors {
		close(v.stop)
		_ = v.conn.Close()
	}
	for _, w := range c.watchers {
		_ = w.Close()
	}
	c.wg.Wait()
}

// result adds up what the visitors saw.
func (c *crowd) result() Result {
	r := Result{Sessions: c.cfg.Sessions, Dragging: c.cfg.Dragging, Watchers: c.cfg.Watchers, Watched: int(c.watched.Load())}
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
