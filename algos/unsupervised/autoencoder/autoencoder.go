// Package autoencoder teaches autoencoders and the variational autoencoder on points of the plane.
//
//	plain:        minimise the mean of ‖x − f(g(x))‖²
//	denoising:    the same, where g sees x + noise
//	variational:  q(z|x) = N(μ(x), σ²(x)), p(z) = N(0, I), p(x|z) = N(f(z), τ²I);
//	              minimise E_q ‖x − f(z)‖² + 2τ²β KL(q ‖ p), which for β = 1 is 2τ² times the
//	              negative ELBO up to a constant, with z = μ + σε
//
// Encoder g and decoder f are small networks, trained on mini-batches. A fourth model has no
// network: f(z) = z, where the posterior is known.
//
// Source: D. P. Kingma, M. Welling, Auto-Encoding Variational Bayes (2014).
package autoencoder

import (
	"context"
	"embed"
	"iter"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/input"
	"playground/algos/mark"
	"playground/algos/param"
)

//go:embed *.go *.md *.json
var files embed.FS

// Demo is the autoencoder, and the variational one.
var Demo = algos.Define(algos.Demo{
	ID:    "autoencoder",
	Title: "Autoencoders and VAEs",
	Keywords: "variational autoencoder, VAE, beta-VAE, AE, denoising, neural network, backpropagation, back-propagation, latent, code, bottleneck, ELBO, " +
		"variational inference, reparameterization trick, reparameterisation, posterior collapse, generative model, importance sampling, SGD, momentum, Adam, " +
		"自编码器, 变分自编码器, 神经网络, 反向传播, 隐变量, 重参数化, 后验坍缩, 生成模型, 重要性采样",
	Summary:       "A network compresses points through a bottleneck and reconstructs them; the variational autoencoder (VAE) is a generative model.",
	Units:         algos.Units{First: "one <step> is an epoch: forward pass, backpropagation and update on all training points"},
	Family:        "Neural networks",
	Prerequisites: []string{"em-gmm"},
	Input:         input.Spec{Points: &input.Points{Dims: []int{2}, Target: dataset.None, Max: maxRows}},
	Formula: `\log p(x) \;\ge\; \text{ELBO} = \operatorname{E}_{z \sim q(z \mid x)}\left[\log p(x \mid z)\right] - \text{KL}(q(z \mid x) \,\Vert\, p(z)), \quad ` +
		`z = \mu(x) + \sigma(x) \odot \varepsilon`,
	Sources: files,
	Refs: []algos.Ref{
		{Source: "000", Where: "chapter 8, §8.2 (variational autoencoder)"},
		{Source: "002", Where: "lecture 10 (variational autoencoder)"},
		{Source: "D. P. Kingma, M. Welling, ICLR (2014)", Where: "auto-encoding variational Bayes"},
		{Source: "P. Baldi, K. Hornik, Neural Networks 2 (1989)", Where: "linear autoencoders find the principal components"},
	},
	MinPoints: 2, TooFew: "A network needs at least two points: add some to the board.",
	Metrics: metricNames, Renamed: map[string]string{"held": "validation_loss"},
	Charts: []mark.Chart{
		{ID: "loss", Title: "Training and validation loss", Y: "mean per point", Series: []mark.Series{
			{Metric: "loss", Label: "training", Role: mark.RoleAccent},
			{Metric: "validation_loss", Label: "validation", Role: mark.RoleGood},
		}},
	},
	Questions: questions,
	Goals:     goals,
	Presets:   presets,
	Fixtures:  fixtures,
	Benches:   timed,
}, bind, run)

// The models.
const (
	plain       = "autoencoder"
	denoising   = "denoising"
	variational = "vae"
	onPaper     = "bound"
)

// How a gradient through a random code is estimated.
const (
	reparameterised = "reparameterised"
	scoreFunction   = "score"
)

// How much of the work is shown.
const (
	byEpoch = "epoch"
	byBatch = "batch"
	byPoint = "point"
)

const (
	maxRows   = 300
	maxEpochs = 1000
)

