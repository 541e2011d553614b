package gpregression

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// spread makes n observations of a function at inputs spread over [0, width] by
// the golden ratio, which fills every gap in turn. Numbers have two decimals.
func spread(n int, from, width float64, f func(x float64) float64) dataset.Source {
	var xy []float64
	for i := range n {
		_, share := math.Modf(float64(i+1) * (math.Sqrt(5) - 1) / 2)
		x := hundredths(from + width*share)
		xy = append(xy, x, hundredths(f(x)))
	}
	return dataset.Pairs(xy...)
}

func hundredths(x float64) float64 { return math.Round(100*x)/100 + 0 }

// The examples of the lecture notes, and others that have a point to make.
var (
	onePoint    = dataset.Pairs(0, 1)
	twoPoints   = dataset.Pairs(-1, 1, 1, -1)
	threePoints = dataset.Pairs(-1, -1, 0, 0.5, 1, 1)
	ridgePoints = dataset.Pairs(1, 1, 2, 3, 3, 2)

	wiggle    = spread(8, -3, 6, func(x float64) float64 { return math.Sin(1.7*x) + 0.3*x })
	season    = spread(26, 0, 6, func(x float64) float64 { return 0.35*x - 0.5 + 0.6*math.Sin(2*math.Pi*x/1.5) })
	parabola  = spread(7, -2, 4, func(x float64) float64 { return 0.6*x*x - 0.8*x - 0.5 })
	plateaus  = spread(14, -3, 6, func(x float64) float64 { return math.Round(math.Sin(1.4 * x)) })
	duplicate = dataset.Pairs(-2, -0.6, -0.5, 0.4, -0.5, 0.8, 1, 0.9, 1, 0.9, 2.2, -0.3)
	// The slow trend and the quick wave explain these equally well.
	ambiguous = dataset.Pairs(-2.85, -1.75, -2.12, -0.77, -1.24, -0.18, -0.87, -0.85, -0.27, -0.27,
		0.37, 0.66, 0.9, 0.81, 1.23, 0.05, 1.81, 0.64, 2.81, 1.7)
)

// outlier is a smooth curve with one observation far from it.
func outlier() dataset.Source {
	s := spread(13, -3, 6, func(x float64) float64 { return math.Sin(x) })
	s.Set.Points[9].Y = 3
	return s
}

// hills are observations in the plane, spread by the plane's relative of the
// golden ratio.
func hills(n int) dataset.Source {
	const g = 1.32471795724474602596 // g³ = g + 1
	rows := make([][3]float64, n)
	for i := range rows {
		_, a := math.Modf(float64(i+1) / g)
		_, b := math.Modf(float64(i+1) / (g * g))
		x, y := hundredths(6*a-3), hundredths(6*b-3)
		rows[i] = [3]float64{x, y, hundredths(math.Sin(1.2*x) * math.Cos(0.9*y))}
	}
	return dataset.Valued(rows...)
}

