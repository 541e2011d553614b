package bayesianoptimisation

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo needs no data.
var own dataset.Source

// examples are the presets; the page opens with the first one.
var examples = []algos.Preset{
	algos.NewPreset("swell", "A black-box objective of one input", own, "step=end&opens=3&seed=6",
		"The budget is fifteen evaluations. Press Step: the next query is the minimum of the lower confidence bound."),

	algos.NewPreset("improvement", "Expected improvement, objective shown", own, "step=end&opens=3&seed=6&acquisition=ei&reveal=true",
		"The same initial points. Compare the next queries of EI and LCB."),

	algos.NewPreset("stuck", "κ = 0: pure exploitation", own, "step=end&opens=3&seed=7&function=waves&kappa=0&reveal=true",
		"It queries the lowest posterior mean and gets stuck in a local minimum; the global one is 0.70 lower."),

	algos.NewPreset("explorer", "κ = 20: pure exploration", own, "step=end&opens=5&seed=7&function=waves&kappa=20&reveal=true",
		"It queries the point of largest uncertainty, like a grid search, and hardly uses the values."),

	algos.NewPreset("greedy", "Probability of improvement", own, "step=end&opens=4&seed=1&function=waves&acquisition=pi&reveal=true",
		"Every improvement counts equally, however small: the queries cluster around the incumbent. Set ξ to 0.3."),

	algos.NewPreset("thompson", "Thompson sampling", own, "step=end&opens=4&seed=3&function=waves&acquisition=thompson&budget=12&reveal=true",
		"A posterior sample is drawn and its minimiser is evaluated: randomness explores, less and less as the posterior narrows."),

	algos.NewPreset("noisy", "Noisy evaluations", own, "step=end&opens=8&seed=1&function=waves&acquisition=ei&noise_var=0.05&budget=25&reveal=true",
		"The lowest value is also the luckiest noise: after 25 evaluations the incumbent is in the wrong valley."),

	algos.NewPreset("too-smooth", "Length scale too long: over-smooth prior", own, "step=end&opens=6&seed=1&function=gramacy-lee&budget=25&reveal=true",
		"The model is overconfident and stops in a local minimum. Turn on hyperparameter refitting."),

	algos.NewPreset("refit", "Hyperparameters refitted", own, "step=end&opens=8&seed=1&function=gramacy-lee&acquisition=ei&refit=true&budget=25&reveal=true",
		"The length scale falls from 0.8 to about 0.25, and the search reaches the global minimum."),

	algos.NewPreset("own-curve", "Your own objective", own, "step=end&opens=3&seed=1&function=drawn&reveal=true&budget=12",
		"Drag the control points: the whole search changes. Make a valley that it misses."),

	algos.NewPreset("flat", "A constant function", own,
		"step=end&opens=4&seed=1&function=drawn&knots=2&h1=-2,0.5&h2=2,0.5&reveal=true&budget=8",
		"Every value is the minimum. The search fills the board evenly."),

	algos.NewPreset("your-turn", "You choose the next point", own, "step=3&seed=6&manual_eval=4",
		"Drag the mark below to choose the next query. Can you do better than the acquisition function?"),

	algos.NewPreset("from-nothing", "No initial points", own, "step=0&seed=1&n_initial_points=0&acquisition=ei&reveal=true",
		"Before any value all points are equal: the first query is the left end, the next one the point of largest uncertainty."),

	algos.NewPreset("notes", "Three values, computed by hand (002)", own,
		"step=3&seed=1&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&initial_points=-1, 0, 1&kernel=rbf(1)&budget=8",
		"At 3 the mean is 0.0689 and s = 0.985: the lower confidence bound is 0.0689 − 2·0.985 = −1.90. Its minimum is at −2.21."),

	algos.NewPreset("branin", "Two inputs: Branin (three global minima)", own,
		"step=end&opens=20&seed=5&function=branin&acquisition=ei&refit=true&n_initial_points=5&budget=25&reveal=true",
		"The three minima are equal, one is enough. A grid of 25 points and random search have a larger regret."),

	algos.NewPreset("camel", "Two inputs: the six-hump camel", own, "step=end&opens=14&seed=1&function=camel&refit=true&n_initial_points=5&budget=30&reveal=true",
		"Two of the six local minima are global. Compare the standard deviation s with the lower confidence bound."),

	algos.NewPreset("ripples", "Two inputs: a bowl with ripples", own,
		"step=end&opens=12&seed=5&function=ripples&acquisition=ei&refit=true&n_initial_points=5&budget=30",
		"A longer length scale smooths over the ripples and models the bowl."),

	algos.NewPreset("your-place", "Two inputs, you choose a point", own, "step=6&seed=5&function=ripples&n_initial_points=6&manual_eval=7&budget=20",
		"Drag the mark over the plane to choose the next query."),
}

