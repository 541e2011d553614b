package relay_test

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"playground/web/relay"
)

// A proxy stands before the port at which a server of a cluster hears the others, and can
// be shut.
type proxy struct {
	ln net.Listener
	to string

	mu    sync.Mutex
	shut  bool
	conns map[net.Conn]bool
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{ln: ln, to: to, conns: map[net.Conn]bool{}}
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			go p.pass(c)
		}
	}()
	t.Cleanup(func() {
		_ = ln.Close()
		p.set(true)
	})
	return p
}

func (p *proxy) pass(a net.Conn) {
	defer a.Close()
	p.mu.Lock()
	shut := p.shut
	p.mu.Unlock()
	if shut {
		return
	}
	b, err := net.Dial("tcp", p.to)
	if err != nil {
		return
	}
	defer b.Close()
	p.mu.Lock()
	p.conns[a], p.conns[b] = true, true
	p.mu.Unlock()
	go func() {
		_, _ = io.Copy(a, b)
		_ = a.Close()
	}()
	_, _ = io.Copy(b, a)
}

// set shuts the proxy, or opens it.
func (p *proxy) set(shut bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.shut = shut
	if shut {
		for c := range p.conns {
			_ = c.Close()
		}
		p.conns = map[net.Conn]bool{}
	}
}

// A cluster is some NATS servers that know each other, through proxies.
type cluster struct {
	servers []*server.Server
	proxies []*proxy
}

func freePort(t *testing.T) int {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	return ln.Addr().(*net.TCPAddr).Port
}

func newCluster(t *testing.T, n int) *cluster {
	t.Helper()
	c := &cluster{}
	var ports []int
	var routes []*url.URL
	for range n {
		port := freePort(t)
		p := newProxy(t, fmt.Sprintf("127.0.0.1:%d", port))
		ports, c.proxies = append(ports, port), append(c.proxies, p)
		routes = append(routes, &url.URL{Scheme: "nats", Host: p.ln.Addr().String()})
	}
	for i := range n {
		opts := &server.Options{ServerName: fmt.Sprint("n", i), Host: "127.0.0.1", Port: -1, NoSigs: true, NoLog: true}
		if n > 1 {
			opts.Cluster = server.ClusterOpts{Name: "c", Host: "127.0.0.1", Port: ports[i], Advertise: routes[i].Host, PoolSize: -1}
			opts.Routes = routes
		}
		s, err := server.NewServer(opts)
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		t.Cleanup(s.Shutdown)
		c.servers = append(c.servers, s)
	}
	within(t, 20*time.Second, "the cluster is complete", func() bool {
		for _, s := range c.servers {
			if !s.ReadyForConnections(time.Second) || s.NumRoutes() < n-1 {
				return false
			}
		}
		return true
	})
	return c
}

// urls are the addresses of all servers, one of them first.
func (c *cluster) urls(first int) string {
	var all []string
	for i := range c.servers {
		all = append(all, c.servers[(first+i)%len(c.servers)].ClientURL())
	}
	return strings.Join(all, ",")
}

func (c *cluster) dial(t *testing.T, first int) *relay.Relay {
	t.Helper()
	r, err := relay.Dial(relay.Config{URLs: c.urls(first), Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	within(t, 10*time.Second, "NATS is connected", func() bool { return !r.Cut() })
	return r
}

// within waits for a condition.
func within(t *testing.T, limit time.Duration, what string, ok func() bool) time.Duration {
	t.Helper()
	start := time.Now()
	for !ok() {
		if time.Since(start) > limit {
			t.Fatalf("after %v it is not so that %s", limit, what)
		}
		time.Sleep(5 * time.Millisecond)
	}
	return time.Since(start)
}
