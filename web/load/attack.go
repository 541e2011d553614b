package load

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"playground/web/socket"
)

// An Attack is what one address does to a server, and how long. Most of it are legal
// requests, only too many of them.
type Attack struct {
	URL     string // of the server, on a loopback address
	Kind    string // one of [Attacks]
	Workers int    // that do it at once
	Time    time.Duration
	// Enough ends it earlier, once an honest visitor has made so many steps and opened as
	// many pages; 0 does not.
	Enough int
}

// Bounds of an attack.
const (
	maxWorkers    = 2500
	maxAttackTime = 2 * time.Minute
)

// Addresses on this machine, so that the server does not take the honest visitor for one
// of the attackers.
var (
	honestAddress   = net.IPv4(127, 0, 0, 2)
	attackerAddress = net.IPv4(127, 0, 0, 3)
)

// attacks are what a worker does until the context ends.
var attacks = map[string]func(context.Context, *worker) error{
	"pictures":  askFor("/d/svm/run.gif?w=720&h=720&seed=%d"),
	"canvas":    askFor("/d/svm/frame.png?w=4000&h=4000&scale=2&seed=%d"),
	"replays":   askFor("/d/svm/replay.html?seed=%d"),
	"costly":    editCostly,
	"memory":    fillMemory,
	"silent":    sayNothing("/ws"),
	"followers": sayNothing("/ws?follow"),
	"vacancies": presentAndLeave,
	"junk":      talkJunk,
	"pings":     ping,
	"bombs":     sendBombs,
	"deaf":      neverRead,
}

// Attacks are the kinds there are.
func Attacks() []string { return slices.Sorted(maps.Keys(attacks)) }

// An Outcome is what an attack did.
type Outcome struct {
	Attack  string  `json:"attack"`
	Workers int     `json:"workers"`
	Seconds float64 `json:"seconds"`

	// What the attackers got: statuses, reasons of closed connections, frames.
	Answers map[string]int `json:"answers"`

	// What an honest visitor from another address noticed: the times from a step to its
	// frame and from a click to its page, and what went wrong.
	Steps    *Quantiles `json:"step_ms,omitempty"`
	Pages    *Quantiles `json:"page_ms,omitempty"`
	Failures []string   `json:"failures,omitempty"`

	PeakMB float64 `json:"peak_mb"` // the server's resident memory, at most
}

func (a Attack) check() (*url.URL, error) {
	u, err := local(a.URL)
	if err != nil {
		return nil, err
	}
	switch {
	case attacks[a.Kind] == nil:
		return nil, fmt.Errorf("the attack must be one of %s, not %q", strings.Join(Attacks(), ", "), a.Kind)
	case a.Workers <= 0 || a.Workers > maxWorkers:
		return nil, fmt.Errorf("there must be from 1 to %d workers", maxWorkers)
	case a.Time <= 0 || a.Time > maxAttackTime:
		return nil, fmt.Errorf("the time must be above 0 and at most %v", maxAttackTime)
	}
	return u, nil
}

// errNoAddress says that this machine has one loopback address only.
var errNoAddress = errors.New("this machine does not let connections come from 127.0.0.2 and 127.0.0.3, so an attacker and an honest visitor look alike")

// Run attacks the server, and returns what an honest visitor noticed.
func (a Attack) Run(ctx context.Context) (Outcome, error) {
	u, err := a.check()
	if err != nil {
		return Outcome{}, err
	}
	ln, err := net.ListenTCP("tcp", &net.TCPAddr{IP: attackerAddress})
	if err != nil {
		return Outcome{}, errNoAddress
	}
	_ = ln.Close()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	honest := newHonest(u)
	if err := honest.come(ctx); err != nil {
		return Outcome{}, fmt.Errorf("the honest visitor, before the attack: %w", err)
	}
	var wg sync.WaitGroup
	wg.Go(func() { honest.visit(ctx) })
	peak := make(chan float64, 1)
	wg.Go(func() { peak <- watchMemory(ctx, u) })

	start := time.Now()
	attack, stop := context.WithTimeout(ctx, a.Time)
	defer stop()
	honest.enough(a.Enough, stop)
	tally := &tally{answers: map[string]int{}}
	client := &http.Client{Transport: &http.Transport{DialContext: from(attackerAddress).DialContext, MaxIdleConnsPerHost: a.Workers}}
	defer client.CloseIdleConnections()
	var workers sync.WaitGroup
	for i := range a.Workers {
		workers.Go(func() {
			w := &worker{n: i, server: u, client: client, tally: tally}
			for attack.Err() == nil {
				if err := attacks[a.Kind](attack, w); err != nil && attack.Err() == nil {
					tally.add(reason(err))
					pause(attack, 100*time.Millisecond)
				}
			}
		})
	}
	workers.Wait()
	took := time.Since(start)
	cancel()
	wg.Wait()
	o := Outcome{Attack: a.Kind, Workers: a.Workers, Seconds: took.Seconds(), Answers: tally.answers, PeakMB: <-peak}
	honest.report(&o)
	return o, nil
}

// openRun asks for a run at its beginning, with a view.
const openRun = `{"type":"open","demo":"svm","query":"step=0","view":%s}`

// A worker is one of those who attack.
type worker struct {
	n      int // its number
	rounds int
	server *url.URL
	client *http.Client
	tally  *tally
}

// dial opens a connection from the attackers' address, and closes it when the context
// ends.
func (w *worker) dial(ctx context.Context, path string) (*socket.Client, func(), error) {
	c, err := socket.DialWith(ctx, "ws://"+w.server.Host+path, from(attackerAddress))
	if err != nil {
		return nil, nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	return c, func() {
		stop()
		_ = c.Close()
	}, nil
}

// open opens a run on a connection of its own.
func (w *worker) open(ctx context.Context) (*socket.Client, func(), error) {
	c, end, err := w.dial(ctx, "/ws")
	if err != nil {
		return nil, nil, err
	}
	if err := c.Say(openRun, view); err != nil {
		end()
		return nil, nil, err
	}
	return c, end, nil
}

// from dials from an address of this machine.
func from(ip net.IP) *net.Dialer {
	return &net.Dialer{LocalAddr: &net.TCPAddr{IP: ip}, Timeout: 10 * time.Second}
}

// A tally counts what came back.
type tally struct {
	mu      sync.Mutex
	answers map[string]int
}

// kindsOfAnswers bounds a tally: an answer may have a number in it.
const kindsOfAnswers = 40

func (t *tally) add(answer string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.answers[answer]; !known && len(t.answers) >= kindsOfAnswers {
		answer = "other"
	}
	t.answers[answer]++
}

// reason is the end of an error's text, which says what happened.
func reason(err error) string {
	text := err.Error()
	if i := strings.LastIndex(text, "ws: "); i >= 0 {
		return text[i:]
	}
	if i := strings.LastIndex(text, ": "); i >= 0 {
		return text[i+2:]
	}
	return text
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// watchMemory returns the most memory that the server had, as it reports itself.
func watchMemory(ctx context.Context, u *url.URL) float64 {
	most := 0.0
	for ctx.Err() == nil {
		if m, err := scrape(ctx, u); err == nil {
			most = max(most, m[resident]/(1<<20))
		}
		pause(ctx, 250*time.Millisecond)
	}
	return most
}
