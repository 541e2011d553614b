package autoencoder

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

func rounded(x float64) float64 { return math.Round(1000*x) / 1000 }

// arc are points about a bow.
func arc(n int) dataset.Source {
	var rows [][2]float64
	for i := range n {
		t := math.Pi * (1.2*float64(i)/float64(n-1) - 0.1)
		r := 2 + 0.22*math.Sin(37*float64(i))
		rows = append(rows, [2]float64{rounded(-r * math.Cos(t)), rounded(r*math.Sin(t) - 1)})
	}
	return dataset.Plane(rows...)
}

// stick are points about a line.
func stick(n int) dataset.Source {
	var rows [][2]float64
	for i := range n {
		t, off := 4*float64(i)/float64(n-1)-2, 0.45*math.Sin(23*float64(i))
		rows = append(rows, [2]float64{rounded(t - 0.5*off), rounded(0.5*t + off)})
	}
	return dataset.Plane(rows...)
}

var (
	bow   = arc(60)
	band  = stick(40)
	moons = dataset.Generate("moons", 100, 0.1, 1)
	// three have the first coordinates of the examples without a network.
	three = dataset.Plane([2]float64{2, 0.5}, [2]float64{1, -0.5}, [2]float64{0, 0})
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("bow", "1-D bottleneck on an arc", bow, "step=100",
		"Every point is encoded as one number and reconstructed on the decoder's curve. Drag z₁ in the latent space, and f(z) moves along it."),

	algos.NewPreset("one-point", "Forward, backward, update", bow, "step=2&hidden=3&batch=1&eta=0.02&momentum=0&show_steps=point&epochs=10",
		"One point at a time, with all numbers: forward pass, backpropagation of the error, update of every weight."),

	algos.NewPreset("linear", "Linear autoencoder = PCA", band, "step=end&opens=60&activation=linear&hidden=4&batch=40&validation_split=0&epochs=200",
		"Without an activation function the decoder is linear, and training rotates it to the first principal component. No line has a smaller "+
			"reconstruction error."),

	algos.NewPreset("moons", "Two moons, 1-D latent code", moons, "step=end&opens=120&optimizer=adam&eta=0.01&epochs=100",
		"A 1-D code has to order both moons: the decoder's curve jumps from one to the other, where there is no point."),

	algos.NewPreset("two-numbers", "No bottleneck: 2-D latent code", moons, "step=end&opens=80&latent_dim=2&epochs=40",
		"With as many latent dimensions as coordinates the network can learn the identity. The grid of codes is mapped onto the data."),

	algos.NewPreset("denoising", "Denoising autoencoder", bow, "step=end&opens=100&model=denoising",
		"Noisy input, clean target: the reconstruction is shrunk towards the middle of the arc."),

	algos.NewPreset("hard-to-sample", "Latent codes hard to sample (002)", bow, "step=end&samples=80",
		"Samples from N(0, 1) are decoded: an autoencoder does not constrain its latent codes to that distribution."),

	algos.NewPreset("vae", "A VAE", bow, "step=end&opens=100&model=vae&optimizer=adam&eta=0.02&epochs=100&samples=80",
		"The latent code is a Gaussian regularised towards the prior, so samples from the prior decode to points like the data."),

	algos.NewPreset("vae-plane", "A VAE with a 2-D latent space", moons, "step=end&opens=100&model=vae&latent_dim=2&optimizer=adam&eta=0.02&epochs=60&samples=60",
		"The codes fill the circles of the prior. Drag z₁ and z₂ outside, where the decoder extrapolates."),

	algos.NewPreset("collapse", "Posterior collapse", bow, "step=end&opens=20&model=vae&beta=60&optimizer=adam&eta=0.02&epochs=50",
		"With β = 60 the KL cost exceeds the reconstruction gain: every q becomes the prior, and every reconstruction is the mean."),

	algos.NewPreset("half-asleep", "Partial posterior collapse", bow, "step=end&opens=100&model=vae&latent_dim=2&beta=8&optimizer=adam&eta=0.02&epochs=130",
		"One latent unit suffices for the arc; the other collapses to the prior (inactive unit)."),

	algos.NewPreset("no-prior", "β = 0: no regularisation", bow, "step=end&opens=100&model=vae&beta=0&optimizer=adam&eta=0.02&epochs=60&samples=80",
		"Without the KL term the codes are not regularised: σ shrinks, the codes spread, and samples from the prior decode to arbitrary points."),

	algos.NewPreset("score", "Score-function gradient", bow, "step=end&opens=100&model=vae&estimator=score&optimizer=adam&eta=0.02&epochs=100",
		"The score-function estimator is unbiased but has a variance many times larger: the same number of steps achieves less."),

	algos.NewPreset("too-far", "Learning rate too large", bow, "step=end&eta=5",
		"With η = 5 the weights diverge in the first epoch."),

	algos.NewPreset("paper", "ELBO with known posterior (002)", three, "step=8&model=bound",
		"x = 2 and f(z) = z: everything is known. Drag the mean of q and watch the KL gap."),

	algos.NewPreset("naive", "Ten dimensions (002)", three, "step=end&seed=1&opens=12&model=bound&d=10&qm=1&qv=0.6",
		"Samples from the prior rarely have a high likelihood: 331,000 for a relative error of 10%. Importance sampling from q is accurate from the start."),
}

