package gaussianconditioning

import (
	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo needs no data.
var own dataset.Source

// presets are shown in this order; the first one has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("slice", "A slice at 1.5 (000)", own, "step=end&opens=3",
		"The correlation is 0.8. Drag the line: the bell moves with it, and stays as wide as it is."),

	algos.NewPreset("independent", "No covariance", own, "step=end&opens=3&cov=0",
		"Whatever x₂ is, x₁ stays as it was: both bells are the same."),

	algos.NewPreset("tight", "Nearly a straight line", own, "step=end&opens=4&cov=0.98",
		"With the correlation 0.98 only 4 % of the variance is left."),

	algos.NewPreset("negative", "A negative covariance", own, "step=end&opens=4&mean1=1&mean2=-1&var1=2&cov=-1&var2=1&given=0.5",
		"x₂ lies above its mean, so x₁ is expected below its own."),

	algos.NewPreset("two-lines", "Which one is given? (000)", own, "step=end&var1=4&cov=1&var2=1&given=1.5",
		"Two lines: x₁ given x₂ has the slope 1, x₂ given x₁ the slope 1/4. To mix them up is the slip of the notes."),

	algos.NewPreset("far", "A slice far out", own, "step=end&opens=3&given=-3",
		"x₂ is three standard deviations off. The cut is all but flat; divided by its area it is as tall as ever."),

	algos.NewPreset("one-observation", "GP with one observation (000)", own, "step=end&opens=4&cov=0.6065306597126334&var2=1.1&given=1",
		"x₁ is f one length away, x₂ the noisy observation: 0.551 ± 0.816, as the process has it."),

	algos.NewPreset("product", "Two bells multiplied", own, "step=end&opens=1&topic=product&mean1=-1&var1=2&mean2=2&var2=0.5",
		"Drag the bells. The product is narrower than both, and nearer to the narrow one."),

	algos.NewPreset("conflict", "Two bells that disagree", own, "step=end&opens=2&topic=product&mean1=-3&mean2=3",
		"Nothing of both is left but a tiny area, and still the product is a narrow bell: its width does not know of the conflict."),

	algos.NewPreset("learning", "A mean from twelve observations", own, "step=end&opens=3&seed=4&topic=update&mean1=-1&var1=2&mean2=1",
		"Each observation adds 1 to the precision: the variance falls as 1/t."),

	algos.NewPreset("three", "Three observations by hand", own, "step=end&opens=1&topic=update&observations=1, 2, 3",
		"Prior N(0, 1), noise 1: the mean goes to 1/2, 1 and 3/2, the variance to 1/2, 1/3 and 1/4."),

	algos.NewPreset("outlier", "One observation far off", own, "step=end&opens=4&topic=update&observations=0.3, -0.2, 0.1, 9, 0.2, 0",
		"The fourth observation is absurd. The Gaussian believes it all the same, and is surer than before."),
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
	algos.NewFixture("one-length", "A value one length away, with noise 0.1", "000: 2B-12, GP with one observation, at 1", own,
		"step=end&cov=0.6065306597126334&var2=1.1&given=1",
		algos.Expect("model.conditional_mean", `$m(1)$`, 0.5513915, 5e-8),
		algos.Expect("model.conditional_var", `$s^2(1)$`, 0.6655641, 5e-8)),
	algos.NewFixture("noiseless", "A value one length away, without noise", "002: N17, closed form: e^(−1/2) and 1 − e^(−1)", own,
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
	algos.NewFixture("three", "Prior N(0, 1), noise 1, observations 1, 2, 3", "by hand: precision 4, mean 6/4", own, "step=end&topic=update&observations=1, 2, 3",
		algos.Expect("model.posterior_mean", `$E[\theta\mid y]$`, 1.5, 1e-15),
		algos.Expect("model.posterior_var", `$\operatorname{Var}(\theta\mid y)$`, 0.25, 1e-15),
		algos.Expect("metric.precision", "precision", 4, 1e-14)),
}
