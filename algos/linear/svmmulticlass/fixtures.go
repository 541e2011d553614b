package svmmulticlass

import (
	"fmt"

	"playground/algos"
)

const peer = "scikit-learn 1.2.1 (LIBSVM), SVC, one-vs-one; LIBSVM's own accuracy"

// scoresOf are the expected label and scores of three machines at a place, numbered
// from 0.
func scoresOf(place int, tolerance, label float64, score ...float64) []algos.Expected {
	want := []algos.Expected{{Name: fmt.Sprintf("predict[%d].label", place), Label: fmt.Sprintf("class at $q_%d$", place+1), Value: label}}
	for i, v := range score {
		pair := [...]string{"0,1", "0,2", "1,2"}[i]
		want = append(want, algos.Expected{
			Name: fmt.Sprintf("predict[%d].scores[%d]", place, i), Label: fmt.Sprintf("$f_{%s}(q_%d)$", pair, place+1), Value: v, Tolerance: tolerance,
		})
	}
	return want
}

func join(parts ...[]algos.Expected) []algos.Expected {
	var all []algos.Expected
	for _, p := range parts {
		all = append(all, p...)
	}
	return all
}

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "triangle", Title: "A point a class at the corners of a triangle", Source: "closed form, by symmetry: w_k = ⅔ x_k",
		Data: triangle, Seed: 1, Step: algos.Last, At: [][2]float64{{0, 1}},
		Want: []algos.Expected{
			{Name: "model.weights[0][0]", Label: `$w_{0}$, first`, Value: 0, Tolerance: 1e-8},
			{Name: "model.weights[0][1]", Label: `$w_{0}$, second`, Value: 2. / 3, Tolerance: 1e-8},
			{Name: "model.bias[0]", Label: `constant of $w_0$`, Value: 0, Tolerance: 1e-8},
			{Name: "model.dual", Label: `dual`, Value: 2. / 3, Tolerance: 1e-12},
			{Name: "model.primal", Label: `primal`, Value: 2. / 3, Tolerance: 1e-8},
			{Name: "predict[0].scores[1]", Label: `score of class 1 at $x_1$`, Value: -1. / 3, Tolerance: 1e-8},
		},
	},
	{
		ID: "pair", Title: "Two classes: twice the binary machine's weights are its difference", Source: "closed form: w₁ = −w₀ = (½, 0)",
		Data: pair, Seed: 1, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.weights[1][0]", Label: `$w_1$, first`, Value: 0.5, Tolerance: 1e-9},
			{Name: "model.weights[0][0]", Label: `$w_0$, first`, Value: -0.5, Tolerance: 1e-9},
			{Name: "model.bias[1]", Label: `constant`, Value: 0, Tolerance: 1e-9},
			{Name: "model.dual", Label: `dual`, Value: 0.25, Tolerance: 1e-12},
		},
	},
	{
		ID: "dear", Title: "Two classes, and the first costs 4", Source: "closed form: 2(a + c) = 1 and 2(a − c) = 4 for w₁ = −w₀ = (a, 0, c)",
		Data: pair, Params: with(crammerSinger, "delta", dear, "C", "2"), Seed: 1, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.weights[1][0]", Label: `$a$`, Value: 1.25, Tolerance: 1e-9},
			{Name: "model.bias[1]", Label: `$c$`, Value: -0.75, Tolerance: 1e-9},
			{Name: "model.dual", Label: `dual $= a^2 + c^2$`, Value: 2.125, Tolerance: 1e-12},
		},
	},
	{
		ID: "rest", Title: "One-vs-rest on the triangle", Source: "closed form: f_k(x) = ⁴⁄₃ x_k·x − ⅓",
		Data: triangle, Params: with(oneVsRest), Step: algos.Last, At: [][2]float64{{0, 0}, {0, 1}},
		Want: []algos.Expected{
			{Name: "predict[0].scores[0]", Label: `$f_0(0)$`, Value: -1. / 3, Tolerance: 1e-9},
			{Name: "predict[0].scores[2]", Label: `$f_2(0)$`, Value: -1. / 3, Tolerance: 1e-9},
			{Name: "predict[1].scores[0]", Label: `$f_0$ at its own point`, Value: 1, Tolerance: 1e-9},
			{Name: "predict[1].scores[1]", Label: `$f_1$ there`, Value: -1, Tolerance: 1e-9},
			{Name: "model.dual[0]", Label: `dual of a machine, $\frac{1}{2}(\frac{4}{3})^2$`, Value: 8. / 9, Tolerance: 1e-9},
		},
	},
	{
		ID: "blobs-rbf", Title: "Three blobs, RBF kernel", Source: peer,
		Data: blobs3, Params: with(oneVsOne, "kernel", "rbf", "gamma", "0.5"), Step: algos.Last, At: [][2]float64{{-1.71875, -2.484375}, {0.15625, 0.328125}, {2.984375, 2.203125}},
		Want: join(
			scoresOf(0, 5e-6, 2, 0.206380762, -0.230143371, -0.409943946),
			scoresOf(1, 5e-6, 1, -0.0587018354, 0.581616516, 0.625855927),
			scoresOf(2, 5e-6, 1, -1.00536561, 0.0496234388, 1.00100013)),
	},
	{
		ID: "blobs-linear", Title: "Three blobs, linear kernel, C = 10", Source: peer,
		Data: blobs3, Params: with(oneVsOne, "C", "10"), Step: algos.Last, At: [][2]float64{{-1.71875, -2.484375}, {0.15625, 0.328125}},
		Want: join(
			scoresOf(0, 5e-5, 0, 6.64117899, 0.114889406, -6.90180288),
			scoresOf(1, 5e-5, 1, -0.0775890023, 1.38900385, 0.513154385)),
	},
	{
		ID: "iris", Title: "Irises, RBF kernel", Source: peer,
		Data: iris, Params: with(oneVsOne, "kernel", "rbf", "gamma", "0.5"), Step: algos.Last, At: [][2]float64{{5.328125, 2.03125}, {6.359375, 4.328125}, {7.890625, 5.859375}},
		Want: join(
			scoresOf(0, 1e-5, 0, 0.807131903, 0.913285469, 0.289858695),
			scoresOf(1, 1e-5, 1, -1.10608689, -0.817769962, 1.69569842),
			scoresOf(2, 1e-5, 2, -0.433101887, -0.923504854, -0.749110986)),
	},
}
