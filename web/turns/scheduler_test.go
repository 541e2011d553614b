package turns

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// In these tests work is asleep, so in virtual time it takes exactly as long as it
// says.

// glance is how often long work looks at its context.
const glance = time.Millisecond

// A hall is a scheduler with those who work.
type hall struct {
	t  *testing.T
	s  *Scheduler
	wg sync.WaitGroup

	ctx  context.Context
	stop context.CancelFunc
}

// in runs a test in a bubble, and looks in the end whether everything is at rest.
func in(t *testing.T, processors int, test func(h *hall)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := &hall{t: t, s: New(Config{Processors: processors})}
		h.ctx, h.stop = context.WithCancel(t.Context())
		test(h)
		h.stop()
		h.wg.Wait()
		h.atRest(processors)
	})
}

func (h *hall) atRest(processors int) {
	h.t.Helper()
	s := h.s
	if s.free != processors || s.beyond != 0 || s.drawing != 0 || len(s.queue)+len(s.running) != 0 {
		h.t.Errorf("at rest %d of %d places are free, %d turns are beyond them, %d draw, %d wait, %d run",
			s.free, processors, s.beyond, s.drawing, len(s.queue), len(s.running))
	}
	for c := range s.classes {
		if c := &s.classes[c]; c.waiting != 0 || c.running != 0 || len(c.accounts) != 0 {
			h.t.Errorf("at rest %+v", *c)
		}
	}
}

// work sleeps for so long, and gives way as a run does.
func work(ctx context.Context, d time.Duration) error {
	ctx = Yielding(ctx)
	for ; d > 0 && ctx.Err() == nil; d -= glance {
		time.Sleep(min(d, glance))
	}
	return ctx.Err()
}

// busy lets somebody work over and over, for so long each time, and returns how long
// they have done so.
func (h *hall) busy(address string, c Class, each time.Duration) *atomic.Int64 {
	share, total := h.s.Share(address), new(atomic.Int64)
	ctx := With(h.ctx, share)
	h.wg.Go(func() {
		for {
			err := share.Do(ctx, c, func() error {
				y := Yielding(ctx)
				for d := each; d > 0 && y.Err() == nil; d -= glance {
					time.Sleep(min(d, glance))
					total.Add(int64(min(d, glance)))
				}
				return nil
			})
			if err != nil {
				return
			}
		}
	})
	return total
}

// waits returns how long somebody waits who works for a moment.
func (h *hall) waits(share *Share, c Class) time.Duration {
	h.t.Helper()
	start := time.Now()
	var waited time.Duration
	err := share.Do(With(h.ctx, share), c, func() error {
		waited = time.Since(start)
		return work(With(h.ctx, share), 2*time.Millisecond)
	})
	if err != nil {
		h.t.Error(err)
	}
	return waited
}

// after lets time pass, and everybody do what is due then.
func after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// near reports whether a share of the time is about what is wanted.
func near(got, of time.Duration, want float64) bool {
	share := got.Seconds() / of.Seconds()
	return share > 0.85*want && share < 1.15*want
}

func total(all ...*atomic.Int64) (sum time.Duration) {
	for _, d := range all {
		sum += time.Duration(d.Load())
	}
	return sum
}

