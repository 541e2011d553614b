// Package painted is a demo for tests of what takes cells: it adds up the rows of a grid, one
// after the other.
package painted

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

// Demo returns the demo. It makes a grid itself unless its parameter says that the painted
// one counts.
func Demo() algos.Demo {
	drawn := dataset.Grid([]float64{0, 1, 0.5}, []float64{1, 0, 0})
	return algos.Define(algos.Demo{
		ID: "sums", Title: "Sums of rows", Summary: "The sums of the rows of a grid, for tests.", Family: "Tests",
		Input: input.Spec{Cells: &input.Cells{
			Rows: input.Span{Most: 8}, Cols: input.Span{Least: 2, Most: 6}, Low: 0, High: 1,
			Brushes: []input.Brush{{Value: 0, Name: "nothing"}, {Value: 1, Name: "full"}},
			Start:   dataset.NewCells(3, 4, 0), When: param.Values{"grid": "painted"},
		}},
		Units:   algos.Units{Step: "row"},
		Metrics: []string{"sum"}, Formula: `s_i=\sum_j a_{ij}`,
		Charts: []mark.Chart{{ID: "sum", Title: "Sum", Series: []mark.Series{{Metric: "sum", Label: "of the row"}}}},
		Presets: []algos.Preset{
			{ID: "painted", Title: "Painted", Note: "Two rows.", Data: dataset.Celled(drawn.Cells), Params: map[string]string{"grid": "painted"}, Seed: 1},
			{ID: "ones", Title: "Ones", Note: "A grid of its own.", Seed: 1},
		},
	}, func(o *options, s *param.Set) {
		s.Choice(&o.Grid, "grid", "ones", param.Option{Value: "ones", Label: "ones"}, param.Option{Value: "painted", Label: "painted"})
	}, run)
}

type options struct{ Grid string }

// state is a step's view.
type state struct {
	cells dataset.Cells
	own   bool
	row   int
}

func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	s := state{cells: dataset.NewCells(2, 2, 1), own: true}
	if o.Grid == "painted" {
		s.cells, s.own = p.Cells, false
		if s.cells.Empty() {
			s.cells = Demo().Input.Cells.Grid(p.Cells)
		}
	}
	return func(yield func(algos.Step) bool) {
		for s.row = range s.cells.Rows {
			step := algos.Step{Phase: "row", Metrics: []float64{s.sum()}, Status: algos.Status{State: algos.Running}, View: s}
			if s.row == s.cells.Rows-1 {
				step.Status = algos.Status{State: algos.Converged, Reason: "that is all"}
			}
			if !yield(step) {
				return
			}
		}
	}, nil
}

func (s state) sum() float64 {
	sum := 0.0
	for _, x := range s.cells.Row(s.row) {
		sum += x
	}
	return sum
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Vars{"i": s.row + 1, "s": s.sum()}.Text("The sum of row <i> is <s>.")}}
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Panels() []mark.Panel {
	if s.cells.Rows == 1 && !s.own {
		return []mark.Panel{s.curve()}
	}
	p := mark.CellBoard(s.cells, 0, 1)
	if s.own {
		p.Edits = ""
	}
	return []mark.Panel{p}
}

// curve draws a single row as a function.
func (s state) curve() mark.Panel {
	bars := mark.Bars{Y: s.cells.Values}
	for j := range s.cells.Values {
		bars.X = append(bars.X, float64(j)+0.5)
	}
	p := mark.Panel{ID: "board", Title: "Curve", Alt: "A curve.", X: mark.Axis{Max: float64(s.cells.Cols)}, Y: mark.Axis{Max: 1}, Edits: mark.EditsCurve}
	p.Add(bars)
	return p
}

func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "sum", Value: s.sum()}, {Name: "cells", Value: len(s.cells.Values)}}}
}
