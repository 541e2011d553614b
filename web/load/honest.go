package load

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"sync"
	"time"

	"playground/web/socket"
)

// An honest visitor steps through a run and opens pages, while others attack.
type honest struct {
	server *url.URL
	client *http.Client

	mu           sync.Mutex
	steps, pages []time.Duration
	failures     []string
	few          int    // steps and pages that are enough; 0: none are
	tell         func() // that there were enough
}

// How the honest visitor goes about it.
const (
	stepEvery   = 200 * time.Millisecond
	pageEvery   = time.Second
	patience    = 30 * time.Second // for one step or page
	maxFailures = 20               // that are told
)

func newHonest(u *url.URL) *honest {
	return &honest{
		server: u,
		client: &http.Client{Transport: &http.Transport{DialContext: from(honestAddress).DialContext}},
	}
}

// come looks whether the server answers at all.
func (h *honest) come(ctx context.Context) error {
	if _, err := h.page(ctx, 0); err != nil {
		return err
	}
	c, err := h.open(ctx)
	if err != nil {
		return err
	}
	return c.Close()
}

// visit steps and opens pages until the context ends.
func (h *honest) visit(ctx context.Context) {
	var wg sync.WaitGroup
	wg.Go(func() {
		for ctx.Err() == nil {
			if err := h.walk(ctx); err != nil {
				h.fail(ctx, "step", err)
				pause(ctx, pageEvery)
			}
		}
	})
	wg.Go(func() {
		for n := 1; ctx.Err() == nil; n++ {
			took, err := h.page(ctx, n)
			if err != nil {
				h.fail(ctx, "page", err)
			} else {
				h.note(&h.pages, took)
			}
			pause(ctx, pageEvery)
		}
	})
	wg.Wait()
	h.client.CloseIdleConnections()
}

// enough says when so many steps were made and pages opened.
func (h *honest) enough(few int, tell func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.few, h.tell = few, tell
}

func (h *honest) note(times *[]time.Duration, took time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	*times = append(*times, took)
	if h.few > 0 && len(h.steps) >= h.few && len(h.pages) >= h.few {
		h.tell()
	}
}

func (h *honest) fail(ctx context.Context, what string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if ctx.Err() == nil && len(h.failures) < maxFailures {
		h.failures = append(h.failures, what+": "+err.Error())
	}
}

// page opens a page that no cache has.
func (h *honest) page(ctx context.Context, n int) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	address := h.server.JoinPath("d", "perceptron")
	address.RawQuery = fmt.Sprintf("seed=%d", n+1)
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return 0, err
	}
	start := time.Now()
	resp, err := h.client.Do(req)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return 0, err
	}
	if resp.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("status %s", resp.Status)
	}
	return time.Since(start), nil
}

// open opens a run at its beginning, and waits for its first frame.
func (h *honest) open(ctx context.Context) (*socket.Client, error) {
	c, err := socket.DialWith(ctx, "ws://"+h.server.Host+"/ws", from(honestAddress))
	if err != nil {
		return nil, err
	}
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	late := time.AfterFunc(patience, func() { _ = c.Close() })
	defer late.Stop()
	err = c.Say(openRun, view)
	if err == nil {
		_, err = h.frame(c)
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// frame waits for the next frame, and returns when its first byte came.
func (h *honest) frame(c *socket.Client) (time.Time, error) {
	for {
		msg, first, err := c.Hear()
		switch {
		case err != nil:
			return first, err
		case bytes.HasPrefix(msg, []byte(`{"type":"frame"`)):
			id, _ := number(msg, "id")
			return first, c.Say(`{"type":"ack","frame":%d}`, id)
		case bytes.HasPrefix(msg, []byte(`{"type":"error"`)), bytes.HasPrefix(msg, []byte(`{"type":"bye"`)):
			return first, fmt.Errorf("the server says %s", msg)
		}
	}
}

// span is how far the honest visitor steps before going back.
const span = 20

// walk steps to and fro until the context ends.
func (h *honest) walk(ctx context.Context) error {
	c, err := h.open(ctx)
	if err != nil {
		return err
	}
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	defer c.Close()
	late := time.AfterFunc(patience, func() { _ = c.Close() })
	defer late.Stop()
	for n := 0; ; n++ {
		pause(ctx, stepEvery)
		if ctx.Err() != nil {
			return nil
		}
		by := 1
		if n/span%2 == 1 {
			by = -1
		}
		late.Reset(patience)
		start := time.Now()
		if err := c.Say(`{"type":"step","by":%d,"size":"step"}`, by); err != nil {
			return err
		}
		first, err := h.frame(c)
		if err != nil {
			return err
		}
		h.note(&h.steps, first.Sub(start))
	}
}

// report says what was noticed.
func (h *honest) report(o *Outcome) {
	h.mu.Lock()
	defer h.mu.Unlock()
	o.Steps, o.Pages, o.Failures = quantiles(h.steps), quantiles(h.pages), h.failures
}
