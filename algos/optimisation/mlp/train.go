package mlp

import (
	"math"
	"math/rand/v2"
	"slices"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/net"
)

// A trainer is what a run works on: weights, descent and draws.
type trainer struct {
	*task
	w, was, grad []float64
	rule         *net.Descent
	order        []int
	size         int // samples per update
	space, whole *space
	rand, drops  *rand.Rand
	seed         uint64 // of the units that the last update dropped
	updates      int
	loss, first  float64 // the mean of the last mini-batch, and of all samples at the start
	moved        float64 // by Adam: the largest change of a weight in the last update
	worst        float64 // the largest component of the last gradient
	alive        []bool  // of the hidden units, while they are measured
}

// momentumOf is that of the velocity, and the betas are those of Adam's means, as in package net.
const momentumOf, beta1, beta2 = 0.9, 0.9, 0.999

// begin draws the first weights, or takes those that are given.
func (t *task) begin() *trainer {
	n := t.net.Len()
	d := &trainer{
		task: t, w: make([]float64, n), was: make([]float64, n), grad: make([]float64, n), order: slices.Clone(t.all), size: t.Batch,
		space: t.newSpace(), whole: t.newSpace(), drops: t.Stream(3),
	}
	rule, mu := net.SGD, 0.0
	switch t.Solver {
	case gd:
		d.size = len(t.all)
	case momentum:
		mu = momentumOf
	case adam:
		rule = net.Adam
	}
	if d.size < len(t.all) {
		d.rand = t.Stream(2)
	}
	d.rule = net.NewDescent(rule, t.Eta, mu, n)
	if copy(d.w, t.Initial) == 0 {
		t.net.Init(d.w, t.Stream(1))
	}
	for _, l := range t.net.Layers[:len(t.net.Layers)-1] {
		d.alive = append(d.alive, make([]bool, l.Out)...)
	}
	return d
}

// shuffle puts the samples into the order of the next epoch.
func (d *trainer) shuffle() {
	if d.rand != nil {
		d.rand.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
	}
}

// rows are the samples of the mini-batch that begins at a place of the order.
func (d *trainer) rows(lo int) []int { return d.order[lo:min(lo+d.size, len(d.order))] }

// gradient takes a mini-batch forward and backward.
func (d *trainer) gradient(lo int) {
	d.seed = 0
	if d.Dropout > 0 {
		d.seed = d.drops.Uint64() | 1
	}
	d.loss, _ = d.objective(d.space, d.w, d.rows(lo), d.seed, d.grad)
}

// hopeless is how large a weight or a loss has to get for the run to stop.
const hopeless = 1e6

// descend takes the step. It reports false where the weights or the loss have grown beyond hope.
func (d *trainer) descend() bool {
	if d.worst = largest(d.grad); !(d.loss <= hopeless*(1+d.first)) || !(d.worst <= math.MaxFloat64) {
		return false
	}
	copy(d.was, d.w)
	d.rule.Step(d.w, d.grad)
	d.updates++
	d.moved = 0
	for i, w := range d.w {
		if !(math.Abs(w) <= hopeless) {
			return false
		}
		d.moved = max(d.moved, math.Abs(w-d.was[i]))
	}
	return true
}

// largest is the largest size among numbers, and NaN or infinite where one of them is.
func largest(of []float64) float64 {
	top := 0.0
	for _, x := range of {
		if x = math.Abs(x); !(x <= top) {
			top = x
		}
	}
	return top
}

// norm is the Euclidean length.
func norm(of []float64) float64 {
	top, sum := largest(of), 0.0
	if !(top > 0) {
		return top
	}
	for _, x := range of {
		sum += (x / top) * (x / top)
	}
	return top * math.Sqrt(sum)
}

// A work is one update of the weights: the mini-batch, its gradient, and the weight whose gradient is the largest.
type work struct {
	number, of int // of the mini-batch within the epoch
	rows       []int
	seed       uint64    // of the dropped units; 0: none
	before     []float64 // the weights that the gradient is of
	loss       float64   // the mean of the mini-batch
	grad       []float64 // of the loss with the penalties
	norm       float64
	at         int // the place of the weight that is shown
	v          float64
	vNext, w   float64 // after the update
	mean, root float64 // of Adam: the mean of the gradients, and the root of that of their squares with ε, corrected
}

// look keeps what the steps of an update show.
func (d *trainer) look(lo int, at *state) *work {
	u := &work{
		number: lo/d.size + 1, of: (len(d.order) + d.size - 1) / d.size, rows: slices.Clone(d.rows(lo)), seed: d.seed, before: at.w,
		loss: d.loss, grad: slices.Clone(d.grad), norm: norm(d.grad),
	}
	u.at = d.steepest(u.grad)
	u.v = d.rule.First[u.at]
	return u
}

// steepest is the place of the weight, no bias, with the largest gradient.
func (t *task) steepest(grad []float64) int {
	best := 0
	for _, l := range t.net.Layers {
		for at := l.W(0, 0); at < l.Bias(0); at++ {
			if math.Abs(grad[at]) > math.Abs(grad[best]) {
				best = at
			}
		}
	}
	return best
}

