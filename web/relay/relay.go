// Package relay carries over NATS what the halls of several servers say to each other.
// It is the only importer of the NATS client.
//
// What cannot be said at the moment is lost, and not said later: rooms want the newest, and
// make up for what is missing. Nothing is stored anywhere.
package relay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"playground/web/hall"
)

// A Relay is a connection to a NATS server, or to several of one cluster: to one of them
// at a time.
type Relay struct {
	conn *nats.Conn
	log  *quiet
}

var _ hall.Relay = (*Relay)(nil)

// A Config says where NATS is.
type Config struct {
	URLs  string // nats://host:port, or tls://; several of one cluster are separated by commas
	Creds string // file with the credentials of a user; empty: none are asked for
	Log   *slog.Logger
}

// Times and bounds of a connection.
const (
	connectTime = 2 * time.Second
	againTime   = 100 * time.Millisecond // between attempts to connect; spread by as much
	pingTime    = 2 * time.Second        // between questions whether the server is there
	pings       = 2                      // without an answer: it is not
	flushTime   = 2 * time.Second        // for a server that takes nothing
	pending     = 64                     // messages about one room that wait to be taken
)

// Dial connects, and goes on trying if NATS is not there: it fails only for what will not
// mend itself.
func Dial(c Config) (*Relay, error) {
	urls, err := parse(c.URLs)
	if err != nil {
		return nil, err
	}
	r := &Relay{log: newQuiet(c.Log)}
	opts := []nats.Option{
		nats.Name("playground"), nats.DontRandomize(), nats.NoEcho(),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(againTime), nats.ReconnectJitter(againTime, againTime),
		nats.ReconnectBufSize(-1), // what is old when the server is back is not wanted any more
		nats.Timeout(connectTime), nats.FlusherTimeout(flushTime), nats.PingInterval(pingTime), nats.MaxPingsOutstanding(pings),
		nats.IgnoreAuthErrorAbort(), // a server may learn of the credentials later
		nats.ConnectHandler(func(nc *nats.Conn) { r.log.said("NATS is connected", "server", nc.ConnectedUrlRedacted()) }),
		nats.ReconnectHandler(func(nc *nats.Conn) { r.log.said("NATS is connected again", "server", nc.ConnectedUrlRedacted()) }),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			r.log.failed("NATS is not connected: followers on other servers wait", err)
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { r.log.failed("NATS cannot be reached", err) }),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { r.log.failed("NATS says", err) }),
	}
	if c.Creds != "" {
		if err := checkCreds(c.Creds); err != nil {
			return nil, err
		}
		opts = append(opts, nats.UserCredentials(c.Creds))
	}
	if r.conn, err = nats.Connect(strings.Join(urls, ","), opts...); err != nil {
		return nil, fmt.Errorf("connect to NATS at %s: %w", c.URLs, err)
	}
	if !r.conn.IsConnected() {
		r.log.failed("NATS is not connected yet: followers on other servers wait", r.conn.LastError())
	}
	return r, nil
}

// parse checks a list of addresses.
func parse(list string) ([]string, error) {
	var urls []string
	for text := range strings.SplitSeq(list, ",") {
		text = strings.TrimSpace(text)
		full := text
		if !strings.Contains(text, "://") {
			full = "nats://" + text
		}
		u, err := url.Parse(full)
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return nil, fmt.Errorf("%q is not the address of a NATS server, like nats://host:4222", text)
		}
		urls = append(urls, full)
	}
	return urls, nil
}

// checkCreds says early what is wrong with a file of credentials.
func checkCreds(file string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the credentials for NATS: %w", err)
	}
	if !bytes.Contains(data, []byte("BEGIN NATS USER JWT")) || !bytes.Contains(data, []byte("BEGIN USER NKEY SEED")) {
		return fmt.Errorf("%s holds no credentials for NATS: a .creds file has a user's JWT and its seed", file)
	}
	return nil
}

// Close ends the connection.
func (r *Relay) Close() { r.conn.Close() }

// Cut reports whether no server is connected.
func (r *Relay) Cut() bool { return !r.conn.IsConnected() }

// Publish says something to all who listen to a subject.
func (r *Relay) Publish(subject string, data []byte) error {
	if r.Cut() {
		return nats.ErrDisconnected
	}
	return r.conn.Publish(subject, data)
}

// Ask publishes, and returns the first answer.
func (r *Relay) Ask(ctx context.Context, subject string, data []byte) ([]byte, error) {
	if r.Cut() {
		return nil, nats.ErrDisconnected
	}
	m, err := r.conn.RequestWithContext(ctx, subject, data)
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

// Listen returns a listener. All its subjects come in the order in which they were said.
func (r *Relay) Listen(hear func(subject string, data []byte, answer func([]byte))) hall.Listener {
	l := &listener{relay: r, in: make(chan *nats.Msg, pending), done: make(chan struct{}), subs: map[string]*nats.Subscription{}}
	go l.run(hear)
	return l
}

// A listener hears several subjects by one queue, so that what is said first is heard first.
type listener struct {
	relay *Relay
	in    chan *nats.Msg
	done  chan struct{}

	mu     sync.Mutex
	subs   map[string]*nats.Subscription
	closed bool
}

func (l *listener) run(hear func(string, []byte, func([]byte))) {
	for {
		select {
		case <-l.done:
			return
		case m := <-l.in:
			hear(m.Subject, m.Data, answerTo(m))
		}
	}
}

// answerTo returns how a question is answered; nil if it is none.
func answerTo(m *nats.Msg) func([]byte) {
	if m.Reply == "" {
		return nil
	}
	return func(data []byte) { _ = m.Respond(data) } // who asked will ask again
}

// Hear listens to one more subject.
func (l *listener) Hear(subject string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed || l.subs[subject] != nil {
		return nil
	}
	s, err := l.relay.conn.ChanSubscribe(subject, l.in)
	if err != nil {
		return fmt.Errorf("listen to %s: %w", subject, err)
	}
	l.subs[subject] = s
	return nil
}

// Ignore listens to a subject no longer.
func (l *listener) Ignore(subject string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s := l.subs[subject]; s != nil {
		_ = s.Unsubscribe() // the connection may be gone
		delete(l.subs, subject)
	}
}

// Close ends listening. It does not wait for what is being heard.
func (l *listener) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return
	}
	l.closed = true
	for _, s := range l.subs {
		_ = s.Unsubscribe()
	}
	close(l.done)
}

// A quiet log writes of failures of one kind once in a while, because they come many times
// a second.
type quiet struct {
	log *slog.Logger

	mu   sync.Mutex
	told map[string]time.Time
}

// quietTime is how long nothing more is written of failures of one kind.
const quietTime = time.Minute

func newQuiet(log *slog.Logger) *quiet {
	if log == nil {
		log = slog.Default()
	}
	return &quiet{log: log, told: map[string]time.Time{}}
}

func (q *quiet) said(what string, args ...any) { q.log.Info(what, args...) }

func (q *quiet) failed(what string, err error) {
	if err == nil || errors.Is(err, nats.ErrConnectionClosed) {
		return
	}
	kind := what
	if errors.Is(err, nats.ErrSlowConsumer) {
		kind, what = "slow", "what other servers say comes faster than it is taken: some of it is asked for again"
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if now := time.Now(); now.Sub(q.told[kind]) >= quietTime {
		q.told[kind] = now
		q.log.Warn(what, "error", err)
	}
}
