package skeleton

import (
	"playground/algos"
	"playground/algos/dataset"
)

// presets are named recipes, in the form of a link. The first one has the defaults
// of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("blobs", "Two clusters", dataset.Generate("blobs", 20, 1, 1), "step=6",
		"Watch the steps get shorter: the tenth row moves the mean by a tenth of its way."),

	algos.NewPreset("shuffled", "In another order", dataset.Generate("blobs", 20, 1, 1), "step=6&order=shuffled", "Another way, the same end."),
	algos.NewPreset("corners", "The corners of a rectangle", corners, "step=end", "Each corner is as far from the mean as the others."),
	algos.NewPreset("outlier", "One point far away", outlier, "step=end&opens=3", "The last row moves the mean out of all the others."),
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
