package mlp

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/net"
	"playground/algos/say"
)

var activations = map[string]net.Activation{"tanh": net.Tanh, "relu": net.ReLU, "sigmoid": net.Sigmoid}

// A task is what stays the same during a run. All steps share it.
type task struct {
	algos.Problem
	options
	ctx     context.Context
	net     *net.Net // its last layer is linear: what follows it belongs to the loss
	loss    net.Loss
	classes int         // 0: the targets are values
	x, y    [][]float64 // inputs and targets of the samples
	all     []int       // the samples, in order
	spaces  *sync.Pool
}

// newTask lays out the network for the targets of the points.
func newTask(ctx context.Context, p algos.Problem, o options) (*task, error) {
	hidden, err := hiddenUnits(o.Hidden)
	if err != nil {
		return nil, err
	}
	t := &task{Problem: p, options: o, ctx: ctx}
	outputs := 1
	if p.Target == dataset.Classes {
		t.classes = max(2, len(dataset.Counts(p.Points)))
		if t.classes > 2 {
			outputs = t.classes
		}
	}
	units := append(append([]int{p.Dim}, hidden...), outputs)
	t.net = net.New(units, activations[o.Activation], net.Linear)
	if n := len(o.Initial); n > 0 && n != t.net.Len() {
		v := say.Vars{"n": n, "P": t.net.Len()}
		return nil, algos.Refuse(v.Text("The list of initial weights has <n number>, and the network has <P weight> with biases. Give as many, or none."))
	}
	switch {
	case t.classes == 0:
		t.loss = net.Squared
	case o.Loss == squared:
		t.loss = net.Brier
	default:
		t.loss = net.CrossEntropy
	}
	for i, q := range p.Points {
		y := make([]float64, outputs)
		switch {
		case t.classes == 0:
			y[0] = q.Y
		case outputs == 1:
			y[0] = float64(q.Class())
		default:
			y[q.Class()] = 1
		}
		t.x, t.y, t.all = append(t.x, slices.Clone(q.X[:p.Dim])), append(t.y, y), append(t.all, i)
	}
	t.spaces = &sync.Pool{New: func() any { return t.newSpace() }}
	return t, nil
}

// last is the number of the output layer, L.
func (t *task) last() int { return len(t.net.Layers) }

// A space is the working space of passes through the network.
type space struct {
	tape  *net.Tape
	slope []float64
	pcg   *rand.PCG // of dropout
	rand  *rand.Rand
}

func (t *task) newSpace() *space {
	s := &space{tape: t.net.NewTape(), slope: make([]float64, t.net.Layers[len(t.net.Layers)-1].Out), pcg: rand.NewPCG(0, 0)}
	s.rand = rand.New(s.pcg)
	return s
}

// forward takes sample i through the network and returns its loss; the slope by the outputs is left in the space.
func (t *task) forward(s *space, w []float64, i int) float64 {
	return t.loss.Of(t.net.Forward(w, t.x[i], s.tape), t.y[i], s.slope)
}

// batchLoss is the mean loss of some samples. Unless grad is nil, the gradient of that mean is added to it: the slope of each
// sample is divided by their number, once. A seed other than 0 is that of the units which are dropped out.
func (t *task) batchLoss(s *space, w []float64, rows []int, seed uint64, grad []float64) float64 {
	share, sum := 1/float64(len(rows)), 0.0
	if seed == 0 {
		s.tape.Whole()
	} else {
		s.pcg.Seed(seed, 1)
	}
	for _, i := range rows {
		if seed != 0 {
			t.net.Drop(s.tape, t.Dropout, s.rand)
		}
		sum += t.forward(s, w, i)
		if grad == nil {
			continue
		}
		for k := range s.slope {
			s.slope[k] *= share
		}
		t.net.Backward(w, s.tape, s.slope, grad)
	}
	return sum * share
}

// objective is the mean loss of some samples with the penalties, which training minimises.
func (t *task) objective(s *space, w []float64, rows []int, seed uint64, grad []float64) (loss, all float64) {
	clear(grad)
	loss = t.batchLoss(s, w, rows, seed, grad)
	return loss, loss + t.net.Penalty(w, t.L1, t.L2, grad)
}

// activate takes the outputs of the last layer through the sigmoid or the softmax.
func (t *task) activate(dst, z []float64) {
	switch {
	case t.classes == 0:
		copy(dst, z)
	case t.classes == 2:
		dst[0] = net.Sigmoid.Of(z[0])
	default:
		net.Softmax(dst, z)
	}
}

// output is what the network puts out at a place: a value, or probabilities.
func (t *task) output(w []float64, x ...float64) []float64 {
	s := t.spaces.Get().(*space)
	defer t.spaces.Put(s)
	s.tape.Whole()
	a := make([]float64, len(s.slope))
	t.activate(a, t.net.Forward(w, x[:t.Dim], s.tape))
	return a
}

// class is the most probable class by the outputs of the last layer.
func (t *task) class(z []float64) int {
	if t.classes == 2 {
		if z[0] > 0 {
			return 1
		}
		return 0
	}
	best := 0
	for k, v := range z {
		if v > z[best] {
			best = k
		}
	}
	return best
}

func (t *task) classAt(w []float64, x ...float64) int {
	s := t.spaces.Get().(*space)
	defer t.spaces.Put(s)
	s.tape.Whole()
	return t.class(t.net.Forward(w, x[:t.Dim], s.tape))
}

// A pass is one sample on its way through the network, with all that the chain rule needs.
type pass struct {
	row     int
	a, z    [][]float64 // of every layer, the inputs first; the last a is after the sigmoid or the softmax
	delta   [][]float64 // ∂C/∂z of every layer
	mask    [][]float64 // what multiplies the hidden units; nil without dropout
	loss    float64
	correct bool
}

