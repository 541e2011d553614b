package gaussianconditioning

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo needs no data.
var own dataset.Source

// ellipses are two Gaussians in the plane, one long in each direction.
const ellipses = "var1=4&cov=0&var2=1&second_mean=2.5,2.5&second_var1=1&second_var2=4"

// presets are shown in this order; the first one has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("slice", "Conditioning on x₂ = 1.5 (000)", own, "step=end&opens=3",
		"The correlation is 0.8. Drag the line: the conditional mean moves with it, the conditional variance stays the same."),

	algos.NewPreset("independent", "Zero covariance: independence", own, "step=end&opens=3&cov=0",
		"Whatever x₂ is, the conditional of x₁ equals its marginal."),

	algos.NewPreset("tight", "Correlation 0.98", own, "step=end&opens=4&cov=0.98",
		"With the correlation 0.98 conditioning leaves only 4 % of the variance."),

	algos.NewPreset("negative", "Negative covariance", own, "step=end&opens=4&mean1=1&mean2=-1&var1=2&cov=-1&var2=1&given=0.5",
		"x₂ is above its mean, so the conditional mean of x₁ is below its marginal mean."),

	algos.NewPreset("two-lines", "x₁ given x₂ vs x₂ given x₁ (000)", own, "step=end&var1=4&cov=1&var2=1&given=1.5",
		"Two regression lines: x₁ on x₂ has the slope 1, x₂ on x₁ the slope 1/4. The lecture notes mix them up."),

	algos.NewPreset("far", "Conditioning on an unlikely value", own, "step=end&opens=3&given=-3",
		"x₂ is three standard deviations from its mean. The slice is almost 0; normalised, it is as tall as ever."),

	algos.NewPreset("one-observation", "GP with one observation (000)", own, "step=end&opens=4&cov=0.6065306597126334&var2=1.1&given=1",
		"x₁ is f at a distance of one length scale, x₂ the noisy observation: 0.551 ± 0.816, as in GP regression."),

	algos.NewPreset("product", "Product of two Gaussians", own, "step=end&opens=1&topic=product&mean1=-1&var1=2&mean2=2&var2=0.5",
		"Drag the densities. The product has a smaller variance than both, and its mean is closer to that of the narrow one."),

	algos.NewPreset("conflict", "Product of conflicting Gaussians", own, "step=end&opens=2&topic=product&mean1=-3&mean2=3",
		"The normalising constant is tiny, yet the product is narrow: its variance does not depend on the conflict."),

	algos.NewPreset("plane", "Product of two ellipses (000)", own, "step=end&opens=1&topic=product_2d&"+ellipses,
		"Precision matrices add. Each density fixes one coordinate well, and the product has both: its mean (2, 1/2) is not between the two means."),

	algos.NewPreset("combination", "Linear combination (000)", own, "step=end&opens=1&topic=combination&matrix_a=1 1 0 1&shift=1,-1&"+ellipses,
		"Ax₁ + Bx₂ + c of independent vectors: A shears the first ellipse, covariances add, c shifts the mean."),

	algos.NewPreset("learning", "Posterior of a mean, 12 observations", own, "step=end&opens=3&seed=4&topic=update&mean1=-1&var1=2&mean2=1",
		"Each observation adds 1 to the precision: the posterior variance falls as 1/t."),

	algos.NewPreset("three", "Three observations by hand", own, "step=end&opens=1&topic=update&observations=1, 2, 3",
		"Prior N(0, 1), noise variance 1: the posterior mean is 1/2, 1 and 3/2, the posterior variance 1/2, 1/3 and 1/4."),

	algos.NewPreset("outlier", "An outlier observation", own, "step=end&opens=4&topic=update&observations=0.3, -0.2, 0.1, 9, 0.2, 0",
		"The fourth observation is an outlier. It moves the posterior mean far, and the variance shrinks as always."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("slice", "ρ = 0.8, given 1.5", "000: 2B-12", own, "step=end",
		algos.Expect("model.conditional_mean", `$E[x_1\mid x_2]$`, 1.2, 1e-15),
		algos.Expect("model.conditional_var", `$\operatorname{Var}(x_1\mid x_2)$`, 0.36, 1e-15),
		algos.Expect("model.marginal_var", `$\operatorname{Var}(x_1)$`, 1, 0),
		algos.Expect("model.precision[0]", `$\Sigma^{-1}_{11}$`, 1/0.36, 1e-14)),
	algos.NewFixture("observed", "The value that is observed, with noise 0.1", "000: 2B-12, GP with one observation, at 0", own, "step=end&cov=1&var2=1.1&given=1",
		algos.Expect("model.conditional_mean", `$m(0)$`, 0.9090909090909091, 1e-15),
		algos.Expect("model.conditional_var", `$s^2(0)$`, 0.0909090909090909, 1e-15)),
	algos.NewFixture("one-length", "One length scale away, noise 0.1", "000: 2B-12, GP with one observation, at 1", own,
		"step=end&cov=0.6065306597126334&var2=1.1&given=1",
		algos.Expect("model.conditional_mean", `$m(1)$`, 0.5513915, 5e-8),
		algos.Expect("model.conditional_var", `$s^2(1)$`, 0.6655641, 5e-8)),
	algos.NewFixture("noiseless", "One length scale away, no noise", "002: N17, closed form: e^(−1/2) and 1 − e^(−1)", own,
		"step=end&cov=0.6065306597126334&var2=1&given=1",
		algos.Expect("model.conditional_mean", `$e^{-1/2}$`, 0.6065306597126334, 1e-15),
		algos.Expect("model.conditional_var", `$1-e^{-1}$`, 0.6321205588285577, 1e-15)),
	algos.NewFixture("swapped", "Var 4 and 1, covariance 1, given 1.5", "by hand: mean 1.5, variance 3", own, "step=end&var1=4&cov=1&var2=1&given=1.5",
		algos.Expect("model.conditional_mean", `$E[x_1\mid x_2]$`, 1.5, 1e-15),
		algos.Expect("model.conditional_var", `$\operatorname{Var}(x_1\mid x_2)$`, 3, 1e-15)),
	algos.NewFixture("product", "N(0, 1) times N(2, 1)", "by hand: N(1, 1/2), and the area e^(−1)/√(4π)", own, "step=end&topic=product&mean2=2",
		algos.Expect("model.product_mean", `$m$`, 1, 1e-15),
		algos.Expect("model.product_var", `$s^2$`, 0.5, 1e-15),
		algos.Expect("model.constant", `$N(0; 2, 2)$`, 0.10377687435514868, 1e-15)),
	algos.NewFixture("rules", "N(0, 1) times N(2, ½)", "000: 2B-4", own, "step=end&topic=product&mean2=2&var2=0.5",
		algos.Expect("model.product_mean", `$m$`, 4./3, 1e-15),
		algos.Expect("model.product_var", `$s^2$`, 1./3, 1e-15)),
	algos.NewFixture("plane", "Product of two ellipses", "000: (21) to (23), by hand: Σ′ = (4/5) I", own, "step=end&topic=product_2d&"+ellipses,
		algos.Expect("model.mean[0]", `$\mu'_1$`, 2, 1e-14),
		algos.Expect("model.mean[1]", `$\mu'_2$`, 0.5, 1e-14),
		algos.Expect("model.covariance[0][0]", `$\Sigma'_{11}$`, 0.8, 1e-15),
		algos.Expect("model.covariance[0][1]", `$\Sigma'_{12}$`, 0, 1e-15),
		algos.Expect("model.covariance[1][1]", `$\Sigma'_{22}$`, 0.8, 1e-15),
		algos.Expect("model.log_constant", `$-\frac{5}{4}-\ln 10\pi$`, -1.25-math.Log(10*math.Pi), 1e-14)),
	algos.NewFixture("combination", "Sum of a sheared and another vector", "000: (20) with c, by hand", own,
		"step=end&topic=combination&mean1=1&matrix_a=1 1 0 1&shift=1,-1&"+ellipses,
		algos.Expect("model.mean[0]", `$1+\frac{5}{2}+1$`, 4.5, 1e-15),
		algos.Expect("model.mean[1]", `$0+\frac{5}{2}-1$`, 1.5, 1e-15),
		algos.Expect("model.covariance[0][0]", `$5+1$`, 6, 1e-14),
		algos.Expect("model.covariance[0][1]", `$1+0$`, 1, 1e-14),
		algos.Expect("model.covariance[1][1]", `$1+4$`, 5, 1e-14)),
	algos.NewFixture("three", "Prior N(0, 1), noise 1, observations 1, 2, 3", "by hand: precision 4, mean 6/4", own, "step=end&topic=update&observations=1, 2, 3",
		algos.Expect("model.posterior_mean", `$E[\theta\mid y]$`, 1.5, 1e-15),
		algos.Expect("model.posterior_var", `$\operatorname{Var}(\theta\mid y)$`, 0.25, 1e-15),
		algos.Expect("metric.precision", "precision", 4, 1e-14)),
}
