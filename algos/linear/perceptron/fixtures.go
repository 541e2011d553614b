package perceptron

import (
	"math"

	"playground/algos"
	"playground/algos/dataset"
	"playground/algos/param"
)

// onLine are twelve points of a reference run; two of them are on the wrong side of
// each other.
var onLine = dataset.Labelled(
	[3]float64{-1.888671875, -2.77734375, -1}, [3]float64{-1.7763671875, -2.552734375, -1}, [3]float64{-1.197265625, -1.39453125, -1},
	[3]float64{-0.875, -0.75, -1}, [3]float64{-0.6904296875, -0.380859375, 1}, [3]float64{-0.2041015625, 0.591796875, -1},
	[3]float64{0.11328125, 1.2265625, 1}, [3]float64{0.478515625, 1.95703125, 1}, [3]float64{0.888671875, 2.77734375, 1},
	[3]float64{1.3720703125, 3.744140625, 1}, [3]float64{1.5029296875, 4.005859375, 1}, [3]float64{2.021484375, 5.04296875, 1},
)

// fixtures are runs whose numbers are known from elsewhere.
var fixtures = []algos.Fixture{
	{
		ID: "one-sample", Title: "One sample, started at −2", Source: "004, handout A, one-sample case: W1 (the printed count is one short where the ratio is whole)",
		Data: dataset.Labelled([3]float64{1, 0, 1}), Params: param.Values{"bias": "false", "theta": "-2,0"}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: `$k=\lfloor 2\rfloor+1$`, Value: 3},
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: 1},
		},
	},
	{
		ID: "one-sample-2", Title: "One sample, started at −2.5", Source: "004, handout A, (16): W1",
		Data: dataset.Labelled([3]float64{1, 0, 1}), Params: param.Values{"bias": "false", "theta": "-2.5,0"}, Step: algos.Last,
		Want: []algos.Expected{{Name: "model.updates", Label: `$k=\lceil 2.5\rceil$`, Value: 3}},
	},
	{
		ID: "gaussians", Title: "Two Gaussians of the program", Source: "004, appendix A: W2; these hundred points are not separable, as the largest gap between the directions of yx is below π",
		Data: dataset.Explicit(twoGaussians(50, 1)), Params: origin, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.separable", Label: "separable", Value: 0},
			{Name: "model.passes", Label: "passes, all of them", Value: 100},
		},
	},
	{
		ID: "trace", Title: "Four points, standard rule", Source: "004, handout A, theorem 1: W41, traced by hand in exact numbers",
		Data: fourPoints, Params: origin, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: "$k$", Value: 12},
			{Name: "model.passes", Label: "passes", Value: 7},
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: -3},
			{Name: "model.theta[1]", Label: `$\theta_2$`, Value: -4},
			{Name: "metric.bound", Label: `$(R/\gamma)^2=13\cdot 41/4$`, Value: 133.25},
			{Name: "metric.largest_margin", Label: `$\gamma=2/\sqrt{41}$`, Value: 2 / math.Sqrt(41), Tolerance: 1e-15},
			{Name: "metric.margin", Label: "margin of the last θ", Value: 0.2, Tolerance: 1e-15},
		},
	},
	{
		ID: "increment", Title: "Four points, variable increment", Source: "004, handout A, (53), (54) with η(k) = 1/k: W41 (six decimals)",
		Data: fourPoints, Params: param.Values{"bias": "false", "variant": increment, "eta": "1/k"}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: "$k$", Value: 10},
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: -0.578571, Tolerance: 5e-7},
			{Name: "model.theta[1]", Label: `$\theta_2$`, Value: -0.708730, Tolerance: 5e-7},
			{Name: "metric.eta_sum", Label: `$\sum\eta=7381/2520$`, Value: 7381. / 2520, Tolerance: 1e-14},
		},
	},
	{
		ID: "batch", Title: "Four points, batch rule, η = 1/k", Source: "004, handout A, (58): W41",
		Data: fourPoints, Params: param.Values{"bias": "false", "variant": batch, "eta": "1/k"}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: "$k$", Value: 3},
			{Name: "model.theta[0]", Label: `$\theta_1=-7/3$`, Value: -7. / 3, Tolerance: 1e-15},
			{Name: "model.theta[1]", Label: `$\theta_2=-8/3$`, Value: -8. / 3, Tolerance: 1e-15},
		},
	},
	{
		ID: "batch-constant", Title: "Four points, batch rule, η = 1", Source: "004, handout A, (58): W41",
		Data: fourPoints, Params: param.Values{"bias": "false", "variant": batch, "eta": "1"}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: "$k$", Value: 12},
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: -6},
			{Name: "model.theta[1]", Label: `$\theta_2$`, Value: -8},
		},
	},
	{
		ID: "margin", Title: "Four points, margin perceptron", Source: "004, handout A, (37)–(41), by an independent program",
		Data: fourPoints, Params: param.Values{"bias": "false", "variant": marginal}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: "$k$", Value: 2},
			{Name: "model.theta[0]", Label: `$\theta_1=\frac{1}{\sqrt{2}}-\frac{3}{\sqrt{13}}$`, Value: 1/math.Sqrt2 - 3/math.Sqrt(13), Tolerance: 1e-15},
			{Name: "model.theta[1]", Label: `$\theta_2=\frac{2}{\sqrt{13}}-\frac{1}{\sqrt{2}}$`, Value: 2/math.Sqrt(13) - 1/math.Sqrt2, Tolerance: 1e-15},
			{Name: "metric.bound", Label: `$12/\gamma^2$ with $\gamma^2=\frac{1}{2}\bigl(1-\frac{5}{\sqrt{26}}\bigr)$`, Value: 24 / (1 - 5/math.Sqrt(26)), Tolerance: 1e-9},
		},
	},
	{
		ID: "cycle", Title: "A cycle of 17 updates", Source: "004, handout A: W42",
		Data: dataset.Labelled([3]float64{1, 2, 1}, [3]float64{2, -1, 1}, [3]float64{3, -2, -1}, [3]float64{-1, 3, -1}), Params: origin, Step: 37,
		Want: []algos.Expected{
			{Name: "metric.updates", Label: "$k$", Value: 17},
			{Name: "metric.norm2", Label: `$\lVert\theta\rVert^2$, as at the start`, Value: 0},
			{Name: "model.separable", Label: "separable", Value: 0},
		},
	},
	{
		ID: "reference-line", Title: "Points on a line", Source: "scikit-learn 1.2.1, Perceptron without shuffling",
		Data: onLine, Params: param.Values{"passes": "8"}, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: "mistakes in 8 passes", Value: 20},
			{Name: "model.theta[0]", Label: `$\theta_1$`, Value: 0.11328125},
			{Name: "model.theta[1]", Label: `$\theta_2$`, Value: 0.2265625},
			{Name: "model.theta0", Label: `$\theta_0$`, Value: 0},
		},
	},
	{
		ID: "unit", Title: "Unit vectors", Source: "003, perceptron: N8",
		Data: dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{-.6, -.8, -1}, [3]float64{.8, -.6, 1}), Params: origin, Step: algos.Last,
		Want: []algos.Expected{
			{Name: "model.updates", Label: "mistakes", Value: 2},
			{Name: "metric.bound", Label: `$1/\rho^2$`, Value: 5, Tolerance: 1e-14},
			{Name: "metric.largest_margin", Label: `$\rho=1/\sqrt{5}$`, Value: 1 / math.Sqrt(5), Tolerance: 1e-15},
		},
	},
	{
		ID: "opposite-start", Title: "A start against θ*", Source: "003, perceptron: N8, the bound (1 + 2ρ)/ρ² of the worst unit start",
		Data:   dataset.Labelled([3]float64{1, 0, 1}, [3]float64{0, 1, 1}, [3]float64{-.6, -.8, -1}, [3]float64{.8, -.6, 1}),
		Params: param.Values{"bias": "false", "theta": "-0.8944271909999159,-0.4472135954999579"}, Step: algos.Last,
		Want: []algos.Expected{{Name: "metric.bound", Label: `$(1+2\rho)/\rho^2$`, Value: 5 + 2*math.Sqrt(5), Tolerance: 1e-7}},
	},
}
