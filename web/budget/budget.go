// Package budget keeps the memory of a server within one budget.
//
// Everything that takes much memory for one visitor has an [Account]: the recordings
// of a session, a picture under way, a connection, finished pictures, histories of
// edits. What comes near the budget asks sessions at rest to let go of what they can
// make again, those first that have rested longest. What does not fit even then is
// refused.
package budget

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
)

// A Budget is a number of bytes that accounts share. A nil Budget has no bound.
//
// Accounts are counted by one atomic number. The lock guards only who rests, and is
// taken when somebody begins or ends to rest, or when the budget is nearly used up.
type Budget struct {
	limit, near int64
	used        atomic.Int64

	mu      sync.Mutex
	resting *list.List // of *Account, the one that has rested longest first
	asked   int        // accounts that were asked to let go and have not answered
	pledged int64      // what these hold
	changed chan struct{}
}

// near is the share of a budget, in per cent, from which those at rest let go.
const near = 80

// New returns a budget of so many bytes. Without any it returns nil, which has no bound.
func New(limit int64) *Budget {
	if limit <= 0 {
		return nil
	}
	return &Budget{limit: limit, near: limit / 100 * near, resting: list.New(), changed: make(chan struct{})}
}

// Limit is the number of bytes in all; 0: there is no bound.
func (b *Budget) Limit() int64 {
	if b == nil {
		return 0
	}
	return b.limit
}

// Used is how many bytes all accounts hold.
func (b *Budget) Used() int64 {
	if b == nil {
		return 0
	}
	return b.used.Load()
}

// Full says that something did not fit into the budget.
type Full struct {
	Limit, Need int64 // bytes
}

// Megabytes are the limit and the need as people read them, both rounded up.
func (f *Full) Megabytes() (limit, need int64) {
	const mb = 1 << 20
	return (f.Limit + mb - 1) / mb, (f.Need + mb - 1) / mb
}

func (f *Full) Error() string {
	limit, need := f.Megabytes()
	return fmt.Sprintf("the server's memory is full: %d MB more do not fit into its %d MB; try again soon", need, limit)
}

// An Account is what one part of the server holds. Only its owner calls its methods,
// from one goroutine at a time.
type Account struct {
	budget *Budget
	held   int64

	// The budget's lock guards these.
	letGo  func()        // of one at rest: asks it
	place  *list.Element // among those at rest; nil: it is not there
	asked  bool
	pledge int64 // what it held when it was asked
}

// Open returns an account that holds nothing. The owner must close it.
func (b *Budget) Open() *Account { return &Account{budget: b} }

// Held is what the account holds.
func (a *Account) Held() int64 { return a.held }

// Set says what the account holds now, whether it fits or not.
func (a *Account) Set(bytes int64) {
	more := bytes - a.held
	a.held = bytes
	if a.budget != nil && more != 0 {
		a.budget.add(more)
	}
}

// Grow lets the account hold so many bytes more if they fit at once.
func (a *Account) Grow(bytes int64) bool {
	b := a.budget
	if b == nil || bytes <= 0 {
		a.held += max(0, bytes)
		return true
	}
	for {
		used := b.used.Load()
		if used+bytes > b.limit {
			return false
		}
		if b.used.CompareAndSwap(used, used+bytes) {
			a.held += bytes
			if used+bytes > b.near {
				b.press(0)
			}
			return true
		}
	}
}

// Reserve lets the account hold so many bytes more. If they do not fit, it asks those
// at rest to let go, and waits for their answers, which come at once. If they do not
// fit even then, it returns [*Full].
func (a *Account) Reserve(ctx context.Context, bytes int64) error {
	for {
		if a.Grow(bytes) {
			return nil
		}
		b := a.budget
		if bytes > b.limit {
			return &Full{b.limit, bytes}
		}
		changed, waiting := b.press(bytes)
		if !waiting {
			if a.Grow(bytes) { // the last answer came in between
				return nil
			}
			return &Full{b.limit, bytes}
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Close gives everything back.
func (a *Account) Close() {
	a.Set(0)
	a.Wake()
}

// Rest says that the owner does nothing, and can let go of most of what it holds.
// letGo asks it to. It must not wait, and is called at most once, from any goroutine.
// The owner answers with [Account.Wake], and says before what it holds then.
func (a *Account) Rest(letGo func()) {
	b := a.budget
	if b == nil {
		return
	}
	b.mu.Lock()
	if a.place == nil && !a.asked {
		a.letGo, a.place = letGo, b.resting.PushBack(a)
	}
	b.mu.Unlock()
	if b.used.Load() > b.near {
		b.press(0)
	}
}

// Wake ends the rest.
func (a *Account) Wake() {
	b := a.budget
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if a.place != nil {
		b.resting.Remove(a.place)
		a.place = nil
	}
	if a.asked {
		a.asked = false
		b.asked--
		b.pledged -= a.pledge
		b.tell()
	}
}

// add counts bytes, and asks those at rest where they come near the limit.
func (b *Budget) add(bytes int64) {
	if used := b.used.Add(bytes); bytes > 0 && used > b.near {
		b.press(0)
	}
}

// tell wakes those that wait for room.
func (b *Budget) tell() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// press asks as many of those at rest to let go as it takes to make room for so many
// bytes more, below the share that is near the limit. It reports whether answers are
// due, and returns a channel that is closed when the next one came.
func (b *Budget) press(more int64) (<-chan struct{}, bool) {
	b.mu.Lock()
	var asked []func()
	for b.resting.Len() > 0 && b.used.Load()-b.pledged+more > b.near {
		a := b.resting.Remove(b.resting.Front()).(*Account)
		a.place, a.asked, a.pledge = nil, true, a.held
		b.asked++
		b.pledged += a.pledge
		asked = append(asked, a.letGo)
	}
	changed, waiting := b.changed, b.asked > 0
	b.mu.Unlock()
	for _, letGo := range asked {
		letGo()
	}
	return changed, waiting
}