// examples are the presets; the page opens with the first one.
var examples = []algos.Preset{
	algos.NewPreset("sine", "Noisy sine", dataset.Generate("sine", 24, 0.2, 3), "step=24&seed=1",
		"Press Step: each observation narrows the credible band near its input; far from the data it stays wide. Drag q₁ and q₂."),

	algos.NewPreset("few", "From the prior to the posterior", wiggle, "step=0&seed=2&kernel=1.2*rbf(0.9)&noise_var=0.001&samples=5&q1=-2,0&q2=-1,0",
		"Prior samples vary freely; conditioning keeps only the functions consistent with each observation."),

	algos.NewPreset("surface", "Two inputs", hills(30), "step=end&seed=1&kernel=0.7*rbf(1.1)&noise_var=0.001",
		"The board shows the posterior mean; the standard deviation beside it is low only near the observations."),

	algos.NewPreset("optimise", "Hyperparameter optimisation", dataset.Generate("sine", 30, 0.2, 7),
		"step=end&seed=1&kernel=0.3*rbf(0.4)&noise_var=0.5&optimize=true",
		"Three starts reach the same optimum: length scale, signal variance and noise variance, learned from 30 observations."),

	algos.NewPreset("two-optima", "Two optima of the marginal likelihood", ambiguous,
		"step=end&seed=3&kernel=1*rbf(1)&noise_var=0.1&optimize=true&n_starts=6",
		"Short length scale with low noise, or long length scale with high noise: both are local optima. Jump between the ticks."),

	algos.NewPreset("short", "Length scale too short", dataset.Generate("sine", 24, 0.2, 3), "step=end&seed=1&kernel=1*rbf(0.12)",
		"Overfitting: the data fit is perfect, the complexity penalty large. Between the observations nothing is generalised."),

	algos.NewPreset("long", "Length scale too long", dataset.Generate("sine", 24, 0.2, 3), "step=end&seed=1&kernel=1*rbf(4)",
		"Underfitting: the complexity penalty is small, but the data fit is poor. The marginal likelihood weighs one against the other."),

	algos.NewPreset("interpolation", "No noise: interpolation", wiggle, "step=end&seed=1&kernel=1.5*rbf(1)&noise_var=0",
		"With σ² = 0 the credible band closes at every observation."),

	algos.NewPreset("roughness", "Matérn kernels: smoothness", plateaus, "step=end&seed=4&kernel=1*matern12(1.5)&noise_var=0.001",
		"Change matern12 to matern32, matern52 and rbf: samples go from Brownian to infinitely smooth."),

	algos.NewPreset("outlier", "An outlier", outlier(), "step=end&seed=1&kernel=1*rbf(1)&noise_var=0.02",
		"One observation is an outlier. Gaussian noise cannot ignore it: the mean bends and the data fit gets worse. Jump to the surprising observation."),

	algos.NewPreset("trend", "Linear + periodic", season,
		"step=end&seed=1&kernel=linear(1)%2B0.5*periodic(1,1.5)&noise_var=0.01&axis_x=3&axis_y=5&q1=1.9,0&q2=3.4,0",
		"A sum of kernels: trend plus seasonality. Widen the board: both are extrapolated."),

	algos.NewPreset("rbf-plus-periodic", "RBF + periodic", season, "step=0&seed=5&kernel=1*rbf(2)%2B0.4*periodic(1,1.5)&noise_var=0.01&q1=1.9,0&q2=3.4,0",
		"Samples from the prior: a smooth trend plus a season that never changes."),

	algos.NewPreset("locally-periodic", "RBF × periodic", season, "step=0&seed=5&kernel=1*rbf(2)*periodic(1,1.5)&noise_var=0.01&q1=1.9,0&q2=3.4,0",
		"A product of kernels: slowly varying seasonality."),

	algos.NewPreset("growing", "Linear × periodic", season, "step=0&seed=5&kernel=linear(0.2)*periodic(1,1.5)*0.3&noise_var=0.01&q1=1.9,0&q2=3.4,0",
		"A season whose amplitude grows with the distance from zero."),

	algos.NewPreset("quadratic", "Linear × linear", parabola, "step=4&seed=1&kernel=linear(1)*linear(1)&noise_var=0.01",
		"Its functions are parabolas: three observations nearly determine one."),

	algos.NewPreset("one-point", "One observation (000)", onePoint, "step=end&seed=1&kernel=rbf(1)&noise_var=0.1&q1=0,0&q2=1,0&axis_x=1&axis_y=2",
		"At 0 the mean is 1/1.1 = 0.909; one length scale away it is 0.551, with variance 0.666. All can be computed by hand."),

	algos.NewPreset("slice", "Conditional distribution of f(q₂) "+
		"(000)", twoPoints, "step=0&seed=1&kernel=rbf(1)&noise_var=0.01&q1=0,0&q2=0.668,0&given=1.5&axis_x=1&axis_y=2",
		"f(q₁) and f(q₂) have correlation 0.8. Drag the line: given f(q₁) = 1.5, f(q₂) is N(1.2, 0.36)."),

	algos.NewPreset("two-points", "Two observations (000)", twoPoints, "step=end&seed=1&kernel=rbf(1)&noise_var=0.01&q1=0,0&q2=1,0&axis_x=1&axis_y=2",
		"Midway the mean is 0 by symmetry, and the variance is 0.358."),

	algos.NewPreset("three-points", "Three observations, no noise (002)", threePoints, "step=end&seed=1&kernel=rbf(1)&noise_var=0&q1=0.5,0&q2=3,0",
		"At 0.5 the mean is 0.983 ± 0.134; at 3 it has nearly returned to the prior mean."),

	algos.NewPreset("weight-space", "Linear kernel = ridge (002)", ridgePoints, "step=end&seed=1&kernel=linear(1)&noise_var=1&q1=0,0&q2=2.5,0&axis_x=1&axis_y=2",
		"The posterior mean is the ridge regression line 2x/3 + 1/2 with λ = σ² = 1: function space and weight space agree."),

	algos.NewPreset("duplicates", "Equal inputs, no noise", duplicate, "step=end&seed=1&kernel=1*rbf(1)&noise_var=0",
		"Without noise, two values at one input contradict each other: the matrix is singular, and jitter is added to its diagonal."),
}

