package bayesianregression

import (
	"context"
	"math"

	"playground/algos"
	"playground/algos/mark"
)

// phase is what a step was about.
type phase int

const (
	starting     phase = iota // the prior
	foreseeing                // the next observation is forecast
	weighing                  // its likelihood: a stripe in the plane of the coefficients
	conditioning              // prior times likelihood
)

const (
	maxDegree = 10
	nodes     = 161 // of curves
	looks     = 17  // inputs at which variances are compared
)

// A basis is the features of an input: factor[k]·x^power[k].
type basis struct {
	power  []int
	factor []float64
}

// The choices of the basis.
const (
	powers   = "powers"
	binomial = "binomial"
	origin   = "origin"
)

func newBasis(kind string, degree int) basis {
	var b basis
	c := 1.0 // degree over k
	for k := range degree + 1 {
		if kind != origin || k > 0 {
			b.power, b.factor = append(b.power, k), append(b.factor, 1)
		}
		if kind == binomial {
			b.factor[k] = math.Sqrt(c)
		}
		c *= float64(degree-k) / float64(k+1)
	}
	return b
}

// at are the features of an input.
func (b basis) at(x float64) []float64 {
	phi := make([]float64, len(b.power))
	for k, p := range b.power {
		phi[k] = b.factor[k]
		for range p {
			phi[k] *= x
		}
	}
	return phi
}

// A task is what stays the same during a run.
type task struct {
	algos.Problem
	opt     Options
	basis   basis
	x, y    []float64
	size    float64    // the largest |y|
	middle  [2]float64 // centre and half-width of the inputs, for least squares
	normals [][]float64
	height  [2]float64 // of the board
	box     [2][2]float64
	scores  []func() []score // of every number of observations; only a look needs them
}

func newTask(ctx context.Context, p algos.Problem, o Options) *task {
	t := &task{Problem: p, opt: o, basis: newBasis(o.Basis, o.Degree), middle: [2]float64{0, 1}}
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, q := range p.Points {
		t.x, t.y = append(t.x, q.X[0]), append(t.y, q.Y)
		t.size = max(t.size, math.Abs(q.Y))
		lo, hi = min(lo, q.X[0]), max(hi, q.X[0])
	}
	switch {
	case len(t.x) == 0:
	case o.Basis == origin:
		t.middle = [2]float64{0, max(math.Abs(lo), math.Abs(hi))}
	default:
		t.middle = [2]float64{lo/2 + hi/2, hi/2 - lo/2}
	}
	if t.middle[1] == 0 {
		t.middle[1] = 1
	}
	for range maxSamples {
		draw := make([]float64, len(t.basis.power))
		for k := range draw {
			draw[k] = p.Rand.NormFloat64()
		}
		t.normals = append(t.normals, draw)
	}
	t.reach()
	t.box = t.plane()
	for n := range len(t.y) + 1 {
		t.scores = append(t.scores, algos.Slow(ctx, func(context.Context) []score { return t.compare(n) }))
	}
	return t
}

// scaled is an input as least squares sees it: between −1 and 1, which leaves the space
// of the polynomials as it is.
func (t *task) scaled(x float64) float64 { return (x - t.middle[0]) / t.middle[1] }

// reach chooses the heights that the board shows: all observations and the prior's band,
// as far as that is not more than as much again on either side. A window of the user's
// own is kept.
func (t *task) reach() {
	w := t.Window
	t.height = [2]float64{w.Y0, w.Y1}
	if w != mark.FitWindow(t.Set) {
		return
	}
	prior := t.prior()
	band, room := 0.0, w.Y1-w.Y0
	for _, x := range t.inputs(looks) {
		band = max(band, 2.2*math.Sqrt(prior.variance(t.basis.at(x))))
	}
	t.height[0] = min(w.Y0, max(-band, w.Y0-room/2))
	t.height[1] = max(w.Y1, min(band, w.Y1+room/2))
}

// inputs are n inputs spread over the board.
func (t *task) inputs(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		share := float64(i) / float64(n-1)
		x[i] = t.Window.X0*(1-share) + t.Window.X1*share
	}
	return x
}

// plane is the part of the plane of two coefficients that is shown: where the run ends,
// and of the prior as much as leaves that to be seen.
func (t *task) plane() (box [2][2]float64) {
	end := t.prior()
	for i := range t.x {
		end = end.see(t, i)
	}
	mean, sd := end.mean(), math.Sqrt(t.opt.PriorVar)
	cov, d := end.covariance(), end.d
	for k := range min(2, d) {
		own := math.Sqrt(cov[k*d+k])
		lo, hi := min(0, mean[k]-4*own), max(0, mean[k]+4*own)
		room := 3 * (hi - lo)
		box[k] = [2]float64{min(lo, max(-2.6*sd, lo-room)), max(hi, min(2.6*sd, hi+room))}
	}
	return box
}

// A posterior is the Gaussian over the coefficients after some observations.
type posterior struct {
	*factor
	flat *factor // the same by least squares, for scaled inputs
	n    int
	logP float64   // log evidence: the log densities of all forecasts
	mu   []float64 // mean
	hard float64   // the worst condition that a forecast came from
}

func (t *task) prior() *posterior {
	d := len(t.basis.power)
	return &posterior{factor: newFactor(d, 1/math.Sqrt(t.opt.PriorVar)), flat: newFactor(d, 0), mu: make([]float64, d), hard: 1}
}

