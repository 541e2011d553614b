package algotest

import (
	"context"
	"fmt"
	"regexp"
	"slices"

	"playground/algos"
	"playground/algos/param"
	"playground/algos/say"
	"playground/lang"
)

// goalSteps is the last step of the runs of goals.
const goalSteps = presetSteps - 1

// goals sees that every goal can be understood, is not reached where it begins, and can
// be reached.
func goals(ctx context.Context, d algos.Demo, r *report) {
	seen := map[string]bool{}
	for _, g := range d.Goals {
		if seen[g.ID] || !word.MatchString(g.ID) || g.Text == "" || g.Hint == "" || g.Reached == nil {
			r.fault("the goal %q is taken, does not fit a URL, or says nothing", g.ID)
			continue
		}
		seen[g.ID] = true
		r.goalSays(d, g)
		r.goalRuns(ctx, d, g)
	}
	if len(d.Goals) > 0 {
		r.goalPresets(ctx, d)
	}
}

// goalSays sees that the texts name what is asked for.
func (r *report) goalSays(d algos.Demo, g algos.Goal) {
	asks := regexp.MustCompile(`(^|[^0-9.])` + regexp.QuoteMeta(param.Format(g.Asks)) + `($|[^0-9])`)
	for _, l := range append([]string{lang.English.String()}, algos.Translations...) {
		text := say.Phrase(g.Text).In(d.Book(l))
		if !asks.MatchString(text) {
			r.fault("the goal %s does not say in %s that it asks for %g: %q", g.ID, l, g.Asks, text)
		}
	}
}

// goalRuns plays the start and the example.
func (r *report) goalRuns(ctx context.Context, d algos.Demo, g algos.Goal) {
	start, err := d.Link(g.Start)
	if err != nil {
		r.fault("the goal %s begins nowhere: %v", g.ID, err)
		return
	}
	if a, err := try(ctx, d, start); err != nil {
		r.fault("the goal %s begins with %v", g.ID, err)
	} else if score, reached := g.Score(a); reached {
		r.fault("the goal %s is reached where it begins: %s", g.ID, score.Words)
	}
	r.goalMissed(ctx, d, g)
	example, err := d.Link(g.Example)
	if err != nil {
		r.fault("the goal %s has no example: %v", g.ID, err)
		return
	}
	a, err := tryGoal(ctx, d, g, example)
	if err != nil {
		r.fault("the goal %s: %v", g.ID, err)
		return
	}
	results := d.Judge(example, a)
	i := slices.IndexFunc(results, func(s algos.Result) bool { return s.Goal == g.ID })
	switch {
	case i < 0:
		r.uncounted(g, a)
	case !results[i].Reached:
		r.fault("the example does not come to the goal %s: %s", g.ID, results[i].Score.Words)
	}
}

// uncounted says why the example of a goal counts for nothing.
func (r *report) uncounted(g algos.Goal, a algos.Attempt) {
	if score, _ := g.Reached(a); score.Words == "" {
		r.fault("nothing can be counted in the example of the goal %s: its Reached returns a score without words", g.ID)
		return
	}
	r.fault("the example of the goal %s is that of a preset, which counts for nobody: change something of it", g.ID)
}

// goalMissed plays the run that must not reach the goal.
func (r *report) goalMissed(ctx context.Context, d algos.Demo, g algos.Goal) {
	if g.CounterExample == "" {
		r.fault("the goal %s has no counter-example: give it a run that comes near and must not reach it", g.ID)
		return
	}
	recipe, err := d.Link(g.CounterExample)
	if err != nil {
		r.fault("the counter-example of the goal %s: %v", g.ID, err)
		return
	}
	a, err := tryGoal(ctx, d, g, recipe)
	if err != nil {
		r.fault("the counter-example of the goal %s: %v", g.ID, err)
		return
	}
	if score, reached := g.Score(a); reached {
		r.fault("the counter-example reaches the goal %s: %s", g.ID, score.Words)
	}
}

// goalPresets sees that a preset counts for nothing, and that none comes to a goal: to
// change something of it that does not matter would do then.
func (r *report) goalPresets(ctx context.Context, d algos.Demo) {
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			continue // the part of the presets says so
		}
		a, err := try(ctx, d, recipe)
		if err != nil {
			continue
		}
		if len(d.Judge(recipe, a)) > 0 {
			r.fault("the preset %s is taken for the reader's own", p.ID)
		}
		for _, g := range d.Goals {
			if score, reached := g.Score(a); reached {
				r.fault("the preset %s comes to the goal %s (%s): a touch of it would do", p.ID, g.ID, score.Words)
			}
		}
	}
}

// tryGoal plays a recipe as if one edit led to it from the start of a goal.
func tryGoal(ctx context.Context, d algos.Demo, g algos.Goal, r algos.Recipe) (algos.Attempt, error) {
	a, err := try(ctx, d, r)
	if err != nil || !g.Compares {
		return a, err
	}
	a.Before, err = d.Before(ctx, g, goalSteps)
	return a, err
}

// try plays a recipe to its end.
func try(ctx context.Context, d algos.Demo, r algos.Recipe) (algos.Attempt, error) {
	preset, ok := presetOf(ctx, d, r)
	if !ok {
		return d.Try(ctx, r, goalSteps)
	}
	p, err := r.Problem()
	if err != nil {
		return algos.Attempt{}, err
	}
	steps, _, err := presetRun(ctx, d, preset, presetSteps)
	if err != nil || len(steps) == 0 {
		return algos.Attempt{}, fmt.Errorf("%s has %d steps: %w", d.ID, len(steps), err)
	}
	return attempt(d.Attempt(p, r.Params), steps), nil
}

// attempt is an attempt with what its steps have come to.
func attempt(a algos.Attempt, steps []algos.Step) algos.Attempt {
	a.Steps = len(steps) - 1
	a.Last = steps[a.Steps]
	a.Complete = a.Last.Status.Final()
	for _, s := range steps {
		for _, e := range s.Events {
			a.Events[e.Kind]++
		}
	}
	return a
}

// scored are the templates of what goals count.
func scored(ctx context.Context, d algos.Demo) []say.Template {
	var all []say.Template
	for _, g := range d.Goals {
		for _, query := range []string{g.Start, g.Example} {
			recipe, err := d.Link(query)
			if err != nil {
				continue // the part of the goals says so
			}
			if a, err := tryGoal(ctx, d, g, recipe); err == nil {
				score, _ := g.Reached(a)
				all = append(all, score.Words.Templates()...)
			}
		}
	}
	return all
}
