package svm

import (
	"fmt"
	"math"

	"playground/algos"
	"playground/algos/dataset"
)

// The examples of the lecture notes.
var (
	// twoPoints is one point a class on a line: θ = 2/(x₊ − x₋).
	twoPoints = dataset.Labelled([3]float64{1, 0, -1}, [3]float64{3, 0, 1})
	// fourPoints is the example with slack of 004, handout B, with ε = ½.
	fourPoints = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1}, [3]float64{1, 0, -1})
	// triple is the textbook triple, solved by one pair.
	triple = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1})
	// intruder is the triple with a fourth point behind the lines.
	intruder = dataset.Labelled([3]float64{3, 3, 1}, [3]float64{4, 3, 1}, [3]float64{1, 1, -1}, [3]float64{3.5, 3.5, -1})
	// square is the hard margin with three kinds of equality: α = (½, ½, 1, 0).
	square = dataset.Labelled([3]float64{0, 0, -1}, [3]float64{2, 2, -1}, [3]float64{2, 0, 1}, [3]float64{3, 0, 1})
	// fivePoints lie on a line, one of them on the wrong side.
	fivePoints = dataset.Labelled([3]float64{-2, 0, -1}, [3]float64{-1, 0, -1}, [3]float64{1, 0, 1}, [3]float64{2, 0, 1}, [3]float64{-1.5, 0, 1})
	// corners is XOR on four points.
	corners = dataset.Labelled([3]float64{-1, -1, -1}, [3]float64{-1, 1, 1}, [3]float64{1, -1, 1}, [3]float64{1, 1, -1})
	// withoutThird and positives are those of the four points that solutions 2 and 3 of
	// the note get right: x₃ is given up, or x₄.
	withoutThird = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0, -1})
	positives    = dataset.Labelled([3]float64{0, 0, 1}, [3]float64{0, 0.5, 1}, [3]float64{1, 0.5, 1})
	// outlier is two groups, and a positive point beside the negative ones.
	outlier = dataset.Labelled(
		[3]float64{3, 1, 1}, [3]float64{3.6, 2.1, 1}, [3]float64{4.2, 1.2, 1}, [3]float64{4, 3, 1}, [3]float64{3.1, 3.2, 1}, [3]float64{4.6, 2.2, 1},
		[3]float64{0, 1, -1}, [3]float64{0.6, 2, -1}, [3]float64{-0.4, 2.6, -1}, [3]float64{0.1, 3.3, -1}, [3]float64{0.9, 1.2, -1}, [3]float64{-0.6, 1.5, -1},
		[3]float64{1.3, 2.4, 1},
	)
	// heights are women (−) and men (+) by height and weight, in units that keep the
	// numbers small.
	heights = named([]string{"H (m)", "W (10 kg)"},
		[3]float64{1.58, 5.1, -1}, [3]float64{1.62, 5.6, -1}, [3]float64{1.65, 5.4, -1}, [3]float64{1.68, 6.2, -1},
		[3]float64{1.55, 4.8, -1}, [3]float64{1.71, 6.0, -1}, [3]float64{1.60, 6.3, -1}, [3]float64{1.66, 5.9, -1},
		[3]float64{1.78, 7.4, 1}, [3]float64{1.82, 8.1, 1}, [3]float64{1.75, 6.9, 1}, [3]float64{1.86, 7.8, 1},
		[3]float64{1.73, 7.2, 1}, [3]float64{1.80, 6.8, 1}, [3]float64{1.90, 8.8, 1}, [3]float64{1.77, 8.3, 1},
	)
)

// named calls the columns of labelled points so.
func named(columns []string, rows ...[3]float64) dataset.Source {
	s := dataset.Labelled(rows...)
	s.Set.Names.Columns = columns
	return s
}

// inCentimetres are the heights and weights in the units of the note.
func inCentimetres() dataset.Source {
	s := dataset.Explicit(heights.Set.Clone())
	s.Set.Names.Columns = []string{"H (cm)", "W (kg)"}
	for i := range s.Set.Points {
		x := &s.Set.Points[i].X
		x[0], x[1] = math.Round(100*x[0]), math.Round(10*x[1])
	}
	return s
}

