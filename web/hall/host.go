package hall

import (
	"encoding/json"
	"maps"
	"strconv"
	"time"

	"playground/web/wire"
)

// A host is the line of a room whose presenter is here.
type host struct {
	beatAt    time.Time
	held      bool              // as the last beat said
	words     [kindFrame]uint64 // what was cast
	frames    [len(sizes)]uint64
	framesAt  [len(sizes)]time.Time // when the last frame of each class was cast
	gathered  uint64
	place     *place // that was cast last
	guests    map[uint64]*present
	overSince time.Time
}

// Present are those on another server.
type present struct {
	guest
	at time.Time // when they were last heard of
}

// maxGuests bounds the servers that follow one room.
const maxGuests = 1000

// arrive begins to speak for a presenter who is here.
func (l *line) arrive(s standing, now time.Time) {
	l.rank = s.rank
	guests := l.host.guests
	if !l.home {
		guests = map[uint64]*present{}
		l.leaveClasses()
		l.b.hasPeople(people{}, [len(sizes)]int{}) // those who follow elsewhere will say so
		for _, about := range hostSubjects {
			l.listen(about)
		}
	}
	l.home = true
	l.host = host{guests: guests, gathered: l.b.look(0).gathered}
	l.beat(s, now)
}

// hostSubjects are what is said to the server that has the presenter.
var hostSubjects = []string{subjectHere, subjectWhole, subjectAsk}

// depart ceases to: the presenter is elsewhere, or gone.
func (l *line) depart() {
	for _, about := range hostSubjects {
		l.ignore(about)
	}
	l.b.hasPeople(people{}, [len(sizes)]int{})
	l.home, l.rank, l.host, l.visit = false, rank{}, host{}, visit{}
}

// actHost casts what is new, and beats.
func (l *line) actHost(s standing, now time.Time) time.Time {
	cast, next := l.castNews(now)
	if tail := now.Add(tailTime); cast && tail.Before(l.host.beatAt) {
		l.host.beatAt = tail
	}
	if !now.Before(l.host.beatAt) || s.held != l.host.held {
		l.expire(now)
		l.beat(s, now)
		l.host.place = nil // the last one may have got lost
	}
	if l.host.beatAt.Before(next) {
		return l.host.beatAt
	}
	return next
}

// castNews casts what was not cast yet. It reports whether there was something, and when
// there may be more. As a follower does, it leaves out what is not the newest.
func (l *line) castNews(now time.Time) (bool, time.Time) {
	h, any, next := &l.host, false, now.Add(time.Hour)
	s := l.b.look(0)
	for kind := range kindFrame {
		p := s.newest[kind]
		if len(h.guests) == 0 {
			h.words[kind] = 0 // the next one is whole
			continue
		}
		if p.n == h.words[kind] || p.whole == nil {
			continue
		}
		l.castMessage(subjectSaid, cast{kind: kind, whole: kind == kindState || h.words[kind] == 0 || p.n != h.words[kind]+1}, p)
		h.words[kind], any = p.n, true
	}
	if s.gathered != h.gathered {
		h.gathered = s.gathered
		l.cast(subjectSaid, cast{kind: castGather, rank: l.rank, n: h.gathered})
	}
	l.castPlace()
	for k, n := range l.elsewhere() {
		p := l.b.look(k).newest[kindFrame]
		switch wait := h.framesAt[k].Add(castGap); {
		case n == 0:
			h.frames[k] = 0 // the next one there is whole
		case p.n == h.frames[k] || p.whole == nil:
		case now.Before(wait):
			next = earlier(next, wait)
		default:
			l.castMessage(castSubject(k), cast{kind: kindFrame, class: k, whole: h.frames[k] == 0 || p.n != h.frames[k]+1}, p)
			h.frames[k], h.framesAt[k], any = p.n, now, true
		}
	}
	return any, next
}

