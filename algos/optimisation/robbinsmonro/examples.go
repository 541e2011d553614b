package robbinsmonro

import (
	"playground/algos"
	"playground/algos/dataset"
)

var nothing = dataset.Source{}

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("mean", "Running mean", nothing, "step=end&opens=5", "With η = 1/k and f = θ − z, θ is the mean of the samples so far."),
	algos.NewPreset("three", "Three samples (000)", nothing, "step=end&opens=1&distribution=samples&samples=2 4 9&start=100&iterations=3",
		"From θ₀ = 100 the samples 2, 4, 9 give 2, 3, 5: the first learning rate is 1, so θ₀ is forgotten."),
	algos.NewPreset("constant", "Constant learning rate", nothing, "step=end&opens=60&power=0&eta=0.2",
		"Σ η² is infinite: θ fluctuates around the root with standard deviation 0.67."),
	algos.NewPreset("too-fast", "Decay too fast", nothing, "step=end&opens=60&power=2&eta=0.5",
		"Σ η is finite: θ₀ keeps the weight 0.358 for ever, and θ stops before the root."),
	algos.NewPreset("square-root", "Conditions are not necessary", nothing, "step=end&opens=60&power=0.5",
		"With η = 1/√k, Σ η² is infinite, and θ converges in mean square all the same."),
	algos.NewPreset("averaging", "Polyak averaging", nothing, "step=end&opens=60&power=0.6",
		"A slow decay moves fast and fluctuates; the average of all iterates smooths the fluctuations."),
	algos.NewPreset("small", "Learning rate too small", nothing, "step=end&opens=60&eta=0.1",
		"The conditions hold, but the bias decays like k to the power −0.1."),
	algos.NewPreset("median", "A quantile", nothing, "step=end&opens=20&function=quantile&q=0.9&eta=8&distribution=exponential&start=0",
		"f = 1[z ≤ θ] − q compares and never averages: θ tends to the quantile of level 0.9."),
	algos.NewPreset("cauchy-median", "Median of a Cauchy", nothing, "step=end&opens=20&function=quantile&eta=4&distribution=cauchy",
		"The Cauchy distribution has no mean, but f is bounded, and the median is found."),
	algos.NewPreset("cauchy", "Mean of a Cauchy", nothing, "step=end&opens=60&distribution=cauchy&seed=3",
		"The variance of f is infinite: single samples throw θ far away, however long the run."),
	algos.NewPreset("sign", "Wrong sign", nothing, "step=end&opens=8&function=own&expression=z - theta&start=4",
		"E f decreases through its root: each step leads away from it."),
	algos.NewPreset("growth", "f grows too fast", nothing, "step=end&opens=1&function=own&expression=theta^3 - z",
		"The sign is right, but f grows faster than θ: the second moment is not bounded, and θ explodes."),
	algos.NewPreset("robust", "A bounded f", nothing, "step=end&opens=20&function=own&expression=tanh(theta - z)&distribution=cauchy&eta=3",
		"f = tanh(θ − z) limits the influence of a sample: an M-estimator of location."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("three", "Three samples from θ₀ = 100", "000, 2B-22: 2, 3, 5", nothing,
		"step=end&distribution=samples&samples=2 4 9&start=100&iterations=3",
		algos.Expect("model.theta", `$\theta_3$`, 5, 1e-14),
		algos.Expect("model.average", `$\bar\theta_3$`, 10./3, 1e-14),
	),
	algos.NewFixture("two", "Two samples from θ₀ = 100", "000, 2B-22: 2, 3", nothing, "step=2&distribution=samples&samples=2 4 9&start=100&iterations=3",
		algos.Expect("model.theta", `$\theta_2$`, 3, 1e-14)),
	algos.NewFixture("sums", "Sums of the learning rate c/k to k = 100", "harmonic numbers of order 1 and 2", nothing, "step=100",
		algos.Expect("model.sum_eta", `$\sum\eta$`, 5.187377517639621, 1e-13),
		algos.Expect("model.sum_eta2", `$\sum\eta^2$`, 1.6349839001848931, 1e-13)),
	algos.NewFixture("quantile", "Root: the quantile 0.9 of the exponential distribution", "closed form: 3 ln 10", nothing,
		"step=0&function=quantile&q=0.9&distribution=exponential&start=0",
		algos.Expect("model.root", `$\theta^*$`, 6.907755278982137, 1e-14)),
}
