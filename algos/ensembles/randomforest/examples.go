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
		"Every split looks at one column of the two, drawn anew: the trees are raggeder than bagged ones, and less alike."),

	algos.NewPreset("bagged", "All columns: bagging", dataset.Generate("moons", 80, 0.3, 1), "step=end&features=2&opens=20",
		"With as many columns as there are nothing is left to chance but the rows."),

	algos.NewPreset("per-tree", "Columns for the whole tree (notes)", dataset.Generate("moons", 80, 0.3, 1), "step=end&per=tree&opens=20",
		"One column of two for the whole tree: every tree sees left and right alone, or low and high alone."),

	algos.NewPreset("rotated", "With sums and differences", dataset.Generate("xor", 100, 0.3, 3), "step=end&columns=rotated&features=2&per=tree&opens=20",
		"Two columns of four for every tree: those with a useful pair carry the vote."),

	algos.NewPreset("products", "With squares and products", dataset.Generate("circles", 100, 0.3, 3), "step=end&columns=products&features=2&opens=20",
		"A ring is a threshold of x₁² + x₂²: which columns does the forest miss most?"),

	algos.NewPreset("noise", "With four columns of noise", dataset.Generate("moons", 100, 0.2, 1), "step=end&columns=noise&features=2&members=50&opens=20",
		"Shuffling a column of noise costs nothing: importance by permutation tells it from the others."),

	algos.NewPreset("three", "Three classes", dataset.Generate("blobs3", 90, 0.9, 2), "step=end&members=30&opens=20", "The class with the most votes wins."),
	algos.NewPreset("iris", "Three species by four lengths", sheet.Iris(), "step=20&show_x=3&show_y=4&members=50&features=2",
		"Every split looks at two of four columns. Which of them is missed most?"),

	algos.NewPreset("cars", "How far 32 cars go", sheet.Cars(), "step=end&members=100&features=3&opens=20",
		"Values instead of classes, ten columns, three a split. Horsepower and weight are missed most."),
}

// layers are points in two rows, one for each class.
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
	algos.NewFixture("miss-10", "A row is not drawn, of 10", "002: N21; 001: 2B-8", layers(10), "step=1&members=1",
		algos.Expect("model.out_expected", `$(1-1/n)^n$`, 0.348678, 5e-7)),
	algos.NewFixture("miss-50", "A row is not drawn, of 50", "002: N21", layers(50), "step=1&members=1",
		algos.Expect("model.out_expected", `$(1-1/n)^n$`, 0.36417, 5e-6)),
	algos.NewFixture("limit", "The share for many rows", "001, §9.2: 36.8 %; closed form e⁻¹", layers(10), "step=end&members=1",
		algos.Expect("model.out_limit", `$e^{-1}$`, math.Exp(-1), 1e-16)),
}
