package bagging

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/sheet"
)

// presets are named recipes; the first has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 80, 0.3, 1), "step=20",
		"Ten trees on ten bootstrap samples: each decision boundary is irregular, and that of the ensemble is smoother."),

	algos.NewPreset("overlap", "Overlapping blobs: compare boosting", dataset.Generate("overlap", 60, 0.9, 5), "step=end&n_estimators=100",
		"AdaBoost overfits these outliers; so does bagging on the training set, but the OOB error reveals it."),

	algos.NewPreset("five", "Five samples", dataset.Labelled(
		[3]float64{0, 0, -1}, [3]float64{1, 0.5, -1}, [3]float64{2, 1, 1}, [3]float64{3, 0.2, 1}, [3]float64{4, 0.8, 1}),
		"step=2&n_estimators=50", "A given sample is out-of-bag with probability 0.32768: five draws from five samples miss it."),

	algos.NewPreset("ten", "Ten points with alternating classes", turns(10), "step=end&n_estimators=50",
		"Trees that did not train on a point predict its neighbours' class: the OOB error is 1, the training error 0."),

	algos.NewPreset("shallow", "Depth-2 trees, soft voting", dataset.Generate("circles", 100, 0.3, 3), "step=end&n_estimators=50&max_depth=2&voting=soft",
		"The leaves are impure, so soft voting averages class proportions: a smoother decision boundary than hard voting."),

	algos.NewPreset("three", "Three classes", dataset.Generate("blobs3", 90, 0.9, 2), "step=end&n_estimators=30", "The majority class of the votes is "+
		"predicted."),
	algos.NewPreset("twins", "Same point, conflicting labels", twins, "step=end&n_estimators=40&opens=6",
		"Two samples coincide, with different labels: each tree predicts the one with the larger count in its bootstrap sample."),

	algos.NewPreset("iris", "Iris: three species, four features", sheet.Iris(), "step=20&x_feature=3&y_feature=4&n_estimators=50",
		"A table with four features: the scatter plot shows two of them, the other panels all."),

	algos.NewPreset("cars", "Fuel economy of 32 cars", sheet.Cars(), "step=end&n_estimators=100&opens=20",
		"Regression trees: the ensemble predicts their mean, and each car has an OOB prediction."),

	algos.NewPreset("sine", "Regression on a noisy sine", sine, "step=end&n_estimators=25&opens=10",
		"Each tree fits the noise of its bootstrap sample. The bold mean of the faint fits varies less."),
}

// sine is forty points on a line, with values.
var sine = dataset.Generate("sine", 40, 0.3, 1)

// turns are n points along a line whose classes alternate.
func turns(n int) dataset.Source {
	var rows [][3]float64
	for i := range n {
		rows = append(rows, [3]float64{float64(i), 0, float64(2*(i%2) - 1)})
	}
	return dataset.Labelled(rows...)
}

// twins are two clusters and a place between them that has both labels.
var twins = dataset.Labelled(
	[3]float64{-2, 0, -1}, [3]float64{-1.6, 0.7, -1}, [3]float64{-1.4, -0.6, -1}, [3]float64{-1, 0.2, -1},
	[3]float64{2, 0.1, 1}, [3]float64{1.5, 0.8, 1}, [3]float64{1.3, -0.7, 1}, [3]float64{1, 0, 1},
	[3]float64{0, 0, -1}, [3]float64{0, 0, 1})

// fixtures are numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	missed(5, 0.32768, "002: N21", turns(5)),
	missed(10, 0.348678, "002: N21; 001: 2B-8", turns(10)),
	missed(50, 0.36417, "002: N21", dataset.Generate("moons", 50, 0.3, 1)),
	missed(100, 0.366032, "001: 2B-8", dataset.Generate("moons", 100, 0.3, 1)),
	missed(1000, 0.367695, "002: N21; 001: 2B-8", dataset.Generate("moons", 1000, 0.3, 1)),
	algos.NewFixture("line", "Mean of 25 trees on a line", "every threshold of every tree, by brute force", sine, "step=end&n_estimators=25&seed=1",
		algos.Expect("predict[0].y", `$f(-2)$`, 0.053116, 1e-12),
		algos.Expect("predict[1].y", `$f(0)$`, -0.185332, 1e-12),
		algos.Expect("predict[2].y", `$f(1)$`, 0.95992, 1e-12),
		algos.Expect("model.oob_mse", "out-of-bag error", 0.169754238148698, 1e-12)).
		Predicting([2]float64{-2}, [2]float64{0}, [2]float64{1}),
	algos.NewFixture("limit", "OOB fraction for large n", "001, §9.2: 36.8 %; closed form e⁻¹", turns(10), "step=end&n_estimators=1",
		algos.Expect("model.out_limit", `$e^{-1}$`, math.Exp(-1), 1e-16)),
}

// missed is the probability that one of n samples is not drawn; the notes have six digits.
func missed(n int, want float64, source string, data dataset.Source) algos.Fixture {
	id := map[int]string{5: "miss-5", 10: "miss-10", 50: "miss-50", 100: "miss-100", 1000: "miss-1000"}[n]
	titles := map[int]string{
		5: "OOB fraction for n = 5", 10: "OOB fraction for n = 10", 50: "OOB fraction for n = 50",
		100: "OOB fraction for n = 100", 1000: "OOB fraction for n = 1000",
	}
	return algos.NewFixture(id, titles[n], source, data, "step=1&n_estimators=1", algos.Expect("model.out_expected", `$(1-1/n)^n$`, want, 5e-6))
}
