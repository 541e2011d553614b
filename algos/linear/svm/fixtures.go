package svm

import (
	"fmt"

	"playground/algos"
	"playground/algos/dataset"
)

// Two data sets of the reference runs by LIBSVM.
var (
	// onALine are 12 collinear points, of which one is on the wrong side.
	onALine = dataset.Labelled(
		[3]float64{-1.888671875, -2.77734375, -1}, [3]float64{-1.7763671875, -2.552734375, -1}, [3]float64{-1.197265625, -1.39453125, -1}, [3]float64{-0.875, -0.75, -1},
		[3]float64{-0.6904296875, -0.380859375, 1}, [3]float64{-0.2041015625, 0.591796875, -1}, [3]float64{0.11328125, 1.2265625, 1}, [3]float64{0.478515625, 1.95703125, 1},
		[3]float64{0.888671875, 2.77734375, 1}, [3]float64{1.3720703125, 3.744140625, 1}, [3]float64{1.5029296875, 4.005859375, 1}, [3]float64{2.021484375, 5.04296875, 1},
	)
	// constantFeature are 14 points with the same x₂.
	constantFeature = dataset.Labelled(
		[3]float64{-0.7666015625, 3, -1}, [3]float64{0.5654296875, 3, 1}, [3]float64{-1.52734375, 3, -1}, [3]float64{-0.66796875, 3, 1}, [3]float64{1.3701171875, 3, -1},
		[3]float64{1.6611328125, 3, 1}, [3]float64{-0.4619140625, 3, -1}, [3]float64{-0.2734375, 3, 1}, [3]float64{-1.5888671875, 3, -1}, [3]float64{-1.4072265625, 3, 1},
		[3]float64{0.236328125, 3, -1}, [3]float64{-0.3671875, 3, 1}, [3]float64{-1.0849609375, 3, -1}, [3]float64{-0.359375, 3, 1},
	)
)

// tight are parameters with a tolerance at which the answer has all its digits.
func tight(kernel string, more ...string) map[string]string {
	return with(kernel, append(more, "tol", "1e-12")...)
}

