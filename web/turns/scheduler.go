package turns

import (
	"cmp"
	"context"
	"maps"
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

// A Class says what for a processor is wanted.
type Class int

// The classes, the most urgent first.
const (
	Step      Class = iota // a visitor waits for the answer to what he did
	Page                   // a visitor waits for a page
	Recording              // what will be looked at, or may be
	Picture                // a file that is made once
	classes
)

// Classes are all of them.
var Classes = [...]Class{Step, Page, Recording, Picture}

func (c Class) String() string { return [...]string{"step", "page", "recording", "picture"}[c] }

// prices say how much of the processors the classes get where all want them: the
// inverse of the price. None goes without.
var prices = [classes]time.Duration{Step: 1, Page: 2, Recording: 4, Picture: 16}

const (
	quantum  = 5 * time.Millisecond  // after so long work gives way, if it can
	patience = 25 * time.Millisecond // and so long others wait for work that cannot
	deadlock = time.Second           // or for any work, whatever it does
	credit   = 25 * time.Millisecond // so much who asks rarely goes before those who always do
	hurry    = 50 * time.Millisecond // who gives way after so long is in no hurry any more
)

// A Config says what a [Scheduler] hands out.
type Config struct {
	Processors int // 0: as many as the program may use
	// Waited, if it is not nil, is told how long work waited for its turn.
	Waited func(Class, time.Duration)
}

// A Scheduler hands out processors. Its methods may be called from any goroutine.
type Scheduler struct {
	waited     func(Class, time.Duration)
	processors int
	pictures   int // of them at once, at most
	beside     int // turns without a place at once, at most

	mu      sync.Mutex
	free    int // places
	beyond  int // turns that hold a processor without having a place
	drawing int // pictures that hold a processor
	asked   uint64
	classes [classes]class
	queue   []*turn // who waits
	running []*turn
	now     time.Duration // virtual time among the classes
	counted time.Time     // up to when time was charged
	load    float64       // the share of the processors that was held of late
	awaited time.Time     // when a visitor's step last had to wait
	late    time.Time     // and when one last had waited for long
	alarm   *time.Timer
}

// A class is one class of work, with the addresses that want it.
type class struct {
	tag      time.Duration // its virtual time
	now      time.Duration // among its addresses
	waiting  int
	running  int
	accounts map[string]*account // by address
	most     int                 // of them, before some are forgotten
}

// An account is what one address gets of a class.
type account struct {
	tag     time.Duration // its virtual time
	now     time.Duration // among its shares
	waiting int
	running int
}

// A flow is what one share gets of a class.
type flow struct {
	account *account // to whose time the tag belongs
	tag     time.Duration
	turns   int // that wait
}

// A Share stands for one who asks: a session, a request, a room. A nil share is
// always served.
type Share struct {
	of      *Scheduler
	address string
	flows   [classes]flow        // the scheduler's lock guards them
	turn    atomic.Pointer[turn] // that it holds; nil: none
}

// A turn is a piece of work, from when it is asked for until it is done.
type turn struct {
	share *Share
	class Class
	since time.Time     // waiting or holding
	used  time.Duration // before it last gave way
	asked uint64        // the order in which turns were asked for

	account *account
	granted chan struct{} // closed when it is its turn
	holds   bool          // a processor
	beyond  bool          // without a place
	cost    time.Duration // for which others waited
	charged time.Duration

	giving  sync.Mutex  // held while it gives way
	overdue atomic.Bool // it should give way
}

// New returns a scheduler.
func New(cfg Config) *Scheduler {
	n := cfg.Processors
	if n <= 0 {
		n = runtime.GOMAXPROCS(0)
	}
	s := &Scheduler{waited: cfg.Waited, processors: n, pictures: max(1, n-1), beside: max(1, n/2), free: n, counted: time.Now()}
	if s.waited == nil {
		s.waited = func(Class, time.Duration) {}
	}
	for c := range s.classes {
		s.classes[c].accounts = map[string]*account{}
	}
	return s
}

// Share returns a share for somebody at an address, or whatever counts as one client. A
// nil scheduler returns nil.
func (s *Scheduler) Share(address string) *Share {
	if s == nil {
		return nil
	}
	return &Share{of: s, address: address}
}

// Waiting is how many wait for a turn of a class.
func (s *Scheduler) Waiting(c Class) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.classes[c].waiting
}

// Pressed reports whether somebody waits whom a visitor's step keeps waiting: another
// visitor who has done something.
func (h *Share) Pressed() bool { return h != nil && h.of.Waiting(Step) > 0 }

// What counts as short of processors. Steps come at any moment: where more of the
// processors are held, many of them wait. A long wait tells sooner that many have come.
const (
	loadTime = time.Second // what of late means
	highLoad = 0.4
	longWait = 10 * time.Millisecond
)