// Options are the parameters of the demo.
type Options struct {
	Kind            string
	LatentDim       int
	Activation      string
	Hidden          int
	Depth           int
	Beta            float64
	Tau             float64 // standard deviation of p(x|z)
	Estimator       string
	InputNoise      float64 // standard deviation of the noise that a denoising encoder sees
	Optimizer       string
	Eta             float64
	Momentum        float64
	Batch           int
	Epochs          int
	ValidationSplit int // percent of the points
	ShowSteps       string
	Row             int // the point whose numbers are shown, from 1
	Z               [2]float64
	Samples         int
	QM, QV          float64 // mean and variance of q, of the model without a network
	Dims            int     // of x and z, of the model without a network
}

func bind(o *Options, s *param.Set) {
	s.Choice(&o.Kind, "model", plain,
		param.Option{
			Value: plain, Label: "autoencoder", TeX: `\min \frac{1}{n}\sum_i \lVert x_i - f(g(x_i)) \rVert^2`,
			Hint: "encoder and decoder with a bottleneck",
		},
		param.Option{
			Value: denoising, Label: "denoising",
			TeX:  `\min \frac{1}{n}\sum_i \lVert x_i - f(g(x_i + \text{noise})) \rVert^2`,
			Hint: "noisy input, clean target",
		},
		param.Option{
			Value: variational, Label: "variational (VAE)",
			TeX:  `\min \frac{1}{n}\sum_i \operatorname{E}_q\lVert x_i - f(z) \rVert^2 + 2\tau^2\beta\,\text{KL}(q \,\Vert\, p)`,
			Hint: "Gaussian latent variable, regularised towards the prior N(0, I)",
		},
		param.Option{
			Value: onPaper, Label: "ELBO, known posterior", TeX: `f(z) = z, \quad x \mid z \sim N(z, 1)`,
			Hint: "no network: log p, evidence lower bound (ELBO) and KL divergence in closed form; x is the first coordinate of the point shown",
		},
	).Label("model")
	trained := []string{plain, denoising, variational}
	s.Int(&o.LatentDim, "latent_dim", 1, 1, 2).Was("code").Label("latent dimension").When("model", trained...).
		Hint("size of the bottleneck: 1 compresses, 2 can copy the input")
	s.Choice(&o.Activation, "activation", "tanh",
		param.Option{Value: "tanh", Label: "tanh"},
		param.Option{Value: "relu", Label: "ReLU"},
		param.Option{Value: "sigmoid", Label: "sigmoid"},
		param.Option{Value: "linear", Label: "linear", Hint: "linear autoencoder = PCA"},
	).Was("act").Label("activation").When("model", trained...)
	s.Float(&o.Beta, "beta", 1, 0, 1000).Slider(0, 10).Label("β").When("model", variational).
		Hint("weight of the KL term (β-VAE): 0 = autoencoder with noise, 1 = ELBO, large = posterior collapse")
	s.Float(&o.Tau, "tau", 0.15, 0.01, 10).Log(0.05, 1).Label("decoder noise τ").When("model", variational).
		Hint("standard deviation of p(x | z); the data have 1 in all")
	s.Choice(&o.Estimator, "estimator", reparameterised,
		param.Option{
			Value: reparameterised, Label: "reparameterised",
			TeX:  `\frac{\partial R}{\partial \mu} = \frac{\partial R}{\partial z}, \; z = \mu + \sigma\varepsilon`,
			Hint: "reparameterisation trick: low variance",
		},
		param.Option{
			Value: scoreFunction, Label: "score function",
			TeX:  `\frac{\partial}{\partial \mu}\operatorname{E}\,R = \operatorname{E}\left[R\,\frac{\varepsilon}{\sigma}\right]`,
			Hint: "score-function estimator (REINFORCE): unbiased, but of high variance",
		},
	).Label("gradient estimator").When("model", variational)
	s.Float(&o.InputNoise, "input_noise", 0.25, 0, 5).Was("corruption").Slider(0, 1).Label("input noise (denoising)").When("model", denoising).
		Hint("standard deviation of the noise; the data have 1 in all. 0 = plain autoencoder")
	s.Float(&o.Z[0], "z1", 0, -20, 20).Slider(-3, 3).Label("z₁").When("model", trained...).Hint("a latent code to decode: drag it in the latent space")
	s.Float(&o.Z[1], "z2", 0, -20, 20).Slider(-3, 3).Label("z₂").When("model", trained...).And("latent_dim", "2")
	s.Int(&o.Samples, "samples", 0, 0, 200).Label("generated samples").When("model", trained...).Hint("number of codes that are drawn from N(0, I) and decoded")
	s.Int(&o.Row, "row", 1, 1, maxRows).Label("point shown").Hint("1-based index of the point whose numbers are shown: 1 is x₁; beyond the last one it is the last")
	s.Float(&o.QM, "qm", 0, -20, 20).Slider(-1, 4).Label("mean of q").When("model", onPaper)
	s.Float(&o.QV, "qv", 1, 0.01, 100).Log(0.05, 4).Label("variance of q").When("model", onPaper)
	s.Int(&o.Dims, "d", 1, 1, 20).Label("dimension d").When("model", onPaper).Hint("x, z and q have d equal coordinates")
	s.Int(&o.Hidden, "hidden", 8, 1, 12).Label("hidden units").Group("Network").When("model", trained...)
	s.Int(&o.Depth, "depth", 1, 1, 2).Label("hidden layers").Group("Network").When("model", trained...).Hint("number in the encoder, and in the decoder")
	s.Choice(&o.Optimizer, "optimizer", "sgd",
		param.Option{Value: "sgd", Label: "SGD with momentum", TeX: `v \leftarrow \alpha v + g, \; w \leftarrow w - \eta v`},
		param.Option{Value: "adam", Label: "Adam", Hint: "adaptive learning rate for every weight; scikit-learn: solver=\"adam\""},
	).Was("rule").Label("optimiser").Group("Training").When("model", trained...)
	s.Float(&o.Eta, "eta", 0.05, 1e-6, 1000).Log(1e-3, 1).Label("learning rate η").Group("Training").When("model", trained...)
	s.Float(&o.Momentum, "momentum", 0.9, 0, 0.99).Label("momentum α").Group("Training").When("model", trained...).And("optimizer", "sgd")
	s.Int(&o.Batch, "batch", 12, 1, maxRows).Slider(1, 60).Label("batch size").Group("Training").When("model", trained...).
		Hint("points per update (mini-batch); 1 = stochastic gradient descent")
	s.Int(&o.Epochs, "epochs", 60, 1, maxEpochs).Log(1, 500).Label("epochs").Group("Training").When("model", trained...).
		Hint("max passes over the training set; early stopping = stop at the minimum of the validation loss; scikit-learn: max_iter")
	s.Int(&o.ValidationSplit, "validation_split", 20, 0, 50).Was("left").Label("validation split (%)").Group("Training").
		When("model", trained...).Hint("validation set, never used for training: its loss shows overfitting; scikit-learn: validation_fraction")
	s.Choice(&o.ShowSteps, "show_steps", byBatch,
		param.Option{Value: byEpoch, Label: "epochs"},
		param.Option{Value: byBatch, Label: "batches", Hint: "a small step is one batch update"},
		param.Option{Value: byPoint, Label: "forward, backward, update", Hint: "a small step is one of the three"},
	).Was("detail").Label("small steps").Group("Training").When("model", trained...)
}

