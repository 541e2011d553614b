package hall

import (
	"context"
	"encoding/json"
	"time"

	"playground/web/wire"
)

// A visit is the line of a room whose presenter is on another server, or nowhere.
type visit struct {
	heardAt  time.Time // of the presenter's server; zero: never
	lost     bool      // it is silent for too long
	lasting  bool
	gathered uint64
	known    bool // how often the presenter had gathered is known

	words  [kindFrame]part
	run    wire.Run // with all events
	frames [len(sizes)]part
	stills [len(sizes)]*still // the last ones; nil: there is none

	told   guest     // who is here, as it was said last
	toldAt time.Time // and when

	asking bool      // for all; the answer has not come
	asked  int       // of which class
	askAt  time.Time // not again before
}

// A part is what is known of the casts of one kind and class.
type part struct {
	n       uint64 // of the last one
	missing bool   // some are
	heard   bool   // it is listened to
}

func decode(data []byte, to any) bool { return json.Unmarshal(data, to) == nil }

// actVisit says who is here, asks for what is missing, and notices that the presenter's
// server is gone.
func (l *line) actVisit(s standing, now time.Time) time.Time {
	v := &l.visit
	next := now.Add(time.Hour)
	if v.askAt.IsZero() { // perhaps somebody presents already
		v.askAt = now
		l.askAll(usual, now)
	}
	for k := range v.frames {
		l.hearClass(k, s.guest.Here[k] > 0)
	}
	if l.rank.epoch == 0 {
		return next
	}
	next = earlier(next, l.tellHere(s, now))
	next = earlier(next, l.checkQuiet(now))
	return earlier(next, l.askMissing(s, now))
}

// hearClass listens to the pictures of a class, or does so no longer.
func (l *line) hearClass(k int, want bool) {
	p := &l.visit.frames[k]
	switch {
	case want && !p.heard:
		*p = part{heard: true, missing: true}
		l.listen(castSubject(k))
	case !want && p.heard:
		*p = part{}
		l.visit.stills[k] = nil
		l.ignore(castSubject(k))
	}
}

// leaveClasses listens to no pictures any more.
func (l *line) leaveClasses() {
	for k := range l.visit.frames {
		l.hearClass(k, false)
	}
}

// tellHere says who is here: at once when it has changed, and every second.
func (l *line) tellHere(s standing, now time.Time) time.Time {
	v := &l.visit
	g := s.guest
	g.Node, g.Epoch = l.h.node, l.rank.epoch
	due := v.toldAt.Add(beatTime)
	if g != v.told {
		due = v.toldAt.Add(hereGap)
	} else if g.nobody() {
		return now.Add(time.Hour)
	}
	if now.Before(due) {
		return due
	}
	v.told, v.toldAt = g, now
	g.Leave = g.nobody()
	if data, err := json.Marshal(g); err == nil {
		if l.h.relay.Publish(subject(l.key, subjectHere), data) != nil {
			l.h.traffic.failed.Add(1)
		}
	}
	return now.Add(beatTime)
}

// checkQuiet lets followers wait if nothing is heard of the presenter's server, and go if
// nobody can come back.
func (l *line) checkQuiet(now time.Time) time.Time {
	v := &l.visit
	quiet, gone := v.heardAt.Add(quietTime), v.heardAt.Add(goneTime)
	if now.Before(quiet) {
		return quiet
	}
	if !v.lost {
		v.lost = true
		l.b.setWait(wire.Vacant)
	}
	switch {
	case v.lasting:
		return now.Add(time.Hour) // the presenter can come back at any time
	case now.Before(gone):
		return gone
	}
	l.h.bury(l.b, l.rank, ErrVacant)
	return now.Add(time.Hour)
}

// bury ends a room of a presenter elsewhere.
func (h *Hall) bury(b *broadcast, r rank, why error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := b.standing(); h.broadcasts[b.key] == b && !s.here && s.rank == r {
		h.end(b, why)
	}
}

// askMissing asks for all if something is missing.
func (l *line) askMissing(s standing, now time.Time) time.Time {
	v := &l.visit
	class, missing := usual, v.words[kindState].missing || v.words[kindRun].missing
	for k := range v.frames {
		p, last := &v.frames[k], v.stills[k]
		if p.heard && s.guest.Here[k] > 0 && !l.b.shows(k) { // it was let go, or cannot be completed
			p.missing = true
		}
		if p.missing || last != nil && last.isLong() {
			class, missing = k, true
		}
	}
	if !missing || v.asking || v.lost {
		return now.Add(time.Hour)
	}
	if now.Before(v.askAt) {
		return v.askAt
	}
	l.askAll(class, now)
	return now.Add(time.Hour) // the answer wakes
}

