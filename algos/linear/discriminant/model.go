package discriminant

import (
	"math"

	"playground/algos"
)

// Model returns what has been learnt so far.
func (v view) Model() algos.Model {
	m := v.machine
	var values []algos.Value
	add := func(name string, value any) { values = append(values, algos.Value{Name: name, Value: value}) }
	if v.at < m.scatterAt[len(m.groups)-1] {
		return algos.Model{Values: []algos.Value{{Name: "priors", Value: m.priors()}}}
	}
	means := make([][]float64, len(m.groups))
	covariances := make([][][]float64, len(m.groups))
	classes := make([]int, len(m.groups))
	for k, g := range m.groups {
		at := m.place(g.mean)
		means[k] = []float64{at[0], at[1]}
		covariances[k] = table(m.area(g.cov.ridge(m.reg)))
		classes[k] = m.Label(g.class)
	}
	add("means", means)
	add("covariance", table(m.area(m.pooled)))
	add("covariances", covariances)
	add("priors", m.priors())
	add("classes", classes)
	if f := m.fisher; f.ok && v.at >= m.directAt {
		add("direction", []float64{f.w[0], f.w[1]})
		length := math.Sqrt(m.sw.quad(f.w)) * m.scale // wᵀS_w w = 1 in the notes 001
		add("normalised", []float64{f.w[0] / length, f.w[1] / length})
		add("j", f.best)
		add("eigenvalues", []float64{f.values[0], f.values[1]})
		if f.hasSecond {
			add("second_direction", []float64{f.second[0], f.second[1]})
		}
	}
	if !m.rule.ok || v.at < m.ruleAt {
		return algos.Model{Values: values}
	}
	if m.two() {
		q, w, w0 := m.linear()
		if m.Method == qda {
			add("quadratic", table(q))
		}
		add("w", []float64{w[0], w[1]})
		add("w0", w0)
	}
	if m.Method == lda {
		weights, offsets := make([][]float64, len(m.groups)), make([]float64, len(m.groups))
		for k := range m.groups {
			w, b := m.linearScore(k)
			weights[k], offsets[k] = []float64{w[0], w[1]}, b
		}
		add("W", weights)
		add("b", offsets)
	}
	return algos.Model{Values: values, Predict: m.predict}
}

func (m *machine) priors() []float64 {
	p := make([]float64, len(m.groups))
	for k, g := range m.groups {
		p[k] = g.prior
	}
	return p
}

// predict returns the label at x and the probabilities of the classes that have
// points, in the order of their labels.
func (m *machine) predict(x [2]float64) []algos.Value {
	z := m.seen(x)
	return []algos.Value{
		{Name: "label", Value: m.Label(m.groups[m.rule.label(z)].class)},
		{Name: "p", Value: m.rule.posterior(z)},
	}
}

func table(s sym) [][]float64 { return [][]float64{{s[0], s[1]}, {s[1], s[2]}} }
