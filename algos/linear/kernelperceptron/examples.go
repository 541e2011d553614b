package kernelperceptron

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

var (
	// corners is XOR on four points, in the order of the notes' inventory.
	corners = dataset.Labelled([3]float64{1, 1, 1}, [3]float64{-1, -1, 1}, [3]float64{1, -1, -1}, [3]float64{-1, 1, -1})
	moons   = dataset.Generate("moons", 60, 0.12, 7)
	// twoCircles are the 56 points of a reference run.
	twoCircles = dataset.Labelled(
		[3]float64{0.96875, 0.2109375, -1}, [3]float64{2.0751953125, 0.693359375, 1}, [3]float64{1.0927734375, 0.5791015625, -1},
		[3]float64{1.990234375, 0.771484375, 1}, [3]float64{0.8173828125, 0.60546875, -1}, [3]float64{1.9619140625, 1.166015625, 1},
		[3]float64{0.5810546875, 0.833984375, -1}, [3]float64{1.3623046875, 1.775390625, 1}, [3]float64{0.3701171875, 0.9931640625, -1},
		[3]float64{1.21875, 2.0888671875, 1}, [3]float64{0.4267578125, 1.1689453125, -1}, [3]float64{0.724609375, 2.1953125, 1},
		[3]float64{-0.029296875, 0.828125, -1}, [3]float64{0.232421875, 1.962890625, 1}, [3]float64{-0.21875, 0.814453125, -1},
		[3]float64{-0.3623046875, 2.2353515625, 1}, [3]float64{-0.47265625, 1.0947265625, -1}, [3]float64{-0.7978515625, 1.9658203125, 1},
		[3]float64{-0.2998046875, 0.798828125, -1}, [3]float64{-1.4853515625, 2.0263671875, 1}, [3]float64{-0.5048828125, 0.7197265625, -1},
		[3]float64{-1.6533203125, 1.6240234375, 1}, [3]float64{-0.8720703125, 0.66796875, -1}, [3]float64{-1.990234375, 1.12890625, 1},
		[3]float64{-0.8955078125, 0.1904296875, -1}, [3]float64{-2.0556640625, 0.7724609375, 1}, [3]float64{-1.2626953125, 0.158203125, -1},
		[3]float64{-1.87109375, 0.1728515625, 1}, [3]float64{-0.904296875, 0.1689453125, -1}, [3]float64{-1.99609375, -0.345703125, 1},
		[3]float64{-0.4208984375, -0.5341796875, -1}, [3]float64{-2.099609375, -0.9072265625, 1}, [3]float64{-0.703125, -0.9033203125, -1},
		[3]float64{-1.546875, -1.30859375, 1}, [3]float64{-0.7255859375, -0.7333984375, -1}, [3]float64{-1.3720703125, -1.4541015625, 1},
		[3]float64{-0.439453125, -0.927734375, -1}, [3]float64{-1.0185546875, -2.2041015625, 1}, [3]float64{-0.2607421875, -0.958984375, -1},
		[3]float64{-0.6904296875, -2.271484375, 1}, [3]float64{-0.3046875, -1.1298828125, -1}, [3]float64{-0.1328125, -2.185546875, 1},
		[3]float64{0.392578125, -0.8583984375, -1}, [3]float64{0.615234375, -2.533203125, 1}, [3]float64{0.470703125, -0.865234375, -1},
		[3]float64{0.9365234375, -2.2470703125, 1}, [3]float64{0.3291015625, -0.9453125, -1}, [3]float64{1.3271484375, -1.74609375, 1},
		[3]float64{0.9384765625, -0.5087890625, -1}, [3]float64{1.7470703125, -1.3740234375, 1}, [3]float64{0.80078125, -0.625, -1},
		[3]float64{1.8427734375, -1.048828125, 1}, [3]float64{1.32421875, -0.5185546875, -1}, [3]float64{2.119140625, -0.8818359375, 1},
		[3]float64{1.2216796875, 0.0400390625, -1}, [3]float64{2.19140625, -0.4345703125, 1},
	)
)

