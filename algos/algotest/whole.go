package algotest

import (
	"context"

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
// contract that have a name of their own look at whether it is right, and the part that spoils
// states counts the guarantees.
func whole(_ context.Context, d algos.Demo, r *report) {
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
}
