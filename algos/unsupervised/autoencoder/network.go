package autoencoder

import (
	"math"

	"playground/algos"
	"playground/algos/mark"
	"playground/algos/net"
)

// A task is what stays the same during a run.
type task struct {
	Options
	algos.Problem
	mean     [2]float64
	scale    float64 // of the points about their mean: the root of the mean square
	x        [][2]float64
	kept     []int // rows to learn from
	leftRows []int // validation rows
	enc, dec *net.Net
}

// newTask scales the points, so that the mean square of those to learn from is 1, and lays out the network.
func newTask(p algos.Problem, o Options) (*task, error) {
	t := &task{Options: o, Problem: p}
	t.Row = min(o.Row, len(p.Points))
	n := len(p.Points)
	order := p.Stream(1).Perm(n)
	out := n * o.ValidationSplit / 100
	isOut := make([]bool, n)
	for _, i := range order[:out] {
		isOut[i] = true
	}
	for i := range n {
		if isOut[i] {
			t.leftRows = append(t.leftRows, i)
			continue
		}
		t.kept = append(t.kept, i)
	}
	x := make([][2]float64, n)
	for i, q := range p.Points {
		x[i] = q.X
	}
	if !t.standardise(x) {
		return nil, algos.Refuse("All training points are equal: there is nothing to encode. Add a different point, or reduce the validation split.")
	}
	return layOut(t), nil
}

var activations = map[string]net.Activation{"tanh": net.Tanh, "relu": net.ReLU, "sigmoid": net.Sigmoid, "linear": net.Linear}

// layOut makes the networks of the options.
func layOut(t *task) *task {
	hidden := make([]int, t.Depth)
	for k := range hidden {
		hidden[k] = t.Hidden
	}
	heads := t.LatentDim
	if t.Kind == variational {
		heads *= 2 // μ, and ln σ²
	}
	t.enc = net.New(append(append([]int{2}, hidden...), heads), activations[t.Activation], net.Linear)
	t.dec = net.New(append(append([]int{t.LatentDim}, hidden...), 2), activations[t.Activation], net.Linear)
	return t
}

// standardise takes the points to mean 0 and mean square 1; by their span first, so that no square overflows or vanishes.
func (t *task) standardise(x [][2]float64) bool {
	for k, i := range t.kept {
		for j, c := range x[i] {
			t.mean[j] += (c - t.mean[j]) / float64(k+1)
		}
	}
	span := 0.0
	for _, i := range t.kept {
		for j, c := range x[i] {
			span = max(span, math.Abs(c-t.mean[j]))
		}
	}
	// Coordinates that differ by less than rounding makes of their mean are one place.
	if !(span > 1e-12*max(math.Abs(t.mean[0]), math.Abs(t.mean[1]))) {
		return false
	}
	sum := 0.0
	for _, i := range t.kept {
		for j, c := range x[i] {
			u := (c - t.mean[j]) / span
			sum += u * u
		}
	}
	t.scale = span * math.Sqrt(sum/float64(len(t.kept)))
	t.x = make([][2]float64, len(x))
	for i := range x {
		t.x[i] = t.inside(x[i])
	}
	return true
}

// inside takes a place of the board to the network's units, outside back.
func (t *task) inside(x [2]float64) [2]float64 {
	return [2]float64{(x[0] - t.mean[0]) / t.scale, (x[1] - t.mean[1]) / t.scale}
}

func (t *task) outside(x []float64) mark.XY {
	return mark.XY{X: t.mean[0] + t.scale*x[0], Y: t.mean[1] + t.scale*x[1]}
}

// size is how many weights and biases both networks have: those of the encoder stand first.
func (t *task) size() int { return t.enc.Len() + t.dec.Len() }

// encoder and decoder are the parts of the weights.
func (t *task) encoder(theta []float64) []float64 { return theta[:t.enc.Len()] }
func (t *task) decoder(theta []float64) []float64 { return theta[t.enc.Len():] }

