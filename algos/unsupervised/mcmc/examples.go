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
	algos.NewPreset("banana", "A walk on a banana", wideApart, "step=end&seed=1&opens=24",
		"A place near by is proposed. Uphill it is accepted, downhill with the ratio of the densities as its chance."),

	algos.NewPreset("too-small", "Steps too small", wideApart, "step=end&seed=1&opens=80&step_size=0.08",
		"Nearly all is accepted, and the chains hardly move: 1,400 draws are worth four."),

	algos.NewPreset("too-large", "Steps too large", wideApart, "step=end&seed=1&opens=80&step_size=12",
		"Nearly all proposals fall where the density is low: the chain stands still for long, and the trace has stairs."),

	algos.NewPreset("gibbs", "Gibbs: one coordinate after the other", corners, "step=end&seed=1&opens=5&target=gaussian&method=gibbs",
		"A coordinate is drawn from its density given the other one, the bell on the line, and always accepted."),

	algos.NewPreset("gibbs-slow", "Gibbs in a narrow ridge", corners, "step=end&seed=1&opens=30&target=gaussian&method=gibbs&rho=0.99",
		"Accepted is everything, and nothing is gained: moves along the axes are short where the ridge is diagonal."),

	algos.NewPreset("gibbs-modes", "Gibbs between two modes", bothSides, "step=end&seed=1&opens=11&target=modes&gap=3&method=gibbs",
		"The conditional is a mixture of two bells: one is chosen by its share, then a place in it."),

	algos.NewPreset("drift", "A proposal with a drift", corners, "step=end&seed=1&opens=14&target=gaussian&rho=0.5&method=hastings",
		"The proposal leans to the right. The ratio of q makes up for it: the way back is less probable."),

	algos.NewPreset("left-out", "Without the ratio of q", corners, "step=end&seed=1&opens=40&target=gaussian&rho=0.5&method=hastings&correct=false",
		"The same proposals, accepted as if they were symmetric: the histogram is far to the right, and stays there."),

	algos.NewPreset("langevin", "Uphill by the slope", wideApart, "step=end&seed=1&opens=14&method=hastings&langevin=true&step_size=1.6",
		"Langevin's proposal drifts along the slope of log p̃. Compare the worth of its draws with a walk without drift."),

	algos.NewPreset("hamiltonian", "Hamiltonian: slide along the level", wideApart, "step=end&seed=1&opens=13&method=hmc",
		"A momentum is drawn and ten leapfrog steps follow the slide: far away, and accepted all the same."),

	algos.NewPreset("leapfrog-long", "Leapfrog steps too long", corners, "step=end&seed=2&opens=60&target=gaussian&rho=0.98&method=hmc&eps=0.29",
		"Above twice the width of the ridge the leapfrog is unstable: the energy grows with every step."),

	algos.NewPreset("two-modes", "Two modes far apart", bothSides, "step=end&seed=1&opens=90&target=modes&gap=9&step_size=0.8",
		"No chain crosses. Each looks well by itself; only together they show that something is wrong: R-hat."),

	algos.NewPreset("fooled", "One chain alone", oneSide, "step=end&seed=1&opens=90&target=modes&gap=9&step_size=0.8",
		"R-hat is all but 1 and the draws seem to be worth many: the other mode was never seen, and nothing says so."),

	algos.NewPreset("ring", "Round a ring", round, "step=end&seed=1&opens=40&target=ring&step_size=0.6",
		"Across the ring it is narrow, along it long: the steps have to suit the narrow side."),

	algos.NewPreset("funnel", "Down the funnel", mouth, "step=end&seed=3&opens=60&target=funnel&step_size=1&watch=x2",
		"The neck is a hundred times as narrow as the mouth: no one step size suits both."),

	algos.NewPreset("funnel-divergent", "Divergent in the funnel", mouth, "step=end&seed=4&opens=845&target=funnel&method=hmc&eps=0.4&watch=x2&draws=500",
		"In the neck the leapfrog goes astray, and says so: the ticks are divergences. It is there that draws are missing."),

	algos.NewPreset("your-points", "A density from points", letter, "step=end&seed=1&opens=24&target=points&width=0.45",
		"A bell about every point. Move points, add some, change the width, and sample the sum."),

	algos.NewPreset("formula", "A density by a formula", round, "step=end&seed=1&opens=24&target=formula",
		"Write log p̃ as you like: what has no finite integral is refused, with the reason."),
}

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("banana-moments", "The banana: exact moments", "reference: moments of the targets, closed form", wideApart, "step=0",
		algos.Expect("model.exact_mean[1]", `$E\,x_2$`, 0.5625, 1e-15),
		algos.Expect("model.exact_variance[0]", `$\operatorname{Var} x_1$`, 2.25, 1e-15),
		algos.Expect("model.exact_variance[1]", `$\operatorname{Var} x_2$`, 1.6328125, 1e-15)),
	algos.NewFixture("gauss-by-formula", "A Gaussian as a formula: its moments, added up on a grid",
		"mean (1, −0.5), covariance ((1, 0.85), (0.85, 1.3)), by construction", round,
		"step=0&target=formula&formula=-(1.3*(x-1)^2 - 1.7*(x-1)*(y%2B0.5) %2B (y%2B0.5)^2)/(2*0.5775)",
		algos.Expect("model.exact_mean[0]", `$E\,x_1$`, 1, 1e-4),
		algos.Expect("model.exact_mean[1]", `$E\,x_2$`, -0.5, 1e-4),
		algos.Expect("model.exact_variance[0]", `$\operatorname{Var} x_1$`, 1, 1e-3),
		algos.Expect("model.exact_variance[1]", `$\operatorname{Var} x_2$`, 1.3, 1e-3)),
	algos.NewFixture("gibbs-lag", "Gibbs, ρ = 0.9: autocorrelation of a sweep",
		"000, inventory 2B-19: ρ² = 0.81; the tolerance is four standard errors of 4,000 draws", oneSide,
		"step=end&seed=1&target=gaussian&method=gibbs&draws=4000&warmup=0",
		algos.Expect("model.lag1[0]", `$\hat\rho_1$`, 0.81, 0.04)),
	algos.NewFixture("first-leap", "The banana at (0.5, 0): log density and slope",
		"by hand: −0.25/4.5 − 0.0625²/2, and −0.5/2.25 − 0.25·0.0625, 0.0625", wideApart, "step=0",
		algos.Expect("predict[0].log_density", `$\log \tilde p$`, -0.25/4.5-0.0625*0.0625/2, 1e-15),
		algos.Expect("predict[0].slope[0]", `$\partial_1 \log \tilde p$`, -0.5/2.25-0.25*0.0625, 1e-15),
		algos.Expect("predict[0].slope[1]", `$\partial_2 \log \tilde p$`, 0.0625, 1e-15)).
		Predicting([2]float64{0.5, 0}),
}
