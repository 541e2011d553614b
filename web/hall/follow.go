package hall

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"playground/web/peer"
	"playground/web/wire"
)

// A Conn carries messages to a follower. Its methods are called as those of
// [peer.Conn]. SendShared may share work with other connections, see [Message].
type Conn interface {
	peer.Conn
	SendShared(ctx context.Context, msg *Message) error
}

// A Meter counts what followers get. Its methods are called from many goroutines.
type Meter interface {
	// FrameSkipped counts a frame that was not sent because a newer one came
	// before the client was ready.
	FrameSkipped()
	// FrameWatched counts a frame sent to a follower, and the time since it could
	// be sent.
	FrameWatched(late time.Duration)
	MessageReceived(bytes int)
}

// A Config is shared by all followers.
type Config struct {
	Hall  *Hall // nil: nobody can be followed
	Meter Meter // nil: nothing is counted
	// Watch says that the client gets no pictures, but is told by which steps to fetch them:
	// Frames is the hash of their addresses, in the client's language.
	Watch  bool
	Frames func(demo, query string, class int) string
	Lang   string
}

// Reasons why a broadcast ends.
var (
	ErrOver   = errors.New("the presenter has left")
	ErrVacant = errors.New("the presenter's connection broke") // who presented may come back
)

// Bounds of a follower. It sends little besides acknowledgements.
const (
	errorRate  = 5   // errors a second that are answered
	errorBurst = 20  // at once
	queueLen   = 256 // messages that wait
	maxSkipped = 64  // frames that are counted as skipped at once
	moveRate   = 2   // changes of class a second: each one costs a whole frame
	moveBurst  = 8   // at once
	joinRate   = 1   // changes of room a second
	joinBurst  = 10  // at once

	patience = 30 * time.Minute // with a presenter who is not there

	// Frames that may be on their way at once. A page that follows acknowledges six at
	// once, and shows the newest of those that have come.
	credits = 8
)

// A follower is one connection that follows a broadcast. The goroutine of
// [Follow] owns it.
type follower struct {
	cfg  Config
	conn Conn
	in   *peer.Inbox[wire.Client]
	pace peer.Bucket // of errors

	began     time.Time
	broadcast *broadcast // nil: none yet
	seat      *waiter    // in it
	joins     peer.Bucket
	class     int         // [ears]: none
	told      string      // why it waits, as it was told; empty: it does not
	waits     time.Time   // since when
	place     *place      // where it was led, if it watches by steps
	led       int         // for pictures of this class
	run       string      // the hash of their addresses
	asked     *Message    // what it was told that the room is asked
	gathered  uint64      // how often the presenter had gathered
	ids       uint64      // the generation of frame ids
	fits      int         // the class that fits the page best
	mends     bool        // the page mends what it has, and needs no whole layers
	moves     peer.Bucket // of changes of class
	seen      [kinds]uint64
	flight    int       // frames not acknowledged
	free      time.Time // when a frame could be sent: the last credit came, or the class changed
	voting    voting
}

// Follow serves a connection that follows a session. It returns nil when the
// client leaves, and else the reason: the context ended, or the broadcast did.
func Follow(ctx context.Context, conn Conn, cfg Config) error {
	if cfg.Meter == nil {
		cfg.Meter = noMeter{}
	}
	now := time.Now()
	f := &follower{
		cfg: cfg, conn: conn, began: now, in: peer.NewInbox(now, credits, enqueue),
		pace: peer.NewBucket(errorRate, errorBurst, now), moves: peer.NewBucket(moveRate, moveBurst, now), joins: peer.NewBucket(joinRate, joinBurst, now),
		class: usual, fits: usual, voting: newVoting(now),
	}
	reading, stopReading := context.WithCancel(ctx)
	var wg sync.WaitGroup
	wg.Go(func() {
		peer.Read(reading, conn, f.in, func(m wire.Client) wire.Client { return m }, cfg.Meter.MessageReceived)
	})
	err := f.loop(ctx)
	f.leave()
	f.bye(ctx, err)
	stopReading()
	wg.Wait()
	if errors.Is(err, peer.ErrLeft) {
		return nil
	}
	return err
}

// enqueue adds a message to those that wait. Of several views the last one counts, and
// of several votes the newest.
func enqueue(queue []wire.Client, m wire.Client) ([]wire.Client, bool) {
	if last := len(queue) - 1; last >= 0 && sameVote(m, queue[last]) {
		if m.Seq >= queue[last].Seq {
			queue[last] = m
		}
		return queue, true
	}
	if last := len(queue) - 1; last >= 0 && m.Type == "view" && queue[last].Type == "view" {
		queue[last] = m
		return queue, true
	}
	if len(queue) >= queueLen {
		return queue, false
	}
	return append(queue, m), true
}

