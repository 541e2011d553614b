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
		"Ten trees on ten samples of the same points: each is ragged in its own way, and their vote is smoother."),

	algos.NewPreset("overlap", "Overlapping blobs, beside boosting", dataset.Generate("overlap", 60, 0.9, 5), "step=end&members=100",
		"AdaBoost learns every stray point of these by heart. Bagging does so, too, but the votes out of the bag know better."),

	algos.NewPreset("five", "Five rows", dataset.Labelled(
		[3]float64{0, 0, -1}, [3]float64{1, 0.5, -1}, [3]float64{2, 1, 1}, [3]float64{3, 0.2, 1}, [3]float64{4, 0.8, 1}),
		"step=2&members=50", "Five draws from five rows miss a given one with the probability 0.32768."),

	algos.NewPreset("ten", "Ten rows in two classes by turns", turns(10), "step=end&members=50",
		"Every tree that has not seen a point says what its neighbours are: out of the bag everything is wrong."),

	algos.NewPreset("shallow", "Trees of depth two, mean of shares", dataset.Generate("circles", 100, 0.3, 3), "step=end&members=50&max_depth=2&vote=mean",
		"The leaves are mixed, and every tree says their shares: the mean is a smoother border than the majority."),

	algos.NewPreset("three", "Three classes", dataset.Generate("blobs3", 90, 0.9, 2), "step=end&members=30", "The class with the most votes wins."),
	algos.NewPreset("twins", "The same place, two labels", twins, "step=end&members=40&opens=6",
		"Two rows in one place contradict each other: which of them a tree believes depends on how often each was drawn."),

	algos.NewPreset("iris", "Three species by four lengths", sheet.Iris(), "step=20&show_x=3&show_y=4&members=50",
		"A table of four columns: the board shows two of them, the other pictures all."),

	algos.NewPreset("cars", "How far 32 cars go", sheet.Cars(), "step=end&members=100&opens=20",
		"Trees of values: the committee says their mean, and each car is judged by the trees that have not drawn it."),
}

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
	algos.NewFixture("limit", "The share for many rows", "001, §9.2: 36.8 %; closed form e⁻¹", turns(10), "step=end&members=1",
		algos.Expect("model.out_limit", `$e^{-1}$`, math.Exp(-1), 1e-16)),
}

// missed is the probability that one of n rows is not drawn; the notes have six digits.
func missed(n int, want float64, source string, data dataset.Source) algos.Fixture {
	id := map[int]string{5: "miss-5", 10: "miss-10", 50: "miss-50", 100: "miss-100", 1000: "miss-1000"}[n]
	titles := map[int]string{
		5: "A row is not drawn, of 5", 10: "A row is not drawn, of 10", 50: "A row is not drawn, of 50",
		100: "A row is not drawn, of 100", 1000: "A row is not drawn, of 1000",
	}
	return algos.NewFixture(id, titles[n], source, data, "step=1&members=1", algos.Expect("model.out_expected", `$(1-1/n)^n$`, want, 5e-6))
}