// noisySine are the 24 observations of a reference run of scikit-learn.
var noisySine = dataset.Pairs(
	0.630859375, 0.8828125, 0.77734375, 1.0107421875, 1.2001953125, 1.1318359375, 1.53515625, 0.90625, 1.630859375, 0.912109375,
	1.830078125, 0.984375, 1.8857421875, 0.6328125, 2.162109375, 0.3857421875, 2.375, 0.216796875, 2.6904296875, -0.25390625,
	3.0439453125, -1.0009765625, 3.3408203125, -1.0888671875, 3.6708984375, -1.0224609375, 3.7236328125, -0.96484375, 4.177734375, -0.521484375,
	4.3212890625, -0.6455078125, 4.501953125, -0.1240234375, 4.64453125, -0.24609375, 5.216796875, 0.4013671875, 5.2548828125, 0.69921875,
	5.26953125, 0.478515625, 5.421875, 0.724609375, 5.5498046875, 0.552734375, 5.9794921875, 1.337890625,
)

// known are runs whose numbers are known from elsewhere.
var known = []algos.Fixture{
	algos.NewFixture("one-datum", "One observation with noise", "000, chapter 5; closed form", onePoint, "step=end&kernel=rbf(1)&noise_var=0.1",
		algos.Expect("predict[0].mean", `$m(0) = 1/(1 + \sigma^2)$`, 1/1.1, 1e-15),
		algos.Expect("predict[0].sd", `$s(0) = \sqrt{1 - 1/(1 + \sigma^2)}$`, math.Sqrt(1-1/1.1), 1e-15),
		algos.Expect("predict[1].mean", `$m(1) = e^{-1/2}/(1 + \sigma^2)$`, math.Exp(-0.5)/1.1, 1e-15),
		algos.Expect("predict[1].sd", `$s(1) = \sqrt{1 - e^{-1}/(1 + \sigma^2)}$`, math.Sqrt(1-math.Exp(-1)/1.1), 1e-15),
		algos.Expect("metric.log_evidence", `$\ln p(y)$`, -0.5/1.1-0.5*math.Log(1.1)-0.5*math.Log(2*math.Pi), 1e-14)).
		Predicting([2]float64{0}, [2]float64{1}),
	algos.NewFixture("two-data", "Two observations, mirrored", "000, chapter 5 (seven decimals)", twoPoints, "step=end&kernel=rbf(1)&noise_var=0.01",
		algos.Expect("predict[0].mean", `$m(0)$`, 0, 1e-15),
		algos.Expect("predict[0].sd", `$s(0)$`, math.Sqrt(0.3576039), 5e-8),
		algos.Expect("metric.log_evidence", `$\ln p(y)$`, -2.9820637, 5e-8)).
		Predicting([2]float64{0}),
	algos.NewFixture("slice", "A Gaussian of two values, one of them given", "000, property 5.1.2: 2B-12; closed form", twoPoints,
		"step=0&kernel=rbf(1)&noise_var=0.01&q1=0,0&q2=0.6680472308365775,0&given=1.5",
		algos.Expect("model.conditional[0]", `mean $\rho v = 0.8\cdot 1.5$`, 1.2, 1e-12),
		algos.Expect("model.conditional[1]", `variance $1 - \rho^2$`, 0.36, 1e-12)),
	algos.NewFixture("one-exact-datum", "One observation without noise", "002, lecture 7: N17 (seven decimals)", onePoint, "step=end&kernel=rbf(1)&noise_var=0",
		algos.Expect("predict[0].mean", `$m(1)$`, 0.6065307, 5e-8),
		algos.Expect("predict[0].sd", `$s(1)$`, math.Sqrt(0.6321206), 5e-8)).
		Predicting([2]float64{1}),
	algos.NewFixture("one-noisy-datum", "One observation, λ = σ² = 0.5", "002, lecture 7: N17 (seven decimals)", onePoint, "step=end&kernel=rbf(1)&noise_var=0.5",
		algos.Expect("predict[0].mean", `$m(1)$`, 0.4043538, 5e-8),
		algos.Expect("predict[0].sd", `$s(1)$`, math.Sqrt(0.7547470), 5e-8)).
		Predicting([2]float64{1}),
	algos.NewFixture("three-noisy-data", "Three observations, σ² = 0.1", "002, lecture 7: N17 (seven and eight decimals)", threePoints,
		"step=end&kernel=rbf(1)&noise_var=0.1",
		algos.Expect("predict[0].mean", `$m(-1)$`, -0.8476674, 5e-8),
		algos.Expect("predict[0].sd", `$s(-1)$`, math.Sqrt(0.08599016), 5e-8),
		algos.Expect("predict[1].mean", `$m(0.5)$`, 0.86555197, 5e-9),
		algos.Expect("predict[1].sd", `$s(0.5)$`, math.Sqrt(0.08239524), 5e-8),
		algos.Expect("predict[2].mean", `$m(3)$`, 0.08492632, 5e-9),
		algos.Expect("predict[2].sd", `$s(3)$`, math.Sqrt(0.9769963), 5e-8)).
		Predicting([2]float64{-1}, [2]float64{0.5}, [2]float64{3}),
	algos.NewFixture("three-data", "Three observations without noise", "002, lecture 7: N17 (eight decimals)", threePoints, "step=end&kernel=rbf(1)&noise_var=0",
		algos.Expect("predict[0].mean", `$m(-1)$`, -1, 1e-12),
		algos.Expect("predict[1].mean", `$m(0.5)$`, 0.98271036, 5e-9),
		algos.Expect("predict[2].mean", `$m(3)$`, 0.0689423, 5e-8),
		algos.Expect("predict[2].sd", `$s(3)$`, math.Sqrt(0.97065359), 5e-9)).
		Predicting([2]float64{-1}, [2]float64{0.5}, [2]float64{3}),
	algos.NewFixture("ridge", "A linear kernel is ridge regression", "002, lecture 6; worked by hand", ridgePoints, "step=end&kernel=linear(1)&noise_var=1",
		algos.Expect("predict[0].mean", `$m(0) = 1/2$`, 0.5, 1e-14),
		algos.Expect("predict[1].mean", `$m(1) = 7/6$`, 7./6, 1e-14),
		algos.Expect("predict[2].mean", `$m(2.5) = 13/6$`, 13./6, 1e-14),
		algos.Expect("model.alpha[1]", `$\alpha_2 = 7/6$`, 7./6, 1e-14)).
		Predicting([2]float64{0}, [2]float64{1}, [2]float64{2.5}),
	algos.NewFixture("noisy-sine", "A noisy sine, 24 observations",
		"scikit-learn 1.2.1, GaussianProcessRegressor, recomputed with 40 digits", noisySine, "step=end&kernel=1.4*rbf(0.9)&noise_var=0.0225",
		algos.Expect("predict[0].mean", `$m(0.125)$`, 0.53152414661285, 1e-12),
		algos.Expect("predict[0].sd", `$s(0.125)$`, 0.457751695172, 1e-11),
		algos.Expect("predict[1].mean", `$m(3.3125)$`, -1.0631552189828, 1e-12),
		algos.Expect("predict[1].sd", `$s(3.3125)$`, 0.0877371608247, 1e-11),
		algos.Expect("predict[2].mean", `$m(6.484375)$`, 1.458603033491, 1e-12),
		algos.Expect("predict[2].sd", `$s(6.484375)$`, 0.444474888463, 1e-11),
		algos.Expect("metric.log_evidence", `$\ln p(y)$`, -2.430967400926921, 1e-11)).
		Predicting([2]float64{0.125}, [2]float64{3.3125}, [2]float64{6.484375}),
}
