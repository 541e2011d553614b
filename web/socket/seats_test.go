package socket_test

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"playground/web/socket"
	"playground/web/wire"
)

// TestSilentSocketsLeave frees the places of sockets that never say what they are for,
// on either address.
func TestSilentSocketsLeave(t *testing.T) {
	in(t, socket.Config{Total: 1, Followers: 1}, func(t *testing.T, s *server) {
		for _, addr := range []string{"ws://playground.test/ws", "ws://playground.test/ws?follow"} {
			p, _, err := s.dialAt(t, addr, nil, socket.Protocol)
			if err != nil {
				t.Fatal(err)
			}
			start := time.Now()
			closed, bye := p.end(t)
			if closed.Code != websocket.CloseNormalClosure || closed.Text != "silent" || bye.Reason == "" {
				t.Errorf("%s: closed with %v after %q", addr, closed, bye.Reason)
			}
			if took := time.Since(start); took != 10*time.Second {
				t.Errorf("%s: after %v", addr, took)
			}
			time.Sleep(2 * time.Second)
		}
		if s.Len() != 0 || s.Followers() != 0 {
			t.Errorf("%d sessions and %d followers are still counted", s.Len(), s.Followers())
		}
	})
}

// One address may have most of the seats of followers as long as nobody else wants
// them, but never all.
func TestOneAddressLeavesSeatsForOthers(t *testing.T) {
	addr := "hall"
	cfg := socket.Config{Followers: 20, Address: func(*http.Request) string { return addr }}
	in(t, cfg, func(t *testing.T, s *server) {
		var peers []*peer
		fill := func() int {
			n := 0
			for {
				p, resp, err := s.dialAt(t, "ws://playground.test/ws?follow", nil, socket.Protocol)
				if err != nil {
					if resp.StatusCode != http.StatusServiceUnavailable {
						t.Fatal(err)
					}
					return n
				}
				peers = append(peers, p)
				n++
			}
		}
		if n := fill(); n != 15 {
			t.Errorf("one address got %d of 20 seats, want three quarters", n)
		}
		addr = "another"
		if n := fill(); n != 5 {
			t.Errorf("another got %d, want the last 5", n)
		}
		for _, p := range peers {
			_ = p.pipe.Close()
		}
	})
}

// TestPingFlood ends a connection that only pings.
func TestPingFlood(t *testing.T) {
	in(t, socket.Config{}, func(t *testing.T, s *server) {
		p := s.connect(t)
		p.say(t, `{"type":"open","demo":"walk"}`)
		go func() {
			for range 5000 {
				if err := p.WriteControl(websocket.PingMessage, nil, time.Now().Add(time.Second)); err != nil {
					return
				}
			}
		}()
		closed, bye := p.end(t)
		if closed.Code != websocket.ClosePolicyViolation || bye.Reason == "" {
			t.Errorf("closed with %v after %q", closed, bye.Reason)
		}
	})
}

// TestCloseCodes says what was wrong with the message that ends a connection.
func TestCloseCodes(t *testing.T) {
	huge := binary.BigEndian.AppendUint64([]byte{0x81, 0xff}, 1<<63)
	for _, c := range []struct {
		name string
		raw  []byte
		code int
	}{
		{"not deflate", append([]byte{0xc1, 0x84, 0, 0, 0, 0}, "\xff\xff\xff\xff"...), websocket.CloseInvalidFramePayloadData},
		{"2^63 bytes", append(huge, 0, 0, 0, 0), websocket.CloseMessageTooBig},
		{"too many bytes", append(binary.BigEndian.AppendUint64([]byte{0x81, 0xff}, 1<<40), 0, 0, 0, 0), websocket.CloseMessageTooBig},
	} {
		t.Run(c.name, func(t *testing.T) {
			in(t, socket.Config{}, func(t *testing.T, s *server) {
				p := s.connect(t)
				if _, err := p.pipe.Write(c.raw); err != nil {
					t.Fatal(err)
				}
				if closed, _ := p.end(t); closed.Code != c.code {
					t.Errorf("closed with %v, want %d", closed, c.code)
				}
			})
		})
	}
}

// TestDraining refuses new sessions, and lets the open ones go on until the end, which
// tells each to come back after a pause of its own.
func TestDraining(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, socket.Config{})
		var peers []*peer
		for range 20 {
			p := s.connect(t)
			p.say(t, `{"type":"open","demo":"walk"}`)
			var f wire.Frame
			p.until(t, "frame", &f)
			peers = append(peers, p)
		}
		s.Drain()
		if s.Refuses() == "" {
			t.Error("a hub that drains is ready")
		}
		if _, resp, err := s.dial(t, nil, socket.Protocol); err == nil || resp.Header.Get("Busy") != "closing" {
			t.Error("a hub that drains accepted a session")
		}
		time.Sleep(5 * time.Second)
		if s.Len() != len(peers) {
			t.Errorf("%d sessions go on, want %d", s.Len(), len(peers))
		}
		done := make(chan error)
		go func() { done <- s.Shutdown(t.Context()) }()
		pauses := map[string]bool{}
		for _, p := range peers {
			_, bye := p.end(t)
			if bye.After < 500 || bye.After > 5000 {
				t.Errorf("a client is told to come back after %d ms", bye.After)
			}
			pauses[fmt.Sprint(bye.After/100)] = true
		}
		if len(pauses) < 5 {
			t.Errorf("twenty clients come back at %d moments", len(pauses))
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
		s.stop(t)
	})
}