// shows reports whether there is a frame for a class.
func (b *broadcast) shows(k int) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.classes[k].frame.whole != nil
}

// askAll asks the presenter's server for all of a class.
func (l *line) askAll(class int, now time.Time) {
	v := &l.visit
	v.asking, v.asked, v.askAt = true, class, now.Add(askGap)
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), askTime)
		defer cancel()
		data, err := l.h.relay.Ask(ctx, subject(l.key, subjectWhole), []byte{byte(class)})
		if err != nil {
			data = nil
		}
		l.tell(heard{asked: true, data: data})
	}()
}

// answered takes the answer in.
func (l *line) answered(data []byte, now time.Time) {
	v := &l.visit
	if !v.asking {
		return
	}
	v.asking = false
	v.askAt = now.Add(askGap)
	if data == nil {
		return
	}
	l.h.traffic.bytesIn.Add(int64(len(data)))
	all, err := unpackAll(data)
	if err != nil || len(all) > kinds {
		l.h.traffic.failed.Add(1)
		return
	}
	var there [kinds]bool
	for _, c := range all {
		if c.rank.node != l.h.node && c.whole && c.kind < kinds {
			there[c.kind] = true
			l.take(c, now)
		}
	}
	v = &l.visit
	for kind := range v.words { // what was never said cannot be missing
		v.words[kind].missing = v.words[kind].missing && there[kind]
	}
	if v.frames[v.asked].missing {
		v.askAt = now.Add(beatTime) // it is not drawn yet, and will be cast
	}
}

// take takes a cast in.
func (l *line) take(c cast, now time.Time) {
	v := &l.visit
	if c.rank.before(l.rank) || l.home {
		return
	}
	if c.kind == castOver {
		l.takeOver(c)
		return
	}
	if l.rank.before(c.rank) {
		if !l.b.adopt(c.rank) {
			return
		}
		l.meet(c.rank)
		v = &l.visit
	}
	v.heardAt = now
	if v.lost {
		v.lost = false
		l.missAll()
	}
	switch c.kind {
	case castBeat:
		l.takeBeat(c)
	case castGather:
		l.takeGather(c.n)
	case castPlace:
		l.takePlace(c)
	case kindFrame:
		l.takeFrame(c, now)
	case kindState, kindRun:
		l.takeWords(c, now)
	}
}

// takeOver ends the room, if it was ever followed.
func (l *line) takeOver(c cast) {
	if l.rank.epoch == 0 {
		return
	}
	why := ErrOver
	if len(c.body) > 0 {
		why = ErrVacant
	}
	l.h.bury(l.b, l.rank, why)
}

// adopt lets the room follow a presenter elsewhere.
func (b *broadcast) adopt(r rank) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.here || b.over != nil || r.before(b.rank) {
		return false
	}
	b.follow(r)
	b.wait = ""
	return true
}

// meet begins to know a presenter elsewhere.
func (l *line) meet(r rank) {
	l.rank = r
	v := &l.visit
	next := visit{askAt: v.askAt, asking: v.asking, asked: v.asked}
	for k := range next.words {
		next.words[k].missing = true
	}
	for k, p := range v.frames {
		next.frames[k] = part{heard: p.heard, missing: p.heard}
	}
	l.visit = next
}

// missAll takes all that is known as old.
func (l *line) missAll() {
	v := &l.visit
	for k := range v.words {
		v.words[k].missing = true
	}
	for k := range v.frames {
		v.frames[k].missing = v.frames[k].heard
	}
	l.b.setWait("")
}

// takeBeat compares what was cast with what came.
func (l *line) takeBeat(c cast) {
	v := &l.visit
	var m beat
	if !decode(c.body, &m) {
		return
	}
	v.lasting = m.Lasting
	wait := ""
	if m.Held {
		wait = wire.Vacant
	}
	l.b.setWait(wait)
	own := v.told.followers()
	l.b.hasPeople(people{here: max(0, m.Here-own-v.told.Watch), seats: max(0, m.Taken-own-v.told.Ears)}, [len(sizes)]int{})
	for k := range v.words {
		l.compare(&v.words[k], m.Words[k])
	}
	for k := range v.frames {
		if v.frames[k].heard {
			l.compare(&v.frames[k], m.Frames[k])
		}
	}
	if !v.known {
		v.known, v.gathered = true, m.Gathered
		return
	}
	l.takeGather(m.Gathered)
}

// compare notes whether casts are missing up to the nth.
func (l *line) compare(p *part, n uint64) {
	if p.n < n && !p.missing {
		p.missing = true
		l.h.traffic.gaps.Add(1)
	}
}

