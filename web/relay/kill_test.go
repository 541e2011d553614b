package relay_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"playground/algos"
	"playground/web"
	"playground/web/relay"
	"playground/web/socket"
	"playground/web/testdemos/randomwalk"
)

// nodeOf tells a process of this test to be a server, and where NATS is.
const nodeOf = "PLAYGROUND_TEST_NATS"

func TestMain(m *testing.M) {
	if urls := os.Getenv(nodeOf); urls != "" {
		fmt.Fprintln(os.Stderr, serve(urls))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// serve is a server until it is killed, or until whoever began it is gone.
func serve(urls string) error {
	r, err := relay.Dial(relay.Config{URLs: urls, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return err
	}
	s, ln, err := newNode(r)
	if err != nil {
		return err
	}
	go func() {
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}()
	fmt.Println(ln.Addr())
	return http.Serve(ln, s.Handler())
}

func newNode(r *relay.Relay) (*web.Server, net.Listener, error) {
	s, err := web.New(web.Config{Demos: []algos.Demo{randomwalk.Demo()}, Relay: r, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		return nil, nil, err
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	return s, ln, err
}

// A page is a client that connects again where its server is gone, to the next one.
type page struct {
	addrs []string // the first one first
	open  func(c *socket.Client) error
	hear  func(c *socket.Client, msg []byte)

	mu     sync.Mutex
	frames []time.Time
}

const pause = 300 * time.Millisecond // before a page connects again

func (p *page) run(ctx context.Context, query string) {
	for i := 0; ctx.Err() == nil; i++ {
		c, err := socket.Dial(ctx, "ws://"+p.addrs[i%len(p.addrs)]+"/ws"+query)
		if err == nil {
			stop := context.AfterFunc(ctx, func() { _ = c.Close() })
			if p.open(c) == nil {
				p.read(c)
			}
			stop()
			_ = c.Close()
		}
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
	}
}

func (p *page) read(c *socket.Client) {
	for {
		msg, at, err := c.Hear()
		if err != nil {
			return
		}
		if rest, ok := bytes.CutPrefix(msg, []byte(`{"type":"frame","id":`)); ok {
			id, _, _ := bytes.Cut(rest, []byte(","))
			if c.Say(`{"type":"ack","frame":%s}`, id) != nil {
				return
			}
			p.mu.Lock()
			p.frames = append(p.frames, at)
			p.mu.Unlock()
		}
		if p.hear != nil {
			p.hear(c, msg)
		}
	}
}

// after is the first frame after a time; false: there is none yet.
func (p *page) after(t time.Time) (time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range p.frames {
		if at.After(t) {
			return at, true
		}
	}
	return time.Time{}, false
}

// The server of the presenter is killed. Its page goes on with another one, and so do all
// who follow, wherever they were.
func TestThePresentersServerIsKilled(t *testing.T) {
	c := newCluster(t, 1)
	child := exec.Command(os.Args[0])
	child.Env = append(os.Environ(), nodeOf+"="+c.urls(0))
	child.Stderr = os.Stderr
	keep, err := child.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	killed := sync.OnceFunc(func() {
		_ = child.Process.Kill()
		_ = child.Wait()
	})
	defer killed()
	first, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	addrs := []string{strings.TrimSpace(first)}
	for range 2 {
		s, ln, err := newNode(c.dial(t, 0))
		if err != nil {
			t.Fatal(err)
		}
		server := &http.Server{Handler: s.Handler()}
		go func() { _ = server.Serve(ln) }()
		t.Cleanup(func() {
			ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
			defer cancel()
			_ = s.Shutdown(ctx)
			_ = server.Close()
		})
		addrs = append(addrs, ln.Addr().String())
	}

	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	defer wg.Wait()
	defer cancel()
	key := make(chan string, 1)
	presenter := &page{
		addrs: addrs,
		open: func(c *socket.Client) error {
			if err := c.Say(`{"type":"open","demo":"walk","query":"step=1","secret":%q}`, secret); err != nil {
				return err
			}
			return c.Say(`{"type":"play","rate":10,"size":"step","loop":[0,20]}`)
		},
		hear: func(_ *socket.Client, msg []byte) {
			if _, rest, ok := bytes.Cut(msg, []byte(`"follow":"`)); ok {
				select {
				case key <- string(rest[:26]):
				default:
				}
			}
		},
	}
	wg.Go(func() { presenter.run(ctx, "") })
	var room string
	select {
	case room = <-key:
	case <-time.After(60 * time.Second):
		t.Fatal("nobody presents")
	}
	var pages []*page
	for i := range 9 {
		p := &page{
			addrs: append(append([]string{}, addrs[i%3:]...), addrs[:i%3]...),
			open:  func(c *socket.Client) error { return c.Say("%s", follow(room)) },
		}
		pages = append(pages, p)
		wg.Go(func() { p.run(ctx, "?follow") })
	}
	start := time.Now()
	for i, p := range pages {
		within(t, 60*time.Second, fmt.Sprintf("page %d follows", i), func() bool { _, ok := p.after(start); return ok })
	}
	time.Sleep(time.Second)
	at := time.Now()
	killed()
	after := at.Add(100 * time.Millisecond) // what was on its way has come: the presenter's page is not back yet
	var worst time.Duration
	for i, p := range append(pages, presenter) {
		within(t, 60*time.Second, fmt.Sprintf("page %d goes on", i), func() bool { _, ok := p.after(after); return ok })
		back, _ := p.after(after)
		worst = max(worst, back.Sub(at))
	}
	t.Logf("the presenter's server was killed: all were back after %v, of which the pages waited for %v", worst.Round(time.Millisecond), pause)
	if worst > 20*time.Second {
		t.Errorf("the last one was back after %v", worst)
	}
}