// onPaperWith is the recipe of a fixture at the start of a run without a network.
func onPaperWith(q string) string { return "step=0&model=bound&" + q }

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("prior", "x = 2, q the prior", "002: N15 (six decimals)", three, onPaperWith("qm=0&qv=1"),
		algos.Expect("model.log_p", `$\log p(x)$`, -2.265512, 5e-7), algos.Expect("model.elbo", "ELBO", -3.418939, 5e-7),
		algos.Expect("model.gap", "KL gap", 1.153426, 1e-6), algos.Expect("model.reconstruction", `$\operatorname{E}_q\log p(x \mid z)$`, -3.418939, 5e-7)),
	algos.NewFixture("posterior", "x = 2, q the posterior N(1, ½)", "002: N15 (six decimals)", three, onPaperWith("qm=1&qv=0.5"),
		algos.Expect("model.elbo", "ELBO", -2.265512, 5e-7), algos.Expect("model.log_p", `$\log p(x)$`, -2.265512, 5e-7)),
	algos.NewFixture("unit", "x = 2, q = N(1, 1)", "002: N14 and N15", three, onPaperWith("qm=1&qv=1"),
		algos.Expect("model.elbo", "ELBO", -2.418939, 5e-7), algos.Expect("model.gap", "KL gap", 0.153426, 1e-6),
		algos.Expect("model.kl", `$\text{KL}(N(1,1) \,\Vert\, N(0,1))$`, 0.5, 1e-15)),
	algos.NewFixture("narrow", "x = 2, q = N(2, 0.1)", "002: N15 (six decimals)", three, onPaperWith("qm=2&qv=0.1"),
		algos.Expect("model.elbo", "ELBO", -3.670231, 1e-6), algos.Expect("model.gap", "KL gap", 1.404719, 1e-6)),
	algos.NewFixture("kl-first", "KL of N((1, 0), diag(¼, 4)): the first coordinate", "002: N14, where both add up to 1.625", three, onPaperWith("qm=1&qv=0.25"),
		algos.Expect("model.kl", `$\frac{1}{2}(\frac{1}{4} + \ln 4)$`, 0.125+math.Ln2, 1e-15)),
	algos.NewFixture("kl-second", "KL of N((1, 0), diag(¼, 4)): the second coordinate", "002: N14, where both add up to 1.625", three, onPaperWith("qm=0&qv=4"),
		algos.Expect("model.kl", `$\frac{1}{2}(3 - \ln 4)$`, 1.5-math.Ln2, 1e-15)),
	algos.NewFixture("draws-1", "Samples for 10%, d = 1", "002: N16", three, onPaperWith("d=1"), algos.Expect("model.needed", "samples", 124.905, 1e-3)),
	algos.NewFixture("draws-5", "Samples for 10%, d = 5", "002: N16", three, onPaperWith("d=5"), algos.Expect("model.needed", "samples", 5654, 0.5)),
	algos.NewFixture("draws-10", "Samples for 10%, d = 10", "002: N16 (three digits)", three, onPaperWith("d=10"),
		algos.Expect("model.needed", "samples", 3.31e5, 500)),
	algos.NewFixture("draws-20", "Samples for 10%, d = 20", "002: N16 (three digits)", three, onPaperWith("d=20"),
		algos.Expect("model.needed", "samples", 1.10e9, 5e6)),
	algos.NewFixture("one-posterior", "x = 1, q the posterior N(½, ½)", "000: 2B-20 (seven decimals)", three, onPaperWith("row=2&qm=0.5&qv=0.5"),
		algos.Expect("model.log_p", `$\log p(x)$`, -1.5155121, 5e-8), algos.Expect("model.elbo", "ELBO", -1.5155121, 5e-8)),
	algos.NewFixture("one-prior", "x = 1, q the prior", "000: 2B-20 (seven decimals)", three, onPaperWith("row=2&qm=0&qv=1"),
		algos.Expect("model.elbo", "ELBO", -1.9189385, 5e-8), algos.Expect("model.gap", "KL gap", 0.4034264, 5e-8)),
	algos.NewFixture("one-unit", "x = 1, q = N(1, 1)", "000: 2B-20 (seven decimals)", three, onPaperWith("row=2&qm=1&qv=1"),
		algos.Expect("model.elbo", "ELBO", -1.9189385, 5e-8), algos.Expect("model.gap", "KL gap", 0.4034264, 5e-8)),
	algos.NewFixture("principal", "Linear network: reconstruction error of PCA", "numpy 1.24.2, eigvalsh: the smaller eigenvalue over the trace", band,
		"step=end&activation=linear&hidden=4&batch=40&validation_split=0&epochs=400",
		algos.Expect("model.principal", "of PCA", 0.06738766985326833, 1e-12),
		algos.Expect("model.loss", "of the network", 0.06738766985326833, 1e-9)),
}
