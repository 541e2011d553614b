package randomforest

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/ensembles/internal/sheet"
)

// presets are named recipes; the first has the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 80, 0.3, 1), "step=20",
		"Every split uses one random feature of two: the trees are noisier than bagged trees, and less correlated."),

	algos.NewPreset("bagged", "All features: bagging", dataset.Generate("moons", 80, 0.3, 1), "step=end&max_features=2&opens=20",
		"With all features at every split, only the bootstrap samples are random."),

	algos.NewPreset("per-tree", "Random subspace per tree", dataset.Generate("moons", 80, 0.3, 1), "step=end&feature_sampling=tree&opens=20",
		"One of two features for the whole tree: every tree splits on x₁ alone, or on x₂ alone."),

	algos.NewPreset("rotated", "With sums and differences as features", dataset.Generate("xor", 100, 0.3, 3),
		"step=end&feature_set=linear-combinations&max_features=2&feature_sampling=tree&opens=20",
		"Two of four features for every tree: the trees with a useful pair decide the vote."),

	algos.NewPreset("products", "With squares and products as features", dataset.Generate("circles", 100, 0.3, 3),
		"step=end&feature_set=products&max_features=2&opens=20",
		"A ring is a threshold of x₁² + x₂²: which features have the largest importance?"),

	algos.NewPreset("noise", "With four noise features", dataset.Generate("moons", 100, 0.2, 1),
		"step=end&feature_set=noise&max_features=2&n_estimators=50&opens=20",
		"Permuting a noise feature does not increase the error: its permutation importance is about 0."),

	algos.NewPreset("three", "Three classes", dataset.Generate("blobs3", 90, 0.9, 2), "step=end&n_estimators=30&opens=20", "The majority class of the "+
		"votes is predicted."),
	algos.NewPreset("iris", "Iris: three species, four features", sheet.Iris(), "step=20&x_feature=3&y_feature=4&n_estimators=50&max_features=2",
		"Every split considers two of four features. Which feature is most important?"),

	algos.NewPreset("cars", "Fuel economy of 32 cars", sheet.Cars(), "step=end&n_estimators=100&max_features=3&opens=20",
		"Regression with ten features, three per split. Horsepower and weight are the most important."),
}

// layers are points in two samples, one for each class.
func layers(n int) dataset.Source {
	var rows [][3]float64
	for i := range n {
		y := float64(2*(i%2) - 1)
		rows = append(rows, [3]float64{float64(i * 7 % n), y * (1 + float64(i*5%n)/float64(n)), y})
	}
	return dataset.Labelled(rows...)
}

// fixtures are numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("miss-10", "OOB fraction for n = 10", "002: N21; 001: 2B-8", layers(10), "step=1&n_estimators=1",
		algos.Expect("model.out_expected", `$(1-1/n)^n$`, 0.348678, 5e-7)),
	algos.NewFixture("miss-50", "OOB fraction for n = 50", "002: N21", layers(50), "step=1&n_estimators=1",
		algos.Expect("model.out_expected", `$(1-1/n)^n$`, 0.36417, 5e-6)),
	algos.NewFixture("limit", "OOB fraction for large n", "001, §9.2: 36.8 %; closed form e⁻¹", layers(10), "step=end&n_estimators=1",
		algos.Expect("model.out_limit", `$e^{-1}$`, math.Exp(-1), 1e-16)),
}