// A pass is the working space of one point on its way through both networks.
type pass struct {
	*task
	enc, dec   *net.Tape
	z, sigma   []float64
	slope      [2]float64
	down       []float64 // ∂loss/∂ what the encoder puts out
	target     [2]float64
	eps        []float64
	recon, kls float64 // what the point's reconstruction and KL cost
}

func (t *task) newPass() *pass {
	return &pass{
		task: t, enc: t.enc.NewTape(), dec: t.dec.NewTape(), z: make([]float64, t.LatentDim), sigma: make([]float64, t.LatentDim),
		down: make([]float64, t.enc.Layers[len(t.enc.Layers)-1].Out),
	}
}

// mostLog bounds ln σ², so that no σ overflows while a run diverges.
const mostLog = 20

func clamp(s float64) float64 { return min(max(s, -mostLog), mostLog) }

// weightKL is what a nat of divergence costs, as the notes have it: ‖x − x′‖² + 2τ²β KL is 2τ² times the negative
// bound, up to a constant, where β = 1. So a step of one length suits the VAE and the autoencoder.
func (o Options) weightKL() float64 { return 2 * o.Tau * o.Tau * o.Beta }

// forward takes a point through the networks: what the encoder sees, what is wanted, and, of a VAE, the drawn ε.
func (p *pass) forward(theta []float64, seen, want [2]float64, eps []float64) {
	p.target, p.eps = want, eps
	head := p.task.enc.Forward(p.encoder(theta), seen[:], p.enc)
	p.kls = 0
	for k := range p.z {
		p.z[k] = head[k]
		if p.Kind != variational {
			continue
		}
		s := clamp(head[p.LatentDim+k])
		p.sigma[k] = math.Exp(s / 2)
		p.z[k] += p.sigma[k] * eps[k]
		p.kls += klOf(head[k], s)
	}
	out := p.task.dec.Forward(p.decoder(theta), p.z, p.dec)
	dx, dy := out[0]-want[0], out[1]-want[1]
	p.recon = dx*dx + dy*dy
}

// klOf is KL(N(μ, eˢ) ‖ N(0, 1)).
func klOf(mu, s float64) float64 { return (mu*mu + math.Exp(s) - 1 - s) / 2 }

// loss is what a point costs.
func (p *pass) loss() float64 {
	if p.Kind == variational {
		return p.recon + p.weightKL()*p.kls
	}
	return p.recon
}

// backward adds a share of the gradient of the point that has just gone forward.
func (p *pass) backward(theta, grad []float64, share float64) {
	out := p.dec.Out[len(p.dec.Out)-1]
	for j := range p.slope {
		p.slope[j] = 2 * share * (out[j] - p.target[j])
	}
	below := p.task.dec.Backward(p.decoder(theta), p.dec, p.slope[:], p.decoder(grad))
	if p.Kind != variational {
		copy(p.down, below)
	} else {
		p.through(below, share)
	}
	p.task.enc.Backward(p.encoder(theta), p.enc, p.down, p.encoder(grad))
}

// through carries the gradient through the random code to μ and s = ln σ².
func (p *pass) through(below []float64, share float64) {
	head := p.enc.Out[len(p.enc.Out)-1]
	for k, d := range below {
		e, sigma := p.eps[k], p.sigma[k]
		mu, s := d, d*e*sigma/2
		if p.Estimator == scoreFunction {
			mu, s = share*p.recon*e/sigma, share*p.recon*(e*e-1)/2
		}
		p.down[k] = mu + share*p.weightKL()*head[k]
		p.down[p.LatentDim+k] = s + share*p.weightKL()*(sigma*sigma-1)/2
		if math.Abs(head[p.LatentDim+k]) > mostLog {
			p.down[p.LatentDim+k] = 0
		}
	}
}

// decode is f(z), part of the pass.
func (p *pass) decode(theta, z []float64) []float64 {
	return p.task.dec.Forward(p.decoder(theta), z, p.dec)
}

// encode is what the encoder puts out, part of the pass.
func (p *pass) encode(theta []float64, x [2]float64) []float64 {
	return p.task.enc.Forward(p.encoder(theta), x[:], p.enc)
}