// presets are named recipes; the first one uses the defaults of every parameter.
var presets = []algos.Preset{
	algos.NewPreset("moons", "Two moons", dataset.Generate("moons", 60, 0.24, 7), "step=48",
		"Press Step: the working pair is ringed, the dual objective increases, and the margin boundaries f = ±1 converge to a few support vectors."),

	algos.NewPreset("blobs", "Separable blobs", dataset.Generate("blobs", 40, 0.45, 3), "step=end&opens=end&kernel=linear&hard_margin=true",
		"The maximum margin is determined by two or three support vectors; drag any other point and nothing changes."),

	algos.NewPreset("overlap", "Overlapping blobs", dataset.Generate("overlap", 60, 0.9, 5), "step=end&kernel=linear",
		"The slacks ξ are the segments to the margin boundaries: raise C and the margin shrinks to reduce them."),

	algos.NewPreset("circles", "Circles", dataset.Generate("circles", 60, 0.15, 2), "step=end&kernel=poly&gamma=1&degree=2",
		"With the kernel (x·z + 1)² the separating hyperplane of the feature space is a conic in the input space."),

	algos.NewPreset("spirals", "Spirals", dataset.Generate("spirals", 120, 0.08, 4), "step=end&kernel=rbf&gamma=4&C=10",
		"Lower γ until the spirals are underfitted; raise it until the classifier overfits and every point is an island."),

	algos.NewPreset("xor-noisy", "XOR, noisy", dataset.Generate("xor", 60, 0.1, 6), "step=end&kernel=laplacian&gamma=1&C=5",
		"The Laplacian kernel has a kink at every support vector; compare its boundary with the RBF's."),

	algos.NewPreset("xor", "XOR by (1 + x·z)² (004 G)", corners, "step=end&kernel=poly&gamma=1&degree=2&hard_margin=true",
		"All four α are 1/8 and f(x) = −x₁x₂: every point is exactly on a margin boundary."),

	algos.NewPreset("two-points", "Two points (004 B)", twoPoints, "step=end&kernel=linear&hard_margin=true",
		"One pair suffices: w = 2/(x₊ − x₋) = 1, and the margin is half the distance."),

	algos.NewPreset("four-points", "Four points, ε = ½, C = 20 (004 B)", fourPoints, "step=end&kernel=linear&C=20",
		"For C ≥ 10 this is the hard margin; below it x₄ has a positive slack, and for C ≤ 5 x₄ is misclassified."),

	algos.NewPreset("triple", "The textbook triple (002)", triple, "step=end&kernel=linear&hard_margin=true",
		"One pair suffices: α₁ = α₃ = 1/4, and x₂ is not a support vector."),

	algos.NewPreset("intruder", "Three points and a margin violator (002)", intruder, "step=end&kernel=linear&C=1",
		"x₁ is inside the margin but correctly classified, x₄ is misclassified: both are support vectors at C."),

	algos.NewPreset("square", "Hard margin, α = (½, ½, 1, 0) (000)", square, "step=end&kernel=linear&hard_margin=true",
		"Three support vectors determine the boundary; the fourth point is not a support vector."),

	algos.NewPreset("five-points", "Five points on a line (000)", fivePoints, "step=end&kernel=linear&C=1",
		"x₅ is misclassified: its α stays at C however large C is."),

	algos.NewPreset("no-free", "No unbounded support vector (000)", fivePoints, "step=end&kernel=linear&C=0.1",
		"All support vectors are at C, so the bias θ₀ is only determined up to an interval: see the theoretical guarantees."),

	algos.NewPreset("heights", "Height and weight (004 B)", heights, "step=end&kernel=linear&C=1",
		"The data are far from the origin, so the bias matters: no line through the origin separates the classes."),

	algos.NewPreset("heights-cm", "The same in cm and kg (004 B)", inCentimetres(), "step=end&kernel=linear&C=1",
		"The same people in other units: now C = 1 is the hard margin, and the boundary differs."),

	algos.NewPreset("robust", "Drag a non-support vector", dataset.Generate("blobs", 24, 0.5, 11), "step=end&opens=end&kernel=linear&C=10",
		"Drag a point without a ring, outside the margin: α and the boundary do not change. Now drag a support vector, which has a ring."),

	algos.NewPreset("outlier", "One outlier, small C (002)", outlier, "step=end&opens=end&kernel=linear&C=0.1",
		"One positive point among the negatives has a slack of 1.27, and the margin stays 1.72 on each side."),

	algos.NewPreset("outlier-large-c", "One outlier, large C (002)", outlier, "step=end&opens=end&kernel=linear&C=10",
		"With a large C every slack is expensive: the boundary rotates and the margin shrinks to 0.398 because of one outlier.").Renamed("outlier-dear"),

	algos.NewPreset("impossible", "Hard margin, not separable", dataset.Generate("overlap", 30, 0.9, 5), "step=end&kernel=linear&hard_margin=true",
		"No line separates the classes: the dual is unbounded, until a certificate proves it."),

	algos.NewPreset("sigmoid", "Not a valid kernel (not PSD)", dataset.Generate("overlap", 40, 0.7, 2), "step=end&kernel=sigmoid&gamma=1&coef0=-1&C=10",
		"tanh is not positive semi-definite: the kernel matrix has a negative eigenvalue, and strong duality is not guaranteed."),
}

