package bayesianregression

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// Steps that, taken around and around a circle, fill every gap in turn: by the golden
// ratio, and by the first coordinate of its relative of the plane.
const (
	golden = 0.61803398874989484820
	planar = 0.75487766624669276005
)

// spread makes n observations of a function at inputs spread by such a step, with errors
// of a Gaussian of this standard deviation, spread by the second coordinate. Numbers have
// three decimals.
func spread(by float64, n int, from, width, sd float64, f func(x float64) float64) dataset.Source {
	rounded := func(x float64) float64 { return math.Round(1000*x)/1000 + 0 }
	var xy []float64
	for i := range n {
		_, share := math.Modf(by * float64(i+1))
		_, other := math.Modf(0.5 + planar*planar*float64(i+1))
		x := rounded(from + width*share)
		xy = append(xy, x, rounded(f(x)+sd*math.Sqrt2*math.Erfinv(2*other-1)))
	}
	return dataset.Pairs(xy...)
}

var (
	straight  = spread(golden, 16, -2, 4, 0.3, func(x float64) float64 { return 0.5 - 0.7*x })
	curved    = spread(golden, 20, -2, 4, 0.3, func(x float64) float64 { return 1 - 0.8*x - 0.9*x*x + 0.5*x*x*x })
	few       = dataset.Pairs(-1.5, -0.4, -0.9, 0.9, -0.2, 0.5, 0.4, -0.6, 1.1, 0.1, 1.6, 1.2)
	repeated  = dataset.Pairs(1, 0.8, 1, 1.2, 1, 0.7, 1, 1.1, 1, 0.9)
	edges     = dataset.Pairs(2, 1.1, 2.2, 0.9, 2.1, 1.3, 1.9, 0.8)
	growing   = spread(planar, 200, -1, 2, 0.5, func(x float64) float64 { return x })
	note000   = dataset.Pairs(1, 2, 2, 3, 3, 5)
	note004   = dataset.Pairs(0.5, 0.7, 1, 0.9, 2, 2.2)
	twoModels = dataset.Pairs(-2, 4.1, -1, 0.9, 0, 0.2, 1, 1.1, 2, 3.8)
)

// presets are the examples; the page opens with the first one.
var presets = []algos.Preset{
	algos.NewPreset("line", "A noisy line", straight, "step=9&seed=1",
		"Press Step: every observation's likelihood is a stripe in parameter space, and the posterior concentrates where stripes cross. Drag your "+
			"line and your observation."),

	algos.NewPreset("prior", "Prior, before any data", straight, "step=0&seed=2&n_samples=12",
		"The prior alone: any line with small coefficients. Then one observation after the other."),

	algos.NewPreset("stripe", "One observation: one stripe", straight, "step=2&seed=1",
		"One observation constrains one direction of parameter space: along its stripe all lines fit it equally well."),

	algos.NewPreset("away", "Extrapolation", edges, "step=end&seed=1&noise_var=0.04",
		"All data on one side: the noise (aleatoric) is the same everywhere, the epistemic uncertainty is not."),

	algos.NewPreset("curve", "Model selection: evidence by degree", curved, "step=end&seed=1&degree=3&noise_var=0.09&observation=-1,2",
		"The evidence is highest for degree 3, although degree 10 fits the training data better."),

	algos.NewPreset("many", "More coefficients than observations", few, "step=end&seed=3&degree=9&noise_var=0.02",
		"Ten coefficients, six observations: the prior determines what the data do not."),

	algos.NewPreset("repeated", "Repeated input", repeated, "step=end&seed=1",
		"Five observations at one input: five parallel stripes, so the slope is not identified."),

	algos.NewPreset("flat", "Nearly flat prior", straight, "step=end&seed=1&prior_var=1e6",
		"A prior of variance 10⁶ is nearly flat: the mean is the least-squares fit, and the evidence is low."),

	algos.NewPreset("growing", "BIC and evidence, 200 observations", growing, "step=end&opens=200&seed=1&basis=origin&noise_var=0.25&prior_var=1.5",
		"Their difference converges to a non-zero constant."),

	algos.NewPreset("note-000", "Three points (000)", note000, "step=end&seed=1&prior_var=2&noise_var=0.5&observation=0,1",
		"The mean is the ridge line with λ = ¼: 24/55 + 236/165 x."),

	algos.NewPreset("note-004", "Through the origin (004)", note004, "step=end&seed=1&basis=origin&noise_var=0.25&prior_var=1.5&observation=1.5,0.5",
		"One coefficient: Gaussian prior times Gaussian likelihood gives a Gaussian posterior, with mean 1.043 and variance 0.0462."),

	algos.NewPreset("two-models", "Line or parabola? (004)", twoModels, "step=end&seed=1&basis=binomial&degree=2&noise_var=0.25&prior_var=4&observation=0,3",
		"The parabola has the log evidence −9.18, the line −32.15."),
}

