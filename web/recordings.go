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

// Recordings are runs of which one frame after the other is asked for. The last ones that
// were used are kept for a while, so that not every frame costs its run up to there. They
// can go at any time: an address says all that a run is made from.
type recordings struct {
	most int           // how many are kept
	life time.Duration // without use

	mu     sync.Mutex
	byKey  map[string]*recording
	order  *list.List // of *recording, the last used first
	closed bool
}

// Bounds of the runs of which frames are asked for.
const (
	mostRecordings = 8
	recordingTime  = time.Minute
)

func newRecordings(most int, life time.Duration) *recordings {
	return &recordings{most: most, life: life, byKey: map[string]*recording{}, order: list.New()}
}

// A recording is a run, as far as it was asked for. Who has its turn owns it.
type recording struct {
	key  string
	turn chan struct{} // holds a token while nobody uses the recording

	// These are of who has the turn.
	rec    *record.Recorder // nil: there is none yet, or it is let go
	memory *budget.Account
	chance bool            // whether it had drawn something random when it was complete
	slow   time.Time       // when it took longer than a request may
	wrong  map[int]float64 // how wrong the predictions of a step are, as far as that was asked for

	// The lock of all recordings guards these.
	place *list.Element
	users int
	end   *time.Timer // lets it go; nil while it is used
}

// own returns the recording of a key, which may be empty, once nobody else uses it. The
// caller rests it.
func (k *recordings) own(ctx context.Context, key string) (*recording, error) {
	r := k.enter(key)
	select {
	case <-r.turn:
	case <-ctx.Done():
		k.leave(r)
		return nil, ctx.Err()
	}
	if r.memory != nil {
		r.memory.Wake()
	}
	return r, nil
}

// rest leaves a recording to who comes next, unless its run was interrupted.
func (k *recordings) rest(r *recording) {
	switch {
	case r.rec == nil:
	case r.rec.Interrupted():
		r.letGo()
	default:
		weight := int64(r.rec.Weight())
		if !r.rec.Complete() {
			weight = max(weight, r.memory.Held()) // it goes on
		}
		r.memory.Set(weight)
		r.memory.Rest(func() { go r.dropWhenFree() })
	}
	r.turn <- struct{}{}
	k.leave(r)
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
	r.end = time.AfterFunc(k.life, func() { k.forget(r) })
	for e := k.order.Back(); e != nil && (k.order.Len() > k.most || k.closed); {
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
		r.rec, r.memory, r.wrong = nil, nil, nil
	}
}

// len is how many recordings are kept.
func (k *recordings) len() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.order.Len()
}

// start begins to record a recipe. The recording outlives the request that began it, but
// not one that ends before there is a step.
func (s *Server) start(ctx context.Context, r *recording, d algos.Demo, recipe algos.Recipe) error {
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, end) // the first step may take long, too
	defer stop()
	rec, memory, err := s.begin(ctx, life, d, recipe)
	if err != nil {
		end()
		return cmp.Or(ctx.Err(), err)
	}
	rec.OnClose(end)
	r.rec, r.memory, r.wrong = rec, memory, map[int]float64{}
	return nil
}

// whole calls a function with the whole run of an address. While the run is recorded or
// drawn from, it takes a place in the lane of the request.
func (s *Server) whole(ctx context.Context, f frameRun, use func(context.Context, *recording) error) error {
	r, err := s.recordings.own(ctx, f.demo.ID+"?"+f.query) // it is the same run in all languages and sizes
	if err != nil {
		return err
	}
	defer s.recordings.rest(r)
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
			r.letGo()
			return err
		}
	}
	return use(within, r)
}

// recordWhole records the run of an address. It ends with the context, in the middle of a
// step.
func (s *Server) recordWhole(ctx context.Context, r *recording, f frameRun) error {
	if err := s.start(ctx, r, f.demo, f.recipe); err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, r.rec.Interrupt)
	defer stop()
	if err := s.extend(ctx, r.rec, algos.Last); err != nil {
		return cmp.Or(ctx.Err(), err)
	}
	r.chance = r.rec.Chance() // before anything is drawn, which may draw lots, too
	return nil
}
