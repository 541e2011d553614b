package peer_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"playground/web/peer"
	"playground/web/wire"
)

// A script is a connection that receives what is in it, and then an error.
type script struct {
	messages []any // texts and errors
}

var errEnd = errors.New("the script is at its end")

func (s *script) Recv(context.Context) ([]byte, error) {
	if len(s.messages) == 0 {
		return nil, errEnd
	}
	m := s.messages[0]
	s.messages = s.messages[1:]
	if err, ok := m.(error); ok {
		return nil, err
	}
	return []byte(m.(string)), nil
}

func (s *script) Send(context.Context, []byte) error { return nil }

// bounded adds to a queue of three.
func bounded(queue []string, m string) ([]string, bool) {
	if len(queue) == 3 {
		return queue, false
	}
	return append(queue, m), true
}

func read(messages ...any) (*peer.Inbox[string], int) {
	in, bytes := peer.NewInbox(time.Now(), peer.Credits, bounded), 0
	peer.Read(context.Background(), &script{messages}, in, func(m wire.Client) string { return m.Type }, func(n int) { bytes += n })
	return in, bytes
}

func TestRead(t *testing.T) {
	in, bytes := read(
		`{"type":"pause"}`, `nonsense`,
		wire.Refuse(wire.Limit, "", "too long"), `{"type":"undo"}`, `{"type":"redo"}`, `{"type":"forget"}`,
	)
	<-in.Wake
	n := in.News()
	if len(n.Errors) != 2 || n.Errors[0].Code != wire.BadMessage || n.Errors[1].Code != wire.Limit {
		t.Errorf("news %+v", n)
	}
	if !n.Dropped || !n.Ended || !errors.Is(n.End, errEnd) || bytes == 0 {
		t.Errorf("news %+v of %d bytes", n, bytes)
	}
	if n := in.News(); n.Errors != nil || n.Dropped || !n.Ended {
		t.Errorf("told twice: %+v", n)
	}
	if m, ok := in.Next(func(m string) bool { return m == "undo" }); ok {
		t.Errorf("%s came before the oldest", m)
	}
	var got []string
	for {
		first, _ := in.First()
		m, ok := in.Next(func(string) bool { return true })
		if !ok {
			break
		}
		if m != first {
			t.Errorf("%s was first, and then %s", first, m)
		}
		got = append(got, m)
	}
	if want := []string{"pause", "undo", "redo"}; !slices.Equal(got, want) {
		t.Errorf("read %v, want %v", got, want)
	}
}

// An acknowledgement counts for frames that are on their way, and for no others: neither
// those that were never sent, nor those that will be.
func TestAcknowledged(t *testing.T) {
	in := peer.NewInbox(time.Now(), peer.Credits, bounded)
	for _, c := range []struct {
		sent   []uint64
		says   string
		flight int
		errors int
	}{
		{[]uint64{1, 2}, "3", 2, 1},
		{nil, "18446744073709551615", 2, 1},
		{nil, "1", 1, 0},
		{[]uint64{5}, "4", 1, 0},
		{nil, "2", 1, 0},
		{[]uint64{6}, "6", 0, 0},
		{[]uint64{7}, "6", 1, 0},
	} {
		for _, id := range c.sent {
			in.Sent(id)
		}
		peer.Read(t.Context(), &script{[]any{`{"type":"ack","frame":` + c.says + `}`}}, in, func(m wire.Client) string { return m.Type }, func(int) {})
		if n := in.News(); n.Flight != c.flight || len(n.Errors) != c.errors {
			t.Errorf("after %v were sent and %s acknowledged %d are on their way, with %d errors", c.sent, c.says, n.Flight, len(n.Errors))
		}
	}
	in.Forget()
	in.Sent(1)
	if n := in.News(); n.Flight != 1 {
		t.Errorf("%d frames are on their way after the numbers started over", n.Flight)
	}
}

// An open line is a connection that receives what is put into it.
type openLine chan string

func (l openLine) Recv(ctx context.Context) ([]byte, error) {
	select {
	case text := <-l:
		return []byte(text), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (openLine) Send(context.Context, []byte) error { return nil }

// The owner of an inbox is woken by an acknowledgement that lets it send, and by no other.
func TestAcknowledgementsWake(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, line := peer.NewInbox(time.Now(), 2, bounded), make(openLine)
		ctx, cancel := context.WithCancel(t.Context())
		go peer.Read(ctx, line, in, func(m wire.Client) string { return m.Type }, func(int) {})
		for _, c := range []struct {
			sent []uint64
			says string
			woke bool
		}{
			{[]uint64{1}, "1", false},
			{[]uint64{2, 3}, "2", true},
			{nil, "3", false},
			{[]uint64{4, 5}, "3", false}, // it is known
			{nil, "5", true},
			{nil, "6", true}, // to say that it was not sent
		} {
			for _, id := range c.sent {
				in.Sent(id)
			}
			line <- `{"type":"ack","frame":` + c.says + `}`
			synctest.Wait()
			if woke := len(in.Wake) == 1; woke != c.woke {
				t.Errorf("after %v were sent, the acknowledgement of %s wakes: %v", c.sent, c.says, woke)
			}
			select {
			case <-in.Wake:
			default:
			}
		}
		cancel()
		synctest.Wait()
	})
}

func TestReadEndsAFlood(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		flood := make([]any, 50_000)
		for i := range flood {
			flood[i] = "nonsense"
		}
		in, _ := read(flood...)
		if n := in.News(); !errors.Is(n.End, peer.ErrFlood) || !n.Dropped || len(n.Errors) != peer.MaxErrors {
			t.Errorf("%d errors, dropped %v, the end is %v", len(n.Errors), n.Dropped, n.End)
		}
	})
}

func TestBucket(t *testing.T) {
	now := time.Unix(1e9, 0)
	b := peer.NewBucket(10, 2, now)
	if b.Spend(now, 1) != 1 || b.Spend(now, 2) != -1 || b.Ready(now) {
		t.Error("three of two tokens leave one missing")
	}
	next := b.Next(now)
	if d := next.Sub(now); d < 200*time.Millisecond || d > 201*time.Millisecond {
		t.Errorf("a whole token is there after %v, want 200 ms", d)
	}
	if b.Ready(next.Add(-time.Millisecond)) || !b.Ready(next) || b.Next(next) != next {
		t.Error("a token is there at another time than it was said")
	}
	if b.Spend(now.Add(time.Hour), 0) != 2 {
		t.Error("it holds more than its size")
	}
}

func TestReason(t *testing.T) {
	for _, c := range []struct {
		err  error
		want string
	}{
		{fmt.Errorf("%w: %w", peer.ErrLeft, errEnd), ""},
		{peer.ErrIdle, "nothing happened for a long time"},
		{peer.ErrFlood, "far too many messages"},
		{context.Canceled, "the server is shutting down"},
		{errEnd, peer.ReasonFault},
	} {
		if got := peer.Reason(c.err); got != c.want {
			t.Errorf("%v is told as %q, want %q", c.err, got, c.want)
		}
	}
}
