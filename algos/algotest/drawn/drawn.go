// Package drawn is a demo for tests of what takes a graph: it adds up the weights of
// each node's edges, one node after the other.
package drawn

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

// Demo returns the demo.
func Demo() algos.Demo {
	path := dataset.Drawn([][2]float64{{0, 0}, {1, 0}, {2, 1}}, [3]float64{0, 1, 1}, [3]float64{1, 2, 0.5})
	return algos.Define(algos.Demo{
		ID: "degrees", Title: "Degrees", Summary: "The degrees of nodes, for tests.", Family: "Tests",
		Input:     input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None, Max: 8, Graph: &input.Graph{}}},
		MinPoints: 1, TooFew: "There are no nodes.",
		Units:   algos.Units{Step: "node"},
		Metrics: []string{"degree"}, Formula: `d_i=\sum_j w_{ij}`,
		Charts:  []mark.Chart{{ID: "degree", Title: "Degree", Series: []mark.Series{{Metric: "degree", Label: "of the node"}}}},
		Presets: []algos.Preset{{ID: "path", Title: "A path", Note: "Three nodes.", Data: path, Seed: 1}},
	}, func(*struct{}, *param.Set) {}, run)
}

// state is a step's view.
type state struct {
	algos.Problem
	node int
}

func run(_ context.Context, p algos.Problem, _ struct{}) (iter.Seq[algos.Step], error) {
	return func(yield func(algos.Step) bool) {
		for i := range p.Points {
			s := state{p, i}
			step := algos.Step{Phase: "node", Metrics: []float64{s.degree()}, Status: algos.Status{State: algos.Running}, View: s}
			if i == len(p.Points)-1 {
				step.Status = algos.Status{State: algos.Converged, Reason: "that is all"}
			}
			if !yield(step) {
				return
			}
		}
	}, nil
}

func (s state) degree() float64 {
	sum := 0.0
	for _, e := range s.Edges {
		if e.From == s.node || e.To == s.node {
			sum += e.Weight
		}
	}
	return sum
}

func (s state) Say() []algos.Line {
	return []algos.Line{{Text: say.Vars{"i": s.node + 1, "d": s.degree()}.Text("The degree of node <i> is <d>.")}}
}

func (s state) Checks() []algos.Check { return nil }

func (s state) Panels() []mark.Panel {
	p := s.Problem.Board()
	p.Add(mark.DataEdges(s.Set)...)
	p.Add(mark.DataPoints(s.Set))
	return []mark.Panel{p}
}

func (s state) Model() algos.Model {
	return algos.Model{Values: []algos.Value{{Name: "degree", Value: s.degree()}, {Name: "edges", Value: len(s.Edges)}}}
}