// leave gives the seat up.
func (f *follower) leave() {
	if f.broadcast != nil {
		f.cfg.Hall.leave(f.broadcast, f.class, f.seat)
	}
}

// loop sends what is due, and waits when nothing is.
func (f *follower) loop(ctx context.Context) error {
	alarm := time.AfterFunc(peer.SilentTime, f.in.Ring)
	defer alarm.Stop()
	for {
		now := time.Now()
		if err := f.receive(ctx, now); err != nil {
			return err
		}
		if err := f.deliver(ctx); err != nil {
			return err
		}
		more, due, err := f.attend(ctx, now)
		if err != nil {
			return err
		}
		if more {
			continue // something more important may have come meanwhile
		}
		if due > 0 {
			alarm.Reset(due)
		}
		<-f.in.Wake // the room, the alarm, or the reader, also when the context ends
	}
}

// attend sends the first thing in the room that the client has not been sent. It reports
// whether there may be another one, and in which time something is due; 0: nothing is.
func (f *follower) attend(ctx context.Context, now time.Time) (more bool, due time.Duration, err error) {
	if f.broadcast == nil {
		if now.Sub(f.began) >= peer.SilentTime { // whoever follows nobody takes a seat from others
			return false, 0, peer.ErrSilent
		}
		return false, 0, nil
	}
	due = f.move(now)
	s := f.broadcast.look(f.class)
	if s.over != nil {
		return false, 0, s.over
	}
	if more, err = f.send(ctx, s); more || err != nil {
		return more, 0, err
	}
	left, err := f.patient(s.wait, now)
	if left > 0 && (due == 0 || left < due) {
		due = left
	}
	return false, due, err
}

// patient is how long the follower still waits for a presenter who is not there; 0 if there
// is nothing to wait for.
func (f *follower) patient(wait string, now time.Time) (time.Duration, error) {
	if wait == "" {
		f.waits = time.Time{}
		return 0, nil
	}
	if f.waits.IsZero() {
		f.waits = now
	}
	if left := patience - now.Sub(f.waits); left > 0 {
		return left, nil
	}
	return 0, ErrVacant
}

