package session

import (
	"time"

	"playground/algos"
	"playground/web/record"
	"playground/web/wire"
)

// defaultRate is the speed that a workbench starts with, in steps a second.
const defaultRate = 8

// A goalKind says what the cursor is waiting for.
type goalKind int

const (
	nowhere goalKind = iota
	toEnd
	toStep  // step n
	toward  // n steps of a size ahead
	toEvent // the next event of a kind
)

// A goal is where the cursor is going. It is reached as soon as the recording
// has got so far.
type goal struct {
	kind  goalKind
	n     int
	size  algos.Size
	event string
	// Until a far goal is reached, the newest step is shown from this time on.
	show time.Time
}

// play is the state of the transport.
type play struct {
	on    bool
	rate  float64 // steps a second
	size  algos.Size
	next  time.Time // of the next step
	until string    // the kind of event to stop at, anyEvent for all; empty: none
	loop  *[2]int   // plays between these steps, over and over
}

// anyEvent stands for events of every kind.
const anyEvent = "*"

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

// loops reports whether playing goes on from step n, the last one, at the start
// of a loop.
func (p play) loops(n int) bool { return p.loop != nil && p.loop[0] < n }

func (p play) interval() time.Duration { return time.Duration(float64(time.Second) / p.rate) }

var sizes = map[string]algos.Size{"small": algos.Micro, "step": algos.Normal, "pass": algos.Pass}

func sizeName(s algos.Size) string { return wire.Sizes[s] }

func (s *session) start(m wire.Client, now time.Time) error {
	if limit := s.cfg.Limits.Rate; m.Rate > limit {
		return wire.Refuse(wire.Limit, "rate", "at most %g steps a second", limit)
	}
	if s.goal.kind != toStep {
		s.goal = goal{}
	}
	wasOn := s.play.on
	s.play = play{on: true, rate: m.Rate, size: sizes[m.Size], next: s.play.next, until: m.Until, loop: m.Loop}
	switch l := s.play.loop; {
	case l != nil && (s.cursor < l[0] || s.cursor >= l[1] || s.atEnd()) && l[0] < s.rec.Len():
		s.arrive(l[0], now)
	case s.atEnd():
		s.arrive(0, now) // from the end it starts over
	}
	// A change of speed takes effect with the next step at the latest.
	if due := now.Add(s.play.interval()); !wasOn || due.Before(s.play.next) {
		s.play.next = due
	}
	s.out.stateBy(now, false)
	return nil
}

// pause ends playing. Where nothing plays, it ends waiting for a place that is
// not recorded yet, and stays at the step that is shown.
func (s *session) pause(now time.Time) {
	switch {
	case s.goal.kind == toward:
		s.goal = goal{}
	case !s.play.on && s.goal.kind != nowhere:
		s.goal = goal{}
		s.arrive(s.cursor, now)
	}
	s.play.on = false
	s.out.stateBy(now, false)
}

func (s *session) step(m wire.Client, now time.Time) {
	if s.play.on {
		s.pause(now)
	}
	size := sizes[m.Size]
	if m.By > 0 {
		n := m.By
		if s.goal.kind == toward && s.goal.size == size {
			n += s.goal.n
		}
		s.goal = goal{kind: toward, n: n, size: size}
		return
	}
	s.goal = goal{}
	n := s.cursor
	for range -m.By {
		n = s.rec.Back(n, size)
	}
	s.arrive(n, now)
}

func (s *session) seek(m wire.Client, now time.Time) {
	switch {
	case m.Step != nil:
		s.place = *m.Step
		s.goal = goal{kind: toStep, n: *m.Step, show: now.Add(settleTime)}
	case m.To == "start":
		s.place = 0
		s.goal = goal{kind: toStep, show: now.Add(settleTime)}
	case m.To == "end":
		s.place = algos.Last
		s.goal = goal{kind: toEnd, show: now.Add(settleTime)}
	case m.To == "next":
		s.goal = goal{kind: toEvent, event: m.Event}
	case m.To == "prev":
		s.goal = goal{}
		if n, ok := s.rec.PrevEvent(s.cursor, m.Event); ok {
			s.arrive(n, now)
		}
	}
}