// Short reports whether the processors are short: the step of some visitor had to wait of
// late, and that for long, or a good part of the processors was held.
func (h *Share) Short() bool {
	if h == nil {
		return false
	}
	s := h.of
	s.mu.Lock()
	defer s.mu.Unlock()
	now := time.Now()
	s.count(now)
	return now.Sub(s.late) < loadTime || s.load > highLoad && now.Sub(s.awaited) < loadTime
}

// Do does some work when it is its turn. It returns the context's error if that ends
// before. One goroutine at a time may call it.
func (h *Share) Do(ctx context.Context, c Class, work func() error) error {
	if h == nil {
		return work()
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	t := &turn{share: h, class: c}
	if err := h.of.await(ctx, t); err != nil {
		return err
	}
	h.turn.Store(t)
	defer func() {
		h.turn.Store(nil)
		t.giving.Lock()
		defer t.giving.Unlock()
		h.of.end(t)
	}()
	return work()
}

// await waits until a turn is granted.
func (s *Scheduler) await(ctx context.Context, t *turn) error {
	s.mu.Lock()
	now := time.Now()
	s.count(now)
	s.enqueue(t, now)
	s.dispatch(now)
	if t.class == Step && !t.holds {
		s.awaited = now
	}
	granted := t.granted
	s.mu.Unlock()
	select {
	case <-granted:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	now = time.Now()
	s.count(now)
	if t.holds {
		s.release(t)
	} else {
		s.leave(t)
	}
	s.dispatch(now)
	return ctx.Err()
}

// end ends a turn.
func (s *Scheduler) end(t *turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !t.holds {
		return // its context ended while it gave way
	}
	now := time.Now()
	s.count(now)
	s.release(t)
	s.dispatch(now)
}

// giveWay hands the processor on if it is time to, and waits for the next turn.
func (h *Share) giveWay(ctx context.Context) {
	if h == nil {
		return
	}
	t := h.turn.Load()
	if t == nil || !t.overdue.Load() {
		return
	}
	t.giving.Lock()
	defer t.giving.Unlock()
	if t.overdue.Load() && h.of.stop(t) {
		_ = h.of.await(ctx, t) // who gives way looks at its context next
	}
}

// stop takes the processor from a turn, unless nobody waits for it.
func (s *Scheduler) stop(t *turn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.overdue.Store(false)
	now := time.Now()
	if !t.holds || len(s.queue) == 0 && !t.beyond {
		return false
	}
	s.count(now)
	t.used += now.Sub(t.since)
	s.release(t)
	if t.class < Recording && t.used >= hurry {
		t.class = Recording
	}
	return true
}

// count charges those who hold a processor for the time since it was last called, if
// anybody waited meanwhile, and keeps account of the load.
func (s *Scheduler) count(now time.Time) {
	d := now.Sub(s.counted)
	s.counted = now
	held := float64(len(s.running)) / float64(s.processors)
	s.load += (held - s.load) * -math.Expm1(-d.Seconds()/loadTime.Seconds())
	if len(s.queue) == 0 {
		return
	}
	for _, t := range s.running {
		if t.cost += d; t.cost > t.charged {
			s.charge(t, t.cost-t.charged)
		}
	}
}

// charge adds time that was used, or is given back if it is negative.
func (s *Scheduler) charge(t *turn, d time.Duration) {
	t.charged += d
	s.classes[t.class].tag += d * prices[t.class]
	t.account.tag += d
	t.share.flows[t.class].tag += d
}

// enqueue adds a turn to those that wait. Who did not wait before goes back behind the
// time of those who are served by no more than the credit.
func (s *Scheduler) enqueue(t *turn, now time.Time) {
	c := &s.classes[t.class]
	if c.waiting == 0 {
		c.tag = max(c.tag, s.now)
	}
	a := c.accounts[t.share.address]
	if a == nil {
		a = &account{tag: c.now - credit}
		c.accounts[t.share.address] = a
	}
	if a.waiting == 0 {
		a.tag = max(a.tag, c.now-credit)
	}
	f := &t.share.flows[t.class]
	if f.account != a {
		*f = flow{account: a, tag: a.now - credit}
	}
	if f.turns == 0 {
		f.tag = max(f.tag, a.now-credit)
	}
	c.waiting++
	a.waiting++
	f.turns++
	s.asked++
	t.account, t.since, t.asked, t.granted, t.cost, t.charged = a, now, s.asked, make(chan struct{}), 0, 0
	s.queue = append(s.queue, t)
}

// leave takes a turn from those that wait.
func (s *Scheduler) leave(t *turn) {
	s.queue = without(s.queue, t)
	c := &s.classes[t.class]
	c.waiting--
	t.account.waiting--
	t.share.flows[t.class].turns--
	s.rest(t)
}

// dispatch grants turns while there are places, and sees to those who hold on to
// theirs while others wait.
func (s *Scheduler) dispatch(now time.Time) {
	for s.free > 0 {
		t := s.next()
		if t == nil {
			break
		}
		s.grant(t, now)
	}
	s.watch(now)
}

// next returns the turn to grant next; nil: nobody may have one.
func (s *Scheduler) next() *turn {
	var best *turn
	for _, t := range s.queue {
		if t.class == Picture && s.drawing >= s.pictures {
			continue
		}
		if best == nil || s.before(t, best) {
			best = t
		}
	}
	return best
}

// before reports whether a turn is to be granted before another.
func (s *Scheduler) before(a, b *turn) bool {
	if a.class != b.class {
		return cmp.Or(cmp.Compare(s.classes[a.class].tag, s.classes[b.class].tag), cmp.Compare(a.class, b.class)) < 0
	}
	if a.account != b.account {
		return cmp.Or(cmp.Compare(a.account.tag, b.account.tag), cmp.Compare(a.asked, b.asked)) < 0
	}
	return cmp.Or(cmp.Compare(a.share.flows[a.class].tag, b.share.flows[b.class].tag), cmp.Compare(a.asked, b.asked)) < 0
}

// grant gives a place to a turn that waits, and charges it in advance, so that those
// who come together are not all taken for the one who got least.
func (s *Scheduler) grant(t *turn, now time.Time) {
	s.queue = without(s.queue, t)
	s.running = append(s.running, t)
	c, a, f := &s.classes[t.class], t.account, &t.share.flows[t.class]
	c.waiting--
	a.waiting--
	f.turns--
	c.running++
	a.running++
	s.free--
	if t.class == Picture {
		s.drawing++
	}
	s.now, c.now, a.now = max(s.now, c.tag), max(c.now, a.tag), max(a.now, f.tag)
	s.charge(t, quantum)
	s.waited(t.class, now.Sub(t.since))
	if t.class == Step && now.Sub(t.since) >= longWait {
		s.late = now
	}
	t.holds, t.beyond, t.since = true, false, now
	t.overdue.Store(false)
	close(t.granted)
}

// release takes the processor from a turn.
func (s *Scheduler) release(t *turn) {
	s.charge(t, t.cost-t.charged)
	s.running = without(s.running, t)
	s.classes[t.class].running--
	t.account.running--
	t.holds = false
	if t.class == Picture {
		s.drawing--
	}
	if t.beyond {
		s.beyond--
	} else {
		s.free++
	}
	s.rest(t)
}

// rest lets the time of a level go on when nobody is served there any more, and
// forgets the addresses of a class.
func (s *Scheduler) rest(t *turn) {
	c, a := &s.classes[t.class], t.account
	if a.waiting+a.running == 0 {
		a.now = max(a.now, t.share.flows[t.class].tag)
	}
	if c.waiting+c.running > 0 {
		c.forget()
		return
	}
	clear(c.accounts)
	c.now = 0
	if len(s.queue)+len(s.running) == 0 {
		s.now = max(s.now, c.tag)
	}
}

// forgetFrom is from how many addresses on those of a class are looked through.
const forgetFrom = 64

// forget forgets addresses that would begin anew where they stand.
func (c *class) forget() {
	if len(c.accounts) <= max(c.most, forgetFrom) {
		return
	}
	maps.DeleteFunc(c.accounts, func(_ string, a *account) bool { return a.waiting+a.running == 0 && a.tag <= c.now-credit })
	c.most = 2 * len(c.accounts)
}

// watch asks those who have held a processor for long to give way, if others wait. If
// they do not, it makes another place.
func (s *Scheduler) watch(now time.Time) {
	if s.alarm != nil {
		s.alarm.Stop()
		s.alarm = nil
	}
	if len(s.queue) == 0 {
		return
	}
	next := time.Duration(-1)
	at := func(d time.Duration) {
		if next < 0 || d < next {
			next = d
		}
	}
	for _, t := range s.running {
		held := now.Sub(t.since)
		if held < quantum {
			at(quantum - held)
			continue
		}
		t.overdue.Store(true)
		switch {
		case t.beyond || s.free > 0:
		case s.beyond < s.beside && held < patience:
			at(patience - held)
		case s.beyond < s.beside, held >= deadlock:
			t.beyond = true
			s.beyond++
			s.free++
			s.dispatch(now)
			return
		default:
			at(deadlock - held)
		}
	}
	if next < 0 {
		return
	}
	s.alarm = time.AfterFunc(next, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		now := time.Now()
		s.count(now)
		s.dispatch(now)
	})
}

// without removes a turn from a list.
func without(list []*turn, t *turn) []*turn {
	for i, u := range list {
		if u == t {
			copy(list[i:], list[i+1:])
			list[len(list)-1] = nil
			return list[:len(list)-1]
		}
	}
	return list
}