// passes yields the forward pass, the output error and the backward pass, layer by layer.
func (u *work) passes(at *state, yield func(algos.Step) bool) bool {
	for l := 1; l <= at.last(); l++ {
		if !yield(at.small(view{state: at, phase: forward, layer: l, work: u})) {
			return false
		}
	}
	for l := at.last(); l >= 1; l-- {
		if !yield(at.small(view{state: at, phase: backward, layer: l, work: u})) {
			return false
		}
	}
	return true
}

// A state is the network after some updates, with the loss after the last whole epoch. It never changes.
type state struct {
	*task
	w       []float64
	epoch   int
	updates int
	mean    float64 // the loss of the training samples, after the last whole epoch; nothing is dropped then
	penalty float64
	first   float64 // the loss at the start
	errors  int
	dead    []unit  // hidden units with σ' = 0, or almost, at every training sample
	died    []unit  // those that died in this epoch
	moved   float64 // the largest change of a weight in the last update
	still   bool    // no component of the last gradient is worth a step
	status  algos.Status
}

// A unit is a hidden unit: its layer, from 1, and its number in it, from 0.
type unit struct{ layer, j int }

// keep is the state after an update that is shown.
func (d *trainer) keep(at *state, u *work) *state {
	next := *at
	next.w, next.updates, next.moved, next.died = slices.Clone(d.w), d.updates, d.moved, nil
	u.vNext, u.w = d.rule.First[u.at], d.w[u.at]
	if d.Solver == adam {
		n := float64(d.updates)
		u.mean = u.vNext / (1 - math.Pow(beta1, n))
		u.root = math.Sqrt(d.rule.Second[u.at]/(1-math.Pow(beta2, n))) + 1e-8
	}
	return &next
}

// Below this derivative at every sample a unit with a sigmoid or tanh is saturated: its gradients all but vanish.
const saturated = 1e-3

// standing is the gradient at which gradient descent has converged.
const standing = 1e-6

// measure ends an epoch: it takes the loss of all samples, and looks for dead units.
func (d *trainer) measure(at *state) *state {
	s := &state{task: d.task, w: slices.Clone(d.w), updates: d.updates, moved: d.moved}
	clear(d.alive)
	sum, act := 0.0, activations[d.Activation]
	for _, i := range d.all {
		loss := d.forward(d.whole, d.w, i)
		sum += loss
		if d.classes > 0 && d.class(d.whole.tape.Out[d.last()]) != d.Points[i].Class() {
			s.errors++
		}
		n := 0
		for _, out := range d.whole.tape.Out[1:d.last()] {
			for _, a := range out {
				if act.Slope(a) > saturated {
					d.alive[n] = true
				}
				n++
			}
		}
	}
	s.mean = sum / float64(len(d.all))
	s.penalty = d.net.Penalty(d.w, d.L1, d.L2, nil)
	n := 0
	for k, l := range d.net.Layers[:d.last()-1] {
		for j := range l.Out {
			if !d.alive[n] {
				s.dead = append(s.dead, unit{k + 1, j})
			}
			n++
		}
	}
	if s.first = s.mean; at == nil {
		d.first = s.mean
	} else {
		s.epoch, s.first = at.epoch+1, at.first
		for _, u := range s.dead {
			if !slices.Contains(at.dead, u) {
				s.died = append(s.died, u)
			}
		}
		s.still = d.Solver == gd && d.Dropout == 0 && d.worst <= standing
	}
	s.status = s.statusNow()
	return s
}

// timed is what the benchmarks time: a thousand steps of Adam on mini-batches of 32, taken in the order of the samples, through
// 2–8–8–1 units. The first weights are sines of their number, so that other programs have the same.
var timed = []algos.Bench{{Task: "mlp 2-8-8-1, 1000 Adam steps, batch 32", Data: dataset.BenchMoons, Sizes: []int{500, 10_000}, Setup: descending}}

func descending(x [][2]float64, y []float64) (do func(), answers func() []algos.Value, err error) {
	t := &task{options: options{Activation: "tanh"}, net: net.New([]int{2, 8, 8, 1}, net.Tanh, net.Linear), loss: net.CrossEntropy, classes: 2}
	for i := range x {
		target := 0.0
		if y[i] > 0 {
			target = 1
		}
		t.x, t.y, t.all = append(t.x, x[i][:]), append(t.y, []float64{target}), append(t.all, i)
	}
	w, grad, s := make([]float64, t.net.Len()), make([]float64, t.net.Len()), t.newSpace()
	do = func() { t.thousand(w, grad, s) }
	return do, func() []algos.Value { return []algos.Value{{Name: "loss", Value: t.batchLoss(s, w, t.all, 0, nil)}} }, nil
}

// thousand takes a thousand steps.
func (t *task) thousand(w, grad []float64, s *space) {
	const steps, size = 1000, 32
	for i := range w {
		w[i] = math.Sin(float64(i+1)) / 2
	}
	rule := net.NewDescent(net.Adam, 0.01, 0, len(w))
	lo := 0
	for range steps {
		if lo+size > len(t.all) {
			lo = 0
		}
		t.objective(s, w, t.all[lo:min(lo+size, len(t.all))], 0, grad)
		rule.Step(w, grad)
		lo += size
	}
}
