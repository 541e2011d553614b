package emelbo

import (
	"playground/algos"
	"playground/algos/dataset"
)

var (
	twelve = dataset.NumberLine(-3.1, -2.4, -2.1, -1.7, -1.2, -0.4, 0.6, 1.1, 1.5, 1.9, 2.3, 3.2)
	four   = dataset.NumberLine(-2, -1, 1, 2)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("twelve", "The bound touches", twelve, "step=13",
		"Step on: the E-step lifts the bound until it touches, the M-step goes to its top."),

	algos.NewPreset("one-mean", "One free parameter", twelve, "step=end&opens=0&fit=mean1&sigma=0.8&mean1=-2.9&mean2=1.7",
		"Only μ₁ moves, so the whole run climbs the curve that is drawn. Drag its start."),

	algos.NewPreset("four-points", "Four points (002)", four, "step=5",
		"Means ∓1, variances 1, weights ½: the log-likelihood is −7.158, −6.462, −5.724."),

	algos.NewPreset("hard", "Hard EM: the winner takes all", twelve, "step=end&opens=13&variant=hard",
		"Shares of 0 or 1. The bound rises and stops below the likelihood."),

	algos.NewPreset("falls", "Hard EM lowers the likelihood", dataset.NumberLine(-2, -1.5, -0.1, 0.1, 1.5, 2),
		"step=end&variant=hard&fit=means&sigma=1.5&mean1=-0.5&mean2=0.5",
		"σ is wide and the shares are hard: the bound rises, and log p falls."),

	algos.NewPreset("by-hand", "A q of your own", twelve, "step=13&own=true&row=5&q=0.2",
		"One share is held by hand. Drag it: only at the posterior the divergence is 0."),

	algos.NewPreset("one-by-one", "Incremental EM", twelve, "step=end&opens=20&schedule=incremental",
		"After the first iteration an M-step follows as soon as one point is shared out. The bound rises all the same."),

	algos.NewPreset("to-k-means", "σ → 0", dataset.NumberLine(1, 2, 3, 10, 11, 12), "step=end&opens=7&fit=means&sigma=0.3&mean1=1&mean2=2",
		"σ and equal weights are given, and σ is small: the shares are 0 or 1, the means 2 and 11 those of k-means."),

	algos.NewPreset("tie", "A tie stays a tie", dataset.NumberLine(-1, 0, 1), "step=end&opens=4&fit=means&sigma=0.05&mean1=-1&mean2=1",
		"The point at 0 is as near to one mean as to the other: its shares stay ½, however small σ is, and the means are none of k-means."),

	algos.NewPreset("collapse", "A component collapses", dataset.NumberLine(-3, -2.8, -2.5, -2.1, -1.9, 4), "step=end&opens=7&floor=0&mean1=-2&mean2=4",
		"Component 2 has one point. With no least variance the bound goes to infinity, and log p above it."),
}

// fixtures are numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("four-points-touch", "Four points, the first E-step", "002: N20 (eight decimals); after it the bound is the log-likelihood", four, "step=5",
		algos.Expect("metric.log_likelihood", `$\log p$ at the start`, -7.15818698, 5e-9), algos.Expect("metric.elbo", "ELBO", -7.15818698, 5e-9),
		algos.Expect("model.q[0][0]", `$q_{1,1}$`, 0.98201379, 5e-9), algos.Expect("model.q[1][0]", `$q_{2,1}$`, 0.88079708, 5e-9)),
	algos.NewFixture("four-points-one", "Four points, after one iteration", "002: N20 (eight decimals)", four, "step=8",
		algos.Expect("metric.log_likelihood", `$\log p$ after 1`, -6.4618563, 5e-8), algos.Expect("model.means[0]", `$\mu_1$`, -1.34482466, 5e-9),
		algos.Expect("model.variances[0]", `$\sigma_1^2$`, 0.69144664, 5e-9)),
	algos.NewFixture("four-points-two", "Four points, after two iterations", "002: N20 (eight decimals)", four, "step=16",
		algos.Expect("metric.log_likelihood", `$\log p$ after 2`, -5.72427751, 5e-9), algos.Expect("model.means[0]", `$\mu_1$`, -1.47912621, 5e-9),
		algos.Expect("model.variances[0]", `$\sigma_1^2$`, 0.31218566, 5e-9)),
	algos.NewFixture("four-points-three", "Four points, after three iterations", "002: N20 (eight decimals)", four, "step=24",
		algos.Expect("metric.log_likelihood", `$\log p$ after 3`, -5.67574259, 5e-9), algos.Expect("model.means[0]", `$\mu_1$`, -1.49992332, 5e-9),
		algos.Expect("model.variances[0]", `$\sigma_1^2$`, 0.25023004, 5e-9)),
	algos.NewFixture("six-points", "Six points, hard EM is k-means", "002, line 1249; k-means by hand: centres 1 and 7.6, then 2 and 11",
		dataset.NumberLine(1, 2, 3, 10, 11, 12),
		"step=10&variant=hard&fit=means&sigma=1&mean1=1&mean2=2",
		algos.Expect("model.means[0]", `$\mu_1$`, 1, 1e-12), algos.Expect("model.means[1]", `$\mu_2$`, 7.6, 1e-12)),
	algos.NewFixture("tie", "Three points with a tie", "by hand: the middle point is halved, so the mean is (−1 + ½·0)/(3/2) = −2/3", dataset.NumberLine(-1, 0, 1),
		"step=4&fit=means&sigma=0.05&mean1=-1&mean2=1", algos.Expect("model.q[1][0]", `$q_{2,1}$`, 0.5, 1e-15)),
}
