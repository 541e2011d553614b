// Package socket serves the protocol playground.v1 over websockets. It is the
// only importer of gorilla/websocket.
package socket

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"playground/web/budget"
	"playground/web/hall"
	"playground/web/peer"
	"playground/web/session"
	"playground/web/turns"
)

// Protocol is the subprotocol that a client must ask for.
const Protocol = "playground.v1"

// A Config says what a [Hub] serves and how much of it.
type Config struct {
	Session session.Config // of every session; Turns defaults to all processors
	// For adapts the configuration of a session to its request; nil leaves it as it
	// is.
	For        func(*http.Request, session.Config) session.Config
	Total      int // sessions at once; 0: no bound
	PerAddress int // sessions at once of one client address; 0: no bound
	Followers  int // connections that follow a session, at once; 0: no bound
	Watchers   int // connections that watch a session by its steps, at once; 0: no bound
	// Budget is the memory that connections and sessions share; nil: no bound.
	Budget *budget.Budget
	// Address returns what counts as one client, see [peer.Network]; nil takes it from
	// the connection.
	Address func(*http.Request) string
}

// A Hub upgrades requests to websockets and runs a session on each. It keeps a
// list of them, because http.Server.Shutdown forgets connections that were
// upgraded.
type Hub struct {
	cfg      Config
	upgrader websocket.Upgrader

	ctx  context.Context // of all sessions
	stop context.CancelFunc

	mu      sync.Mutex
	closing bool
	conns   map[net.Conn]struct{}
	wg      sync.WaitGroup

	sessions, followers, watchers *gate
	large                         chan struct{} // see [largeFrom]
}

// New returns a hub that accepts sessions.
func New(cfg Config) *Hub {
	if cfg.Session.Limits.MessageBytes <= 0 {
		cfg.Session.Limits.MessageBytes = session.DefaultLimits().MessageBytes
	}
	if cfg.Session.Turns == nil {
		cfg.Session.Turns = turns.New(turns.Config{})
	}
	if cfg.Session.Histories == nil {
		cfg.Session.Histories = session.NewHistoryStoreWithin(cfg.Budget)
	}
	cfg.Session.Budget = cfg.Budget
	if cfg.Session.Log == nil {
		cfg.Session.Log = slog.Default()
	}
	if cfg.Session.Hall == nil {
		cfg.Session.Hall = hall.New(0)
	}
	if cfg.Address == nil {
		cfg.Address = func(r *http.Request) string { return peer.Network(peer.Host(r)) }
	}
	h := &Hub{
		cfg: cfg,
		upgrader: websocket.Upgrader{
			HandshakeTimeout:  writeWait,
			ReadBufferSize:    4 << 10,
			WriteBufferSize:   16 << 10,
			WriteBufferPool:   &sync.Pool{},
			Subprotocols:      []string{Protocol},
			EnableCompression: true,
			CheckOrigin:       fromOurPages,
		},
		conns:     map[net.Conn]struct{}{},
		sessions:  newGate(cfg.Total, cfg.PerAddress, refusedTotal),
		followers: newSharedGate(cfg.Followers, refusedSeats),
		watchers:  newSharedGate(cfg.Watchers, refusedWatchers),
		large:     make(chan struct{}, mostLarge),
	}
	h.sessions.bytes, h.followers.bytes, h.watchers.bytes = sessionBytes, followerBytes, watcherBytes
	h.ctx, h.stop = context.WithCancel(context.Background())
	return h
}

// fromOurPages reports whether a handshake comes from a page of this host, from a program
// that is not a browser, or from a board in a sandboxed frame, whose origin is "null". Any
// site can make such a frame. That gives it nothing: a session is bound to no cookie, what it
// may do it has to know, and an embedded board opens one as well.
func fromOurPages(r *http.Request) bool {
	origin := r.Header.Get("Origin")
	if origin == "" || origin == "null" {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && strings.EqualFold(u.Host, r.Host)
}

// Len is the number of open sessions.
func (h *Hub) Len() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.sessions.total
}

// Followers is the number of connections that follow a session.
func (h *Hub) Followers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.followers.total
}

