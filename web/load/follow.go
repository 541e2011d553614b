package load

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"playground/web/socket"
)

// shown is when the presenter's page had which frame.
type shown struct {
	mu    sync.Mutex
	at    map[uint64]time.Time
	order []uint64 // of the last frames
}

// mostShown is how many frames are remembered.
const mostShown = 1024

func (s *shown) note(id uint64, at time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at[id] = at; len(s.order) == mostShown {
		delete(s.at, s.order[0])
		s.order = s.order[1:]
	}
	s.order = append(s.order, id)
}

// since is how much later than the presenter's page somebody had a frame; 0 if it was
// before. It reports false for a frame that is not known of.
func (s *shown) since(id uint64, at time.Time) (time.Duration, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	had, ok := s.at[id]
	if !ok && len(s.order) > 0 && id > s.order[len(s.order)-1] {
		return 0, true // it comes to the presenter's page after this
	}
	return max(0, at.Sub(had)), ok
}

// A follower follows the presenter on a node.
type follower struct {
	crowd  *crowd
	node   int
	key    string
	view   string
	cursor bool // it watches by steps

	mu       sync.Mutex
	conn     *socket.Client
	left     bool
	last     time.Time // frame
	id       uint64    // of it
	frames   int
	messages int
	bytes    int
	missed   int // frames of the presenter that did not come
	longest  time.Duration
	behind   []time.Duration
	again    int // connections after the first
}

// gather lets one session present on the first node and the others follow it on all. They
// come within one context, and stay within the other.
func (c *crowd) gather(ctx, stay context.Context) error {
	key, err := c.present(ctx, stay)
	if err != nil {
		return err
	}
	for i := range c.cfg.Watchers + c.cfg.Cursors {
		f := &follower{crowd: c, node: i % len(c.nodes), key: key, view: screens[i/len(c.nodes)%c.cfg.Screens], cursor: i >= c.cfg.Watchers}
		c.followers = append(c.followers, f)
		conn, err := f.connect(ctx, f.node)
		if err != nil {
			return fmt.Errorf("follower %d: %w", i, err)
		}
		c.wg.Go(func() { f.follow(stay, conn) })
	}
	return nil
}

// screens are how large phones, laptops and large screens show pictures.
var screens = [...]string{
	`{"board":[366,359],"side":[340,185],"mend":true}`, `{"board":[631,504],"side":[358,194],"mend":true}`, `{"board":[1076,816],"side":[426,231],"mend":true}`,
}

// connect follows on a node.
func (f *follower) connect(ctx context.Context, node int) (*socket.Client, error) {
	address, cursor := "?follow", ""
	if f.cursor {
		address, cursor = "?watch", `,"cursor":true`
	}
	conn, err := socket.Dial(ctx, "ws://"+f.crowd.nodes[node].Host+"/ws"+address)
	if err != nil {
		return nil, err
	}
	conn.Openings = &f.crowd.openings
	if err := conn.Say(`{"type":"follow","key":%q,"view":%s%s}`, f.key, f.view, cursor); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.conn = conn; f.left {
		_ = conn.Close()
	}
	return conn, nil
}

// How long a page waits before it connects again.
const leastPause, mostPause = 225 * time.Millisecond, 375 * time.Millisecond

// again connects to the node after one, or to those behind it if that fails. The
// connection is nil if everybody leaves.
func (c *crowd) again(ctx context.Context, node int, connect func(context.Context, int) (*socket.Client, error)) (*socket.Client, int) {
	for {
		pause(ctx, leastPause+rand.N(mostPause-leastPause))
		if c.leaving.Load() || ctx.Err() != nil {
			return nil, node
		}
		node = (node + 1) % len(c.nodes)
		if conn, err := connect(ctx, node); err == nil {
			return conn, node
		}
	}
}

// follow reads until it leaves. Where there are several nodes, a connection that broke
// is made again with the next one, as a balancer would do.
func (f *follower) follow(ctx context.Context, conn *socket.Client) {
	for node := f.node; ; {
		err := f.read(conn)
		if f.crowd.leaving.Load() {
			return
		}
		if len(f.crowd.nodes) == 1 {
			f.crowd.fail(err)
			return
		}
		if conn, node = f.crowd.again(ctx, node, f.connect); conn == nil {
			return
		}
		f.mu.Lock()
		f.again++
		f.mu.Unlock()
	}
}

