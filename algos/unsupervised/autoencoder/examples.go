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
	// three have the first coordinates of the examples on paper.
	three = dataset.Plane([2]float64{2, 0.5}, [2]float64{1, -0.5}, [2]float64{0, 0})
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("bow", "A bow through one number", bow, "step=100",
		"Every point is squeezed into one number and comes back on the decoder's curve. Drag z₁ among the codes, and f(z) runs along it."),

	algos.NewPreset("one-point", "Forward, backward, update", bow, "step=2&hidden=3&batch=1&eta=0.02&momentum=0&detail=point&epochs=10",
		"One point at a time, in small steps with all numbers: forward to what comes back, backward with the error, and a step of every weight."),

	algos.NewPreset("linear", "Linear: principal components", band, "step=end&opens=60&act=linear&hidden=4&batch=40&left=0&epochs=200",
		"Without an activation the curve is a line, and training turns it into the first principal axis. No line loses less."),

	algos.NewPreset("moons", "Two moons on one string", moons, "step=end&opens=120&rule=adam&eta=0.01&epochs=100",
		"One number has to order both moons: the curve jumps from one to the other, where no point is."),

	algos.NewPreset("two-numbers", "Two numbers: nothing to squeeze", moons, "step=end&opens=80&code=2&epochs=40",
		"With as many numbers as coordinates the network only has to learn to copy. The grid of codes bends over the data."),

	algos.NewPreset("denoising", "Noise in, clean points out", bow, "step=end&opens=100&model=denoising",
		"The encoder sees noisy points and the clean ones are wanted: what comes back is pulled towards the middle of the bow."),

	algos.NewPreset("hard-to-sample", "Hard to sample (002)", bow, "step=end&samples=80",
		"Codes drawn from N(0, 1) are decoded: nothing has told the codes to lie where the draws do."),

	algos.NewPreset("vae", "A VAE", bow, "step=end&opens=100&model=vae&rule=adam&eta=0.02&epochs=100&samples=80",
		"The code is a Gaussian held near the prior, so that draws from the prior decode to points like the data."),

	algos.NewPreset("vae-plane", "A VAE with a code of two numbers", moons, "step=end&opens=100&model=vae&code=2&rule=adam&eta=0.02&epochs=60&samples=60",
		"The codes fill the prior's rings. Drag z₁ and z₂ off the rings, and see where the decoder has learnt nothing."),

	algos.NewPreset("collapse", "Posterior collapse", bow, "step=end&opens=20&model=vae&beta=60&rule=adam&eta=0.02&epochs=50",
		"With β = 60 what a code says costs more than it saves: every q becomes the prior, and every point comes back as the mean."),

	algos.NewPreset("half-asleep", "One of two units collapses", bow, "step=end&opens=100&model=vae&code=2&beta=8&rule=adam&eta=0.02&epochs=130",
		"The bow needs one number. The other costs more than it saves, and falls asleep."),

	algos.NewPreset("no-prior", "β = 0: the prior forgotten", bow, "step=end&opens=100&model=vae&beta=0&rule=adam&eta=0.02&epochs=60&samples=80",
		"Nothing holds the codes near the prior any more: σ shrinks, the codes drift apart, and the draws decode to anything."),

	algos.NewPreset("score", "The naive gradient", bow, "step=end&opens=100&model=vae&estimator=score&rule=adam&eta=0.02&epochs=100",
		"The score function has the right mean and several times the spread: the same steps get less far."),

	algos.NewPreset("too-far", "A step too far", bow, "step=end&eta=5",
		"With η = 5 the weights blow up in the first epoch, and the run says so."),

	algos.NewPreset("paper", "The bound on paper (002)", three, "step=8&model=bound",
		"x = 2 and f(z) = z: everything is known. Drag the mean of q, and see what the bound misses shrink and grow."),

	algos.NewPreset("naive", "Ten dimensions (002)", three, "step=end&seed=1&opens=12&model=bound&d=10&qm=1&qv=0.6",
		"Averages over the prior hardly ever meet x: 331,000 draws for ten per cent. Draws from q are right from the start."),
}