// Watchers is the number of connections that watch a session by its steps.
func (h *Hub) Watchers() int {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.watchers.total
}

// Refuses says why a session from a new address would be refused; empty: it would not.
func (h *Hub) Refuses() string {
	if why := h.refuses(); why != "" {
		return why
	}
	if err := h.reserve(h.ctx, h.sessions, func() {}); err != nil {
		return refusedMemory(err).text
	}
	return ""
}

func (h *Hub) refuses() string {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case h.closing:
		return refusedClosing.text
	case h.sessions.full():
		return refusedTotal.text
	}
	return ""
}

// Drain refuses new connections, and leaves the open ones alone.
func (h *Hub) Drain() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closing = true
}

// ServeHTTP upgrades the request and runs a session until it ends. Mount it
// outside middleware that times out, compresses or throttles.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	addr, gate := h.cfg.Address(r), h.gate(r)
	if !websocket.IsWebSocketUpgrade(r) {
		// A script in a browser cannot see why a handshake was refused. It can ask here.
		if busy := h.busy(gate, addr); busy.is != "" {
			busy.write(w)
			return
		}
		if err := h.reserve(r.Context(), gate, func() {}); err != nil {
			refusedMemory(err).write(w)
			return
		}
		w.Header().Set("Upgrade", "websocket")
		http.Error(w, "this address speaks websocket, subprotocol "+Protocol, http.StatusUpgradeRequired)
		return
	}
	if !slices.Contains(websocket.Subprotocols(r), Protocol) {
		http.Error(w, "ask for the subprotocol "+Protocol, http.StatusBadRequest)
		return
	}
	if busy := h.admit(gate, addr); busy.is != "" {
		busy.write(w)
		return
	}
	memory := h.cfg.Budget.Open()
	end := func() {
		memory.Close()
		h.release(gate, addr)
	}
	if err := memory.Reserve(r.Context(), gate.bytes); err != nil {
		end()
		refusedMemory(err).write(w)
		return
	}
	serve := h.upgrade(w, r, addr)
	switch {
	case serve == nil:
		end()
	case gate == h.sessions:
		defer end()
		serve(context.WithoutCancel(r.Context()))
	default: // there may be very many: the request and what has read it are let go
		go func() {
			defer end()
			serve(context.Background())
		}()
	}
}

// reserve uses the memory of a connection, if there is any.
func (h *Hub) reserve(ctx context.Context, g *gate, use func()) error {
	memory := h.cfg.Budget.Open()
	defer memory.Close()
	if err := memory.Reserve(ctx, g.bytes); err != nil {
		return err
	}
	use()
	return nil
}

// upgrade returns what serves a request that was admitted from an address, on a websocket;
// nil if there is none.
func (h *Hub) upgrade(w http.ResponseWriter, r *http.Request, addr string) func(context.Context) {
	ws, err := h.upgrader.Upgrade(w, r, nil)
	if err != nil {
		return nil // Upgrade has answered
	}
	cfg := h.cfg.Session
	cfg.Address = addr
	if h.cfg.For != nil {
		cfg = h.cfg.For(r, cfg)
	}
	run := runSession
	switch {
	case watches(r):
		run = runWatcher
		cfg.Limits.MessageBytes = followBytes
	case follows(r):
		run = runFollower
		cfg.Limits.MessageBytes = followBytes
	}
	inflates := canInflate(r)
	return func(ctx context.Context) { h.serve(ctx, ws, inflates, cfg, run) }
}

// followBytes bounds a message of a follower, which only says follow and ack.
const followBytes = 4 << 10

func runSession(ctx context.Context, c *conn, cfg session.Config) error {
	return session.Run(ctx, c, cfg)
}

func runFollower(ctx context.Context, c *conn, cfg session.Config) error {
	return follow(ctx, c, cfg, hall.Config{Hall: cfg.Hall, Meter: cfg.Meter})
}

func runWatcher(ctx context.Context, c *conn, cfg session.Config) error {
	return follow(ctx, c, cfg, hall.Config{Hall: cfg.Hall, Meter: cfg.Meter, Watch: cfg.Frames != nil, Frames: cfg.Frames, Lang: cfg.Lang.String()})
}

