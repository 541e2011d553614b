package net_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"playground/algos/algotest"
	"playground/algos/net"
)

// A problem is a network with an example, and what is minimised of it.
type problem struct {
	net     *net.Net
	tape    *net.Tape
	loss    net.Loss
	x, want []float64
	slope   []float64
	l1, l2  float64
}

func (p *problem) value(w []float64) float64 {
	return p.loss.Of(p.net.Forward(w, p.x, p.tape), p.want, p.slope) + p.net.Penalty(w, p.l1, p.l2, nil)
}

func (p *problem) gradient(w, grad []float64) float64 {
	clear(grad)
	v := p.loss.Of(p.net.Forward(w, p.x, p.tape), p.want, p.slope)
	p.net.Backward(w, p.tape, p.slope, grad)
	return v + p.net.Penalty(w, p.l1, p.l2, grad)
}

// With every activation, loss and penalty, and with units dropped, the gradient is a difference quotient.
func TestGradientOfALossIsADifferenceQuotient(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		units := rapid.SliceOfN(rapid.IntRange(1, 5), 2, 4).Draw(t, "units")
		hidden := rapid.SampledFrom([]net.Activation{net.Linear, net.Tanh, net.ReLU, net.Sigmoid}).Draw(t, "hidden")
		last := net.Linear
		p := &problem{loss: rapid.SampledFrom([]net.Loss{net.Squared, net.CrossEntropy, net.Brier}).Draw(t, "loss")}
		if p.loss == net.Squared {
			last = rapid.SampledFrom([]net.Activation{net.Linear, net.Tanh, net.Sigmoid}).Draw(t, "last")
		}
		p.net = net.New(units, hidden, last)
		p.tape = p.net.NewTape()
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p.l1, p.l2 = rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "l1"), rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "l2")
		k := units[len(units)-1]
		p.want, p.slope, p.x = make([]float64, k), make([]float64, k), make([]float64, units[0])
		for i := range p.x {
			p.x[i] = r.NormFloat64()
		}
		p.want[r.IntN(k)] = 1
		w, grad := make([]float64, p.net.Len()), make([]float64, p.net.Len())
		p.net.Init(w, r)
		for i := range w { // biases, too, and no weight at the kink of |w|
			w[i] += math.Copysign(0.05, w[i]+r.NormFloat64())
		}
		if drop := rapid.SampledFrom([]float64{0, 0.5}).Draw(t, "dropout"); drop > 0 {
			p.net.Drop(p.tape, drop, r)
		}
		p.gradient(w, grad)
		const h = 1e-6
		for i := range w {
			was := w[i]
			side := func(by float64) float64 {
				w[i] = was + by
				v := p.value(w)
				w[i] = was
				return v
			}
			up, down, middle := side(h), side(-h), side(0)
			if kink := math.Abs(up - 2*middle + down); kink > 1e-8 || math.Abs(was) < 2*h {
				continue // a ReLU turns on between them: its second difference is of the size of h, not h²
			}
			// Rounding of a value is 10⁻¹⁶ of it, and by 2h 10⁻¹⁰.
			if q := (up - down) / (2 * h); math.Abs(q-grad[i]) > 1e-5*(1+math.Abs(q)) {
				t.Fatalf("weight %d: %v, quotient %v", i, grad[i], q)
			}
		}
	})
}

// The losses at numbers that a calculator gives, and far out.
func TestLosses(t *testing.T) {
	slope := make([]float64, 3)
	loss := net.CrossEntropy.Of([]float64{1, 2, 3}, []float64{0, 0, 1}, slope)
	algotest.Near(t, "−ln softmax(1, 2, 3)₃", loss, 0.40760596444438, 1e-13)
	algotest.Near(t, "its gradient", slope[2], 0.6652409557748219-1, 1e-13)
	algotest.Near(t, "squared", net.Squared.Of([]float64{1, 2}, []float64{0, 4}, slope[:2]), 2.5, 0)
	squares := net.Brier.Of([]float64{1, 2, 3}, []float64{0, 0, 1}, slope)
	algotest.Near(t, "½‖softmax(1, 2, 3) − e₃‖²", squares, 0.09003057317038046, 1e-15)
	algotest.Near(t, "the sum of its gradient", slope[0]+slope[1]+slope[2], 0, 1e-16)
	far := net.Brier.Of([]float64{40}, []float64{1}, slope[:1])
	algotest.Near(t, "½(1 − σ(40))², relative", far/(math.Exp(-80)/2), 1, 1e-13)
	for _, s := range []float64{-800, -1, 0, 2, 800} {
		two := net.CrossEntropy.Of([]float64{0, s}, []float64{0, 1}, make([]float64, 2))
		one := net.CrossEntropy.Of([]float64{s}, []float64{1}, slope[:1])
		algotest.Near(t, "two classes by one number", one, two, 1e-12*(1+two))
	}
	if v := net.CrossEntropy.Of([]float64{1e6, -1e6}, []float64{0, 1}, slope[:2]); v != 2e6 || slope[0] != 1 || slope[1] != -1 {
		t.Errorf("%v with the gradient %v far out", v, slope[:2])
	}
	p := []float64{1000, 1000}
	net.Softmax(p, p)
	if p[0] != 0.5 || p[1] != 0.5 {
		t.Errorf("softmax %v", p)
	}
}

// Each penalty counts weights alone.
func TestPenalty(t *testing.T) {
	n := net.New([]int{2, 1}, net.Tanh, net.Linear)
	w, grad := []float64{-2, 0, 7}, make([]float64, 3) // two weights and a bias
	if v := n.Penalty(w, 0.5, 3, grad); v != 0.5*2+3*4/2 {
		t.Errorf("penalty %v", v)
	}
	if want := [3]float64{-0.5 - 6, 0, 0}; [3]float64(grad) != want {
		t.Errorf("gradient %v, want %v", grad, want)
	}
}

