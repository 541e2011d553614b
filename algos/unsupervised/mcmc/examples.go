package mcmc

import (
	"playground/algos"
	"playground/algos/dataset"
)

// loose returns points without a target.
func loose(at ...[2]float64) dataset.Source {
	s := dataset.Set{Dim: 2, Target: dataset.None}
	for _, x := range at {
		s.Points = append(s.Points, dataset.Point{X: x})
	}
	return dataset.Explicit(s)
}

// Where chains start, far from each other and from the middle.
var (
	wideApart = loose([2]float64{0.5, 0}, [2]float64{-3.5, 4}, [2]float64{4, 5.5}, [2]float64{0, -3})
	corners   = loose([2]float64{0.5, 0}, [2]float64{-3, -1.5}, [2]float64{2.5, 3}, [2]float64{-1, 2})
	bothSides = loose([2]float64{4, 2}, [2]float64{-4, -1}, [2]float64{5, 1}, [2]float64{-5, -3})
	oneSide   = loose([2]float64{4, 2})
	round     = loose([2]float64{2, 0}, [2]float64{-2, 0.5}, [2]float64{0, 2.2}, [2]float64{0.4, -2})
	mouth     = loose([2]float64{0, 1}, [2]float64{3, 3}, [2]float64{-2, 2}, [2]float64{0.5, -1})
)

// letter are points in the form of an S.
var letter = loose(
	[2]float64{1.6, 2.1}, [2]float64{0.9, 2.6}, [2]float64{0, 2.7}, [2]float64{-0.9, 2.3}, [2]float64{-1.3, 1.5}, [2]float64{-0.8, 0.8}, [2]float64{0, 0.4},
	[2]float64{0.9, -0.1}, [2]float64{1.4, -0.9}, [2]float64{1, -1.8}, [2]float64{0.1, -2.2}, [2]float64{-0.8, -2.1}, [2]float64{-1.6, -1.6},
)

