package web

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"playground/lang"
	"playground/web/budget"
	"playground/web/record"
)

// A page that compares asks for pictures of the same two runs at one step after the other.
// Their recordings stay for a while, so that no step is computed again for each.
const (
	shelfMost = 12
	shelfLife = 2 * time.Minute // after the last picture
)

// A shelf keeps recordings of comparisons. It lets go of those that were not used for
// longest, of all after a while, and of any when the server needs the memory.
type shelf struct {
	mu   sync.Mutex
	runs map[string]*shelved
	used int64 // a clock that ticks with every use
}

// A shelved is a recording that waits for the next picture. Who holds busy owns it.
type shelved struct {
	key    string
	busy   chan struct{} // has room for one
	rec    *record.Recorder
	end    context.CancelFunc // of the run
	memory *budget.Account
	wrong  map[int]float64 // how wrong the predictions of a step are
	gone   bool            // from the shelf, and closed

	// The shelf's lock guards these.
	used  int64
	timer *time.Timer
}

// A kept is a shot of a recording on the shelf.
type kept struct {
	*shot
	wrong map[int]float64
}

func newShelf() *shelf { return &shelf{runs: map[string]*shelved{}} }

// len is how many recordings are on the shelf.
func (f *shelf) len() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.runs)
}

// with calls use with the recordings of both sides. Two sides of the same run share one.
func (f *shelf) with(ctx context.Context, s *Server, p pair, ahead int, use func(ctx context.Context, a, b *kept) error) error {
	sides := [2]side{p.a, p.b}
	var keys [2]string
	for i, a := range sides {
		var err error
		if keys[i], err = a.run(); err != nil {
			return err
		}
	}
	order := []int{0, 1}
	slices.SortFunc(order, func(i, j int) int { return strings.Compare(keys[i], keys[j]) }) // or two requests could wait for each other
	var shots [2]*kept
	for _, i := range order {
		if keys[0] == keys[1] && shots[1-i] != nil {
			same := *shots[1-i].shot
			shots[i] = &kept{&same, shots[1-i].wrong}
		} else {
			e, err := f.own(ctx, keys[i])
			if err != nil {
				return err
			}
			defer f.rest(e)
			if err := e.wake(ctx, s, sides[i]); err != nil {
				return err
			}
			// The run ends in the middle of a step with the time that a request may take.
			stop := context.AfterFunc(ctx, e.rec.Interrupt)
			defer stop()
			shots[i] = &kept{&shot{demo: sides[i].demo, rec: e.rec, book: sides[i].demo.Book(lang.From(ctx).String())}, e.wrong}
		}
		var err error
		if shots[i].step, err = s.reach(ctx, shots[i].rec, sides[i].recipe.Step, ahead); err != nil {
			return err
		}
	}
	return use(ctx, shots[0], shots[1])
}

// run names the run of a side, whatever step of it is shown.
func (a side) run() (string, error) {
	r := a.recipe
	r.Step, r.Preset = 0, ""
	q, err := r.Query(a.demo)
	return a.demo.ID + "?" + q.Encode(), err
}

// get returns the recording of that name, if only a place for it, and lets go of others
// where there are too many.
func (f *shelf) get(key string) *shelved {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.used++
	e, ok := f.runs[key]
	if !ok {
		e = &shelved{key: key, busy: make(chan struct{}, 1), wrong: map[int]float64{}}
		e.timer = time.AfterFunc(shelfLife, func() { f.drop(e) })
		f.runs[key] = e
	}
	e.used = f.used
	e.timer.Reset(shelfLife)
	for len(f.runs) > shelfMost {
		oldest := e
		for _, other := range f.runs {
			if other.used < oldest.used {
				oldest = other
			}
		}
		f.remove(oldest)
	}
	return e
}

// drop takes a recording off the shelf.
func (f *shelf) drop(e *shelved) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.runs[e.key] == e {
		f.remove(e)
	}
}

// remove closes a recording when whoever uses it is done.
func (f *shelf) remove(e *shelved) {
	delete(f.runs, e.key)
	e.timer.Stop()
	go func() {
		e.busy <- struct{}{}
		e.gone = true
		if e.rec != nil {
			e.rec.Close()
			e.end()
			e.memory.Close()
		}
		<-e.busy
	}()
}

// clear takes all off the shelf.
func (f *shelf) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.runs {
		f.remove(e)
	}
}

// own returns the recording of that name when nobody else uses it.
func (f *shelf) own(ctx context.Context, key string) (*shelved, error) {
	for {
		e := f.get(key)
		select {
		case e.busy <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		if !e.gone {
			return e, nil
		}
		<-e.busy // it was taken off the shelf meanwhile
	}
}

// wake begins the recording, unless it is there.
func (e *shelved) wake(ctx context.Context, s *Server, a side) (err error) {
	if e.rec != nil {
		e.memory.Wake()
		return nil
	}
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	stop := context.AfterFunc(ctx, end) // the first step may take long, too
	defer stop()
	if e.rec, e.memory, err = s.begin(ctx, life, a.demo, a.recipe); err != nil {
		end()
		return err
	}
	e.end = end
	return nil
}

// rest puts a recording back, unless there is none, or its run was interrupted.
func (f *shelf) rest(e *shelved) {
	if e.rec == nil || e.rec.Interrupted() {
		f.drop(e)
	} else {
		e.memory.Set(max(e.memory.Held(), int64(e.rec.Weight())))
		e.memory.Rest(func() { go f.drop(e) })
	}
	<-e.busy
}
