package algotest

import (
	"context"
	"fmt"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/mark"
)

// heldOut sees that a demo is as good with points held out as without: its questions are
// asked, its goals count, and its pictures have the same marks besides those points.
func heldOut(ctx context.Context, d algos.Demo, r *report) {
	if !d.Input.Supervised() {
		return
	}
	without, with := map[string]int{}, map[string]int{}
	predicts, predicted := false, false
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil || !recipe.Data.Table.Empty() {
			continue // the part of the presets says so; in a table nothing is held out
		}
		whole, err := recipe.Problem()
		if err != nil || len(whole.HeldOut) > 0 {
			continue
		}
		last := r.divided(ctx, d, recipe, whole.Set, without, with)
		if last.View != nil && last.Model().Predict != nil {
			predicts = true
			for _, p := range whole.Points {
				at := last.Model().Predicted(whole.Target, p.X)
				predicted = predicted || at == at
			}
		}
		if len(r.faults) > 0 {
			return // one preset's faults are enough
		}
	}
	if predicts && !predicted {
		r.fault("the model predicts neither a label nor a value at the points of any preset: name it label, y or mean, as Model.Predicted reads it")
	}
	for _, q := range d.Questions {
		if without[q.ID] > 0 && with[q.ID] == 0 {
			r.fault("the question %s is asked at %d steps of the presets, and at none with a quarter of their points held out", q.ID, without[q.ID])
		}
	}
	for _, g := range d.Goals {
		if without[g.ID] > 0 && with[g.ID] == 0 {
			r.fault("the goal %s counts in %d presets, and in none with a quarter of their points held out", g.ID, without[g.ID])
		}
	}
}

// divided runs a preset as it is and with every fourth point held out, and counts where
// questions are asked and goals count. It returns the last step that it has seen.
func (r *report) divided(ctx context.Context, d algos.Demo, recipe algos.Recipe, set dataset.Set, without, with map[string]int) (last algos.Step) {
	const most = 200
	divided := set.Clone()
	var out []int
	for i := 1; i < len(set.Points); i += 4 {
		out = append(out, i)
	}
	divided.Hold(out, true)
	training := divided.Training()
	for _, c := range []struct {
		set   dataset.Set
		count map[string]int
	}{{training, without}, {divided, with}} {
		p := algos.NewProblem(c.set, recipe.Seed, mark.FitWindow(divided))
		steps, err := play(ctx, d, p, recipe.Params, most)
		if err != nil || len(steps) == 0 {
			r.fault("%s with points held out: %d steps: %v", recipe.Preset, len(steps), err)
			return last
		}
		last = steps[len(steps)-1]
		for i, s := range steps {
			if !looked(i, s) {
				continue
			}
			for _, q := range d.Questions {
				if _, ok := q.Fits(s); ok {
					c.count[q.ID]++
				}
			}
		}
		a := attempt(d.Attempt(p, recipe.Params), steps)
		for _, g := range d.Goals {
			if score, _ := g.Score(a); score.Words != "" {
				c.count[g.ID]++
			}
		}
		if len(c.set.Points) > len(training.Points) {
			r.reads(fmt.Sprint(recipe.Preset, " with points held out"), sights(steps[:min(len(steps), 20)]), false)
		}
	}
	return last
}
