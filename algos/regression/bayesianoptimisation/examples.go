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
	algos.NewPreset("swell", "A hidden function of one input", own, "step=end&opens=3&seed=6",
		"Fifteen evaluations may be made. Step on: the bound says where f could be lowest, and there it is asked."),

	algos.NewPreset("improvement", "Expected improvement, the function shown", own, "step=end&opens=3&seed=6&acquisition=ei&reveal=true",
		"The same places first. Compare where EI and LCB would ask."),

	algos.NewPreset("stuck", "κ = 0: only exploit", own, "step=end&opens=3&seed=7&function=waves&kappa=0&reveal=true",
		"It asks where the mean is lowest, finds the bottom of one valley and stays there: the deeper one is 0.70 lower."),

	algos.NewPreset("explorer", "κ = 20: only explore", own, "step=end&opens=5&seed=7&function=waves&kappa=20&reveal=true",
		"It asks where the band is widest, like a grid, and hardly looks at the values."),

	algos.NewPreset("greedy", "Probability of improvement", own, "step=end&opens=4&seed=1&function=waves&acquisition=pi&reveal=true",
		"However small an improvement is, it counts in full: it asks beside the best again and again. Set ξ to 0.3."),

	algos.NewPreset("thompson", "Thompson sampling", own, "step=end&opens=4&seed=3&function=waves&acquisition=thompson&budget=12&reveal=true",
		"A function is drawn and its minimum is asked: chance explores, and less and less of it."),

	algos.NewPreset("noisy", "Noisy values", own, "step=end&opens=8&seed=1&function=waves&acquisition=ei&noise_var=0.05&budget=25&reveal=true",
		"The lowest value is low by luck, too: after 25 evaluations the run believes in the wrong valley."),

	algos.NewPreset("too-smooth", "A prior that is too smooth", own, "step=end&opens=6&seed=1&function=gramacy-lee&budget=25&reveal=true",
		"The model takes f as known where it is not, and stops in the wrong dip. Switch on the refit."),

	algos.NewPreset("refit", "The kernel refitted", own, "step=end&opens=8&seed=1&function=gramacy-lee&acquisition=ei&refit=true&budget=25&reveal=true",
		"The length falls from 0.8 to about 0.25, and the search goes on to the deepest dip."),

	algos.NewPreset("own-curve", "Drawn by hand", own, "step=end&opens=3&seed=1&function=drawn&reveal=true&budget=12",
		"Drag the knots, and the whole search is another one. Make a valley that it misses."),

	algos.NewPreset("flat", "A constant function", own,
		"step=end&opens=4&seed=1&function=drawn&knots=2&h1=-2,0.5&h2=2,0.5&reveal=true&budget=8",
		"Every value is the best one. The search fills the board evenly."),

	algos.NewPreset("your-turn", "The next place is yours", own, "step=3&seed=6&turn=4",
		"Drag the mark below and ask where you like. Can you do better than the acquisition?"),

	algos.NewPreset("from-nothing", "No first places", own, "step=0&seed=1&initial=0&acquisition=ei&reveal=true",
		"Before any value all places are alike: it takes the first, at the left border, and then the farthest corner of its doubt."),

	algos.NewPreset("notes", "Three values, worked by hand (002)", own,
		"step=3&seed=1&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&first=-1, 0, 1&kernel=rbf(1)&budget=8",
		"At 3 the mean is 0.0689 and s = 0.985: the bound is 0.0689 − 2·0.985 = −1.90. It is lowest at −2.21."),

	algos.NewPreset("branin", "Two inputs: Branin's three minima", own,
		"step=end&opens=20&seed=5&function=branin&acquisition=ei&refit=true&initial=5&budget=25&reveal=true",
		"Three minima are equal, one is enough. A grid of 25 places and random search stay behind."),

	algos.NewPreset("camel", "Two inputs: the six-hump camel", own, "step=end&opens=14&seed=1&function=camel&refit=true&initial=5&budget=30&reveal=true",
		"Two of six hollows are deepest. Look where s is large and where the bound is low."),

	algos.NewPreset("ripples", "Two inputs: a bowl with ripples", own, "step=end&opens=12&seed=5&function=ripples&acquisition=ei&refit=true&initial=5&budget=30",
		"A fitted length sees through the ripples to the bowl."),

	algos.NewPreset("your-place", "Two inputs, your turn", own, "step=6&seed=5&function=ripples&initial=6&turn=7&budget=20",
		"Drag the mark over the plane and ask there."),
}