// Two data sets of the reference runs by LIBSVM.
var (
	// onALine are 12 collinear points, of which one is on the wrong side.
	onALine = dataset.Labelled(
		[3]float64{-1.888671875, -2.77734375, -1}, [3]float64{-1.7763671875, -2.552734375, -1},
		[3]float64{-1.197265625, -1.39453125, -1}, [3]float64{-0.875, -0.75, -1},
		[3]float64{-0.6904296875, -0.380859375, 1}, [3]float64{-0.2041015625, 0.591796875, -1},
		[3]float64{0.11328125, 1.2265625, 1}, [3]float64{0.478515625, 1.95703125, 1},
		[3]float64{0.888671875, 2.77734375, 1}, [3]float64{1.3720703125, 3.744140625, 1},
		[3]float64{1.5029296875, 4.005859375, 1}, [3]float64{2.021484375, 5.04296875, 1},
	)
	// constantFeature are 14 points with the same x₂.
	constantFeature = dataset.Labelled(
		[3]float64{-0.7666015625, 3, -1}, [3]float64{0.5654296875, 3, 1},
		[3]float64{-1.52734375, 3, -1}, [3]float64{-0.66796875, 3, 1}, [3]float64{1.3701171875, 3, -1},
		[3]float64{1.6611328125, 3, 1}, [3]float64{-0.4619140625, 3, -1},
		[3]float64{-0.2734375, 3, 1}, [3]float64{-1.5888671875, 3, -1}, [3]float64{-1.4072265625, 3, 1},
		[3]float64{0.236328125, 3, -1}, [3]float64{-0.3671875, 3, 1}, [3]float64{-1.0849609375, 3, -1}, [3]float64{-0.359375, 3, 1},
	)
)

