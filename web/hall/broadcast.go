package hall

import "sync"

// The kinds of messages in a broadcast, in the order in which a follower needs
// them.
const (
	kindState = iota
	kindRun
	kindFrame
	kinds
)

// A publication is the newest message of its kind.
type publication struct {
	n     uint64   // counts the messages of this kind; 0: none yet
	frame uint64   // its id, to be acknowledged
	next  *Message // for followers who have message n − 1: only what changed
	whole *Message // for all others
}

// A broadcast holds the newest message of each kind. The presenter publishes and
// goes on. Followers take what they have not seen when they can.
type broadcast struct {
	mu        sync.Mutex
	newest    [kinds]publication
	changed   chan struct{} // closed at the next change
	followers int
	closed    bool
}

func newBroadcast() *broadcast { return &broadcast{changed: make(chan struct{})} }

// publish replaces the newest message of a kind.
func (b *broadcast) publish(kind int, frame uint64, next, whole *Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.newest[kind] = publication{b.newest[kind].n + 1, frame, next, whole}
	b.wake()
}

// wake wakes all followers.
func (b *broadcast) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

func (b *broadcast) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.closed = true
	b.wake()
}

// join counts a follower in. It reports false if there are too many, or if the
// broadcast is over.
func (b *broadcast) join(limit int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed || b.followers >= limit {
		return false
	}
	b.followers++
	return true
}

func (b *broadcast) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.followers--
}

// look returns the newest messages, a channel that is closed at the next change,
// and whether the broadcast is over.
func (b *broadcast) look() ([kinds]publication, <-chan struct{}, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.newest, b.changed, b.closed
}
