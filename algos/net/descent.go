package net

import "math"

// A Rule is how a gradient becomes a step.
type Rule int

// The rules.
const (
	SGD  Rule = iota // v ← μv + g, w ← w − ηv; without momentum μ = 0
	Adam             // D. P. Kingma, J. Ba (2015), with their β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸
	// Nesterov is momentum whose gradient belongs to the place where v alone would lead, see [Descent.Ahead].
	Nesterov
	RMSProp // s ← 0.9s + 0.1g², w ← w − ηg/(√s + ε); T. Tieleman, G. Hinton (2012)
)

const beta1, beta2, epsilon, decay = 0.9, 0.999, 1e-8, 0.9

// A Descent takes steps, and remembers what its rule needs of those before.
type Descent struct {
	Rule     Rule
	Eta      float64
	Momentum float64
	First    []float64 // v of momentum, or Adam's mean of the gradients
	Second   []float64 // Adam's and RMSProp's mean of their squares
	t        int
}

// NewDescent makes a descent for so many weights.
func NewDescent(rule Rule, eta, momentum float64, n int) *Descent {
	d := &Descent{Rule: rule, Eta: eta, Momentum: momentum, First: make([]float64, n)}
	if rule == Adam || rule == RMSProp {
		d.Second = make([]float64, n)
	}
	return d
}

// Ahead writes into to the place at which the next step wants the gradient: w itself, or, of Nesterov, w − ημv.
func (d *Descent) Ahead(to, w []float64) {
	copy(to, w)
	if d.Rule != Nesterov {
		return
	}
	for i, v := range d.First {
		to[i] -= d.Eta * d.Momentum * v
	}
}

// Step moves the weights against a gradient.
func (d *Descent) Step(w, g []float64) {
	d.t++
	switch d.Rule {
	case Adam:
		d.adam(w, g)
	case RMSProp:
		for i, x := range g {
			d.Second[i] = decay*d.Second[i] + (1-decay)*x*x
			w[i] -= d.Eta * x / (math.Sqrt(d.Second[i]) + epsilon)
		}
	default:
		v := d.First[:len(g)]
		w = w[:len(g)]
		for i, x := range g {
			v[i] = d.Momentum*v[i] + x
			w[i] -= d.Eta * v[i]
		}
	}
}

func (d *Descent) adam(w, g []float64) {
	c1, c2 := 1-math.Pow(beta1, float64(d.t)), 1-math.Pow(beta2, float64(d.t))
	for i, x := range g {
		d.First[i] = beta1*d.First[i] + (1-beta1)*x
		d.Second[i] = beta2*d.Second[i] + (1-beta2)*x*x
		w[i] -= d.Eta * (d.First[i] / c1) / (math.Sqrt(d.Second[i]/c2) + epsilon)
	}
}