// follow serves one who follows. A fault ends this connection alone.
func follow(ctx context.Context, c *conn, cfg session.Config, how hall.Config) (err error) {
	defer func() {
		if p := recover(); p != nil {
			cfg.Log.Error("a follower's connection failed", "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			err = fmt.Errorf("%w: %v", session.ErrFault, p)
		}
	}()
	return hall.Follow(ctx, c, how)
}

// serve runs a session. The context of an upgraded request does not end when the
// peer leaves. So the session's context ends with the hub, and the session
// itself ends with its reader.
func (h *Hub) serve(ctx context.Context, ws *websocket.Conn, inflates bool, cfg session.Config,
	run func(context.Context, *conn, session.Config) error,
) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(h.ctx, cancel)()
	nc := ws.NetConn()
	h.track(nc)
	defer h.untrack(nc)

	c := newConn(ws, cfg.Limits.MessageBytes, h.large)
	c.inflates = inflates
	var wg sync.WaitGroup
	wg.Go(func() { c.ping(ctx) })
	err := run(ctx, c, cfg)
	c.release()
	cancel()
	code, reason := closeCode(err)
	if c.fault != 0 {
		code, reason = c.fault, ""
	}
	c.close(code, reason)
	wg.Wait()
}

// closeCode returns the close code and the text that tell the peer why a session
// ended.
func closeCode(err error) (int, string) {
	switch {
	case err == nil:
		return websocket.CloseNormalClosure, ""
	case errors.Is(err, context.Canceled):
		return websocket.CloseGoingAway, "the server is shutting down"
	case errors.Is(err, hall.ErrOver):
		return websocket.CloseNormalClosure, "over"
	case errors.Is(err, hall.ErrVacant):
		return websocket.CloseNormalClosure, "vacant"
	case errors.Is(err, peer.ErrSilent):
		return websocket.CloseNormalClosure, "silent"
	case errors.Is(err, peer.ErrIdle):
		return websocket.CloseNormalClosure, "idle"
	case errors.Is(err, peer.ErrFlood):
		return websocket.ClosePolicyViolation, "too many messages"
	default:
		return websocket.CloseInternalServerErr, "a fault of the server"
	}
}

// gate returns the gate of a request. The address says whether the connection is
// to follow another session.
func (h *Hub) gate(r *http.Request) *gate {
	switch {
	case watches(r):
		return h.watchers
	case follows(r):
		return h.followers
	}
	return h.sessions
}

func follows(r *http.Request) bool { return r.URL.Query().Has("follow") }

func watches(r *http.Request) bool { return r.URL.Query().Has("watch") }

// busy says why a connection is refused.
func (h *Hub) busy(g *gate, addr string) refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.refuse(g, addr)
}

func (h *Hub) refuse(g *gate, addr string) refusal {
	if h.closing {
		return refusedClosing
	}
	return g.refuse(addr)
}

// admit counts a connection in, or says why it is refused.
func (h *Hub) admit(g *gate, addr string) refusal {
	h.mu.Lock()
	defer h.mu.Unlock()
	if busy := h.refuse(g, addr); busy.is != "" {
		return busy
	}
	g.enter(addr)
	h.wg.Add(1)
	return refusal{}
}

func (h *Hub) release(g *gate, addr string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	g.leave(addr)
	h.wg.Done()
}

func (h *Hub) track(nc net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conns[nc] = struct{}{}
}

func (h *Hub) untrack(nc net.Conn) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.conns, nc)
}

// Shutdown refuses new sessions, says goodbye to the open ones with close code
// 1001, and waits for them. If the context ends first, it cuts the connections
// and returns the context's error.
func (h *Hub) Shutdown(ctx context.Context) error {
	h.Drain()
	h.stop()

	done := make(chan struct{})
	go func() {
		h.wg.Wait()
		close(done)
	}()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
	}
	h.cut()
	patience := time.NewTimer(2 * closeWait)
	defer patience.Stop()
	select {
	case <-done:
	case <-patience.C:
	}
	return ctx.Err()
}

// cut closes all connections.
func (h *Hub) cut() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for nc := range h.conns {
		_ = nc.Close()
	}
}