// receive acts upon what the client sent.
func (f *follower) receive(ctx context.Context, now time.Time) error {
	n := f.in.News()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(n.End, peer.ErrFlood):
		return peer.ErrFlood
	case n.Ended:
		return fmt.Errorf("%w: %w", peer.ErrLeft, n.End)
	}
	if f.flight >= credits && n.Flight < credits {
		f.free = now
	}
	f.flight = n.Flight
	for _, e := range n.Errors {
		if err := f.complain(ctx, e, now); err != nil {
			return err
		}
	}
	for range n.Waiting { // what comes meanwhile wakes the loop again
		m, ok := f.in.Next(func(wire.Client) bool { return true })
		if !ok {
			return nil
		}
		if refused := f.obey(m); refused != nil {
			if err := f.complain(ctx, refused, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// obey does what a message says.
func (f *follower) obey(m wire.Client) *wire.Error {
	switch m.Type {
	case "follow":
		if m.View != nil {
			f.fits, f.mends = classOf(m.View), m.View.Mend
		}
		if m.Cursor != f.cfg.Watch {
			return wire.Refuse(wire.BadField, "cursor", "is said on connections to /ws?watch, and there alone")
		}
		return f.follow(m.Key, m.Ears)
	case "view":
		f.fits, f.mends = classOf(m.View), m.View.Mend
		return nil
	case "vote":
		return f.vote(m, time.Now())
	}
	return wire.Refuse(wire.BadMessage, "type", "this connection follows: it can send follow, view, vote and ack")
}

// follow joins the broadcast that the client asks for, and leaves the one before.
func (f *follower) follow(key string, deaf bool) *wire.Error {
	if f.cfg.Hall == nil {
		return refuseWithoutHall()
	}
	now := time.Now()
	if !f.joins.Ready(now) {
		return wire.Refuse(wire.Busy, "", "slow down: one room after the other")
	}
	f.joins.Spend(now, 1)
	class := f.fits
	switch {
	case f.cfg.Watch:
		class = watch
	case deaf:
		class = ears
	}
	seat := &waiter{ring: f.in.Ring}
	b, refused := f.cfg.Hall.join(key, class, seat)
	if refused != nil {
		return refused
	}
	f.leave()
	f.in.Forget()
	f.broadcast, f.seat, f.class, f.seen, f.flight, f.free = b, seat, class, [kinds]uint64{}, 0, now
	s := b.look(class)
	f.told, f.waits, f.gathered, f.ids, f.place, f.asked = "", time.Time{}, s.gathered, s.generation, nil, nil
	return nil
}

// move changes the class if the page fits another one better, as after it was
// turned or resized. The newest frame for that class is due then, whole. A client
// that changes all the time waits: move returns for how long.
func (f *follower) move(now time.Time) time.Duration {
	if f.fits == f.class || f.class < 0 {
		return 0
	}
	if !f.moves.Ready(now) {
		return f.moves.Next(now).Sub(now)
	}
	f.moves.Spend(now, 1)
	f.broadcast.move(f.class, f.fits, f.seat)
	f.class, f.seen[kindFrame], f.free = f.fits, 0, now
	return 0
}

// complain sends an error, unless there were too many of them lately.
func (f *follower) complain(ctx context.Context, e *wire.Error, now time.Time) error {
	if !f.pace.Ready(now) {
		return nil
	}
	f.pace.Spend(now, 1)
	return f.say(ctx, e)
}

// send sends the first message that the client has not been sent. It reports whether
// there may be another one. Nothing comes after a frame, whether it was sent or there is
// no credit for it.
func (f *follower) send(ctx context.Context, s sight) (bool, error) {
	if s.generation != f.ids { // what is on its way has numbers that do not count any more
		f.in.Forget()
		f.ids, f.flight = s.generation, 0
	}
	if s.gathered != f.gathered {
		f.gathered = s.gathered
		return true, f.say(ctx, &wire.Gather{})
	}
	switch f.class {
	case ears:
		return false, nil
	case watch:
		if led, err := f.lead(ctx, s.place); led || err != nil {
			return led, err
		}
		if f.asked != s.asked && f.place != nil {
			return true, f.ask(ctx, s.asked)
		}
		return f.tellWait(ctx, s.wait)
	}
	if sent, err := f.show(ctx, s.newest, kindState, kindRun); sent || err != nil {
		return sent, err
	}
	if told, err := f.tellWait(ctx, s.wait); told || err != nil {
		return told, err
	}
	_, err := f.show(ctx, s.newest, kindFrame)
	return false, err
}

// tellWait says that there is nobody who presents, if that is news.
func (f *follower) tellWait(ctx context.Context, wait string) (bool, error) {
	if f.told == wait {
		return false, nil
	}
	f.told = wait
	if wait == "" { // that the presenter is back is said by what it shows
		return false, nil
	}
	return true, f.say(ctx, &wire.Wait{Why: wait})
}

// say sends a message that is for one follower.
func (f *follower) say(ctx context.Context, m wire.Server) error {
	msg, err := wire.Encode(m)
	if err != nil {
		return err
	}
	if err := f.conn.Send(ctx, msg); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %w", peer.ErrLeft, err)
	}
	return nil
}

// show sends the first message of some kinds that the client has not seen.
func (f *follower) show(ctx context.Context, newest [kinds]publication, some ...int) (bool, error) {
	for _, kind := range some {
		p := newest[kind]
		if p.n == f.seen[kind] || p.whole == nil || kind == kindFrame && f.flight >= credits {
			continue
		}
		msg := p.whole
		if p.n == f.seen[kind]+1 && f.seen[kind] > 0 && (kind != kindFrame || f.mends) {
			msg = p.next
		}
		if _, _, err := msg.Payload(true); err != nil && kind == kindFrame {
			f.broadcast.spoiled(f.class, p.n)
			continue
		}
		if kind == kindFrame {
			f.in.Sent(p.frame)
			f.flight++
		}
		if err := f.hand(ctx, msg); err != nil {
			return false, err
		}
		if kind == kindFrame {
			f.sentFrame(p, msg)
		}
		f.seen[kind] = p.n
		if kind == kindState {
			f.told = "" // to a page, a state says that it waits no more
		}
		return true, nil
	}
	return false, nil
}

// hand sends a message that others get, too.
func (f *follower) hand(ctx context.Context, msg *Message) error {
	if err := f.conn.SendShared(ctx, msg); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%w: %w", peer.ErrLeft, err)
	}
	return nil
}

// sentFrame counts the time since the frame could be sent.
func (f *follower) sentFrame(p publication, msg *Message) {
	due := msg.at
	if f.free.After(due) {
		due = f.free
	}
	if skipped := p.n - f.seen[kindFrame] - 1; f.seen[kindFrame] > 0 {
		for range min(skipped, maxSkipped) {
			f.cfg.Meter.FrameSkipped()
		}
	}
	f.cfg.Meter.FrameWatched(time.Since(due))
}

// bye says why the connection ends, if the client still listens.
func (f *follower) bye(ctx context.Context, err error) {
	last := peer.Bye(err)
	switch {
	case errors.Is(err, ErrOver), errors.Is(err, ErrVacant):
		last = &wire.Bye{Reason: err.Error()}
	case last == nil:
		return
	}
	msg, err := wire.Encode(last)
	if err != nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), peer.ByeTime)
	defer cancel()
	_ = f.conn.Send(ctx, msg) // the client may be gone
}

type noMeter struct{}

func (noMeter) FrameSkipped()              {}
func (noMeter) FrameWatched(time.Duration) {}
func (noMeter) MessageReceived(int)        {}
