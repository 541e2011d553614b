package session

import (
	"time"

	"playground/algos"
	"playground/web/record"
)

// defaultRate is the speed that a workbench starts with, in steps a second.
const defaultRate = 8

const (
	settleTime = 100 * time.Millisecond // how long the picture waits for the step that it is to show
	growTime   = 200 * time.Millisecond // then the newest step is shown so often
	maxDue     = 64                     // steps that are made up for after a pause of the machine
)

// A transport is where the cursor stands in a run and where it goes. It knows the
// recording and the time only from its callers, and it draws and sends nothing.
// Its methods return what is due for that.
type transport struct {
	cursor  int  // the step that is shown
	place   int  // the step that was asked for, [algos.Last] for the end: kept over edits
	opens   int  // where the run opens if the place is [algos.Midway], see [record.Recorder.Opening]
	opening bool // the reader has not moved the cursor since the recipe was opened
	goal    goal // where the cursor is going, while that is not recorded
	play    play
}

// A goalKind says what the cursor is waiting for.
type goalKind int

const (
	nowhere goalKind = iota
	toEnd
	toStep  // step n
	toOpen  // where the run opens
	toward  // n steps of a size ahead
	toEvent // the next event of a kind
)

// A goal is where the cursor is going. It is reached as soon as the recording has
// got so far.
type goal struct {
	kind  goalKind
	n     int
	size  algos.Size
	event string
	// Until a far goal is reached, the newest step is shown from this time on.
	show time.Time
}

// play says how the run is played.
type play struct {
	on    bool
	rate  float64 // steps a second
	size  algos.Size
	next  time.Time // of the next step
	until string    // the kind of event to stop at, anyEvent for all; empty: none
	loop  *[2]int   // plays between these steps, over and over; nil: it does not
}

// anyEvent stands for events of every kind.
const anyEvent = "*"

// An effect is what is due after the transport has changed.
type effect struct {
	picture    bool // of the step at the cursor
	state      bool // at once
	stateLater bool // it may wait for further moves of the cursor
}

// and returns both of two effects.
func (e effect) and(f effect) effect {
	return effect{e.picture || f.picture, e.state || f.state, e.stateLater || f.stateLater}
}

// newTransport returns the transport of a recipe that is opened at a step, which the
// reader asked for or not.
func newTransport(step int, opening bool) transport {
	t := transport{place: step, opening: opening, play: play{rate: defaultRate, size: algos.Normal}}
	if opening && step != 0 && step != algos.Last {
		t.begin(step)
	}
	return t
}

// begin lets the run that starts next open where something is to come, at best at that
// step; or else at the start.
func (t *transport) begin(step int) {
	if step == 0 {
		t.place, t.opening = 0, false
		return
	}
	t.place, t.opens = algos.Midway, step
}

func (p play) interval() time.Duration { return time.Duration(float64(time.Second) / p.rate) }

// stop returns the first step after n, and not after m, with an event to stop at.
func (p play) stop(rec *record.Recorder, n, m int) (int, bool) {
	if !p.on || p.until == "" {
		return 0, false
	}
	kind := p.until
	if kind == anyEvent {
		kind = ""
	}
	at, ok := rec.NextEvent(n, kind)
	return at, ok && at <= m
}

// loops reports whether playing goes on from step n, the last one, at the start of
// a loop.
func (p play) loops(n int) bool { return p.loop != nil && p.loop[0] < n }

// start begins to play, or changes how the run is played.
func (t *transport) start(rec *record.Recorder, p play, now time.Time) effect {
	if t.goal.kind != toStep {
		t.goal = goal{}
	}
	before := t.play
	p.on, p.next = true, before.next
	t.play = p
	due := effect{state: true}
	switch l := p.loop; {
	case l != nil && (t.cursor < l[0] || t.cursor >= l[1] || t.atEnd(rec)) && l[0] < rec.Len():
		due = due.and(t.arrive(l[0]))
	case t.atEnd(rec):
		due = due.and(t.arrive(0)) // from the end it starts over
	}
	// A change of speed takes effect with the next step at the latest.
	if next := now.Add(p.interval()); !before.on || next.Before(p.next) {
		t.play.next = next
	}
	return due
}