// known are runs whose numbers are known from elsewhere.
var known = []algos.Fixture{
	algos.NewFixture("three-data", "Three values without noise, κ = 2", "002, lecture 7: N17 (six to eight decimals)", own,
		"step=3&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&first=-1, 0, 1&kernel=rbf(1)&kappa=2",
		algos.Expect("predict[0].mean", `$m(0.5)$`, 0.98271036, 5e-9),
		algos.Expect("predict[0].sd", `$s(0.5)$`, math.Sqrt(0.01789237), 5e-8),
		algos.Expect("predict[0].lcb", `$\mathrm{LCB}(0.5)$`, 0.715186, 5e-7),
		algos.Expect("predict[1].mean", `$m(3)$`, 0.0689423, 5e-8),
		algos.Expect("predict[1].sd", `$s(3)$`, math.Sqrt(0.97065359), 5e-9),
		algos.Expect("predict[1].lcb", `$\mathrm{LCB}(3)$`, -1.901493, 5e-7)).
		Predicting([2]float64{0.5}, [2]float64{3}),
	algos.NewFixture("one-datum", "One value without noise, one length away", "002, lecture 7: N17; closed form", own,
		"step=1&function=drawn&knots=1&h1=0,1&first=0&kernel=rbf(1)&kappa=2",
		algos.Expect("predict[0].mean", `$e^{-1/2}$`, 0.6065306597126334, 1e-15),
		algos.Expect("predict[0].lcb", `$e^{-1/2} - 2\sqrt{1 - e^{-1}}$`, math.Exp(-0.5)-2*math.Sqrt(1-math.Exp(-1)), 1e-14)).
		Predicting([2]float64{1}),
	algos.NewFixture("where-next", "The same three values: where each acquisition asks", "mpmath 1.3, 40 digits", own,
		"step=3&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&first=-1, 0, 1&kernel=rbf(1)&kappa=2",
		algos.Expect("model.next_x[0]", `$\arg\min \mathrm{LCB}$`, -2.2145365659664266, 1e-6),
		algos.Expect("predict[0].lcb", `$\mathrm{LCB}(-2)$`, -2.4064494230142539, 1e-12),
		algos.Expect("predict[0].ei", `$\mathrm{EI}(-2)$`, 0.27039933190668245, 1e-13),
		algos.Expect("predict[1].ei", `$\mathrm{EI}(3)$`, 0.06963693333748083, 1e-14),
		algos.Expect("predict[1].pi", `$P(f(3) \le -1)$`, 0.13896503529612226, 1e-13)).
		Predicting([2]float64{-2}, [2]float64{3}),
	algos.NewFixture("where-ei", "The same three values: where EI asks", "mpmath 1.3, 40 digits", own,
		"step=4&function=drawn&knots=3&h1=-1,-1&h2=0,0.5&h3=1,1&first=-1, 0, 1&kernel=rbf(1)&acquisition=ei",
		algos.Expect("model.next_x[0]", `$\arg\max \mathrm{EI}$`, -1.7099803089267527, 2e-6)),
	algos.NewFixture("forrester", "Forrester's function found in fifteen evaluations", "A. Forrester et al. 2008: −6.02074 at 0.75725", own,
		"step=end&acquisition=ei&seed=6",
		algos.Expect("model.own_x[0]", `$u$`, 0.757249, 0.005),
		algos.Expect("model.own_y", `$f(u)$`, -6.020740, 0.01)),
	algos.NewFixture("branin-minimum", "Branin's function, a minimum found in 25 evaluations", "L. Dixon, G. Szegő 1978: 0.397887", own,
		"step=end&seed=5&function=branin&acquisition=ei&refit=true&initial=5&budget=25",
		algos.Expect("model.own_y", `$f$`, 0.397887, 0.05)),
}
