package svr

import (
	"slices"

	"playground/algos"
)

// Model returns the function so far.
func (v view) Model() algos.Model {
	s := v.state
	values := []algos.Value{
		{Name: "beta", Value: s.betas()},
		{Name: "bias", Value: s.offset()},
		{Name: "dual", Value: s.dual},
		{Name: "primal", Value: s.primal},
		{Name: "support", Value: s.support()},
	}
	if s.linear() {
		w := s.weights()
		values = append(values, algos.Value{Name: "w", Value: slices.Clone(w[:s.set.Dim])})
	}
	c := s.curve()
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		return []algos.Value{{Name: "y", Value: s.value(c, x)}}
	}}
}

// support returns the rows with β ≠ 0.
func (s *state) support() []int {
	rows := make([]int, 0, s.free+s.bound)
	for i := range s.y {
		if s.beta(i) != 0 {
			rows = append(rows, i)
		}
	}
	return rows
}