// A page that follows acknowledges so many frames at once, unless they come slowly.
const (
	atOnce = 6
	soon   = 600 * time.Millisecond
)

// read reads one connection until it ends. Of each message it sees what it is. It
// acknowledges frames as a page does.
func (f *follower) read(conn *socket.Client) error {
	owed, since := 0, time.Now()
	for {
		g, err := conn.Glance()
		if err != nil {
			return err
		}
		if bytes.HasPrefix(g.Start, []byte(`{"type":"error"`)) || bytes.HasPrefix(g.Start, []byte(`{"type":"bye"`)) {
			f.crowd.noteError(string(g.Start))
		}
		isFrame := bytes.HasPrefix(g.Start, []byte(`{"type":"frame"`))
		id, _ := number(g.Start, "id")
		f.note(g, isFrame || f.cursor, id)
		if !isFrame {
			continue
		}
		if owed++; owed == 1 {
			since = g.First
		}
		if owed < atOnce && g.First.Sub(since) < soon {
			continue
		}
		owed = 0
		if err := conn.Say(`{"type":"ack","frame":%d}`, id); err != nil {
			return err
		}
	}
}

// note counts a message.
func (f *follower) note(g socket.Glance, picture bool, id uint64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	before := f.last
	if picture {
		f.last = g.First
	}
	if !f.crowd.measuring.Load() {
		if picture {
			f.id = id
		}
		return
	}
	f.messages++
	f.bytes += g.Bytes
	if !picture {
		return
	}
	f.frames++
	if !before.IsZero() {
		f.longest = max(f.longest, g.First.Sub(before))
	}
	if f.cursor {
		return
	}
	if late, ok := f.crowd.shown.since(id, g.First); ok {
		f.behind = append(f.behind, late)
	}
	if f.id > 0 && id > f.id { // they start over with another presenter's connection
		f.missed += int(min(id-f.id-1, 1000))
	}
	f.id = id
}

func (f *follower) leave() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.left = true
	if f.conn != nil {
		_ = f.conn.Close()
	}
}

// A Node is what was measured of one of several servers and of those who follow there.
type Node struct {
	URL       string     `json:"url"`
	Followers *Following `json:"followers,omitempty"`
	Cursors   *Following `json:"cursors,omitempty"`
	Server    Server     `json:"server"` // as it counts itself
}

// Following is what those saw who follow on one node.
type Following struct {
	N         int        `json:"n"`
	Frames    float64    `json:"frames_each"`              // a second; or cursors
	Bytes     float64    `json:"bytes_each"`               // a second, on the wire
	Behind    *Quantiles `json:"behind_ms,omitempty"`      // the presenter's own page
	Longest   *Quantiles `json:"longest_gap_ms,omitempty"` // without a frame, of each
	Missed    int        `json:"missed"`                   // frames that the presenter's page had, and they had not
	Reconnect int        `json:"reconnected"`
}

// following adds up what those saw who began on a node.
func (c *crowd) following(node int, cursor bool, took time.Duration) *Following {
	var out Following
	var behind, longest []time.Duration
	frames, bytes := 0, 0
	for _, f := range c.followers {
		if f.node != node || f.cursor != cursor {
			continue
		}
		f.mu.Lock()
		out.N++
		frames += f.frames
		bytes += f.bytes
		out.Missed += f.missed
		out.Reconnect += f.again
		behind = append(behind, f.behind...)
		if f.frames > 0 {
			longest = append(longest, f.longest)
		}
		f.mu.Unlock()
	}
	if out.N == 0 {
		return nil
	}
	each := took.Seconds() * float64(out.N)
	out.Frames, out.Bytes = float64(frames)/each, float64(bytes)/each
	out.Behind, out.Longest = quantiles(behind), quantiles(slices.Clip(longest))
	return &out
}