// A forecast is the distribution of f at an input.
type forecast struct{ mean, variance float64 }

func (t *task) foresee(p *posterior, x float64) forecast {
	phi := t.basis.at(x)
	return forecast{dot(phi, p.mu), p.variance(phi)}
}

// see takes one observation more: prior times likelihood.
func (p *posterior) see(t *task, row int) *posterior {
	f, root := t.foresee(p, t.x[row]), math.Sqrt(t.opt.NoiseVar)
	q := &posterior{n: p.n + 1, logP: p.logP + t.logDensity(f, t.y[row])}
	q.factor = p.factor.add(times(1/root, t.basis.at(t.x[row])), t.y[row]/root)
	q.flat = p.flat.add(times(1/root, t.basis.at(t.scaled(t.x[row]))), t.y[row]/root)
	q.mu = q.factor.mean()
	q.hard = max(p.hard, q.condition())
	return q
}

// logDensity is that of an observation under its forecast.
func (t *task) logDensity(f forecast, y float64) float64 {
	total := f.variance + t.opt.NoiseVar
	return -(math.Log(2*math.Pi*total) + (y-f.mean)*(y-f.mean)/total) / 2
}

// logLikelihood is that of so many observations whose residuals have, in units of σ², a
// sum of squares.
func (t *task) logLikelihood(n int, squares float64) float64 {
	return -(float64(n)*math.Log(2*math.Pi*t.opt.NoiseVar) + squares) / 2
}

// best is the largest log-likelihood: that of least squares.
func (t *task) best(p *posterior) float64 { return t.logLikelihood(p.n, p.flat.rest) }

// bic is the Bayesian information criterion, to be made large; NaN without observations.
func (t *task) bic(p *posterior) float64 {
	if p.n == 0 {
		return math.NaN()
	}
	return t.best(p) - float64(p.d)/2*math.Log(float64(p.n))
}

// laplace is the log evidence by Laplace's method: the log of likelihood times prior at
// the mode, with the volume of the Gaussian that has its curvature.
func (t *task) laplace(p *posterior) float64 {
	squares, theta := 0.0, dot(p.mu, p.mu)
	for i := range p.n {
		r := t.y[i] - dot(t.basis.at(t.x[i]), p.mu)
		squares += r * r / t.opt.NoiseVar
	}
	d := float64(p.d)
	prior := -(d*math.Log(2*math.Pi*t.opt.PriorVar) + theta/t.opt.PriorVar) / 2
	return t.logLikelihood(p.n, squares) + prior + (d*math.Log(2*math.Pi)-p.logDet())/2
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func times(c float64, a []float64) []float64 {
	b := make([]float64, len(a))
	for i := range a {
		b[i] = c * a[i]
	}
	return b
}

// A view is the run after some step. It never changes.
type view struct {
	*task
	phase  phase
	post   *posterior
	before *posterior // at a conditioning step: without its observation
	row    int        // the observation that the step is about, or −1
	status algos.Status
}

// next is the row that comes next, or −1.
func (v view) next() int {
	if v.post.n < len(v.y) {
		return v.post.n
	}
	return -1
}

// about is the same posterior at a step that is about an observation.
func (v view) about(row int, p phase) view {
	v.phase, v.row, v.before = p, row, nil
	return v
}

// condition has seen the observation.
func (v view) condition() view {
	v.before, v.post, v.phase = v.post, v.post.see(v.task, v.row), conditioning
	return v
}

// metricNames are the metrics of every step, in their public order.
var metricNames = []string{"log_evidence", "bic", "gap", "max_log_likelihood", "epistemic", "aleatoric", "log_det"}

func (v view) metrics() []float64 {
	epistemic := 0.0
	for _, x := range v.inputs(looks) {
		epistemic += v.foresee(v.post, x).variance / looks
	}
	bic := v.bic(v.post)
	return []float64{v.post.logP, bic, bic - v.post.logP, v.best(v.post), epistemic, v.opt.NoiseVar, -v.post.logDet()}
}

// Model returns the posterior so far; the constant comes first, and is 0 where the model
// has none.
func (v view) Model() algos.Model {
	d, from := v.opt.Degree+1, v.opt.Degree+1-v.post.d
	mean, cov := make([]float64, d), make([]float64, d*d)
	copy(mean[from:], v.post.mu)
	for i, c := range v.post.covariance() {
		cov[(i/v.post.d+from)*d+i%v.post.d+from] = c
	}
	rows := make([][]float64, d)
	for i := range rows {
		rows[i] = cov[i*d : (i+1)*d]
	}
	return algos.Model{
		Values: []algos.Value{
			{Name: "mean", Value: mean},
			{Name: "covariance", Value: rows},
			{Name: "log_evidence", Value: v.post.logP},
			{Name: "laplace", Value: v.laplace(v.post)},
			{Name: "max_log_likelihood", Value: v.best(v.post)},
		},
		Predict: func(x [2]float64) []algos.Value {
			f := v.foresee(v.post, x[0])
			return []algos.Value{{Name: "mean", Value: f.mean}, {Name: "sd", Value: math.Sqrt(f.variance)}}
		},
		Mean: func(x [2]float64) float64 { return dot(v.basis.at(x[0]), v.post.mu) },
	}
}