// answer lists what a linear machine must find: every α, w, the offset and the
// dual value.
func answer(alpha, w []float64, bias, dual, tol float64) []algos.Expected {
	var want []algos.Expected
	for i, a := range alpha {
		want = append(want, algos.Expected{Name: fmt.Sprintf("model.alpha[%d]", i), Label: fmt.Sprintf(`$\alpha_{%d}$`, i+1), Value: a, Tolerance: tol * (1 + a)})
	}
	for i, x := range w {
		want = append(want, algos.Expected{Name: fmt.Sprintf("model.w[%d]", i), Label: fmt.Sprintf(`$\theta_{%d}$`, i+1), Value: x, Tolerance: 2 * tol})
	}
	return append(
		want,
		algos.Expected{Name: "model.bias", Label: `$\theta_0$`, Value: bias, Tolerance: 2 * tol},
		algos.Expected{Name: "model.dual", Label: "dual", Value: dual, Tolerance: tol * (1 + dual)},
	)
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "two-points", Title: "One point a class on a line", Source: "004, handout B: W3, closed form",
		Data: twoPoints, Params: tight("linear", "hard", "true"), Step: algos.Last, At: [][2]float64{{2, 0}, {5, 0}},
		Want: append(
			answer([]float64{0.5, 0.5}, []float64{1, 0}, -2, 0.5, 1e-12),
			algos.Expected{Name: "metric.margin", Label: `margin $\frac{1}{2}(x_+ - x_-)$`, Value: 1, Tolerance: 1e-12},
			algos.Expected{Name: "predict[0].score", Label: `$f(2)$`, Value: 0, Tolerance: 1e-12},
			algos.Expected{Name: "predict[1].label", Label: "label of 5", Value: 1},
		),
	},
	{
		ID: "four-points", Title: "Four points, C = 20: the hard margin", Source: "004, handout B: W5 and W6, its program",
		Data: fourPoints, Params: tight("linear", "C", "20"), Step: algos.Last,
		Want: answer([]float64{2, 0, 8, 10}, []float64{-2, 4}, 1, 10, 1e-11),
	},
	{
		ID: "four-points-soft", Title: "Four points, C = 8: x₄ pays a slack", Source: "004, handout B: W6, KKT conditions solved by hand",
		Data: fourPoints, Params: tight("linear", "C", "8"), Step: algos.Last,
		Want: answer([]float64{1.6, 0, 6.4, 8}, []float64{-1.6, 3.2}, 1, 9.6, 1e-11),
	},
	{
		ID: "four-points-cheap", Title: "Four points, C = 1: cheaper than giving x₄ up, 2C", Source: "004, handout B: W6 and W7, 2C − C²/10",
		Data: fourPoints, Params: tight("linear", "C", "1"), Step: algos.Last, At: [][2]float64{{1, 0}},
		Want: append(
			answer([]float64{0.2, 0, 0.8, 1}, []float64{-0.2, 0.4}, 1, 1.9, 1e-11),
			algos.Expected{Name: "predict[0].score", Label: `$f(x_4) = 1 - \xi_4$ with the wrong sign`, Value: 0.8, Tolerance: 1e-11},
		),
	},
	{
		ID: "interval", Title: "No free support vector: θ₀ anywhere in [−3/2, −1/2]", Source: "004, handout B: W9, the middle of the interval",
		Data: twoPoints, Params: tight("linear", "C", "0.25"), Step: algos.Last,
		Want: answer([]float64{0.25, 0.25}, []float64{0.5, 0}, -1, 0.375, 1e-12),
	},
	{
		ID: "xor", Title: "XOR by (1 + x·z)²", Source: "004, handout G: W28",
		Data: corners, Params: tight("poly", "gamma", "1", "degree", "2", "hard", "true"), Step: algos.Last, At: [][2]float64{{-1, 1}, {1, 1}, {2, 3}},
		Want: append(
			answer([]float64{0.125, 0.125, 0.125, 0.125}, nil, 0, 0.25, 1e-12),
			algos.Expected{Name: "predict[0].score", Label: `$f(-1, 1) = -x_1x_2$`, Value: 1, Tolerance: 1e-11},
			algos.Expected{Name: "predict[1].score", Label: `$f(1, 1)$`, Value: -1, Tolerance: 1e-11},
			algos.Expected{Name: "predict[2].score", Label: `$f(2, 3)$`, Value: -6, Tolerance: 1e-11},
		),
	},
	{
		ID: "xor-soft", Title: "XOR, C = 1/16: all four at the bound", Source: "004, handout G: W28",
		Data: corners, Params: tight("poly", "gamma", "1", "degree", "2", "C", "0.0625"), Step: algos.Last,
		Want: answer([]float64{0.0625, 0.0625, 0.0625, 0.0625}, nil, 0, 3.0/16, 1e-12),
	},
	{
		ID: "triple", Title: "The textbook triple", Source: "002, lecture 3: N10",
		Data: triple, Params: tight("linear", "hard", "true"), Step: algos.Last,
		Want: answer([]float64{0.25, 0, 0.25}, []float64{0.5, 0.5}, -2, 0.25, 1e-12),
	},
	{
		ID: "intruder", Title: "The triple with an intruder, C = 1", Source: "002, lecture 3: N11",
		Data: intruder, Params: tight("linear", "C", "1"), Step: algos.Last,
		Want: answer([]float64{1, 9.0 / 26, 9.0 / 26, 1}, []float64{7.0 / 13, 5.0 / 26}, -45.0/26, 263.0/104, 1e-11),
	},
	{
		ID: "intruder-cheap", Title: "The same, C = 1/10: θ₀ in the middle of [−1.4, −0.45]", Source: "002, lecture 3: N11",
		Data: intruder, Params: tight("linear", "C", "0.1"), Step: algos.Last,
		Want: answer([]float64{0.1, 0.1, 0.1, 0.1}, []float64{0.25, 0.15}, -0.925, 0.3575, 1e-12),
	},
	{
		ID: "xor-poly", Title: "XOR by a polynomial, C = 10", Source: "002, lecture 3: N12",
		Data: corners, Params: tight("poly", "gamma", "1", "degree", "2", "C", "10"), Step: algos.Last,
		Want: answer([]float64{0.125, 0.125, 0.125, 0.125}, nil, 0, 0.25, 1e-11),
	},
	{
		ID: "libsvm-rbf", Title: "Twelve points on a line, RBF γ = 1/2, C = 10", Source: "scikit-learn 1.2.1 (LIBSVM), polished: path_collinear/rbf/C=10",
		Data: onALine, Params: tight("rbf", "gamma", "0.5", "C", "10"), Step: algos.Last,
		Want: answer([]float64{0.818894719515, 0, 0, 7.75817985944, 10, 9.60105489213, 6.99498385924, 0, 0, 0.504581160538, 0, 0.67856445132}, nil, 0.144890804121, 27.8100562012317, 1e-9),
	},
	{
		ID: "libsvm-linear", Title: "Fourteen points with one constant input, C = 1", Source: "scikit-learn 1.2.1 (LIBSVM), polished: path_const_feature/linear/C=1",
		Data: constantFeature, Params: tight("linear", "C", "1"), Step: algos.Last,
		Want: answer([]float64{1, 1, 1, 1, 1, 0.274084689349, 1, 1, 0.274084689349, 1, 1, 1, 1, 1}, []float64{0.615384615384615, 0}, -0.0222355769231, 12.3588202662722, 1e-9),
	},
}
