package budget_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"playground/web/budget"
)

func TestAccountsShareTheLimit(t *testing.T) {
	b := budget.New(1000)
	one, two := b.Open(), b.Open()
	if !one.Grow(600) || two.Grow(600) {
		t.Fatalf("600 and 600 of 1000: %d and %d", one.Held(), two.Held())
	}
	one.Set(400)
	if !two.Grow(600) || b.Used() != 1000 {
		t.Errorf("400 and 600 of 1000: %d are used", b.Used())
	}
	one.Set(700) // what is there is there
	if b.Used() != 1300 {
		t.Errorf("%d are used, want 1300", b.Used())
	}
	one.Close()
	two.Close()
	if b.Used() != 0 {
		t.Errorf("%d are used at the end", b.Used())
	}
}

func TestNoBudgetHasNoBound(t *testing.T) {
	b := budget.New(0)
	a := b.Open()
	a.Rest(func() { t.Error("nothing presses") })
	if !a.Grow(1<<60) || b.Limit() != 0 || b.Used() != 0 {
		t.Error("there is a bound")
	}
	a.Close()
}

// A refusal names what was asked for, and the limit.
func TestFullNamesTheLimit(t *testing.T) {
	a := budget.New(64 << 20).Open()
	err := a.Reserve(t.Context(), 100<<20)
	var full *budget.Full
	if !errors.As(err, &full) || !strings.Contains(err.Error(), "64 MB") || !strings.Contains(err.Error(), "100 MB") {
		t.Error(err)
	}
	if a.Held() != 0 {
		t.Errorf("the account holds %d", a.Held())
	}
}

// sleeper is an account at rest that lets go when it is asked.
func sleeper(b *budget.Budget, bytes int64, asked func()) *budget.Account {
	a := b.Open()
	a.Set(bytes)
	a.Rest(func() {
		asked()
		go func() {
			a.Set(0)
			a.Wake()
		}()
	})
	return a
}

// Near the limit those at rest let go, the longest rest first, and no more of them than
// it takes.
func TestThoseAtRestLetGoInOrder(t *testing.T) {
	b := budget.New(1000)
	var mu sync.Mutex
	var order []string
	for _, name := range []string{"first", "second", "third"} {
		sleeper(b, 200, func() {
			mu.Lock()
			defer mu.Unlock()
			order = append(order, name)
		})
	}
	busy := b.Open()
	if err := busy.Reserve(t.Context(), 300); err != nil { // 900 of 1000: one too many
		t.Fatal(err)
	}
	if got := strings.Join(order, " "); got != "first" {
		t.Errorf("asked: %s", got)
	}
	if err := busy.Reserve(t.Context(), 400); err != nil { // waits for the answers
		t.Fatal(err)
	}
	if got := strings.Join(order, " "); got != "first second third" {
		t.Errorf("asked: %s", got)
	}
	if busy.Held() != 700 {
		t.Errorf("it holds %d", busy.Held())
	}
}

// Who woke up before it was asked is left alone, and who wakes up without letting go
// is an answer, too.
func TestWakingIsAnAnswer(t *testing.T) {
	b := budget.New(1000)
	woken := b.Open()
	woken.Set(400)
	woken.Rest(func() { t.Error("it does not rest") })
	woken.Wake()
	keeps := b.Open()
	keeps.Set(400)
	keeps.Rest(func() { go keeps.Wake() })
	err := b.Open().Reserve(t.Context(), 300)
	var full *budget.Full
	if !errors.As(err, &full) {
		t.Errorf("300 beside 800 of 1000: %v", err)
	}
}

// Closing an account that was asked is an answer.
func TestClosingIsAnAnswer(t *testing.T) {
	b := budget.New(1000)
	a := b.Open()
	a.Set(900)
	a.Rest(func() { go a.Close() })
	if err := b.Open().Reserve(t.Context(), 500); err != nil {
		t.Error(err)
	}
}

// Who waits for answers can be called off.
func TestReserveEndsWithItsContext(t *testing.T) {
	b := budget.New(1000)
	a := b.Open()
	a.Set(900)
	ctx, cancel := context.WithCancel(t.Context())
	a.Rest(cancel) // and never answers
	if err := b.Open().Reserve(ctx, 500); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// Many accounts at once never hold more than the limit by growing, and nothing is left.
func TestManyAtOnce(t *testing.T) {
	b := budget.New(1000)
	var wg sync.WaitGroup
	for range 16 {
		wg.Go(func() {
			a := b.Open()
			defer a.Close()
			for range 500 {
				if a.Reserve(t.Context(), 90) == nil && b.Used() > 1000 {
					t.Error("above the limit")
				}
				asked := make(chan struct{}, 1)
				a.Rest(func() { asked <- struct{}{} })
				select {
				case <-asked:
					a.Set(0)
				default:
				}
				a.Wake()
				if a.Held() > 200 {
					a.Set(0)
				}
			}
		})
	}
	wg.Wait()
	if b.Used() != 0 {
		t.Errorf("%d are used at the end", b.Used())
	}
}
