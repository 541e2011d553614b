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
		"Each example is a constraint in weight space; after a few, most constraints are redundant."),

	algos.NewPreset("origin", "Without bias",
		dataset.Labelled([3]float64{2, 1, 1}, [3]float64{-1, 2, -1}, [3]float64{1, -1, 1}, [3]float64{-2, -1, -1}, [3]float64{1, 2, 1}), "step=end&fit_intercept=false",
		"Without a bias every constraint passes through 0, and the version space is a cone of directions."),

	algos.NewPreset("program", "The linear program of the notes", unitVectors, "step=end&fit_intercept=false&constraint=margin",
		"With the constraints y⟨θ, x⟩ ≥ 1 the minimum-norm point is the hard-margin support vector machine: here (2, 1)."),

	algos.NewPreset("bits", "0101 is +, 0110 is −", bitStrings, "step=end&parametrization=minus0",
		"The inputs of the notes without their common bits: the points are (x₃, x₄), the threshold is 1. The constraints are w₄ > 1 and w₃ < 1."),

	algos.NewPreset("active", "Active learning: most even split", more, "step=end&order=active",
		"Forty points with active queries: after a few labels, all other constraints are redundant."),

	algos.NewPreset("passive", "Passive learning: random order", more, "step=end&seed=4&order=random",
		"Most random examples are redundant; compare the chart of the version space."),

	algos.NewPreset("xor", "XOR", xor, "step=end",
		"After three corners the version space is not empty, after the fourth it is: the four certify it with equal weights."),

	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 40, 0.9, 1), "step=end",
		"Not linearly separable: the run ends when the version space is empty, and at most four examples certify it."),

	algos.NewPreset("centres", "Chebyshev centre", blobs, "step=end&centre=chebyshev",
		"The Chebyshev centre has the largest distance to all constraints; compare it with the centroid and the analytic centre."),

	algos.NewPreset("chart", "A solution outside this plot",
		dataset.Labelled([3]float64{2, 1, 1}, [3]float64{0, 0, -1}, [3]float64{-1, 1, -1}, [3]float64{3, 0, 1}), "step=end&parametrization=plus0",
		"Here the origin is negative, and with θ₀ = +1 it is classified as positive: this parametrisation has no solution, another one has."),
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("bits", "0101 is +, 0110 is −", "003, half-spaces: w₄ > 1 and w₃ ≤ 1 leave 3 of the 16 units of the box, by hand", bitStrings,
		"step=end&parametrization=minus0",
		algos.Expect("metric.area", "fraction of the box", 3.0/16, 1e-15),
		algos.Expect("model.theta[0]", "$w_3$ of the centroid", -0.5, 1e-15), algos.Expect("model.theta[1]", "$w_4$ of the centroid", 1.5, 1e-15)),
	algos.NewFixture("triangle", "Centroid of a triangle", "by hand: the mean of (0, 0), (1, 0), (1, 1)", quadrant, "step=end&fit_intercept=false",
		algos.Expect("metric.area", "fraction of the box", 1.0/8, 1e-15),
		algos.Expect("model.theta[0]", `$\theta_1$`, 2.0/3, 1e-15), algos.Expect("model.theta[1]", `$\theta_2$`, 1.0/3, 1e-15)),
	algos.NewFixture("circle", "Chebyshev centre of the same triangle", "by hand: the inscribed circle has the radius 1 − √½", quadrant,
		"step=end&fit_intercept=false&centre=chebyshev",
		algos.Expect("model.theta[0]", `$\theta_1$`, math.Sqrt2/2, 1e-12), algos.Expect("model.theta[1]", `$\theta_2$`, 1-math.Sqrt2/2, 1e-12)),
	algos.NewFixture("program", "Minimum-norm solution of the linear program", "003: N8, γ = 1/√5, so the nearest point has the length √5", unitVectors,
		"step=end&fit_intercept=false&constraint=margin",
		algos.Expect("model.nearest[0]", `$\theta_1$`, 2, 1e-12), algos.Expect("model.nearest[1]", `$\theta_2$`, 1, 1e-12)),
	algos.NewFixture("xor", "XOR is not linearly separable", "by hand: the four yx sum to 0", xor, "step=end",
		algos.Expect("model.feasible", "feasible (0: no)", 0, 0),
		algos.Expect("model.certificate_weights[0]", `$\lambda_1$`, 0.25, 0), algos.Expect("model.certificate_weights[3]", `$\lambda_4$`, 0.25, 0)),
}
