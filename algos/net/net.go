// Package net is the mathematics of small fully connected networks: forward, backward by
// the chain rule, losses and penalties, dropout, and descent on mini-batches.
//
// A layer takes a to σ(Wa + b). All weights of a network lie in one slice, so that an optimiser,
// a difference quotient or a copy treats them alike. A network itself has no state:
// weights and working space belong to the caller.
package net

import (
	"math"
	"math/rand/v2"
)

// An Activation is what a layer does to every sum.
type Activation int

// The activations.
const (
	Linear Activation = iota
	Tanh
	ReLU
	Sigmoid
)

// Of is σ(s).
func (a Activation) Of(s float64) float64 {
	switch a {
	case Tanh:
		return math.Tanh(s)
	case ReLU:
		return max(s, 0)
	case Sigmoid:
		return 1 / (1 + math.Exp(-s))
	default:
		return s
	}
}

// Slope is σ'(s), given σ(s): all four can be read off it. That of ReLU at its kink is 0.
func (a Activation) Slope(out float64) float64 {
	switch a {
	case Tanh:
		return 1 - out*out
	case ReLU:
		if out > 0 {
			return 1
		}
		return 0
	case Sigmoid:
		return out * (1 - out)
	default:
		return 1
	}
}

// A Layer is out = σ(W·in + b).
type Layer struct {
	In, Out int
	Act     Activation
	at      int // where W begins: row by row, a row for every output, and then b
}

// W is the place of a weight, Bias that of a bias.
func (l Layer) W(to, from int) int { return l.at + to*l.In + from }

// Bias is the place of an output's bias.
func (l Layer) Bias(to int) int { return l.at + l.Out*l.In + to }

// A Net is layers in a row.
type Net struct {
	Layers []Layer
	n      int
}

// New makes a network of so many units in every layer, the inputs first, whose hidden layers have one
// activation and whose last layer another.
func New(units []int, hidden, last Activation) *Net {
	n := &Net{}
	for k := 1; k < len(units); k++ {
		l := Layer{In: units[k-1], Out: units[k], Act: hidden, at: n.n}
		if k == len(units)-1 {
			l.Act = last
		}
		n.Layers = append(n.Layers, l)
		n.n += (l.In + 1) * l.Out
	}
	return n
}

// Len is how many weights and biases there are.
func (n *Net) Len() int { return n.n }

// Find says which weight stands at a place: that from an input of a layer to an output, or,
// with from = −1, a bias.
func (n *Net) Find(at int) (layer, to, from int) {
	for k, l := range n.Layers {
		if at < l.Bias(l.Out) {
			if at >= l.Bias(0) {
				return k, at - l.Bias(0), -1
			}
			return k, (at - l.at) / l.In, (at - l.at) % l.In
		}
	}
	panic("net: no such weight")
}

// Init draws weights: uniform with the variance 2/(in + out) of Glorot and Bengio, or 2/in of He
// before a ReLU. Biases are 0.
func (n *Net) Init(w []float64, r *rand.Rand) {
	for _, l := range n.Layers {
		variance := 2 / float64(l.In+l.Out)
		if l.Act == ReLU {
			variance = 2 / float64(l.In)
		}
		limit := math.Sqrt(3 * variance)
		for at := l.at; at < l.Bias(0); at++ {
			w[at] = limit * (2*r.Float64() - 1)
		}
		clear(w[l.Bias(0):l.Bias(l.Out)])
	}
}

// A Tape is the working space of one pass: what every layer put out, and the slopes of the loss.
type Tape struct {
	Out   [][]float64 // of every layer, the inputs first
	Delta [][]float64 // ∂loss/∂sum of every layer's units, [0] ∂loss/∂input
	// Mask multiplies what the hidden layers put out, see [Net.Drop]; nil outside of dropout.
	Mask [][]float64
	full [][]float64 // what they put out before
}

// Drop draws which hidden units drop out of the next passes, each with probability p < 1. What the
// others put out is divided by 1 − p, so that its mean stays.
func (n *Net) Drop(t *Tape, p float64, r *rand.Rand) {
	if t.full == nil {
		for _, l := range n.Layers[:len(n.Layers)-1] {
			t.full = append(t.full, make([]float64, l.Out))
		}
	}
	if t.Mask == nil {
		for _, l := range n.Layers[:len(n.Layers)-1] {
			t.Mask = append(t.Mask, make([]float64, l.Out))
		}
	}
	for _, layer := range t.Mask {
		for j := range layer {
			layer[j] = 0
			if r.Float64() >= p {
				layer[j] = 1 / (1 - p)
			}
		}
	}
}

// Whole ends dropout: the next passes have all units.
func (t *Tape) Whole() { t.Mask = nil }

// NewTape makes the working space of a network.
func (n *Net) NewTape() *Tape {
	t := &Tape{}
	add := func(k int) {
		t.Out, t.Delta = append(t.Out, make([]float64, k)), append(t.Delta, make([]float64, k))
	}
	add(n.Layers[0].In)
	for _, l := range n.Layers {
		add(l.Out)
	}
	return t
}

// Forward takes an input through the network. What it returns is part of the tape.
func (n *Net) Forward(w, x []float64, t *Tape) []float64 {
	copy(t.Out[0], x)
	for k, l := range n.Layers {
		in, out := t.Out[k], t.Out[k+1]
		rows, bias := w[l.at:l.Bias(0)], w[l.Bias(0):l.Bias(l.Out)]
		for j := range out {
			row := rows[j*l.In:][:len(in)]
			s := bias[j]
			for i, a := range in {
				s += row[i] * a
			}
			out[j] = l.Act.Of(s)
		}
		if t.Mask != nil && k < len(t.Mask) {
			copy(t.full[k], out)
			for j, m := range t.Mask[k] {
				out[j] *= m
			}
		}
	}
	return t.Out[len(n.Layers)]
}

// Backward goes back through the pass that the tape holds: given the slope of a loss by the outputs it
// adds those by the weights to grad, and returns the one by the inputs, part of the tape.
func (n *Net) Backward(w []float64, t *Tape, slope, grad []float64) []float64 {
	last := len(n.Layers)
	for j, s := range slope {
		t.Delta[last][j] = s * n.Layers[last-1].Act.Slope(t.Out[last][j])
	}
	for k := last - 1; k >= 0; k-- {
		l := n.Layers[k]
		in, delta, below := t.Out[k], t.Delta[k+1], t.Delta[k]
		clear(below)
		for j, d := range delta {
			row, g := w[l.W(j, 0):][:len(in)], grad[l.W(j, 0):][:len(in)]
			below := below[:len(in)]
			for i, a := range in {
				g[i] += d * a
				below[i] += d * row[i]
			}
			grad[l.Bias(j)] += d
		}
		if k == 0 {
			break
		}
		act := n.Layers[k-1].Act
		if t.Mask != nil {
			for i, out := range t.full[k-1] {
				below[i] *= t.Mask[k-1][i] * act.Slope(out)
			}
			continue
		}
		for i, out := range in {
			below[i] *= act.Slope(out)
		}
	}
	return t.Delta[0]
}
