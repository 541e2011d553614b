package turns

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A book notes who was served.
type book struct {
	sync.WaitGroup
	mu     sync.Mutex
	served []string
}

// come lets somebody enter a queue and stay.
func (b *book) come(t *testing.T, q *Queue, name, address string, stay time.Duration) {
	t.Helper()
	b.Go(func() {
		leave, err := q.Enter(t.Context(), address)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		defer leave()
		b.mu.Lock()
		b.served = append(b.served, name)
		b.mu.Unlock()
		time.Sleep(stay)
	})
	synctest.Wait()
}

// TestQueueIsFair serves who comes late from an address of which nobody is served
// before those who came early from one of which some are.
func TestQueueIsFair(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Bounds{AtOnce: 2, AtOnceEach: 2, Waiting: 10, WaitingEach: 10})
		var b book
		b.come(t, q, "a1", "a", time.Second)
		b.come(t, q, "a2", "a", 2*time.Second)
		b.come(t, q, "a3", "a", 10*time.Second)
		b.come(t, q, "b1", "b", 3*time.Second)
		b.come(t, q, "b2", "b", time.Second)
		b.Wait()
		if want := []string{"a1", "a2", "b1", "a3", "b2"}; !slices.Equal(b.served, want) {
			t.Errorf("served %v, want %v", b.served, want)
		}
		if len(q.parties) != 0 || q.served != 0 || q.Len() != 0 {
			t.Errorf("%+v", q)
		}
	})
}

// TestQueueRefuses refuses at once what does not fit, and serves others meanwhile.
func TestQueueRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Bounds{AtOnce: 2, AtOnceEach: 1, Waiting: 3, WaitingEach: 2})
		var b book
		start := time.Now()
		for _, name := range []string{"a1", "a2", "a3"} {
			b.come(t, q, name, "a", time.Second)
		}
		if _, err := q.Enter(t.Context(), "a"); !errors.Is(err, ErrAddressFull) {
			t.Errorf("the fourth of an address: %v", err)
		}
		b.come(t, q, "b1", "b", time.Second)
		if want := []string{"a1", "b1"}; !slices.Equal(b.served, want) {
			t.Errorf("served %v, want %v: a place is kept for others", b.served, want)
		}
		b.come(t, q, "c1", "c", time.Second)
		if _, err := q.Enter(t.Context(), "d"); !errors.Is(err, ErrFull) {
			t.Errorf("the fourth of all: %v", err)
		}
		if d := time.Since(start); d != 0 {
			t.Errorf("refused after %v", d)
		}
		b.Wait()
		if len(q.parties) != 0 || len(b.served) != 5 {
			t.Errorf("%+v after %v", q, b.served)
		}
	})
}

// TestQueueForgetsWhoLeft waits no longer than the context.
func TestQueueForgetsWhoLeft(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Bounds{AtOnce: 1, AtOnceEach: 1, Waiting: 1, WaitingEach: 1})
		leave, err := q.Enter(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			if _, err := q.Enter(ctx, "a"); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("%v", err)
			}
			cancel()
		}
		leave()
		if len(q.parties) != 0 || q.served != 0 || q.Len() != 0 {
			t.Errorf("%+v", q)
		}
	})
}

// TestQueueRefusesWhoWouldWaitTooLong judges by how long requests lately took: who would
// wait longer than the patience is refused at once, from an address that asks for much
// sooner than from another, and nobody waits longer.
func TestQueueRefusesWhoWouldWaitTooLong(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQueue(Bounds{AtOnce: 2, AtOnceEach: 1, Waiting: 10, WaitingEach: 10, Patience: 20 * time.Second})
		if w := q.Wait("a"); w != 0 {
			t.Errorf("one would wait %v for nothing", w)
		}
		var b book
		b.come(t, q, "a1", "a", 9*time.Second)
		b.Wait()
		b.come(t, q, "a2", "a", 9*time.Second)
		b.come(t, q, "a3", "a", 9*time.Second)
		b.come(t, q, "a4", "a", 9*time.Second)
		if w := q.Wait("a"); w != 27*time.Second {
			t.Errorf("another of the address would wait %v, want 27 s", w)
		}
		start := time.Now()
		if _, err := q.Enter(t.Context(), "a"); !errors.Is(err, ErrSlow) || time.Since(start) != 0 {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		b.come(t, q, "b1", "b", 9*time.Second)
		b.Wait()
		if want := []string{"a1", "a2", "b1", "a3", "a4"}; !slices.Equal(b.served, want) {
			t.Errorf("served %v, want %v", b.served, want)
		}
		// What takes longer than what came before surprises.
		b.come(t, q, "a5", "a", time.Minute)
		start = time.Now()
		if _, err := q.Enter(t.Context(), "a"); !errors.Is(err, ErrSlow) || time.Since(start) != 20*time.Second {
			t.Errorf("after %v: %v", time.Since(start), err)
		}
		b.Wait()
		if len(q.parties) != 0 || q.served != 0 || q.Len() != 0 {
			t.Errorf("%+v", q)
		}
	})
}
