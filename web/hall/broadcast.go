package hall

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"time"

	"playground/web/wire"
)

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
	whole *Message // for all others; nil: it is let go
}

// People are those in a room, or in a part of it.
type people struct {
	here  int // who follow
	seats int // that are taken, also by those who only hear
}

// A class is those followers who get pictures of one size.
type class struct {
	followers waiters
	elsewhere int // followers on other servers
	frame     publication
	drawn     uint64    // which picture the frame shows, or would if it could be drawn
	sent      wire.Sent // what the frame before held
}

// A broadcast holds the newest message of each kind, the frame for each class. The
// presenter publishes and goes on. One goroutine draws for the classes, one after
// the other and always the newest picture, for as long as there is something to
// draw. Followers take what they have not seen when they can.
type broadcast struct {
	key string
	ctx context.Context // of drawing
	end context.CancelFunc

	mu        sync.Mutex
	newest    [kindFrame]publication
	picture   picture
	before    uint64 // pictures up to this one show a run before
	classes   [len(sizes)]class
	turn      int  // the class to draw for first
	drawing   bool // the goroutine that draws is there
	pace      time.Duration
	begun     uint64    // the picture that was drawn last, for any class
	next      time.Time // no picture of a run that plays before
	alarm     bool      // drawing goes on by itself then
	coming    coming
	followers int
	ears      waiters       // connections that only hear when the presenter gathers
	gathered  uint64        // how often the presenter has
	term      uint64        // of the presenter: whoever had it before publishes no more
	presenter chan struct{} // wakes it; nil: nobody presents
	since     time.Time     // when the presenter began
	lasting   bool          // the key comes from a secret: whoever has it can present here at any time
	wait      string        // why those who follow wait; empty: somebody presents
	query     [2]string     // the demo and the recipe of the last state

	watch      watching // those who watch by steps
	here       bool     // the presenter is on this server, or was and may come back to it
	rank       rank     // of the presenter; zero: there was none
	claim      Claim    // of the presenter, if it is here
	generation uint64   // of frame ids: they start over with a presenter on another server
	elsewhere  people   // those on other servers
	cut        bool     // and they cannot be reached
	answer     Answer   // of the presenter to questions of followers; nil: none
	line       *line    // to other servers; nil: there are none

	ballot *Ballot    // of the question that the room is asked here; nil: it is asked none
	votes  *collector // of votes for a presenter on another server; nil: none came yet

	over error // why the broadcast has ended; nil: it has not
}

// watched reports whether somebody gets the pictures of the class.
func (c *class) watched() bool { return len(c.followers)+c.elsewhere > 0 }

// newBroadcast returns a broadcast that waits for its presenter. Pictures of a run that
// plays are drawn no faster than the pace.
func newBroadcast(key string, pace time.Duration) *broadcast {
	b := &broadcast{key: key, pace: pace, wait: wire.Unbegun}
	b.ctx, b.end = context.WithCancel(context.Background())
	for k := range b.classes {
		b.classes[k].sent.Mend = true
	}
	return b
}

// take makes the caller the presenter, who is woken when it should look at its room. Its
// rank is that of the node at an epoch, or above all before.
func (b *broadcast) take(wake chan struct{}, lasting bool, r rank, c Claim) uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.tell()     // who presented until now does so no longer
	if !b.here { // what came from elsewhere says nothing of what was drawn here
		for k := range b.classes {
			b.classes[k].sent.Forget()
			b.classes[k].drawn = b.picture.n
		}
		b.before = b.picture.n
	}
	r.epoch = max(r.epoch, b.rank.epoch+1)
	b.term++
	b.here, b.rank, b.claim, b.answer = true, r, c, nil
	b.presenter, b.lasting, b.since, b.wait = wake, lasting, time.Now(), ""
	b.watch.nowhere()
	b.tell()
	b.wakeAll()
	return b.term
}

// taken reports whether somebody else presents who has come after the epoch of a claim.
func (b *broadcast) taken(c Claim) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	own := b.here && b.claim.Page == c.Page && c.Page != "" // its connection before
	return c.Epoch > 0 && b.rank.epoch > c.Epoch && b.wait == "" && !own
}

// tell wakes the presenter.
func (b *broadcast) tell() {
	select {
	case b.presenter <- struct{}{}:
	default:
	}
}

// nudge wakes the line to other servers.
func (b *broadcast) nudge() {
	if b.line == nil {
		return
	}
	select {
	case b.line.wake <- struct{}{}:
	default:
	}
}

// vacate says that the presenter's connection broke.
func (b *broadcast) vacate() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.presenter, b.wait = nil, wire.Vacant
	b.wakeAll()
}

// abandon lets go what was shown: nobody can go on with it.
func (b *broadcast) abandon() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.term++
	b.here, b.answer, b.elsewhere, b.rank = false, nil, people{}, rank{}
	b.presenter, b.wait = nil, cmp.Or(b.wait, wire.Vacant)
	b.empty()
	b.wakeAll()
}

// empty lets all messages go. What comes next is whole for everybody.
func (b *broadcast) empty() {
	for k := range b.newest {
		b.newest[k] = publication{n: b.newest[k].n + 1}
	}
	for k := range b.classes {
		b.classes[k].letGo()
	}
	b.picture.draw, b.before, b.query = nil, b.picture.n, [2]string{}
	b.watch.nowhere()
}