// takePlace goes where the presenter is. Places are told again with every beat, so none is
// missed for long.
func (l *line) takePlace(c cast) {
	var m wire.Cursor
	if decode(c.body, &m) && m.Recipe != nil {
		m.Query, m.Recipe = *m.Recipe, nil
		l.b.goElsewhere(l.rank, m)
	}
}

// takeGather passes the presenter's call on.
func (l *line) takeGather(n uint64) {
	v := &l.visit
	if n <= v.gathered && v.known {
		return
	}
	v.gathered, v.known = n, true
	l.b.called()
}

func (b *broadcast) called() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gathered++
	b.wakeAll()
}

// fits reports whether a cast can be taken, and notes it.
func (l *line) fits(p *part, c cast) bool {
	switch {
	case c.n < p.n, c.n == p.n && !(c.whole && p.missing):
		return false // it is known, or old
	case !c.whole && (p.missing || c.n != p.n+1):
		if !p.missing {
			p.missing = true
			l.h.traffic.gaps.Add(1)
		}
		return false
	}
	p.n, p.missing = c.n, false
	return true
}

// takeWords takes a state or what is said of the run.
func (l *line) takeWords(c cast, now time.Time) {
	v := &l.visit
	if !l.fits(&v.words[c.kind], c) {
		return
	}
	body, err := c.plain()
	if err != nil {
		return
	}
	if c.kind == kindState {
		l.takeState(c, body, now)
		return
	}
	var m wire.Run
	if !decode(body, &m) {
		return
	}
	if m.Reset || c.whole {
		v.run = m
	} else {
		m.Events, m.Sizes = append(v.run.Events, m.Events...), v.run.Sizes+m.Sizes
		v.run = m
	}
	v.run.Reset = true
	whole := v.run
	whole.Events = whole.Events[:len(whole.Events):len(whole.Events)]
	l.b.put(l.rank, kindRun, c.whole, arrived(c, now), lazy(func() wire.Server { return &whole }, now))
}

// takeState takes a state. Those who have one already need no schema.
func (l *line) takeState(c cast, body []byte, now time.Time) {
	var m map[string]json.RawMessage
	var s gist
	if !decode(body, &m) || !decode(body, &s) {
		return
	}
	delete(m, "schema")
	next, err := json.Marshal(m)
	if err != nil {
		return
	}
	l.b.put(l.rank, kindState, false, encoded(next, now), arrived(c, now))
	l.b.noteElsewhere(l.rank, s, now)
}

// put publishes a message from elsewhere. What is not to be had without a message before
// that got lost, all get whole.
func (b *broadcast) put(r rank, kind int, whole bool, next, all *Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.here || b.rank != r {
		return
	}
	b.newest[kind] = publication{n: b.newest[kind].n + jump(whole), next: next, whole: all}
	b.wakeAll()
}

// jump is how far a number rises: further than by one if the message cannot be understood
// by what came before.
func jump(whole bool) uint64 {
	if whole {
		return 2
	}
	return 1
}

// noteElsewhere notes what the state of a presenter on another server says.
func (b *broadcast) noteElsewhere(r rank, s gist, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.here && b.rank == r {
		b.says(s, now)
	}
}

// takeFrame takes a frame of a class.
func (l *line) takeFrame(c cast, now time.Time) {
	v := &l.visit
	p := &v.frames[c.class]
	again := c.whole && c.n == p.n && !p.missing // what was cast as what has changed
	if !p.heard || !again && !l.fits(p, c) {
		return
	}
	last := &v.stills[c.class]
	if c.whole || *last == nil {
		*last = wholeStill(c)
	} else {
		*last = (*last).next(c)
	}
	s := *last
	all := attempt(func() (wire.Server, error) { return s.complete() }, now)
	if again {
		l.b.putWhole(l.rank, c, all)
		return
	}
	l.b.putFrame(l.rank, c, arrived(c, now), all)
}

// putWhole replaces the whole message of the last frame.
func (b *broadcast) putWhole(r rank, c cast, all *Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if k := &b.classes[c.class]; !b.here && b.rank == r && k.frame.frame == c.frame {
		k.frame.whole = all
		k.followers.wake()
	}
}

func (b *broadcast) putFrame(r rank, c cast, next, all *Message) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.here || b.rank != r {
		return
	}
	k := &b.classes[c.class]
	k.frame = publication{n: k.frame.n + jump(c.whole), frame: c.frame, next: next, whole: all}
	b.picture.frame = max(b.picture.frame, c.frame)
	k.followers.wake()
}

// spoiled lets a frame of a class go that cannot be completed. Another server is asked for it.
func (b *broadcast) spoiled(k int, n uint64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := &b.classes[k]; c.frame.n == n && !b.here {
		c.frame.whole = nil
		b.nudge()
	}
}
