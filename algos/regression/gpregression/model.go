package gpregression

import "playground/algos"

// Model returns the process so far.
func (s *state) Model() algos.Model {
	p := s.post
	values := []algos.Value{
		{Name: "log_evidence", Value: p.logEvidence()},
		{Name: "kernel", Value: s.kernel().String()},
		{Name: "noise_var", Value: s.noise},
		{Name: "fit", Value: p.fit},
		{Name: "complexity", Value: p.complex},
		{Name: "alpha", Value: p.weights()},
	}
	if s.jitter > 0 {
		values = append(values, algos.Value{Name: "jitter", Value: s.jitter})
	}
	if s.hill != nil {
		optima := make([]float64, len(s.hill.optima))
		for i, o := range s.hill.optima {
			optima[i] = o.value
		}
		values = append(values, algos.Value{Name: "optima", Value: optima})
	}
	return algos.Model{Values: values, Predict: func(x [2]float64) []algos.Value {
		if s.line() {
			x[1] = 0
		}
		mean, variance := s.at(x)
		return []algos.Value{{Name: "mean", Value: mean}, {Name: "sd", Value: sd(variance)}}
	}}
}