// A unit drops out with its probability, and what a linear network puts out keeps its mean.
func TestDropout(t *testing.T) {
	const n, p = 20000, 0.3
	layers := net.New([]int{1, 3, 2, 1}, net.Linear, net.Linear)
	w, tape, r := make([]float64, layers.Len()), layers.NewTape(), rand.New(rand.NewPCG(3, 4))
	layers.Init(w, r)
	whole := layers.Forward(w, []float64{2}, tape)[0]
	dropped, sum, squares := 0, 0.0, 0.0
	for range n {
		layers.Drop(tape, p, r)
		out := layers.Forward(w, []float64{2}, tape)[0]
		sum, squares = sum+out, squares+out*out
		if tape.Mask[0][1] == 0 {
			dropped++
		}
	}
	mean := sum / n
	// Five standard errors: a sound program fails once in 1.7 million seeds.
	if e := 5 * math.Sqrt((squares/n-mean*mean)/n); math.Abs(mean-whole) > e {
		t.Errorf("mean %v ± %v, without dropout %v", mean, e, whole)
	}
	if e := 5 * math.Sqrt(p*(1-p)/n); math.Abs(float64(dropped)/n-p) > e {
		t.Errorf("%d of %d dropped", dropped, n)
	}
	tape.Whole()
	if again := layers.Forward(w, []float64{2}, tape)[0]; again != whole {
		t.Errorf("%v after dropout, %v before", again, whole)
	}
}

// The first steps of each rule on ½(x² + 10y²), by hand.
func TestRulesByHand(t *testing.T) {
	type xy = [2]float64
	for _, c := range []struct {
		rule net.Rule
		want []xy
	}{
		{net.SGD, []xy{{0.95, 0.5}, {0.8575, -0.2}}},
		// v = (1, 10), then the gradient at w − ημv = (0.95 − 0.045, 0.5 − 0.45) is (0.905, 0.5).
		{net.Nesterov, []xy{{0.95, 0.5}, {0.95 - 0.05*(0.9+0.905), 0.5 - 0.05*(9+0.5)}}},
		{net.RMSProp, []xy{{1 - 0.05/math.Sqrt(0.1), 1 - 0.05/math.Sqrt(0.1)}}},
		{net.Adam, []xy{{0.95, 0.95}}},
	} {
		w, ahead := []float64{1, 1}, make([]float64, 2)
		d := net.NewDescent(c.rule, 0.05, 0.9, 2)
		for k, want := range c.want {
			d.Ahead(ahead, w)
			d.Step(w, []float64{ahead[0], 10 * ahead[1]})
			for i := range want {
				algotest.Near(t, fmt.Sprintf("rule %d, step %d", c.rule, k+1), w[i], want[i], 1e-8)
			}
		}
	}
}

// Each rule reaches the minimum of a quadratic.
func TestRulesConverge(t *testing.T) {
	for rule, eta := range map[net.Rule]float64{net.SGD: 0.02, net.Nesterov: 0.02, net.RMSProp: 1e-3, net.Adam: 0.01} {
		w, ahead := []float64{1, -2}, make([]float64, 2)
		d := net.NewDescent(rule, eta, 0.9, 2)
		for range 5000 {
			d.Ahead(ahead, w)
			d.Step(w, []float64{ahead[0] - 3, 10 * (ahead[1] - 0.5)})
		}
		algotest.Near(t, fmt.Sprintf("rule %d", rule), math.Hypot(w[0]-3, w[1]-0.5), 0, 2e-3)
	}
}

// Passes of a loss with dropout allocate nothing.
func TestLossesDoNotAllocate(t *testing.T) {
	p := &problem{net: net.New([]int{2, 8, 8, 3}, net.ReLU, net.Linear), loss: net.CrossEntropy, slope: make([]float64, 3)}
	p.x, p.want = []float64{1, 2}, []float64{0, 1, 0}
	p.tape = p.net.NewTape()
	w, grad, r := make([]float64, p.net.Len()), make([]float64, p.net.Len()), rand.New(rand.NewPCG(1, 2))
	p.net.Init(w, r)
	d := net.NewDescent(net.RMSProp, 0.01, 0, p.net.Len())
	p.net.Drop(p.tape, 0.5, r)
	if k := testing.AllocsPerRun(10, func() {
		p.net.Drop(p.tape, 0.5, r)
		p.gradient(w, grad)
		d.Step(w, grad)
	}); k != 0 {
		t.Errorf("%v allocations", k)
	}
}

// A thousand steps with batches of 32.
func BenchmarkMLP(b *testing.B) {
	p := &problem{net: net.New([]int{2, 8, 8, 1}, net.Tanh, net.Linear), loss: net.CrossEntropy, slope: make([]float64, 1)}
	p.tape = p.net.NewTape()
	r := rand.New(rand.NewPCG(1, 2))
	x := make([][2]float64, 500)
	for i := range x {
		x[i] = [2]float64{r.NormFloat64(), r.NormFloat64()}
	}
	w, grad, want := make([]float64, p.net.Len()), make([]float64, p.net.Len()), make([]float64, 1)
	for b.Loop() {
		p.net.Init(w, r)
		d := net.NewDescent(net.Adam, 0.01, 0, p.net.Len())
		for step := range 1000 {
			clear(grad)
			for k := range 32 {
				at := x[(32*step+k)%len(x)]
				want[0] = 0
				if at[0]*at[1] > 0 {
					want[0] = 1
				}
				p.loss.Of(p.net.Forward(w, at[:], p.tape), want, p.slope)
				p.net.Backward(w, p.tape, p.slope, grad)
			}
			d.Step(w, grad)
		}
	}
}
