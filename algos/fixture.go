package algos

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"playground/algos/dataset"
	"playground/algos/param"
)

// A Fixture is a run whose right numbers are known from elsewhere: worked out in
// the lecture notes, computed by a peer, or a closed form. The page of checks
// runs the fixtures of every demo in front of the reader.
type Fixture struct {
	ID, Title string // the id is permanent and stands in links
	Source    string // where the numbers come from: "004, handout A: W1", "scikit-learn 1.5.2, SVC"
	Data      dataset.Source
	Params    map[string]string
	Seed      uint64
	Step      int          // the step whose numbers are compared; Last for the end of the run
	At        [][2]float64 // where predictions are compared
	Want      []Expected
}

// Expected is one number of a [Fixture].
type Expected struct {
	// Name says where the number is found: "model.alpha[3]" or
	// "model.stumps[0].threshold" in the model, "metric.updates" among the
	// metrics, "predict[0].score" among the predictions at the fixture's places,
	// "step" for the number of the step.
	Name      string
	Label     string // how the page calls it, with $TeX$; the name where empty
	Value     float64
	Tolerance float64 // how far off it may be, absolute
}

// A Comparison is an expected number beside the computed one.
type Comparison struct {
	Expected
	Got  float64
	Good bool
}

// Recipe is the run of the fixture.
func (f Fixture) Recipe(d Demo) Recipe {
	return Recipe{Demo: d.ID, Data: f.Data, Params: param.Values(f.Params), Seed: f.Seed, Step: f.Step}
}

// Compare runs the fixture and compares its numbers. It fails where the run
// cannot start, ends before the step, or has no number of that name.
func (f Fixture) Compare(ctx context.Context, d Demo) ([]Comparison, error) {
	run, err := f.Recipe(d).Run(ctx, d)
	if err != nil {
		return nil, fmt.Errorf("fixture %s: %w", f.ID, err)
	}
	var at Step
	n := -1
	for step := range run {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("fixture %s, step %d: %w", f.ID, n, err)
		}
		at, n = step, n+1
		if n == f.Step {
			break
		}
	}
	if n < 0 || f.Step != Last && n != f.Step {
		return nil, fmt.Errorf("fixture %s: the run ends at step %d, before step %d", f.ID, n, f.Step)
	}
	model := at.Model()
	all := make([]Comparison, len(f.Want))
	for i, want := range f.Want {
		got, err := f.number(want.Name, n, at, model)
		if err != nil {
			return nil, fmt.Errorf("fixture %s: %s: %w", f.ID, want.Name, err)
		}
		all[i] = Comparison{Expected: want, Got: got, Good: math.Abs(got-want.Value) <= want.Tolerance}
	}
	return all, nil
}

// number finds the number with that name.
func (f Fixture) number(name string, n int, s Step, m Model) (float64, error) {
	if name == "step" {
		return float64(n), nil
	}
	parts := prediction.FindStringSubmatch(name)
	if parts == nil {
		return s.number(name, m)
	}
	row, err := strconv.Atoi(parts[1])
	if err != nil || row >= len(f.At) || m.Predict == nil {
		return 0, errors.New("there is no such prediction")
	}
	return dig(m.Predict(f.At[row]), parts[2])
}

// Number returns the number of a step that a path names, as in [Expected]: "metric.loss" or
// "model.alpha[3]".
func (s Step) Number(path string) (float64, error) {
	if !strings.HasPrefix(path, "model.") {
		return s.number(path, Model{})
	}
	return s.number(path, s.Model())
}

// number is Number with the model.
func (s Step) number(path string, m Model) (float64, error) {
	if metric, ok := strings.CutPrefix(path, "metric."); ok {
		for n, x := range s.Named() {
			if n == metric {
				return x, nil
			}
		}
		return 0, errors.New("no step has such a metric")
	}
	if path, ok := strings.CutPrefix(path, "model."); ok {
		return m.Number(path)
	}
	return 0, errors.New("a name starts with one of model, metric and predict")
}

// Number returns the number of a model that a path names: "alpha[3]".
func (m Model) Number(path string) (float64, error) { return dig(m.Values, path) }

var (
	prediction = regexp.MustCompile(`^predict\[(\d+)\]\.(.+)$`)
	dot        = regexp.MustCompile(`\.|\[(\d+)\]`)
)

// dig follows a path such as "stumps[0].threshold" into values.
func dig(values []Value, path string) (float64, error) {
	at := reflect.ValueOf(values)
	for _, key := range strings.Fields(dot.ReplaceAllString(path, " $1 ")) {
		for at.IsValid() && at.Kind() == reflect.Interface {
			at = at.Elem()
		}
		if fields, ok := named(at); ok {
			if at = fields(key); !at.IsValid() {
				return 0, fmt.Errorf("nothing is called %s", key)
			}
			continue
		}
		i, err := strconv.Atoi(key)
		if err != nil || !at.IsValid() || at.Kind() != reflect.Slice && at.Kind() != reflect.Array || i >= at.Len() {
			return 0, fmt.Errorf("there is no %s", key)
		}
		at = at.Index(i)
	}
	for at.IsValid() && at.Kind() == reflect.Interface {
		at = at.Elem()
	}
	switch {
	case !at.IsValid():
	case at.CanFloat():
		return at.Float(), nil
	case at.CanInt():
		return float64(at.Int()), nil
	case at.Kind() == reflect.Bool && at.Bool():
		return 1, nil
	case at.Kind() == reflect.Bool:
		return 0, nil
	}
	return 0, errors.New("it is not a number")
}

// named returns how to look a name up in a list of values.
func named(v reflect.Value) (func(string) reflect.Value, bool) {
	if !v.IsValid() || v.Type() != reflect.TypeFor[[]Value]() {
		return nil, false
	}
	return func(name string) reflect.Value {
		for _, value := range v.Interface().([]Value) {
			if value.Name == name {
				return reflect.ValueOf(value.Value)
			}
		}
		return reflect.Value{}
	}, true
}