func TestPlaces(t *testing.T) {
	in(t, 2, func(h *hall) {
		var mu sync.Mutex
		now, most := 0, 0
		start := time.Now()
		for i := range 10 {
			share := h.s.Share(fmt.Sprint(i % 3))
			h.wg.Go(func() {
				err := share.Do(h.ctx, Step, func() error {
					mu.Lock()
					now++
					most = max(most, now)
					mu.Unlock()
					time.Sleep(20 * time.Millisecond)
					mu.Lock()
					now--
					mu.Unlock()
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		h.wg.Wait()
		if d := time.Since(start); most != 2 || d != 100*time.Millisecond {
			t.Errorf("%d at once, in %v", most, d)
		}
	})
}

// TestOrder lets all classes wait for one place. They get it by their urgency.
func TestOrder(t *testing.T) {
	in(t, 1, func(h *hall) {
		var order []Class
		h.wg.Go(func() {
			_ = h.s.Share("first").Do(h.ctx, Picture, func() error { time.Sleep(20 * time.Millisecond); return nil })
		})
		synctest.Wait()
		for _, c := range slices.Backward(Classes[:]) {
			h.wg.Go(func() {
				_ = h.s.Share(c.String()).Do(h.ctx, c, func() error { order = append(order, c); return nil })
			})
			synctest.Wait()
			if n := h.s.Waiting(c); n != 1 {
				t.Errorf("%d wait for a %v", n, c)
			}
		}
		h.wg.Wait()
		if !slices.Equal(order, Classes[:]) {
			t.Errorf("the order was %v", order)
		}
	})
}

// TestNoClassStarves lets all classes want everything.
func TestNoClassStarves(t *testing.T) {
	in(t, 1, func(h *hall) {
		var got [classes][]*atomic.Int64
		for _, c := range Classes {
			for range 3 {
				got[c] = append(got[c], h.busy("same", c, 3*time.Millisecond))
			}
		}
		const long = 30 * time.Second
		after(long)
		sum := 0.0
		for _, p := range prices {
			sum += 1 / float64(p)
		}
		for _, c := range Classes {
			if want := 1 / float64(prices[c]) / sum; !near(total(got[c]...), long, want) {
				t.Errorf("%v got %v of %v, want %.3f of it", c, total(got[c]...), long, want)
			}
		}
	})
}

// TestFairness shares two processors between an address with twenty costly sessions
// and another one with four, beside which a fifth wants less than its part.
func TestFairness(t *testing.T) {
	in(t, 2, func(h *hall) {
		var many []*atomic.Int64
		for range 20 {
			many = append(many, h.busy("many", Recording, time.Second))
		}
		var few []*atomic.Int64
		for range 4 {
			few = append(few, h.busy("few", Recording, 4*time.Millisecond))
		}
		light := h.s.Share("few")
		const long = 40 * time.Second
		for range 100 {
			if d := h.waits(light, Recording); d > 5*(quantum+glance) {
				t.Errorf("it waited %v although it wants little", d)
			}
			time.Sleep(long/100 - 2*time.Millisecond)
		}
		synctest.Wait()
		for i, got := range few {
			if !near(total(got), long, 1./4) {
				t.Errorf("session %d of 4 got %v of %v", i, total(got), long)
			}
		}
		for i, got := range many {
			if !near(total(got), long, 1./20) {
				t.Errorf("session %d of 20 got %v of %v", i, total(got), long)
			}
		}
	})
}

// TestAllForOneAddress keeps all processors busy for an address beside which nobody
// wants any.
func TestAllForOneAddress(t *testing.T) {
	in(t, 4, func(h *hall) {
		var each []*atomic.Int64
		for range 100 {
			each = append(each, h.busy("hall", Step, 7*time.Millisecond))
		}
		after(10 * time.Second)
		if all := total(each...); !near(all, 10*time.Second, 4) {
			t.Errorf("a hundred phones got %v of 4 × 10 s", all)
		}
	})
}

// TestCostlyStepsGiveWay lets twenty sessions compute steps of a second. A step of
// another address, and of another session of that address, waits for a few turns and not for all.
func TestCostlyStepsGiveWay(t *testing.T) {
	for _, address := range []string{"other", "costly"} {
		for _, processors := range []int{1, 2, 8} {
			in(t, processors, func(h *hall) {
				for range 20 {
					h.busy("costly", Step, time.Second)
				}
				time.Sleep(time.Second) // they are no newcomers
				share := h.s.Share(address)
				for range 100 {
					time.Sleep(50 * time.Millisecond)
					if d := h.waits(share, Step); d > 5*(quantum+glance) {
						t.Errorf("%d processors: a step of the address %s waited %v", processors, address, d)
					}
				}
			})
		}
	}
}

// TestCostlyStepsEnd lets a step of a second take its turns beside a hundred others.
func TestCostlyStepsEnd(t *testing.T) {
	in(t, 1, func(h *hall) {
		for i := range 100 {
			h.busy(fmt.Sprint(i), Step, 3*time.Millisecond)
		}
		share := h.s.Share("costly")
		ctx, start := With(h.ctx, share), time.Now()
		if err := share.Do(ctx, Step, func() error { return work(ctx, time.Second) }); err != nil {
			t.Error(err)
		}
		// After its hurry it has a fifth of the processor to itself.
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("a step of a second took %v", d)
		}
	})
}

// TestWhatNobodyWantedIsFree computes alone for long. When another address comes, it
// does not pay for that.
func TestWhatNobodyWantedIsFree(t *testing.T) {
	in(t, 1, func(h *hall) {
		a := h.busy("alone", Step, time.Minute)
		after(10 * time.Second)
		before := total(a)
		h.busy("new", Step, time.Minute)
		after(200 * time.Millisecond)
		if got := total(a) - before; got < 70*time.Millisecond || before < 9*time.Second {
			t.Errorf("it got %v alone, then %v of 200 ms", before, got)
		}
	})
}

// TestWorkThatCannotGiveWay holds the only processor for long. Another place is made,
// and no third one before it must be.
func TestWorkThatCannotGiveWay(t *testing.T) {
	in(t, 1, func(h *hall) {
		hold := func() {
			h.wg.Go(func() {
				_ = h.s.Share("rude").Do(h.ctx, Step, func() error { time.Sleep(5 * time.Second); return nil })
			})
			synctest.Wait()
		}
		hold()
		share := h.s.Share("polite")
		if d := h.waits(share, Step); d != patience {
			t.Errorf("it waited %v, want %v", d, patience)
		}
		if d := h.waits(share, Step); d != 0 {
			t.Errorf("there is a place, but it waited %v", d)
		}
		hold()
		if d := h.waits(share, Step); d != deadlock {
			t.Errorf("it waited %v, want %v", d, deadlock)
		}
	})
}

// TestNoDeadlock waits for somebody, with a processor in hand, who waits for one.
func TestNoDeadlock(t *testing.T) {
	in(t, 1, func(h *hall) {
		for range 5 {
			var lock sync.Mutex
			lock.Lock()
			h.wg.Go(func() {
				_ = h.s.Share("a").Do(h.ctx, Step, func() error {
					for !lock.TryLock() { // a mutex is not durable in a bubble
						time.Sleep(glance)
					}
					return nil
				})
			})
			synctest.Wait()
			h.wg.Go(func() { _ = h.s.Share("b").Do(h.ctx, Step, func() error { lock.Unlock(); return nil }) })
		}
		h.wg.Wait()
	})
}

// TestPicturesLeaveAPlace draws more pictures than there are processors.
func TestPicturesLeaveAPlace(t *testing.T) {
	in(t, 2, func(h *hall) {
		for range 4 {
			h.wg.Go(func() {
				_ = h.s.Share("artist").Do(h.ctx, Picture, func() error { time.Sleep(time.Second); return nil })
			})
		}
		synctest.Wait()
		for range 10 {
			if d := h.waits(h.s.Share("artist"), Step); d != 0 {
				t.Errorf("a step waited %v", d)
			}
			time.Sleep(300 * time.Millisecond)
		}
	})
}

// TestLeaving leaves while waiting, while giving way and at work.
func TestLeaving(t *testing.T) {
	in(t, 1, func(h *hall) {
		h.busy("other", Step, time.Minute)
		synctest.Wait()
		ctx, leave := context.WithTimeout(h.ctx, 2*time.Millisecond)
		defer leave()
		if err := h.s.Share("a").Do(ctx, Step, func() error { return nil }); !errors.Is(err, context.DeadlineExceeded) || len(h.s.queue) != 0 {
			t.Errorf("who has left waits: %v, %d", err, len(h.s.queue))
		}
		if err := h.s.Share("a").Do(ctx, Step, func() error { t.Error("done in vain"); return nil }); err == nil {
			t.Error("no error")
		}
		for i := range 40 {
			share := h.s.Share("a")
			ctx, leave := context.WithTimeout(With(h.ctx, share), time.Duration(i)*700*time.Microsecond)
			start := time.Now()
			err := share.Do(ctx, Step, func() error { return work(ctx, time.Minute) })
			if d := time.Since(start) - time.Duration(i)*700*time.Microsecond; err == nil || d > glance {
				t.Errorf("%v after it had left: %v", d, err)
			}
			leave()
		}
	})
}

// TestPanic does not take the processor along.
func TestPanic(t *testing.T) {
	in(t, 1, func(h *hall) {
		share := h.s.Share("a")
		func() {
			defer func() { _ = recover() }()
			_ = share.Do(h.ctx, Step, func() error { panic("broken") })
		}()
		if d := h.waits(share, Step); d != 0 {
			t.Errorf("waited %v", d)
		}
	})
}

// TestForgetting keeps no account of those who have gone, not even while somebody
// is always there.
func TestForgetting(t *testing.T) {
	in(t, 1, func(h *hall) {
		h.busy("always", Step, time.Minute)
		for i := range 2000 {
			h.waits(h.s.Share(fmt.Sprint(i)), Step)
		}
		if n := len(h.s.classes[Step].accounts); n > 4*forgetFrom {
			t.Errorf("%d addresses are remembered", n)
		}
	})
}

// TestAnything does all of it at random.
func TestAnything(t *testing.T) {
	in(t, 3, func(h *hall) {
		for seed := range uint64(60) {
			r := rand.New(rand.NewPCG(seed, 1))
			share := h.s.Share(fmt.Sprint(seed % 7))
			h.wg.Go(func() {
				for range 40 {
					ctx, leave := context.WithTimeout(With(h.ctx, share), time.Duration(r.IntN(300))*time.Millisecond)
					d, rude := time.Duration(r.IntN(60))*time.Millisecond, r.IntN(5) == 0
					_ = share.Do(ctx, Classes[r.IntN(len(Classes))], func() error {
						if rude {
							time.Sleep(d)
							return nil
						}
						return work(ctx, d)
					})
					leave()
				}
			})
		}
		h.wg.Wait()
	})
}

// TestNothingIsShared works at once where there is no scheduler.
func TestNothingIsShared(t *testing.T) {
	var s *Scheduler
	share, done := s.Share("a"), false
	ctx := With(t.Context(), share)
	if err := share.Do(ctx, Step, func() error { done = true; return GiveWay(ctx) }); err != nil || !done || Yielding(ctx) != ctx {
		t.Errorf("%v, %v", err, done)
	}
}

// Processors are short while a good part of them is held and steps wait, and not because
// one works alone, however long.
func TestShort(t *testing.T) {
	in(t, 2, func(h *hall) {
		me := h.s.Share("me")
		var lone sync.WaitGroup
		lone.Go(func() {
			share := h.s.Share("lone")
			_ = share.Do(With(h.ctx, share), Step, func() error { return work(With(h.ctx, share), 5*time.Second) })
		})
		after(4 * time.Second)
		if me.Short() {
			t.Error("one works alone, and the processors are short")
		}
		lone.Wait()
		ctx, stop := context.WithCancel(h.ctx)
		for range 4 {
			share := h.s.Share("others")
			h.wg.Go(func() {
				for ctx.Err() == nil {
					_ = share.Do(ctx, Step, func() error { return work(ctx, 2*time.Millisecond) })
				}
			})
		}
		after(2 * time.Second)
		if !me.Short() {
			t.Error("four never rest, and the processors are not short")
		}
		stop()
		after(2 * time.Second)
		if me.Short() {
			t.Error("nobody has worked for two seconds, and the processors are short")
		}
		for range 8 { // all at once
			share := h.s.Share("others")
			h.wg.Go(func() { _ = share.Do(h.ctx, Step, func() error { time.Sleep(4 * time.Millisecond); return nil }) })
		}
		after(50 * time.Millisecond)
		if !me.Short() {
			t.Error("some have waited for 12 ms, and the processors are not short")
		}
		after(2 * time.Second)
		if me.Short() {
			t.Error("that was two seconds ago, and the processors are short")
		}
	})
	if (*Share)(nil).Short() {
		t.Error("who shares with nobody is short")
	}
}