// room is what the presenter is told of its room, which has so many seats.
func (b *broadcast) room(term uint64, seats int) wire.Room {
	b.mu.Lock()
	defer b.mu.Unlock()
	m := wire.Room{Key: b.key, Code: wire.RoomCode(b.key), Seats: seats, Taken: b.term != term}
	if !m.Taken {
		m.Epoch = b.rank.epoch
		m.Here, m.Cut = b.followers+len(b.watch.watchers)+b.elsewhere.here, b.cut
		m.Answers = b.ballot.in()
	}
	return m
}

// gather calls all who went on alone back.
func (b *broadcast) gather(term uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term == term {
		b.gathered++
		b.wakeAll()
	}
}

// has reports whether the presenter is still the one of that term.
func (b *broadcast) has(term uint64) bool { return b.current() == term }

func (b *broadcast) current() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.term
}

// lasts reports whether the presenter can come back at any time.
func (b *broadcast) lasts() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lasting
}

// size is how many follow.
func (b *broadcast) size() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.followers + len(b.watch.watchers) + b.elsewhere.here
}

// ready reports whether somebody waits for a new picture, and none is being drawn.
func (b *broadcast) ready() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.followers+len(b.watch.watchers)+b.elsewhere.here > 0 && !b.drawing
}

// publish replaces the newest message of a kind.
func (b *broadcast) publish(term uint64, kind int, next, whole *Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term != term {
		return
	}
	b.newest[kind] = publication{n: b.newest[kind].n + 1, next: next, whole: whole}
	b.wakeFollowers()
}

// A gist is what a state says of the room itself: where the presenter is, and what is asked.
type gist struct {
	Demo, Query string
	Asking      *wire.Asking
	Poll        *wire.Poll
}

// note notes what the presenter's state says.
func (b *broadcast) note(term uint64, s gist, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term == term {
		b.says(s, now)
	}
}

func (b *broadcast) says(s gist, now time.Time) {
	b.query = [2]string{s.Demo, s.Query}
	_ = b.watch.ask(s.Asking, s.Poll, now) // it fails only where the state does, which others get
}

// restart says that what was shown so far is of a run before. Such a picture must
// not come after the message with which the new run begins.
func (b *broadcast) restart(term uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term == term {
		b.before = b.picture.n
	}
}

// wakeAll wakes all who are there.
func (b *broadcast) wakeAll() {
	b.wakeFollowers()
	b.watch.watchers.wake()
}

// wakeFollowers wakes all but those who watch by steps.
func (b *broadcast) wakeFollowers() {
	b.nudge()
	for k := range b.classes {
		b.classes[k].followers.wake()
	}
	b.ears.wake()
}

// close ends the broadcast. It reports whether the presenter was here, and returns the
// line to other servers.
func (b *broadcast) close(why error) (bool, *line) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.over, b.presenter = why, nil
	if b.votes != nil {
		b.votes.close()
	}
	b.end()
	b.wakeAll()
	return b.here, b.line
}

// errFull says that all seats before a broadcast are taken.
var errFull = errors.New("all seats are taken")

// ears is the class of those who see nothing.
const ears = -1

// join counts a follower into a class. It fails with errFull if there are too many,
// and with the reason if the broadcast is over.
func (b *broadcast) join(k, limit int, w *waiter) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.over != nil:
		return b.over
	case k == watch: // they are bounded for the whole server
		b.watch.watchers.add(w)
		b.tell()
		b.nudge()
		return nil
	case b.followers+len(b.ears)+b.elsewhere.seats >= limit:
		return errFull
	case k == ears:
		b.ears.add(w)
		b.nudge()
		return nil
	}
	b.followers++
	b.enter(k, w)
	b.tell()
	return nil
}

// enter counts a follower into a class. A class that was empty gets the newest
// picture, and not one that it was drawn before.
func (b *broadcast) enter(k int, w *waiter) {
	c := &b.classes[k]
	if !c.watched() && (c.drawn != b.picture.n || !b.here) {
		c.letGo()
	}
	c.followers.add(w)
	b.drawOn()
	b.nudge()
}

// move takes a follower from one class to another.
func (b *broadcast) move(from, to int, w *waiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.classes[from].followers.remove(w)
	b.enter(to, w)
}

func (b *broadcast) leave(k int, w *waiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.nudge()
	switch k {
	case ears:
		b.ears.remove(w)
		return
	case watch:
		b.watch.watchers.remove(w)
		b.tell()
		return
	}
	b.followers--
	b.classes[k].followers.remove(w)
	b.tell()
}

// deserted reports whether nobody is there on this server.
func (b *broadcast) deserted() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.here && b.followers+len(b.ears)+len(b.watch.watchers) == 0
}

// A sight is what there is to see of a broadcast.
type sight struct {
	newest     [kinds]publication
	place      *place   // where the presenter is, for those who watch by steps
	asked      *Message // what is asked, for them
	wait       string   // why nothing new comes; empty: somebody presents
	gathered   uint64
	generation uint64 // of frame ids
	over       error  // why the broadcast has ended; nil: it has not
}

// look returns what a class sees now.
func (b *broadcast) look(k int) sight {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k == watch {
		return sight{place: b.watch.told, asked: b.watch.asked, wait: b.wait, gathered: b.gathered, generation: b.generation, over: b.over}
	}
	c := &b.classes[max(k, 0)] // ears hear what every class does
	return sight{
		newest: [kinds]publication{kindState: b.newest[kindState], kindRun: b.newest[kindRun], kindFrame: c.frame},
		wait:   b.wait, gathered: b.gathered, generation: b.generation, over: b.over,
	}
}

// last is the id of the last picture.
func (b *broadcast) last() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.picture.frame
}