// pause ends playing. If nothing plays, it ends waiting for a place that is not
// recorded yet, and the cursor stays at the step that is shown.
func (t *transport) pause() effect {
	due := effect{state: true}
	switch {
	case t.goal.kind == toward:
		t.goal = goal{}
	case !t.play.on && t.goal.kind != nowhere:
		t.goal = goal{}
		due = due.and(t.arrive(t.cursor))
	}
	t.play.on = false
	return due
}

// step goes some steps of a size forwards, or backwards if by is negative. It ends
// playing.
func (t *transport) step(rec *record.Recorder, by int, size algos.Size) effect {
	var due effect
	if t.play.on {
		due = t.pause()
	}
	if by > 0 {
		if t.goal.kind == toward && t.goal.size == size {
			by += t.goal.n
		}
		t.goal = goal{kind: toward, n: by, size: size}
		return due
	}
	// Steps forwards that are still waited for are taken back first.
	if t.goal.kind == toward && t.goal.size == size {
		if by += t.goal.n; by > 0 {
			t.goal.n = by
			return due
		}
	}
	t.goal = goal{}
	n := t.cursor
	for range -by {
		n = rec.Back(n, size)
	}
	return due.and(t.arrive(n))
}

// seek goes to a step, or to the end with [algos.Last].
func (t *transport) seek(step int, now time.Time) {
	t.opening = false
	t.head(step, now)
}

// head goes to a place without the reader's doing.
func (t *transport) head(step int, now time.Time) {
	t.place = step
	t.goal = goal{kind: toStep, n: step, show: now.Add(settleTime)}
	switch step {
	case algos.Last:
		t.goal.kind = toEnd
	case algos.Midway:
		t.goal.kind = toOpen
	}
}

// seekNext goes to the next event of a kind, or of any kind if it is empty.
func (t *transport) seekNext(event string) { t.goal = goal{kind: toEvent, event: event} }

// seekPrev goes to the last event of a kind before the cursor.
func (t *transport) seekPrev(rec *record.Recorder, event string) effect {
	t.goal = goal{}
	if n, ok := rec.PrevEvent(t.cursor, event); ok {
		return t.arrive(n)
	}
	return effect{}
}

// restart goes back to step 0 of a run that starts over, and then to the place
// that was shown in the run before. That run may be nil.
func (t *transport) restart(before *record.Recorder, now time.Time) {
	place := t.settled(before)
	t.cursor = 0
	t.head(place, now)
}

// settled is the place to keep when the run starts over. A cursor at the end stays
// at the end. A place beyond a run that has become shorter is not forgotten.
func (t *transport) settled(rec *record.Recorder) int {
	if rec != nil && t.atEnd(rec) && t.place == t.cursor && t.cursor > 0 {
		return algos.Last
	}
	return t.place
}

// atEnd reports whether the cursor is at the end of a run that is known.
func (t *transport) atEnd(rec *record.Recorder) bool {
	return rec.Complete() && t.cursor == rec.Len()-1
}

// arrive moves the cursor to a recorded step, and remembers it as the place to
// keep.
func (t *transport) arrive(n int) effect {
	due := t.show(n)
	t.place, t.opening = n, false
	return due
}

// show moves the cursor without changing the place to keep. While playing, frames
// say where the cursor is, and no state is due.
func (t *transport) show(n int) effect {
	due := effect{picture: true, stateLater: n != t.cursor && !t.play.on}
	t.cursor = n
	return due
}

