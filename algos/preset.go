package algos

import (
	"fmt"
	"net/url"

	"playground/algos/dataset"
	"playground/algos/param"
)

// NewPreset makes a preset: data and, in the form of a link, what differs from the
// defaults: "step=12&solver=gd&eta=0.4". Where "step=end" shows a finished picture, a
// page opens midway, or at the step of "opens=12". It panics on a recipe that cannot be
// read; parameters are checked by the contract test.
func NewPreset(id, title string, data dataset.Source, recipe, note string) Preset {
	e, opens, err := parseExample(recipe)
	if err != nil {
		panic(fmt.Sprintf("preset %s: %v", id, err))
	}
	return Preset{ID: id, Title: title, Note: note, Data: data, Params: e.Params, Seed: e.Seed, Step: e.Step, Opens: opens, Window: e.Window}
}

// NewFixture makes a fixture: a run, the step at which its numbers are compared, and
// where they come from. The recipe is written as in [NewPreset].
func NewFixture(id, title, source string, data dataset.Source, recipe string, want ...Expected) Fixture {
	e, _, err := parseExample(recipe)
	if err != nil {
		panic(fmt.Sprintf("fixture %s: %v", id, err))
	}
	return Fixture{ID: id, Title: title, Source: source, Data: data, Params: e.Params, Seed: e.Seed, Step: e.Step, Want: want}
}

// Predicting sets the places at which predictions are compared.
func (f Fixture) Predicting(at ...[2]float64) Fixture {
	f.At = at
	return f
}

// Expect is one expected number of a fixture (see [Expected]).
func Expect(name, label string, value, tolerance float64) Expected {
	return Expected{Name: name, Label: label, Value: value, Tolerance: tolerance}
}

// parseExample reads what a link says besides the data: parameters, seed, step and
// window; and for a page the step at which it opens.
func parseExample(recipe string) (r Recipe, opens int, err error) {
	q, err := url.ParseQuery(recipe)
	if err != nil {
		return Recipe{}, 0, fmt.Errorf("read %q: %w", recipe, err)
	}
	for key := range q {
		switch key {
		case keySeed:
			r.Seed, err = ParseSeed(q.Get(key))
		case keyStep:
			r.Step, err = ParseStep(q.Get(key))
		case keyOpens:
			opens, err = ParseStep(q.Get(key))
		case keyWindow:
			r.Window, err = parseWindow(q.Get(key))
		default:
			if r.Params == nil {
				r.Params = param.Values{}
			}
			r.Params[key] = q.Get(key)
		}
		if err != nil {
			return Recipe{}, 0, err
		}
	}
	return r, opens, nil
}
