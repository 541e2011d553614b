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

// The layers of [Filtered].
const (
	Image  = "image"
	Filter = "filter"
)

// Filtered returns a demo of two layers of cells: a filter slides over an image, one row of the
// output a step.
func Filtered() algos.Demo {
	edge := dataset.Grid([]float64{0, 0, 1, 1}, []float64{0, 0, 1, 1}, []float64{0, 0, 1, 1})
	return algos.Define(algos.Demo{
		ID: "filtered", Title: "Filtered image", Summary: "A filter slides over an image, for tests.", Family: "Tests",
		Input: input.Spec{Cells: &input.Cells{
			Name: Image, Title: "Image", Rows: input.Span{Least: 2, Most: 8}, Cols: input.Span{Least: 2, Most: 8}, High: 1,
			Brushes: []input.Brush{{Value: 0, Name: "black"}, {Value: 1, Name: "white"}},
			Start:   dataset.NewCells(4, 4, 0),
			Layers: []input.Cells{{
				Name: Filter, Title: "Filter", Rows: input.Span{Most: 2}, Cols: input.Span{Most: 2},
				Brushes: []input.Brush{{Value: 0, Name: "zero"}, {Value: -1, Name: "minus"}, {Value: 1, Name: "plus"}},
				Start:   dataset.Grid([]float64{-1, 1}).Cells,
			}},
		}},
		Metrics: []string{"largest"}, Formula: `y_{ij}=\sum_{kl} f_{kl}\,a_{i+k,j+l}`,
		Presets: []algos.Preset{
			{ID: "edge", Title: "An edge", Note: "The filter finds it.", Data: edge.With(Filter, []float64{-1, 1}), Seed: 1},
			{ID: "blank", Title: "Blank", Note: "Grids to paint on.", Seed: 1},
		},
	}, func(*struct{}, *param.Set) {}, filter)
}

// filtering is a step's view.
type filtering struct {
	image, filter, out dataset.Cells
	row                int // of the output that came last
}

func filter(_ context.Context, p algos.Problem, _ struct{}) (iter.Seq[algos.Step], error) {
	s := filtering{image: p.Layer(Image), filter: p.Layer(Filter)}
	rows, cols := s.image.Rows-s.filter.Rows+1, s.image.Cols-s.filter.Cols+1
	return func(yield func(algos.Step) bool) {
		s.out = dataset.NewCells(rows, cols, 0)
		for s.row = range rows {
			s.out = s.out.Clone()
			for j := range cols {
				s.out.Values[s.row*cols+j] = s.at(s.row, j)
			}
			step := algos.Step{Phase: "row", Metrics: []float64{s.largest()}, Status: algos.Status{State: algos.Running}, Next: algos.Next{Step: "next row"}, View: s}
			if s.row == rows-1 {
				step.Status = algos.Status{State: algos.Converged, Reason: "that is all"}
			}
			if !yield(step) {
				return
			}
		}
	}, nil
}

// at is the output in a cell.
func (s filtering) at(row, col int) float64 {
	sum := 0.0
	for k := range s.filter.Rows {
		for l := range s.filter.Cols {
			sum += s.filter.At(k, l) * s.image.At(row+k, col+l)
		}
	}
	return sum
}

func (s filtering) largest() float64 {
	most := 0.0
	for _, x := range s.out.Values {
		most = max(most, x, -x)
	}
	return most
}

func (s filtering) Say() []algos.Line {
	return []algos.Line{{Text: say.Vars{"i": s.row + 1, "m": s.largest()}.Text("Row <i> of the output; the largest size is <m>.")}}
}

func (s filtering) Checks() []algos.Check { return nil }

func (s filtering) Panels() []mark.Panel {
	out := mark.LayerBoard("output", "Output", s.out, -4, 4)
	out.Edits, out.Grid = "", ""
	return []mark.Panel{mark.CellBoard(s.image, 0, 1), mark.LayerBoard(Filter, "Filter", s.filter, -1, 1), out}
}

func (s filtering) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "output", Value: s.out.Values}}}
}