// keep sets the goal to the place that was shown before the run started over.
func (s *session) keep(now time.Time) {
	s.goal = goal{kind: toStep, n: s.place, show: now.Add(settleTime)}
	if s.place == algos.Last {
		s.goal.kind = toEnd
	}
}

// atEnd reports whether the cursor is at the end of a run that is known.
func (s *session) atEnd() bool { return s.rec.Complete() && s.cursor == s.rec.Len()-1 }

// arrive moves the cursor to a recorded step, and remembers it as the place to
// keep.
func (s *session) arrive(n int, now time.Time) {
	s.show(n, now)
	s.place = n
}

// settled is the place to keep when the run starts over: whoever is at the end
// stays there. A place beyond a run that has become shorter is not forgotten.
func (s *session) settled() int {
	if s.rec != nil && s.atEnd() && s.place == s.cursor && s.cursor > 0 {
		return algos.Last
	}
	return s.place
}

// show moves the cursor without changing the place to keep.
func (s *session) show(n int, now time.Time) {
	if n != s.cursor && !s.play.on { // playing is followed by its frames
		s.out.stateBy(now, true)
	}
	s.cursor = n
	s.touch()
}

// touch asks for a new picture.
func (s *session) touch() {
	if s.rec == nil {
		return
	}
	if s.out.dirty {
		s.cfg.Meter.FrameSkipped()
	}
	s.out.dirty = true
}

// tick takes the steps that are due when playing, whether they can be drawn or
// not.
func (s *session) tick(now time.Time) {
	if !s.play.on || s.rec == nil || now.Before(s.play.next) {
		return
	}
	interval := s.play.interval()
	due := 1 + int(now.Sub(s.play.next)/interval)
	s.play.next = s.play.next.Add(time.Duration(due) * interval)
	if s.goal.kind == nowhere { // else the recording is behind: wait for it
		s.goal = goal{kind: toward, n: min(due, maxDue), size: s.play.size}
	}
}

// maxDue bounds how many steps are made up for after a pause of the machine.
const maxDue = 64

// resolve moves the cursor towards its goal as far as the run is recorded.
func (s *session) resolve(now time.Time) {
	if s.rec == nil || s.stale {
		return
	}
	switch s.goal.kind {
	case nowhere:
		return
	case toEnd, toStep:
		s.resolvePlace(now)
	case toward:
		s.resolveToward(now)
	case toEvent:
		n, ok := s.rec.NextEvent(s.cursor, s.goal.event)
		if ok {
			s.arrive(n, now)
		}
		if ok || s.rec.Complete() {
			s.goal = goal{}
		}
	}
	if s.play.on && s.goal.kind == nowhere && s.atEnd() && !s.play.loops(s.cursor) {
		s.play.on = false
		s.out.stateBy(now, false)
	}
}

func (s *session) resolvePlace(now time.Time) {
	last := s.rec.Len() - 1
	switch {
	case s.goal.kind == toStep && s.goal.n <= last:
		s.goal, last = goal{}, s.goal.n
	case s.rec.Complete():
		s.goal = goal{}
	case now.Before(s.goal.show):
		return
	default:
		s.goal.show = now.Add(followTime)
	}
	s.show(last, now)
}

// ahead returns where the cursor goes from step n. It reports false while that
// place is not recorded yet.
func (s *session) ahead(n int) (int, bool) {
	m, ok := s.rec.Forward(n, s.goal.size)
	loop, last := s.play.loop, s.rec.Len()-1
	if !s.play.on || loop == nil {
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

func (s *session) resolveToward(now time.Time) {
	n := s.cursor
	for s.goal.n > 0 {
		m, ok := s.ahead(n)
		if !ok {
			break
		}
		if at, ok := s.play.stop(s.rec, n, m); ok {
			n = at
			s.play.on = false
			s.out.stateBy(now, false)
			s.goal.n = 0
			break
		}
		if m == n { // the end
			s.goal.n = 0
			break
		}
		n = m
		s.goal.n--
	}
	if n != s.cursor {
		s.arrive(n, now)
	}
	if s.goal.n == 0 {
		s.goal = goal{}
	}
}
