package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"time"

	"playground/web/socket"
)

// A presenter plays a run before those who follow. As a page does, it goes on by another
// node when its connection has broken, with the secret of its room.
type presenter struct {
	crowd  *crowd
	secret string
	key    chan string // under which it is followed

	mu   sync.Mutex
	conn *socket.Client
	left bool
}

// present begins to present on the first node, and returns the key.
func (c *crowd) present(ctx, stay context.Context) (string, error) {
	p := &presenter{crowd: c, secret: secret(), key: make(chan string, 1)}
	c.presenter = p
	conn, err := p.connect(ctx, 0)
	if err != nil {
		return "", err
	}
	failed := make(chan error, 1)
	c.wg.Go(func() { failed <- p.serve(stay, conn) })
	select {
	case key := <-p.key:
		c.wg.Go(func() { c.fail(<-failed) })
		return key, nil
	case err := <-failed:
		return "", err
	case <-ctx.Done():
		return "", fmt.Errorf("wait for a key to follow: %w", ctx.Err())
	}
}

// secret makes what nobody guesses.
func secret() string {
	var b strings.Builder
	for range 32 {
		b.WriteByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[rand.IntN(32)])
	}
	return b.String()
}

func (p *presenter) connect(ctx context.Context, node int) (*socket.Client, error) {
	c := p.crowd
	conn, err := socket.Dial(ctx, "ws://"+c.nodes[node].Host+"/ws")
	if err != nil {
		return nil, err
	}
	if err := conn.Say(`{"type":"open","demo":%q,"query":%q,"view":%s,"secret":%q}`, c.cfg.Demo, c.cfg.Query, view, p.secret); err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.conn = conn; p.left {
		_ = conn.Close()
	}
	return conn, nil
}

// serve presents until the crowd leaves. Where there is one node, it ends with the
// connection.
func (p *presenter) serve(ctx context.Context, conn *socket.Client) error {
	for node := 0; ; {
		err := p.read(conn)
		if p.crowd.leaving.Load() || len(p.crowd.nodes) == 1 {
			return err
		}
		if conn, node = p.crowd.again(ctx, node, p.connect); conn == nil {
			return err
		}
	}
}

// read plays the run over and over when its length is known, until the connection ends.
func (p *presenter) read(conn *socket.Client) error {
	playing := false
	p.crowd.shown.forget()
	for {
		msg, first, err := conn.Hear()
		if err != nil {
			return err
		}
		switch {
		case bytes.HasPrefix(msg, []byte(`{"type":"frame"`)):
			id, _ := number(msg, "id")
			p.crowd.shown.note(id, first)
			err = conn.Say(`{"type":"ack","frame":%d}`, id)
		case bytes.HasPrefix(msg, []byte(`{"type":"run"`)):
			total, _ := number(msg, "total")
			if playing || !bytes.Contains(msg, []byte(`"complete":true`)) {
				continue
			}
			playing = true
			err = conn.Say(`{"type":"play","rate":%g,"size":"step","loop":[0,%d]}`, p.crowd.cfg.Rate, max(1, total-1))
		case bytes.HasPrefix(msg, []byte(`{"type":"state"`)):
			if _, rest, ok := bytes.Cut(msg, []byte(`"follow":"`)); ok {
				key, _, _ := bytes.Cut(rest, []byte(`"`))
				select {
				case p.key <- string(key):
				default:
				}
			}
		case bytes.HasPrefix(msg, []byte(`{"type":"error"`)), bytes.HasPrefix(msg, []byte(`{"type":"bye"`)):
			return errors.New(string(msg))
		}
		if err != nil {
			return err
		}
	}
}

func (p *presenter) leave() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left = true
	if p.conn != nil {
		_ = p.conn.Close()
	}
}

// forget says that numbers start over.
func (s *shown) forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at, s.order = map[uint64]time.Time{}, nil
}
