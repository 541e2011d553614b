package softmax

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "iris", Title: "Fisher's irises with λ = 1", Source: "scikit-learn 1.2.1, LogisticRegression(multi_class=multinomial), polished",
		Data: iris(), Params: param.Pairs("lambda", "1"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.loss", Label: "$L$", Value: 35.58709038809, Tolerance: 1e-9},
			{Name: "model.weights[0][0]", Label: `$w_{0,1}$`, Value: -0.274760068893, Tolerance: 1e-9},
			{Name: "model.weights[1][1]", Label: `$w_{1,2}$`, Value: -0.434070433276, Tolerance: 1e-9},
			{Name: "model.weights[2][1]", Label: `$w_{2,2}$`, Value: 3.5394801919, Tolerance: 1e-9},
			{Name: "model.bias[0]", Label: "$b_0$", Value: 12.5375899187, Tolerance: 1e-8},
			{Name: "model.bias[2]", Label: "$b_2$", Value: -13.7593166974, Tolerance: 1e-8},
		},
	},
	{
		ID: "shares", Title: "Six points at one place", Source: "closed form: the probabilities are the shares ½, ⅓ and ⅙, and b_k = log n_k less their mean",
		Data: shares, Params: param.Pairs("tol", "1e-13"), Step: algos.Last, At: [][2]float64{{1, 2}},
		Want: []algos.Expected{
			{Name: "predict[0].p[0]", Label: "$p_0$", Value: 1. / 2, Tolerance: 1e-12},
			{Name: "predict[0].p[1]", Label: "$p_1$", Value: 1. / 3, Tolerance: 1e-12},
			{Name: "predict[0].p[2]", Label: "$p_2$", Value: 1. / 6, Tolerance: 1e-12},
			{Name: "model.bias[0]", Label: "$b_0$", Value: math.Log(3) - math.Log(6)/3, Tolerance: 1e-12},
			{Name: "model.loss", Label: "$L$", Value: 6*math.Log(6) - 3*math.Log(3) - 2*math.Log(2), Tolerance: 1e-12},
		},
	},
	{
		ID: "n9", Title: "Two classes with the scores 2 and 1", Source: "002, lecture 2: N9, P = 0.7310586; λ = 2/(1 + e) makes the scores differ by 1 at x = 1",
		Data: dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{1, 0, 1}), Params: param.Pairs("lambda", "0.5378828427399902", "vectors", "reference-first"),
		Step: algos.Last, At: [][2]float64{{1, 0}},
		Want: []algos.Expected{
			{Name: "predict[0].p[1]", Label: "$P(y=1)$", Value: 0.7310586, Tolerance: 5e-8},
			{Name: "model.weights[1][0]", Label: "$w_1-w_0$", Value: 1, Tolerance: 1e-12},
		},
	},
	{
		ID: "w12", Title: "Two classes are logistic regression", Source: "004, handout C: W12, with w₁ = −w₀ = θ/2",
		Data: balanced, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.weights[1][0]", Label: `$\theta/2$`, Value: 0.908184 / 2, Tolerance: 5e-7},
			{Name: "model.bias[0]", Label: `$-\theta_0/2$`, Value: 1.362276 / 2, Tolerance: 5e-7},
			{Name: "model.loss", Label: "$L$", Value: 2.347487, Tolerance: 5e-7},
		},
	},
	{
		ID: "first-step", Title: "One gradient step", Source: "closed form: from 0, w_k = η Σ ([k = y] − ⅓) x",
		Data: labelled([3]float64{1, 0, 0}, [3]float64{0, 1, 1}, [3]float64{2, 2, 2}), Params: param.Pairs("solver", "gd", "eta", "0.3"), Step: 2,
		Want: []algos.Expected{
			{Name: "model.weights[0][0]", Label: "$w_{0,1}$", Value: 0, Tolerance: 1e-15},
			{Name: "model.weights[1][1]", Label: "$w_{1,2}$", Value: 0, Tolerance: 1e-15},
			{Name: "model.weights[2][0]", Label: "$w_{2,1}$", Value: 0.3 * (4./3 - 1./3), Tolerance: 1e-15},
			{Name: "model.bias[2]", Label: "$b_2$", Value: 0, Tolerance: 1e-15},
		},
	},
}