// answer lists what a linear machine must find: every α, w, the offset and the
// dual value.
func answer(alpha, w []float64, bias, dual, tol float64) []algos.Expected {
	var want []algos.Expected
	for i, a := range alpha {
		want = append(want, algos.Expect(fmt.Sprintf("model.alpha[%d]", i), fmt.Sprintf(`$\alpha_{%d}$`, i+1), a, tol*(1+a)))
	}
	for i, x := range w {
		want = append(want, algos.Expect(fmt.Sprintf("model.w[%d]", i), fmt.Sprintf(`$\theta_{%d}$`, i+1), x, 2*tol))
	}
	return append(
		want,
		algos.Expect("model.bias", `$\theta_0$`, bias, 2*tol),
		algos.Expect("model.dual", "dual", dual, tol*(1+dual)),
	)
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	algos.NewFixture("two-points", "One point per class on a line", "004, handout B: W3, closed form", twoPoints, "step=end&kernel=linear&hard_margin=true&tol=1e-12",
		append(
			answer([]float64{0.5, 0.5}, []float64{1, 0}, -2, 0.5, 1e-12),
			algos.Expect("metric.margin", `margin $\frac{1}{2}(x_+ - x_-)$`, 1, 1e-12),
			algos.Expect("predict[0].score", `$f(2)$`, 0, 1e-12),
			algos.Expect("predict[1].label", "label of 5", 1, 0),
		)...).Predicting([2]float64{2, 0}, [2]float64{5, 0}),
	algos.NewFixture("four-points", "Four points, C = 20: the hard margin", "004, handout B: W5 and W6, its program",
		fourPoints, "step=end&kernel=linear&C=20&tol=1e-12",
		answer([]float64{2, 0, 8, 10}, []float64{-2, 4}, 1, 10, 1e-11)...),
	algos.NewFixture("four-points-soft", "Four points, C = 8: x₄ has a positive slack", "004, handout B: W6, KKT conditions solved by hand",
		fourPoints, "step=end&kernel=linear&C=8&tol=1e-12",
		answer([]float64{1.6, 0, 6.4, 8}, []float64{-1.6, 3.2}, 1, 9.6, 1e-11)...),
	algos.NewFixture("four-points-cheap", "Four points, C = 1: costs less than misclassifying x₄, 2C", "004, handout B: W6 and W7, 2C − C²/10",
		fourPoints, "step=end&kernel=linear&C=1&tol=1e-12",
		append(
			answer([]float64{0.2, 0, 0.8, 1}, []float64{-0.2, 0.4}, 1, 1.9, 1e-11),
			algos.Expect("predict[0].score", `$f(x_4) = 1 - \xi_4$ with the wrong sign`, 0.8, 1e-11),
		)...).Predicting([2]float64{1, 0}),
	algos.NewFixture("solution-two", "Solution 2 of the four points: x₃ misclassified, slack 2", "004, handout B: W5, γ₂ = 1/2 and cost 2 + 2C",
		withoutThird, "step=end&kernel=linear&hard_margin=true&tol=1e-12",
		append(
			answer([]float64{2, 0, 2}, []float64{-2, 0}, 1, 2, 1e-11),
			algos.Expect("metric.margin", `$\gamma_2$`, 0.5, 1e-11),
			algos.Expect("predict[0].score", `$f(x_3) = 1 - \xi_3$`, -1, 1e-11),
		)...).Predicting([2]float64{1, 0.5}),
	algos.NewFixture("solution-three", "Solution 3 of the four points: x₄ misclassified, slack 2", "004, handout B: W7, θ = (0, δ) with δ → 0 and cost 2C",
		positives, "step=end&kernel=linear&hard_margin=true&tol=1e-12",
		append(
			answer([]float64{0, 0, 0}, []float64{0, 0}, 1, 0, 1e-12),
			algos.Expect("predict[0].score", `$-y_4 f(x_4) = \xi_4 - 1$`, 1, 1e-12),
		)...).Predicting([2]float64{1, 0}),
	algos.NewFixture("four-points-crossing", "Four points, C = 4: solutions 1 and 2 have the same cost", "004, handout B: W5, W6 and W7, C ≥ 1/ε² and 1 + 1/ε²",
		fourPoints, "step=end&kernel=linear&C=4&tol=1e-12",
		append(
			answer([]float64{0.8, 0, 3.2, 4}, []float64{-0.8, 1.6}, 1, 6.4, 1e-11),
			algos.Expect("model.notes.margins[0]", `$\gamma_1$`, 0.25/math.Sqrt(1.25), 1e-12),
			algos.Expect("model.notes.margins[1]", `$\gamma_2$`, 0.5, 1e-12),
			algos.Expect("model.notes.costs[0]", "cost of solution 1", 10, 1e-12),
			algos.Expect("model.notes.costs[1]", "cost of solution 2", 10, 1e-12),
			algos.Expect("model.notes.costs[2]", "cost of solution 3", 8, 1e-12),
			algos.Expect("model.notes.crossings[0]", "solution 1 beats solution 2 from C =", 4, 1e-12),
			algos.Expect("model.notes.crossings[1]", "solution 1 beats solution 3 from C =", 5, 1e-12),
		)...),
	algos.NewFixture("interval", "No unbounded support vector: θ₀ anywhere in [−3/2, −1/2]", "004, handout B: W9, the middle of the interval",
		twoPoints, "step=end&kernel=linear&C=0.25&tol=1e-12",
		answer([]float64{0.25, 0.25}, []float64{0.5, 0}, -1, 0.375, 1e-12)...),
	algos.NewFixture("xor", "XOR by (1 + x·z)²", "004, handout G: W28", corners, "step=end&kernel=poly&gamma=1&degree=2&hard_margin=true&tol=1e-12",
		append(
			answer([]float64{0.125, 0.125, 0.125, 0.125}, nil, 0, 0.25, 1e-12),
			algos.Expect("predict[0].score", `$f(-1, 1) = -x_1x_2$`, 1, 1e-11),
			algos.Expect("predict[1].score", `$f(1, 1)$`, -1, 1e-11),
			algos.Expect("predict[2].score", `$f(2, 3)$`, -6, 1e-11),
		)...).Predicting([2]float64{-1, 1}, [2]float64{1, 1}, [2]float64{2, 3}),
	algos.NewFixture("xor-soft", "XOR, C = 1/16: all four at the bound", "004, handout G: W28", corners, "step=end&kernel=poly&gamma=1&degree=2&C=0.0625&tol=1e-12",
		answer([]float64{0.0625, 0.0625, 0.0625, 0.0625}, nil, 0, 3.0/16, 1e-12)...),
	algos.NewFixture("triple", "The textbook triple", "002, lecture 3: N10", triple, "step=end&kernel=linear&hard_margin=true&tol=1e-12",
		answer([]float64{0.25, 0, 0.25}, []float64{0.5, 0.5}, -2, 0.25, 1e-12)...),
	algos.NewFixture("intruder", "Three points and a margin violator, C = 1", "002, lecture 3: N11", intruder, "step=end&kernel=linear&C=1&tol=1e-12",
		answer([]float64{1, 9.0 / 26, 9.0 / 26, 1}, []float64{7.0 / 13, 5.0 / 26}, -45.0/26, 263.0/104, 1e-11)...),
	algos.NewFixture("intruder-cheap", "The same, C = 1/10: θ₀ in the middle of [−1.4, −0.45]", "002, lecture 3: N11",
		intruder, "step=end&kernel=linear&C=0.1&tol=1e-12",
		answer([]float64{0.1, 0.1, 0.1, 0.1}, []float64{0.25, 0.15}, -0.925, 0.3575, 1e-12)...),
	algos.NewFixture("intruder-dear", "The same, C = 10: θ₀ from x₂ or x₃; by the notes' rule x₁ would give −2/13", "002, lecture 3: N11",
		intruder, "step=end&kernel=linear&C=10&tol=1e-12",
		append(
			answer([]float64{10, 27.0 / 13, 27.0 / 13, 10}, []float64{16.0 / 13, -11.0 / 13}, -18.0/13, 599.0/26, 1e-10),
			algos.Expect("predict[0].score", `$f(x_2)$`, 1, 1e-10),
			algos.Expect("predict[1].score", `$f(x_3)$`, -1, 1e-10),
		)...).Predicting([2]float64{4, 3}, [2]float64{1, 1}),
	algos.NewFixture("xor-poly", "XOR by a polynomial, C = 10", "002, lecture 3: N12", corners, "step=end&kernel=poly&gamma=1&degree=2&C=10&tol=1e-12",
		answer([]float64{0.125, 0.125, 0.125, 0.125}, nil, 0, 0.25, 1e-11)...),
	algos.NewFixture("libsvm-rbf", "Twelve points on a line, RBF γ = 1/2, C = 10", "scikit-learn 1.2.1 (LIBSVM), polished: path_collinear/rbf/C=10",
		onALine, "step=end&kernel=rbf&gamma=0.5&C=10&tol=1e-12",
		answer(
			[]float64{0.818894719515, 0, 0, 7.75817985944, 10, 9.60105489213, 6.99498385924, 0, 0, 0.504581160538, 0, 0.67856445132},
			nil, 0.144890804121, 27.8100562012317, 1e-9,
		)...),
	algos.NewFixture("libsvm-linear", "Fourteen points with one constant feature, C = 1", "scikit-learn 1.2.1 (LIBSVM), polished: path_const_feature/linear/C=1",
		constantFeature, "step=end&kernel=linear&C=1&tol=1e-12",
		answer(
			[]float64{1, 1, 1, 1, 1, 0.274084689349, 1, 1, 0.274084689349, 1, 1, 1, 1, 1},
			[]float64{0.615384615384615, 0}, -0.0222355769231, 12.3588202662722, 1e-9,
		)...),
}

