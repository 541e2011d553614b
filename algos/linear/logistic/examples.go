package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// The examples of the lecture notes.
var (
	// fourOnLine is the worked example with x = −2, −1, 1, 2 of fixture N8.
	fourOnLine = dataset.Labelled([3]float64{-2, 0, -1}, [3]float64{-1, 0, 1}, [3]float64{1, 0, -1}, [3]float64{2, 0, 1})
	// softRows are the three samples of the stochastic rule (19), (20): fixture W11.
	softRows = dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, 0, -1}, [3]float64{-1, 1, 1})
	// balanced is the example of balanced residuals: fixture W12.
	balanced = dataset.Labelled([3]float64{0, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, -1}, [3]float64{3, 0, 1})
	// stretched are so far apart that the curvature changes a lot along a Newton
	// step.
	stretched = dataset.Labelled(
		[3]float64{9, 5, -1}, [3]float64{9.6, 5.3, -1}, [3]float64{8.4, 5.6, -1}, [3]float64{9.3, 4.1, -1}, [3]float64{8.7, 4.4, -1},
		[3]float64{52, 0, -1}, [3]float64{52.6, 0.3, -1}, [3]float64{51.4, 0.6, -1}, [3]float64{52.3, -0.9, -1},
		[3]float64{51.7, -0.6, -1}, [3]float64{52.9, -0.3, -1}, [3]float64{51.1, 0, -1},
		[3]float64{-1, 12, 1}, [3]float64{-0.4, 12.3, 1}, [3]float64{-1.6, 12.6, 1}, [3]float64{-0.7, 11.1, 1}, [3]float64{-1.3, 11.4, 1},
		[3]float64{-72, 0, -1}, [3]float64{-71.4, 0.3, -1},
	)
	// touching has a point of each class at the same input between the others.
	touching = dataset.Labelled(
		[3]float64{-2, -1, -1}, [3]float64{-1, 1, -1}, [3]float64{0, -1, -1}, [3]float64{0, 1, -1},
		[3]float64{0, -1, 1}, [3]float64{0, 1, 1}, [3]float64{1, 0, 1}, [3]float64{2, 1, 1},
	)
	// quarters has one +1 in four at x = 0 and three in four at x = 1.
	quarters = dataset.Labelled(
		[3]float64{0, 0, 1}, [3]float64{0, 0, -1}, [3]float64{0, 0, -1}, [3]float64{0, 0, -1},
		[3]float64{1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{1, 0, -1},
	)
	// farOff are two classes that overlap a little, and a point far out on its correct side.
	farOff = dataset.Labelled(
		[3]float64{-1.6, 0.3, -1}, [3]float64{-1.2, -0.8, -1}, [3]float64{-0.9, 0.9, -1}, [3]float64{-0.7, -0.2, -1}, [3]float64{-1.9, -0.5, -1},
		[3]float64{-0.4, 0.6, -1}, [3]float64{-0.5, -1.1, -1}, [3]float64{-1.4, 1.2, -1}, [3]float64{0.3, 0.1, -1}, [3]float64{0.5, -0.5, 1},
		[3]float64{0.8, 0.7, 1}, [3]float64{1.1, -0.9, 1}, [3]float64{1.4, 0.2, 1}, [3]float64{0.6, 1.3, 1}, [3]float64{1.7, 1, 1},
		[3]float64{-0.2, -0.3, 1}, [3]float64{0.9, 0, 1}, [3]float64{1.3, -1.4, 1}, [3]float64{6, 8, 1},
	)
	// tooRight is a line of four points, one of them far out on its correct side.
	tooRight = dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{0, 0, -1}, [3]float64{1, 0, 1}, [3]float64{10, 0, 1})
	// apart are six points of two classes on a line, which a point between them separates.
	apart = dataset.Labelled(
		[3]float64{-2, 0, -1}, [3]float64{-1.2, 0, -1}, [3]float64{-0.5, 0, -1}, [3]float64{0.4, 0, 1}, [3]float64{1.1, 0, 1}, [3]float64{2.2, 0, 1},
	)
	// doubled has inputs with more than one point, of one class and of both.
	doubled = dataset.Labelled(
		[3]float64{1.5390625, -1.6181640625, 1}, [3]float64{1.5390625, -1.6181640625, 1}, [3]float64{1.5390625, -1.6181640625, -1},
		[3]float64{1.9833984375, -1.8916015625, -1}, [3]float64{1.9833984375, -1.8916015625, -1}, [3]float64{1.9833984375, -1.8916015625, 1},
		[3]float64{0.5927734375, 1.970703125, 1}, [3]float64{0.5927734375, 1.970703125, 1}, [3]float64{0.5927734375, 1.970703125, -1},
		[3]float64{1.2490234375, -0.357421875, 1}, [3]float64{1.2490234375, -0.357421875, 1}, [3]float64{1.2490234375, -0.357421875, -1},
		[3]float64{-0.77734375, -1.08984375, -1}, [3]float64{-0.77734375, -1.08984375, -1}, [3]float64{-0.77734375, -1.08984375, 1},
		[3]float64{0.2685546875, -0.0380859375, -1}, [3]float64{0.2685546875, -0.0380859375, -1}, [3]float64{0.2685546875, -0.0380859375, 1},
	)

	cloud   = dataset.Generate("overlap", 200, 1.4, 4)
	overlap = dataset.Generate("overlap", 60, 0.9, 5)
	blobs   = dataset.Generate("blobs", 40, 0.45, 3)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("overlap", "Overlapping blobs, Newton", overlap, "step=4",
		"A handful of Newton steps, each to the minimum of a quadratic approximation; at the optimum the residuals sum to 0."),

	algos.NewPreset("gradient", "Gradient descent", overlap, "step=12&solver=gd",
		"Every step follows the negative gradient, and the steps get smaller and smaller: hundreds, where Newton's method needs six."),

	algos.NewPreset("too-long", "Learning rate above 2/M", overlap, "step=40&solver=gd&eta=0.4&max_iter=200",
		"Above 2/M descent is not guaranteed: the loss oscillates. Lower η until the descent lemma applies."),

	algos.NewPreset("soft", "Soft perceptron: SGD, sample by sample", dataset.Generate("blobs", 40, 1.1, 11), "step=20&solver=sgd&eta=0.3&lambda=0.1&max_iter=400",
		"Every sample is added with the weight 1 − P; the dashed arrow is the perceptron's update, all or nothing."),

	algos.NewPreset("batches", "Mini-batch SGD, learning-rate decay", dataset.Generate("overlap", 80, 0.8, 3),
		"step=end&solver=minibatch&eta=0.5&eta_decay=true&order=shuffle&max_iter=600",
		"The SGD noise around the minimum dies out as the learning rate decays; without decay it persists."),

	algos.NewPreset("separable", "Separable classes: no finite minimiser", blobs, "step=end",
		"θ diverges and the probabilities become a step function; regularisation (λ > 0) restores a minimum."),

	algos.NewPreset("penalty", "Separable with L2 penalty, λ = 1", blobs, "step=end&opens=end&lambda=1",
		"Change λ: large values flatten the sigmoid. The dual value approaches the loss from below."),

	algos.NewPreset("touching", "Quasi-separable classes", touching, "step=end",
		"No line separates all points strictly, yet there is no minimum: all points except the four on the line tend to p = 0 or 1."),

	algos.NewPreset("halving", "Newton step halved by line search", stretched, "step=12&lambda=0.1",
		"Far points have weights p(1 − p) near 0, so the quadratic approximation fails: the full Newton step would increase the loss, and is "+
			"halved."),

	algos.NewPreset("four", "Four points on a line (002)", fourOnLine, "step=8&solver=gd&eta=0.5&labels=01&max_iter=60",
		"Labels 0 and 1 with pencil and paper: the loss is 2.7726, 2.5747, 2.5678, … and θ₁ = 0.5, 0.4154, 0.42."),

	algos.NewPreset("rows", "Three samples in cyclic order (004)", softRows, "step=6&solver=sgd&eta=0.5&order=cyclic&max_iter=30",
		"P = 0.5, then 0.321, then 0.698: each sample is added in proportion to 1 − P."),

	algos.NewPreset("balance", "Residuals balance at the optimum (004)", balanced, "step=end&labels=01",
		"The residuals (−0.204, 0.612, −0.612, 0.204) are orthogonal to every linear function of x, yet their norm is not the smallest possible."),

	algos.NewPreset("squares", "Least squares vs logistic fit (003)", farOff, "step=end&show_ols=true",
		"Drag the far point: it is on the correct side, and logistic regression hardly changes. The least-squares line turns towards it and "+
			"misclassifies others."),

	algos.NewPreset("scaled", "Scaling the parameters (004)", apart, "step=4&scaling=3",
		"Drag s: the boundary stays, the sigmoid becomes a step, and the likelihood rises towards 1 without reaching it."),

	algos.NewPreset("drawn", "Simulated labels (003)", cloud, "step=end&simulate_labels=true&true_w=1.5,-1&true_w0=0.5",
		"Labels are drawn with the probability g(⟨w, x⟩ + w₀) and fitted: θ comes close to w. Drag w, or change the seed."),

	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 80, 0.15, 7), "step=end&lambda=0.1",
		"The decision boundary is linear: the line p = ½ cuts both moons, and the residuals show where."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("n8", "Two gradient steps on four points", "002, lecture 2: N8", fourOnLine, "step=4&solver=gd&eta=0.5",
		algos.Expect("model.loss", "$L$ after two steps", 2.567833, 5e-7),
		algos.Expect("model.theta[0]", "$w$", 0.415424, 5e-7),
		algos.Expect("model.theta0", "$b$", 0, 1e-15)),
	algos.NewFixture("n8-start", "The loss at the start", "closed form: 4 log 2", fourOnLine, "step=0&solver=gd&eta=0.5",
		algos.Expect("metric.loss", "$L$", 4*math.Ln2, 1e-14)),
	algos.NewFixture("w11", "Three SGD steps", "004, handout C: W11", softRows, "step=6&solver=sgd&eta=0.5&order=cyclic",
		algos.Expect("model.theta[0]", `$\theta_1$`, -0.579989, 5e-7),
		algos.Expect("model.theta[1]", `$\theta_2$`, 0.650811, 5e-7),
		algos.Expect("model.theta0", `$\theta_0$`, 0.061221, 5e-7)),
	algos.NewFixture("w12", "Residuals at the optimum", "004, handout C: W12", balanced, "step=end",
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.908184, 5e-7),
		algos.Expect("model.theta0", `$\theta_0$`, -1.362276, 5e-7),
		algos.Expect("model.loss", "$L$", 2.347487, 5e-7),
		algos.Expect("predict[0].p", "$p(0)=-e_1$", 0.20387, 5e-6),
		algos.Expect("predict[1].p", "$p(1)=1-e_2$", 1-0.61161, 5e-6),
		algos.Expect("model.residual_square", `$\lVert e\rVert^2$ at the minimum`, 0.831264, 5e-7)).Predicting([2]float64{0, 0}, [2]float64{1, 0}),
	algos.NewFixture("w12-shorter", "Residuals of smaller norm than at the optimum",
		"004, handout C: W12, other parameters, which a penalty of 0.2303206639 makes those of a minimum", balanced, "step=end&lambda=0.2303206639229191",
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.7247, 1e-9),
		algos.Expect("model.theta0", `$\theta_0$`, -1.08705, 1e-9),
		algos.Expect("model.residual_square", `$\lVert e\rVert^2$, less than 0.831264`, 0.822462, 5e-7)),
	algos.NewFixture("squares", "Least squares with a far point on its correct side", "closed form: the mean of x is 2.5, Σ(x − 2.5)y = 12, Σ(x − 2.5)² = 77",
		tooRight, "step=2&show_ols=true",
		algos.Expect("model.squares[0]", `$\theta_1$ of least squares`, 12./77, 1e-14),
		algos.Expect("model.squares[2]", `$\theta_0$ of least squares`, -30./77, 1e-14),
		algos.Expect("model.squares_errors", "misclassified: $x=1$ is on the wrong side of $x=2.5$", 1, 0)),
	algos.NewFixture("scaled", "Two points, scaled by 3", "closed form: at x = ±1 with θ = (1, 0) the loss is 2 log(1 + e^−s)",
		dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{1, 0, 1}), "step=2&solver=gd&eta=1&scaling=3",
		algos.Expect("model.theta[0]", `$\theta_1$`, 1, 1e-15),
		algos.Expect("model.scaled_loss", `$2\log(1+e^{-3})$`, 2*math.Log1p(math.Exp(-3)), 1e-14)),
	algos.NewFixture("duplicates", "Eighteen points, some at one place", "scikit-learn 1.2.1, LogisticRegression, polished", doubled, "step=end&lambda=1",
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.2916641030005, 1e-11),
		algos.Expect("model.theta[1]", `$\theta_2$`, 0.2411888659188, 1e-11),
		algos.Expect("model.theta0", `$\theta_0$`, -0.1153179400537, 1e-11),
		algos.Expect("model.loss", "$L$", 12.15909705247, 1e-10)),
	algos.NewFixture("duplicates-free", "The same, unregularised", "scikit-learn 1.2.1, LogisticRegression, polished", doubled, "step=end",
		algos.Expect("model.theta[0]", `$\theta_1$`, 0.4063133133172, 1e-11),
		algos.Expect("model.theta[1]", `$\theta_2$`, 0.3039927343324, 1e-11),
		algos.Expect("model.theta0", `$\theta_0$`, -0.1789193313528, 1e-11),
		algos.Expect("model.loss", "$L$", 12.063424199569, 1e-10)),
	algos.NewFixture("two", "Two points with an L2 penalty", "closed form: on x = ±1 the gradient vanishes where λθ = 2/(1 + e^θ), so λ = 2/(1 + e) has θ = 1",
		dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{1, 0, 1}), "step=end&lambda=0.5378828427399902",
		algos.Expect("model.theta[0]", `$\theta_1$`, 1, 1e-12),
		algos.Expect("model.theta0", `$\theta_0$`, 0, 1e-12),
		algos.Expect("model.loss", "$L$", 2*math.Log1p(math.Exp(-1))+1/(1+math.E), 1e-12)),
	algos.NewFixture("shares", "Class frequencies at two inputs",
		"closed form: with frequencies 1/4 at x = 0 and 3/4 at x = 1, θ₁ = 2 log 3 and θ₀ = −log 3", quarters, "step=end",
		algos.Expect("model.theta[0]", `$\theta_1$`, 2*math.Log(3), 1e-12),
		algos.Expect("model.theta0", `$\theta_0$`, -math.Log(3), 1e-12),
		algos.Expect("model.loss", "$L$", 8*math.Log(4)-6*math.Log(3), 1e-12)),
}
