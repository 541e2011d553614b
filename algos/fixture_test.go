package algos_test

import (
	"context"
	"iter"
	"testing"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

// counter counts to five and knows some numbers on the way.
type counter int

func (c counter) Say() []algos.Line     { return nil }
func (c counter) Checks() []algos.Check { return nil }
func (c counter) Panels() []mark.Panel  { return nil }
func (c counter) Model() algos.Model {
	return algos.Model{
		Values: []algos.Value{
			{Name: "n", Value: int(c)},
			{Name: "even", Value: c%2 == 0},
			{Name: "name", Value: "five"},
			{Name: "rows", Value: [][]float64{{1, 2}, {3, float64(c)}}},
			{Name: "parts", Value: [][]algos.Value{{{Name: "size", Value: 0.5}}}},
		},
		Predict: func(x [2]float64) []algos.Value { return []algos.Value{{Name: "p", Value: []float64{x[0], x[1]}}} },
	}
}

var counting = algos.Define(algos.Demo{ID: "count", Input: input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None}}, Metrics: []string{"square"}}, func(*struct{}, *param.Set) {},
	func(context.Context, algos.Problem, struct{}) (iter.Seq[algos.Step], error) {
		return func(yield func(algos.Step) bool) {
			for i := range 6 {
				if !yield(algos.Step{View: counter(i), Metrics: []float64{float64(i * i)}}) {
					return
				}
			}
		}, nil
	})

func compare(t *testing.T, step int, want algos.Expected) (algos.Comparison, error) {
	t.Helper()
	f := algos.Fixture{ID: "f", Data: dataset.Explicit(dataset.Set{Dim: 2}), Step: step, At: [][2]float64{{7, 8}}, Want: []algos.Expected{want}}
	all, err := f.Compare(t.Context(), counting)
	if err != nil {
		return algos.Comparison{}, err
	}
	return all[0], nil
}

func TestFixtureFindsNumbers(t *testing.T) {
	for name, want := range map[string]float64{
		"step": 5, "metric.square": 25, "model.n": 5, "model.even": 0, "model.rows[1][1]": 5, "model.parts[0].size": 0.5, "predict[0].p[1]": 8,
	} {
		c, err := compare(t, algos.Last, algos.Expected{Name: name, Value: want})
		if err != nil || !c.Good || c.Got != want {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	if c, err := compare(t, 2, algos.Expected{Name: "model.even", Value: 1}); err != nil || !c.Good {
		t.Errorf("at step 2: %+v, %v", c, err)
	}
}

func TestFixtureSeesWhatIsWrong(t *testing.T) {
	if c, err := compare(t, algos.Last, algos.Expected{Name: "metric.square", Value: 25.1, Tolerance: 0.05}); err != nil || c.Good {
		t.Errorf("a wrong number is good: %+v, %v", c, err)
	}
	for _, name := range []string{
		"", "n", "metric.cube", "model.m", "model.name", "model.rows", "model.rows[2]", "model.rows[0][9]", "model.rows.x", "model.parts[0].weight", "predict[1].p", "predict[0].q",
	} {
		if c, err := compare(t, algos.Last, algos.Expected{Name: name}); err == nil {
			t.Errorf("%s is %v", name, c.Got)
		}
	}
	if _, err := compare(t, 9, algos.Expected{Name: "step", Value: 9}); err == nil {
		t.Error("the run has no step 9")
	}
}