// onPaperWith is the recipe of a fixture at the start of a run on paper.
func onPaperWith(q string) string { return "step=0&model=bound&" + q }

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("prior", "x = 2, q the prior", "002: N15 (six decimals)", three, onPaperWith("qm=0&qv=1"),
		algos.Expect("model.log_p", `$\log p(x)$`, -2.265512, 5e-7), algos.Expect("model.elbo", "ELBO", -3.418939, 5e-7),
		algos.Expect("model.gap", "what it misses", 1.153426, 1e-6), algos.Expect("model.reconstruction", `$\operatorname{E}_q\log p(x \mid z)$`, -3.418939, 5e-7)),
	algos.NewFixture("posterior", "x = 2, q the posterior N(1, ½)", "002: N15 (six decimals)", three, onPaperWith("qm=1&qv=0.5"),
		algos.Expect("model.elbo", "ELBO", -2.265512, 5e-7), algos.Expect("model.log_p", `$\log p(x)$`, -2.265512, 5e-7)),
	algos.NewFixture("unit", "x = 2, q = N(1, 1)", "002: N14 and N15", three, onPaperWith("qm=1&qv=1"),
		algos.Expect("model.elbo", "ELBO", -2.418939, 5e-7), algos.Expect("model.gap", "what it misses", 0.153426, 1e-6),
		algos.Expect("model.kl", `$\text{KL}(N(1,1) \,\Vert\, N(0,1))$`, 0.5, 1e-15)),
	algos.NewFixture("narrow", "x = 2, q = N(2, 0.1)", "002: N15 (six decimals)", three, onPaperWith("qm=2&qv=0.1"),
		algos.Expect("model.elbo", "ELBO", -3.670231, 1e-6), algos.Expect("model.gap", "what it misses", 1.404719, 1e-6)),
	algos.NewFixture("kl-first", "KL of N((1, 0), diag(¼, 4)): the first coordinate", "002: N14, where both add up to 1.625", three, onPaperWith("qm=1&qv=0.25"),
		algos.Expect("model.kl", `$\frac{1}{2}(\frac{1}{4} + \ln 4)$`, 0.125+math.Ln2, 1e-15)),
	algos.NewFixture("kl-second", "KL of N((1, 0), diag(¼, 4)): the second coordinate", "002: N14, where both add up to 1.625", three, onPaperWith("qm=0&qv=4"),
		algos.Expect("model.kl", `$\frac{1}{2}(3 - \ln 4)$`, 1.5-math.Ln2, 1e-15)),
	algos.NewFixture("draws-1", "Draws for 10%, d = 1", "002: N16", three, onPaperWith("d=1"), algos.Expect("model.needed", "draws", 124.905, 1e-3)),
	algos.NewFixture("draws-5", "Draws for 10%, d = 5", "002: N16", three, onPaperWith("d=5"), algos.Expect("model.needed", "draws", 5654, 0.5)),
	algos.NewFixture("draws-10", "Draws for 10%, d = 10", "002: N16 (three digits)", three, onPaperWith("d=10"), algos.Expect("model.needed", "draws", 3.31e5, 500)),
	algos.NewFixture("draws-20", "Draws for 10%, d = 20", "002: N16 (three digits)", three, onPaperWith("d=20"), algos.Expect("model.needed", "draws", 1.10e9, 5e6)),
	algos.NewFixture("one-posterior", "x = 1, q the posterior N(½, ½)", "000: 2B-20 (seven decimals)", three, onPaperWith("row=2&qm=0.5&qv=0.5"),
		algos.Expect("model.log_p", `$\log p(x)$`, -1.5155121, 5e-8), algos.Expect("model.elbo", "ELBO", -1.5155121, 5e-8)),
	algos.NewFixture("one-prior", "x = 1, q the prior", "000: 2B-20 (seven decimals)", three, onPaperWith("row=2&qm=0&qv=1"),
		algos.Expect("model.elbo", "ELBO", -1.9189385, 5e-8), algos.Expect("model.gap", "what it misses", 0.4034264, 5e-8)),
	algos.NewFixture("one-unit", "x = 1, q = N(1, 1)", "000: 2B-20 (seven decimals)", three, onPaperWith("row=2&qm=1&qv=1"),
		algos.Expect("model.elbo", "ELBO", -1.9189385, 5e-8), algos.Expect("model.gap", "what it misses", 0.4034264, 5e-8)),
	algos.NewFixture("principal", "A linear network loses what principal components lose", "numpy 1.24.2, eigvalsh: the smaller eigenvalue over the trace", band,
		"step=end&act=linear&hidden=4&batch=40&left=0&epochs=400",
		algos.Expect("model.principal", "by principal components", 0.06738766985326833, 1e-12),
		algos.Expect("model.loss", "by the network", 0.06738766985326833, 1e-9)),
}
