package net

import "math"

// A Rule is how a gradient becomes a step.
type Rule int

// The rules.
const (
	SGD  Rule = iota // v ← μv + g, w ← w − ηv; without momentum μ = 0
	Adam             // D. P. Kingma, J. Ba (2015), with their β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸
)

const beta1, beta2, epsilon = 0.9, 0.999, 1e-8

// A Descent takes steps, and remembers what its rule needs of those before.
type Descent struct {
	Rule     Rule
	Eta      float64
	Momentum float64
	First    []float64 // v of momentum, or Adam's mean of the gradients
	Second   []float64 // Adam's mean of their squares
	t        int
}

// NewDescent makes a descent for so many weights.
func NewDescent(rule Rule, eta, momentum float64, n int) *Descent {
	d := &Descent{Rule: rule, Eta: eta, Momentum: momentum, First: make([]float64, n)}
	if rule == Adam {
		d.Second = make([]float64, n)
	}
	return d
}

// Step moves the weights against a gradient.
func (d *Descent) Step(w, g []float64) {
	d.t++
	if d.Rule == SGD {
		v := d.First[:len(g)]
		w = w[:len(g)]
		for i, x := range g {
			v[i] = d.Momentum*v[i] + x
			w[i] -= d.Eta * v[i]
		}
		return
	}
	c1, c2 := 1-math.Pow(beta1, float64(d.t)), 1-math.Pow(beta2, float64(d.t))
	for i, x := range g {
		d.First[i] = beta1*d.First[i] + (1-beta1)*x
		d.Second[i] = beta2*d.Second[i] + (1-beta2)*x*x
		w[i] -= d.Eta * (d.First[i] / c1) / (math.Sqrt(d.Second[i]/c2) + epsilon)
	}
}
