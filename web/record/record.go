// Package record keeps a run so that it can be shown forwards, backwards and
// after a jump.
//
// A run is a lazy sequence that only goes forwards. A [Recorder] pulls it. It
// keeps the light part of every step (size, metrics, events), and the steps
// themselves within a memory budget. It replays the other steps from the recipe.
// The same recipe gives the same steps, so kept and replayed steps are equal.
package record

import (
	"context"
	"errors"
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Limits bound what a recorder does.
type Limits struct {
	Steps int // the highest step number that is recorded; 0 takes [DefaultSteps]
	Bytes int // memory for the run and its kept steps, as it is measured; 0 takes [DefaultBytes]
}

// Defaults of [Limits].
const (
	DefaultSteps = 20_000
	DefaultBytes = 16 << 20
)

// An Event is something that happened at a step.
type Event struct {
	Step int
	algos.Event
}

// A Recorder is the recording of one run. One goroutine owns it and must call
// Close in the end, because a run that was pulled and not stopped leaks.
type Recorder struct {
	demo   algos.Demo
	recipe algos.Recipe
	limits Limits

	// life is the context of the runs, which the recorder's end ends wherever they are.
	life context.Context
	end  context.CancelFunc

	closed func() // see [Recorder.OnClose]; nil: nothing

	set dataset.Set // see [Recorder.Set]

	looks param.Values // see [Recorder.Look]

	front *puller // where the recording goes on; nil once complete
	drawn func() bool
	works int     // bytes that the run has worked on, when it was last measured
	cut   bool    // it is complete because it reached its limit, and not the run its end
	again *puller // the replay of steps that were dropped; nil at first

	gauge *gauge

	status algos.Status
	sizes  []uint8 // of every step; its length is the number of steps
	costs  []int32 // what keeping each step costs
	phases []say.Phrase
	values [][]float64 // values[k][step] is the metric Metrics()[k]
	events []Event     // by step

	// Kept steps are the first ones, the newest ones, and those last replayed. Each
	// saves most where it is: a replay starts at step 0, and a visitor steps back
	// from the end or from a jump.
	head   window
	tail   window
	replay window
}

// ErrRange says that the step that was asked for is not recorded.
var ErrRange = errors.New("the step is not recorded")

// New starts the run of a recipe and records step 0, the state before any work.
// A recipe that the demo does not accept gives a [*param.Error]. When the context
// ends, the run does too, in the middle of a step if need be; nothing more is
// recorded or replayed then.
func New(ctx context.Context, d algos.Demo, r algos.Recipe, l Limits) (*Recorder, error) {
	return NewLike(ctx, d, r, l, nil)
}

// NewLike is New for a recipe that differs little from that of another recording of the
// same demo, closed or not: while a hand drags something, a run follows a run. What
// that one has measured is a first guess of what this one takes; nil is no guess.
func NewLike(ctx context.Context, d algos.Demo, r algos.Recipe, l Limits, like *Recorder) (*Recorder, error) {
	if l.Steps <= 0 {
		l.Steps = DefaultSteps
	}
	if l.Bytes <= 0 {
		l.Bytes = DefaultBytes
	}
	life, end := context.WithCancel(ctx)
	front, err := pull(life, d, r)
	if err != nil {
		end()
		return nil, err
	}
	rec := &Recorder{
		demo: d, recipe: r, limits: l, front: front, drawn: front.chance, life: life, end: end,
		gauge: newGauge(),
	}
	if like != nil && like.demo.ID == d.ID {
		rec.expect(like)
	}
	if rec.set, err = r.Data.Load(); err != nil {
		rec.Close()
		return nil, fmt.Errorf("record: load the points of %s: %w", d.ID, err)
	}
	rec.demo = d.Testing(rec.set)
	rec.demo.Charts = rec.demo.ChartsOf(r.Params)
	rec.values = make([][]float64, len(rec.demo.Metrics))
	if err := rec.advance(); err != nil {
		rec.Close()
		return nil, err
	}
	if rec.Len() == 0 {
		rec.Close()
		return nil, fmt.Errorf("record: %s has no step 0", d.ID)
	}
	return rec, nil
}

// expect makes room for about as many steps as another recording has.
func (r *Recorder) expect(like *Recorder) {
	n := min(like.Len()+like.Len()/8, expected)
	r.gauge.guess(like.gauge)
	if like.works > 0 {
		r.front.own, r.front.guessed = like.works, true
	}
	r.sizes, r.costs, r.phases = make([]uint8, 0, n), make([]int32, 0, n), make([]say.Phrase, 0, n)
	all := make([]float64, n*len(r.values))
	for k := range r.values {
		r.values[k] = all[k*n : k*n : (k+1)*n]
	}
	r.events = make([]Event, 0, min(len(like.events)+len(like.events)/8, expected))
	if like.tail.first == 0 {
		r.head.steps = make([]measured, 0, n)
	}
}

// expected is the most steps for which room is made in advance.
const expected = 1024

// Close ends the recording. The steps that are kept stay at hand, but what their
// views have not worked out yet they may not work out any more.
func (r *Recorder) Close() {
	r.end()
	r.stop()
	if r.closed != nil {
		r.closed()
	}
}

// OnClose sets what Close calls in the end, for instance the cancel function of the
// run's context.
func (r *Recorder) OnClose(f func()) { r.closed = f }

// Interrupt ends the run, in the middle of a step if need be. Unlike the other
// methods it may be called from any goroutine. Nothing more is recorded, and the step
// that was at work is lost. Nothing should be drawn of the run any more, because views
// may not work out what they lack.
func (r *Recorder) Interrupt() { r.end() }

// Interrupted reports whether the run was ended before it was complete, or closed.
func (r *Recorder) Interrupted() bool { return r.life.Err() != nil }

// stop stops the runs.
func (r *Recorder) stop() {
	r.front.stop()
	r.again.stop()
	r.front, r.again = nil, nil
	r.gauge.close()
}

// Extend records until the run is complete or more returns false. It calls more
// after every step. It ends early with the context's error.
func (r *Recorder) Extend(ctx context.Context, more func() bool) error {
	for !r.Complete() {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := r.advance(); err != nil {
			return err
		}
		if !more() {
			return nil
		}
	}
	return nil
}

// ExtendTo records until step n is recorded or the run is complete.
func (r *Recorder) ExtendTo(ctx context.Context, n int) error {
	if n == algos.Last {
		n = algos.MaxStep
	}
	if n < r.Len() {
		return nil
	}
	return r.Extend(ctx, func() bool { return r.Len() <= n })
}

// Len is the number of steps recorded so far, at least one. The newest is
// Len() − 1.
func (r *Recorder) Len() int { return len(r.sizes) }

// Complete reports whether there is nothing more to record.
func (r *Recorder) Complete() bool { return r.front == nil }

// Status is how the run stands after the newest step. A recording that reached
// its cap is exhausted, and the reason says so.
func (r *Recorder) Status() algos.Status { return r.status }

// Chance reports whether the run has drawn anything random so far. If not, it is the
// same for every seed.
func (r *Recorder) Chance() bool { return r.drawn() }

// Set returns the points of the run, and what their columns and classes are
// called. The caller must not change them.
func (r *Recorder) Set() dataset.Set { return r.set }

// Look sets parameters that leave the run alone, and change from where its pictures are
// looked at; see [param.Binding.View].
func (r *Recorder) Look(v param.Values) { r.looks = v }

// Panels are the pictures of a step, from where they are looked at.
func (r *Recorder) Panels(s algos.Step) []mark.Panel { return r.looked(s.Panels()) }

// Held are those on which something can be dragged, and perhaps others.
func (r *Recorder) Held(s algos.Step) []mark.Panel { return r.looked(s.DragPanels()) }

func (r *Recorder) looked(panels []mark.Panel) []mark.Panel {
	if r.looks == nil {
		return panels
	}
	for i, p := range panels {
		if p.Looked != nil {
			panels[i] = p.Looked(r.looks)
		}
	}
	return panels
}

// Classes returns the names of the points' classes; nil where the method does not
// look at labels.
func (r *Recorder) Classes() []string {
	if !r.demo.Input.Classified() {
		return nil
	}
	return r.set.ClassNames()
}

// Metrics are the names of the metrics, in the order of the steps.
func (r *Recorder) Metrics() []string { return r.demo.Metrics }

// Charts are those that belong to the run.
func (r *Recorder) Charts() []mark.Chart { return r.demo.Charts }

// Series returns a metric's value at every recorded step, NaN where it is not
// defined; nil if there is no such metric. The caller must not change it.
func (r *Recorder) Series(metric string) []float64 {
	for k, name := range r.demo.Metrics {
		if name == metric {
			n := len(r.values[k])
			return r.values[k][:n:n]
		}
	}
	return nil
}

// Events are the recorded events in the order of the steps. The caller must not
// change them.
func (r *Recorder) Events() []Event { return r.events[:len(r.events):len(r.events)] }

// advance records one more step, or finds that the run is over. It fails when the
// recording has ended meanwhile.
func (r *Recorder) advance() error {
	s, ok := r.front.next()
	if err := r.life.Err(); err != nil {
		return err
	}
	if !ok {
		r.finish()
		return nil
	}
	n := r.Len()
	r.works = r.front.own
	r.note(n, s)
	kept := measured{s, r.gauge.charge(n, s)}
	r.costs = append(r.costs, int32(min(kept.cost, math.MaxInt32)))
	r.share(r.limits.Bytes)
	// The first steps are kept without a gap, until their share is used up.
	if r.tail.first == 0 && r.head.fits(kept) {
		r.head.push(kept)
	} else {
		if r.tail.first == 0 {
			r.tail.first = n
		}
		r.tail.push(kept)
	}
	switch {
	case s.Status.Final():
		r.finish()
	case n == r.limits.Steps:
		r.cut = true
		r.status = algos.Status{State: algos.Exhausted, Reason: say.Vars{"n": n}.Text("recorded the first <n> steps")}
		r.finish()
	}
	return nil
}

// note keeps the light part of step n.
func (r *Recorder) note(n int, s algos.Step) {
	for k, x := range s.Metrics {
		r.values[k] = append(r.values[k], x)
	}
	for _, e := range s.Events {
		r.events = append(r.events, Event{Step: n, Event: e})
	}
	r.sizes = append(r.sizes, uint8(s.Size))
	r.phases = append(r.phases, s.Phase)
	r.status = s.Status
}

// finish ends the recording.
func (r *Recorder) finish() {
	r.front.stop()
	r.front = nil
	r.gauge.close()
}
