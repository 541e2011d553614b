package versionspace

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

var (
	// unitVectors are the four of the notes' perceptron example, with margin 1/√5.
	unitVectors = dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{-.6, -.8, -1}, [3]float64{.8, -.6, 1})
	// quadrant leaves the triangle (0, 0), (1, 0), (1, 1) of the box |θ| ≤ 1.
	quadrant = dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{1, -1, 1})
	// bitStrings are the notes' inputs 0101 and 0110 without their common bits.
	bitStrings = dataset.Labelled([3]float64{0, 1, 1}, [3]float64{1, 0, -1})
	xor        = dataset.Labelled([3]float64{1, 1, 1}, [3]float64{-1, -1, 1}, [3]float64{1, -1, -1}, [3]float64{-1, 1, -1})
	blobs      = dataset.Generate("blobs", 24, 0.7, 11)
	more       = dataset.Generate("blobs", 40, 0.7, 11)
)

// presets are shown in this order; the first is what the page opens with.
var presets = []algos.Preset{
	algos.NewPreset("blobs", "Two blobs", blobs, "step=9",
		"Each example cuts weight space; after a few, most cuts miss what is left."),

	algos.NewPreset("origin", "Lines through the origin",
		dataset.Labelled([3]float64{2, 1, 1}, [3]float64{-1, 2, -1}, [3]float64{1, -1, 1}, [3]float64{-2, -1, -1}, [3]float64{1, 2, 1}), "step=end&bias=false",
		"Without an offset every cut passes through 0, and what is left is a wedge: an interval of directions."),

	algos.NewPreset("program", "The linear program of the notes", unitVectors, "step=end&bias=false&normalise=margin",
		"With y⟨θ, x⟩ ≥ 1 scale matters, and the point nearest to 0 is the support vector machine: here (2, 1)."),

	algos.NewPreset("bits", "0101 is +, 0110 is −", bitStrings, "step=end&chart=minus0",
		"The notes' inputs without their common bits: the points are (x₃, x₄), the threshold 1 is what w₂ leaves of θ. The cuts are w₄ > 1 and w₃ < 1."),

	algos.NewPreset("active", "Asking for the most even cut", more, "step=end&order=active",
		"The same forty points in the best order: a few questions do, and then every cut misses."),

	algos.NewPreset("passive", "The same in random order", more, "step=end&seed=4&order=random",
		"Most random examples tell nothing new; compare the chart of what is left."),

	algos.NewPreset("xor", "XOR", xor, "step=end",
		"Three of the corners leave some lines, the fourth leaves none: the four prove it, with equal weights."),

	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 40, 0.9, 1), "step=end",
		"No line separates these; the run ends where the polygon is empty, and at most four examples prove it."),

	algos.NewPreset("centres", "The largest circle", blobs, "step=end&centre=chebyshev",
		"The Chebyshev centre keeps away from all cuts; compare it with the centroid and the analytic centre."),

	algos.NewPreset("chart", "A line outside of the chart",
		dataset.Labelled([3]float64{2, 1, 1}, [3]float64{0, 0, -1}, [3]float64{-1, 1, -1}, [3]float64{3, 0, 1}), "step=end&chart=plus0",
		"Here the origin is negative, and θ₀ = +1 calls it positive: this chart has no line, another one has."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("bits", "0101 is +, 0110 is −", "003, line 228: w₄ > 1 and w₃ ≤ 1 leave 3 of the 16 units of the box, by hand", bitStrings,
		"step=end&chart=minus0",
		algos.Expect("metric.area", "share of the box", 3.0/16, 1e-15),
		algos.Expect("model.theta[0]", "$w_3$ of the centroid", -0.5, 1e-15), algos.Expect("model.theta[1]", "$w_4$ of the centroid", 1.5, 1e-15)),
	algos.NewFixture("triangle", "Centroid of a triangle", "by hand: the mean of (0, 0), (1, 0), (1, 1)", quadrant, "step=end&bias=false",
		algos.Expect("metric.area", "share of the box", 1.0/8, 1e-15),
		algos.Expect("model.theta[0]", `$\theta_1$`, 2.0/3, 1e-15), algos.Expect("model.theta[1]", `$\theta_2$`, 1.0/3, 1e-15)),
	algos.NewFixture("circle", "Chebyshev centre of the same triangle", "by hand: the inscribed circle has the radius 1 − √½", quadrant,
		"step=end&bias=false&centre=chebyshev",
		algos.Expect("model.theta[0]", `$\theta_1$`, math.Sqrt2/2, 1e-12), algos.Expect("model.theta[1]", `$\theta_2$`, 1-math.Sqrt2/2, 1e-12)),
	algos.NewFixture("program", "Nearest point of the linear program", "003: N8, γ = 1/√5, so the nearest point has the length √5", unitVectors,
		"step=end&bias=false&normalise=margin",
		algos.Expect("model.nearest[0]", `$\theta_1$`, 2, 1e-12), algos.Expect("model.nearest[1]", `$\theta_2$`, 1, 1e-12)),
	algos.NewFixture("xor", "XOR has no line", "by hand: the four yx sum to 0", xor, "step=end",
		algos.Expect("model.feasible", "feasible (0: no)", 0, 0),
		algos.Expect("model.certificate_weights[0]", `$\lambda_1$`, 0.25, 0), algos.Expect("model.certificate_weights[3]", `$\lambda_4$`, 0.25, 0)),
}
