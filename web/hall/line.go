package hall

import (
	"errors"
	"strings"
	"sync"
	"time"

	"playground/web/wire"
)

// A line joins a room to the same room on other servers. If the presenter is here, it
// casts what is shown to those servers that have followers, else it takes in what is cast.
// The goroutine of run owns it.
//
// What is cast can get lost, and a cast that says only what has changed is of no use then.
// So casts are counted, and beats say how many there were. Who has missed one asks for all.
type line struct {
	h    *Hall
	b    *broadcast
	key  string
	post Listener

	wake   chan struct{} // has a token when the broadcast may have changed
	in     chan heard
	done   chan struct{}
	finish sync.Once

	rank  rank // of the presenter, as it was last dealt with
	home  bool // the presenter is here
	host  host
	visit visit
}

// Times of a line.
const (
	beatTime  = time.Second            // between beats
	tailTime  = 200 * time.Millisecond // and from the last cast to one: it may have been lost
	quietTime = 3 * time.Second        // without a beat: the presenter or its server is gone
	goneTime  = time.Minute            // and does not come back, unless it has a secret
	overTime  = time.Minute            // for which is said that a broadcast is over
	castGap   = 33 * time.Millisecond  // between frames of one class
	hereGap   = 100 * time.Millisecond // between words of who is here
	askGap    = 200 * time.Millisecond // between questions for all
	askTime   = 500 * time.Millisecond // for an answer
	youngTime = 500                    // ms by which a presenter is surely younger than another
)

// What was heard.
type heard struct {
	about  string // the end of the subject
	data   []byte
	answer func([]byte)
	asked  bool // it is the answer to the question for all; without data there was none
}

func newLine(h *Hall, b *broadcast) *line {
	l := &line{h: h, b: b, key: b.key, wake: make(chan struct{}, 1), in: make(chan heard), done: make(chan struct{})}
	l.wake <- struct{}{}
	root := subject(b.key, "")
	l.post = h.relay.Listen(func(subject string, data []byte, answer func([]byte)) {
		l.tell(heard{about: strings.TrimPrefix(subject, root), data: data, answer: answer})
	})
	go l.run()
	return l
}

// tell lets the line hear something.
func (l *line) tell(m heard) {
	select {
	case l.in <- m:
	case <-l.done:
	}
}

func (l *line) listen(about string) { l.h.listen(l.post, subject(l.key, about)) }

func (l *line) ignore(about string) { l.post.Ignore(subject(l.key, about)) }

// close ends the line.
func (l *line) close() { l.finish.Do(func() { close(l.done) }) }

func (l *line) run() {
	defer l.post.Close()
	l.listen(subjectSaid)
	alarm := time.NewTimer(0)
	defer alarm.Stop()
	for {
		select {
		case <-l.done:
			return
		default:
		}
		alarm.Reset(max(0, time.Until(l.act(time.Now()))))
		select {
		case <-l.done:
			return
		case m := <-l.in:
			l.hear(m, time.Now())
		case <-l.wake:
		case <-alarm.C:
		}
	}
}

// A standing is how the room of a line stands.
type standing struct {
	here    bool
	rank    rank
	claim   Claim
	lasting bool
	held    bool
	since   time.Time
	over    error
	guest   guest
	people  people // on this server
}

// standing returns how the room stands.
func (b *broadcast) standing() standing {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := standing{here: b.here, rank: b.rank, claim: b.claim, lasting: b.lasting, held: b.wait != "", since: b.since, over: b.over}
	for k := range b.classes {
		s.guest.Here[k] = len(b.classes[k].followers)
	}
	s.guest.Ears, s.guest.Watch = len(b.ears), len(b.watch.watchers)
	s.people = people{here: b.followers + len(b.watch.watchers), seats: b.followers + len(b.ears)}
	return s
}

// act does what is due, and returns when to look again.
func (l *line) act(now time.Time) time.Time {
	s := l.b.standing()
	switch {
	case s.over != nil:
		return l.end(s, now)
	case s.here:
		if !l.home || l.rank != s.rank {
			l.arrive(s, now)
		}
		return l.actHost(s, now)
	}
	if l.home {
		l.depart()
	}
	return l.actVisit(s, now)
}

// hear acts upon what was heard.
func (l *line) hear(m heard, now time.Time) {
	switch {
	case m.asked:
		l.answered(m.data, now)
		return
	case m.about == subjectHere:
		l.welcome(m.data, now)
		return
	case m.about == subjectWhole:
		l.giveAll(m)
		return
	case m.about == subjectAsk:
		l.giveAnswer(m)
		return
	}
	c, err := unpack(m.data)
	if err != nil || c.rank.node == l.h.node {
		return
	}
	l.h.traffic.castsIn.Add(1)
	l.h.traffic.bytesIn.Add(int64(len(m.data)))
	if s := l.b.standing(); s.here && s.over == nil {
		l.contest(c, s, now)
		return
	}
	l.take(c, now)
}