// presets are named recipes; the first one has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("banana", "Random-walk Metropolis", wideApart, "step=end&seed=1&opens=24",
		"A nearby state is proposed. If its density is higher it is accepted, else with the ratio of the densities as probability."),

	algos.NewPreset("too-small", "Proposal scale too small", wideApart, "step=end&seed=1&opens=80&step_size=0.08",
		"High acceptance rate, slow mixing: 1,400 draws have an effective sample size of 4."),

	algos.NewPreset("too-large", "Proposal scale too large", wideApart, "step=end&seed=1&opens=80&step_size=12",
		"Nearly all proposals have low density and are rejected: the trace has long flat stretches."),

	algos.NewPreset("gibbs", "Gibbs sampling", corners, "step=end&seed=1&opens=5&target=gaussian&method=gibbs",
		"Each coordinate is drawn from its full conditional, the curve on the line, and always accepted."),

	algos.NewPreset("gibbs-slow", "Gibbs with strong correlation", corners, "step=end&seed=1&opens=30&target=gaussian&method=gibbs&rho=0.99",
		"Everything is accepted but mixing is slow: axis-aligned moves are short on a diagonal ridge."),

	algos.NewPreset("gibbs-modes", "Gibbs on two modes", bothSides, "step=end&seed=1&opens=11&target=modes&gap=3&method=gibbs",
		"The full conditional is a mixture of two Gaussians: a component is chosen by its weight, then a value drawn from it."),

	algos.NewPreset("drift", "Proposal with drift (Hastings)", corners, "step=end&seed=1&opens=14&target=gaussian&rho=0.5&method=hastings",
		"The proposal is biased to the right. The ratio of q corrects for it: the reverse move is less probable."),

	algos.NewPreset("left-out", "Without the Hastings correction", corners,
		"step=end&seed=1&opens=40&target=gaussian&rho=0.5&method=hastings&hastings_correction=false",
		"The same proposals, accepted as if they were symmetric: the chain converges to a wrong distribution, too far to the right."),

	algos.NewPreset("langevin", "Langevin (MALA) proposal", wideApart, "step=end&seed=1&opens=14&method=hastings&mala=true&step_size=1.6",
		"The proposal drifts along the gradient of log p̃. Compare its effective sample size with a plain random walk."),

	algos.NewPreset("hamiltonian", "Hamiltonian Monte Carlo (HMC)", wideApart, "step=end&seed=1&opens=13&method=hmc",
		"A momentum is drawn and ten leapfrog steps follow the trajectory: the proposal is far away, and still accepted."),

	algos.NewPreset("leapfrog-long", "Leapfrog step size too large", corners, "step=end&seed=2&opens=60&target=gaussian&rho=0.98&method=hmc&leapfrog_step=0.29",
		"Above twice the standard deviation across the ridge the leapfrog is unstable: the energy grows with every step."),

	algos.NewPreset("two-modes", "Two distant modes", bothSides, "step=end&seed=1&opens=90&target=modes&gap=9&step_size=0.8",
		"No chain crosses between the modes. Each one looks converged; only R-hat over several chains shows that they are not."),

	algos.NewPreset("fooled", "A single chain is fooled", oneSide, "step=end&seed=1&opens=90&target=modes&gap=9&step_size=0.8",
		"R-hat is almost 1 and the effective sample size large, yet the other mode was never visited: no diagnostic shows it."),

	algos.NewPreset("ring", "Random walk on a ring", round, "step=end&seed=1&opens=40&target=ring&step_size=0.6",
		"The ring is narrow radially and long tangentially: the proposal scale must fit the narrow direction."),

	algos.NewPreset("funnel", "Random walk in the funnel", mouth, "step=end&seed=3&opens=60&target=funnel&step_size=1&coordinate=x2",
		"The neck is a hundred times as narrow as the mouth: no single proposal scale fits both."),

	algos.NewPreset("funnel-divergent", "HMC divergences in the funnel", mouth,
		"step=end&seed=4&opens=845&target=funnel&method=hmc&leapfrog_step=0.4&coordinate=x2&n_iter=500",
		"In the neck the leapfrog error explodes: the ticks on the timeline are divergences. Draws are missing there."),

	algos.NewPreset("your-points", "Kernel density of your points", letter, "step=end&seed=1&opens=24&target=points&width=0.45",
		"A Gaussian kernel at every point: move or add points, and change the bandwidth."),

	algos.NewPreset("formula", "User-defined density", round, "step=end&seed=1&opens=24&target=formula",
		"Enter any log p̃: an improper target, without a finite integral, is refused with the reason."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("banana-moments", "The banana: exact moments", "reference: moments of the targets, closed form", wideApart, "step=0",
		algos.Expect("model.exact_mean[1]", `$E\,x_2$`, 0.5625, 1e-15),
		algos.Expect("model.exact_variance[0]", `$\operatorname{Var} x_1$`, 2.25, 1e-15),
		algos.Expect("model.exact_variance[1]", `$\operatorname{Var} x_2$`, 1.6328125, 1e-15)),
	algos.NewFixture("gauss-by-formula", "A Gaussian as a formula: its moments, summed on a grid",
		"mean (1, −0.5), covariance ((1, 0.85), (0.85, 1.3)), by construction", round,
		"step=0&target=formula&formula=-(1.3*(x-1)^2 - 1.7*(x-1)*(y%2B0.5) %2B (y%2B0.5)^2)/(2*0.5775)",
		algos.Expect("model.exact_mean[0]", `$E\,x_1$`, 1, 1e-4),
		algos.Expect("model.exact_mean[1]", `$E\,x_2$`, -0.5, 1e-4),
		algos.Expect("model.exact_variance[0]", `$\operatorname{Var} x_1$`, 1, 1e-3),
		algos.Expect("model.exact_variance[1]", `$\operatorname{Var} x_2$`, 1.3, 1e-3)),
	algos.NewFixture("gibbs-lag", "Gibbs, ρ = 0.9: lag-1 autocorrelation",
		"000, 2B-19: ρ² = 0.81; the tolerance is four standard errors of 4,000 draws", oneSide,
		"step=end&seed=1&target=gaussian&method=gibbs&n_iter=4000&warmup=0",
		algos.Expect("model.lag1[0]", `$\hat\rho_1$`, 0.81, 0.04)),
	algos.NewFixture("first-leap", "The banana at (0.5, 0): log density and gradient",
		"by hand: −0.25/4.5 − 0.0625²/2, and −0.5/2.25 − 0.25·0.0625, 0.0625", wideApart, "step=0",
		algos.Expect("predict[0].log_density", `$\log \tilde p$`, -0.25/4.5-0.0625*0.0625/2, 1e-15),
		algos.Expect("predict[0].slope[0]", `$\partial_1 \log \tilde p$`, -0.5/2.25-0.25*0.0625, 1e-15),
		algos.Expect("predict[0].slope[1]", `$\partial_2 \log \tilde p$`, 0.0625, 1e-15)).
		Predicting([2]float64{0.5, 0}),
}