// Examples of kernels and their feature spaces in the lecture notes.
var (
	// kernelPair are the two points of 002 at which kernels are computed.
	kernelPair = dataset.Labelled([3]float64{1, 2, 1}, [3]float64{3, -1, -1})
	// ones are two points in the same place, where the note's map gives 6.
	ones = dataset.Labelled([3]float64{1, 1, 1}, [3]float64{1, 1, -1})
	// nearPair are x = ½ and z = 1 on a line.
	nearPair = dataset.Labelled([3]float64{0.5, 0, 1}, [3]float64{1, 0, -1})
)

// spacePresets show feature spaces.
var spacePresets = []algos.Preset{
	algos.NewPreset("lift", "Circles on a cone (000, 002)", dataset.Generate("circles", 60, 0.15, 2),
		"step=end&opens=end&kernel=poly&gamma=1&degree=2&coef0=0&view_angle=-8,25",
		"Drag the 3-D plot: a plane separates the two rings on the cone, and in the input space this boundary is an ellipse."),

	algos.NewPreset("series", "Gaussian kernel: Taylor series (000)", dataset.Generate("moons", 16, 0.2, 7),
		"step=end&opens=end&kernel=rbf&gamma=0.5&taylor=true&taylor_terms=3&slice=1.6,0.5",
		"Raise K: the Taylor sum approaches the Gaussian from the origin outwards, and its error falls faster than any geometric series."),
}

