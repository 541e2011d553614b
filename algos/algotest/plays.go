package algotest

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// plays are the runs of one demo that several parts of the contract look at. Each is played
// once, and what is found in it and said there is kept.
type plays struct {
	ctx      context.Context // of all runs
	mu       sync.Mutex
	runs     map[string]*playedRun
	accounts map[string]func() *account
}

type playsKey struct{}

// sharing returns a context for the parts of one contract, which share their runs.
func sharing(ctx context.Context) context.Context {
	return context.WithValue(ctx, playsKey{}, &plays{ctx: ctx, runs: map[string]*playedRun{}, accounts: map[string]func() *account{}})
}

// A played run is the beginning of a run, or all of it.
type playedRun struct {
	mu     sync.Mutex
	steps  []algos.Step
	err    error
	whole  bool // there are no more steps
	chance bool // something random was drawn
}

// A starter starts a run, and returns it with its problem.
type starter func(context.Context) (iter.Seq[algos.Step], algos.Problem, error)

// mostKept is the longest run whose steps are kept; a longer one is played again when it is
// asked for.
const mostKept = 4000

// first returns the first steps of the run with that key, and whether something random was
// drawn in it. Without plays in the context nothing is kept.
func first(ctx context.Context, key string, limit int, start starter) (steps []algos.Step, chance bool, err error) {
	c, _ := ctx.Value(playsKey{}).(*plays)
	if c == nil {
		p := playedRun{}
		p.extend(ctx, limit, start)
		return p.steps, p.chance, p.err
	}
	c.mu.Lock()
	p := c.runs[key]
	if p == nil {
		p = &playedRun{}
		c.runs[key] = p
	}
	c.mu.Unlock()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err == nil && !p.whole && len(p.steps) < limit {
		p.extend(c.ctx, limit, start)
	}
	n := min(limit, len(p.steps))
	steps, chance, err = p.steps[:n:n], p.chance, p.err
	if len(p.steps) > mostKept {
		p.steps, p.whole = nil, false
	}
	return steps, chance, err
}

// extend plays a run from its start.
func (p *playedRun) extend(ctx context.Context, limit int, start starter) {
	run, problem, err := start(ctx)
	if p.err = err; err != nil {
		return
	}
	p.steps = firstOf(run, limit)
	p.whole = len(p.steps) < limit || p.steps[limit-1].Status.Final()
	p.chance = problem.Chance()
}

// firstOf are the first steps of a run.
func firstOf(run iter.Seq[algos.Step], limit int) []algos.Step {
	var all []algos.Step
	for s := range run {
		if all = append(all, s); len(all) == limit {
			break
		}
	}
	return all
}

// play returns the first steps of a run on a problem as it is.
func play(ctx context.Context, d algos.Demo, p algos.Problem, v param.Values, limit int) ([]algos.Step, error) {
	run, err := d.Steps(ctx, p, v)
	if err != nil {
		return nil, err
	}
	return firstOf(run, limit), nil
}

// presetRun returns the first steps of a preset, as a page plays it.
func presetRun(ctx context.Context, d algos.Demo, r algos.Recipe, limit int) (steps []algos.Step, chance bool, err error) {
	return first(ctx, presetKey(r), limit, func(ctx context.Context) (iter.Seq[algos.Step], algos.Problem, error) {
		p, err := r.Problem()
		if err != nil {
			return nil, p, err
		}
		run, err := d.Steps(ctx, p, r.Params)
		return run, p, err
	})
}

// presetOf is the preset that has the run of a recipe, where the parts of a contract share
// what they have played.
func presetOf(ctx context.Context, d algos.Demo, r algos.Recipe) (algos.Recipe, bool) {
	if ctx.Value(playsKey{}) == nil {
		return r, false
	}
	own, err := r.RunQuery(d)
	if err != nil {
		return r, false
	}
	for _, p := range d.Presets {
		if preset, err := d.Recipe(p.ID); err == nil {
			if q, err := preset.RunQuery(d); err == nil && q.Encode() == own.Encode() {
				return preset, true
			}
		}
	}
	return r, false
}

