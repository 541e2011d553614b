package net_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/algotest"
	_ "playground/algos/algotest/seeded"
	"playground/algos/net"
)

type backpropagation struct {
	Rows   [][3]float64  `json:"rows"`
	W      [][][]float64 `json:"W"` // of every layer, a row for every input
	B      [][]float64   `json:"b"`
	Out    []float64     `json:"outputs"`
	Loss   float64       `json:"loss"`
	GradW  [][][]float64 `json:"grad_W"`
	GradB  [][]float64   `json:"grad_b"`
	Losses []float64     `json:"gd_lr0.5_losses_0_to_10"`
}

// A network with exact weights, by another program: outputs, loss, gradient, and ten steps of descent.
func TestBackpropagation(t *testing.T) {
	const tol = 1e-11 // they are written with twelve decimals
	var want backpropagation
	algotest.ReadJSON(t, "testdata/backpropagation.json", &want)
	n := net.New([]int{2, 4, 3, 1}, net.Tanh, net.Linear)
	w, grad, tape := make([]float64, n.Len()), make([]float64, n.Len()), n.NewTape()
	for k, l := range n.Layers {
		for j := range l.Out {
			for i := range l.In {
				w[l.W(j, i)] = want.W[k][i][j]
			}
			w[l.Bias(j)] = want.B[k][j]
		}
	}
	mean := func() float64 {
		clear(grad)
		loss, share := 0.0, 1/float64(len(want.Rows))
		for _, r := range want.Rows {
			f, y := n.Forward(w, r[:2], tape)[0], r[2]
			loss += share * math.Log1p(math.Exp(-y*f))
			n.Backward(w, tape, []float64{-share * y / (1 + math.Exp(y*f))}, grad)
		}
		return loss
	}
	for i, r := range want.Rows {
		algotest.Near(t, "output", n.Forward(w, r[:2], tape)[0], want.Out[i], tol)
	}
	algotest.Near(t, "loss", mean(), want.Loss, tol)
	for k, l := range n.Layers {
		for j := range l.Out {
			for i := range l.In {
				algotest.Near(t, "∂loss/∂W", grad[l.W(j, i)], want.GradW[k][i][j], tol)
			}
			algotest.Near(t, "∂loss/∂b", grad[l.Bias(j)], want.GradB[k][j], tol)
		}
	}
	d := net.NewDescent(net.SGD, 0.5, 0, n.Len())
	for _, loss := range want.Losses {
		algotest.Near(t, "loss while descending", mean(), loss, tol)
		d.Step(w, grad)
	}
}

// The slope by every weight and every input is a difference quotient of the output, whatever the network.
func TestGradientIsADifferenceQuotient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SliceOfN(rapid.IntRange(1, 5), 2, 5).Draw(t, "units")
		act := rapid.SampledFrom([]net.Activation{net.Linear, net.Tanh, net.Sigmoid}).Draw(t, "activation") // ReLU has kinks
		n := net.New(units, act, rapid.SampledFrom([]net.Activation{net.Linear, net.Sigmoid}).Draw(t, "last"))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		w, x, slope := make([]float64, n.Len()), make([]float64, units[0]), make([]float64, units[len(units)-1])
		n.Init(w, r)
		for i := range x {
			x[i] = r.NormFloat64()
		}
		for i := range slope {
			slope[i] = r.NormFloat64()
		}
		tape, grad := n.NewTape(), make([]float64, n.Len())
		value := func() float64 {
			sum := 0.0
			for j, out := range n.Forward(w, x, tape) {
				sum += slope[j] * out
			}
			return sum
		}
		value()
		below := append([]float64(nil), n.Backward(w, tape, slope, grad)...)
		// The error of the quotient is h²/6 times a third derivative, which the sizes drawn here keep below a few thousand.
		const h, tol = 1e-4, 1e-4
		quotient := func(at *float64) float64 {
			was := *at
			*at = was + h
			up := value()
			*at = was - h
			down := value()
			*at = was
			return (up - down) / (2 * h)
		}
		for i := range w {
			if q := quotient(&w[i]); math.Abs(q-grad[i]) > tol*(1+math.Abs(q)) {
				t.Fatalf("weight %d: %v, quotient %v", i, grad[i], q)
			}
		}
		for i := range x {
			if q := quotient(&x[i]); math.Abs(q-below[i]) > tol*(1+math.Abs(q)) {
				t.Fatalf("input %d: %v, quotient %v", i, below[i], q)
			}
		}
	})
}

