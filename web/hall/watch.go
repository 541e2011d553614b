package hall

import (
	"bytes"
	"context"
	"sync"
	"time"

	"playground/web/wire"
)

// Those who watch by steps get no pictures. They are told where the presenter is, in a few
// bytes, and fetch what is shown there from addresses that never change. So any cache in
// front of the servers draws for them.

// watch is the class of those who watch by steps.
const watch = -2

// Times between two messages to those who watch.
const (
	placeTime = 250 * time.Millisecond
	runTime   = 500 * time.Millisecond // after one about another run, whose pictures are drawn first
)

// watching is what a broadcast knows of those who watch by steps.
type watching struct {
	watchers waiters
	newest   wire.Cursor // where the presenter is, as far as it can be told; no demo: nowhere
	told     *place      // nil: nothing
	asked    *Message    // the question that is asked; nil: none is
	next     time.Time   // nothing is told before
	alarm    bool        // it is told by itself then
}

// A place is where the presenter is. It is written once for all who have pictures of the
// same size and speak the same language.
type place struct {
	cursor wire.Cursor
	at     time.Time

	mu     sync.Mutex
	places map[dialect]*directions
}

type dialect struct {
	class int
	lang  string
}

// Directions are how to get to a place.
type directions struct {
	run   string   // the hash of its frames' addresses
	whole *Message // with the recipe
	short *Message // for those who have the recipe
}

// goTo notes where the presenter is, and tells it a few times a second.
func (b *broadcast) goTo(term uint64, c wire.Cursor) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term == term {
		b.watch.newest = c
		b.tellPlace()
	}
}

// goElsewhere notes where a presenter on another server is.
func (b *broadcast) goElsewhere(r rank, c wire.Cursor) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.here && b.rank == r {
		b.watch.newest = c
		b.tellPlace()
	}
}

// tellPlace tells those who watch where the presenter is, now or as soon as may be.
func (b *broadcast) tellPlace() {
	w := &b.watch
	if b.over != nil || w.newest.Demo == "" || w.told != nil && w.told.cursor == w.newest {
		return
	}
	now := time.Now()
	if wait := w.next.Sub(now); wait > 0 {
		b.later(&w.alarm, wait, b.tellPlace)
		return
	}
	w.next = now.Add(placeTime)
	if w.told == nil || w.told.cursor.Demo != w.newest.Demo || w.told.cursor.Query != w.newest.Query {
		w.next = now.Add(runTime)
	}
	w.tell(w.newest, now)
	b.nudge()
}

// tell tells a place to all who watch.
func (w *watching) tell(c wire.Cursor, now time.Time) {
	w.told = &place{cursor: c, at: now, places: map[dialect]*directions{}}
	w.watchers.wake()
}

// ask tells those who watch what is asked, or that nothing is, if that is news. Both may be
// nil.
func (w *watching) ask(a *wire.Asking, p *wire.Poll, now time.Time) error {
	var asked *Message
	if a != nil || p != nil {
		data, err := wire.Encode(&wire.Asked{Asking: a, Poll: p})
		if err != nil {
			return err
		}
		asked = encoded(data, now)
	}
	if asked == nil && w.asked == nil || asked != nil && w.asked != nil && bytes.Equal(asked.data, w.asked.data) {
		return nil
	}
	w.asked = asked
	w.watchers.wake()
	return nil
}

// nowhere forgets where the presenter was. The next place is told, even if it is the same.
func (w *watching) nowhere() { w.newest, w.told = wire.Cursor{}, nil }

// to returns how to get to a place for pictures of a class in a language.
func (p *place) to(d dialect, frames func(demo, query string, class int) string) *directions {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.places[d]; ok {
		return known
	}
	whole := p.cursor
	whole.Run, whole.Class, whole.Lang = frames(p.cursor.Demo, p.cursor.Query, d.class), d.class, d.lang
	whole.Recipe = &whole.Query
	short := whole
	short.Recipe, short.Lang = nil, ""
	out := &directions{
		run:   whole.Run,
		whole: lazy(func() wire.Server { return &whole }, p.at),
		short: lazy(func() wire.Server { return &short }, p.at),
	}
	p.places[d] = out
	return out
}

// lead tells a follower who watches where the presenter is, if that is news. It reports
// false if it is not.
func (f *follower) lead(ctx context.Context, p *place) (bool, error) {
	if p == nil || p == f.place && f.fits == f.led {
		return false, nil
	}
	way := p.to(dialect{f.fits, f.cfg.Lang}, f.cfg.Frames)
	msg := way.whole
	if way.run == f.run {
		msg = way.short
	}
	if err := f.hand(ctx, msg); err != nil {
		return false, err
	}
	f.place, f.led, f.run = p, f.fits, way.run
	return true, nil
}

// ask tells a follower who watches what is asked, or that nothing is any more.
func (f *follower) ask(ctx context.Context, asked *Message) error {
	f.asked = asked
	if asked == nil {
		return f.say(ctx, &wire.Asked{})
	}
	return f.hand(ctx, asked)
}
