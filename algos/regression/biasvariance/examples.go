package biasvariance

import (
	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo needs no data.
var own dataset.Source

// presets are shown in this order; the first one has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("cubic-fit", "Fitting a cubic to a sine: low bias", own, "step=end&opens=25",
		"The mean fit is close to the true function: small bias. The rest is variance and irreducible error (noise)."),

	algos.NewPreset("underfit", "Line on a sine: high bias (underfitting)", own, "step=end&opens=25&degree=1",
		"All fits are similar, and all differ from the sine: small variance, large bias.").Renamed("stiff"),

	algos.NewPreset("overfit", "Degree 9: high variance (overfitting)", own, "step=end&opens=25&degree=9&n=12",
		"The mean fit is nearly unbiased, but single fits vary strongly between the outer points: high variance.").Renamed("wild"),

	algos.NewPreset("knn", "k-nearest neighbours", own, "step=end&opens=25&method=neighbours&k=3",
		"At k = 1 the variance is that of a single target; at k = n the fit is the mean of all. Model complexity decreases with k.").Renamed("nearest"),

	algos.NewPreset("ridge", "Degree 9 with ridge regularisation", own, "step=end&opens=25&method=ridge&degree=9&n=12&penalty=0.1",
		"The penalty lowers the variance and adds bias. Drag λ on the curves.").Renamed("damped"),

	algos.NewPreset("drawn-inputs", "Random design", own, "step=end&opens=25&inputs=random&degree=5",
		"The inputs are resampled as well: no closed form, and more variance, most of it at the ends."),

	algos.NewPreset("by-hand", "A true function drawn by hand", own, "step=end&opens=25&truth=drawn&degree=5",
		"Draw your own true function beside the fits. Where no polynomial of the degree follows it, the bias is large."),

	algos.NewPreset("constant", "Constant model, by hand", own, "step=end&opens=25&truth=flat&degree=0&n=5&sigma=1",
		"Bias 0, variance 1/5, noise 1: the error is 1.2."),

	algos.NewPreset("average", "Average of ten correlated estimators", own, "step=end&opens=25&estimator=averaging",
		"The bias stays the same. The variance falls only to ρσ², the part that all estimators have in common."),

	algos.NewPreset("independent", "Average of ten independent estimators", own, "step=end&opens=25&estimator=averaging&rho=0",
		"Without correlation the variance is σ²/B."),

	algos.NewPreset("shrunk", "Sample mean shrunk by 0.8", own, "step=end&opens=25&estimator=shrinkage&n=10&sigma=1",
		"Bias² 0.04 plus variance 0.064 is 0.104; the unbiased mean has 0.1. The best factor, 0.909, beats both."),

	algos.NewPreset("n-or-less", "Variance estimate: n or n − 1", own, "step=end&opens=25&estimator=variance&n=5&sigma=1",
		"Dividing by n has the MSE 0.36; n − 1 is unbiased with 0.5; n + 1 has the minimum, 1/3."),

	algos.NewPreset("largest", "Maximum of five uniform samples", own, "step=end&opens=25&estimator=maximum&n=5&factor=1",
		"The maximum likelihood estimate is biased: always too small. The factor 1.2 makes it unbiased, 7/6 minimises the MSE."),

	algos.NewPreset("example-1", "Ridge with two points", own, "step=end&opens=25&estimator=ridge&sigma=1.4142135623730951",
		"With σ² = 2, the penalty λ = 2 lowers the expected squared error from 2 to 0.8125. Drag λ, and drag θ*."),

	algos.NewPreset("figure-3", "Ridge prediction at x = 1.5", own,
		"step=end&opens=25&estimator=ridge&measure=prediction&sigma=1.4142135623730951&target=1,-1&lambda=2",
		"With large noise the error of the prediction falls over a wide range of λ before it rises."),

	algos.NewPreset("collinear", "Near-collinearity", own, "step=end&opens=25&estimator=ridge&design=1,%201.2&sigma=0.3&lambda=0&target=1,0",
		"The columns x and 1 are nearly collinear: least squares is unbiased, but has a huge variance. Increase λ a little."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("lambda-1", "λ = 1, σ² = 2, θ* = (½, −1)", "004: W13, (55)", own, "step=end&estimator=ridge&sigma=1.4142135623730951&lambda=1&n_datasets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}_1$`, 37.0/36, 1e-14)),
	algos.NewFixture("lambda-2", "λ = 2", "004: W13, (56)", own, "step=end&estimator=ridge&sigma=1.4142135623730951&lambda=2&n_datasets=2",
		algos.Expect("model.exact_bias2", `bias²`, 5.0/16, 1e-14),
		algos.Expect("model.exact_variance", `variance`, 0.5, 1e-14),
		algos.Expect("model.exact_mse", `$\text{MSE}_2$`, 13.0/16, 1e-14)),
	algos.NewFixture("lambda-3", "λ = 3", "004: W13", own, "step=end&estimator=ridge&sigma=1.4142135623730951&lambda=3&n_datasets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}_3$`, 0.77, 1e-14),
		algos.Expect("model.best_setting", `$\lambda^*=2\sigma^2/\lVert\theta^*\rVert^2$`, 3.2, 1e-14),
		algos.Expect("model.best_mse", `$\text{MSE}_{\lambda^*}$`, 10.0/13, 1e-14)),
	algos.NewFixture("least-squares", "λ = 0", "004: (40): σ² Tr((XᵀX)⁻¹)", own, "step=end&estimator=ridge&sigma=1.4142135623730951&lambda=0&n_datasets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}$`, 2, 1e-14)),
	algos.NewFixture("prediction", "A prediction at 1.5, θ* = (1, −1), λ = 2", "004: W14: (6.5σ² + λ²/4)/(2 + λ)²", own,
		"step=end&estimator=ridge&measure=prediction&sigma=1.4142135623730951&target=1,-1&lambda=2&n_datasets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}$`, 14.0/16, 1e-14),
		algos.Expect("model.best_setting", `$\lambda^* = 3.25\,\sigma^2/\tfrac14$`, 26, 1e-12)),
	algos.NewFixture("divide-n", "n = 5, divided by n", "003: N16: (2n − 1)σ⁴/n²", own, "step=end&estimator=variance&n=5&sigma=1&n_datasets=2",
		algos.Expect("model.exact_mean[0]", `$E[\hat\sigma^2]$`, 0.8, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.36, 1e-15)),
	algos.NewFixture("divide-less", "n = 5, divided by n − 1", "003: N16: 2σ⁴/(n − 1)", own, "step=end&estimator=variance&n=5&sigma=1&ddof=1&n_datasets=2",
		algos.Expect("model.exact_mean[0]", `$E[\hat\sigma^2]$`, 1, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.5, 1e-15)),
	algos.NewFixture("largest-5", "Maximum of five from U(0, 1)", "003: N16: 2θ²/((n + 1)(n + 2))", own, "step=end&estimator=maximum&n=5&factor=1&n_datasets=2",
		algos.Expect("model.exact_mean[0]", `$E[\max]$`, 5.0/6, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.047619, 5e-7)),
	algos.NewFixture("largest-20", "Maximum of 20", "003: N16", own, "step=end&estimator=maximum&n=20&factor=1&n_datasets=2",
		algos.Expect("model.exact_mse", `MSE`, 0.004329, 5e-7)),
	algos.NewFixture("largest-10", "11/10 of the maximum of ten", "000: 2B-3: 1/(n(n + 2))", own, "step=end&estimator=maximum&n=10&factor=1.1&n_datasets=2",
		algos.Expect("model.exact_variance", `variance`, 1.0/120, 1e-15)),
	algos.NewFixture("shrunk", "0.8 times the mean of ten", "000: 2B-3: 0.064 + 0.04", own, "step=end&estimator=shrinkage&n=10&sigma=1&n_datasets=2",
		algos.Expect("model.exact_variance", `variance`, 0.064, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.104, 1e-15)),
	algos.NewFixture("constant", "The mean of five targets", "001: 2B-2: variance 1/5, noise 1", own, "step=end&truth=flat&degree=0&n=5&sigma=1&n_datasets=2",
		algos.Expect("model.exact_variance", `variance`, 0.2, 1e-15),
		algos.Expect("model.exact_error", `error`, 1.2, 1e-15)),
}
