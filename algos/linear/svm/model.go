package svm

import (
	"slices"

	"playground/algos"
)

// Model returns the classifier so far.
func (v view) Model() algos.Model {
	s := v.state
	values := []algos.Value{
		{Name: "alpha", Value: slices.Clone(s.alpha)},
		{Name: "bias", Value: s.theta0()},
		{Name: "dual", Value: s.dual},
		{Name: "primal", Value: s.primal},
		{Name: "support", Value: s.support()},
	}
	if s.linear() {
		w := s.weights()
		values = append(values, algos.Value{Name: "w", Value: []float64{w[0], w[1]}})
	}
	return algos.Model{Values: values, Predict: s.predictor()}
}

// predictor returns x ↦ label and score. A score of exactly zero goes to the
// first class.
func (s *state) predictor() func([2]float64) []algos.Value {
	centres, coef := s.expansion()
	return func(x [2]float64) []algos.Value {
		z := [2]float64{x[0] - s.shift[0], x[1] - s.shift[1]}
		score := s.bias
		for i, c := range centres {
			score += coef[i] * s.k.At(c, z)
		}
		label := s.set.Label(0)
		if score > 0 {
			label = s.set.Label(1)
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "score", Value: score}}
	}
}
