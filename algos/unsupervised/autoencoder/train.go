package autoencoder

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/net"
)

// A trainer is what a run works on: the weights now, the descent, and the draws.
type trainer struct {
	*task
	rand  *rand.Rand
	theta []float64
	grad  []float64
	rule  *net.Descent
	order []int
	pass  *pass
}

// begin draws the first weights.
func (t *task) begin() *trainer {
	d := &trainer{
		task: t, rand: t.Rand, theta: make([]float64, t.size()), grad: make([]float64, t.size()),
		order: slices.Clone(t.kept), pass: t.newPass(),
	}
	rule := net.SGD
	if t.Optimizer == "adam" {
		rule = net.Adam
	}
	d.rule = net.NewDescent(rule, t.Eta, t.Momentum, t.size())
	t.enc.Init(t.encoder(d.theta), d.rand)
	t.dec.Init(t.decoder(d.theta), d.rand)
	return d
}

func (d *trainer) shuffle() {
	d.rand.Shuffle(len(d.order), func(i, j int) { d.order[i], d.order[j] = d.order[j], d.order[i] })
}

// A batch is one step of the descent: the points with their draws, and the weight whose gradient is the largest.
type batch struct {
	*task
	number int // within the epoch, from 1
	rows   []int
	draws  []float64 // ε of a VAE, or the noise of a denoising input, Code or two numbers per point
	before []float64 // the weights that the gradient is of; nobody changes them
	loss   float64   // the mean of the batch

	at              int // the place of the weight that is shown
	g               float64
	w, wNext        float64
	velocity, vNext float64
}

// each is how many draws a point has.
func (t *task) each() int {
	switch t.Kind {
	case variational:
		return t.LatentDim
	case denoising:
		return 2
	}
	return 0
}

// next takes the next points of the epoch and draws what they need.
func (d *trainer) next(at *state) *batch {
	lo := at.batch * d.Batch
	hi := min(lo+d.Batch, len(d.order))
	b := &batch{task: d.task, number: at.batch + 1, rows: slices.Clone(d.order[lo:hi]), before: at.theta, draws: make([]float64, (hi-lo)*d.each())}
	for k := range b.draws {
		b.draws[k] = d.rand.NormFloat64()
	}
	b.loss = b.gradient(d.pass, b.before, d.grad)
	b.at = d.steepestWeight()
	b.g, b.w, b.velocity = d.grad[b.at], b.before[b.at], d.rule.First[b.at]
	return b
}

// steepestWeight is the place of the weight, no bias, with the largest gradient. By the score function the encoder's gradients
// are estimates, and no gradients of this batch: then it is one of the decoder's.
func (d *trainer) steepestWeight() int {
	at := d.enc.Len()
	look := func(n *net.Net, first int) {
		for _, l := range n.Layers {
			for k := first + l.W(0, 0); k < first+l.Bias(0); k++ {
				if math.Abs(d.grad[k]) > math.Abs(d.grad[at]) {
					at = k
				}
			}
		}
	}
	look(d.dec, d.enc.Len())
	if d.Kind != variational || d.Estimator != scoreFunction {
		look(d.enc, 0)
	}
	return at
}

// input is what the encoder sees of the k-th point, and its ε.
func (b *batch) input(k int) (seen [2]float64, eps []float64) {
	seen = b.x[b.rows[k]]
	draws := b.draws[k*b.each():][:b.each()]
	if b.Kind == denoising {
		// Half of the variance in every coordinate: together the noise has the standard deviation that was asked for.
		for j := range seen {
			seen[j] += b.InputNoise * math.Sqrt2 / 2 * draws[j]
		}
		return seen, nil
	}
	return seen, draws
}

// gradient sets the gradient of the batch's mean loss, and returns the loss.
func (b *batch) gradient(p *pass, theta, grad []float64) float64 {
	clear(grad)
	share := 1 / float64(len(b.rows))
	loss := 0.0
	for k, i := range b.rows {
		seen, eps := b.input(k)
		p.forward(theta, seen, b.x[i], eps)
		loss += share * p.loss()
		p.backward(theta, grad, share)
	}
	return loss
}

