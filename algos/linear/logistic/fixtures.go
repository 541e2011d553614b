package logistic

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "n8", Title: "Two gradient steps on four points", Source: "002, lecture 2: N8",
		Data: fourOnLine, Params: param.Pairs("solver", "gd", "eta", "0.5"), Step: 4,
		Want: []algos.Expected{
			{Name: "model.loss", Label: "$L$ after two steps", Value: 2.567833, Tolerance: 5e-7},
			{Name: "model.theta[0]", Label: "$w$", Value: 0.415424, Tolerance: 5e-7},
			{Name: "model.theta0", Label: "$b$", Value: 0, Tolerance: 1e-15},
		},
	},
	{
		ID: "n8-start", Title: "The loss at the start", Source: "closed form: 4 log 2",
		Data: fourOnLine, Params: param.Pairs("solver", "gd", "eta", "0.5"), Step: 0,
		Want: []algos.Expected{{Name: "metric.loss", Label: "$L$", Value: 4 * math.Ln2, Tolerance: 1e-14}},
	},
	{
		ID: "w11", Title: "Three rows of the stochastic rule", Source: "004, handout C: W11",
		Data: softRows, Params: param.Pairs("solver", "sgd", "eta", "0.5", "order", "cyclic"), Step: 6,
		Want: []algos.Expected{
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: -0.579989, Tolerance: 5e-7},
			{Name: "model.theta[1]", Label: `$\theta_2$`, Value: 0.650811, Tolerance: 5e-7},
			{Name: "model.theta0", Label: `$\theta_0$`, Value: 0.061221, Tolerance: 5e-7},
		},
	},
	{
		ID: "w12", Title: "The soft balance of mistakes", Source: "004, handout C: W12",
		Data: balanced, Step: algos.Last, At: [][2]float64{{0, 0}, {1, 0}},
		Want: []algos.Expected{
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: 0.908184, Tolerance: 5e-7},
			{Name: "model.theta0", Label: `$\theta_0$`, Value: -1.362276, Tolerance: 5e-7},
			{Name: "model.loss", Label: "$L$", Value: 2.347487, Tolerance: 5e-7},
			{Name: "predict[0].p", Label: "$p(0)=-e_1$", Value: 0.20387, Tolerance: 5e-6},
			{Name: "predict[1].p", Label: "$p(1)=1-e_2$", Value: 1 - 0.61161, Tolerance: 5e-6},
		},
	},
	{
		ID: "two", Title: "Two points with a penalty", Source: "closed form: on x = ±1 the slope vanishes where λθ = 2/(1 + e^θ), so λ = 2/(1 + e) has θ = 1",
		Data: dataset.Labelled([3]float64{-1, 0, -1}, [3]float64{1, 0, 1}), Params: param.Pairs("lambda", "0.5378828427399902"), Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: 1, Tolerance: 1e-12},
			{Name: "model.theta0", Label: `$\theta_0$`, Value: 0, Tolerance: 1e-12},
			{Name: "model.loss", Label: "$L$", Value: 2*math.Log1p(math.Exp(-1)) + 1/(1+math.E), Tolerance: 1e-12},
		},
	},
	{
		ID: "shares", Title: "Shares at two places", Source: "closed form: with shares 1/4 at x = 0 and 3/4 at x = 1, θ₁ = 2 log 3 and θ₀ = −log 3",
		Data: quarters, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: 2 * math.Log(3), Tolerance: 1e-12},
			{Name: "model.theta0", Label: `$\theta_0$`, Value: -math.Log(3), Tolerance: 1e-12},
			{Name: "model.loss", Label: "$L$", Value: 8*math.Log(4) - 6*math.Log(3), Tolerance: 1e-12},
		},
	},
}

// quarters has one +1 in four at x = 0 and three in four at x = 1.
var quarters = dataset.Labelled(
	[3]float64{0, 0, 1}, [3]float64{0, 0, -1}, [3]float64{0, 0, -1}, [3]float64{0, 0, -1},
	[3]float64{1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{1, 0, 1}, [3]float64{1, 0, -1},
)