// sumsOf expects the first sums of a series.
func sumsOf(tol, limit float64, sums ...float64) []algos.Expected {
	var want []algos.Expected
	for k, x := range sums {
		want = append(want, algos.Expect(fmt.Sprintf("model.series[%d]", k), fmt.Sprintf(`$K = %d$`, k+1), x, tol))
	}
	return append(want, algos.Expect("model.kernel12", `$k(x_1, x_2)$`, limit, tol))
}

// spaceFixtures are numbers of feature spaces that are known from elsewhere.
var spaceFixtures = []algos.Fixture{
	algos.NewFixture("xor-features", "XOR: θ in the feature space", "004, handout G: W28", corners, "step=end&kernel=poly&gamma=1&degree=2&hard_margin=true&tol=1e-12",
		algos.Expect("model.features[2]", `weight of $\sqrt{2}x_1x_2$`, -1/math.Sqrt2, 1e-12)),
	algos.NewFixture("map", "The map of (1 + x·z)², with √2 and without", "002, lecture 3: N12 (its map gives 9)", kernelPair, "step=0&kernel=poly&gamma=1&degree=2",
		algos.Expect("model.inner", `$\langle\varphi(x_1), \varphi(x_2)\rangle = k(x_1, x_2)$`, 4, 1e-12),
		algos.Expect("model.inner_plain", `without $\sqrt{2}$`, 9, 1e-12)),
	algos.NewFixture("map-ones", "The same map at x = z = (1, 1)", "002, lecture 3, l. 376: by hand", ones, "step=0&kernel=poly&gamma=1&degree=2",
		algos.Expect("model.inner", `$\langle\varphi(x_1), \varphi(x_2)\rangle = k(x_1, x_2)$`, 9, 1e-12),
		algos.Expect("model.inner_plain", `without $\sqrt{2}$`, 6, 1e-12)),
	algos.NewFixture("series", "The Gaussian kernel as a Taylor sum, σ = 1", "002, lecture 3: N12", kernelPair, "step=0&kernel=rbf&gamma=0.5&taylor=true&taylor_terms=6",
		sumsOf(5e-8, 0.0015034392, 0.0005531, 0.0011062, 0.0013827, 0.0014749, 0.0014979, 0.0015025)...),
	algos.NewFixture("series-near", "The Gaussian kernel as a Taylor sum, x = 0.5, z = 1", "000, chapter 4: 2B-10, the factor 2ᵏ put in", nearPair,
		"step=0&kernel=rbf&gamma=1&taylor=true&taylor_terms=4",
		sumsOf(6e-8, 0.7788008, 0.2865048, 0.5730096, 0.7162620, 0.7640128)...),
}
