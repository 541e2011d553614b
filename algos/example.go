package algos

import (
	"fmt"
	"net/url"

	"playground/algos/dataset"
	"playground/algos/param"
)

// Example is a preset: data and, in the form of a link, what differs from the
// defaults: "step=12&solver=gd&eta=0.4". It panics on a recipe that cannot be
// read; parameters are checked by the contract test.
func Example(id, title string, data dataset.Source, recipe, note string) Preset {
	params, seed, step, err := parseExample(recipe)
	if err != nil {
		panic(fmt.Sprintf("preset %s: %v", id, err))
	}
	return Preset{ID: id, Title: title, Note: note, Data: data, Params: params, Seed: seed, Step: step}
}

// Known is a fixture: a run, the step at which its numbers are compared, and
// where they come from. The recipe is written as in [Example].
func Known(id, title, source string, data dataset.Source, recipe string, want ...Expected) Fixture {
	params, seed, step, err := parseExample(recipe)
	if err != nil {
		panic(fmt.Sprintf("fixture %s: %v", id, err))
	}
	return Fixture{ID: id, Title: title, Source: source, Data: data, Params: params, Seed: seed, Step: step, Want: want}
}

// Predicting sets the places at which predictions are compared.
func (f Fixture) Predicting(at ...[2]float64) Fixture {
	f.At = at
	return f
}

// Number is one expected number of a fixture (see [Expected]).
func Number(name, label string, value, tolerance float64) Expected {
	return Expected{Name: name, Label: label, Value: value, Tolerance: tolerance}
}

func parseExample(recipe string) (params map[string]string, seed uint64, step int, err error) {
	q, err := url.ParseQuery(recipe)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("read %q: %w", recipe, err)
	}
	for key := range q {
		switch key {
		case keySeed:
			seed, err = ParseSeed(q.Get(key))
		case keyStep:
			step, err = ParseStep(q.Get(key))
		default:
			if params == nil {
				params = param.Values{}
			}
			params[key] = q.Get(key)
		}
		if err != nil {
			return nil, 0, 0, err
		}
	}
	return params, seed, step, nil
}