// presets are shown in this order; the first uses all defaults.
var presets = []algos.Preset{
	algos.NewPreset("circles", "A ring: (x·z + 1)²", dataset.Generate("circles", 60, 0.15, 2), "step=end",
		"A conic separates the circles. Left with the kernel, right with the six explicit features: the same mistakes, the same decision boundary."),

	algos.NewPreset("xor", "XOR by (x·z)² (003)", corners, "step=5&kernel=poly&coef0=0",
		"Two mistakes, on x₁ and x₃, give f = 4x₁x₂: only the weight of x₁x₂ is not 0."),

	algos.NewPreset("xor-linear", "XOR without a kernel", corners, "step=end&kernel=linear&max_epochs=20",
		"Four mistakes per epoch, without convergence: opposite corners are not linearly separable, with a certificate."),

	algos.NewPreset("xor-noisy", "XOR by (x·z + 1)²", dataset.Generate("xor", 60, 0.02, 4), "step=end&opens=end&kernel=poly&max_epochs=60",
		"Hyperbolas separate the classes if each quadrant has one label. Drag a point into another quadrant."),

	algos.NewPreset("moons", "Two moons by a cubic kernel", moons, "step=end&kernel=poly&degree=3",
		"Ten explicit features in the plane. In n dimensions the notes count nᵈ products; the kernel computes none of them."),

	algos.NewPreset("moons-rbf", "Two moons by the Gaussian kernel", moons, "step=end&kernel=rbf&gamma=1",
		"Infinitely many features, yet the margin in feature space is computed, and with it the mistake bound."),

	algos.NewPreset("spirals", "Spirals", dataset.Generate("spirals", 120, 0.08, 4), "step=end&kernel=rbf&gamma=4",
		"Few mistakes suffice; samples without a ring (α = 0) could be discarded."),

	algos.NewPreset("overlap", "Overlap in ten dimensions", dataset.Generate("overlap", 60, 0.9, 5), "step=end&kernel=poly&degree=3&gamma=0.5&max_epochs=30",
		"No cubic separates these classes: every epoch has new mistakes, and α grows without bound."),

	algos.NewPreset("narrow", "Barely separable", dataset.Generate("overlap", 40, 0.9, 5), "step=end&kernel=rbf&gamma=0.5&max_epochs=40",
		"A Gaussian kernel separates any distinct points, but the margin may be tiny, which makes the bound vacuous."),

	algos.NewPreset("contradiction", "Same point, conflicting labels",
		dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{0, 0.5, -1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0, 1}), "step=end&kernel=rbf&gamma=1&max_epochs=10",
		"The second and third points coincide, with different labels: no kernel separates them, and the certificate has weight ½ on each."),

	algos.NewPreset("sigmoid", "Not a valid kernel (not PSD)", dataset.Generate("blobs", 40, 0.6, 3), "step=end&kernel=sigmoid&gamma=1&coef0=-1&max_epochs=30",
		"tanh is not positive semi-definite: no feature space, no R and no γ, so no bound."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("xor", "XOR by (x·z)²", "003, kernels: N9", corners, "step=end&kernel=poly&coef0=0",
		algos.Expect("model.mistakes", "mistakes", 2, 0),
		algos.Expect("model.alpha[0]", `$\alpha_1$`, 1, 0),
		algos.Expect("model.alpha[2]", `$\alpha_3$`, 1, 0),
		algos.Expect("predict[0].score", `$f(\frac{1}{2},3)=4\cdot\frac{1}{2}\cdot 3$`, 6, 0),
		algos.Expect("predict[1].score", `$f(-1,2)=4\cdot(-1)\cdot 2$`, -8, 0),
		algos.Expect("model.feature_mistakes", "mistakes with explicit features", 2, 0),
		algos.Expect("model.weights[1]", `$\theta$ of $\sqrt{2}x_1x_2$`, 4/math.Sqrt2, 1e-15),
		algos.Expect("metric.bound", `$(R/\gamma)^2=4/2$`, 2, 1e-9)).Predicting([2]float64{0.5, 3}, [2]float64{-1, 2}),
	algos.NewFixture("xor-linear", "XOR without a kernel", "003, kernels: N9 (never converges), by hand: four mistakes a pass",
		corners, "step=end&kernel=linear&max_epochs=20",
		algos.Expect("model.mistakes", "mistakes in 20 epochs", 80, 0),
		algos.Expect("model.converged", "converged", 0, 0),
		algos.Expect("model.separable", "separable", 0, 0)),
	algos.NewFixture("product", "(x·z + 3)² at (1, 2) and (3, −1)", "003, kernels: N9; the printed map, without its cross terms, gives 28",
		dataset.Labelled([3]float64{3, -1, 1}), "step=end&kernel=poly&coef0=3",
		algos.Expect("predict[0].score", `$k$`, 16, 0)).Predicting([2]float64{1, 2}),
	algos.NewFixture("gaussian", "Two points, Gaussian kernel", "closed form",
		dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 0, -1}), "step=end&kernel=rbf&gamma=1",
		algos.Expect("model.mistakes", "mistakes", 2, 0),
		algos.Expect("metric.bound", `$(R/\gamma)^2=2/(1-e^{-1})$`, 2/(1-math.Exp(-1)), 1e-9),
		algos.Expect("predict[0].score", `$f(\frac{1}{2},0)$`, 0, 0),
		algos.Expect("predict[1].score", `$f(0,0)=1-e^{-1}$`, 1-math.Exp(-1), 1e-15),
		algos.Expect("metric.norm2", `$\lVert w\rVert^2=2-2e^{-1}$`, 2-2*math.Exp(-1), 1e-15)).Predicting([2]float64{0.5, 0}, [2]float64{0, 0}),
	algos.NewFixture("circles", "Two circles by (x·z + 1)²", "recomputed in exact fractions with Python 3.11.7",
		twoCircles, "step=end&max_epochs=5",
		algos.Expect("model.mistakes", "mistakes", 29, 0),
		algos.Expect("model.passes", "epochs", 5, 0),
		algos.Expect("model.alpha[2]", `$\alpha_{3}$`, 3, 0),
		algos.Expect("model.alpha[52]", `$\alpha_{53}$`, 4, 0),
		algos.Expect("predict[0].score", "$f$ at the first point", 57.9783203145, 1e-9),
		algos.Expect("predict[1].score", "$f$ at the second point", -12.8820135191, 1e-9)).Predicting([2]float64{-2.59375, -3.03125}, [2]float64{0.34375, 0.171875}),
}
