// Package layers is a demo for tests of the web with two layers of cells of one size: an image
// with noise, and the labels of its cells, which iterated conditional modes smooth (J. Besag,
// Journal of the Royal Statistical Society B 48, 1986). Both are painted, each on a board of its own.
package layers

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

// The names of the layers.
const (
	image  = "image"
	labels = "labels"
)

// Demo returns the demo.
func Demo() algos.Demo {
	noisy := dataset.Grid([]float64{0, 0, 1, 1}, []float64{0, 1, 1, 1}, []float64{0, 0, 1, 0}, []float64{0, 0, 1, 1})
	size := input.Span{Least: 2, Most: 16}
	return algos.Define(algos.Demo{
		ID: "smoothing", Title: "Smoothed labels", Summary: "Labels of an image with noise, for tests.", Family: "Tests",
		Input: input.Spec{Cells: &input.Cells{
			Name: image, Title: "Image", Rows: size, Cols: size, High: 1, Start: dataset.NewCells(4, 4, 0), Alike: true,
			Brushes: []input.Brush{{Value: 0, Name: "dark"}, {Value: 1, Name: "light"}},
			Layers: []input.Cells{{
				Name: labels, Title: "Labels", Rows: size, Cols: size, Start: dataset.NewCells(4, 4, 0),
				Brushes: []input.Brush{{Value: 0, Name: "ground"}, {Value: 1, Name: "figure"}},
			}},
		}},
		Metrics: []string{"energy"}, Formula: `E=\sum_i (a_i-l_i)^2+\beta\sum_{i\sim j}[l_i\ne l_j]`,
		Charts: []mark.Chart{{ID: "energy", Title: "Energy", Series: []mark.Series{{Metric: "energy", Label: "of the labels"}}}},
		Presets: []algos.Preset{
			{ID: "noisy", Title: "Two halves", Note: "Three cells are noise.", Data: noisy.With(labels, rows(noisy.Cells)...), Seed: 1},
			{ID: "unlabelled", Title: "No labels yet", Note: "All is ground at first.", Data: noisy, Seed: 1},
		},
	}, func(o *options, s *param.Set) { s.Float(&o.Beta, "beta", 0.4, 0, 2) }, run)
}

// rows are those of a grid.
func rows(c dataset.Cells) [][]float64 {
	var out [][]float64
	for i := range c.Rows {
		out = append(out, c.Row(i))
	}
	return out
}

type options struct{ Beta float64 }

// state is a step's view: the labels after a sweep.
type state struct {
	options
	image, given, labels dataset.Cells
	sweep, flips         int
}

func run(_ context.Context, p algos.Problem, o options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		s := state{options: o, image: p.Layer(image), given: p.Layer(labels), labels: p.Layer(labels)}
		for {
			step := algos.Step{Phase: "sweep", Size: algos.Normal, Metrics: []float64{s.energy()}, Next: algos.Next{Step: "sweep"}, View: s}
			step.Status = algos.Status{State: algos.Running}
			if s.sweep > 0 && s.flips == 0 {
				step.Status = algos.Status{State: algos.Converged, Reason: "no label changes"}
			}
			if !yield(step) || step.Status.Final() {
				return
			}
			s = s.swept()
		}
	}, nil
}

// swept gives every cell in turn the label of the least energy, and keeps it where both have the same.
func (s state) swept() state {
	s.labels, s.flips = s.labels.Clone(), 0
	for i := range s.labels.Rows {
		for j := range s.labels.Cols {
			k := i*s.labels.Cols + j
			if now := s.labels.Values[k]; s.local(i, j, 1-now) < s.local(i, j, now) {
				s.labels.Values[k] = 1 - now
				s.flips++
			}
		}
	}
	s.sweep++
	return s
}

// local is the part of the energy that the label of a cell changes.
func (s state) local(row, col int, label float64) float64 {
	d := s.image.At(row, col) - label
	e := d * d
	for _, by := range [][2]int{{-1, 0}, {1, 0}, {0, -1}, {0, 1}} {
		if i, j := row+by[0], col+by[1]; s.labels.Has(i, j) && s.labels.At(i, j) != label {
			e += s.Beta
		}
	}
	return e
}

func (s state) energy() float64 {
	e := 0.0
	for i := range s.labels.Rows {
		for j := range s.labels.Cols {
			label := s.labels.At(i, j)
			d := s.image.At(i, j) - label
			e += d * d
			if s.labels.Has(i+1, j) && s.labels.At(i+1, j) != label {
				e += s.Beta
			}
			if s.labels.Has(i, j+1) && s.labels.At(i, j+1) != label {
				e += s.Beta
			}
		}
	}
	return e
}

func (s state) Say() []algos.Line {
	v := say.Vars{"t": s.sweep, "n": s.flips, "e": s.energy()}
	return []algos.Line{{Text: v.Text("After <t sweep> the energy is <e>; the last one changed <n label>.")}}
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Panels() []mark.Panel {
	now := mark.LayerBoard("now", "Labels now", s.labels, 0, 1)
	now.Edits, now.Grid = "", ""
	return []mark.Panel{mark.CellBoard(s.image, 0, 1), mark.LayerBoard(labels, "Labels at first", s.given, 0, 1), now}
}

func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "labels", Value: s.labels.Values}, {Name: "energy", Value: s.energy()}}}
}
