package svmloocv

import (
	"playground/algos"
	"playground/algos/dataset"
)

// The examples of the lecture notes.
var (
	// fourPoints is the example of 004, handout B, with ε = ½.
	fourPoints = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, 0, -1})
	// triple is the textbook triple of 002.
	triple = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1})
	// corners is XOR on four points.
	corners = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{-1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{1, 1, -1})
	// resting are two points that hold the line, and a third one, x₅, that lies on
	// the margin with α = 0: no other α gives θ = (1, 0).
	resting = dataset.Labelled(
		[3]float64{0, 0, -1}, [3]float64{-1, 0.5, -1}, [3]float64{-0.8, -1, -1},
		[3]float64{2, 0, 1}, [3]float64{2, 1, 1}, [3]float64{3, -0.5, 1}, [3]float64{2.6, 0.4, 1},
	)
	// fivePoints lie on a line, one of them on the wrong side.
	fivePoints = dataset.Labelled([3]float64{-2, 0, -1}, [3]float64{-1, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}, [3]float64{-1.5, 0, 1})
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 40, 0.2, 7), "step=20",
		"x₁₀ is right as long as it is in, and wrong once it is left out. Step on: points without a ring change nothing."),

	algos.NewPreset("four-points", "Four points, ε = ½ (004 B)", fourPoints, "step=end&kernel=linear&hard_margin=true",
		"Three support vectors, three errors, and x₂ is right: 3/4 = N/n, the bound cannot be improved."),

	algos.NewPreset("blobs", "Separable blobs", dataset.Generate("blobs", 30, 0.45, 3), "step=end&kernel=linear&hard_margin=true",
		"Two or three support vectors among 30 points: at most a tenth of the points can be missed."),

	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 50, 0.9, 5), "step=end&kernel=linear",
		"With slacks most points near the boundary are support vectors: the bound is far above the error."),

	algos.NewPreset("islands", "γ far too large", dataset.Generate("moons", 40, 0.2, 7), "step=end&kernel=rbf&gamma=60&C=10",
		"No training error, yet nearly every point is a support vector, and many are missed when they are left out: overfitting seen without a test set."),

	algos.NewPreset("xor-noisy", "XOR, noisy", dataset.Generate("xor", 40, 0.1, 6), "step=end&kernel=poly&gamma=1&degree=2&C=5",
		"A conic of degree 2 has few support vectors here; raise the degree and compare."),

	algos.NewPreset("xor", "XOR by (1 + x·z)² (004 G)", corners, "step=end&kernel=poly&gamma=1&degree=2&hard_margin=true",
		"All four are support vectors, and three corners say nothing about the fourth: 4/4."),

	algos.NewPreset("triple", "The textbook triple (002)", triple, "step=end&kernel=linear&hard_margin=true",
		"x₃ is the only one of its class: without it θ = 0 and every point gets the label +1."),

	algos.NewPreset("resting", "On the margin, yet not needed", resting, "step=end&kernel=linear&hard_margin=true",
		"x₅ lies exactly on the margin, and the notes call it a support vector; but its α is 0, and it can go like any other."),

	algos.NewPreset("no-free", "No free support vector (000)", fivePoints, "step=end&kernel=linear&C=0.1",
		"All support vectors are at C, so θ₀ is a matter of choice: the proposition does not apply, and the checks say why."),

	algos.NewPreset("sigmoid", "A kernel that is none", dataset.Generate("overlap", 30, 0.7, 2), "step=end&kernel=sigmoid&gamma=1&coef0=-1&C=10",
		"tanh is not positive semi-definite: a refit may find another optimum, and nothing is promised."),

	algos.NewPreset("impossible", "Hard margin, inseparable", dataset.Generate("overlap", 30, 0.9, 5), "step=end&kernel=linear&hard_margin=true",
		"No line separates these points: there is no classifier to leave anything out of."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("four-points", "Four points, hard margin: the bound is tight", "004, handout B: W8, refits solved by hand",
		fourPoints, "step=end&kernel=linear&hard_margin=true&tol=1e-12",
		algos.Expect("model.loocv", "LOOCV", 0.75, 0),
		algos.Expect("model.bound", "$N/n$", 0.75, 0),
		algos.Expect("model.errors[0]", "first error, row", 0, 0),
		algos.Expect("model.errors[1]", "second error, row", 2, 0),
		algos.Expect("model.errors[2]", "third error, row", 3, 0),
		algos.Expect("model.scores[0]", `$f^{-1}(x_1)$ with $\theta = (0, 4)$, $\theta_0 = -1$`, -1, 1e-11),
		algos.Expect("model.scores[2]", `$f^{-3}(x_3)$ with $\theta = (-2, 0)$, $\theta_0 = 1$`, -1, 1e-11),
		algos.Expect("model.scores[3]", `$f^{-4}(x_4)$: one class is left`, 1, 1e-12),
		algos.Expect("model.alpha[3]", `$\alpha_4$ of all points`, 10, 1e-10),
		algos.Expect("model.dual_alone", `optimum of $x_1, x_3, x_4$ alone`, 10, 1e-10)),
	algos.NewFixture("triple", "The textbook triple", "002, N10, and refits of two points: θ = 2d/‖d‖²", triple, "step=end&kernel=linear&hard_margin=true&tol=1e-12",
		algos.Expect("model.loocv", "LOOCV: only x₃ is missed", 1.0/3, 1e-15),
		algos.Expect("model.bound", "$N/n$", 2.0/3, 1e-15),
		algos.Expect("model.scores[0]", `$f^{-1}(x_1) = 2\langle d, x_1 - m\rangle/\lVert d\rVert^2$, $d = (3, 2)$`, 7.0/13, 1e-11),
		algos.Expect("model.scores[1]", `$f^{-2}(x_2)$ is $f(x_2)$`, 1.5, 1e-11),
		algos.Expect("model.scores[2]", `$f^{-3}(x_3)$: one class is left`, 1, 1e-12)),
	algos.NewFixture("xor", "XOR by (1 + x·z)²: three corners", "004, handout G: W28; by symmetry, KKT conditions solved by hand",
		corners, "step=end&kernel=poly&gamma=1&degree=2&hard_margin=true&tol=1e-12",
		algos.Expect("model.loocv", "LOOCV", 1, 0),
		algos.Expect("model.bound", "$N/n$", 1, 0),
		algos.Expect("model.scores[0]", `$f^{-1}(x_1) = \theta_0$ with $\alpha = (-, \frac{1}{12}, \frac{1}{12}, \frac{1}{6})$`, 1.0/3, 1e-11),
		algos.Expect("model.dual", "dual of all points", 0.25, 1e-11)),
	algos.NewFixture("resting", "A point on the margin with α = 0", "004, handout B: proposition 1, KKT conditions solved by hand",
		resting, "step=end&kernel=linear&hard_margin=true&tol=1e-12",
		algos.Expect("model.loocv", "LOOCV", 0, 0),
		algos.Expect("model.bound", "$N/n$ with $N = 2$", 2.0/7, 1e-15),
		algos.Expect("model.alpha[3]", `$\alpha_4$`, 0.5, 1e-11),
		algos.Expect("model.alpha[4]", `$\alpha_5$, though $f(x_5) = 1$`, 0, 1e-11),
		algos.Expect("predict[0].score", `$f(x_5)$`, 1, 1e-11),
		algos.Expect("model.scores[4]", `$f^{-5}(x_5)$`, 1, 1e-11)).Predicting([2]float64{2, 1}),
}
