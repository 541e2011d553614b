package record

import (
	"context"
	"fmt"
	"iter"
	"math/bits"

	"playground/algos"
	"playground/web/turns"
)

// A puller owns one pull iterator over the steps of a recipe.
type puller struct {
	at     int // number of the step that comes next
	pull   func() (algos.Step, bool)
	cancel func()
	work   *algos.Memory
	chance func() bool // whether anything random was drawn
	own    int         // bytes that the run works on, when it was last measured
	// guessed: it is about as much as a run works on that is nearly the same.
	guessed bool
}

// pull starts the run of a recipe, which ends with the context. When it looks at the
// context, it gives way to others if the context has turns. Every run gets its own
// problem, and so its own source of randomness from the seed.
func pull(ctx context.Context, d algos.Demo, r algos.Recipe) (*puller, error) {
	work := new(algos.Memory)
	p, err := r.Problem()
	if err != nil {
		return nil, err
	}
	seq, err := d.Steps(work.In(turns.Yielding(ctx)), p, r.Params)
	if err != nil {
		return nil, err
	}
	next, stop := iter.Pull(seq)
	return &puller{pull: next, cancel: stop, work: work, chance: p.Chance}, nil
}

// workSteps is after how many steps what a run works on is measured again. At first it
// is measured more often, because there may be few steps and long ones.
const workSteps = 256

func (p *puller) next() (algos.Step, bool) {
	s, ok := p.pull()
	if ok {
		p.at++
		early := p.at&(p.at-1) == 0 && bits.Len(uint(p.at))%2 == 1 // 1, 4, 16, 64, 256
		if early && !p.guessed || p.at%workSteps == 0 {
			p.own = weigh(p.work.Items())
		}
	}
	return s, ok
}

// bytes is what the run works on. A nil puller has no run.
func (p *puller) bytes() int {
	if p == nil {
		return 0
	}
	return p.own
}

// stop ends the run. A nil puller has no run.
func (p *puller) stop() {
	if p != nil {
		p.cancel()
	}
}

// A window keeps consecutive steps within a budget of memory.
type window struct {
	first  int // number of the oldest step kept
	steps  []measured
	bytes  int
	budget int
}

// A measured step is one with what keeping it costs.
type measured struct {
	algos.Step
	cost int
}

// fits reports whether one more step stays within the budget. The first one
// always does.
func (w *window) fits(s measured) bool {
	return len(w.steps) == 0 || w.bytes+s.cost <= w.budget
}

// push appends the next step, and drops the oldest ones while the budget is
// exceeded. The newest always stays.
func (w *window) push(s measured) {
	w.steps = append(w.steps, s)
	w.bytes += s.cost
	for w.bytes > w.budget && len(w.steps) > 1 {
		w.bytes -= w.steps[0].cost
		w.steps[0] = measured{} // the array keeps nothing alive
		w.steps = w.steps[1:]
		w.first++
	}
}

func (w *window) get(n int) (algos.Step, bool) {
	if n < w.first || n >= w.first+len(w.steps) {
		return algos.Step{}, false
	}
	return w.steps[n-w.first].Step, true
}

// Bytes is the memory of the kept steps and of the runs behind them, as it was
// measured; see [gauge].
func (r *Recorder) Bytes() int {
	bytes := r.gauge.own() + r.front.bytes() + r.head.bytes + r.tail.bytes
	if len(r.replay.steps) > 0 {
		bytes += r.gauge.own() + r.again.bytes() + r.replay.bytes // it is a run of its own
	}
	return bytes
}

// Weight is the memory of the whole recording: that of [Recorder.Bytes], and the light
// part of all steps, which is never dropped: size, cost, phase, and a number for each
// metric.
func (r *Recorder) Weight() int { return r.Bytes() + r.Len()*(1+4+16+8*len(r.values)) }

// share divides so much memory among the windows. The run takes its part first, and
// so does a replay. What the first steps leave is for the newest ones.
func (r *Recorder) share(bytes int) {
	own := r.gauge.own() + r.front.bytes()
	r.head.budget = bytes/2 - own*2/3
	r.tail.budget = bytes*3/4 - own - r.head.bytes
	r.replay.budget = bytes/4 - own
}

// Kept reports whether step n can be returned without a replay.
func (r *Recorder) Kept(n int) bool {
	_, ok := r.kept(n)
	return ok
}

func (r *Recorder) kept(n int) (algos.Step, bool) {
	for _, w := range []*window{&r.head, &r.tail, &r.replay} {
		if s, ok := w.get(n); ok {
			return s, true
		}
	}
	return algos.Step{}, false
}

// Step returns step n. It replays the run from the recipe if the step was
// dropped. A step that is not recorded gives [ErrRange].
func (r *Recorder) Step(ctx context.Context, n int) (algos.Step, error) {
	if n < 0 || n >= r.Len() {
		return algos.Step{}, fmt.Errorf("step %d of %d: %w", n, r.Len(), ErrRange)
	}
	if err := r.Prepare(ctx, n, func() bool { return true }); err != nil {
		return algos.Step{}, err
	}
	s, ok := r.kept(n)
	if !ok {
		return algos.Step{}, fmt.Errorf("record: the replay of %s ended before step %d", r.demo.ID, n)
	}
	return s, nil
}

// Prepare replays towards step n until more returns false. It calls more after
// every replayed step. The next call goes on, so a long replay can be cut into
// slices. [Recorder.Kept] reports when the step is there.
//
// The replay passes through the steps before n and keeps the newest of them. So
// going back from n costs nothing for a while, and going forwards continues the
// replay.
func (r *Recorder) Prepare(ctx context.Context, n int, more func() bool) error {
	for n >= 0 && n < r.Len() && !r.Kept(n) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if r.again == nil || r.again.at > n {
			if err := r.restart(); err != nil {
				return err
			}
		}
		s, ok := r.again.next()
		if err := r.life.Err(); err != nil {
			return err
		}
		if !ok {
			return fmt.Errorf("record: the replay of %s ended after %d steps of %d", r.demo.ID, r.again.at, r.Len())
		}
		r.replay.push(measured{s, int(r.costs[r.again.at-1])})
		if !more() {
			return nil
		}
	}
	return nil
}

// restart begins a replay at step 0.
func (r *Recorder) restart() error {
	r.again.stop()
	r.again = nil
	again, err := pull(r.life, r.demo, r.recipe)
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	r.again = again
	r.replay = window{budget: r.replay.budget}
	return nil
}
