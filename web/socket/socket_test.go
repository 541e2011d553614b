package socket_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"
	"go.uber.org/goleak"

	"playground/algos"
	"playground/algos/say"
	"playground/viz"
	"playground/web/session"
	"playground/web/socket"
	"playground/web/testdemos/randomwalk"
	"playground/web/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// plain says a lot, so that messages are worth compressing.
type plain struct{}

func (plain) Book(algos.Demo) say.Book { return nil }

func (plain) Say([]algos.Line, say.Book) (html, speech string) {
	return strings.Repeat("<p>again</p>", 500), ""
}
func (plain) Checks([]algos.Check, say.Book) string { return "" }
func (plain) Legend([]viz.LegendItem) string        { return "" }

// A server is a hub behind an HTTP server whose connections are pipes.
type server struct {
	*socket.Hub
	http  *http.Server
	conns chan net.Conn
	ended chan struct{}
}

func (s *server) Accept() (net.Conn, error) {
	select {
	case c := <-s.conns:
		return c, nil
	case <-s.ended:
		return nil, net.ErrClosed
	}
}
func (s *server) Close() error   { return nil }
func (s *server) Addr() net.Addr { return &net.TCPAddr{} }

func serve(t *testing.T, cfg socket.Config) *server {
	t.Helper()
	cfg.Session.Typesetter = plain{}
	cfg.Session.Demo = func(id string) (algos.Demo, bool) {
		d := randomwalk.Demo()
		return d, id == d.ID
	}
	s := &server{Hub: socket.New(cfg), conns: make(chan net.Conn), ended: make(chan struct{})}
	s.http = &http.Server{Handler: s.Hub}
	go func() { _ = s.http.Serve(s) }()
	return s
}

// stop ends the server as cmd does: first the sockets, then the rest.
func (s *server) stop(t *testing.T) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Errorf("shutdown: %v", err)
	}
	close(s.ended)
	if err := s.http.Close(); err != nil {
		t.Error(err)
	}
	synctest.Wait()
}

// A peer is the browser's end.
type peer struct {
	*websocket.Conn
	pipe net.Conn
	wire *counted
}

// counted counts the bytes that arrive.
type counted struct {
	net.Conn
	n int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.n += n
	return n, err
}

func (s *server) dial(t *testing.T, header http.Header, protocols ...string) (*peer, *http.Response, error) {
	t.Helper()
	return s.dialAt(t, "ws://playground.test/ws", header, protocols...)
}

func (s *server) dialAt(t *testing.T, addr string, header http.Header, protocols ...string) (*peer, *http.Response, error) {
	t.Helper()
	var p peer
	d := websocket.Dialer{
		EnableCompression: true,
		Subprotocols:      protocols,
		NetDialContext: func(context.Context, string, string) (net.Conn, error) {
			here, there := net.Pipe()
			p.pipe, p.wire = here, &counted{Conn: here}
			s.conns <- there
			return p.wire, nil
		},
	}
	ws, resp, err := d.Dial(addr, header)
	p.Conn = ws
	if err != nil && p.pipe != nil {
		_ = p.pipe.Close()
	}
	return &p, resp, err
}

func (s *server) connect(t *testing.T) *peer {
	t.Helper()
	p, _, err := s.dial(t, nil, socket.Protocol)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (p *peer) say(t *testing.T, format string, args ...any) {
	t.Helper()
	if err := p.WriteMessage(websocket.TextMessage, fmt.Appendf(nil, format, args...)); err != nil {
		t.Fatal(err)
	}
}

// until reads up to a message of that type.
func (p *peer) until(t *testing.T, kind string, into any) {
	t.Helper()
	for {
		_, data, err := p.ReadMessage()
		if err != nil {
			t.Fatalf("waiting for a %s: %v", kind, err)
		}
		var head struct{ Type string }
		if err := json.Unmarshal(data, &head); err != nil {
			t.Fatal(err)
		}
		if head.Type != kind {
			continue
		}
		if err := json.Unmarshal(data, into); err != nil {
			t.Fatal(err)
		}
		return
	}
}

// end reads until the connection ends, and returns why and what was last said.
func (p *peer) end(t *testing.T) (*websocket.CloseError, wire.Bye) {
	t.Helper()
	var bye wire.Bye
	for {
		_, data, err := p.ReadMessage()
		var closed *websocket.CloseError
		if errors.As(err, &closed) {
			_ = p.pipe.Close()
			return closed, bye
		}
		if err != nil {
			t.Fatalf("the connection ended without a close message: %v", err)
		}
		_ = json.Unmarshal(data, &bye)
	}
}

func in(t *testing.T, cfg socket.Config, test func(t *testing.T, s *server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, cfg)
		test(t, s)
		s.stop(t)
		if s.Len() != 0 {
			t.Errorf("%d sessions are still counted", s.Len())
		}
	})
}

