package load

import (
	"bytes"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"playground/web/socket"
)

// askFor asks for addresses that no cache has, over and over.
func askFor(address string) func(context.Context, *worker) error {
	return func(ctx context.Context, w *worker) error {
		w.rounds++
		path := fmt.Sprintf(address, 1000*(w.n+1)+w.rounds)
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+w.server.Host+path, http.NoBody)
		if err != nil {
			return err
		}
		resp, err := w.client.Do(req)
		if err != nil {
			return err
		}
		defer resp.Body.Close()
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			return err
		}
		w.tally.add(resp.Status)
		if resp.StatusCode != http.StatusOK {
			pause(ctx, 100*time.Millisecond) // a refusal costs so little that only asking would be measured
		}
		return nil
	}
}

// Recipes that cost as much as a link can ask for.
const (
	costlyRecipe = "data=overlap~300~2~3&C=1e9&tol=1e-12&kernel=poly&degree=10&gamma=1000"
	largeRecipe  = "data=overlap~2000~3~3&C=1e9&tol=1e-12"
)

// editCostly edits a run whose steps take long, ten times a second.
func editCostly(ctx context.Context, w *worker) error {
	return w.edit(ctx, "svm-loocv", costlyRecipe, 100*time.Millisecond)
}

// fillMemory lets a run with many points be recorded, twice, and edits it.
func fillMemory(ctx context.Context, w *worker) error {
	return w.edit(ctx, "svm", largeRecipe, 20*time.Millisecond)
}

// edit moves a point every now and then, and takes what comes.
func (w *worker) edit(ctx context.Context, demo, query string, every time.Duration) error {
	c, end, err := w.dial(ctx, "/ws")
	if err != nil {
		return err
	}
	defer end()
	var saying sync.Mutex
	say := func(format string, args ...any) error {
		saying.Lock()
		defer saying.Unlock()
		return c.Say(format, args...)
	}
	if err := say(`{"type":"open","demo":%q,"query":%q,"view":{"board":[640,560],"side":[350,190],"ghost":true}}`, demo, query); err != nil {
		return err
	}
	go func() { // ends with the connection
		for i := 0; ctx.Err() == nil; i++ {
			pause(ctx, every)
			if say(`{"type":"points","op":"move","index":%d,"x":%d,"y":%d}`, i%50, w.n%7, i%9) != nil {
				return
			}
		}
	}()
	return w.hear(c, say)
}

// hear acknowledges frames and counts what comes, until the connection ends.
func (w *worker) hear(c *socket.Client, say func(string, ...any) error) error {
	for {
		msg, _, err := c.Hear()
		if err != nil {
			return err
		}
		switch {
		case bytes.HasPrefix(msg, []byte(`{"type":"frame"`)):
			w.tally.add("frame")
			id, _ := number(msg, "id")
			if err := say(`{"type":"ack","frame":%d}`, id); err != nil {
				return err
			}
		case bytes.HasPrefix(msg, []byte(`{"type":"error"`)), bytes.HasPrefix(msg, []byte(`{"type":"bye"`)):
			w.tally.add(string(msg[:min(len(msg), 160)]))
		}
	}
}

// sayNothing takes a seat and says nothing.
func sayNothing(path string) func(context.Context, *worker) error {
	return func(ctx context.Context, w *worker) error {
		c, end, err := w.dial(ctx, path)
		if err != nil {
			return err
		}
		defer end()
		return w.hear(c, c.Say)
	}
}

// presentAndLeave begins to present and cuts the connection, so that the server keeps a
// place for the presenter who will not come back.
func presentAndLeave(ctx context.Context, w *worker) error {
	c, end, err := w.open(ctx)
	if err != nil {
		return err
	}
	defer end()
	if err := c.Say(`{"type":"present","on":true}`); err != nil {
		return err
	}
	for {
		msg, _, err := c.Hear()
		if err != nil {
			return err
		}
		if bytes.HasPrefix(msg, []byte(`{"type":"state"`)) && bytes.Contains(msg, []byte(`"follow":"`)) {
			w.tally.add("presents")
			return nil
		}
	}
}

// talkJunk sends what is no message as fast as it goes.
func talkJunk(ctx context.Context, w *worker) error {
	return w.flood(ctx, func(c *socket.Client) error { return c.Say(`{"type":"points","op":"move","index":1e308,"x":[[[[`) })
}

// ping sends pings as fast as it goes.
func ping(ctx context.Context, w *worker) error {
	return w.flood(ctx, func(c *socket.Client) error { return c.Ping() })
}

// bomb is a message of 64 MB of blanks, compressed.
var bomb = sync.OnceValue(func() []byte {
	var b bytes.Buffer
	z, _ := flate.NewWriter(&b, flate.BestSpeed) // there is such a level
	blanks := strings.Repeat(" ", 1<<20)
	for range 64 {
		_, _ = io.WriteString(z, blanks) // a buffer takes all
	}
	_ = z.Flush()
	return bytes.TrimSuffix(b.Bytes(), []byte{0, 0, 0xff, 0xff})
})

// sendBombs sends messages that are small only as long as they are compressed.
func sendBombs(ctx context.Context, w *worker) error {
	return w.flood(ctx, func(c *socket.Client) error { return c.Compressed(bomb()) })
}

// flood sends without end, and reads what comes.
func (w *worker) flood(ctx context.Context, send func(*socket.Client) error) error {
	c, end, err := w.dial(ctx, "/ws")
	if err != nil {
		return err
	}
	defer end()
	heard := make(chan error, 1)
	go func() { // ends with the connection
		heard <- w.hear(c, func(string, ...any) error { return nil })
	}()
	for ctx.Err() == nil {
		if send(c) != nil {
			break
		}
	}
	return <-heard
}

// neverRead asks for pictures and reads none.
func neverRead(ctx context.Context, w *worker) error {
	c, end, err := w.open(ctx)
	if err != nil {
		return err
	}
	defer end()
	for i := 0; ctx.Err() == nil; i++ {
		if err := c.Say(`{"type":"seek","step":%d}`, i%60); err != nil {
			return err
		}
		pause(ctx, 5*time.Millisecond)
	}
	return nil
}
