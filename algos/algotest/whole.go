package algotest

import (
	"context"
	"maps"
	"slices"

	"playground/algos"
)

// The fewest and the most of what a demo brings.
const (
	fewestPresets   = 4
	fewestPromises  = 2
	fewestQuestions = 2
	mostQuestions   = 4
	fewestGoals     = 1
	mostGoals       = 3
)

// whole looks for what a demo has to bring and says what is missing; parts of the
// contract that have a name of their own look at whether it is right.
func whole(ctx context.Context, d algos.Demo, r *report) {
	for _, c := range []struct {
		what              string
		has, fewest, most int
	}{
		{"presets", len(d.Presets), fewestPresets, len(d.Presets)},
		{"fixtures", len(d.Fixtures), 1, len(d.Fixtures)},
		{"questions", len(d.Questions), fewestQuestions, mostQuestions},
		{"goals", len(d.Goals), fewestGoals, mostGoals},
	} {
		if c.has < c.fewest || c.has > c.most {
			r.fault("it has %d %s, and should have %d to %d", c.has, c.what, c.fewest, max(c.most, c.fewest))
		}
	}
	for _, file := range []string{"lesson.md", "tour.md", "zh.json", "lesson.zh.md", "tour.zh.md"} {
		if text, err := d.Sources.ReadFile(file); err != nil || len(text) == 0 {
			r.fault("%s is missing", file)
		}
	}
	promised := promised(ctx, d)
	if len(promised) < fewestPromises {
		r.fault("it makes %d promises, and should make %d", len(promised), fewestPromises)
	}
}

// promised are the names of the promises at the beginnings and the ends of the presets.
func promised(ctx context.Context, d algos.Demo) []string {
	const looked = 40 // steps from the start; more would show few others
	names := map[string]bool{}
	for _, p := range d.Presets {
		recipe, err := d.Recipe(p.ID)
		if err != nil {
			continue // another part says so
		}
		run, err := recipe.Run(ctx, d)
		if err != nil {
			continue
		}
		n := 0
		for s := range run {
			if n++; n > looked && !s.Status.Final() {
				continue
			}
			for _, c := range s.Checks() {
				names[c.Name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}