func TestSessionOverAWebsocket(t *testing.T) {
	in(t, socket.Config{}, func(t *testing.T, s *server) {
		p := s.connect(t)
		if p.Subprotocol() != socket.Protocol {
			t.Errorf("subprotocol %q", p.Subprotocol())
		}
		p.say(t, `{"type":"open","demo":"walk"}`)
		var f wire.Frame
		p.until(t, "frame", &f)
		if f.Step != 0 || s.Len() != 1 {
			t.Errorf("step %d, %d sessions", f.Step, s.Len())
		}
		before := p.wire.n
		p.say(t, `{"type":"step","by":1}`)
		p.until(t, "frame", &f)
		if f.Step != 2 {
			t.Errorf("step %d, want 2", f.Step)
		}
		if got := p.wire.n - before; got > 3000 {
			t.Errorf("a frame of more than 6000 repetitive bytes took %d on the wire", got)
		}
		_ = p.Close()
		synctest.Wait()
		time.Sleep(2 * time.Second) // the server waits a moment for a close message
		if s.Len() != 0 {
			t.Error("a session outlived its peer")
		}
	})
}

func TestShutdownSays1001(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, socket.Config{})
		var peers []*peer
		for range 3 {
			p := s.connect(t)
			p.say(t, `{"type":"open","demo":"walk","query":"preset=long"}`)
			var f wire.Frame
			p.until(t, "frame", &f)
			peers = append(peers, p)
		}
		done := make(chan error)
		go func() { done <- s.Shutdown(t.Context()) }()
		for _, p := range peers {
			closed, bye := p.end(t)
			if closed.Code != websocket.CloseGoingAway || !strings.Contains(bye.Reason, "shutting down") {
				t.Errorf("closed with %v after %+v", closed, bye)
			}
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		if s.Refuses() == "" {
			t.Error("a hub that was shut down would accept sessions")
		}
		if _, resp, err := s.dial(t, nil, socket.Protocol); err == nil || resp.StatusCode != http.StatusServiceUnavailable {
			t.Error("a hub that was shut down accepted a session")
		}
		s.stop(t)
	})
}

// TestShutdownOfADeadPeer does not wait for ever.
func TestShutdownOfADeadPeer(t *testing.T) {
	in(t, socket.Config{}, func(t *testing.T, s *server) {
		p := s.connect(t)
		p.say(t, `{"type":"open","demo":"walk"}`) // and nothing is ever read
		synctest.Wait()
		start := time.Now()
		if err := s.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("shutting down took %v", took)
		}
		_ = p.pipe.Close()
	})
}

// TestPings keeps a silent peer that answers pings, and drops one that does not.
func TestPings(t *testing.T) {
	in(t, socket.Config{}, func(t *testing.T, s *server) {
		alive, dead := s.connect(t), s.connect(t)
		for _, p := range []*peer{alive, dead} {
			p.say(t, `{"type":"open","demo":"walk"}`)
		}
		pings := 0
		alive.SetPingHandler(func(string) error {
			pings++
			return alive.WriteControl(websocket.PongMessage, nil, time.Now().Add(time.Second))
		})
		go func() { // reading is what answers pings
			for {
				if _, _, err := alive.ReadMessage(); err != nil {
					return
				}
			}
		}()
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if s.Len() != 1 || pings != 5 {
			t.Errorf("%d sessions after five minutes and %d pings; want the one that answers, and 5", s.Len(), pings)
		}
		_ = dead.pipe.Close()
		_ = alive.Close()
	})
}

