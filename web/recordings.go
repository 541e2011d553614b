package web

import (
	"cmp"
	"container/list"
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"playground/algos"
	"playground/web/budget"
	"playground/web/record"
)

// Recordings are whole runs of which one frame after the other is asked for. The last
// ones that were used are kept for a while, so that not every frame costs its whole run.
// They can go at any time: an address says all that a run is made from.
type recordings struct {
	mu     sync.Mutex
	byKey  map[string]*recording
	order  *list.List // of *recording, the last used first
	closed bool
}

// Bounds of recordings.
const (
	mostRecordings = 8
	recordingTime  = time.Minute // without use
)

func newRecordings() *recordings {
	return &recordings{byKey: map[string]*recording{}, order: list.New()}
}

// A recording is a whole run. Who has its turn owns it.
type recording struct {
	key  string
	turn chan struct{} // holds a token while nobody uses the recording

	// These are of who has the turn.
	rec    *record.Recorder // nil: there is none yet, or it is let go
	memory *budget.Account
	chance bool      // whether it had drawn something random when it was complete
	slow   time.Time // when it took longer than a request may

	// The lock of all recordings guards these.
	place *list.Element
	users int
	end   *time.Timer // lets it go; nil while it is used
}

// use calls a function with the recording of a key, which it makes if there is none.
// One at a time uses a recording.
func (k *recordings) use(ctx context.Context, key string, use func(*recording) error) error {
	r := k.enter(key)
	defer k.leave(r)
	select {
	case <-r.turn:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { r.turn <- struct{}{} }()
	if r.memory != nil {
		r.memory.Wake()
	}
	err := use(r)
	switch {
	case r.rec == nil:
	case !r.rec.Complete(): // who comes next makes it anew
		r.letGo()
	default:
		r.memory.Set(int64(r.rec.Weight()))
		r.memory.Rest(func() { go r.dropWhenFree() })
	}
	return err
}

// enter finds or makes the recording of a key, and counts a user.
func (k *recordings) enter(key string) *recording {
	k.mu.Lock()
	defer k.mu.Unlock()
	r, ok := k.byKey[key]
	if !ok {
		r = &recording{key: key, turn: make(chan struct{}, 1)}
		r.turn <- struct{}{}
		k.byKey[key], r.place = r, k.order.PushFront(r)
	}
	k.order.MoveToFront(r.place)
	r.users++
	if r.end != nil {
		r.end.Stop()
		r.end = nil
	}
	return r
}

// leave counts a user out. What nobody has used for a while goes, and so does what was
// not used for longest if there are too many.
func (k *recordings) leave(r *recording) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r.users--; r.users > 0 {
		return
	}
	r.end = time.AfterFunc(recordingTime, func() { k.forget(r) })
	for e := k.order.Back(); e != nil && (k.order.Len() > mostRecordings || k.closed); {
		old := e.Value.(*recording)
		e = e.Prev()
		if old.users == 0 {
			k.remove(old)
		}
	}
}

// forget lets a recording go if nobody uses it.
func (k *recordings) forget(r *recording) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r.users == 0 && k.byKey[r.key] == r {
		k.remove(r)
	}
}

// remove takes out a recording that nobody uses. The lock is held.
func (k *recordings) remove(r *recording) {
	r.end.Stop()
	delete(k.byKey, r.key)
	k.order.Remove(r.place)
	select {
	case <-r.turn:
		r.letGo()
		r.turn <- struct{}{}
	default: // the budget has it, and lets it go
	}
}

// close lets all recordings go that nobody uses, and each of the others when it is not
// used any more.
func (k *recordings) close() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.closed = true
	for _, r := range k.byKey {
		if r.users == 0 {
			k.remove(r)
		}
	}
}

// dropWhenFree lets a recording go for which there is no memory any more.
func (r *recording) dropWhenFree() {
	<-r.turn
	r.letGo()
	r.turn <- struct{}{}
}

// letGo ends the recording. Who has the turn calls it.
func (r *recording) letGo() {
	if r.rec != nil {
		r.rec.Close()
		r.memory.Close()
		r.rec, r.memory = nil, nil
	}
}

// whole calls a function with the whole run of an address. While the run is recorded or
// drawn from, it takes a place in the lane of the request.
func (s *Server) whole(ctx context.Context, f frameRun, use func(context.Context, *recording) error) error {
	// It is the same run in all languages and sizes.
	return s.recordings.use(ctx, f.demo.ID+"?"+f.query, func(r *recording) error {
		if time.Since(r.slow) < recordingTime {
			return refusal(http.StatusServiceUnavailable, "error.slow").about("", f.demo.ID).after(recordingTime)
		}
		leave, err := s.enter(ctx)
		if err != nil {
			return err
		}
		defer leave()
		within, cancel := context.WithTimeout(ctx, s.cfg.Limits.Request)
		defer cancel()
		if r.rec == nil {
			err := s.recordWhole(within, r, f)
			if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
				r.slow = time.Now() // it would be no quicker for who asks next
			}
			if err != nil {
				return err
			}
		}
		return use(within, r)
	})
}

// recordWhole records the run of an address. It ends with the context; a run that is
// recorded as a whole outlives it.
func (s *Server) recordWhole(ctx context.Context, r *recording, f frameRun) error {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, end)
	defer stop()
	rec, memory, err := s.begin(ctx, life, f.demo, f.recipe)
	if err != nil {
		end()
		return cmp.Or(ctx.Err(), err)
	}
	rec.OnClose(end)
	r.rec, r.memory = rec, memory
	if err := s.extend(ctx, rec, algos.Last); err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	r.chance = rec.Chance() // before anything is drawn, which may draw lots, too
	return nil
}