// tick takes the steps that are due when playing, whether they can be drawn or
// not.
func (t *transport) tick(now time.Time) {
	if !t.play.on || now.Before(t.play.next) {
		return
	}
	interval := t.play.interval()
	n := 1 + int(now.Sub(t.play.next)/interval)
	t.play.next = t.play.next.Add(time.Duration(n) * interval)
	if t.goal.kind == nowhere { // else the recording is behind: wait for it
		t.goal = goal{kind: toward, n: min(n, maxDue), size: t.play.size}
	}
}

// resolve moves the cursor towards its goal as far as the run is recorded.
func (t *transport) resolve(rec *record.Recorder, now time.Time) effect {
	var due effect
	switch t.goal.kind {
	case nowhere:
		return due
	case toEnd, toStep:
		due = t.resolvePlace(rec, now)
	case toOpen:
		due = t.resolveOpening(rec, now)
	case toward:
		due = t.resolveToward(rec)
	case toEvent:
		n, ok := rec.NextEvent(t.cursor, t.goal.event)
		if ok {
			due = t.arrive(n)
		}
		if ok || rec.Complete() {
			t.goal = goal{}
		}
	}
	if t.play.on && t.goal.kind == nowhere && t.atEnd(rec) && !t.play.loops(t.cursor) {
		t.play.on = false
		due.state = true
	}
	return due
}

// resolvePlace shows the step of the goal if it is recorded. Before that, it shows
// the newest step every now and then.
func (t *transport) resolvePlace(rec *record.Recorder, now time.Time) effect {
	last := rec.Len() - 1
	switch {
	case t.goal.kind == toStep && t.goal.n <= last:
		last = t.goal.n
		t.goal = goal{}
	case rec.Complete():
		t.goal = goal{}
	case now.Before(t.goal.show):
		return effect{}
	default:
		t.goal.show = now.Add(growTime)
	}
	return t.show(last)
}

// resolveOpening shows where the run opens, as far as that is known. From then on this
// is a place like others.
func (t *transport) resolveOpening(rec *record.Recorder, now time.Time) effect {
	n, known := rec.Opening(t.opens)
	switch {
	case known:
		t.goal, t.place = goal{}, n
	case now.Before(t.goal.show):
		return effect{}
	default:
		t.goal.show = now.Add(growTime)
	}
	return t.show(n)
}

// resolveToward takes as many of the goal's steps as are recorded.
func (t *transport) resolveToward(rec *record.Recorder) effect {
	var due effect
	n := t.cursor
	for t.goal.n > 0 {
		m, ok := t.ahead(rec, n)
		if !ok {
			break
		}
		if at, ok := t.play.stop(rec, n, m); ok {
			n = at
			t.play.on = false
			due.state = true
			t.goal.n = 0
			break
		}
		if m == n { // the end
			t.goal.n = 0
			break
		}
		n = m
		t.goal.n--
	}
	if n != t.cursor {
		due = due.and(t.arrive(n))
	}
	if t.goal.n == 0 {
		t.goal = goal{}
	}
	return due
}

// next returns where the cursor goes next while the run plays. It reports false if it goes
// elsewhere or nowhere.
func (t transport) next(rec *record.Recorder) (int, bool) {
	if !t.play.on || t.goal.kind != nowhere {
		return 0, false
	}
	from := t.cursor
	t.goal = goal{kind: toward, n: 1, size: t.play.size}
	t.resolveToward(rec)
	return t.cursor, t.cursor != from
}

// ahead returns where the cursor goes from step n. It reports false while that
// place is not recorded yet.
func (t *transport) ahead(rec *record.Recorder, n int) (int, bool) {
	m, ok := rec.Forward(n, t.goal.size)
	loop, last := t.play.loop, rec.Len()-1
	if !t.play.on || loop == nil {
		return m, ok
	}
	start, end := loop[0], loop[1]
	switch {
	case n >= end && start <= last, ok && m == n && start < n:
		return start, true
	case n < end && end <= last && (!ok || m > end):
		return end, true
	}
	return m, ok
}
