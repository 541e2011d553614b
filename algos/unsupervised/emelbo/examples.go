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
	algos.NewPreset("twelve", "The ELBO is tight after the E-step", twelve, "step=13",
		"Press Step: the E-step makes the ELBO tight, the M-step maximises it."),

	algos.NewPreset("one-mean", "One free parameter", twelve, "step=end&opens=0&m_step=first_mean&sigma=0.8&mean1=-2.9&mean2=1.7",
		"Only μ₁ is fitted, so the plotted curve is the whole objective. Drag the initial μ₁."),

	algos.NewPreset("four-points", "Four points (002)", four, "step=5",
		"Means ∓1, variances 1, weights ½: the log-likelihood is −7.158, −6.462, −5.724."),

	algos.NewPreset("hard", "Hard EM", twelve, "step=end&opens=13&e_step=hard",
		"Hard assignments: the ELBO increases but stays below the log-likelihood."),

	algos.NewPreset("falls", "Hard EM decreases the likelihood", dataset.NumberLine(-2, -1.5, -0.1, 0.1, 1.5, 2),
		"step=end&e_step=hard&m_step=means&sigma=1.5&mean1=-0.5&mean2=0.5",
		"σ is large and the assignments are hard: the ELBO increases, and log p decreases."),

	algos.NewPreset("by-hand", "A user-chosen q", twelve, "step=13&own=true&row=5&q=0.2",
		"One responsibility is fixed by you. Drag it: the KL divergence is 0 only at the posterior."),

	algos.NewPreset("one-by-one", "Incremental EM", twelve, "step=end&opens=20&schedule=incremental",
		"After the first iteration, an M-step follows the E-step of every single point. The ELBO still never decreases."),

	algos.NewPreset("to-k-means", "σ → 0", dataset.NumberLine(1, 2, 3, 10, 11, 12), "step=end&opens=7&m_step=means&sigma=0.3&mean1=1&mean2=2",
		"σ and equal weights are fixed, and σ is small: the responsibilities are 0 or 1, and the means 2 and 11 are those of k-means."),

	algos.NewPreset("tie", "Ties are preserved", dataset.NumberLine(-1, 0, 1), "step=end&opens=4&m_step=means&sigma=0.05&mean1=-1&mean2=1",
		"The point at 0 is equally far from both means: its responsibilities stay ½ for every σ, and the means are not those of k-means."),

	algos.NewPreset("collapse", "A singular component (collapse)", dataset.NumberLine(-3, -2.8, -2.5, -2.1, -1.9, 4),
		"step=end&opens=7&min_variance=0&mean1=-2&mean2=4",
		"Component 2 is responsible for one point. Without a minimum variance the ELBO and log p diverge to infinity."),
}

// fixtures are numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("four-points-touch", "Four points, first E-step", "002: N20 (eight decimals); after it the bound is the log-likelihood", four, "step=5",
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
	algos.NewFixture("six-points", "Six points, hard EM is k-means", "002, lecture 9; k-means by hand: centres 1 and 7.6, then 2 and 11",
		dataset.NumberLine(1, 2, 3, 10, 11, 12),
		"step=10&e_step=hard&m_step=means&sigma=1&mean1=1&mean2=2",
		algos.Expect("model.means[0]", `$\mu_1$`, 1, 1e-12), algos.Expect("model.means[1]", `$\mu_2$`, 7.6, 1e-12)),
	algos.NewFixture("tie", "Three points with a tie", "by hand: the middle point is halved, so the mean is (−1 + ½·0)/(3/2) = "+
		"−2/3", dataset.NumberLine(-1, 0, 1),
		"step=4&m_step=means&sigma=0.05&mean1=-1&mean2=1", algos.Expect("model.q[1][0]", `$q_{2,1}$`, 0.5, 1e-15)),
}