// lossAt is the batch's mean loss with other weights and the same draws.
func (b *batch) lossAt(p *pass, theta []float64) float64 {
	loss := 0.0
	for k, i := range b.rows {
		seen, eps := b.input(k)
		p.forward(theta, seen, b.x[i], eps)
		loss += p.loss()
	}
	return loss / float64(len(b.rows))
}

// hopeless is how large a weight or a loss has to get for the run to stop: no good network of this size comes near.
const hopeless = 1e6

// update takes the step. It reports false where the weights or the loss have grown beyond hope.
func (d *trainer) update(at *state, b *batch) (*state, bool) {
	if !(b.loss <= hopeless*(1+at.first)) {
		return nil, false
	}
	d.rule.Step(d.theta, d.grad)
	for _, w := range d.theta {
		if !(math.Abs(w) <= hopeless) {
			return nil, false
		}
	}
	b.vNext, b.wNext = d.rule.First[b.at], d.theta[b.at]
	next := *at
	next.theta, next.batch, next.point = slices.Clone(d.theta), at.batch+1, nil
	return &next, true
}

// A state is the networks after some updates, with the losses after the last whole epoch. It never changes.
type state struct {
	*task
	theta  []float64
	epoch  int
	batch  int // updates since then
	first  float64
	losses losses
	left   float64  // the loss of validation points; NaN where there are none
	fell   []int    // code units whose KL has fallen below the threshold for the first time, in this epoch
	asleep []bool   // of every latent unit: whether it has ever
	past   []bounds // of a VAE: the mean bound after every epoch
	point  *bound   // of the point shown; nil within an epoch, and without a VAE
	still  bool     // no gradient of the whole loss is worth a step any more
	status algos.Status
}

// bounds are the mean bound and its divergence.
type bounds struct{ elbo, kl float64 }

// losses are means over points.
type losses struct {
	loss, recon, kl float64
	unit            []float64 // KL of every latent unit
}

// elbo is the mean bound, in nats.
func (t *task) elbo(l losses) float64 {
	return -l.recon/(2*t.Tau*t.Tau) - math.Log(2*math.Pi*t.Tau*t.Tau) - l.kl
}

// nodes of a Gauss–Hermite rule for N(0, 1): five in one dimension, three times three in two.
var (
	nodes1   = []float64{0, 1.355626179974266, -1.355626179974266, 2.856970013872806, -2.856970013872806}
	weights1 = []float64{8. / 15, 0.2220759220056126, 0.2220759220056126, 0.01125741132772069, 0.01125741132772069}
	nodes2   = []float64{0, math.Sqrt(3), -math.Sqrt(3)}
	weights2 = []float64{2. / 3, 1. / 6, 1. / 6}
)

// average is the expected loss of some rows, over ε by quadrature. A denoising encoder sees clean points.
func (t *task) average(p *pass, theta []float64, rows []int) losses {
	l := losses{unit: make([]float64, t.LatentDim)}
	share := 1 / float64(len(rows))
	for _, i := range rows {
		if t.Kind != variational {
			p.forward(theta, t.x[i], t.x[i], nil)
			l.recon += share * p.recon
			continue
		}
		l.recon += share * t.expected(p, theta, i)
		head := p.enc.Out[len(p.enc.Out)-1]
		for k := range t.LatentDim {
			kl := klOf(head[k], clamp(head[t.LatentDim+k]))
			l.unit[k] += share * kl
			l.kl += share * kl
		}
	}
	l.loss = l.recon
	if t.Kind == variational {
		l.loss += t.weightKL() * l.kl
	}
	return l
}

func (t *task) expected(p *pass, theta []float64, i int) float64 {
	sum := 0.0
	var eps [2]float64
	if t.LatentDim == 1 {
		for a, e := range nodes1 {
			eps[0] = e
			p.forward(theta, t.x[i], t.x[i], eps[:1])
			sum += weights1[a] * p.recon
		}
		return sum
	}
	for a, e := range nodes2 {
		for b, f := range nodes2 {
			eps = [2]float64{e, f}
			p.forward(theta, t.x[i], t.x[i], eps[:])
			sum += weights2[a] * weights2[b] * p.recon
		}
	}
	return sum
}