// ReLU lets pass what is above 0, and its slope is 0 or 1.
func TestReLU(t *testing.T) {
	n := net.New([]int{1, 2, 1}, net.ReLU, net.Linear)
	w, grad, tape := make([]float64, n.Len()), make([]float64, n.Len()), n.NewTape()
	w[n.Layers[0].W(0, 0)], w[n.Layers[0].W(1, 0)] = 1, -1
	w[n.Layers[1].W(0, 0)], w[n.Layers[1].W(0, 1)] = 2, 3
	for _, c := range []struct{ x, out, slope float64 }{{2, 4, 2}, {-2, 6, -3}, {0, 0, 0}} {
		if out := n.Forward(w, []float64{c.x}, tape)[0]; out != c.out {
			t.Errorf("%v at %v", out, c.x)
		}
		if s := n.Backward(w, tape, []float64{1}, grad)[0]; s != c.slope {
			t.Errorf("slope %v at %v", s, c.x)
		}
	}
}

// A place in the slice of weights is found again.
func TestFind(t *testing.T) {
	n := net.New([]int{3, 4, 2}, net.Tanh, net.Linear)
	for k, l := range n.Layers {
		for j := range l.Out {
			for i := range l.In {
				if a, b, c := n.Find(l.W(j, i)); a != k || b != j || c != i {
					t.Errorf("%d %d %d: %d %d %d", k, j, i, a, b, c)
				}
			}
			if a, b, c := n.Find(l.Bias(j)); a != k || b != j || c != -1 {
				t.Errorf("bias %d %d: %d %d %d", k, j, a, b, c)
			}
		}
	}
}

// The first step of Adam is η in every weight, whatever the gradient's size; momentum adds up gradients.
func TestRules(t *testing.T) {
	w := []float64{1, 1, 1}
	net.NewDescent(net.Adam, 0.01, 0, 3).Step(w, []float64{100, -3, 1e-3})
	for i, want := range []float64{0.99, 1.01, 0.99} {
		algotest.Near(t, "Adam", w[i], want, 1e-6) // its ε counts for the last
	}
	w = []float64{0}
	d := net.NewDescent(net.SGD, 0.1, 0.5, 1)
	for _, want := range []float64{-0.1, -0.25, -0.425} {
		d.Step(w, []float64{1})
		algotest.Near(t, "momentum", w[0], want, 1e-15)
	}
}

// A pass forward and back allocates nothing.
func TestPassesDoNotAllocate(t *testing.T) {
	n := net.New([]int{2, 8, 1, 8, 2}, net.Tanh, net.Linear)
	w, grad, tape, x := make([]float64, n.Len()), make([]float64, n.Len()), n.NewTape(), []float64{1, 2}
	d := net.NewDescent(net.Adam, 0.01, 0, n.Len())
	n.Init(w, rand.New(rand.NewPCG(1, 2)))
	if k := testing.AllocsPerRun(10, func() {
		n.Backward(w, tape, n.Forward(w, x, tape), grad)
		d.Step(w, grad)
	}); k != 0 {
		t.Errorf("%v allocations", k)
	}
}

func BenchmarkPass(b *testing.B) {
	n := net.New([]int{2, 16, 16, 2}, net.Tanh, net.Linear)
	w, grad, tape, x := make([]float64, n.Len()), make([]float64, n.Len()), n.NewTape(), []float64{1, 2}
	n.Init(w, rand.New(rand.NewPCG(1, 2)))
	b.ReportAllocs()
	for b.Loop() {
		n.Backward(w, tape, n.Forward(w, x, tape), grad)
	}
}
