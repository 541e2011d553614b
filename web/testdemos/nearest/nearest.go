// Package nearest is a demo for tests of points whose targets are classes or values: the nearest
// neighbours of a place vote for a class, or their values are averaged.
package nearest

import (
	"cmp"
	"context"
	"iter"
	"math"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
	"playground/algos/say"
)

// Options of the demo.
type Options struct {
	K  int
	At [2]float64
}

// Demo returns the demo.
func Demo() algos.Demo {
	return algos.Define(algos.Demo{
		ID: "nearest", Title: "Nearest neighbours", Summary: "A vote or a mean of neighbours, for tests.", Family: "Tests",
		Input:     input.Spec{Points: &input.Points{Dims: []int{1, 2}, Target: dataset.Either, Classes: 3, Max: 200}},
		Units:     algos.Units{Step: "neighbour"},
		MinPoints: 1, TooFew: "There are no points.",
		Metrics: []string{"prediction"}, Formula: `\hat y=\frac{1}{k}\sum_{i\in N_k(x)} y_i`,
		Charts: []mark.Chart{{ID: "prediction", Title: "Prediction", Series: []mark.Series{{Metric: "prediction", Label: "so far"}}}},
		Presets: []algos.Preset{
			{ID: "classes", Title: "Classes", Note: "A vote.", Data: dataset.Labelled([3]float64{0, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}, [3]float64{3, 0, -1}), Seed: 1},
			{ID: "values", Title: "Values", Note: "A mean.", Data: dataset.Valued([3]float64{0, 0, 1.5}, [3]float64{1, 0, 2}, [3]float64{2, 0, 4}, [3]float64{3, 0, 8}), Seed: 1},
		},
	}, func(o *Options, s *param.Set) {
		s.Int(&o.K, "k", 3, 1, 20)
		s.Point(&o.At, "at", [2]float64{1, 0}, 100).Label("place")
	}, start)
}

// state is a step's view: so many of the neighbours are taken.
type state struct {
	algos.Problem
	Options
	taken int
}

func start(_ context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		last := min(o.K, len(p.Points))
		for n := 1; n <= last; n++ {
			s := state{p, o, n}
			step := algos.Step{Phase: "neighbour", Size: algos.Normal, Metrics: []float64{s.predict(o.At)}, Status: algos.Status{State: algos.Running}, View: s}
			if n == last {
				step.Status = algos.Status{State: algos.Converged, Reason: "that is all"}
			}
			if !yield(step) {
				return
			}
		}
	}, nil
}

// predict is the class that most neighbours have, or the mean of their values.
func (s state) predict(x [2]float64) float64 {
	near := slices.Clone(s.Points)
	far := func(p dataset.Point) float64 { return math.Hypot(p.X[0]-x[0], p.X[1]-x[1]) }
	slices.SortStableFunc(near, func(a, b dataset.Point) int { return cmp.Compare(far(a), far(b)) })
	near = near[:s.taken]
	if s.Target == dataset.Classes {
		counts := dataset.Counts(near)
		return float64(slices.Index(counts, slices.Max(counts)))
	}
	sum := 0.0
	for _, p := range near {
		sum += p.Y
	}
	return sum / float64(len(near))
}

func (s state) Say() []algos.Line {
	v := say.Vars{"n": s.taken}
	if s.Target == dataset.Classes {
		v["class"] = s.Label(int(s.predict(s.At)))
		return []algos.Line{{Text: v.Text("<n neighbour> vote for class <class>.")}}
	}
	v["y"] = s.predict(s.At)
	return []algos.Line{{Text: v.Text("The mean of <n neighbour> is <y>.")}}
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Model() algos.Model {
	return algos.Model{
		Values: []algos.Value{{Name: "prediction", Value: s.predict(s.At)}},
		Predict: func(x [2]float64) []algos.Value {
			if s.Target == dataset.Classes {
				return []algos.Value{{Name: "label", Value: s.Label(int(s.predict(x)))}}
			}
			return []algos.Value{{Name: "y", Value: s.predict(x)}}
		},
	}
}

func (s state) Panels() []mark.Panel {
	p := s.Board()
	p.Add(mark.DataPoints(s.Set))
	return []mark.Panel{p}
}
