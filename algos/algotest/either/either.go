// Package either is a demo for tests of what takes points or a table: it works out the
// means of the columns, one after the other.
package either

import (
	"context"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Demo returns the demo. It predicts the mean of the target wherever it is asked.
func Demo() algos.Demo {
	points := dataset.Set{Dim: 1, Target: dataset.Values, Points: []dataset.Point{{X: [2]float64{1}, Y: 2}, {X: [2]float64{3}, Y: 8}}}
	table := dataset.Table{
		Columns: []dataset.Column{{Name: "a"}, {Name: "b"}, {Name: "c"}, {Name: "y", Wanted: true}},
		Rows:    [][]float64{{1, 2, 3, 4}, {3, 4, 5, 8}},
	}
	return algos.Define(algos.Demo{
		ID: "means", Title: "Means", Summary: "The means of columns, for tests.", Family: "Tests",
		Input: input.Spec{
			Points: &input.Points{Dims: []int{1}, Target: dataset.Values},
			Table:  &input.Table{Target: dataset.Values, Max: 40},
		},
		MinPoints: 1, TooFew: "There are no points.",
		Units:   algos.Units{Step: "column"},
		Metrics: []string{"mean"}, Formula: `m \leftarrow \frac{1}{n}\sum_i x_i`,
		Charts: []mark.Chart{{ID: "mean", Title: "Mean", Series: []mark.Series{{Metric: "mean", Label: "of the column"}}}},
		Presets: []algos.Preset{
			{ID: "points", Title: "Two points", Note: "On the board.", Data: dataset.Explicit(points), Seed: 1},
			{ID: "table", Title: "Four columns", Note: "In a table.", Data: dataset.Tabled(table), Seed: 1},
		},
	}, func(*struct{}, *param.Set) {}, run)
}

// state is a step's view.
type state struct {
	algos.Problem
	columns [][]float64 // the last is the target
	column  int         // that was averaged
}

func run(_ context.Context, p algos.Problem, _ struct{}) (iter.Seq[algos.Step], error) {
	s := state{Problem: p}
	if p.Table.Empty() {
		s.columns = make([][]float64, 2)
		for _, q := range p.Points {
			s.columns[0], s.columns[1] = append(s.columns[0], q.X[0]), append(s.columns[1], q.Y)
		}
	} else {
		s.columns = make([][]float64, len(p.Table.Columns))
		for _, row := range p.Table.Rows {
			for k, x := range row {
				s.columns[k] = append(s.columns[k], x)
			}
		}
	}
	return func(yield func(algos.Step) bool) {
		for s.column = range s.columns {
			step := algos.Step{Phase: "column", Metrics: []float64{s.mean()}, Status: algos.Status{State: algos.Running}, View: s}
			if s.column == len(s.columns)-1 {
				step.Status = algos.Status{State: algos.Converged, Reason: "that is all"}
			}
			if !yield(step) {
				return
			}
		}
	}, nil
}

func (s state) mean() float64 {
	sum := 0.0
	for _, x := range s.columns[s.column] {
		sum += x
	}
	return sum / float64(max(1, len(s.columns[s.column])))
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Vars{"k": s.column + 1, "m": s.mean()}.Text("The mean of column <k> is <m>.")}}
}

func (s state) Checks() []algos.Check { return nil }

// Panels are the board with its points, or the table as a picture.
func (s state) Panels() []mark.Panel {
	if s.Table.Empty() {
		p := s.Problem.Board()
		p.Add(mark.DataPoints(s.Set))
		return []mark.Panel{p}
	}
	t := s.Table
	grid := mark.Matrix{Rows: len(t.Rows), Cols: len(t.Columns), Hi: 10, Scale: mark.Sequential}
	for _, row := range t.Rows {
		grid.Values = append(grid.Values, row...)
	}
	return []mark.Panel{{ID: "board", Title: "Table", Alt: "a table", Marks: []mark.Mark{grid}}}
}

func (s state) Model() algos.Model {
	mean := []algos.Value{{Name: "y", Value: s.mean()}}
	return algos.Model{
		Values:  []algos.Value{{Name: "columns", Value: len(s.columns)}},
		Predict: func([2]float64) []algos.Value { return mean },
		PredictRow: func(inputs []float64) []algos.Value {
			return append(mean[:1:1], algos.Value{Name: "inputs", Value: inputs})
		},
	}
}