func presetKey(r algos.Recipe) string { return fmt.Sprint("preset ", r.Preset, " ", r.Seed) }

// A sight is a step and what it shows, made once where pictures are looked at.
type sight struct {
	algos.Step
	say    func() []algos.Line
	checks func() []algos.Check
	panels func() []mark.Panel
	model  func() algos.Model
}

func newSight(i int, s algos.Step) *sight {
	model := sync.OnceValue(s.Model)
	if !looked(i, s) {
		return &sight{s, s.Say, s.Checks, s.Panels, model}
	}
	return &sight{s, sync.OnceValue(s.Say), sync.OnceValue(s.Checks), sync.OnceValue(func() []mark.Panel { return withTips(s.Panels()) }), model}
}

// withTips are panels whose marks make each tooltip once.
func withTips(panels []mark.Panel) []mark.Panel {
	for i := range panels {
		marks := slices.Clone(panels[i].Marks)
		for k, m := range marks {
			switch m := m.(type) {
			case mark.Points:
				m.Tip = once(m.Tip)
				marks[k] = m
			case mark.Bars:
				m.Tip = once(m.Tip)
				marks[k] = m
			}
		}
		panels[i].Marks = marks
	}
	return panels
}

// once keeps what makes tooltips has made.
func once(tip func(int) say.Phrase) func(int) say.Phrase {
	if tip == nil {
		return nil
	}
	made := map[int]say.Phrase{}
	return func(i int) say.Phrase {
		text, ok := made[i]
		if !ok {
			text = tip(i)
			made[i] = text
		}
		return text
	}
}

func sights(steps []algos.Step) []*sight {
	all := make([]*sight, len(steps))
	for i, s := range steps {
		all[i] = newSight(i, s)
	}
	return all
}

// Say is that of the step.
func (s *sight) Say() []algos.Line { return s.say() }

// Checks are those of the step.
func (s *sight) Checks() []algos.Check { return s.checks() }

// Panels are those of the step.
func (s *sight) Panels() []mark.Panel { return s.panels() }

// Model is that of the step.
func (s *sight) Model() algos.Model { return s.model() }

// Number is that of the step.
func (s *sight) Number(path string) (float64, error) {
	if path, ok := strings.CutPrefix(path, "model."); ok {
		return s.Model().Number(path)
	}
	return s.Step.Number(path)
}

// An account is what is found in a run, and what is said there.
type account struct {
	report
	heard *listener
}

// A manner is how a run is looked at.
type manner struct {
	name  string
	usual bool // on usual points, where everything is decided
	drawn int  // how many steps are looked at with their pictures, besides the last
	heard int  // how many steps are heard
}

// observe looks at steps, once for each key. The faults begin with the name.
func (r *report) observe(ctx context.Context, d algos.Demo, key string, how manner, of func() ([]algos.Step, error)) *account {
	work := func() *account {
		a := &account{report: report{books: r.books, read: r.read}, heard: newListener(d)}
		steps, err := of()
		if err != nil {
			a.fault("%s: %v", how.name, err)
			return a
		}
		seen := sights(steps)
		a.reads(how.name, seen, how.usual)
		drawn := seen[:min(how.drawn, len(seen))]
		if len(drawn) < len(seen) && how.drawn > 0 {
			drawn = append(drawn[:len(drawn):len(drawn)], seen[len(seen)-1])
		}
		if how.drawn > 0 {
			a.sound(d, how.name, drawn)
		}
		a.heard.run(seen[:min(how.heard, len(seen))])
		return a
	}
	c, _ := ctx.Value(playsKey{}).(*plays)
	if c == nil {
		return work()
	}
	c.mu.Lock()
	once := c.accounts[key]
	if once == nil {
		once = sync.OnceValue(work)
		c.accounts[key] = once
	}
	c.mu.Unlock()
	return once()
}

// add takes over what an account has found.
func (r *report) add(a *account) {
	r.faults = append(r.faults, a.faults...)
	r.promises, r.comparisons, r.standings = r.promises+a.promises, r.comparisons+a.comparisons, r.standings+a.standings
}