// castPlace says where the presenter is, if somebody elsewhere watches by steps.
func (l *line) castPlace() {
	p := l.b.look(watch).place
	watched := false
	for _, g := range l.host.guests {
		watched = watched || g.Watch > 0
	}
	if p == nil || p == l.host.place || !watched {
		return
	}
	c := p.cursor
	c.Recipe = &c.Query
	body, err := wire.Encode(&c)
	if err != nil {
		l.h.traffic.failed.Add(1)
		return
	}
	l.cast(subjectSaid, cast{kind: castPlace, rank: l.rank, body: body})
	l.host.place = p
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// castSubject is what is said of the pictures of a class.
func castSubject(class int) string { return subjectCast + strconv.Itoa(class) }

// castMessage casts a message to followers.
func (l *line) castMessage(about string, c cast, p publication) {
	c, err := l.filled(c, p)
	if err != nil {
		l.h.traffic.failed.Add(1)
		return
	}
	l.cast(about, c)
}

// filled returns a cast with a message.
func (l *line) filled(c cast, p publication) (cast, error) {
	m := p.next
	if c.whole {
		m = p.whole
	}
	c.rank, c.n, c.frame = l.rank, p.n, p.frame
	payload, isDeflated, err := m.Payload(true)
	if isDeflated {
		c.packed = payload
	} else {
		c.body = payload
	}
	return c, err
}

// beat says how the room stands.
func (l *line) beat(s standing, now time.Time) {
	h := &l.host
	h.beatAt, h.held = now.Add(beatTime), s.held
	l.b.hasCut(l.h.relay.Cut())
	there := l.there()
	body, err := json.Marshal(beat{
		Age: now.Sub(s.since).Milliseconds(), Known: s.claim.Epoch, Page: s.claim.Page, Here: s.people.here + there.here, Taken: s.people.seats + there.seats,
		Held: s.held, Lasting: s.lasting, Gathered: h.gathered, Words: h.words, Frames: h.frames,
	})
	if err != nil {
		return // it is all numbers
	}
	l.cast(subjectSaid, cast{kind: castBeat, rank: l.rank, body: body})
}

// welcome notes who is on another server.
func (l *line) welcome(data []byte, now time.Time) {
	g, err := readGuest(data)
	if err != nil || g.Node == l.h.node || !l.home {
		return
	}
	switch {
	case g.Leave:
		delete(l.host.guests, g.Node)
	case l.host.guests[g.Node] == nil && len(l.host.guests) >= maxGuests:
		return
	default:
		if was := l.host.guests[g.Node]; g.Watch > 0 && (was == nil || was.Watch == 0) {
			l.host.place = nil // it is told where the presenter is
		}
		l.host.guests[g.Node] = &present{g, now}
	}
	if g.Epoch > l.rank.epoch { // the clock of the server that had the presenter before is ahead
		l.h.outrank(l.b, l.rank, rank{epoch: g.Epoch})
	}
	l.b.hasPeople(l.there(), l.elsewhere())
}

// expire forgets servers that say nothing any more.
func (l *line) expire(now time.Time) {
	maps.DeleteFunc(l.host.guests, func(_ uint64, g *present) bool { return now.Sub(g.at) >= quietTime })
	l.b.hasPeople(l.there(), l.elsewhere())
}

// there are all who are on other servers.
func (l *line) there() people {
	var p people
	for _, g := range l.host.guests {
		n := g.followers()
		p.here += n + g.Watch
		p.seats += n + g.Ears
	}
	return p
}

// elsewhere is how many of each class are on other servers.
func (l *line) elsewhere() [len(sizes)]int {
	var all [len(sizes)]int
	for _, g := range l.host.guests {
		for k, n := range g.Here {
			all[k] += n
		}
	}
	return all
}

// giveAll answers a server that wants all of a class at once. What is not drawn yet is left
// out: it will be cast.
func (l *line) giveAll(m heard) {
	if m.answer == nil || !l.home || len(m.data) != 1 || int(m.data[0]) >= len(sizes) {
		return
	}
	k := int(m.data[0])
	var all []cast
	for kind, p := range l.b.look(k).newest {
		if p.whole == nil {
			continue
		}
		c := cast{kind: kind, whole: true}
		if kind == kindFrame {
			c.class = k
		}
		c, err := l.filled(c, p)
		if err != nil {
			return
		}
		all = append(all, c)
	}
	data, err := packAll(all)
	if err != nil {
		l.h.traffic.failed.Add(1)
		return
	}
	l.h.traffic.wholes.Add(1)
	l.h.traffic.bytesOut.Add(int64(len(data)))
	m.answer(data)
}
