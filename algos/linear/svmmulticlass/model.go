package svmmulticlass

import (
	"playground/algos"
)

// Model returns the weights so far.
func (v view) Model() algos.Model {
	s := v.state
	K := s.count()
	weights, bias := make([][]float64, K), make([]float64, K)
	classes := make([]int, K)
	for k, w := range s.w {
		weights[k], bias[k] = []float64{w[0], w[1]}, w[2]
		classes[k] = s.label(k)
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "classes", Value: classes},
			{Name: "weights", Value: weights},
			{Name: "bias", Value: bias},
			{Name: "primal", Value: s.primal},
			{Name: "dual", Value: s.dual},
		},
		Predict: func(x [2]float64) []algos.Value {
			score := s.scoresAt(s.lift(x))
			return []algos.Value{{Name: "label", Value: s.label(best(score))}, {Name: "scores", Value: score}}
		},
	}
}
