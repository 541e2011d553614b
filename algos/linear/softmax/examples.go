package softmax

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// iris are 150 irises of three species: the lengths of sepal and petal in cm
// (E. Anderson 1935, R. A. Fisher 1936).
func iris() dataset.Source {
	return dataset.Explicit(dataset.Embedded(files, "iris.csv", dataset.Classes))
}

var (
	blobs = dataset.Generate("blobs3", 90, 1, 4)
	// balanced is the two-class example of 004, as in the demo of logistic
	// regression.
	balanced = dataset.Classed([3]float64{0, 0, 0}, [3]float64{1, 0, 1}, [3]float64{2, 0, 0}, [3]float64{3, 0, 1})
	// shares has three, two and one point of three classes, all at one place.
	shares = dataset.Classed([3]float64{1, 2, 0}, [3]float64{1, 2, 0}, [3]float64{1, 2, 0}, [3]float64{1, 2, 1}, [3]float64{1, 2, 1}, [3]float64{1, 2, 2})
	// square has a class at each corner, with a stray point for each.
	square = dataset.Classed(
		[3]float64{-1, -1, 0}, [3]float64{-1.4, -0.8, 0}, [3]float64{-0.6, -1.3, 0}, [3]float64{0.9, 0.8, 0},
		[3]float64{1, -1, 1}, [3]float64{1.3, -0.7, 1}, [3]float64{0.7, -1.4, 1}, [3]float64{-0.8, 1, 1},
		[3]float64{1, 1, 2}, [3]float64{1.4, 0.7, 2}, [3]float64{0.6, 1.3, 2}, [3]float64{-0.9, -0.9, 2},
		[3]float64{-1, 1, 3}, [3]float64{-1.2, 0.6, 3}, [3]float64{-0.7, 1.4, 3}, [3]float64{0.8, -1.1, 3},
	)
	// sectors are three classes in sectors of 120°: no line sets one apart from
	// the others, and yet three linear scores tell them apart.
	sectors = dataset.Classed(
		[3]float64{0.35, 0.2, 0}, [3]float64{1.83, -0.81, 0}, [3]float64{2, 0.1, 0},
		[3]float64{1.73, 1, 0}, [3]float64{1.09, 1.68, 0}, [3]float64{0.21, 1.99, 0},
		[3]float64{-0.35, 0.2, 1}, [3]float64{-0.21, 1.99, 1}, [3]float64{-1.09, 1.68, 1},
		[3]float64{-1.73, 1, 1}, [3]float64{-2, 0.1, 1}, [3]float64{-1.83, -0.81, 1},
		[3]float64{0, -0.4, 2}, [3]float64{-1.62, -1.18, 2}, [3]float64{-0.91, -1.78, 2},
		[3]float64{0, -2, 2}, [3]float64{0.91, -1.78, 2}, [3]float64{1.62, -1.18, 2},
	)
)

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("blobs", "Three overlapping blobs, Newton", blobs, "step=4",
		"Three linear decision boundaries meet in a point; the weight vectors sum to 0, and the simplex shows the class probabilities of every "+
			"point."),

	algos.NewPreset("gradient", "Gradient descent", blobs, "step=20&solver=gd&eta=0.012",
		"Each class moves its weight vector towards its own points; the paths bend where the classes start to compete."),

	algos.NewPreset("iris", "Fisher's irises", iris(), "step=end&lambda=0.1",
		"Setosa is well separated; only the boundary between the other two species is uncertain."),

	algos.NewPreset("rows", "SGD, one sample per step", dataset.Generate("blobs3", 60, 0.9, 2), "step=20&solver=sgd&eta=0.2&lambda=0.1&max_iter=400",
		"The sample drawn moves the weight vector of its true class towards itself and pushes the others away by their probabilities."),

	algos.NewPreset("batches", "Mini-batch SGD, learning-rate decay", blobs,
		"step=end&solver=minibatch&eta=0.1&eta_decay=true&order=shuffle&lambda=0.5&max_iter=600",
		"The SGD noise in the weights dies out as the learning rate decays."),

	algos.NewPreset("reference", "Reference class, K − 1 vectors (004)", blobs, "step=end&parametrization=reference-first",
		"Without a penalty the probabilities are those of K vectors; raise λ, and the reference class is treated differently."),

	algos.NewPreset("last", "Last class as reference, λ = 5 (003)", blobs, "step=end&parametrization=reference-last&lambda=5",
		"Change the reference class: the decision boundaries move, because the penalty is different."),

	algos.NewPreset("two", "K = 2: logistic regression", balanced, "step=end",
		"The guarantees compare it with logistic regression: w₁ − w₀ is its θ."),

	algos.NewPreset("four", "Four corners", square, "step=end&lambda=0.2",
		"Four weight vectors point to the four corners; mislabelled points keep the probabilities away from 1."),

	algos.NewPreset("separable", "Separable classes: no finite minimiser", dataset.Generate("blobs3", 60, 0.3, 4), "step=end",
		"One class is linearly separable from the rest, so its weights diverge; λ > 0 restores a minimum."),

	algos.NewPreset("sectors", "Three sectors", sectors, "step=end",
		"No class is linearly separable from the other two, yet three linear scores separate all three: no minimum, as the run detects."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("iris", "Fisher's irises with λ = 1", "scikit-learn 1.2.1, LogisticRegression(multi_class=multinomial), polished",
		iris(), "step=end&lambda=1",
		algos.Expect("model.loss", "$L$", 35.58709038809, 1e-9),
		algos.Expect("model.weights[0][0]", `$w_{0,1}$`, -0.274760068893, 1e-9),
		algos.Expect("model.weights[1][1]", `$w_{1,2}$`, -0.434070433276, 1e-9),
		algos.Expect("model.weights[2][1]", `$w_{2,2}$`, 3.5394801919, 1e-9),
		algos.Expect("model.bias[0]", "$b_0$", 12.5375899187, 1e-8),
		algos.Expect("model.bias[2]", "$b_2$", -13.7593166974, 1e-8)),
	algos.NewFixture("shares", "Six points at one input", "closed form: the probabilities are the shares ½, ⅓ and ⅙, and b_k = log n_k less their mean",
		shares, "step=end&tol=1e-13",
		algos.Expect("predict[0].p[0]", "$p_0$", 1./2, 1e-12),
		algos.Expect("predict[0].p[1]", "$p_1$", 1./3, 1e-12),
		algos.Expect("predict[0].p[2]", "$p_2$", 1./6, 1e-12),
		algos.Expect("model.bias[0]", "$b_0$", math.Log(3)-math.Log(6)/3, 1e-12),
		algos.Expect("model.loss", "$L$", 6*math.Log(6)-3*math.Log(3)-2*math.Log(2), 1e-12)).Predicting([2]float64{1, 2}),
	algos.NewFixture("n9", "Two classes with the scores 2 and 1", "002, lecture 2: N9, P = 0.7310586; λ = 2/(1 + e) makes the scores differ by 1 at x = 1",
		dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{1, 0, 1}), "step=end&lambda=0.5378828427399902&parametrization=reference-first",
		algos.Expect("predict[0].p[1]", "$P(y=1)$", 0.7310586, 5e-8),
		algos.Expect("model.weights[1][0]", "$w_1-w_0$", 1, 1e-12)).Predicting([2]float64{1, 0}),
	algos.NewFixture("n17", "Three classes with the scores 1, 0 and the reference's 0",
		"003: N17, (.576117, .211942, .211942); one gradient step from 0 gives these scores at (2, 1)",
		dataset.Classed([3]float64{1, 0, 0}, [3]float64{0, 1, 1}, [3]float64{0, 0, 2}), "step=2&solver=gd&eta=1&parametrization=reference-last",
		algos.Expect("predict[0].p[0]", "$p_1$ of the score 1", 0.576117, 5e-7),
		algos.Expect("predict[0].p[1]", "$p_2$ of the score 0", 0.211942, 5e-7),
		algos.Expect("predict[0].p[2]", "$p_3$ of the reference", 0.211942, 5e-7)).Predicting([2]float64{2, 1}),
	algos.NewFixture("w12", "K = 2: logistic regression", "004, handout C: W12, with w₁ = −w₀ = θ/2",
		balanced, "step=end",
		algos.Expect("model.weights[1][0]", `$\theta/2$`, 0.908184/2, 5e-7),
		algos.Expect("model.bias[0]", `$-\theta_0/2$`, 1.362276/2, 5e-7),
		algos.Expect("model.loss", "$L$", 2.347487, 5e-7)),
	algos.NewFixture("first-step", "One gradient step", "closed form: from 0, w_k = η Σ ([k = y] − ⅓) x",
		dataset.Classed([3]float64{1, 0, 0}, [3]float64{0, 1, 1}, [3]float64{2, 2, 2}), "step=2&solver=gd&eta=0.3",
		algos.Expect("model.weights[0][0]", "$w_{0,1}$", 0, 1e-15),
		algos.Expect("model.weights[1][1]", "$w_{1,2}$", 0, 1e-15),
		algos.Expect("model.weights[2][0]", "$w_{2,1}$", 0.3*(4./3-1./3), 1e-15),
		algos.Expect("model.bias[2]", "$b_2$", 0, 1e-15)),
}