// sine are the 24 observations of a reference run.
var sine = dataset.Pairs(
	0.630859375, 0.8828125, 0.77734375, 1.0107421875, 1.2001953125, 1.1318359375, 1.53515625, 0.90625, 1.630859375, 0.912109375,
	1.830078125, 0.984375, 1.8857421875, 0.6328125, 2.162109375, 0.3857421875, 2.375, 0.216796875, 2.6904296875, -0.25390625,
	3.0439453125, -1.0009765625, 3.3408203125, -1.0888671875, 3.6708984375, -1.0224609375, 3.7236328125, -0.96484375, 4.177734375, -0.521484375,
	4.3212890625, -0.6455078125, 4.501953125, -0.1240234375, 4.64453125, -0.24609375, 5.216796875, 0.4013671875, 5.2548828125, 0.69921875,
	5.26953125, 0.478515625, 5.421875, 0.724609375, 5.5498046875, 0.552734375, 5.9794921875, 1.337890625,
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("three-points", "Three points, λ = ¼", "000, chapter 2: 2B-1; by hand", note000, "step=end&prior_var=2&noise_var=0.5",
		algos.Expect("model.mean[0]", `$\mu_0 = 24/55$`, 24./55, 1e-14),
		algos.Expect("model.mean[1]", `$\mu_1 = 236/165$`, 236./165, 1e-14),
		algos.Expect("model.covariance[0][0]", `$\Sigma_{00} = 38/55$`, 38./55, 1e-14),
		algos.Expect("model.covariance[0][1]", `$\Sigma_{01} = -16/55$`, -16./55, 1e-14),
		algos.Expect("model.covariance[1][1]", `$\Sigma_{11} = 26/165$`, 26./165, 1e-14),
		algos.Expect("predict[0].mean", `$m(2)$`, 3.2969697, 5e-8),
		algos.Expect("predict[0].sd", `$s(2)$`, math.Sqrt(26./165), 1e-14),
		algos.Expect("predict[1].sd", `$s(0)$`, math.Sqrt(38./55), 1e-14),
		algos.Expect("predict[2].mean", `$m(10)$`, 14.739394, 5e-7),
		algos.Expect("predict[2].sd", `$s(10)$`, math.Sqrt(1754./165), 1e-13)).
		Predicting([2]float64{2}, [2]float64{0}, [2]float64{10}),
	algos.NewFixture("one-coefficient", "A line through the origin", "004, handout I: W33 (numerical integral)", note004,
		"step=end&basis=origin&noise_var=0.25&prior_var=1.5",
		algos.Expect("model.mean[1]", `$\mu$`, 1.043077, 5e-7),
		algos.Expect("model.covariance[1][1]", `$\Sigma$`, 0.0461538, 5e-8),
		algos.Expect("metric.log_evidence", `$\ln p(y)$`, -2.911225, 5e-7),
		algos.Expect("model.laplace", "Laplace approximation", -2.911225, 5e-7)),
	algos.NewFixture("parabola", "Quadratic features", "004, handout I: W34", twoModels, "step=end&basis=binomial&degree=2&noise_var=0.25&prior_var=4",
		algos.Expect("metric.log_evidence", `$\ln p(y)$`, -9.176915, 5e-7),
		algos.Expect("metric.max_log_likelihood", `$\ell(\hat\theta)$`, -1.261528, 5e-7),
		algos.Expect("metric.bic", "BIC", -3.675685, 5e-7)),
	algos.NewFixture("straight", "The same points, linear features", "004, handout I: W34", twoModels,
		"step=end&basis=binomial&degree=1&noise_var=0.25&prior_var=4",
		algos.Expect("metric.log_evidence", `$\ln p(y)$`, -32.154835, 5e-7),
		algos.Expect("metric.max_log_likelihood", `$\ell(\hat\theta)$`, -26.912957, 5e-7),
		algos.Expect("metric.bic", "BIC", -28.522395, 5e-7)),
	algos.NewFixture("growing", "BIC − log evidence converges", "004, handout I: W35, its limit", growing, "step=end&basis=origin&noise_var=0.25&prior_var=1.5",
		algos.Expect("metric.gap", "BIC − log evidence", 0.6799, 0.01)),
	algos.NewFixture("noisy-sine", "24 observations of a sine", "closed form with 40 digits", sine, "step=end&prior_var=1&noise_var=0.25",
		algos.Expect("model.mean[0]", `$\mu_0$`, 0.5277367078936, 1e-12),
		algos.Expect("model.mean[1]", `$\mu_1$`, -0.0916431039615, 1e-12),
		algos.Expect("model.covariance[0][0]", `$\Sigma_{00}$`, 0.05177355011097, 1e-12),
		algos.Expect("metric.log_evidence", `$\ln p(y)$`, -36.56669160193, 1e-10)),
}