// collapsed is the KL, in nats, below which a code unit says next to nothing about a point.
const collapsed = 0.01

// standing is the gradient, of a loss that begins near 1, at which training has converged: what is to be gained is some 10⁻¹².
const standing = 1e-6

// steepest is the largest gradient of the loss of all training points.
func (t *task) steepest(d *trainer, theta []float64) float64 {
	all := &batch{task: t, rows: t.kept}
	all.gradient(d.pass, theta, d.grad)
	top := 0.0
	for _, g := range d.grad {
		top = max(top, math.Abs(g))
	}
	return top
}

// measure ends an epoch: it takes all losses, with the weights as they are.
func (t *task) measure(d *trainer, at *state) *state {
	s := &state{task: t, left: math.NaN()}
	if at == nil {
		s.theta = slices.Clone(d.theta)
	} else {
		s.theta, s.epoch, s.first = at.theta, at.epoch+1, at.first
	}
	s.losses = t.average(d.pass, s.theta, t.kept)
	if at == nil {
		s.first = s.losses.loss
	}
	if len(t.leftRows) > 0 {
		s.left = t.average(d.pass, s.theta, t.leftRows).loss
	}
	if t.Kind == variational {
		if at != nil {
			s.past = at.past
		}
		s.past = append(s.past, bounds{t.elbo(s.losses), s.losses.kl}) // earlier states see only their own length
		s.point = t.boundOf(d.pass, s.theta, t.Row-1)
		s.point.slopes = sync.OnceValue(func() estimators { return s.estimators(s.point, t.newPass()) })
		for k := range t.LatentDim {
			asleep := at != nil && at.asleep[k]
			if at != nil && !asleep && t.Beta >= 1 && s.losses.unit[k] < collapsed {
				s.fell, asleep = append(s.fell, k), true
			}
			s.asleep = append(s.asleep, asleep)
		}
	}
	s.still = at != nil && t.Kind == plain && t.steepest(d, s.theta) <= standing
	s.status = s.statusNow()
	return s
}

// timed is what the benchmarks time: a thousand steps of SGD with momentum on batches of 32, taken in the order of
// the rows, through 2–8–1–8–2 units. The first weights are sines of their number, so that other programs have the same.
var timed = []algos.Bench{{Task: "autoencoder 1000 SGD steps, batch 32", Data: dataset.BenchBlobs, Sizes: []int{1000, 10_000}, Setup: descending}}

func descending(x [][2]float64, _ []float64) (do func(), answers func() []algos.Value, err error) {
	const steps, size = 1000, 32
	p := algos.Problem{Rand: rand.New(rand.NewPCG(1, 1))} // overwritten: nothing is drawn
	t := layOut(&task{
		Options: Options{
			Kind: plain, LatentDim: 1, Activation: "tanh", Hidden: 8, Depth: 1,
			Eta: 0.05, Momentum: 0.9, Optimizer: "sgd", Batch: size,
		},
		Problem: p,
	})
	for i := range x {
		t.kept = append(t.kept, i)
	}
	if !t.standardise(x) {
		return nil, nil, algos.Refuse("the points are at one place")
	}
	var d *trainer
	do = func() {
		d = t.begin()
		for i := range d.theta {
			d.theta[i] = math.Sin(float64(i+1)) / 2
		}
		b := &batch{task: t}
		at := 0
		for range steps {
			if at+size > len(t.kept) {
				at = 0
			}
			b.rows = t.kept[at : at+size]
			b.gradient(d.pass, d.theta, d.grad)
			d.rule.Step(d.theta, d.grad)
			at += size
		}
	}
	return do, func() []algos.Value {
		return []algos.Value{{Name: "loss", Value: t.average(d.pass, d.theta, t.kept).loss}}
	}, nil
}
