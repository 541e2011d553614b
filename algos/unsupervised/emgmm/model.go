package emgmm

import (
	"slices"

	"playground/algos"
)

// Model returns the mixture so far. Covariances are full matrices whatever their
// shape. Predictions of a run in which a component has collapsed are those of
// the last parameters before.
func (v view) Model() algos.Model {
	s := v.state
	means := make([][]float64, s.K)
	covariances := make([][][]float64, s.K)
	for j, c := range s.theta.cov {
		means[j] = slices.Clone(s.theta.mean[j][:s.Dim])
		if s.Dim == 1 {
			covariances[j] = [][]float64{{c[0]}}
			continue
		}
		covariances[j] = [][]float64{{c[0], c[1]}, {c[1], c[2]}}
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "weights", Value: slices.Clone(s.theta.weight)},
			{Name: "means", Value: means},
			{Name: "covariances", Value: covariances},
			{Name: "log_likelihood", Value: s.loglik},
			{Name: "aic", Value: s.aic()},
			{Name: "bic", Value: s.bic()},
			{Name: "iterations", Value: s.iter},
		},
		Predict: s.predictor(),
	}
}

// predictor returns x ↦ the component with the largest share of x, and all
// shares.
func (s *state) predictor() func([2]float64) []algos.Value {
	f := make([]factor, s.K)
	factorise(f, s.seen(), s.Dim)
	dim := s.Dim
	return func(x [2]float64) []algos.Value {
		if dim == 1 {
			x[1] = 0
		}
		p := make([]float64, len(f))
		for j := range f {
			p[j] = f[j].log(x)
		}
		share(p)
		label := 0
		for j := range p {
			if p[j] > p[label] {
				label = j
			}
		}
		return []algos.Value{{Name: "label", Value: label}, {Name: "p", Value: p}}
	}
}
