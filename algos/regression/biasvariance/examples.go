package biasvariance

import (
	"playground/algos"
	"playground/algos/dataset"
)

// own: the demo needs no data.
var own dataset.Source

// presets are shown in this order; the first one has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("cubic-fit", "A cubic on a sine (001)", own, "step=end&opens=25",
		"The mean of all fits is all but the sine: little bias. What is left is variance, and noise that no learner avoids."),

	algos.NewPreset("stiff", "A line on a sine: bias", own, "step=end&opens=25&degree=1",
		"All fits agree with each other, and none with the sine: little variance, much bias."),

	algos.NewPreset("wild", "Degree 9 on twelve points: variance", own, "step=end&opens=25&degree=9&n=12",
		"The mean is right, and no single fit is of any use between the outer points."),

	algos.NewPreset("nearest", "The mean of the nearest", own, "step=end&opens=25&method=neighbours&k=3",
		"k = 1 has all of the noise, k = n nothing but the mean of all. The complexity falls with k."),

	algos.NewPreset("damped", "Degree 9, damped by ridge", own, "step=end&opens=25&method=ridge&degree=9&n=12&penalty=0.1",
		"The penalty takes variance away and gives bias. Drag λ on the curves."),

	algos.NewPreset("drawn-inputs", "Inputs drawn as well", own, "step=end&opens=25&inputs=random&degree=5",
		"Now the inputs are drawn, too, as the notes have it: no closed form, and more variance, most of it at the ends."),

	algos.NewPreset("constant", "A constant learner by hand", own, "step=end&opens=25&truth=flat&degree=0&n=5&sigma=1",
		"No bias, variance 1/5, noise 1: the error is 1.2."),

	algos.NewPreset("average", "The average of ten (000)", own, "step=end&opens=25&topic=averaging",
		"The bias stays. The variance falls to the share that all members have in common, and no further."),

	algos.NewPreset("independent", "The average of ten that are independent", own, "step=end&opens=25&topic=averaging&rho=0",
		"Without correlation the variance is σ²/B."),

	algos.NewPreset("shrunk", "A mean shrunk by 0.8 (000)", own, "step=end&opens=25&topic=shrinkage&n=10&sigma=1",
		"Bias² 0.04 and variance 0.064 make 0.104; unbiased it is 0.1. The best factor, 0.909, beats both."),

	algos.NewPreset("n-or-less", "Divide by n or by n − 1? (003)", own, "step=end&opens=25&topic=variance&n=5&sigma=1",
		"By n the error is 0.36, by n − 1 it is 0.5 and unbiased, by n + 1 it is least: 1/3."),

	algos.NewPreset("largest", "The largest of five (003)", own, "step=end&opens=25&topic=maximum&n=5&factor=1",
		"The likelihood's answer is always too small. A factor of 1.2 makes it unbiased, 7/6 makes the error least."),

	algos.NewPreset("example-1", "Two points and a penalty (004)", own, "step=end&opens=25&topic=ridge&sigma=1.4142135623730951",
		"Example 1 of the note with σ² = 2: λ = 2 lowers the error from 2 to 0.8125. Drag λ, and drag the truth."),

	algos.NewPreset("figure-3", "A prediction at 1.5 (004)", own, "step=end&opens=25&topic=ridge&measure=prediction&sigma=1.4142135623730951&target=1,-1&lambda=2",
		"Figure 3 of the note, with much noise: the error of a prediction falls for a long way before it rises."),

	algos.NewPreset("collinear", "Inputs that are nearly one (000)", own, "step=end&opens=25&topic=ridge&design=1,%201.2&sigma=0.3&lambda=0&target=1,0",
		"The columns x and 1 nearly agree, so least squares is unbiased and useless. Raise λ a little."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("lambda-1", "λ = 1, σ² = 2, truth (½, −1)", "004: W13, (55)", own, "step=end&topic=ridge&sigma=1.4142135623730951&lambda=1&sets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}_1$`, 37.0/36, 1e-14)),
	algos.NewFixture("lambda-2", "λ = 2", "004: W13, (56)", own, "step=end&topic=ridge&sigma=1.4142135623730951&lambda=2&sets=2",
		algos.Expect("model.exact_bias2", `bias²`, 5.0/16, 1e-14),
		algos.Expect("model.exact_variance", `variance`, 0.5, 1e-14),
		algos.Expect("model.exact_mse", `$\text{MSE}_2$`, 13.0/16, 1e-14)),
	algos.NewFixture("lambda-3", "λ = 3", "004: W13", own, "step=end&topic=ridge&sigma=1.4142135623730951&lambda=3&sets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}_3$`, 0.77, 1e-14),
		algos.Expect("model.best_setting", `$\lambda^*=2\sigma^2/\lVert\theta^*\rVert^2$`, 3.2, 1e-14),
		algos.Expect("model.best_mse", `$\text{MSE}_{\lambda^*}$`, 10.0/13, 1e-14)),
	algos.NewFixture("least-squares", "λ = 0", "004: (40): σ² Tr((XᵀX)⁻¹)", own, "step=end&topic=ridge&sigma=1.4142135623730951&lambda=0&sets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}$`, 2, 1e-14)),
	algos.NewFixture("prediction", "A prediction at 1.5, truth (1, −1), λ = 2", "004: W14: (6.5σ² + λ²/4)/(2 + λ)²", own,
		"step=end&topic=ridge&measure=prediction&sigma=1.4142135623730951&target=1,-1&lambda=2&sets=2",
		algos.Expect("model.exact_mse", `$\text{MSE}$`, 14.0/16, 1e-14),
		algos.Expect("model.best_setting", `$\lambda^* = 3.25\,\sigma^2/\tfrac14$`, 26, 1e-12)),
	algos.NewFixture("divide-n", "n = 5, divided by n", "003: N16: (2n − 1)σ⁴/n²", own, "step=end&topic=variance&n=5&sigma=1&sets=2",
		algos.Expect("model.exact_mean[0]", `$E[\hat\sigma^2]$`, 0.8, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.36, 1e-15)),
	algos.NewFixture("divide-less", "n = 5, divided by n − 1", "003: N16: 2σ⁴/(n − 1)", own, "step=end&topic=variance&n=5&sigma=1&ddof=1&sets=2",
		algos.Expect("model.exact_mean[0]", `$E[\hat\sigma^2]$`, 1, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.5, 1e-15)),
	algos.NewFixture("largest-5", "The largest of five from U(0, 1)", "003: N16: 2θ²/((n + 1)(n + 2))", own, "step=end&topic=maximum&n=5&factor=1&sets=2",
		algos.Expect("model.exact_mean[0]", `$E[\max]$`, 5.0/6, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.047619, 5e-7)),
	algos.NewFixture("largest-20", "The largest of 20", "003: N16", own, "step=end&topic=maximum&n=20&factor=1&sets=2",
		algos.Expect("model.exact_mse", `MSE`, 0.004329, 5e-7)),
	algos.NewFixture("largest-10", "11/10 of the largest of ten", "000: 2B-3: 1/(n(n + 2))", own, "step=end&topic=maximum&n=10&factor=1.1&sets=2",
		algos.Expect("model.exact_variance", `variance`, 1.0/120, 1e-15)),
	algos.NewFixture("shrunk", "0.8 times the mean of ten", "000: 2B-3: 0.064 + 0.04", own, "step=end&topic=shrinkage&n=10&sigma=1&sets=2",
		algos.Expect("model.exact_variance", `variance`, 0.064, 1e-15),
		algos.Expect("model.exact_mse", `MSE`, 0.104, 1e-15)),
	algos.NewFixture("constant", "The mean of five targets", "001: 2B-2: variance 1/5, noise 1", own, "step=end&truth=flat&degree=0&n=5&sigma=1&sets=2",
		algos.Expect("model.exact_variance", `variance`, 0.2, 1e-15),
		algos.Expect("model.exact_error", `error`, 1.2, 1e-15)),
}