// contest decides who of two has the presenter.
func (l *line) contest(c cast, s standing, now time.Time) {
	if c.kind != castBeat || c.rank.before(s.rank) {
		return // the other one will hear it
	}
	var theirs beat
	if !decode(c.body, &theirs) {
		return
	}
	if s.keeps(theirs, c.rank, now) {
		l.h.outrank(l.b, s.rank, c.rank)
		return
	}
	l.h.yield(l.b, s.rank, c.rank)
	if !l.b.standing().here {
		l.depart()
		l.take(c, now)
	}
}

// keeps reports whether a presenter here keeps the room, and not one on another server whose
// rank is higher. A page that comes back does not take the room from another one that has
// begun to present after the epoch that it knows. Else the younger one has it: the clocks
// differ.
func (s standing) keeps(theirs beat, r rank, now time.Time) bool {
	mine := s.claim
	switch {
	case mine.Page == theirs.Page: // or they do not tell
	case mine.Epoch > 0 && theirs.Known > 0 && mine.Epoch != theirs.Known: // both came back
		return mine.Epoch > theirs.Known
	case mine.Epoch == 0 && theirs.Known > 0 && theirs.Known < s.rank.epoch && !s.held:
		return true
	case theirs.Known == 0 && mine.Epoch > 0 && mine.Epoch < r.epoch && !theirs.Held:
		return false
	}
	return now.Sub(s.since).Milliseconds()+youngTime < theirs.Age
}

// outrank gives a presenter here a rank above another one.
func (h *Hall) outrank(b *broadcast, mine, theirs rank) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rank == mine {
		h.epoch = max(h.epoch, theirs.epoch) + 1
		b.rank.epoch = h.epoch
	}
}

// yield lets a room go whose presenter is on another server now.
func (h *Hall) yield(b *broadcast, mine, theirs rank) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.broadcasts[b.key] != b || !b.yield(mine, theirs) {
		return
	}
	h.letGo(b.key)
	h.sweep(b)
}

func (b *broadcast) yield(mine, theirs rank) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.rank != mine || !b.here {
		return false
	}
	b.tell()
	b.term++
	b.here, b.presenter, b.answer = false, nil, nil
	b.follow(theirs)
	return true
}

// follow lets the room follow a presenter elsewhere, of whom nothing is known yet.
func (b *broadcast) follow(r rank) {
	b.rank, b.since, b.elsewhere, b.cut = r, time.Now(), people{}, false
	b.generation++
	b.empty()
	b.wakeAll()
}

// plug connects a broadcast to other servers.
func (b *broadcast) plug(l *line) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.line = l
	b.nudge()
}

// unplug lets them go.
func (b *broadcast) unplug() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.line != nil {
		b.line.close()
		b.line = nil
	}
}

// remote reports whether the presenter is on another server, or was.
func (b *broadcast) remote() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return !b.here && b.rank.epoch > 0 && b.line != nil
}

// setWait says why followers wait for a presenter elsewhere; empty: they do not.
func (b *broadcast) setWait(why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.here || b.wait == why {
		return
	}
	b.wait = why
	if s := &b.newest[kindState]; why == "" && s.whole != nil {
		s.n += 2 // it says to those who wait that they do no more
	}
	if p := b.watch.told; why == "" && p != nil {
		b.watch.tell(p.cursor, time.Now())
	}
	b.wakeAll()
}

// hasCut notes whether other servers can be reached.
func (b *broadcast) hasCut(cut bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.cut != cut {
		b.cut = cut
		b.tell()
	}
}

// hasPeople notes who is elsewhere; by class where they want pictures drawn here.
func (b *broadcast) hasPeople(p people, classes [len(sizes)]int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.elsewhere != p {
		b.elsewhere = p
		b.tell()
	}
	for k, n := range classes {
		c := &b.classes[k]
		if !c.watched() && n > 0 && c.drawn != b.picture.n {
			c.letGo()
		}
		c.elsewhere = n
	}
	if b.here {
		b.drawOn()
	}
}

// end says to others that the broadcast is over, for a while.
func (l *line) end(s standing, now time.Time) time.Time {
	if l.host.overSince.IsZero() {
		l.host.overSince = now
	}
	if now.Sub(l.host.overSince) >= overTime {
		l.h.forget(l)
		return now
	}
	body := []byte(wire.Vacant)
	if errors.Is(s.over, ErrOver) {
		body = nil
	}
	l.cast(subjectSaid, cast{kind: castOver, rank: s.rank, body: body})
	return now.Add(beatTime)
}

// cast says something to other servers.
func (l *line) cast(about string, c cast) {
	data, err := c.pack()
	if err == nil {
		err = l.h.relay.Publish(subject(l.key, about), data)
	}
	if err != nil {
		l.h.traffic.failed.Add(1)
		return // a beat will tell
	}
	l.h.traffic.castsOut.Add(1)
	l.h.traffic.bytesOut.Add(int64(len(data)))
}
