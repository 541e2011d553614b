// Package load opens many connections to a server on this machine, behaves as
// visitors do, and measures how fast the server answers.
package load

import (
	"context"
	"errors"
	"fmt"
	"math"
	"net"
	"net/url"
	"strings"
	"time"
)

// A Config says what to do. It is bounded, see [Config.check].
type Config struct {
	URL      string        // of the server, on a loopback address; or of several, with commas
	Sessions int           // that play
	Dragging int           // that drag a point at convergence instead
	Watchers int           // that follow one more session, on the first server, from all of them
	Cursors  int           // that watch it by its steps
	Screens  int           // different sizes of the watchers' screens, from 1 to 3; 0 is 3
	Rate     float64       // steps and moves a second
	Time     time.Duration // of measuring, after everyone has connected
	Enough   int           // frames that everybody has had: then the time is over; 0: it is not
	Demo     string        // that the visitors open; empty: [DefaultDemo]
	Query    string        // its recipe; empty: [DefaultQuery] of the default demo
}

// Bounds of a load.
const (
	maxConnections = 5000
	maxTime        = 10 * time.Minute
	maxRate        = 100
	maxNodes       = 8
)

// lookTime is between looks whether there was enough.
const lookTime = 50 * time.Millisecond

// DefaultDemo is the support vector machine, and DefaultQuery 200 points of it at
// convergence.
const (
	DefaultDemo  = "svm"
	DefaultQuery = "data=moons~200~0.24~7&step=end"
)

// A Result is what was measured.
type Result struct {
	Sessions int     `json:"sessions"`
	Dragging int     `json:"dragging"`
	Watchers int     `json:"watchers"`
	Cursors  int     `json:"cursors,omitempty"`
	Seconds  float64 `json:"seconds"`

	Frames  int `json:"frames"`            // that came, of sessions
	Brief   int `json:"brief,omitempty"`   // of them, with what is under the hand alone
	Moves   int `json:"moves"`             // of pointers
	Watched int `json:"watched,omitempty"` // frames that watchers got
	// From a move to the first byte of the next frame of its run, in milliseconds.
	Latency *Quantiles `json:"latency_ms,omitempty"`

	Server Server `json:"server"`          // as it counts itself; of several, the first
	Nodes  []Node `json:"nodes,omitempty"` // where somebody follows
	// Errors are the beginnings of what the servers refused to followers, and how often.
	Errors map[string]int `json:"errors,omitempty"`
}

// local refuses a server that is not on this machine.
func local(address string) (*url.URL, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("the server's address: %w", err)
	}
	if u.Scheme != "http" {
		return nil, errors.New("the server's address must be http://…")
	}
	if ip := net.ParseIP(u.Hostname()); u.Hostname() != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, errors.New("only a server on this machine can be loaded: use localhost")
	}
	return u, nil
}

// check refuses a load beyond the bounds, or a server that is not on this
// machine.
func (c Config) check() ([]*url.URL, error) {
	var nodes []*url.URL
	for address := range strings.SplitSeq(c.URL, ",") {
		u, err := local(strings.TrimSpace(address))
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, u)
	}
	n := c.Sessions + c.Dragging + c.Watchers + c.Cursors
	switch {
	case len(nodes) > maxNodes:
		return nil, fmt.Errorf("there must be at most %d servers", maxNodes)
	case c.Sessions < 0 || c.Dragging < 0 || c.Watchers < 0 || c.Cursors < 0 || n == 0 || n > maxConnections:
		return nil, fmt.Errorf("there must be from 1 to %d connections", maxConnections)
	case c.Time <= 0 || c.Time > maxTime:
		return nil, fmt.Errorf("the time must be above 0 and at most %v", maxTime)
	case c.Screens < 0 || c.Screens > len(screens):
		return nil, fmt.Errorf("there must be from 1 to %d screens", len(screens))
	case !(c.Rate > 0 && c.Rate <= maxRate):
		return nil, fmt.Errorf("the rate must be above 0 and at most %d a second", maxRate)
	}
	return nodes, nil
}

// Run loads the servers and returns what was measured.
func Run(ctx context.Context, c Config) (Result, error) {
	nodes, err := c.check()
	if err != nil {
		return Result{}, err
	}
	if c.Demo == "" {
		c.Demo = DefaultDemo
	}
	if c.Query == "" && c.Demo == DefaultDemo {
		c.Query = DefaultQuery
	}
	if c.Screens == 0 {
		c.Screens = len(screens)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	empty, err := scrapeAll(ctx, nodes)
	if err != nil {
		return Result{}, err
	}
	crowd := &crowd{cfg: c, nodes: nodes}
	defer crowd.leave()
	defer cancel() // who connects again gives up
	if err := crowd.come(ctx); err != nil {
		return Result{}, err
	}
	before, err := scrapeAll(ctx, nodes)
	if err != nil {
		return Result{}, err
	}
	start := time.Now()
	crowd.measuring.Store(true)
	for time.Since(start) < c.Time && !crowd.enough() {
		pause(ctx, min(lookTime, c.Time-time.Since(start)))
		if ctx.Err() != nil {
			return Result{}, ctx.Err()
		}
	}
	crowd.measuring.Store(false)
	took := time.Since(start)
	after, err := scrapeAll(ctx, nodes)
	if err != nil && len(nodes) == 1 {
		return Result{}, err // of several one may have been ended on purpose
	}
	r := crowd.result()
	r.Seconds = took.Seconds()
	each := max(1, (c.Sessions+c.Dragging+c.Watchers+c.Cursors)/len(nodes))
	for i, u := range nodes {
		n := Node{URL: u.String()}
		if after[i] != nil {
			n.Server = compare(empty[i], before[i], after[i], took, each)
		}
		n.Followers, n.Cursors = crowd.following(i, false, took), crowd.following(i, true, took)
		if n.Followers != nil {
			r.Watched += int(math.Round(n.Followers.Frames * float64(n.Followers.N) * r.Seconds))
		}
		if i == 0 {
			r.Server = n.Server
		}
		if len(nodes) > 1 || c.Watchers+c.Cursors > 0 {
			r.Nodes = append(r.Nodes, n)
		}
	}
	return r, crowd.failure()
}