func TestIdleIsClosed(t *testing.T) {
	cfg := socket.Config{Session: session.Config{Limits: session.Limits{Idle: 10 * time.Second}}}
	in(t, cfg, func(t *testing.T, s *server) {
		p := s.connect(t)
		start := time.Now()
		closed, bye := p.end(t)
		if closed.Code != websocket.CloseNormalClosure || bye.Reason == "" || time.Since(start) != 10*time.Second {
			t.Errorf("closed with %v, %+v after %v", closed, bye, time.Since(start))
		}
	})
}

func TestMessageSize(t *testing.T) {
	cfg := socket.Config{Session: session.Config{Limits: session.Limits{MessageBytes: 1000}}}
	in(t, cfg, func(t *testing.T, s *server) {
		p := s.connect(t)
		p.EnableWriteCompression(true)
		var e wire.Error
		// 3000 equal bytes are a few on the wire.
		p.say(t, `{"type":"set","name":"x","value":"%s"}`, strings.Repeat("1", 3000))
		p.until(t, "error", &e)
		if e.Code != wire.Limit || !strings.Contains(e.Message, "1000") {
			t.Errorf("%+v", e)
		}
		// The session goes on.
		p.say(t, `{"type":"open","demo":"walk"}`)
		var f wire.Frame
		p.until(t, "frame", &f)
		if err := p.WriteMessage(websocket.BinaryMessage, []byte("{}")); err != nil {
			t.Fatal(err)
		}
		p.until(t, "error", &e)
		if e.Code != wire.BadMessage {
			t.Errorf("%+v", e)
		}
		// What inflates without end does not.
		p.say(t, "%s", strings.Repeat(" ", 1_000_000))
		for {
			if _, _, err := p.ReadMessage(); err != nil {
				break
			}
		}
		_ = p.pipe.Close()
	})
}

func TestRefusedBeforeTheUpgrade(t *testing.T) {
	origin := http.Header{"Origin": {"https://elsewhere.test"}}
	own := http.Header{"Origin": {"http://playground.test"}}
	for _, c := range []struct {
		name      string
		header    http.Header
		protocols []string
		status    int
	}{
		{"no subprotocol", nil, nil, http.StatusBadRequest},
		{"another subprotocol", nil, []string{"chat"}, http.StatusBadRequest},
		{"another origin", origin, []string{socket.Protocol}, http.StatusForbidden},
		{"an origin that cannot be read", http.Header{"Origin": {"http://%zz"}}, []string{socket.Protocol}, http.StatusForbidden},
		{"a sandboxed frame", http.Header{"Origin": {"null"}}, []string{socket.Protocol}, http.StatusSwitchingProtocols},
		{"our own origin", own, []string{"playground.v9", socket.Protocol}, http.StatusSwitchingProtocols},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, socket.Config{}, func(t *testing.T, s *server) {
				p, resp, _ := s.dial(t, c.header, c.protocols...)
				if resp == nil || resp.StatusCode != c.status {
					t.Errorf("%+v, want status %d", resp, c.status)
				}
				_ = p.pipe.Close()
			})
		})
	}
}

