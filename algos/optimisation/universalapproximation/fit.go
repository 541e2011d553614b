package universalapproximation

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"

	"playground/algos/net"
)

// The training set: targets at even places, in batches.
const (
	trainingPoints = 101
	batch          = 10
)

// A fitted is the trained network after an epoch. It has as many units as the constructed one, with all weights
// free, and an output bias.
type fitted struct {
	epoch  int
	w      []float64
	rmse   float64 // at the training points
	before float64 // of the epoch before
	sup    float64
	norm   float64 // of the gradient of the mean loss, by backpropagation
}

// A trainer trains the second network.
type trainer struct {
	*task
	net     *net.Net
	tape    *net.Tape
	w, g    []float64
	x, y    []float64
	order   []int
	descent *net.Descent
	random  *rand.Rand
	now     float64 // RMSE
}

// newTrainer draws the weights: thresholds at random in [0, 1], and weights of either sign.
func newTrainer(t *task) *trainer {
	tr := &trainer{task: t, net: network(t), random: t.Stream(1)}
	tr.tape, tr.w, tr.g = tr.net.NewTape(), make([]float64, tr.net.Len()), make([]float64, tr.net.Len())
	tr.x, tr.y = training(t)
	tr.net.Init(tr.w, tr.random)
	hidden := tr.net.Layers[0]
	size := 2 + float64(t.n)
	if !t.smooth() {
		size = 1
	}
	for j := range t.n {
		w := size * (1 + tr.random.Float64())
		if tr.random.IntN(2) == 0 {
			w = -w
		}
		tr.w[hidden.W(j, 0)], tr.w[hidden.Bias(j)] = w, -w*tr.random.Float64()
	}
	tr.order = make([]int, len(tr.x))
	for i := range tr.order {
		tr.order[i] = i
	}
	tr.descent = net.NewDescent(net.Adam, t.Eta, 0, len(tr.w))
	tr.now, _ = squared(tr.net, tr.tape, tr.w, tr.x, tr.y)
	return tr
}

func network(t *task) *net.Net { return net.New([]int{1, t.n, 1}, t.hidden(), net.Linear) }

// training are the training points.
func training(t *task) (x, y []float64) {
	for i := range trainingPoints {
		x = append(x, float64(i)/(trainingPoints-1))
		y = append(y, t.target.of(x[i]))
	}
	return x, y
}

// epoch takes a step of Adam for each batch.
func (tr *trainer) epoch() {
	tr.random.Shuffle(len(tr.order), func(i, j int) { tr.order[i], tr.order[j] = tr.order[j], tr.order[i] })
	in, want, slope := []float64{0}, []float64{0}, []float64{0}
	for from := 0; from < len(tr.order); from += batch {
		rows := tr.order[from:min(from+batch, len(tr.order))]
		clear(tr.g)
		for _, i := range rows {
			in[0], want[0] = tr.x[i], tr.y[i]
			net.Squared.Of(tr.net.Forward(tr.w, in, tr.tape), want, slope)
			slope[0] /= float64(len(rows))
			tr.net.Backward(tr.w, tr.tape, slope, tr.g)
		}
		tr.descent.Step(tr.w, tr.g)
	}
}

// squared is the RMSE of a network, and the gradient of its mean loss by backpropagation.
func squared(n *net.Net, tape *net.Tape, w, x, y []float64) (rmse float64, grad []float64) {
	grad, in, want, slope := make([]float64, len(w)), []float64{0}, []float64{0}, []float64{0}
	sum := 0.0
	for i := range x {
		in[0], want[0] = x[i], y[i]
		sum += 2 * net.Squared.Of(n.Forward(w, in, tape), want, slope)
		slope[0] /= float64(len(x))
		n.Backward(w, tape, slope, grad)
	}
	return math.Sqrt(sum / float64(len(x))), grad
}

// train is the next epoch.
func (v view) train(tr *trainer) view {
	f := &fitted{epoch: 1, before: tr.now}
	if v.fit != nil {
		f.epoch = v.fit.epoch + 1
	}
	tr.epoch()
	var grad []float64
	tr.now, grad = squared(tr.net, tr.tape, tr.w, tr.x, tr.y)
	f.w, f.rmse, f.norm = slices.Clone(tr.w), tr.now, floats.Norm(grad, 2)
	in := []float64{0}
	for i, x := range v.compared.x {
		in[0] = x
		f.sup = max(f.sup, math.Abs(v.compared.y[i]-tr.net.Forward(tr.w, in, tr.tape)[0]))
	}
	v.fit = f
	return v
}

// of is the fitted network as a function.
func (f *fitted) of(t *task) func(x float64) float64 {
	n := network(t)
	tape := n.NewTape()
	return func(x float64) float64 { return n.Forward(f.w, []float64{x}, tape)[0] }
}

// weights, thresholds and coefficients are those of the hidden units.
func (f *fitted) weights(t *task) []float64 {
	h, w := network(t).Layers[0], make([]float64, t.n)
	for j := range w {
		w[j] = f.w[h.W(j, 0)]
	}
	return w
}

func (f *fitted) thresholds(t *task) []float64 {
	h, b := network(t).Layers[0], f.weights(t)
	for j, w := range b {
		if b[j] = 0; w != 0 {
			b[j] = -f.w[h.Bias(j)] / w
		}
	}
	return b
}

func (f *fitted) coefficients(t *task) []float64 {
	o, a := network(t).Layers[1], make([]float64, t.n)
	for j := range a {
		a[j] = f.w[o.W(0, j)]
	}
	return a
}

// byHand is the norm of the gradient of the mean loss, with the derivatives of G = c + Σα_jσ(w_jx + b_j) written
// down one by one.
func (f *fitted) byHand(t *task) float64 {
	x, y := training(t)
	w, a := f.weights(t), f.coefficients(t)
	n := network(t)
	h, c := n.Layers[0], f.w[n.Layers[1].Bias(0)]
	act := t.hidden()
	dw, db, da, dc := make([]float64, t.n), make([]float64, t.n), make([]float64, t.n), 0.0
	s := make([]float64, t.n)
	for i := range x {
		g := c
		for j := range s {
			s[j] = act.Of(w[j]*x[i] + f.w[h.Bias(j)])
			g += a[j] * s[j]
		}
		e := (g - y[i]) / float64(len(x))
		dc += e
		for j := range s {
			da[j] += e * s[j]
			d := e * a[j] * act.Slope(s[j])
			db[j] += d
			dw[j] += d * x[i]
		}
	}
	sum := dc * dc
	for j := range s {
		sum += da[j]*da[j] + db[j]*db[j] + dw[j]*dw[j]
	}
	return math.Sqrt(sum)
}