// run prepares the points and the network, and trains it.
func run(ctx context.Context, p algos.Problem, o Options) (iter.Seq[algos.Step], error) {
	if o.Kind == onPaper {
		return runOnPaper(ctx, p, o)
	}
	t, err := newTask(p, o)
	if err != nil {
		return nil, err
	}
	return func(yield func(algos.Step) bool) { t.train(ctx, yield) }, nil
}

// shownBatches is how many updates a run shows as small steps; then it goes on by epochs. Their weights are kept.
const shownBatches = 100

// train is the textbook loop.
func (t *task) train(ctx context.Context, yield func(algos.Step) bool) {
	d := t.begin()
	algos.Uses(ctx, d)
	now := t.measure(d, nil)
	if !yield(now.began()) {
		return
	}
	seen := 0
	for !now.status.Final() {
		at := now
		d.shuffle()
		for at.batch*t.Batch < len(t.kept) {
			if ctx.Err() != nil {
				return
			}
			b := d.next(at)
			show := seen < shownBatches && t.ShowSteps != byEpoch
			if show && t.ShowSteps == byPoint && (!yield(b.forward(at)) || !yield(b.backward(at))) {
				return
			}
			after, ok := d.update(at, b)
			if !ok {
				yield(b.blewUp(at))
				return
			}
			if at = after; show {
				if !yield(b.updated(at)) {
					return
				}
				seen++
			}
		}
		now = t.measure(d, at)
		if !yield(now.passed()) {
			return
		}
	}
}