func TestBusy(t *testing.T) {
	addr := "a"
	cfg := socket.Config{Total: 3, PerAddress: 2, Address: func(*http.Request) string { return addr }}
	in(t, cfg, func(t *testing.T, s *server) {
		peers := []*peer{s.connect(t), s.connect(t)}
		refused := func(is, want string) {
			t.Helper()
			answer := httptest.NewRecorder()
			s.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/ws", nil))
			if answer.Code != http.StatusServiceUnavailable || answer.Header().Get("Busy") != is {
				t.Errorf("a script that asks is told %d, busy %q; want 503, %q", answer.Code, answer.Header().Get("Busy"), is)
			}
			_, resp, err := s.dial(t, nil, socket.Protocol)
			if err == nil || resp.StatusCode != http.StatusServiceUnavailable || resp.Header.Get("Retry-After") == "" {
				t.Fatalf("%v %+v, want 503", err, resp)
			}
			if body, _ := io.ReadAll(resp.Body); !strings.Contains(string(body), want) {
				t.Errorf("the answer is %q, want %q in it", body, want)
			}
		}
		refused("address", "your address")
		addr = "b"
		peers = append(peers, s.connect(t))
		if s.Refuses() == "" || s.Len() != 3 {
			t.Errorf("%d sessions, refuses %q", s.Len(), s.Refuses())
		}
		refused("server", "the server has as many")
		_ = peers[0].Close()
		time.Sleep(3 * time.Second)
		if s.Refuses() != "" {
			t.Error("a session that ended is still counted")
		}
		peers = append(peers, s.connect(t))
		for _, p := range peers {
			_ = p.pipe.Close()
		}
	})
}

// follow connects as one who follows.
func (s *server) follow(t *testing.T, key string) *peer {
	t.Helper()
	p, _, err := s.dialAt(t, "ws://playground.test/ws?follow", nil, socket.Protocol)
	if err != nil {
		t.Fatal(err)
	}
	p.say(t, `{"type":"follow","key":%q}`, key)
	return p
}

// TestFollowingOverWebsockets compresses a frame once for all, and counts those
// who follow apart from the sessions.
func TestFollowingOverWebsockets(t *testing.T) {
	in(t, socket.Config{Total: 1, PerAddress: 1, Followers: 2}, func(t *testing.T, s *server) {
		p := s.connect(t)
		p.say(t, `{"type":"open","demo":"walk"}`)
		var first, frame wire.Frame
		p.until(t, "frame", &first)
		p.say(t, `{"type":"ack","frame":1}`)
		p.say(t, `{"type":"present","on":true}`)
		var st wire.State
		p.until(t, "state", &st)
		p.until(t, "frame", &frame)
		a, b := s.follow(t, st.Follow), s.follow(t, st.Follow)
		for _, f := range []*peer{a, b} {
			var got wire.Frame
			f.until(t, "frame", &got)
			if got.Say != first.Say || len(got.Panels) != len(first.Panels) || len(got.Panels[0].Layers) != 4 {
				t.Errorf("a follower's first frame has %d panels and says %.20q", len(got.Panels), got.Say)
			}
			if f.wire.n > len(got.Say) {
				t.Errorf("%d bytes arrived for a frame that says %d", f.wire.n, len(got.Say))
			}
		}
		if s.Len() != 1 || s.Followers() != 2 {
			t.Errorf("%d sessions and %d followers", s.Len(), s.Followers())
		}
		if _, resp, err := s.dialAt(t, "ws://playground.test/ws?follow", nil, socket.Protocol); err == nil || resp.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("a third follower: %v", err)
		}
		go func() { p.say(t, `{"type":"present","on":false}`) }()
		for _, f := range []*peer{a, b} {
			closed, bye := f.end(t)
			if closed.Code != websocket.CloseNormalClosure || bye.Reason != "the presenter has left" {
				t.Errorf("closed with %d after %q", closed.Code, bye.Reason)
			}
		}
		p.until(t, "state", &st)
		_ = p.pipe.Close()
	})
}

// TestSessionsKnowTheirAddress shares what an address gets among its sessions.
func TestSessionsKnowTheirAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var got string
		s := serve(t, socket.Config{
			Address: func(*http.Request) string { return "192.0.2.1" },
			For: func(_ *http.Request, cfg session.Config) session.Config {
				got = cfg.Address
				return cfg
			},
		})
		p := s.connect(t)
		s.stop(t)
		if err := p.pipe.Close(); err != nil || got != "192.0.2.1" {
			t.Errorf("the address is %q: %v", got, err)
		}
	})
}