// passOf takes the first sample of the update through the network, with the units that it dropped.
func (t *task) passOf(u *work) *pass {
	s := t.newSpace()
	p := &pass{row: u.rows[0]}
	w := u.before
	if u.seed != 0 {
		s.pcg.Seed(u.seed, 1)
		t.net.Drop(s.tape, t.Dropout, s.rand)
	}
	p.loss = t.forward(s, w, p.row)
	t.net.Backward(w, s.tape, s.slope, make([]float64, t.net.Len()))
	p.delta, p.mask = s.tape.Delta, s.tape.Mask
	p.a, p.z = s.tape.Out, [][]float64{s.tape.Out[0]}
	for k, l := range t.net.Layers {
		z := make([]float64, l.Out)
		for j := range z {
			z[j] = w[l.Bias(j)]
			for i, a := range p.a[k] {
				z[j] += w[l.W(j, i)] * a
			}
		}
		p.z = append(p.z, z)
	}
	if t.classes > 0 {
		p.correct = t.class(p.a[t.last()]) == t.Points[p.row].Class()
	}
	out := make([]float64, len(s.slope))
	t.activate(out, p.a[t.last()])
	p.a[t.last()] = out
	return p
}

// vectorised is the gradient of the mean loss by the matrices of the batch, with one mean at the end, and the same sums of sizes:
// Δ^L without 1/m, Δ^l = (Δ^{l+1}Wᵀ) ⊙ σ'(Z^l), and ∂C/∂w_ij = mean(col_i(A) ⊙ col_j(Δ)).
func (t *task) vectorised(u *work) (grad, sizes []float64) {
	m, s := len(u.rows), t.newSpace()
	a, d := make([][][]float64, m), make([][][]float64, m)
	if u.seed != 0 {
		s.pcg.Seed(u.seed, 1)
	}
	for r, i := range u.rows {
		if u.seed != 0 {
			t.net.Drop(s.tape, t.Dropout, s.rand)
		}
		t.forward(s, u.before, i)
		d[r] = make([][]float64, t.last()+1)
		d[r][t.last()] = slices.Clone(s.slope)
		for _, out := range s.tape.Out {
			a[r] = append(a[r], slices.Clone(out))
		}
		for k := t.last() - 1; k > 0; k-- {
			l := t.net.Layers[k]
			d[r][k] = make([]float64, l.In)
			for i, out := range a[r][k] {
				mask := 1.0
				if s.tape.Mask != nil {
					if mask = s.tape.Mask[k-1][i]; mask != 0 {
						out /= mask
					}
				}
				for j, delta := range d[r][k+1] {
					d[r][k][i] += delta * u.before[l.W(j, i)]
				}
				d[r][k][i] *= mask * t.net.Layers[k-1].Act.Slope(out)
			}
		}
	}
	grad, sizes = make([]float64, t.net.Len()), make([]float64, t.net.Len())
	for k, l := range t.net.Layers {
		for j := range l.Out {
			for i := -1; i < l.In; i++ {
				at, sum, size := l.Bias(j), 0.0, 0.0
				for r := range m {
					term := d[r][k+1][j]
					if i >= 0 {
						at, term = l.W(j, i), term*a[r][k][i]
					}
					sum, size = sum+term, size+math.Abs(term)
				}
				grad[at], sizes[at] = sum/float64(m), size/float64(m)
			}
		}
	}
	return grad, sizes
}

// tables sorts numbers of all weights into those of each layer, [layer][out][in] and [layer][out].
func (t *task) tables(of []float64) (weights [][][]float64, biases [][]float64) {
	for _, l := range t.net.Layers {
		w := make([][]float64, l.Out)
		for j := range w {
			w[j] = slices.Clone(of[l.W(j, 0):][:l.In])
		}
		weights, biases = append(weights, w), append(biases, slices.Clone(of[l.Bias(0):][:l.Out]))
	}
	return weights, biases
}

// Model returns the network, and the last pass of the sample shown.
func (v view) Model() algos.Model {
	weights, biases := v.tables(v.w)
	p, u := v.pass(), v.update()
	gw, gb := v.tables(u.grad)
	return algos.Model{
		Values: []algos.Value{
			{Name: "weights", Value: weights},
			{Name: "biases", Value: biases},
			{Name: "loss", Value: v.mean},
			{Name: "objective", Value: v.mean + v.penalty},
			{Name: "epochs", Value: v.epoch},
			{Name: "updates", Value: v.updates},
			{Name: "dead_units", Value: len(v.dead)},
			{Name: "sample", Value: p.row + 1},
			{Name: "sample_loss", Value: p.loss},
			{Name: "z", Value: p.z[1:]},
			{Name: "activations", Value: p.a[1:]},
			{Name: "deltas", Value: p.delta[1:]},
			{Name: "gradient_weights", Value: gw},
			{Name: "gradient_biases", Value: gb},
		},
		Predict: v.predict,
	}
}

func (v view) predict(x [2]float64) []algos.Value {
	a := v.output(v.w, x[:]...)
	switch v.classes {
	case 0:
		return []algos.Value{{Name: "y", Value: a[0]}}
	case 2:
		return []algos.Value{{Name: "label", Value: v.Label(v.classAt(v.w, x[:]...))}, {Name: "p", Value: a[0]}}
	}
	return []algos.Value{{Name: "label", Value: v.Label(v.classAt(v.w, x[:]...))}, {Name: "p", Value: a}}
}