// known are runs whose numbers are known from elsewhere.
var known = []algos.Fixture{
	algos.NewFixture("three-data", "Three noise-free values, κ = 2", "002, lecture 7: N17 (six to eight decimals)", own,
		"step=3&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&initial_points=-1, 0, 1&kernel=rbf(1)&kappa=2",
		algos.Expect("predict[0].mean", `$m(0.5)$`, 0.98271036, 5e-9),
		algos.Expect("predict[0].sd", `$s(0.5)$`, math.Sqrt(0.01789237), 5e-8),
		algos.Expect("predict[0].lcb", `$\mathrm{LCB}(0.5)$`, 0.715186, 5e-7),
		algos.Expect("predict[1].mean", `$m(3)$`, 0.0689423, 5e-8),
		algos.Expect("predict[1].sd", `$s(3)$`, math.Sqrt(0.97065359), 5e-9),
		algos.Expect("predict[1].lcb", `$\mathrm{LCB}(3)$`, -1.901493, 5e-7)).
		Predicting([2]float64{0.5}, [2]float64{3}),
	algos.NewFixture("one-datum", "One noise-free value, one length scale away", "002, lecture 7: N17; closed form", own,
		"step=1&function=drawn&knots=1&h1=0,1&initial_points=0&kernel=rbf(1)&kappa=2",
		algos.Expect("predict[0].mean", `$e^{-1/2}$`, 0.6065306597126334, 1e-15),
		algos.Expect("predict[0].lcb", `$e^{-1/2} - 2\sqrt{1 - e^{-1}}$`, math.Exp(-0.5)-2*math.Sqrt(1-math.Exp(-1)), 1e-14)).
		Predicting([2]float64{1}),
	algos.NewFixture("where-next", "The same three values: next query of each acquisition function", "mpmath 1.3, 40 digits", own,
		"step=3&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&initial_points=-1, 0, 1&kernel=rbf(1)&kappa=2",
		algos.Expect("model.next_x[0]", `$\arg\min \mathrm{LCB}$`, -2.2145365659664266, 1e-6),
		algos.Expect("predict[0].lcb", `$\mathrm{LCB}(-2)$`, -2.4064494230142539, 1e-12),
		algos.Expect("predict[0].ei", `$\mathrm{EI}(-2)$`, 0.27039933190668245, 1e-13),
		algos.Expect("predict[1].ei", `$\mathrm{EI}(3)$`, 0.06963693333748083, 1e-14),
		algos.Expect("predict[1].pi", `$P(f(3) \le -1)$`, 0.13896503529612226, 1e-13)).
		Predicting([2]float64{-2}, [2]float64{3}),
	algos.NewFixture("where-ei", "The same three values: next query of EI", "mpmath 1.3, 40 digits", own,
		"step=4&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&initial_points=-1, 0, 1&kernel=rbf(1)&acquisition=ei",
		algos.Expect("model.next_x[0]", `$\arg\max \mathrm{EI}$`, -1.7099803089267527, 2e-6)),
	algos.NewFixture("forrester", "Minimum of Forrester's function in fifteen evaluations", "A. Forrester et al. 2008: −6.02074 at 0.75725", own,
		"step=end&acquisition=ei&seed=6",
		algos.Expect("model.own_x[0]", `$u$`, 0.757249, 0.005),
		algos.Expect("model.own_y", `$f(u)$`, -6.020740, 0.01)),
	algos.NewFixture("branin-minimum", "Branin's function, a minimum found in 25 evaluations", "L. Dixon, G. Szegő 1978: 0.397887", own,
		"step=end&seed=5&function=branin&acquisition=ei&refit=true&n_initial_points=5&budget=25",
		algos.Expect("model.own_y", `$f$`, 0.397887, 0.05)),
}
