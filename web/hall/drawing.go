package hall

import (
	"context"
	"time"

	"playground/web/wire"
)

// Draw draws what the presenter shows at the sizes of a view, whole. It is called
// from a goroutine of the broadcast, and may wait for its turn to compute. What is drawn in
// advance is asked for again when it is shown.
type Draw func(ctx context.Context, v wire.View) (*wire.Frame, error)

// A picture is what the presenter shows. It is drawn once for every class that has
// followers.
type picture struct {
	n     uint64 // counts the pictures; 0: none yet
	frame uint64 // its id
	draw  Draw
	at    time.Time
	plays bool // the next one comes by itself
}

// A coming picture is drawn in advance, while there is nothing else to draw. What was
// drawn is left to the function that draws: it remembers it.
type coming struct {
	draw Draw // nil: there is none, or it is drawn
	turn int  // the class to draw for next
}

// show replaces the picture. What nobody looks at any more is let go.
func (b *broadcast) show(term, frame uint64, draw Draw, plays bool, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term != term {
		return
	}
	b.picture = picture{b.picture.n + 1, frame, draw, now, plays}
	b.coming = coming{}
	for k := range b.classes {
		if c := &b.classes[k]; !c.watched() {
			c.letGo()
		}
	}
	b.drawOn()
}

// prepare draws a picture in advance that comes at a time, unless it will be too early then.
func (b *broadcast) prepare(term uint64, draw Draw, at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.term != term || b.pace > 0 && at.Before(b.next) {
		return
	}
	b.coming = coming{draw: draw}
	b.drawOn()
}

// letGo lets the frame go: it shows what is not shown any more.
func (c *class) letGo() {
	c.frame = publication{n: c.frame.n}
	c.sent.Forget()
}

// drawOn starts to draw, if there is something to draw and nobody does.
func (b *broadcast) drawOn() {
	_, due := b.due()
	if (due || b.coming.draw != nil) && !b.drawing {
		b.drawing = true
		go b.drawAll()
	}
}

// due returns the next class that waits for the newest picture. The classes take
// turns, so that none waits for ever where pictures come faster than they are drawn.
func (b *broadcast) due() (int, bool) {
	if b.over != nil || b.picture.n <= b.before || b.early() {
		return 0, false
	}
	for i := range b.classes {
		k := (b.turn + i) % len(b.classes)
		if c := &b.classes[k]; c.watched() && c.drawn != b.picture.n {
			return k, true
		}
	}
	return 0, false
}

// early reports whether the newest picture is of a run that plays faster than it is shown.
// Then drawing goes on by itself later.
func (b *broadcast) early() bool {
	if b.pace == 0 || !b.picture.plays || b.picture.n == b.begun {
		return false
	}
	wait := time.Until(b.next)
	if wait > 0 {
		b.later(&b.alarm, wait, b.drawOn)
	}
	return wait > 0
}

// later does something in a while, unless the alarm for it is set already.
func (b *broadcast) later(alarm *bool, wait time.Duration, do func()) {
	if *alarm {
		return
	}
	*alarm = true
	time.AfterFunc(wait, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		*alarm = false
		do()
	})
}

// ahead returns how the coming picture is drawn, and the next class for which it has not
// been; nil if there is nothing to draw in advance.
func (b *broadcast) ahead() (int, Draw) {
	c := &b.coming
	for ; b.over == nil && c.draw != nil && c.turn < len(b.classes); c.turn++ {
		if k := c.turn; b.classes[k].watched() {
			c.turn++
			return k, c.draw
		}
	}
	*c = coming{}
	return 0, nil
}

// drawAll draws until there is nothing to draw.
func (b *broadcast) drawAll() {
	for {
		b.mu.Lock()
		k, ok := b.due()
		if !ok {
			k, draw := b.ahead()
			b.drawing = draw != nil
			b.mu.Unlock()
			if draw == nil {
				return
			}
			_, _ = draw(b.ctx, sizes[k]) // it is remembered; who draws has noted what failed
			continue
		}
		b.turn = (k + 1) % len(b.classes)
		p := b.picture
		b.classes[k].drawn = p.n
		if p.n != b.begun {
			b.begun, b.next = p.n, time.Now().Add(b.pace)
		}
		b.mu.Unlock()

		f, err := p.draw(b.ctx, sizes[k])
		if err != nil {
			continue // who draws has noted it; the next picture may do
		}
		f.ID = p.frame
		b.shown(k, p, f)
	}
}

// shown publishes the frame that was drawn for a class.
func (b *broadcast) shown(k int, p picture, whole *wire.Frame) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if p.n <= b.before {
		return
	}
	c := &b.classes[k]
	next := c.sent.Thin(whole)
	c.frame = publication{
		n: c.frame.n + 1, frame: p.frame,
		next:  lazy(func() wire.Server { return next }, p.at),
		whole: lazy(func() wire.Server { return whole }, p.at),
	}
	b.nudge() // first: those on other servers are further away
	c.followers.wake()
}
