package turns

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// Why a [Queue] refuses somebody.
var (
	ErrAddressFull = errors.New("too many requests of this address wait")
	ErrFull        = errors.New("too many requests wait")
	ErrSlow        = errors.New("the wait would be too long") // also of who has waited that long
)

// Bounds of a [Queue]. Those of an address hold for every one.
type Bounds struct {
	AtOnce, AtOnceEach   int // are served
	Waiting, WaitingEach int // wait for that

	Patience time.Duration // for which one waits at most; 0: without end
}

// A Queue serves requests within bounds. Of those who wait, the address comes first of
// which fewest are served, and of one address who came first.
type Queue struct {
	bounds Bounds

	mu      sync.Mutex
	served  int
	line    []*guest
	parties map[string]*party
	took    time.Duration // to serve one, about, lately; 0: nobody was served yet
}

// A party is all guests of one address.
type party struct{ served, waiting int }

type guest struct {
	address string
	in      chan struct{} // closed when it is served
}

// NewQueue returns an empty queue.
func NewQueue(b Bounds) *Queue { return &Queue{bounds: b, parties: map[string]*party{}} }

// Enter waits until a request of an address, or whatever counts as one client, may be
// served, and returns what to call in the end. It refuses at once what does not fit, and
// who would wait too long, and returns the context's error if that ends before.
func (q *Queue) Enter(ctx context.Context, address string) (leave func(), err error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	g := &guest{address: address, in: make(chan struct{})}
	if err := q.join(g); err != nil {
		return nil, err
	}
	var late <-chan time.Time
	if q.bounds.Patience > 0 {
		t := time.NewTimer(q.bounds.Patience)
		defer t.Stop()
		late = t.C
	}
	select {
	case <-g.in:
	case <-late:
		q.giveUp(g)
		return nil, ErrSlow
	case <-ctx.Done():
		q.giveUp(g)
		return nil, ctx.Err()
	}
	start := time.Now()
	return func() { q.leave(g.address, time.Since(start)) }, nil
}

// Wait is about how long one more request of an address would wait, as long as the
// requests lately took.
func (q *Queue) Wait(address string) time.Duration {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.wait(address)
}

// wait counts who comes first: of every other address as many as wait of this one, and
// one more.
func (q *Queue) wait(address string) time.Duration {
	var own party
	if p := q.parties[address]; p != nil {
		own = *p
	}
	if q.served < q.bounds.AtOnce && own.served < q.bounds.AtOnceEach {
		return 0
	}
	ahead := own.waiting
	for a, p := range q.parties {
		if a != address {
			ahead += min(p.waiting, own.waiting+1)
		}
	}
	rounds := max(float64(ahead+1)/float64(q.bounds.AtOnce), float64(own.waiting+1)/float64(q.bounds.AtOnceEach))
	return time.Duration(rounds * float64(q.took))
}

// Len is how many wait.
func (q *Queue) Len() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.line)
}

func (q *Queue) join(g *guest) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	wait := q.wait(g.address)
	p := q.parties[g.address]
	if p == nil {
		p = &party{}
		q.parties[g.address] = p
	}
	p.waiting++
	q.line = append(q.line, g)
	q.admit()
	var err error
	switch {
	case p.waiting > q.bounds.WaitingEach:
		err = ErrAddressFull
	case len(q.line) > q.bounds.Waiting:
		err = ErrFull
	case q.bounds.Patience > 0 && wait > q.bounds.Patience && slices.Contains(q.line, g):
		err = ErrSlow
	default:
		return nil
	}
	q.drop(g)
	return err
}

// admit serves those who may be served.
func (q *Queue) admit() {
	for q.served < q.bounds.AtOnce {
		var next *guest
		for _, g := range q.line {
			n := q.parties[g.address].served
			if n < q.bounds.AtOnceEach && (next == nil || n < q.parties[next.address].served) {
				next = g
			}
		}
		if next == nil {
			return
		}
		q.served++
		q.parties[next.address].served++
		q.drop(next)
		close(next.in)
	}
}

// drop takes somebody out of the line.
func (q *Queue) drop(g *guest) {
	q.line = slices.DeleteFunc(q.line, func(h *guest) bool { return h == g })
	q.parties[g.address].waiting--
	q.forget(g.address)
}

func (q *Queue) forget(address string) {
	if p := q.parties[address]; p.served+p.waiting == 0 {
		delete(q.parties, address)
	}
}

// giveUp takes out somebody who does not want to wait, or who was just served.
func (q *Queue) giveUp(g *guest) {
	q.mu.Lock()
	defer q.mu.Unlock()
	select {
	case <-g.in:
		q.done(g.address)
	default:
		q.drop(g)
	}
}

func (q *Queue) leave(address string, took time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.took == 0 {
		q.took = took
	}
	q.took += (took - q.took) / 4 // what was before counts less and less
	q.done(address)
}

func (q *Queue) done(address string) {
	q.served--
	q.parties[address].served--
	q.forget(address)
	q.admit()
}
