package skeleton

import (
	"playground/algos"
	"playground/algos/dataset"
)

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("blobs", "Two clusters", dataset.Generate("blobs", 20, 1, 1), "step=6",
		"The step size is 1/t: the tenth sample moves the mean by a tenth of the distance."),

	algos.NewPreset("shuffled", "Shuffled order", dataset.Generate("blobs", 20, 1, 1), "step=6&order=shuffled", "The path is different, the final "+
		"mean is the same."),
	algos.NewPreset("corners", "The corners of a rectangle", corners, "step=end", "All corners have the same distance to the mean."),
	algos.NewPreset("outlier", "An outlier", outlier, "step=end&opens=3", "The outlier comes last and moves the mean away from the other points."),
}

// outlier is a small triangle and a point far from it.
var outlier = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{9, 9, 1})

// corners are the points of the fixture.
var corners = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{2, 0, 1}, [3]float64{0, 4, 1}, [3]float64{2, 4, 1})

// fixtures are runs with numbers that are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("corners", "The corners of a rectangle", "by hand: the centre is (1, 2), and each corner lies √5 from it", corners, "step=end",
		algos.Expect("model.mean[0]", `$m_1$`, 1, 1e-15),
		algos.Expect("model.mean[1]", `$m_2$`, 2, 1e-15),
		algos.Expect("model.variance", `$\frac{1}{n}\sum_i \lVert x_i-m\rVert^2$`, 5, 1e-14),
	),
}
